package judgment

import (
	"cmp"
	"strings"
)

// decimal is a decimal string taken apart: -?WHOLE[.FRACTION], where fraction has
// no zeros at its end and zero has no sign. Its texts are parts of the string, so
// that any length costs nothing and loses nothing.
type decimal struct {
	negative        bool
	whole, fraction string
}

// parseDecimal reads a decimal string (section 7.3 of JPS Core). False means that
// it is none.
func parseDecimal(s string) (decimal, bool) {
	var d decimal
	s, d.negative = strings.CutPrefix(s, "-")
	whole, fraction, point := strings.Cut(s, ".")
	if !isWhole(whole) || point && fraction == "" || !all(fraction, digit) {
		return decimal{}, false
	}
	d.whole, d.fraction = whole, strings.TrimRight(fraction, "0")
	if d.whole == "0" && d.fraction == "" {
		d.negative = false
	}
	return d, true
}

// compare orders by mathematical value: negative if d is less than e.
func (d decimal) compare(e decimal) int {
	switch {
	case d.negative && e.negative:
		return e.compareSize(d)
	case d.negative:
		return -1
	case e.negative:
		return 1
	}
	return d.compareSize(e)
}

// compareSize is compare without the signs. Digits as text are in the order of
// their values once the integer parts have one length, and a fraction that ends
// first is the smaller one.
func (d decimal) compareSize(e decimal) int {
	return cmp.Or(
		cmp.Compare(len(d.whole), len(e.whole)),
		cmp.Compare(d.whole, e.whole),
		cmp.Compare(d.fraction, e.fraction),
	)
}
