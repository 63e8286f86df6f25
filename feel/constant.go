package feel

import (
	"slices"

	"github.com/decision-spine/spine/internal/decimal"
)

// ConstantTests are unary tests whose operands are all constant: a set of values.
//
// All ends of the ranges are comparable with each other. For a value that is
// comparable with them, and for null, the tests are in the set or not, and testing
// it neither fails nor leaves a reason for a null. Nothing is said of other values.
type ConstantTests struct {
	// Within has a range for each test, of one value where the test is for equality. An
	// end that is null is none.
	Within []Bounds
	Not    bool // the set is everything outside of Within, and not what is inside
	Null   bool // the tests hold for null
}

// ConstantTests gives unary tests as a set; ok is false when they are none.
func (c *Checked) ConstantTests() (t ConstantTests, ok bool) {
	return newCompiler(c, &Unit{}).constantTests(c.ast.root)
}

func (k *compiler) constantTests(root node) (ConstantTests, bool) {
	c := constantReader{k: k}
	defer c.settle()
	tests := []node{root}
	s := testSet{null: isFalse}
	if u, ok := root.(*unaryTests); ok {
		if tests = u.tests; len(tests) == 0 {
			return ConstantTests{Not: true, Null: true}, true
		}
		s.Not = u.not
	}
	for _, n := range tests {
		if p, ok := n.(*parenExpr); ok {
			n = p.x
		}
		o, operand := opNone, n
		if t, ok := n.(*testExpr); ok {
			o, operand = t.op, t.x
		}
		if r, ok := operand.(*rangeLit); ok && o == opNone {
			if lo, hi, ok := c.ends(r); !ok || !s.ends(&rangeData{lo: lo, hi: hi, loClosed: r.loClosed, hiClosed: r.hiClosed}) {
				return ConstantTests{}, false
			}
			continue
		}
		v, ok := c.literal(operand)
		if !ok || !s.test(o, v) {
			return ConstantTests{}, false
		}
	}
	s.Null = s.null == isTrue && !s.Not || s.null == isFalse && s.Not
	return s.ConstantTests, true
}

// constantReader finds the values of constants. What is more than a literal is compiled
// once more, apart: that reports nothing again.
type constantReader struct {
	k     *compiler
	apart *compiler // made when it is needed
}

// settle tells the compiler what the constants have taken.
func (c *constantReader) settle() {
	if c.apart != nil {
		c.k.steps, c.k.bytes = c.apart.steps, c.apart.bytes
	}
}

// literal gives the value of a constant.
func (c *constantReader) literal(n node) (Value, bool) {
	if v, ok := literal(n); ok {
		return v, true
	}
	switch n := n.(type) {
	case *rangeLit:
		lo, hi, ok := c.ends(n)
		return rangeValue(&rangeData{lo: lo, hi: hi, loClosed: n.loClosed, hiClosed: n.hiClosed}), ok
	case *nameRef:
		return Null, false
	}
	if mentionsTest(n) {
		return Null, false
	}
	if c.apart == nil {
		apart := *c.k
		apart.unit, apart.findings = &Unit{}, &findings{steps: c.k.steps, bytes: c.k.bytes}
		c.apart = &apart
	}
	x := c.apart.expr(n)
	return x.val, x.konst
}

// ends gives the ends of a range of constants that have an order.
func (c *constantReader) ends(n *rangeLit) (lo, hi Value, ok bool) {
	lo, ok = c.literal(n.lo)
	hi, alsoOK := c.literal(n.hi)
	return lo, hi, ok && alsoOK && lo.kind.ordered() && lo.kind == hi.kind
}

// literal gives the value of a number or a string that is written as such.
func literal(n node) (Value, bool) {
	switch n := n.(type) {
	case *numberLit:
		d, err := decimal.Parse(n.text)
		return number(d), err == nil
	case *stringLit:
		return String(n.val), true
	}
	return Null, false
}

