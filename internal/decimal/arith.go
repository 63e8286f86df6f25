package decimal

import "math/bits"

// Add returns a + b. The error is [ErrOverflow].
func Add(a, b Decimal) (Decimal, error) {
	if a.big == nil && b.big == nil {
		if a.exp == b.exp {
			if s := a.coef + b.coef; fitsInline(s) && a.exp <= maxInlineExp {
				return Decimal{coef: s, exp: a.exp}, nil
			}
		} else if s, ok := addAligned(a, b); ok {
			return s, nil
		}
	}
	return addWide(a.wide(), b.wide())
}

// Sub returns a - b. The error is [ErrOverflow].
func Sub(a, b Decimal) (Decimal, error) {
	if b.big == nil {
		return Add(a, Decimal{coef: -b.coef, exp: b.exp})
	}
	n := *b.big
	n.neg = !n.neg
	return addWide(a.wide(), n)
}

// addAligned adds inline numbers of different exponents if the sum stays inline.
func addAligned(a, b Decimal) (Decimal, bool) {
	if a.exp < b.exp {
		a, b = b, a
	}
	coef, ok := aligned(a, b.exp)
	if s := coef + b.coef; ok && fitsInline(s) && b.exp <= maxInlineExp {
		return Decimal{coef: s, exp: b.exp}, true
	}
	return Decimal{}, false
}

// aligned returns the coefficient that the inline d has with the smaller
// exponent exp, if it has at most 18 digits.
func aligned(d Decimal, exp int32) (coef int64, ok bool) {
	n := uint32(d.exp - exp)
	if n >= inlineDigits {
		return 0, d.coef == 0
	}
	limit := int64(pow10[inlineDigits-n])
	return d.coef * int64(pow10[n]), -limit < d.coef && d.coef < limit
}

func addWide(a, b wide) (Decimal, error) {
	if a.exp < b.exp {
		a, b = b, a
	}
	gap := int64(a.exp) - int64(b.exp)
	if a.c.isZero() {
		gap, a.exp = 0, b.exp
	}
	// Two digits more than the 34 that stay are enough to know what is lost of b.
	shift := min(gap, maxDigits+2)
	small, lost := b.c.extend().cut(gap-shift, false)
	addend := small.low()
	c := a.c.mul(pow10u128[shift])
	if a.neg == b.neg {
		c = c.add(addend)
	} else {
		if lost != nothing { // round b up instead: then the rest is lost upwards too
			addend = addend.add(u128{lo: 1})
		}
		var below bool
		if c, below = c.sub(addend); below {
			c, a.neg = c.neg(), b.neg
		}
	}
	d, _, err := finish(a.neg, c, int64(a.exp)-shift, lost != nothing)
	return d, err
}

// Mul returns a·b. The error is [ErrOverflow].
func Mul(a, b Decimal) (Decimal, error) {
	if a.big == nil && b.big == nil {
		hi, lo := bits.Mul64(magnitude(a.coef), magnitude(b.coef))
		if exp := a.exp + b.exp; hi == 0 && lo <= maxCoef && -safeExp <= exp && exp <= safeExp {
			return Decimal{coef: signed(a.coef^b.coef < 0, lo), exp: exp}, nil
		}
	}
	x, y := a.wide(), b.wide()
	d, _, err := finish(x.neg != y.neg, x.c.mul(y.c), int64(x.exp)+int64(y.exp), false)
	return d, err
}

// Quo returns a / b. The errors are [ErrDivisionByZero] and [ErrOverflow].
func Quo(a, b Decimal) (Decimal, error) {
	if a.big == nil && b.big == nil && b.coef != 0 {
		if exp := a.exp - b.exp; -safeExp <= exp && exp <= safeExp {
			if d, ok := quoInline(a.coef, b.coef, exp); ok {
				return d, nil
			}
		}
	}
	return quoWide(a.wide(), b.wide())
}

