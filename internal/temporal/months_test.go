package temporal_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

// months gives the years and months duration of a text.
func months(text string) temporal.Months {
	_, m, isMonths, err := temporal.ParseDuration(text)
	if err != nil || !isMonths {
		panic(text)
	}
	return m
}

func TestMonthsText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"P26M", "P2Y2M"}, {"P1Y27M", "P3Y3M"}, {"-P100M", "-P8Y4M"}, {"P0Y", "P0M"}, {"-P0M", "P0M"},
		{"P12M", "P1Y"}, {"P999999999M", "P83333333Y3M"}, {"-P99999999Y", "-P99999999Y"},
		{"P9223372036854775807M", "P768614336404564650Y7M"},
	} {
		if got := months(c.text).String(); got != c.want {
			t.Errorf("%s prints as %s, want %s", c.text, got, c.want)
		}
	}
	if years, rest := months("-P1Y2M").Parts(); years != -1 || rest != -2 {
		t.Errorf("-P1Y2M has %d years, %d months", years, rest)
	}
}

func TestMonthsArithmetic(t *testing.T) {
	for _, c := range []struct{ a, b, sum, difference string }{
		{"P1Y", "P2M", "P1Y2M", "P10M"},
		{"P1Y", "-P2M", "P10M", "P1Y2M"},
		{"-P1Y", "-P2M", "-P1Y2M", "-P10M"},
		{"P1Y", "P0M", "P1Y", "P1Y"},
		{"P9223372036854775807M", "P1M", "", "P768614336404564650Y6M"},
		{"-P9223372036854775807M", "P1M", "-P768614336404564650Y6M", ""},
		{"-P9223372036854775807M", "P9223372036854775807M", "P0M", ""},
	} {
		a, b := months(c.a), months(c.b)
		for op, f := range map[string]func(temporal.Months) (temporal.Months, error){"+": a.Add, "-": a.Sub} {
			want := c.sum
			if op == "-" {
				want = c.difference
			}
			got, err := f(b)
			if want == "" {
				if reason(t, err) != tooLong {
					t.Errorf("%s %s %s = %s, %v; want an error", c.a, op, c.b, got, err)
				}
			} else if err != nil || got.String() != want {
				t.Errorf("%s %s %s = %s, %v; want %s", c.a, op, c.b, got, err, want)
			}
		}
	}
	if a, b := months("P1Y"), months("P12M"); !a.Equal(b) || a.Compare(b) != 0 || a.Neg().Compare(b) != -1 {
		t.Error("P1Y and P12M differ")
	}
	if _, err := temporal.NewMonths(math.MinInt64); reason(t, err) != tooLong {
		t.Error("the least integer is taken")
	}
}

func TestYearsMonthsBetween(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"2011-12-22", "2013-08-24", "P1Y8M"},
		{"2013-08-24", "2011-12-22", "-P1Y8M"},
		{"2016-01-21", "2015-01-21", "-P1Y"},
		{"2016-01-01", "2016-01-01", "P0M"},
		{"2016-09-30", "2017-12-28", "P1Y2M"},
		{"2014-12-31", "2019-10-01", "P4Y9M"},
		{"2014-12-31", "2016-12-31", "P2Y"},
		{"2016-01-31", "2016-02-29", "P0M"},
		{"2016-02-29", "2016-01-31", "P0M"},
		{"2016-03-30", "2016-02-29", "-P1M"},
		{"-2016-01-30", "-2017-02-28", "-P11M"},
		{"2014-12-31", "-2019-10-01", "-P4033Y2M"},
		{"-999999999-01-01", "999999999-12-31", "P1999999998Y11M"},
	} {
		if got := temporal.YearsMonthsBetween(date(c.from), date(c.to)).String(); got != c.want {
			t.Errorf("from %s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// The whole months between two days are the most that do not lead beyond the
// second one, where days are compared without being cut.
func TestYearsMonthsBetweenIsGreatest(t *testing.T) {
	beyond := func(from, to temporal.Date, m temporal.Months) bool {
		y1, m1, d1 := from.Civil()
		y2, m2, d2 := to.Civil()
		reached, target := y1*12+int64(m1)+int64(m), y2*12+int64(m2)
		return reached > target || reached == target && d1 > d2
	}
	rapid.Check(t, func(t *rapid.T) {
		from, to := anyDate().Draw(t, "from"), anyDate().Draw(t, "to")
		if to.Compare(from) < 0 {
			from, to = to, from
		}
		m := temporal.YearsMonthsBetween(from, to)
		if beyond(from, to, m) || !beyond(from, to, m+1) {
			t.Fatalf("from %s to %s: %s", from, to, m)
		}
	})
}
