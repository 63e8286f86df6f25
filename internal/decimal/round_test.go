package decimal_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

var modes = []decimal.Mode{decimal.HalfEven, decimal.HalfUp, decimal.Up, decimal.Down, decimal.Floor, decimal.Ceiling, decimal.HalfDown}

func TestRound(t *testing.T) {
	const long = "1234567890123456.789012345678901250"
	for _, c := range []struct {
		in    string
		scale int32
		want  [6]string // by mode, in the order of modes; HalfDown is below
	}{
		{"2.5", 0, [6]string{"2", "3", "3", "2", "2", "3"}},
		{"-2.5", 0, [6]string{"-2", "-3", "-3", "-2", "-3", "-2"}},
		{"1.5", 0, [6]string{"2", "2", "2", "1", "1", "2"}},
		{"-1.5", 0, [6]string{"-2", "-2", "-2", "-1", "-2", "-1"}},
		{"0.515", 2, [6]string{"0.52", "0.52", "0.52", "0.51", "0.51", "0.52"}},
		{"0.525", 2, [6]string{"0.52", "0.53", "0.53", "0.52", "0.52", "0.53"}},
		{"1.56", 1, [6]string{"1.6", "1.6", "1.6", "1.5", "1.5", "1.6"}},
		{"-1.56", 1, [6]string{"-1.6", "-1.6", "-1.6", "-1.5", "-1.6", "-1.5"}},
		{"0.4", 0, [6]string{"0", "0", "1", "0", "0", "1"}},
		{"-0.4", 0, [6]string{"0", "0", "-1", "0", "-1", "0"}},
		{"0.5", 0, [6]string{"0", "1", "1", "0", "0", "1"}},
		{"5.00", 0, [6]string{"5", "5", "5", "5", "5", "5"}},
		{"65.123456", 6, [6]string{"65.123456", "65.123456", "65.123456", "65.123456", "65.123456", "65.123456"}},
		{"1234.5", -2, [6]string{"1200", "1200", "1300", "1200", "1200", "1300"}},
		{"1250", -2, [6]string{"1200", "1300", "1300", "1200", "1200", "1300"}},
		{"1234.5", -4, [6]string{"0", "0", "10000", "0", "0", "10000"}},
		{"5000", -4, [6]string{"0", "10000", "10000", "0", "0", "10000"}},
		{"-5000.1", -4, [6]string{"-10000", "-10000", "-10000", "0", "-10000", "0"}},
		{"0", -4, [6]string{"0", "0", "0", "0", "0", "0"}},
		{"999999999999999999", -1, [6]string{"1e18", "1e18", "1e18", "99999999999999999e1", "99999999999999999e1", "1e18"}},
		{long, 17, [6]string{"1234567890123456.78901234567890125", "1234567890123456.78901234567890125", "1234567890123456.78901234567890125", "1234567890123456.78901234567890125", "1234567890123456.78901234567890125", "1234567890123456.78901234567890125"}},
		{long, 16, [6]string{"1234567890123456.7890123456789012", "1234567890123456.7890123456789013", "1234567890123456.7890123456789013", "1234567890123456.7890123456789012", "1234567890123456.7890123456789012", "1234567890123456.7890123456789013"}},
		{"9999999999999999999999999999999999", -1, [6]string{"1e34", "1e34", "1e34", "999999999999999999999999999999999e1", "999999999999999999999999999999999e1", "1e34"}},
		// The greatest and the smallest scale that FEEL knows.
		{"1.23456789", 6176, [6]string{"1.23456789", "1.23456789", "1.23456789", "1.23456789", "1.23456789", "1.23456789"}},
		{"1e-6176", 6176, [6]string{"1e-6176", "1e-6176", "1e-6176", "1e-6176", "1e-6176", "1e-6176"}},
		{"1e-6176", 6175, [6]string{"0", "0", "1e-6175", "0", "0", "1e-6175"}},
		{"5e-6176", 6175, [6]string{"0", "1e-6175", "1e-6175", "0", "0", "1e-6175"}},
		{"123", -6111, [6]string{"0", "0", "1e6111", "0", "0", "1e6111"}},
		{"-123", -6111, [6]string{"0", "0", "-1e6111", "0", "-1e6111", "0"}},
		{"-1e-6176", -6111, [6]string{"0", "0", "-1e6111", "0", "-1e6111", "0"}},
		{"2.5e6111", -6111, [6]string{"2e6111", "3e6111", "3e6111", "2e6111", "2e6111", "3e6111"}},
		{"9e6143", -6144, [6]string{"1e6144", "1e6144", "1e6144", "0", "0", "1e6144"}},
	} {
		for i, want := range c.want {
			mode := modes[i]
			got, err := decimal.Round(parse(t, c.in), c.scale, mode)
			if want := parse(t, want).String(); err != nil || got.String() != want {
				t.Errorf("Round(%s, %d, %d) = %v, %v, want %s", c.in, c.scale, mode, got, err, want)
			}
		}
	}
}

