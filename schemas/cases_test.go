package schemas_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/codes"
	"github.com/decision-spine/spine/spinetest"
)

var tested = archive(`
-- band.dmn.yaml --
id: band
version: "1"
inputs: [{ name: age, expression: person.age, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: { age: "< 18" }, then: { band: child }, id: r1 }, { when: { age: ">= 18" }, then: { band: adult }, id: r2 }]
-- workflow.yaml --
name: w
version: "1"
input_data: { person: { schema: object.json } }
nodes:
  - { id: papers, edge: { agent: agent.yaml }, gate: { schema: object.json } }
  - { id: band, decision: band.dmn.yaml, inputs: [person] }
  - { id: outcome, decision: band.dmn.yaml, inputs: [person], requires_human: true, decided_by: Officer }
-- object.json --
{"type": "object"}
-- agent.yaml --
kind: file
output: x.json
`)

func readCases(doc string) error {
	_, err := spinetest.Load(put(tested, "a.test.yaml", doc), "a.test.yaml")
	return err
}

func TestCaseFields(t *testing.T) {
	sameFields(t, document(t, "test"), compiled(t, "test"), readCases, []mapping{
		{[]string{"/$defs/table_test", "/$defs/workflow_test"}, `{ %stable: band.dmn.yaml, cases: [{ name: a, rule: r1 }] }`},
		{[]string{"/$defs/table_test", "/$defs/workflow_test"}, `{ %sworkflow: workflow.yaml, cases: [{ name: a, expect_status: refused }] }`},
		{[]string{"/$defs/table_case"}, `{ table: band.dmn.yaml, cases: [{ %sname: a, rule: r1 }] }`},
		{[]string{"/$defs/workflow_case"}, `{ workflow: workflow.yaml, cases: [{ %sname: a, expect_status: refused }] }`},
		{[]string{"/$defs/choice"}, `{ workflow: workflow.yaml, cases: [{ name: a, decide: { outcome: { %schoice: { band: child }, by: x } }, expect_status: refused }] }`},
	})
}

// A field is foreign to a form for the reader if it is none of its properties in
// the schema.
func TestFieldsOfEachForm(t *testing.T) {
	doc := document(t, "test")
	value := map[string]string{"rule": "r1", "expect_error": "unknown_name", "expect_status": "completed"}
	forms := map[string]string{
		"/$defs/table_case":    "table: band.dmn.yaml",
		"/$defs/workflow_case": "workflow: workflow.yaml",
	}
	for form, names := range forms {
		own := properties(doc, form)
		for _, field := range properties(doc, "/$defs/table_case", "/$defs/workflow_case") {
			v := value[field]
			if v == "" {
				v = "{}"
			}
			err := readCases("{ " + names + ", cases: [{ name: a, " + field + ": " + v + " }] }")
			if field == "name" {
				continue // it is there already
			}
			foreign := err != nil && strings.Contains(err.Error(), "has no field "+field)
			if foreign == slices.Contains(own, field) {
				t.Errorf("%s and %s: the reader says %v", form, field, err)
			}
		}
	}
}

// The codes that an editor offers are those that a case can meet: every code of
// deciding a table, and others that are there.
func TestErrorCodes(t *testing.T) {
	sameConstants(t, "test", "/$defs/workflow_case/properties/expect_status", "record", "Status")

	offered := enum(document(t, "test"), "/$defs/error/anyOf/0")
	known := []string{"feel_error", "gate_rejected"}
	for _, dir := range []string{"feel", "dmn", "gate", "."} {
		all, err := codes.Read("../" + dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			known = append(known, c.Code)
			if c.File == "errors_decide.go" && c.Code != "not_executed" && !slices.Contains(offered, c.Code) {
				t.Errorf("%s is not offered", c.Code)
			}
		}
	}
	for _, code := range offered {
		if !slices.Contains(known, code) {
			t.Errorf("there is no code %s", code)
		}
	}
}

