package feel_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestCalendar(t *testing.T) {
	functions(t, []row{
		{`day of year(@"2020-12-31")`, "366", ""},
		{`day of year(date: @"2019-09-17T23:00:00-12:00")`, "260", ""},
		{`day of year(@"0000-03-01")`, "61", ""},
		{`day of week(@"2019-09-17")`, `"Tuesday"`, ""},
		{`day of week(@"2026-11-29T00:00:00@Asia/Dhaka")`, `"Sunday"`, ""},
		{`day of week(@"-0001-02-28")`, `"Sunday"`, ""},
		{`month of year(@"2019-09-17")`, `"September"`, ""},
		{`week of year(@"2003-12-29")`, "1", ""},
		{`week of year(@"2005-01-01")`, "53", ""},
		{`week of year(@"2010-01-01T10:00:00")`, "53", ""},
		{`day of week(nothing)`, "null", ""},
		{`day of week("2019-09-17")`, "null", "type_mismatch"},
		{`week of year(@"10:00:00")`, "null", "type_mismatch"},
		{`years and months duration(@"2011-12-22", @"2013-08-24")`, `@"P1Y8M"`, ""},
		{`years and months duration(@"2013-08-24", @"2011-12-22")`, `@"-P1Y8M"`, ""},
		{`years and months duration(to: @"2016-12-31T00:00:01", from: @"2014-12-31T23:59:59")`, `@"P2Y"`, ""},
		{`years and months duration(@"2015-01-31", @"2015-02-28")`, `@"P0M"`, ""},
		{`years and months duration(@"2015-01-01", @"2015-02-28T10:00:00+10:00")`, `@"P1M"`, ""},
		{`years and months duration(@"-0001-01-01", @"0001-01-01")`, `@"P2Y"`, ""},
		{`years and months duration(nothing, @"2015-02-28")`, "null", ""},
		{`years and months duration("2015-01-31", @"2015-02-28")`, "null", "type_mismatch"},
		{`now()`, `@"2026-06-01T12:00:00Z"`, ""},
		{`today()`, `@"2026-06-01"`, ""},
		{`now() - @"2026-06-01T00:00:00Z"`, `@"PT12H"`, ""},
		{`(function(f) f())(today)`, `@"2026-06-01"`, ""},
		{`now(1)`, "null", "wrong_arguments"},
	})
}

// The clock has the offset that the host gives it, and without one there is no time.
func TestClock(t *testing.T) {
	now := time.Date(2026, 1, 1, 1, 30, 0, 5, time.FixedZone("", 3*60*60))
	for text, want := range map[string]string{
		"now()":         `@"2026-01-01T01:30:00.000000005+03:00"`,
		"today()":       `@"2026-01-01"`,
		"today().year":  "2026",
		"now() = now()": "true",
	} {
		p := program(t, text, nil)
		res, err := p.Eval(t.Context(), feel.Input{Now: now})
		if err != nil || res.Value.String() != want {
			t.Errorf("%s: %s, %v, want %s", text, res.Value, err, want)
		}
		if _, err := p.Eval(t.Context(), feel.Input{}); codesOf(err) != "no_clock" {
			t.Errorf("%s without a clock: %v", text, err)
		}
		res, err = p.Eval(t.Context(), feel.Input{Lenient: true})
		if err != nil || len(res.Nulls) == 0 || res.Nulls[0].Code != feel.NoClock {
			t.Errorf("%s without a clock, leniently: %v, %v, %v", text, res.Value, res.Nulls, err)
		}
	}
}

// Within the range of time.Time the calendar is Go's.
func TestCalendarAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "second"), 0).UTC()
		v, err := feel.OfTime(day)
		if err != nil {
			t.Fatal(err)
		}
		_, week := day.ISOWeek()
		for name, want := range map[string]string{
			"day of year":   feel.Int(int64(day.YearDay())).String(),
			"day of week":   feel.String(day.Weekday().String()).String(),
			"month of year": feel.String(day.Month().String()).String(),
			"week of year":  feel.Int(int64(week)).String(),
		} {
			if got, err := feel.Call(name, v); err != nil || got.String() != want {
				t.Errorf("%s(%s) = %s, %v, want %s", name, v, got, err, want)
			}
		}
	})
}
