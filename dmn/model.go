package dmn

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/graph"
)

// Model is a DMN model (DMN 1.6, clause 6.3.2) with everything that it imports,
// compiled. It is immutable and may be used by many goroutines at once.
type Model struct {
	Name      string
	Namespace string
	Files     map[string][]byte // every document that was read, by name
	Warnings  diag.List

	elements map[string]*element // by key
	unit     *feel.Unit
	pool     sync.Pool // of *feel.Frame
}

// ModelOption changes how a model is loaded.
type ModelOption func(*loader)

// WithRecursion allows business knowledge models and item definitions that refer
// to themselves.
func WithRecursion() ModelOption { return func(l *loader) { l.recursion = true } }

// LoadModel reads the model in src, which is the document called file, and what it
// imports, and compiles it. The error holds every fault of all of them, each with
// its element and its place in the XML. The Model is there beside it unless the
// document cannot be read at all: what depends on no fault evaluates, and the rest
// is null with its fault as the reason. A nil resolver gives no imports.
func LoadModel(file string, src []byte, imports Resolver, opts ...ModelOption) (*Model, error) {
	l := &loader{imports: imports, files: map[string][]byte{}, docs: map[string]*document{}, elements: map[string]*element{}}
	for _, o := range opts {
		o(l)
	}
	main := l.document(file, src, nil)
	if main.defs.Namespace == "" && len(l.faults) > 0 {
		l.faults.Sort()
		return nil, l.faults.Err()
	}
	l.main = main
	m := &Model{Name: main.defs.Name, Namespace: main.defs.Namespace, Files: l.files, elements: l.elements}
	l.index()
	l.cycles()
	m.unit = l.compile()
	l.faults.Sort()
	m.Warnings = append(l.warnings, l.faults.Warnings()...)
	return m, l.faults.Err()
}

// loader reads one model and its imports.
type loader struct {
	imports   Resolver
	recursion bool
	files     map[string][]byte
	docs      map[string]*document // by namespace
	order     []*document
	main      *document
	elements  map[string]*element
	faults    diag.List
	warnings  diag.List
}

func (l *loader) report(e *diag.Error) { l.faults = append(l.faults, e) }

// document is one DMN document.
type document struct {
	loader  *loader
	file    string
	defs    *xml.Definitions
	imports []*imported
	types   *typed
	byID    map[string]*element
	names   []string // of the types that texts may name
}

// imported is an import of a document.
type imported struct {
	name      string
	namespace string
	doc       *document // nil when it is not there, or is no DMN
}

// cut takes the import's name and the dot off a name.
func (i *imported) cut(name string) (string, bool) {
	if i.name == "" {
		return name, true
	}
	return strings.CutPrefix(name, i.name+".")
}

// element is what can be referred to: an input data, a decision, a business
// knowledge model or a decision service.
type element struct {
	doc       *document
	key       string
	name      string // of the element
	variable  string // under which expressions know it
	kind      TargetKind
	typ       *feel.Type
	input     *xml.InputData
	decision  *xml.Decision
	bkm       *xml.BKM
	service   *xml.DecisionService
	needs     []*element // information and knowledge requirements
	at        diag.Locator
	faults    diag.List
	recursive bool
}

// document reads a document and, after it, what it imports. open are the documents
// that are being read.
func (l *loader) document(file string, src []byte, open []string) *document {
	l.files[file] = src
	defs, err := xml.Read(file, src)
	l.faults = append(l.faults, diag.Of(err)...)
	l.warnings = append(l.warnings, defs.Warnings...)
	d := &document{loader: l, file: file, defs: defs, byID: map[string]*element{}}
	d.types = &typed{doc: d, known: map[string]*feel.Type{}}
	l.docs[defs.Namespace] = d
	l.order = append(l.order, d)
	open = append(open, defs.Namespace)
	for _, i := range defs.Imports {
		d.imports = append(d.imports, l.imported(d, i, open))
	}
	return d
}

func (l *loader) imported(d *document, i *xml.Import, open []string) *imported {
	out := &imported{name: i.Name.Text, namespace: i.Namespace.Text}
	if !xml.IsModel(i.ImportType.Text) {
		return out // PMML, XSD and the like are not DMN's
	}
	switch doc := l.docs[out.namespace]; {
	case slices.Contains(open, out.namespace):
		l.report(errImportCycle(i.Namespace.At, out.namespace))
		return out
	case doc != nil:
		out.doc = doc
		return out
	case l.imports == nil:
		l.report(errImportMissing(i.At, out.namespace, nil))
		return out
	}
	name, src, err := l.imports.Resolve(d.file, out.namespace, i.LocationURI.Text)
	if err != nil {
		l.report(errImportMissing(i.At, out.namespace, err))
		return out
	}
	out.doc = l.document(name, src, slices.Clone(open))
	if have := out.doc.defs.Namespace; have != out.namespace {
		l.report(errImportOther(i.At, out.namespace, name, have))
	}
	return out
}

