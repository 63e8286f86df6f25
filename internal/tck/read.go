package tck

import (
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// testFile is a test file.
type testFile struct {
	model string // the name of a file in the same folder
	cases []testCase
}

// testCase is a question to a model with the answers that it should give.
type testCase struct {
	id        string // as written, or "#2" for the second case of the file
	kind      kind
	namespace string // of what is invoked; "" for that of the model
	invocable string // the service or business knowledge model
	inputs    []input
	results   []result
	faults    diag.List // what is wrong with the case in the file
}

type input struct {
	namespace, name string
	value           value
}

type result struct {
	namespace, name string
	want            value
}

// readFile reads a test file. The error lists what is wrong with the file as a
// whole; what is wrong with a case is listed there.
func readFile(name string, src []byte) (*testFile, error) {
	r := reader{file: source.New(name, string(src))}
	r.faults = &r.ofFile
	root, fault := parseXML(r.file)
	if fault != nil {
		return nil, fault
	}
	f := r.testCases(root)
	if r.count > limits.FaultsPerText {
		r.ofFile = append(r.ofFile, errLimit(diag.Locator{File: name}, "this file has more than 100 faults"))
	}
	return f, r.ofFile.Err()
}

type reader struct {
	file   *source.File
	ofFile diag.List
	faults *diag.List // where faults go: of the file, or of a case
	count  int
}

func (r *reader) fault(e *element, make func(at diag.Locator) *diag.Error) {
	if r.count++; r.count <= limits.FaultsPerText {
		at := diag.Locator{File: r.file.Name, Span: r.file.Span(e.start, e.end)}
		*r.faults = append(*r.faults, make(at))
	}
}

func (r *reader) formFault(e *element, hint, format string, args ...any) {
	r.fault(e, func(at diag.Locator) *diag.Error { return errForm(at, hint, format, args...) })
}

// children gives the elements of e in the kit's namespace, which must have the
// given names; there must be no text beside them. Extensions are passed over.
func (r *reader) children(e *element, names ...string) []*element {
	if text := strings.TrimSpace(string(e.text)); text != "" {
		r.formFault(e, "", "the text %s stands in %s, which has none", source.Quote(text), written(e.tag))
	}
	return r.elements(e, names...)
}

func (r *reader) elements(e *element, names ...string) []*element {
	var out []*element
	for _, c := range e.children {
		switch {
		case c.name.Space != tckSpace, c.name.Local == "extensionElements":
		case slices.Contains(names, c.name.Local):
			out = append(out, c)
		default:
			hint := ""
			if len(names) > 0 {
				hint = "it has " + strings.Join(names, ", ")
			}
			r.formFault(c, hint, "%s has no element %s", written(e.tag), source.Quote(written(c.tag)))
		}
	}
	return out
}

// named gives an attribute that must be there.
func (r *reader) named(e *element, attribute string) string {
	name, ok := e.attr("", attribute)
	if !ok {
		r.formFault(e, "", "%s has no attribute %s", written(e.tag), attribute)
	}
	return name
}

// namespace gives the namespace that e has or, if it has none, those around it.
func namespace(e *element, outer string) string {
	if ns, ok := e.attr("", "namespace"); ok {
		return ns
	}
	return outer
}

func (r *reader) testCases(root *element) *testFile {
	f := &testFile{}
	if want := (xml.Name{Space: tckSpace, Local: "testCases"}); root.name != want {
		r.formFault(root, "it is testCases in the namespace "+tckSpace, "the root element is %s", source.Quote(written(root.tag)))
		return f
	}
	ns := namespace(root, "")
	for _, c := range r.children(root, "testCasesName", "modelName", "labels", "testCase") {
		switch c.name.Local {
		case "modelName":
			f.model = strings.TrimSpace(string(c.text))
			if f.model == "" || f.model != path.Base(f.model) || f.model == ".." || strings.Contains(f.model, `\`) {
				r.formFault(c, "name the model in the test file's own folder", "the modelName %s is no name of a file", source.Quote(f.model))
			}
		case "testCase":
			f.cases = append(f.cases, r.testCase(c, ns, len(f.cases)+1))
			r.faults = &r.ofFile
		}
	}
	if f.model == "" && len(r.ofFile) == 0 {
		r.formFault(root, "", "there is no modelName")
	}
	if len(f.cases) == 0 {
		r.formFault(root, "", "there is no testCase")
	}
	return f
}

func (r *reader) testCase(e *element, outer string, number int) testCase {
	ns := namespace(e, outer)
	c := testCase{kind: decision, namespace: ns}
	r.faults = &c.faults
	var ok bool
	if c.id, ok = e.attr("", "id"); !ok {
		c.id = fmt.Sprintf("#%d", number)
	}
	if typ, ok := e.attr("", "type"); ok {
		switch typ {
		case "decision":
		case "decisionService":
			c.kind = service
		case "bkm":
			c.kind = bkm
		default:
			r.formFault(e, "it is decision, decisionService or bkm", "there is no type %s of a testCase", source.Quote(typ))
		}
	}
	if c.kind != decision {
		c.invocable = r.named(e, "invocableName")
	}
	for _, child := range r.children(e, "description", "inputNode", "resultNode") {
		switch child.name.Local {
		case "inputNode":
			in := input{namespace: namespace(child, ns), name: r.named(child, "name"), value: r.value(child)}
			if slices.ContainsFunc(c.inputs, func(other input) bool { return other.name == in.name && other.namespace == in.namespace }) {
				r.formFault(child, "", "there are two inputNodes %s", source.Quote(in.name))
			}
			c.inputs = append(c.inputs, in)
		case "resultNode":
			res := result{namespace: namespace(child, ns), name: r.named(child, "name")}
			expected := r.children(child, "expected")
			if len(expected) > 1 {
				r.formFault(expected[1], "", "there is a second expected")
			}
			if len(expected) > 0 {
				res.want = r.value(expected[0])
			}
			c.results = append(c.results, res)
		}
	}
	return c
}

// value reads what e holds. An element with nothing in it is null.
func (r *reader) value(e *element) value {
	kids := r.children(e, "value", "list", "component")
	if len(kids) == 0 || isNil(e) {
		return value{}
	}
	first := kids[0].name.Local
	for _, c := range kids[1:] {
		if c.name.Local != first || first != "component" {
			r.formFault(c, "it has one value, one list, or components", "%s holds more than one value", written(e.tag))
			return value{}
		}
	}
	switch first {
	case "list":
		return r.list(kids[0])
	case "component":
		return r.context(kids)
	}
	return r.simple(kids[0])
}

func isNil(e *element) bool {
	null, _ := e.attr(xsiSpace, "nil")
	return null == "true" || null == "1"
}

func (r *reader) list(e *element) value {
	items := r.children(e, "item")
	if isNil(e) {
		return value{}
	}
	v := value{form: formList}
	for _, item := range items {
		v.items = append(v.items, r.value(item))
	}
	return v
}

func (r *reader) context(components []*element) value {
	v := value{form: formContext}
	seen := map[string]bool{}
	for _, c := range components {
		name := r.named(c, "name")
		if seen[name] {
			r.formFault(c, "", "there are two components %s", source.Quote(name))
		}
		seen[name] = true
		v.entries = append(v.entries, name)
		v.items = append(v.items, r.value(c))
	}
	return v
}

// simple reads a value element.
func (r *reader) simple(e *element) value {
	r.elements(e)
	if isNil(e) {
		return value{}
	}
	text := string(e.text)
	typ, ok := e.attr(xsiSpace, "type")
	if !ok {
		return value{form: formUntyped, text: text}
	}
	name := xml.Name{Local: strings.TrimSpace(typ)}
	if prefix, local, ok := strings.Cut(name.Local, ":"); ok {
		name = xml.Name{Space: prefix, Local: local}
	}
	resolved, ok := e.resolve(name)
	var names []string
	for _, reading := range readings {
		names = append(names, reading.xsd)
		if !ok || resolved.Space != xsdSpace || reading.xsd != resolved.Local {
			continue
		}
		v, err := reading.read(text)
		if err != nil {
			r.fault(e, func(at diag.Locator) *diag.Error { return errBadValue(at, reading.xsd, text, err) })
			return value{typed: feel.Null}
		}
		return value{typed: v}
	}
	r.fault(e, func(at diag.Locator) *diag.Error { return errBadType(at, typ, source.Nearest(name.Local, names)) })
	return value{}
}
