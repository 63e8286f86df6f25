package dmn_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/codes"
)

// Every example of a code of deciding is a table that loads, and that gives that
// code and no other when it decides.
func TestDecidingExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if c.File != "errors_decide.go" {
			continue
		}
		n++
		t.Run(c.Code, func(t *testing.T) {
			fields, variables, _ := strings.Cut(c.Example, "-----\n")
			p, err := dmn.Compile(loaded(t, with(fields), ""), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Decide(t.Context(), feel.Input{Vars: feel.ContextVars(constant(t, variables))})
			if faults := diag.Of(err); len(faults) != 1 || string(faults[0].Code) != c.Code {
				t.Errorf("got %v", err)
			}
		})
	}
	if n != 7 {
		t.Errorf("%d codes were found", n)
	}
}

// constant gives the value of an expression without variables.
func constant(t *testing.T, text string) feel.Value {
	t.Helper()
	scope := feel.NewScope()
	ast, err := feel.Parse(feel.Source{Text: text}, scope)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := feel.Check(ast, scope, feel.Full)
	if err != nil {
		t.Fatal(err)
	}
	program, err := feel.Compile(checked)
	if err != nil {
		t.Fatal(err)
	}
	r, err := program.Eval(t.Context(), feel.Input{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}
