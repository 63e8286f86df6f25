package drd

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/yaml"
)

// maxAttempts is how often a rejected agent may try.
const maxAttempts = 5

// The fields of the kinds of node.
var (
	edgeFields   = []string{"id", "edge", "gate"}
	policyFields = []string{"id", "decision", "inputs", "with", "source", "requires_human"}
	humanFields  = []string{"id", "decision", "inputs", "source", "requires_human", "decided_by",
		"override_needs_reason", "expires", "draft", "ai_may_draft"}
	nodeFields = []string{"id", "edge", "gate", "decision", "inputs", "with", "source", "requires_human", "decided_by",
		"override_needs_reason", "expires", "draft", "ai_may_draft"}
)

// node reads a node: of the kind that its fields tell.
func (l *loader) node(n *yaml.Node) Node {
	if id := n.Get("id"); id != nil && id.Kind == yaml.Scalar {
		l.r.In.Node = id.Text
	}
	defer func() { l.r.In.Node = "" }()
	m := l.r.Map(n, nodeFields...)
	if m == nil {
		return nil
	}
	c := common{id: m.String("id", yaml.Required), at: l.r.At(n)}
	c.at.Span.End = c.at.Span.Start
	if c.id != "" {
		c.at = l.r.At(m.Node("id", yaml.Optional))
		l.declare(m.Node("id", yaml.Optional), c.id)
	}
	// What is neither true nor false is a fault, and no reason for further ones.
	human := m.Bool("requires_human", yaml.Optional) || m.Has("requires_human") && m.Node("requires_human", yaml.Optional).Text != "false"
	switch {
	case m.Has("edge") && m.Has("decision"):
		i := slices.IndexFunc(n.Entries, func(e yaml.Entry) bool { return e.Key.Text == "decision" })
		l.r.Report(errNodeKind(l.r.At(n.Entries[i].Key), "an edge has no field `decision`",
			"make two nodes of it: the one that decides lists the edge in its inputs"))
		return nil
	case m.Has("edge") || m.Has("gate") && !m.Has("decision"):
		l.only(m, "an edge", edgeFields)
		return l.edge(m, c)
	case human:
		l.only(m, "a human node", humanFields)
		return l.human(m, c)
	case m.Has("decision"):
		l.only(m, "a policy node", policyFields)
		return l.policy(m, c)
	}
	l.r.Report(errNodeKind(c.at, "the node is neither an edge, a policy node nor a human node",
		"an edge has `edge` and `gate`; a policy node has `decision`; a human node has `decision` and `requires_human: true`"))
	return nil
}

// only reports the fields of other kinds. A field that nothing has may be one that
// tells the kind, misspelt: then it is not known what the others are.
func (l *loader) only(m *yaml.Map, kind string, fields []string) {
	if slices.ContainsFunc(m.Self().Entries, func(e yaml.Entry) bool { return !slices.Contains(nodeFields, e.Key.Text) }) {
		return
	}
	for _, e := range m.Self().Entries {
		name := e.Key.Text
		if slices.Contains(fields, name) || !slices.Contains(nodeFields, name) {
			continue
		}
		hint := "its fields are " + strings.Join(fields, ", ")
		if kind == "a policy node" && slices.Contains(humanFields, name) {
			hint = "say `requires_human: true` for a human node"
		}
		l.r.Report(errNodeKind(l.r.At(e.Key), kind+" has no field `"+name+"`", hint))
	}
}

func (l *loader) edge(m *yaml.Map, c common) Node {
	e := &Edge{common: c, Attempts: 1}
	if em := m.Map("edge", yaml.Required, "agent", "inputs", "attempts"); em != nil {
		e.Agent, _ = l.file(em.Node("agent", yaml.Required))
		e.inputs = l.inputs(em, yaml.Optional, true)
		if em.Has("attempts") {
			e.Attempts = em.Int("attempts", yaml.Optional, 1, maxAttempts)
		}
	}
	if gm := m.Map("gate", yaml.Required, "schema"); gm != nil {
		e.Schema, e.Gate = l.gate(gm)
	}
	if e.Gate != nil {
		l.types[e.id] = e.Gate.Type()
	}
	return e
}

// inputs reads a list of names.
func (l *loader) inputs(m *yaml.Map, need yaml.Need, edge bool) []string {
	var out []string
	first := map[string]*yaml.Node{}
	if list := m.Node("inputs", yaml.Optional); list == nil || list.Kind != yaml.Sequence {
		l.unsure[l.r.In.Node] = true
	}
	for _, n := range m.List("inputs", need) {
		name := l.r.String(n)
		switch other, taken := first[name]; {
		case !isText(n, name):
		case taken:
			l.r.Report(errTwice(l.r.At(n), name, l.r.At(other)))
		default:
			first[name] = n
			out = append(out, name)
			l.refs = append(l.refs, reference{l.r.At(n), name, edge})
		}
	}
	return out
}

