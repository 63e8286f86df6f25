package feel

import (
	"fmt"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
)

// Checked is an expression whose names are resolved and whose types are checked
// as far as they are known. It is immutable.
type Checked struct {
	ast    *AST
	scope  *Scope
	binds  map[*nameRef]binding
	funcs  map[*functionLit]*funcInfo
	slots  map[node]int          // first slot of what a construct declares
	tested map[node]int          // slot of the value that a condition behind in tests
	conds  map[node]*Type        // of the conditions of filters
	rounds map[node]int64        // the steps of one round of a loop or filter
	parts  map[*hostExpr][]int32 // the steps of each part of an expression of the host
	typ    *Type                 // of the whole; nil when it is not known
	nslots int
	levels int // of the tree
	roots  []string
}

// Type is the type of the expression's value, as far as it is known.
func (c *Checked) Type() *Type { return c.typ }

// Roots gives the variables that the expression reads, in the order of their
// first use.
func (c *Checked) Roots() []string { return slices.Clone(c.roots) }

// Check resolves the names of ast against sc, checks it against profile p, and
// checks types where they are known. A nil sc means the built-in functions and
// no variables. The type of "?" in unary tests is that which sc declares for the
// name "?".
//
// Every fault is reported, up to [limits.FaultsPerText]: [NotInProfile],
// [UnknownName], [UnknownFunction], [WrongArguments], [TypeMismatch],
// [NotAContext], [NotAFunction], [DuplicateKey], and [NumberRange] and
// [InvalidTemporal] of constants. With a NotInProfile fault there is no Checked,
// nor with a [NestingTooDeep] one. With only the others there is one: an
// evaluation that comes by, and finds no null there, meets the same faults, as an
// error when it is strict, and as null when it is lenient.
func Check(ast *AST, sc *Scope, p Profile) (*Checked, error) {
	k := check(ast, sc, p)
	if !k.refused {
		for _, e := range k.c.constantFaults() {
			k.report(e)
		}
	}
	k.faults.Sort()
	if k.refused {
		return nil, k.faults.Err()
	}
	return k.c, k.faults.Err()
}

// check is Check but for constants.
func check(ast *AST, sc *Scope, p Profile) *checker {
	k := &checker{
		c: &Checked{
			ast: ast, scope: sc,
			binds: map[*nameRef]binding{},
		},
		src: &ast.src, profile: p, fn: newFnScope(nil, nil, 0),
	}
	if k.inTest = ast.unary; ast.unary {
		t, _ := sc.Lookup("?")
		k.cell(ast.root, orAny(t))
	} else if t := k.expr(ast.root); t.known() {
		k.c.typ = t
	}
	k.c.nslots, k.c.levels = k.fn.nslots, k.deepest
	return k
}

// constantFaults gives the faults of constants that are no value, such as
// date("2026-02-30").
func (c *Checked) constantFaults() diag.List {
	k := newCompiler(c, &Unit{})
	k.root()
	return k.constantFaults()
}

// constantFaults gives the faults of constants that are no value, of all that
// constants gave.
func (k *compiler) constantFaults() diag.List {
	return slices.DeleteFunc(slices.Clone(k.faults), func(e *Error) bool { return e.Code != NumberRange && e.Code != InvalidTemporal })
}

type checker struct {
	c       *Checked
	src     *located
	profile Profile
	faults  diag.List
	refused bool          // there is no Checked
	roots   few[struct{}] // those of Checked
	fn      *fnScope
	inTest  bool // within unary tests
	level   int  // of the tree
	deepest int
	work    int64 // of the nodes so far
}

// full reports whether no further fault will be kept.
func (k *checker) full() bool { return len(k.faults) >= limits.FaultsPerText }

// report keeps e, up to [limits.FaultsPerText].
func (k *checker) report(e *Error) {
	k.refused = k.refused || e.Code == NotInProfile || e.Code == NestingTooDeep
	if !k.full() {
		k.faults = append(k.faults, e)
	}
}

