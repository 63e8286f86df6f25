package dmn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/graph"
)

// element is what can be referred to: an input data, a decision, a business
// knowledge model or a decision service.
type element struct {
	doc      *document
	key      string
	name     string // of the element
	variable string // under which expressions know it
	kind     TargetKind
	typ      *feel.Type
	input    *xml.InputData
	decision *xml.Decision
	bkm      *xml.BKM
	service  *xml.DecisionService
	needs    []*element // information and knowledge requirements
	inputs   []*element // of a service: what its parameters stand for
	outputs  []*element // of a service
	at       *xml.Place
	faults   diag.List // that make it unusable
	hidden   bool      // callers do not find it: it has no name of its own
}

// fault reports what makes e unusable.
func (e *element) fault(err *diag.Error) {
	e.doc.loader.report(err)
	e.faults = append(e.faults, err)
}

// place gives a place within e.
func (e *element) place(p *xml.Place) diag.Locator { return (&boxer{node: e.name}).at(p) }

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
	n := 0
	for _, d := range l.order {
		n += d.definitions()
	}
	l.byKey, l.elements = make(map[string]*element, n), make([]*element, 0, n)
	for _, d := range l.order {
		d.types.all()
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
	}
	for _, e := range l.elements {
		e.require()
	}
}

func (l *loader) add(d *document, def *xml.Definition, v *xml.Variable, e *element) {
	e.doc, e.name, e.variable, e.at = d, def.Name.Text, def.Name.Text, &def.Name.At
	if !def.Name.Known() {
		e.at = &def.At
	}
	e.faults = def.Faults.Faults()
	known := &def.Name
	if v != nil {
		if v.Name.Text != "" {
			known, e.variable = &v.Name, v.Name.Text
		}
		e.typ = d.typeOf(v.TypeRef, e.name)
	}
	l.readable(known, e.name)
	e.key = l.key(d, e.name)
	if first := l.byKey[e.key]; e.name == "" || first != nil {
		// Requirements find it by its id. A missing name is reported.
		e.hidden = true
		e.key = fmt.Sprintf("%s#%d", e.key, len(l.elements))
		if e.name != "" {
			e.fault(errDuplicateElement(e.place(e.at), e.name, first.place(first.at)))
		}
	}
	l.byKey[e.key] = e
	l.elements = append(l.elements, e)
	if def.ID != "" && d.byID[def.ID] == nil {
		d.byID[def.ID] = e
	}
}

// require finds what e refers to.
func (e *element) require() {
	var refs []*xml.Requirement
	switch {
	case e.decision != nil:
		refs = append(append(refs, e.decision.InformationRequirements...), e.decision.KnowledgeRequirements...)
	case e.bkm != nil:
		refs = e.bkm.KnowledgeRequirements
	case e.service != nil:
		e.inputs = append(e.referred(e.service.InputData, xml.RequiredInput), e.referred(e.service.InputDecisions, xml.RequiredDecision)...)
		e.outputs = e.referred(e.service.OutputDecisions, xml.RequiredDecision)
		e.referred(e.service.EncapsulatedDecisions, xml.RequiredDecision)
	}
	var outputs map[string]*element
	if len(e.outputs) > 0 {
		outputs = make(map[string]*element, len(e.outputs))
	}
	for _, out := range e.outputs {
		if other := outputs[out.variable]; other != nil {
			e.fault(errNameClash(e.place(e.at), out.variable, other, out))
		}
		outputs[out.variable] = out
	}
	names := map[string]*element{}
	for _, r := range refs {
		found := e.find(&r.Href, r.Kind)
		if found == nil || slices.Contains(e.needs, found) {
			continue
		}
		name := e.doc.knownAs(found)
		if other := names[name]; other != nil {
			e.fault(errNameClash(e.place(&r.Href.At), name, other, found))
			continue
		}
		names[name] = found
		e.needs = append(e.needs, found)
	}
}

func (e *element) referred(hrefs []xml.Text, want xml.RequirementKind) []*element {
	var out []*element
	for i := range hrefs {
		if found := e.find(&hrefs[i], want); found != nil && !slices.Contains(out, found) {
			out = append(out, found)
		}
	}
	return out
}

// is reports whether e is what a reference of a kind is to lead to.
func (e *element) is(want xml.RequirementKind) bool {
	switch want {
	case xml.RequiredDecision:
		return e.decision != nil
	case xml.RequiredInput:
		return e.input != nil
	}
	return e.bkm != nil || e.service != nil
}

// find gives the element of a reference: "#id", or "namespace#id". DMN 1.1 has the
// id alone as well. That it is of another kind than it should be is a warning.
func (e *element) find(href *xml.Text, want xml.RequirementKind) *element {
	if href.Text == "" {
		return nil // which is reported
	}
	namespace, id, ok := strings.Cut(href.Text, "#")
	if !ok && e.doc.defs.Version == xml.DMN11 {
		namespace, id = "", href.Text
	}
	in := e.doc
	if namespace != "" && namespace != in.defs.Namespace {
		in = in.loader.docs[namespace]
	}
	if in != nil && in.byID[id] != nil {
		found := in.byID[id]
		if !found.is(want) {
			in.loader.warnings = append(in.loader.warnings, errReferenceKind(e.place(&href.At), href.Text, found, want))
		}
		return found
	}
	e.fault(errUnknownHref(e.place(&href.At), href.Text))
	return nil
}

// imported gives a document that d imports, or nil.
func (d *document) imported(namespace string) *document {
	for _, i := range d.imports {
		if i.doc != nil && i.namespace == namespace {
			return i.doc
		}
	}
	return nil
}

// knownAs gives the name under which an expression of d knows e.
func (d *document) knownAs(e *element) string {
	if e.doc == d {
		return e.variable
	}
	for _, i := range d.imports {
		if i.doc == e.doc {
			return i.call(e.variable)
		}
	}
	return e.variable
}

// names gives what callers may give values for, by its key and by the name under
// which expressions of the model know it, unless that is the name of several.
func (l *loader) names() map[string]*element {
	out := make(map[string]*element, len(l.elements))
	called := make(map[string]*element, len(l.elements)) // nil: several
	for _, e := range l.elements {
		if e.input == nil && e.decision == nil || e.hidden {
			continue
		}
		out[e.key] = e
		if e.doc == l.main || slices.ContainsFunc(l.main.imports, func(i *imported) bool { return i.doc == e.doc }) {
			name := l.main.knownAs(e)
			if _, several := called[name]; several {
				e = nil
			}
			called[name] = e
		}
	}
	for name, e := range called {
		if out[name] == nil && e != nil {
			out[name] = e
			l.aliases[e.key] = name
		}
	}
	return out
}

// cycles reports the elements that need each other. Business knowledge models may
// do so when recursion is allowed: their functions are called, not evaluated.
func (l *loader) cycles() {
	keys := make([]string, len(l.elements))
	for i, e := range l.elements {
		keys[i] = e.key
	}
	_, cycles := graph.Order(keys, func(key string) []string {
		var out []string
		for _, n := range l.byKey[key].needs {
			out = append(out, n.key)
		}
		return out
	})
	for _, members := range cycles {
		callable := !slices.ContainsFunc(members, func(key string) bool { return l.byKey[key].bkm == nil })
		if callable && l.recursion {
			continue
		}
		first := l.byKey[members[0]]
		names := make([]string, len(members))
		for i, key := range members {
			names[i] = l.byKey[key].name
		}
		err := errModelCycle(first.place(first.at), names)
		l.report(err)
		for _, key := range members {
			l.byKey[key].faults = append(l.byKey[key].faults, err)
		}
	}
}
