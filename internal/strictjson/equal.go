package strictjson

import (
	"slices"
	"strings"
)

// Equal reports whether a and b are the same JSON value: strings by code
// points, numbers by [EqualNumbers], arrays item by item, objects by name
// whatever their order. Places do not count.
func Equal(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Bool:
		return a.yes == b.yes
	case Number:
		return EqualNumbers(a.text, b.text)
	case String:
		return a.text == b.text
	case Array:
		return slices.EqualFunc(a.Items(), b.Items(), Equal)
	case Object:
		if len(a.Members()) != len(b.Members()) {
			return false
		}
		for _, m := range a.Members() {
			if other, ok := b.Get(m.Name); !ok || !Equal(m.Value, other) {
				return false
			}
		}
	}
	return true
}

// EqualNumbers reports whether two JSON number texts have the same mathematical
// value: 1, 1.0 and 10e-1 do. It works on the digits, so that it is exact at any
// length and takes time linear in the texts for an exponent of any size.
func EqualNumbers(a, b string) bool {
	if a == b {
		return true
	}
	x, y := takeApart(a), takeApart(b)
	if x.digits() == "" || y.digits() == "" {
		return x.digits() == y.digits() // zero has neither sign nor exponent
	}
	if x.negative != y.negative || x.digits() != y.digits() {
		return false
	}
	d, near := difference(x.exponent, y.exponent)
	return near && d == int64(y.shift-x.shift)
}

// decimal is ±0.DIGITS × 10^(exponent + shift). Its first and last digits are
// not zero; zero has no digits.
type decimal struct {
	negative        bool
	whole, fraction string
	exponent        string // as written, "" for none
	shift           int
}

func (d decimal) digits() string { return d.whole + d.fraction }

func takeApart(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		text, d.exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	d.whole = strings.TrimLeft(whole, "0")
	d.fraction = strings.TrimRight(fraction, "0")
	d.shift = len(d.whole)
	if d.whole == "" {
		d.fraction = strings.TrimLeft(d.fraction, "0")
		d.shift = len(d.fraction) - len(strings.TrimRight(fraction, "0"))
	}
	if d.fraction == "" {
		d.whole = strings.TrimRight(d.whole, "0")
	}
	return d
}

// difference gives a - b for two exponents as written. False means that it is
// further from zero than the lengths of two texts can make good.
func difference(a, b string) (int64, bool) {
	const far = 1 << 40
	a, signA := sign(a)
	b, signB := sign(b)
	var d int64
	for i := max(len(a), len(b)); i > 0; i-- {
		// A digit changes d by 18 at most, so that a d beyond far stays there.
		d = d*10 + signA*digit(a, i) - signB*digit(b, i)
		if d > far || d < -far {
			return 0, false
		}
	}
	return d, true
}

func sign(exponent string) (string, int64) {
	if rest, ok := strings.CutPrefix(exponent, "-"); ok {
		return rest, -1
	}
	return strings.TrimPrefix(exponent, "+"), 1
}

// digit gives the i-th digit from the right, from 1.
func digit(s string, i int) int64 {
	if i > len(s) {
		return 0
	}
	return int64(s[len(s)-i] - '0')
}