// allow reports n unless the profile has it.
func (k *checker) allow(n node) {
	if c := constructOf(n); !k.profile.allows(c) {
		k.report(errNotInProfile(k.src, n, string(c), k.profile))
	}
}

// expr checks n where its value is wanted, and gives the value's type.
func (k *checker) expr(n node) *Type {
	k.allow(n)
	k.level++
	k.deepest = max(k.deepest, k.level)
	k.work += workOf(n)
	t := k.typeOf(n)
	k.level--
	return t
}

// workOf is what evaluating a node costs, without its parts, in quarters of a step.
// What costs more counts steps of its own when it is evaluated.
func workOf(n node) int64 {
	switch n := n.(type) {
	case *stringLit:
		return 1 + int64(len(n.val))>>6
	case *nameRef:
		return 1 + int64(len(n.name))>>6
	case *pathExpr:
		return 1 + int64(len(n.name))>>6
	}
	return 1
}

// stepsSince gives what one evaluation of the nodes since then counts for, where
// they are evaluated again and again.
func (k *checker) stepsSince(work int64) int64 { return 1 + (k.work-work)>>2 }

// slot notes the first slot of what n declares.
func (k *checker) slot(n node, first int) {
	if k.c.slots == nil {
		k.c.slots = map[node]int{}
	}
	k.c.slots[n] = first
}

// round notes what one round of n counts for.
func (k *checker) round(n node, work int64) {
	if k.c.rounds == nil {
		k.c.rounds = map[node]int64{}
	}
	k.c.rounds[n] = k.stepsSince(work)
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
		v, _ := parseAt(n.text)
		return typeOf(v.kind)
	case *nameRef:
		return k.name(n)
	case *parenExpr:
		return k.expr(n.x)
	case *pathExpr:
		return k.path(n)
	case *negExpr:
		return k.negated(n)
	case *binaryExpr:
		return k.binary(n)
	case *betweenExpr:
		x, lo, hi := k.expr(n.x), k.expr(n.lo), k.expr(n.hi)
		if k.ordered(n, "between", x, lo) {
			k.ordered(n, "between", x, hi)
		}
		return BooleanType
	case *inExpr:
		x := k.expr(n.x)
		for _, t := range n.tests {
			k.behindIn(t, x)
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
		defer k.loop(n, n.iters)()
		first, work := k.iterators(n.iters, "partial")
		t := k.expr(n.body)
		k.slot(n, first)
		k.round(n, work)
		return ListType(t)
	case *quantExpr:
		defer k.loop(n, n.iters)()
		first, work := k.iterators(n.iters)
		k.condition(n.cond, "the condition of "+string(constructOf(n)))
		k.slot(n, first)
		k.round(n, work)
		return BooleanType
	case *embeddedExpr:
		return k.embedded(n)
	case *hostExpr:
		return k.host(n)
	case *instanceExpr:
		k.expr(n.x)
		k.typeRef(n.typ)
		return BooleanType
	}
	return AnyType
}

func (k *checker) path(n *pathExpr) *Type {
	base := k.expr(n.base)
	t, ok := memberType(base, n.name)
	if !ok {
		k.report(errNotAContext(k.src, member{n.nameExt}, n.name, base))
	}
	return t
}

