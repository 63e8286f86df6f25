package spine_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/record"
)

// modelled is a workflow with decisions of a model, which imports another one by
// its namespace. A third model lies beside them that nothing reads.
var modelled = map[string]string{
	"workflow.yaml": `name: modelled
version: "1"
input_data:
  order: { schema: order.json }
  day: { schema: date.json }
nodes:
  - id: price
    decision: models/pricing.dmn#Final Price
    inputs: [order, day]
    with: { "List Price": order.list_price }
  - id: greeting
    decision: models/pricing.dmn#Greeting
    inputs: []
    source: House style
  - id: total
    decision: total.dmn.yaml
    inputs: [price, order]
`,
	"order.json": `{"type": "object", "required": ["list_price", "pieces"],
"properties": {"list_price": {"type": "number"}, "pieces": {"type": "integer"}}}`,
	"date.json": `{"type": "string", "format": "date"}`,
	"total.dmn.yaml": `id: total
version: "1"
inputs: [{ name: total, expression: price * order.pieces, type: number }]
outputs: [{ name: amount, type: number }]
profile: full
rules: [{ when: {}, then: { amount: "=price * order.pieces" } }]
`,
	"models/pricing.dmn": `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" namespace="https://example.org/pricing" name="pricing">
  <import name="rates" namespace="https://example.org/rates" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
  <inputData name="List Price" id="list"><variable name="List Price" typeRef="number"/></inputData>
  <inputData name="day" id="day"><variable name="day" typeRef="date"/></inputData>
  <decision name="Discount" id="discount">
    <variable name="Discount" typeRef="number"/>
    <informationRequirement><requiredInput href="#day"/></informationRequirement>
    <decisionTable hitPolicy="FIRST">
      <input><inputExpression><text>day</text></inputExpression></input>
      <output/>
      <annotation name="why"/>
      <rule id="summer"><inputEntry><text>[date("2026-06-01")..date("2026-09-01"))</text></inputEntry><outputEntry><text>0.1</text></outputEntry><annotationEntry><text>Summer sale</text></annotationEntry></rule>
      <rule id="else"><inputEntry><text>-</text></inputEntry><outputEntry><text>0</text></outputEntry><annotationEntry><text/></annotationEntry></rule>
    </decisionTable>
  </decision>
  <decision name="Final Price" id="final">
    <variable name="Final Price" typeRef="number"/>
    <informationRequirement><requiredInput href="#list"/></informationRequirement>
    <informationRequirement><requiredDecision href="#discount"/></informationRequirement>
    <knowledgeRequirement><requiredKnowledge href="https://example.org/rates#tax"/></knowledgeRequirement>
    <literalExpression><text>rates.with tax(List Price * (1 - Discount))</text></literalExpression>
  </decision>
  <decision name="Greeting"><literalExpression><text>"Welcome"</text></literalExpression></decision>
  <decision name="Adder"><literalExpression><text>function(n) n + 1</text></literalExpression></decision>
  <decision name="Quotient">
    <informationRequirement><requiredInput href="#list"/></informationRequirement>
    <literalExpression><text>1 / List Price</text></literalExpression>
  </decision>
</definitions>
`,
	"models/rates.dmn": `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" namespace="https://example.org/rates" name="rates">
  <businessKnowledgeModel name="with tax" id="tax"><encapsulatedLogic>
    <formalParameter name="net" typeRef="number"/><literalExpression><text>net * 1.25</text></literalExpression>
  </encapsulatedLogic></businessKnowledgeModel>
</definitions>
`,
	"models/unused.dmn": `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" namespace="https://example.org/unused" name="unused"/>`,
}

