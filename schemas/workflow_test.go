package schemas_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/drd"
	"pgregory.net/rapid"
)

// parts are what the workflows of these tests name. The tables read nothing, so
// that whatever a node lists fits.
var parts = archive(`
-- agents/reader.yaml --
kind: file
output: out.json
-- agents/drafter.yaml --
kind: file
output: out.json
-- schemas/date.json --
{"type": "string", "format": "date"}
-- schemas/case.json --
{"type": "object"}
-- tables/one.dmn.yaml --
id: one
version: "1"
inputs: [{ name: x, expression: 1, type: number }]
outputs: [{ name: v, type: string }]
rules: [{ when: {}, then: { v: a } }]
-- tables/two.dmn.yaml --
id: two
version: "1"
effective: { to: 2026-06-30 }
inputs: [{ name: x, expression: 1, type: number }]
outputs: [{ name: v, type: string }]
rules: [{ when: {}, then: { v: a } }]
-- tables/three.dmn.yaml --
id: three
version: "1"
effective: { from: 2026-07-01 }
inputs: [{ name: x, expression: 1, type: number }]
outputs: [{ name: v, type: string }]
rules: [{ when: {}, then: { v: a } }]
-- models/pricing.dmn --
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="n" name="pricing">
  <inputData name="List Price" id="list"/>
  <decision name="Final Price">
    <informationRequirement><requiredInput href="#list"/></informationRequirement>
    <literalExpression><text>List Price</text></literalExpression>
  </decision>
</definitions>
`)

func loadWorkflow(doc string) (*drd.Workflow, error) {
	return drd.LoadWorkflow(put(parts, "workflow.yaml", doc), "workflow.yaml")
}

func readWorkflow(doc string) error {
	_, err := loadWorkflow(doc)
	return err
}

var nodeKinds = []string{"/$defs/edge_node", "/$defs/policy_node", "/$defs/human_node"}

func TestWorkflowFields(t *testing.T) {
	const node = `nodes: [{ id: a, decision: tables/one.dmn.yaml, inputs: [] }]`
	sameFields(t, document(t, "workflow"), compiled(t, "workflow"), readWorkflow, []mapping{
		{[]string{""}, `{ %sname: x, version: x, ` + node + ` }`},
		{[]string{"/$defs/fact"}, `{ name: x, version: x, input_data: { day: { %sschema: schemas/date.json } }, ` + node + ` }`},
		{nodeKinds, `{ name: x, version: x, nodes: [{ %sid: a, decision: tables/one.dmn.yaml, inputs: [] }] }`},
		{nodeKinds, `{ name: x, version: x, nodes: [{ %sid: a, decision: tables/one.dmn.yaml, inputs: [], requires_human: true, decided_by: x }] }`},
		{nodeKinds, `{ name: x, version: x, nodes: [{ %sid: e, edge: { agent: agents/reader.yaml }, gate: { schema: schemas/case.json } }, { id: a, decision: tables/one.dmn.yaml, inputs: [] }] }`},
		{[]string{"/$defs/edge_node/properties/edge"}, `{ name: x, version: x, nodes: [{ id: e, edge: { %sagent: agents/reader.yaml }, gate: { schema: schemas/case.json } }, { id: a, decision: tables/one.dmn.yaml, inputs: [] }] }`},
		{[]string{"/$defs/edge_node/properties/gate"}, `{ name: x, version: x, nodes: [{ id: e, edge: { agent: agents/reader.yaml }, gate: { %sschema: schemas/case.json } }, { id: a, decision: tables/one.dmn.yaml, inputs: [] }] }`},
		{[]string{"/$defs/human_node/properties/draft"}, `{ name: x, version: x, nodes: [{ id: a, decision: tables/one.dmn.yaml, inputs: [], requires_human: true, decided_by: x, draft: { %sagent: agents/drafter.yaml }, ai_may_draft: [reasons] }] }`},
	})
}

