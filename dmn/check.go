package dmn

import (
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
)

// checks is the FEEL of a table, parsed and checked against a scope.
type checks struct {
	parts[*feel.Checked]
	nullable []bool // by input: some cell names null
}

// check parses and checks every expression and cell of t. A nil sc accepts
// whatever variables the table reads; otherwise sc names the variables that it
// may read, with their types.
//
// The variables that the input expressions name are in scope of the cells and
// the output expressions; column names are not.
func (t *Table) check(sc *feel.Scope) (*checks, diag.List) {
	k := &tableChecker{t: t, checks: &checks{}}
	k.inputs(sc)
	for i := range t.Rules {
		if len(k.faults) >= limits.FaultsPerTable {
			break
		}
		k.rule(&t.Rules[i])
	}
	for i := range t.Default {
		k.checks.defaults = append(k.checks.defaults, k.output(&t.Default[i], i))
	}
	k.faults.Sort()
	return k.checks, k.faults
}

type tableChecker struct {
	t      *Table
	checks *checks
	faults diag.List
	roots  *feel.Scope   // what cells and outputs see
	cells  []*feel.Scope // by input: roots and "?"
}

func (k *tableChecker) report(err error) {
	k.faults = append(k.faults, diag.Of(err)...)
}

func (k *tableChecker) inputs(sc *feel.Scope) {
	if sc == nil {
		sc = feel.OpenScope()
	}
	k.roots = feel.NewScope()
	for i := range k.t.Inputs {
		in := &k.t.Inputs[i]
		c := k.expression(in.Expression, sc, feel.Parse)
		k.checks.inputs = append(k.checks.inputs, c)
		k.checks.nullable = append(k.checks.nullable, false)
		if c == nil {
			continue
		}
		if !in.Type.valueType().MayBe(c.Type()) {
			k.report(errColumnType(in, c.Type()))
		}
		for _, root := range c.Roots() {
			typ, _ := sc.Lookup(root)
			k.roots.Declare(root, typ)
		}
	}
	for i := range k.t.Inputs {
		cell := feel.NewScope()
		for _, name := range k.roots.Names() {
			typ, _ := k.roots.Lookup(name)
			cell.Declare(name, typ)
		}
		k.cells = append(k.cells, cell.Declare("?", k.t.Inputs[i].Type.FEEL()))
	}
}

func (k *tableChecker) rule(r *Rule) {
	when := make([]*feel.Checked, len(k.t.Inputs))
	for i, cell := range r.When {
		if cell == nil {
			continue
		}
		before := len(k.faults)
		c := k.expression(cell.Source, k.cells[i], feel.ParseUnaryTests)
		for _, e := range k.faults[before:] {
			k.hint(e, cell.Source, i)
		}
		if c == nil {
			continue
		}
		when[i] = c
		if c.NamesNull() {
			k.checks.nullable[i] = true
		}
		in := &k.t.Inputs[i]
		if in.Values == nil {
			continue
		}
		for _, v := range c.EqualTo() {
			if !v.IsNull() && !contains(in.Values, v) {
				k.report(errOutsideValues(cell.Source.At, v, in.Values))
			}
		}
	}
	then := make([]*feel.Checked, len(k.t.Outputs))
	for i := range r.Then {
		then[i] = k.output(&r.Then[i], i)
	}
	k.checks.when = append(k.checks.when, when)
	k.checks.then = append(k.checks.then, then)
}

// output checks an output entry that is an expression.
func (k *tableChecker) output(cell *Cell, i int) *feel.Checked {
	if !cell.Expression {
		return nil
	}
	c := k.expression(cell.Source, k.roots, feel.Parse)
	if c != nil && !k.t.Outputs[i].Type.FEEL().MayBe(c.Type()) {
		k.report(errOutputType(cell.Source.At, &k.t.Outputs[i], c.Type()))
	}
	return c
}

// expression parses and checks one FEEL text; nil when it is not usable.
func (k *tableChecker) expression(src feel.Source, sc *feel.Scope, parse func(feel.Source, *feel.Scope) (*feel.AST, error)) *feel.Checked {
	ast, err := parse(src, sc)
	if err != nil {
		k.report(err)
		return nil
	}
	c, err := feel.Check(ast, sc, k.t.Profile)
	if err != nil {
		k.report(err)
		return nil
	}
	return c
}

// contains reports whether v is among values; of a list, whether its items are.
func contains(values []feel.Value, v feel.Value) bool {
	if v.Kind() == feel.KindList {
		return !slices.ContainsFunc(v.Items(), func(item feel.Value) bool { return !contains(values, item) })
	}
	for _, x := range values {
		if equal, known := feel.Equal(x, v); equal && known {
			return true
		}
	}
	return false
}

// Compile turns t into a Program that shares nothing mutable with t. With a scope
// the table may read only the variables of sc, and its expressions are checked
// against their types: every fault is reported, with its rule and cell. A nil sc
// accepts whatever variables the table reads.
func Compile(t *Table, sc *feel.Scope) (*Program, error) {
	c, faults := t.check(sc)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return compile(t, c, indexBytes(len(t.Rules)))
}

// valueType is the type of the values that a column takes: of days and months
// the duration that becomes a number.
func (t ColumnType) valueType() *feel.Type {
	switch t.Name {
	case "days":
		return feel.DaysType
	case "months":
		return feel.MonthsType
	}
	return t.FEEL()
}
