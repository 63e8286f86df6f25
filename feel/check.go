package feel

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// Checked is an expression whose names are resolved and whose types are checked
// as far as they are known. It is immutable.
type Checked struct {
	ast    *AST
	scope  *Scope
	binds  map[*nameRef]binding
	funcs  map[*functionLit]*funcInfo
	slots  map[node]int // first slot of what a construct declares
	types  map[node]*Type
	nslots int
	roots  []string
}

// Type is the type of the expression's value, as far as it is known.
func (c *Checked) Type() *Type { return c.types[c.ast.root] }

// Roots gives the variables that the expression reads, in the order of their
// first use.
func (c *Checked) Roots() []string { return slices.Clone(c.roots) }

// Check resolves the names of ast against sc, checks it against profile p, and
// checks types where they are known. A nil sc means the built-in functions and
// no variables. The type of "?" in unary tests is that which sc declares for the
// name "?".
//
// Every fault is reported: [NotInProfile], [UnknownName], [UnknownFunction],
// [WrongArguments], [TypeMismatch] and [DuplicateKey]. With a NotInProfile fault
// there is no Checked. With only the others there is one: its evaluation meets
// the same faults, as an error in strict evaluation, and as null in lenient.
func Check(ast *AST, sc *Scope, p Profile) (*Checked, error) {
	k := &checker{
		c: &Checked{
			ast: ast, scope: sc,
			binds: map[*nameRef]binding{}, funcs: map[*functionLit]*funcInfo{},
			slots: map[node]int{}, types: map[node]*Type{},
		},
		src: &ast.src, profile: p, fn: &fnScope{},
	}
	if ast.unary {
		t, _ := sc.Lookup("?")
		k.testOf(ast.root, t)
	} else {
		k.expr(ast.root)
	}
	k.c.nslots = k.fn.nslots
	k.faults.Sort()
	if slices.ContainsFunc(k.faults, func(e *Error) bool { return e.Code == NotInProfile }) {
		return nil, k.faults.Err()
	}
	return k.c, k.faults.Err()
}

type checker struct {
	c       *Checked
	src     *Source
	profile Profile
	faults  diag.List
	fn      *fnScope
}

func (k *checker) report(e *Error) { k.faults = append(k.faults, e) }

// allow reports n unless the profile has it.
func (k *checker) allow(n node) {
	if c := constructOf(n); !k.profile.allows(c) {
		k.report(errNotInProfile(k.src, n, string(c), k.profile))
	}
}

// expr checks n where its value is wanted, and gives the value's type.
func (k *checker) expr(n node) *Type {
	k.allow(n)
	t := k.typeOf(n)
	if t.known() {
		k.c.types[n] = t
	}
	return t
}

func (k *checker) typeOf(n node) *Type {
	switch n := n.(type) {
	case *numberLit:
		return NumberType
	case *stringLit:
		return StringType
	case *boolLit:
		return BooleanType
	case *nullLit:
		return NullType
	case *atLit:
		return atType(n.text)
	case *nameRef:
		return k.name(n)
	case *parenExpr:
		return k.expr(n.x)
	case *pathExpr:
		return memberType(k.expr(n.base), n.name)
	case *negExpr:
		return k.negated(n)
	case *binaryExpr:
		return k.binary(n)
	case *betweenExpr:
		x := k.expr(n.x)
		k.ordered(n, "between", x, k.expr(n.lo))
		k.ordered(n, "between", x, k.expr(n.hi))
		return BooleanType
	case *inExpr:
		x := k.expr(n.x)
		for _, t := range n.tests {
			k.test(t, x)
		}
		return BooleanType
	case *testExpr:
		if !k.profile.allows("a range written as (< x)") {
			k.report(errNotInProfile(k.src, n, "a range written as (< x)", k.profile))
		}
		return RangeType(k.expr(n.x))
	case *rangeLit:
		lo, hi := k.expr(n.lo), k.expr(n.hi)
		k.ordered(n, "a range", lo, hi)
		if lo.kind == typeNull {
			lo = hi
		}
		return RangeType(lo)
	case *listLit:
		return k.list(n)
	case *contextLit:
		return k.context(n)
	case *filterExpr:
		return k.filter(n)
	case *callExpr:
		return k.call(n)
	case *functionLit:
		return k.function(n)
	case *ifExpr:
		k.condition(n.cond, "the condition of if")
		return common(k.expr(n.then), k.expr(n.els))
	case *forExpr:
		k.fn.push(false)
		defer k.fn.pop()
		k.c.slots[n] = k.iterators(n.iters)
		k.fn.declare("partial", ListType(AnyType))
		return ListType(k.expr(n.body))
	case *quantExpr:
		k.fn.push(false)
		defer k.fn.pop()
		k.c.slots[n] = k.iterators(n.iters)
		k.condition(n.cond, "the condition of "+string(constructOf(n)))
		return BooleanType
	case *instanceExpr:
		k.expr(n.x)
		return BooleanType
	}
	return AnyType
}

