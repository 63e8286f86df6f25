package main

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// plan says how long to measure.
type plan struct {
	rounds int
	warm   time.Duration // before anything counts
	each   time.Duration // of CPU time for a peer in a round
}

var (
	full  = plan{rounds: 15, warm: 200 * time.Millisecond, each: 20 * time.Millisecond}
	quick = plan{rounds: 3, each: time.Millisecond}
)

// A figure is what was measured of a peer.
type figure struct {
	peer    string
	doubles bool
	ns      float64 // CPU time of a decision: the median of the rounds
	spread  float64 // half the distance of the quartiles, as a part of ns
	allocs  float64
	counted bool // allocs are known
}

// outcome is what remains of a contest. It holds on to nothing else: a large heap
// would slow down the collections of those that follow.
type outcome struct {
	workload, name string
	lacks          []lack
	figures        []figure
}

func (o *outcome) title() string { return title(o.workload, o.name) }

// of gives the figure of a peer.
func (o *outcome) of(name string) (figure, bool) {
	for _, f := range o.figures {
		if f.peer == name {
			return f, true
		}
	}
	return figure{}, false
}

// hold starts the peers of a contest, checks all answers of all of them, and then
// measures them, one after the other in each round.
func hold(c *contest, p plan) (*outcome, error) {
	if c.done != nil {
		defer c.done()
	}
	subjects := make([]subject, len(c.peers))
	for i, peer := range c.peers {
		s, err := peer.start()
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", c.title(), peer.name, err)
		}
		defer s.stop()
		if err := c.check(peer, s); err != nil {
			return nil, err
		}
		subjects[i] = s
	}
	counts := make([]int, len(subjects))
	for i, s := range subjects {
		var err error
		if counts[i], err = enough(s, p); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", c.title(), c.peers[i].name, err)
		}
	}
	times := make([][]float64, len(subjects))
	spent := make([]time.Duration, len(subjects))
	for round := range p.rounds {
		for k := range subjects {
			i := (k + round) % len(subjects) // nobody always comes behind the same one
			if round >= 3 && spent[i] > 4*time.Duration(p.rounds)*p.each {
				continue // a decision takes much longer than a round should
			}
			took, err := subjects[i].measure(counts[i])
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.title(), c.peers[i].name, err)
			}
			spent[i] += took
			times[i] = append(times[i], float64(took)/float64(counts[i]))
		}
	}
	o := &outcome{workload: c.workload, name: c.name, lacks: c.lacks}
	for i, s := range subjects {
		f := figure{peer: c.peers[i].name, doubles: c.peers[i].doubles}
		f.ns = median(times[i])
		n := len(times[i])
		f.spread = (times[i][3*(n-1)/4] - times[i][(n-1)/4]) / 2 / f.ns
		f.allocs, f.counted = s.allocs(max(1, min(counts[i]/len(c.inputs), 1000)) * len(c.inputs))
		f.allocs = math.Round(f.allocs*10) / 10 // what the process itself allocates now and then is not the peer's
		o.figures = append(o.figures, f)
	}
	return o, nil
}

// enough warms a peer up, and gives the number of decisions that take about as long
// as a round should.
func enough(s subject, p plan) (int, error) {
	var total time.Duration
	for n := 1; ; {
		took, err := s.measure(n)
		if err != nil {
			return 0, err
		}
		total += took
		if took >= p.each && total >= p.warm {
			return max(1, int(float64(n)*float64(p.each)/float64(took))), nil
		}
		if took < p.each {
			n *= 2
		}
	}
}

// median sorts the values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
