package feel

import (
	"fmt"
	"slices"
	"strings"
)

// function is a function value: a closure over what its literal captured, a
// built-in, a service, or a function outside FEEL. It is immutable.
type function struct {
	builtin  *builtin
	service  *service
	host     hostFunc
	params   []string
	types    []*Type
	body     evalFunc
	steps    int64 // what a call counts for
	compares *comparison
	captured []Value
	in       *instance // whose definitions it reads; nil when it reads none
	first    int       // slot of the first parameter
	nslots   int
}

// call compiles a call.
func (k *compiler) call(n *callExpr) code {
	args, fns := make([]code, len(n.args)), make([]evalFunc, len(n.args))
	for i, a := range n.args {
		args[i] = k.expr(a)
		fns[i] = args[i].fn
	}
	name, isName := n.callee.(*nameRef)
	if isName && k.c.binds[name].kind == bindBuiltin {
		b := k.c.binds[name]
		folds := !slices.ContainsFunc(args, func(c code) bool { return !c.konst })
		direct, sig := k.callBuiltin(n, builtins[name.name], fns, !folds && k.fates[n] == temporary)
		if len(b.dynamic) == 0 {
			if sig == nil || sig.impure {
				return code{fn: direct}
			}
			return k.fold(direct, args...)
		}
		// An item of a filter may hold a function of that name.
		items, at := k.dynamic(b), k.at(n)
		return code{fn: func(f *frame) Value {
			for _, s := range items {
				if v, ok := f.slots[s].Get(name.name); ok && v.kind == KindFunction {
					return f.callWith(at, v.function(), n.names, fns)
				}
			}
			return direct(f)
		}}
	}
	callee, at := k.expr(n.callee).fn, k.at(n)
	return code{fn: func(f *frame) Value {
		nulls := len(f.nulls)
		fn := callee(f)
		switch {
		case fn.kind == KindFunction:
			return f.callWith(at, fn.function(), n.names, fns)
		case f.err != nil || len(f.nulls) > nulls:
			return Null // the callee has its own reason
		}
		return f.fail(errNotAFunction(at.src, n.callee, fn.kind))
	}}
}

// callWith calls a function value with what fns give, which lies on the evaluation's own
// stack until then.
func (f *frame) callWith(at site, fn *function, names []string, fns []evalFunc) Value {
	base := len(f.scratch)
	for range fns {
		f.scratch = append(f.scratch, Null)
	}
	for i, x := range fns {
		v := x(f)
		f.scratch[base+i] = v // not before: x may move the stack
	}
	end := base + len(fns)
	out := f.call(at, fn, names, f.scratch[base:end:end])
	f.scratch = f.scratch[:base]
	return out
}

func evalAll(f *frame, fns []evalFunc) []Value {
	out := make([]Value, len(fns))
	for i, fn := range fns {
		out[i] = fn(f)
	}
	return out
}

// callBuiltin compiles the call of a built-in that is known by name. Its
// arguments lie on the evaluation's own stack. What a brief one gives is not kept.
func (k *compiler) callBuiltin(n *callExpr, b *builtin, fns []evalFunc, brief bool) (evalFunc, *signature) {
	sig, err := b.match(k.src, n)
	if err != nil {
		return func(f *frame) Value { return f.fail(err) }, nil
	}
	if brief && sig.brief != nil {
		own := *sig
		own.fn, sig = sig.brief, &own
	}
	at := k.at(n)
	if sig.byItem(n.names, len(fns)) {
		return func(f *frame) Value {
			if !f.produce(at, int64(len(fns))*valueBytes) {
				return Null
			}
			return sig.call(f, at, b.name, []Value{List(evalAll(f, fns)...)})
		}, sig
	}
	places := make([]int, len(fns))
	for i := range fns {
		if places[i] = i; n.names != nil {
			places[i] = sig.index(n.names[i])
		}
	}
	if len(sig.params) == len(fns) && n.names == nil {
		switch len(fns) {
		case 1:
			return sig.callWithOne(at, b.name, fns[0]), sig
		case 2:
			return sig.callWithTwo(at, b.name, fns[0], fns[1]), sig
		}
	}
	size := max(len(sig.params), len(fns))
	return func(f *frame) Value {
		base := len(f.scratch)
		for range size {
			f.scratch = append(f.scratch, absent)
		}
		for i, fn := range fns {
			v := fn(f)
			f.scratch[base+places[i]] = v // not before: fn may move the stack
		}
		out := Null
		if f.err == nil {
			out = sig.call(f, at, b.name, f.scratch[base:base+size:base+size])
		}
		f.scratch = f.scratch[:base]
		return out
	}, sig
}

