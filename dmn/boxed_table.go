package dmn

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// table gives the tree of a boxed decision table of a type, or nil: its expressions are
// the parts of one expression, which the scan of a table reads as it reads those of a
// file.
func (b *boxer) table(x *xml.DecisionTable, src feel.Source, whole *feel.Type, sc *feel.Scope) *feel.AST {
	t := &Table{ID: cmp.Or(x.ID, b.node), HitPolicy: HitPolicy(strings.ReplaceAll(x.HitPolicy, " ", "_")), Aggregation: Aggregation(x.Aggregation)}
	t.boxed = &boxedTable{x: x, node: b.node, id: t.ID, nulls: make([]feel.Value, len(x.Outputs))}
	var c parts[*feel.AST]
	for i, in := range x.Inputs {
		name := in.Label
		if name == "" && in.Expression != nil && in.Expression.Text != nil {
			name = in.Expression.Text.Text
		}
		if name == "" {
			name = fmt.Sprintf("input %d", i+1)
		}
		t.Inputs = append(t.Inputs, Input{Name: name, Type: ColumnType{Name: "any"}})
		c.inputs = append(c.inputs, b.input(in, name, sc))
	}
	types := make([]*feel.Type, len(x.Outputs))
	for i, out := range x.Outputs {
		name := out.Name.Text
		if name == "" {
			name = fmt.Sprintf("output %d", i+1)
		}
		declared := b.typeOf(out.TypeRef)
		types[i] = b.restrict(orAny(declared), out.Values, name)
		values := order(types[i])
		if values == nil {
			values = order(outputType(whole, x, out))
		}
		t.Outputs = append(t.Outputs, Output{Name: name, Type: ColumnType{Name: "any"}, Values: values})
		if out.Default != nil && !isBlank(out.Default) {
			t.Default = make([]Cell, len(x.Outputs))
		}
	}
	b.check(x, t)
	t.boxed.bare = len(t.Outputs) == 1 && (t.HitPolicy == Unique || t.HitPolicy == First || t.HitPolicy == Any)
	c.when, c.then = make([][]*feel.AST, len(x.Rules)), make([][]*feel.AST, len(x.Rules))
	exprs := make([]*feel.AST, len(x.Rules)*(len(x.Inputs)+len(x.Outputs)))
	for i, r := range x.Rules {
		c.when[i], c.then[i] = cut(&exprs, len(x.Inputs)), cut(&exprs, len(x.Outputs))
		b.rule(r, c.when[i], c.then[i], types, sc)
	}
	if t.Default != nil {
		for i, out := range x.Outputs {
			c.defaults = append(c.defaults, b.output(out.Default, types[i], sc))
		}
	}
	nullable := make([]bool, len(t.Inputs))
	for i := range nullable {
		nullable[i] = true
	}
	p := &Program{t: t}
	exprs = layout(p, c, nullable)
	tests := make([]int, len(exprs))
	for _, row := range p.rows {
		for _, cell := range row.cells {
			tests[cell.expr] = cell.col // whose expression has the number of the column
		}
	}
	plain := b.doc.loader.plain
	return feel.Host(src, exprs, tests, func(constant feel.ConstantParts) func(feel.Parts) feel.Value {
		compiled := &Program{t: p.t, cols: p.cols, rows: p.rows, all: p.all, otherwise: p.otherwise, keys: p.keys}
		if !plain {
			compiled.index = newIndex(compiled, constant, indexBytes(len(compiled.rows)))
		}
		return compiled.boxed
	})
}

// boxed decides a boxed table, of which e evaluates the expressions.
func (p *Program) boxed(e feel.Parts) feel.Value {
	s, x := p.beginBoxed(e), explaining(e)
	err := s.readInputs()
	if err == nil {
		err = s.readRules()
	}
	if err == nil && x == nil && len(s.hits) == 1 && p.t.boxed.bare { // what there is most of, without the names of outputs
		v := e.Eval(p.rows[s.hits[0]].result.exprs[0], feel.Null)
		s.end()
		return v
	}
	var d Decision
	if err == nil {
		err = s.conclude(&d)
	}
	if x != nil {
		x.explain(s, d)
	}
	s.end() // not after a panic of the host's own
	if err != nil {
		if e.Err() != nil {
			return feel.Null
		}
		return e.Fail(diag.Of(err)[0])
	}
	return p.Value(d)
}

