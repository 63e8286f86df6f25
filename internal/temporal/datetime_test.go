package temporal_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

func moment(text string) temporal.DateTime { return must(temporal.ParseDateTime(text)) }

func TestNewDateTime(t *testing.T) {
	for _, c := range []struct{ date, time, want string }{
		{"2017-08-10", "23:59:01", "2017-08-10T23:59:01"},
		{"2017-09-05", "09:15:30.987654321@Europe/Paris", "2017-09-05T09:15:30.987654321@Europe/Paris"},
		{"-0001-12-31", "23:59:59.5+02:00", "-0001-12-31T23:59:59.5+02:00"},
		{"-999999999-01-01", "00:00:00Z", "-999999999-01-01T00:00:00Z"},
		{"999999999-12-31", "23:59:59.999999999Z", "999999999-12-31T23:59:59.999999999Z"},
	} {
		got := temporal.NewDateTime(date(c.date), clock(c.time))
		if got.String() != c.want || got.Date() != date(c.date) || !got.Time().Is(clock(c.time)) {
			t.Errorf("%s and %s make %s, want %s", c.date, c.time, got, c.want)
		}
	}
	if got := date("2017-08-10").Midnight(temporal.UTC()).String(); got != "2017-08-10T00:00:00Z" {
		t.Errorf("midnight in UTC is %s", got)
	}
	if got := date("2017-08-10").Midnight(temporal.NoZone()).String(); got != "2017-08-10T00:00:00" {
		t.Errorf("local midnight is %s", got)
	}
}

func TestFromTime(t *testing.T) {
	paris := time.FixedZone("somewhere", 7200)
	for _, c := range []struct {
		from time.Time
		want string
	}{
		{time.Date(2026, 6, 1, 10, 0, 0, 500, time.UTC), "2026-06-01T10:00:00.0000005Z"},
		{time.Date(2026, 6, 1, 0, 30, 0, 0, paris), "2026-06-01T00:30:00+02:00"},
		{time.Date(1960, 1, 1, 0, 0, 0, 1, paris), "1960-01-01T00:00:00.000000001+02:00"},
	} {
		if got, err := temporal.FromTime(c.from); err != nil || got.String() != c.want {
			t.Errorf("FromTime(%s) = %s, %v; want %s", c.from, got, err, c.want)
		}
	}
	if _, err := temporal.FromTime(time.Date(1_000_000_000, 1, 1, 0, 0, 0, 0, time.UTC)); err == nil {
		t.Error("year 1000000000 is taken")
	}
	if _, err := temporal.FromTime(time.Date(2026, 1, 1, 0, 0, 0, 0, time.FixedZone("far", 70_000))); err == nil {
		t.Error("an offset beyond 18 hours is taken")
	}
}

func TestDateTimeAdd(t *testing.T) {
	for _, c := range []struct{ from, duration, want string }{
		{"2021-01-12T10:10:10", "P1DT1H", "2021-01-13T11:10:10"},
		{"2021-01-01T24:00:00", "-PT1S", "2021-01-01T23:59:59"},
		{"2021-01-02T00:00:00", "-PT1H", "2021-01-01T23:00:00"},
		{"2021-01-01T10:10:10+11:00", "PT1H", "2021-01-01T11:10:10+11:00"},
		{"-2021-01-01T10:10:10@Australia/Melbourne", "-P1D", "-2022-12-31T10:10:10@Australia/Melbourne"},
		// The moment moves, also across a change of the clocks; months move the date.
		{"2021-03-27T12:00:00@Europe/Paris", "P1D", "2021-03-28T13:00:00@Europe/Paris"},
		{"2021-03-28T12:00:00@Europe/Paris", "-PT23H", "2021-03-27T12:00:00@Europe/Paris"},
		{"2021-03-28T01:59:59@Europe/Paris", "PT1S", "2021-03-28T03:00:00@Europe/Paris"},
		{"2021-10-31T01:30:00@Europe/Paris", "PT2H", "2021-10-31T02:30:00@Europe/Paris"},
		{"2021-10-31T01:30:00.5@Europe/Paris", "PT3H0.5S", "2021-10-31T03:30:01@Europe/Paris"},
		{"2021-02-28T12:00:00@Europe/Paris", "P1M", "2021-03-28T12:00:00@Europe/Paris"},
		{"999999999-12-31T23:59:59@Europe/Paris", "PT1S", ""},
		{"1969-12-31T23:59:59.5", "PT0.5S", "1970-01-01T00:00:00"},
		{"1970-01-01T00:00:00", "-PT0.25S", "1969-12-31T23:59:59.75"},
		{"999999999-12-31T23:59:59.999999999", "PT0.000000001S", ""},
		{"-999999999-01-01T00:00:00", "-PT0.000000001S", ""},
		{"2021-01-01T00:00:00Z", "PT9223372036854775807S", ""},
		{"-2021-01-01T00:00:00Z", "-PT9223372036854775807S", ""},
		{"2021-01-31T10:10:10", "P1M", "2021-02-28T10:10:10"},
		{"2021-01-01T10:10:10.5@Australia/Melbourne", "-P1Y", "2020-01-01T10:10:10.5@Australia/Melbourne"},
		{"-2021-01-01T10:10:10+11:00", "-P1M", "-2022-12-01T10:10:10+11:00"},
		{"999999999-12-01T00:00:00", "P1M", ""},
	} {
		d, m, isMonths, err := temporal.ParseDuration(c.duration)
		if err != nil {
			t.Fatal(err)
		}
		got, err := moment(c.from).AddDuration(d)
		if isMonths {
			got, err = moment(c.from).AddMonths(m)
		}
		if c.want == "" {
			if r := reason(t, err); r != "the year of the result is not between -999999999 and 999999999" {
				t.Errorf("%s + %s = %s, %q; want an error", c.from, c.duration, got, r)
			}
		} else if err != nil || got.String() != c.want {
			t.Errorf("%s + %s = %s, %v; want %s", c.from, c.duration, got, err, c.want)
		}
	}
}

