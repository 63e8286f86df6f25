package judgment_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

const (
	isNone = `"handoff":{"state":"none"}`
	isGood = `{"kind":"outcome","outcomeId":"good","reasons":[],` + isNone + `}`
	isYes  = `{"kind":"outcome","outcomeId":"yes","reasons":[],` + isNone + `}`
	isOpen = `{"kind":"unresolved","reasons":["unknown"],"handoff":{"state":"requested","triggeredBy":["unknown"]}}`
	isDesk = `{"kind":"queue","name":"Desk"}`
)

func TestReport(t *testing.T) {
	s := shelf{"up": up, "down": down, "nopack": noPack}
	p := s.plan(t, `{"a":@up,"b":@down}`, edgesOf("a b /x !paper"), "b")
	const yes, open, conflict, undeclared = `{"a":{"facts":{"v":"yes"}}}`, `{}`, `{"b":{"facts":{"x":1}}}`, `{"a":{"evidence":{"z":"present"}}}`
	for _, c := range []struct {
		name, inputs, expects string
		want                  []string // the differences: EXPECTATION NODE: EXPECTED / ACTUAL
	}{
		{"the headline", yes, `"expectedDisposition":` + isGood, nil},
		{"sets in any order", open, `"expectedDisposition":{"reasons":["unknown","unknown"],"kind":"unresolved","handoff":{"triggeredBy":["unknown","unknown"],"state":"requested"}}`, nil},
		{"another outcome", yes, `"expectedDisposition":{"kind":"outcome","outcomeId":"bad","reasons":[],` + isNone + `}`, []string{
			`expectedDisposition : {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"bad","reasons":[]} / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]}`}},
		{"no handoff where one is requested", open, `"expectedDisposition":{"kind":"unresolved","reasons":["unknown"],` + isNone + `}`, []string{
			`expectedDisposition : {"handoff":{"state":"none"},"kind":"unresolved","reasons":["unknown"]} / {"handoff":{"state":"requested","triggeredBy":["unknown"]},"kind":"unresolved","reasons":["unknown"]}`}},
		{"a member too many", yes, `"expectedDisposition":{"kind":"outcome","outcomeId":"good","reasons":[],` + isNone + `,"x":1e400}`, []string{
			`expectedDisposition : {"kind":"outcome","outcomeId":"good","reasons":[],"handoff":{"state":"none"},"x":1e400} / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]}`}},
		{"a name in another case", yes, `"expectedDisposition":{"Kind":"outcome","outcomeId":"good","reasons":[],` + isNone + `}`, []string{
			`expectedDisposition : {"Kind":"outcome","outcomeId":"good","reasons":[],"handoff":{"state":"none"}} / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]}`}},
		{"null", yes, `"expectedDisposition":null`, []string{`expectedDisposition : null / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]}`}},

		{"a node", yes, `"expectedDisposition":` + isGood + `,"expectedNodes":{"a":` + isYes + `}`, nil},
		{"the headline as a node", yes, `"expectedDisposition":` + isGood + `,"expectedNodes":{"b":` + isGood + `}`, nil},
		{"another node", yes, `"expectedDisposition":` + isGood + `,"expectedNodes":{"a":` + isGood + `}`, []string{
			`expectedNodes a: {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]} / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"yes","reasons":[]}`}},
		{"an undeclared node", yes, `"expectedDisposition":` + isGood + `,"expectedNodes":{"z":` + isGood + `}`, []string{
			`expectedNodes z: {"kind":"outcome","outcomeId":"good","reasons":[],"handoff":{"state":"none"}} / `}},
		{"both", open, `"expectedDisposition":` + isGood + `,"expectedNodes":{"a":5}`, []string{
			`expectedDisposition : {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]} / {"handoff":{"state":"requested","triggeredBy":["unknown"]},"kind":"unresolved","reasons":["unknown"]}`,
			`expectedNodes a: 5 / {"handoff":{"state":"none"},"kind":"unresolved","reasons":["no-match"]}`}},

		{"a target", open, `"expectedDisposition":` + isOpen + `,"expectedHandoffTarget":{"name":"Desk","kind":"queue"}`, nil},
		{"another target", open, `"expectedDisposition":` + isOpen + `,"expectedHandoffTarget":{"kind":"queue","name":"desk"}`, []string{
			`expectedHandoffTarget : {"kind":"queue","name":"desk"} / {"kind":"queue","name":"Desk"}`}},
		{"no target where there is one", open, `"expectedDisposition":` + isOpen + `,"expectedHandoffTarget":null`, []string{`expectedHandoffTarget : null / {"kind":"queue","name":"Desk"}`}},
		{"no target where there is none", yes, `"expectedDisposition":` + isGood + `,"expectedHandoffTarget":null`, nil},
		{"a target where there is none", yes, `"expectedDisposition":` + isGood + `,"expectedHandoffTarget":` + isDesk, []string{`expectedHandoffTarget : {"kind":"queue","name":"Desk"} / null`}},
		{"targets by node", open, `"expectedDisposition":` + isOpen + `,"expectedNodeHandoffTargets":{"b":` + isDesk + `,"a":null}`, nil},
		{"other targets by node", open, `"expectedDisposition":` + isOpen + `,"expectedNodeHandoffTargets":{"z":null,"a":` + isDesk + `}`, []string{
			`expectedNodeHandoffTargets z: null / `, `expectedNodeHandoffTargets a: {"kind":"queue","name":"Desk"} / null`}},

		{"a class", undeclared, `"expectedErrorClass":"malformed-input"`, nil},
		{"a class and its phase", undeclared, `"expectedErrorClass":"malformed-input","expectedErrorPhase":"preflight"`, nil},
		{"another class", undeclared, `"expectedErrorClass":"resource-exhaustion"`, []string{"expectedErrorClass : resource-exhaustion / graph_node_evaluation"}},
		{"another phase", undeclared, `"expectedErrorClass":"malformed-input","expectedErrorPhase":"evaluation"`, []string{"expectedErrorClass : malformed-input in evaluation / graph_node_evaluation"}},
		{"a class, and a refusal without one", conflict, `"expectedErrorClass":"malformed-input"`, []string{"expectedErrorClass : malformed-input / graph_fact_conflict"}},
		{"no class matches a refusal without one", conflict, `"expectedErrorClass":""`, []string{"expectedErrorClass :  / graph_fact_conflict"}},
		{"a class, and a disposition", yes, `"expectedErrorClass":"malformed-input"`, []string{
			`expectedErrorClass : malformed-input / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]}`}},
		{"a disposition, and an error", undeclared, `"expectedDisposition":` + isGood, []string{
			`expectedDisposition : {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]} / graph_node_evaluation`}},

		{"a refusal", conflict, `"expectedRefusal":{"code":"graph_fact_conflict"}`, nil},
		{"a refusal at a node", conflict, `"expectedRefusal":{"code":"graph_fact_conflict","node":"b"}`, nil},
		{"a refusal at another node", conflict, `"expectedRefusal":{"code":"graph_fact_conflict","node":"a"}`, []string{"expectedRefusal : graph_fact_conflict at a / graph_fact_conflict"}},
		{"another refusal", conflict, `"expectedRefusal":{"code":"graph_evidence_conflict"}`, []string{"expectedRefusal : graph_evidence_conflict / graph_fact_conflict"}},
		{"the first of several", `{"b":{"facts":{"x":1},"evidence":{"paper":"absent"}}}`, `"expectedRefusal":{"code":"graph_fact_conflict"}`, nil},
		{"an evaluation error as a refusal", undeclared, `"expectedRefusal":{"code":"graph_node_evaluation","node":"a"}`, nil},
		{"inputs that no run takes", `[]`, `"expectedRefusal":{"code":"graph_inputs_shape"}`, nil},
		{"an undeclared node", `{"z":{}}`, `"expectedRefusal":{"code":"graph_inputs_node"}`, nil},
		{"a refusal, and a disposition", yes, `"expectedRefusal":{"code":"graph_fact_conflict"}`, []string{
			`expectedRefusal : graph_fact_conflict / {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"good","reasons":[]}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := loadRows(t, `{"id":"r","inputs":`+c.inputs+`,`+c.expects+`}`)
			r := p.Test(t.Context(), rows, judgment.Options{})
			var got []string
			for _, d := range r.Rows[0].Differences {
				if _, after, refused := strings.Cut(d.Actual, `"code":"`); refused {
					d.Actual, _, _ = strings.Cut(after, `"`)
				}
				got = append(got, fmt.Sprintf("%s %s: %s / %s", d.Expectation, d.Node, d.Expected, d.Actual))
			}
			same(t, "differences", got, c.want...)
			status := judgment.Passed
			if c.want != nil {
				status = judgment.Mismatch
			}
			if r.Status != status || r.Rows[0].Status != status {
				t.Errorf("status %s, of the row %s", r.Status, r.Rows[0].Status)
			}
		})
	}
}

