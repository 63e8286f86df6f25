package decimal

import (
	"math/big"
	"math/bits"

	"github.com/cockroachdb/apd/v3"
)

// The functions that have no finite algorithm use apd, with more digits than
// the result keeps, where [float] leaves a doubt. apd reports trouble by conditions and by forms other than
// Finite, sometimes by the form alone, so both are looked at.

// workDigits are enough for 34 correct ones after a logarithm was multiplied
// with the greatest exponent that keeps a power in range (five digits).
const workDigits = 48

func workContext(digits uint32) *apd.Context {
	return &apd.Context{
		Precision: digits, Rounding: apd.RoundHalfEven,
		MaxExponent: apd.MaxExponent, MinExponent: apd.MinExponent,
	}
}

var ln10, _, _ = apd.NewFromString("2.302585092994045684017991454684364207601101488628772976033327900967572609677352480235997205089598298")

func (d Decimal) apd() *apd.Decimal {
	w := d.wide()
	r := &apd.Decimal{Negative: w.neg, Exponent: w.exp}
	r.Coeff.SetMathBigInt(w.c.big())
	return r
}

// fromAPD returns r in normal form.
func fromAPD(r *apd.Decimal) (Decimal, error) {
	if r.Form != apd.Finite {
		return Decimal{}, ErrInvalid
	}
	c := r.Coeff.MathBigInt()
	if r.Negative {
		c.Neg(c)
	}
	d, err := fromBig(c, int64(r.Exponent))
	return d.Reduce(), err
}

// Sqrt returns the square root of d. A negative d is [ErrInvalid].
func Sqrt(d Decimal) (Decimal, error) {
	w := d.wide()
	switch d.Sign() {
	case -1:
		return Decimal{}, ErrInvalid
	case 0:
		return Decimal{}, nil
	}
	// Enough zeros for a root of 36 digits, and an even exponent below them.
	shift := int64(2*(maxDigits+2) - w.c.digits())
	if (int64(w.exp)-shift)%2 != 0 {
		shift++
	}
	few := min(shift, maxPow10-int64(w.c.digits()))
	c := w.c.scale(few).mul(pow10u128[shift-few])
	root := c.sqrt()
	exact := root.mul(root) == c
	r, _, err := finish(false, root.extend(), (int64(w.exp)-shift)/2, !exact)
	return r.Reduce(), err
}

// Ln returns the natural logarithm of d. Where d is not positive it is [ErrInvalid].
func Ln(d Decimal) (Decimal, error) {
	if d.Sign() <= 0 {
		return Decimal{}, ErrInvalid
	}
	if y, neg, ok := d.wide().ln(); ok {
		if r, ok := y.decimal(neg, 0); ok {
			return r, nil
		}
	}
	return lnLong(d)
}

func lnLong(d Decimal) (Decimal, error) {
	var r apd.Decimal
	if _, err := workContext(workDigits).Ln(&r, d.apd()); err != nil {
		return Decimal{}, ErrInvalid
	}
	return fromAPD(&r)
}

// Exp returns e to the power of d. The error is [ErrOverflow].
func Exp(d Decimal) (Decimal, error) {
	w := d.wide()
	if adj := w.adjusted(); !w.c.isZero() && adj >= -maxDigits && adj < 5 {
		if y, ok := floatOf(w.c).scale(int64(w.exp)).ePower(w.neg); ok {
			if r, ok := y.decimal(false, 0); ok {
				return r, nil
			}
		}
	}
	return exp(d.apd())
}

// exp reduces x to a power of ten and a power of e between -1.2 and 1.2: apd
// alone would work with hundreds of digits on a great x.
func exp(x *apd.Decimal) (Decimal, error) {
	if x.IsZero() {
		return FromInt(1), nil
	}
	if x.NumDigits()+int64(x.Exponent) > 5 { // e^100000 and beyond
		if x.Negative {
			return Decimal{}, nil
		}
		return Decimal{}, ErrOverflow
	}
	ctx := workContext(workDigits + 10)
	var tens, r apd.Decimal
	_, err1 := ctx.Quo(&tens, x, ln10)
	_, err2 := ctx.RoundToIntegralValue(&tens, &tens)
	k, err3 := tens.Int64()
	_, err4 := ctx.Mul(&r, &tens, ln10)
	_, err5 := ctx.Sub(&r, x, &r)
	_, err6 := workContext(workDigits).Exp(&r, &r)
	for _, err := range []error{err1, err2, err3, err4, err5, err6} {
		if err != nil {
			return Decimal{}, ErrInvalid
		}
	}
	r.Exponent += int32(k)
	return fromAPD(&r)
}

// Pow returns a to the power of b. Anything to the power of zero is 1 (IEEE
// 754-2008, 9.2.1). Zero to a negative power is [ErrDivisionByZero], a negative
// number to a power that is not whole [ErrInvalid], a result that is too great
// [ErrOverflow].
func Pow(a, b Decimal) (Decimal, error) {
	one := FromInt(1)
	switch {
	case b.IsZero() || Equal(a, one):
		return one, nil
	case a.IsZero() && b.Sign() < 0:
		return Decimal{}, ErrDivisionByZero
	case a.IsZero():
		return Decimal{}, nil
	case b.IsInt():
		return powInt(a, b.Reduce())
	case a.Sign() < 0:
		return Decimal{}, ErrInvalid
	}
	if r, ok := powFloat(a.wide(), b.wide()); ok {
		return r, nil
	}
	return powLong(a, b)
}