func TestDateTimeSubAndCompare(t *testing.T) {
	for _, c := range []struct {
		a, b, difference string
		order            int
	}{
		{"2021-01-02T10:10:10", "2021-01-01T10:10:10", "P1D", 1},
		{"2021-01-02T10:10:10@Europe/Paris", "2021-01-01T10:10:10@Asia/Dhaka", "P1DT5H", 1},
		{"2021-01-02T10:10:10+01:00", "2021-01-01T10:10:10@Europe/Paris", "P1D", 1},
		{"2021-01-02T10:10:10@Europe/Paris", "1995-01-01T10:10:10@Asia/Dhaka", "P9498DT5H", 1},
		{"2021-06-02T00:00:00@Europe/Paris", "2021-01-02T00:00:00@Europe/Paris", "P150DT23H", 1},
		{"2018-10-08T00:00:00+02:00", "2018-10-08T00:00:00@Europe/Paris", "PT0S", 0},
		{"2018-02-08T00:00:00+01:00", "2018-02-08T00:00:00@Europe/Paris", "PT0S", 0},
		{"2002-04-02T12:00:00@Australia/Melbourne", "2002-04-02T12:00:00@Australia/Sydney", "PT0S", 0},
		{"2002-04-02T23:00:00-04:00", "2002-04-03T02:00:00-01:00", "PT0S", 0},
		{"2018-12-08", "2018-12-08T00:00:00", "PT0S", 0},
		{"2018-12-08T00:00:00.0001", "2018-12-08T00:00:00", "PT0.0001S", 0},
		{"1960-12-08T00:00:00.9", "1960-12-08T00:00:00.1", "PT0.8S", 0},
		{"1960-12-08T00:00:00.1", "1960-12-07T23:59:59.9", "PT0.2S", 1},
		{"2018-12-08T00:00:00", "2018-12-08T00:00:00Z", "", incomparable},
		{"2018-12-08T00:00:00@Europe/Paris", "2018-12-09T00:00:00", "", incomparable},
		{"999999999-12-31T23:59:59.999999999-18:00", "-999999999-01-01T00:00:00+18:00",
			"P730484999635DT11H59M59.999999999S", 1},
	} {
		a, b := moment(c.a), moment(c.b)
		got, err := a.Sub(b)
		if (err != nil) != (c.order == incomparable) || err == nil && got.String() != c.difference {
			t.Errorf("%s - %s = %s, %v; want %s", c.a, c.b, got, err, c.difference)
		}
		order, ok := a.Compare(b)
		back, _ := b.Compare(a)
		equal, _ := a.Equal(b)
		if c.order == incomparable {
			if r := reason(t, err); ok || equal || r != "one has a zone and the other has none" {
				t.Errorf("%s and %s compare as %d, with %q", c.a, c.b, order, r)
			}
		} else if !ok || order != c.order || back != -c.order || equal != (c.order == 0) {
			t.Errorf("%s and %s compare as %d, %t; want %d", c.a, c.b, order, ok, c.order)
		}
	}
}

