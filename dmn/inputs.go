package dmn

import (
	"cmp"
	"strings"

	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// InputInfo is an input of a target: a value that it may read.
type InputInfo struct {
	Name      string     // of the input data or decision, or of the parameter
	Namespace string     // of its document; "" when it is that of the model, or of a parameter
	Type      *feel.Type // nil: any
	Allowed   string     // the unary tests that its type restricts it to; "" without
	// Required are the decisions that require it, by their keys, in the order in which
	// they are reached.
	Required []string
}

// Inputs gives what a target reads: of a decision the input data that it requires,
// itself or through other decisions, in the order of the requirements; of a service
// its input data and input decisions, and of a business knowledge model its
// parameters, in the order of a call. It is nil for a target that the model does not
// have.
func (m *Model) Inputs(t Target) []InputInfo {
	e, err := m.find(t)
	if err != nil {
		return nil
	}
	switch e.kind {
	case BKMTarget:
		return e.parameters()
	case ServiceTarget:
		var out []InputInfo
		for _, in := range e.inputs {
			info := m.input(in)
			info.Required = []string{e.key}
			out = append(out, info)
		}
		return out
	}
	c := collector{m: m, at: map[*element]int{}, seen: map[*element]bool{}}
	c.decision(e)
	return c.out
}

func (m *Model) input(e *element) InputInfo {
	in := InputInfo{Name: e.name, Type: e.typ, Allowed: allowed(e.typ)}
	if e.doc.defs.Namespace != m.Namespace {
		in.Namespace = e.doc.defs.Namespace
	}
	return in
}

// allowed gives the unary tests that a type is restricted to, or its items.
func allowed(t *feel.Type) string {
	var texts []string
	for _, a := range t.Allowed() {
		texts = append(texts, a.Text())
	}
	if len(texts) == 0 && t.IsList() {
		return allowed(t.Item())
	}
	return strings.Join(texts, " and ")
}

// parameters gives the parameters of a business knowledge model.
func (e *element) parameters() []InputInfo {
	var out []InputInfo
	if e.bkm.EncapsulatedLogic == nil {
		return nil
	}
	for _, p := range e.bkm.EncapsulatedLogic.Parameters {
		t := e.doc.knownType(p.TypeRef)
		out = append(out, InputInfo{Name: p.Name.Text, Type: t, Allowed: allowed(t), Required: []string{e.key}})
	}
	return out
}

// ResultType gives the type that the model declares for what a target gives; nil
// when it declares none, or has no such target. A value of the target is of this type
// or null.
func (m *Model) ResultType(t Target) *feel.Type {
	e, err := m.find(t)
	switch {
	case err != nil:
		return nil
	case e.bkm != nil:
		return e.functionResult()
	case e.service == nil:
		return e.typ
	case e.typ != nil:
		return gives(e.typ)
	case len(e.outputs) == 1:
		return e.outputs[0].typ
	}
	fields := make([]feel.Field, len(e.outputs))
	for i, out := range e.outputs {
		fields[i] = feel.Field{Name: out.variable, Type: orAny(out.typ)}
	}
	return feel.ContextType(fields...)
}

// functionResult gives the type of what a business knowledge model gives, or nil.
func (e *element) functionResult() *feel.Type {
	logic := e.bkm.EncapsulatedLogic
	if logic == nil {
		return nil
	}
	result := cmp.Or(gives(e.doc.knownType(logic.TypeRef)), gives(e.typ))
	if result == nil && logic.Body != nil {
		return e.doc.knownType(logic.Body.Common().TypeRef)
	}
	return result
}

// knownType gives the type that a reference names, or nil.
func (d *document) knownType(ref *xml.TypeRef) *feel.Type {
	if ref == nil || ref.Text.Text == "" {
		return nil
	}
	return d.types.named(ref)
}

// collector walks the requirements of a decision.
type collector struct {
	m    *Model
	out  []InputInfo
	at   map[*element]int
	seen map[*element]bool
}

func (c *collector) decision(root *element) {
	// What is to be visited, the next one last: a chain may be long.
	next := []*element{root}
	for len(next) > 0 {
		e := next[len(next)-1]
		next = next[:len(next)-1]
		if c.seen[e] {
			continue
		}
		c.seen[e] = true
		for i := len(e.needs) - 1; i >= 0; i-- {
			if e.needs[i].decision != nil {
				next = append(next, e.needs[i])
			}
		}
		for _, n := range e.needs {
			if n.input == nil {
				continue
			}
			i, known := c.at[n]
			if !known {
				i = len(c.out)
				c.at[n] = i
				c.out = append(c.out, c.m.input(n))
			}
			c.out[i].Required = append(c.out[i].Required, e.key)
		}
	}
}