// A field is foreign to a kind of node for the reader if it is none of its
// properties in the schema.
func TestFieldsOfEachKindOfNode(t *testing.T) {
	doc := document(t, "workflow")
	value := map[string]string{"requires_human": "true", "override_needs_reason": "true", "inputs": "[]", "with": "{}", "ai_may_draft": "[reasons]",
		"edge": "{ agent: agents/reader.yaml }", "gate": "{ schema: schemas/case.json }", "draft": "{ agent: agents/drafter.yaml }"}
	nodes := map[string]string{
		"/$defs/edge_node":   "edge: { agent: agents/reader.yaml }, gate: { schema: schemas/case.json }",
		"/$defs/policy_node": `decision: "models/pricing.dmn#Price", inputs: []`,
		"/$defs/human_node":  "requires_human: true, decision: tables/one.dmn.yaml, inputs: [], decided_by: x",
	}
	for kind, node := range nodes {
		own := properties(doc, kind)
		for _, field := range properties(doc, nodeKinds...) {
			if strings.Contains(node, field+":") || field == "id" || field == "edge" {
				continue // an agent makes any node an edge
			}
			v := value[field]
			switch {
			case kind == "/$defs/policy_node" && field == "requires_human":
				v = "false"
			case v == "":
				v = "1h"
			}
			err := readWorkflow(fmt.Sprintf("{ name: x, version: x, nodes: [{ id: a, %s: %s, %s }] }", field, v, node))
			foreign := slices.ContainsFunc(diag.Of(err), func(e *diag.Error) bool {
				return e.Code == drd.NodeKind && strings.Contains(e.Message, "has no field `"+field+"`")
			})
			if foreign == slices.Contains(own, field) {
				t.Errorf("%s and %s: the reader says %v", kind, field, err)
			}
		}
	}
}

const everyField = `
name: everything
version: "2026-06-01.1"
as_of: application_date
input_data:
  application_date: { schema: schemas/date.json, description: the day of the application }
nodes:
  - id: income
    edge: { agent: agents/reader.yaml, inputs: [application_date], attempts: 2 }
    gate: { schema: schemas/case.json }
  - id: affordability
    decision: tables/one.dmn.yaml
    inputs: [income, application_date]
    source: "Hardship Policy v4.2 s72"
  - id: dated
    decision: [tables/two.dmn.yaml, tables/three.dmn.yaml]
    inputs: [income]
    requires_human: false
  - id: pricing
    decision: models/pricing.dmn#Final Price
    inputs: [income]
    with: { "List Price": income.list_price }
  - id: final_determination
    decision: tables/one.dmn.yaml
    inputs: [affordability, pricing]
    source: 72
    requires_human: true
    decided_by: "Hardship Officer"
    override_needs_reason: true
    expires: 72h
    draft: { agent: agents/drafter.yaml }
    ai_may_draft: [reasons]
`

