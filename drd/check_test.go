package drd_test

import (
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
)

// What the gate does not require is told where the table reads it, for each node.
func TestMayBeAbsent(t *testing.T) {
	w := load(t, edited("tables/band.dmn.yaml", "tables/a.dmn.yaml")+`  - { id: again, decision: tables/a.dmn.yaml, inputs: [income] }
-- tables/a.dmn.yaml --
id: a
version: "1"
inputs:
  - { name: amount, expression: income.amount, type: number }
  - { name: note, expression: income.note, type: string }
outputs: [{ name: band, type: string }]
rules: [{ when: { amount: 5, note: income.note }, then: { band: low } }]
`)
	want := "tables/a.dmn.yaml:5:38 may_be_absent node=again table=a cell=note\n" +
		"tables/a.dmn.yaml:5:38 may_be_absent node=band table=a cell=note"
	if got := brief(w.Warnings); got != want {
		t.Errorf("got\n%s", got)
	}
	for _, e := range w.Warnings {
		if e.Severity != diag.Warning || e.Message != "the node reads income.note, which schemas/case.json does not require" {
			t.Errorf("got %v %v", e.Severity, e)
		}
	}
}

func TestMayBeAbsentOfAFactWithinAnother(t *testing.T) {
	w := load(t, edited("tables/band.dmn.yaml", "tables/a.dmn.yaml", "inputs: [income]", "inputs: [person]", "input_data:", `input_data:
  person: { schema: schemas/person.json }`)+`
-- schemas/person.json --
{"type": "object", "required": ["home"], "properties": {"home": {"type": "object", "properties": {"town": {"type": "string"}}}}}
-- tables/a.dmn.yaml --
id: a
version: "1"
inputs: [{ name: town, expression: person.home.town, type: string }, { name: home, expression: person.home, type: any }]
outputs: [{ name: band, type: string }]
rules: [{ when: {}, then: { band: low } }]
`)
	if got := brief(w.Warnings); got != "tables/a.dmn.yaml:3:48 may_be_absent node=band table=a cell=town" {
		t.Errorf("got\n%s", got)
	}
}

// Two nodes with one table decide each by its own inputs: what one of them lists
// is not in the scope of the other.
func TestOneTableOfTwoNodes(t *testing.T) {
	archive := sound + `  - { id: again, decision: tables/band.dmn.yaml, inputs: [income] }
`
	w := load(t, archive)
	a, b := w.Node("band").(*drd.Policy).Table, w.Node("again").(*drd.Policy).Table
	if a.Program == nil || b.Program == nil || a.Program == b.Program || a.Program.Table() != b.Program.Table() {
		t.Errorf("got %+v and %+v", a, b)
	}
	_, err := drd.LoadWorkflow(files(edited("inputs: [income]", "inputs: [day]")+`  - { id: again, decision: tables/band.dmn.yaml, inputs: [income] }
  - { id: third, decision: tables/band.dmn.yaml, inputs: [] }
`), "workflow.yaml")
	want := "tables/band.dmn.yaml:3:38 unknown_name node=band table=band cell=amount\n" +
		"tables/band.dmn.yaml:3:38 unknown_name node=third table=band cell=amount"
	if got := brief(diag.Of(err)); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestOptions(t *testing.T) {
	table := func(text string) string {
		return edited("tables/final.dmn.yaml", "tables/a.dmn.yaml") + "-- tables/a.dmn.yaml --\nid: a\nversion: \"1\"\n" +
			"inputs: [{ name: band, expression: band.band, type: string }]\n" + text
	}
	for _, c := range []struct{ name, archive, want string }{
		{"values in their order", sound, `[{outcome: "grant"}, {outcome: "refuse"}]`},
		{"rules, then the default, each once", table(`outputs: [{ name: outcome, type: any }]
rules:
  - { when: { band: '"a"' }, then: { outcome: refuse } }
  - { when: { band: '"b"' }, then: { outcome: 10 } }
  - { when: { band: '"c"' }, then: { outcome: 10.0 } }
  - { when: { band: '"d"' }, then: { outcome: refuse } }
default: { outcome: defer }
`), `[{outcome: "refuse"}, {outcome: 10}, {outcome: "defer"}]`},
		{"several outputs, although one has values", table(`outputs: [{ name: outcome, type: string, values: [grant, refuse] }, { name: days, type: number }]
rules:
  - { when: { band: '"a"' }, then: { outcome: refuse, days: 5 } }
  - { when: { band: '"b"' }, then: { outcome: refuse, days: 6 } }
default: { outcome: refuse, days: 5 }
`), `[{outcome: "refuse", days: 5}, {outcome: "refuse", days: 6}]`},
		{"a default that no rule gives", table(`hit_policy: FIRST
outputs: [{ name: outcome, type: boolean }]
rules: [{ when: {}, then: { outcome: true } }]
default: { outcome: false }
`), `[{outcome: true}, {outcome: false}]`},
	} {
		h := load(t, c.archive).Node("final").(*drd.Human)
		if got := feel.List(h.Options...).String(); got != c.want {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}
