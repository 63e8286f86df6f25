package drd_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
)

// Each kind of node refuses every field of the others, at the field.
func TestForeignFields(t *testing.T) {
	values := map[string]string{
		"edge": "{ agent: agents/reader.yaml }", "gate": "{ schema: schemas/case.json }",
		"decision": "tables/final.dmn.yaml", "inputs": "[]", "with": "{}", "source": "s", "requires_human": "true",
		"decided_by": "x", "override_needs_reason": "true", "expires": "1h", "draft": "{ agent: agents/reader.yaml }",
		"ai_may_draft": "[reasons]",
	}
	for _, kind := range []struct {
		node, is string
		foreign  []string
	}{
		{"income", "an edge", []string{"decision", "inputs", "with", "source", "requires_human", "decided_by", "override_needs_reason", "expires", "draft", "ai_may_draft"}},
		{"band", "a policy node", []string{"gate", "decided_by", "override_needs_reason", "expires", "draft", "ai_may_draft"}},
		{"final", "a human node", []string{"gate", "with"}},
	} {
		for _, field := range kind.foreign {
			archive := edited("- id: "+kind.node+"\n", "- id: "+kind.node+"\n    "+field+": "+values[field]+"\n")
			_, err := drd.LoadWorkflow(files(archive), "workflow.yaml")
			list := diag.Of(err)
			at := fmt.Sprintf("workflow.yaml:%d:5", 1+strings.Count(archive[:strings.Index(archive, "- id: "+kind.node+"\n")], "\n")+1)
			if len(list) != 1 || list[0].Code != drd.NodeKind || list[0].At.String() != at || list[0].At.Node != kind.node ||
				!strings.Contains(list[0].Message, kind.is+" has no field `"+field+"`") {
				t.Errorf("%s in %s: want %s, got %v", field, kind.is, at, err)
			}
		}
	}
	// An agent makes a node an edge, whatever else it has; one fault says so.
	for _, node := range []string{"band", "final"} {
		_, err := drd.LoadWorkflow(files(edited("- id: "+node+"\n", "- id: "+node+"\n    edge: { agent: agents/reader.yaml }\n")), "workflow.yaml")
		if list := diag.Of(err); len(list) != 1 || list[0].Code != drd.NodeKind || !strings.Contains(list[0].Message, "an edge has no field `decision`") {
			t.Errorf("%s with an agent: %v", node, err)
		}
	}
}

// A fault that only follows from another one is not reported.
func TestNoFaultFollowsAnother(t *testing.T) {
	const thrice = `-- tables/band.dmn.yaml --
id: band
version: "1"
inputs: [{ name: amount, expression: income.amount + income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: { amount: income.amount }, then: { band: low } }]
`
	for _, c := range []struct{ name, archive, want string }{
		{"the inputs are misspelt", edited("inputs: [income]", "inputs: [incme]") + thrice, "workflow.yaml:11:14 unknown_reference node=band"},
		{"the inputs are missing", edited("    inputs: [income]\n", "") + thrice, "workflow.yaml:9:5 missing_field node=band"},
		{"the inputs are no list", edited("inputs: [income]", "inputs: income") + thrice, "workflow.yaml:11:13 wrong_type node=band"},
		{"an input is not listed", edited("inputs: [income]", "inputs: []") + thrice, "tables/band.dmn.yaml:3:38 unknown_name node=band table=band cell=amount"},
		{"the facts stand elsewhere", edited("input_data:", "facts:"), "workflow.yaml:3:1 unknown_field"},
		{"the facts are a list", edited("  day: { schema: schemas/date.json }", "  - day"), "workflow.yaml:4:3 wrong_type"},
		{"the kind is misspelt", edited("requires_human: true", "require_human: true"), "workflow.yaml:15:5 unknown_field node=final"},
	} {
		_, err := drd.LoadWorkflow(files(c.archive), "workflow.yaml")
		if got := brief(diag.Of(err)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s\n%v", c.name, got, c.want, err)
		}
	}
}

