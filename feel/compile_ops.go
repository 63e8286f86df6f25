package feel

import (
	"cmp"

	"github.com/decision-spine/spine/internal/decimal"
)

// binary compiles x op y.
func (k *compiler) binary(n *binaryExpr) code {
	x, y, at := k.expr(n.x), k.expr(n.y), k.at(n)
	switch n.op {
	case opAnd, opOr:
		return k.fold(k.logic(n, x.fn, y.fn), x, y)
	case opAdd, opSub, opMul, opDiv, opExp:
		return k.fold(arithmetic(n.op, at, x, y), x, y)
	}
	o, xf, yf, c := n.op, x.fn, y.fn, y.val
	switch {
	case y.konst && c.kind == KindNumber:
		if p, ok := n.x.(*pathExpr); ok && c.ptr == nil {
			if slot, ok := k.local(p.base); ok {
				return code{fn: k.compareMember(o, at, slot, p.name, xf, c)}
			}
		}
		return k.fold(func(f *frame) Value {
			v := xf(f)
			if v.kind == KindNumber {
				if v.ptr == nil && v.aux == c.aux && c.ptr == nil {
					return Bool(o.relates(v.n, c.n))
				}
				return Bool(o.holds(compareNumbers(v, c)))
			}
			return f.relate(at, o, v, c).value()
		}, x, y)
	case y.konst && c.kind == KindString && (o == opEQ || o == opNE):
		s, want := c.str(), o == opEQ
		return k.fold(func(f *frame) Value {
			if v := xf(f); v.kind != KindString {
				return f.relate(at, o, v, c).value()
			} else {
				return Bool((v.str() == s) == want)
			}
		}, x, y)
	case y.konst:
		test := relation(o, at, c)
		return k.fold(func(f *frame) Value { return test(f, xf(f)).value() }, x, y)
	}
	return code{fn: func(f *frame) Value {
		v := xf(f)
		w := yf(f)
		if v.kind == KindNumber && w.kind == KindNumber {
			return Bool(o.holds(compareNumbers(v, w)))
		}
		return f.relate(at, o, v, w).value()
	}}
}

