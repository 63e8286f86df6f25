package feel

import (
	"cmp"
	"strings"

	"github.com/decision-spine/spine/internal/decimal"
)

// Equal compares two values as FEEL's = does (DMN 1.6, clause 10.3.2.13): null is
// equal only to null; times, and dates and times, are compared to the second.
// known is false when FEEL answers null: for values of different kinds, and for a
// local and a zoned time.
func Equal(x, y Value) (equal, known bool) {
	if x.kind == KindNull || y.kind == KindNull {
		return x.kind == y.kind, true
	}
	if x.kind != y.kind {
		return false, false
	}
	switch x.kind {
	case KindBoolean, KindDate, KindMonths:
		return x.n == y.n, true
	case KindDays:
		return x.n == y.n && x.aux == y.aux, true
	case KindNumber:
		return compareNumbers(x, y) == 0, true
	case KindString:
		return x.str() == y.str(), true
	case KindTime:
		return x.time().Equal(y.time())
	case KindDateTime:
		return x.dateTime().Equal(y.dateTime())
	case KindList:
		xs, ys := x.list(), y.list()
		if len(xs) != len(ys) {
			return false, true
		}
		for i := range xs {
			if !same(xs[i], ys[i]) {
				return false, true
			}
		}
		return true, true
	case KindContext:
		cx, cy := x.context(), y.context()
		if len(cx.keys) != len(cy.keys) {
			return false, true
		}
		for i, k := range cx.keys {
			v, ok := cy.get(k)
			if !ok || !same(cx.vals[i], v) {
				return false, true
			}
		}
		return true, true
	case KindRange:
		rx, ry := x.rang(), y.rang()
		return rx.op == ry.op && rx.loClosed == ry.loClosed && rx.hiClosed == ry.hiClosed &&
			same(rx.lo, ry.lo) && same(rx.hi, ry.hi), true
	case KindFunction:
		fx, fy := x.function(), y.function()
		return fx == fy || fx.builtin != nil && fx.builtin == fy.builtin, true
	}
	return false, false
}

// same is equality where a differing kind is simply not equal: in lists, and for
// membership.
func same(x, y Value) bool {
	equal, known := Equal(x, y)
	return equal && known
}

// compare orders two values that are not null. ok is false when they have no
// order: kinds that differ or have none, a local and a zoned time.
func compare(x, y Value) (order int, ok bool) {
	if x.kind != y.kind {
		return 0, false
	}
	switch x.kind {
	case KindNumber:
		return compareNumbers(x, y), true
	case KindString:
		return strings.Compare(x.str(), y.str()), true
	case KindDate, KindMonths:
		return cmp.Compare(x.n, y.n), true
	case KindDays:
		return x.days().Compare(y.days()), true
	case KindTime:
		return x.time().Compare(y.time())
	case KindDateTime:
		return x.dateTime().Compare(y.dateTime())
	}
	return 0, false
}

// ordered reports whether values of a kind have an order.
func (k Kind) ordered() bool {
	switch k {
	case KindNumber, KindString, KindDate, KindTime, KindDateTime, KindDays, KindMonths:
		return true
	}
	return false
}

// holds reports whether an order satisfies < <= > >=.
func (o op) holds(order int) bool { return o.relates(int64(order), 0) }

// relates reports whether x o y.
func (o op) relates(x, y int64) bool {
	switch o {
	case opLT:
		return x < y
	case opLE:
		return x <= y
	case opGT:
		return x > y
	case opGE:
		return x >= y
	case opEQ:
		return x == y
	}
	return x != y
}

// compareNumbers orders two numbers.
func compareNumbers(x, y Value) int {
	if x.ptr == nil && y.ptr == nil && x.aux == y.aux {
		return cmp.Compare(x.n, y.n)
	}
	return decimal.Cmp(x.num(), y.num())
}

// related computes x o y for the operators = != < <= > >=. ok is false when the
// two have no such relation.
func related(o op, x, y Value) (t truth, ok bool) {
	if o == opEQ || o == opNE {
		equal, known := Equal(x, y)
		return truthOf(equal == (o == opEQ)), known
	}
	if x.kind == KindNull || y.kind == KindNull {
		return unknown, true
	}
	order, ok := compare(x, y)
	return truthOf(o.holds(order)), ok
}

// relate is related in an evaluation: it counts the steps of looking at more than
// two scalars, and reports two values without the relation.
func (e *evaluation) relate(at site, o op, x, y Value) truth {
	if n := min(x.weight(), y.weight()); n > 1 && !e.step(at, n) {
		return unknown
	}
	t, ok := related(o, x, y)
	if !ok {
		return e.incomparable(at, o.String(), x, y)
	}
	return t
}

// incomparable reports two values without an order or equality.
func (e *evaluation) incomparable(at site, what string, x, y Value) truth {
	err := errOperands(at.src, at.n, what, x.kind, y.kind)
	if x.kind == y.kind && x.kind.ordered() {
		err.Hint = "one of the two has an offset or region and the other has none"
	}
	e.fail(err)
	return unknown
}

// includes computes whether r includes v: unknown when an end was given as null,
// or v is null. When the two cannot be compared ok is false, and end is the end
// that v cannot be compared with.
func (r *rangeData) includes(v Value) (t truth, end Value, ok bool) {
	if r.op == opEQ || r.op == opNE {
		t, ok = related(r.op, v, r.lo)
		return t, r.lo, ok
	}
	lower, upper := isTrue, isTrue
	if r.op == opNone || r.op == opGT || r.op == opGE {
		if lower, ok = related(boundOp(opGT, opGE, r.loClosed), v, r.lo); !ok || lower == isFalse {
			return lower, r.lo, ok
		}
	}
	if r.op == opNone || r.op == opLT || r.op == opLE {
		if upper, ok = related(boundOp(opLT, opLE, r.hiClosed), v, r.hi); !ok || upper == isFalse {
			return upper, r.hi, ok
		}
	}
	return min(lower, upper), Null, true
}

// includes is [rangeData.includes] in an evaluation. what names the construct in
// the fault of a value that cannot be compared.
func (e *evaluation) includes(at site, what string, r *rangeData, v Value) truth {
	if n := v.weight(); n > 1 && !e.step(at, n) {
		return unknown
	}
	t, end, ok := r.includes(v)
	if !ok {
		return e.incomparable(at, what, v, end)
	}
	return t
}

func boundOp(open, closed op, isClosed bool) op {
	if isClosed {
		return closed
	}
	return open
}

// contains computes whether the list has an item that equals v or is a range
// which includes v. Items that v cannot be compared with are passed over.
func (e *evaluation) contains(at site, list, v Value) truth {
	if !e.step(at, list.weight()) {
		return unknown
	}
	for _, item := range list.list() {
		if same(item, v) {
			return isTrue
		}
		if item.kind == KindRange && v.kind != KindNull {
			if t, _, ok := item.rang().includes(v); ok && t == isTrue {
				return isTrue
			}
		}
	}
	return isFalse
}

// matches computes a test against the value of an expression: membership for a
// list, inclusion for a range, else equality.
func (e *evaluation) matches(at site, v, test Value) truth {
	switch test.kind {
	case KindList:
		if v.kind == KindList && e.relate(at, opEQ, v, test) == isTrue {
			return isTrue
		}
		return e.contains(at, test, v)
	case KindRange:
		if v.kind == KindRange {
			return e.relate(at, opEQ, v, test)
		}
		return e.includes(at, "a range", test.rang(), v)
	}
	return e.relate(at, opEQ, v, test)
}
