package feel_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// vars are what the expressions of the tests may read. "unbound" is in scope too,
// and no input binds it.
var vars = map[string]any{
	"n": 5, "zero": 0, "name": "Ann", "flag": true, "nothing": nil,
	"list":   []any{1, 2, 3},
	"empty":  []any{},
	"config": map[string]any{"a": 1, "b": map[string]any{"c": 2}, "none": nil},
	"people": []any{
		map[string]any{"name": "Bob", "age": 17, "tags": []any{"x"}},
		map[string]any{"name": "Cy", "age": 40, "tags": []any{"x", "y"}},
	},
	"Full Name": "Ann B", "item": "outer",
}

// varsWith is the variables with one more.
func varsWith(name string, v any) feel.Vars {
	more := maps.Clone(vars)
	more[name] = v
	return feel.Map(more)
}

func scopeOf(vars map[string]any) *feel.Scope {
	sc := feel.NewScope().Declare("unbound", nil)
	for name := range vars {
		sc.Declare(name, nil)
	}
	return sc
}

// checked parses and checks a text, and lets pass what Check reports besides.
func checked(t testing.TB, text string, sc *feel.Scope, parse func(feel.Source, *feel.Scope) (*feel.AST, error)) *feel.Checked {
	t.Helper()
	ast, err := parse(feel.Source{Text: text}, sc)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c, err := feel.Check(ast, sc, feel.Full)
	if c == nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

func program(t testing.TB, text string, sc *feel.Scope) *feel.Program {
	t.Helper()
	p, err := feel.Compile(checked(t, text, sc, feel.Parse))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func input(lenient bool) feel.Input {
	return feel.Input{Vars: feel.Map(vars), Now: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC), Lenient: lenient}
}

// value evaluates a text without variables that has no fault.
func value(t testing.TB, text string) feel.Value {
	t.Helper()
	res, err := program(t, text, nil).Eval(t.Context(), feel.Input{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return res.Value
}

// row is an expression, its value in lenient evaluation, and the fault of strict
// evaluation, as its code and the text at which it stands; without a fault the
// strict value is the same.
type row struct{ text, value, fault string }

func shown(text string, e *diag.Error) string {
	return string(e.Code) + " " + text[e.At.Span.Start.Offset:e.At.Span.End.Offset]
}

// evaluate checks rows with the variables above. Of every row it asks as well that
// lenient evaluation gives a reason exactly where strict evaluation ends, and the
// same one first.
func evaluate(t *testing.T, rows []row) {
	t.Helper()
	sc := scopeOf(vars)
	for _, r := range rows {
		compare(t, r, func(lenient bool) (feel.Result, error) {
			return program(t, r.text, sc).Eval(context.Background(), input(lenient))
		})
	}
}

func compare(t *testing.T, r row, eval func(lenient bool) (feel.Result, error)) {
	t.Helper()
	strict, err := eval(false)
	var e *diag.Error
	fault := ""
	switch {
	case errors.As(err, &e):
		fault = shown(r.text, e)
	case err != nil:
		t.Errorf("%s: an error that is no diag.Error: %v", r.text, err)
	case strict.Value.String() != r.value && r.fault == "":
		t.Errorf("%s\n strict %s\n want   %s", r.text, strict.Value, r.value)
	case len(strict.Nulls) > 0:
		t.Errorf("%s: strict evaluation gives reasons for nulls: %v", r.text, strict.Nulls)
	}
	if fault != r.fault {
		t.Errorf("%s\n fault %s (%v)\n want  %s", r.text, fault, err, r.fault)
	}
	lenient, err := eval(true)
	if err != nil {
		if fault != r.fault || r.value != "" {
			t.Errorf("%s: lenient: %v", r.text, err)
		}
		return
	}
	if got := lenient.Value.String(); got != r.value {
		t.Errorf("%s\n lenient %s\n want    %s", r.text, got, r.value)
	}
	reason := ""
	if len(lenient.Nulls) > 0 {
		reason = shown(r.text, lenient.Nulls[0])
	}
	if reason != fault {
		t.Errorf("%s\n first reason %s\n fault        %s", r.text, reason, fault)
	}
}

// faults gives what Check reports, one line each: code, place, text.
func faults(text string, err error) string {
	var lines []string
	for _, e := range diag.Of(err) {
		lines = append(lines, shown(text, e))
	}
	return strings.Join(lines, "; ")
}

// codesOf gives the codes of what an error holds.
func codesOf(err error) string {
	var codes []string
	for _, e := range diag.Of(err) {
		codes = append(codes, string(e.Code))
	}
	return strings.Join(codes, " ")
}
