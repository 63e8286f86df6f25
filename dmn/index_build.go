package dmn

import (
	"cmp"
	"math"
	"slices"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
)

// newIndex makes the index of a table; nil when there is nothing to gain from one.
// constant gives the tests that an expression is, if they are a set of constants.
// It takes about n log n steps for n cells, and at most so many bytes: columns that
// need more are read cell by cell.
func newIndex(p *Program, constant feel.ConstantParts, bytes int) *index {
	n := len(p.rows)
	b := indexBuilder{p: p, constant: constant, open: make([]bool, n)}
	b.x = &index{words: (n + 63) / 64, tested: make([]uint16, n), single: p.t.HitPolicy == First}
	if n < 2 || b.x.words > math.MaxUint16 || len(p.cols) > math.MaxUint16 {
		return nil
	}
	b.bytes = bytes - b.x.size()
	for r := range b.open {
		b.open[r] = true
	}
	for col := range p.cols {
		b.column(col)
	}
	if len(b.x.cols) == 0 {
		return nil
	}
	b.x.whole = true
	for r := range p.rows {
		b.x.whole = b.x.whole && int(b.x.tested[r]) == len(p.rows[r].cells)
	}
	for i := range b.x.cols {
		b.list(&b.x.cols[i])
	}
	for i := range b.x.cols {
		b.spread(&b.x.cols[i])
	}
	b.x.single = b.x.single || p.t.HitPolicy == Unique && b.x.disjoint(n)
	return b.x
}

// indexBytes is how many bytes the index of a table may take.
func indexBytes(rules int) int { return limits.IndexBytes + rules*limits.IndexBytesPerRule }

type indexBuilder struct {
	p        *Program
	constant feel.ConstantParts
	x        *index
	open     []bool // by rule: all its cells so far are sure
	bytes    int    // that may still be taken
}

// indexCell is a sure cell.
type indexCell struct {
	rule  int
	tests feel.ConstantTests
}

// column indexes an input, if its cells are sure and the memory suffices.
func (b *indexBuilder) column(col int) {
	cells := b.sure(col)
	if len(cells) == 0 {
		return
	}
	c := indexColumn{input: col}
	var ranges [][]classRange
	c.scale, ranges = classify(cells)
	c.step(len(b.p.rows), cells, ranges)
	size := c.size()
	if size > b.bytes {
		for i := range cells {
			b.open[cells[i].rule] = false
		}
		return
	}
	b.bytes -= size
	for i := range cells {
		b.x.tested[cells[i].rule]++
	}
	b.x.cols = append(b.x.cols, c)
}

// sure gives the sure cells of an input in rules whose earlier cells are all sure.
// The first constant decides what values the column is for.
func (b *indexBuilder) sure(col int) []indexCell {
	out := make([]indexCell, 0, len(b.p.rows))
	end := feel.Null
	for r := range b.p.rows {
		cells := b.p.rows[r].cells
		next := int(b.x.tested[r])
		if !b.open[r] || next == len(cells) || cells[next].col != col {
			continue
		}
		tests, ok := b.constant(cells[next].expr)
		if ok {
			e := anEnd(tests.Within)
			if end.IsNull() {
				end = e
			} else if !e.IsNull() {
				_, ok = feel.Equal(end, e)
			}
		}
		if b.open[r] = ok; ok {
			out = append(out, indexCell{r, tests})
		}
	}
	return out
}

// anEnd gives an end of the ranges, which are all comparable; null when there is
// none.
func anEnd(ranges []feel.Bounds) feel.Value {
	for i := range ranges {
		if b := &ranges[i]; !b.Low.IsNull() {
			return b.Low
		} else if !b.High.IsNull() {
			return b.High
		}
	}
	return feel.Null
}

// classRange is the classes from one up to another, which is not in it.
type classRange struct{ from, to int }

// classify makes the scale of a column, and gives the classes for which each of its
// cells holds, in ascending order.
func classify(cells []indexCell) (*feel.Scale, [][]classRange) {
	points := make([]feel.Value, 0, 2*len(cells))
	order := false
	for i := range cells {
		for j := range cells[i].tests.Within {
			b := &cells[i].tests.Within[j]
			if !b.Low.IsNull() {
				points = append(points, b.Low)
			}
			if equal, _ := feel.Equal(b.Low, b.High); equal && b.LowClosed && b.HighClosed {
				continue
			}
			order = true
			if !b.High.IsNull() {
				points = append(points, b.High)
			}
		}
	}
	s := feel.NewScale(points, order)
	null := s.Classes() - 1
	ranges := make([][]classRange, len(cells))
	room := make([]classRange, 0, 2*len(cells))
	for i := range cells {
		first := len(room)
		room = cells[i].append(room, s, null)
		ranges[i] = room[first:len(room):len(room)]
	}
	return s, ranges
}