func TestWorkflowVerdicts(t *testing.T) {
	const (
		edge   = "id: e, edge: { agent: agents/reader.yaml }, gate: { schema: schemas/case.json }"
		policy = "id: a, decision: tables/one.dmn.yaml, inputs: []"
		human  = "id: h, decision: tables/one.dmn.yaml, inputs: [], requires_human: true, decided_by: x"
	)
	nodes := func(nodes ...string) string {
		return "{ name: x, version: 1, nodes: [{ " + strings.Join(nodes, " }, { ") + " }] }"
	}
	root := func(fields string) string {
		return "{ name: x, version: 1, nodes: [{ " + policy + " }], " + fields + " }"
	}
	agree(t, compiled(t, "workflow"), readWorkflow, []verdict{
		{"everything", everyField, true},
		{"a policy node", nodes(policy), true},
		{"a human node", nodes(human), true},
		{"an edge and a policy node", nodes(edge, policy), true},
		{"attempts 5", nodes(strings.Replace(edge, " }, gate", ", attempts: 5 }, gate", 1), policy), true},
		{"no facts", root("input_data: {}"), true},
		{"expires in parts", nodes(human + ", expires: 1h30m5s"), true},

		{"no mapping", "x", false},
		{"no name", "{ version: 1, nodes: [{ " + policy + " }] }", false},
		{"blank version", "{ name: x, version: '', nodes: [{ " + policy + " }] }", false},
		{"no nodes", "{ name: x, version: 1 }", false},
		{"empty nodes", "{ name: x, version: 1, nodes: [] }", false},
		{"edges only", nodes(edge), false},
		{"nodes by name", "{ name: x, version: 1, nodes: { a: { " + policy + " } } }", false},
		{"unknown field", root("owner: x"), false},
		{"as_of blank", root("as_of: ''"), false},
		{"as_of a list", root("as_of: [x]"), false},
		{"facts as a list", root("input_data: [day]"), false},
		{"a fact by its schema", root("input_data: { day: schemas/date.json }"), false},
		{"a fact without schema", root("input_data: { day: { description: x } }"), false},
		{"a fact by an agent", root("input_data: { day: { schema: schemas/date.json, agent: agents/reader.yaml } }"), false},
		{"a fact by an edge", root("input_data: { day: { schema: schemas/date.json, edge: { agent: agents/reader.yaml } } }"), false},
		{"a fact by another", root("input_data: { day: { schema: schemas/date.json, from: e } }"), false},
		{"a fact whose name is none", root("input_data: { the-day: { schema: schemas/date.json } }"), false},
		{"a node without id", nodes(strings.Replace(policy, "id: a, ", "", 1)), false},
		{"a node whose name is none", nodes(strings.Replace(policy, "id: a", "id: 1", 1)), false},
		{"a node of no kind", nodes("id: a", policy), false},
		{"an edge that decides", nodes(edge+", decision: tables/one.dmn.yaml", policy), false},
		{"an edge with a person", nodes(edge+", requires_human: true", policy), false},
		{"an edge without gate", nodes("id: e, edge: { agent: agents/reader.yaml }", policy), false},
		{"an edge without agent", nodes("id: e, edge: { inputs: [] }, gate: { schema: schemas/case.json }", policy), false},
		{"an edge by its agent", nodes("id: e, edge: agents/reader.yaml, gate: { schema: schemas/case.json }", policy), false},
		{"an edge with two agents", nodes("id: e, edge: { agent: [agents/reader.yaml, agents/drafter.yaml] }, gate: { schema: schemas/case.json }", policy), false},
		{"an edge that may skip its gate", nodes("id: e, edge: { agent: agents/reader.yaml }, gate: { schema: schemas/case.json, optional: true }", policy), false},
		{"attempts 0", nodes(strings.Replace(edge, " }, gate", ", attempts: 0 }, gate", 1), policy), false},
		{"attempts 6", nodes(strings.Replace(edge, " }, gate", ", attempts: 6 }, gate", 1), policy), false},
		{"attempts in words", nodes(strings.Replace(edge, " }, gate", ", attempts: many }, gate", 1), policy), false},
		{"attempts in quotes", nodes(strings.Replace(edge, " }, gate", `, attempts: "2" }, gate`, 1), policy), false},
		{"a policy node with an agent", nodes(policy + ", edge: { agent: agents/reader.yaml }"), false},
		{"a policy node with a gate", nodes(policy + ", gate: { schema: schemas/case.json }"), false},
		{"a policy node with a draft", nodes(policy + ", draft: { agent: agents/drafter.yaml }, ai_may_draft: [reasons]"), false},
		{"a policy node with a role", nodes(policy + ", decided_by: x"), false},
		{"a policy node without inputs", nodes("id: a, decision: tables/one.dmn.yaml"), false},
		{"inputs by name", nodes("id: a, decision: tables/one.dmn.yaml, inputs: { a: b }"), false},
		{"an input that is a path", nodes("id: a, decision: tables/one.dmn.yaml, inputs: [a.b]"), false},
		{"no tables", nodes("id: a, decision: [], inputs: []"), false},
		{"a model in a list", nodes(`id: a, decision: ["models/pricing.dmn#Price"], inputs: []`), false},
		{"an unnamed decision", nodes(`id: a, decision: "models/pricing.dmn#", inputs: []`), false},
		{"with for a table", nodes(policy + ", with: { x: '1' }"), false},
		{"with a list", nodes(`id: a, decision: "models/pricing.dmn#Price", inputs: [], with: [x]`), false},
		{"with nothing", nodes(`id: a, decision: "models/pricing.dmn#Price", inputs: [], with: { x: '' }`), false},
		{"a human node without role", nodes("id: h, decision: tables/one.dmn.yaml, inputs: [], requires_human: true"), false},
		{"a human node that asks perhaps", nodes(strings.Replace(human, "true", "maybe", 1)), false},
		{"a human node that asks in quotes", nodes(strings.Replace(human, "true", `"true"`, 1)), false},
		{"a human node on a model", nodes(strings.Replace(human, "tables/one.dmn.yaml", `"models/pricing.dmn#Price"`, 1)), false},
		{"a human node on a list", nodes(strings.Replace(human, "tables/one.dmn.yaml", "[tables/one.dmn.yaml]", 1)), false},
		{"a human node with an agent", nodes(human + ", edge: { agent: agents/reader.yaml }"), false},
		{"a human node decided by an agent", nodes(human + ", agent: agents/reader.yaml"), false},
		{"a draft without fields", nodes(human + ", draft: { agent: agents/drafter.yaml }"), false},
		{"a draft of nothing", nodes(human + ", draft: { agent: agents/drafter.yaml }, ai_may_draft: []"), false},
		{"a draft of the outcome", nodes(human + ", draft: { agent: agents/drafter.yaml }, ai_may_draft: [outcome]"), false},
		{"a draft of the choice too", nodes(human + ", draft: { agent: agents/drafter.yaml }, ai_may_draft: [reasons, choice]"), false},
		{"a draft of reasons twice", nodes(human + ", draft: { agent: agents/drafter.yaml }, ai_may_draft: [reasons, reasons]"), false},
		{"a draft that is a text", nodes(human + ", draft: { agent: agents/drafter.yaml }, ai_may_draft: reasons"), false},
		{"a draft by nobody", nodes(human + ", ai_may_draft: [reasons]"), false},
		{"a draft with a fallback", nodes(human + ", draft: { agent: agents/drafter.yaml, decides: true }, ai_may_draft: [reasons]"), false},
		{"expires soon", nodes(human + ", expires: soon"), false},
		{"expires at once", nodes(human + ", expires: 0h"), false},
		{"expires in days", nodes(human + ", expires: 3d"), false},
		{"expires without a unit", nodes(human + ", expires: 72"), false},
	})
}

