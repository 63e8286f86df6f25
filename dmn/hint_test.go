package dmn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
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

// The places that are looked up for the faults of a cell are some for each fault, and
// not some for each word of the cell and fault; without places there is no such hint.
func TestHintsOfLongCell(t *testing.T) {
	table, err := load(with(""), "")
	if err != nil {
		t.Fatal(err)
	}
	const words = 20_000
	asked := 0
	cell := &table.Rules[0].When[0].Source
	*cell = feel.Source{Text: strings.Repeat("age, ", words) + "1", Pos: func(offset int) diag.Pos {
		asked++
		return diag.Pos{Offset: offset, Line: 1, Column: offset + 1}
	}}
	for _, hint := range []string{
		"age is a column, which cells do not see: write ? for this column's value, or what it reads: person.age",
		"in scope: person, ?",
	} {
		_, err := dmn.Compile(table, nil)
		faults := diag.Of(err)
		if len(faults) != 100 || faults[99].Code != feel.UnknownName || faults[99].Hint != hint {
			t.Fatalf("%d faults, the last is %v (%s)", len(faults), faults[len(faults)-1], faults[len(faults)-1].Hint)
		}
		if asked > 10*words {
			t.Errorf("%d places are looked up", asked)
		}
		cell.Pos = nil
	}
}
