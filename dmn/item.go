package dmn

import (
	"cmp"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
)

// typed resolves the types of one document (DMN 1.6, clause 7.3.3).
type typed struct {
	doc   *document
	defs  map[string]*xml.ItemDefinition
	known map[string]*feel.Type
	level map[string]int // of the known: how many definitions lie within each other
	open  []string       // the definitions that are being resolved
}

func newTyped(d *document) *typed {
	t := &typed{doc: d, defs: make(map[string]*xml.ItemDefinition, len(d.defs.ItemDefinitions)), known: map[string]*feel.Type{}, level: map[string]int{}}
	for _, def := range d.defs.ItemDefinitions {
		first := t.defs[def.Name.Text]
		switch {
		case def.Name.Text == "":
			continue // which is reported
		case first == nil:
			t.defs[def.Name.Text] = def
			continue
		}
		at := def.Name.Locator()
		at.Node = def.Name.Text
		d.loader.report(errDuplicateElement(at, def.Name.Text, first.Name.Locator()))
	}
	return t
}

// all resolves every definition.
func (t *typed) all() {
	for _, def := range t.doc.defs.ItemDefinitions {
		t.item(def.Name.Text)
	}
}

// defined gives the type of a definition of the document, or of one that it imports
// under the import's name; nil when there is none.
func (t *typed) defined(name string) *feel.Type {
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
	return nil
}

// inText gives the type that a text of the document means by a name, or nil. What
// restricts a definition does not know it.
func (t *typed) inText(name string) *feel.Type {
	if slices.Contains(t.open, name) {
		return nil
	}
	return cmp.Or(t.defined(name), t.doc.loader.typeNames[name])
}

// typeOf gives the type that a reference names; nil, which is any, without one.
func (d *document) typeOf(ref *xml.TypeRef, node string) *feel.Type {
	if ref == nil || ref.Text.Text == "" {
		return nil
	}
	if t := d.types.named(ref); t != nil {
		return t
	}
	at := ref.Locator()
	at.Node = node
	d.loader.report(errUnknownTypeRef(at, ref.Text.Text))
	return nil
}

// named gives the type of a reference: a definition of the document, a built-in
// type, or a definition of an imported document. The built-in types have their old
// names as well, such as dateTime: tools write them in models of every version.
func (t *typed) named(ref *xml.TypeRef) *feel.Type {
	if ref.Namespace != "" && !xml.IsFEEL(ref.Namespace) && ref.Namespace != t.doc.defs.Namespace {
		if d := t.doc.imported(ref.Namespace); d != nil {
			return d.types.item(ref.Name)
		}
	}
	if !xml.IsFEEL(ref.Namespace) && ref.Namespace != schemaNamespace {
		for _, name := range []string{ref.Text.Text, ref.Name} {
			if found := t.defined(name); found != nil {
				return found
			}
		}
	}
	return cmp.Or(feel.NamedType(ref.Name), feel.NamedType(ref.Text.Text), schemaType(ref), t.doc.loader.typeNames[ref.Text.Text])
}

const schemaNamespace = "http://www.w3.org/2001/XMLSchema"

// schemaType gives the type whose values those of a type of XML Schema are, as the
// standard maps them, beyond those of the same name; nil for another reference.
func schemaType(ref *xml.TypeRef) *feel.Type {
	if ref.Namespace != schemaNamespace {
		return nil
	}
	switch ref.Name {
	case "decimal", "integer", "double", "float", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger",
		"nonPositiveInteger", "negativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte":
		return feel.NumberType
	case "normalizedString", "token", "anyURI", "language", "Name", "NCName":
		return feel.StringType
	case "duration":
		return feel.DurationType
	case "anyType", "anySimpleType", "anyAtomicType":
		return feel.AnyType
	}
	return nil
}

