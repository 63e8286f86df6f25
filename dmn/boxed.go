package dmn

import (
	"cmp"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// boxer turns the boxed expressions of one element into FEEL trees (DMN 1.6,
// clauses 7.3 and 10.2).
type boxer struct {
	doc     *document
	node    string // the element, for places
	faults  diag.List
	foreign *diag.Error // a text is not in FEEL, which has been reported
}

func (b *boxer) report(err error) { b.faults = append(b.faults, diag.Of(err)...) }

// at gives a place in the element.
func (b *boxer) at(p *xml.Place) diag.Locator {
	at := p.Locator()
	at.Node = b.node
	return at
}

// source gives the place of a boxed expression, which has no text of its own. In an
// element without a name the document has another name for the element.
func (b *boxer) source(p *xml.Place) feel.Source {
	if b.node == "" || !p.Known() {
		return feel.Source{At: b.at(p)}
	}
	return feel.Source{Place: p}
}

// text gives a FEEL text with its places.
func (b *boxer) text(t *xml.Text) feel.Source {
	if b.node == "" {
		return feel.Source{Text: t.Text, At: b.at(&t.At), Pos: t.Pos}
	}
	return feel.Source{Text: t.Text, Place: t}
}

func (b *boxer) typeOf(ref *xml.TypeRef) *feel.Type { return b.doc.typeOf(ref, b.node) }

// expression gives the tree of x; of none, the tree of null.
func (b *boxer) expression(x xml.Expression, sc *feel.Scope) *feel.AST {
	return b.expressionFor(x, nil, sc)
}

// expressionFor is expression for what is brought to a type, or nil: a table without
// a type has that one.
func (b *boxer) expressionFor(x xml.Expression, t *feel.Type, sc *feel.Scope) *feel.AST {
	if x == nil {
		return feel.BoxedNull(b.source(&xml.Place{}))
	}
	if f, isFunction := x.(*xml.FunctionDefinition); isFunction {
		return b.function(f, sc, nil)
	}
	common := x.Common()
	src, own := b.source(&common.At), b.typeOf(common.TypeRef)
	if table, isTable := x.(*xml.DecisionTable); isTable {
		return feel.Typed(src, b.table(table, src, cmp.Or(own, t), sc), own)
	}
	return feel.Typed(src, b.untyped(x, src, sc), own)
}

// logic gives the tree of the logic of a variable, and the type to which its value
// is brought: that of the variable, unless this is the type of what a function
// gives.
func (b *boxer) logic(x xml.Expression, t *feel.Type, sc *feel.Scope) (*feel.AST, *feel.Type) {
	f, isFunction := x.(*xml.FunctionDefinition)
	switch {
	case !isFunction:
		return b.expressionFor(x, t, sc), t
	case t.IsFunction():
		return b.function(f, sc, t), t
	}
	return b.function(f, sc, t), nil
}

func (b *boxer) untyped(x xml.Expression, src feel.Source, sc *feel.Scope) *feel.AST {
	switch x := x.(type) {
	case *xml.LiteralExpression:
		return b.literal(x, src, sc)
	case *xml.Invocation:
		var args []feel.BoxedArgument
		for _, a := range x.Bindings {
			if a.Parameter != nil {
				args = append(args, feel.BoxedArgument{Name: a.Parameter.Name.Text, Value: b.expression(a.Expression, sc)})
			}
		}
		return feel.BoxedCall(src, b.expression(x.Function, sc), args)
	case *xml.Context:
		return b.context(x, src, sc)
	case *xml.Relation:
		rows := make([]*feel.AST, len(x.Rows))
		types := make([]*feel.Type, len(x.Columns))
		for c, column := range x.Columns {
			types[c] = b.typeOf(column.TypeRef)
		}
		for r, row := range x.Rows {
			entries := make([]feel.BoxedEntry, 0, len(x.Columns))
			for c, column := range x.Columns {
				if c < len(row.Items) {
					v := b.cell(row.Items[c], sc)
					entries = append(entries, feel.BoxedEntry{Key: column.Name.Text, Value: feel.Typed(src, v, types[c])})
				}
			}
			// The entries of a row do not see each other.
			rows[r] = feel.BoxedRow(b.source(&row.At), entries)
		}
		return feel.BoxedList(src, rows)
	case *xml.List:
		items := make([]*feel.AST, len(x.Items))
		for i, item := range x.Items {
			items[i] = b.expression(item, sc)
		}
		return feel.BoxedList(src, items)
	case *xml.Conditional:
		return feel.BoxedIf(src, b.expression(x.If, sc), b.expression(x.Then, sc), b.expression(x.Else, sc))
	case *xml.Filter:
		in := b.expression(x.In, sc)
		return feel.BoxedFilter(src, in, b.expression(x.Match, sc.InFilter()))
	case *xml.For:
		b.readable(&x.Variable)
		inner := sc.Child().Declare("partial", nil).Declare(x.Variable.Text, nil)
		return feel.BoxedFor(src, x.Variable.Text, b.iterated(&x.Iterator, sc), b.expression(x.Return, inner))
	case *xml.Some:
		return b.quantified(src, false, &x.Iterator, x.Satisfies, sc)
	case *xml.Every:
		return b.quantified(src, true, &x.Iterator, x.Satisfies, sc)
	}
	return feel.BoxedNull(src)
}

func (b *boxer) iterated(x *xml.Iterator, sc *feel.Scope) *feel.AST {
	return feel.Typed(b.source(&x.At), b.expression(x.In, sc), b.typeOf(x.InType))
}

func (b *boxer) quantified(src feel.Source, every bool, x *xml.Iterator, cond xml.Expression, sc *feel.Scope) *feel.AST {
	b.readable(&x.Variable)
	inner := sc.Child().Declare(x.Variable.Text, nil)
	return feel.BoxedQuantified(src, every, x.Variable.Text, b.iterated(x, sc), b.expression(cond, inner))
}

// literal parses a FEEL text.
func (b *boxer) literal(x *xml.LiteralExpression, src feel.Source, sc *feel.Scope) *feel.AST {
	switch {
	case x.Imported != nil:
		b.faults = append(b.faults, errImportedValues(b.at(&x.At)))
	case x.Text == nil:
	case x.Language != xml.FEEL:
		b.notFEEL(x.Text, x.Language)
	default:
		ast, err := feel.Parse(b.text(x.Text), sc)
		if err == nil {
			return ast
		}
		b.report(err)
	}
	return feel.BoxedNull(src)
}

// notFEEL keeps that a text is in another language than FEEL: that has been reported
// where the language is declared, which may be for the whole document.
func (b *boxer) notFEEL(t *xml.Text, l xml.Language) {
	if b.foreign == nil {
		b.foreign = errNotFEEL(b.at(&t.At), l)
	}
}

func (b *boxer) context(x *xml.Context, src feel.Source, sc *feel.Scope) *feel.AST {
	inner := sc.Child()
	var entries []feel.BoxedEntry
	var result *feel.AST
	for _, e := range x.Entries {
		if e.Variable == nil || e.Variable.Name.Text == "" {
			result = b.expression(e.Expression, inner)
			continue
		}
		v, t := b.logic(e.Expression, b.typeOf(e.Variable.TypeRef), inner)
		entries = append(entries, feel.BoxedEntry{Key: e.Variable.Name.Text, Value: feel.Typed(src, v, t)})
		inner.DeclareValue(e.Variable.Name.Text, v, t)
	}
	return feel.BoxedContext(src, entries, result)
}

// function gives the tree of a function. Its own type, and without one that of the
// variable which it is the logic of, may be that of the function, or of what it
// gives: there are no types of functions before DMN 1.3.
func (b *boxer) function(x *xml.FunctionDefinition, sc *feel.Scope, variable *feel.Type) *feel.AST {
	src, inner := b.source(&x.At), sc.Child()
	params := make([]feel.BoxedParam, len(x.Parameters))
	names := make([]*xml.Text, len(x.Parameters))
	for i, p := range x.Parameters {
		t := b.typeOf(p.TypeRef)
		b.readable(&p.Name)
		names[i], params[i] = &p.Name, feel.BoxedParam{Name: p.Name.Text, Type: t}
		inner.Declare(p.Name.Text, t)
	}
	b.faults = append(b.faults, repeated(names, b.node)...)
	own := b.typeOf(x.TypeRef)
	result := cmp.Or(gives(own), gives(variable))
	body := b.expressionFor(x.Body, result, inner)
	if x.Kind == "Java" || x.Kind == "PMML" {
		return feel.BoxedExternal(src, params, body, x.Kind, result)
	}
	out := feel.BoxedFunction(src, params, feel.Typed(src, body, result))
	if own.IsFunction() {
		return feel.Typed(src, out, own)
	}
	return out
}

// gives is the type of what a function gives, of the type of the function or of just
// that.
func gives(t *feel.Type) *feel.Type {
	if t.IsFunction() {
		return t.Result()
	}
	return t
}
