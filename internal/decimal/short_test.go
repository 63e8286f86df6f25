package decimal_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

// Where parts may be added and multiplied by operators of Go, Add and Mul give the
// same parts.
func TestShortIsAsAddAndMul(t *testing.T) {
	const most = 999_999_999_999_999_999
	edges := []int64{0, 1, -1, 999_999_999, 1_000_000_000, -999_999_999, most, -most, most - 1, 5e17, -5e17}
	coef := rapid.OneOf(rapid.SampledFrom(edges), rapid.Int64Range(-most, most), rapid.Int64Range(-1000, 1000))
	exp := rapid.OneOf(rapid.Int32Range(-4, 4), rapid.Int32Range(-6176, 6126))
	same := func(t *rapid.T, what string, d decimal.Decimal, err error, n int64, e int32) {
		if big, gotN, gotE := d.Parts(); err != nil || big != nil || gotN != n || gotE != e {
			t.Fatalf("%s is %v %d %d, %v, not %d %d", what, big, gotN, gotE, err, n, e)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, i, j := coef.Draw(t, "a"), coef.Draw(t, "b"), exp.Draw(t, "i"), exp.Draw(t, "j")
		if decimal.IsShort(a+b, i) {
			d, err := decimal.Add(decimal.FromCoef(a, i), decimal.FromCoef(b, i))
			same(t, "the sum", d, err, a+b, i)
		}
		j = rapid.OneOf(rapid.Just(j), rapid.Int32Range(i-2, i+10)).Draw(t, "j")
		if c, ok := decimal.Align(b, j, i); ok && decimal.IsShort(a+c, i) {
			d, err := decimal.Add(decimal.FromCoef(a, i), decimal.FromCoef(b, j))
			same(t, "the aligned sum", d, err, a+c, i)
		}
		if q, ok := decimal.Divide(a, i, b, j); ok {
			d, err := decimal.Quo(decimal.FromCoef(a, i), decimal.FromCoef(b, j))
			same(t, "the quotient", d, err, q, i-j)
		}
		if decimal.AreFactors(a, i, b, j) {
			d, err := decimal.Mul(decimal.FromCoef(a, i), decimal.FromCoef(b, j))
			same(t, "the product", d, err, a*b, i+j)
		}
	})
}
