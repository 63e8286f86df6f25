package decimal_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

type binary = func(a, b decimal.Decimal) (decimal.Decimal, error)

var operators = map[string]binary{
	"+": decimal.Add, "-": decimal.Sub, "*": decimal.Mul, "/": decimal.Quo, "mod": decimal.Mod, "**": decimal.Pow,
}

func TestArithmetic(t *testing.T) {
	const third = "0.3333333333333333333333333333333333"
	const max = "9.999999999999999999999999999999999E+6144"
	for _, c := range []struct {
		a, op, b, want string
		err            error
	}{
		{a: "10", op: "+", b: "5", want: "15"},
		{a: "-10", op: "-", b: "-5", want: "-5"},
		{a: "1.50", op: "+", b: "1.5", want: "3"},
		{a: "0.1", op: "+", b: "0.2", want: "0.3"},
		{a: "999999999999999999", op: "+", b: "1", want: "1000000000000000000"},
		{a: "999999999999999999", op: "-", b: "-0.1", want: "999999999999999999.1"},
		{a: "1e20", op: "+", b: "1e-20", want: "100000000000000000000"},
		{a: "1e6144", op: "+", b: "1e-6176", want: "1E+6144"},
		{a: "1e6144", op: "-", b: "1e-6176", want: "1E+6144"},
		{a: "1e33", op: "+", b: "0.5", want: "1000000000000000000000000000000000"}, // a tie, to even
		{a: "1000000000000000000000000000000001", op: "+", b: "0.5", want: "1000000000000000000000000000000002"},
		{a: "1e33", op: "+", b: "0.5000000000001", want: "1000000000000000000000000000000001"},
		{a: "1e34", op: "-", b: "0.4", want: "9999999999999999999999999999999999.6"},
		{a: max, op: "+", b: "5e6110", err: decimal.ErrOverflow},
		{a: max, op: "+", b: "4.9e6110", want: max},
		{a: "9e6144", op: "+", b: "10e6143", err: decimal.ErrOverflow},
		{a: "9e6144", op: "+", b: "9e6144", err: decimal.ErrOverflow},
		{a: max, op: "-", b: "-1e6144", err: decimal.ErrOverflow},
		{a: max, op: "-", b: max, want: "0"},
		{a: third, op: "+", b: third, want: "0.6666666666666666666666666666666666"},
		{a: third, op: "*", b: "3", want: "0.9999999999999999999999999999999999"},
		{a: "1.2", op: "*", b: "1000", want: "1200"},
		{a: "-10", op: "*", b: "0", want: "0"},
		{a: "999999999999999999", op: "*", b: "999999999999999999", want: "999999999999999998000000000000000001E+0"},
		{a: "1e-6176", op: "*", b: "0.5", want: "0"},
		{a: "1e-6176", op: "*", b: "0.6", want: "1E-6176"},
		{a: "3e-6176", op: "*", b: "0.5", want: "2E-6176"},
		{a: "1e4000", op: "*", b: "1e4000", err: decimal.ErrOverflow},
		{a: "0e4000", op: "*", b: "1e4000", want: "0"},
		{a: "10", op: "/", b: "5", want: "2"},
		{a: "30", op: "/", b: "-15", want: "-2"},
		{a: "20", op: "/", b: "-8", want: "-2.5"},
		{a: "1", op: "/", b: "3", want: third},
		{a: "2", op: "/", b: "3", want: "0.6666666666666666666666666666666667"},
		{a: "1", op: "/", b: "3e20", want: "3.333333333333333333333333333333333E-21"},
		{a: "1", op: "/", b: "1024", want: "0.0009765625"},
		{a: "1", op: "/", b: "1e-20", want: "100000000000000000000"},
		{a: "15", op: "/", b: "7", want: "2.142857142857142857142857142857143"},
		{a: "1", op: "/", b: "0", err: decimal.ErrDivisionByZero},
		{a: "0.0", op: "/", b: "0.0", err: decimal.ErrDivisionByZero},
		{a: "0", op: "/", b: third, want: "0"},
		{a: "1e6144", op: "/", b: "0.1", err: decimal.ErrOverflow},
		{a: "1e-6176", op: "/", b: "3", want: "0"},
		{a: "1e-6176", op: "/", b: "1.9999999999", want: "1E-6176"},
		{a: "10", op: "mod", b: "4", want: "2"},
		{a: "-10", op: "mod", b: "4", want: "2"},
		{a: "0", op: "mod", b: "4", want: "0"},
		{a: "10", op: "mod", b: "0", err: decimal.ErrDivisionByZero},
		{a: "-7", op: "mod", b: "3", want: "2"},
		{a: "-12", op: "mod", b: "5", want: "3"},
		{a: "12", op: "mod", b: "-5", want: "-3"},
		{a: "-12", op: "mod", b: "-5", want: "-2"},
		{a: "10.1", op: "mod", b: "4.5", want: "1.1"},
		{a: "-10.1", op: "mod", b: "4.5", want: "3.4"},
		{a: "10.1", op: "mod", b: "-4.5", want: "-3.4"},
		{a: "-10.1", op: "mod", b: "-4.5", want: "-1.1"},
		{a: "1e6144", op: "mod", b: "7", want: "1"}, // 10^6 is 1 modulo 7, and 6144 is a multiple of 6
		{a: "-1e-30", op: "mod", b: "1e30", want: "1000000000000000000000000000000"},
		{a: "1e-30", op: "mod", b: "1e30", want: "0.000000000000000000000000000001"},
	} {
		want := c.want
		if c.err == nil {
			want = parse(t, c.want).String()
		}
		got, err := operators[c.op](parse(t, c.a), parse(t, c.b))
		if !errors.Is(err, c.err) || err == nil && got.String() != want {
			t.Errorf("%s %s %s = %v, %v, want %s, %v", c.a, c.op, c.b, got, err, want, c.err)
		}
	}
}

