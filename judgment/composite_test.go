package judgment_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

func TestComposite(t *testing.T) {
	silent := named("urn:silent", strings.Replace(down, `"escalation":{"triggers":["unknown"],"target":{"kind":"queue","name":"Desk"}}`,
		`"exceptions":[{"id":"x","description":"D","effect":"escalate","onUnknown":"ignore","when":{"op":"literal","value":true}}]`, 1))
	s := shelf{"up": up, "down": down, "silent": silent}
	text := s.graphText(`{"side":@down,"a":@up,"b":@down,"last":@silent}`, edgesOf("a b /x !paper", "b last /p/q", "side last !paper=absent"), "b")
	p, err := loadGraph(t, text).Link(s.catalogue(t))
	if err != nil {
		t.Fatal(err)
	}
	// The result is an interior node; the rest is evaluated and shown.
	got := run(t, p, `{"a":{"facts":{"v":"no"}}}`)
	pin := func(name string) string { return canonicalOf(t, json.RawMessage(s.pin(name))) }
	const (
		none    = `{"state":"none"}`
		desk    = `{"kind":"queue","name":"Desk"}`
		unknown = `{"handoff":{"state":"requested","triggeredBy":["unknown"]},"kind":"unresolved","reasons":["unknown"]}`
		bad     = `{"handoff":` + none + `,"kind":"outcome","outcomeId":"bad","reasons":[]}`
		open    = `{"handoff":{"state":"requested","triggeredBy":["exception-escalation"]},"kind":"unresolved","reasons":["exception-escalation"]}`
	)
	want := `{"disposition":` + bad + `,"format":"spine.graph-result/1",` +
		`"graph":{"digest":"` + digestOf(text) + `","id":"g","version":"1.0.0"},` +
		`"handoffs":[{"node":"side","origin":"evaluated","target":` + desk + `,"triggeredBy":["unknown"]},{"node":"last","origin":"evaluated","triggeredBy":["exception-escalation"]}],` +
		`"label":"composed by spine; not an artifact of JPS","nodes":[` +
		`{"disposition":{"handoff":` + none + `,"kind":"outcome","outcomeId":"no","reasons":[]},"evidenceFeeds":[],"factFeeds":[],"kind":"pack","node":"a","pack":` + pin("up") + `,` +
		`"trace":[{"condition":"false","id":"y","stage":"rule"},{"condition":"true","id":"n","outcome":"no","stage":"rule"}]},` +
		`{"disposition":` + bad + `,"evidenceFeeds":[{"from":"a","requirement":"paper","state":"present"}],"factFeeds":[{"from":"a","injected":true,"pointer":"/x","value":"no"}],` +
		`"kind":"pack","node":"b","pack":` + pin("down") + `,` +
		`"trace":[{"condition":"false","id":"g","stage":"rule"},{"condition":"true","id":"b","outcome":"bad","stage":"rule"}]},` +
		`{"disposition":` + unknown + `,"evidenceFeeds":[],"factFeeds":[],"handoffTarget":` + desk + `,"kind":"pack","node":"side","pack":` + pin("down") + `,` +
		`"trace":[{"condition":"unknown","id":"g","onUnknown":"escalate","stage":"rule"},{"condition":"unknown","id":"b","onUnknown":"escalate","stage":"rule"}]},` +
		`{"disposition":` + open + `,"evidenceFeeds":[{"from":"side","requirement":"paper","state":"absent"}],"factFeeds":[{"from":"b","injected":true,"pointer":"/p/q","value":"bad"}],` +
		`"kind":"pack","node":"last","pack":` + pin("silent") + `,"trace":[{"condition":"true","effect":"escalate","id":"x","stage":"exception"}]}],` +
		`"resultNode":"b","specVersion":"0.2.0-draft"}`
	if string(got.Canonical()) != want {
		t.Errorf("got\n%s\nwant\n%s", got.Canonical(), want)
	}

	// Without an outcome nothing is injected; the headline's target is the node's.
	got = run(t, p, `{}`)
	if b := at(t, got, "b"); got.HandoffTarget == nil || *got.HandoffTarget != (judgment.HandoffTarget{Kind: "queue", Name: "Desk"}) ||
		b.FactFeeds[0] != (judgment.FactFeed{From: "a", Pointer: "/x"}) || b.EvidenceFeeds[0].State != judgment.PresenceUnknown {
		t.Errorf("got %s", got.Canonical())
	}
	var handoffs []string
	for _, h := range got.Handoffs {
		handoffs = append(handoffs, h.Node)
	}
	same(t, "handoffs", handoffs, "b", "side", "last")
}
