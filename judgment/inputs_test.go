package judgment_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

// inputs are those of a run.
func inputs(document string) judgment.GraphInputs {
	return judgment.GraphInputs{Document: []byte(document), HasDocument: true}
}

// refusedWith gives what a run is refused for, with the nodes: "CODE PATH @NODE".
func refusedWith(t testing.TB, p *judgment.Plan, in judgment.GraphInputs) []string {
	t.Helper()
	_, err := p.Run(t.Context(), in)
	if err == nil {
		return nil
	}
	var refusal *judgment.Refusal
	if !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	out := told(refusal.Findings)
	for i, f := range refusal.Findings {
		if f.Fault.At.Node != "" {
			out[i] += " @" + f.Fault.At.Node
		}
	}
	return out
}

func TestGraphInputs(t *testing.T) {
	p := shared.plan(t, `{"a":@up,"a-1":@up,"b":@down}`, `[]`, "b")
	if got := refusedWith(t, p, judgment.GraphInputs{}); got != nil {
		t.Errorf("without inputs: %s", got)
	}
	if got := refusedWith(t, p, judgment.GraphInputs{HasDocument: true}); len(got) != 1 || !strings.HasPrefix(got[0], "graph_inputs_json") {
		t.Errorf("with no bytes: %s", got)
	}
	brackets := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		inputs string
		want   []string
	}{
		{`{}`, nil},
		{`{"a":{},"b":{"facts":{},"evidence":{}}}`, nil},
		{`{"a":{"facts":null}}`, nil},
		{`{"a":{"facts":5}}`, nil},
		{`{"a":{"facts":[1e400]}}`, nil},
		{`{"a":{"facts":` + brackets(126) + `}}`, nil},
		{`{"a":{"facts":` + brackets(127) + `}}`, []string{"graph_inputs_json /a/facts" + strings.Repeat("/0", 126)}},
		{``, []string{"graph_inputs_json "}},
		{`{}{}`, []string{"graph_inputs_json "}},
		{`{"a":{},"\u0061":{}}`, []string{"graph_inputs_json /a"}},
		{`{"a":{"facts":{"x":"\ud800"}}}`, []string{"graph_inputs_json /a/facts/x"}},
		{`null`, []string{"graph_inputs_shape "}},
		{`[]`, []string{"graph_inputs_shape "}},
		{`{"a":null}`, []string{"graph_inputs_shape /a @a"}},
		{`{"b":[],"a":"x"}`, []string{"graph_inputs_shape /a @a", "graph_inputs_shape /b @b"}},
		{`{"c":{}}`, []string{"graph_inputs_node /c @c"}},
		{`{"A":{}}`, []string{"graph_inputs_node /A @A"}},
		{`{"c":null}`, []string{"graph_inputs_node /c @c"}},
		{`{"a/b":{}}`, []string{"graph_inputs_node /a~1b @a/b"}},
		{`{"a":{"Facts":{},"fact":{},"facts":{}}}`, []string{"graph_inputs_member /a/Facts @a", "graph_inputs_member /a/fact @a"}},
		{`{"b":{"evidence":null}}`, []string{"graph_inputs_evidence /b/evidence @b"}},
		{`{"b":{"evidence":[]}}`, []string{"graph_inputs_evidence /b/evidence @b"}},
		{`{"b":{"evidence":"present"}}`, []string{"graph_inputs_evidence /b/evidence @b"}},
		{`{"b":{"x":1,"evidence":1},"a-1":{"x":1},"a":{"y":1},"c":1}`, []string{ // by node, which is not the order of the paths
			"graph_inputs_member /a/y @a", "graph_inputs_member /a-1/x @a-1", "graph_inputs_evidence /b/evidence @b", "graph_inputs_member /b/x @b", "graph_inputs_node /c @c"}},
		// Keys and values of evidence are the evaluator's to judge.
		{`{"b":{"evidence":{"nothing":"present"}}}`, []string{"graph_node_evaluation /nodes/b @b"}},
		{`{"b":{"evidence":{"paper":"Present"}}}`, []string{"graph_node_evaluation /nodes/b @b"}},
		{`{"b":{"evidence":{"paper":null}}}`, []string{"graph_node_evaluation /nodes/b @b"}},
	} {
		same(t, c.inputs, refusedWith(t, p, inputs(c.inputs)), c.want...)
	}
}

