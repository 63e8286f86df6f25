package temporal_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/internal/temporal"
	"pgregory.net/rapid"
)

type refusal struct{ text, reason string }

func TestParseDate(t *testing.T) {
	for _, text := range []string{
		"2017-12-31", "-2017-01-01", "0000-02-29", "0998-12-31", "12017-01-01", "999999999-12-31", "-999999999-01-01",
	} {
		if d, err := temporal.ParseDate(text); err != nil || d.String() != text {
			t.Errorf("%q is read as %s, %v", text, d, err)
		}
	}
	for _, c := range []refusal{
		{"", "the year has not four digits"},
		{"998-12-31", "the year has not four digits"},
		{"+2012-12-02", "the year has not four digits"},
		{"--2012-12-02", "the year has not four digits"},
		{" 2012-12-02", "the year has not four digits"},
		{"01211-12-31", "a year of more than four digits begins with 0"},
		{"9999999999-12-25", "the year is not between -999999999 and 999999999"},
		{"-0000-12-25", "year 0 has a minus sign"},
		{"2012/12/25", `'-' is missing after the year`},
		{"2012T-12-2511:00:00Z", `'-' is missing after the year`},
		{"2012-1-25", "the month has not two digits"},
		{"2012-12", `'-' is missing after the month`},
		{"2012-12-5", "the day has not two digits"},
		{"2012-12-٣٣", "the day has not two digits"},
		{"2017-13-10", "month 13 is not between 1 and 12"},
		{"2017-12-32", "day 32 is not between 1 and 31 in month 12 of year 2017"},
		{"2100-02-29", "day 29 is not between 1 and 28 in month 2 of year 2100"},
		{"0000-12-25T", `"T" is more than belongs there`},
		{"2012-12-25Z", `"Z" is more than belongs there`},
		{"2012-12-25\x00", `"\x00" is more than belongs there`},
	} {
		if d, err := temporal.ParseDate(c.text); reason(t, err) != c.reason || d != (temporal.Date{}) {
			t.Errorf("%q is read as %s, %v; want %s", c.text, d, err, c.reason)
		}
	}
}

func TestParseTime(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"01:02:03", "01:02:03"},
		{"11:22:33.444", "11:22:33.444"},
		{"11:22:33.120000000", "11:22:33.12"},
		{"23:59:59.999999999Z", "23:59:59.999999999Z"},
		{"23:59:00z", "23:59:00Z"},
		{"11:22:33-00:00", "11:22:33Z"},
		{"11:22:33+00:00:00", "11:22:33Z"},
		{"13:20:00+02:01", "13:20:00+02:01"},
		{"11:59:45-02:45:55", "11:59:45-02:45:55"},
		{"13:20:00+18:00", "13:20:00+18:00"},
		{"00:01:00@Etc/UTC", "00:01:00@Etc/UTC"},
		{"10:30:00@America/Argentina/Ushuaia", "10:30:00@America/Argentina/Ushuaia"},
		{"10:30:00@UTC", "10:30:00@UTC"},
	} {
		if v, err := temporal.ParseTime(c.text); err != nil || v.String() != c.want {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.want)
		}
	}
	for _, c := range []refusal{
		{"", "the hour has not two digits"},
		{"7:00:00", "the hour has not two digits"},
		{"T11:00:00", "the hour has not two digits"},
		{"07:1:00", "the minute has not two digits"},
		{"07:01:2", "the second has not two digits"},
		{"07:20", `':' is missing after the minute`},
		{"07-20-00", `':' is missing after the hour`},
		{"23:59:60", "second 60 is not between 0 and 59: there are no leap seconds"},
		{"00:00:61", "second 61 is not between 0 and 59"},
		{"00:60:00", "minute 60 is not between 0 and 59"},
		{"24:00:00", "hour 24 is not between 0 and 23"},
		{"24:00:01", "hour 24 is not between 0 and 23"},
		{"11:30:00T", `"T" is more than belongs there`},
		{"11:30:00,5", `",5" is more than belongs there`},
		{"11:30:00.", "no digit follows the point"},
		{"11:30:00.1234567890", "the fraction has more than nine digits"},
		{"13:20:00+19:00", "an offset of 19:00:00 is beyond ±18:00"},
		{"13:20:00-18:00:01", "an offset of 18:00:01 is beyond ±18:00"},
		{"13:20:00+01:60", "minutes and seconds of the offset are not between 0 and 59"},
		{"13:20:00+5", "the hour of the offset has not two digits"},
		{"13:20:00+05:0", "the minute of the offset has not two digits"},
		{"13:20:00+0500", `':' is missing after the hour of the offset`},
		{"13:20:00Z+05:00", `"+05:00" is more than belongs there`},
		{"13:20:00@xyz/abc", `"xyz/abc" is no region of the IANA database`},
		{"13:20:00@Local", `"Local" is no region of the IANA database`},
		{"13:20:00@", `"" is no region of the IANA database`},
		{"13:20:00+02:00@Europe/Paris", "an offset and a region exclude each other"},
		{"13:20:00@Europe/Paris+02:00", `"Europe/Paris+02:00" is no region of the IANA database`},
		{"2017-08-10T10:20:00", `':' is missing after the hour`},
	} {
		if v, err := temporal.ParseTime(c.text); reason(t, err) != c.reason || v != (temporal.Time{}) {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.reason)
		}
	}
}

