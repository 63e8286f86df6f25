package feel_test

import (
	"fmt"
	"strings"
	"testing"
)

// Of each kind a value, in the order of the columns of the matrix below.
var kinds = []struct{ short, text string }{
	{"num", "2"}, {"str", `"a"`}, {"bool", "true"}, {"date", `@"2026-03-31"`}, {"time", `@"10:00:00"`},
	{"dt", `@"2026-03-31T10:00:00"`}, {"days", `@"P1DT1H"`}, {"mon", `@"P1M"`}, {"list", "[2]"}, {"ctx", "{a: 2}"},
	{"range", "[1..2]"}, {"fn", "(function(x) x)"}, {"null", "null"},
}

// matrix is what each operator gives for each pair of kinds; what is absent is a
// type mismatch, and what meets null is null.
var matrix = map[string]map[string]string{
	"+": {
		"num num": "4", "str str": `"aa"`,
		"date days": `@"2026-04-01"`, "days date": `@"2026-04-01"`, "date mon": `@"2026-04-30"`, "mon date": `@"2026-04-30"`,
		"time days": `@"11:00:00"`, "days time": `@"11:00:00"`,
		"dt days": `@"2026-04-01T11:00:00"`, "days dt": `@"2026-04-01T11:00:00"`,
		"dt mon": `@"2026-04-30T10:00:00"`, "mon dt": `@"2026-04-30T10:00:00"`,
		"days days": `@"P2DT2H"`, "mon mon": `@"P2M"`,
	},
	"-": {
		"num num": "0", "date days": `@"2026-03-29"`, "date mon": `@"2026-02-28"`, "time days": `@"09:00:00"`,
		"dt days": `@"2026-03-30T09:00:00"`, "dt mon": `@"2026-02-28T10:00:00"`,
		"date date": `@"PT0S"`, "time time": `@"PT0S"`, "dt dt": `@"PT0S"`,
		"date dt": "type_mismatch", "dt date": "type_mismatch", // one is UTC, the other local
		"days days": `@"PT0S"`, "mon mon": `@"P0M"`,
	},
	"*":  {"num num": "4", "num days": `@"P2DT2H"`, "days num": `@"P2DT2H"`, "num mon": `@"P2M"`, "mon num": `@"P2M"`},
	"/":  {"num num": "1", "days num": `@"PT12H30M"`, "mon num": `@"P0M"`, "days days": "1", "mon mon": "1"},
	"**": {"num num": "4"},
	"<": {
		"num num": "false", "str str": "false", "date date": "false", "time time": "false", "dt dt": "false",
		"days days": "false", "mon mon": "false",
	},
	">=": {
		"num num": "true", "str str": "true", "date date": "true", "time time": "true", "dt dt": "true",
		"days days": "true", "mon mon": "true",
	},
	"=": {
		"num num": "true", "str str": "true", "bool bool": "true", "date date": "true", "time time": "true", "dt dt": "true",
		"days days": "true", "mon mon": "true", "list list": "true", "ctx ctx": "true", "range range": "true",
		"fn fn": "false", // each is a function of its own
	},
}

func TestOperatorsOnAllKinds(t *testing.T) {
	var rows []row
	for op, defined := range matrix {
		seen := 0
		for _, x := range kinds {
			for _, y := range kinds {
				want, ok := defined[x.short+" "+y.short]
				text := fmt.Sprintf("(%s) %s (%s)", x.text, op, y.text)
				// The same with operands that are not constant, so that nothing is folded
				// and no fast path of constants is taken.
				called := fmt.Sprintf("(function(x, y) x %s y)(%s, %s)", op, x.text, y.text)
				r := row{value: "null", fault: "type_mismatch"}
				switch null := x.short == "null" || y.short == "null"; {
				case null && op == "=":
					r = row{value: fmt.Sprint(x.short == y.short)}
				case null:
					r = row{value: "null"}
				case ok && want != "type_mismatch":
					r = row{value: want}
				}
				if ok {
					seen++
				}
				r1, r2 := r, r
				r1.text, r2.text = text, called
				if r.fault != "" {
					r1.fault += " " + text
					r2.fault += fmt.Sprintf(" x %s y", op)
				}
				rows = append(rows, r1, r2)
			}
		}
		if seen != len(defined) {
			t.Errorf("%s: %d pairs of the matrix are of no kind", op, len(defined)-seen)
		}
	}
	evaluate(t, rows)
}

