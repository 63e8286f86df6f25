package temporal_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

// must gives v, read from a text that is known to be right.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func date(text string) temporal.Date { return must(temporal.ParseDate(text)) }

// reason gives the Reason of an error, "" for nil.
func reason(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	e, ok := err.(*temporal.Error)
	if !ok {
		t.Fatalf("%T is no *temporal.Error: %v", err, err)
	}
	return e.Reason
}

func TestNewDate(t *testing.T) {
	for _, c := range []struct {
		year       int64
		month, day int
		days       int64
		reason     string
	}{
		{1970, 1, 1, 0, ""},
		{1969, 12, 31, -1, ""},
		{2000, 2, 29, 11_016, ""},
		{0, 3, 1, -719_468, ""},
		{0, 2, 29, -719_469, ""},
		{-999_999_999, 1, 1, -365_243_219_162, ""},
		{999_999_999, 12, 31, 365_241_780_471, ""},
		{1_000_000_000, 1, 1, 0, "year 1000000000 is not between -999999999 and 999999999"},
		{-1_000_000_000, 1, 1, 0, "year -1000000000 is not between -999999999 and 999999999"},
		{math.MinInt64, 1, 1, 0, "year -9223372036854775808 is not between -999999999 and 999999999"},
		{2017, 13, 31, 0, "month 13 is not between 1 and 12"},
		{2017, 0, 1, 0, "month 0 is not between 1 and 12"},
		{2017, -8, 2, 0, "month -8 is not between 1 and 12"},
		{2017, 12, 32, 0, "day 32 is not between 1 and 31 in month 12 of year 2017"},
		{2017, 4, 31, 0, "day 31 is not between 1 and 30 in month 4 of year 2017"},
		{2017, 8, 0, 0, "day 0 is not between 1 and 31 in month 8 of year 2017"},
		{1900, 2, 29, 0, "day 29 is not between 1 and 28 in month 2 of year 1900"},
	} {
		d, err := temporal.NewDate(c.year, c.month, c.day)
		if got := reason(t, err); got != c.reason || d.Days != c.days {
			t.Errorf("NewDate(%d, %d, %d) = %d, %q; want %d, %q", c.year, c.month, c.day, d.Days, got, c.days, c.reason)
		}
	}
}

func TestWeeks(t *testing.T) {
	for _, c := range []struct {
		text             string
		weekday, yearDay int
		isoYear          int64
		isoWeek          int
	}{
		{"2018-12-10", 1, 344, 2018, 50},
		{"2005-01-01", 6, 1, 2004, 53},
		{"2010-01-01", 5, 1, 2009, 53},
		{"2003-12-29", 1, 363, 2004, 1},
		{"2019-09-17", 2, 260, 2019, 38},
		{"2020-12-31", 4, 366, 2020, 53},
		{"1970-01-01", 4, 1, 1970, 1},
		{"0000-12-31", 7, 366, 0, 52},
		{"-999999999-01-01", 1, 1, -999_999_999, 1},
		{"999999999-12-31", 5, 365, 999_999_999, 52},
	} {
		d := date(c.text)
		year, week := d.ISOWeek()
		if d.Weekday() != c.weekday || d.YearDay() != c.yearDay || year != c.isoYear || week != c.isoWeek {
			t.Errorf("%s: weekday %d, day %d, week %d of %d; want %d, %d, %d of %d", c.text,
				d.Weekday(), d.YearDay(), week, year, c.weekday, c.yearDay, c.isoWeek, c.isoYear)
		}
	}
}

func TestDateAddMonths(t *testing.T) {
	const outOfRange = "the year of the result is not between -999999999 and 999999999"
	for _, c := range []struct {
		from   string
		months temporal.Months
		want   string
		reason string
	}{
		{"2021-01-31", 1, "2021-02-28", ""},
		{"2020-01-31", 1, "2020-02-29", ""},
		{"2020-02-29", 12, "2021-02-28", ""},
		{"2020-02-29", 48, "2024-02-29", ""},
		{"2021-03-31", -1, "2021-02-28", ""},
		{"2021-01-01", -1, "2020-12-01", ""},
		{"-2021-01-01", -1, "-2022-12-01", ""},
		{"0000-01-31", -1, "-0001-12-31", ""},
		{"2021-05-31", 0, "2021-05-31", ""},
		{"999999999-12-31", 0, "999999999-12-31", ""},
		{"999999999-12-31", 1, "", "year 1000000000 is not between -999999999 and 999999999"},
		{"-999999999-01-01", -1, "", "year -1000000000 is not between -999999999 and 999999999"},
		{"999999999-12-31", math.MaxInt64, "", outOfRange},
		{"-999999999-12-31", math.MinInt64, "", outOfRange},
	} {
		got, err := date(c.from).AddMonths(c.months)
		if r := reason(t, err); r != c.reason || r == "" && got.String() != c.want {
			t.Errorf("%s + %s = %s, %q; want %s, %q", c.from, c.months, got, r, c.want, c.reason)
		}
	}
}

