package feel_test

import "testing"

func TestListFunctions(t *testing.T) {
	evaluate(t, []row{
		{"count([])", "0", ""},
		{"count([null, null])", "2", ""},
		{"sum([])", "null", ""},
		{"sum([0.1, 0.2, 10])", "10.3", ""},
		{`sum([@"P1D", @"PT1H"])`, `@"P1DT1H"`, ""},
		{`sum(@"P1M", @"P1Y")`, `@"P1Y1M"`, ""},
		{"sum([1, null])", "null", ""},
		{`sum([1, "a"])`, "null", `type_mismatch sum([1, "a"])`},
		{`sum(["a"])`, "null", `type_mismatch sum(["a"])`},
		{`sum([@"P1D", @"P1M"])`, "null", `type_mismatch sum([@"P1D", @"P1M"])`},
		{"sum([9e6144, 9e6144])", "null", "number_range sum([9e6144, 9e6144])"},
		{"min([3, 1, 2])", "1", ""},
		{"max(3, 1, 2)", "3", ""},
		{"min([])", "null", ""},
		{"max([1.0, 1])", "1", ""},
		{`min("b", "a")`, `"a"`, ""},
		{`max([@"2026-01-01", @"2026-01-02"])`, `@"2026-01-02"`, ""},
		{`max([@"P1D", @"PT25H"])`, `@"P1DT1H"`, ""},
		{"max([1, null])", "null", ""},
		{`max([1, "a"])`, "null", `type_mismatch max([1, "a"])`},
		{"max([true])", "null", "type_mismatch max([true])"},
		{`max(@"10:00:00", @"10:00:00Z")`, "null", `type_mismatch max(@"10:00:00", @"10:00:00Z")`},
		{"list contains([1, 2], 2.0)", "true", ""},
		{"list contains([1, 2], 3)", "false", ""},
		{"list contains([1, null], null)", "true", ""},
		{`list contains([1, 2], "1")`, "false", ""},
		{"list contains([[1], {a: 2}], {a: 2})", "true", ""},
		{"list contains([[1..3]], 2)", "false", ""}, // equality, and not inclusion
		{"list contains([], 1)", "false", ""},
	})
}