// callWithOne and callWithTwo compile a call with so many arguments, which are what
// there is most of.
func (s *signature) callWithOne(at site, name string, x evalFunc) evalFunc {
	takes := s.params[0].takes
	return func(f *frame) (out Value) {
		v := x(f)
		if f.err != nil {
			return Null
		}
		base := len(f.scratch)
		f.scratch = append(f.scratch, v)
		if args := f.scratch[base : base+1 : base+1]; takes.has(v.kind) {
			out = s.fn(f, at, args)
		} else {
			out = s.call(f, at, name, args)
		}
		f.scratch = f.scratch[:base]
		return out
	}
}

func (s *signature) callWithTwo(at site, name string, x, y evalFunc) evalFunc {
	first, second := s.params[0].takes, s.params[1].takes
	return func(f *frame) (out Value) {
		v := x(f)
		w := y(f)
		if f.err != nil {
			return Null
		}
		base := len(f.scratch)
		f.scratch = append(f.scratch, v, w)
		if args := f.scratch[base : base+2 : base+2]; first.has(v.kind) && second.has(w.kind) {
			out = s.fn(f, at, args)
		} else {
			out = s.call(f, at, name, args)
		}
		f.scratch = f.scratch[:base]
		return out
	}
}

// call calls a function value. An argument that does not fit its parameter's type
// stops the call (DMN 1.6, clause 10.3.2.13.1). A parameter that the names of the
// arguments leave out is a mistake, and null in lenient evaluation. Nothing is kept of
// the memory of args, which is written to.
func (f *frame) call(at site, fn *function, names []string, args []Value) Value {
	if fn.builtin != nil {
		return f.callValue(at, fn.builtin, names, args)
	}
	if len(args) != len(fn.params) {
		f.fail(errWrongArguments(at.src, at.n,
			fmt.Sprintf("the function takes %d arguments (%s), not %d", len(fn.params), strings.Join(fn.params, ", "), len(args)), ""))
		if names == nil || len(args) > len(fn.params) || f.err != nil {
			return Null
		}
	}
	if !f.enter(at, fn.steps) {
		return Null
	}
	ordered := args
	if names != nil {
		ordered = make([]Value, len(fn.params))
	}
	for i, v := range args {
		p := i
		if names != nil {
			if p = fn.param(names[i]); p < 0 || slices.Contains(names[:i], names[i]) {
				return f.fail(errWrongArguments(at.src, at.n, fmt.Sprintf("the function has no parameter %q", names[i]),
					"its parameters are "+strings.Join(fn.params, ", ")))
			}
		}
		if t := fn.types[p]; t.known() || t.restricts() {
			if t.known() && v.holds() && !f.step(at, v.weight()) {
				return Null
			}
			w, ok := coerce(v, t)
			if !ok {
				return f.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("%s must be a %s, not a %s", fn.params[p], t, v.kind), ""))
			}
			if !f.allows(at, w, t) {
				return Null
			}
			v = w
		}
		ordered[p] = v
	}
	switch {
	case fn.service != nil:
		return f.callService(at, fn, ordered)
	case fn.host != nil:
		return fn.host(f, at, slices.Clone(ordered)) // which may be kept
	}
	inner := f.inner(fn.in, f.depth, fn.nslots)
	copy(inner.slots, fn.captured)
	copy(inner.slots[fn.first:], ordered)
	f.depth++
	out := fn.body(inner)
	f.depth--
	return out
}

// param gives the place of a parameter that a call names, or -1.
func (fn *function) param(name string) int {
	p := slices.Index(fn.params, name)
	if p < 0 && fn.service != nil {
		p = slices.Index(fn.service.also, name)
	}
	return p
}

