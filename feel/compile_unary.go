package feel

import "cmp"

// truth is FEEL's third kind of answer: a test holds, does not, or cannot tell.
type truth uint8

const (
	unknown truth = iota
	isFalse
	isTrue
)

func truthOf(b bool) truth {
	t := truth(0) // as Bool has it
	if b {
		t = 1
	}
	return isFalse + t
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
	if slot, ok := k.c.tested[n]; ok {
		slot, x := k.slot(slot), k.expr(n).fn
		return func(f *frame, v Value) truth {
			f.slots[slot] = v
			return x(f).truth()
		}
	}
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