// TestExponentKept: trailing zeros stay as the standard has them, while they fit.
func TestExponentKept(t *testing.T) {
	for _, c := range []struct {
		a, op, b string
		exp      int32
	}{
		{"1.50", "+", "1.5", -2}, {"1.50", "-", "0.50", -2}, {"1.5", "+", "0.000", -3}, {"2", "*", "3.00", -2},
		{"1.50", "*", "2.0", -3}, {"2.40", "/", "2", -2}, {"1.00", "/", "8", -3}, {"1", "/", "4", -2}, {"1", "/", "1e5", -5},
		{"100", "/", "1e2", -2}, {"5.50", "mod", "2", -2}, {"1e2", "+", "1", 0},
	} {
		got, err := operators[c.op](parse(t, c.a), parse(t, c.b))
		if _, _, exp := got.Parts(); err != nil || exp != c.exp {
			t.Errorf("%s %s %s has exponent %d, want %d", c.a, c.op, c.b, exp, c.exp)
		}
	}
}

// pairs calls f with many pairs, some of them near to each other.
func pairs(t *testing.T, f func(t *rapid.T, a, b decimal.Decimal, x, y *apd.Decimal, what string)) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			s, u := number().Draw(t, "a"), number().Draw(t, "b")
			a, err1 := decimal.Parse(s)
			b, err2 := decimal.Parse(u)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			f(t, a, b, toAPD(t, s), toAPD(t, u), "("+s+", "+u+")")
		}
	})
}

func TestAddSubMulAgree(t *testing.T) {
	pairs(t, func(t *rapid.T, a, b decimal.Decimal, x, y *apd.Decimal, what string) {
		want := new(apd.Decimal)
		for _, op := range []struct {
			name string
			f    binary
			g    func(d, x, y *apd.Decimal) (apd.Condition, error)
		}{{"Add", decimal.Add, exact.Add}, {"Sub", decimal.Sub, exact.Sub}, {"Mul", decimal.Mul, exact.Mul}} {
			if _, err := op.g(want, x, y); err != nil {
				t.Fatal(err)
			}
			got, err := op.f(a, b)
			checkResult(t, op.name+what, got, err, want)
		}
	})
}

func TestQuoAgrees(t *testing.T) {
	pairs(t, func(t *rapid.T, a, b decimal.Decimal, x, y *apd.Decimal, what string) {
		got, err := decimal.Quo(a, b)
		if y.IsZero() {
			if !errors.Is(err, decimal.ErrDivisionByZero) {
				t.Fatalf("Quo%s = %v, %v", what, got, err)
			}
			return
		}
		want := new(apd.Decimal)
		if _, err := long.Quo(want, x, y); err != nil {
			t.Fatal(err)
		}
		checkResult(t, "Quo"+what, got, err, want)
	})
}

