package dmn_test

import (
	"fmt"
	"testing"

	"github.com/decision-spine/spine/diag"
)

// A fault in a cell says what the column tells of it.
func TestHintsOfColumns(t *testing.T) {
	const table = `inputs:
  - { name: age, expression: person.age, type: number }
  - { name: x, expression: person.x, type: %s }
rules: [{ when: { x: %s }, then: { band: low } }]
`
	for _, c := range []struct{ typ, cell, fault, hint string }{
		{"number", `"<= age"`, "unknown_name 7:26", "age is a column, which cells do not see: write ? for this column's value, or what it reads: person.age"},
		{"number", `"1 + 2 - age"`, "unknown_name 7:31", "age is a column, which cells do not see: write ? for this column's value, or what it reads: person.age"},
		{"string", "low", "unknown_name 7:22", `a string needs inner quotes: '"low"'`},
		{"string", "18", "type_mismatch 7:22", `a string needs inner quotes: '"text"'`},
		{"boolean", "yes", "unknown_name 7:22", "write true or false"},
		{"boolean", "True", "unknown_name 7:22", "write true or false"},
		{"boolean", `'"true"'`, "type_mismatch 7:23", "write true or false"},
		{"number", `'"15"'`, "type_mismatch 7:23", "a number stands without quotes, such as <= 15"},
		{"date", "2026-06-01", "type_mismatch 7:22", `a date is written date("2026-06-01")`},
		{"date", `'<= "2026-06-01"'`, "type_mismatch 7:23", `a date is written date("2026-06-01")`},
		{"days", `'<= duration("P90D")'`, "not_in_profile 7:26", "the column is a number of days, such as <= 90"},
		{"months", `'<= duration("P1Y")'`, "not_in_profile 7:26", "the column is a number of months, such as <= 12"},
		{"number", `'<= if'`, "syntax_error 7:28", ""},
	} {
		_, err := load(with(fmt.Sprintf(table, c.typ, c.cell)), "")
		faults := diag.Of(err)
		if len(faults) != 1 {
			t.Errorf("%s: got %v", c.cell, err)
			continue
		}
		f := faults[0]
		got := fmt.Sprintf("%s %d:%d", f.Code, f.At.Span.Start.Line, f.At.Span.Start.Column)
		if got != c.fault || c.hint != "" && f.Hint != c.hint {
			t.Errorf("%s %s: got %s (%s)", c.typ, c.cell, got, f.Hint)
		}
	}
}
