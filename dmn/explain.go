package dmn

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Explanation tells how a table came to its answer. It is made on request only:
// a decision without one costs nothing for it.
type Explanation struct {
	Inputs []ExplainedInput
	// Rules are those that were looked at, in table order; when none matched, the
	// nearest misses come first.
	Rules []ExplainedRule
}

// ExplainedInput is a column and the value that its tests saw.
type ExplainedInput struct {
	Name  string
	Value feel.Value
}

// ExplainedRule is a rule that was looked at.
type ExplainedRule struct {
	Match
	Matched bool
	Failed  *FailedCell // the first cell that did not hold; nil when all did
	Misses  int         // how many cells do not hold
}

// FailedCell is a cell that did not hold.
type FailedCell struct {
	Cell string // the input's name
	Test string // the cell's text
	Saw  feel.Value
	At   diag.Locator
}

// Explain decides as Decide does, and tells for each rule that was looked at which
// cell failed first. Its Decision and its error are those of Decide; after an
// error the Explanation holds what was read before it.
func (p *Program) Explain(ctx context.Context, in feel.Input) (Decision, Explanation, error) {
	d, err := p.Decide(ctx, in)
	s := p.begin(ctx, &in)
	defer s.end()
	return d, s.explain(), err
}

// Observe decides as Decide does, and tells what the tests of each column saw.
func (p *Program) Observe(ctx context.Context, in feel.Input) (d Decision, inputs []ExplainedInput, err error) {
	s := p.begin(ctx, &in)
	if err = s.decide(&d); err == nil {
		d.Nulls, inputs = s.frame.Nulls(), s.explainInputs()
	}
	s.end() // not after a panic of the host's own
	return d, inputs, err
}

func (s *scan) explainInputs() []ExplainedInput {
	out := make([]ExplainedInput, len(s.inputs))
	for i, v := range s.inputs {
		out[i] = ExplainedInput{s.p.t.Inputs[i].Name, v}
	}
	return out
}

func (s *scan) explain() Explanation {
	var e Explanation
	if err := s.readInputs(); err != nil {
		return e
	}
	e.Inputs = s.explainInputs()
	matched := false
	for r := range s.p.rows {
		x, failed := s.look(r)
		if x.Failed != nil {
			x.Failed.At = s.p.t.testPlace(r, failed)
		}
		e.Rules = append(e.Rules, x)
		if s.eval.Err() != nil {
			return e
		}
		matched = matched || x.Matched
		if x.Matched && s.p.t.HitPolicy == First {
			break
		}
	}
	if !matched {
		slices.SortStableFunc(e.Rules, func(a, b ExplainedRule) int { return cmp.Compare(a.Misses, b.Misses) })
	}
	return e
}

// look reads one rule. Behind the first cell that fails the others are tried as
// well, to tell how near the rule was; what fails there in another way counts as
// a miss, and is no fault of the decision. It gives the input of that cell as well, and
// leaves its place to who wants it.
func (s *scan) look(r int) (x ExplainedRule, failed int) {
	row := &s.p.rows[r]
	x.Match = s.p.all[r]
	for i := range row.cells {
		c := &row.cells[i]
		if s.eval.Test(c.expr, s.inputs[c.col]) {
			continue
		}
		x.Misses++
		if x.Failed != nil {
			continue
		}
		failed = c.col
		x.Failed = &FailedCell{Cell: s.p.t.Inputs[c.col].Name, Test: s.p.t.test(r, c.col), Saw: s.inputs[c.col]}
		if s.eval.Err() != nil {
			return x, failed
		}
	}
	x.Matched = x.Failed == nil
	return x, failed
}

// nearest names the rule that came closest, for the error of no match.
func (s *scan) nearest() string {
	best, misses := ExplainedRule{}, 0
	for r := range s.p.rows {
		x, _ := s.look(r)
		if s.eval.Err() != nil || x.Failed == nil {
			break
		}
		if misses == 0 || x.Misses < misses {
			best, misses = x, x.Misses
		}
	}
	if misses == 0 {
		return ""
	}
	more := ""
	if misses > 1 {
		more = fmt.Sprintf(", and %d more", misses-1)
	}
	return fmt.Sprintf("the nearest is rule %s: %s is %s, and the cell says %s%s",
		best.ID, best.Failed.Cell, best.Failed.Saw, strings.TrimSpace(best.Failed.Test), more)
}
