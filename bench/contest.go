package main

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"time"
)

// A contest is one thing that several peers do, with what each must answer.
type contest struct {
	workload string  // "W7"
	name     string  // what tells it from the others of the workload; may be ""
	inputs   []vars  // decided in turn
	want     []any   // the answer to each: see plain
	peers    []*peer // in the order of the columns
	lacks    []lack  // who cannot express it
	done     func()  // after the contest; may be nil
}

// vars are the values that a host gives by name: strings, booleans, ints,
// decimal.Decimal, lists and maps of these, and time.Time, which is a date.
type vars = map[string]any

// lack is a peer that cannot express a contest, and why.
type lack struct{ peer, reason string }

// A peer is one contender of a contest.
type peer struct {
	name    string
	doubles bool // it computes with binary floating point: answers are compared to 12 digits
	text    string
	start   func() (subject, error)
}

// A subject is a peer that is ready to decide.
type subject interface {
	// answer decides input i, as plain has it.
	answer(i int) (any, error)
	// measure decides n inputs in turn, and gives the CPU time that it took.
	measure(n int) (time.Duration, error)
	// allocs gives the allocations of one decision; ok is false when they are not
	// known.
	allocs(n int) (perDecision float64, ok bool)
	stop()
}

func (c *contest) title() string { return title(c.workload, c.name) }

func title(workload, name string) string {
	if name == "" {
		return workload
	}
	return workload + " " + name
}

func (c *contest) add(peers ...*peer) { c.peers = append(c.peers, peers...) }

func (c *contest) lack(peer, reason string) { c.lacks = append(c.lacks, lack{peer, reason}) }

// inGo makes a peer of a function in this process. start makes a decider that
// belongs to one goroutine; its result is what the host gets to use.
func inGo[T any](name, text string, inputs int, start func() (func(i int) (T, error), error)) *peer {
	return &peer{name: name, text: text, start: func() (subject, error) {
		decide, err := start()
		return &goSubject[T]{decide: decide, inputs: inputs}, err
	}}
}

// always is a start whose decider is safe for all goroutines.
func always[T any](decide func(i int) (T, error)) func() (func(i int) (T, error), error) {
	return func() (func(i int) (T, error), error) { return decide, nil }
}

type goSubject[T any] struct {
	decide func(i int) (T, error)
	inputs int
	next   int
}

func (s *goSubject[T]) answer(i int) (any, error) {
	v, err := s.decide(i)
	if err != nil {
		return nil, err
	}
	return plain(v), nil
}

func (s *goSubject[T]) loop(n int) error {
	i := s.next
	for range n {
		if _, err := s.decide(i); err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
		if i++; i == s.inputs {
			i = 0
		}
	}
	s.next = i
	return nil
}

// measure takes the CPU time of the whole process, so that the collection of a
// peer's garbage counts as its own: what the peer before left is collected first.
func (s *goSubject[T]) measure(n int) (time.Duration, error) {
	runtime.GC()
	start := cpu()
	err := s.loop(n)
	return cpu() - start, err
}

func (s *goSubject[T]) allocs(n int) (float64, bool) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := s.loop(n)
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(n), err == nil
}

func (s *goSubject[T]) stop() {}

// cpu gives the CPU time of the process so far, of all its threads.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // RUSAGE_SELF is always there
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// errNoRule is a decision that a peer did not come to.
var errNoRule = errors.New("no rule matched")