func TestParseDateTime(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"2012-12-24", "2012-12-24T00:00:00"},
		{"2017-12-31T11:22:33.456+01:35", "2017-12-31T11:22:33.456+01:35"},
		{"2017-12-31T11:22:33Z", "2017-12-31T11:22:33Z"},
		{"-99999-12-31T11:22:33", "-99999-12-31T11:22:33"},
		{"999999999-12-31T23:59:59.999999999@Europe/Paris", "999999999-12-31T23:59:59.999999999@Europe/Paris"},
		{"-999999999-12-31T23:59:59.999999999+02:00", "-999999999-12-31T23:59:59.999999999+02:00"},
		{"2021-01-01T24:00:00", "2021-01-02T00:00:00"},
		{"2020-12-31T24:00:00.000@Europe/Paris", "2021-01-01T00:00:00@Europe/Paris"},
	} {
		if v, err := temporal.ParseDateTime(c.text); err != nil || v.String() != c.want {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.want)
		}
	}
	for _, c := range []refusal{
		{"11:00:00", "the year has not four digits"},
		{"2011-12-0310:15:30", "T is missing after the day"},
		{"2011-12-03 10:15:30", "T is missing after the day"},
		{"2011-12-03t10:15:30", "T is missing after the day"},
		{"2011-12-03T", "the hour has not two digits"},
		{"2017-00-10T11:22:33", "month 0 is not between 1 and 12"},
		{"2017-12-31T24:01:00", "hour 24 is not between 0 and 23"},
		{"2017-12-31T24:00:00.1", "hour 24 is not between 0 and 23"},
		{"2017-12-31T25:00:00", "hour 25 is not between 0 and 23"},
		{"2017-12-31T7:20", "the hour has not two digits"},
		{"2017-12-31T13:20:00+02:00@Europe/Paris", "an offset and a region exclude each other"},
		{"999999999-12-31T24:00:00", "the year is not between -999999999 and 999999999"},
	} {
		if v, err := temporal.ParseDateTime(c.text); reason(t, err) != c.reason || v != (temporal.DateTime{}) {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.reason)
		}
	}
}

func TestParseDuration(t *testing.T) {
	const mixed = "years and months are one kind of duration, days and time another: they do not mix"
	for _, c := range []refusal{
		{"", "it does not begin with P"},
		{"1Y", "it does not begin with P"},
		{"p1Y", "it does not begin with P"},
		{"+P1Y", "it does not begin with P"},
		{"--P1Y", "it does not begin with P"},
		{"P", "a number is missing at the end"},
		{"PT", "a number is missing at the end"},
		{"P1DT", "a number is missing at the end"},
		{"P1YT", "a number is missing at the end"},
		{"P-1D", `a number is missing at "-1D"`},
		{"PT.5S", `a number is missing at ".5S"`},
		{"PTT1S", `a number is missing at "T1S"`},
		{"PT1ST1S", `a number is missing at "T1S"`},
		{"P0", "a unit is missing at the end: Y, M, D, then T, then H, M, S"},
		{"P1H", `a unit is missing at "H": Y, M, D, then T, then H, M, S`},
		{"PT1D", `a unit is missing at "D": Y, M, D, then T, then H, M, S`},
		{"P1M1Y", `a unit is missing at "Y": Y, M, D, then T, then H, M, S`},
		{"PT1S1S", `a unit is missing at "S": Y, M, D, then T, then H, M, S`},
		{"P2W", `a unit is missing at "W": Y, M, D, then T, then H, M, S`},
		{"P1.5D", "only seconds may have a fraction"},
		{"P1.Y", "only seconds may have a fraction"},
		{"PT1.0M", "only seconds may have a fraction"},
		{"PT1.0000000000S", "the fraction has more than nine digits"},
		{"P1Y2D", mixed},
		{"P1MT1S", mixed},
		{"P0Y0D", mixed},
		{"PT9223372036854775808S", "it is too long: more than 9223372036854775807 months or seconds"},
		{"P106751991167300DT15H30M8S", "it is too long: more than 9223372036854775807 months or seconds"},
		{"P768614336404564651Y", "it is too long: more than 9223372036854775807 months or seconds"},
		{"P" + strings.Repeat("9", 1000) + "D", "it is too long: more than 9223372036854775807 months or seconds"},
		{"2012T-12-2511:00:00Z", "it does not begin with P"},
	} {
		d, m, _, err := temporal.ParseDuration(c.text)
		if reason(t, err) != c.reason || d != (temporal.Duration{}) || m != 0 {
			t.Errorf("%q is read as %s, %s, %v; want %s", c.text, d, m, err, c.reason)
		}
	}
}

