package feel

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/source"
)

// code is a compiled node: a constant, or a closure.
type code struct {
	fn    evalFunc
	val   Value
	konst bool
}

func constant(v Value) code {
	return code{fn: func(*frame) Value { return v }, val: v, konst: true}
}

// compiler turns the nodes of one checked expression into closures.
type compiler struct {
	c    *Checked
	src  *located
	unit *Unit
	*findings
	fn   *funcInfo     // of the function literal being compiled; nil outside
	uses map[node]*use // of inputs, where not as a whole

	fates map[node]fate // of the lists of filters and loops

	row      *rows // whose body is being compiled
	repeated int   // of what is being compiled, how many loops evaluate it

	// items are the slots of filter items that the name before had around it.
	items struct {
		from  []filterItem
		slots []int
	}
}

// findings is what the parts of one text have in common.
type findings struct {
	faults       diag.List // of constants that are no value, and warnings
	steps, bytes int64     // that constants may still take
	free         int       // the first slot of the frame that is free; 0: none
}

// What the constants of a text may take together, and for each byte of it besides:
// what takes more is left to the evaluation, so that a model of any constants is
// compiled about as soon as it is read, and takes not much more memory.
const (
	constantSteps, constantStepsPerByte = 500, 4
	constantBytes, constantBytesPerByte = 4096, 32
)

func newCompiler(c *Checked, u *Unit) *compiler {
	k := &compiler{c: c, unit: u, findings: &findings{steps: constantSteps, bytes: constantBytes}}
	k.uses, k.fates = usesOf(c)
	k.enter(&c.ast.src)
	return k
}

// enter begins a text.
func (k *compiler) enter(src *located) {
	k.src = src
	k.steps += constantStepsPerByte * int64(len(src.Text))
	k.bytes += constantBytesPerByte * int64(len(src.Text))
}

// CompileUnit compiles several checked expressions into one unit. They share the
// frame: a variable that several of them read is converted once. What faults the
// expressions have is left to their evaluation.
func CompileUnit(cs ...*Checked) (*Unit, error) {
	u := &Unit{}
	for _, c := range cs {
		k := newCompiler(c, u)
		k.free = c.nslots
		u.exprs = append(u.exprs, k.root())
		u.nslots = max(u.nslots, k.free)
	}
	return u, nil
}

func (k *compiler) root() compiled {
	if k.c.ast.unary {
		return compiled{test: k.cell(k.c.ast.root)}
	}
	return compiled{expr: k.expr(k.c.ast.root).fn}
}

func (k *compiler) at(n node) site { return site{k.src, n} }

// slot gives the place in the frame of a slot that the checker numbered.
func (k *compiler) slot(s int) int {
	if k.fn == nil {
		return s
	}
	return k.fn.slot(s)
}

// fold evaluates the closure of a node whose operands are all constant. A fault
// is left for the evaluation, which reports it with its place.
func (k *compiler) fold(fn evalFunc, operands ...code) code {
	for _, o := range operands {
		if !o.konst {
			return code{fn: fn}
		}
	}
	if k.steps <= 0 || k.bytes <= 0 {
		return code{fn: fn}
	}
	f := constants.Get().(*Frame)
	f.Start(context.Background(), &Input{Limits: Limits{Steps: k.steps, Bytes: k.bytes, Depth: 1}})
	v, err := fn(&f.top), f.err
	// What was too much for one may leave enough for others.
	k.steps, k.bytes = max(k.steps/2, f.steps), max(k.bytes/2, f.bytes)
	f.Stop()
	constants.Put(f)
	if err != nil {
		k.faults = append(k.faults, err)
		return code{fn: fn}
	}
	return constant(v)
}

// constants has frames in which constants are evaluated.
var constants = sync.Pool{New: func() any { return (&Unit{}).NewFrame() }}

// faulty compiles a constant that is no value.
func (k *compiler) faulty(err *Error) code {
	k.faults = append(k.faults, err)
	return code{fn: func(f *frame) Value { return f.fail(err) }}
}

