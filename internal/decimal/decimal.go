// Package decimal is the number kernel of FEEL: IEEE 754-2008 decimal128.
//
// A number has at most 34 significant digits and an adjusted exponent (that of
// its first digit) of at most 6144. Every operation computes the exact result
// and rounds it once, half to even; what is smaller than 1E-6143 keeps fewer
// digits, down to 1E-6176, and then becomes zero. There are no infinities and
// no NaN, what would give one is an error, and there is no negative zero.
//
// Terms. The coefficient is the integer made of all digits, the exponent the
// power of ten it is multiplied with: 12.50 is 1250 and -2. Equal numbers may
// differ in both (2 and 2.00). Results keep the exponent that the standard
// prefers, so trailing zeros stay until a number is printed, hashed or reduced;
// nothing else tells 2 from 2.00.
//
// Numbers of up to 18 significant digits are held without a pointer, and the
// operations on them do not allocate while the result fits too. A number is held
// behind the pointer only if it needs more digits, so no two equal numbers
// differ in that. Values are immutable and may be shared freely.
//
// Cost is bounded: no operation builds more digits than a few times 34, however
// far apart the exponents of its operands are.
package decimal

import (
	"errors"
	"math"
	"math/bits"
	"unsafe"
)

// The errors of this package. Each operation says which it returns.
var (
	// ErrOverflow means that a result is beyond ±9.99…E+6144.
	ErrOverflow = errors.New("the number is beyond the range of decimal128")
	// ErrDivisionByZero means a division or modulo by zero, or zero to a negative power.
	ErrDivisionByZero = errors.New("division by zero")
	// ErrInvalid means that an operation has no result that is a number, such
	// as the root of a negative one.
	ErrInvalid = errors.New("the operation has no result for these numbers")
	// ErrSyntax means that a text is not a number.
	ErrSyntax = errors.New("not a number")
	// ErrTooLong means that the text of a number has more than [MaxText] bytes.
	ErrTooLong = errors.New("the number's text is too long")
	// ErrInexact means that a number does not fit into decimal128 without loss.
	ErrInexact = errors.New("the number has more digits than decimal128 can hold")
)

// The limits of decimal128 (IEEE 754-2008, 3.6).
const (
	maxDigits = 34
	maxAdj    = 6144  // of the adjusted exponent
	minExp    = -6176 // of the exponent
)

// The inline kernel holds coefficients below 10^18 and works without checking a
// result's range while its exponent is within ±safeExp.
const (
	inlineDigits = 18
	maxCoef      = 999_999_999_999_999_999
	maxInlineExp = maxAdj - inlineDigits + 1 // any coefficient is in range up to here
	safeExp      = 6100
)

// Decimal is a decimal128 number. The zero Decimal is 0.
type Decimal struct {
	_    [0]func() // 2 and 2.00 are equal but not ==: use [Equal]
	big  *wide     // set if the number needs more than 18 digits; coef and exp are then 0
	coef int64
	exp  int32
}

// wide is any number in one form: ±c·10^exp. It is never written once it is
// behind a Decimal.
type wide struct {
	c   u128
	exp int32
	neg bool
}

// FromInt returns i.
func FromInt(i int64) Decimal { return FromCoef(i, 0) }

// FromCoef returns coef·10^exp. The caller answers for exp being within
// [-6176, 6126]; a number from beyond is refused as [ErrOverflow] by the next
// operation or becomes zero in it.
func FromCoef(coef int64, exp int32) Decimal {
	if fitsInline(coef) {
		return Decimal{coef: coef, exp: exp}
	}
	return newDecimal(coef < 0, u128{lo: magnitude(coef)}, exp)
}

// FromParts is the inverse of [Decimal.Parts].
func FromParts(big unsafe.Pointer, coef int64, exp int32) Decimal {
	return Decimal{big: (*wide)(big), coef: coef, exp: exp}
}

// Parts returns what d is made of, for a value type that stores it inline: a
// pointer that is nil unless d needs more than 18 digits, and the coefficient
// and exponent, which mean something only if it is nil.
func (d Decimal) Parts() (big unsafe.Pointer, coef int64, exp int32) {
	return unsafe.Pointer(d.big), d.coef, d.exp
}

