package drd

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/graph"
	"github.com/decision-spine/spine/internal/yaml"
)

// maxAttempts is how often a rejected agent may try.
const maxAttempts = 5

// LoadWorkflow reads the workflow in file name of fsys, and every file that it
// names: these are named from the workflow's folder. It reports every fault of
// all of them together, as an error that unwraps to [*diag.Error] values. It
// calls nobody.
func LoadWorkflow(fsys fs.FS, name string) (*Workflow, error) {
	l := &loader{
		fsys:   &capture{fsys: fsys, files: map[string][]byte{}},
		dir:    path.Dir(name),
		places: map[string]diag.Locator{},
		gates:  map[string]*gate.Gate{},
		tables: map[string]*dmn.Table{},
		types:  map[string]*feel.Type{},
	}
	src, err := fs.ReadFile(l.fsys, name)
	if err != nil {
		return nil, diag.List{errMissingFile(diag.Locator{File: name}, name, err)}.Err()
	}
	w := l.document(name, src)
	l.link(w)
	l.r.Faults.Sort()
	if err := l.r.Faults.Err(); err != nil {
		return nil, err
	}
	w.Files = l.fsys.files
	w.Warnings = l.r.Faults
	return w, nil
}

// capture keeps what is read.
type capture struct {
	fsys  fs.FS
	files map[string][]byte
}

// ReadFile reads a file once.
func (c *capture) ReadFile(name string) ([]byte, error) {
	if b, ok := c.files[name]; ok {
		return b, nil
	}
	b, err := fs.ReadFile(c.fsys, name)
	if err == nil {
		c.files[name] = b
	}
	return b, err
}

// Open opens a file, which counts as reading it.
func (c *capture) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(c.fsys, name); err == nil && info.Mode().IsRegular() {
		if _, err := c.ReadFile(name); err != nil {
			return nil, err
		}
	}
	return c.fsys.Open(name)
}

type loader struct {
	fsys   *capture
	dir    string
	r      yaml.Reader
	places map[string]diag.Locator // of the names of facts and nodes
	gates  map[string]*gate.Gate
	tables map[string]*dmn.Table
	types  map[string]*feel.Type // of facts and nodes, as far as they are known
	refs   []reference
}

// reference is a name in the inputs of a node.
type reference struct {
	at   diag.Locator
	name string
	edge bool
}

// document reads the workflow's own file.
func (l *loader) document(name string, src []byte) *Workflow {
	w := &Workflow{File: name}
	root := l.r.Parse(name, src)
	m := l.r.Map(root, "name", "version", "input_data", "as_of", "nodes")
	if root != nil {
		w.at = l.r.At(&yaml.Node{At: root.At})
		w.at.Span.End = w.at.Span.Start
	}
	w.Name = m.String("name", yaml.Required)
	w.Version = m.String("version", yaml.Required)
	w.AsOf = m.String("as_of", yaml.Optional)
	for _, e := range m.Entries("input_data", yaml.Optional) {
		w.Facts = append(w.Facts, l.fact(e))
	}
	for _, n := range m.List("nodes", yaml.Required) {
		if node := l.node(n); node != nil {
			w.Nodes = append(w.Nodes, node)
		}
	}
	if w.AsOf != "" {
		l.asOf(w, l.r.At(m.Node("as_of", yaml.Optional)))
	}
	if m != nil && m.Has("nodes") && !slices.ContainsFunc(w.Nodes, func(n Node) bool { return !isEdge(n) }) {
		l.r.Report(errNoDecision(w.at))
	}
	return w
}

func isEdge(n Node) bool {
	_, ok := n.(*Edge)
	return ok
}

func (l *loader) asOf(w *Workflow, at diag.Locator) {
	f := w.Fact(w.AsOf)
	if f == nil || f.Gate != nil && !feel.DateType.MayBe(f.Gate.Type()) {
		l.r.Report(errAsOf(at, w.AsOf))
	}
}

// declare notes the name of a fact or node.
func (l *loader) declare(n *yaml.Node, name string) {
	at := l.r.At(n)
	if why := feel.NameFault(name); why != "" {
		l.r.Report(errBadName(at, name, why))
		return
	}
	if first, ok := l.places[name]; ok {
		l.r.Report(errDuplicateName(at, name, first))
		return
	}
	l.places[name] = at
}

func (l *loader) fact(e yaml.Entry) *Fact {
	f := &Fact{Name: e.Key.Text, At: l.r.At(e.Key)}
	l.declare(e.Key, f.Name)
	m := l.r.Map(e.Value, "schema", "description")
	f.Description = m.String("description", yaml.Optional)
	f.Schema, f.Gate = l.gate(m)
	if f.Gate != nil {
		l.types[f.Name] = f.Gate.Type()
	}
	return f
}

