package decimal

import "cmp"

// Mode is a direction of rounding.
type Mode uint8

// The directions. Ties are numbers exactly between two candidates.
const (
	HalfEven Mode = iota // to the nearest; ties to the even digit
	HalfUp               // to the nearest; ties away from zero
	HalfDown             // to the nearest; ties towards zero
	Up                   // away from zero
	Down                 // towards zero
	Floor                // towards negative infinity
	Ceiling              // towards positive infinity
)

// part says how much was cut off, in units of the last digit that stays.
type part uint8

const (
	nothing part = iota
	belowHalf
	exactHalf
	aboveHalf
)

// grows reports whether a magnitude that lost cut is to be one unit greater.
func (m Mode) grows(neg, odd bool, cut part) bool {
	switch m {
	case HalfEven:
		return cut == aboveHalf || cut == exactHalf && odd
	case HalfUp:
		return cut >= exactHalf
	case HalfDown:
		return cut == aboveHalf
	case Up:
		return cut != nothing
	case Floor:
		return cut != nothing && neg
	case Ceiling:
		return cut != nothing && !neg
	}
	return false
}

// cut removes the last n digits of x, which is below 10^76. With sticky set,
// something smaller than a unit of x was lost before and counts.
func (x u256) cut(n int64, sticky bool) (u256, part) {
	if n <= 0 {
		if sticky {
			return x, belowHalf
		}
		return x, nothing
	}
	if n > 2*maxPow10 {
		if sticky || !x.isZero() {
			return u256{}, belowHalf
		}
		return u256{}, nothing
	}
	if n > maxPow10 {
		q, r := x.divMod(pow10u128[n-maxPow10])
		x, n, sticky = q, maxPow10, sticky || !r.isZero()
	}
	var q u256
	var r u128
	if x.w3|x.w2 == 0 {
		var short u128
		short, r = x.low().divMod(pow10u128[n])
		q = short.extend()
	} else {
		q, r = x.divMod(pow10u128[n])
	}
	lost := partOf(r.cmp(u128{}), r.cmp(pow10u128[n].half()))
	if sticky && (lost == nothing || lost == exactHalf) {
		lost++
	}
	return q, lost
}

// partOf names a remainder by how it compares with zero and with half a unit.
func partOf(zero, half int) part {
	switch {
	case zero == 0:
		return nothing
	case half < 0:
		return belowHalf
	case half == 0:
		return exactHalf
	}
	return aboveHalf
}

// finish makes the result of an operation of ±c·10^exp, where c is below 10^76:
// it rounds half to even to 34 digits, fewer for a subnormal number, and checks
// the range. With sticky set the exact result is greater than c by less than
// one; c then has more than 34 digits. It reports whether nothing was lost.
func finish(neg bool, c u256, exp int64, sticky bool) (d Decimal, exact bool, err error) {
	surplus := max(int64(c.digits()-maxDigits), minExp-exp, 0)
	q, lost := c.cut(surplus, sticky)
	exp += surplus
	m := q.low()
	if HalfEven.grows(neg, m.lo&1 != 0, lost) {
		m = m.add(u128{lo: 1}) // 10^34 at most: one digit more, but newDecimal needs one only
	}
	if m.isZero() {
		return Decimal{exp: int32(min(exp, maxAdj))}, lost == nothing, nil
	}
	if exp > maxAdj-maxDigits && exp+int64(m.digits())-1 > maxAdj {
		return Decimal{}, false, ErrOverflow
	}
	return newDecimal(neg, m, int32(exp)), lost == nothing, nil
}

// Round returns the multiple of 10^-scale next to d in the given direction;
// a negative scale rounds before the decimal point. A scale beyond d's digits
// changes nothing. The error is [ErrOverflow], where a carry leaves the range.
func Round(d Decimal, scale int32, mode Mode) (Decimal, error) {
	surplus := -int64(scale) - int64(d.exponent())
	if surplus <= 0 {
		return d, nil
	}
	if d.big == nil && surplus <= inlineDigits && -scale <= maxInlineExp {
		unit, m := pow10[surplus], magnitude(d.coef)
		q, r := m/unit, m%unit
		if mode.grows(d.coef < 0, q&1 != 0, partOf(cmp.Compare(r, 0), cmp.Compare(r, unit/2))) {
			q++
		}
		return Decimal{coef: signed(d.coef < 0, q), exp: -scale}, nil
	}
	w := d.wide()
	q, lost := w.c.extend().cut(surplus, false)
	if mode.grows(w.neg, q.w0&1 != 0, lost) {
		q = q.add(u128{lo: 1})
	}
	if q.w1 == 0 && q.w0 <= maxCoef && -safeExp <= scale && scale <= safeExp {
		return Decimal{coef: signed(w.neg, q.w0), exp: -scale}, nil
	}
	r, _, err := finish(w.neg, q, -int64(scale), false)
	return r, err
}

// Trunc returns d without its fraction.
func (d Decimal) Trunc() Decimal {
	t, _ := Round(d, 0, Down) // never grows, so never overflows
	return t
}
