package decimal

import (
	"fmt"
	"math"
	"strconv"
)

// MaxText is the greatest length of a number's text in bytes. Nothing that
// decimal128 can hold needs as many.
const MaxText = 1000

// Parse reads a number: an optional minus sign, digits with an optional
// fraction or a fraction alone, and an optional exponent ("1.5", ".5", "01.3",
// "1.23e-4"; DMN 1.6, FEEL grammar, numeric literal). JSON numbers are among
// them. It rounds to 34 digits, half to even. The errors are [ErrSyntax],
// [ErrTooLong] and [ErrOverflow], wrapped with the text.
func Parse(s string) (Decimal, error) {
	d, _, err := parse(s)
	if err != nil {
		return Decimal{}, textError(err, s)
	}
	return d, nil
}

// ParseExact is [Parse] for numbers that must not change: what does not fit
// into 34 digits and the exponents of decimal128, trailing zeros aside, is
// [ErrInexact] or [ErrOverflow]. So is a zero whose exponent does not fit.
func ParseExact(s string) (Decimal, error) {
	d, exact, err := parse(s)
	if err == nil && !exact {
		err = ErrInexact
	}
	if err != nil {
		return Decimal{}, textError(err, s)
	}
	return d, nil
}

func textError(err error, s string) error {
	const shown = 40
	if len(s) > shown {
		return fmt.Errorf("%w: %q…", err, s[:shown])
	}
	return fmt.Errorf("%w: %q", err, s)
}

func parse(s string) (d Decimal, exact bool, err error) {
	if len(s) > MaxText {
		return Decimal{}, false, ErrTooLong
	}
	rest := s
	neg := rest != "" && rest[0] == '-'
	if neg {
		rest = rest[1:]
	}
	var m mantissa
	n := m.digits(rest)
	whole, rest := n, rest[n:]
	if rest != "" && rest[0] == '.' {
		n = m.digits(rest[1:])
		if n == 0 {
			return Decimal{}, false, ErrSyntax
		}
		m.exp -= int64(n)
		rest = rest[1+n:]
	} else if whole == 0 {
		return Decimal{}, false, ErrSyntax
	}
	if rest != "" {
		e, ok := exponent(rest)
		if !ok {
			return Decimal{}, false, ErrSyntax
		}
		m.exp += e
	}
	d, exact, err = finish(neg, m.c.extend(), m.exp, m.lost)
	if m.c.isZero() && (m.exp < minExp || m.exp > maxAdj) {
		exact = false
	}
	return d, exact, err
}

// mantissa collects digits: more than finish keeps, so that it rounds right.
type mantissa struct {
	c    u128
	n    int   // digits in c, without leading zeros
	exp  int64 // power of ten for what did not go into c
	lost bool  // a digit that did not go into c was not zero
}

// digits takes the digits that s starts with and returns how many they are.
func (m *mantissa) digits(s string) int {
	for i := range len(s) {
		digit := uint64(s[i] - '0')
		switch {
		case digit > 9:
			return i
		case m.n == 0 && digit == 0:
		case m.n < inlineDigits:
			m.c.lo = m.c.lo*10 + digit
			m.n++
		case m.n < maxDigits+2:
			m.c = m.c.mulAdd(10, digit)
			m.n++
		default:
			m.exp++
			m.lost = m.lost || digit != 0
		}
	}
	return len(s)
}

// exponent reads "e", an optional sign and digits, all of s. It stops counting
// where no mantissa could bring the number back into range.
func exponent(s string) (e int64, ok bool) {
	const enough = 1_000_000
	if s[0] != 'e' && s[0] != 'E' {
		return 0, false
	}
	s = s[1:]
	neg := s != "" && s[0] == '-'
	if neg || s != "" && s[0] == '+' {
		s = s[1:]
	}
	if s == "" {
		return 0, false
	}
	for i := range len(s) {
		digit := s[i] - '0'
		if digit > 9 {
			return 0, false
		}
		e = min(e*10+int64(digit), enough)
	}
	if neg {
		e = -e
	}
	return e, true
}

// FromFloat returns the number that f's shortest decimal text names: 0.1 for
// the float64 next to a tenth. NaN and the infinities are [ErrInvalid].
func FromFloat(f float64) (Decimal, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Decimal{}, ErrInvalid
	}
	if d, ok := fromShortFloat(f); ok {
		return d, nil
	}
	var buf [32]byte
	return Parse(string(strconv.AppendFloat(buf[:0], f, 'e', -1, 64)))
}

// fromShortFloat is FromFloat of a number that is whole or has few decimals. What it gives
// has at most 15 digits, or is 1E+15, and f is what it rounds to, as a quotient of exact numbers is
// rounded like their decimal text; no other text of as many digits rounds to f.
func fromShortFloat(f float64) (d Decimal, ok bool) {
	if i := int64(f); float64(i) == f && uint64(i+1e15) <= 2e15 {
		return Decimal{coef: i}, true
	}
	for i, scale := range [...]float64{10, 100, 1000, 10_000} {
		scaled := math.Round(f * scale)
		if math.Abs(scaled) >= 1e15 {
			break
		}
		if scaled/scale != f {
			continue
		}
		return Decimal{coef: int64(scaled), exp: int32(-i - 1)}, true
	}
	return Decimal{}, false
}
