package gate_test

import (
	"errors"
	"fmt"
	"testing/fstest"

	"github.com/decision-spine/spine/gate"
)

func Example() {
	docs := fstest.MapFS{"income.json": {Data: []byte(`{
		"type": "object",
		"required": ["net", "paid_on"],
		"properties": {
			"net": {"type": "number", "minimum": 0},
			"paid_on": {"type": "string", "format": "date"}
		},
		"additionalProperties": false
	}`)}}
	g, err := gate.Compile(docs, "income.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Type())

	income, err := g.Admit([]byte(`{"net": 3120.50, "paid_on": "2026-05-31"}`))
	fmt.Println(income.Value, err)

	_, err = g.Admit([]byte(`{"net": -1, "payed_on": "2026-05-31"}`))
	var refused *gate.Refusal
	if errors.As(err, &refused) {
		for _, v := range refused.Violations {
			fmt.Printf("%q: %s\n", v.InstanceLocation, v.Message)
		}
	}
	// Output:
	// context<net: number, paid_on: date>
	// {net: 3120.5, paid_on: @"2026-05-31"} <nil>
	// "": the member "paid_on" is missing
	// "/net": -1 is less than the minimum 0
	// "/payed_on": the member "payed_on" is not allowed; did you mean "paid_on"?
}
