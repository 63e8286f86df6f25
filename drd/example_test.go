package drd_test

import (
	"fmt"
	"strings"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
)

// A workflow whose order follows from what its nodes read.
func Example() {
	fsys := fstest.MapFS{
		"workflow.yaml": {Data: []byte(`
name: hardship
version: "1"
nodes:
  - id: final
    decision: final.dmn.yaml
    inputs: [income]
  - id: income
    edge: { agent: reader.yaml }
    gate: { schema: income.json }
`)},
		"reader.yaml": {Data: []byte("kind: file\noutput: income.json\n")},
		"income.json": {Data: []byte(`{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "number"}}}`)},
		"final.dmn.yaml": {Data: []byte(`
id: final
version: "1"
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: outcome, type: string }]
rules: [{ when: { amount: "< 100" }, then: { outcome: grant } }]
default: { outcome: refuse }
`)},
	}
	w, err := drd.LoadWorkflow(fsys, "workflow.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := drd.Compile(w)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range plan.Edges {
		fmt.Println("agent:", e.ID(), "behind", e.Schema)
	}
	for _, n := range plan.Decisions {
		fmt.Println("decision:", n.ID(), "reads", n.Inputs())
	}
	fmt.Println("determines:", plan.Sinks)
	// Output:
	// agent: income behind income.json
	// decision: final reads [income]
	// determines: [final]
}

// All faults are told at once, each with its place and what to do.
func ExampleLoadWorkflow() {
	fsys := fstest.MapFS{"workflow.yaml": {Data: []byte(`name: hardship
version: "1"
nodes:
  - id: final
    decision: final.dmn.yaml
    inputs: [incme]
  - id: income
    edge: { agent: reader.yaml }
`)}}
	_, err := drd.LoadWorkflow(fsys, "workflow.yaml")
	var out strings.Builder
	if err := diag.Render(&out, err, fsys); err != nil {
		fmt.Println(err)
	}
	fmt.Print(out.String())
	// Output:
	// workflow.yaml:5:15: the file "final.dmn.yaml" cannot be read: it does not exist [missing_file]
	//   node final
	//     5 |     decision: final.dmn.yaml
	//       |               ^^^^^^^^^^^^^^
	//   hint: files are named from the workflow's own folder
	//
	// workflow.yaml:6:14: there is no fact or node "incme" [unknown_reference]
	//   node final
	//     6 |     inputs: [incme]
	//       |              ^^^^^
	//   hint: did you mean "income"?
	//
	// workflow.yaml:7:5: the field gate is missing [missing_field]
	//   node income
	//     7 |   - id: income
	//       |     ^^
	//   hint: add gate
	//
	// workflow.yaml:8:20: the file "reader.yaml" cannot be read: it does not exist [missing_file]
	//   node income
	//     8 |     edge: { agent: reader.yaml }
	//       |                    ^^^^^^^^^^^
	//   hint: files are named from the workflow's own folder
}
