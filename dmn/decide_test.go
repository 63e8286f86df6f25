package dmn_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

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
