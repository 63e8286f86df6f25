package decimal_test

import (
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

type unary = func(decimal.Decimal) (decimal.Decimal, error)

// The wanted values are from Python's decimal (libmpdec) with 120 digits,
// rounded once to decimal128.
func TestTranscendental(t *testing.T) {
	functions := map[string]unary{"ln": decimal.Ln, "exp": decimal.Exp, "sqrt": decimal.Sqrt}
	for _, c := range []struct{ f, in, want string }{
		{"ln", "2", "0.6931471805599453094172321214581766"},
		{"ln", "10", "2.302585092994045684017991454684364"},
		{"ln", "0.5", "-0.6931471805599453094172321214581766"},
		{"ln", "1.000000000000000000000000000000001", "9.999999999999999999999999999999995E-34"},
		{"ln", "0.9999999999999999999999999999999999", "-1.000000000000000000000000000000000E-34"},
		{"ln", "1.000000001", "9.999999995000000003333333330833333E-10"},
		{"ln", "0.95", "-0.05129329438755053342619614425468724"},
		{"ln", "1.1", "0.09531017980432486004395212328076509"},
		{"ln", "1.05", "0.04879016416943200306537440422316466"},
		{"ln", "9.5", "2.251291798606495150591795310429677"},
		{"ln", "123456.789", "11.72364648718588098113995898391011"},
		{"ln", "9.999999999999999999999999999999999E+6144", "14149.38539644841072829055748903542"},
		{"ln", "1E-6176", "-14220.76553433122614449511522413063"},
		{"ln", "3.3333333333333333333333333333333E-10", "-21.82187812561452084755716832908181"},
		{"ln", "4", "1.386294361119890618834464242916353"},
		{"exp", "1", "2.718281828459045235360287471352662"},
		{"exp", "-1", "0.3678794411714423215955237701614609"},
		{"exp", "4", "54.59815003314423907811026120286088"},
		{"exp", "0.1", "1.105170918075647624811707826490247"},
		{"exp", "1E-20", "1.000000000000000000010000000000000"},
		{"exp", "1E-6176", "1.000000000000000000000000000000000"},
		{"exp", "-1E-34", "0.9999999999999999999999999999999999"},
		{"exp", "100", "2.688117141816135448412625551580014E+43"},
		{"exp", "1000", "1.970071114017046993888879352243323E+434"},
		{"exp", "14149.38", "9.946180862600428374077334706894498E+6144"},
		{"exp", "-14149.5", "8.917195946558247302585151283161E-6146"},
		{"exp", "-14222.9", "0E-6176"},
		{"exp", "2.302585092994045684017991454684364", "9.999999999999999999999999999999998"},
		{"exp", "0.6931471805599453094172321214581766", "2.000000000000000000000000000000000"},
		{"exp", "12.5", "268337.2865208744569564796737871504"},
		{"exp", "-0.000001", "0.9999990000004999998333333749999917"},
		{"sqrt", "2", "1.414213562373095048801688724209698"},
		{"sqrt", "0.5", "0.7071067811865475244008443621048490"},
		{"sqrt", "1E-6176", "1E-3088"},
		{"sqrt", "9.999999999999999999999999999999999E+6144", "3.162277660168379331998893544432718E+3072"},
		{"sqrt", "1E+6143", "3.162277660168379331998893544432719E+3071"},
		{"sqrt", "3", "1.732050807568877293527446341505872"},
		{"sqrt", "1000000", "1000"},
		{"sqrt", "0.0001", "0.01"},
		{"sqrt", "123456789.123456789", "11111.11106611111096943055498174930"},
		{"ln", "1", "0"},
		{"exp", "0", "1"},
		{"exp", "-100000", "0"},
		{"exp", "-1e6144", "0"},
		{"sqrt", "0", "0"},
		{"sqrt", "4", "2"},
	} {
		got, err := functions[c.f](parse(t, c.in))
		if want := parse(t, c.want); err != nil || !decimal.Equal(got, want) {
			t.Errorf("%s(%s) = %v, %v, want %v", c.f, c.in, got, err, want)
		}
	}
	for _, c := range []struct {
		f, in string
		err   error
	}{
		{"ln", "0", decimal.ErrInvalid}, {"ln", "-1", decimal.ErrInvalid}, {"ln", "-1e-6176", decimal.ErrInvalid},
		{"sqrt", "-1", decimal.ErrInvalid}, {"sqrt", "-1.234567890123456789012345", decimal.ErrInvalid},
		{"exp", "14149.4", decimal.ErrOverflow}, {"exp", "100000", decimal.ErrOverflow}, {"exp", "1e6144", decimal.ErrOverflow},
	} {
		if got, err := functions[c.f](parse(t, c.in)); !errors.Is(err, c.err) {
			t.Errorf("%s(%s) = %v, %v, want %v", c.f, c.in, got, err, c.err)
		}
	}
}

func TestPow(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"5", "2.55", "60.58617166606633673745724928244262"},
		{"2", "0.5", "1.414213562373095048801688724209698"},
		{"4", "0.5", "2.000000000000000000000000000000000"},
		{"4", "-0.5", "0.5000000000000000000000000000000000"},
		{"1.000000001", "100000", "1.000100005000116665833199997638967"},
		{"1.05", "12", "1.795856326022129150390625"},
		{"9.9", "6000", "6.473923829478079178186039561857341E+5973"},
		{"10", "-6176", "1E-6176"},
		{"2", "-20000", "2.512388057698744585180135042133610E-6021"},
		{"1.5", "-3.5", "0.2419249128674743800688675629339152"},
		{"0.1", "0.1", "0.7943282347242815020659182828363879"},
		{"1.000000000000000000000000000000001", "1E+33", "2.718281828459045235360287471352661"},
		{"0.9999999999999999999999999999999999", "1E+35", "0.00004539992976248485153559151556055059"},
		{"-1.1", "101", "-15158.67357380449720253017088929860"},
		{"-1.1", "100", "13780.61233982227018411833717208964"},
		{"7", "40", "6366805760909027985741435139224001"},
		{"2", "112", "5192296858534827628530496329220096"},
		{"2", "113", "1.038459371706965525706099265844019E+34"},
		{"0.5", "20000", "2.512388057698744585180135042133610E-6021"},
		{"3", "1E-30", "1.000000000000000000000000000001099"},
		{"1E-6000", "0.999", "1.000000000000000000000000000000000E-5994"},
		{"1E+6000", "-1.02", "1.000000000000000000000000000000000E-6120"},
		{"123.456", "-7", "2.287781736150042174077180213944607E-15"},
		{"3", "4", "81"}, {"81", "5", "3486784401"}, {"-3", "2", "9"}, {"5", "-2", "0.04"}, {"-5", "2", "25"}, {"5.5", "2", "30.25"},
		{"10", "5", "100000"}, {"10", "-5", "0.00001"}, {"10", "2.00", "100"}, {"1.5", "1", "1.5"},
		{"0", "0", "1"}, {"7", "0", "1"}, {"-1e6144", "0", "1"}, {"0", "3", "0"}, {"0", "0.5", "0"},
		{"1", "1e6144", "1"}, {"1", "-0.5", "1"}, {"-1", "1e6144", "1"}, {"-1", "3", "-1"}, {"-1", "-2", "1"}, {"-1.00", "9999999999999999999", "-1"},
		{"-10", "3", "-1000"}, {"-0.1", "-3", "-1000"},
		{"0.5", "1e6144", "0"}, {"2", "-1e6144", "0"}, {"2", "-1e39", "0"}, {"0.9", "1e15", "0"}, {"10", "-6177", "0"}, {"10", "6144", "1e6144"},
		{"1e-6176", "1e39", "0"}, {"0.5", "1e300", "0"}, {"9", "-6500.5", "0"},
		{"0.999999999999999999999999999999999", "1e39", "0"},
	} {
		got, err := decimal.Pow(parse(t, c.a), parse(t, c.b))
		if want := parse(t, c.want); err != nil || !decimal.Equal(got, want) {
			t.Errorf("%s ** %s = %v, %v, want %v", c.a, c.b, got, err, want)
		}
	}
	for _, c := range []struct {
		a, b string
		err  error
	}{
		{"0", "-1", decimal.ErrDivisionByZero}, {"0.0", "-0.5", decimal.ErrDivisionByZero},
		{"-8", "0.333", decimal.ErrInvalid}, {"-1", "0.5", decimal.ErrInvalid},
		{"10", "6145", decimal.ErrOverflow}, {"-10", "6145", decimal.ErrOverflow}, {"2", "1e6144", decimal.ErrOverflow}, {"0.5", "-1e6144", decimal.ErrOverflow},
		{"9.9", "1e8", decimal.ErrOverflow}, {"1e6144", "1e39", decimal.ErrOverflow}, {"1e-6176", "-1e39", decimal.ErrOverflow}, {"1e6144", "1.5", decimal.ErrOverflow},
		{"1.000000000000000000000000000000001", "1e40", decimal.ErrOverflow}, {"1.000000000000000000000000000000001", "9e39", decimal.ErrOverflow},
		{"0.1", "-200000", decimal.ErrOverflow},
	} {
		if got, err := decimal.Pow(parse(t, c.a), parse(t, c.b)); !errors.Is(err, c.err) {
			t.Errorf("%s ** %s = %v, %v, want %v", c.a, c.b, got, err, c.err)
		}
	}
}

func TestSqrtAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := number().Draw(t, "number")
		d, err := decimal.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		x, want := toAPD(t, s), new(apd.Decimal)
		if x.Sign() < 0 {
			return
		}
		if _, err := long.Sqrt(want, x); err != nil {
			t.Fatal(err)
		}
		got, err := decimal.Sqrt(d)
		checkResult(t, "Sqrt("+s+")", got, err, want)
	})
}

func TestLnExpAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := number().Draw(t, "number")
		d, err := decimal.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		ctx := long.WithPrecision(60)
		x, want := toAPD(t, s), new(apd.Decimal)
		if x.Sign() > 0 {
			if _, err := ctx.Ln(want, x); err != nil {
				t.Fatal(err)
			}
			got, err := decimal.Ln(d)
			checkResult(t, "Ln("+s+")", got, err, want)
		}
		if adj := x.NumDigits() + int64(x.Exponent); x.IsZero() || adj < -100 || adj > 3 {
			return // apd alone takes long there
		}
		if _, err := ctx.Exp(want, x); err != nil {
			t.Fatal(err)
		}
		got, err := decimal.Exp(d)
		checkResult(t, "Exp("+s+")", got, err, want)
	})
}

// TestWholePowAgrees: a whole power is the exact one, rounded once, without trailing zeros,
// which only -1 may keep.
func TestWholePowAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			coef := rapid.OneOf(rapid.Int64Range(-200, 200), rapid.Int64Range(-1e9, 1e9), rapid.Int64Range(-999_999_999_999_999_999, 999_999_999_999_999_999),
				rapid.SampledFrom([]int64{10, 1000, -100, 2, 5, 50, 999_999_999, 9_999_999_999})).Draw(t, "coefficient")
			exp := rapid.OneOf(rapid.Int32Range(-20, 20), rapid.Int32Range(-6176, 6126)).Draw(t, "exponent")
			n := rapid.OneOf(rapid.Int64Range(1, 20), rapid.Int64Range(1, 300)).Draw(t, "power")
			if coef == 0 {
				continue
			}
			a := decimal.FromCoef(coef, exp)
			got, err := decimal.Pow(a, decimal.FromInt(n))
			power := new(big.Int).Exp(big.NewInt(coef), big.NewInt(n), nil)
			want := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(power), 0)
			if e := int64(exp) * n; e < -80_000 || e > 80_000 { // the oracle has no more
				continue
			}
			want.Exponent = exp * int32(n)
			checkResult(t, a.String()+" ** "+decimal.FromInt(n).String(), got, err, want)
			if one := decimal.FromInt(1); !sameParts(got, got.Reduce()) && !decimal.Equal(decimal.Abs(a), one) {
				t.Fatalf("%v ** %d = %v has trailing zeros", a, n, got)
			}
		}
	})
}

