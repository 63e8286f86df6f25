package temporal_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/internal/temporal"
)

func TestParseJSONDate(t *testing.T) {
	if d, err := temporal.ParseJSONDate("2026-06-01"); err != nil || d.String() != "2026-06-01" {
		t.Errorf("2026-06-01 is read as %s, %v", d, err)
	}
	for _, c := range []refusal{
		{"12026-06-01", "RFC 3339 has years 0000 to 9999 only"},
		{"-2026-06-01", "RFC 3339 has years 0000 to 9999 only"},
		{"2026-02-30", "day 30 is not between 1 and 28 in month 2 of year 2026"},
		{"2026-06-01T00:00:00Z", `"T00:00:00Z" is more than belongs there`},
	} {
		if d, err := temporal.ParseJSONDate(c.text); reason(t, err) != c.reason {
			t.Errorf("%q is read as %s, %v; want %s", c.text, d, err, c.reason)
		}
	}
}

func TestParseJSONTime(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"10:30:00Z", "10:30:00Z"},
		{"10:30:00z", "10:30:00Z"},
		{"10:30:00.500+02:00", "10:30:00.5+02:00"},
		{"10:30:00-00:00", "10:30:00Z"},
		{"23:59:59.999999999-18:00", "23:59:59.999999999-18:00"},
	} {
		if v, err := temporal.ParseJSONTime(c.text); err != nil || v.String() != c.want {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.want)
		}
	}
	for _, c := range []refusal{
		{"10:30:00", "an offset is missing: Z or ±hh:mm"},
		{"10:30:00@Europe/Paris", `"@Europe/Paris" is not an offset: Z or ±hh:mm`},
		{"10:30:00+02:00:00", `":00" is more than belongs there`},
		{"10:30:00+19:00", "an offset of 19:00:00 is beyond ±18:00"},
		{"23:59:60Z", "second 60 is not between 0 and 59: there are no leap seconds"},
		{"24:00:00Z", "hour 24 is not between 0 and 23"},
		{"10:30:00.1234567890Z", "the fraction has more than nine digits"},
		{"10:30:00.Z", "no digit follows the point"},
	} {
		if v, err := temporal.ParseJSONTime(c.text); reason(t, err) != c.reason {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.reason)
		}
	}
}

func TestParseJSONDateTime(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"2026-06-01T10:30:00Z", "2026-06-01T10:30:00Z"},
		{"2026-06-01t10:30:00z", "2026-06-01T10:30:00Z"},
		{"0000-01-01T00:00:00.25-02:30", "0000-01-01T00:00:00.25-02:30"},
	} {
		if v, err := temporal.ParseJSONDateTime(c.text); err != nil || v.String() != c.want {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.want)
		}
	}
	for _, c := range []refusal{
		{"2026-06-01", "T is missing after the day"},
		{"2026-06-01 10:30:00Z", "T is missing after the day"},
		{"2026-06-01T10:30:00", "an offset is missing: Z or ±hh:mm"},
		{"2026-06-01T24:00:00Z", "hour 24 is not between 0 and 23"},
		{"2026-06-30T23:59:60Z", "second 60 is not between 0 and 59: there are no leap seconds"},
		{"2026-06-01T10:30:00.0000000000Z", "the fraction has more than nine digits"},
		{"2026-06-01T10:30:00@Etc/UTC", `"@Etc/UTC" is not an offset: Z or ±hh:mm`},
	} {
		if v, err := temporal.ParseJSONDateTime(c.text); reason(t, err) != c.reason {
			t.Errorf("%q is read as %s, %v; want %s", c.text, v, err, c.reason)
		}
	}
}

func TestParseJSONDuration(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"P2W", "P14D"}, {"P0W", "PT0S"}, {"P1DT2H3M4S", "P1DT2H3M4S"}, {"PT36H", "P1DT12H"},
	} {
		if d, _, isMonths, err := temporal.ParseJSONDuration(c.text); err != nil || isMonths || d.String() != c.want {
			t.Errorf("%q is read as %s, %v; want %s", c.text, d, err, c.want)
		}
	}
	if _, m, isMonths, err := temporal.ParseJSONDuration("P1Y14M"); err != nil || !isMonths || m != 26 {
		t.Errorf("P1Y14M is read as %s, %v", m, err)
	}
	const mixed = "years and months are one kind of duration, days and time another: they do not mix"
	for _, c := range []refusal{
		{"P1Y2D", mixed},
		{"P1MT1S", mixed},
		{"-P1D", "RFC 3339 has no negative durations"},
		{"PT1.5S", "RFC 3339 has no fractions in durations"},
		{"P2W1D", `"1D" is more than belongs there`},
		{"P1D2W", `a unit is missing at "W": Y, M, D, then T, then H, M, S`},
		{"PT2W", `a unit is missing at "W": Y, M, D, then T, then H, M, S`},
		{"PW", `a number is missing at "W"`},
		{"P9999999999999999999W", "it is too long: more than 9223372036854775807 months or seconds"},
		{"P15250284452472W", "it is too long: more than 9223372036854775807 months or seconds"},
	} {
		if d, m, _, err := temporal.ParseJSONDuration(c.text); reason(t, err) != c.reason {
			t.Errorf("%q is read as %s, %s, %v; want %s", c.text, d, m, err, c.reason)
		}
	}
}

// FEEL's parsers read the same texts as the same values, but for weeks and small
// letters, and they read what is printed. Package time reads the same moments.
func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{
		"2026-06-01", "10:30:00Z", "2026-06-01t10:30:00.5z", "2026-06-01T10:30:00+02:00", "2026-06-30T23:59:60Z", "P2W", "P1Y2D", "PT1S", "P1Y",
	} {
		f.Add(s)
	}
	moments := regexp.MustCompile(`\A[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})\z`)
	weeks := regexp.MustCompile(`\AP[0-9]+W\z`)
	f.Fuzz(func(t *testing.T, text string) {
		if v, err := temporal.ParseJSONDate(text); err == nil {
			if same, err := temporal.ParseDate(text); err != nil || same != v || len(text) != 10 {
				t.Fatalf("%q is read as %s, and by FEEL as %s, %v", text, v, same, err)
			}
		}
		if v, err := temporal.ParseJSONTime(text); err == nil {
			if same, err := temporal.ParseTime(strings.ToUpper(text)); err != nil || !same.Is(v) {
				t.Fatalf("%q is read as %s, and by FEEL as %s, %v", text, v, same, err)
			}
			if _, ok := v.Offset(); !ok {
				t.Fatalf("%q has no offset", text)
			}
		}
		v, err := temporal.ParseJSONDateTime(text)
		std, stdErr := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
		if err == nil {
			if offset, ok := v.Offset(); stdErr != nil || !ok || v.Sec-offset != std.Unix() || int(v.Nano) != std.Nanosecond() {
				t.Fatalf("%q is read as %s, and by package time as %s, %v", text, v, std, stdErr)
			}
		} else if stdErr == nil && moments.MatchString(text) && !strings.Contains(reason(t, err), "beyond") {
			t.Fatalf("%q is refused: %v", text, err)
		}
		if d, m, isMonths, err := temporal.ParseJSONDuration(text); err == nil && !weeks.MatchString(text) {
			same, sameM, sameKind, err := temporal.ParseDuration(text)
			if err != nil || same != d || sameM != m || sameKind != isMonths {
				t.Fatalf("%q is read as %s, %s, and by FEEL as %s, %s, %v", text, d, m, same, sameM, err)
			}
		}
	})
}