// quoInline divides coefficients, unless the quotient is exact and has more than 18 digits.
func quoInline(a, b int64, exp int32) (Decimal, bool) {
	x, y := magnitude(a), magnitude(b)
	neg := a^b < 0
	if q := x / y; q*y == x {
		return Decimal{coef: signed(neg, q), exp: exp}, true
	}
	n := int32(inlineDigits - u128{lo: x}.digits())
	x *= pow10[n]
	q := x / y
	if q*y != x {
		return quoRounded(neg, q, x-q*y, y, exp-n)
	}
	q, cut := trimZeros(q, n)
	return Decimal{coef: signed(neg, q), exp: exp - n + cut}, true
}

// quoRounded appends digits to the quotient q, of which rest is left to divide by y, until
// it has 34, and rounds it; not if nothing is left over then. q and y have at most 18
// digits, and the exact quotient is a tenth at least.
func quoRounded(neg bool, q, rest, y uint64, exp int32) (Decimal, bool) {
	const word = 19 // digits that are sure to fit
	n := int32(maxDigits - u128{lo: q}.digits())
	first := min(n, word)
	hi, lo := bits.Mul64(rest, pow10[first])
	digits, rest := bits.Div64(hi, lo, y)
	c := u128{lo: q}.mulAdd(pow10[first], digits)
	if second := n - first; second > 0 {
		hi, lo = bits.Mul64(rest, pow10[second])
		digits, rest = bits.Div64(hi, lo, y)
		c = c.mulAdd(pow10[second], digits)
	}
	if rest == 0 {
		return Decimal{}, false
	}
	if double := 2 * rest; double > y || double == y && c.lo&1 != 0 {
		c = c.add(u128{lo: 1})
	}
	return newDecimal(neg, c, exp-n), true
}

func quoWide(a, b wide) (Decimal, error) {
	if b.c.isZero() {
		return Decimal{}, ErrDivisionByZero
	}
	exp := int64(a.exp) - int64(b.exp)
	if a.c.isZero() {
		d, _, err := finish(false, u256{}, exp, false)
		return d, err
	}
	// One digit more than 34, so that the last one decides the rounding.
	shift := int64(maxDigits + 1 - a.c.digits() + b.c.digits())
	x := a.c
	rest := shift
	if rest > maxPow10 {
		x, rest = x.scale(rest-maxPow10), maxPow10
	}
	q, r := x.mul(pow10u128[rest]).divMod(b.c)
	if r.isZero() {
		// The standard prefers the exponent exp, as far as the digits allow.
		c, cut := q.low().trimZeros(int32(shift))
		q, shift = c.extend(), shift-int64(cut)
	}
	d, _, err := finish(a.neg != b.neg, q, exp-shift, !r.isZero())
	return d, err
}

// Mod returns a - b·floor(a/b), which has the sign of b (DMN 1.6, modulo). It
// is computed from the exact quotient. The error is [ErrDivisionByZero].
func Mod(a, b Decimal) (Decimal, error) {
	if b.IsZero() {
		return Decimal{}, ErrDivisionByZero
	}
	if a.big == nil && b.big == nil && a.exp == b.exp {
		r := a.coef % b.coef
		if r != 0 && r^b.coef < 0 {
			r += b.coef
		}
		return Decimal{coef: r, exp: a.exp}, nil
	}
	x, y := a.wide(), b.wide()
	r := rem(x, y)
	if !r.c.isZero() && r.neg != y.neg {
		return addWide(r, y)
	}
	return newDecimal(r.neg, r.c, r.exp), nil
}

// rem returns what is left of a after dividing it by b, which is not zero,
// towards zero.
func rem(a, b wide) wide {
	gap := int64(a.exp) - int64(b.exp)
	if gap < 0 {
		if a.adjusted() < b.adjusted() {
			return a
		}
		// b has at most as many digits as a once it is aligned.
		_, a.c = a.c.divMod(b.c.scale(-gap))
		return a
	}
	// 10^gap modulo b by squaring.
	_, power := u128{lo: 1}.divMod(b.c)
	for bit := int64(1) << bits.Len64(uint64(gap)); bit > 0; bit >>= 1 {
		_, power = power.mul(power).divMod(b.c)
		if gap&bit != 0 {
			_, power = power.mulAdd(10, 0).divMod(b.c)
		}
	}
	_, a.c = a.c.mul(power).divMod(b.c)
	a.exp = b.exp
	return a
}
