package decimal

import "cmp"

// Cmp returns -1 if a < b, 0 if they are equal, and 1 if a > b.
func Cmp(a, b Decimal) int {
	if a.big == nil && b.big == nil {
		switch {
		case a.exp == b.exp:
			return cmp.Compare(a.coef, b.coef)
		case a.exp > b.exp:
			return cmpInline(a, b)
		}
		return -cmpInline(b, a)
	}
	sign := a.Sign()
	if c := cmp.Compare(sign, b.Sign()); c != 0 {
		return c
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

// cmpInline compares inline numbers of which a has the greater exponent.
func cmpInline(a, b Decimal) int {
	if coef, ok := aligned(a, b.exp); ok {
		return cmp.Compare(coef, b.coef)
	}
	return a.Sign() // 10^18 at least, which no coefficient reaches
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
