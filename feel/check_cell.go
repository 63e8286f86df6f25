package feel

import (
	"cmp"
	"slices"
	"strings"
)

// cell checks the root of unary tests of a value of type t.
func (k *checker) cell(n node, t *Type) {
	tests := []node{n}
	if u, ok := n.(*unaryTests); ok {
		tests = u.tests
	}
	for _, n := range tests {
		k.test(n, t, true)
	}
}

// test checks n where it tests a value of type t. inCell says that it is a test of
// a cell, and not one behind in.
func (k *checker) test(n node, t *Type, inCell bool) {
	switch n := n.(type) {
	case *testExpr:
		k.allow(n)
		x := k.expr(n.x)
		if n.op == opEQ || n.op == opNE {
			k.comparable(n, n.op.String(), t, x)
		} else {
			k.ordered(n, n.op.String(), t, x)
		}
		return
	case *parenExpr:
		if _, ok := n.x.(*testExpr); ok {
			k.test(n.x, t, inCell)
			return
		}
	}
	x := k.testType(n, inCell)
	switch {
	case inCell && mentionsTest(n):
		if x.known() && x.kind != typeBoolean && x.kind != typeNull {
			k.report(errNotABoolean(k.src, n, "a test with ?", x))
		}
	case x.kind == typeRange:
		if t.kind != typeRange {
			k.ordered(n, "a range", t, x.elem)
		}
	case x.kind == typeList:
		// No item of another kind equals a value. This is no error, but in a cell it
		// is not what was meant.
		if e := x.elem; inCell && e.known() && e.kind != typeRange && e.kind != typeList {
			k.comparable(n, "in", t.item(), e)
		}
	case inCell && x.kind == typeBoolean && t.known() && t.kind != typeBoolean && t.kind != typeNull:
		e := errOperands(k.src, n, "=", t, x)
		e.Hint = `a condition names the value that it tests: ? > 5, or contains(?, "a")`
		k.report(e)
	default:
		k.comparable(n, "=", t, x)
	}
}

// behindIn checks n where it tests a value of type t behind in: there "?" of a condition
// is this value, whatever it is around the expression (DMN 1.6, clause 10.3.2.4).
func (k *checker) behindIn(n node, t *Type) {
	if !isCondition(n) || !mentionsTest(n) {
		k.test(n, t, false)
		return
	}
	k.fn.push()
	slot := k.fn.newSlot()
	k.fn.declare("?", slot, t)
	k.expr(n)
	k.fn.pop()
	if k.c.tested == nil {
		k.c.tested = map[node]int{}
	}
	k.c.tested[n] = slot
}

// isCondition reports whether the value of n is a boolean by what n is.
func isCondition(n node) bool {
	switch n := n.(type) {
	case *parenExpr:
		return isCondition(n.x)
	case *binaryExpr:
		switch n.op {
		case opAnd, opOr, opEQ, opNE, opLT, opLE, opGT, opGE:
			return true
		}
	case *betweenExpr, *inExpr, *instanceExpr, *quantExpr:
		return true
	case *callExpr:
		name, ok := n.callee.(*nameRef)
		if !ok || !builtinName(name.name) {
			return false
		}
		return !slices.ContainsFunc(builtins[name.name].sigs, func(s *signature) bool { return s.result != BooleanType })
	}
	return false
}

// testType gives the type of a test. In a cell "1 or 2" is told so once, and then
// nothing is known of its type.
func (k *checker) testType(n node, inCell bool) *Type {
	b, ok := n.(*binaryExpr)
	if !ok || !inCell || b.op != opAnd && b.op != opOr {
		return k.expr(n)
	}
	var parts []node
	if t := k.operands(n, &parts); t != nil {
		k.report(errAlternatives(k.src, n, b.op, t, k.alternatives(b, parts)))
		return AnyType
	}
	return BooleanType
}

// operands checks what and, or join, and gives the first type that is no boolean,
// or nil.
func (k *checker) operands(n node, parts *[]node) (bad *Type) {
	b, ok := n.(*binaryExpr)
	if !ok || b.op != opAnd && b.op != opOr {
		*parts = append(*parts, n)
		if t := k.expr(n); t.known() && t.kind != typeBoolean && t.kind != typeNull {
			return t
		}
		return nil
	}
	k.allow(n)
	k.level++
	k.deepest = max(k.deepest, k.level)
	k.work += workOf(n)
	x, y := k.operands(b.x, parts), k.operands(b.y, parts)
	k.level--
	return cmp.Or(x, y)
}

// alternatives says how tests are joined.
func (k *checker) alternatives(n *binaryExpr, parts []node) string {
	switch {
	case mentionsTest(n):
		return "write a condition on ? at each place: ? > 1 " + n.op.String() + " ? = 0"
	case n.op == opAnd:
		return "write a range, [1..5], or conditions on ?: ? > 1 and ? < 5"
	case len(parts) > 8:
		return "alternatives are separated by commas"
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		start, end := p.bounds()
		texts[i] = k.src.Text[start:end]
	}
	return "alternatives are separated by commas: " + strings.Join(texts, ", ")
}

// mentionsTest reports whether n reads "?".
func mentionsTest(n node) bool {
	found := false
	walk(n, func(n node) bool {
		if r, ok := n.(*nameRef); ok && r.name == "?" {
			found = true
		}
		return !found
	})
	return found
}

// NamesNull reports whether the text has the literal null.
func (c *Checked) NamesNull() bool {
	found := false
	walk(c.ast.root, func(n node) bool {
		if _, ok := n.(*nullLit); ok {
			found = true
		}
		return !found
	})
	return found
}

// EqualTo gives the constants that unary tests compare "?" with for equality:
// the operands of = and !=, and bare values and lists of them.
func (c *Checked) EqualTo() []Value {
	k := newCompiler(c, &Unit{})
	var out []Value
	add := func(n node) {
		x := k.expr(n)
		if !x.konst {
			return
		}
		for _, v := range asList(x.val) {
			if v.kind != KindRange {
				out = append(out, v)
			}
		}
	}
	tests := []node{c.ast.root}
	if u, ok := c.ast.root.(*unaryTests); ok {
		tests = u.tests
	}
	for _, n := range tests {
		if p, ok := n.(*parenExpr); ok {
			n = p.x
		}
		switch t := n.(type) {
		case *testExpr:
			if t.op == opEQ || t.op == opNE {
				add(t.x)
			}
		default:
			if !mentionsTest(n) {
				add(n)
			}
		}
	}
	return out
}
