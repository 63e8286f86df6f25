package drd

import (
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// compile makes the programs of a node against the types of what it reads, which
// were compiled before it.
func (l *loader) compile(w *Workflow, n Node) {
	sc := feel.NewScope()
	for _, in := range n.Inputs() {
		sc.Declare(in, l.types[in])
	}
	switch n := n.(type) {
	case *Policy:
		if n.Model != nil {
			l.bindings(n.Model, sc)
		}
		for _, t := range n.Tables {
			l.program(w, n, t, sc)
		}
		if n.Table != nil && l.program(w, n, n.Table, sc) {
			l.types[n.id] = n.Table.Program.OutputType()
		}
	case *Human:
		if n.Table != nil && l.program(w, n, n.Table, sc) {
			l.types[n.id] = n.Table.Program.OutputType()
			l.options(n)
		}
	}
}

// program compiles a node's table, which may read the node's inputs only.
func (l *loader) program(w *Workflow, n Node, t *Table, sc *feel.Scope) bool {
	table := l.tables[t.File]
	if table == nil {
		return false // its faults are reported
	}
	p, err := dmn.Compile(table, sc)
	for _, e := range diag.Of(err) {
		e.At.Node = n.ID()
		if root := unlisted(e, w, n); root != "" {
			e.Hint = "add " + root + " to the inputs of the node " + n.ID()
		}
		l.r.Report(e)
	}
	t.Program = p
	if p == nil {
		return false
	}
	for i, ref := range p.Refs() {
		l.required(w, n, ref, p.RefAt(i))
	}
	return true
}

// unlisted gives the fact or node that a fault does not find because the node does
// not list it.
func unlisted(e *diag.Error, w *Workflow, n Node) string {
	if e.Code != feel.UnknownName {
		return ""
	}
	for _, f := range w.Facts {
		if strings.Contains(e.Message, `"`+f.Name+`"`) {
			return f.Name
		}
	}
	for _, other := range w.Nodes {
		if other != n && strings.Contains(e.Message, `"`+other.ID()+`"`) {
			return other.ID()
		}
	}
	return ""
}

// required warns when a table reads a member that a gate does not require.
func (l *loader) required(w *Workflow, n Node, ref string, at diag.Locator) {
	parts := strings.Split(ref, ".")
	if len(parts) == 1 {
		return
	}
	g, schema := l.gateOf(w, parts[0])
	if g == nil {
		return
	}
	if known, required := g.Requires(parts[1:]); known && !required {
		at.Node = n.ID()
		l.r.Report(warnMayBeAbsent(at, ref, schema))
	}
}

func (l *loader) gateOf(w *Workflow, name string) (requirer, string) {
	if f := w.Fact(name); f != nil && f.Gate != nil {
		return f.Gate, f.Schema
	}
	if e, ok := w.Node(name).(*Edge); ok && e.Gate != nil {
		return e.Gate, e.Schema
	}
	return nil, ""
}

// requirer is what a gate tells of its schema.
type requirer interface {
	Requires(path []string) (known, required bool)
}

// bindings checks the expressions that give a model its inputs.
func (l *loader) bindings(m *Model, sc *feel.Scope) {
	for _, b := range m.With {
		ast, err := feel.Parse(b.Expression, sc)
		if err == nil {
			_, err = feel.Check(ast, sc, feel.Subset)
		}
		l.faults(err)
	}
}

// options finds what a person can choose.
func (l *loader) options(h *Human) {
	t := h.Table.Program.Table()
	switch t.HitPolicy {
	case dmn.Unique, dmn.First, dmn.Priority, dmn.Any:
	default:
		l.r.Report(errHumanTable(h.at, "the table of a human node has the hit policy "+string(t.HitPolicy)+", which recommends no single choice",
			"use UNIQUE, FIRST, PRIORITY or ANY"))
		return
	}
	if len(t.Outputs) == 1 && t.Outputs[0].Values != nil {
		for _, v := range t.Outputs[0].Values {
			h.Options = append(h.Options, feel.Context(feel.Entry{Key: t.Outputs[0].Name, Value: v}))
		}
	}
	listed := h.Options != nil
	row := func(cells []dmn.Cell) {
		entries := make([]feel.Entry, len(cells))
		for i, c := range cells {
			if c.Expression {
				at := c.Source.At
				at.Node = h.id
				l.r.Report(errHumanTable(at, "the table of a human node has literal outputs, since these are what a person chooses from", ""))
				return
			}
			entries[i] = feel.Entry{Key: t.Outputs[i].Name, Value: c.Literal}
		}
		option := feel.Context(entries...)
		if listed {
			return
		}
		for _, o := range h.Options {
			if equal, _ := feel.Equal(o, option); equal {
				return
			}
		}
		h.Options = append(h.Options, option)
	}
	for _, r := range t.Rules {
		row(r.Then)
	}
	if t.Default != nil {
		row(t.Default)
	}
}
