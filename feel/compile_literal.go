package feel

import (
	"fmt"
	"slices"
)

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
