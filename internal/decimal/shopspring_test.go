package decimal_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	shop "github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

func TestFromShopspring(t *testing.T) {
	if !decimal.KnowsLayout() {
		t.Error("shopspring's Decimal begins with something else now: it is still converted rightly, and slowly")
	}
	fromShopspring(t)
	defer decimal.ForgetLayout()()
	fromShopspring(t)
}

func fromShopspring(t *testing.T) {
	pow := func(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
	tail := func(n int64) *big.Int { return new(big.Int).Add(pow(n), big.NewInt(1)) }
	for _, c := range []struct {
		in   shop.Decimal
		want string
		err  error
	}{
		{in: shop.Decimal{}, want: "0"},
		{in: shop.New(-1250, -2), want: "-12.5"},
		{in: shop.New(999_999_999_999_999_999, 0), want: "999999999999999999"},
		{in: shop.New(1_000_000_000_000_000_000, -1), want: "100000000000000000"},
		{in: shop.NewFromBigInt(new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(5)), -2), want: "184467440737095516.21"},
		{in: shop.NewFromBigInt(new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 63)), 0), want: "-9223372036854775808"},
		{in: shop.New(1, 6144), want: "1E+6144"},
		{in: shop.New(1, 6145), err: decimal.ErrOverflow},
		{in: shop.New(0, 2_000_000_000), want: "0"},
		{in: shop.New(1, 2_000_000_000), err: decimal.ErrOverflow},
		{in: shop.New(123, -2_000_000_000), want: "0"},
		{in: shop.New(123, -6177), want: "1.2E-6175"},
		{in: shop.New(-9223372036854775808, 0), want: "-9223372036854775808"},
		{in: shop.NewFromBigInt(pow(1000), -1000), want: "1"},
		{in: shop.NewFromBigInt(tail(33), 0), want: "1000000000000000000000000000000001"},
		{in: shop.NewFromBigInt(tail(34), 0), want: "1E+34"},
		// A tie but for a digit far behind.
		{in: shop.NewFromBigInt(new(big.Int).Add(new(big.Int).Mul(big.NewInt(5), pow(200000)), new(big.Int).Mul(tail(34), pow(200001))), -200001), want: "1.000000000000000000000000000000000E+34"},
		{in: shop.NewFromBigInt(new(big.Int).Add(new(big.Int).Mul(big.NewInt(5), tail(200000)), pow(200034)), -200001), want: "1000000000000000000000000000000001"},
		{in: shop.NewFromBigInt(new(big.Int).Neg(pow(100_000)), 0), err: decimal.ErrOverflow},
	} {
		got, err := decimal.FromShopspring(c.in)
		if !errors.Is(err, c.err) || err == nil && !decimal.Equal(got, parse(t, c.want)) {
			t.Errorf("FromShopspring(exponent %d) = %v, %v, want %s, %v", c.in.Exponent(), got, err, c.want, c.err)
		}
	}
}

func TestShopspringIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := number().Draw(t, "number")
		d, err := decimal.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		back, err := decimal.FromShopspring(d.Shopspring())
		if err != nil || !decimal.Equal(back, d) {
			t.Fatalf("%v came back as %v, %v", d, back, err)
		}
		if got, want := back.Shopspring().Exponent(), d.Shopspring().Exponent(); got != want {
			t.Fatalf("%s has exponent %d, then %d", s, want, got)
		}
	})
}

// TestShopspringGlobals: what a host sets there changes nothing here.
func TestShopspringGlobals(t *testing.T) {
	precision, zeros, scientific := shop.DivisionPrecision, shop.TrimTrailingZeros, shop.UseScientificNotation
	defer func() {
		shop.DivisionPrecision, shop.TrimTrailingZeros, shop.UseScientificNotation = precision, zeros, scientific
	}()
	shop.DivisionPrecision, shop.TrimTrailingZeros, shop.UseScientificNotation = 1, !zeros, !scientific
	d, err := decimal.FromShopspring(shop.New(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	third, err := decimal.Quo(d, decimal.FromInt(3))
	if err != nil || third.String() != "0."+strings.Repeat("3", 34) {
		t.Errorf("1/3 = %v, %v", third, err)
	}
}
