package spinetest

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/record"
)

// maxBytes is the size of a test file: that which the YAML reader takes.
const maxBytes = 4 << 20

// File is a test file, and what it tests. It is immutable.
type File struct {
	Name     string
	Table    *dmn.Table      // of the table form, else nil
	Workflow *spine.Workflow // of the workflow form, else nil
	Cases    []*Case

	program *dmn.Program // of Table
}

// Case is one case of a test file.
type Case struct {
	Name string
	At   diag.Locator // of its name

	given  feel.Value        // table form: the variables
	facts  spine.Facts       // workflow form, like the two below
	edges  map[string][]byte // JSON by edge
	decide map[string]spine.HumanDecision

	wants []*want       // in the order in which the file names them
	fails diag.Code     // the code or the class of an error; "" if none is expected
	ends  record.Status // "" if the status does not matter
}

// want is what a case expects of one decision.
type want struct {
	node      string // "" in the table form
	outputs   *feel.Value
	recommend *feel.Value
	rules     *[]string // ids; none: no rule matches
}

// want gives the expectations of a node, new if there are none yet.
func (c *Case) want(node string) *want {
	for _, w := range c.wants {
		if w.node == node {
			return w
		}
	}
	w := &want{node: node}
	c.wants = append(c.wants, w)
	return w
}

// Load reads the test file called name in fsys, and the table or workflow that it
// names from its own folder. It reports every fault of all of them, as an error
// that unwraps to [*diag.Error] values, with the codes of this package, of the YAML
// reader, and those of [dmn.LoadTable] or [spine.Load]. Names of outputs, rules,
// nodes and choices are checked against what is tested.
func Load(fsys fs.FS, name string) (*File, error) {
	r := &reader{
		fsys: fsys, file: &File{Name: name},
		names: map[string]diag.Locator{}, ids: map[*dmn.Table]map[string]bool{},
	}
	if src, ok := r.read(name); ok {
		r.document(r.Parse(name, src))
	}
	r.Faults.Sort()
	r.Faults = r.Faults[:min(len(r.Faults), limits.FaultsPerTable)]
	if err := r.Faults.Err(); err != nil {
		return nil, err
	}
	return r.file, nil
}

// reader reads one test file.
type reader struct {
	yaml.Reader
	fsys  fs.FS
	file  *File
	names map[string]diag.Locator        // of the cases so far
	ids   map[*dmn.Table]map[string]bool // of the rules of a table, when they were asked for

	edgeIDs, decisionIDs, humanIDs []string // of Workflow; none when it did not load
}

func (r *reader) read(name string) (src []byte, ok bool) {
	at := diag.Locator{File: name}
	src, err := source.ReadFile(r.fsys, name, maxBytes)
	var large *source.TooLarge
	switch {
	case errors.As(err, &large):
		r.Report(errTooLarge(at))
	case err != nil:
		r.Report(errMissingFile(at, name, err))
	default:
		return src, true
	}
	return nil, false
}

// The fields of a case in the two forms.
var (
	tableFields    = []string{"name", "given", "expect", "rule", "expect_error"}
	workflowFields = []string{"name", "facts", "edges", "decide", "expect", "recommend", "rules", "expect_status", "expect_error"}
)

// form is one of the two forms of a test file.
type form struct {
	name    string
	fields  []string
	expects []string
	read    func(m *yaml.Map, c *Case)
}

func (r *reader) document(root *yaml.Node) {
	m := r.Map(root, "table", "workflow", "cases")
	if m == nil {
		return
	}
	var f *form
	switch table, workflow := m.Has("table"), m.Has("workflow"); {
	case table && workflow:
		r.Report(errTestForm(r.At(m.Node("workflow", yaml.Optional)), "the file names a table and a workflow", "test them in a file each"))
	case table:
		f = &form{"table", tableFields, []string{"expect", "rule", "expect_error"}, r.tableCase}
		r.table(m)
	case workflow:
		f = &form{"workflow", workflowFields, []string{"expect", "recommend", "rules", "expect_status", "expect_error"}, r.workflowCase}
		r.workflow(m)
	default:
		r.Report(errTestForm(r.start(root), "the file names nothing to test", "say table: TABLE.dmn.yaml or workflow: workflow.yaml"))
	}
	cases := m.List("cases", yaml.Required)
	if n := m.Node("cases", yaml.Optional); n != nil && n.Kind == yaml.Sequence && len(cases) == 0 {
		r.Report(errNoCases(r.At(n)))
	}
	if f == nil {
		return
	}
	for _, n := range cases {
		if len(r.Faults) >= limits.FaultsPerTable {
			break
		}
		r.testCase(n, f)
	}
}