// callValue calls a built-in that came as a value.
func (f *frame) callValue(at site, b *builtin, names []string, args []Value) Value {
	shape := &callExpr{names: names, args: make([]node, len(args))}
	if e, ok := at.n.(*callExpr); ok {
		shape.extent = e.extent
	}
	sig, err := b.match(at.src, shape)
	if err != nil {
		return f.fail(err)
	}
	if !f.step(at, 1) {
		return Null
	}
	if sig.byItem(names, len(args)) {
		return sig.call(f, at, b.name, []Value{List(slices.Clone(args)...)})
	}
	full := make([]Value, max(len(sig.params), len(args))) // which may be kept
	for i := range full {
		full[i] = absent
	}
	for i, v := range args {
		p := i
		if names != nil {
			p = sig.index(names[i])
		}
		full[p] = v
	}
	return sig.call(f, at, b.name, full)
}

// coerce brings v to a declared type (DMN 1.6, clause 10.3.2.9.4): null and a
// conforming value stay, a list of one conforming item becomes the item, a single
// value a list of one, and a date its midnight in UTC where a date and time is asked
// for. ok is false when v does not conform.
func coerce(v Value, t *Type) (out Value, ok bool) {
	switch {
	case v.kind == KindNull || !t.known() || instanceOf(v, t):
		return v, true
	case t.kind == typeList && v.kind != KindList:
		out = List(v)
		return out, instanceOf(out, t)
	case t.kind != typeList && v.kind == KindList && v.n == 1 && instanceOf(v.list()[0], t):
		return v.list()[0], true
	case t.kind == typeDateTime && v.kind == KindDate:
		return dateTimeValue(v.moment()), true
	}
	return Null, false
}

// instanceOf reports whether v conforms to t (DMN 1.6, clause 10.3.2.9.2). Null is
// an instance of no type.
func instanceOf(v Value, t *Type) bool {
	if v.kind == KindNull || !t.hasKind(v.kind) {
		return false
	}
	switch t.kind {
	case typeList:
		if !t.elem.known() {
			return true
		}
		for _, x := range v.list() {
			if x.kind != KindNull && !instanceOf(x, t.elem) {
				return false
			}
		}
	case typeContext:
		for _, f := range t.fields {
			x, ok := v.Get(f.Name)
			if !ok || f.Type.known() && x.kind != KindNull && !instanceOf(x, f.Type) {
				return false
			}
		}
	case typeRange:
		r := v.rang()
		return !t.elem.known() ||
			(r.lo.kind == KindNull || instanceOf(r.lo, t.elem)) && (r.hi.kind == KindNull || instanceOf(r.hi, t.elem))
	case typeFunction:
		return functionConforms(v.function(), t)
	}
	return true
}

// functionConforms compares no more than is known: untyped parameters conform to
// anything, and a built-in conforms if it can be called with that many arguments. What
// the type promises to pass must be what the function takes (DMN 1.6, clause
// 10.3.2.9.3).
func functionConforms(fn *function, t *Type) bool {
	if t.params == nil {
		return true
	}
	if fn.builtin != nil {
		return slices.ContainsFunc(fn.builtin.sigs, func(s *signature) bool { return s.fits(nil, len(t.params)) })
	}
	if len(fn.params) != len(t.params) {
		return false
	}
	work := maxTypeWork
	for i, p := range fn.types {
		if !t.params[i].conformsTo(p, &work) {
			return false
		}
	}
	return true
}

// maxTypeWork bounds the comparison of two types, which may be within themselves.
const maxTypeWork = 1_000

// conformsTo reports whether the values of t are values of u, as far as both are known
// and work suffices.
func (t *Type) conformsTo(u *Type, work *int) bool {
	if *work--; t == u || !t.known() || !u.known() || *work < 0 {
		return true
	}
	if t.kind != u.kind {
		return false
	}
	switch t.kind {
	case typeList, typeRange:
		return t.elem.conformsTo(u.elem, work)
	case typeContext:
		for _, f := range u.fields {
			if *work -= len(t.fields); *work < 0 {
				return true
			}
			has := len(t.fields) == 0 // any context
			for _, g := range t.fields {
				if g.Name == f.Name {
					has = g.Type.conformsTo(f.Type, work)
				}
			}
			if !has {
				return false
			}
		}
	case typeFunction:
		if t.params == nil || u.params == nil {
			return true
		}
		if len(t.params) != len(u.params) || !t.result.conformsTo(u.result, work) {
			return false
		}
		for i, p := range t.params {
			if !u.params[i].conformsTo(p, work) {
				return false
			}
		}
	}
	return true
}