func TestParseAny(t *testing.T) {
	for _, c := range []struct {
		text string
		want any
	}{
		{"2019-03-31", date("2019-03-31")},
		{"-2019-03-31", date("-2019-03-31")},
		{"10:30:11+11:00", clock("10:30:11+11:00")},
		{"10:30:11@America/Toronto", clock("10:30:11@America/Toronto")},
		{"2018-12-08T10:30:11", moment("2018-12-08T10:30:11")},
		{"P10D", days("P10D")},
		{"-P10Y", months("-P10Y")},
	} {
		if got, err := temporal.ParseAny(c.text); err != nil || got != c.want {
			t.Errorf("%q is read as %T %v, %v; want %T", c.text, got, got, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"foo", `literal "foo": it has the form of no date, time, date and time or duration`},
		{"", `literal: it has the form of no date, time, date and time or duration`},
		{"2019-02-30", `date "2019-02-30": day 30 is not between 1 and 28 in month 2 of year 2019`},
		{"7:00:00", `time "7:00:00": the hour has not two digits`},
		{"2019-02-01T7:00:00", `date and time "2019-02-01T7:00:00": the hour has not two digits`},
		{"P1Y1", `duration "P1Y1": a unit is missing at the end: Y, M, D, then T, then H, M, S`},
		{"2019-" + strings.Repeat("0", 100), `date "2019-` + strings.Repeat("0", 59) + `…": '-' is missing after the month`},
	} {
		if got, err := temporal.ParseAny(c.text); err == nil || err.Error() != c.want || got != nil {
			t.Errorf("%q is read as %v, %v; want %s", c.text, got, err, c.want)
		}
	}
}

func TestParsingAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 96)
	for name, f := range map[string]func(){
		"date":     func() { temporal.ParseDate("2026-06-01") },
		"time":     func() { temporal.ParseTime("10:30:00.5@Europe/Paris") },
		"moment":   func() { temporal.ParseDateTime("2026-06-01T10:30:00.5+02:00") },
		"duration": func() { temporal.ParseDuration("P1DT2H3.5S") },
		"json":     func() { temporal.ParseJSONDateTime("2026-06-01T10:30:00.5+02:00") },
		"append":   func() { buf = moment("2026-06-01T10:30:00.5@Europe/Paris").AppendTo(buf[:0]) },
		"compare":  func() { moment("2026-06-01T10:30:00Z").Compare(moment("2026-06-01T10:30:00@Asia/Dhaka")) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// The forms of the four texts, written down a second time. Ranges are not in
// them.
const (
	datePart     = `-?([0-9]{4}|[1-9][0-9]{4,8})-[0-9]{2}-[0-9]{2}`
	timePart     = `[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2}(:[0-9]{2})?|@[A-Za-z0-9_+/-]+)?`
	secondsPart  = `[0-9]+(\.[0-9]{0,9})?S`
	timeDuration = `T([0-9]+H([0-9]+M)?(` + secondsPart + `)?|[0-9]+M(` + secondsPart + `)?|` + secondsPart + `)`
)

var (
	dateForm     = regexp.MustCompile(`\A` + datePart + `\z`)
	timeForm     = regexp.MustCompile(`\A` + timePart + `\z`)
	dateTimeForm = regexp.MustCompile(`\A` + datePart + `(T` + timePart + `)?\z`)
	durationForm = regexp.MustCompile(`\A-?P([0-9]+Y([0-9]+M)?|[0-9]+M|[0-9]+D(` + timeDuration + `)?|` + timeDuration + `)\z`)
)

// What is read has the form, and prints as a text that is read as the same value
// and prints alike.
func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2017-12-31", "-2017-01-01", "999999999-12-31", "0000-02-29", "2017-02-29", "01211-12-31", "-0000-01-01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := temporal.ParseDate(text)
		if err != nil {
			if _, stdErr := time.Parse(time.DateOnly, text); stdErr == nil {
				t.Fatalf("%q is refused: %v", text, err)
			}
			return
		}
		if !dateForm.MatchString(text) || d.String() != text {
			t.Fatalf("%q is read as %s", text, d)
		}
		if std, err := time.Parse(time.DateOnly, text); len(text) == 10 && text[0] != '-' && (err != nil || std.Unix() != d.Days*86_400) {
			t.Fatalf("%q is read as %s, but by package time as %s, %v", text, d, std, err)
		}
	})
}

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"10:30:00", "10:30:00.5Z", "10:30:00z", "24:00:00", "23:59:60", "10:30:00+18:00", "10:30:00-02:45:55", "10:30:00@Asia/Dhaka"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := temporal.ParseTime(text)
		if err != nil {
			if _, stdErr := time.Parse("15:04:05", text); stdErr == nil && timeForm.MatchString(text) {
				t.Fatalf("%q is refused: %v", text, err)
			}
			return
		}
		if !timeForm.MatchString(text) || v.String()[:8] != text[:8] {
			t.Fatalf("%q is read as %s", text, v)
		}
		if back, err := temporal.ParseTime(v.String()); err != nil || !back.Is(v) {
			t.Fatalf("%q prints as %s and is read as %s, %v", text, v, back, err)
		}
	})
}