// expr compiles n where its value is wanted.
func (k *compiler) expr(n node) code {
	switch n := n.(type) {
	case *numberLit:
		d, err := decimal.Parse(n.text)
		if err != nil {
			return k.faulty(errNumberRange(k.src, n, err.Error()))
		}
		return constant(number(d))
	case *stringLit:
		return constant(String(n.val))
	case *boolLit:
		return constant(Bool(n.val))
	case *nullLit:
		return constant(Null)
	case *atLit:
		v, err := parseAt(n.text)
		if err != nil {
			return k.faulty(errInvalidTemporal(k.src, n, "@"+source.Quote(n.text), err))
		}
		return constant(v)
	case *nameRef:
		return code{fn: k.name(n)}
	case *parenExpr:
		return k.expr(n.x)
	case *pathExpr:
		return k.path(n)
	case *negExpr:
		return k.negate(n)
	case *binaryExpr:
		return k.binary(n)
	case *betweenExpr:
		return k.between(n)
	case *inExpr:
		x, tests := k.expr(n.x).fn, k.tests(n.tests, false)
		if len(tests) == 1 {
			test := tests[0]
			return code{fn: func(f *frame) Value { return test(f, x(f)).value() }}
		}
		return code{fn: func(f *frame) Value {
			v := x(f)
			return anyOf(f, tests, v).value()
		}}
	case *testExpr:
		return k.testRange(n)
	case *rangeLit:
		return k.rangeLit(n)
	case *listLit:
		return k.list(n)
	case *contextLit:
		return code{fn: k.context(n)}
	case *filterExpr:
		return code{fn: k.filter(n)}
	case *callExpr:
		return k.call(n)
	case *functionLit:
		return code{fn: k.function(n)}
	case *ifExpr:
		cond, then, els, src := k.expr(n.cond), k.expr(n.then).fn, k.expr(n.els).fn, k.src
		if cond.konst && (cond.val.kind == KindBoolean || cond.val.kind == KindNull) {
			k.faults = append(k.faults, warnUnreachable(k.src, n, cond.val))
		}
		return code{fn: func(f *frame) Value {
			switch c := cond.fn(f); {
			case c.isTrue():
				return then(f)
			case c.kind == KindBoolean || c.kind == KindNull:
				return els(f)
			default:
				return f.fail(errNotABoolean(src, n.cond, "the condition of if", c.kind))
			}
		}}
	case *forExpr:
		return code{fn: k.forLoop(n)}
	case *quantExpr:
		return code{fn: k.quantifier(n)}
	case *embeddedExpr:
		return k.embedded(n)
	case *hostExpr:
		return k.host(n)
	case *instanceExpr:
		return k.instance(n)
	}
	// A badExpr never comes here: a text that does not parse has no Checked.
	return constant(Null)
}

// name compiles a name that stands as a value.
func (k *compiler) name(n *nameRef) evalFunc {
	b := k.c.binds[n]
	static := k.static(n, b)
	if len(b.dynamic) == 0 {
		return static
	}
	items, name, src := k.dynamic(b), n.name, k.src
	if len(items) == 1 {
		return k.memberOrName(n, items[0], static)
	}
	looks := int64(len(items)) >> 3
	return func(f *frame) Value {
		f.steps -= looks
		for _, s := range items {
			if v, ok := f.slots[s].Get(name); ok {
				return v
			}
		}
		if item := f.slots[items[0]]; b.kind == bindUnknown && item.kind == KindContext {
			return f.fail(errMissingMember(src, n, name, item.context().keys))
		}
		return static(f)
	}
}

// dynamic gives the slots of the items around a name, the innermost first.
func (k *compiler) dynamic(b binding) []int {
	if !sameItems(k.items.from, b.dynamic) {
		k.items.from, k.items.slots = b.dynamic, make([]int, 0, len(b.dynamic))
		for _, item := range slices.Backward(b.dynamic) {
			k.items.slots = append(k.items.slots, k.slot(item.slot))
		}
	}
	return k.items.slots
}

