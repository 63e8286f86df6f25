package gen_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/gen"
)

// The pairs of kinds for which the standard defines arithmetic and order (DMN 1.6,
// clauses 10.3.2.12 and 10.3.2.13), and no others, have a value.
func TestOperatorsAreDefinedAsInTheStandard(t *testing.T) {
	text, err := gen.Nulls()
	if err != nil {
		t.Fatal(err)
	}
	same := "num num bool, str str bool, date date bool, time time bool, d+t d+t bool, days days bool, months months bool"
	for heading, want := range map[string]string{
		"x + y": "num num num, str str str, date days date, date months date, time days time, d+t days d+t, d+t months d+t, " +
			"days date date, days time time, days d+t d+t, days days days, months date date, months d+t d+t, months months months",
		"x - y": "num num num, date date days, date d+t days, date days date, date months date, time time days, time days time, " +
			"d+t date days, d+t d+t days, d+t days d+t, d+t months d+t, days days days, months months months",
		"x * y":                        "num num num, num days days, num months months, days num days, months num months",
		"x / y":                        "num num num, days num days, days days num, months num months, months months num",
		"x ** y":                       "num num num",
		"x = y, x != y":                "bool bool bool, " + same + ", list list bool, ctx ctx bool, range range bool, fn fn bool",
		"x < y, x <= y, x > y, x >= y": same,
		"x between y and y":            same,
		"[x..y], (x..y)":               strings.ReplaceAll(same, "bool", "range"),
		"x and y":                      "bool bool bool",
	} {
		_, rest, ok := strings.Cut(string(text), "\n### "+heading+"\n")
		if !ok {
			t.Fatalf("no table of %s", heading)
		}
		rest, _, _ = strings.Cut(rest, "\n##")
		var columns, got []string
		for line := range strings.Lines(rest) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			switch {
			case !strings.HasPrefix(line, "| "):
				continue
			case columns == nil:
				columns = cells
				continue
			}
			for i, cell := range cells[1:] {
				x, y := strings.TrimSpace(cells[0]), strings.TrimSpace(columns[i+1])
				if cell = strings.TrimSpace(cell); cell != "" && x != "null" && y != "null" {
					got = append(got, x+" "+y+" "+cell)
				}
			}
		}
		if len(columns) != 14 || strings.Join(got, ", ") != want {
			t.Errorf("%s\n got  %s\n want %s", heading, strings.Join(got, ", "), want)
		}
	}
}
