package decimal

import "math/bits"

// Results that are not exact are first computed in binary, with more than twice the digits
// that stay. If these leave no doubt how to round to 34 then that is the result. The
// others, one of millions, are left to the library that can do with any number of digits.

// float is m·2^exp. The top bit of m is set.
type float struct {
	m   u256
	exp int64
}

// tenth is a tenth, rounded down.
var tenth = float{u256{0xcccccccccccccccc, 0xcccccccccccccccc, 0xcccccccccccccccc, 0xcccccccccccccccc}, -259}

// floatOf returns x, which is not 0.
func floatOf(x u128) float { return normal(u256{w2: x.lo, w3: x.hi}, -128) }

// normal returns m·2^exp. m is not 0.
func normal(m u256, exp int64) float {
	n := uint(256 - m.bitLen())
	return float{m.shiftLeft(n), exp - int64(n)}
}

// mul returns x·y, rounded down.
func (x float) mul(y float) float {
	z := float{x.m.mulHigh(y.m), x.exp + y.exp + 256}
	if z.m.w3>>63 == 0 {
		z = float{z.m.shiftLeft(1), z.exp - 1}
	}
	return z
}

// pow returns x to n, from 1 on.
func (x float) pow(n uint64) float {
	p := x
	for bit := uint64(1) << (bits.Len64(n) - 1) >> 1; bit > 0; bit >>= 1 {
		p = p.mul(p)
		if n&bit != 0 {
			p = p.mul(x)
		}
	}
	return p
}

// inverse returns 1/x.
func inverse(x u128) float {
	n := uint(128 - x.extend().bitLen())
	x = x.shiftLeft(n)
	const ones = ^uint64(0)
	high, rest := u256{ones, ones, ones, ones >> 1}.divMod(x)
	low, _ := u256{ones, ones, rest.lo, rest.hi}.divMod(x)
	return float{u256{low.w0, low.w1, high.w0, high.w1}, int64(n) - 383}
}

// scale returns x·10^n.
func (x float) scale(n int64) float {
	switch {
	case n == 0:
		return x
	case n < 0:
		return x.mul(tenth.pow(uint64(-n)))
	case n <= maxPow10:
		return x.mul(floatOf(pow10u128[n]))
	}
	return x.mul(floatOf(u128{lo: 10}).pow(uint64(n)))
}

// decimal returns ±x·10^exp rounded to 34 digits and in normal form, unless it is in doubt
// or near the ends of the range.
func (x float) decimal(neg bool, exp int64) (Decimal, bool) {
	// The number of digits is found by that of bits; 46 to 49 are taken, below 2^192.
	const wanted = 47
	size := (x.exp + 256) * 30103
	n := wanted - size/100_000
	y := x.scale(n)
	return y.m.shiftRight(uint(-y.exp)).settle(neg, exp-n)
}

// settle returns ±x·10^exp as decimal does, where x has 46 to 53 digits, of which some may
// be lost behind the last.
func (x u256) settle(neg bool, exp int64) (Decimal, bool) {
	// What the library gives has some 45 digits right, and x more.
	const doubt = 1_000_000
	surplus := x.digits() - maxDigits
	q, rest := x.divMod(pow10u128[surplus])
	exp += int64(surplus)
	half := pow10[surplus] / 2
	if rest.lo+doubt >= half && rest.lo <= half+doubt || exp < -safeExp || exp > safeExp {
		return Decimal{}, false
	}
	c := q.low()
	if rest.lo > half {
		c = c.add(u128{lo: 1})
	}
	return newDecimal(neg, c, int32(exp)).Reduce(), true
}

// mulHigh returns x·y/2^256, rounded down.
func (x u256) mulHigh(y u256) u256 {
	p, top := x.mulWord(y.w0)
	p = x.addRow(y.w1, u256{p.w1, p.w2, p.w3, top})
	p = x.addRow(y.w2, p)
	return x.addRow(y.w3, p)
}

// addRow returns (x·y + p)/2^64, rounded down.
func (x u256) addRow(y uint64, p u256) u256 {
	row, top := x.mulWord(y)
	row, carry := row.plus(p)
	return u256{row.w1, row.w2, row.w3, top + carry}
}

// mulWord returns x·y, with what is above 256 bits apart.
func (x u256) mulWord(y uint64) (z u256, top uint64) {
	h0, l0 := bits.Mul64(x.w0, y)
	h1, l1 := bits.Mul64(x.w1, y)
	h2, l2 := bits.Mul64(x.w2, y)
	h3, l3 := bits.Mul64(x.w3, y)
	var c uint64
	z.w0 = l0
	z.w1, c = bits.Add64(l1, h0, 0)
	z.w2, c = bits.Add64(l2, h1, c)
	z.w3, c = bits.Add64(l3, h2, c)
	return z, h3 + c
}

// plus returns x + y modulo 2^256, and the carry.
func (x u256) plus(y u256) (z u256, carry uint64) {
	z.w0, carry = bits.Add64(x.w0, y.w0, 0)
	z.w1, carry = bits.Add64(x.w1, y.w1, carry)
	z.w2, carry = bits.Add64(x.w2, y.w2, carry)
	z.w3, carry = bits.Add64(x.w3, y.w3, carry)
	return z, carry
}

// minus returns x - y modulo 2^256.
func (x u256) minus(y u256) u256 {
	z, _ := x.plus(y.neg())
	return z
}

// shiftLeft and shiftRight move the bits of x by up to 255.
func (x u256) shiftLeft(n uint) u256 {
	for ; n >= 64; n -= 64 {
		x = u256{0, x.w0, x.w1, x.w2}
	}
	return u256{x.w0 << n, x.w1<<n | x.w0>>(64-n), x.w2<<n | x.w1>>(64-n), x.w3<<n | x.w2>>(64-n)}
}

func (x u256) shiftRight(n uint) u256 {
	for ; n >= 64; n -= 64 {
		x = u256{x.w1, x.w2, x.w3, 0}
	}
	return u256{x.w0>>n | x.w1<<(64-n), x.w1>>n | x.w2<<(64-n), x.w2>>n | x.w3<<(64-n), x.w3 >> n}
}
