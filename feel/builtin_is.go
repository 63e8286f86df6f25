package feel

func init() {
	define("10.3.4.6",
		entry("is", []string{`is(@"12:00:00", @"12:00:00Z")`, `is(@"12:00:00Z", @"12:00:00+00:00")`, `is(@"P1Y", @"P12M")`, "is(1, 1.0)", "is(1, null)"},
			form(BooleanType, func(f *frame, at site, args []Value) Value {
				x, y := args[0], args[1]
				if !f.step(at, min(x.weight(), y.weight())) {
					return Null
				}
				return Bool(identical(x, y))
			}, arg("value1").orNull(), arg("value2").orNull())),
	)
}

// identical reports whether two values are the same element of FEEL's domain (DMN
// 1.6, clause 10.3.2.2): of one kind, and of times also in their zone and the
// fraction of their seconds. Durations are amounts.
func identical(x, y Value) bool {
	if x.kind != y.kind {
		return false
	}
	switch x.kind {
	case KindTime:
		return x.time().Is(y.time())
	case KindDateTime:
		return x.dateTime().Is(y.dateTime())
	case KindList:
		return allIdentical(x.list(), y.list())
	case KindContext:
		cx, cy := x.context(), y.context()
		if len(cx.keys) != len(cy.keys) {
			return false
		}
		for i, k := range cx.keys {
			v, ok := cy.get(k)
			if !ok || !identical(cx.vals[i], v) {
				return false
			}
		}
		return true
	case KindRange:
		rx, ry := x.rang(), y.rang()
		return rx.op == ry.op && rx.loClosed == ry.loClosed && rx.hiClosed == ry.hiClosed &&
			identical(rx.lo, ry.lo) && identical(rx.hi, ry.hi)
	}
	return same(x, y)
}

func allIdentical(xs, ys []Value) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i := range xs {
		if !identical(xs[i], ys[i]) {
			return false
		}
	}
	return true
}
