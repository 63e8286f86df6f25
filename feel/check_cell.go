package feel

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
	x := k.expr(n)
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
	default:
		k.comparable(n, "=", t, x)
	}
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
