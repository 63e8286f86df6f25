package judgment

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// linkedTable is the table of a node, with all that the node pins.
type linkedTable struct {
	entry   *entry
	files   []*entry
	schema  *entry // of the gate; nil without one
	program *dmn.Program
	output  int // number of the output that is the outcome
	gate    *gate.Gate
}

// linkTable finds what a table node pins, and loads it from these bytes alone.
func (g *Graph) linkTable(id string, c *Catalogue) (*linkedTable, Findings) {
	ref, at := &g.nodes[id].table, g.pinAt(id)
	t := &linkedTable{}
	var found Findings
	var fault *Finding
	if t.entry, fault = c.resolve(ref.Pin, at); fault != nil {
		found = append(found, fault)
	}
	for _, name := range slices.Sorted(maps.Keys(ref.Files)) {
		e := c.byDigest[ref.Files[name]]
		if e == nil {
			found = append(found, errFileDangling(at(strictjson.Pointer("files", name)), ref.Files[name], c.beside(t.entry, name)))
		}
		t.files = append(t.files, e)
	}
	if ref.Gate != "" {
		if t.schema = c.byDigest[ref.Gate]; t.schema == nil {
			found = append(found, errFileDangling(g.nodeAt(id, ref.gatePath), ref.Gate, nil))
		}
	}
	if found == nil {
		found = t.load(ref, at, g.nodeAt(id, ref.gatePath))
	}
	return t, found
}

// beside gives the entry that a file beside another one is, nil if there is none.
func (c *Catalogue) beside(e *entry, name string) *entry {
	if e == nil {
		return nil
	}
	return c.byName[path.Join(path.Dir(e.name), name)]
}

// load loads the table and its gate, and says what keeps it from deciding at a
// node.
func (t *linkedTable) load(ref *TableRef, at func(below string) diag.Locator, atGate diag.Locator) Findings {
	files := t.folder(ref)
	table, err := dmn.LoadTable(files, t.entry.name)
	var found Findings
	add := func(f *Finding) { found = append(found, f) }
	used, dir := map[string]bool{}, path.Dir(t.entry.name)
	for _, name := range files.asked {
		rel := strings.TrimPrefix(name, dir+"/")
		if name == t.entry.name || used[rel] {
			continue
		}
		used[rel] = true
		if _, pinned := ref.Files[rel]; !pinned {
			add(errFileUnpinned(at("/files"), rel))
		}
	}
	switch {
	case found != nil: // from which the faults of the table follow
	case err != nil:
		add(errTableInvalid(at(""), t.entry, err))
	default:
		t.check(table, ref, at, add)
		for _, name := range slices.Sorted(maps.Keys(ref.Files)) {
			if !used[name] {
				add(errFileUnused(at(strictjson.Pointer("files", name)), name))
			}
		}
	}
	if t.schema != nil {
		if t.gate, err = gate.Compile(one(t.schema), t.schema.name); err != nil {
			add(errTableGate(atGate, err))
		}
	}
	return found
}

// check says what keeps a sound table from deciding at a node, and compiles it.
func (t *linkedTable) check(table *dmn.Table, ref *TableRef, at func(below string) diag.Locator, add func(*Finding)) {
	if is := (Identity{table.ID, table.Version}); is != (Identity{ref.Pin.ID, ref.Pin.Version}) {
		add(errIdentity(at(""), ref.Pin, &entry{name: t.entry.name, identity: &is}))
	}
	program, err := dmn.Compile(table, nil)
	switch {
	case err != nil:
		add(errTableInvalid(at(""), t.entry, err))
	case table.HasEffective():
		add(errTableEffective(at(""), t.entry))
	}
	t.program = program
	if table.Unreviewed() {
		add(errTableUnreviewed(at(""), table.Provenance.GeneratedBy))
	}
	if !slices.Contains(nodePolicies, table.HitPolicy) {
		add(errTablePolicy(at(""), table.HitPolicy))
	}
	names := make([]string, len(table.Outputs))
	for i, o := range table.Outputs {
		names[i] = o.Name
	}
	t.output = slices.Index(names, ref.Output)
	if t.output < 0 {
		add(errTableNoOutput(at("/output"), ref.Output, names))
	} else if why := unfit(table.Outputs[t.output]); why != "" {
		add(errTableOutput(at("/output"), ref.Output, why))
	}
}

// nodePolicies are the hit policies that come to one answer.
var nodePolicies = []dmn.HitPolicy{dmn.Unique, dmn.First, dmn.Priority, dmn.Any}

// unfit says why the values of an output cannot be outcomes; "" if they can.
func unfit(o dmn.Output) string {
	switch {
	case o.Type.Name != "string":
		return "it is of the type " + o.Type.String()
	case o.Values == nil:
		return "it does not list its values"
	}
	for _, v := range o.Values {
		if !isLocalID(outcomeID(v)) {
			return "its value " + v.String() + " is not " + aLocalID
		}
	}
	return ""
}

// outcomeID gives the outcome that a value is, "" if it is no string.
func outcomeID(v feel.Value) string {
	s, _ := v.AsString()
	return s
}

// outcomes gives the outcomes that the node declares: the values of its output.
func (t *linkedTable) outcomes() []string {
	var out []string
	for _, v := range t.program.Table().Outputs[t.output].Values {
		out = append(out, outcomeID(v))
	}
	return out
}

// reachable gives the outcomes that a rule or the default gives, or may give where
// it has an expression, in the order of their declaration.
func (t *linkedTable) reachable() []string {
	table := t.program.Table()
	named := map[string]bool{}
	any := false
	name := func(cells []dmn.Cell) {
		if cells == nil {
			return
		}
		named[outcomeID(cells[t.output].Literal)] = true
		any = any || cells[t.output].Expression
	}
	for _, r := range table.Rules {
		name(r.Then)
	}
	name(table.Default)
	return slices.DeleteFunc(t.outcomes(), func(o string) bool { return !any && !named[o] })
}

// reasons gives the reasons that the table can have.
func (t *linkedTable) reasons() []Reason {
	table := t.program.Table()
	out := []Reason{ReasonUnknown}
	if table.HitPolicy == dmn.Unique || table.HitPolicy == dmn.Any {
		out = append(out, ReasonConflict)
	}
	if table.Default == nil {
		out = append(out, ReasonNoMatch)
	}
	return out
}

// pinnedFiles serves what a node pins, and notes which files it is asked for, also
// in vain.
type pinnedFiles struct {
	fs.FS
	asked []string
}

// Open implements [fs.FS].
func (f *pinnedFiles) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(f.FS, name); err != nil || !info.IsDir() {
		f.asked = append(f.asked, name)
	}
	return f.FS.Open(name)
}

// folder gives the table under its name, and beside it the files under the names by
// which they are pinned.
func (t *linkedTable) folder(ref *TableRef) *pinnedFiles {
	files := &record.Record{}
	_ = files.AddSnapshot(t.entry.name, mediaYAML, t.entry.bytes) // the first, under a name that a file has
	for i, name := range slices.Sorted(maps.Keys(ref.Files)) {
		// What cannot be added, no table can ask for.
		_ = files.AddSnapshot(path.Join(path.Dir(t.entry.name), name), "", t.files[i].bytes)
	}
	return &pinnedFiles{FS: files.FS()}
}

// one gives a file alone.
func one(e *entry) fs.FS {
	files := &record.Record{}
	_ = files.AddSnapshot(e.name, mediaJSON, e.bytes)
	return files.FS()
}