func TestNegation(t *testing.T) {
	want := map[string]string{"num": "-2", "days": `@"-P1DT1H"`, "mon": `@"-P1M"`, "null": "null"}
	var rows []row
	for _, x := range kinds {
		text := "-(" + x.text + ")"
		r := row{text, "null", "type_mismatch " + text}
		if v, ok := want[x.short]; ok {
			r = row{text, v, ""}
		}
		rows = append(rows, r)
	}
	evaluate(t, append(rows, []row{
		{"--10", "10", ""},
		{"10+-5", "5", ""},
		{"-10--5", "-5", ""},
		{"-n", "-5", ""},
		{"-nothing", "null", ""},
		{"-[10]", "null", "type_mismatch -[10]"},
	}...))
}

func TestNumbers(t *testing.T) {
	evaluate(t, []row{
		{"0.1 + 0.2", "0.3", ""},
		{"1 / 3", "0.3333333333333333333333333333333333", ""},
		{"2 / 3", "0.6666666666666666666666666666666667", ""},
		{"n / 2", "2.5", ""},
		{"1 / 0", "null", "division_by_zero 1 / 0"},
		{"n / zero", "null", "division_by_zero n / zero"},
		{"0.0 / 0.0", "null", "division_by_zero 0.0 / 0.0"},
		{"3 ** 4 ** 5", "3486784401", ""},
		{"-3 ** 2", "9", ""},
		{"2 ** -2", "0.25", ""},
		{"2 ** 0.5", "1.414213562373095048801688724209698", ""},
		{"0 ** -1", "null", "division_by_zero 0 ** -1"},
		{"(-8) ** 0.5", "null", "domain (-8) ** 0.5"},
		{"9e6144 * 10", "null", "number_range 9e6144 * 10"},
		{"10 ** 6145", "null", "number_range 10 ** 6145"},
		{"1e-6176 / 10", "0", ""},
		{"9999999999999999999999999999999999 + 1", "1E+34", ""},
		{"999999999999999999 + 1", "1000000000000000000", ""},
		{"10 ** [10]", "null", "type_mismatch 10 ** [10]"},
		{`"a" + 1`, "null", `type_mismatch "a" + 1`},
		{`"a" + nothing`, "null", ""},
		{"n + nothing", "null", ""},
	})
}

