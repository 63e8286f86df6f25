package feel

// comparison is what a function does that does nothing but compare its two arguments, or
// a member of both: it is what lists are sorted by.
type comparison struct {
	op      op
	flipped bool   // the second one stands on the left
	member  string // "": the arguments themselves
}

// comparison gives what a function literal does as a comparison; nil if it does anything
// else.
func (k *compiler) comparison(n *functionLit) *comparison {
	x, ok := n.body.(*binaryExpr)
	if !ok || x.op < opLT || x.op > opGE || len(n.params) != 2 {
		return nil
	}
	for i := range n.params {
		if t := k.c.funcs[n].types[i]; t.known() || t.restricts() {
			return nil
		}
	}
	left, member, ok := k.param(n, x.x)
	right, other, also := k.param(n, x.y)
	if !ok || !also || left == right || member != other {
		return nil
	}
	return &comparison{op: x.op, flipped: left > right, member: member}
}

// param gives which parameter of fn is x, or has the member that x is.
func (k *compiler) param(fn *functionLit, x node) (i int, member string, ok bool) {
	if p, ok := x.(*pathExpr); ok {
		member, x = p.name, p.base
	}
	name, ok := x.(*nameRef)
	if !ok {
		return 0, "", false
	}
	for i := range fn.params {
		if b := k.c.binds[name]; b.kind == bindLocal && len(b.dynamic) == 0 && name.name == fn.params[i].name {
			return i, member, true
		}
	}
	return 0, "", false
}

// answer gives what the function answers of numbers, and of short texts; ok is false of
// everything else.
func (c *comparison) answer(x, y Value) (holds, ok bool) {
	if c == nil {
		return false, false
	}
	if c.member != "" {
		if x.kind != KindContext || y.kind != KindContext {
			return false, false
		}
		x, _ = x.context().get(c.member)
		y, _ = y.context().get(c.member)
	}
	if c.flipped {
		x, y = y, x
	}
	switch {
	case x.kind != y.kind:
	case x.kind == KindNumber:
		return c.op.holds(compareNumbers(x, y)), true
	case x.kind == KindString && x.weight() == 1 && y.weight() == 1:
		order, ok := compare(x, y)
		return c.op.holds(order), ok
	}
	return false, false
}