// A suite passes only if every row does; rows see nothing of each other.
func TestReportOfSeveralRows(t *testing.T) {
	p := shared.plan(t, `{"b":@down}`, `[]`, "b")
	rows := loadRows(t, `{"id":"one","inputs":{"b":{"facts":{"x":"yes"}}},"expectedDisposition":`+isGood+`}`, `{"id":"two","inputs":{},"expectedDisposition":`+isGood+`}`)
	r := p.Test(t.Context(), rows, judgment.Options{})
	r.Coverage = r.Coverage[:2]
	graph, _ := json.Marshal(r.Graph)
	want := `{"coverage":[{"probe":"node:b:outcome:good","row":"one","status":"covered"},{"probe":"node:b:outcome:bad","status":"missing"}],` +
		`"format":"spine.graph-report/1","graph":` + canonicalOf(t, json.RawMessage(graph)) + `,"rows":[{"id":"one","status":"passed"},{"differences":[` +
		`{"actual":"{\"handoff\":{\"state\":\"requested\",\"triggeredBy\":[\"unknown\"]},\"kind\":\"unresolved\",\"reasons\":[\"unknown\"]}",` +
		`"expectation":"expectedDisposition","expected":"{\"handoff\":{\"state\":\"none\"},\"kind\":\"outcome\",\"outcomeId\":\"good\",\"reasons\":[]}"}],` +
		`"id":"two","status":"mismatch"}],"status":"mismatch"}`
	if got := string(r.Canonical()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What changes only in the target that a pack names, only an assertion of the
// target sees.
func TestReportSeesChangedTargets(t *testing.T) {
	changedTarget := strings.Replace(down, `"Desk"`, `"Desk 2"`, 1)
	headline := `{"id":"d","inputs":{},"expectedDisposition":` + isOpen + `,"expectedNodes":{"b":` + isOpen + `}}`
	target := `{"id":"t","inputs":{},"expectedDisposition":` + isOpen + `,"expectedHandoffTarget":` + isDesk + `}`
	node := `{"id":"n","inputs":{},"expectedDisposition":` + isOpen + `,"expectedNodeHandoffTargets":{"b":` + isDesk + `}}`
	for pack, want := range map[string]string{down: "passed passed passed", changedTarget: "passed mismatch mismatch"} {
		p := shelf{"down": pack}.plan(t, `{"b":@down}`, `[]`, "b")
		var got []string
		for _, row := range p.Test(t.Context(), loadRows(t, headline, target, node), judgment.Options{}).Rows {
			got = append(got, string(row.Status))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
