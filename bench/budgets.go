package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// results is everything that was measured.
type results struct {
	outcomes []*outcome
	pairs    []pair
}

// at gives the outcome of a contest by its title.
func (r *results) at(title string) *outcome {
	for _, o := range r.outcomes {
		if o.title() == title {
			return o
		}
	}
	return nil
}

// ratio gives how many times as long as b a takes; ok is false when one of them was
// not measured.
func (o *outcome) ratio(a, b string) (times float64, ok bool) {
	if o == nil {
		return 0, false
	}
	x, ok := o.of(a)
	y, also := o.of(b)
	return x.ns / y.ns, ok && also
}

// geometric gives the mean of how many times as long as a form of spine a peer takes
// on the expressions of W8, and how many of them it can express.
func (r *results) geometric(peer, form string) (mean float64, n int) {
	sum := 0.0
	for _, o := range r.outcomes {
		if ratio, ok := o.ratio(peer, form); ok && o.workload == "W8" {
			sum += math.Log(ratio)
			n++
		}
	}
	return math.Exp(sum / float64(n)), n
}

// A budget is what was promised, and what was measured.
type budget struct{ what, target, measured, verdict string }

const (
	met    = "met"
	missed = "**missed**"
)

func verdict(ok bool) string {
	if ok {
		return met
	}
	return missed
}

var forms = map[string]string{spineMap: "map in", spineSlots: "slots"}

// budgets compares with the promises. What was not measured has no line.
func (r *results) budgets() (lines []budget) {
	most := func(what string, measured float64, ok bool, most float64, format string) {
		if ok {
			lines = append(lines, budget{what, "at most " + fmt.Sprintf(format, most), fmt.Sprintf(format, measured), verdict(measured <= most)})
		}
	}
	const times = "%.3g ×"
	for _, b := range []struct {
		workload, form string
		most           float64
	}{
		{"W1", spineMap, 20}, {"W2", spineMap, 30}, {"W3", spineMap, 26}, {"W4", spineMap, 15}, {"W5", spineMap, 8}, {"W6", spineMap, 12},
		{"W1", spineSlots, 8}, {"W2", spineSlots, 8},
	} {
		ratio, ok := r.at(b.workload).ratio(b.form, byHand)
		most(fmt.Sprintf("%s, %s, over hand", b.workload, forms[b.form]), ratio, ok, b.most, times)
	}
	for _, w := range []string{"W1", "W2", "W3"} {
		ratio, ok := r.at(w).ratio(spineMap, "expr")
		most(w+", map in, over expr", ratio, ok, 1, times)
	}
	for w, allowed := range map[string]float64{"W1": 0, "W2": 0, "W3": 2, "W4": 2, "W5": 0, "W6": 0} {
		if o := r.at(w); o != nil {
			f, ok := o.of(spineMap)
			most(w+", map in, allocations", f.allocs, ok && f.counted, allowed, "%.1f")
		}
	}
	slices.SortStableFunc(lines, func(a, b budget) int { return strings.Compare(a.what[:2], b.what[:2]) })
	for _, shape := range []struct {
		name string
		most float64
	}{{"intervals", 1.5}, {"key and interval", 2}, {"weak columns", 5}} {
		small, large := r.at("W7 "+shape.name+" 100 rules"), r.at("W7 "+shape.name+" 10000 rules")
		if small != nil && large != nil {
			a, ok := small.of(spineMap)
			b, also := large.of(spineMap)
			most("W7, "+shape.name+", 10,000 rules over 100", b.ns/a.ns, ok && also, shape.most, times)
		}
	}
	for _, peer := range []string{"expr", feelinName, feelinKept} {
		allowed := map[string]float64{"expr": 1}[peer]
		if allowed == 0 {
			allowed = 0.25
		}
		for _, form := range []string{spineMap, spineSlots} {
			mean, n := r.geometric(peer, form)
			most("W8, geometric mean, "+forms[form]+", over "+peer, 1/mean, n > 0, allowed, times)
		}
	}
	for _, n := range []int{1, 100, 1_000} {
		ratio, ok := r.at(fmt.Sprintf("W9 model of %d", n)).ratio(spineMap, tokenFloor)
		most(fmt.Sprintf("W9, load of a model of %d, over the token floor", n), ratio, ok, 2, times)
	}
	if a, b := r.at("W9 model of 100"), r.at("W9 model of 1000"); a != nil && b != nil {
		few, ok := a.of(spineMap)
		many, also := b.of(spineMap)
		most("W9, a decision of 1,000 over one of 100", many.ns/few.ns/10, ok && also, 1.25, times)
	}
	for _, p := range r.pairs {
		if p.peer == spineMap {
			lines = append(lines, r.parallel(p))
			most(p.contest+", two goroutines, waits for locks of spine", float64(p.waits), true, 0, "%.0f")
		}
	}
	for _, o := range r.outcomes {
		if f, ok := o.of(withFile); ok && o.workload == "run" {
			most("a whole run with its record written", f.ns/1e6, true, 1, "%.2f ms")
		}
	}
	return lines
}

// parallel judges what two goroutines decide in the time of one. Code by hand, which
// shares nothing, shows whether there was a second processor to be had.
func (r *results) parallel(p pair) budget {
	const least = 1.9
	b := budget{p.contest + ", two goroutines, by wall time", fmt.Sprintf("at least %v ×", least), fmt.Sprintf("%.2f ×", p.wall), verdict(p.wall >= least)}
	for _, hand := range r.pairs {
		if hand.contest == p.contest && hand.peer == byHand && b.verdict == missed && hand.wall < least {
			b.verdict = fmt.Sprintf("cannot be told: hand reaches %.2f ×", hand.wall)
		}
	}
	return b
}

// behind gives where another engine takes less time than spine.
func (r *results) behind() (lines []string) {
	for _, o := range r.outcomes {
		for _, peer := range engines {
			if ratio, ok := o.ratio(peer, spineMap); ok && ratio < 1 {
				lines = append(lines, fmt.Sprintf("%s: %s takes %.2f of spine's time", o.title(), peer, ratio))
			}
		}
	}
	return lines
}