// name resolves a name that stands as a value.
func (k *checker) name(n *nameRef) *Type {
	b, t := k.resolve(n.name)
	if b.kind == bindUnknown && len(b.dynamic) == 0 {
		k.report(errUnknownName(k.src, n, n.name, k.nameHint(n)))
	}
	k.c.binds[n] = b
	if b.kind == bindBuiltin && len(b.dynamic) == 0 && !k.profile.allowsFunction(n.name) {
		k.report(errNotInProfile(k.src, n, fmt.Sprintf("the function %q", n.name), k.profile))
	}
	return t
}

// resolve finds what a name means: "?", a local, an input, a built-in.
func (k *checker) resolve(name string) (binding, *Type) {
	if name == "?" {
		if t, ok := k.c.scope.Lookup("?"); ok || k.c.ast.unary {
			b := k.fn.testSlot()
			return b, orAny(t)
		}
	}
	b, t, found := k.fn.lookup(name)
	if found {
		return b, orAny(t)
	}
	if st, ok := k.c.scope.Lookup(name); ok || k.isOpen(name) {
		k.c.addRoot(name)
		r := k.fn.root(name)
		b.kind, b.slot = r.kind, r.slot
		if t == nil && len(b.dynamic) == 0 {
			t = st
		}
		return b, orAny(t)
	}
	if builtinName(name) {
		b.kind = bindBuiltin
	}
	return b, orAny(t)
}

// isOpen reports whether an undeclared name is looked up at run time.
func (k *checker) isOpen(name string) bool {
	return k.c.scope != nil && k.c.scope.open && !builtinName(name)
}

func orAny(t *Type) *Type {
	if t == nil {
		return AnyType
	}
	return t
}

// nameHint says what an unknown name may have been meant to be.
func (k *checker) nameHint(n *nameRef) string {
	if near := source.Nearest(n.name, append(k.c.scope.Names(), builtinNames()...)); near != "" && near != "?" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if k.src.At.Cell != "" && k.c.ast.unary {
		return fmt.Sprintf("a string needs inner quotes: '%s'", strconv.Quote(n.name))
	}
	if names := k.c.scope.Names(); len(names) > 0 {
		return "in scope: " + fmt.Sprint(names[:min(len(names), 8)])
	}
	return ""
}

func (k *checker) negated(n *negExpr) *Type {
	t := k.expr(n.x)
	switch t.kind {
	case typeAny, typeNull, typeNumber, typeDays, typeMonths, typeDuration:
		return t
	}
	k.report(errTypeMismatch(k.src, n, fmt.Sprintf("a %s cannot be negated", t), ""))
	return AnyType
}