func TestTemporalArithmetic(t *testing.T) {
	evaluate(t, []row{
		// A date is its midnight UTC.
		{`@"2021-01-01" + @"PT36H"`, `@"2021-01-02"`, ""},
		{`@"2021-01-01" - @"PT1H"`, `@"2020-12-31"`, ""},
		{`@"2021-01-01" - @"-PT1H"`, `@"2021-01-01"`, ""},
		{`@"2021-01-02T00:00:00Z" - @"2021-01-02"`, `@"PT0S"`, ""},
		{`@"2021-01-02" - @"2021-01-01T12:00:00+02:00"`, `@"PT14H"`, ""},
		{`@"2021-01-02" - @"2021-01-01T12:00:00"`, "null", `type_mismatch @"2021-01-02" - @"2021-01-01T12:00:00"`},
		{`@"2021-03-01" - @"2021-02-01"`, `@"P28D"`, ""},
		{`@"2021-02-01" - @"2021-03-01"`, `@"-P28D"`, ""},
		// The day is cut to the length of the month.
		{`@"2024-01-31" + @"P1M"`, `@"2024-02-29"`, ""},
		{`@"2024-02-29" + @"P1Y"`, `@"2025-02-28"`, ""},
		{`@"2024-03-30T10:00:00@Europe/Paris" + @"P1D"`, `@"2024-03-31T11:00:00@Europe/Paris"`, ""},
		{`@"2024-03-31T11:00:00@Europe/Paris" - @"2024-03-30T10:00:00@Europe/Paris"`, `@"P1D"`, ""},
		{`@"2024-03-31T10:00:00@Europe/Paris" - @"P1M"`, `@"2024-02-29T10:00:00@Europe/Paris"`, ""},
		// Times turn over, zones stay.
		{`@"23:30:00+01:00" + @"PT1H"`, `@"00:30:00+01:00"`, ""},
		{`@"00:30:00" - @"P2DT1H"`, `@"23:30:00"`, ""},
		{`@"10:00:00Z" - @"10:00:00+01:00"`, `@"PT1H"`, ""},
		{`@"10:00:00" - @"11:00:00"`, `@"-PT1H"`, ""},
		{`@"10:00:00" - @"10:00:00Z"`, "null", `type_mismatch @"10:00:00" - @"10:00:00Z"`},
		{`@"10:00:00" + @"P1M"`, "null", `type_mismatch @"10:00:00" + @"P1M"`},
		{`@"P1D" - @"2021-01-01"`, "null", `type_mismatch @"P1D" - @"2021-01-01"`},
		{`@"P1D" + @"P1M"`, "null", `type_mismatch @"P1D" + @"P1M"`},
		{`@"999999999-12-31" + @"P1D"`, "null", `temporal_range @"999999999-12-31" + @"P1D"`},
		{`@"-999999999-01-01" - @"P1M"`, "null", `temporal_range @"-999999999-01-01" - @"P1M"`},
		{`@"-2021-01-01" - @"P1D"`, `@"-2022-12-31"`, ""},
		// Months are cut towards zero, days keep their fraction.
		{`-2.5 * @"P1Y11M"`, `@"-P4Y9M"`, ""},
		{`@"P10Y11M" / 2.5`, `@"P4Y4M"`, ""},
		{`2.5 * @"PT23H"`, `@"P2DT9H30M"`, ""},
		{`@"PT1S" / 3`, `@"PT0.333333333S"`, ""},
		{`@"-PT1S" / 3`, `@"-PT0.333333333S"`, ""},
		{`@"P1D" / @"PT1H"`, "24", ""},
		{`@"P1Y" / @"P5M"`, "2.4", ""},
		{`@"P1Y" / @"P1D"`, "null", `type_mismatch @"P1Y" / @"P1D"`},
		{`@"P1D" / 0`, "null", `division_by_zero @"P1D" / 0`},
		{`@"P1D" / @"PT0S"`, "null", `division_by_zero @"P1D" / @"PT0S"`},
		{`@"P1Y" / @"P0M"`, "null", `division_by_zero @"P1Y" / @"P0M"`},
		{`@"P1D" * 1e30`, "null", `temporal_range @"P1D" * 1e30`},
		{`@"P1Y" * 1e30`, "null", `number_range @"P1Y" * 1e30`},
		{`@"P100000000000D" * 900 / 900`, `@"P100000000000D"`, ""},
		{`2 / @"P1D"`, "null", `type_mismatch 2 / @"P1D"`},
	})
}

// Lines of one operator are as short as possible and as long as the limits allow.
// What is too near to zero loses digits and vanishes; what is too large is a fault.
func TestRangeOfNumbers(t *testing.T) {
	evaluate(t, []row{
		{"10 ** -6176", "1E-6176", ""},
		{"10 ** -6200", "0", ""},
		{"1e-6200", "0", ""},
		{"5e-6176 / 2", "2E-6176", ""},
		{"1.25e-6000 * 1e-175", "1.2E-6175", ""},
		{"1e-6000 * 1e-6000", "0", ""},
		{"10 ** 6144", "1E+6144", ""},
		{"10 ** 6145", "null", "number_range 10 ** 6145"},
		{"9e6144 + 1e6144", "null", "number_range 9e6144 + 1e6144"},
	})
}

func TestLongChains(t *testing.T) {
	n := 900
	evaluate(t, []row{
		{strings.Repeat("1 + ", n) + "1", fmt.Sprint(n + 1), ""},
		{strings.Repeat("true and ", n) + "true", "true", ""},
		{strings.Repeat("(", n) + "1" + strings.Repeat(")", n), "1", ""},
		{strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + strings.Repeat("[1]", 90), strings.Repeat("[", n-90) + "1" + strings.Repeat("]", n-90), ""},
	})
}
