package drd_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/drd"
	"github.com/rogpeppe/go-internal/txtar"
)

// parts are the files that the workflows of the tests name.
const parts = `
-- agents/reader.yaml --
kind: file
output: out.json
-- schemas/date.json --
{"type": "string", "format": "date"}
-- schemas/case.json --
{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "number"}, "note": {"type": "string"}}}
-- tables/band.dmn.yaml --
id: band
version: "1"
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string, values: [low, high] }]
rules:
  - { when: { amount: "< 10" }, then: { band: low } }
  - { when: { amount: ">= 10" }, then: { band: high } }
-- tables/final.dmn.yaml --
id: final
version: "1"
inputs: [{ name: band, expression: band.band, type: string }]
outputs: [{ name: outcome, type: string, values: [grant, refuse] }]
rules:
  - { when: { band: '"low"' }, then: { outcome: grant } }
default: { outcome: refuse }
-- models/pricing.dmn --
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="https://example.org/pricing" name="pricing">
  <inputData name="List Price" id="list"><variable name="List Price" typeRef="number"/></inputData>
  <inputData name="day" id="day"><variable name="day" typeRef="date"/></inputData>
  <decision name="Price"><literalExpression><text>10</text></literalExpression></decision>
  <decision name="Final Price" id="final">
    <informationRequirement><requiredInput href="#list"/></informationRequirement>
    <informationRequirement><requiredInput href="#day"/></informationRequirement>
    <literalExpression><text>if day &gt; date("2026-01-01") then List Price * 0.9 else List Price</text></literalExpression>
  </decision>
</definitions>
`

// sound is a workflow without a fault.
const sound = `name: hardship
version: "1"
input_data:
  day: { schema: schemas/date.json }
nodes:
  - id: income
    edge: { agent: agents/reader.yaml, inputs: [day] }
    gate: { schema: schemas/case.json }
  - id: band
    decision: tables/band.dmn.yaml
    inputs: [income]
  - id: final
    decision: tables/final.dmn.yaml
    inputs: [band]
    requires_human: true
    decided_by: Officer
`