// append appends the classes for which a cell holds.
func (c *indexCell) append(dst []classRange, s *feel.Scale, null int) []classRange {
	first := len(dst)
	for i := range c.tests.Within {
		b := &c.tests.Within[i]
		r := classRange{0, null}
		if !b.Low.IsNull() {
			if r.from = s.Class(b.Low); !b.LowClosed {
				r.from++
			}
		}
		if !b.High.IsNull() {
			if r.to = s.Class(b.High); b.HighClosed {
				r.to++
			}
		}
		if r.from < r.to {
			dst = append(dst, r)
		}
	}
	own := dst[first:]
	slices.SortFunc(own, func(x, y classRange) int { return cmp.Compare(x.from, y.from) })
	joined := own[:0]
	for _, r := range own {
		if last := len(joined) - 1; last >= 0 && r.from <= joined[last].to {
			joined[last].to = max(joined[last].to, r.to)
		} else {
			joined = append(joined, r)
		}
	}
	dst = dst[:first+len(joined)]
	if c.tests.Not {
		dst = outside(dst, first, null)
	}
	if c.tests.Null {
		dst = append(dst, classRange{null, null + 1})
	}
	return dst
}

// outside puts what lies between ranges in their place.
func outside(dst []classRange, first, null int) []classRange {
	from, out := 0, []classRange{}
	for _, r := range dst[first:] {
		if from < r.from {
			out = append(out, classRange{from, r.from})
		}
		from = r.to
	}
	if from < null {
		out = append(out, classRange{from, null})
	}
	return append(dst[:first], out...)
}

// step makes the steps of all words of n rules. A rule without a sure cell always
// passes.
func (c *indexColumn) step(n int, cells []indexCell, ranges [][]classRange) {
	words, turns := (n+63)/64, 0
	for _, r := range ranges {
		turns += 2 * len(r)
	}
	c.starts = make([]uint32, 1, words+1)
	c.steps = make([]indexStep, 0, words+turns)
	turning := make([]indexStep, 0, min(turns, 128)) // rules with a class that begins or ends to let them pass
	for w := range words {
		pass := ^uint64(0) >> max(0, 64*(w+1)-n)
		turning = turning[:0]
		for len(cells) > 0 && cells[0].rule>>6 == w {
			rule := uint64(1) << (cells[0].rule & 63)
			pass &^= rule
			for _, r := range ranges[0] {
				turning = append(turning, indexStep{rule, uint32(r.from)}, indexStep{rule, uint32(r.to)})
			}
			cells, ranges = cells[1:], ranges[1:]
		}
		slices.SortFunc(turning, func(x, y indexStep) int { return cmp.Compare(x.class, y.class) })
		c.steps = append(c.steps, indexStep{pass, 0})
		for _, t := range turning {
			switch last := &c.steps[len(c.steps)-1]; {
			case t.class == last.class:
				last.rules ^= t.rules
			case int(t.class) < c.scale.Classes():
				c.steps = append(c.steps, indexStep{last.rules ^ t.rules, t.class})
			}
		}
		c.starts = append(c.starts, uint32(len(c.steps)))
	}
}

// passing calls f with the words and classes, from one up to another, for which some
// rule passes.
func (c *indexColumn) passing(f func(w int, from, to uint32, rules uint64)) {
	for w := range len(c.starts) - 1 {
		steps := c.steps[c.starts[w]:c.starts[w+1]]
		for i, s := range steps {
			to := uint32(c.scale.Classes())
			if i+1 < len(steps) {
				to = steps[i+1].class
			}
			if s.rules != 0 {
				f(w, s.class, to, s.rules)
			}
		}
	}
}

// list makes the lists of a column, if the memory suffices.
func (b *indexBuilder) list(c *indexColumn) {
	if b.x.words == 1 {
		return
	}
	ends := make([]uint32, c.scale.Classes()+1) // first how much longer a list is than the one before
	c.passing(func(_ int, from, to uint32, _ uint64) { ends[from]++; ends[to]-- })
	length, total := uint32(0), 0
	for k, more := range ends {
		length += more
		ends[k] = uint32(total)
		total += int(length)
	}
	size := 4*len(ends) + 2*total
	if size > b.bytes {
		return
	}
	b.bytes -= size
	c.ends, c.lists = ends, make([]uint16, total)
	if total <= 8*len(b.x.tested) && 8*total <= b.bytes { // the rules as well, unless most lists are long
		b.bytes -= 8 * total
		c.listed = make([]uint64, total)
	}
	next := slices.Clone(ends)
	c.passing(func(w int, from, to uint32, rules uint64) {
		for k := from; k < to; k++ {
			c.lists[next[k]] = uint16(w)
			if c.listed != nil {
				c.listed[next[k]] = rules
			}
			next[k]++
		}
	})
}

// spread makes the dense form of a column, if the memory suffices and its lists are
// long: short ones are for picking words, of which few are then looked up.
func (b *indexBuilder) spread(c *indexColumn) {
	words := c.scale.Classes() * b.x.words
	if b.x.words > 1 && len(c.lists) < words/denseShare || 8*words > b.bytes {
		return
	}
	b.bytes -= 8 * words
	c.dense = make([]uint64, words)
	c.passing(func(w int, from, to uint32, rules uint64) {
		for k := int(from); k < int(to); k++ {
			c.dense[k*b.x.words+w] = rules
		}
	})
}

// Lists are long when they have this share of the words.
const denseShare = 8
