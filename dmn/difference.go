package dmn

import (
	"regexp"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/limits"
)

// difference is a test that takes one number from another.
var difference = regexp.MustCompile(`^\s*([0-9]+(?:\.[0-9]+)?)\s*-\s*([0-9]+(?:\.[0-9]+)?)\s*$`)

// warnDifferences warns of the tests of a cell that take a greater number from a lesser
// one: who writes 0-15 means what lies between the two.
func (r *tableReader) warnDifferences(text feel.Source) {
	if !strings.Contains(text.Text, "-") || strings.ContainsAny(text.Text, `("{`) {
		return
	}
	at := 0
	for test := range strings.SplitSeq(text.Text, ",") {
		if m := difference.FindStringSubmatchIndex(test); m != nil && len(r.warnings) < limits.FaultsPerTable {
			low, high := test[m[2]:m[3]], test[m[4]:m[5]]
			if value, ok := takenFrom(low, high); ok && value.Sign() < 0 {
				where := text.At
				where.Span = diag.Span{Start: text.Pos(at + m[2]), End: text.Pos(at + m[5])}
				r.warnings = append(r.warnings, warnDifference(where, test[m[2]:m[5]], value.String(), low, high))
			}
		}
		at += len(test) + 1
	}
}

// takenFrom gives a - b; ok is false where FEEL has no such number.
func takenFrom(a, b string) (value decimal.Decimal, ok bool) {
	x, err := decimal.Parse(a)
	if err != nil {
		return value, false
	}
	y, err := decimal.Parse(b)
	if err != nil {
		return value, false
	}
	value, err = decimal.Sub(x, y)
	return value, err == nil
}