// The proof that no document can make what an agent gives a verdict or a fact of
// record. It reads the published schema and nothing else: which places can name
// an agent, and what can stand beside them.
func TestNoAgentCanDecide(t *testing.T) {
	doc := document(t, "workflow")

	// Every keyword is one that is understood here, so that none can let in more
	// than what is looked at.
	understood := []string{
		"$schema", "$id", "$ref", "$defs", "title", "description", "default", "examples",
		"type", "const", "enum", "properties", "required", "additionalProperties", "propertyNames", "dependentRequired", "dependentSchemas",
		"items", "minItems", "uniqueItems", "contains", "oneOf", "anyOf", "allOf", "pattern", "minimum", "maximum",
	}
	var agents, openObjects []string
	walk(doc, "", func(pointer string, s map[string]any) {
		for keyword := range s {
			if !slices.Contains(understood, keyword) {
				t.Errorf("%s has the keyword %s", pointer, keyword)
			}
		}
		if ref, ok := s["$ref"]; ok && !strings.HasPrefix(ref.(string), "#/$defs/") {
			t.Errorf("%s leads out: %v", pointer, ref)
		}
		if s["$ref"] == "#/$defs/agent" {
			agents = append(agents, pointer)
		}
		narrows := strings.Contains(pointer, "/dependentSchemas/") || strings.HasSuffix(pointer, "/contains") // beside the whole
		_, described := s["properties"]
		if (described || s["type"] == "object") && !narrows && s["additionalProperties"] != false {
			openObjects = append(openObjects, pointer)
		}
		// Nothing is left to the reader: what can stand in a place is said.
		_, typed := s["type"]
		for _, k := range []string{"$ref", "const", "enum", "oneOf", "anyOf", "pattern", "required", "properties"} {
			_, has := s[k]
			typed = typed || has
		}
		if !typed {
			t.Errorf("%s accepts anything", pointer)
		}
	})
	// An agent can be named in two places: behind a gate, and to draft.
	if want := []string{"/$defs/edge_node/properties/edge/properties/agent", "/$defs/human_node/properties/draft/properties/agent"}; !slices.Equal(agents, want) {
		t.Errorf("agents are named at %v", agents)
	}
	for _, pointer := range agents {
		owner := at(doc, strings.TrimSuffix(pointer, "/properties/agent"))
		if owner["additionalProperties"] != false {
			t.Errorf("%s is open", pointer)
		}
	}
	// Entries with names of the author's are facts, and expressions of a model.
	if want := []string{"/properties/input_data", "/$defs/policy_node/properties/with"}; !sameSet(openObjects, want) {
		t.Errorf("names of one's own can stand at %v", openObjects)
	}

	// A fact is a schema and a description.
	if at(doc, "/properties/input_data/additionalProperties")["$ref"] != "#/$defs/fact" || !slices.Equal(properties(doc, "/$defs/fact"), []string{"description", "schema"}) {
		t.Errorf("a fact has %v", properties(doc, "/$defs/fact"))
	}

	// A node is exactly one of three kinds.
	var kinds []string
	for _, k := range at(doc, "/properties/nodes/items")["oneOf"].([]any) {
		kinds = append(kinds, strings.TrimPrefix(k.(map[string]any)["$ref"].(string), "#"))
	}
	if !slices.Equal(kinds, nodeKinds) || len(at(doc, "/properties/nodes/items")) != 1 {
		t.Errorf("the kinds of node are %v", kinds)
	}
	for _, kind := range kinds {
		fields, s := properties(doc, kind), at(doc, kind)
		var required []string
		for _, r := range s["required"].([]any) {
			required = append(required, r.(string))
		}
		// An agent stands beside a gate, and nothing that decides stands beside it.
		if slices.Contains(fields, "edge") {
			if !slices.Equal(fields, []string{"edge", "gate", "id"}) || !sameSet(required, fields) {
				t.Errorf("%s has %v, of which it needs %v", kind, fields, required)
			}
		} else if !slices.Contains(required, "decision") {
			t.Errorf("%s decides by nothing", kind)
		}
		// A draft stands in a node in which a person decides, and is of reasons only.
		if !slices.Contains(fields, "draft") {
			continue
		}
		if !slices.Contains(required, "requires_human") || at(doc, kind+"/properties/requires_human")["const"] != true || !slices.Contains(required, "decided_by") {
			t.Errorf("%s drafts for nobody", kind)
		}
		if beside := s["dependentRequired"].(map[string]any)["draft"]; !reflect.DeepEqual(beside, []any{"ai_may_draft"}) {
			t.Errorf("a draft stands beside %v", beside)
		}
		if may := at(doc, kind+"/properties/ai_may_draft"); may["type"] != "array" || at(doc, kind+"/properties/ai_may_draft/items")["const"] != "reasons" {
			t.Errorf("an agent may draft %v", may)
		}
		if !slices.Equal(properties(doc, kind+"/properties/draft"), []string{"agent"}) {
			t.Errorf("a draft has %v", properties(doc, kind+"/properties/draft"))
		}
	}
	// What an agent is shown are names: of facts, as the reader sees to.
	if !slices.Equal(properties(doc, "/$defs/edge_node/properties/edge"), []string{"agent", "attempts", "inputs"}) {
		t.Errorf("an edge has %v", properties(doc, "/$defs/edge_node/properties/edge"))
	}
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// dice gives a number from 0 to 31, each as often: rapid draws small numbers more
// often, but coins fairly.
func dice(t *rapid.T) int {
	n := 0
	for range 5 {
		n *= 2
		if rapid.Bool().Draw(t, "coin") {
			n++
		}
	}
	return n
}

// randomWorkflow makes a document of the schema's words: fields of all kinds of
// nodes, mostly those of one kind, with values that mostly fit.
func randomWorkflow(t *rapid.T) map[string]any {
	tame := rapid.Bool().Draw(t, "tame") // most of these are accepted, and few of the others
	// of gives one of some values, of which the first half fits.
	of := func(fits ...any) any {
		switch {
		case tame:
			fits = fits[:(len(fits)+1)/2]
		case dice(t) == 31:
			fits = []any{true, 7, nil, []any{}, map[string]any{}, "", "x", []any{"reasons"}, map[string]any{"agent": "agents/reader.yaml"}}
		}
		return fits[dice(t)%len(fits)]
	}
	// some sets a field as often as said, of 10 times.
	some := func(m map[string]any, often int, field string, value func() any) {
		if tame && often == 10 || dice(t)*10/31 < often {
			m[field] = value()
		}
	}
	names := func() any {
		pool := []any{"day", "case", "n0", "n1", "n2", "n3", "nobody"}
		if tame {
			pool = pool[:2]
		}
		from := dice(t) % len(pool)
		return pool[from:min(len(pool), from+dice(t)%3)]
	}
	agent := func(name string) func() any {
		return func() any {
			m := map[string]any{}
			some(m, 10, "agent", func() any { return of(name) })
			some(m, 1, "inputs", names)
			return of(m)
		}
	}
	schema := func() any {
		m := map[string]any{"schema": of("schemas/case.json", "schemas/date.json")}
		some(m, 1, "description", func() any { return of("words", 5) })
		some(m, 0, "edge", agent("agents/reader.yaml"))
		return of(m)
	}
	node := func(i int) any {
		m := map[string]any{}
		some(m, 10, "id", func() any { return of(fmt.Sprintf("n%d", i)) })
		edge, policy, human := 0, 0, 0
		switch dice(t) % 3 {
		case 0:
			edge = 10
		case 1:
			policy = 10
		default:
			human = 10
		}
		stray := []string{"edge", "gate", "decision", "requires_human", "draft", "with", "decided_by", "expires", ""}[min(8, dice(t))]
		if tame {
			stray = ""
		}
		often := func(field string, n int) int {
			if stray == field {
				return 10
			}
			return n
		}
		some(m, often("edge", edge), "edge", func() any {
			e := agent("agents/reader.yaml")()
			if e, ok := e.(map[string]any); ok {
				some(e, 3, "inputs", names)
				some(e, 2, "attempts", func() any { return of(1, 2, 5, 6, 0, "2", 1.5) })
			}
			return e
		})
		some(m, often("gate", edge), "gate", schema)
		some(m, often("decision", max(policy, human)), "decision", func() any {
			if policy > 0 {
				return of("tables/one.dmn.yaml", "tables/one.dmn.yaml", "models/pricing.dmn#Price",
					[]any{"tables/two.dmn.yaml", "tables/three.dmn.yaml"}, "models/pricing.dmn#", []any{}, []any{"models/pricing.dmn#Price"}, "agents/reader.yaml")
			}
			return of("tables/one.dmn.yaml", "tables/one.dmn.yaml", "tables/one.dmn.yaml", "models/pricing.dmn#Price", []any{"tables/one.dmn.yaml"})
		})
		some(m, max(policy, human), "inputs", names)
		some(m, often("with", policy/5), "with", func() any {
			return of(map[string]any{}, map[string]any{"a": of("1 + 1", 5)})
		})
		some(m, max(policy, human)/5, "source", func() any { return of("Policy s72", 72) })
		some(m, often("requires_human", human), "requires_human", func() any { return of(true, true, true, false) })
		some(m, policy/9, "requires_human", func() any { return of(false, false, true) })
		some(m, often("decided_by", human), "decided_by", func() any { return of("Officer") })
		some(m, human/5, "override_needs_reason", func() any { return of(true, false) })
		some(m, often("expires", human/5), "expires", func() any { return of("72h", "1h30m", "5s", "0s", "soon", 72) })
		if dice(t)*10/31 < often("draft", human/3) {
			some(m, 9, "draft", agent("agents/drafter.yaml"))
			some(m, 9, "ai_may_draft", func() any {
				return of([]any{"reasons"}, []any{"reasons"}, []any{"reasons"}, []any{"outcome"}, []any{"reasons", "reasons"}, "reasons")
			})
		}
		if !tame && dice(t) == 0 {
			m["verdict"] = of("x")
		}
		return of(m)
	}
	w := map[string]any{}
	some(w, 10, "name", func() any { return of("x", 5) })
	some(w, 10, "version", func() any { return of("1", 1.5) })
	some(w, 8, "input_data", func() any {
		return of(map[string]any{"day": schema(), "case": schema()}, map[string]any{"day": schema()})
	})
	some(w, 1, "as_of", func() any { return of("day", "n1", "nobody") })
	some(w, 10, "nodes", func() any {
		nodes := []any{}
		for i := range 1 + dice(t)%4 {
			nodes = append(nodes, node(i))
		}
		return of(any(nodes))
	})
	return w
}

// aboutOthers reports whether a fault of a workflow is one that no schema can say:
// it is about other places, or other files.
func aboutOthers(e *diag.Error) bool {
	switch e.Code {
	case drd.UnknownReference, drd.BadReference, drd.Cycle, drd.OverlappingTables, dmn.MissingFile, dmn.UnknownTarget, dmn.UnknownInput:
		return true
	case dmn.DuplicateName: // two nodes of one name, but not one name twice in a list
		return strings.HasSuffix(e.Message, "is taken")
	}
	return e.At.File != "workflow.yaml"
}

// Whatever the words of the schema are put together to: what the schema refuses
// the reader refuses, and what the reader refuses for its shape the schema refuses.
// And no agent of a workflow that loads makes more than an object behind a gate, or
// a draft for a person.
func TestRandomWorkflows(t *testing.T) {
	g := compiled(t, "workflow")
	accepted, loaded := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		doc, err := json.Marshal(randomWorkflow(t))
		if err != nil {
			t.Fatal(err)
		}
		_, refused := g.Admit(doc)
		w, err := loadWorkflow(string(doc))
		shape := slices.DeleteFunc(diag.Of(err), aboutOthers)
		if refused != nil && err == nil || refused == nil && len(shape) > 0 {
			t.Fatalf("schema: %v\nreader: %v\n%s", refused, err, doc)
		}
		if refused == nil {
			accepted++
		}
		if err == nil {
			loaded++
			leaves(t, w)
		}
	})
	if accepted == 0 || loaded == 0 {
		t.Errorf("%d were accepted and %d loaded: they tell nothing", accepted, loaded)
	}
	t.Logf("%d were accepted and %d loaded", accepted, loaded)
}

