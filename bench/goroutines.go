package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A pair is what one peer does on two goroutines, compared with one.
type pair struct {
	contest, peer string
	one, two      float64 // CPU time of a decision, in nanoseconds
	wall          float64 // decisions in a time, with two goroutines over with one
	waits         int64   // of goroutines for locks of spine
}

type looper interface{ loop(n int) error }

// inPairs measures peers of a contest on one goroutine and on two.
func inPairs(c *contest, names []string, p plan) (pairs []pair, err error) {
	for _, peer := range c.peers {
		if !slices.Contains(names, peer.name) {
			continue
		}
		var loops []looper
		var n int
		for range 2 {
			s, err := peer.start()
			if err != nil {
				return nil, err
			}
			if n, err = enough(s, p); err != nil {
				return nil, err
			}
			loops = append(loops, s.(looper))
		}
		before := waits()
		var one, two, wall []float64
		for range p.rounds {
			alone, aloneWall, err := together(loops[:1], n)
			if err != nil {
				return nil, err
			}
			both, bothWall, err := together(loops, n)
			if err != nil {
				return nil, err
			}
			one = append(one, float64(alone)/float64(n))
			two = append(two, float64(both)/float64(2*n))
			wall = append(wall, 2*float64(aloneWall)/float64(bothWall))
		}
		pairs = append(pairs, pair{c.title(), peer.name, median(one), median(two), median(wall), waits() - before})
	}
	return pairs, nil
}

// together runs every loop on a goroutine of its own.
func together(loops []looper, n int) (cpuTime, wall time.Duration, err error) {
	runtime.GC()
	errs := make([]error, len(loops))
	start, began := cpu(), time.Now()
	var all sync.WaitGroup
	for i, l := range loops {
		all.Go(func() { errs[i] = l.loop(n) })
	}
	all.Wait()
	cpuTime, wall = cpu()-start, time.Since(began)
	for _, e := range errs {
		if e != nil {
			err = fmt.Errorf("on %d goroutines: %w", len(loops), e)
		}
	}
	return cpuTime, wall, err
}

// waits counts how often goroutines have waited for a lock of package sync that
// spine took, since the profile of contention was switched on. The locks of the
// runtime, which allocations share, are not spine's.
func waits() (total int64) {
	runtime.SetMutexProfileFraction(1)
	n, _ := runtime.MutexProfile(nil)
	records := make([]runtime.BlockProfileRecord, n+16)
	n, _ = runtime.MutexProfile(records)
	for _, r := range records[:n] {
		frames := runtime.CallersFrames(r.Stack())
		f, more := frames.Next()
		for locked := strings.HasPrefix(f.Function, "sync."); locked && more; {
			f, more = frames.Next()
			if strings.HasPrefix(f.Function, spineModule) && !strings.HasPrefix(f.Function, spineModule+"bench") {
				total += r.Count
				break
			}
		}
	}
	return total
}

const spineModule = "github.com/decision-spine/spine/"
