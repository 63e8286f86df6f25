package decimal

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// Integers of 128 and 256 bits. A coefficient has at most 34 digits (113 bits),
// the product of two, or one with as many zeros behind it, at most 70.

type u128 struct{ hi, lo uint64 }

// The lowest word is w0. A struct of four words is kept in registers, an array is not.
type u256 struct{ w0, w1, w2, w3 uint64 }

// pow10 are the powers of ten that fit into 64 bits.
var pow10 = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// maxPow10 is the greatest power of ten that fits into 128 bits.
const maxPow10 = 38

// pow10u128 are the powers of ten that fit into 128 bits.
var pow10u128 = func() (p [maxPow10 + 1]u128) {
	p[0] = u128{lo: 1}
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1].mulAdd(10, 0)
	}
	return p
}()

// pow10u256 are the powers of ten that a product of two of these is.
var pow10u256 = func() (p [2*maxPow10 + 1]u256) {
	for i := range p {
		n := min(i, maxPow10)
		p[i] = pow10u128[n].mul(pow10u128[i-n])
	}
	return p
}()

func (x u128) isZero() bool { return x.hi|x.lo == 0 }

func (x u128) extend() u256 { return u256{w0: x.lo, w1: x.hi} }

func (x u128) cmp(y u128) int {
	switch {
	case x == y:
		return 0
	case x.hi < y.hi, x.hi == y.hi && x.lo < y.lo:
		return -1
	}
	return 1
}

func (x u128) add(y u128) u128 {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	return u128{x.hi + y.hi + carry, lo}
}

// sub returns x - y, which is not negative.
func (x u128) sub(y u128) u128 {
	lo, borrow := bits.Sub64(x.lo, y.lo, 0)
	return u128{x.hi - y.hi - borrow, lo}
}

func (x u128) half() u128 { return u128{x.hi >> 1, x.hi<<63 | x.lo>>1} }

// mulAdd returns x·m + a; the caller knows that it fits.
func (x u128) mulAdd(m, a uint64) u128 {
	hi, lo := bits.Mul64(x.lo, m)
	lo, carry := bits.Add64(lo, a, 0)
	return u128{hi + x.hi*m + carry, lo}
}

// scale returns x·10^n for n up to 38; the caller knows that it fits.
func (x u128) scale(n int64) u128 {
	return x.mul(pow10u128[n]).low()
}

func (x u128) mul(y u128) u256 {
	h0, l0 := bits.Mul64(x.lo, y.lo)
	if x.hi|y.hi == 0 {
		return u256{w0: l0, w1: h0}
	}
	h1, l1 := bits.Mul64(x.lo, y.hi)
	h2, l2 := bits.Mul64(x.hi, y.lo)
	h3, l3 := bits.Mul64(x.hi, y.hi)
	z := u256{w0: l0}
	var c1, c2, c3 uint64
	z.w1, c1 = bits.Add64(h0, l1, 0)
	z.w1, c2 = bits.Add64(z.w1, l2, 0)
	z.w2, c1 = bits.Add64(h1, h2, c1)
	z.w2, c3 = bits.Add64(z.w2, l3, c2)
	z.w3 = h3 + c1 + c3
	return z
}

// divMod divides by d, which is not zero.
func (x u128) divMod(d u128) (q, r u128) {
	if x.hi == 0 {
		if d.hi != 0 {
			return u128{}, x
		}
		return u128{lo: x.lo / d.lo}, u128{lo: x.lo % d.lo}
	}
	if d.hi == 0 {
		q.hi = x.hi / d.lo
		q.lo, r.lo = bits.Div64(x.hi%d.lo, x.lo, d.lo)
		return q, r
	}
	s := uint(bits.LeadingZeros64(d.hi)) // the quotient is one digit of algorithm D: see below
	r = u128{x.hi >> (64 - s), x.hi<<s | x.lo>>(64-s)}
	q.lo, r = r.digit(x.lo<<s, u128{d.hi<<s | d.lo>>(64-s), d.lo << s})
	return q, u128{r.hi >> s, r.lo>>s | r.hi<<(64-s)}
}