// gate reads the field schema and compiles what it names.
func (l *loader) gate(m *yaml.Map) (string, *gate.Gate) {
	n := m.Node("schema", yaml.Required)
	name, ok := l.file(n)
	if !ok {
		return name, nil
	}
	if g, ok := l.gates[name]; ok {
		return name, g
	}
	g, err := gate.Compile(l.fsys, name)
	l.faults(err)
	l.gates[name] = g
	return name, g
}

// faults collects what another package reports.
func (l *loader) faults(err error) { l.r.Faults = append(l.r.Faults, diag.Of(err)...) }

// file reads the name of a file, and reports it unless it can be read.
func (l *loader) file(n *yaml.Node) (name string, ok bool) {
	ref := l.r.String(n)
	if ref == "" {
		return "", false
	}
	name = path.Join(l.dir, ref)
	if path.IsAbs(ref) || !fs.ValidPath(path.Clean(ref)) {
		l.r.Report(errMissingFile(l.r.At(n), ref, fs.ErrInvalid))
		return name, false
	}
	if _, err := fs.ReadFile(l.fsys, name); err != nil {
		l.r.Report(errMissingFile(l.r.At(n), ref, err))
		return name, false
	}
	return name, true
}

// The fields of the kinds of node.
var (
	edgeFields   = []string{"id", "edge", "gate"}
	policyFields = []string{"id", "decision", "inputs", "with", "source"}
	humanFields  = []string{"id", "decision", "inputs", "source", "requires_human", "decided_by",
		"override_needs_reason", "expires", "draft", "ai_may_draft"}
)

// node reads a node: of the kind that its fields tell.
func (l *loader) node(n *yaml.Node) Node {
	all := slices.Concat(edgeFields, policyFields, humanFields)
	m := l.r.Map(n, all...)
	if m == nil {
		return nil
	}
	id := m.String("id", yaml.Required)
	c := common{id: id, at: l.r.At(n)}
	c.at.Span.End = c.at.Span.Start
	if idNode := m.Node("id", yaml.Optional); idNode != nil && id != "" {
		l.declare(idNode, id)
		c.at = l.r.At(idNode)
	}
	c.at.Node = id
	l.r.In.Node = id
	defer func() { l.r.In.Node = "" }()
	requiresHuman := m.Bool("requires_human", yaml.Optional)
	switch {
	case m.Has("edge") || !m.Has("decision") && m.Has("gate"):
		l.only(m, "an edge", edgeFields)
		return l.edge(m, c)
	case requiresHuman:
		l.only(m, "a human node", humanFields)
		return l.human(m, c)
	case m.Has("decision"):
		l.only(m, "a policy node", append(policyFields, "requires_human"))
		return l.policy(m, c)
	}
	l.r.Report(errNodeKind(c.at, "the node is neither an edge, a policy node nor a human node",
		"an edge has `edge` and `gate`; a policy node has `decision`; a human node has `decision` and `requires_human: true`"))
	return nil
}

// only reports the fields of other kinds.
func (l *loader) only(m *yaml.Map, kind string, fields []string) {
	for _, e := range m.Self().Entries {
		if name := e.Key.Text; !slices.Contains(fields, name) &&
			slices.Contains(slices.Concat(edgeFields, policyFields, humanFields), name) {
			hint := "its fields are " + strings.Join(fields, ", ")
			if slices.Contains(humanFields, name) && kind == "a policy node" {
				hint = "say `requires_human: true` for a human node"
			}
			l.r.Report(errNodeKind(l.r.At(e.Key), kind+" has no field `"+name+"`", hint))
		}
	}
}