func TestGraphInputsLimits(t *testing.T) {
	p := shared.plan(t, `{"a":@up,"b":@up}`, `[]`, "a")
	padded := func(a, b int) string {
		pad := func(n int) string { return strings.Repeat(" ", n) }
		return `{"a":{"facts":{` + pad(a) + `}},"b":{"facts":{` + pad(b) + `}}}`
	}
	const facts, all = 10 << 20, 16 << 20
	frame := len(padded(0, 0))
	for _, c := range []struct {
		what, inputs string
		want         []string
	}{
		{"16 MiB", padded(8<<20, all-8<<20-frame), nil},
		{"more than 16 MiB", padded(8<<20, all-8<<20-frame+1), []string{"graph_inputs_json "}},
		{"facts of 10 MiB", padded(facts-2, 0), nil},
		{"facts of more than 10 MiB", padded(0, facts-1), []string{"graph_node_evaluation /nodes/b @b"}},
	} {
		same(t, c.what, refusedWith(t, p, inputs(c.inputs)), c.want...)
	}
}

func TestCollisions(t *testing.T) {
	const resolvedUp, openUp = `"a":{"facts":{"v":"yes"}}`, `"a":{}`
	p := shared.plan(t, `{"a":@up,"b":@down,"c":@down}`, edgesOf("a b /p/q", "a b /x !paper", "a c /x"), "b")
	for _, c := range []struct {
		name, b string
		want    []string
	}{
		{"nothing", `{}`, nil},
		{"beside it", `{"facts":{"p":{"r":1,"":null},"y":[1],"p/q":1},"evidence":{}}`, nil},
		{"a value at it", `{"facts":{"x":"yes"}}`, []string{"graph_fact_conflict /edges/1/fact @b"}},
		{"null at it", `{"facts":{"x":null}}`, []string{"graph_fact_conflict /edges/1/fact @b"}},
		{"an object at it", `{"facts":{"p":{"q":{}}}}`, []string{"graph_fact_conflict /edges/0/fact @b"}},
		{"an array on the way", `{"facts":{"p":[]}}`, []string{"graph_fact_conflict /edges/0/fact @b"}},
		{"null on the way", `{"facts":{"p":null}}`, []string{"graph_fact_conflict /edges/0/fact @b"}},
		{"a string on the way", `{"facts":{"p":"q"}}`, []string{"graph_fact_conflict /edges/0/fact @b"}},
		{"an empty object on the way", `{"facts":{"p":{}}}`, nil},
		{"facts that are no object", `{"facts":[]}`, []string{"graph_fact_conflict /edges/0/fact @b", "graph_fact_conflict /edges/1/fact @b"}},
		{"facts that are null", `{"facts":null}`, []string{"graph_fact_conflict /edges/0/fact @b", "graph_fact_conflict /edges/1/fact @b"}},
		{"evidence", `{"evidence":{"paper":"absent"}}`, []string{"graph_evidence_conflict /edges/1/evidence/id @b"}},
		{"evidence that the edge would set", `{"evidence":{"paper":"present"}}`, []string{"graph_evidence_conflict /edges/1/evidence/id @b"}},
		{"evidence of no presence", `{"evidence":{"paper":5}}`, []string{"graph_evidence_conflict /edges/1/evidence/id @b"}},
		{"all of them, facts first", `{"facts":{"x":1,"p":1},"evidence":{"paper":"present"}},"c":{"facts":1}`, []string{
			"graph_fact_conflict /edges/0/fact @b", "graph_fact_conflict /edges/1/fact @b", "graph_fact_conflict /edges/2/fact @c", "graph_evidence_conflict /edges/1/evidence/id @b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, upstream := range []string{resolvedUp, openUp} {
				same(t, upstream, refusedWith(t, p, inputs(`{`+upstream+`,"b":`+c.b+`}`)), c.want...)
			}
		})
	}
}

// A collision is found before anything is evaluated.
func TestCollisionsBeforeEvaluation(t *testing.T) {
	s := shelf{"up": up, "down": down, "nopack": noPack}
	p := s.plan(t, `{"a":@nopack,"b":@down}`, edgesOf("a b /x !paper"), "b")
	same(t, "with an upstream that cannot be evaluated", refusedWith(t, p, inputs(`{"b":{"facts":{"x":1},"evidence":{"paper":"present"}}}`)),
		"graph_fact_conflict /edges/0/fact @b", "graph_evidence_conflict /edges/0/evidence/id @b")
	same(t, "without a collision", refusedWith(t, p, inputs(`{"b":{}}`)), "graph_node_evaluation /nodes/a @a")
	same(t, "with a fault of the inputs", refusedWith(t, p, inputs(`{"b":{"facts":{"x":1}},"z":{}}`)), "graph_inputs_node /z @z")
}