// input gives the tree of an input expression. A value that the clause does not list
// is none of its type.
func (b *boxer) input(in *xml.InputClause, name string, sc *feel.Scope) *feel.AST {
	if in.Expression == nil {
		return feel.BoxedNull(b.source(&in.At))
	}
	out := b.expression(in.Expression, sc)
	return feel.Typed(b.source(&in.At), out, b.restrict(feel.AnyType, in.Values, name))
}

// outputType gives the type that an output clause without one has from that of the whole
// table (DMN 1.6, clause 8.3.3).
func outputType(whole *feel.Type, x *xml.DecisionTable, out *xml.OutputClause) *feel.Type {
	if x.HitPolicy == "OUTPUT ORDER" && whole.IsList() {
		whole = whole.Item()
	}
	switch {
	case whole == nil || out.TypeRef != nil:
		return nil
	case len(x.Outputs) > 1:
		return whole.Member(out.Name.Text)
	}
	return whole
}

// order gives the constants that a type allows, which are the order of priority.
// They are those that the output clause lists, or else those of its type.
func order(t *feel.Type) []feel.Value {
	allowed := t.Allowed()
	if len(allowed) == 0 {
		return nil
	}
	return allowed[len(allowed)-1].EqualTo()
}

// output gives the tree of an output entry; of none, or of a blank one, that of null.
func (b *boxer) output(x *xml.LiteralExpression, t *feel.Type, sc *feel.Scope) *feel.AST {
	if x == nil {
		return feel.BoxedNull(b.source(&xml.Place{}))
	}
	return feel.Typed(b.source(&x.At), b.cell(x, sc), t)
}

// cell gives the tree of what stands in a cell of a table or a relation; of a blank one,
// that of null.
func (b *boxer) cell(x xml.Expression, sc *feel.Scope) *feel.AST {
	if l, ok := x.(*xml.LiteralExpression); ok && isBlank(l) {
		b.warn(errBlankEntry(b.at(&l.Text.At), "the cell is blank, and is read as null", "write null if that is meant"))
		return feel.BoxedNull(b.source(&l.At))
	}
	return b.expression(x, sc)
}

// isBlank reports whether the text of a cell is there and says nothing.
func isBlank(x *xml.LiteralExpression) bool {
	return x.Text != nil && strings.TrimSpace(x.Text.Text) == ""
}

// cut takes n elements from the front.
func cut[T any](s *[]T, n int) []T {
	front := (*s)[:n:n]
	*s = (*s)[n:]
	return front
}

// rule parses the cells of a rule.
func (b *boxer) rule(r *xml.Rule, when, then []*feel.AST, types []*feel.Type, sc *feel.Scope) {
	for j, cell := range r.Inputs {
		if j >= len(when) || cell.Text.Text == "-" {
			continue
		}
		if strings.TrimSpace(cell.Text.Text) == "" {
			b.warn(errBlankEntry(b.at(&cell.Text.At), "the input entry is blank, and is read as one that any value passes", "write - if that is meant"))
			continue
		}
		if cell.Language != xml.FEEL {
			b.notFEEL(&cell.Text, cell.Language)
			continue
		}
		ast, err := feel.ParseUnaryTests(b.text(&cell.Text), sc)
		if err != nil {
			b.report(err)
			continue
		}
		when[j] = ast
	}
	for j := range then {
		var entry *xml.LiteralExpression
		if j < len(r.Outputs) {
			entry = r.Outputs[j]
		}
		then[j] = b.output(entry, types[j], sc)
	}
}

// boxedTable tells of the rules of a table of a model, which has no others.
type boxedTable struct {
	x     *xml.DecisionTable
	node  string // the element that it is in
	id    string
	nulls []feel.Value // one for each output: all are computed
	bare  bool         // the value of a rule that matches alone is its one output
}

// match gives rule i, from 0, as one that matched.
func (t *boxedTable) match(i int) Match {
	r := t.x.Rules[i]
	m := Match{Rule: i + 1, ID: r.ID, Annotation: strings.Join(r.Annotations, "; ")}
	if m.ID == "" {
		m.ID = strconv.Itoa(m.Rule)
	}
	if m.Annotation == "" {
		m.Annotation = r.Description
	}
	return m
}

// test gives the text of an input entry.
func (t *boxedTable) test(rule, input int) *xml.Text { return &t.x.Rules[rule].Inputs[input].Text }

// place gives a place in the table.
func (t *boxedTable) place(p *xml.Place) diag.Locator {
	at := (&boxer{node: t.node}).at(p)
	at.Table = t.id
	return at
}
