package decimal

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestFloatArithmetic: a product and an inverse are below the exact ones, by little.
func TestFloatArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			x := u256{word().Draw(t, "x0"), word().Draw(t, "x1"), word().Draw(t, "x2"), word().Draw(t, "x3")}
			y := u256{word().Draw(t, "y0"), word().Draw(t, "y1"), word().Draw(t, "y2"), word().Draw(t, "y3")}
			product := new(big.Int).Mul(x.big(), y.big())
			if got, want := x.mulHigh(y).big(), product.Rsh(product, 256); got.Cmp(want) != 0 {
				t.Fatalf("%v·%v/2^256 = %v, want %v", x, y, got, want)
			}
			n := rapid.UintRange(0, 255).Draw(t, "shift")
			left := new(big.Int).Lsh(x.big(), n)
			left.And(left, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)))
			if x.shiftLeft(n).big().Cmp(left) != 0 || x.shiftRight(n).big().Cmp(new(big.Int).Rsh(x.big(), n)) != 0 {
				t.Fatalf("%v moved by %d bits: %v, %v", x, n, x.shiftLeft(n), x.shiftRight(n))
			}
			difference := new(big.Int).Sub(x.big(), y.big())
			if got := x.minus(y).big(); got.Cmp(difference.Mod(difference, new(big.Int).Lsh(big.NewInt(1), 256))) != 0 {
				t.Fatalf("%v - %v = %v, want %v", x, y, got, difference)
			}
			d := x.low()
			if d.isZero() {
				continue
			}
			q := inverse(d)
			// 1 - m·d·2^exp is less than 2^-250.
			rest := new(big.Int).Mul(q.m.big(), d.big())
			rest.Sub(new(big.Int).Lsh(big.NewInt(1), uint(-q.exp)), rest)
			if rest.Sign() < 0 || int64(rest.BitLen()) > -q.exp-250 {
				t.Fatalf("1/%v is %v", d, q)
			}
		}
	})
}