// leaves checks that agents are only where nothing follows from them alone.
func leaves(t interface{ Errorf(string, ...any) }, w *drd.Workflow) {
	for _, f := range w.Facts {
		if found := agentsIn(reflect.ValueOf(*f)); found != nil {
			t.Errorf("the fact %s is by %v", f.Name, found)
		}
	}
	for _, n := range w.Nodes {
		switch n := n.(type) {
		case *drd.Edge:
			if n.Gate == nil || drd.Tables(n) != nil {
				t.Errorf("the edge %s has no gate, or decides", n.ID())
			}
			for _, in := range n.Inputs() {
				if w.Fact(in) == nil {
					t.Errorf("the edge %s is shown %s", n.ID(), in)
				}
			}
		case *drd.Policy:
			if found := agentsIn(reflect.ValueOf(*n)); found != nil {
				t.Errorf("the policy node %s is by %v", n.ID(), found)
			}
		case *drd.Human:
			if n.DecidedBy == "" || n.Table == nil {
				t.Errorf("the human node %s has no role or no table", n.ID())
			}
			rest := *n
			rest.Draft = ""
			if found := agentsIn(reflect.ValueOf(rest)); found != nil {
				t.Errorf("the human node %s is by %v", n.ID(), found)
			}
		default:
			t.Errorf("%s is a %T", n.ID(), n)
		}
	}
	p, err := drd.Compile(w)
	if err != nil || len(p.Sinks) == 0 {
		t.Errorf("%v, determined is %v", err, p.Sinks)
	}
	for _, id := range p.Sinks {
		if _, edge := w.Node(id).(*drd.Edge); edge || w.Node(id) == nil {
			t.Errorf("%s is determined", id)
		}
	}
}

