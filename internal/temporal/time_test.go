package temporal_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

func clock(text string) temporal.Time { return must(temporal.ParseTime(text)) }

func TestNewTime(t *testing.T) {
	for _, c := range []struct {
		hour, minute, second, nano int
		zone                       temporal.Zone
		want, reason               string
	}{
		{11, 59, 45, 0, temporal.NoZone(), "11:59:45", ""},
		{11, 59, 45, 0, temporal.UTC(), "11:59:45Z", ""},
		{0, 0, 0, 120_000_000, must(temporal.OffsetZone(-9955)), "00:00:00.12-02:45:55", ""},
		{23, 59, 59, 999_999_999, must(temporal.LoadRegion("Asia/Dhaka")), "23:59:59.999999999@Asia/Dhaka", ""},
		{24, 59, 45, 0, temporal.NoZone(), "", "hour 24 is not between 0 and 23"},
		{-24, 59, 45, 0, temporal.NoZone(), "", "hour -24 is not between 0 and 23"},
		{23, 60, 45, 0, temporal.NoZone(), "", "minute 60 is not between 0 and 59"},
		{23, 59, 60, 0, temporal.NoZone(), "", "second 60 is not between 0 and 59"},
		{23, 59, -1, 0, temporal.NoZone(), "", "second -1 is not between 0 and 59"},
		{23, 59, 0, 1e9, temporal.NoZone(), "", "nanosecond 1000000000 is not between 0 and 999999999"},
	} {
		got, err := temporal.NewTime(c.hour, c.minute, c.second, c.nano, c.zone)
		if r := reason(t, err); r != c.reason || r == "" && got.String() != c.want {
			t.Errorf("NewTime(%d, %d, %d, %d, %s) = %s, %q; want %s, %q",
				c.hour, c.minute, c.second, c.nano, c.zone, got, r, c.want, c.reason)
		}
	}
	hour, minute, second, nano := clock("10:30:01.5").Clock()
	if hour != 10 || minute != 30 || second != 1 || nano != 500_000_000 {
		t.Errorf("the clock shows %d %d %d %d", hour, minute, second, nano)
	}
}

func TestTimeOffset(t *testing.T) {
	for _, c := range []struct {
		text    string
		seconds int64
		ok      bool
	}{
		{"10:30:00", 0, false},
		{"10:30:00Z", 0, true},
		{"10:30:00+05:00", 18_000, true},
		{"10:30:00-02:45:55", -9955, true},
		{"10:30:00@Europe/Paris", 3600, true},
		{"10:30:00@Europe/Dublin", 0, true},
		{"10:30:00@Australia/Melbourne", 36_000, true},
		{"10:30:00@America/New_York", -18_000, true},
		{"10:30:00@Etc/UTC", 0, true},
	} {
		if seconds, ok := clock(c.text).Offset(); seconds != c.seconds || ok != c.ok {
			t.Errorf("the offset of %s is %d, %t; want %d, %t", c.text, seconds, ok, c.seconds, c.ok)
		}
	}
}

func TestTimeAddDuration(t *testing.T) {
	for _, c := range []struct{ from, duration, want string }{
		{"10:15:00", "P1D", "10:15:00"},
		{"10:15:00+11:00", "-P1D", "10:15:00+11:00"},
		{"10:15:00@Australia/Melbourne", "-PT1H", "09:15:00@Australia/Melbourne"},
		{"23:30:00Z", "PT1H", "00:30:00Z"},
		{"00:30:00", "-PT1H", "23:30:00"},
		{"00:00:00", "-PT0.000000001S", "23:59:59.999999999"},
		{"12:00:00", "PT9223372036854775807S", "03:30:07"},
		{"12:00:00", "-PT9223372036854775807.999999999S", "20:29:52.000000001"},
	} {
		if got := clock(c.from).AddDuration(days(c.duration)).String(); got != c.want {
			t.Errorf("%s + %s = %s, want %s", c.from, c.duration, got, c.want)
		}
	}
}

// incomparable stands for the order of values of which only one has a zone.
const incomparable = 9