// static compiles what a name means when no item of a filter has it.
func (k *compiler) static(n *nameRef, b binding) evalFunc {
	switch b.kind {
	case bindTest:
		return func(f *frame) Value { return f.test }
	case bindLocal:
		slot := k.slot(b.slot)
		return func(f *frame) Value { return f.slots[slot] }
	case bindRoot:
		return k.ref(k.wholeRoot(n, b), n)
	case bindBuiltin:
		v := functionValue(&function{builtin: builtins[n.name]})
		return func(*frame) Value { return v }
	case bindHost:
		v := functionValue(k.c.scope.function(n.name))
		return func(*frame) Value { return v }
	}
	src := k.src
	if b.called {
		return func(f *frame) Value { return f.fail(errUnknownFunction(src, n, n.name, "")) }
	}
	return func(f *frame) Value { return f.fail(errUnknownName(src, n, n.name, "")) }
}

// ref gives the closure that reads an input for n, which is converted when it is first
// read.
func (k *compiler) ref(r ref, n node) evalFunc {
	if r.readsParts() {
		r.used = k.uses[n]
	}
	r.temporary = k.fates[n] != kept
	i := k.refIndex(r)
	return func(f *frame) Value {
		if v := f.refs[i]; v.kind != kindUnset {
			return v
		}
		if host, ok := f.vars.from.(mapObject); ok { // what there is most of, without the calls
			if r := &f.unit.refs[i]; r.role == plainInput && len(r.path) == 0 {
				if v, ok := ofScalar(host[r.root]); ok {
					return f.read(i, r, v)
				}
			}
		}
		return f.load(i)
	}
}

// wholeRoot gives the reference to an input or a definition as a whole.
func (k *compiler) wholeRoot(n *nameRef, b binding) ref {
	r := ref{root: b.means.key, called: b.called, role: b.means.role, src: k.src, rn: n}
	if r.role == modelInput {
		r.typ, _ = k.c.scope.Lookup(n.name)
		r.accepts = kindsOf(r.typ)
	}
	return r
}

// readsParts reports whether only what is used of r is to be converted: it does not
// have to be of a type, and is no definition.
func (r *ref) readsParts() bool {
	return r.role == plainInput || r.role == modelInput && !r.typ.known() && !r.typ.restricts()
}

func (k *compiler) refIndex(r ref) int {
	key, u := r.key(), k.unit
	if i, ok := u.index[key]; ok {
		u.refs[i].alsoUsedAs(r.used)
		u.refs[i].readers++
		u.refs[i].temporary = u.refs[i].temporary && r.temporary
		return u.note(i)
	}
	r.readers = 1 + k.repeated
	if u.index == nil {
		u.index = map[string]int{}
	}
	u.index[key] = len(u.refs)
	r.usedAs(r.used)
	u.refs = append(u.refs, r)
	return u.note(len(u.refs) - 1)
}

// path compiles base.name. A path below an input is one reference, so that only
// what it leads to is converted. An input that has to be of a type is converted as
// a whole.
func (k *compiler) path(n *pathExpr) code {
	if r, ok := k.input(n); ok && r.readsParts() {
		return code{fn: k.ref(r, n)}
	}
	at := k.at(member{n.nameExt})
	if slot, ok := k.local(n.base); ok {
		mslot := k.memberSlot(slot, n.name)
		return code{fn: func(f *frame) Value {
			v := f.slots[slot]
			switch v.kind {
			case KindContext:
				if m, ok := v.context().get(n.name); ok {
					return m
				}
			case kindUnset:
				return f.slots[mslot]
			}
			return f.member(at, v, n.name)
		}}
	}
	if filter, ok := n.base.(*filterExpr); ok {
		return code{fn: k.filterMember(n, filter)}
	}
	if c, ok := n.base.(*contextLit); ok {
		if fn := k.entryOf(c, n.name); fn != nil {
			return code{fn: fn}
		}
	}
	base := k.expr(n.base)
	return k.fold(func(f *frame) Value {
		v := base.fn(f)
		if v.kind == KindContext {
			if m, ok := v.context().get(n.name); ok {
				return m
			}
		}
		return f.member(at, v, n.name)
	}, base)
}