// agentsIn gives the agent files that a struct names, in itself and in what it
// points to.
func agentsIn(v reflect.Value) []string {
	var found []string
	var look func(v reflect.Value, depth int)
	look = func(v reflect.Value, depth int) {
		if depth > 4 {
			return
		}
		switch v.Kind() {
		case reflect.String:
			if strings.HasPrefix(v.String(), "agents/") {
				found = append(found, v.String())
			}
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				look(v.Elem(), depth+1)
			}
		case reflect.Slice:
			for i := range v.Len() {
				look(v.Index(i), depth+1)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				look(v.Field(i), depth)
			}
		}
	}
	look(v, 0)
	return found
}

// The search finds an agent where there is one.
func TestAgentsAreFound(t *testing.T) {
	w, err := loadWorkflow(everyField)
	if err != nil {
		t.Fatal(err)
	}
	leaves(t, w)
	if got := agentsIn(reflect.ValueOf(*w.Node("income").(*drd.Edge))); !slices.Equal(got, []string{"agents/reader.yaml"}) {
		t.Errorf("got %v", got)
	}
	if got := agentsIn(reflect.ValueOf(*w.Node("final_determination").(*drd.Human))); !slices.Equal(got, []string{"agents/drafter.yaml"}) {
		t.Errorf("got %v", got)
	}
	if names := slices.Sorted(maps.Keys(w.Files)); !slices.Contains(names, "agents/reader.yaml") {
		t.Errorf("got %v", names)
	}
}
