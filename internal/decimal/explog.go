package decimal

import (
	"math/bits"
	"sync"
)

// Logarithms in units of 2^-224, rounded down: with the 32 bits above that is what sums of
// them are computed in, the negative ones as two's complement. A fraction is in units of
// 2^-256.
var (
	lnTwo = u256{0x7298b62d8a0d175b, 0x03f2f6af40f34326, 0xd1cf79abc9e3b398, 0x00000000b17217f7}
	lnTen = u256{0x6977e43a0f187a08, 0x0b4c28a38a3fb3e7, 0xaaa2b05ba95b58ae, 0x000000024d763776}
)

const (
	unitBits = 224
	perLnTwo = 0xb8aa3b295c17f0bb // 2^63/ln 2
)

// halvings is how often the argument of the series of exp is halved, to less than 2^-8.
const halvings = 8

// factorials are 1/n! from n = 2 on, as fractions, and oddParts 1/(2n+3) from n = 0 on:
// what is left out of the series is below 2^-170.
var factorials, oddParts = func() (f [14]u256, o [10]u256) {
	all := u256{0, 0, 0, 1 << 63}
	for i := range f {
		f[i] = all
		all = all.quoWord(uint64(i + 3))
	}
	for i := range o {
		o[i] = u256{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}.quoWord(uint64(2*i + 3))
	}
	return f, o
}()

// quoWord returns x/y, rounded down.
func (x u256) quoWord(y uint64) u256 {
	q, _ := x.divMod(u128{lo: y})
	return q
}

// series returns Σ of[i]·x^i for fractions.
func series(of []u256, x u256) u256 {
	sum := of[len(of)-1]
	for i := len(of) - 2; i >= 0; i-- {
		sum, _ = sum.mulHigh(x).plus(of[i])
	}
	return sum
}

// ePower returns e to ±x; not ok if x is too great or too small for this.
func (x float) ePower(neg bool) (y float, ok bool) {
	const most = 17 // bits before the point
	n := -(x.exp + unitBits)
	if n < 256-unitBits-most || n > 255 {
		return float{}, false
	}
	// x is twos·ln 2 and rest.
	rest := x.m.shiftRight(uint(n))
	high, _ := bits.Mul64(rest.w3, perLnTwo)
	twos := int64(high >> 31)
	whole, _ := lnTwo.mulWord(uint64(twos))
	rest = rest.minus(whole)
	if rest.minus(lnTwo).w3>>63 == 0 { // the estimate is rounded down
		rest, twos = rest.minus(lnTwo), twos+1
	}
	if neg {
		rest, twos = lnTwo.minus(rest), -twos-1
	}
	// e^rest - 1, from rest/2^halvings by doubling it.
	small := rest.shiftLeft(256 - unitBits - halvings)
	square := small.mulHigh(small)
	power, _ := small.plus(square.mulHigh(series(factorials[:], small)))
	for range halvings {
		power, _ = power.shiftLeft(1).plus(power.mulHigh(power))
	}
	half := power.shiftRight(1)
	half.w3 |= 1 << 63
	return float{half, twos - 255}, true
}

// lnTable has the logarithms of 1 + i/128.
var lnTable = sync.OnceValue(func() *[lnParts + 1]u256 {
	var t [lnParts + 1]u256
	for i := range lnParts {
		// ln(n+1) - ln n is 2·artanh(1/(2n+1)).
		n := u128{lo: uint64(2*(lnParts+i) + 1)}
		step := twiceArtanh(u128{lo: 1}, n)
		t[i+1], _ = t[i].plus(step)
	}
	return &t
})

const lnParts = 128

// twiceArtanh returns 2·artanh(a/b), where a/b is less than 1/256, in units of 2^-224.
func twiceArtanh(a, b u128) u256 {
	high, rest := u256{w2: a.lo, w3: a.hi}.divMod(b)
	low, _ := u256{w2: rest.lo, w3: rest.hi}.divMod(b)
	z := u256{low.w0, low.w1, high.w0, high.w1}
	square := z.mulHigh(z)
	sum, _ := z.plus(z.mulHigh(square).mulHigh(series(oddParts[:], square)))
	return sum.shiftRight(256 - unitBits - 1)
}

// ln returns the logarithm of the positive w; not ok if w is so near to 1 that it has too few
// digits here.
func (w wide) ln() (y float, neg, ok bool) {
	// w is m·2^twos·10^exp, where m is from 1 to below 2, in units of 2^-point.
	const point = 125
	size := w.c.extend().bitLen()
	m := w.c.shiftLeft(uint(point + 1 - size))
	part := m.sub(u128{hi: 1 << (point - 64)}).add(u128{hi: 1 << (point - 64 - 8)}).hi >> (point - 64 - 7)
	near := u128{hi: 1<<(point-64) + part<<(point-64-7)}
	sum := lnTable()[part]
	if m.cmp(near) >= 0 {
		sum, _ = sum.plus(twiceArtanh(m.sub(near), m.add(near)))
	} else {
		sum = sum.minus(twiceArtanh(near.sub(m), m.add(near)))
	}
	twos, _ := lnTwo.mulWord(uint64(size - 1))
	sum, _ = sum.plus(twos)
	if w.exp >= 0 {
		tens, _ := lnTen.mulWord(uint64(w.exp))
		sum, _ = sum.plus(tens)
	} else {
		tens, _ := lnTen.mulWord(uint64(-int64(w.exp)))
		sum = sum.minus(tens)
	}
	if neg = sum.w3>>63 != 0; neg {
		sum = sum.neg()
	}
	const least = unitBits - 50 // bits
	if sum.bitLen() < least {
		return float{}, false, false
	}
	return normal(sum, -unitBits), neg, true
}
