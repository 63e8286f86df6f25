package tck

import (
	shop "github.com/shopspring/decimal"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/temporal"
)

// tolerance is what numbers must differ less by: 0.00000001.
var tolerance = shop.New(1, -8)

// same reports whether a value is what a test expects. exact is false when it is
// only because numbers may differ a little.
func same(want, got feel.Value) (same, exact bool) {
	if want.Kind() != got.Kind() {
		return false, false
	}
	switch want.Kind() {
	case feel.KindNull:
		return true, true
	case feel.KindBoolean:
		x, _ := want.AsBool()
		y, _ := got.AsBool()
		return x == y, x == y
	case feel.KindString:
		x, _ := want.AsString()
		y, _ := got.AsString()
		return x == y, x == y
	case feel.KindNumber:
		x, _ := want.AsDecimal()
		y, _ := got.AsDecimal()
		gap := x.Sub(y).Abs()
		return gap.LessThan(tolerance), gap.IsZero()
	case feel.KindTime, feel.KindDateTime:
		x, _ := want.Text()
		y, _ := got.Text()
		equal := x == y || sameClock(want.Kind(), x, y)
		return equal, equal
	case feel.KindDate, feel.KindDays, feel.KindMonths: // one text each
		x, _ := want.Text()
		y, _ := got.Text()
		return x == y, x == y
	case feel.KindList:
		return sameLists(want.Items(), got.Items())
	case feel.KindContext:
		return sameContexts(want, got)
	}
	return false, false // no test can expect ranges and functions
}

// sameClock compares the texts of times, or of dates and times: their clocks show
// the same to the nanosecond, and both or none are so far from UTC.
func sameClock(kind feel.Kind, want, got string) bool {
	if kind == feel.KindTime {
		x, errX := temporal.ParseTime(want)
		y, errY := temporal.ParseTime(got)
		xOffset, xZoned := x.Offset()
		yOffset, yZoned := y.Offset()
		return errX == nil && errY == nil && x.Nanos == y.Nanos && xOffset == yOffset && xZoned == yZoned
	}
	x, errX := temporal.ParseDateTime(want)
	y, errY := temporal.ParseDateTime(got)
	xOffset, xZoned := x.Offset()
	yOffset, yZoned := y.Offset()
	return errX == nil && errY == nil && x.Sec == y.Sec && x.Nano == y.Nano && xOffset == yOffset && xZoned == yZoned
}

func sameLists(want, got []feel.Value) (equal, exact bool) {
	if len(want) != len(got) {
		return false, false
	}
	equal, exact = true, true
	for i, w := range want {
		e, x := same(w, got[i])
		equal, exact = equal && e, exact && x
	}
	return equal, equal && exact
}

func sameContexts(want, got feel.Value) (equal, exact bool) {
	if want.Len() != got.Len() {
		return false, false
	}
	equal, exact = true, true
	for key, w := range want.Entries() {
		g, ok := got.Get(key)
		e, x := same(w, g)
		equal, exact = equal && ok && e, exact && x
	}
	return equal, equal && exact
}
