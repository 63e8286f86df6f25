package temporal_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

// days gives the days and time duration of a text.
func days(text string) temporal.Duration {
	d, _, isMonths, err := temporal.ParseDuration(text)
	if err != nil || isMonths {
		panic(text)
	}
	return d
}

const tooLong = "the result is too long"

func TestNewDuration(t *testing.T) {
	for _, c := range []struct {
		sec, nano int64
		want      temporal.Duration
		reason    string
	}{
		{0, 0, temporal.Duration{}, ""},
		{1, 500_000_000, temporal.Duration{Sec: 1, Nano: 500_000_000}, ""},
		{1, -500_000_000, temporal.Duration{Nano: 500_000_000}, ""},
		{-1, 500_000_000, temporal.Duration{Nano: -500_000_000}, ""},
		{-1, -1_500_000_000, temporal.Duration{Sec: -2, Nano: -500_000_000}, ""},
		{0, math.MinInt64, temporal.Duration{Sec: -9_223_372_036, Nano: -854_775_808}, ""},
		{math.MaxInt64, 999_999_999, temporal.Duration{Sec: math.MaxInt64, Nano: 999_999_999}, ""},
		{math.MinInt64, 1, temporal.Duration{Sec: -math.MaxInt64, Nano: -999_999_999}, ""},
		{math.MaxInt64, 1_000_000_000, temporal.Duration{}, tooLong},
		{math.MinInt64, 0, temporal.Duration{}, tooLong},
		{math.MinInt64, -1_000_000_000, temporal.Duration{}, tooLong},
	} {
		got, err := temporal.NewDuration(c.sec, c.nano)
		if r := reason(t, err); got != c.want || r != c.reason {
			t.Errorf("NewDuration(%d, %d) = %v, %q; want %v, %q", c.sec, c.nano, got, r, c.want, c.reason)
		}
	}
}

func TestDurationText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"PT24H", "P1D"}, {"PT240H", "P10D"}, {"P2DT274M", "P2DT4H34M"},
		{"PT1000M0.999999999S", "PT16H40M0.999999999S"}, {"PT3600S", "PT1H"},
		{"P1DT2H3M4.123456789S", "P1DT2H3M4.123456789S"}, {"PT0.5S", "PT0.5S"}, {"-PT0.5S", "-PT0.5S"},
		{"P1DT0.5S", "P1DT0.5S"}, {"PT0M", "PT0S"}, {"-P0D", "PT0S"}, {"PT0.S", "PT0S"}, {"PT7.S", "PT7S"},
		{"-PT25H", "-P1DT1H"}, {"PT9223372036854775807.999999999S", "P106751991167300DT15H30M7.999999999S"},
	} {
		if got := days(c.text).String(); got != c.want {
			t.Errorf("%s prints as %s, want %s", c.text, got, c.want)
		}
	}
}

func TestDurationParts(t *testing.T) {
	for _, c := range []struct {
		text       string
		d, h, m, s int64
		exact      bool
	}{
		{"P1DT2H3M4.5S", 1, 2, 3, 4, false},
		{"-P1DT2H3M4.5S", -1, -2, -3, -4, false},
		{"PT2H", 0, 2, 0, 0, false},
		{"P9498D", 9498, 0, 0, 0, true},
		{"-P9498D", -9498, 0, 0, 0, true},
		{"P1DT0.000000001S", 1, 0, 0, 0, false},
	} {
		d, h, m, s := days(c.text).Parts()
		if d != c.d || h != c.h || m != c.m || s != c.s {
			t.Errorf("%s has parts %d %d %d %d", c.text, d, h, m, s)
		}
		if whole, exact := days(c.text).Days(); whole != c.d || exact != c.exact {
			t.Errorf("%s has %d days, exact %t", c.text, whole, exact)
		}
	}
}

// The longest duration, in nanoseconds.
var longest = new(big.Int).Sub(new(big.Int).Mul(new(big.Int).Lsh(big.NewInt(1), 63), big.NewInt(1e9)), big.NewInt(1))

func anyDuration() *rapid.Generator[temporal.Duration] {
	return rapid.Custom(func(t *rapid.T) temporal.Duration {
		sec := rapid.Int64Min(-math.MaxInt64).Draw(t, "sec")
		nano := rapid.Int64Range(0, 999_999_999).Draw(t, "nano")
		if sec < 0 {
			nano = -nano
		}
		return must(temporal.NewDuration(sec, nano))
	})
}

// Durations are whole numbers of nanoseconds within bounds.
func TestDurationAgainstBig(t *testing.T) {
	same := func(t *rapid.T, what string, got temporal.Duration, err error, want *big.Int) {
		if fits := want.CmpAbs(longest) <= 0; fits != (err == nil) {
			t.Fatalf("%s is %s, %v; want %s", what, got, err, want)
		}
		if err == nil && got.NanosBig().Cmp(want) != 0 {
			t.Fatalf("%s is %s, want %s", what, got.NanosBig(), want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyDuration().Draw(t, "a"), anyDuration().Draw(t, "b")
		x, y := a.NanosBig(), b.NanosBig()
		sum, err := a.Add(b)
		same(t, "a+b", sum, err, new(big.Int).Add(x, y))
		difference, err := a.Sub(b)
		same(t, "a-b", difference, err, new(big.Int).Sub(x, y))
		same(t, "-a", a.Neg(), nil, new(big.Int).Neg(x))
		doubled, err := temporal.DurationFromNanosBig(new(big.Int).Lsh(x, 1))
		same(t, "a*2", doubled, err, new(big.Int).Lsh(x, 1))
		if a.Compare(b) != x.Cmp(y) || a.Equal(b) != (x.Cmp(y) == 0) || a.Sign() != x.Sign() {
			t.Fatalf("%s and %s compare as %d", a, b, a.Compare(b))
		}
		back, _, isMonths, err := temporal.ParseDuration(a.String())
		if err != nil || isMonths || back != a {
			t.Fatalf("%s is read as %s, %t, %v", a, back, isMonths, err)
		}
	})
}

func TestDurationFromNanosBigBounds(t *testing.T) {
	over := new(big.Int).Add(longest, big.NewInt(1))
	for _, n := range []*big.Int{longest, new(big.Int).Neg(longest)} {
		if d, err := temporal.DurationFromNanosBig(n); err != nil || d.NanosBig().Cmp(n) != 0 {
			t.Errorf("%s gives %s, %v", n, d, err)
		}
	}
	for _, n := range []*big.Int{over, new(big.Int).Neg(over)} {
		if d, err := temporal.DurationFromNanosBig(n); reason(t, err) != tooLong {
			t.Errorf("%s gives %s, %v", n, d, err)
		}
	}
}
