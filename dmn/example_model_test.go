package dmn_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

const loan = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="Loan" namespace="urn:loan">
  <import name="rates" namespace="urn:rates" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
  <inputData id="amount" name="Amount"><variable name="Amount" typeRef="number"/></inputData>
  <decision id="cost" name="Yearly Cost"><variable name="Yearly Cost" typeRef="number"/>
    <informationRequirement><requiredInput href="#amount"/></informationRequirement>
    <informationRequirement><requiredDecision href="urn:rates#base"/></informationRequirement>
    <literalExpression><text>Amount * rates.Base Rate</text></literalExpression>
  </decision>
  <decision id="offer" name="Offer">
    <informationRequirement><requiredDecision href="#cost"/></informationRequirement>
    <literalExpression><text>if Yearly Cost > 1000 then "ask" else "grant"</text></literalExpression>
  </decision>
</definitions>`

const rates = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="Rates" namespace="urn:rates">
  <decision id="base" name="Base Rate"><literalExpression><text>0.035</text></literalExpression></decision>
</definitions>`

// A model is loaded with what it imports, and then evaluates its decisions for any
// number of goroutines.
func ExampleLoadModel() {
	models := fstest.MapFS{"loan.dmn": {Data: []byte(loan)}, "rates.dmn": {Data: []byte(rates)}}
	m, err := dmn.LoadModel("loan.dmn", []byte(loan), dmn.FolderResolver(models))
	if err != nil {
		fmt.Println(err) // every fault, with its place
		return
	}
	in := feel.Input{Vars: feel.Map(map[string]any{"Amount": 25_000}), Lenient: true}
	results, err := m.Evaluate(context.Background(), in,
		dmn.Target{Kind: dmn.DecisionTarget, Name: "Offer"}, dmn.Target{Kind: dmn.DecisionTarget, Name: "Yearly Cost"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results[0].Value, results[1].Value)
	// Output: "grant" 875
}

// What is evaluated time after time is prepared once. What goes wrong is null, with
// a reason.
func ExamplePrepared_Evaluate() {
	models := fstest.MapFS{"rates.dmn": {Data: []byte(rates)}}
	m, err := dmn.LoadModel("loan.dmn", []byte(loan), dmn.FolderResolver(models))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := m.Prepare(dmn.Target{Kind: dmn.DecisionTarget, Name: "Yearly Cost"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var results []feel.Result
	for _, text := range []string{`{"Amount": 1000.50}`, `{"Amount": "much"}`, `{"Amuont": 1}`} {
		vars, err := feel.JSON([]byte(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		if results, err = p.Evaluate(context.Background(), feel.Input{Vars: vars, Lenient: true}, results[:0]); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(results[0].Value)
		for _, why := range results[0].Nulls {
			fmt.Println(" ", why.Message)
		}
	}
	// Output:
	// 35.0175
	// null
	//   Amount must be a number, not a string
	// null
	//   a value is given for "Amuont", which is no input data, decision or parameter here
}

// A model with faults is there beside them, for what depends on none.
func ExampleModel_Validate() {
	src := `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="urn:m">
  <decision id="a" name="A"><literalExpression><text>1 +</text></literalExpression></decision>
  <decision id="b" name="B"><literalExpression><text>1 + "b"</text></literalExpression></decision>
</definitions>`
	m, err := dmn.LoadModel("m.dmn", []byte(src), nil)
	fmt.Println(err)
	for _, fault := range diag.Of(m.Validate()) {
		fmt.Println(fault.At.Node, fault.Code)
	}
	// Output:
	// m.dmn:2:57: expected a value after '+', found the end of the text [syntax_error]
	// A syntax_error
	// B type_mismatch
}

// Inputs are what a form or an agent has to give.
func ExampleModel_Inputs() {
	models := fstest.MapFS{"rates.dmn": {Data: []byte(rates)}}
	m, err := dmn.LoadModel("loan.dmn", []byte(loan), dmn.FolderResolver(models))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, in := range m.Inputs(dmn.Target{Kind: dmn.DecisionTarget, Name: "Offer"}) {
		fmt.Println(in.Name, in.Type, in.Required)
	}
	// Output: Amount number [Yearly Cost]
}
