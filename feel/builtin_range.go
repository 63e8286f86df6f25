package feel

import (
	"fmt"
	"strings"
)

var anyRange = RangeType(AnyType)

func init() {
	points := []*Type{NumberType, StringType, DateType, TimeType, DateTimeType, DaysType, MonthsType}
	point, span := arg("point", points...), arg("range", anyRange)

	// Each relation has some of four forms, of points (p) and of ranges (r). One
	// that asks less of a point than of a range of one has a second function.
	related := func(name, forms string, holds, ofPoint intervalRelation, examples ...string) *builtin {
		var sigs []*signature
		for _, f := range strings.Fields(forms) {
			switch f {
			case "pp":
				sigs = append(sigs, holds.form(name, arg("point1", points...), arg("point2", points...)))
			case "pr":
				sigs = append(sigs, ofPoint.form(name, point, span))
			case "rp":
				sigs = append(sigs, ofPoint.form(name, span, point))
			case "rr":
				sigs = append(sigs, holds.form(name, arg("range1", anyRange), arg("range2", anyRange)))
			}
		}
		return entry(name, examples, sigs...)
	}
	relation := func(name, forms string, holds intervalRelation, examples ...string) *builtin {
		return related(name, forms, holds, holds, examples...)
	}
	define("10.3.4.7",
		relation("before", "pp pr rp rr", before, "before(1, 10)", "before(1, (1..10])", "before([1..5), 5)", "before([1..5], [5..9])",
			"before((< 5), 5)", "before([1..null], 5)", `before(1, "a")`),
		relation("after", "pp pr rp rr", before.converse(), "after(10, 5)", "after([5..9], 5)", "after((5..9], 5)"),
		relation("meets", "rr", meets, "meets([1..5], [5..9])", "meets([1..5), [5..9])"),
		relation("met by", "rr", meets.converse(), "met by([5..9], [1..5])"),
		relation("overlaps", "rr", overlaps, "overlaps([1..5], [3..8])", "overlaps([1..5], (5..8])"),
		relation("overlaps before", "rr", overlapsBefore, "overlaps before([1..5], [3..8])", "overlaps before([1..5], [1..8])"),
		relation("overlaps after", "rr", overlapsBefore.converse(), "overlaps after([3..8], [1..5])"),
		related("finishes", "pr rr", finishes, pointFinishes, "finishes(10, [1..10])", "finishes([5..10], [1..10])"),
		related("finished by", "rp rr", finishes.converse(), pointFinishes.converse(), "finished by([1..10], 10)"),
		relation("includes", "rp rr", includes, "includes([1..10], 5)", "includes([1..10], [4..6])", "includes([1..10), 10)"),
		relation("during", "pr rr", includes.converse(), "during(5, [1..10])", "during([4..6], [1..10))"),
		related("starts", "pr rr", starts, pointStarts, "starts(1, [1..10])", "starts([1..5], [1..10])"),
		related("started by", "rp rr", starts.converse(), pointStarts.converse(), "started by([1..10], 1)"),
		relation("coincides", "pp rr", coincides, "coincides(5, 5)", "coincides([1..5], [1..5))"),
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

func (r intervalRelation) form(name string, x, y bparam) *signature {
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
				return f.incomparable(at, name, ends[0], v).value()
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
