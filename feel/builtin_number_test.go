package feel_test

import (
	"fmt"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestNumberFunctions(t *testing.T) {
	evaluate(t, []row{
		{"decimal(2.5, 0)", "2", ""},
		{"decimal(1.5, 0)", "2", ""},
		{"decimal(0.515, 2)", "0.52", ""},
		{"decimal(-2.5, 0)", "-2", ""},
		{"decimal(1/3, 2.5)", "0.33", ""}, // a fraction of the scale is cut
		{"decimal(1234.5, -2)", "1200", ""},
		{"decimal(1, 6176)", "1", ""},
		{"decimal(1, 6177)", "null", "domain decimal(1, 6177)"},
		{"decimal(1, -6111)", "0", ""},
		{"decimal(1, -6112)", "null", "domain decimal(1, -6112)"},
		{"decimal(1, 1e30)", "null", "domain decimal(1, 1e30)"},
		{"decimal(1)", "null", "wrong_arguments decimal(1)"},
		{"floor(1.5)", "1", ""},
		{"floor(-1.5)", "-2", ""},
		{"floor(-1.56, 1)", "-1.6", ""},
		{"floor(n: 1.56, scale: 1)", "1.5", ""},
		{"ceiling(1.2)", "2", ""},
		{"ceiling(-1.2)", "-1", ""},
		{"ceiling(-1.56, 1)", "-1.5", ""},
		{`floor("1")`, "null", `type_mismatch floor("1")`},
		{"abs(-1)", "1", ""},
		{"abs(1.50)", "1.5", ""},
		{`abs(@"-P1D")`, `@"P1D"`, ""},
		{`abs(@"PT0.5S" - @"PT1S")`, `@"PT0.5S"`, ""},
		{`abs(@"-P1Y")`, `@"P1Y"`, ""},
		{`abs(@"P1Y")`, `@"P1Y"`, ""},
		{`abs(@"2026-01-01")`, "null", `type_mismatch abs(@"2026-01-01")`},
	})
}

func TestRounding(t *testing.T) {
	functions(t, []row{
		{"round up(5.5, 0)", "6", ""},
		{"round up(-5.5, 0)", "-6", ""},
		{"round up(1.121, 2)", "1.13", ""},
		{"round down(-5.5, 0)", "-5", ""},
		{"round down(-1.126, 2)", "-1.12", ""},
		{"round half up(5.5, 0)", "6", ""},
		{"round half up(-5.5, 0)", "-6", ""},
		{"round half up(-1.126, 2)", "-1.13", ""},
		{"round half down(5.5, 0)", "5", ""},
		{"round half down(-5.5, 0)", "-5", ""},
		{"round half down(1.126, 2)", "1.13", ""},
		{"round half down(1250, -2)", "1200", ""},
		{"round up(5.5, 6176)", "5.5", ""},
		{"round up(1, -6111)", "1E+6111", ""},
		{"round up(scale: 0, n: 5.5)", "6", ""},
		{"round up(5.5, 0.9)", "6", ""},
		{"round up(5.5, -6112)", "null", "domain"},
		{"round half down(5.5, 6177)", "null", "domain"},
		{"round up(5.5)", "null", "wrong_arguments"},
		{"round up(5.5, nothing)", "null", ""},
		{`round up("5.5", 0)`, "null", "type_mismatch"},
	})
}

func TestMathematics(t *testing.T) {
	functions(t, []row{
		{"modulo(10, 4)", "2", ""},
		{"modulo(-10, 4)", "2", ""},
		{"modulo(12, -5)", "-3", ""},
		{"modulo(-12, -5)", "-2", ""},
		{"modulo(10.1, 4.5)", "1.1", ""},
		{"modulo(-10.1, 4.5)", "3.4", ""},
		{"modulo(divisor: 4, dividend: 10)", "2", ""},
		{"modulo(1e6000, 7)", "1", ""},
		{"modulo(10, 0)", "null", "division_by_zero"},
		{"modulo(10, nothing)", "null", ""},
		{`modulo(@"P10D", 4)`, "null", "type_mismatch"},
		{"sqrt(16)", "4", ""},
		{"sqrt(2)", "1.414213562373095048801688724209698", ""},
		{"sqrt(0)", "0", ""},
		{"sqrt(number: 4)", "2", ""},
		{"sqrt(-1)", "null", "domain"},
		{"log(1)", "0", ""},
		{"log(10)", "2.302585092994045684017991454684364", ""},
		{"log(0)", "null", "domain"},
		{"log(-1)", "null", "domain"},
		{"exp(0)", "1", ""},
		{"exp(1)", "2.718281828459045235360287471352662", ""},
		{"exp(-1e9)", "0", ""},
		{"exp(1e9)", "null", "number_range"},
		{"exp(n: 1)", "null", "wrong_arguments"},
		{"odd(5)", "true", ""},
		{"odd(-5)", "true", ""},
		{"odd(2)", "false", ""},
		{"odd(-2)", "false", ""},
		{"odd(0)", "false", ""},
		{"odd(1.5)", "false", ""},
		{"odd(1.0)", "true", ""},
		{"odd(1e40)", "false", ""},
		{"even(2)", "true", ""},
		{"even(-2)", "true", ""},
		{"even(1)", "false", ""},
		{"even(-1)", "false", ""},
		{"even(-1.0)", "false", ""},
		{"even(0)", "true", ""},
		{"even(0.5)", "false", ""},
		{"even(1e40)", "true", ""},
		{`even("2")`, "null", "type_mismatch"},
		{"odd(nothing)", "null", ""},
	})
}

// The rounding functions agree with apd's modes.
func TestRoundingAgrees(t *testing.T) {
	modes := map[string]apd.Rounder{
		"decimal": apd.RoundHalfEven, "round up": apd.RoundUp, "round down": apd.RoundDown, "round half up": apd.RoundHalfUp,
		"round half down": apd.RoundHalfDown, "floor": apd.RoundFloor, "ceiling": apd.RoundCeiling,
	}
	rapid.Check(t, func(t *rapid.T) {
		exponent := rapid.IntRange(-15, 3).Draw(t, "exponent")
		text := fmt.Sprintf("%se%d", rapid.StringMatching(`-?[1-9][0-9]{4,20}`).Draw(t, "digits"), exponent)
		scale := -exponent - rapid.IntRange(-3, 4).Draw(t, "cut")
		x, err := feel.ParseNumber(text)
		if err != nil {
			t.Fatal(err)
		}
		for name, mode := range modes {
			ctx := apd.BaseContext.WithPrecision(60)
			ctx.Rounding = mode
			d, _, err := apd.NewFromString(text)
			if err != nil {
				t.Fatal(err)
			}
			if int(d.Exponent) < -scale {
				if _, err := ctx.Quantize(d, d, int32(-scale)); err != nil {
					t.Fatal(err)
				}
			}
			want, err := feel.ParseNumber(d.Text('f'))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := feel.Call(name, x, feel.Int(int64(scale))); err != nil || got.String() != want.String() {
				t.Errorf("%s(%s, %d) = %s, %v, want %s", name, text, scale, got, err, want)
			}
		}
	})
}
