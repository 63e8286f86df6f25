package decimal_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

// apd is the oracle of the property tests: it computes exactly, or with many
// more digits, and then rounds once.
var (
	decimal128 = apd.Context{Precision: 34, MaxExponent: 6144, MinExponent: -6143, Rounding: apd.RoundHalfEven}
	exact      = apd.Context{Precision: 20_000, MaxExponent: apd.MaxExponent, MinExponent: apd.MinExponent, Rounding: apd.RoundHalfEven}
	// Rounding by "05up" keeps what a second rounding needs to know.
	long = apd.Context{Precision: 120, MaxExponent: apd.MaxExponent, MinExponent: apd.MinExponent, Rounding: apd.Round05Up}
)

func parse(t testing.TB, s string) decimal.Decimal {
	t.Helper()
	d, err := decimal.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func toAPD(t interface{ Fatal(...any) }, s string) *apd.Decimal {
	d, _, err := apd.NewFromString(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// number draws the text of a number in decimal128's range: all lengths, runs
// of nines, zeros and fives, and exponents from the nearest to the farthest.
func number() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		n := rapid.OneOf(rapid.IntRange(1, 4), rapid.IntRange(15, 20), rapid.IntRange(1, 34)).Draw(t, "digits")
		var coef string
		switch rapid.IntRange(0, 5).Draw(t, "shape") {
		case 0:
			coef = strings.Repeat("9", n)
		case 1:
			coef = "1" + strings.Repeat("0", n-1)
		case 2:
			coef = rapid.StringMatching("[1-9]").Draw(t, "first") + strings.Repeat("0", n-1)
			coef = coef[:n-1] + "5"
		case 3:
			zeros := rapid.IntRange(0, n).Draw(t, "zeros")
			coef = rapid.StringMatching(fmt.Sprintf("[0-9]{%d}", n-zeros)).Draw(t, "coefficient") + strings.Repeat("0", zeros)
		default:
			coef = rapid.StringMatching(fmt.Sprintf("[0-9]{%d}", n)).Draw(t, "coefficient")
		}
		exp := rapid.OneOf(
			rapid.IntRange(-6, 2), rapid.IntRange(-40, 40), rapid.IntRange(-6176, 6144-n+1),
			rapid.IntRange(-6176, -6100), rapid.IntRange(6050, 6144-n+1),
		).Draw(t, "exponent")
		return rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign") + coef + fmt.Sprintf("E%d", exp)
	})
}

// checkResult compares a result with what the oracle has before rounding.
func checkResult(t *rapid.T, what string, got decimal.Decimal, err error, want *apd.Decimal) {
	t.Helper()
	rounded := new(apd.Decimal)
	if _, e := decimal128.Round(rounded, want); e != nil {
		t.Fatalf("%s: oracle: %v", what, e)
	}
	if rounded.Form != apd.Finite {
		if !errors.Is(err, decimal.ErrOverflow) {
			t.Fatalf("%s = %v, %v, want overflow", what, got, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%s: %v, want %v", what, err, rounded)
	}
	if toAPD(t, got.String()).Cmp(rounded) != 0 {
		t.Fatalf("%s = %v, want %v", what, got, rounded)
	}
	checkForm(t, got)
}

// checkForm demands the pointer exactly where 18 digits are not enough.
func checkForm(t *rapid.T, d decimal.Decimal) {
	t.Helper()
	text, _, _ := strings.Cut(strings.TrimPrefix(d.String(), "-"), "E")
	digits := strings.Trim(strings.Replace(text, ".", "", 1), "0")
	if big, _, _ := d.Parts(); (big != nil) != (len(digits) > 18) {
		t.Fatalf("%v has %d digits, pointer %v", d, len(digits), big)
	}
}

func TestZeroDecimal(t *testing.T) {
	var d decimal.Decimal
	if !d.IsZero() || d.Sign() != 0 || !d.IsInt() || d.String() != "0" || !decimal.Equal(d, parse(t, "0.00")) {
		t.Errorf("the zero Decimal is %v", d)
	}
}

func TestInt64(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"0e6144", 0, true}, {"0.000", 0, true}, {"-0", 0, true},
		{"12", 12, true}, {"12.00", 12, true}, {"12e3", 12000, true}, {"-1.5e1", -15, true},
		{"12.5", 0, false}, {"1e-6176", 0, false}, {"0.1", 0, false},
		{"999999999999999999", 999999999999999999, true},
		{"1000000000000000000", 1000000000000000000, true},
		{"9223372036854775807", math.MaxInt64, true}, {"9223372036854775807.000", math.MaxInt64, true},
		{"9223372036854775808", 0, false},
		{"-9223372036854775808", math.MinInt64, true}, {"-9223372036854775809", 0, false},
		{"9e18", 9e18, true}, {"1e19", 0, false}, {"1e6144", 0, false},
		{"9223372036854775807.5", 0, false}, {"1.234567890123456789012345678901234", 0, false},
	} {
		d := parse(t, c.in)
		got, ok := d.Int64()
		if got != c.want || ok != c.ok {
			t.Errorf("Int64(%s) = %d, %v, want %d, %v", c.in, got, ok, c.want, c.ok)
		}
		if ok && (!d.IsInt() || !decimal.Equal(decimal.FromInt(got), d)) {
			t.Errorf("%s: IsInt %v, FromInt %v", c.in, d.IsInt(), decimal.FromInt(got))
		}
	}
}

