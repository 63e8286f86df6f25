package dmn_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

const halves = `id: halves
version: "1"
hit_policy: FIRST
inputs: [{ name: n, expression: n, type: number }]
outputs: [{ name: half, type: number }, { name: kind, type: string }]
profile: full
rules:
  - { when: { n: 13 }, then: { half: "=n / 0", kind: unlucky } }
  - { when: { n: "< 100" }, then: { half: "=n / 2", kind: small } }
  - { when: {}, then: { half: "=n / 2", kind: big } }
`

func halvesProgram(t *testing.T) *dmn.Program {
	t.Helper()
	table, err := dmn.LoadTable(fstest.MapFS{"t.dmn.yaml": {Data: []byte(halves)}}, "t.dmn.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := dmn.Compile(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func numbers(n int) iter.Seq[feel.Input] {
	return func(yield func(feel.Input) bool) {
		for i := range n {
			if !yield(feel.Input{Vars: feel.Map(map[string]any{"n": i})}) {
				return
			}
		}
	}
}

// Every input has what Decide gives for it, in order; an error is its input's alone.
func TestDecideAll(t *testing.T) {
	p := halvesProgram(t)
	for _, workers := range []int{0, 1, 3} {
		i, told := 0, 0
		for d, err := range p.DecideAll(t.Context(), dmn.Batch{Workers: workers, Progress: func(done int) { told = done }}, numbers(2000)) {
			want, wantErr := p.Decide(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"n": i})})
			if d.Outputs.String() != want.Outputs.String() || fmt.Sprint(err) != fmt.Sprint(wantErr) || (err != nil) != (i == 13) {
				t.Fatalf("%d: got %s, %v", i, d.Outputs, err)
			}
			if told != i {
				t.Fatalf("%d results were told of at %d", told, i)
			}
			i++
		}
		if i != 2000 || told != 2000 {
			t.Errorf("%d results, %d told of", i, told)
		}
	}
}

// A context that ends is the last result.
func TestDecideAllIsCancelled(t *testing.T) {
	p := halvesProgram(t)
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	n := 0
	var last error
	for _, err := range p.DecideAll(ctx, dmn.Batch{Workers: 2}, numbers(1_000_000)) {
		if n++; n == 500 {
			cancel(why)
		}
		last = err
	}
	if n != 501 || !errors.Is(last, why) {
		t.Errorf("%d results, the last one %v", n, last)
	}
}

func TestEvaluateAll(t *testing.T) {
	m, err := dmn.LoadModel("m.dmn", []byte(`<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" namespace="n" name="m">
<inputData name="n" id="n"><variable name="n" typeRef="number"/></inputData>
<decision name="Double" id="d"><informationRequirement><requiredInput href="#n"/></informationRequirement><literalExpression><text>2 * n</text></literalExpression></decision>
<decision name="Next"><informationRequirement><requiredDecision href="#d"/></informationRequirement><literalExpression><text>Double + 1</text></literalExpression></decision>
</definitions>`), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Prepare(dmn.Target{Kind: dmn.DecisionTarget, Name: "Double"}, dmn.Target{Kind: dmn.DecisionTarget, Name: "Next"})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for results, err := range p.EvaluateAll(t.Context(), dmn.Batch{}, numbers(1000)) {
		if err != nil || len(results) != 2 || results[0].Value.String() != fmt.Sprint(2*i) || results[1].Value.String() != fmt.Sprint(2*i+1) {
			t.Fatalf("%d: %v, %v", i, results, err)
		}
		i++
	}
	if i != 1000 {
		t.Errorf("%d results", i)
	}
}
