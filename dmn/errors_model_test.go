package dmn_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/codes"
)

// Every example of a code of models gives that code and no other: when the model
// loads, as a fault or as a warning, or when it is evaluated.
func TestModelExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if c.File != "errors_model.go" {
			continue
		}
		n++
		t.Run(c.Code, func(t *testing.T) {
			content, question, asks := strings.Cut(c.Example, "-----\n")
			a := txtar.Parse([]byte(content))
			src := strings.Replace(wrapped("example.dmn", string(a.Comment)), "urn:example.dmn", "urn:example", 1)
			m, err := dmn.LoadModel("example.dmn", []byte(src), resolver(func(_, _, location string) (string, []byte, error) {
				for _, f := range a.Files {
					if f.Name == location {
						return location, []byte(strings.Replace(wrapped(location, string(f.Data)), `"urn:`+location, `"urn:a`, 1)), nil
					}
				}
				return "", nil, fs.ErrNotExist
			}))
			if asks {
				if err != nil {
					t.Fatal(err)
				}
				name, inputs, _ := strings.Cut(question, " ")
				_, err = m.Evaluate(t.Context(), feel.Input{Vars: feel.ContextVars(constant(t, inputs))}, decision(name))
			}
			faults := diag.Of(err)
			if err == nil {
				faults = m.Warnings
			}
			if len(faults) != 1 || string(faults[0].Code) != c.Code || faults[0].Hint == "" && !errors.Is(err, dmn.ImportMissing) {
				t.Errorf("got %v, with the hint %q", err, hintsOf(faults))
			}
		})
	}
	if n < 12 {
		t.Errorf("%d codes were found", n)
	}
}

func hintsOf(list diag.List) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Hint)
	}
	return out
}
