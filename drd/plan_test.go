package drd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/drd"
)

func ids(nodes []drd.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.ID())
	}
	return strings.Join(out, " ")
}

func plan(t *testing.T, archive string) *drd.Plan {
	t.Helper()
	p, err := drd.Compile(load(t, archive))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The order follows from the graph and the ids, not from the order of the file.
func TestPlanOrder(t *testing.T) {
	const table = `-- tables/any.dmn.yaml --
id: any
version: "1"
inputs: [{ name: x, expression: 1, type: number }]
outputs: [{ name: v, type: number }]
rules: [{ when: {}, then: { v: 1 } }]
`
	node := func(id string, inputs ...string) string {
		return fmt.Sprintf("  - { id: %s, decision: tables/any.dmn.yaml, inputs: [%s] }\n", id, strings.Join(inputs, ", "))
	}
	edge := func(id string) string {
		return fmt.Sprintf("  - { id: %s, edge: { agent: agents/reader.yaml }, gate: { schema: schemas/case.json } }\n", id)
	}
	nodes := []string{
		edge("zeta"), edge("alpha"), node("top", "left", "right"), node("left", "alpha", "zeta"), node("right", "zeta"),
		node("apart"), node("before_top", "left"), edge("unread"),
	}
	for turn := range nodes {
		p := plan(t, "name: x\nversion: x\nnodes:\n"+strings.Join(append(nodes[turn:], nodes[:turn]...), "")+table)
		var edges []drd.Node
		for _, e := range p.Edges {
			edges = append(edges, e)
		}
		if got := ids(edges); got != "alpha unread zeta" {
			t.Errorf("edges %s", got)
		}
		if got := ids(p.Decisions); got != "apart left before_top right top" {
			t.Errorf("decisions %s", got)
		}
		if got := strings.Join(p.Sinks, " "); got != "apart before_top top" {
			t.Errorf("sinks %s", got)
		}
	}
}

func TestSinks(t *testing.T) {
	p := plan(t, sound)
	if fmt.Sprint(p.Sinks) != "[final]" || p.Workflow.Name != "hardship" {
		t.Errorf("got %v", p.Sinks)
	}
	// A human node that another decision reads is no sink.
	p = plan(t, sound+"  - { id: later, decision: tables/band.dmn.yaml, inputs: [income, final] }\n")
	if fmt.Sprint(p.Sinks) != "[later]" {
		t.Errorf("got %v", p.Sinks)
	}
}

func TestNotExecuted(t *testing.T) {
	if list := load(t, sound).NotExecuted(); list != nil {
		t.Errorf("got %v", list)
	}
	const dated = `
-- tables/dated.dmn.yaml --
id: dated
version: "1"
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low }, effective: { from: 2026-01-01 } }]
-- tables/before.dmn.yaml --
id: before
version: "1"
effective: { to: 2025-12-31 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
-- tables/after.dmn.yaml --
id: after
version: "1"
effective: { from: 2026-01-01 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
`
	for _, c := range []struct{ name, archive, place, node, what string }{
		{"as_of", edited("input_data:", "as_of: day\ninput_data:"), "workflow.yaml:1:1", "", "`as_of`"},
		{"attempts", edited("inputs: [day] }", "inputs: [day], attempts: 2 }"), "workflow.yaml:6:9", "income", "`attempts` above 1"},
		{"effective", edited("tables/band.dmn.yaml", "tables/dated.dmn.yaml") + dated, "workflow.yaml:9:9", "band", "`effective` in tables/dated.dmn.yaml"},
		{"draft", edited("decided_by: Officer", "decided_by: Officer\n    draft: { agent: agents/reader.yaml }\n    ai_may_draft: [reasons]"), "workflow.yaml:12:9", "final", "`draft`"},
		{"expires", edited("decided_by: Officer", "decided_by: Officer\n    expires: 72h"), "workflow.yaml:12:9", "final", "`expires`"},
	} {
		list := load(t, c.archive).NotExecuted()
		if len(list) != 1 || list[0].Code != "not_executed" || list[0].At.String() != c.place || list[0].At.Node != c.node || !strings.HasPrefix(list[0].Message, c.what+" can be written") {
			t.Errorf("%s: got %v", c.name, list.Err())
		}
	}
	list := load(t, edited("tables/band.dmn.yaml", "[tables/before.dmn.yaml, tables/after.dmn.yaml]")+dated).NotExecuted()
	if got := brief(list); got != strings.TrimSuffix(strings.Repeat("workflow.yaml:9:9 not_executed node=band\n", 3), "\n") {
		t.Errorf("got %s", got)
	}
}

func TestUnreviewed(t *testing.T) {
	generated := func(provenance string) string {
		return `
-- tables/generated.dmn.yaml --
id: generated
version: "1"
effective: { from: 2026-01-01 }
provenance: { ` + provenance + ` }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
-- tables/before.dmn.yaml --
id: before
version: "1"
effective: { to: 2025-12-31 }
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
`
	}
	one := edited("tables/band.dmn.yaml", "tables/generated.dmn.yaml")
	several := edited("tables/band.dmn.yaml", "[tables/before.dmn.yaml, tables/generated.dmn.yaml]")
	for _, c := range []struct {
		archive string
		want    string
	}{
		{one + generated("generated_by: drafter"), "workflow.yaml:9:9 unreviewed_table node=band"},
		{one + generated(`generated_by: drafter, reviewed_by: " "`), "workflow.yaml:9:9 unreviewed_table node=band"},
		{one + generated("generated_by: drafter, reviewed_by: A. Officer"), ""},
		{one + generated("source: Policy"), ""},
		{several + generated("generated_by: drafter"), "workflow.yaml:9:9 unreviewed_table node=band"},
	} {
		if got := brief(load(t, c.archive).Unreviewed()); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// The time grows with the number of nodes: with its square this would take minutes.
func TestPlanOfManyNodes(t *testing.T) {
	const many = 10_000
	var b strings.Builder
	b.WriteString("name: w\nversion: x\ninput_data: { income: { schema: schemas/case.json } }\nnodes:\n")
	for i := range many {
		fmt.Fprintf(&b, "  - { id: n%05d, decision: tables/band.dmn.yaml, inputs: [income] }\n", many-1-i)
	}
	w := load(t, b.String())
	p, err := drd.Compile(w)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Decisions) != many || p.Decisions[0].ID() != "n00000" || len(p.Sinks) != many || w.Node("n09999").ID() != "n09999" {
		t.Errorf("%d decisions, from %s; %d sinks", len(p.Decisions), p.Decisions[0].ID(), len(p.Sinks))
	}
}