func TestDateAddDuration(t *testing.T) {
	for _, c := range []struct{ from, duration, want string }{
		{"2021-01-01", "P1D", "2021-01-02"},
		{"2021-01-01", "PT36H", "2021-01-02"},
		{"2021-01-01", "PT23H59M59.999999999S", "2021-01-01"},
		{"2021-01-02", "-PT1H", "2021-01-01"},
		{"2021-01-02", "PT1H", "2021-01-02"},
		{"2021-01-02", "-PT0.000000001S", "2021-01-01"},
		{"2021-01-02", "-PT25H", "2020-12-31"},
		{"2020-03-01", "-PT24H", "2020-02-29"},
		{"-2021-01-01", "-P1D", "-2022-12-31"},
		{"-999999999-01-01", "P730485000000D", ""},
		{"-999999999-01-01", "P730484999633D", "999999999-12-31"},
		{"-999999999-01-01", "P730484999634D", ""},
		{"-999999999-01-01", "-PT0.1S", ""},
		{"999999999-12-31", "PT9223372036854775807S", ""},
		{"-999999999-01-01", "-PT9223372036854775807S", ""},
	} {
		got, err := date(c.from).AddDuration(days(c.duration))
		if c.want == "" {
			if r := reason(t, err); r != "the year of the result is not between -999999999 and 999999999" {
				t.Errorf("%s + %s = %s, %q; want an error", c.from, c.duration, got, r)
			}
		} else if err != nil || got.String() != c.want {
			t.Errorf("%s + %s = %s, %v; want %s", c.from, c.duration, got, err, c.want)
		}
	}
}

func TestDateSubAndCompare(t *testing.T) {
	for _, c := range []struct {
		a, b, difference string
		order            int
	}{
		{"2021-01-02", "2021-01-01", "P1D", 1},
		{"2021-01-02", "1995-01-01", "P9498D", 1},
		{"2021-01-01", "2021-01-02", "-P1D", -1},
		{"0001-01-01", "-0001-01-01", "P731D", 1},
		{"2020-02-29", "2020-02-29", "PT0S", 0},
		{"999999999-12-31", "-999999999-01-01", "P730484999633D", 1},
	} {
		a, b := date(c.a), date(c.b)
		if got := a.Sub(b).String(); got != c.difference {
			t.Errorf("%s - %s = %s, want %s", c.a, c.b, got, c.difference)
		}
		if a.Compare(b) != c.order || b.Compare(a) != -c.order || a.Equal(b) != (c.order == 0) {
			t.Errorf("%s and %s compare as %d, want %d", c.a, c.b, a.Compare(b), c.order)
		}
	}
}

// anyDate draws from all days, the usual ones often.
func anyDate() *rapid.Generator[temporal.Date] {
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) temporal.Date {
			return temporal.Date{Days: rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "days")}
		}),
		rapid.Custom(func(t *rapid.T) temporal.Date {
			first, last := date("-999999999-01-01").Days, date("999999999-12-31").Days
			return temporal.Date{Days: rapid.Int64Range(first, last).Draw(t, "days")}
		}),
	)
}

// Package time has another algorithm for the same calendar, in all these years.
func TestDateAgainstPackageTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDate().Draw(t, "date")
		want := time.Unix(d.Days*86_400, 0).UTC()
		year, month, day := d.Civil()
		if year != int64(want.Year()) || month != int(want.Month()) || day != want.Day() {
			t.Fatalf("day %d is %d-%d-%d, want %s", d.Days, year, month, day, want.Format(time.DateOnly))
		}
		if back, err := temporal.NewDate(year, month, day); err != nil || back != d {
			t.Fatalf("%d-%d-%d is day %d, %v, want %d", year, month, day, back.Days, err, d.Days)
		}
		if got := d.Weekday() % 7; got != int(want.Weekday()) {
			t.Fatalf("%s has weekday %d, want %d", d, got, want.Weekday())
		}
		if d.YearDay() != want.YearDay() {
			t.Fatalf("%s has day of year %d, want %d", d, d.YearDay(), want.YearDay())
		}
		isoYear, isoWeek := d.ISOWeek()
		if y, w := want.ISOWeek(); isoYear != int64(y) || isoWeek != w {
			t.Fatalf("%s is in week %d of %d, want %d of %d", d, isoWeek, isoYear, w, y)
		}
	})
}

// Adding months is cutting a day that does not exist; time.AddDate moves it on.
func TestDateAddMonthsAgainstPackageTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDate().Draw(t, "date")
		m := rapid.Int64Range(-100_000, 100_000).Draw(t, "months")
		got, err := d.AddMonths(temporal.Months(m))
		if err != nil {
			t.Skip("out of range")
		}
		year, month, day := d.Civil()
		want := time.Date(int(year), time.Month(month)+time.Month(m), day, 0, 0, 0, 0, time.UTC)
		if want.Day() != day {
			want = want.AddDate(0, 0, -want.Day())
		}
		if got.Days*86_400 != want.Unix() {
			t.Fatalf("%s + %d months = %s, want %s", d, m, got, want)
		}
	})
}

func TestDateAddInvertsSub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyDate().Draw(t, "a"), anyDate().Draw(t, "b")
		if got, err := b.AddDuration(a.Sub(b)); err != nil || got != a {
			t.Fatalf("%s + (%s - %s) = %s, %v", b, a, b, got, err)
		}
	})
}

func TestDateText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDate().Draw(t, "date")
		if back, err := temporal.ParseDate(d.String()); err != nil || back != d {
			t.Fatalf("%s is read as %s, %v", d, back, err)
		}
	})
}

func BenchmarkDate(b *testing.B) {
	d, o := date("2026-06-01"), date("1995-01-01")
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := temporal.ParseDate("2026-06-01"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("civil", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.Civil()
		}
	})
	b.Run("sub", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.Sub(o).Days()
		}
	})
	b.Run("compare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.Compare(o)
		}
	})
	b.Run("add months", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := d.AddMonths(13); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("append", func(b *testing.B) {
		buf := make([]byte, 0, 32)
		b.ReportAllocs()
		for b.Loop() {
			buf = d.AppendTo(buf[:0])
		}
	})
}