// compareMember gives the closure of x o c, where x is the member of a variable that has
// this name, and c a short number.
func (k *compiler) compareMember(o op, at site, slot int, name string, x evalFunc, c Value) evalFunc {
	less, equal, greater := Bool(o.holds(-1)), Bool(o.holds(0)), Bool(o.holds(1))
	mslot := k.memberSlot(slot, name)
	return func(f *frame) Value {
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
			return Bool(o.holds(compareNumbers(v, c)))
		}
		return f.relate(at, o, v, c).value()
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

// logic gives the closure of and, or: three-valued, the right operand unread when
// the left one decides.
func (k *compiler) logic(n *binaryExpr, x, y evalFunc) evalFunc {
	decides, src := Bool(n.op == opOr).n, k.src
	return func(f *frame) Value {
		a := x(f)
		if a.kind > KindBoolean { // which null is below
			a = f.fail(errNotABoolean(src, n.x, "an operand of "+n.op.String(), a.kind))
		}
		if a.kind == KindBoolean && a.n == decides {
			return a
		}
		b := y(f)
		if b.kind > KindBoolean {
			b = f.fail(errNotABoolean(src, n.y, "an operand of "+n.op.String(), b.kind))
		}
		if b.kind == KindBoolean && b.n == decides || a.kind == KindBoolean {
			return b
		}
		return Null
	}
}

// truth is FEEL's third kind of answer: a test holds, does not, or cannot tell.
type truth uint8

const (
	unknown truth = iota
	isFalse
	isTrue
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// truth gives a boolean's truth; everything else is unknown.
func (v Value) truth() truth {
	if v.kind != KindBoolean {
		return unknown
	}
	return truthOf(v.n != 0)
}

func (t truth) value() Value {
	if t == unknown {
		return Null
	}
	return Bool(t == isTrue)
}

// testFunc is a compiled unary test.
type testFunc func(f *frame, v Value) truth

// cell compiles the unary tests of a cell.
func (k *compiler) cell(root node) testFunc {
	u, ok := root.(*unaryTests)
	if !ok {
		return k.test(root, true)
	}
	if len(u.tests) == 0 {
		return func(*frame, Value) truth { return isTrue }
	}
	if len(u.tests) == 1 && !u.not {
		return k.test(u.tests[0], true)
	}
	tests := k.tests(u.tests, true)
	if !u.not {
		return func(f *frame, v Value) truth { return anyOf(f, tests, v) }
	}
	return func(f *frame, v Value) truth {
		switch anyOf(f, tests, v) {
		case isTrue:
			return isFalse
		case isFalse:
			return isTrue
		}
		return unknown
	}
}

// anyOf is true when one of the tests is; else unknown when one is unknown.
func anyOf(f *frame, tests []testFunc, v Value) truth {
	out := isFalse
	for _, t := range tests {
		switch t(f, v) {
		case isTrue:
			return isTrue
		case unknown:
			out = unknown
		}
	}
	return out
}

func (k *compiler) tests(ns []node, inCell bool) []testFunc {
	out := make([]testFunc, len(ns))
	for i, n := range ns {
		out[i] = k.test(n, inCell)
	}
	return out
}

// test compiles n where it tests a value: in a cell, or behind in.
func (k *compiler) test(n node, inCell bool) testFunc {
	at := k.at(n)
	switch n := n.(type) {
	case *testExpr:
		if v, ok := literal(n.x); ok {
			return relation(n.op, at, v)
		}
		x := k.expr(n.x)
		if x.konst {
			return relation(n.op, at, x.val)
		}
		o := n.op
		return func(f *frame, v Value) truth { return f.relate(at, o, v, x.fn(f)) }
	case *parenExpr:
		if _, ok := n.x.(*testExpr); ok {
			return k.test(n.x, inCell)
		}
	case *rangeLit:
		if lo, hi, ok := literalEnds(n); ok {
			return inclusion(at, rangeData{lo: lo, hi: hi, loClosed: n.loClosed, hiClosed: n.hiClosed})
		}
	default:
		if v, ok := literal(n); ok {
			return relation(opEQ, at, v)
		}
	}
	x := k.expr(n)
	switch {
	case inCell && mentionsTest(n):
		return k.testWithValue(n, x.fn)
	case inCell && (!x.konst || x.val.kind == KindBoolean && !isLiteral(n)):
		return func(f *frame, v Value) truth { return f.satisfies(at, v, x.fn(f)) }
	case x.konst && x.val.kind == KindList:
		return membership(at, x.val)
	case !x.konst:
		return func(f *frame, v Value) truth { return f.matches(at, v, x.fn(f)) }
	case x.val.kind == KindRange:
		return inclusion(at, *x.val.rang())
	}
	return relation(opEQ, at, x.val)
}

// testWithValue compiles a test that mentions "?": a boolean expression, which
// holds when it is true. Another value is a mistake; lenient evaluation tests the
// value against it, as the standard has it (DMN 1.6, clause 10.3.1.3).
func (k *compiler) testWithValue(n node, x evalFunc) testFunc {
	at := k.at(n)
	return func(f *frame, v Value) truth {
		test := x(f)
		if test.kind == KindBoolean || test.kind == KindNull {
			return test.truth()
		}
		f.fail(errNotABoolean(at.src, n, "a test with ?", test.kind))
		return f.matches(at, v, test)
	}
}

// isLiteral reports whether n is true or false, as a value that is tested for.
func isLiteral(n node) bool {
	if p, ok := n.(*parenExpr); ok {
		return isLiteral(p.x)
	}
	_, ok := n.(*boolLit)
	return ok
}

// satisfies computes a test of a cell against the value of an expression without
// "?". A condition is no value that another than a boolean can equal, which is a
// mistake; lenient evaluation takes it as the answer, as the standard has it.
func (f *frame) satisfies(at site, v, test Value) truth {
	t := f.matches(at, v, test)
	if test.kind == KindBoolean && v.kind != KindBoolean && v.kind != KindNull {
		return test.truth()
	}
	return t
}

// relation gives the test "op y" for a constant y.
func relation(o op, at site, y Value) testFunc {
	switch {
	case y.kind == KindNumber:
		return func(f *frame, v Value) truth {
			if v.kind == KindNumber {
				return truthOf(o.holds(compareNumbers(v, y)))
			}
			return f.relate(at, o, v, y)
		}
	case y.kind == KindString && (o == opEQ || o == opNE):
		s, want := y.str(), o == opEQ
		return func(f *frame, v Value) truth {
			if v.kind == KindString {
				return truthOf((v.str() == s) == want)
			}
			return f.relate(at, o, v, y)
		}
	case y.kind == KindDate:
		return func(f *frame, v Value) truth {
			if v.kind == KindDate {
				return truthOf(o.holds(cmp.Compare(v.n, y.n)))
			}
			return f.relate(at, o, v, y)
		}
	}
	return func(f *frame, v Value) truth { return f.relate(at, o, v, y) }
}

// membership gives the test of a constant list, with a list of strings first.
func membership(at site, test Value) testFunc {
	texts, weight := make([]string, test.n), test.weight()
	for i, item := range test.list() {
		if item.kind != KindString {
			return func(f *frame, v Value) truth { return f.matches(at, v, test) }
		}
		texts[i] = item.str()
	}
	return func(f *frame, v Value) truth {
		if v.kind != KindString {
			return f.matches(at, v, test)
		}
		if !f.stepped(weight) && !f.step(at, weight) {
			return unknown
		}
		text := v.str()
		for _, item := range texts {
			if item == text {
				return isTrue
			}
		}
		return isFalse
	}
}

// inclusion gives the test of a constant range, with the common kinds first.
func inclusion(at site, r rangeData) testFunc {
	lo, hi := r.lo, r.hi
	least, most := int8(1), int8(-1) // the orders of the value to each end that are inside
	if r.loClosed {
		least = 0
	}
	if r.hiClosed {
		most = 0
	}
	switch {
	case r.op == opNone && lo.kind == KindNumber && hi.kind == KindNumber:
		return func(f *frame, v Value) truth {
			if v.kind == KindNumber {
				return truthOf(compareNumbers(v, lo) >= int(least) && compareNumbers(v, hi) <= int(most))
			}
			return f.inRange(at, rangeData{lo: lo, hi: hi, loClosed: least == 0, hiClosed: most == 0}, v)
		}
	case r.op == opNone && lo.kind == KindDate && hi.kind == KindDate:
		return func(f *frame, v Value) truth {
			if v.kind == KindDate {
				return truthOf(cmp.Compare(v.n, lo.n) >= int(least) && cmp.Compare(v.n, hi.n) <= int(most))
			}
			return f.inRange(at, rangeData{lo: lo, hi: hi, loClosed: least == 0, hiClosed: most == 0}, v)
		}
	}
	return func(f *frame, v Value) truth { return f.inRange(at, r, v) }
}

// inRange is [evaluation.matches] of a range, which lies on the stack unless v is one as
// well.
func (f *frame) inRange(at site, r rangeData, v Value) truth {
	if v.kind == KindRange {
		whole := r
		return f.matches(at, v, rangeValue(&whole))
	}
	return f.includes(at, "a range", &r, v)
}