// typeRef gives the type that r means.
func (k *checker) typeRef(r *typeRef) *Type {
	if u := k.c.scope.unknownType(r); u != nil {
		k.report(errUnknownType(k.src, u))
	}
	return k.c.scope.typeOf(r)
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

// comparable reports two types whose values cannot be equal; ok is false of such.
func (k *checker) comparable(n node, what string, x, y *Type) (ok bool) {
	if !x.known() || !y.known() || x.kind == typeNull || y.kind == typeNull || sameKind(x, y) {
		return true
	}
	k.report(errOperands(k.src, n, what, x, y))
	return false
}

// ordered reports two types whose values have no order; ok is false of such. Of
// null the answer is null.
func (k *checker) ordered(n node, what string, x, y *Type) (ok bool) {
	if x.kind == typeNull || y.kind == typeNull {
		return true
	}
	for _, t := range []*Type{x, y} {
		switch t.kind {
		case typeBoolean, typeList, typeContext, typeRange, typeFunction:
			k.report(errOperands(k.src, n, what, x, y))
			return false
		}
	}
	return k.comparable(n, what, x, y)
}

func sameKind(x, y *Type) bool {
	if x.kind == y.kind {
		return true
	}
	duration := func(t *Type) bool { return t.kind == typeDays || t.kind == typeMonths }
	return x.kind == typeDuration && duration(y) || y.kind == typeDuration && duration(x)
}

func (k *checker) list(n *listLit) *Type {
	elem := NullType
	for _, x := range n.items {
		elem = common(elem, k.expr(x))
	}
	if elem.kind == typeNull {
		elem = AnyType
	}
	return ListType(elem)
}

func (k *checker) context(n *contextLit) *Type {
	k.fn.push()
	defer k.fn.pop()
	k.slot(n, k.fn.nslots)
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
		if !n.apart {
			k.fn.declare(e.key, k.c.slots[n]+i, t)
		}
		fields = append(fields, Field{e.key, t})
	}
	return fieldsType(fields)
}

func (k *checker) filter(n *filterExpr) *Type {
	base := k.expr(n.base)
	k.slot(n, k.fn.pushFilter(orAny(base.item())))
	defer k.fn.pop()
	work := k.work
	cond := k.expr(n.cond)
	k.round(n, work)
	if k.c.conds == nil {
		k.c.conds = map[node]*Type{}
	}
	k.c.conds[n.cond] = cond
	switch t := cond; t.kind {
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

// loop begins a loop and gives what ends it. Each of its iterators is a loop
// within the one before.
func (k *checker) loop(n node, its []iterator) (end func()) {
	k.fn.push()
	within := len(its) - 1
	if k.level += within; k.level > limits.ExpressionDepth {
		k.report(errNestingTooDeep(k.src, n))
	}
	return func() {
		k.level -= within
		k.fn.pop()
	}
}

// iterators checks and declares the variables of a loop, one slot each, and
// further ones that it keeps itself, all lists. It gives the first slot, and the
// work before what is done in each round. A later iterator may use an earlier
// variable.
func (k *checker) iterators(its []iterator, further ...string) (first int, work int64) {
	first = k.fn.nslots
	for range len(its) + len(further) {
		k.fn.newSlot()
	}
	for i, it := range its {
		if it.list != nil {
			t := k.expr(it.list)
			if t.kind == typeRange {
				t = t.elem
			}
			k.fn.declare(it.name, first+i, orAny(t.item()))
		} else {
			lo, hi := k.expr(it.lo), k.expr(it.hi)
			k.ordered(it.lo, "..", lo, hi)
			k.fn.declare(it.name, first+i, lo)
		}
		if i == 0 {
			work = k.work
		}
	}
	for i, name := range further {
		k.fn.declare(name, first+len(its)+i, ListType(AnyType))
	}
	return first, work
}

func (k *checker) function(n *functionLit) *Type {
	info := &funcInfo{types: make([]*Type, 0, len(n.params))}
	inner := newFnScope(k.fn, info, bodySlots)
	if inner.depth > limits.FunctionDepth {
		k.report(errFunctionsTooDeep(k.src, n))
		return AnyType
	}
	k.fn = inner
	inner.push()
	info.params = inner.nslots
	for _, p := range n.params {
		t := p.is
		if t == nil {
			t = k.typeRef(p.typ)
		}
		info.types = append(info.types, t)
		inner.declare(p.name, inner.newSlot(), t)
	}
	result, work := AnyType, k.work
	if n.external {
		k.external(n)
	} else {
		result = k.expr(n.body)
	}
	info.steps = k.stepsSince(work)
	info.nslots = inner.nslots - bodySlots
	k.fn = inner.outer
	if k.c.funcs == nil {
		k.c.funcs = map[*functionLit]*funcInfo{}
	}
	k.c.funcs[n] = info
	return &Type{kind: typeFunction, params: info.types, result: result}
}
