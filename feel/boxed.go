package feel

import "context"

// Boxed expressions (DMN 1.6, clauses 7.3 and 10.2) are the same trees as texts,
// put together from texts of their own: what a boxed expression means is what its
// literal form means. Each function of this file makes a tree of parts that were
// parsed where they stand; src tells where the whole stands.

type (
	// embeddedExpr is an expression with a text of its own, whose value is brought
	// to a type; nil: as it is.
	embeddedExpr struct {
		extent
		ast *AST
		typ *Type
	}

	// hostExpr is computed by the host of the language from parts: a decision
	// table. A part may be unary tests.
	hostExpr struct {
		extent
		parts []*AST
		tests []int // parallel to parts: which part's value unary tests test
		make  func(constant ConstantParts) func(Parts) Value
	}
)

// ConstantParts gives the unary tests that part i is, if they are a set.
type ConstantParts func(i int) (t ConstantTests, ok bool)

// Parts evaluates the parts of an expression that [Host] made. Each counts its steps
// each time that it is evaluated.
type Parts struct {
	f     *frame
	code  []compiled
	steps []int32 // of the parts
	at    site
}

// Eval evaluates part i; after an error that ends the evaluation it gives null.
func (p Parts) Eval(i int, test Value) Value {
	if p.f.err != nil || !p.Step(int64(p.steps[i])) {
		return Null
	}
	if t := p.code[i].test; t != nil {
		return p.testing(i, test).value()
	}
	return p.code[i].expr(p.f)
}

// Test reports whether the unary tests i hold for a value.
func (p Parts) Test(i int, v Value) bool {
	return p.f.err == nil && p.Step(int64(p.steps[i])) && p.testing(i, v) == isTrue
}

func (p Parts) testing(i int, v Value) truth {
	outer := p.f.test
	p.f.test = v
	t := p.code[i].test(p.f, v)
	p.f.test = outer
	return t
}

// Err is the error that ended the evaluation, or nil.
func (p Parts) Err() error {
	if p.f.err == nil {
		return nil
	}
	return p.f.err
}

// Step counts n steps of the host's own, and reports whether the evaluation may go on.
func (p Parts) Step(n int64) bool { return p.f.step(p.at, n) }

// Context is the context of the evaluation.
func (p Parts) Context() context.Context { return p.f.ctx }

// Fail reports an error of the host: it ends a strict evaluation, and is null with
// a reason in a lenient one.
func (p Parts) Fail(err *Error) Value { return p.f.fail(err) }

func boxed(src Source, root node) *AST {
	a := newAST(&src)
	a.root = root
	return a
}

func embed(a *AST) node { return &embeddedExpr{ast: a} }

// Typed brings the value of a to a type. A nil or unknown type leaves it as it is.
func Typed(src Source, a *AST, t *Type) *AST {
	if !t.known() && !t.restricts() {
		return a
	}
	return boxed(src, &embeddedExpr{ast: a, typ: t})
}

// BoxedNull is an expression whose value is null.
func BoxedNull(src Source) *AST { return boxed(src, &nullLit{}) }

// BoxedEntry is an entry of a boxed context.
type BoxedEntry struct {
	Key   string
	Value *AST
}

// BoxedContext is a context. With a result its value is that of the result, which
// sees the entries.
func BoxedContext(src Source, entries []BoxedEntry, result *AST) *AST {
	c := &contextLit{}
	for _, e := range entries {
		c.entries = append(c.entries, contextEntry{key: e.Key, value: embed(e.Value)})
	}
	if result == nil {
		return boxed(src, c)
	}
	// The result is one more entry, with a key that no name can be.
	c.entries = append(c.entries, contextEntry{key: resultKey, value: embed(result)})
	return boxed(src, &pathExpr{base: c, name: resultKey})
}

// BoxedRow is a context whose entries do not see each other: a row of a relation.
func BoxedRow(src Source, entries []BoxedEntry) *AST {
	c := &contextLit{apart: true}
	for _, e := range entries {
		c.entries = append(c.entries, contextEntry{key: e.Key, value: embed(e.Value)})
	}
	return boxed(src, c)
}

const resultKey = "\x00result"

// BoxedList is a list.
func BoxedList(src Source, items []*AST) *AST {
	l := &listLit{}
	for _, i := range items {
		l.items = append(l.items, embed(i))
	}
	return boxed(src, l)
}

// BoxedIf is a conditional.
func BoxedIf(src Source, cond, then, els *AST) *AST {
	return boxed(src, &ifExpr{cond: embed(cond), then: embed(then), els: embed(els)})
}

// BoxedFilter is in[match].
func BoxedFilter(src Source, in, match *AST) *AST {
	return boxed(src, &filterExpr{base: embed(in), cond: embed(match)})
}

// BoxedFor is a loop over one variable.
func BoxedFor(src Source, variable string, in, ret *AST) *AST {
	return boxed(src, &forExpr{iters: []iterator{{name: variable, list: embed(in)}}, body: embed(ret)})
}

// BoxedQuantified is some or every over one variable.
func BoxedQuantified(src Source, every bool, variable string, in, satisfies *AST) *AST {
	return boxed(src, &quantExpr{every: every, iters: []iterator{{name: variable, list: embed(in)}}, cond: embed(satisfies)})
}

