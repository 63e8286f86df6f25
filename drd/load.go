package drd

import (
	"io/fs"
	"path"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/graph"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
)

// LoadWorkflow reads the workflow in file name of fsys, and every file that it
// names: these are named from the workflow's folder. It reports every fault of
// all of them together, each once and sorted, as an error that unwraps to
// [*diag.Error] values. Their codes are those of this package, of dmn, feel and
// gate, and of the YAML reader. It calls nobody.
func LoadWorkflow(fsys fs.FS, name string) (*Workflow, error) {
	l := &loader{
		fsys:   &capture{fsys: fsys, files: map[string][]byte{}},
		dir:    path.Dir(name),
		places: map[string]diag.Locator{},
		gates:  map[string]*gate.Gate{},
		tables: map[string]*dmn.Table{},
		models: map[string]*dmn.Model{},
		types:  map[string]*feel.Type{},
		unsure: map[string]bool{},
	}
	src, err := l.fsys.ReadFile(name)
	if err != nil {
		return nil, diag.List{errMissingWorkflow(name, err, source.NearestFile(fsys, name))}.Err()
	}
	w := l.document(name, src)
	l.link(w)
	found := l.found()
	if err := found.Err(); err != nil {
		return nil, err
	}
	w.Files = l.fsys.files
	w.Warnings = found
	return w, nil
}

type loader struct {
	fsys   *capture
	dir    string
	r      yaml.Reader
	places map[string]diag.Locator // of the names of facts and nodes
	gates  map[string]*gate.Gate
	tables map[string]*dmn.Table
	models map[string]*dmn.Model
	types  map[string]*feel.Type // of facts and nodes, as far as they are known
	refs   []reference
	unsure map[string]bool // nodes whose inputs have faults of their own
	vague  bool            // there may be facts that could not be read
}

// reference is a name in the inputs of a node.
type reference struct {
	at   diag.Locator
	name string
	edge bool
}

// faults collects what another package reports.
func (l *loader) faults(err error) { l.r.Faults = append(l.r.Faults, diag.Of(err)...) }

// found gives what was reported, sorted. Schemas that share a document each report
// what is wrong with it; it is given once.
func (l *loader) found() diag.List {
	l.r.Faults.Sort()
	var once diag.List
	type fault struct {
		at      diag.Locator
		code    diag.Code
		message string
	}
	seen := map[fault]bool{}
	for _, e := range l.r.Faults {
		if f := (fault{e.At, e.Code, e.Message}); !seen[f] {
			seen[f] = true
			once = append(once, e)
		}
	}
	return once
}

var workflowFields = []string{"name", "version", "input_data", "as_of", "nodes"}

// document reads the workflow's own file.
func (l *loader) document(name string, src []byte) *Workflow {
	w := &Workflow{File: name, byID: map[string][]Node{}}
	root := l.r.Parse(name, src)
	m := l.r.Map(root, workflowFields...)
	if m == nil {
		return w
	}
	w.at = l.r.At(root)
	w.at.Span.End = w.at.Span.Start
	w.Name = m.String("name", yaml.Required)
	w.Version = m.String("version", yaml.Required)
	facts := m.Node("input_data", yaml.Optional)
	l.vague = facts != nil && facts.Kind != yaml.Mapping || slices.ContainsFunc(root.Entries, func(e yaml.Entry) bool {
		return !slices.Contains(workflowFields, e.Key.Text)
	})
	for _, e := range m.Entries("input_data", yaml.Optional) {
		w.Facts = append(w.Facts, l.fact(e))
	}
	nodes := m.Node("nodes", yaml.Required)
	told := nodes == nil || nodes.Kind != yaml.Sequence
	for _, n := range l.r.List(nodes) {
		if node := l.node(n); node != nil {
			w.Nodes = append(w.Nodes, node)
			w.byID[node.ID()] = append(w.byID[node.ID()], node)
		} else {
			told = true
		}
	}
	if !told && !slices.ContainsFunc(w.Nodes, func(n Node) bool { return !isEdge(n) }) {
		l.r.Report(errNoDecision(w.at))
	}
	if m.Has("as_of") {
		w.AsOf = m.String("as_of", yaml.Required)
		l.asOf(w, m.Node("as_of", yaml.Optional))
	}
	return w
}

func isEdge(n Node) bool {
	_, ok := n.(*Edge)
	return ok
}

func (l *loader) asOf(w *Workflow, n *yaml.Node) {
	f := w.Fact(w.AsOf)
	_, known := l.places[w.AsOf]
	switch {
	case w.AsOf == "":
	case !known && l.vague:
	case !known:
		var facts []string
		for _, f := range w.Facts {
			facts = append(facts, f.Name)
		}
		l.r.Report(errUnknownReference(l.r.At(n), w.AsOf, facts))
	case f == nil:
		l.r.Report(errAsOfNode(l.r.At(n), w.AsOf))
	case f.Gate != nil && !feel.DateType.MayBe(f.Gate.Type()):
		l.r.Report(errAsOfType(l.r.At(n), w.AsOf, f.Gate.Type()))
	}
}

// declare notes the name of a fact or node.
func (l *loader) declare(n *yaml.Node, name string) {
	at := l.r.At(n)
	if why := feel.NameFault(name); why != "" {
		l.r.Report(errBadName(at, name, why))
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
			l.unsure[ref.at.Node] = true
			if !l.vague {
				l.r.Report(errUnknownReference(ref.at, ref.name, names))
			}
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
		// Without the types of what is in a cycle, the rest can still be checked.
		turning := slices.Concat(cycles...)
		order, _ = graph.Order(w.ids(), func(id string) []string {
			return slices.DeleteFunc(slices.Clone(w.inputsOf(id)), func(in string) bool { return slices.Contains(turning, in) })
		})
	}
	for _, id := range order {
		for _, n := range w.byID[id] {
			l.compile(w, n)
		}
	}
}
