package dmn

import (
	"context"
	"slices"

	"github.com/decision-spine/spine/feel"
)

// Reading evaluates a table part by part, for a host that makes a result of the
// parts in a way of its own: one that goes on where an input is missing, say. Each
// part has the value and the error that [Program.Decide] finds there; an error of
// one part does not keep others from being read. Hit policy, default and effective
// dates are the host's to look at.
//
// A Reading belongs to one goroutine.
type Reading struct {
	s   *scan
	ctx context.Context
	in  feel.Input
}

// Read begins a reading of the table against in, which is strict whatever in says.
// Its Stop must be called.
func (p *Program) Read(ctx context.Context, in feel.Input) *Reading {
	in.Lenient = false
	frame := p.unit.NewFrame()
	frame.Start(ctx, &in)
	return &Reading{&scan{p: p, eval: frame, frame: frame, inputs: make([]feel.Value, len(p.cols))}, ctx, in}
}

// Stop ends the reading.
func (r *Reading) Stop() { r.s.frame.Stop() }

// Column evaluates the expression of input i, and gives the value that the cells of
// the column test. The error is a FEEL error, [NullInput], [OutsideValues] or that
// of a value beyond the type.
func (r *Reading) Column(i int) (feel.Value, error) {
	v := r.s.eval.Eval(i, feel.Null)
	err := r.s.eval.Err()
	if err == nil {
		v, err = r.s.input(&r.s.p.cols[i], v)
	}
	r.s.inputs[i] = v
	return v, r.heal(err)
}

// Cell reports whether the cell of a rule, from 0, holds for the value that Column
// gave for its input. One that is irrelevant does. The error is a FEEL error.
func (r *Reading) Cell(rule, input int) (bool, error) {
	cells := r.s.p.rows[rule].cells
	i, ok := slices.BinarySearchFunc(cells, input, func(c cell, input int) int { return c.col - input })
	if !ok {
		return true, nil
	}
	holds, err := r.s.matches(cells[i : i+1])
	return holds, r.heal(err)
}

// Outputs gives the outputs of a rule, from 0, or those of the default if rule is
// negative, in the order of the table. The error is a FEEL error, [OutsideValues]
// or that of a value beyond the type.
func (r *Reading) Outputs(rule int) ([]feel.Value, error) {
	of := r.s.p.otherwise
	if rule >= 0 {
		of = &r.s.p.rows[rule].result
	}
	values, err := r.s.outputs(of)
	return values, r.heal(err)
}

// heal makes the reading one that can go on after an error.
func (r *Reading) heal(err error) error {
	if r.s.frame.Err() != nil {
		r.s.frame.Stop()
		r.s.frame.Start(r.ctx, &r.in)
	}
	return err
}

// Priority says how the table ranks outputs: those of the lesser rank, compared
// number by number, go first (DMN 1.6, clause 8.2.11). There is a number for each
// output that lists values.
func (t *Table) Priority(outputs []feel.Value) []int {
	var rank []int
	for o, out := range t.Outputs {
		if out.Values == nil {
			continue
		}
		at := slices.IndexFunc(out.Values, func(v feel.Value) bool {
			equal, known := feel.Equal(v, outputs[o])
			return equal && known
		})
		if at < 0 {
			at = len(out.Values) // of a model, where null may stand for another value
		}
		rank = append(rank, at)
	}
	return rank
}

// SameOutputs reports whether two rules give the same.
func SameOutputs(a, b []feel.Value) bool {
	return slices.EqualFunc(a, b, func(x, y feel.Value) bool {
		equal, known := feel.Equal(x, y)
		return equal && known
	})
}