func (l *loader) policy(m *yaml.Map, c common) Node {
	p := &Policy{common: c, Source: m.String("source", yaml.Optional)}
	p.inputs = l.inputs(m, yaml.Required, false)
	d := m.Node("decision", yaml.Required)
	decisions := m.OneOrMore("decision", yaml.Optional)
	if d.Kind == yaml.Sequence && len(decisions) == 0 {
		l.r.Report(errEmptyList(l.r.At(d), "the node names no table", "name the tables, whose effective dates do not overlap"))
	}
	var named []*yaml.Node // what names a table of Tables
	for _, n := range decisions {
		ref := l.r.String(n)
		switch isModel := strings.Contains(ref, "#"); {
		case !isText(n, ref):
		case isModel && d.Kind == yaml.Sequence:
			l.r.Report(errNodeKind(l.r.At(n), "a list of decisions is one of tables", "give the decision of a model a node of its own"))
		case isModel:
			p.Model = l.model(m, n, ref)
		case len(decisions) > 1:
			p.Tables, named = append(p.Tables, l.table(n)), append(named, n)
		default:
			p.Table = l.table(n)
		}
	}
	l.disjoint(named, p.Tables)
	if with := m.Node("with", yaml.Optional); with != nil && p.Model == nil {
		l.r.Report(errNodeKind(l.r.At(with), "`with` binds the inputs of a model, and the decision is a table",
			"a table reads the node's inputs by their names"))
	}
	return p
}

// table reads the table that n names; its program is made when all types are
// known.
func (l *loader) table(n *yaml.Node) *Table {
	name, ok := l.file(n)
	if _, done := l.tables[name]; ok && !done {
		t, err := dmn.LoadTable(l.fsys, name)
		l.faults(err)
		if t != nil {
			l.r.Faults = append(l.r.Faults, t.Warnings...)
		}
		l.tables[name] = t
	}
	return &Table{File: name}
}

// disjoint wants no day to lie in the effective dates of two tables.
func (l *loader) disjoint(nodes []*yaml.Node, tables []*Table) {
	for i := range tables {
		for j := range i {
			a, b := l.tables[tables[j].File], l.tables[tables[i].File]
			if a != nil && b != nil && overlap(a.Effective, b.Effective) {
				l.r.Report(errOverlap(l.r.At(nodes[i]), nodes[j].Text, l.r.At(nodes[j])))
				break
			}
		}
	}
}

// overlap reports whether a day lies in both periods.
func overlap(p, q dmn.Period) bool {
	return !before(p.To, q.From) && !before(q.To, p.From)
}

// before reports whether one date is earlier than another; an open end is not.
func before(x, y feel.Value) bool {
	if x.IsNull() || y.IsNull() {
		return false
	}
	first, err := feel.Call("min", x, y)
	earlier, _ := feel.Equal(first, x)
	same, _ := feel.Equal(x, y)
	return err == nil && earlier && !same
}

// expiry is how a length of time is written: whole hours, minutes, seconds.
var expiry = regexp.MustCompile(`^([0-9]+h)?([0-9]+m)?([0-9]+s)?$`)

func (l *loader) human(m *yaml.Map, c common) Node {
	h := &Human{
		common: c, Source: m.String("source", yaml.Optional),
		DecidedBy:           m.String("decided_by", yaml.Required),
		OverrideNeedsReason: m.Bool("override_needs_reason", yaml.Optional),
	}
	h.inputs = l.inputs(m, yaml.Required, false)
	if d := m.Node("decision", yaml.Required); d != nil && (d.Kind == yaml.Sequence || strings.Contains(d.Text, "#")) {
		l.r.Report(errHumanTable(l.r.At(d), "a human node needs one decision table, since its outputs are what a person chooses from",
			"let a policy node decide, and a table of the human node recommend by it"))
	} else {
		h.Table = l.table(d)
	}
	if n := m.Node("expires", yaml.Optional); n != nil {
		if text := l.r.String(n); isText(n, text) {
			d, err := time.ParseDuration(text)
			if h.Expires = d; err != nil || d <= 0 || !expiry.MatchString(text) {
				l.r.Report(errBadExpiry(l.r.At(n), text))
			}
		}
	}
	l.draft(m, h)
	return h
}

// draft reads what an agent may write for a person: nothing but reasons.
func (l *loader) draft(m *yaml.Map, h *Human) {
	if !m.Has("draft") && !m.Has("ai_may_draft") {
		return
	}
	if dm := m.Map("draft", yaml.Required, "agent"); dm != nil {
		h.Draft, _ = l.file(dm.Node("agent", yaml.Required))
	}
	fields := m.Node("ai_may_draft", yaml.Required)
	first := map[string]*yaml.Node{}
	for _, n := range l.r.List(fields) {
		name := l.r.Enum(n, "ai_may_draft", "reasons")
		if other := first[name]; other != nil && name != "" {
			l.r.Report(errTwice(l.r.At(n), name, l.r.At(other)))
		}
		first[name] = n
	}
	if fields != nil && fields.Kind == yaml.Sequence && len(fields.Items) == 0 {
		l.r.Report(errEmptyList(l.r.At(fields), "the agent may draft nothing", "write ai_may_draft: [reasons], or take the draft out"))
	}
}
