package decimal_test

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

func TestParse(t *testing.T) {
	zeros := strings.Repeat("0", 400)
	for _, c := range []struct {
		in, want string
		exact    error // of ParseExact
	}{
		{in: "0", want: "0"}, {in: "-0", want: "0"}, {in: "-0.00", want: "0"}, {in: "00", want: "0"},
		{in: "1.5", want: "1.5"}, {in: ".872", want: "0.872"}, {in: "-.5", want: "-0.5"}, {in: "01.3", want: "1.3"},
		{in: ".03500", want: "0.035"}, {in: "1.23e4", want: "12300"}, {in: "1.23e+4", want: "12300"},
		{in: "1.23E-4", want: "0.000123"}, {in: "2000.00", want: "2000"}, {in: "1e0000000000000000000000000001", want: "10"},
		{in: "9007199254740993", want: "9007199254740993"},
		{in: "1234567890123456789012345678901234", want: "1234567890123456789012345678901234"},
		{in: "12345678901234567890123456789012340", want: "1.234567890123456789012345678901234E+34"},
		{in: "12345678901234567890123456789012345", want: "1.234567890123456789012345678901234E+34", exact: decimal.ErrInexact},
		{in: "12345678901234567890123456789012355", want: "1.234567890123456789012345678901236E+34", exact: decimal.ErrInexact},
		{in: "12345678901234567890123456789012345" + zeros, want: "1.234567890123456789012345678901234E+434", exact: decimal.ErrInexact},
		{in: "12345678901234567890123456789012345" + zeros + "1", want: "1.234567890123456789012345678901235E+435", exact: decimal.ErrInexact},
		{in: "1" + zeros + "." + zeros, want: "1E+400"},
		{in: "0." + zeros + "1", want: "1E-401"},
		{in: zeros + "1", want: "1"},
		{in: "1e6144", want: "1E+6144"}, {in: "1000e6141", want: "1E+6144"}, {in: "0.001e6147", want: "1E+6144"},
		{in: "1e-6176", want: "1E-6176"}, {in: "10e-6177", want: "1E-6176"},
		{in: "1e-6177", want: "0", exact: decimal.ErrInexact},
		{in: "5e-6177", want: "0", exact: decimal.ErrInexact},
		{in: "5.1e-6177", want: "1E-6176", exact: decimal.ErrInexact},
		{in: "15e-6177", want: "2E-6176", exact: decimal.ErrInexact},
		{in: "1e-99999999999999999999", want: "0", exact: decimal.ErrInexact},
		{in: "0e6144", want: "0"}, {in: "0e6145", want: "0", exact: decimal.ErrInexact},
		{in: "0e-6177", want: "0", exact: decimal.ErrInexact},
		{in: "0e99999999999999999999", want: "0", exact: decimal.ErrInexact},
		{in: "9.999999999999999999999999999999999e6144", want: "9.999999999999999999999999999999999E+6144"},
	} {
		got, err := decimal.Parse(c.in)
		if err != nil || got.String() != c.want {
			t.Errorf("Parse(%s) = %v, %v, want %s", c.in, got, err, c.want)
		}
		got, err = decimal.ParseExact(c.in)
		if !errors.Is(err, c.exact) || err == nil && got.String() != c.want {
			t.Errorf("ParseExact(%s) = %v, %v, want %s, %v", c.in, got, err, c.want, c.exact)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, in := range []string{
		"", "-", ".", "-.", "+1", "--1", "5.", "-5.", "1.e3", ".e3", "e3", "1e", "1e+", "1e-", "1e1.5", "1e 5", "1.2.3",
		"1_000", "1,000", " 1", "1 ", "1 000", "NaN", "sNaN", "Infinity", "-Inf", "0x10", "1f", "١", "1٠", "−1", "\x00", "1\n",
	} {
		for name, f := range parsers {
			d, err := f(in)
			if !errors.Is(err, decimal.ErrSyntax) || !d.IsZero() {
				t.Errorf("%s(%q) = %v, %v", name, in, d, err)
			}
		}
	}
	for _, in := range []string{
		"1e6145", "-1e6145", "10e6144", "9.9999999999999999999999999999999999e6144", "1e99999999999999999999", "1e1000000000",
	} {
		for name, f := range parsers {
			if d, err := f(in); !errors.Is(err, decimal.ErrOverflow) {
				t.Errorf("%s(%q) = %v, %v", name, in, d, err)
			}
		}
	}
	for name, f := range parsers {
		d, err := f(strings.Repeat("7", decimal.MaxText+1))
		if !errors.Is(err, decimal.ErrTooLong) || len(err.Error()) > 120 {
			t.Errorf("%s of a long text = %v, %v", name, d, err)
		}
	}
}

var parsers = map[string]func(string) (decimal.Decimal, error){"Parse": decimal.Parse, "ParseExact": decimal.ParseExact}

func TestFromFloat(t *testing.T) {
	for in, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 0.1: "0.1", 1e21: "1000000000000000000000", 5e-324: "5E-324",
		-1.7976931348623157e308: "-1.7976931348623157E+308", 100: "100", 1.0 / 3: "0.3333333333333333",
	} {
		if got, err := decimal.FromFloat(in); err != nil || got.String() != want {
			t.Errorf("FromFloat(%v) = %v, %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := decimal.FromFloat(in); !errors.Is(err, decimal.ErrInvalid) {
			t.Errorf("FromFloat(%v) = %v, %v", in, got, err)
		}
	}
}

// A float64 is the number of its shortest text, in the same parts: of a whole one of up to
// 15 digits the text is the one without an exponent.
func TestFromFloatIsItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		short := rapid.Custom(func(t *rapid.T) float64 {
			scale := math.Pow10(rapid.IntRange(0, 6).Draw(t, "decimals"))
			return float64(rapid.Int64Range(-2e15, 2e15).Draw(t, "digits")) / scale
		})
		tenths := rapid.Map(rapid.Int32(), func(n int32) float64 { return float64(n) / 10 })
		f := rapid.OneOf(short, tenths, rapid.Float64()).Draw(t, "f")
		if rapid.Bool().Draw(t, "neighbour") {
			f = math.Nextafter(f, 0)
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return
		}
		got, err := decimal.FromFloat(f)
		format := byte('e')
		if f == math.Trunc(f) && math.Abs(f) <= 1e15 {
			format = 'f'
		}
		want, wantErr := decimal.Parse(strconv.FormatFloat(f, format, -1, 64))
		big, coef, exp := got.Parts()
		wantBig, wantCoef, wantExp := want.Parts()
		if err != nil || wantErr != nil || coef != wantCoef || exp != wantExp || (big == nil) != (wantBig == nil) || got.String() != want.String() {
			t.Fatalf("%v is %v·10^%d, %v, its text %v·10^%d, %v", f, coef, exp, err, wantCoef, wantExp, wantErr)
		}
	})
}