func (l *loader) edge(m *yaml.Map, c common) Node {
	e := &Edge{common: c, Attempts: 1}
	em := m.Map("edge", yaml.Required, "agent", "inputs", "attempts")
	if em != nil {
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
	for _, n := range m.List("inputs", need) {
		name := l.r.String(n)
		switch {
		case name == "":
		case slices.Contains(out, name):
			l.r.Report(errDuplicateName(l.r.At(n), name, l.r.At(n)))
		default:
			out = append(out, name)
			l.refs = append(l.refs, reference{l.r.At(n), name, edge})
		}
	}
	return out
}

func (l *loader) policy(m *yaml.Map, c common) Node {
	p := &Policy{common: c, Source: m.String("source", yaml.Optional)}
	p.inputs = l.inputs(m, yaml.Required, false)
	decisions := m.OneOrMore("decision", yaml.Required)
	for _, d := range decisions {
		file, name, isModel := strings.Cut(l.r.String(d), "#")
		switch {
		case isModel && len(decisions) > 1:
			l.r.Report(errNodeKind(l.r.At(d), "a list of decisions is one of tables", ""))
		case isModel:
			p.Model = l.model(m, d, file, name)
		default:
			t := l.table(d)
			if len(decisions) > 1 {
				p.Tables = append(p.Tables, t)
			} else {
				p.Table = t
			}
		}
	}
	if m.Has("with") && p.Model == nil {
		l.r.Report(errNodeKind(l.r.At(m.Node("with", yaml.Optional)), "`with` binds the inputs of a model, and the decision is a table",
			"a table reads the node's inputs by their names"))
	}
	return p
}

// table reads the table that n names; its program is made when all types are
// known.
func (l *loader) table(n *yaml.Node) *Table {
	name, ok := l.file(n)
	if !ok {
		return &Table{File: name}
	}
	if _, done := l.tables[name]; !done {
		t, err := dmn.LoadTable(l.fsys, name)
		l.faults(err)
		l.tables[name] = t
	}
	return &Table{File: name}
}

func (l *loader) model(m *yaml.Map, n *yaml.Node, file, decision string) *Model {
	name := path.Join(l.dir, file)
	if _, err := fs.ReadFile(l.fsys, name); err != nil {
		l.r.Report(errMissingFile(l.r.At(n), file, err))
	}
	if strings.TrimSpace(decision) == "" {
		l.r.Report(errNodeKind(l.r.At(n), "the decision of the model is not named", "write model.dmn#Name of the Decision"))
	}
	out := &Model{File: name, Decision: decision}
	for _, e := range m.Entries("with", yaml.Optional) {
		at := l.r.At(e.Value)
		at.Cell = e.Key.Text
		out.With = append(out.With, Binding{e.Key.Text, feel.Source{Text: l.r.String(e.Value), At: at, Pos: e.Value.Pos}})
	}
	return out
}

func (l *loader) human(m *yaml.Map, c common) Node {
	h := &Human{
		common: c, Source: m.String("source", yaml.Optional),
		DecidedBy:           m.String("decided_by", yaml.Required),
		OverrideNeedsReason: m.Bool("override_needs_reason", yaml.Optional),
	}
	h.inputs = l.inputs(m, yaml.Required, false)
	d := m.Node("decision", yaml.Required)
	if d != nil && (d.Kind == yaml.Sequence || strings.Contains(d.Text, "#")) {
		l.r.Report(errHumanTable(l.r.At(d), "a human node needs one decision table, since its outputs are what a person chooses from", ""))
	} else if d != nil {
		h.Table = l.table(d)
	}
	if n := m.Node("expires", yaml.Optional); n != nil {
		var err error
		if h.Expires, err = time.ParseDuration(l.r.String(n)); err != nil || h.Expires <= 0 {
			l.r.Report(errNodeKind(l.r.At(n), "expires is a length of time, not "+n.Text, "write hours or minutes: 72h"))
		}
	}
	if dm := m.Map("draft", yaml.Optional, "agent"); dm != nil {
		h.Draft, _ = l.file(dm.Node("agent", yaml.Required))
	}
	if m.Has("draft") != m.Has("ai_may_draft") {
		l.r.Report(errNodeKind(c.at, "`draft` and `ai_may_draft` stand together", "say what the agent may draft: ai_may_draft: [reasons]"))
	}
	for _, n := range m.List("ai_may_draft", yaml.Optional) {
		l.r.Enum(n, "ai_may_draft", "reasons")
	}
	return h
}

// link checks what the parts say of each other.
func (l *loader) link(w *Workflow) {
	var names []string
	for name := range l.places {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, ref := range l.refs {
		switch _, known := l.places[ref.name]; {
		case !known:
			l.r.Report(errUnknownReference(ref.at, ref.name, names))
		case ref.edge && w.Fact(ref.name) == nil:
			l.r.Report(errEdgeInput(ref.at, ref.name))
		}
	}
	order, cycles := graph.Order(w.ids(), w.inputsOf)
	for _, members := range cycles {
		var notes []diag.Note
		for _, id := range members[1:] {
			notes = append(notes, diag.Note{At: w.Node(id).Place(), Message: id})
		}
		l.r.Report(errCycle(w.Node(members[0]).Place(), members, notes))
	}
	if cycles != nil {
		order = w.ids() // types across a cycle stay unknown
	}
	for _, id := range order {
		l.compile(w, w.Node(id))
	}
}