// start is the place of a node's first character.
func (r *reader) start(n *yaml.Node) diag.Locator {
	at := r.At(n)
	at.Span.End = at.Span.Start
	return at
}

func (r *reader) table(m *yaml.Map) {
	name, ok := r.target(m, "table")
	if !ok {
		return
	}
	t, err := dmn.LoadTable(r.fsys, name)
	if err == nil {
		r.file.program, err = dmn.Compile(t, nil)
	}
	r.Faults = append(r.Faults, diag.Of(err)...)
	r.file.Table = t
}

func (r *reader) workflow(m *yaml.Map) {
	name, ok := r.target(m, "workflow")
	if !ok {
		return
	}
	w, err := spine.Load(r.fsys, name)
	r.Faults = append(r.Faults, diag.Of(err)...)
	if err != nil {
		return
	}
	r.file.Workflow = w
	for _, n := range w.Plan().Workflow.Nodes {
		switch n.(type) {
		case *drd.Edge:
			r.edgeIDs = append(r.edgeIDs, n.ID())
		case *drd.Human:
			r.humanIDs = append(r.humanIDs, n.ID())
			r.decisionIDs = append(r.decisionIDs, n.ID())
		case *drd.Policy:
			r.decisionIDs = append(r.decisionIDs, n.ID())
		}
	}
}

// target gives the name of the file that the field names.
func (r *reader) target(m *yaml.Map, field string) (name string, ok bool) {
	ref := m.String(field, yaml.Required)
	if strings.TrimSpace(ref) == "" {
		return "", false
	}
	at := r.At(m.Node(field, yaml.Required))
	name = path.Join(path.Dir(r.file.Name), ref)
	if path.IsAbs(ref) || !fs.ValidPath(name) {
		r.Report(errMissingTarget(at, ref, errOutside, ""))
		return "", false
	}
	if _, err := fs.Stat(r.fsys, name); err != nil {
		near := strings.TrimPrefix(source.NearestFile(r.fsys, name), path.Dir(r.file.Name)+"/")
		r.Report(errMissingTarget(at, ref, err, near))
		return "", false
	}
	return name, true
}

func (r *reader) testCase(n *yaml.Node, f *form) {
	known := slices.Clone(f.fields)
	for _, e := range n.Entries {
		if name := e.Key.Text; !slices.Contains(f.fields, name) && (slices.Contains(tableFields, name) || slices.Contains(workflowFields, name)) {
			r.Report(errTestForm(r.At(e.Key), "a case of a "+f.name+" has no field "+name, "its fields are "+strings.Join(f.fields, ", ")))
			known = append(known, name)
		}
	}
	m := r.Map(n, known...)
	if m == nil {
		return
	}
	c := &Case{Name: m.String("name", yaml.Required), At: r.start(n)}
	if at := m.Node("name", yaml.Optional); at != nil {
		c.At = r.At(at)
	}
	if first, taken := r.names[c.Name]; taken && c.Name != "" {
		r.Report(errDuplicateCase(c.At, c.Name, first))
	}
	r.names[c.Name] = c.At
	r.file.Cases = append(r.file.Cases, c)
	if m.Has("expect_error") {
		c.fails = diag.Code(m.String("expect_error", yaml.Required))
		if m.Has("expect") {
			r.Report(errOutputsAndError(r.At(m.Node("expect_error", yaml.Optional))))
		}
	}
	f.read(m, c)
	if !slices.ContainsFunc(f.expects, m.Has) {
		r.Report(errNoExpectation(c.At, c.Name, f.expects))
	}
}

func (r *reader) tableCase(m *yaml.Map, c *Case) {
	c.given = r.context(m.Entries("given", yaml.Optional))
	if n := m.Node("expect", yaml.Optional); n != nil {
		c.want("").outputs = r.outputs(n, r.file.Table)
	}
	if n := m.Node("rule", yaml.Optional); n != nil {
		c.want("").rules = r.rules(n, r.file.Table)
	}
}