func TestCaseVerdicts(t *testing.T) {
	table := func(fields string) string {
		return "{ table: band.dmn.yaml, cases: [{ " + fields + " }] }"
	}
	workflow := func(fields string) string {
		return "{ workflow: workflow.yaml, cases: [{ name: a, edges: { papers: {} }, " + fields + " }] }"
	}
	agree(t, compiled(t, "test"), readCases, []verdict{
		{"a table", `
table: band.dmn.yaml
cases:
  - name: grown up
    given: { person: { age: 18, born: { "@date": 2008-06-01 }, tags: [a, 1, true, null], odd: { "@context": { "@id": x } } } }
    expect: { band: adult }
    rule: r2
  - name: 2
    rule: [r1, r2]
  - { name: none, rule: [] }
  - name: nobody
    given: {}
    expect_error: unknown_name
`, true},
		{"a workflow", `
workflow: workflow.yaml
cases:
  - name: a whole run
    facts: { person: { age: 20, born: 2008-06-01, "@id": x } }
    edges: { papers: { seen: true, pages: [1, 2.50] } }
    decide: { outcome: { choice: { band: adult }, by: Test Delegate, reason: seen } }
    expect: { band: { band: adult } }
    recommend: { outcome: { band: adult } }
    rules: { band: r2, outcome: [r2] }
    expect_status: completed
`, true},
		{"an error of a code that no list has", table("name: a, expect_error: something_else"), true},
		{"a refused run", workflow("expect_error: gate_rejected"), true},
		{"an object by an agent that is no object", "{ workflow: workflow.yaml, cases: [{ name: a, edges: { papers: [1] }, expect_status: refused }] }", true},

		{"nothing", "{ cases: [{ name: a, rule: r1 }] }", false},
		{"both", "{ table: band.dmn.yaml, workflow: workflow.yaml, cases: [{ name: a, expect_error: x }] }", false},
		{"no cases", "{ table: band.dmn.yaml }", false},
		{"empty cases", "{ table: band.dmn.yaml, cases: [] }", false},
		{"cases by name", "{ table: band.dmn.yaml, cases: { a: { rule: r1 } } }", false},
		{"a blank table", "{ table: '', cases: [{ name: a, rule: r1 }] }", false},
		{"tables", "{ table: [band.dmn.yaml], cases: [{ name: a, rule: r1 }] }", false},
		{"a case without name", table("rule: r1"), false},
		{"a case with a blank name", table("name: '', rule: r1"), false},
		{"a case that expects nothing", table("name: a, given: {}"), false},
		{"outputs and an error", table("name: a, expect: { band: adult }, expect_error: x"), false},
		{"a blank error", table("name: a, expect_error: ''"), false},
		{"errors", table("name: a, expect_error: [x]"), false},
		{"outputs as a text", table("name: a, expect: adult"), false},
		{"variables as a list", table("name: a, given: [1], rule: r1"), false},
		{"an unknown kind of value", table("name: a, given: { x: { '@day': 2026-06-01 } }, rule: r1"), false},
		{"a kind of value among others", table("name: a, given: { x: { '@date': 2026-06-01, b: 1 } }, rule: r1"), false},
		{"a kind of value of a list", table("name: a, given: { x: { '@date': [2026-06-01] } }, rule: r1"), false},
		{"a context of a text", table("name: a, given: { x: { '@context': y } }, rule: r1"), false},
		{"facts of a table", table("name: a, facts: {}, rule: r1"), false},
		{"variables of a workflow", workflow("given: {}, expect_status: refused"), false},
		{"a rule of a workflow", workflow("rule: r1, expect_status: refused"), false},
		{"a status that is none", workflow("expect_status: done"), false},
		{"a choice by nobody", workflow("decide: { outcome: { choice: { band: child } } }, expect_status: completed"), false},
		{"a choice by a blank", workflow("decide: { outcome: { choice: { band: child }, by: ' ' } }, expect_status: completed"), false},
		{"no choice", workflow("decide: { outcome: { by: x } }, expect_status: completed"), false},
		{"a choice by its text", workflow("decide: { outcome: { choice: child, by: x } }, expect_status: completed"), false},
		{"a choice with a date", workflow("decide: { outcome: { choice: { band: child }, by: x, at: y } }, expect_status: completed"), false},
		{"outputs without nodes", workflow("expect: adult"), false},
	})
}
