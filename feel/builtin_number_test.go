package feel_test

import "testing"

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