// A date counts as its midnight in UTC where it meets dates and times.
func TestDateTimeSubDate(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"2021-01-02T00:00:00Z", "2021-01-02", "PT0S"},
		{"2021-01-02T10:10:10@Europe/Paris", "2021-01-01", "P1DT9H10M10S"},
		{"2021-01-02T10:10:10+01:00", "2021-01-01", "P1DT9H10M10S"},
		{"2021-01-01T10:10:10@Australia/Melbourne", "2021-01-02", "-P1DT49M50S"},
		{"2021-01-01T00:00:00", "2021-01-02", ""},
	} {
		a, b := moment(c.a), date(c.b).Midnight(temporal.UTC())
		got, err := a.Sub(b)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s - %s = %s, want an error", c.a, c.b, got)
			}
			continue
		}
		back, backErr := b.Sub(a)
		if err != nil || backErr != nil || got.String() != c.want || back != got.Neg() {
			t.Errorf("%s - %s = %s, %v; want %s", c.a, c.b, got, err, c.want)
		}
	}
}

func TestDateTimeIs(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"2002-04-02T23:00:00", "2002-04-02T23:00:00", true},
		{"2002-04-02T24:00:00Z", "2002-04-03T00:00:00+00:00", true},
		{"2002-04-02T12:00:00-01:00", "2002-04-02T17:00:00+04:00", false},
		{"2002-04-02T23:00:00", "2002-04-02T23:00:00Z", false},
		{"2002-04-02T23:00:00.1", "2002-04-02T23:00:00.2", false},
		{"2012-12-25T10:10:10@Australia/Melbourne", "2012-12-25T10:10:10@Australia/Melbourne", true},
		{"2002-04-02T23:00:00@Australia/Melbourne", "2002-04-02T23:00:00@Australia/Sydney", false},
		{"2021-04-02T23:00:00@Australia/Melbourne", "2021-04-02T23:00:00+11:00", false},
	} {
		if got := moment(c.a).Is(moment(c.b)); got != c.want {
			t.Errorf("%s is %s: %t, want %t", c.a, c.b, got, c.want)
		}
	}
}

func anyDateTime() *rapid.Generator[temporal.DateTime] {
	return rapid.Custom(func(t *rapid.T) temporal.DateTime {
		return temporal.NewDateTime(anyDate().Draw(t, "date"), anyTime().Draw(t, "time"))
	})
}

func TestDateTimeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyDateTime().Draw(t, "date and time")
		if back, err := temporal.ParseDateTime(v.String()); err != nil || !back.Is(v) {
			t.Fatalf("%s is read as %s, %v", v, back, err)
		}
	})
}

// Package time computes with moments of fixed offsets in the same way.
func TestDateTimeAgainstPackageTime(t *testing.T) {
	draw := func(t *rapid.T, name string) (temporal.DateTime, time.Time) {
		offset := rapid.IntRange(-64_800, 64_800).Draw(t, name+" offset")
		sec := rapid.Int64Range(-4_000_000_000, 4_000_000_000).Draw(t, name)
		nano := rapid.Int64Range(0, 999_999_999).Draw(t, name+" nano")
		v := time.Unix(sec, nano).In(time.FixedZone("", offset))
		return must(temporal.FromTime(v)), v
	}
	rapid.Check(t, func(t *rapid.T) {
		a, wantA := draw(t, "a")
		b, wantB := draw(t, "b")
		if offset, ok := a.Offset(); !ok || a.Sec-offset != wantA.Unix() {
			t.Fatalf("%s is at %d, want %s", a, a.Sec-offset, wantA)
		}
		difference, err := a.Sub(b)
		if want := wantA.Sub(wantB); err != nil || difference.NanosBig().Int64() != int64(want) {
			t.Fatalf("%s - %s = %s, %v; want %s", a, b, difference, err, want)
		}
		order, _ := a.Compare(b)
		if want := wantA.Truncate(time.Second).Compare(wantB.Truncate(time.Second)); order != want {
			t.Fatalf("%s and %s compare as %d, want %d", a, b, order, want)
		}
		step := rapid.Int64().Draw(t, "step")
		d := must(temporal.NewDuration(0, step))
		sum, err := a.AddDuration(d)
		if want := must(temporal.FromTime(wantA.Add(time.Duration(step)))); err != nil || sum != want {
			t.Fatalf("%s + %s = %s, %v; want %s", a, d, sum, err, want)
		}
	})
}

func BenchmarkDateTime(b *testing.B) {
	a, o := moment("2026-06-01T10:00:00+02:00"), moment("1995-01-01T10:00:00Z")
	r := moment("2026-06-01T10:00:00@Europe/Paris")
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := temporal.ParseDateTime("2026-06-01T10:00:00.5+02:00"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sub", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := a.Sub(o); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("compare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Compare(o)
		}
	})
	b.Run("compare with region", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Compare(r)
		}
	})
	b.Run("append", func(b *testing.B) {
		buf := make([]byte, 0, 64)
		b.ReportAllocs()
		for b.Loop() {
			buf = r.AppendTo(buf[:0])
		}
	})
}
