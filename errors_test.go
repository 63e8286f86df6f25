package spine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
)

// TestErrorExamples runs the example of each code, and demands that the run ends with
// that code and no other.
func TestErrorExamples(t *testing.T) {
	wf := load(t, files(map[string]string{
		"workflow.yaml": `name: w
version: "1"
input_data: { income: { schema: number.json } }
nodes:
  - { id: papers, edge: { agent: agent.yaml }, gate: { schema: number.json } }
  - { id: outcome, decision: outcome.dmn.yaml, inputs: [income, papers], requires_human: true, decided_by: Delegate }
`,
		"number.json": `{"type": "number"}`,
		"agent.yaml":  "kind: file\n",
		"outcome.dmn.yaml": `id: outcome
version: "1"
inputs: [{ name: income, expression: income + papers, type: number }]
outputs: [{ name: outcome, type: string, values: [confirm, refuse] }]
rules: [{ when: { income: "> 0" }, then: { outcome: confirm } }]
`,
	}), "workflow.yaml")
	run := func(example string) error {
		facts, agent, choice := `{"income": 5}`, "1", "confirm"
		for line := range strings.Lines(example) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch name {
			case "facts":
				facts = value
			case "agent":
				agent = value
			case "choice":
				choice = strings.TrimSuffix(strings.TrimPrefix(value, `{outcome: "`), `"}`)
			default:
				t.Fatalf("the example has %q", line)
			}
		}
		opts := []spine.Option{spine.WithDecider(chooses("outcome", choice))}
		if agent != "none" {
			opts = append(opts, spine.WithAgent(agentFunc(func(context.Context, spine.AgentRequest) (spine.AgentResult, error) {
				switch agent {
				case "fails":
					return spine.AgentResult{}, errors.New("no answer")
				case "takes too long":
					return spine.AgentResult{}, context.DeadlineExceeded
				}
				return spine.AgentResult{Object: []byte(agent)}, nil
			})))
		}
		r, err := engine(t, opts...).Run(t.Context(), wf, spine.FactsJSON([]byte(facts)))
		if err == nil {
			if _, err := r.Determination(); err != nil {
				t.Error(err)
			}
		}
		return err
	}
	if err := run(""); err != nil {
		t.Fatalf("without a difference: %v", err)
	}
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 7 {
		t.Errorf("only %d codes were found", len(all))
	}
	for _, c := range all {
		err := run(c.Example)
		if faults := diag.Of(err); len(faults) != 1 || string(faults[0].Code) != c.Code {
			t.Errorf("%s: the example %s gives %v", c.Name, c.Example, err)
		}
	}
}