// literalEnds gives the ends of a range of literals that have an order.
func literalEnds(n *rangeLit) (lo, hi Value, ok bool) {
	lo, ok = literal(n.lo)
	hi, alsoOK := literal(n.hi)
	return lo, hi, ok && alsoOK && lo.kind == hi.kind
}

// testSet is a set in the making, and what the tests so far are for null.
type testSet struct {
	ConstantTests
	null truth
}

// test adds the test "op v", or that of a value by itself; false when it is no set,
// or may fail.
func (s *testSet) test(o op, v Value) bool {
	switch {
	case v.kind == KindRange && o == opNone:
		return s.ends(v.rang())
	case v.kind == KindList && o == opNone:
		return s.items(v.list())
	case o == opEQ || o == opNE || o == opNone:
		s.forNull(truthOf((v.kind == KindNull) == (o != opNE)))
		if o == opNE {
			return s.add(&rangeData{op: opNE, lo: v})
		}
		return s.add(&rangeData{op: opEQ, lo: v})
	}
	s.forNull(unknown)
	return s.add(&rangeData{op: o, lo: v, hi: v, loClosed: o == opGE, hiClosed: o == opLE})
}

// ends adds the test of a range.
func (s *testSet) ends(r *rangeData) bool {
	if !s.add(r) {
		return false
	}
	if r.op == opEQ || r.op == opNE {
		s.forNull(truthOf((r.lo.kind == KindNull) == (r.op == opEQ)))
	} else {
		s.forNull(unknown)
	}
	return true
}

func (s *testSet) forNull(t truth) {
	if t == isTrue || t == unknown && s.null == isFalse {
		s.null = t
	}
}

// items adds the test of a list: it is true for an item and in a range among the
// items, and otherwise false, for null as well.
func (s *testSet) items(items []Value) bool {
	before := len(s.Within)
	for _, v := range items {
		r := &rangeData{op: opEQ, lo: v}
		switch v.kind {
		case KindRange:
			r = v.rang()
		case KindNull:
			s.forNull(isTrue)
		}
		if !s.add(r) {
			return false
		}
	}
	// Without an end nothing tells which values it can be asked of.
	return slices.ContainsFunc(s.Within[before:], func(b Bounds) bool { return b.anEnd().kind != KindNull })
}

// add adds what a range includes, null apart.
func (s *testSet) add(r *rangeData) bool {
	switch r.op {
	case opNone:
		return s.bounds(Bounds{r.lo, r.hi, r.loClosed, r.hiClosed}, r.lo, r.hi)
	case opLT, opLE:
		return s.bounds(Bounds{High: r.hi, HighClosed: r.hiClosed}, r.hi, r.hi)
	case opGT, opGE:
		return s.bounds(Bounds{Low: r.lo, LowClosed: r.loClosed}, r.lo, r.lo)
	}
	switch v := r.lo; {
	case v.kind == KindNull && r.op == opEQ:
		return true
	case v.kind == KindNull:
		s.Within = append(s.Within, Bounds{})
		return true
	case v.kind != KindBoolean && !v.kind.ordered() || !s.comparable(v):
		return false
	case r.op == opEQ:
		s.Within = append(s.Within, Bounds{v, v, true, true})
	default:
		s.Within = append(s.Within, Bounds{High: v}, Bounds{Low: v})
	}
	return true
}

func (s *testSet) bounds(b Bounds, lo, hi Value) bool {
	if !lo.kind.ordered() || !hi.kind.ordered() || !s.comparable(lo) || !comparable(lo, hi) {
		return false
	}
	s.Within = append(s.Within, b)
	return true
}

// comparable reports whether v is comparable with the ends so far.
func (s *testSet) comparable(v Value) bool {
	for i := range s.Within {
		if end := s.Within[i].anEnd(); end.kind != KindNull {
			return comparable(end, v)
		}
	}
	return true
}

func comparable(x, y Value) bool {
	_, known := Equal(x, y)
	return known
}

// anEnd gives an end of b; null when it has none.
func (b *Bounds) anEnd() Value {
	if b.Low.kind != KindNull {
		return b.Low
	}
	return b.High
}