// TestShortQuoAgrees: the ways of short numbers give the same quotients as that of all
// numbers, and the same exponents if they are rounded.
func TestShortQuoAgrees(t *testing.T) {
	short := rapid.Custom(func(t *rapid.T) decimal.Decimal {
		coef := rapid.OneOf(
			rapid.Int64Range(-1000, 1000), rapid.Int64Range(-999_999_999_999_999_999, 999_999_999_999_999_999),
			rapid.SampledFrom([]int64{1, 3, 7, 9, 1 << 40, 5e16, 1e17, 2e17, 3e17, 999_999_999_999_999_999, 999_999_999_999_999_998, 333_333_333_333_333_333}),
		).Draw(t, "coefficient")
		return decimal.FromCoef(coef, rapid.Int32Range(-30, 30).Draw(t, "exponent"))
	})
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			a, b := short.Draw(t, "a"), short.Draw(t, "b")
			if b.IsZero() {
				continue
			}
			got, err1 := decimal.Quo(a, b)
			want, err2 := decimal.QuoPlainly(a, b)
			if long, _, _ := got.Parts(); err1 != nil || err2 != nil || !decimal.Equal(got, want) || long != nil && !sameParts(got, want) {
				t.Fatalf("%v / %v = %v, %v, want %v, %v", a, b, got, err1, want, err2)
			}
		}
	})
}

// sameParts reports whether two numbers have the same digits and exponent.
func sameParts(a, b decimal.Decimal) bool {
	x, y := a.Shopspring(), b.Shopspring()
	return x.Exponent() == y.Exponent() && x.Coefficient().Cmp(y.Coefficient()) == 0
}

func TestModAgrees(t *testing.T) {
	pairs(t, func(t *rapid.T, a, b decimal.Decimal, x, y *apd.Decimal, what string) {
		got, err := decimal.Mod(a, b)
		if y.IsZero() {
			if !errors.Is(err, decimal.ErrDivisionByZero) {
				t.Fatalf("Mod%s = %v, %v", what, got, err)
			}
			return
		}
		// The same in whole numbers of the smaller unit.
		exp := min(x.Exponent, y.Exponent)
		m, n := wholes(x, exp), wholes(y, exp)
		r := new(big.Int).Mod(m, n)
		if r.Sign() != 0 && n.Sign() < 0 {
			r.Add(r, n)
		}
		checkResult(t, "Mod"+what, got, err, apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(r), exp))
	})
}

// wholes returns x in units of 10^exp, of which it is a multiple.
func wholes(x *apd.Decimal, exp int32) *big.Int {
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(x.Exponent-exp)), nil)
	p.Mul(p, x.Coeff.MathBigInt())
	if x.Negative {
		p.Neg(p)
	}
	return p
}

func TestInlineDoesNotAllocate(t *testing.T) {
	a, b := parse(t, "1234.50"), parse(t, "2.5")
	far, near := parse(t, "1e6000"), parse(t, "1.234567890123456789012345678901234")
	shopA := a.Shopspring()
	buf := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"Add":            func() { sink, _ = decimal.Add(a, b) },
		"Sub":            func() { sink, _ = decimal.Sub(a, b) },
		"Mul":            func() { sink, _ = decimal.Mul(a, b) },
		"Quo":            func() { sink, _ = decimal.Quo(a, b) },
		"Mod":            func() { sink, _ = decimal.Mod(a, b) },
		"Cmp":            func() { sinkInt = decimal.Cmp(a, b) + decimal.Cmp(far, b) + decimal.Cmp(near, b) },
		"Round":          func() { sink, _ = decimal.Round(a, 0, decimal.HalfEven) },
		"Hash":           func() { sinkHash = a.Hash() + near.Hash() },
		"Parts":          func() { sink = decimal.FromParts(near.Parts()) },
		"Parse":          func() { sink, _ = decimal.Parse("1234.50") },
		"AppendText":     func() { buf = near.AppendText(a.AppendText(buf[:0])) },
		"AppendJSON":     func() { buf, _ = a.AppendJSON(buf[:0]) },
		"FromShopspring": func() { sink, _ = decimal.FromShopspring(shopA) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