func (r *reader) workflowCase(m *yaml.Map, c *Case) {
	c.facts = spine.FactsJSON(r.object(m, "facts"))
	r.edges(m, c)
	r.decide(m, c)
	for _, e := range m.Entries("expect", yaml.Optional) {
		switch t, ok := r.node(e.Key, "policy or human node", r.decisionIDs); {
		case !ok:
		case r.anyValue(e.Key.Text):
			v := r.value(e.Value)
			c.want(e.Key.Text).outputs = &v
		default:
			c.want(e.Key.Text).outputs = r.outputs(e.Value, t)
		}
	}
	for _, e := range m.Entries("recommend", yaml.Optional) {
		if t, ok := r.node(e.Key, "human node", r.humanIDs); ok {
			c.want(e.Key.Text).recommend = r.outputs(e.Value, t)
		}
	}
	for _, e := range m.Entries("rules", yaml.Optional) {
		if t, ok := r.node(e.Key, "policy or human node", r.decisionIDs); ok {
			c.want(e.Key.Text).rules = r.rules(e.Value, t)
		}
	}
	c.ends = record.Status(m.Enum("expect_status", yaml.Optional, string(record.Completed), string(record.AwaitingHuman),
		string(record.NoDetermination), string(record.Refused), string(record.Failed), string(record.Expired)))
}

// node reports the name of a node that is not one of those known, and gives the
// table of one that is; nil if it has none, or if the workflow did not load.
func (r *reader) node(key *yaml.Node, what string, known []string) (t *dmn.Table, ok bool) {
	if r.file.Workflow == nil {
		return nil, true
	}
	if !slices.Contains(known, key.Text) {
		r.Report(errUnknownNode(r.At(key), what, key.Text, known))
		return nil, false
	}
	if dt := drd.DecidingTable(r.file.Workflow.Plan().Workflow.Node(key.Text)); dt != nil {
		t = dt.Program.Table()
	}
	return t, true
}

// anyValue reports whether the value of a node may be any: it is a decision of a
// model, or nobody knows what it is.
func (r *reader) anyValue(node string) bool {
	return r.file.Workflow == nil || drd.DecidingModel(r.file.Workflow.Plan().Workflow.Node(node)) != nil
}

func (r *reader) edges(m *yaml.Map, c *Case) {
	c.edges = map[string][]byte{}
	for _, e := range m.Entries("edges", yaml.Optional) {
		r.node(e.Key, "edge", r.edgeIDs)
		c.edges[e.Key.Text] = r.json(nil, e.Value)
	}
	for _, id := range r.edgeIDs {
		if _, ok := c.edges[id]; !ok {
			r.Report(errMissingEdge(c.At, c.Name, id))
		}
	}
}

func (r *reader) decide(m *yaml.Map, c *Case) {
	c.decide = map[string]spine.HumanDecision{}
	for _, e := range m.Entries("decide", yaml.Optional) {
		_, known := r.node(e.Key, "human node", r.humanIDs)
		d := r.Map(e.Value, "choice", "by", "reason")
		if d == nil {
			continue
		}
		choice, at, ok := r.choice(d)
		c.decide[e.Key.Text] = spine.HumanDecision{Choice: choice, By: d.String("by", yaml.Required), Reason: d.String("reason", yaml.Optional)}
		if !ok || !known || r.file.Workflow == nil {
			continue
		}
		h, _ := r.file.Workflow.Plan().Workflow.Node(e.Key.Text).(*drd.Human)
		if !slices.ContainsFunc(h.Options, func(o feel.Value) bool { return same(o, choice) }) {
			r.Report(errChoiceNotOffered(at, e.Key.Text, choice.String(), feel.List(h.Options...).String()))
		}
	}
}

// outputs reads the outputs that are expected of a table; t is nil if it is not
// known.
func (r *reader) outputs(n *yaml.Node, t *dmn.Table) *feel.Value {
	entries := r.Entries(n)
	if t != nil {
		var known []string
		for _, o := range t.Outputs {
			known = append(known, o.Name)
		}
		for _, e := range entries {
			if !slices.Contains(known, e.Key.Text) {
				r.Report(errUnknownOutput(r.At(e.Key), t.ID, e.Key.Text, known))
			}
		}
	}
	v := r.context(entries)
	return &v
}

// rules reads the ids of the rules that are expected to match.
func (r *reader) rules(n *yaml.Node, t *dmn.Table) *[]string {
	ids := []string{}
	for _, item := range r.OneOrMore(n) {
		id := r.String(item)
		if id == "" {
			continue
		}
		ids = append(ids, id)
		if t == nil {
			continue
		}
		if !r.ruleIDs(t)[id] {
			var known []string
			for _, rule := range t.Rules[:min(len(t.Rules), limits.TableValues)] {
				known = append(known, rule.ID)
			}
			r.Report(errUnknownRule(r.At(item), t.ID, id, known))
		}
	}
	return &ids
}

func (r *reader) ruleIDs(t *dmn.Table) map[string]bool {
	ids := r.ids[t]
	if ids == nil {
		ids = map[string]bool{}
		for _, rule := range t.Rules {
			ids[rule.ID] = true
		}
		r.ids[t] = ids
	}
	return ids
}
