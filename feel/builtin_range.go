package feel

import "fmt"

var anyRange = RangeType(AnyType)

func init() {
	ordered := []*Type{NumberType, StringType, DateType, TimeType, DateTimeType, DaysType, MonthsType}
	point := func(name string) bparam { return arg(name, ordered...) }
	span := func(name string) bparam { return arg(name, anyRange) }

	// The forms of a relation. Each gives the relation of two intervals; a point
	// is an interval of one.
	points := func(holds intervalRelation) *signature { return holds.form(point("point1"), point("point2")) }
	pointRange := func(holds intervalRelation) *signature { return holds.form(point("point"), span("range")) }
	rangePoint := func(holds intervalRelation) *signature { return holds.form(span("range"), point("point")) }
	ranges := func(holds intervalRelation) *signature { return holds.form(span("range1"), span("range2")) }

	define("10.3.4.7",
		entry("before", []string{"before(1, 10)", "before(1, (1..10])", "before([1..5), 5)", "before([1..5], [5..9])"},
			points(before), pointRange(before), rangePoint(before), ranges(before)),
		entry("after", []string{"after(10, 5)", "after([5..9], 5)", "after((5..9], 5)"},
			points(before.converse()), pointRange(before.converse()), rangePoint(before.converse()), ranges(before.converse())),
		entry("meets", []string{"meets([1..5], [5..9])", "meets([1..5), [5..9])"}, ranges(meets)),
		entry("met by", []string{"met by([5..9], [1..5])"}, ranges(meets.converse())),
		entry("overlaps", []string{"overlaps([1..5], [3..8])", "overlaps([1..5], (5..8])"}, ranges(overlaps)),
		entry("overlaps before", []string{"overlaps before([1..5], [3..8])", "overlaps before([1..5], [1..8])"}, ranges(overlapsBefore)),
		entry("overlaps after", []string{"overlaps after([3..8], [1..5])"}, ranges(overlapsBefore.converse())),
		entry("finishes", []string{"finishes(10, [1..10])", "finishes([5..10], [1..10])"}, pointRange(pointFinishes), ranges(finishes)),
		entry("finished by", []string{"finished by([1..10], 10)"}, rangePoint(pointFinishes.converse()), ranges(finishes.converse())),
		entry("includes", []string{"includes([1..10], 5)", "includes([1..10], [4..6])", "includes([1..10), 10)"}, rangePoint(includes), ranges(includes)),
		entry("during", []string{"during(5, [1..10])", "during([4..6], [1..10))"}, pointRange(includes.converse()), ranges(includes.converse())),
		entry("starts", []string{"starts(1, [1..10])", "starts([1..5], [1..10])"}, pointRange(pointStarts), ranges(starts)),
		entry("started by", []string{"started by([1..10], 1)"}, rangePoint(pointStarts.converse()), ranges(starts.converse())),
		entry("coincides", []string{"coincides(5, 5)", "coincides([1..5], [1..5))", "coincides([1..null], [1..2])", `coincides(1, "a")`}, points(coincides), ranges(coincides)),
	)
}

// interval is a range, or a point: whose ends are the same, and included. An end is
// unbounded where the range is that of an operator, such as (< 5).
type interval struct {
	lo, hi             Value
	loClosed, hiClosed bool
	noLo, noHi         bool
}

// intervalRelation tells whether a relation holds between two intervals whose ends can be
// compared.
type intervalRelation func(a, b interval) bool

func (r intervalRelation) converse() intervalRelation {
	return func(a, b interval) bool { return r(b, a) }
}

func (r intervalRelation) form(x, y bparam) *signature {
	return form(BooleanType, func(f *frame, at site, args []Value) Value {
		if !f.step(at, args[0].weight()+args[1].weight()) {
			return Null
		}
		a, errA := intervalOf(args[0])
		b, errB := intervalOf(args[1])
		switch {
		case errA != nil:
			return f.fail(errDomain(at.src, at.n, errA.Error()))
		case errB != nil:
			return f.fail(errDomain(at.src, at.n, errB.Error()))
		}
		ends, null := endsOf(a, b)
		if null {
			return Null
		}
		for _, v := range ends[min(1, len(ends)):] {
			if _, ok := compare(ends[0], v); !ok {
				return f.incomparable(at, "this relation", ends[0], v).value()
			}
		}
		return Bool(r(a, b))
	}, x, y)
}

