package feel_test

import (
	"context"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/codes"
)

// Every example of a code of checking and evaluating gives that code and no other.
func TestErrorExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if c.File != "errors.go" {
			continue // those of reading a text have a test of their own
		}
		n++
		profile, ctx := feel.Full, t.Context()
		switch diag.Code(c.Code) {
		case feel.NotInProfile:
			profile = feel.Subset
		case feel.Cancelled:
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			ctx = cancelled
		}
		faults := diag.Of(evaluated(ctx, c.Example, profile))
		if len(faults) != 1 || string(faults[0].Code) != c.Code {
			t.Errorf("%s: the example %s gives %v", c.Name, c.Example, faults.Err())
		}
	}
	if n < 16 {
		t.Errorf("only %d codes were found", n)
	}
}

// evaluated gives the faults of checking an expression, else that of evaluating it.
func evaluated(ctx context.Context, text string, p feel.Profile) error {
	scope := feel.NewScope()
	ast, err := feel.Parse(feel.Source{Text: text}, scope)
	if err != nil {
		return err
	}
	checked, err := feel.Check(ast, scope, p)
	if err != nil {
		return err
	}
	program, err := feel.Compile(checked)
	if err != nil {
		return err
	}
	_, err = program.Eval(ctx, feel.Input{})
	return err
}
