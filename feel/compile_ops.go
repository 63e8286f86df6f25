package feel

import "github.com/decision-spine/spine/internal/decimal"

// binary compiles x op y.
func (k *compiler) binary(n *binaryExpr) code {
	x, y, at := k.expr(n.x), k.expr(n.y), k.at(n)
	switch n.op {
	case opAnd, opOr:
		return k.logic(n, x, y)
	case opAdd, opSub, opMul, opDiv, opExp:
		return k.fold(arithmetic(n.op, at, x, y), x, y)
	}
	o, xf, yf, c := n.op, x.fn, y.fn, y.val
	switch {
	case y.konst && c.kind == KindNumber:
		if p, ok := n.x.(*pathExpr); ok && c.ptr == nil {
			if slot, ok := k.local(p.base); ok {
				return k.foldCond(k.compareMember(o, at, slot, p.name, xf, c), x)
			}
		}
		return k.foldCond(func(f *frame) truth {
			v := xf(f)
			if v.kind == KindNumber {
				if v.ptr == nil && v.aux == c.aux && c.ptr == nil {
					return truthOf(o.relates(v.n, c.n))
				}
				return truthOf(o.holds(compareNumbers(v, c)))
			}
			return f.relate(at, o, v, c)
		}, x)
	case y.konst && c.kind == KindString && (o == opEQ || o == opNE):
		text, want := c.str(), o == opEQ
		i, name := k.plainInput(n.x)
		return k.foldCond(func(f *frame) truth {
			if i >= 0 && f.unit.refs[i].readers == 1 { // or else it is kept
				if s, ok := f.vars.hosted(name).(string); ok && (s == text || isText(s)) {
					return truthOf((s == text) == want)
				}
			}
			v := xf(f)
			if v.kind != KindString {
				return f.relate(at, o, v, c)
			}
			return truthOf((v.str() == text) == want)
		}, x)
	case y.konst:
		test := relation(o, at, c)
		return k.foldCond(func(f *frame) truth { return test(f, xf(f)) }, x)
	}
	return k.foldCond(func(f *frame) truth {
		v := xf(f)
		w := yf(f)
		if v.kind == KindNumber && w.kind == KindNumber {
			return truthOf(o.holds(compareNumbers(v, w)))
		}
		return f.relate(at, o, v, w)
	}, x, y)
}

// compareMember gives the closure of x o c, where x is the member of a variable that has
// this name, and c a short number.
func (k *compiler) compareMember(o op, at site, slot int, name string, x evalFunc, c Value) condFunc {
	less, equal, greater := truthOf(o.holds(-1)), truthOf(o.holds(0)), truthOf(o.holds(1))
	mslot := k.memberSlot(slot, name)
	return func(f *frame) truth {
		var m Value
		switch v := f.slots[slot]; v.kind {
		case kindUnset:
			m = f.slots[mslot]
		case KindContext:
			m, _ = v.context().get(name)
		}
		if m.kind == KindNumber && m.ptr == nil && m.aux == c.aux {
			switch {
			case m.n < c.n:
				return less
			case m.n > c.n:
				return greater
			}
			return equal
		}
		v := x(f)
		if v.kind == KindNumber {
			return truthOf(o.holds(compareNumbers(v, c)))
		}
		return f.relate(at, o, v, c)
	}
}

// local gives the slot of a name that is a variable, and no member of a filter's item.
func (k *compiler) local(n node) (slot int, ok bool) {
	name, ok := n.(*nameRef)
	if !ok {
		return 0, false
	}
	b := k.c.binds[name]
	if b.kind != bindLocal || len(b.dynamic) > 0 {
		return 0, false
	}
	return k.slot(b.slot), true
}

