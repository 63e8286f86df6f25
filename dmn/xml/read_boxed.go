package xml

// expression reads the element if it is an expression; a second one is a fault.
func (r *reader) expression(into *Expression, element string) bool {
	read := r.boxed(element)
	if read != nil && r.first(*into == nil) {
		*into = read()
	}
	return read != nil
}

// boxed gives what reads an expression of the element's name, or nil.
func (r *reader) boxed(element string) func() Expression {
	switch element {
	case "literalExpression":
		return func() Expression { return r.literal() }
	case "decisionTable":
		return func() Expression { return r.decisionTable() }
	case "invocation":
		return func() Expression { return r.invocation() }
	case "context":
		return func() Expression { return r.context() }
	case "relation":
		return func() Expression { return r.relation() }
	case "list":
		return func() Expression { return r.list() }
	case "functionDefinition":
		return func() Expression { return r.functionDefinition() }
	case "conditional":
		return func() Expression { return r.conditional() }
	case "filter":
		return func() Expression { return r.filter() }
	case "for":
		return func() Expression { f := &For{}; r.iterator(&f.Iterator, "return", &f.Return); return f }
	case "some":
		return func() Expression { q := &Some{}; r.iterator(&q.Iterator, "satisfies", &q.Satisfies); return q }
	case "every":
		return func() Expression { q := &Every{}; r.iterator(&q.Iterator, "satisfies", &q.Satisfies); return q }
	}
	return nil
}

// common reads the attributes of every expression.
func (r *reader) common() Boxed {
	return Boxed{ID: r.value("id"), Label: r.value("label"), TypeRef: r.typeRef("typeRef"), At: r.place(r.span)}
}

func (r *reader) literal() *LiteralExpression {
	x := &struct { // most have a text
		LiteralExpression
		text Text
	}{LiteralExpression: LiteralExpression{Boxed: r.common(), Language: r.languageOf("expressionLanguage")}}
	l := &x.LiteralExpression
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "text":
			if r.first(l.Text == nil && l.Imported == nil) {
				r.rest()
				x.text = r.content()
				l.Text = &x.text
			}
		case "importedValues":
			if r.first(l.Text == nil && l.Imported == nil) {
				l.Imported = r.importedValues()
			}
		default:
			return false
		}
		return true
	})
	return l
}

func (r *reader) importedValues() *ImportedValues {
	i := &ImportedValues{ExpressionLanguage: r.value("expressionLanguage")}
	r.importOf(&i.Import, false)
	found := false
	r.children(func(element string) bool {
		if element != "importedElement" {
			return false
		}
		if r.first(!found) {
			found = true
			i.Element = r.content()
		}
		return true
	})
	if !found {
		r.missing(i.At, "importedValues", "importedElement")
	}
	return i
}

func (r *reader) unaryTests() *UnaryTests {
	u := &UnaryTests{ID: r.value("id"), Language: r.languageOf("expressionLanguage")}
	at, parent, found := r.place(r.span), r.name.local, false
	r.rest("label", "typeRef")
	r.children(func(element string) bool {
		if element != "text" {
			return false
		}
		if r.first(!found) {
			found = true
			r.rest()
			u.Text = r.content()
		}
		return true
	})
	if !found {
		r.missing(at, parent, "text")
	}
	return u
}

func (r *reader) invocation() *Invocation {
	i := &Invocation{Boxed: r.common()}
	r.rest()
	r.children(func(element string) bool {
		if element == "binding" {
			i.Bindings = append(i.Bindings, r.binding())
			return true
		}
		return r.expression(&i.Function, element)
	})
	if i.Function == nil {
		r.missing(i.At, "invocation", "literalExpression")
	}
	return i
}

func (r *reader) binding() *Binding {
	b := &Binding{At: r.place(r.span)}
	r.rest("id", "label")
	r.children(func(element string) bool {
		if element != "parameter" {
			return r.expression(&b.Expression, element)
		}
		if r.first(b.Parameter == nil) {
			b.Parameter = r.variable(true)
		}
		return true
	})
	if b.Parameter == nil {
		r.missing(b.At, "binding", "parameter")
	}
	return b
}

