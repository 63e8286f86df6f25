// Command bench measures spine against other engines on the same decisions, after it
// has checked all answers of all of them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}

// selection is what is to be measured.
type selection struct {
	plan
	only  []string // workloads, or titles of contests; none: all
	peers []string // none: all
}

// wantsPeer reports whether a peer is to be measured.
func (s selection) wantsPeer(name string) bool {
	return len(s.peers) == 0 || slices.Contains(s.peers, name)
}

// wants reports whether a contest is to be held, or with an id alone whether some of
// its workload are.
func (s selection) wants(id, title string) bool {
	return len(s.only) == 0 || slices.ContainsFunc(s.only, func(o string) bool {
		return o == id || o == title || title == "" && idOf(o) == id
	})
}

// idOf gives the workload of a contest's title.
func idOf(title string) string {
	id, _, _ := strings.Cut(title, " ")
	return id
}

func run(args []string, out io.Writer) (err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	short := flags.Bool("quick", false, "short rounds: the answers count, not the times")
	rounds := flags.Int("rounds", full.rounds, "rounds, of 20 ms for every peer")
	only := flags.String("only", "", "the workloads to decide, such as W1,W7 or 'W8 filter'; also run, and two for two goroutines")
	peers := flags.String("peers", "", "the peers to measure, such as spine,expr")
	show := flags.Bool("show", false, "show what each peer evaluates, and measure nothing")
	profile := flags.String("cpuprofile", "", "a file for a CPU profile of this process")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is no flag: see -help", flags.Arg(0))
	}
	s := selection{plan: full, only: split(*only), peers: split(*peers)}
	s.rounds = max(3, *rounds)
	if *short {
		s.plan = quick
	}
	for _, id := range s.only {
		if !slices.Contains(workloadIDs(), idOf(id)) {
			return fmt.Errorf("there is no workload %q: there are %s", id, strings.Join(workloadIDs(), ", "))
		}
	}
	for _, p := range s.peers {
		if !slices.Contains(append(columns, tokenFloor, noStore, withFile, withFlush), p) {
			return fmt.Errorf("there is no peer %q: there are %s", p, strings.Join(columns, ", "))
		}
	}
	n, missing := inNode("node")
	defer n.stop()
	for _, m := range missing {
		fmt.Fprintln(out, "missing:", m)
	}
	if *show {
		return s.show(n, out)
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	machine := machineLines(n, s.plan) // before the load is our own
	start := time.Now()
	r, err := s.measure(n, func(title string) { fmt.Fprintf(os.Stderr, "%4.0fs %s\n", time.Since(start).Seconds(), title) })
	if err != nil {
		return err
	}
	if len(r.outcomes)+len(r.pairs) == 0 {
		return fmt.Errorf("nothing is called %s", *only)
	}
	r.table(out)
	r.loads(out)
	r.runs(out)
	r.both(out)
	r.promised(out)
	switch {
	case *short || s.only != nil || s.peers != nil:
		return nil // not everything was measured well
	case missing != nil:
		fmt.Fprintln(out, "RESULTS.md is left as it is, since peers are missing.")
		return nil
	}
	var text strings.Builder
	r.write(&text, machine)
	return os.WriteFile("RESULTS.md", []byte(text.String()), 0o644)
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// inNode starts the peers in node. What is missing comes with the way to get it.
func inNode(dir string) (n *node, missing []string) {
	n, err := startNode(dir)
	if err != nil {
		n.stop()
		return nil, []string{err.Error()}
	}
	for _, p := range n.Missing {
		missing = append(missing, p+": run `npm ci` in bench/node")
	}
	return n, missing
}

// A workload makes its contests one after the other, since some are large.
type workload struct {
	id       string
	contests []func(*node) (*contest, error)
}

var workloads = []workload{
	{"W1", []func(*node) (*contest, error){w1}},
	{"W2", []func(*node) (*contest, error){w2}},
	{"W3", []func(*node) (*contest, error){w3}},
	{"W4", []func(*node) (*contest, error){w4}},
	{"W5", []func(*node) (*contest, error){w5, w5Model}},
	{"W6", []func(*node) (*contest, error){w6}},
	{"W7", growth()},
	{"W8", expressions},
	{"W9", []func(*node) (*contest, error){w9(1), w9(100), w9(1_000)}},
	{"run", []func(*node) (*contest, error){wholeRun}},
}

// twice is what two goroutines do, and who does it.
const twice = "two"

var (
	twiceOf    = []func(*node) (*contest, error){w1, w3, w4}
	twicePeers = []string{spineMap, byHand, "cel", "expr"}
)

func workloadIDs() (ids []string) {
	for _, w := range workloads {
		ids = append(ids, w.id)
	}
	return append(ids, twice)
}

// contests makes the contests that are asked for, with the peers that are.
func (s selection) contests(n *node, do func(*contest) error) error {
	var errs []error
	for _, w := range workloads {
		if !s.wants(w.id, "") {
			continue
		}
		for _, start := range w.contests {
			c, err := start(n)
			if err == nil && s.wants(w.id, c.title()) {
				c.peers = slices.DeleteFunc(c.peers, func(p *peer) bool { return !s.wantsPeer(p.name) })
				err = do(c)
			}
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// measure holds the contests, and tells of each that is over. The error has every
// wrong answer.
func (s selection) measure(n *node, progress func(title string)) (*results, error) {
	r := &results{}
	err := s.contests(n, func(c *contest) error {
		o, err := hold(c, s.plan)
		if err == nil {
			r.outcomes = append(r.outcomes, o)
		}
		progress(c.title())
		return err
	})
	if !s.wants(twice, "") {
		return r, err
	}
	errs := []error{err}
	for _, start := range twiceOf {
		c, err := start(nil)
		if err == nil {
			var pairs []pair
			pairs, err = inPairs(c, slices.DeleteFunc(slices.Clone(twicePeers), func(p string) bool { return !s.wantsPeer(p) }), s.plan)
			r.pairs = append(r.pairs, pairs...)
			progress("two goroutines, " + c.title())
		}
		errs = append(errs, err)
	}
	return r, errors.Join(errs...)
}

// show writes what each peer evaluates.
func (s selection) show(n *node, out io.Writer) error {
	return s.contests(n, func(c *contest) error {
		for _, p := range c.peers {
			fmt.Fprintf(out, "== %s, %s\n%s\n\n", c.title(), p.name, strings.TrimSpace(p.text))
		}
		if c.done != nil {
			c.done()
		}
		return nil
	})
}