// input gives the reference that a name or a path of names is, if it leads to an input.
func (k *compiler) input(n node) (r ref, ok bool) {
	var names []string
	var nodes []node
	for {
		p, ok := n.(*pathExpr)
		if !ok {
			break
		}
		names, nodes = append(names, p.name), append(nodes, member{p.nameExt})
		n = p.base
	}
	root, ok := n.(*nameRef)
	if !ok {
		return ref{}, false
	}
	b := k.c.binds[root]
	if b.kind != bindRoot || len(b.dynamic) > 0 {
		return ref{}, false
	}
	slices.Reverse(names)
	slices.Reverse(nodes)
	r = k.wholeRoot(root, b)
	r.path, r.pn = names, nodes
	return r, true
}

// member is the place of a path's name, for errors.
type member struct{ extent }

func (k *compiler) negate(n *negExpr) code {
	x, at := k.expr(n.x), k.at(n)
	return k.fold(func(f *frame) Value { return f.negate(at, x.fn(f)) }, x)
}

func (k *compiler) between(n *betweenExpr) code {
	x, lo, hi, at := k.expr(n.x), k.expr(n.lo), k.expr(n.hi), k.at(n)
	return k.fold(func(f *frame) Value {
		v, l, h := x.fn(f), lo.fn(f), hi.fn(f)
		if v.kind == KindNumber && l.kind == KindNumber && h.kind == KindNumber {
			return Bool(compareNumbers(v, l) >= 0 && compareNumbers(v, h) <= 0)
		}
		if v.kind == KindNull || l.kind == KindNull || h.kind == KindNull {
			return Null
		}
		return f.includes(at, "between", &rangeData{lo: l, hi: h, loClosed: true, hiClosed: true}, v).value()
	}, x, lo, hi)
}

func (k *compiler) rangeLit(n *rangeLit) code {
	lo, hi, at := k.expr(n.lo), k.expr(n.hi), k.at(n)
	return k.fold(func(f *frame) Value {
		r := &rangeData{lo: lo.fn(f), hi: hi.fn(f), loClosed: n.loClosed, hiClosed: n.hiClosed}
		return f.makeRange(at, r)
	}, lo, hi)
}

// makeRange checks that the ends have an order.
func (e *evaluation) makeRange(at site, r *rangeData) Value {
	for _, v := range []Value{r.lo, r.hi} {
		if v.kind != KindNull && !v.kind.ordered() || r.lo.kind != KindNull && r.hi.kind != KindNull && r.lo.kind != r.hi.kind {
			return e.fail(errOperands(at.src, at.n, "a range", r.lo.kind, r.hi.kind))
		}
	}
	return e.newRange(at, r)
}

func (e *evaluation) newRange(at site, r *rangeData) Value {
	if !e.produce(at, 4*valueBytes) {
		return Null
	}
	return e.within(at, rangeValue(r))
}

// testRange compiles a unary test that stands in parentheses as a range.
func (k *compiler) testRange(n *testExpr) code {
	x, at := k.expr(n.x), k.at(n)
	return k.fold(func(f *frame) Value {
		v := x.fn(f)
		r := &rangeData{op: n.op}
		switch n.op {
		case opLT, opLE:
			r.hi, r.hiClosed = v, n.op == opLE
		case opGT, opGE:
			r.lo, r.loClosed = v, n.op == opGE
		case opEQ:
			r.lo, r.hi, r.loClosed, r.hiClosed = v, v, true, true
		default:
			r.lo, r.hi = v, v
		}
		if n.op == opEQ || n.op == opNE {
			return f.newRange(at, r)
		}
		return f.makeRange(at, r)
	}, x)
}

func (k *compiler) list(n *listLit) code {
	items, fns := make([]code, len(n.items)), make([]evalFunc, len(n.items))
	for i, x := range n.items {
		items[i] = k.expr(x)
		fns[i] = items[i].fn
	}
	at := k.at(n)
	return k.fold(func(f *frame) Value {
		if !f.produce(at, int64(len(fns))*valueBytes) {
			return Null
		}
		vs := make([]Value, len(fns))
		for i, fn := range fns {
			vs[i] = fn(f)
		}
		return f.within(at, List(vs...))
	}, items...)
}