func (r *reader) context() *Context {
	c := &Context{Boxed: r.common()}
	r.rest()
	r.children(func(element string) bool {
		if element != "contextEntry" {
			return false
		}
		c.Entries = append(c.Entries, r.contextEntry())
		return true
	})
	return c
}

func (r *reader) contextEntry() *ContextEntry {
	e := &ContextEntry{ID: r.value("id"), Label: r.value("label"), At: r.place(r.span)}
	r.rest()
	r.children(func(element string) bool {
		if element != "variable" {
			return r.expression(&e.Expression, element)
		}
		if r.first(e.Variable == nil) {
			e.Variable = r.variable(true)
		}
		return true
	})
	if e.Expression == nil {
		r.missing(e.At, "contextEntry", "literalExpression")
	}
	return e
}

func (r *reader) relation() *Relation {
	x := &Relation{Boxed: r.common()}
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "column":
			x.Columns = append(x.Columns, r.variable(true))
		case "row":
			x.Rows = append(x.Rows, r.list())
		default:
			return false
		}
		return true
	})
	for i, row := range x.Rows {
		if len(row.Items) != len(x.Columns) {
			r.report(errCellCount(row.At.Locator(), "row", i+1, "cells", len(row.Items), "columns", len(x.Columns)))
		}
	}
	return x
}

func (r *reader) list() *List {
	l := &List{Boxed: r.common()}
	r.rest()
	r.children(func(element string) bool {
		read := r.boxed(element)
		if read != nil {
			l.Items = append(l.Items, read())
		}
		return read != nil
	})
	return l
}

func (r *reader) functionDefinition() *FunctionDefinition {
	f := &FunctionDefinition{Boxed: r.common(), Kind: r.oneOf("kind", "FEEL", "Java", "PMML")}
	r.rest()
	r.children(func(element string) bool {
		if element == "formalParameter" {
			f.Parameters = append(f.Parameters, r.variable(true))
			return true
		}
		return r.expression(&f.Body, element)
	})
	return f
}

func (r *reader) conditional() *Conditional {
	c := &Conditional{Boxed: r.common()}
	r.rest()
	r.parts(c.At, part{"if", &c.If, nil}, part{"then", &c.Then, nil}, part{"else", &c.Else, nil})
	return c
}

func (r *reader) filter() *Filter {
	f := &Filter{Boxed: r.common()}
	r.rest()
	r.parts(f.At, part{"in", &f.In, nil}, part{"match", &f.Match, nil})
	return f
}

// iterator reads a for, some or every, whose body is an element of its own.
func (r *reader) iterator(i *Iterator, name string, body *Expression) {
	i.Boxed = r.common()
	i.Variable = r.demanded("iteratorVariable", r.attributeText("iteratorVariable").asName())
	r.rest()
	r.parts(i.At, part{"in", &i.In, &i.InType}, part{name, body, nil})
}

// part is an element that holds one expression, and may have a type.
type part struct {
	element string
	into    *Expression
	typ     **TypeRef
}

// parts reads an element that has each of the parts once.
func (r *reader) parts(at Place, parts ...part) {
	parent := r.name.local
	found := make([]bool, len(parts))
	r.children(func(element string) bool {
		for i, p := range parts {
			if p.element == element {
				if r.first(!found[i]) {
					found[i] = true
					r.part(p)
				}
				return true
			}
		}
		return false
	})
	for i, p := range parts {
		if !found[i] {
			r.missing(at, parent, p.element)
		}
	}
}

func (r *reader) part(p part) {
	at := r.place(r.span)
	if p.typ != nil {
		*p.typ = r.typeRef("typeRef")
	}
	r.rest("id")
	r.children(func(element string) bool { return r.expression(p.into, element) })
	if *p.into == nil {
		r.missing(at, p.element, "literalExpression")
	}
}
