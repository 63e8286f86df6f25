package spinetest_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/spinetest"
)

// A host's own test: each case of each file becomes a subtest.
func ExampleRun() {
	_ = func(t *testing.T) { // TestPolicies
		spinetest.Run(t, os.DirFS("policies"), "**/*.test.yaml")
	}
}

func ExampleExecute() {
	policies := fstest.MapFS{
		"points.dmn.yaml": {Data: []byte(`
id: points
version: "1"
inputs:
  - { name: hours, expression: activity.contact_hours, type: number }
outputs:
  - { name: points, type: number }
rules:
  - { id: up_to_15, when: { hours: "<= 15" }, then: { points: 15 } }
  - { id: over_15, when: { hours: "> 15" }, then: { points: 20 } }
`)},
		"points.test.yaml": {Data: []byte(`
table: points.dmn.yaml
cases:
  - name: exactly 15 contact hours
    given: { activity: { contact_hours: 15 } }
    expect: { points: 20 }
    rule: over_15
`)},
	}
	names, err := spinetest.Find(policies, ".")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := spinetest.Execute(context.Background(), policies, names)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = report.WriteText(os.Stdout)
	// Output:
	// FAIL points.test.yaml:4:11: exactly 15 contact hours
	//   points: want 20, got 15
	//   rule: want over_15, got up_to_15
	//     rule over_15 did not match: hours is 15, and the cell says > 15: points.dmn.yaml:10:35
	//     rule up_to_15 matched: points.dmn.yaml:9:5
	// coverage points.dmn.yaml: 1 of 2 rules (50%), never over_15
	// 0 passed, 1 failed
}