func (k *checker) binary(n *binaryExpr) *Type {
	switch n.op {
	case opAnd, opOr:
		k.condition(n.x, "an operand of "+n.op.String())
		k.condition(n.y, "an operand of "+n.op.String())
		return BooleanType
	}
	x, y := k.expr(n.x), k.expr(n.y)
	switch n.op {
	case opEQ, opNE:
		k.comparable(n, n.op.String(), x, y)
		return BooleanType
	case opLT, opLE, opGT, opGE:
		k.ordered(n, n.op.String(), x, y)
		return BooleanType
	}
	t, ok := arithmeticType(n.op, x, y)
	if !ok {
		k.report(errOperands(k.src, n, n.op.String(), x, y))
	}
	return t
}

// condition checks n where a boolean is wanted.
func (k *checker) condition(n node, what string) {
	switch t := k.expr(n); t.kind {
	case typeAny, typeNull, typeBoolean:
	default:
		k.report(errNotABoolean(k.src, n, what, t))
	}
}

// comparable reports two types that can never be equal.
func (k *checker) comparable(n node, what string, x, y *Type) {
	if !x.known() || !y.known() || x.kind == typeNull || y.kind == typeNull || sameKind(x, y) {
		return
	}
	k.report(errOperands(k.src, n, what, x, y))
}

// ordered reports two types that have no order.
func (k *checker) ordered(n node, what string, x, y *Type) {
	for _, t := range []*Type{x, y} {
		switch t.kind {
		case typeBoolean, typeList, typeContext, typeRange, typeFunction:
			k.report(errOperands(k.src, n, what, x, y))
			return
		}
	}
	k.comparable(n, what, x, y)
}

func sameKind(x, y *Type) bool {
	if x.kind == y.kind {
		return true
	}
	duration := func(t *Type) bool { return t.kind == typeDays || t.kind == typeMonths }
	return x.kind == typeDuration && duration(y) || y.kind == typeDuration && duration(x)
}

// test checks n where it tests a value of type t.
func (k *checker) test(n node, t *Type) {
	t = orAny(t)
	switch n := n.(type) {
	case *testExpr:
		k.allow(n)
		x := k.expr(n.x)
		if n.op == opEQ || n.op == opNE {
			k.comparable(n, n.op.String(), t, x)
		} else {
			k.ordered(n, n.op.String(), t, x)
		}
		return
	case *parenExpr:
		if _, ok := n.x.(*testExpr); ok {
			k.test(n.x, t)
			return
		}
	}
	x := k.expr(n)
	switch {
	case freeTest(n) && k.c.ast.unary:
		if x.known() && x.kind != typeBoolean && x.kind != typeNull {
			k.report(errNotABoolean(k.src, n, "a test with ?", x))
		}
	case x.kind == typeRange:
		k.ordered(n, "a range", t, x.elem)
	case x.kind == typeList:
		if e := x.elem; e.known() && e.kind != typeRange && e.kind != typeList {
			k.comparable(n, "in", t.item(), e)
		}
	default:
		k.comparable(n, "=", t, x)
	}
}

// testOf checks the root of unary tests.
func (k *checker) testOf(n node, t *Type) {
	u, ok := n.(*unaryTests)
	if !ok {
		k.test(n, t)
		return
	}
	for _, x := range u.tests {
		k.test(x, t)
	}
}

func (k *checker) list(n *listLit) *Type {
	elem := NullType
	for i, x := range n.items {
		t := k.expr(x)
		if i == 0 {
			elem = t
			continue
		}
		elem = common(elem, t)
	}
	if elem.kind == typeNull {
		elem = AnyType
	}
	return ListType(elem)
}

func (k *checker) context(n *contextLit) *Type {
	k.fn.push(false)
	defer k.fn.pop()
	k.c.slots[n] = k.fn.nslots
	var fields []Field
	for range n.entries {
		k.fn.newSlot()
	}
	seen := map[string]bool{}
	for i, e := range n.entries {
		if seen[e.key] {
			k.report(errDuplicateKey(k.src, n, e.key))
		}
		seen[e.key] = true
		t := k.expr(e.value)
		l := &k.fn.levels[len(k.fn.levels)-1]
		l.vars = append(l.vars, localVar{e.key, k.c.slots[n] + i, t})
		fields = append(fields, Field{e.key, t})
	}
	return &Type{kind: typeContext, fields: fields}
}