func TestRequiresHumanFalseIsAPolicy(t *testing.T) {
	w := load(t, edited("inputs: [income]", "inputs: [income]\n    requires_human: false"))
	if _, ok := w.Node("band").(*drd.Policy); !ok {
		t.Errorf("got a %T", w.Node("band"))
	}
}

// What a later version will execute loads, and is kept.
func TestEveryField(t *testing.T) {
	w := load(t, `name: everything
version: 2026-06-01.1
as_of: day
input_data:
  day: { schema: schemas/date.json, description: the day of the application }
  case: { schema: schemas/case.json }
nodes:
  - id: income
    edge: { agent: agents/reader.yaml, inputs: [day, case], attempts: 5 }
    gate: { schema: schemas/case.json }
  - id: price
    decision: models/pricing.dmn#Final Price
    inputs: [income]
    with: { "List Price": income.amount * 2, day: "date(\"2026-06-01\")" }
  - id: band
    decision: [tables/old.dmn.yaml, tables/new.dmn.yaml]
    inputs: [income]
    source: Policy s72
  - id: final
    decision: tables/final.dmn.yaml
    inputs: [band]
    source: Policy s73
    requires_human: true
    decided_by: Officer
    override_needs_reason: true
    expires: 1h30m
    draft: { agent: agents/reader.yaml }
    ai_may_draft: [reasons]
-- tables/old.dmn.yaml --
id: old
version: "1"
effective: { to: 2026-06-30 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
-- tables/new.dmn.yaml --
id: new
version: "2"
effective: { from: 2026-07-01 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
`)
	if w.File != "workflow.yaml" || w.Name != "everything" || w.Version != "2026-06-01.1" || w.AsOf != "day" || len(w.Facts) != 2 {
		t.Errorf("got %+v", w)
	}
	if f := w.Fact("day"); f.Description != "the day of the application" || f.Schema != "schemas/date.json" || f.Gate == nil || f.At.String() != "workflow.yaml:5:3" {
		t.Errorf("got %+v", f)
	}
	e := w.Node("income").(*drd.Edge)
	if e.Agent != "agents/reader.yaml" || e.Schema != "schemas/case.json" || e.Attempts != 5 || e.Gate != w.Fact("case").Gate || fmt.Sprint(e.Inputs()) != "[day case]" {
		t.Errorf("got %+v", e)
	}
	p := w.Node("price").(*drd.Policy)
	if m := p.Model; p.Table != nil || m.File != "models/pricing.dmn" || m.Decision != "Final Price" || len(m.With) != 2 ||
		m.With[0].Input != "List Price" || m.With[0].Expression.Text != "income.amount * 2" || m.With[0].Expression.At.Node != "price" {
		t.Errorf("got %+v of %+v", m, p)
	}
	p = w.Node("band").(*drd.Policy)
	if p.Table != nil || p.Model != nil || len(p.Tables) != 2 || p.Tables[1].File != "tables/new.dmn.yaml" || p.Tables[1].Program == nil || p.Source != "Policy s72" {
		t.Errorf("got %+v", p)
	}
	h := w.Node("final").(*drd.Human)
	if h.Table.Program == nil || h.Source != "Policy s73" || h.DecidedBy != "Officer" || !h.OverrideNeedsReason || h.Expires != 90*time.Minute || h.Draft != "agents/reader.yaml" {
		t.Errorf("got %+v", h)
	}
	if got := h.Place(); got.String() != "workflow.yaml:19:9" || got.Node != "final" {
		t.Errorf("got %+v", got)
	}
}

func TestDefaultsOfFields(t *testing.T) {
	w := load(t, sound)
	if e := w.Node("income").(*drd.Edge); e.Attempts != 1 {
		t.Errorf("attempts %d", e.Attempts)
	}
	if h := w.Node("final").(*drd.Human); h.OverrideNeedsReason || h.Expires != 0 || h.Draft != "" {
		t.Errorf("got %+v", h)
	}
	if w.Node("day") != nil || w.Fact("income") != nil {
		t.Error("a fact is no node, and a node no fact")
	}
}