func TestIsInt(t *testing.T) {
	for in, want := range map[string]bool{
		"0": true, "0.00": true, "1e-6176": false, "0e-6176": true, "1.000000000000000000": true,
		"1.0000000000000000001": false, "1e6144": true, "12345678901234567890123456789012.00": true,
		"12345678901234567890123456789012.01": false, "-2.5": false, "-2.0": true, "0.000000000000000001": false,
	} {
		if got := parse(t, in).IsInt(); got != want {
			t.Errorf("IsInt(%s) = %v", in, got)
		}
	}
}

func TestNegAbs(t *testing.T) {
	for _, c := range []struct{ in, neg, abs string }{
		{"0", "0", "0"}, {"-0.0", "0", "0"}, {"1.50", "-1.5", "1.5"}, {"-1.50", "1.5", "1.5"},
		{"-1.234567890123456789012345678901234", "1.234567890123456789012345678901234", "1.234567890123456789012345678901234"},
		{"1.234567890123456789012345678901234", "-1.234567890123456789012345678901234", "1.234567890123456789012345678901234"},
	} {
		d := parse(t, c.in)
		if got := decimal.Neg(d).String(); got != c.neg {
			t.Errorf("Neg(%s) = %s", c.in, got)
		}
		if got := decimal.Abs(d).String(); got != c.abs {
			t.Errorf("Abs(%s) = %s", c.in, got)
		}
		if got := d.String(); got != parse(t, c.in).String() {
			t.Errorf("%s changed to %s", c.in, got)
		}
	}
}

func TestPartsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := number().Draw(t, "number")
		d, err := decimal.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if back := decimal.FromParts(d.Parts()); back.String() != d.String() {
			t.Fatalf("%v came back as %v", d, back)
		}
	})
}

func TestFromCoef(t *testing.T) {
	for _, c := range []struct {
		coef int64
		exp  int32
		want string
	}{
		{0, -2, "0"}, {1250, -2, "12.5"}, {-7, 40, "-7E+40"},
		{math.MaxInt64, 0, "9223372036854775807"}, {math.MinInt64, -19, "-0.9223372036854775808"},
		{1e18, -18, "1"}, {-1e18, 0, "-1000000000000000000"}, {999999999999999999, 0, "999999999999999999"},
	} {
		if got := decimal.FromCoef(c.coef, c.exp).String(); got != c.want {
			t.Errorf("FromCoef(%d, %d) = %s, want %s", c.coef, c.exp, got, c.want)
		}
	}
	// A number that is not one of decimal128 does not survive an operation.
	for _, exp := range []int32{6145, 100_000, math.MaxInt32} {
		if d, err := decimal.Add(decimal.FromCoef(1, exp), decimal.FromCoef(0, exp)); !errors.Is(err, decimal.ErrOverflow) {
			t.Errorf("1e%d + 0 = %v, %v", exp, d, err)
		}
	}
}

func TestReduce(t *testing.T) {
	for _, c := range []struct {
		in   string
		coef int64
		exp  int32
	}{
		{"2000.00", 2, 3}, {"0.00", 0, 0}, {"0e6000", 0, 0}, {"-120", -12, 1}, {"7", 7, 0}, {"1.50", 15, -1},
		{"100000000000000000", 1, 17}, {"1234567890123456", 1234567890123456, 0},
	} {
		if big, coef, exp := parse(t, c.in).Reduce().Parts(); big != nil || coef != c.coef || exp != c.exp {
			t.Errorf("Reduce(%s) = %d, %d", c.in, coef, exp)
		}
	}
	long := parse(t, "12345678901234567890.00000000000000")
	if got := long.Reduce().Shopspring().Exponent(); got != 1 {
		t.Errorf("exponent of the reduced %v is %d, want 1", long, got)
	}
}
