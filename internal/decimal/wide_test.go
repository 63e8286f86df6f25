package decimal

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// word draws 64 bits, often such that carries and corrections happen.
func word() *rapid.Generator[uint64] {
	return rapid.OneOf(
		rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1}), rapid.Uint64Range(0, 20),
		rapid.Map(rapid.UintRange(0, 63), func(n uint) uint64 { return 1 << n }),
	)
}

func (x u256) big() *big.Int {
	z := u128{x.w3, x.w2}.big()
	return z.Or(z.Lsh(z, 128), x.low().big())
}

func TestWideArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			x := u256{word().Draw(t, "x0"), word().Draw(t, "x1"), word().Draw(t, "x2"), word().Draw(t, "x3")}
			y := u128{word().Draw(t, "y1"), word().Draw(t, "y0")}
			u := x.low()
			if got, want := u.mul(y).big(), new(big.Int).Mul(u.big(), y.big()); got.Cmp(want) != 0 {
				t.Fatalf("%v·%v = %v, want %v", u, y, got, want)
			}
			if got := u256Of(x.big()); got != x {
				t.Fatalf("%v became %v", x, got)
			}
			if got, want := u.cmp(y), u.big().Cmp(y.big()); got != want {
				t.Fatalf("cmp(%v, %v) = %d, want %d", u, y, got, want)
			}
			sum := new(big.Int).Add(x.big(), y.big())
			if got := x.add(y).big(); got.Cmp(sum.SetBit(sum, 256, 0)) != 0 {
				t.Fatalf("%v + %v = %v, want %v", x, y, got, sum)
			}
			diff, neg := u.extend().sub(y)
			if neg {
				diff = diff.neg()
			}
			want := new(big.Int).Sub(u.big(), y.big())
			if neg != (want.Sign() < 0) || diff.big().CmpAbs(want) != 0 {
				t.Fatalf("%v - %v = %v, %v, want %v", u, y, diff, neg, want)
			}
			if y.isZero() {
				continue
			}
			q, r := x.divMod(y)
			wantQ, wantR := new(big.Int).QuoRem(x.big(), y.big(), new(big.Int))
			if q.big().Cmp(wantQ) != 0 || r.big().Cmp(wantR) != 0 {
				t.Fatalf("%v / %v = %v, %v, want %v, %v", x, y, q, r, wantQ, wantR)
			}
			uq, ur := u.divMod(y)
			wantQ, wantR = new(big.Int).QuoRem(u.big(), y.big(), new(big.Int))
			if uq.big().Cmp(wantQ) != 0 || ur.big().Cmp(wantR) != 0 {
				t.Fatalf("%v / %v = %v, %v, want %v, %v", u, y, uq, ur, wantQ, wantR)
			}
		}
	})
}

func TestWideSqrt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			x := u256{word().Draw(t, "x0"), word().Draw(t, "x1"), word().Draw(t, "x2"), word().Draw(t, "x3") >> 6}
			if rapid.Bool().Draw(t, "square") {
				root := u128{word().Draw(t, "y1") >> 4, word().Draw(t, "y0")}
				x = root.mul(root)
				if rapid.Bool().Draw(t, "below") && !x.isZero() {
					x, _ = x.sub(u128{lo: 1})
				}
			}
			if x.isZero() {
				continue
			}
			if got, want := x.sqrt().big(), new(big.Int).Sqrt(x.big()); got.Cmp(want) != 0 {
				t.Fatalf("the root of %v is %v, want %v", x.big(), got, want)
			}
		}
	})
}

// TestDigits: the estimate from the bit length is right at every power of ten.
func TestDigits(t *testing.T) {
	for n := int64(0); n < 76; n++ {
		p := new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil)
		if got := u256Of(p).digits(); got != int(n)+1 {
			t.Errorf("10^%d has %d digits", n, got)
		}
		if got := u256Of(p.Sub(p, big.NewInt(1))).digits(); got != int(n) {
			t.Errorf("10^%d - 1 has %d digits", n, got)
		}
	}
}

func TestTrimZeros(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, zeros := rapid.Uint64Range(1, 999).Draw(t, "number"), rapid.IntRange(0, 31).Draw(t, "zeros")
		limit := rapid.Int32Range(0, 35).Draw(t, "limit")
		for x%10 == 0 {
			x++
		}
		want := min(int32(zeros), limit, 31)
		z, cut := u128{lo: x}.scale(int64(zeros)).trimZeros(limit)
		if cut != want || z != (u128{lo: x}.scale(int64(zeros)-int64(want))) {
			t.Fatalf("%d with %d zeros, limit %d: %d cut", x, zeros, limit, cut)
		}
		if zeros <= 16 {
			if got, cut := trimZeros(x*pow10[zeros], limit); cut != want || got != x*pow10[zeros-int(want)] {
				t.Fatalf("%d with %d zeros, limit %d: %d, %d cut", x, zeros, limit, got, cut)
			}
		}
	})
}