// BoxedArgument is an argument of a boxed invocation.
type BoxedArgument struct {
	Name  string
	Value *AST
}

// BoxedCall is an invocation with named arguments.
func BoxedCall(src Source, callee *AST, args []BoxedArgument) *AST {
	var f node = embed(callee)
	if name, ok := callee.root.(*nameRef); ok && callee.src.Text != "" {
		// A name is called as one, so that a built-in function is found.
		f = &nameRef{extent: name.extent, name: name.name}
	}
	c := &callExpr{callee: f}
	for _, a := range args {
		c.names, c.args = append(c.names, a.Name), append(c.args, embed(a.Value))
	}
	return boxed(src, c)
}

// BoxedParam is a parameter of a boxed function.
type BoxedParam struct {
	Name string
	Type *Type
}

// BoxedFunction is a function definition.
func BoxedFunction(src Source, params []BoxedParam, body *AST) *AST {
	fn := &functionLit{body: embed(body)}
	for _, p := range params {
		fn.params = append(fn.params, param{name: p.Name, is: orAny(p.Type)})
	}
	return boxed(src, fn)
}

// Host is an expression that the host computes from parts. tests is parallel to
// parts: where the part is unary tests, it says which part's value they test, one
// before them. When the expression is compiled make gives the function that computes
// it; any number of goroutines may call that at once.
func Host(src Source, parts []*AST, tests []int, make func(constant ConstantParts) func(Parts) Value) *AST {
	return boxed(src, &hostExpr{parts: parts, tests: tests, make: make})
}

// InFilter gives a scope for the condition of a boxed filter: the entries of the
// item, which are not known, are names in it as well.
func (s *Scope) InFilter() *Scope {
	out := s.Child().Declare("item", nil)
	out.filtered = true
	return out
}

// DeclareValue adds a name for the value of an expression. Without a type it is
// known by the entries of the contexts that the expression makes.
func (s *Scope) DeclareValue(name string, a *AST, t *Type) *Scope {
	if !t.known() {
		t = shape(a.root)
	}
	return s.Declare(name, t)
}

// shape gives what an expression tells of its value's entries by its form alone.
func shape(n node) *Type {
	switch n := n.(type) {
	case *embeddedExpr:
		if n.typ.known() {
			return n.typ
		}
		return shape(n.ast.root)
	case *parenExpr:
		return shape(n.x)
	case *contextLit:
		fields := make([]Field, len(n.entries))
		for i, e := range n.entries {
			fields[i] = Field{e.key, shape(e.value)}
		}
		return fieldsType(fields)
	case *listLit:
		if len(n.items) > 0 {
			return ListType(shape(n.items[0]))
		}
	}
	return AnyType
}

// embedded checks an expression with a text of its own.
func (k *checker) embedded(n *embeddedExpr) *Type {
	outer := k.src
	k.src = &n.ast.src
	t := k.expr(n.ast.root)
	k.src = outer
	if n.typ.known() {
		return n.typ
	}
	return t
}

// host checks the parts of an expression of the host. Their work counts where they are
// evaluated, and not also for what is around.
func (k *checker) host(n *hostExpr) *Type {
	src, inTest, work := k.src, k.inTest, k.work
	types, steps := make([]*Type, len(n.parts)), make([]int32, len(n.parts))
	for i, p := range n.parts {
		k.work = 0
		k.src = &p.src
		if k.inTest = p.unary; p.unary {
			k.cell(p.root, orAny(types[n.tests[i]]))
		} else {
			types[i] = k.expr(p.root)
		}
		steps[i] = int32(k.stepsSince(0))
	}
	if k.c.parts == nil {
		k.c.parts = map[*hostExpr][]int32{}
	}
	k.c.parts[n] = steps
	k.src, k.inTest, k.work = src, inTest, work
	return AnyType
}

// embedded compiles an expression with a text of its own.
func (k *compiler) embedded(n *embeddedExpr) code {
	outer := k.src
	k.enter(&n.ast.src)
	x, at := k.expr(n.ast.root), k.at(n.ast.root)
	k.src = outer
	if !n.typ.known() && !n.typ.restricts() {
		return x
	}
	return k.fold(func(f *frame) Value { return f.bring(at, "the value", x.fn(f), n.typ) }, x)
}

// host compiles an expression of the host.
func (k *compiler) host(n *hostExpr) code {
	parts, outer := make([]compiled, len(n.parts)), k.src
	for i, p := range n.parts {
		if k.enter(&p.src); p.unary {
			parts[i].test = k.cell(p.root)
		} else {
			parts[i].expr = k.expr(p.root).fn
		}
	}
	run := n.make(func(i int) (ConstantTests, bool) {
		k.enter(&n.parts[i].src)
		return k.constantTests(n.parts[i].root)
	})
	k.src = outer
	at, steps := k.at(n), k.c.parts[n]
	// What the host does to find the parts that matter, which is little for each.
	finding := 1 + int64(len(parts))>>8
	return code{fn: func(f *frame) Value {
		if !f.step(at, finding) {
			return Null
		}
		return run(Parts{f, parts, steps, at})
	}}
}
