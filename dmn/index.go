package dmn

import (
	"math/bits"
	"unsafe"

	"github.com/decision-spine/spine/feel"
)

// An index finds the rules that match without reading all cells. A column of
// constant tests divides the values of its input into classes (see [feel.Scale]);
// for each class it is known which rules the column lets pass, 64 of them in a word.
// The rules that all columns let pass are few, and are found without testing a cell.
//
// It gives what the plain reading gives, which takes the rules top down and the
// cells of each from left to right up to the first that is not true, with the same
// errors, reasons for nulls and order of both:
//
//   - A cell is sure when it is a set of constants and the value is null or
//     comparable with them: testing it can neither fail nor leave a trace, and its
//     answer is known. Whether it is tested makes no difference.
//   - The other cells are read exactly when the plain reading reads them. So a rule
//     is let pass by the cells to the left of its first cell that is not sure, and by
//     these alone: one to the right must not rule it out, since the plain reading
//     reads the unsure cell first. What passes is read on from that cell, rules top
//     down.
//   - A value that is not comparable with the constants of its column makes cells of
//     it fail: the index is then no help, and the plain reading decides.
//
// Steps are those of the cells that are read, so that a table with an index takes as
// many as without one, or fewer.
type index struct {
	cols   []indexColumn
	words  int      // of 64 rules
	tested []uint16 // by rule: how many of its first cells the columns test
	whole  bool     // that is all cells of all rules
	single bool     // one rule is enough: under FIRST, or when two never match together
}

// indexColumn is an input whose sure cells rule out rules.
type indexColumn struct {
	input int
	scale *feel.Scale

	// The rules of word w that pass are steps[starts[w]:starts[w+1]], a function of the
	// class: those of a step hold from its class on.
	starts []uint32
	steps  []indexStep

	// What follows from these, where it is worth its memory: the rules that pass by
	// class and then by word, and by class the words that have one.
	dense  []uint64
	ends   []uint32 // lists[ends[k]:ends[k+1]] are the words of class k
	lists  []uint16
	listed []uint64 // parallel to lists: the rules
}

type indexStep struct {
	rules uint64
	class uint32
}

// size is about how many bytes c takes.
func (c *indexColumn) size() int {
	return int(unsafe.Sizeof(*c)) + c.scale.Size() + 4*cap(c.starts) + int(unsafe.Sizeof(indexStep{}))*cap(c.steps) +
		8*cap(c.dense) + 4*cap(c.ends) + 2*cap(c.lists) + 8*cap(c.listed)
}

// size is about how many bytes x takes.
func (x *index) size() int {
	size := int(unsafe.Sizeof(*x)) + 2*cap(x.tested)
	for i := range x.cols {
		size += x.cols[i].size()
	}
	return size
}

// word gives the rules of word w that pass with a value of class k.
func (c *indexColumn) word(k, w, words int) uint64 {
	if c.dense != nil {
		return c.dense[k*words+w]
	}
	steps := c.steps[c.starts[w]:c.starts[w+1]]
	for len(steps) > 1 {
		half := len(steps) >> 1
		if int(steps[half].class) <= k {
			steps = steps[half:]
		} else {
			steps = steps[:half]
		}
	}
	return steps[0].rules
}

// list gives the words that have rules which pass with a value of class k.
func (c *indexColumn) list(k int) []uint16 { return c.lists[c.ends[k]:c.ends[k+1]] }

// find finds the rules that match; known is false when the plain reading has to.
func (s *scan) find(x *index) (known bool, err error) {
	if x.words == 1 {
		rules := ^uint64(0)
		for i := range x.cols {
			c := &x.cols[i]
			k := c.scale.Class(s.inputs[c.input])
			if k < 0 {
				return false, nil
			}
			rules &= c.word(k, 0, 1)
		}
		_, err := s.take(x, 0, rules)
		return true, err
	}
	s.classes = s.classes[:0]
	for i := range x.cols {
		c := &x.cols[i]
		k := c.scale.Class(s.inputs[c.input])
		if k < 0 {
			return false, nil
		}
		s.classes = append(s.classes, int32(k))
	}
	shortest, ok := x.shortest(s.classes)
	if !ok {
		return true, s.findInAll(x)
	}
	for i := range x.cols[shortest].list(int(s.classes[shortest])) {
		w, rules := x.passing(s.classes, shortest, i)
		if done, err := s.take(x, w, rules); done || err != nil {
			return true, err
		}
	}
	return true, nil
}

// shortest gives the column whose list is the shortest; ok is false where it is less
// work to go through all words.
func (x *index) shortest(classes []int32) (shortest int, ok bool) {
	length := 0
	for i := range x.cols {
		if c := &x.cols[i]; c.ends != nil {
			if n := len(c.list(int(classes[i]))); !ok || n < length {
				shortest, length, ok = i, n, true
			}
		}
	}
	return shortest, ok && (len(x.cols) == 1 || length <= x.words/listedShare)
}

// passing gives the rules that all columns let pass of the word that is entry i in the
// list of a column; of word i when there is no column, which -1 says.
func (x *index) passing(classes []int32, listed, i int) (w int, rules uint64) {
	w, rules = i, ^uint64(0)
	known := -1
	if listed >= 0 {
		of := &x.cols[listed]
		i += int(of.ends[classes[listed]])
		if w = int(of.lists[i]); of.listed != nil {
			known, rules = listed, of.listed[i]
		}
	}
	for col := range x.cols {
		if col == known {
			continue
		}
		if rules &= x.cols[col].word(int(classes[col]), w, x.words); rules == 0 {
			break
		}
	}
	return w, rules
}

// The words of a list are looked up one by one, which takes more for each than going
// through all words does: the list may have one in so many of them.
const listedShare = 4

// findInAll goes through the words in blocks, column by column.
func (s *scan) findInAll(x *index) error {
	var buf [64]uint64
	for first := 0; first < x.words; first += len(buf) {
		block := buf[:min(len(buf), x.words-first)]
		for w := range block {
			block[w] = ^uint64(0)
		}
		for i := range x.cols {
			c := &x.cols[i]
			if c.dense == nil {
				continue
			}
			start := int(s.classes[i])*x.words + first
			row := c.dense[start : start+len(block)]
			for w := range block {
				block[w] &= row[w]
			}
		}
		for w, rules := range block {
			for i := 0; i < len(x.cols) && rules != 0; i++ {
				if c := &x.cols[i]; c.dense == nil {
					rules &= c.word(int(s.classes[i]), first+w, x.words)
				}
			}
			if rules == 0 {
				continue
			}
			if done, err := s.take(x, first+w, rules); done || err != nil {
				return err
			}
		}
	}
	return nil
}

// take reads what is left to be read of the rules of word w that pass; done says
// that no other rule is to be looked at.
func (s *scan) take(x *index, w int, rules uint64) (done bool, err error) {
	for ; rules != 0; rules &= rules - 1 {
		r := w<<6 + bits.TrailingZeros64(rules)
		if !x.whole {
			matched, err := s.matches(s.p.rows[r].cells[x.tested[r]:])
			if err != nil {
				return true, err
			}
			if !matched {
				continue
			}
		}
		s.hits = append(s.hits, r)
		if x.single {
			return true, nil
		}
	}
	return false, nil
}
