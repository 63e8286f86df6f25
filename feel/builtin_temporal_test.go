package feel_test

import (
	"strings"
	"testing"
)

func TestTemporalFunctions(t *testing.T) {
	evaluate(t, []row{
		{`date("2026-02-28")`, `@"2026-02-28"`, ""},
		{`date(from: "2026-02-28")`, `@"2026-02-28"`, ""},
		{"date(2026, 2, 28)", `@"2026-02-28"`, ""},
		{"date(day: 28, month: 2, year: 2026)", `@"2026-02-28"`, ""},
		{"date(-2017, 01, 01)", `@"-2017-01-01"`, ""},
		{"date(2026, 2, 30)", "null", "invalid_temporal date(2026, 2, 30)"},
		{"date(2026, 2.5, 1)", "null", "invalid_temporal date(2026, 2.5, 1)"},
		{"date(2026, 1e30, 1)", "null", "invalid_temporal date(2026, 1e30, 1)"},
		{"date(1e9, 1, 1)", "null", "invalid_temporal date(1e9, 1, 1)"},
		{"date(2026, nothing, 1)", "null", ""},
		{"date(2026, 1)", "null", "wrong_arguments date(2026, 1)"},
		{"date(year: 2026, month: 1)", "null", "wrong_arguments date(year: 2026, month: 1)"},
		{`date("2026-2-28")`, "null", `invalid_temporal date("2026-2-28")`},
		{`date("2026-02-28T10:00:00")`, "null", `invalid_temporal date("2026-02-28T10:00:00")`},
		{`date(date and time("2026-02-28T23:00:00-05:00"))`, `@"2026-02-28"`, ""},
		{`date(@"2026-02-28")`, `@"2026-02-28"`, ""},
		{"date(5)", "null", "type_mismatch date(5)"},
		{`date(["2026-02-28"])`, `@"2026-02-28"`, ""},
		{`time("10:00:00@Europe/Paris")`, `@"10:00:00@Europe/Paris"`, ""},
		{`time("23:59:00z") = time(23, 59, 0, duration("PT0H"))`, "true", ""},
		{`time("23:59:00z") + duration("PT2M") = time("00:01:00@Etc/UTC")`, "true", ""},
		{`date and time("2012-12-24T23:59:00z")`, `@"2012-12-24T23:59:00Z"`, ""},
		{"time(10, 0, 0)", `@"10:00:00"`, ""},
		{"time(10, 0, 1.5)", `@"10:00:01.5"`, ""},
		{"time(10, 0, 1.1234567899)", `@"10:00:01.123456789"`, ""},
		{`time(10, 0, 0, @"PT1H")`, `@"10:00:00+01:00"`, ""},
		{`time(10, 0, 0, @"PT0S")`, `@"10:00:00Z"`, ""},
		{"time(10, 0, 0, null)", `@"10:00:00"`, ""},
		{`time(hour: 10, minute: 0, second: 0, offset: @"-PT30M")`, `@"10:00:00-00:30"`, ""},
		{`time(10, 0, 0, @"PT19H")`, "null", `invalid_temporal time(10, 0, 0, @"PT19H")`},
		{`time(10, 0, 0, @"PT0.5S")`, "null", `invalid_temporal time(10, 0, 0, @"PT0.5S")`},
		{`time(10, 0, 0, @"P1M")`, "null", `type_mismatch time(10, 0, 0, @"P1M")`},
		{"time(24, 0, 0)", "null", "invalid_temporal time(24, 0, 0)"},
		{"time(10, 0, 60)", "null", "invalid_temporal time(10, 0, 60)"},
		{"time(10, 0, -1)", "null", "invalid_temporal time(10, 0, -1)"},
		{"time(10, 0.5, 0)", "null", "invalid_temporal time(10, 0.5, 0)"},
		{`time(date("2026-02-28"))`, `@"00:00:00Z"`, ""},
		{`time(@"2026-02-28T10:00:00@Europe/Paris")`, `@"10:00:00@Europe/Paris"`, ""},
		{`time("25:00:00")`, "null", `invalid_temporal time("25:00:00")`},
		{`date and time("2026-02-28")`, `@"2026-02-28T00:00:00"`, ""},
		{`date and time(@"2026-02-28")`, `@"2026-02-28T00:00:00Z"`, ""},
		{`date and time("10:00:00")`, "null", `invalid_temporal date and time("10:00:00")`},
		{`date and time(@"2026-02-28", @"10:00:00+01:00")`, `@"2026-02-28T10:00:00+01:00"`, ""},
		{`date and time(@"2026-02-28T23:00:00-05:00", @"10:00:00")`, `@"2026-02-28T10:00:00"`, ""},
		{`date and time(time: @"10:00:00", date: @"2026-02-28")`, `@"2026-02-28T10:00:00"`, ""},
		{`date and time(@"2026-02-28", @"10:00:00", "Europe/Paris")`, `@"2026-02-28T10:00:00@Europe/Paris"`, ""},
		{`date and time(@"2026-02-28", @"10:00:00Z", "Europe/Paris")`, "null", `invalid_temporal date and time(@"2026-02-28", @"10:00:00Z", "Europe/Paris")`},
		{`date and time(@"2026-02-28", @"10:00:00", "Nowhere/Town")`, "null", `invalid_temporal date and time(@"2026-02-28", @"10:00:00", "Nowhere/Town")`},
		{`date and time(@"2026-02-28", nothing)`, "null", ""},
		{`date and time(@"10:00:00", @"10:00:00")`, "null", `type_mismatch date and time(@"10:00:00", @"10:00:00")`},
		{`duration("P1Y14M")`, `@"P2Y2M"`, ""},
		{`duration("-PT36H")`, `@"-P1DT12H"`, ""},
		{`duration(@"P1D")`, `@"P1D"`, ""},
		{`duration("P1Y1D")`, "null", `invalid_temporal duration("P1Y1D")`},
		{`duration("P")`, "null", `invalid_temporal duration("P")`},
		{`duration(1)`, "null", "type_mismatch duration(1)"},
	})
}

// A long text that is no date is not repeated in the fault, which stays cheap.
func TestFaultsOfLongTextsAreShort(t *testing.T) {
	res, err := program(t, `for i in 1..18 return if i = 1 then "abcdefgh" else partial[-1] + partial[-1]`, nil).Eval(t.Context(), input(true))
	if err != nil {
		t.Fatal(err)
	}
	items := res.Value.Items()
	text, _ := items[len(items)-1].AsString()
	sc := scopeOf(vars).Declare("long", nil)
	in := input(true)
	in.Vars = varsWith("long", text)
	res, err = program(t, "[date(long), time(long), duration(long), date and time(long), long.x, long + 1]", sc).Eval(t.Context(), in)
	if err != nil || len(res.Nulls) != 6 {
		t.Fatalf("%v, %v", res.Nulls, err)
	}
	for _, e := range res.Nulls {
		if len(e.Message) > 500 || strings.Contains(e.Message, text) {
			t.Errorf("a message of %d bytes", len(e.Message))
		}
	}
}
