package feel

import (
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
	if y.konst {
		test := relation(n.op, at, y.val)
		return k.fold(func(f *frame) Value { return test(f, x.fn(f)) }, x, y)
	}
	o, xf, yf := n.op, x.fn, y.fn
	return code{fn: func(f *frame) Value {
		v := xf(f)
		return f.relate(at, o, v, yf(f))
	}}
}

// arithmetic gives the closure of + - * / **, with the common case of two
// numbers first.
func arithmetic(o op, at site, x, y code) evalFunc {
	xf, yf := x.fn, y.fn
	var fast func(a, b decimal.Decimal) (decimal.Decimal, error)
	switch o {
	case opAdd:
		fast = decimal.Add
	case opSub:
		fast = decimal.Sub
	case opMul:
		fast = decimal.Mul
	case opDiv:
		fast = decimal.Quo
	default:
		return func(f *frame) Value {
			a := xf(f)
			return f.arithmetic(at, o, a, yf(f))
		}
	}
	if y.konst && y.val.kind == KindNumber {
		b, bv := y.val.num(), y.val
		return func(f *frame) Value {
			a := xf(f)
			if a.kind == KindNumber {
				if d, err := fast(a.num(), b); err == nil {
					return number(d)
				}
			}
			return f.arithmetic(at, o, a, bv)
		}
	}
	return func(f *frame) Value {
		a := xf(f)
		b := yf(f)
		if a.kind == KindNumber && b.kind == KindNumber {
			if d, err := fast(a.num(), b.num()); err == nil {
				return number(d)
			}
		}
		return f.arithmetic(at, o, a, b)
	}
}

// logic gives the closure of and, or: three-valued, the right operand unread when
// the left one decides.
func (k *compiler) logic(n *binaryExpr, x, y evalFunc) evalFunc {
	decides := Bool(n.op == opOr)
	what := "an operand of " + n.op.String()
	operand := func(f *frame, at node, v Value) Value {
		if v.kind != KindBoolean && v.kind != KindNull {
			return f.fail(errNotABoolean(k.src, at, what, v.kind))
		}
		return v
	}
	return func(f *frame) Value {
		a := operand(f, n.x, x(f))
		if a.kind == KindBoolean && a.n == decides.n {
			return a
		}
		b := operand(f, n.y, y(f))
		if b.kind == KindBoolean && b.n == decides.n || a.kind == KindBoolean {
			return b
		}
		return Null
	}
}

// testFunc is a compiled unary test: true, false or null of a value.
type testFunc func(f *frame, v Value) Value

// unary compiles the unary tests of a cell.
func (k *compiler) unary(root node) testFunc {
	u, ok := root.(*unaryTests)
	if !ok {
		return k.test(root)
	}
	if len(u.tests) == 0 {
		return func(*frame, Value) Value { return trueValue }
	}
	tests, at := k.tests(u.tests), k.at(u)
	if !u.not {
		if len(tests) == 1 {
			return tests[0]
		}
		return func(f *frame, v Value) Value { return anyOf(f, at, tests, v) }
	}
	return func(f *frame, v Value) Value {
		r := anyOf(f, at, tests, v)
		if r.kind != KindBoolean {
			return r
		}
		return Bool(r.n == 0)
	}
}

// anyOf is true when one of the tests is; else null when one is null.
func anyOf(f *frame, at site, tests []testFunc, v Value) Value {
	out := falseValue
	for _, t := range tests {
		switch r := t(f, v); {
		case r.isTrue():
			return r
		case r.kind == KindNull:
			out = Null
		}
	}
	return out
}

func (k *compiler) tests(ns []node) []testFunc {
	out := make([]testFunc, len(ns))
	for i, n := range ns {
		out[i] = k.test(n)
	}
	return out
}

// test compiles n where it tests a value.
func (k *compiler) test(n node) testFunc {
	at := k.at(n)
	switch n := n.(type) {
	case *testExpr:
		x := k.expr(n.x)
		if x.konst {
			return relation(n.op, at, x.val)
		}
		o := n.op
		return func(f *frame, v Value) Value { return f.relate(at, o, v, x.fn(f)) }
	case *parenExpr:
		if _, ok := n.x.(*testExpr); ok {
			return k.test(n.x)
		}
	case *rangeLit:
		lo, hi := k.expr(n.lo), k.expr(n.hi)
		if lo.konst && hi.konst {
			if r := k.rangeLit(n); r.konst {
				return inclusion(at, r.val.rang())
			}
		}
	}
	x := k.expr(n)
	if k.c.ast.unary && freeTest(n) {
		return k.testWithValue(n, x.fn)
	}
	if x.konst {
		if x.val.kind == KindString || x.val.kind == KindNumber || x.val.kind == KindBoolean {
			return relation(opEQ, at, x.val)
		}
		if x.val.kind == KindRange {
			r := x.val.rang()
			return func(f *frame, v Value) Value {
				if v.kind == KindRange {
					return f.matches(at, v, x.val)
				}
				return f.includes(at, r, v)
			}
		}
	}
	return func(f *frame, v Value) Value { return f.matches(at, v, x.fn(f)) }
}

// testWithValue compiles a test that mentions "?": a boolean expression, which
// holds when it is true.
func (k *compiler) testWithValue(n node, x evalFunc) testFunc {
	return func(f *frame, _ Value) Value {
		v := x(f)
		if v.kind != KindBoolean && v.kind != KindNull {
			return f.fail(errNotABoolean(k.src, n, "a test with ?", v.kind))
		}
		return v
	}
}

// relation gives the test "op y" for a constant y.
func relation(o op, at site, y Value) testFunc {
	switch {
	case y.kind == KindNumber:
		b := y.num()
		return func(f *frame, v Value) Value {
			if v.kind == KindNumber {
				return Bool(o.holds(decimal.Cmp(v.num(), b)))
			}
			return f.relate(at, o, v, y)
		}
	case y.kind == KindString && (o == opEQ || o == opNE):
		s, want := y.str(), o == opEQ
		return func(f *frame, v Value) Value {
			if v.kind == KindString {
				return Bool((v.str() == s) == want)
			}
			return f.relate(at, o, v, y)
		}
	case y.kind == KindDate:
		return func(f *frame, v Value) Value {
			if v.kind == KindDate {
				order := 0
				if v.n < y.n {
					order = -1
				} else if v.n > y.n {
					order = 1
				}
				return Bool(o.holds(order))
			}
			return f.relate(at, o, v, y)
		}
	}
	return func(f *frame, v Value) Value { return f.relate(at, o, v, y) }
}

// inclusion gives the test of a constant range.
func inclusion(at site, r *rangeData) testFunc {
	if r.lo.kind == KindNumber && r.hi.kind == KindNumber {
		lo, hi := r.lo.num(), r.hi.num()
		least, most := 1, -1
		if r.loClosed {
			least = 0
		}
		if r.hiClosed {
			most = 0
		}
		return func(f *frame, v Value) Value {
			if v.kind == KindNumber {
				d := v.num()
				return Bool(decimal.Cmp(d, lo) >= least && decimal.Cmp(d, hi) <= most)
			}
			return f.includes(at, r, v)
		}
	}
	return func(f *frame, v Value) Value { return f.includes(at, r, v) }
}
