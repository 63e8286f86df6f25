package dmn

import (
	"context"
	"math/bits"

	"github.com/decision-spine/spine/feel"
)

// quick decides what most decisions of most tables are: every cell is answered by the
// index, and every output is a literal. Then nothing is evaluated but the inputs; where
// these are names and paths of scalars, there is no need of a frame either. What is not
// so plain it leaves to the way that all decisions can go, as if nothing had been done: a
// conflict, a decision without a match; without a frame also what is no scalar, and
// what is not of the column's type.
type quick struct {
	p      *Program
	framed bool           // the inputs need a frame
	sure   []*indexColumn // by column; nil: no cell looks at the input

	// Of tables of up to 64 rules: what they give when a rule matches alone, and by the
	// rules that match when these are several, or aggregated.
	single   []Decision
	outcomes map[uint64]*Decision
}

const (
	quickColumns = 16 // whose classes have room on the stack
	mostOutcomes = 256
	mostValues   = 4096 // in all outcomes
	fewWords     = 8
)

// newQuick gives nil for a table that needs more.
func newQuick(p *Program) *quick {
	if p.index == nil || !p.index.whole || p.t.effective || len(p.cols) > quickColumns {
		return nil
	}
	q := &quick{p: p, sure: make([]*indexColumn, len(p.cols))}
	for i := range p.cols {
		q.framed = q.framed || p.cols[i].ref < 0 || p.cols[i].kind == feel.KindNull
	}
	for i := range p.rows {
		if p.rows[i].result.exprs != nil {
			return nil
		}
	}
	for i := range p.index.cols {
		c := &p.index.cols[i]
		q.sure[c.input] = c
	}
	if p.index.words > 1 {
		return q
	}
	for i := range p.rows {
		q.single = append(q.single, Decision{Outputs: p.rows[i].result.outputs, Rules: p.all[i : i+1 : i+1]})
	}
	if p.t.HitPolicy != First && p.t.HitPolicy != Unique {
		q.outcomes = p.outcomes()
	}
	return q
}

// outcomes gives what the table gives for all sets of rules that may match together,
// unless they are too many: but for those that are a conflict.
func (p *Program) outcomes() map[uint64]*Decision {
	reached := map[uint64]bool{^uint64(0): true}
	for i := range p.index.cols {
		c, next := &p.index.cols[i], map[uint64]bool{}
		for k := range c.scale.Classes() {
			word := c.word(k, 0, 1)
			for rules := range reached {
				if next[rules&word] = true; len(next) > mostOutcomes {
					return nil
				}
			}
		}
		reached = next
	}
	s := p.begin(context.Background(), &feel.Input{})
	defer s.end()
	out, values := map[uint64]*Decision{}, 0
	for rules := range reached {
		if rules == 0 {
			continue
		}
		s.hits = s.hits[:0]
		for left := rules; left != 0; left &= left - 1 {
			s.hits = append(s.hits, bits.TrailingZeros64(left))
		}
		if values += len(s.hits) * len(p.t.Outputs); values > mostValues {
			return nil
		}
		if d, err := s.combine(); err == nil {
			out[rules] = &d
		}
	}
	return out
}

// decide decides with inputs that have been read, or else with those that are scalars in
// vars. It is false when it leaves the decision to [scan.decide].
func (q *quick) decide(inputs []feel.Value, vars *feel.Vars, d *Decision) bool {
	var room [quickColumns]int32
	p, classes, rules := q.p, room[:0], ^uint64(0)
	oneWord := p.index.words == 1
	for i := range p.cols {
		var v feel.Value
		if inputs != nil {
			v = inputs[i]
		} else {
			c := &p.cols[i]
			var ok bool
			if v, ok = p.unit.Scalar(vars, c.ref); !ok || v.Kind() != c.kind {
				return false
			}
		}
		sure := q.sure[i]
		if sure == nil {
			continue
		}
		k := sure.scale.Class(v)
		switch {
		case k < 0:
			return false
		case oneWord:
			rules &= sure.word(k, 0, 1)
		default:
			classes = append(classes, int32(k))
		}
	}
	first := 0
	if !oneWord {
		var ok bool
		if first, rules, ok = p.index.only(classes); !ok {
			return false
		}
	} else if p.index.single {
		rules &= -rules
	}
	switch one := rules&(rules-1) == 0; {
	case rules == 0:
		if p.otherwise == nil || p.otherwise.exprs != nil {
			return false
		}
		d.Outputs, d.Default = p.otherwise.outputs, true
	case one && p.t.Aggregation == "" && oneWord:
		*d = q.single[bits.TrailingZeros64(rules)] // as a whole, which is read quicker than what is put together
	case one && p.t.Aggregation == "":
		r := first + bits.TrailingZeros64(rules)
		d.Outputs, d.Rules = p.rows[r].result.outputs, p.all[r:r+1:r+1]
	default:
		o := q.outcomes[rules]
		if o == nil {
			return false
		}
		*d = *o
	}
	return true
}

// only gives the rule that matches, if it is one: a bit of the word that begins with
// rule first. ok is false when there are more, or too many words to look at.
func (x *index) only(classes []int32) (first int, rules uint64, ok bool) {
	listed, ok := x.shortest(classes)
	words := x.words
	if ok {
		words = len(x.cols[listed].list(int(classes[listed])))
	} else if listed = -1; words > fewWords {
		return 0, 0, false
	}
	for i := range words {
		w, more := x.passing(classes, listed, i)
		switch {
		case more == 0:
		case x.single:
			return w << 6, more & -more, true
		case rules != 0 || more&(more-1) != 0:
			return 0, 0, false
		default:
			first, rules = w<<6, more
		}
	}
	return first, rules, true
}
