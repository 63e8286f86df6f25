package dmn_test

import (
	"context"
	"errors"
	"fmt"
	"testing/fstest"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// A table is loaded and compiled once, and then decides for any number of
// goroutines. Without a rule that matches there is no decision, but an error.
func Example() {
	tables := fstest.MapFS{"points.dmn.yaml": {Data: []byte(`id: points
version: "2022-07-04"
inputs:
  - { name: hours, expression: activity.contact_hours, type: number }
outputs:
  - { name: points, type: number }
rules:
  - { id: up_to_15, when: { hours: "[0..15]" }, then: { points: 15 } }
  - { id: over_15, when: { hours: "> 15" }, then: { points: 20 } }
`)}}
	table, err := dmn.LoadTable(tables, "points.dmn.yaml")
	if err != nil {
		fmt.Println(err) // every fault, with its place
		return
	}
	program, err := dmn.Compile(table, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, hours := range []any{15, "15.5", -1} {
		n, err := feel.ParseNumber(fmt.Sprint(hours))
		if err != nil {
			fmt.Println(err)
			return
		}
		d, err := program.Decide(context.Background(), feel.Input{Vars: feel.Map(map[string]any{
			"activity": map[string]any{"contact_hours": n},
		})})
		if errors.Is(err, dmn.NoRuleMatched) {
			fmt.Println(hours, "hours: no decision")
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(hours, "hours:", d.Outputs, "by", d.Rules[0].ID)
	}
	// Output:
	// 15 hours: {points: 15} by up_to_15
	// 15.5 hours: {points: 20} by over_15
	// -1 hours: no decision
}

// What fails first in each rule is told on request.
func ExampleProgram_Explain() {
	tables := fstest.MapFS{"t.dmn.yaml": {Data: []byte(`id: t
version: "1"
inputs: [{ name: age, expression: age, type: number }]
outputs: [{ name: band, type: string }]
rules:
  - { when: { age: "< 18" }, then: { band: child } }
  - { when: { age: ">= 65" }, then: { band: senior } }
default: { band: adult }
`)}}
	table, err := dmn.LoadTable(tables, "t.dmn.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := dmn.Compile(table, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, why, err := program.Explain(context.Background(), feel.Input{Vars: feel.Map(map[string]any{"age": 40})})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Outputs, "by default:", d.Default)
	for _, r := range why.Rules {
		fmt.Printf("rule %d: %s is %s, not %s\n", r.Rule, r.Failed.Cell, r.Failed.Saw, r.Failed.Test)
	}
	// Output:
	// {band: "adult"} by default: true
	// rule 1: age is 40, not < 18
	// rule 2: age is 40, not >= 65
}