func TestTimeSubAndCompare(t *testing.T) {
	for _, c := range []struct {
		a, b, difference string
		order            int
	}{
		{"10:10:10", "09:10:10", "PT1H", 1},
		{"10:10:10", "11:10:10", "-PT1H", -1},
		{"10:10:10+11:00", "09:10:10+11:00", "PT1H", 1},
		{"10:10:10@Australia/Melbourne", "11:10:10@Australia/Melbourne", "-PT1H", -1},
		{"10:30:00Z", "10:30:00+00:00", "PT0S", 0},
		{"12:00:00-01:00", "17:00:00+04:00", "PT0S", 0},
		{"12:00:00+01:00", "12:00:00@Europe/Paris", "PT0S", 0},
		{"12:00:00@Europe/Paris", "12:00:00Z", "-PT1H", -1},
		{"23:00:00-02:00", "01:00:00Z", "P1D", 1},
		{"10:30:00.0001", "10:30:00.0002", "-PT0.0001S", 0},
		{"10:30:00.9", "10:30:01", "-PT0.1S", -1},
		{"10:30:00.5", "10:30:00.5", "PT0S", 0},
		{"10:30:00", "10:30:00Z", "", incomparable},
		{"10:30:00@Europe/Paris", "10:30:00", "", incomparable},
	} {
		a, b := clock(c.a), clock(c.b)
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

func TestTimeIs(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"23:00:50", "23:00:50", true},
		{"23:00:50Z", "23:00:50+00:00", true},
		{"23:00:50Z", "23:00:50-00:00", true},
		{"23:00:50+02:00", "23:00:50+02:00:00", true},
		{"23:00:50.10", "23:00:50.1", true},
		{"23:00:50.1", "23:00:50.2", false},
		{"23:00:50", "23:00:50Z", false},
		{"20:00:50+00:00", "21:00:50+01:00", false},
		{"23:00:50@Australia/Melbourne", "23:00:50@Australia/Melbourne", true},
		{"23:00:50@Australia/Melbourne", "23:00:50@Australia/Sydney", false},
		{"23:00:50@Australia/Melbourne", "23:00:50+10:00", false},
		{"23:00:50@Etc/GMT", "23:00:50Z", false},
	} {
		if got := clock(c.a).Is(clock(c.b)); got != c.want {
			t.Errorf("%s is %s: %t, want %t", c.a, c.b, got, c.want)
		}
	}
}

// anyZone draws a zone of each kind.
func anyZone() *rapid.Generator[temporal.Zone] {
	return rapid.Custom(func(t *rapid.T) temporal.Zone {
		switch rapid.IntRange(0, 2).Draw(t, "kind of zone") {
		case 0:
			return temporal.NoZone()
		case 1:
			return must(temporal.OffsetZone(rapid.Int64Range(-64_800, 64_800).Draw(t, "offset")))
		}
		names := []string{"Europe/Paris", "Asia/Dhaka", "Australia/Melbourne", "Etc/UTC", "America/St_Johns", "Pacific/Apia"}
		return must(temporal.LoadRegion(rapid.SampledFrom(names).Draw(t, "region")))
	})
}

func anyTime() *rapid.Generator[temporal.Time] {
	return rapid.Custom(func(t *rapid.T) temporal.Time {
		return temporal.Time{
			Nanos: rapid.Int64Range(0, 86_400_000_000_000-1).Draw(t, "nanos"),
			Zone:  anyZone().Draw(t, "zone"),
		}
	})
}

func TestTimeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyTime().Draw(t, "time")
		if back, err := temporal.ParseTime(v.String()); err != nil || !back.Is(v) {
			t.Fatalf("%s is read as %s, %v", v, back, err)
		}
		hour, minute, second, nano := v.Clock()
		if back, err := temporal.NewTime(hour, minute, second, nano, v.Zone); err != nil || !back.Is(v) {
			t.Fatalf("%s is made as %s, %v", v, back, err)
		}
	})
}

func TestTimeAddInvertsSub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyTime().Draw(t, "a"), anyTime().Draw(t, "b")
		b.Zone = a.Zone
		d, err := a.Sub(b)
		if got := b.AddDuration(d); err != nil || !got.Is(a) {
			t.Fatalf("%s + (%s - %s) = %s, %v", b, a, b, got, err)
		}
	})
}
