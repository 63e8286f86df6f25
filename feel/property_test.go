package feel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Each property of each kind; those that a kind does not list it does not have.
func TestProperties(t *testing.T) {
	names := strings.Split("year month day weekday hour minute second,time offset,timezone", ",")
	names = append(strings.Fields(names[0]), names[1:]...)
	names = append(names, "years", "months", "days", "hours", "minutes", "seconds", "start", "end", "start included", "end included")
	for _, c := range []struct{ text, want string }{
		{`@"2018-12-10"`, "year 2018, month 12, day 10, weekday 1"},
		{`@"-0001-02-28"`, "year -1, month 2, day 28, weekday 7"},
		{`@"10:30:01.25"`, "hour 10, minute 30, second 1.25, time offset null, timezone null"},
		{`@"10:30:00-05:30"`, `hour 10, minute 30, second 0, time offset @"-PT5H30M", timezone null`},
		{`@"10:30:00Z"`, `hour 10, minute 30, second 0, time offset @"PT0S", timezone null`},
		{`@"2018-12-10T10:30:01@Europe/Paris"`, `year 2018, month 12, day 10, weekday 1, hour 10, minute 30, second 1, time offset @"PT1H", timezone "Europe/Paris"`},
		{`@"2018-07-10T10:30:01@Europe/Paris"`, `year 2018, month 7, day 10, weekday 2, hour 10, minute 30, second 1, time offset @"PT2H", timezone "Europe/Paris"`},
		{`date and time("2018-12-10")`, "year 2018, month 12, day 10, weekday 1, hour 0, minute 0, second 0, time offset null, timezone null"},
		{`@"P1DT2H3M4.5S"`, "days 1, hours 2, minutes 3, seconds 4.5"},
		{`@"-P1DT2H3M4.5S"`, "days -1, hours -2, minutes -3, seconds -4.5"},
		{`@"PT36H"`, "days 1, hours 12, minutes 0, seconds 0"},
		{`@"P1Y14M"`, "years 2, months 2"},
		{`@"-P14M"`, "years -1, months -2"},
		{"[1..10]", "start 1, end 10, start included true, end included true"},
		{`("a".."b")`, `start "a", end "b", start included false, end included false`},
		{"(< 10)", "start null, end 10, start included false, end included false"},
		{"(>= 10)", "start 10, end null, start included true, end included false"},
		{"(= 10)", "start 10, end 10, start included true, end included true"},
		{"[null..10]", "start null, end 10, start included true, end included true"},
		{"1", ""}, {`"a"`, ""}, {"true", ""}, {"(function(x) x)", ""},
	} {
		var rows []row
		var have []string
		for _, p := range strings.Split(c.want, ", ") {
			for _, name := range names {
				if v, ok := strings.CutPrefix(p, name+" "); ok && !slices.Contains(have, name) && !strings.HasPrefix(v, "included") && !strings.HasPrefix(v, "offset") {
					have = append(have, name)
					rows = append(rows, row{c.text + "." + name, v, ""})
				}
			}
		}
		for _, name := range names {
			if !slices.Contains(have, name) {
				rows = append(rows, row{c.text + "." + name, "null", "not_a_context " + name})
			}
		}
		if want := strings.Count(c.want, ","); c.want != "" && len(have) != want+1 {
			t.Fatalf("%s: read %s as %q", c.text, c.want, have)
		}
		evaluate(t, rows)
	}
	for _, name := range names {
		evaluate(t, []row{{fmt.Sprintf("[nothing].%s", name), "[null]", ""}})
	}
}
