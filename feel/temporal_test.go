package feel_test

import (
	"testing"
	"time"

	"github.com/decision-spine/spine/feel"
)

func TestParseTemporal(t *testing.T) {
	for _, c := range []struct {
		kind feel.Kind
		text string
		want string // "" of an error
	}{
		{feel.KindDate, "2026-02-28", `@"2026-02-28"`},
		{feel.KindDate, "2026-02-29", ""},
		{feel.KindDate, "2026-02-28T00:00:00", ""},
		{feel.KindTime, "10:00:00Z", `@"10:00:00Z"`},
		{feel.KindTime, "24:00:00", ""},
		{feel.KindDateTime, "2026-02-28T24:00:00", `@"2026-03-01T00:00:00"`},
		{feel.KindDateTime, "2026-02-28", `@"2026-02-28T00:00:00"`},
		{feel.KindDateTime, "10:00:00", ""},
		{feel.KindDays, "P1DT1H", `@"P1DT1H"`},
		{feel.KindDays, "P1Y", ""},
		{feel.KindMonths, "P1Y", `@"P1Y"`},
		{feel.KindMonths, "P1D", ""},
		{feel.KindMonths, "", ""},
		{feel.KindNumber, "1", ""},
		{feel.KindString, "a", ""},
	} {
		got, err := feel.ParseTemporal(c.kind, c.text)
		if (err == nil) != (c.want != "") || err == nil && got.String() != c.want || err != nil && !got.IsNull() {
			t.Errorf("%s %q: %s, %v", c.kind, c.text, got, err)
		}
	}
}

func TestParseJSONTemporal(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"date", "2026-02-28", `@"2026-02-28"`},
		{"date", "2026-2-28", ""},
		{"time", "10:00:00Z", `@"10:00:00Z"`},
		{"time", "10:00:00", ""}, // always with an offset
		{"date-time", "2026-02-28T10:00:00+01:00", `@"2026-02-28T10:00:00+01:00"`},
		{"date-time", "2026-02-28T10:00:00", ""},
		{"date-time", "2026-02-28T10:00:60Z", ""},
		{"date-time", "2026-02-28T10:00:00.1234567891Z", ""},
		{"duration", "P2W", `@"P14D"`},
		{"duration", "P1Y2M", `@"P1Y2M"`},
		{"duration", "P1Y2D", ""},
	} {
		got, ok, err := feel.ParseJSONTemporal(c.format, c.text)
		if !ok || (err == nil) != (c.want != "") || err == nil && got.String() != c.want {
			t.Errorf("%s %q: %s, %t, %v", c.format, c.text, got, ok, err)
		}
	}
	if _, ok, err := feel.ParseJSONTemporal("email", "a@b"); ok || err != nil {
		t.Error("email is a temporal format")
	}
}

func TestDaysAndMonths(t *testing.T) {
	for _, c := range []struct{ text, days, months string }{
		{`@"P90D"`, "90", "null"},
		{`@"P1DT12H"`, "1.5", "null"},
		{`@"-PT6H"`, "-0.25", "null"},
		{`@"PT1S"`, "0.00001157407407407407407407407407407407", "null"},
		{`@"PT0S"`, "0", "null"},
		{`@"P99999999999999D"`, "99999999999999", "null"},
		{`@"P1Y2M"`, "null", "14"},
		{`@"-P1M"`, "null", "-1"},
		{"90", "null", "null"},
		{`@"2026-01-01"`, "null", "null"},
	} {
		v := value(t, c.text)
		days, ok := v.Days()
		if days.String() != c.days || ok == (c.days == "null") {
			t.Errorf("%s has %s days", c.text, days)
		}
		months, ok := v.Months()
		if months.String() != c.months || ok == (c.months == "null") {
			t.Errorf("%s has %s months", c.text, months)
		}
	}
}

func TestOfTime(t *testing.T) {
	now := time.Now() // with a monotonic clock and a location
	v, err := feel.OfTime(now)
	if err != nil {
		t.Fatal(err)
	}
	if at, ok := v.AsTime(); !ok || !at.Equal(now) {
		t.Errorf("%s is %s", now, v)
	}
}
