package dmn

import (
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Program is a compiled table. It is immutable and may be used by many goroutines
// at once.
type Program struct {
	t    *Table
	unit *feel.Unit
	cols []column
	rows []row
	all  []Match // parallel to rows
	// index finds the rules that match; nil when there is nothing to gain from one.
	index *index
	quick *quick     // nil of a table for which there is none
	keys  *feel.Keys // of the outputs
	// otherwise is what no match gives; nil without a default.
	otherwise *result
	pool      sync.Pool // of *scan
}

// column is an input clause: its expression is expression number its index of the
// unit.
type column struct {
	in       *Input
	nullable bool
	kind     feel.Kind // values of this kind need no conversion and no check; null: there is none
	ref      int       // the reference of the unit that the expression is; -1: more than that
}

// row is a rule: the cells that are not irrelevant, in the order of the columns.
type row struct {
	cells  []cell
	result result
}

type cell struct {
	col  int
	expr int
}

// result is the outputs of a rule or of the default.
type result struct {
	values  []feel.Value // parallel to the outputs; what exprs has is computed
	exprs   []int        // parallel to the outputs; -1: a literal; nil: all literals
	outputs feel.Value   // by name, when all are literals
	file    *[]Cell
}

// parts are the expressions of a table, checked ones of a file or trees of a boxed
// table. What has no expression is nil: an irrelevant cell, a literal.
type parts[T comparable] struct {
	inputs   []T
	when     [][]T // by rule, parallel to the inputs
	then     [][]T // by rule, parallel to the outputs
	defaults []T
}

// compile makes a program of a table without faults, whose index takes at most so many
// bytes.
func compile(t *Table, c *checks, bytes int) (*Program, error) {
	p := &Program{t: t}
	exprs := layout(p, c.parts, c.nullable)
	var err error
	if p.unit, err = feel.CompileUnit(exprs...); err != nil {
		return nil, err
	}
	for i := range p.cols {
		p.cols[i].ref = p.unit.Reference(exprs[i])
	}
	p.index = newIndex(p, func(i int) (feel.ConstantTests, bool) { return exprs[i].ConstantTests() }, bytes)
	p.quick = newQuick(p)
	return p, nil
}

// layout fills p, and gives the expressions in the order in which p numbers them:
// expression i is input i; the cells and output expressions follow.
func layout[T comparable](p *Program, c parts[T], nullable []bool) []T {
	t := p.t
	n := len(c.when)
	exprs := append(make([]T, 0, len(c.inputs)+n*(len(t.Inputs)+len(t.Outputs))), c.inputs...)
	p.rows = make([]row, 0, n)
	names := make([]string, len(t.Outputs))
	for i := range names {
		names[i] = t.Outputs[i].Name
	}
	p.keys = feel.NewKeys(names...)
	add := func(x T) int {
		var none T
		if x == none {
			return -1
		}
		exprs = append(exprs, x)
		return len(exprs) - 1
	}
	for i := range t.Inputs {
		p.cols = append(p.cols, newColumn(&t.Inputs[i], nullable[i]))
	}
	// What the rows have in common lies side by side.
	cells := make([]cell, 0, n*len(t.Inputs))
	numbers := make([]int, 0, (n+1)*len(t.Outputs))
	p.all = make([]Match, n)
	number := func(xs []T) []int {
		first := len(numbers)
		for _, x := range xs {
			numbers = append(numbers, add(x))
		}
		return numbers[first:len(numbers):len(numbers)]
	}
	for i := range n {
		first := len(cells)
		for col, x := range c.when[i] {
			if n := add(x); n >= 0 {
				cells = append(cells, cell{col, n})
			}
		}
		r := row{cells: cells[first:len(cells):len(cells)]}
		if t.boxed != nil {
			r.result = result{values: t.boxed.nulls, exprs: number(c.then[i])}
		} else {
			r.result = p.result(&t.Rules[i].Then, number(c.then[i]))
		}
		p.all[i] = t.match(i)
		p.rows = append(p.rows, r)
	}
	if t.Default != nil {
		r := p.result(&t.Default, number(c.defaults))
		p.otherwise = &r
	}
	return exprs
}

func newColumn(in *Input, nullable bool) column {
	c := column{in: in, nullable: nullable, ref: -1}
	if in.Values == nil {
		c.kind = in.Type.plainKind()
	}
	return c
}

// result makes the result of output cells; exprs are their expressions, -1 for a
// literal.
func (p *Program) result(file *[]Cell, exprs []int) result {
	cells := *file
	r := result{values: make([]feel.Value, len(cells)), file: file}
	for i := range cells {
		r.values[i] = cells[i].Literal
		if exprs[i] >= 0 {
			r.exprs = exprs
		}
	}
	if r.exprs == nil {
		values := r.values
		if p.t.Lists() {
			values = make([]feel.Value, len(cells))
			for i, v := range r.values {
				values[i] = feel.List(v)
			}
		}
		r.outputs = p.keys.Context(values)
	}
	return r
}

// Table is the table that p was compiled from.
func (p *Program) Table() *Table { return p.t }

// Refs gives the variables and paths that p reads, as [feel.Program.Refs] does.
func (p *Program) Refs() []string { return p.unit.Refs() }

// OutputType is the type of what Decide gives: a context by output name.
func (p *Program) OutputType() *feel.Type {
	fields := make([]feel.Field, len(p.t.Outputs))
	for i, o := range p.t.Outputs {
		typ := o.Type.FEEL()
		switch {
		case p.t.Lists():
			typ = feel.ListType(typ)
		case p.t.Aggregation == Count:
			typ = feel.NumberType
		}
		fields[i] = feel.Field{Name: o.Name, Type: typ}
	}
	return feel.ContextType(fields...)
}

// RefAt gives the place where reference i of Refs is first read.
func (p *Program) RefAt(i int) diag.Locator { return p.unit.RefAt(i) }

// plainKind gives the kind whose every value a column takes as it is; KindNull
// when there is no such kind.
func (t ColumnType) plainKind() feel.Kind {
	return map[string]feel.Kind{
		"string": feel.KindString, "number": feel.KindNumber, "boolean": feel.KindBoolean,
		"date": feel.KindDate, "time": feel.KindTime, "date_time": feel.KindDateTime,
	}[t.Name]
}
