package dmn

import (
	"fmt"
	"sort"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// hint says what to do about a fault in a cell of input i, where the column tells
// more than the expression does.
func (k *tableChecker) hint(e *diag.Error, src feel.Source, i int) {
	t := k.t.Inputs[i].Type
	switch e.Code {
	case feel.UnknownName:
		if in := k.columnAt(e, src); in != nil {
			e.Hint = fmt.Sprintf("%s is a column, which cells do not see: write ? for this column's value, or what it reads: %s",
				in.Name, in.Expression.Text)
		} else if t.Name == "boolean" {
			e.Hint = "write true or false"
		}
	case feel.TypeMismatch:
		quoted := strings.Contains(src.Text, `"`)
		if hint := written[t.Name]; hint != "" && (quoted != (t.Name == "string") || t.Name == "date") {
			e.Hint = hint
		}
	case feel.NotInProfile:
		if t.Name == "days" || t.Name == "months" {
			e.Hint = written[t.Name]
		}
	}
}

// written tells how the values of a type are written in a cell. Numbers in quotes
// and strings without them are the usual slips.
var written = map[string]string{
	"string":  `a string needs inner quotes: '"text"'`,
	"number":  "a number stands without quotes, such as <= 15",
	"boolean": "write true or false",
	"date":    `a date is written date("2026-06-01")`,
	"days":    "the column is a number of days, such as <= 90",
	"months":  "the column is a number of months, such as <= 12",
}

// columnAt gives the input whose name stands where a fault is.
func (k *tableChecker) columnAt(e *diag.Error, src feel.Source) *Input {
	if src.Pos == nil {
		return nil
	}
	start := sort.Search(len(src.Text), func(i int) bool { return src.Pos(i).Offset >= e.At.Span.Start.Offset })
	for i := range k.t.Inputs {
		in := &k.t.Inputs[i]
		if in.Name != "" && strings.HasPrefix(src.Text[start:], in.Name) && src.Pos(start+len(in.Name)) == e.At.Span.End {
			return in
		}
	}
	return nil
}
