package drd

import (
	"slices"
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
	if p, ok := n.(*Policy); ok && p.Model != nil {
		l.decision(w, p, sc)
	}
	if h, ok := n.(*Human); ok && h.Table != nil {
		l.options(h)
	}
	for _, t := range Tables(n) {
		if l.program(w, n, t, sc) && t == DecidingTable(n) {
			l.types[n.ID()] = t.Program.OutputType()
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
	l.expressions(n, err)
	if err != nil {
		return false
	}
	t.Program = p
	for i, ref := range p.Refs() {
		l.required(w, n, ref, p.RefAt(i))
	}
	return true
}

// expressions reports the faults of expressions that a node evaluates.
func (l *loader) expressions(n Node, err error) {
	told := map[string]bool{}
	for _, e := range diag.Of(err) {
		e.At.Node = n.ID()
		if root := l.unlisted(e, n); root != "" {
			if told[root] || l.unsure[n.ID()] {
				continue // it is one name that is missing, however often it is read
			}
			told[root] = true
			e.Hint = "add " + root + " to the inputs of the node " + n.ID()
		}
		l.r.Report(e)
	}
}

// unlisted gives the fact or node that an expression reads and the node does not
// list; "" for any other fault.
func (l *loader) unlisted(e *diag.Error, n Node) string {
	start, end := e.At.Span.Start.Offset, e.At.Span.End.Offset
	src := l.fsys.files[e.At.File]
	if e.Code != feel.UnknownName || start > end || end > len(src) {
		return ""
	}
	name := string(src[start:end])
	if _, known := l.places[name]; !known || name == n.ID() || slices.Contains(n.Inputs(), name) {
		return ""
	}
	return name
}

// required warns when a node reads a member that a gate does not require.
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

// options finds what a person can choose: the values of the one output, else the
// outputs of the rules and the default, each once.
func (l *loader) options(h *Human) {
	t := l.tables[h.Table.File]
	if t == nil {
		return
	}
	switch t.HitPolicy {
	case dmn.Unique, dmn.First, dmn.Priority, dmn.Any:
	default:
		l.r.Report(errHumanTable(h.at, "the table of a human node has the hit policy "+string(t.HitPolicy)+", which recommends no single choice",
			"use UNIQUE, FIRST, PRIORITY or ANY"))
	}
	rows := make([][]dmn.Cell, 0, len(t.Rules)+1)
	for i := range t.Rules {
		rows = append(rows, t.Rules[i].Then)
	}
	if t.Default != nil {
		rows = append(rows, t.Default)
	}
	listed := len(t.Outputs) == 1 && t.Outputs[0].Values != nil
	if listed {
		for _, v := range t.Outputs[0].Values {
			h.Options = append(h.Options, feel.Context(feel.Entry{Key: t.Outputs[0].Name, Value: v}))
		}
	}
	for _, cells := range rows {
		option, literal := l.option(h, t, cells)
		if literal && !listed && !slices.ContainsFunc(h.Options, func(o feel.Value) bool {
			equal, _ := feel.Equal(o, option)
			return equal
		}) {
			h.Options = append(h.Options, option)
		}
	}
}

// option gives a row of outputs as a choice, and reports what is no literal.
func (l *loader) option(h *Human, t *dmn.Table, cells []dmn.Cell) (option feel.Value, literal bool) {
	entries := make([]feel.Entry, len(cells))
	literal = true
	for i, c := range cells {
		entries[i] = feel.Entry{Key: t.Outputs[i].Name, Value: c.Literal}
		if c.Expression {
			literal = false
			at := c.Source.At
			at.Node = h.id
			l.r.Report(errHumanTable(at, "the table of a human node has literal outputs, since these are what a person chooses from",
				"compute the value in a policy node, and choose by name here"))
		}
	}
	return feel.Context(entries...), literal
}