func TestRoundHalfDown(t *testing.T) {
	for _, c := range []struct {
		in    string
		scale int32
		want  string
	}{
		{"2.5", 0, "2"}, {"-2.5", 0, "-2"}, {"1.5", 0, "1"}, {"2.5001", 0, "3"}, {"-2.5001", 0, "-3"},
		{"0.515", 2, "0.51"}, {"1.56", 1, "1.6"}, {"1250", -2, "1200"}, {"1251", -2, "1300"}, {"5000", -4, "0"},
		{"5e-6176", 6175, "0"}, {"2.5e6111", -6111, "2e6111"}, {"9999999999999999999999999999999995", -1, "999999999999999999999999999999999e1"},
	} {
		got, err := decimal.Round(parse(t, c.in), c.scale, decimal.HalfDown)
		if want := parse(t, c.want).String(); err != nil || got.String() != want {
			t.Errorf("Round(%s, %d, HalfDown) = %v, %v, want %s", c.in, c.scale, got, err, want)
		}
	}
}

func TestRoundOverflow(t *testing.T) {
	for _, c := range []struct {
		in    string
		scale int32
	}{{"9.9e6144", -6144}, {"1", math.MinInt32}, {"1", -6145}} {
		if got, err := decimal.Round(parse(t, c.in), c.scale, decimal.Up); !errors.Is(err, decimal.ErrOverflow) {
			t.Errorf("Round(%s, %d) = %v, %v", c.in, c.scale, got, err)
		}
	}
	for _, scale := range []int32{math.MinInt32, math.MaxInt32} {
		if got, err := decimal.Round(parse(t, "-0.5"), scale, decimal.Down); err != nil || scale < 0 && !got.IsZero() {
			t.Errorf("Round(-0.5, %d) = %v, %v", scale, got, err)
		}
	}
}

func TestRoundAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			s := number().Draw(t, "number")
			d, err := decimal.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			x := toAPD(t, s)
			near := max(-6111, min(6176, -int(x.Exponent)-rapid.IntRange(-2, 36).Draw(t, "cut")))
			scale := rapid.OneOf(rapid.Just(near), rapid.Just(near), rapid.IntRange(-6111, 6176)).Draw(t, "scale")
			for _, mode := range modes {
				got, err := decimal.Round(d, int32(scale), mode)
				checkResult(t, fmt.Sprintf("Round(%s, %d, %d)", s, scale, mode), got, err, roundWhole(x, scale, mode))
			}
		}
	})
}

// roundWhole rounds in whole numbers of any length.
func roundWhole(x *apd.Decimal, scale int, mode decimal.Mode) *apd.Decimal {
	cut := -int64(scale) - int64(x.Exponent)
	if cut <= 0 {
		return x
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(cut), nil)
	q, r := new(big.Int).QuoRem(x.Coeff.MathBigInt(), unit, new(big.Int))
	half := new(big.Int).Lsh(r, 1).Cmp(unit)
	inexact := r.Sign() != 0
	up := map[decimal.Mode]bool{
		decimal.HalfEven: half > 0 || half == 0 && q.Bit(0) == 1,
		decimal.HalfUp:   half >= 0,
		decimal.HalfDown: half > 0,
		decimal.Up:       inexact,
		decimal.Floor:    inexact && x.Negative,
		decimal.Ceiling:  inexact && !x.Negative,
	}[mode]
	if up {
		q.Add(q, big.NewInt(1))
	}
	if x.Negative {
		q.Neg(q)
	}
	return apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(q), int32(-scale))
}

func TestTrunc(t *testing.T) {
	for in, want := range map[string]string{
		"2.9": "2", "-2.9": "-2", "0.99999999999999999999999": "0", "1e6144": "1E+6144", "7": "7",
		"12345678901234567890.5": "12345678901234567890", "-1e-6176": "0",
	} {
		if got := parse(t, in).Trunc().String(); got != want {
			t.Errorf("Trunc(%s) = %s, want %s", in, got, want)
		}
	}
}