// arithmetic gives the closure of + - * / **, with the common case of two
// numbers first.
func arithmetic(o op, at site, x, y code) evalFunc {
	xf, yf := x.fn, y.fn
	constant := y.konst && y.val.kind == KindNumber && y.val.ptr == nil
	switch {
	case (o == opAdd || o == opSub) && constant:
		c, given := y.val, y.val
		if o == opSub {
			c.n = -c.n
		}
		return func(f *frame) Value {
			a := xf(f)
			if a.kind == KindNumber {
				if n, ok := decimal.Align(c.n, int32(c.aux), int32(a.aux)); ok && a.ptr == nil {
					if v := a.plus(n); decimal.IsShort(v.n, int32(v.aux)) {
						return v
					}
				}
				if d, err := decimal.Add(a.num(), c.num()); err == nil {
					return number(d)
				}
			}
			return f.arithmetic(at, o, a, given)
		}
	case o == opMul && constant:
		c := y.val
		return func(f *frame) Value {
			a := xf(f)
			if a.kind == KindNumber {
				if v, ok := mulShort(a, c); ok {
					return v
				}
			}
			return f.arithmetic(at, o, a, c)
		}
	case o == opAdd:
		return func(f *frame) Value {
			a := xf(f)
			b := yf(f)
			if a.kind == KindNumber && b.kind == KindNumber {
				if v, ok := addShort(a, b); ok {
					return v
				}
				if d, err := decimal.Add(a.num(), b.num()); err == nil {
					return number(d)
				}
			}
			return f.arithmetic(at, o, a, b)
		}
	case o == opSub:
		return func(f *frame) Value {
			a := xf(f)
			b := yf(f)
			if a.kind == KindNumber && b.kind == KindNumber {
				c := b
				c.n = -c.n
				if v, ok := addShort(a, c); ok {
					return v
				}
				if d, err := decimal.Sub(a.num(), b.num()); err == nil {
					return number(d)
				}
			}
			return f.arithmetic(at, o, a, b)
		}
	case o == opMul:
		return func(f *frame) Value {
			a := xf(f)
			b := yf(f)
			if a.kind == KindNumber && b.kind == KindNumber {
				if v, ok := mulShort(a, b); ok {
					return v
				}
			}
			return f.arithmetic(at, o, a, b)
		}
	}
	return func(f *frame) Value {
		a := xf(f)
		b := yf(f)
		if o == opDiv && a.kind == KindNumber && b.kind == KindNumber {
			if a.ptr == nil && b.ptr == nil {
				if n, ok := decimal.Divide(a.n, int32(a.aux), b.n, int32(b.aux)); ok {
					a.n = n
					a.aux -= b.aux
					return a
				}
			}
			if d, err := decimal.Quo(a.num(), b.num()); err == nil {
				return number(d)
			}
		}
		return f.arithmetic(at, o, a, b)
	}
}

// addShort adds numbers of up to 18 digits that have the same exponent; ok is false of
// others, and when the sum has more digits.
func addShort(a, b Value) (sum Value, ok bool) {
	a.n += b.n
	return a, a.ptr == nil && b.ptr == nil && a.aux == b.aux && decimal.IsShort(a.n, int32(a.aux))
}

// plus adds to the coefficient of a number.
func (v Value) plus(n int64) Value {
	v.n += n
	return v
}

// mulShort multiplies numbers of up to 9 digits; ok is false of others.
func mulShort(a, b Value) (product Value, ok bool) {
	ok = a.ptr == nil && b.ptr == nil && decimal.AreFactors(a.n, int32(a.aux), b.n, int32(b.aux))
	a.n *= b.n
	a.aux += b.aux
	return a, ok
}

// logic compiles and, or: three-valued, the right operand unread when the left one
// decides.
func (k *compiler) logic(n *binaryExpr, x, y code) code {
	decides, what := truthOf(n.op == opOr), "an operand of "+n.op.String()
	left, right := k.condition(x, n.x, what), k.condition(y, n.y, what)
	return k.foldCond(func(f *frame) truth {
		a := left(f)
		if a == decides {
			return a
		}
		if b := right(f); b == decides || a != unknown {
			return b
		}
		return unknown
	}, x, y)
}

func (k *compiler) negate(n *negExpr) code {
	x, at := k.expr(n.x), k.at(n)
	return k.fold(func(f *frame) Value { return f.negate(at, x.fn(f)) }, x)
}

func (k *compiler) between(n *betweenExpr) code {
	x, lo, hi, at := k.expr(n.x), k.expr(n.lo), k.expr(n.hi), k.at(n)
	return k.foldCond(func(f *frame) truth {
		v, l, h := x.fn(f), lo.fn(f), hi.fn(f)
		if v.kind == KindNumber && l.kind == KindNumber && h.kind == KindNumber {
			return truthOf(compareNumbers(v, l) >= 0 && compareNumbers(v, h) <= 0)
		}
		if v.kind == KindNull || l.kind == KindNull || h.kind == KindNull {
			return unknown
		}
		return f.includes(at, "between", &rangeData{lo: l, hi: h, loClosed: true, hiClosed: true}, v)
	}, x, lo, hi)
}