// newDecimal returns ±c·10^exp, inline if the digits that matter fit. c is at
// most 10^34 and the number is in range.
func newDecimal(neg bool, c u128, exp int32) Decimal {
	if c.hi != 0 || c.lo > maxCoef {
		surplus := c.digits() - inlineDigits
		if c.lo&(1<<surplus-1) != 0 { // 10^surplus divides c only if 2^surplus does
			return newWide(neg, c, exp)
		}
		q, r := c.divMod(pow10u128[surplus])
		if !r.isZero() {
			return newWide(neg, c, exp)
		}
		c, exp = q, exp+int32(surplus)
	}
	return Decimal{coef: signed(neg, c.lo), exp: exp}
}

func newWide(neg bool, c u128, exp int32) Decimal {
	return Decimal{big: &wide{c: c, exp: exp, neg: neg}}
}

// wide returns d in the form that holds every number.
func (d Decimal) wide() wide {
	if d.big != nil {
		return *d.big
	}
	return wide{c: u128{lo: magnitude(d.coef)}, exp: d.exp, neg: d.coef < 0}
}

// adjusted returns the exponent of the first digit: of the d in d.ddd·10^n.
func (w wide) adjusted() int64 { return int64(w.exp) + int64(w.c.digits()) - 1 }

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d.big != nil && d.big.neg, d.coef < 0:
		return -1
	case d.big != nil, d.coef > 0:
		return 1
	}
	return 0
}

// IsZero reports whether d is 0.
func (d Decimal) IsZero() bool { return d.big == nil && d.coef == 0 }

// IsInt reports whether d has no fraction: 2 and 2.00 have none.
func (d Decimal) IsInt() bool {
	if d.big != nil {
		return d.Reduce().exponent() >= 0
	}
	return d.exp >= 0 || d.coef == 0 || d.exp > -inlineDigits && d.coef%int64(pow10[-d.exp]) == 0
}

func (d Decimal) exponent() int32 {
	if d.big != nil {
		return d.big.exp
	}
	return d.exp
}

// Int64 returns d if it is whole and fits.
func (d Decimal) Int64() (int64, bool) {
	if d.big == nil && d.exp == 0 {
		return d.coef, true
	}
	if d.big == nil && -inlineDigits <= d.exp && d.exp < 0 {
		unit := int64(pow10[-d.exp])
		if i := d.coef / unit; i*unit == d.coef {
			return i, true
		}
		return 0, false
	}
	w := d.Reduce().wide()
	if w.c.isZero() {
		return 0, true
	}
	if w.exp < 0 || w.exp > inlineDigits || w.c.hi != 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(w.c.lo, pow10[w.exp])
	if hi != 0 || lo > math.MaxInt64 && !(w.neg && lo == 1<<63) {
		return 0, false
	}
	return signed(w.neg, lo), true
}

// Neg returns -a.
func Neg(a Decimal) Decimal {
	if a.big == nil {
		a.coef = -a.coef
		return a
	}
	return Decimal{big: &wide{c: a.big.c, exp: a.big.exp, neg: !a.big.neg}}
}

// Abs returns a without its sign.
func Abs(a Decimal) Decimal {
	if a.Sign() < 0 {
		return Neg(a)
	}
	return a
}

// Reduce returns d in normal form: no trailing zeros, and 0 with exponent 0.
func (d Decimal) Reduce() Decimal {
	if d.big != nil {
		c, cut := d.big.c.trimZeros(maxDigits)
		if cut == 0 {
			return d
		}
		return Decimal{big: &wide{c: c, exp: d.big.exp + cut, neg: d.big.neg}}
	}
	if d.coef == 0 {
		return Decimal{}
	}
	if d.coef&1 != 0 {
		return d
	}
	c, cut := trimZeros(magnitude(d.coef), inlineDigits)
	return Decimal{coef: signed(d.coef < 0, c), exp: d.exp + cut}
}

func fitsInline(coef int64) bool { return uint64(coef+maxCoef) <= 2*maxCoef }

// magnitude returns |coef|, right for the smallest int64 too.
func magnitude(coef int64) uint64 {
	sign := coef >> 63
	return uint64((coef ^ sign) - sign)
}

// signed returns m or -m; the smallest int64 is 1<<63 with neg.
func signed(neg bool, m uint64) int64 {
	if neg {
		return -int64(m)
	}
	return int64(m)
}