// A node has the decision's value, not wrapped; its record has what the model read
// and came to, and every document of the model, from which alone it replays.
func TestModelDecisions(t *testing.T) {
	run, err := engine(t).Run(t.Context(), load(t, files(modelled), "workflow.yaml"),
		spine.FactsJSON([]byte(`{"order": {"list_price": 20, "pieces": 3}, "day": "2026-08-31"}`)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := run.Determination(); err != nil || got.String() != `{greeting: "Welcome", total: {amount: 67.5}}` {
		t.Errorf("got %s, %v", got, err)
	}
	price := run.Record().Result.Decisions["price"]
	if want := (record.Table{ID: "https://example.org/pricing#Final Price", SHA256: record.Digest([]byte(modelled["models/pricing.dmn"]))}); price.Table != want {
		t.Errorf("got %+v", price.Table)
	}
	if price.Outputs.String() != "22.5" || price.Inputs["List Price"].String() != "20" || price.Inputs["day"].String() != `@"2026-08-31"` || len(price.Inputs) != 2 || price.Rules != nil {
		t.Errorf("got %+v", price)
	}
	if d, ok := run.Verdict("greeting"); !ok || d.Outputs.String() != `"Welcome"` || run.Record().Result.Decisions["greeting"].Source != "House style" {
		t.Errorf("got %+v", d)
	}
	want := []string{"date.json", "models/pricing.dmn", "models/rates.dmn", "order.json", "total.dmn.yaml", "workflow.yaml"}
	if got := slices.Sorted(maps.Keys(run.Record().Snapshots)); !slices.Equal(got, want) {
		t.Errorf("the record keeps %v", got)
	}
	if r, err := engine(t).Replay(t.Context(), again(t, run.Record())); err != nil || r.Outcome != spine.Match {
		t.Errorf("replay: %+v, %v", r, err)
	}
}

// The rules of a model's decision are those of the table that is its logic.
func TestModelDecisionsHaveRules(t *testing.T) {
	parts := maps.Clone(modelled)
	parts["workflow.yaml"] = strings.NewReplacer("#Greeting\n    inputs: []", "#Discount\n    inputs: [day]").Replace(parts["workflow.yaml"])
	run, err := engine(t).Run(t.Context(), load(t, files(parts), "workflow.yaml"),
		spine.FactsJSON([]byte(`{"order": {"list_price": 20, "pieces": 3}, "day": "2026-08-31"}`)))
	if err != nil {
		t.Fatal(err)
	}
	got := run.Record().Result.Decisions["greeting"]
	if want := []record.Rule{{Rule: 1, ID: "summer", Annotation: "Summer sale"}}; !slices.Equal(got.Rules, want) || got.Outputs.String() != "0.1" {
		t.Errorf("got %+v", got)
	}
}

// A model decides strictly: what the standard makes null refuses the run, as does a
// value that no record can hold. The record of the refused run replays.
func TestModelDecisionsRefuse(t *testing.T) {
	for _, c := range []struct{ name, decision, inputs, code, place string }{
		{"an error in the model", "Quotient", "[order, day]\n    with: { \"List Price\": order.list_price - 20 }", "division_by_zero", "models/pricing.dmn:27:30"},
		{"an error in a binding", "Quotient", "[order, day]\n    with: { \"List Price\": order.list_price / 0 }", "division_by_zero", "workflow.yaml:14:27"},
		{"a function", "Adder", "[]", "unrecordable", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts := maps.Clone(modelled)
			parts["workflow.yaml"] = strings.Replace(parts["workflow.yaml"], "#Greeting\n    inputs: []", "#"+c.decision+"\n    inputs: "+c.inputs, 1)
			run, err := engine(t).Run(t.Context(), load(t, files(parts), "workflow.yaml"),
				spine.FactsJSON([]byte(`{"order": {"list_price": 20, "pieces": 3}, "day": "2026-08-31"}`)))
			var refused *spine.DecideError
			if !errors.As(err, &refused) || len(refused.Faults) != 1 {
				t.Fatalf("got %v", err)
			}
			if e := refused.Faults[0]; string(e.Code) != c.code || e.At.Node != "greeting" || c.place != "" && e.At.String() != c.place {
				t.Errorf("got %s %q: %v", e.At, e.At.Node, e)
			}
			if run.Status() != record.Refused {
				t.Errorf("the run is %s", run.Status())
			}
			if r, err := engine(t).Replay(t.Context(), again(t, run.Record())); err != nil || r.Outcome != spine.Match {
				t.Errorf("replay: %+v, %v", r, err)
			}
		})
	}
}