// TestBinaryAgrees: where results are computed in binary they are those of the library, and
// so are their exponents.
func TestBinaryAgrees(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) decimal.Decimal {
		d, err := decimal.Parse(rapid.OneOf(
			rapid.Map(rapid.IntRange(1, 400), func(n int) string { return fmt.Sprint(n, "e-2") }),
			rapid.SampledFrom([]string{"4", "9", "0.25", "2.25", "8", "10", "0.1", "100", "1.0041666666666666666666666666667", "0.5", "2",
				"1.000000001", "0.99999999999", "1.000000000000000000000000000000001", "0.9999999999999999999999999999999999", "14149.3", "14000", "1e-33", "5e-34"}),
			number(),
		).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		return d
	})
	check := func(t *rapid.T, what string, got decimal.Decimal, err error, want decimal.Decimal, wantErr error) {
		if err != wantErr || err == nil && !sameParts(got, want) {
			t.Fatalf("%s = %v, %v, want %v, %v", what, got, err, want, wantErr)
		}
	}
	one := decimal.FromInt(1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := value.Draw(t, "a"), value.Draw(t, "b")
		got, err := decimal.Exp(b)
		want, wantErr := decimal.ExpPlainly(b)
		check(t, "Exp("+b.String()+")", got, err, want, wantErr)
		if a = decimal.Abs(a); a.IsZero() {
			return
		}
		got, err = decimal.Ln(a)
		want, wantErr = decimal.LnPlainly(a)
		check(t, "Ln("+a.String()+")", got, err, want, wantErr)
		if decimal.Equal(a, one) {
			return
		}
		for _, b := range []decimal.Decimal{b, decimal.FromCoef(rapid.Int64Range(-400, 400).Draw(t, "n"), 0), decimal.FromCoef(rapid.Int64Range(-99, 99).Draw(t, "halves")*5, -1)} {
			if b.IsZero() {
				continue
			}
			got, err = decimal.Pow(a, b)
			want, wantErr = decimal.PowPlainly(a, b)
			check(t, a.String()+" ** "+b.String(), got, err, want, wantErr)
		}
	})
}