// files gives the parts, and over them the files of an archive; what stands
// before its first file is workflow.yaml.
func files(archive string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, text := range []string{parts, archive} {
		a := txtar.Parse([]byte(text))
		if len(a.Comment) > 0 {
			fsys["workflow.yaml"] = &fstest.MapFile{Data: a.Comment}
		}
		for _, f := range a.Files {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return fsys
}

func load(t *testing.T, archive string) *drd.Workflow {
	t.Helper()
	w, err := drd.LoadWorkflow(files(archive), "workflow.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// edited gives the sound workflow with replacements: old, new, old, new.
func edited(replacements ...string) string {
	out := sound
	for i := 0; i < len(replacements); i += 2 {
		if strings.Count(out, replacements[i]) == 0 {
			panic("there is no " + replacements[i])
		}
		out = strings.Replace(out, replacements[i], replacements[i+1], 1)
	}
	return out
}

// brief gives a fault a line: place, code, and what else is known of the place.
func brief(list diag.List) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%s %s", e.At, e.Code)
		for _, m := range []struct{ name, value string }{{"node", e.At.Node}, {"table", e.At.Table}, {"cell", e.At.Cell}} {
			if m.value != "" {
				fmt.Fprintf(&b, " %s=%s", m.name, m.value)
			}
		}
		if e.At.Rule > 0 {
			fmt.Fprintf(&b, " rule=%d", e.At.Rule)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, archive, want string }{
		{"unknown reference", edited("inputs: [income]", "inputs: [incme]"),
			"workflow.yaml:11:14 unknown_reference node=band"},
		{"unknown reference of an edge", edited("inputs: [day]", "inputs: [today_]"),
			"workflow.yaml:7:49 unknown_reference node=income"},
		{"empty reference", edited("inputs: [day]", `inputs: [""]`),
			"workflow.yaml:7:49 unknown_reference node=income"},
		{"an edge that reads a node", edited("inputs: [day]", "inputs: [day, band]"),
			"workflow.yaml:7:54 bad_reference node=income"},
		{"input listed twice", edited("inputs: [income]", "inputs: [income, day, income]"),
			"workflow.yaml:11:27 duplicate_name node=band"},

		{"no version, no name, no nodes", "input_data: {}\n",
			"workflow.yaml:1:1 missing_field\nworkflow.yaml:1:1 missing_field\nworkflow.yaml:1:1 missing_field"},
		{"blank name", edited("name: hardship", `name: " "`), "workflow.yaml:1:7 missing_field"},
		{"no mapping", "[]\n", "workflow.yaml:1:1 wrong_type"},
		{"nodes that are no list", "name: x\nversion: x\nnodes: { id: x }\n", "workflow.yaml:3:8 wrong_type"},
		{"a node that is no mapping", edited("nodes:\n", "nodes:\n  - x\n"), "workflow.yaml:6:5 wrong_type"},
		{"unknown field", edited("name: hardship", "name: hardship\nnmae: x"), "workflow.yaml:2:1 unknown_field"},
		{"unknown field of a node", edited("    gate:", "    gaet: x\n    gate:"), "workflow.yaml:8:5 unknown_field node=income"},
		{"unknown field of an edge", edited("inputs: [day]", "input: [day]"), "workflow.yaml:7:40 unknown_field node=income"},
		{"unknown field of a gate", edited("gate: { schema: schemas/case.json }", "gate: { schema: schemas/case.json, strict: true }"),
			"workflow.yaml:8:40 unknown_field node=income"},
		{"unknown field of a fact", edited("{ schema: schemas/date.json }", "{ schema: schemas/date.json, agent: agents/reader.yaml }"),
			"workflow.yaml:4:37 unknown_field"},
		{"a fact that is no mapping", edited("{ schema: schemas/date.json }", "schemas/date.json"), "workflow.yaml:4:8 wrong_type"},
		{"a fact without schema", edited("{ schema: schemas/date.json }", "{ description: x }"), "workflow.yaml:4:8 missing_field"},
		{"not YAML", "name: [\n", "workflow.yaml:1:7 yaml_syntax"},
		{"a second document", sound + "---\nx: y\n", "workflow.yaml:17:1 yaml_second_document"},

		{"no decision", "name: x\nversion: x\nnodes:\n  - { id: a, edge: { agent: agents/reader.yaml }, gate: { schema: schemas/case.json } }\n",
			"workflow.yaml:1:1 no_decision"},
		{"no nodes", "name: x\nversion: x\nnodes: []\n", "workflow.yaml:1:1 no_decision"},
		{"of no kind", edited("    decision: tables/band.dmn.yaml\n", ""), "workflow.yaml:9:9 node_kind node=band"},
		{"of no kind, and nothing else", "name: x\nversion: x\nnodes: [{ id: a }]\n", "workflow.yaml:3:15 node_kind node=a"},
		{"no id", edited("- id: band\n    decision", "- decision"),
			"workflow.yaml:9:5 missing_field\nworkflow.yaml:13:14 unknown_reference node=final"},
		{"an edge without gate", edited("    gate: { schema: schemas/case.json }\n", ""), "workflow.yaml:6:5 missing_field node=income"},
		{"an edge without agent", edited("agent: agents/reader.yaml, ", ""), "workflow.yaml:7:11 missing_field node=income"},
		{"a gate without edge", edited("    edge: { agent: agents/reader.yaml, inputs: [day] }\n", ""), "workflow.yaml:6:5 missing_field node=income"},
		{"an edge that is no mapping", edited("edge: { agent: agents/reader.yaml, inputs: [day] }", "edge: agents/reader.yaml"),
			"workflow.yaml:7:11 wrong_type node=income"},
		{"a policy without inputs", edited("    inputs: [income]\n", ""),
			"workflow.yaml:9:5 missing_field node=band"},
		{"a human without role", edited("    decided_by: Officer\n", ""), "workflow.yaml:12:5 missing_field node=final"},
		{"a human without table", edited("    decision: tables/final.dmn.yaml\n", ""), "workflow.yaml:12:5 missing_field node=final"},
		{"neither true nor false", edited("requires_human: true", "requires_human: yes"), "workflow.yaml:15:21 wrong_type node=final"},
		{"a person without being asked for", edited("    requires_human: true\n", ""), "workflow.yaml:15:5 node_kind node=final"},

		{"two nodes of one name", edited("id: final", "id: band"),
			"workflow.yaml:12:9 duplicate_name node=band"},
		{"a node of a fact's name", edited("id: final", "id: day"), "workflow.yaml:12:9 duplicate_name node=day"},
		{"a fact and a node with reserved names", edited("day:", "provenance:", "inputs: [day]", "inputs: [provenance]", "id: final", "id: date"),
			"workflow.yaml:4:3 bad_name\nworkflow.yaml:12:9 bad_name node=date"},
		{"a keyword and a word that is no name", edited("day:", "return:", "inputs: [day]", "inputs: []", "id: final", "id: last-one"),
			"workflow.yaml:4:3 bad_name\nworkflow.yaml:12:9 bad_name node=last-one"},

		{"attempts 0", edited("inputs: [day] }", "inputs: [day], attempts: 0 }"), "workflow.yaml:7:65 unknown_value node=income"},
		{"attempts 6", edited("inputs: [day] }", "inputs: [day], attempts: 6 }"), "workflow.yaml:7:65 unknown_value node=income"},
		{"attempts twice", edited("inputs: [day] }", "inputs: [day], attempts: twice }"), "workflow.yaml:7:65 wrong_type node=income"},

		{"as_of nothing", edited("input_data", "as_of: dya\ninput_data"), "workflow.yaml:3:8 unknown_reference"},
		{"as_of empty", edited("input_data", "as_of: ''\ninput_data"), "workflow.yaml:3:8 missing_field"},
		{"as_of a node", edited("input_data", "as_of: band\ninput_data"), "workflow.yaml:3:8 bad_reference"},
		{"as_of a fact that is no date", edited("input_data:", "as_of: case\ninput_data:\n  case: { schema: schemas/case.json }"),
			"workflow.yaml:3:8 bad_reference"},

		{"missing files", edited("agents/reader", "agents/raeder", "schemas/case", "schemas/csae", "tables/band", "tables/bnad", "schemas/date", "schemas/dtae"),
			"workflow.yaml:4:18 missing_file\nworkflow.yaml:7:20 missing_file node=income\n" +
				"workflow.yaml:8:21 missing_file node=income\nworkflow.yaml:10:15 missing_file node=band"},
		{"a folder", edited("tables/band.dmn.yaml", "tables"), "workflow.yaml:10:15 missing_file node=band"},
		{"no name of a file", edited("tables/band.dmn.yaml", `""`, "schemas/date.json", `""`), "workflow.yaml:4:18 missing_file\nworkflow.yaml:10:15 missing_file node=band"},
		{"null for a file", edited("tables/band.dmn.yaml", "~"), "workflow.yaml:10:15 yaml_null node=band"},
		{"paths that lead out", edited("agents/reader.yaml", "../agents/reader.yaml", "schemas/case.json", "schemas/../../case.json",
			"tables/band.dmn.yaml", "/tables/band.dmn.yaml", "schemas/date.json", "c/../../schemas/date.json"),
			"workflow.yaml:4:18 missing_file\nworkflow.yaml:7:20 missing_file node=income\n" +
				"workflow.yaml:8:21 missing_file node=income\nworkflow.yaml:10:15 missing_file node=band"},
		{"a model out of the folder", edited("tables/band.dmn.yaml", `"../pricing.dmn#Price"`), "workflow.yaml:10:15 missing_file node=band"},

		{"bad schemas", edited("schemas/date.json", "schemas/remote.json", "schemas/case.json", "schemas/dangling.json") + `
-- schemas/remote.json --
{"$ref": "https://example.com/date.json"}
-- schemas/dangling.json --
{"properties": {"amount": {"$ref": "#/$defs/amount"}, "note": {"$ref": "missing.json"}, "x": {"$ref": "../../x.json"}}}
`, "schemas/dangling.json:1:36 schema_ref\nschemas/dangling.json:1:72 schema_missing\nschemas/dangling.json:1:103 schema_remote\n" +
			"schemas/remote.json:1:10 schema_remote"},
		{"a bad schema that two share", edited("schemas/date.json", "schemas/a.json", "schemas/case.json", "schemas/b.json") + `
-- schemas/a.json --
{"$ref": "common.json"}
-- schemas/b.json --
{"$ref": "common.json"}
-- schemas/common.json --
{"type": "strng"}
`, "schemas/common.json:1:10 schema_invalid"},
		{"a bad schema that is named twice", edited("schemas/date.json", "schemas/a.json", "schemas/case.json", "schemas/a.json") + `
-- schemas/a.json --
{"type": "strng"}
`, "schemas/a.json:1:10 schema_invalid"},

		{"bad tables, all of them", edited("tables/band", "tables/a", "tables/final", "tables/b", "inputs: [band]", "inputs: [bnad]") + `
-- tables/a.dmn.yaml --
id: a
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: text }]
rules:
  - { when: { amount: "< " }, then: { band: low } }
-- tables/b.dmn.yaml --
id: b
version: "1"
inputs: [{ name: band, expression: band.band + income.amount, type: string }]
outputs: [{ name: outcome, type: string, values: [grant, refuse] }]
rules:
  - { when: { band: low }, then: { outcome: gone } }
`, "tables/a.dmn.yaml:1:1 missing_field table=a\n" +
			"tables/a.dmn.yaml:3:31 unknown_type table=a cell==> band\n" +
			"tables/a.dmn.yaml:5:25 syntax_error table=a cell=amount rule=1\n" +
			"tables/b.dmn.yaml:6:21 unknown_name table=b cell=band rule=1\n" +
			"tables/b.dmn.yaml:6:45 outside_values table=b cell==> outcome rule=1\n" +
			"workflow.yaml:14:14 unknown_reference node=final"},
		{"a bad table that two nodes name", edited("tables/final", "tables/a", "tables/band", "tables/a") + `
-- tables/a.dmn.yaml --
id: a
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules:
  - { when: { amount: 1 }, then: { band: low } }
`, "tables/a.dmn.yaml:1:1 missing_field table=a"},

		{"a root that the node does not list", edited("tables/final.dmn.yaml", "tables/a.dmn.yaml") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
inputs: [{ name: x, expression: income.amount, type: number }, { name: y, expression: band.band, type: string }]
outputs: [{ name: outcome, type: string }]
rules: [{ when: {}, then: { outcome: grant } }]
`, "tables/a.dmn.yaml:3:33 unknown_name node=final table=a cell=x"},
		{"a root that only a cell names", edited("tables/final.dmn.yaml", "tables/a.dmn.yaml", "inputs: [band]", "inputs: [band, income]") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
inputs: [{ name: band, expression: band.band, type: string }]
outputs: [{ name: outcome, type: string }]
rules: [{ when: { band: income.note }, then: { outcome: grant } }]
`, "tables/a.dmn.yaml:5:25 unknown_name table=a cell=band rule=1"},
		{"a column of another type than the gate's", edited("tables/band.dmn.yaml", "tables/a.dmn.yaml", "inputs: [income]", "inputs: [income, day]") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
inputs:
  - { name: amount, expression: income.amount, type: string }
  - { name: day, expression: day, type: number }
  - { name: days, expression: day - date("2026-01-01"), type: days }
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
`, "tables/a.dmn.yaml:4:33 type_mismatch node=band table=a cell=amount\ntables/a.dmn.yaml:5:30 type_mismatch node=band table=a cell=day"},
		{"a column of another type than a table's output", edited("tables/final.dmn.yaml", "tables/a.dmn.yaml") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
inputs: [{ name: band, expression: band.band, type: number }, { name: whole, expression: band, type: string }]
outputs: [{ name: outcome, type: string }]
rules: [{ when: {}, then: { outcome: grant } }]
`, "tables/a.dmn.yaml:3:36 type_mismatch node=final table=a cell=band\ntables/a.dmn.yaml:3:90 type_mismatch node=final table=a cell=whole"},

		{"expires soon", edited("decided_by: Officer", "decided_by: Officer\n    expires: soon"), "workflow.yaml:17:14 bad_expiry node=final"},
		{"expires at once", edited("decided_by: Officer", "decided_by: Officer\n    expires: 0h"), "workflow.yaml:17:14 bad_expiry node=final"},
		{"expires before", edited("decided_by: Officer", "decided_by: Officer\n    expires: -1h"), "workflow.yaml:17:14 bad_expiry node=final"},
		{"expires never", edited("decided_by: Officer", "decided_by: Officer\n    expires: 99999999999h"), "workflow.yaml:17:14 bad_expiry node=final"},
		{"a draft of nothing said", edited("decided_by: Officer", "decided_by: Officer\n    draft: { agent: agents/reader.yaml }"),
			"workflow.yaml:12:5 missing_field node=final"},
		{"a draft by nobody", edited("decided_by: Officer", "decided_by: Officer\n    ai_may_draft: [reasons]"),
			"workflow.yaml:12:5 missing_field node=final"},
		{"a draft of the outcome", edited("decided_by: Officer", "decided_by: Officer\n    draft: { agent: agents/reader.yaml, inputs: [day] }\n    ai_may_draft: [reasons, outcome, reasons]"),
			"workflow.yaml:17:41 unknown_field node=final\nworkflow.yaml:18:29 unknown_value node=final\nworkflow.yaml:18:38 duplicate_name node=final"},
		{"a draft of nothing", edited("decided_by: Officer", "decided_by: Officer\n    draft: { agent: agents/gone.yaml }\n    ai_may_draft: []"),
			"workflow.yaml:17:21 missing_file node=final\nworkflow.yaml:18:19 empty_list node=final"},

		{"a human table of many hits, with computed outputs", edited("tables/final.dmn.yaml", "tables/a.dmn.yaml") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
profile: full
hit_policy: COLLECT
inputs: [{ name: band, expression: band.band, type: string }]
outputs: [{ name: outcome, type: string }, { name: why, type: string }]
rules:
  - { when: { band: '"low"' }, then: { outcome: = band.band, why: = band.band } }
  - { when: {}, then: { outcome: grant, why: x } }
default: { outcome: = 5, why: x }
`, // the type of the default is found when the table is read
			"tables/a.dmn.yaml:10:21 type_mismatch table=a cell==> outcome"},
		{"a human table of many hits, with computed outputs of the right types", edited("tables/final.dmn.yaml", "tables/a.dmn.yaml") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
profile: full
hit_policy: COLLECT
inputs: [{ name: band, expression: band.band, type: string }]
outputs: [{ name: outcome, type: string }, { name: why, type: string }]
rules:
  - { when: { band: '"low"' }, then: { outcome: = band.band, why: = band.band } }
  - { when: {}, then: { outcome: grant, why: x } }
default: { outcome: = "a", why: x }
`,
			"tables/a.dmn.yaml:8:49 human_table node=final table=a cell==> outcome rule=1\n" +
				"tables/a.dmn.yaml:8:67 human_table node=final table=a cell==> why rule=1\n" +
				"tables/a.dmn.yaml:10:21 human_table node=final table=a cell==> outcome\n" +
				"workflow.yaml:12:9 human_table node=final"},
		{"a human node on a model, and on a list", edited("tables/final.dmn.yaml", `"models/pricing.dmn#Price"`) + `  - id: second
    decision: [tables/final.dmn.yaml]
    inputs: [band]
    requires_human: true
    decided_by: Officer
`, "workflow.yaml:13:15 human_table node=final\nworkflow.yaml:18:15 human_table node=second"},

		{"no table in the list", edited("tables/band.dmn.yaml", "[]"), "workflow.yaml:10:15 empty_list node=band"},
		{"a model in the list", edited("tables/band.dmn.yaml", `[tables/band.dmn.yaml, "models/pricing.dmn#Price"]`), "workflow.yaml:10:38 node_kind node=band"},
		{"an unnamed decision", edited("tables/band.dmn.yaml", `"models/pricing.dmn# "`), "workflow.yaml:10:15 node_kind node=band"},
		{"a missing model", edited("tables/band.dmn.yaml", `"models/prices.dmn#Price"`), "workflow.yaml:10:15 missing_file node=band"},
		{"with for a table", edited("inputs: [income]", "inputs: [income]\n    with: { x: income }"), "workflow.yaml:12:11 node_kind node=band"},
		{"with of what is not listed, and what the subset lacks", edited("tables/band.dmn.yaml", `"models/pricing.dmn#Price"`,
			"inputs: [income]", `inputs: [income]
    with: { "List Price": incme.amount, b: "if true then 1 else 2", c: [income], d: "" }`),
			"workflow.yaml:12:13 unknown_input node=band\nworkflow.yaml:12:27 unknown_name node=band cell=List Price\n" +
				"workflow.yaml:12:41 unknown_input node=band\nworkflow.yaml:12:45 not_in_profile node=band cell=b\n" +
				"workflow.yaml:12:72 wrong_type node=band\nworkflow.yaml:12:82 unknown_input node=band\nworkflow.yaml:12:86 syntax_error node=band cell=d"},
		{"no such decision", edited("tables/band.dmn.yaml", `"models/pricing.dmn#Prices"`), "workflow.yaml:10:15 unknown_target node=band"},
		{"an input that nothing gives", edited("tables/band.dmn.yaml", `"models/pricing.dmn#Final Price"`, "inputs: [income]", "inputs: [income, day]"),
			"workflow.yaml:10:15 unbound_input node=band"},
		{"bindings of other types, and of what is not read", edited("tables/band.dmn.yaml", `"models/pricing.dmn#Final Price"`,
			"inputs: [income]", "inputs: [income]\n    with: { \"List Price\": income, day: income.amount, Day: income }"),
			"workflow.yaml:12:27 binding_type node=band cell=List Price\nworkflow.yaml:12:40 binding_type node=band cell=day\nworkflow.yaml:12:55 unknown_input node=band"},
		{"a binding of what the node does not list", edited("tables/band.dmn.yaml", `"models/pricing.dmn#Final Price"`,
			"inputs: [income]", "inputs: [income]\n    with: { \"List Price\": income.amount, day: day }"),
			"workflow.yaml:12:47 unknown_name node=band cell=day"},
		{"faults of a model, once for two nodes", edited("tables/band.dmn.yaml", `"models/bad.dmn#A"`) + `  - { id: second, decision: "models/bad.dmn#A", inputs: [] }
-- models/bad.dmn --
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="n" name="bad">
  <decision name="A"><literalExpression><text>1 + </text></literalExpression></decision>
  <decision name="B"><literalExpression><text>1 + "a"</text></literalExpression></decision>
</definitions>
`, "models/bad.dmn:2:50 syntax_error node=A\nmodels/bad.dmn:3:47 type_mismatch node=B"},
		{"tables in force on one day", edited("tables/band.dmn.yaml", "[tables/a.dmn.yaml, tables/b.dmn.yaml, tables/c.dmn.yaml]") + `
-- tables/a.dmn.yaml --
id: a
version: "1"
effective: { to: 2026-06-30 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
-- tables/b.dmn.yaml --
id: b
version: "2"
effective: { from: 2026-07-01, to: 2027-06-30 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
-- tables/c.dmn.yaml --
id: c
version: "3"
effective: { from: 2027-06-30 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
`, "workflow.yaml:10:54 overlapping_tables node=band"},
		{"a table twice in a list", edited("tables/band.dmn.yaml", "[tables/band.dmn.yaml, tables/band.dmn.yaml]"), "workflow.yaml:10:38 overlapping_tables node=band"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := drd.LoadWorkflow(files(c.archive), "workflow.yaml")
			if got := brief(diag.Of(err)); got != c.want || w != nil {
				t.Errorf("got\n%s\nwant\n%s\nwhich is\n%v", got, c.want, err)
			}
		})
	}
}

// A cycle's report names its members, and nothing that waits behind them.
func TestCycles(t *testing.T) {
	table := func(name, root string) string {
		return fmt.Sprintf(`-- tables/%s.dmn.yaml --
id: %[1]s
version: "1"
inputs: [{ name: x, expression: %[2]s.v, type: string }]
outputs: [{ name: v, type: string }]
rules: [{ when: {}, then: { v: x } }]
`, name, root)
	}
	node := func(id string, inputs ...string) string {
		return fmt.Sprintf("  - { id: %s, decision: tables/%s.dmn.yaml, inputs: [%s] }\n", id, inputs[0], strings.Join(inputs, ", "))
	}
	tables := table("a", "a") + table("b", "b") + table("c", "c") + table("d", "d") + table("e", "e") +
		"-- schemas/v.json --\n" + `{"type": "object", "required": ["v"]}`
	for _, c := range []struct {
		name, nodes, want string
		members           []string
		notes             []string
	}{
		{"itself", node("a", "a"), "workflow.yaml:4:11 cycle node=a", []string{"a waits for itself"}, nil},
		{"two, one before and one behind", node("c", "a") + node("b", "a") + node("a", "b", "d") + node("d", "e") +
			"  - { id: e, edge: { agent: agents/reader.yaml }, gate: { schema: schemas/v.json } }\n",
			"workflow.yaml:6:11 cycle node=a", []string{"a, b wait for each other"}, []string{"b workflow.yaml:5:11"}},
		{"two cycles", node("d", "c") + node("c", "d") + node("b", "a", "c") + node("a", "b"),
			"workflow.yaml:5:11 cycle node=c\nworkflow.yaml:7:11 cycle node=a",
			[]string{"c, d wait for each other", "a, b wait for each other"}, []string{"d workflow.yaml:4:11", "b workflow.yaml:6:11"}},
		{"a longer one", node("a", "b") + node("b", "c") + node("c", "a"),
			"workflow.yaml:4:11 cycle node=a", []string{"a, b, c wait for each other"}, []string{"b workflow.yaml:5:11", "c workflow.yaml:6:11"}},
	} {
		_, err := drd.LoadWorkflow(files("name: x\nversion: x\nnodes:\n"+c.nodes+tables), "workflow.yaml")
		list := diag.Of(err)
		if got := brief(list); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s\n%v", c.name, got, c.want, err)
			continue
		}
		var notes []string
		for i, e := range list {
			if e.Message != c.members[i] {
				t.Errorf("%s: got %s, want %s", c.name, e.Message, c.members[i])
			}
			for _, n := range e.Notes {
				notes = append(notes, n.Message+" "+n.At.String())
			}
		}
		if fmt.Sprint(notes) != fmt.Sprint(c.notes) {
			t.Errorf("%s: got notes %v", c.name, notes)
		}
	}
}

// A cycle does not hide what is wrong elsewhere.
func TestTypesBesideACycle(t *testing.T) {
	_, err := drd.LoadWorkflow(files(edited("tables/final.dmn.yaml", "tables/number.dmn.yaml")+`  - { id: a, decision: tables/band.dmn.yaml, inputs: [a, income] }
-- tables/number.dmn.yaml --
id: number
version: "1"
inputs: [{ name: band, expression: band.band, type: number }]
outputs: [{ name: outcome, type: string }]
rules: [{ when: {}, then: { outcome: grant } }]
`), "workflow.yaml")
	want := "tables/number.dmn.yaml:3:36 type_mismatch node=final table=number cell=band\nworkflow.yaml:17:11 cycle node=a"
	if got := brief(diag.Of(err)); got != want {
		t.Errorf("got\n%s\n%v", got, err)
	}
}

func TestHints(t *testing.T) {
	for _, c := range []struct {
		archive string
		code    diag.Code
		message string
		hint    string
	}{
		{edited("inputs: [day]", "inputs: [dya]"), drd.UnknownReference, `there is no fact or node "dya"`, `did you mean "day"?`},
		{edited("inputs: [day]", "inputs: [submission]"), drd.UnknownReference, `"submission"`, "there are band, day, final, income"},
		{edited("inputs: [band]", "inputs: [income]"), "unknown_name", `"band"`, "add band to the inputs of the node final"},
		{edited("agents/reader.yaml", "agents/gone.yaml"), dmn.MissingFile, `the file "agents/gone.yaml" cannot be read: it does not exist`, "the workflow's own folder"},
		{edited("agents/reader.yaml", "agents/raeder.yaml"), dmn.MissingFile, `the file "agents/raeder.yaml"`, `did you mean "agents/reader.yaml"?`},
		{edited("agents/reader.yaml", `agents\reader.yaml`), dmn.MissingFile, `the file "agents\\reader.yaml"`, `did you mean "agents/reader.yaml"?`},
		{edited("agents/reader.yaml", "../reader.yaml"), dmn.MissingFile, `"../reader.yaml" names no file in the workflow's folder`, "below it"},
		{edited("input_data", "as_of: dya\ninput_data"), drd.UnknownReference, `"dya"`, `did you mean "day"?`},
		{edited("input_data", "as_of: band\ninput_data"), drd.BadReference, `as_of names a fact, and "band" is a node`, "a date of input_data"},
		{edited("input_data:", "as_of: case\ninput_data:\n  case: { schema: schemas/case.json }"), drd.BadReference, `the schema of "case" admits a context`, `"format": "date"`},
		{edited("    requires_human: true\n", ""), drd.NodeKind, "a policy node has no field `decided_by`", "say `requires_human: true`"},
		{edited("    gate:", "    xyzzy: x\n    gate:"), "unknown_field", "xyzzy", "known here: id, edge, gate, decision, inputs, with, source, requires_human, decided_by, override_needs_reason, expires, draft, ai_may_draft"},
		{edited("inputs: [income]", "inputs: [income, income]"), dmn.DuplicateName, `"income" is listed twice`, "take one of the two out"},
	} {
		_, err := drd.LoadWorkflow(files(c.archive), "workflow.yaml")
		list := diag.Of(err)
		i := 0
		for i < len(list) && list[i].Code != c.code {
			i++
		}
		if i == len(list) || !strings.Contains(list[i].Message, c.message) || !strings.Contains(list[i].Hint, c.hint) {
			t.Errorf("want %s: %s (%s); got", c.code, c.message, c.hint)
			for _, e := range list {
				t.Errorf("%v (%s)", e, e.Hint)
			}
		}
	}
}

func TestNotesShowTheFirst(t *testing.T) {
	for archive, want := range map[string]string{
		edited("inputs: [income]", "inputs: [income, income]"):                         "workflow.yaml:11:14",
		edited("id: final", "id: day"):                                                 "workflow.yaml:4:3",
		edited("tables/band.dmn.yaml", "[tables/band.dmn.yaml, tables/band.dmn.yaml]"): "workflow.yaml:10:16",
	} {
		_, err := drd.LoadWorkflow(files(archive), "workflow.yaml")
		list := diag.Of(err)
		if len(list) != 1 || len(list[0].Notes) != 1 || list[0].Notes[0].At.String() != want {
			t.Errorf("want a note at %s: %v", want, err)
		}
	}
}

func TestTheWorkflowItselfIsMissing(t *testing.T) {
	for _, name := range []string{"gone.yaml", "../workflow.yaml", "tables", ""} {
		_, err := drd.LoadWorkflow(files(sound), name)
		var e *diag.Error
		if !errors.As(err, &e) || e.Code != dmn.MissingFile || e.At.File != name {
			t.Errorf("%q: %v", name, err)
		}
	}
	_, err := drd.LoadWorkflow(files(sound), "gone.yaml")
	if !errors.Is(err, dmn.MissingFile) {
		t.Error(err)
	}
	if e := diag.Of(err)[0]; !errors.Is(e.Err, fs.ErrNotExist) || e.Hint != "name the file of a workflow, such as workflow.yaml" {
		t.Errorf("the cause is %v, the hint %s", e.Err, e.Hint)
	}
	_, err = drd.LoadWorkflow(files(sound), "worfklow.yaml")
	if e := diag.Of(err)[0]; e.Hint != `did you mean "workflow.yaml"?` {
		t.Errorf("the hint is %s", e.Hint)
	}
}

func TestFaultsAreInOneOrder(t *testing.T) {
	archive := edited("agents/reader", "agents/raeder", "schemas/case", "schemas/csae", "tables/band", "tables/bnad", "inputs: [band]", "inputs: [a, b, c]")
	_, err := drd.LoadWorkflow(files(archive), "workflow.yaml")
	want := err.Error()
	for range 50 {
		if _, err := drd.LoadWorkflow(files(archive), "workflow.yaml"); err.Error() != want {
			t.Fatalf("got\n%v\nwant\n%s", err, want)
		}
	}
}
