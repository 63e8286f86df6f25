package feel

import (
	"context"
	"errors"
	"slices"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

// walker evaluates a tree node by node, and looks every name up when it meets it:
// the plainest reading of the grammar, against which compiled closures are held.
// With them it shares only what computes on values, and the built-in functions.
type walker struct {
	*frame
	scope *Scope
	types map[node]*Type
	vars  map[string]Value
	left  int // nodes that may still be visited
}

// env is the names around a node, innermost first. An item is the item of a filter:
// its entries are names.
type env struct {
	outer *env
	name  string
	val   Value
	item  bool
}

func (e *env) with(name string, v Value) *env { return &env{outer: e, name: name, val: v} }

func (e *env) lookup(name string) (v Value, found bool) {
	for ; e != nil; e = e.outer {
		if e.item {
			if m, ok := e.val.Get(name); ok {
				return m, true
			}
		}
		if e.name == name {
			return e.val, true
		}
	}
	return Null, false
}

func (w *walker) failed(code diag.Code) Value { return w.fail(&Error{Code: code}) }

func (w *walker) eval(n node, e *env) Value {
	if w.left--; w.left < 0 {
		return w.failed(LimitExceeded)
	}
	if w.err != nil {
		return Null
	}
	switch n := n.(type) {
	case *numberLit:
		d, err := decimal.Parse(n.text)
		if err != nil {
			return w.failed(NumberRange)
		}
		return number(d)
	case *stringLit:
		return String(n.val)
	case *boolLit:
		return Bool(n.val)
	case *nullLit:
		return Null
	case *atLit:
		v, err := parseAt(n.text)
		if err != nil {
			return w.failed(InvalidTemporal)
		}
		return v
	case *nameRef:
		return w.name(n, e)
	case *parenExpr:
		return w.eval(n.x, e)
	case *pathExpr:
		return w.path(w.eval(n.base, e), n.name)
	case *negExpr:
		return w.minus(w.eval(n.x, e))
	case *binaryExpr:
		return w.binary(n, e)
	case *betweenExpr:
		x, lo, hi := w.eval(n.x, e), w.eval(n.lo, e), w.eval(n.hi, e)
		if x.IsNull() || lo.IsNull() || hi.IsNull() {
			return Null
		}
		return w.inside(x, lo, hi, opGE, opLE)
	case *inExpr:
		return w.anyTest(n.tests, w.eval(n.x, e), e, false)
	case *testExpr:
		return w.testAsRange(n.op, w.eval(n.x, e))
	case *rangeLit:
		r := &rangeData{lo: w.eval(n.lo, e), hi: w.eval(n.hi, e), loClosed: n.loClosed, hiClosed: n.hiClosed}
		return w.ends(r)
	case *listLit:
		items := []Value{}
		for _, x := range n.items {
			items = append(items, w.eval(x, e))
		}
		return List(items...)
	case *contextLit:
		return w.contextOf(n, e)
	case *filterExpr:
		return w.filtered(n, e)
	case *callExpr:
		return w.callOf(n, e)
	case *functionLit:
		return w.closure(n, e)
	case *ifExpr:
		c := w.eval(n.cond, e)
		if c.kind != KindBoolean && c.kind != KindNull {
			return w.failed(TypeMismatch)
		}
		if c.isTrue() {
			return w.eval(n.then, e)
		}
		return w.eval(n.els, e)
	case *forExpr:
		return w.loop(n, e)
	case *quantExpr:
		return w.quantified(n, e)
	case *instanceExpr:
		if w.scope.unknownType(n.typ) != nil {
			return w.failed(UnknownName)
		}
		return Bool(instanceOf(w.eval(n.x, e), w.scope.typeOf(n.typ)))
	}
	panic("a node of an unknown kind")
}

func (w *walker) name(n *nameRef, e *env) Value {
	if v, ok := e.lookup(n.name); ok {
		return v
	}
	if v, ok := w.vars[n.name]; ok {
		return v
	}
	if b := builtins[n.name]; b != nil {
		return functionValue(&function{builtin: b})
	}
	return w.failed(UnknownName)
}

func (w *walker) path(v Value, name string) Value {
	switch v.kind {
	case KindNull:
		return Null
	case KindContext:
		m, ok := v.Get(name)
		if !ok {
			return w.failed(MissingMember)
		}
		return m
	case KindList:
		out := []Value{}
		for _, item := range v.Items() {
			out = append(out, w.path(item, name))
		}
		return List(out...)
	}
	p, ok := property(v, name)
	if !ok {
		return w.failed(NotAContext)
	}
	return p
}

func (w *walker) minus(v Value) Value {
	switch v.kind {
	case KindNull:
		return Null
	case KindNumber:
		return number(decimal.Neg(v.num()))
	case KindDays:
		return daysValue(v.days().Neg())
	case KindMonths:
		return monthsValue(v.months().Neg())
	}
	return w.failed(TypeMismatch)
}

func (w *walker) binary(n *binaryExpr, e *env) Value {
	switch n.op {
	case opAnd, opOr:
		return w.logic(n, e)
	case opEQ, opNE, opLT, opLE, opGT, opGE:
		x, y := w.eval(n.x, e), w.eval(n.y, e)
		return w.relation(n.op, x, y)
	}
	x, y := w.eval(n.x, e), w.eval(n.y, e)
	if x.IsNull() || y.IsNull() {
		return Null
	}
	if x.kind == KindNumber && y.kind == KindNumber {
		kernel := map[op]func(a, b decimal.Decimal) (decimal.Decimal, error){
			opAdd: decimal.Add, opSub: decimal.Sub, opMul: decimal.Mul, opDiv: decimal.Quo, opExp: decimal.Pow,
		}[n.op]
		d, err := kernel(x.num(), y.num())
		return w.kernel(number(d), err)
	}
	if n.op == opAdd && x.kind == KindString && y.kind == KindString {
		return String(x.str() + y.str())
	}
	type kernel func(x, y Value) (Value, bool, error)
	swapped := func(k kernel) kernel {
		return func(x, y Value) (Value, bool, error) { return k(y, x) }
	}
	for _, k := range map[op][]kernel{
		opAdd: {plus, swapped(plus)}, opSub: {minus}, opMul: {times, swapped(times)}, opDiv: {over},
	}[n.op] {
		if v, ok, err := k(x, y); ok {
			return w.kernel(v, err)
		}
	}
	return w.failed(TypeMismatch)
}

// kernel gives v, or the fault that an error of a kernel is.
func (w *walker) kernel(v Value, err error) Value {
	var te *temporal.Error
	switch {
	case err == nil:
		return v
	case errors.Is(err, decimal.ErrDivisionByZero):
		return w.failed(DivisionByZero)
	case errors.Is(err, decimal.ErrInvalid):
		return w.failed(Domain)
	case errors.Is(err, errNoCommonZone):
		return w.failed(TypeMismatch)
	case errors.As(err, &te):
		return w.failed(TemporalRange)
	}
	return w.failed(NumberRange)
}

// logic is the table of and, and of or with true and false exchanged.
func (w *walker) logic(n *binaryExpr, e *env) Value {
	operand := func(x node) string {
		switch v := w.eval(x, e); {
		case v.kind == KindNull:
			return "null"
		case v.kind == KindBoolean && v.isTrue() == (n.op == opOr):
			return "decides"
		case v.kind == KindBoolean:
			return "neutral"
		}
		w.failed(TypeMismatch)
		return "null"
	}
	x := operand(n.x)
	if x == "decides" {
		return Bool(n.op == opOr)
	}
	switch y := operand(n.y); {
	case y == "decides":
		return Bool(n.op == opOr)
	case x == "neutral" && y == "neutral":
		return Bool(n.op != opOr)
	}
	return Null
}

func (w *walker) relation(o op, x, y Value) Value {
	if o == opEQ || o == opNE {
		equal, known := Equal(x, y)
		if !known {
			return w.failed(TypeMismatch)
		}
		return Bool(equal == (o == opEQ))
	}
	if x.IsNull() || y.IsNull() {
		return Null
	}
	order, ok := compare(x, y)
	if !ok {
		return w.failed(TypeMismatch)
	}
	return Bool(order < 0 && o != opGT && o != opGE || order > 0 && o != opLT && o != opLE || order == 0 && (o == opLE || o == opGE))
}

// inside is x lower lo and x upper hi. When x cannot be compared with lo, hi is not
// asked.
func (w *walker) inside(x, lo, hi Value, lower, upper op) Value {
	if _, ok := compare(x, lo); !ok && !x.IsNull() && !lo.IsNull() {
		return w.failed(TypeMismatch)
	}
	above := w.relation(lower, x, lo)
	if above.kind == KindBoolean && !above.isTrue() {
		return above
	}
	if below := w.relation(upper, x, hi); !below.isTrue() {
		return below
	}
	return above
}

func (w *walker) inRange(x Value, r *rangeData) Value {
	lower, upper := opGT, opLT
	if r.loClosed {
		lower = opGE
	}
	if r.hiClosed {
		upper = opLE
	}
	switch r.op {
	case opNone:
		return w.inside(x, r.lo, r.hi, lower, upper)
	case opLT, opLE:
		return w.relation(r.op, x, r.hi)
	}
	return w.relation(r.op, x, r.lo)
}

func (w *walker) ends(r *rangeData) Value {
	for _, v := range []Value{r.lo, r.hi} {
		switch v.kind {
		case KindBoolean, KindList, KindContext, KindRange, KindFunction:
			return w.failed(TypeMismatch)
		}
	}
	if !r.lo.IsNull() && !r.hi.IsNull() && r.lo.kind != r.hi.kind {
		return w.failed(TypeMismatch)
	}
	return rangeValue(r)
}

func (w *walker) testAsRange(o op, x Value) Value {
	switch o {
	case opLT, opLE:
		return w.ends(&rangeData{op: o, hi: x, hiClosed: o == opLE})
	case opGT, opGE:
		return w.ends(&rangeData{op: o, lo: x, loClosed: o == opGE})
	}
	return rangeValue(&rangeData{op: o, lo: x, hi: x, loClosed: o == opEQ, hiClosed: o == opEQ})
}

// anyTest is whether one of the tests holds for x.
func (w *walker) anyTest(tests []node, x Value, e *env, cell bool) Value {
	out := Bool(false)
	for _, t := range tests {
		v := w.testOf(t, x, e, cell)
		if v.isTrue() {
			return v
		}
		if v.IsNull() {
			out = Null
		}
	}
	return out
}

func (w *walker) testOf(n node, x Value, e *env, cell bool) Value {
	if p, ok := n.(*parenExpr); ok {
		if t, ok := p.x.(*testExpr); ok {
			n = t
		}
	}
	if t, ok := n.(*testExpr); ok {
		return w.relation(t.op, x, w.eval(t.x, e))
	}
	if !cell && isCondition(n) && mentionsTest(n) {
		if v := w.eval(n, e.with("?", x)); v.kind == KindBoolean {
			return v
		}
		return Null
	}
	v := w.eval(n, e)
	switch {
	case cell && mentionsTest(n):
		if v.kind == KindBoolean || v.kind == KindNull {
			return v
		}
		w.failed(TypeMismatch)
	case cell && v.kind == KindBoolean && x.kind != KindBoolean && x.kind != KindNull && !isLiteral(n):
		w.failed(TypeMismatch)
		return v
	}
	switch {
	case v.kind == KindList:
		if equal, _ := Equal(x, v); equal {
			return Bool(true)
		}
		return Bool(slices.ContainsFunc(v.Items(), func(item Value) bool {
			if equal, _ := Equal(item, x); equal {
				return true
			}
			if item.kind != KindRange || x.IsNull() {
				return false
			}
			quiet := walker{frame: newFrameForTests(true)}
			return quiet.inRange(x, item.rang()).isTrue()
		}))
	case v.kind == KindRange && x.kind != KindRange:
		return w.inRange(x, v.rang())
	}
	return w.relation(opEQ, x, v)
}

func (w *walker) contextOf(n *contextLit, e *env) Value {
	var entries []Entry
	for i, entry := range n.entries {
		for _, before := range n.entries[:i] {
			if before.key == entry.key {
				return w.failed(DuplicateKey)
			}
		}
	}
	for _, entry := range n.entries {
		v := w.eval(entry.value, e)
		entries = append(entries, Entry{entry.key, v})
		e = e.with(entry.key, v)
	}
	return Context(entries...)
}

func items(v Value) []Value {
	if v.kind == KindList {
		return v.Items()
	}
	return []Value{v}
}

func (w *walker) filtered(n *filterExpr, e *env) Value {
	list := w.eval(n.base, e)
	if list.IsNull() {
		return Null
	}
	base := items(list)
	if len(base) == 0 || !mentions(n.cond, "item") {
		if v := w.outside(n.cond, e); v.kind == KindNumber {
			return w.position(base, v)
		}
	}
	out := []Value{}
	for i, item := range base {
		v := w.eval(n.cond, &env{outer: e, name: "item", val: item, item: true})
		switch {
		case v.kind == KindNumber && i == 0:
			return w.position(base, v)
		case v.kind != KindBoolean && v.kind != KindNull:
			return w.failed(TypeMismatch)
		case v.isTrue():
			out = append(out, item)
		}
	}
	return List(out...)
}

// outside is what a condition gives without an item, when it is known to be a position.
func (w *walker) outside(cond node, e *env) Value {
	t := w.types[cond]
	known := t != nil && t.kind == typeNumber
	if name, ok := cond.(*nameRef); ok {
		_, local := e.lookup(name.name)
		_, input := w.vars[name.name]
		known = local || input || name.name == "item"
	}
	if !known {
		return Null
	}
	return w.eval(cond, &env{outer: e, name: "item", item: true})
}

func (w *walker) position(items []Value, v Value) Value {
	if !v.num().IsInt() {
		return w.failed(TypeMismatch)
	}
	i, _ := v.num().Int64()
	if i < 0 {
		i += int64(len(items)) + 1
	}
	if i < 1 || i > int64(len(items)) {
		return Null
	}
	return items[i-1]
}

func (w *walker) callOf(n *callExpr, e *env) Value {
	args := func() []Value {
		out := []Value{}
		for _, a := range n.args {
			out = append(out, w.eval(a, e))
		}
		return out
	}
	if name, ok := n.callee.(*nameRef); ok && builtins[name.name] != nil {
		v, found := e.lookup(name.name)
		if !found || v.kind != KindFunction {
			b := builtins[name.name]
			if _, err := b.match(&located{}, n); err != nil {
				return w.failed(err.Code)
			}
			return w.invoke(&function{builtin: b}, n.names, args())
		}
	}
	nulls := len(w.nulls)
	fn := w.eval(n.callee, e)
	if fn.kind == KindFunction {
		return w.invoke(fn.function(), n.names, args())
	}
	if len(w.nulls) > nulls {
		return Null
	}
	return w.failed(NotAFunction)
}

func (w *walker) invoke(fn *function, names []string, args []Value) Value {
	if w.err != nil {
		return Null
	}
	if fn.builtin != nil {
		return w.callValue(site{&located{}, &callExpr{}}, fn.builtin, names, args)
	}
	if len(args) != len(fn.params) {
		if w.failed(WrongArguments); names == nil || len(args) > len(fn.params) || w.err != nil {
			return Null
		}
	}
	ordered := make([]Value, len(fn.params))
	for i, v := range args {
		p := i
		if names != nil {
			if p = slices.Index(fn.params, names[i]); p < 0 || slices.Contains(names[:i], names[i]) {
				return w.failed(WrongArguments)
			}
		}
		brought, ok := coerce(v, fn.types[p])
		if !ok {
			return w.failed(TypeMismatch)
		}
		ordered[p] = brought
	}
	if w.depth++; w.depth > DefaultDepth {
		return w.failed(LimitExceeded)
	}
	defer func() { w.depth-- }()
	return fn.body(&frame{evaluation: w.evaluation, slots: ordered})
}

// closure makes a function value that built-in functions can call as well.
func (w *walker) closure(n *functionLit, e *env) Value {
	fn := &function{nslots: len(n.params), steps: 1}
	for _, p := range n.params {
		fn.params, fn.types = append(fn.params, p.name), append(fn.types, w.scope.typeOf(p.typ))
	}
	fn.body = func(f *frame) Value {
		inner := e
		for i, p := range fn.params {
			inner = inner.with(p, f.slots[i])
		}
		return w.eval(n.body, inner)
	}
	return functionValue(fn)
}

// iterate calls body with every combination of the iterators' values, until it
// answers false; ok is false when an iterator has nothing to iterate over.
func (w *walker) iterate(its []iterator, e *env, body func(*env) bool) (goOn, ok bool) {
	if len(its) == 0 {
		return body(e), true
	}
	var vs func(yield func(Value) bool)
	if its[0].list == nil {
		vs, ok = w.between(w.eval(its[0].lo, e), w.eval(its[0].hi, e))
	} else {
		vs, ok = w.iterable(w.eval(its[0].list, e))
	}
	if !ok {
		return false, false
	}
	goOn = true
	vs(func(v Value) bool {
		goOn, ok = w.iterate(its[1:], e.with(its[0].name, v), body)
		return goOn && ok && w.err == nil
	})
	return goOn, ok && w.err == nil
}

func (w *walker) iterable(v Value) (vs func(func(Value) bool), ok bool) {
	switch v.kind {
	case KindNull:
		return nil, false
	case KindRange:
		r := v.rang()
		if r.op != opNone {
			w.failed(TypeMismatch)
			return nil, false
		}
		if order, ok := compare(r.lo, r.hi); ok && order > 0 {
			w.failed(Domain)
			return nil, false
		}
		all, ok := w.between(r.lo, r.hi)
		if !ok {
			return nil, false
		}
		return func(yield func(Value) bool) {
			all(func(x Value) bool {
				if !r.loClosed && same(x, r.lo) || !r.hiClosed && same(x, r.hi) {
					return true
				}
				return yield(x)
			})
		}, true
	}
	return slices.Values(items(v)), true
}

// between counts from lo to hi, up or down.
func (w *walker) between(lo, hi Value) (vs func(func(Value) bool), ok bool) {
	if lo.IsNull() || hi.IsNull() {
		return nil, false
	}
	if lo.kind != hi.kind || lo.kind != KindNumber && lo.kind != KindDate {
		w.failed(TypeMismatch)
		return nil, false
	}
	order, _ := compare(lo, hi)
	next := func(v Value) Value {
		step := int64(1)
		if order > 0 {
			step = -1
		}
		if v.kind == KindDate {
			d, _ := v.date().AddDuration(temporal.Duration{Sec: 86400 * step})
			return dateValue(d)
		}
		d, _ := decimal.Add(v.num(), decimal.FromInt(step))
		return number(d)
	}
	return func(yield func(Value) bool) {
		for v := lo; ; v = next(v) {
			if w.left--; w.left < 0 {
				w.failed(LimitExceeded)
				return
			}
			if c, _ := compare(v, hi); c*order < 0 || order == 0 && c != 0 || !yield(v) {
				return
			}
		}
	}, true
}

func (w *walker) loop(n *forExpr, e *env) Value {
	out := []Value{}
	_, ok := w.iterate(n.iters, e, func(e *env) bool {
		out = append(out, w.eval(n.body, e.with("partial", List(slices.Clone(out)...))))
		return true
	})
	if !ok {
		return Null
	}
	return List(out...)
}

func (w *walker) quantified(n *quantExpr, e *env) Value {
	seen, boolean := map[string]bool{}, true
	_, ok := w.iterate(n.iters, e, func(e *env) bool {
		c := w.eval(n.cond, e)
		seen[c.String()] = true
		if c.kind != KindBoolean && c.kind != KindNull {
			w.failed(TypeMismatch)
			boolean = false
		}
		return boolean
	})
	switch {
	case !ok || !boolean:
		return Null
	case seen[Bool(!n.every).String()]:
		return Bool(!n.every)
	case seen["null"]:
		return Null
	}
	return Bool(n.every)
}

func newFrameForTests(lenient bool) *frame {
	f := (&Unit{}).NewFrame()
	f.Start(context.Background(), &Input{Lenient: lenient})
	return &f.top
}

// outcome is what an evaluation gives: the value, the code with which it ends, and
// that of the first null, as far as the two ways must agree.
type outcome struct{ value, code, first string }

func outcomeOf(v Value, err error, nulls diag.List) outcome {
	// A name that nothing has is a missing member where an item could have had it,
	// which the types tell.
	name := func(c diag.Code) string {
		if c == MissingMember || c == UnknownFunction {
			return string(UnknownName)
		}
		return string(c)
	}
	var out outcome
	if err != nil {
		out.code = name(diag.Of(err)[0].Code)
		return out
	}
	if out.value = v.String(); len(nulls) > 0 {
		out.first = name(nulls[0].Code)
	}
	return out
}

// holdAgainst checks that both ways agree about a tree, in strict and in lenient
// evaluation.
func holdAgainst(t *rapid.T, ast *AST, sc *Scope, vars map[string]any, test Value) {
	c, _ := Check(ast, sc, Full)
	p, err := Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]Value{"?": test}
	for name, v := range vars {
		if known[name], err = Of(v); err != nil {
			t.Fatal(err)
		}
	}
	for _, lenient := range []bool{false, true} {
		w := &walker{frame: newFrameForTests(lenient), scope: sc, types: c.conds, vars: known, left: 20_000}
		var v Value
		if u, ok := ast.root.(*unaryTests); ok {
			if v = Bool(true); len(u.tests) > 0 {
				v = w.anyTest(u.tests, test, nil, true)
			}
			if u.not && v.kind == KindBoolean {
				v = Bool(!v.isTrue())
			}
		} else {
			v = w.eval(ast.root, nil)
		}
		var walkErr error
		if w.err != nil {
			walkErr = w.err
		}
		walked := outcomeOf(v, walkErr, w.nulls)
		res, err := p.Eval(context.Background(), Input{Vars: Map(vars), Test: test, Lenient: lenient, Limits: Limits{Steps: 50_000, Bytes: 8 << 20}})
		compiled := outcomeOf(res.Value, err, res.Nulls)
		if walked.code == string(LimitExceeded) || compiled.code == string(LimitExceeded) {
			return
		}
		if walked != compiled {
			t.Fatalf("%s\nlenient %t\n walked   %+v\n compiled %+v", ast, lenient, walked, compiled)
		}
	}
}