// TestPowSplits: a^(b+c) is a^b·a^c, whole or not, to within the last digits.
func TestPowSplits(t *testing.T) {
	tolerance, least := parse(t, "1e-31"), parse(t, "1e-6143")
	rapid.Check(t, func(t *rapid.T) {
		a := decimal.FromCoef(rapid.Int64Range(1, 1e9).Draw(t, "a"), -5)
		b := decimal.FromCoef(rapid.Int64Range(-5000, 5000).Draw(t, "b"), rapid.Int32Range(-2, 0).Draw(t, "scale"))
		c := decimal.FromCoef(rapid.Int64Range(-5000, 5000).Draw(t, "c"), -2)
		sum, _ := decimal.Add(b, c)
		whole, err1 := decimal.Pow(a, sum)
		p, err2 := decimal.Pow(a, b)
		q, err3 := decimal.Pow(a, c)
		product, err4 := decimal.Mul(p, q)
		if errors.Join(err1, err2, err3, err4) != nil {
			return
		}
		for _, d := range []decimal.Decimal{whole, p, q, product} {
			if decimal.Cmp(d, least) < 0 { // which has fewer digits
				return
			}
		}
		ratio, _ := decimal.Quo(product, whole)
		off, _ := decimal.Sub(ratio, decimal.FromInt(1))
		if decimal.Cmp(decimal.Abs(off), tolerance) > 0 {
			t.Fatalf("%v ** %v = %v, but %v · %v = %v", a, sum, whole, p, q, product)
		}
	})
}

// TestCostIsBounded: no pair of operands makes an operation work on more than a
// few times 34 digits. Memory tells it, since time depends on the machine.
func TestCostIsBounded(t *testing.T) {
	const limit = 1 << 20 // bytes; Ln takes 70 KB
	texts := []string{
		"1e6144", "1e-6176", "1.000000000000000000000000000000001", "0.9999999999999999999999999999999999",
		"9.999999999999999999999999999999999e33", "14149", "-3.3", "7",
	}
	for _, s := range texts {
		for _, u := range texts {
			a, b := parse(t, s), parse(t, u)
			work := map[string]func(){
				"ln":    func() { _, _ = decimal.Ln(a) },
				"exp":   func() { _, _ = decimal.Exp(a) },
				"sqrt":  func() { _, _ = decimal.Sqrt(a) },
				"cmp":   func() { _ = decimal.Cmp(a, b) },
				"round": func() { _, _ = decimal.Round(a, 6176, decimal.Up); _, _ = decimal.Round(a, -6111, decimal.Up) },
			}
			for name, op := range operators {
				work[name] = func() { _, _ = op(a, b) }
			}
			for name, f := range work {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				f()
				runtime.ReadMemStats(&after)
				if used := after.TotalAlloc - before.TotalAlloc; used > limit {
					t.Errorf("%s of %s and %s takes %d bytes", name, s, u, used)
				}
			}
		}
	}
}