var numeral = regexp.MustCompile(`^-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// FuzzParse holds Parse against a regular expression for what is a number, and
// against apd for which.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"0", "-1.50", ".5", "5.", "1e-6176", "9.9e6144", "1e6145", "NaN", "12345678901234567890123456789012345", "1_0", "+1", "0e7000", "5e-6177",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := decimal.Parse(s)
		if !numeral.MatchString(s) || len(s) > decimal.MaxText {
			if err == nil {
				t.Fatalf("%q became %v", s, got)
			}
			return
		}
		x, _, apdErr := apd.NewFromString(s)
		if apdErr != nil || x.Exponent < -8000 || x.Exponent > 8000 {
			// apd refuses or is slow; the exponent's sign decides.
			mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
			overflow := strings.Trim(mantissa, "-0.") != "" && exponent[0] != '-'
			if overflow != errors.Is(err, decimal.ErrOverflow) || !overflow && !got.IsZero() {
				t.Fatalf("Parse(%q) = %v, %v", s, got, err)
			}
			return
		}
		want := new(apd.Decimal)
		if _, e := decimal128.Round(want, x); e != nil {
			t.Fatal(e)
		}
		if want.Form != apd.Finite {
			if !errors.Is(err, decimal.ErrOverflow) {
				t.Fatalf("Parse(%q) = %v, %v, want overflow", s, got, err)
			}
			return
		}
		if err != nil || toAPD(t, got.String()).Cmp(want) != 0 {
			t.Fatalf("Parse(%q) = %v, %v, want %v", s, got, err, want)
		}
		if back, err := decimal.Parse(got.String()); err != nil || !decimal.Equal(back, got) || back.String() != got.String() {
			t.Fatalf("%v reads back as %v, %v", got, back, err)
		}
		one, err := decimal.ParseExact(s)
		if (err == nil) != (want.Cmp(x) == 0 && (!x.IsZero() || x.Exponent >= -6176 && x.Exponent <= 6144)) || err == nil && !decimal.Equal(one, got) {
			t.Fatalf("ParseExact(%q) = %v, %v", s, one, err)
		}
	})
}
