package dmn

import (
	"slices"

	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// typed resolves the types of one document (DMN 1.6, clause 7.3.3).
type typed struct {
	doc   *document
	known map[string]*feel.Type
	open  []string // the definitions being resolved
}

// typeOf gives the type that a reference names; nil, which is any, without one.
func (d *document) typeOf(ref *xml.TypeRef) *feel.Type {
	if ref == nil || ref.Text.Text == "" {
		return nil
	}
	if t := d.types.named(ref); t != nil {
		return t
	}
	d.loader.report(errUnknownTypeRef(ref.At, ref.Text.Text))
	return nil
}

// named gives the type of a reference: a definition of the document, a built-in
// type, or a definition of an imported document.
func (t *typed) named(ref *xml.TypeRef) *feel.Type {
	if ref.Namespace != "" && !xml.IsFEEL(ref.Namespace) && ref.Namespace != t.doc.defs.Namespace {
		for _, i := range t.doc.imports {
			if i.doc != nil && i.namespace == ref.Namespace {
				return i.doc.types.item(ref.Name)
			}
		}
	}
	if !xml.IsFEEL(ref.Namespace) {
		for _, name := range []string{ref.Text.Text, ref.Name} {
			if found := t.item(name); found != nil {
				return found
			}
			for _, i := range t.doc.imports {
				if rest, ok := i.cut(name); ok && i.doc != nil {
					if found := i.doc.types.item(rest); found != nil {
						return found
					}
				}
			}
		}
	}
	if b := feel.NamedType(ref.Name); b != nil {
		return b
	}
	return feel.NamedType(ref.Text.Text)
}

// item gives the type of an item definition of the document, or nil. A definition
// that holds itself is any where it does so.
func (t *typed) item(name string) *feel.Type {
	if found, ok := t.known[name]; ok {
		return found
	}
	i := slices.IndexFunc(t.doc.defs.ItemDefinitions, func(d *xml.ItemDefinition) bool { return d.Name.Text == name })
	if i < 0 {
		return nil
	}
	def := t.doc.defs.ItemDefinitions[i]
	if slices.Contains(t.open, name) {
		if !t.doc.loader.recursion {
			t.doc.loader.report(errItemCycle(def.Name.At, name))
		}
		return feel.AnyType
	}
	t.open = append(t.open, name)
	found := t.resolve(def).Called(name)
	t.open = t.open[:len(t.open)-1]
	if len(t.open) == 0 || found != feel.AnyType {
		t.known[name] = found
	}
	return found
}

// resolve gives the type that an item definition or a component says.
func (t *typed) resolve(def *xml.ItemDefinition) *feel.Type {
	var out *feel.Type
	switch {
	case def.Function != nil:
		params := make([]*feel.Type, 0, len(def.Function.Parameters))
		for _, p := range def.Function.Parameters {
			params = append(params, orAny(t.doc.typeOf(p.TypeRef)))
		}
		out = feel.FunctionType(orAny(t.doc.typeOf(def.Function.OutputTypeRef)), params...)
	case len(def.Components) > 0:
		fields := make([]feel.Field, len(def.Components))
		for i, c := range def.Components {
			fields[i] = feel.Field{Name: c.Name.Text, Type: t.resolve(c)}
		}
		out = feel.ContextType(fields...)
	default:
		out = orAny(t.doc.typeOf(def.TypeRef))
	}
	if def.IsCollection {
		out = feel.ListType(out)
	}
	return out
}

func orAny(t *feel.Type) *feel.Type {
	if t == nil {
		return feel.AnyType
	}
	return t
}