func (k *checker) filter(n *filterExpr) *Type {
	base := k.expr(n.base)
	k.fn.push(true)
	defer k.fn.pop()
	k.c.slots[n] = k.fn.declare("item", orAny(base.item()))
	switch t := k.expr(n.cond); t.kind {
	case typeNumber:
		return orAny(base.item())
	case typeBoolean:
		return ListType(orAny(base.item()))
	case typeAny, typeNull:
	default:
		k.report(errTypeMismatch(k.src, n.cond, fmt.Sprintf("a filter is a boolean or a position, not a %s", t), ""))
	}
	return AnyType
}

// iterators checks and declares the variables of a loop, one slot each, and
// gives the first slot. A later iterator may use an earlier variable.
func (k *checker) iterators(its []iterator) int {
	first := k.fn.nslots
	types := make([]*Type, len(its))
	for range its {
		k.fn.newSlot()
	}
	for i, it := range its {
		if it.list != nil {
			t := k.expr(it.list)
			types[i] = t.item()
			if t.kind == typeRange {
				types[i] = t.elem
			}
		} else {
			lo := k.expr(it.lo)
			k.ordered(it.lo, "..", lo, k.expr(it.hi))
			types[i] = lo
		}
		l := &k.fn.levels[len(k.fn.levels)-1]
		l.vars = append(l.vars, localVar{it.name, first + i, orAny(types[i])})
	}
	return first
}

func (k *checker) function(n *functionLit) *Type {
	info := &funcInfo{}
	inner := &fnScope{outer: k.fn, info: info, nslots: bodySlots}
	k.fn = inner
	inner.push(false)
	info.params = inner.nslots
	for _, p := range n.params {
		t := typeFromRef(p.typ)
		info.types = append(info.types, t)
		inner.declare(p.name, t)
	}
	result := AnyType
	if !n.external {
		result = k.expr(n.body)
	}
	info.nslots = inner.nslots - bodySlots
	k.fn = inner.outer
	k.c.funcs[n] = info
	return &Type{kind: typeFunction, params: info.types, result: result}
}

// testSlot resolves "?". Inside a function literal it is captured like a local.
func (fs *fnScope) testSlot() binding {
	if fs.outer == nil {
		return binding{kind: bindTest}
	}
	b := fs.outer.testSlot()
	return binding{kind: bindLocal, slot: fs.capture(b, "")}
}

// NamesNull reports whether the text has the literal null.
func (c *Checked) NamesNull() bool {
	found := false
	walk(c.ast.root, func(n node) bool {
		if _, ok := n.(*nullLit); ok {
			found = true
		}
		return !found
	})
	return found
}

// EqualTo gives the constants that unary tests compare "?" with for equality:
// the operands of = and !=, and bare values and lists of them.
func (c *Checked) EqualTo() []Value {
	k := &compiler{c: c, src: &c.ast.src, unit: &Unit{}}
	var out []Value
	add := func(n node) {
		switch x := k.expr(n); {
		case !x.konst || x.val.kind == KindRange:
		case x.val.kind == KindList:
			out = append(out, x.val.list()...)
		default:
			out = append(out, x.val)
		}
	}
	tests := []node{c.ast.root}
	if u, ok := c.ast.root.(*unaryTests); ok {
		tests = u.tests
	}
	for _, n := range tests {
		if p, ok := n.(*parenExpr); ok {
			n = p.x
		}
		switch t := n.(type) {
		case *testExpr:
			if t.op == opEQ || t.op == opNE {
				add(t.x)
			}
		default:
			if !freeTest(n) {
				add(n)
			}
		}
	}
	return out
}