// digits returns the number of decimal digits; 0 has none.
func (x u128) digits() int {
	n := bits.Len64(x.lo)
	if x.hi != 0 {
		n = 64 + bits.Len64(x.hi)
	}
	n = n * 1233 >> 12 // log10(2) = 0.30103 from below: the count, or one less
	if x.cmp(pow10u128[n]) >= 0 {
		n++
	}
	return n
}

// trimZeros removes trailing zeros from x, which is not 0, at most limit (or 31)
// of them, and says how many.
func (x u128) trimZeros(limit int32) (_ u128, cut int32) {
	for step := int32(16); step > 0; step /= 2 {
		// 10^step divides x only if 2^step does.
		if cut+step > limit || x.lo&(1<<step-1) != 0 {
			continue
		}
		if q, r := x.divMod(u128{lo: pow10[step]}); r.isZero() {
			x, cut = q, cut+step
		}
	}
	return x, cut
}

// trimZeros is u128's for the inline kernel, with divisors that the compiler knows.
func trimZeros(x uint64, limit int32) (_ uint64, cut int32) {
	limit = min(limit, int32(bits.TrailingZeros64(x))) // 10^n divides x only if 2^n does
	if limit >= 16 && x%1e16 == 0 {
		x, cut = x/1e16, 16
	}
	if cut+8 <= limit && x%1e8 == 0 {
		x, cut = x/1e8, cut+8
	}
	if cut+4 <= limit && x%1e4 == 0 {
		x, cut = x/1e4, cut+4
	}
	if cut+2 <= limit && x%100 == 0 {
		x, cut = x/100, cut+2
	}
	if cut+1 <= limit && x%10 == 0 {
		x, cut = x/10, cut+1
	}
	return x, cut
}

// sqrt returns the root of x, which is neither 0 nor above 2^250, rounded down.
func (x u256) sqrt() u128 {
	// From a bit more than the root of the first 62 or 63 bits Newton's method comes down.
	n := uint(max(x.bitLen()-62, 0)) &^ 1
	r := u128{lo: sqrt64(x.from(n)) + 1}.shiftLeft(n / 2)
	for {
		q, _ := x.divMod(r)
		next := r.add(q.low()).half()
		if next.cmp(r) >= 0 {
			return r
		}
		r = next
	}
}

// sqrt64 is u256's for what has at most 63 bits.
func sqrt64(x uint64) uint64 {
	r := uint64(1) << ((bits.Len64(x) + 1) / 2)
	for {
		next := (r + x/r) / 2
		if next >= r {
			return r
		}
		r = next
	}
}

func (x u128) shiftLeft(n uint) u128 {
	return u128{x.hi<<n | x.lo>>(64-n) | x.lo<<(n-64), x.lo << n}
}

func (x u256) bitLen() int {
	switch {
	case x.w3 != 0:
		return 192 + bits.Len64(x.w3)
	case x.w2 != 0:
		return 128 + bits.Len64(x.w2)
	case x.w1 != 0:
		return 64 + bits.Len64(x.w1)
	}
	return bits.Len64(x.w0)
}

// from returns 64 bits of x from bit n on.
func (x u256) from(n uint) uint64 {
	words := [5]uint64{x.w0, x.w1, x.w2, x.w3}
	return words[n/64]>>(n%64) | words[n/64+1]<<(64-n%64)
}

func (x u128) big() *big.Int {
	var buf [16]byte
	binary.BigEndian.PutUint64(buf[:8], x.hi)
	binary.BigEndian.PutUint64(buf[8:], x.lo)
	return new(big.Int).SetBytes(buf[:])
}

// u256Of returns |b|, which has at most 256 bits.
func u256Of(b *big.Int) u256 {
	var buf [32]byte
	b.FillBytes(buf[:])
	word := func(at int) uint64 { return binary.BigEndian.Uint64(buf[at:]) }
	return u256{word(24), word(16), word(8), word(0)}
}

func (x u256) isZero() bool { return x.w0|x.w1|x.w2|x.w3 == 0 }

// low returns the lower half of x.
func (x u256) low() u128 { return u128{x.w1, x.w0} }