// key is what an element is called in the unit, and by callers: its name in the
// model itself, "{namespace}name" in an imported document.
func (l *loader) key(d *document, name string) string {
	if d == l.main {
		return name
	}
	return "{" + d.defs.Namespace + "}" + name
}

// index makes an element of each definition, and finds what each one needs.
func (l *loader) index() {
	for _, d := range l.order {
		for _, x := range d.defs.InputData {
			l.add(d, &x.Definition, x.Variable, &element{input: x, kind: inputTarget})
		}
		for _, x := range d.defs.Decisions {
			l.add(d, &x.Definition, x.Variable, &element{decision: x, kind: DecisionTarget})
		}
		for _, x := range d.defs.BKMs {
			l.add(d, &x.Definition, x.Variable, &element{bkm: x, kind: BKMTarget})
		}
		for _, x := range d.defs.Services {
			l.add(d, &x.Definition, x.Variable, &element{service: x, kind: ServiceTarget})
		}
		for _, item := range d.defs.ItemDefinitions {
			d.types.item(item.Name.Text)
		}
	}
	for _, e := range l.sorted() {
		l.requirements(e)
	}
}

func (l *loader) add(d *document, def *xml.Definition, v *xml.Variable, e *element) {
	e.doc, e.name, e.variable, e.at = d, def.Name.Text, def.Name.Text, def.Name.At
	if !def.Name.Known() {
		e.at = def.At
	}
	e.at.Node = e.name
	e.faults = def.Faults
	if v != nil {
		if v.Name.Text != "" {
			e.variable = v.Name.Text
		}
		e.typ = d.typeOf(v.TypeRef)
	}
	e.key = l.key(d, e.name)
	if first := l.elements[e.key]; first != nil {
		l.report(errDuplicateElement(e.at, e.name, first.at))
		return
	}
	l.elements[e.key] = e
	if def.ID != "" {
		d.byID[def.ID] = e
	}
}

// sorted gives the elements in the order of their keys.
func (l *loader) sorted() []*element {
	out := slices.Collect(maps.Values(l.elements))
	slices.SortFunc(out, func(a, b *element) int { return cmp.Compare(a.key, b.key) })
	return out
}

func (l *loader) requirements(e *element) {
	var refs []*xml.Requirement
	switch {
	case e.decision != nil:
		refs = append(append(refs, e.decision.InformationRequirements...), e.decision.KnowledgeRequirements...)
	case e.bkm != nil:
		refs = e.bkm.KnowledgeRequirements
	}
	for _, r := range refs {
		if found := e.doc.find(&r.Href, e.name); found != nil && !slices.Contains(e.needs, found) {
			e.needs = append(e.needs, found)
		}
	}
}

// find gives the element of a reference: "#id", or "namespace#id". It reports one
// that leads nowhere.
func (d *document) find(href *xml.Text, node string) *element {
	e := d.lookup(href.Text)
	if e == nil {
		at := href.At
		at.Node = node
		d.loader.report(errUnknownHref(at, href.Text))
	}
	return e
}

func (d *document) lookup(href string) *element {
	namespace, id, ok := strings.Cut(href, "#")
	in := d
	if namespace != "" && namespace != d.defs.Namespace {
		in = d.loader.docs[namespace]
	}
	if !ok || in == nil {
		return nil
	}
	return in.byID[id]
}

// knownAs gives the name under which an expression of d knows e.
func (d *document) knownAs(e *element) string {
	if e.doc == d {
		return e.variable
	}
	for _, i := range d.imports {
		if i.doc == e.doc && i.name != "" {
			return i.name + "." + e.variable
		}
	}
	return e.variable
}

// cycles reports the elements that need each other. Business knowledge models may
// do so when recursion is allowed: their functions are called, not evaluated.
func (l *loader) cycles() {
	_, cycles := graph.Order(slices.Collect(maps.Keys(l.elements)), func(key string) []string {
		var out []string
		for _, n := range l.elements[key].needs {
			out = append(out, n.key)
		}
		return out
	})
	for _, members := range cycles {
		callable := !slices.ContainsFunc(members, func(key string) bool { return l.elements[key].bkm == nil })
		if callable && l.recursion {
			continue
		}
		first := l.elements[members[0]]
		names := make([]string, len(members))
		for i, key := range members {
			names[i] = l.elements[key].name
		}
		err := errModelCycle(first.at, names)
		l.report(err)
		for _, key := range members {
			l.elements[key].recursive = true
			l.elements[key].faults = append(l.elements[key].faults, err)
		}
	}
}
