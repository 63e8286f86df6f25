package decimal

import (
	"cmp"
	"math/bits"
)

// Cmp returns -1 if a < b, 0 if they are equal, and 1 if a > b.
func Cmp(a, b Decimal) int {
	if a.big == nil && b.big == nil {
		if a.exp == b.exp {
			return cmp.Compare(a.coef, b.coef)
		}
		if a.exp > b.exp {
			if coef, ok := aligned(a, b.exp); ok {
				return cmp.Compare(coef, b.coef)
			}
		} else if coef, ok := aligned(b, a.exp); ok {
			return cmp.Compare(a.coef, coef)
		}
	}
	sign := a.Sign()
	if c := cmp.Compare(sign, b.Sign()); c != 0 || sign == 0 {
		return c
	}
	if a.big == nil && b.big == nil {
		return sign * cmpInline(a, b)
	}
	x, y := a.wide(), b.wide()
	if c := cmp.Compare(x.adjusted(), y.adjusted()); c != 0 {
		return sign * c
	}
	// With the first digits aligned the longer one has at most 34 of them.
	if x.exp > y.exp {
		x.c = x.c.scale(int64(x.exp) - int64(y.exp))
	} else {
		y.c = y.c.scale(int64(y.exp) - int64(x.exp))
	}
	return sign * x.c.cmp(y.c)
}

// cmpInline compares the magnitudes of inline numbers that are not zero.
func cmpInline(a, b Decimal) int {
	greater := 1
	if a.exp < b.exp {
		a, b, greater = b, a, -1
	}
	gap := int64(a.exp) - int64(b.exp)
	if gap > inlineDigits { // 10^19 at least, against less than 10^18
		return greater
	}
	hi, lo := bits.Mul64(magnitude(a.coef), pow10[gap])
	if hi != 0 {
		return greater
	}
	return greater * cmp.Compare(lo, magnitude(b.coef))
}

// Equal reports whether a and b are the same number: 2 and 2.00 are.
func Equal(a, b Decimal) bool { return Cmp(a, b) == 0 }

// Hash returns a hash that is the same for equal numbers, and on every machine.
func (d Decimal) Hash() uint64 {
	w := d.Reduce().wide()
	h := mix(w.c.lo ^ mix(w.c.hi^mix(uint64(uint32(w.exp))<<1)))
	if w.neg {
		h = ^h
	}
	return h
}

// mix is the finaliser of splitmix64: every bit depends on every bit.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