// powFloat raises the positive a to b, which is not whole.
func powFloat(a, b wide) (Decimal, bool) {
	if adj := b.adjusted(); adj < -maxDigits || adj > maxDigits {
		return Decimal{}, false
	}
	y, neg, ok := a.ln()
	if !ok {
		return Decimal{}, false
	}
	y, ok = y.mul(floatOf(b.c)).scale(int64(b.exp)).ePower(neg != b.neg)
	if !ok {
		return Decimal{}, false
	}
	return y.decimal(false, 0)
}

func powLong(a, b Decimal) (Decimal, error) {
	ctx := workContext(workDigits)
	var t apd.Decimal
	if _, err := ctx.Ln(&t, a.apd()); err != nil {
		return Decimal{}, ErrInvalid
	}
	if _, err := ctx.Mul(&t, &t, b.apd()); err != nil {
		return Decimal{}, ErrInvalid
	}
	return exp(&t)
}

// powShort raises a, not 0, to the whole b, not 0, unless the result is in doubt or near
// the ends of the range.
func powShort(a, b Decimal) (Decimal, bool) {
	const most = 1 << 16
	n, fits := b.Int64()
	x := a.Reduce().wide()
	exp := int64(x.exp) * n
	if !fits || n < -most || n > most {
		return Decimal{}, false
	}
	neg := x.neg && n&1 != 0
	safe := -safeExp <= exp && exp <= safeExp
	if safe && x.c == (u128{lo: 1}) {
		return newDecimal(neg, x.c, int32(exp)), true
	}
	if safe && n > 0 {
		p, ok := x.c.power(uint64(n))
		switch {
		case ok && p.w3|p.w2|p.w1 == 0 && p.w0 <= maxCoef: // most powers
			return Decimal{coef: signed(neg, p.w0), exp: int32(exp)}.Reduce(), true
		case ok && p.digits() <= workDigits: // the same as with the library, which rounds longer ones twice
			r, _, err := finish(neg, p, exp, false)
			return r.Reduce(), err == nil
		case ok:
			surplus := p.digits() - workDigits
			p, _ = p.divMod(pow10u128[surplus])
			return p.settle(neg, exp+int64(surplus))
		}
	}
	if n > 0 {
		return floatOf(x.c).pow(uint64(n)).decimal(neg, exp)
	}
	return inverse(x.c).pow(uint64(-n)).decimal(neg, exp)
}

// power raises x to n from 1 on, if the result is below 10^76 and what is multiplied
// for it fits into 128 bits.
func (x u128) power(n uint64) (p u256, ok bool) {
	p = x.extend()
	for bit := uint64(1) << (bits.Len64(n) - 1) >> 1; bit > 0; bit >>= 1 {
		if p.w2|p.w3 != 0 {
			return p, false
		}
		p = p.low().mul(p.low())
		if n&bit == 0 {
			continue
		}
		if p.w2|p.w3 != 0 {
			return p, false
		}
		p = p.low().mul(x)
	}
	return p, p.w3>>60 == 0
}

// powInt raises a, not 0 or 1, to the whole b, not 0, by squaring.
func powInt(a, b Decimal) (Decimal, error) {
	n := b.wide()
	size := Cmp(Abs(a), FromInt(1))
	if size == 0 { // a is -1
		if n.exp == 0 && n.c.lo&1 != 0 {
			return a, nil
		}
		return FromInt(1), nil
	}
	if r, ok := powShort(a, b); ok {
		return r, nil
	}
	return powWhole(a, n, size)
}

// powWhole is powInt with the library. size is the order of a and 1 without their signs.
func powWhole(a Decimal, n wide, size int) (Decimal, error) {
	outOfRange := func() (Decimal, error) {
		if (size > 0) == n.neg {
			return Decimal{}, nil
		}
		return Decimal{}, ErrOverflow
	}
	// The base nearest to 1 differs from it by 1E-34: to the power of 10^40 it is
	// far out of range too.
	if n.adjusted() >= 40 {
		return outOfRange()
	}
	// A squaring doubles the relative error, so b's digits are needed on top.
	ctx := workContext(uint32(workDigits + n.adjusted()))
	count := n.c.big()
	count.Mul(count, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n.exp)), nil))
	x, r := a.apd(), apd.New(1, 0)
	for i := range count.BitLen() {
		if i > 0 {
			if _, err := ctx.Mul(x, x, x); err != nil || x.Form != apd.Finite || x.IsZero() {
				return outOfRange()
			}
		}
		if count.Bit(i) == 1 {
			if _, err := ctx.Mul(r, r, x); err != nil || r.Form != apd.Finite || r.IsZero() {
				return outOfRange()
			}
		}
	}
	if n.neg {
		if _, err := ctx.Quo(r, apd.New(1, 0), r); err != nil {
			return outOfRange()
		}
	}
	return fromAPD(r)
}
