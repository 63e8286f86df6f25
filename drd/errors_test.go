package drd_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/internal/codes"
)

const exampleWorkflow = `name: w
version: "1"
input_data: { day: { schema: date.json } }
nodes: [{ id: band, decision: band.dmn.yaml, inputs: [] }]
`

// replaced gives exampleWorkflow with the fields of a text in place of its own.
func replaced(fields string) string {
	blocks := map[string]string{}
	var order []string
	for line := range strings.Lines(exampleWorkflow + fields) {
		if name, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, " ") {
			blocks[name] = ""
			order = append(slices.DeleteFunc(order, func(n string) bool { return n == name }), name)
		}
		blocks[order[len(order)-1]] += strings.TrimSuffix(line, "\n") + "\n"
	}
	var b strings.Builder
	for _, name := range order {
		b.WriteString(blocks[name])
	}
	return b.String()
}

// Every example of a code gives that code and no other, when the workflow is
// loaded, or as a warning, or when it is asked whether it may be run.
func TestExamples(t *testing.T) {
	table := func(expression, more string) string {
		return "id: t\nversion: \"1\"\n" + more + "inputs: [{ name: x, expression: " + expression + ", type: number }]\n" +
			"outputs: [{ name: v, type: string }]\nrules: [{ when: {}, then: { v: a } }]\n"
	}
	beside := map[string]string{
		"agent.yaml":  "kind: file\noutput: x.json\n",
		"date.json":   `{"type": "string", "format": "date"}`,
		"object.json": `{"type": "object", "properties": {"amount": {"type": "number"}}}`,
		"model.dmn": `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="n" name="m">
<inputData name="Amount" id="amount"><variable name="Amount" typeRef="number"/></inputData>
<decision name="Band"><informationRequirement><requiredInput href="#amount"/></informationRequirement>
<literalExpression><text>Amount</text></literalExpression></decision></definitions>`,
		"band.dmn.yaml":      table("1", ""),
		"amount.dmn.yaml":    table("income.amount", ""),
		"generated.dmn.yaml": table("1", "provenance: { generated_by: drafter }\n"),
	}
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Errorf("only %d codes were found", len(all))
	}
	for _, c := range all {
		fsys := fstest.MapFS{"workflow.yaml": {Data: []byte(replaced(c.Example))}}
		for name, text := range beside {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		w, err := drd.LoadWorkflow(fsys, "workflow.yaml")
		faults := diag.Of(err)
		if err == nil {
			faults = slices.Concat(w.Warnings, w.NotExecuted(), w.Unreviewed())
		}
		if len(faults) != 1 || string(faults[0].Code) != c.Code {
			t.Errorf("%s: the example\n%s\ngives %v", c.Name, replaced(c.Example), faults)
		}
	}
}
