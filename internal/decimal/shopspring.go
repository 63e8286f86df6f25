package decimal

import (
	"math/big"
	"reflect"
	"unsafe"

	shop "github.com/shopspring/decimal"
)

// Hosts pass and get numbers as shopspring's type. Its coefficient and exponent
// are all that is used of it: its arithmetic and texts obey package variables.

// FromShopspring returns d rounded to 34 digits. Up to 18 digits it does not
// allocate. The error is [ErrOverflow].
func FromShopspring(d shop.Decimal) (Decimal, error) {
	if coef, ok := coefficient(&d); ok && fitsInline(coef) {
		exp := d.Exponent()
		if -safeExp <= exp && exp <= safeExp {
			return Decimal{coef: coef, exp: exp}, nil
		}
		r, _, err := finish(coef < 0, u256{w0: magnitude(coef)}, int64(exp), false)
		return r, err
	}
	return fromBig(d.Coefficient(), int64(d.Exponent()))
}

// coefficient gives the coefficient of d if it is an int64. The type itself tells that
// only by the number of digits, which it takes a logarithm of a float64 for, and longer than
// everything else here. So the coefficient is looked at where it lies, as long as that
// is where it was when this was written.
func coefficient(d *shop.Decimal) (coef int64, ok bool) {
	if !beginsWithCoefficient {
		return d.CoefficientInt64(), d.NumDigits() <= inlineDigits
	}
	c := *(**big.Int)(unsafe.Pointer(d))
	if c == nil {
		return 0, true
	}
	return c.Int64(), c.IsInt64()
}

var beginsWithCoefficient = func() bool {
	f := reflect.TypeFor[shop.Decimal]().Field(0)
	return f.Name == "value" && f.Offset == 0 && f.Type == reflect.TypeFor[*big.Int]()
}()

// Shopspring returns d with its coefficient and exponent.
func (d Decimal) Shopspring() shop.Decimal {
	if d.big == nil {
		return shop.New(d.coef, d.exp)
	}
	c := d.big.c.big()
	if d.big.neg {
		c.Neg(c)
	}
	return shop.NewFromBigInt(c, d.big.exp)
}

// fromBig returns c·10^exp rounded, whatever the length of c.
func fromBig(c *big.Int, exp int64) (Decimal, error) {
	neg, lost := c.Sign() < 0, false
	const enough = 200 // bits; 61 digits, of which rounding needs 36
	if n := int64(c.BitLen()); n > enough {
		// A digit is more than 3.3 bits, so what stays is longer than 43 digits, and by little.
		cut := (n - enough) * 30103 / 100000
		var r big.Int
		c, _ = new(big.Int).QuoRem(c, new(big.Int).Exp(big.NewInt(10), big.NewInt(cut), nil), &r)
		exp, lost = exp+cut, r.Sign() != 0
	}
	d, _, err := finish(neg, u256Of(c), exp, lost)
	return d, err
}
