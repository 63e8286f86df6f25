package dmn

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// table gives the tree of a boxed decision table: its expressions are the parts of
// one expression, which the scan of a table reads as it reads those of a file.
func (b *boxer) table(x *xml.DecisionTable, src feel.Source, sc *feel.Scope) *feel.AST {
	t := &Table{boxed: true, ID: x.ID, HitPolicy: HitPolicy(strings.ReplaceAll(x.HitPolicy, " ", "_")), Aggregation: Aggregation(x.Aggregation), at: src.At}
	if t.ID == "" {
		t.ID = b.node
	}
	t.at.Table = t.ID
	var c parts[*feel.AST]
	for i, in := range x.Inputs {
		name := in.Label
		if name == "" && in.Expression != nil && in.Expression.Text != nil {
			name = in.Expression.Text.Text
		}
		if name == "" {
			name = fmt.Sprintf("input %d", i+1)
		}
		t.Inputs = append(t.Inputs, Input{Name: name, Type: ColumnType{Name: "any"}, At: in.At})
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
		t.Outputs = append(t.Outputs, Output{Name: name, Type: ColumnType{Name: "any"}, Values: order(types[i]), At: out.At})
		if out.Default != nil {
			t.Default = make([]Cell, len(x.Outputs))
		}
	}
	b.check(x, t)
	t.Rules = make([]Rule, 0, len(x.Rules))
	room := makeRows(len(x.Rules), len(x.Inputs), len(x.Outputs))
	for i, r := range x.Rules {
		b.rule(t, &c, x, i, r, types, sc, &room)
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
	exprs := layout(p, c, nullable)
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
	s := p.beginBoxed(e)
	var d Decision
	err := s.decide(&d)
	explained(e, s, d)
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
		return feel.BoxedNull(b.source(in.At))
	}
	out := b.expression(in.Expression, sc)
	return feel.Typed(b.source(in.At), out, b.restrict(feel.AnyType, in.Values, name))
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

// output gives the tree of an output entry; of none, that of null.
func (b *boxer) output(x *xml.LiteralExpression, t *feel.Type, sc *feel.Scope) *feel.AST {
	if x == nil {
		return feel.BoxedNull(b.source(diag.Locator{}))
	}
	return feel.Typed(b.source(x.At), b.expression(x, sc), t)
}

// rowsRoom is memory for what the rules of a table consist of.
type rowsRoom struct {
	tests []*Cell
	cells []Cell
	exprs []*feel.AST
}

func makeRows(rules, inputs, outputs int) rowsRoom {
	width := inputs + outputs
	return rowsRoom{make([]*Cell, rules*inputs), make([]Cell, rules*width), make([]*feel.AST, rules*width)}
}

// cut takes n elements from the front.
func cut[T any](s *[]T, n int) []T {
	front := (*s)[:n:n]
	*s = (*s)[n:]
	return front
}

func (b *boxer) rule(t *Table, c *parts[*feel.AST], x *xml.DecisionTable, i int, r *xml.Rule, types []*feel.Type, sc *feel.Scope, room *rowsRoom) {
	rule := Rule{ID: strconv.Itoa(i + 1), Annotation: strings.Join(r.Annotations, "; "), At: r.At}
	rule.At.Node, rule.At.Table, rule.At.Rule = b.node, t.ID, i+1
	if r.ID != "" {
		rule.ID = r.ID
	}
	if rule.Annotation == "" {
		rule.Annotation = r.Description
	}
	when := cut(&room.exprs, len(x.Inputs))
	rule.When = cut(&room.tests, len(x.Inputs))
	cells := cut(&room.cells, len(x.Inputs)+len(x.Outputs))
	for j, cell := range r.Inputs {
		if j >= len(when) || cell.Text.Text == "-" {
			continue
		}
		if strings.TrimSpace(cell.Text.Text) == "" {
			b.warn(errBlankEntry(b.source(cell.Text.At).At))
			continue
		}
		if cell.Language != xml.FEEL {
			b.notFEEL(&cell.Text, cell.Language)
			continue
		}
		src := b.text(&cell.Text)
		cells[j].Source, rule.When[j] = src, &cells[j]
		ast, err := feel.ParseUnaryTests(src, sc)
		if err != nil {
			b.report(err)
			continue
		}
		when[j] = ast
	}
	then := cut(&room.exprs, len(x.Outputs))
	rule.Then = cells[len(x.Inputs):]
	for j := range then {
		var entry *xml.LiteralExpression
		if j < len(r.Outputs) {
			entry = r.Outputs[j]
			rule.Then[j] = Cell{Source: b.source(entry.At), Expression: true}
		}
		then[j] = b.output(entry, types[j], sc)
	}
	t.Rules = append(t.Rules, rule)
	c.when, c.then = append(c.when, when), append(c.then, then)
}
