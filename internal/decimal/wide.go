package decimal

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// Integers of 128 and 256 bits. A coefficient has at most 34 digits (113 bits),
// the product of two, or one with as many zeros behind it, at most 70.

type u128 struct{ hi, lo uint64 }

type u256 [4]uint64 // the lowest word first

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

func (x u128) isZero() bool { return x.hi|x.lo == 0 }

func (x u128) extend() u256 { return u256{x.lo, x.hi} }

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

func (x u128) half() u128 { return u128{x.hi >> 1, x.hi<<63 | x.lo>>1} }

// mulAdd returns x·m + a; the caller knows that it fits.
func (x u128) mulAdd(m, a uint64) u128 {
	hi, lo := bits.Mul64(x.lo, m)
	lo, carry := bits.Add64(lo, a, 0)
	return u128{hi + x.hi*m + carry, lo}
}

// scale returns x·10^n for n up to 38; the caller knows that it fits.
func (x u128) scale(n int64) u128 {
	p := x.mul(pow10u128[n])
	return u128{p[1], p[0]}
}

func (x u128) mul(y u128) u256 {
	h0, l0 := bits.Mul64(x.lo, y.lo)
	if x.hi|y.hi == 0 {
		return u256{l0, h0}
	}
	h1, l1 := bits.Mul64(x.lo, y.hi)
	h2, l2 := bits.Mul64(x.hi, y.lo)
	h3, l3 := bits.Mul64(x.hi, y.hi)
	var z u256
	var c1, c2, c3 uint64
	z[0] = l0
	z[1], c1 = bits.Add64(h0, l1, 0)
	z[1], c2 = bits.Add64(z[1], l2, 0)
	z[2], c1 = bits.Add64(h1, h2, c1)
	z[2], c3 = bits.Add64(z[2], l3, c2)
	z[3] = h3 + c1 + c3
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
	z, r := x.extend().divMod(d)
	return u128{z[1], z[0]}, r
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
	var z u256
	for i := range z {
		z[i] = binary.BigEndian.Uint64(buf[24-8*i:])
	}
	return z
}

func (x u256) isZero() bool { return x[0]|x[1]|x[2]|x[3] == 0 }

func (x u256) add(y u128) u256 {
	var c uint64
	x[0], c = bits.Add64(x[0], y.lo, 0)
	x[1], c = bits.Add64(x[1], y.hi, c)
	x[2], c = bits.Add64(x[2], 0, c)
	x[3] += c
	return x
}

// sub returns x - y as two's complement if it is negative, which it says.
func (x u256) sub(y u128) (z u256, neg bool) {
	var b uint64
	z[0], b = bits.Sub64(x[0], y.lo, 0)
	z[1], b = bits.Sub64(x[1], y.hi, b)
	z[2], b = bits.Sub64(x[2], 0, b)
	z[3], b = bits.Sub64(x[3], 0, b)
	return z, b != 0
}

// neg returns -x in two's complement.
func (x u256) neg() u256 {
	return u256{^x[0], ^x[1], ^x[2], ^x[3]}.add(u128{lo: 1})
}

// digits returns the number of decimal digits of x, which has fewer than 77.
func (x u256) digits() int {
	if x[2]|x[3] == 0 {
		return u128{x[1], x[0]}.digits()
	}
	q, _ := x.divMod(pow10u128[maxPow10])
	return maxPow10 + u128{q[1], q[0]}.digits()
}

// divMod divides by d, which is not zero (Knuth, algorithm D, in words of 64 bits).
func (x u256) divMod(d u128) (q u256, r u128) {
	if d.hi == 0 {
		for i := 3; i >= 0; i-- {
			if r.lo|x[i] != 0 {
				q[i], r.lo = bits.Div64(r.lo, x[i], d.lo)
			}
		}
		return q, r
	}
	// With the divisor's top bit set an estimated digit, once corrected, is at
	// most 1 too big; so is the greatest digit, where the estimate would not fit.
	s := uint(bits.LeadingZeros64(d.hi))
	v1, v0 := d.hi<<s|d.lo>>(64-s), d.lo<<s
	u := [5]uint64{x[0] << s, x[1]<<s | x[0]>>(64-s), x[2]<<s | x[1]>>(64-s), x[3]<<s | x[2]>>(64-s), x[3] >> (64 - s)}
	for j := 2; j >= 0; j-- {
		digit := ^uint64(0)
		if u[j+2] < v1 {
			var rest uint64
			digit, rest = bits.Div64(u[j+2], u[j+1], v1)
			for {
				hi, lo := bits.Mul64(digit, v0)
				if hi < rest || hi == rest && lo <= u[j] {
					break
				}
				digit--
				rest += v1
				if rest < v1 { // the estimate cannot be too big any more
					break
				}
			}
		}
		// u[j:j+3] -= digit·v
		h0, l0 := bits.Mul64(digit, v0)
		h1, l1 := bits.Mul64(digit, v1)
		mid, carry := bits.Add64(h0, l1, 0)
		top := h1 + carry
		var b uint64
		u[j], b = bits.Sub64(u[j], l0, 0)
		u[j+1], b = bits.Sub64(u[j+1], mid, b)
		u[j+2], b = bits.Sub64(u[j+2], top, b)
		if b != 0 { // one too big after all: give the divisor back
			digit--
			var c uint64
			u[j], c = bits.Add64(u[j], v0, 0)
			u[j+1], c = bits.Add64(u[j+1], v1, c)
			u[j+2] += c
		}
		q[j] = digit
	}
	return q, u128{u[1] >> s, u[0]>>s | u[1]<<(64-s)}
}