func (x u256) cmp(y u256) int {
	if c := (u128{x.w3, x.w2}).cmp(u128{y.w3, y.w2}); c != 0 {
		return c
	}
	return x.low().cmp(y.low())
}

func (x u256) add(y u128) u256 {
	var c uint64
	x.w0, c = bits.Add64(x.w0, y.lo, 0)
	x.w1, c = bits.Add64(x.w1, y.hi, c)
	x.w2, c = bits.Add64(x.w2, 0, c)
	x.w3 += c
	return x
}

// sub returns x - y as two's complement if it is negative, which it says.
func (x u256) sub(y u128) (z u256, neg bool) {
	var b uint64
	z.w0, b = bits.Sub64(x.w0, y.lo, 0)
	z.w1, b = bits.Sub64(x.w1, y.hi, b)
	z.w2, b = bits.Sub64(x.w2, 0, b)
	z.w3, b = bits.Sub64(x.w3, 0, b)
	return z, b != 0
}

// neg returns -x in two's complement.
func (x u256) neg() u256 {
	return u256{^x.w0, ^x.w1, ^x.w2, ^x.w3}.add(u128{lo: 1})
}

// digits returns the number of decimal digits of x, which has fewer than 77.
func (x u256) digits() int {
	if x.w2|x.w3 == 0 {
		return x.low().digits()
	}
	n := 128 + bits.Len64(x.w2)
	if x.w3 != 0 {
		n = 192 + bits.Len64(x.w3)
	}
	n = n * 1233 >> 12 // as for u128
	if x.cmp(pow10u256[n]) >= 0 {
		n++
	}
	return n
}

// divMod divides by d, which is not zero (Knuth, algorithm D, in words of 64 bits).
func (x u256) divMod(d u128) (q u256, r u128) {
	if d.hi == 0 {
		if x.w3|x.w2 != 0 {
			q.w3, r.lo = x.w3/d.lo, x.w3%d.lo
			q.w2, r.lo = bits.Div64(r.lo, x.w2, d.lo)
		}
		q.w1, r.lo = bits.Div64(r.lo, x.w1, d.lo)
		q.w0, r.lo = bits.Div64(r.lo, x.w0, d.lo)
		return q, r
	}
	s := uint(bits.LeadingZeros64(d.hi))
	v := u128{d.hi<<s | d.lo>>(64-s), d.lo << s}
	r = u128{x.w3 >> (64 - s), x.w3<<s | x.w2>>(64-s)}
	if r.hi != 0 || r.lo >= v.hi { // else this digit is 0
		q.w2, r = r.digit(x.w2<<s|x.w1>>(64-s), v)
	} else {
		r = u128{r.lo, x.w2<<s | x.w1>>(64-s)}
	}
	q.w1, r = r.digit(x.w1<<s|x.w0>>(64-s), v)
	q.w0, r = r.digit(x.w0<<s, v)
	return q, u128{r.hi >> s, r.lo>>s | r.hi<<(64-s)}
}

// digit divides x·2^64 + next by d, whose top bit is set; x is less than d.
func (x u128) digit(next uint64, d u128) (q uint64, r u128) {
	// An estimate from the upper words, once corrected, is at most 1 too big; so is the
	// greatest digit, where the estimate would not fit.
	q = ^uint64(0)
	if x.hi < d.hi {
		var rest uint64
		q, rest = bits.Div64(x.hi, x.lo, d.hi)
		for {
			hi, lo := bits.Mul64(q, d.lo)
			if hi < rest || hi == rest && lo <= next {
				break
			}
			q--
			rest += d.hi
			if rest < d.hi { // the estimate cannot be too big any more
				break
			}
		}
	}
	// Of x·2^64 + next - q·d two words are left.
	h0, l0 := bits.Mul64(q, d.lo)
	h1, l1 := bits.Mul64(q, d.hi)
	mid, carry := bits.Add64(h0, l1, 0)
	var b uint64
	r.lo, b = bits.Sub64(next, l0, 0)
	r.hi, b = bits.Sub64(x.lo, mid, b)
	if _, b = bits.Sub64(x.hi, h1+carry, b); b != 0 { // one too big after all: give d back
		q--
		r = r.add(d)
	}
	return q, r
}