func intervalOf(v Value) (interval, error) {
	if v.kind != KindRange {
		return interval{lo: v, hi: v, loClosed: true, hiClosed: true}, nil
	}
	r := v.rang()
	i := interval{lo: r.lo, hi: r.hi, loClosed: r.loClosed, hiClosed: r.hiClosed}
	switch r.op {
	case opLT, opLE:
		i.noLo = true
	case opGT, opGE:
		i.noHi = true
	case opNE:
		return i, fmt.Errorf("%s has no start and end", v)
	}
	if r.op == opEQ && !r.lo.kind.ordered() && r.lo.kind != KindNull {
		return i, fmt.Errorf("%s has no order", r.lo.kind)
	}
	return i, nil
}

// endsOf gives the ends that two intervals have; null says that one was given as
// null.
func endsOf(a, b interval) (ends []Value, null bool) {
	for _, i := range []interval{a, b} {
		if !i.noLo {
			ends = append(ends, i.lo)
		}
		if !i.noHi {
			ends = append(ends, i.hi)
		}
	}
	for _, v := range ends {
		null = null || v.kind == KindNull
	}
	return ends, null
}

// starting compares the starts of two intervals, ending their ends, and apart the
// end of a with the start of b. What is unbounded is before, or behind, everything.
func starting(a, b interval) int { return order(a.lo, b.lo, a.noLo, b.noLo, -1) }

func ending(a, b interval) int { return order(a.hi, b.hi, a.noHi, b.noHi, 1) }

func apart(a, b interval) int {
	if a.noHi || b.noLo {
		return 1
	}
	c, _ := compare(a.hi, b.lo)
	return c
}

func order(x, y Value, noX, noY bool, side int) int {
	switch {
	case noX && noY:
		return 0
	case noX:
		return side
	case noY:
		return -side
	}
	c, _ := compare(x, y)
	return c
}

// The relations (DMN 1.6, table of range functions).

var before intervalRelation = func(a, b interval) bool {
	c := apart(a, b)
	return c < 0 || c == 0 && !(a.hiClosed && b.loClosed)
}

var meets intervalRelation = func(a, b interval) bool {
	return apart(a, b) == 0 && a.hiClosed && b.loClosed
}

var overlaps intervalRelation = func(a, b interval) bool { return !before(a, b) && !before(b, a) }

var overlapsBefore intervalRelation = func(a, b interval) bool {
	s, e := starting(a, b), ending(a, b)
	return (s < 0 || s == 0 && a.loClosed && !b.loClosed) && !before(a, b) &&
		(e < 0 || e == 0 && (!a.hiClosed || b.hiClosed))
}

var includes intervalRelation = func(a, b interval) bool {
	s, e := starting(a, b), ending(a, b)
	return (s < 0 || s == 0 && (a.loClosed || !b.loClosed)) && (e > 0 || e == 0 && (a.hiClosed || !b.hiClosed))
}

var finishes intervalRelation = func(a, b interval) bool {
	s := starting(a, b)
	return ending(a, b) == 0 && a.hiClosed == b.hiClosed && (s > 0 || s == 0 && (!a.loClosed || b.loClosed))
}

var starts intervalRelation = func(a, b interval) bool {
	e := ending(a, b)
	return starting(a, b) == 0 && a.loClosed == b.loClosed && (e < 0 || e == 0 && (!a.hiClosed || b.hiClosed))
}

var pointFinishes intervalRelation = func(a, b interval) bool { return ending(a, b) == 0 && b.hiClosed }

var pointStarts intervalRelation = func(a, b interval) bool { return starting(a, b) == 0 && b.loClosed }

var coincides intervalRelation = func(a, b interval) bool {
	return starting(a, b) == 0 && ending(a, b) == 0 && a.loClosed == b.loClosed && a.hiClosed == b.hiClosed
}
