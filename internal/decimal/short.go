package decimal

// What follows lets a caller that stores numbers in parts (see [Decimal.Parts]) add and
// multiply those without a pointer by operators of Go.

// IsShort reports whether coef·10^exp, the sum of two numbers of that exponent, is a
// number in the parts that [Add] gives.
func IsShort(coef int64, exp int32) bool { return fitsInline(coef) && exp <= maxInlineExp }

// AreFactors reports whether a·10^i and b·10^j have the product of their coefficients
// at the sum of their exponents, as [Mul] gives it.
func AreFactors(a int64, i int32, b int64, j int32) bool {
	const half = 999_999_999
	return uint64(a+half) <= 2*half && uint64(b+half) <= 2*half && uint32(i+j+safeExp) <= 2*safeExp
}

// Align gives the coefficient that coef·10^from has at the exponent to; ok is false
// where that is more than a few digits away, or above.
func Align(coef int64, from, to int32) (aligned int64, ok bool) {
	const few, most = 8, 999_999_999
	n := uint32(from - to)
	if n > few {
		return 0, false
	}
	return coef * int64(pow10[n]), n == 0 || uint64(coef+most) <= 2*most
}

// Divide gives the coefficient of the quotient of a·10^i and b·10^j at the difference of
// their exponents, as [Quo] gives it; ok is false where there is none.
func Divide(a int64, i int32, b int64, j int32) (quotient int64, ok bool) {
	if b == 0 || uint32(i-j+safeExp) > 2*safeExp {
		return 0, false
	}
	quotient = a / b
	return quotient, quotient*b == a
}