func FuzzParseDateTime(f *testing.F) {
	for _, s := range []string{"2017-12-31", "2017-12-31T24:00:00", "2017-12-31T10:30:00.5+02:00", "-2017-12-31T10:30:00@Europe/Paris", "999999999-12-31T24:00:00Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := temporal.ParseDateTime(text)
		day, clockText, isTime := strings.Cut(text, "T")
		if err != nil {
			_, dateErr := temporal.ParseDate(day)
			_, timeErr := temporal.ParseTime(clockText)
			if dateErr == nil && (timeErr == nil || !isTime) {
				t.Fatalf("%q is refused, its parts are not: %v", text, err)
			}
			return
		}
		if !dateTimeForm.MatchString(text) {
			t.Fatalf("%q is read as %s", text, v)
		}
		if back, err := temporal.ParseDateTime(v.String()); err != nil || !back.Is(v) {
			t.Fatalf("%q prints as %s and is read as %s, %v", text, v, back, err)
		}
		if joined := temporal.NewDateTime(v.Date(), v.Time()); !joined.Is(v) {
			t.Fatalf("%q has the parts %s and %s", text, v.Date(), v.Time())
		}
	})
}

func FuzzParseDuration(f *testing.F) {
	for _, s := range []string{"P1Y2M", "-P26M", "P1DT2H3M4.5S", "PT0.S", "PT", "P1Y2D", "PT9223372036854775807S", "P2W"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, m, isMonths, err := temporal.ParseDuration(text)
		if (err == nil) != durationForm.MatchString(text) && !strings.Contains(reason(t, err), "too long") {
			t.Fatalf("%q is read as %s, %s, %v", text, d, m, err)
		}
		if err != nil {
			return
		}
		printed := d.String()
		if isMonths {
			printed = m.String()
		}
		d2, m2, isMonths2, err := temporal.ParseDuration(printed)
		if err != nil || d2 != d || m2 != m || isMonths2 != isMonths {
			t.Fatalf("%q prints as %s and is read as %s, %s, %v", text, printed, d2, m2, err)
		}
	})
}

func FuzzParseAny(f *testing.F) {
	for _, s := range []string{"2017-12-31", "10:30:00@America/Toronto", "2017-12-31T10:30:00", "-P1Y", "PT1S", "foo"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		forms := 0
		for _, form := range []*regexp.Regexp{dateForm, timeForm, dateTimeForm, durationForm} {
			if form.MatchString(text) {
				forms++
			}
		}
		v, err := temporal.ParseAny(text)
		if err != nil {
			reason(t, err)
			return
		}
		if forms == 0 {
			t.Fatalf("%q is read as %T %s", text, v, v)
		}
		if back, err := temporal.ParseAny(v.(interface{ String() string }).String()); err != nil || back != v {
			t.Fatalf("%q prints as %s and is read as %T %s, %v", text, v, back, back, err)
		}
	})
}

// TestUsualDatesAgree: a date of the usual form is read as all are, and so is what is
// nearly one.
func TestUsualDatesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching("[0-9]{4}-([01][0-9]-[0-3][0-9])").Draw(t, "date"))
		if rapid.Bool().Draw(t, "changed") {
			text[rapid.IntRange(0, len(text)-1).Draw(t, "at")] = rapid.SampledFrom([]byte("09-/:T \x00\xff")).Draw(t, "byte")
		}
		text = text[:rapid.IntRange(9, len(text)).Draw(t, "length")]
		got, err := temporal.ParseDate(string(text))
		want, wantErr := temporal.ParseDatePlainly(string(text))
		if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%q is %v, %v, want %v, %v", text, got, err, want, wantErr)
		}
	})
}
