package dmn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// One program decides and explains for many goroutines at once, and each gets the
// answer to its own variables, also when those of another are in error.
func TestProgramIsShared(t *testing.T) {
	p, err := dmn.Compile(loaded(t, with(`profile: full
hit_policy: RULE_ORDER
inputs: [{ name: age, expression: person.age, type: number }]
outputs: [{ name: band, type: string }]
rules:
  - { when: { age: "< 100" }, then: { band: '= "a" + person.name' } }
  - { when: { age: '>= 50' }, then: { band: '= person.name' } }
`), ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range 200 {
		wait.Go(func() {
			name := fmt.Sprint("n", i)
			age, want := feel.Int(int64(i)), fmt.Sprintf(`{band: ["a%s"]}`, name)
			switch {
			case i%10 == 3:
				age, want = feel.String("old"), "type_mismatch"
			case i >= 100:
				want = fmt.Sprintf(`{band: ["%s"]}`, name)
			case i >= 50:
				want = fmt.Sprintf(`{band: ["a%[1]s", "%[1]s"]}`, name)
			}
			in := feel.Input{Vars: feel.ContextVars(feel.Context(feel.Entry{Key: "person", Value: feel.Context(
				feel.Entry{Key: "age", Value: age}, feel.Entry{Key: "name", Value: feel.String(name)})}))}
			for range 20 {
				d, err := p.Decide(t.Context(), in)
				e, explanation, explainErr := p.Explain(t.Context(), in)
				if err != nil || explainErr != nil {
					if !strings.Contains(fmt.Sprint(err), want) || fmt.Sprint(explainErr) != fmt.Sprint(err) {
						t.Errorf("%d: want %s, got %v and %v", i, want, err, explainErr)
					}
					continue
				}
				if d.Outputs.String() != want || e.Outputs.String() != want || len(explanation.Inputs) != 1 {
					t.Errorf("%d: want %s, got %s and %s", i, want, d.Outputs, e.Outputs)
				}
			}
		})
	}
	wait.Wait()
}

// An input that cannot be read is the fault, and not what came of it: here a list of null.
func TestFaultOfInput(t *testing.T) {
	p, err := dmn.Compile(loaded(t, with(`inputs: [{ name: x, expression: a.x, type: number }]
outputs: [{ name: band, type: string }]
rules:
  - { when: { x: "< 10" }, then: { band: low } }
`), ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Decide(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"a": []any{5}})})
	var fault *diag.Error
	if !errors.As(err, &fault) || fault.Code != feel.NotAContext {
		t.Errorf("%v", err)
	}
}

// Observe decides as Decide does, with one reading of the inputs.
func TestObserve(t *testing.T) {
	calls := 0
	sc := feel.NewScope().Declare("n", feel.NumberType).DeclareFunction("seen", feel.Function{
		Params: []feel.Param{{Name: "n", Type: feel.NumberType}}, Result: feel.NumberType,
		Call: func(_ context.Context, args []feel.Value) (feel.Value, error) { calls++; return args[0], nil },
	})
	p, err := dmn.Compile(loaded(t, with(`profile: full
inputs:
  - { name: own, expression: seen(n), type: number }
  - { name: unread, expression: n + 1, type: number }
outputs: [{ name: band, type: string }]
rules:
  - { when: { own: "< 10" }, then: { band: low } }
  - { when: { own: "[10..20)" }, then: { band: high } }
`), ""), sc)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{
		3:  "{band: \"low\"} [{1 1 }] [{own 3} {unread 4}] <nil>",
		12: "{band: \"high\"} [{2 2 }] [{own 12} {unread 13}] <nil>",
		20: "null [] [] no_rule_matched",
	} {
		calls = 0
		d, inputs, err := p.Observe(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"n": n})})
		var fault *diag.Error
		if errors.As(err, &fault) {
			err = fault.Code
		}
		if got := fmt.Sprintf("%v %v %v %v", d.Outputs, d.Rules, inputs, err); got != want || calls != 1 {
			t.Errorf("%d: %s after %d calls, want %s", n, got, calls, want)
		}
	}
}
