package dmn

import (
	"context"

	"github.com/decision-spine/spine/feel"
)

// CompileIndexed is Compile with the memory that the index may take.
func CompileIndexed(t *Table, bytes int) (*Program, error) {
	c, faults := t.check(nil)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return compile(t, c, bytes)
}

// DecidesQuickly reports whether p decides by its index alone.
func (p *Program) DecidesQuickly(in feel.Input) bool {
	switch {
	case p.quick == nil:
		return false
	case !p.quick.framed:
		return p.quick.decide(nil, &in.Vars, new(Decision))
	}
	s := p.begin(context.Background(), &in)
	defer s.end()
	return s.readInputs() == nil && p.quick.decide(s.inputs, nil, new(Decision))
}

// WithoutIndex gives p with the plain reading of its rules.
func (p *Program) WithoutIndex() *Program {
	return &Program{t: p.t, unit: p.unit, cols: p.cols, rows: p.rows, all: p.all, otherwise: p.otherwise, keys: p.keys}
}

// WithoutIndexes decides the tables of a model by the plain reading of their rules.
func WithoutIndexes() ModelOption { return func(l *loader) { l.plain = true } }

// Indexed tells how many columns of p an index finds rules by, how many bytes it
// takes, and whether one rule is enough.
func (p *Program) Indexed() (columns, bytes int, single bool) {
	if p.index == nil {
		return 0, 0, false
	}
	return len(p.index.cols), p.index.size(), p.index.single
}