// item gives the type of an item definition of the document, or nil. A definition
// that holds itself is Any where it does so.
func (t *typed) item(name string) *feel.Type {
	l := t.doc.loader
	if found, ok := t.known[name]; ok {
		if level := t.level[name]; level > l.levels { // never once all are known: a model is then only read
			l.levels = level
		}
		return found
	}
	def := t.defs[name]
	if def == nil {
		return nil
	}
	where := def.Name.Locator()
	where.Node = name
	if at := slices.Index(t.open, name); at >= 0 {
		if builtin := feel.NamedType(name); builtin != nil {
			return builtin // a definition may be called after the type that it restricts
		}
		if !l.recursion {
			l.report(errItemCycle(where, t.open[at:]))
		}
		return feel.AnyType
	}
	outer := l.levels
	l.levels = 0
	t.open = append(t.open, name)
	found := t.resolve(def, name).Called(name)
	t.open = t.open[:len(t.open)-1]
	level := l.levels + 1
	if level > limits.ModelTypeLevels {
		l.report(errTypeLevels(where, name))
		found, level = feel.AnyType, 1
	}
	t.known[name], t.level[name] = found, level
	l.levels = max(outer, level)
	return found
}

// resolve gives the type that an item definition or a component says. node is the
// definition, for places.
func (t *typed) resolve(def *xml.ItemDefinition, node string) *feel.Type {
	var out *feel.Type
	switch {
	case def.Function != nil:
		params := make([]*feel.Type, 0, len(def.Function.Parameters))
		names := make([]*xml.Text, 0, len(def.Function.Parameters))
		for _, p := range def.Function.Parameters {
			params, names = append(params, orAny(t.doc.typeOf(p.TypeRef, node))), append(names, &p.Name)
		}
		t.doc.loader.faults = append(t.doc.loader.faults, repeated(names, node)...)
		out = feel.FunctionType(orAny(t.doc.typeOf(def.Function.OutputTypeRef, node)), params...)
	case len(def.Components) > 0:
		fields := make([]feel.Field, len(def.Components))
		names := make([]*xml.Text, len(def.Components))
		for i, c := range def.Components {
			fields[i], names[i] = feel.Field{Name: c.Name.Text, Type: t.resolve(c, node)}, &c.Name
		}
		t.doc.loader.faults = append(t.doc.loader.faults, repeated(names, node)...)
		out = feel.ContextType(fields...)
	default:
		out = orAny(t.doc.typeOf(def.TypeRef, node))
	}
	out = t.restrict(out, def.AllowedValues, def.Name.Text, node, (*feel.Type).Restrict)
	if def.IsCollection {
		out = feel.ListType(out)
	}
	return t.restrict(out, def.TypeConstraint, def.Name.Text, node, (*feel.Type).Restrict)
}

// restrict restricts a type to the values that an item definition or a column
// allows, which is called name. A collection's allowed values are those of its
// items, its type constraint is for the whole (DMN 1.6, clause 7.3.3). What a column
// lists is for the items as well, where its values are lists.
//
// The standard does not say what becomes of another value. Here it does not conform
// to the type: where values are brought to their declared types it becomes null,
// with [OutsideValues] as the reason, and is an error in strict evaluation. instance
// of asks for the structure only, and null is let pass.
func (t *typed) restrict(typ *feel.Type, x *xml.UnaryTests, name, node string, with restriction) *feel.Type {
	if x == nil || x.Language != xml.FEEL || x.Text.Text == "" || x.Text.Text == "-" {
		return typ
	}
	at := x.Text.Locator()
	at.Node = node
	l := t.doc.loader
	sc := l.base.Child().Declare("?", typ).DefineTypes(t.inText)
	ast, err := feel.ParseUnaryTests(feel.Source{Text: x.Text.Text, At: at, Pos: x.Text.Pos}, sc)
	if err != nil {
		l.faults = append(l.faults, diag.Of(err)...)
		return typ
	}
	checked, err := feel.Check(ast, sc, feel.Full)
	l.checks = append(l.checks, diag.Of(err)...)
	text := strings.Join(strings.Fields(x.Text.Text), " ")
	return with(typ, checked, func(met diag.Locator, v feel.Value) *diag.Error {
		return errNotAllowed(met, name, v, text, at)
	})
}

// restriction is [feel.Type.Restrict] or [feel.Type.RestrictItems].
type restriction func(*feel.Type, *feel.Checked, func(diag.Locator, feel.Value) *diag.Error) *feel.Type

func orAny(t *feel.Type) *feel.Type {
	if t == nil {
		return feel.AnyType
	}
	return t
}
