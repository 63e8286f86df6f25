package dmn

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// disjoint reports whether it is proven that no input matches two rules. It splits
// the rules by the classes of one column after the other until each part is one rule,
// and gives up after a number of steps that grows with the rules. Rules with cells
// that are not sure prove nothing: they are all read, for the errors they may have.
func (x *index) disjoint(rules int) bool {
	if x.words == 1 || !x.whole { // one word costs the same with one rule as with two
		return false
	}
	all := make([]wordRules, x.words)
	for w := range all {
		all[w] = wordRules{w, ^uint64(0)}
	}
	cols := make([]*indexColumn, len(x.cols))
	for i := range cols {
		cols[i] = &x.cols[i]
	}
	// The column with the shortest lists splits soonest.
	slices.SortStableFunc(cols, func(a, b *indexColumn) int { return cmp.Compare(a.inLists(), b.inLists()) })
	proof := disjointness{x: x, steps: 128 * rules}
	first := cols[0]
	if first.ends == nil {
		return proof.holds(all, cols)
	}
	for k := range first.scale.Classes() {
		var part []wordRules
		for _, w := range first.list(k) {
			part = append(part, wordRules{int(w), first.word(k, int(w), x.words)})
		}
		if proof.steps -= len(part); !proof.holds(part, cols[1:]) {
			return false
		}
	}
	return true
}

// inLists gives how long the lists are in all; without lists, more than that.
func (c *indexColumn) inLists() int {
	if c.ends == nil {
		return math.MaxInt
	}
	return len(c.lists)
}

// wordRules are rules of a word.
type wordRules struct {
	word  int
	rules uint64
}

type disjointness struct {
	x     *index
	steps int // words that may still be looked up
}

// holds reports whether no two of some rules match together, as far as the columns
// tell.
func (d *disjointness) holds(set []wordRules, cols []*indexColumn) bool {
	count := 0
	for _, s := range set {
		count += bits.OnesCount64(s.rules)
	}
	if count < 2 {
		return true
	}
	if len(cols) == 0 {
		return false
	}
	c := cols[0]
	var classes []uint32 // at which the set turns into another one
	for _, s := range set {
		steps := c.steps[c.starts[s.word]:c.starts[s.word+1]]
		for i, step := range steps {
			if i == 0 || (step.rules^steps[i-1].rules)&s.rules != 0 {
				classes = append(classes, step.class)
			}
		}
		d.steps -= len(steps) / 8 // which take less than a look-up
	}
	slices.Sort(classes)
	classes = slices.Compact(classes)
	part := make([]wordRules, 0, len(set))
	for _, k := range classes {
		if d.steps -= len(set); d.steps < 0 {
			return false
		}
		part = part[:0]
		for _, s := range set {
			if rules := s.rules & c.word(int(k), s.word, d.x.words); rules != 0 {
				part = append(part, wordRules{s.word, rules})
			}
		}
		if !d.holds(part, cols[1:]) {
			return false
		}
	}
	return true
}