// within refuses a list, context or range that nests too deeply or holds too much.
func (e *evaluation) within(at site, v Value) Value {
	if !v.withinLimits() {
		return e.fail(errLimit(at.src, at.n, fmt.Sprintf("a value nests deeper than %d or holds more than %d values", MaxNesting, MaxWeight)))
	}
	return v
}

func (k *compiler) context(n *contextLit) evalFunc {
	first, at := k.slot(k.c.slots[n]), k.at(n)
	keys, fns := &contextData{}, make([]evalFunc, len(n.entries))
	for i, e := range n.entries {
		if keys.find(e.key) >= 0 {
			return func(f *frame) Value { return f.fail(errDuplicateKey(at.src, n, e.key)) }
		}
		keys.put(e.key, Null)
		fns[i] = k.expr(e.value).fn
	}
	return func(f *frame) Value {
		if !f.produce(at, int64(3+len(fns))*valueBytes) {
			return Null
		}
		c := &contextData{keys: keys.keys, index: keys.index, vals: make([]Value, len(fns))}
		for i, fn := range fns {
			c.vals[i] = fn(f)
			f.slots[first+i] = c.vals[i]
		}
		return f.within(at, contextValue(c))
	}
}

// entryOf compiles the path to an entry of a context literal, which needs no context:
// the entries lie in their slots. It is nil where there is something wrong to be told,
// and of many entries.
func (k *compiler) entryOf(n *contextLit, name string) evalFunc {
	entry, keys := -1, make([]string, len(n.entries))
	if len(keys) > indexFrom {
		return nil
	}
	for i, e := range n.entries {
		if slices.Contains(keys[:i], e.key) || len(e.key) > 64 {
			return nil
		}
		if keys[i] = e.key; e.key == name {
			entry = i
		}
	}
	if entry < 0 {
		return nil
	}
	first, at, fns := k.slot(k.c.slots[n]), k.at(n), make([]evalFunc, len(keys))
	for i, e := range n.entries {
		fns[i] = k.expr(e.value).fn
	}
	return func(f *frame) Value {
		if !f.produce(at, int64(3+len(fns))*valueBytes) {
			return Null
		}
		for i, fn := range fns {
			f.slots[first+i] = fn(f)
		}
		vals := f.slots[first:][:len(fns)]
		h := holdingOf(vals)
		if v := (Value{tag: tag{kind: KindContext, lo: h.depth, aux: h.weight}}); f.within(at, v).kind == KindNull {
			return Null
		}
		return vals[entry]
	}
}

func (k *compiler) instance(n *instanceExpr) code {
	if u := k.c.scope.unknownType(n.typ); u != nil {
		src := k.src
		return code{fn: func(f *frame) Value { return f.fail(errUnknownType(src, u)) }}
	}
	x, t, at := k.expr(n.x), k.c.scope.typeOf(n.typ), k.at(n)
	return k.fold(func(f *frame) Value {
		v := x.fn(f)
		if v.holds() && !f.step(at, v.weight()) {
			return Null
		}
		return Bool(instanceOf(v, t))
	}, x)
}

// function compiles a function literal.
func (k *compiler) function(n *functionLit) evalFunc {
	info := k.c.funcs[n]
	names := make([]string, len(n.params))
	for i, p := range n.params {
		names[i] = p.name
	}
	if n.external {
		v := functionValue(&function{params: names, types: info.types, host: k.c.scope.external(n), steps: 1})
		return func(*frame) Value { return v }
	}
	inner := *k
	inner.fn = info
	body := inner.expr(n.body).fn
	captures := make([]evalFunc, len(info.captures))
	for i, c := range info.captures {
		captures[i] = k.static(c.n, c.binding)
	}
	proto := function{
		params: names, types: info.types, body: body, steps: info.steps,
		first: len(captures), nslots: len(captures) + info.nslots,
	}
	defined := info.defined
	at := k.at(n)
	return func(f *frame) Value {
		if !f.produce(at, int64(5+len(captures))*valueBytes) {
			return Null
		}
		fn := proto
		if defined {
			fn.in = f.instance.keptBy()
		}
		fn.captured = make([]Value, len(captures))
		for i, c := range captures {
			fn.captured[i] = c(f)
		}
		return functionValue(&fn)
	}
}
