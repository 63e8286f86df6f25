package dmn_test

import (
	"errors"
	"strings"
	"testing"
)

// A test that is the difference of two numbers is most likely meant as a range.
func TestDifferences(t *testing.T) {
	const at = "t.dmn.yaml:5:"
	for _, c := range []struct{ typ, cell, want string }{
		{"number", "0-15", at + `24-28 difference_test [t, rule 1, age] "0-15" is the number -15, and no range (write [0..15])`},
		{"number", "'0.5 - 15'", at + `25-33 difference_test [t, rule 1, age] "0.5 - 15" is the number -14.5, and no range (write [0.5..15])`},
		{"days", "0-15", at + `24-28 difference_test [t, rule 1, age] "0-15" is the number -15, and no range (write [0..15])`},
		{"number", "'[1..5], 10-20, 30,\n40-50'", at + `33-38 difference_test [t, rule 1, age] "10-20" is the number -10, and no range (write [10..20])` + "\n" +
			`t.dmn.yaml:6:1-6 difference_test [t, rule 1, age] "40-50" is the number -10, and no range (write [40..50])`},
		{"number", "15-0", ""},
		{"number", "5-5", ""},
		{"number", "'>= 0-15'", ""},
		{"number", "-15", ""},
		{"number", "0-1-2", ""},
		{"number", "'[0-15..3]'", ""},
		{"number", "'not(0-15)'", ""},
		{"any", "0-15", ""},
	} {
		fields := "inputs: [{ name: age, expression: a, type: " + c.typ + " }]\nrules: [{ when: { age: " + c.cell + " }, then: { band: low } }]\n"
		table, err := load(with(fields), "")
		if err != nil {
			t.Errorf("%s: %v", c.cell, err)
			continue
		}
		if got := strings.TrimSuffix(told(errors.Join(table.Warnings.Errors()...)), "\n"); got != c.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", c.typ, c.cell, got, c.want)
		}
	}
	table := loaded(t, with("inputs: [{ name: age, expression: a, type: number }]\nrules: { csv: rates.csv }"), "age,=> band\n18,low\n\"17-18, 19\",low\n")
	if got, want := told(errors.Join(table.Warnings.Errors()...)), `rates.csv:3:2-7 difference_test [t, rule 2, age] "17-18" is the number -1, and no range (write [17..18])`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What may be wrong does not keep the rules behind it from being read.
func TestManyWarnings(t *testing.T) {
	table := loaded(t, with("profile: full\ninputs: [{ name: age, expression: a, type: number }]\nrules:\n"+
		strings.Repeat("  - { when: { age: 0-15 }, then: { band: low } }\n", 1100)), "")
	if len(table.Rules) != 1100 || len(table.Warnings) != 1000 {
		t.Errorf("%d rules, %d warnings", len(table.Rules), len(table.Warnings))
	}
}
