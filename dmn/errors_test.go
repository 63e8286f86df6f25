package dmn_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
)

// Every example of a code of reading gives that code and no other.
func TestReadingExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if c.File != "errors.go" {
			continue
		}
		n++
		t.Run(c.Code, func(t *testing.T) {
			fields, csv, _ := strings.Cut(c.Example, "-----\n")
			table, err := load(with(fields), csv)
			faults := diag.Of(err)
			if table != nil {
				faults = table.Warnings
			}
			if len(faults) != 1 || string(faults[0].Code) != c.Code {
				t.Errorf("got %v\n%s", err, with(fields))
			}
		})
	}
	if n < 18 {
		t.Errorf("%d codes were found", n)
	}
}
