package judgment_test

import (
	"context"
	"fmt"
	"strings"
	"testing/fstest"

	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

const residency = `{"specVersion": "0.2.0-draft", "id": "https://example.org/residency", "version": "2.1.0", "title": "Residency",
"decision": {"intent": "Tell residents", "question": "Is the applicant a resident?"},
"outcomes": [{"id": "resident", "label": "Resident"}, {"id": "visitor", "label": "Visitor"}],
"fallbackOutcome": "visitor",
"rules": [{"id": "years", "description": "Two years", "outcome": "resident", "onUnknown": "escalate",
  "when": {"op": "fact", "path": "/years", "operator": "greater-than-or-equal", "value": "2"}}]}`

const grant = `{"specVersion": "0.2.0-draft", "id": "https://example.org/grant", "version": "1.0.0", "title": "Grant",
"decision": {"intent": "Pay residents", "question": "Is the grant paid?"},
"outcomes": [{"id": "pay", "label": "Pay"}, {"id": "refuse", "label": "Refuse"}],
"rules": [
  {"id": "residents", "description": "Residents", "outcome": "pay", "onUnknown": "escalate",
    "when": {"op": "fact", "path": "/applicant/residency", "operator": "equals", "value": "resident"}},
  {"id": "others", "description": "Others", "outcome": "refuse", "onUnknown": "escalate",
    "when": {"op": "fact", "path": "/applicant/residency", "operator": "equals", "value": "visitor"}}],
"escalation": {"triggers": ["unknown"], "target": {"kind": "queue", "name": "Housing desk"}}}`

// A graph feeds the outcome of one pack to another, and runs only on exactly the
// bytes that it pins.
func ExampleGraph() {
	document := fmt.Sprintf(`{
  "format": "spine.graph/1", "id": "housing-grant", "version": "1.0.0",
  "nodes": {
    "residency": {"pack": {"id": "https://example.org/residency", "version": "2.1.0", "digest": %q}},
    "grant": {"pack": {"id": "https://example.org/grant", "version": "1.0.0", "digest": %q}}
  },
  "edges": [{"from": "residency", "to": "grant", "fact": "/applicant/residency"}],
  "result": "grant"
}`, record.Digest([]byte(residency)), record.Digest([]byte(grant)))
	offer := func(residency string) *judgment.Catalogue {
		c, err := judgment.NewCatalogue(fstest.MapFS{"residency.json": {Data: []byte(residency)}, "grant.json": {Data: []byte(grant)}})
		if err != nil {
			panic(err)
		}
		return c
	}
	g, err := judgment.LoadGraph("graph.json", []byte(document))
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := g.Link(offer(residency))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, inputs := range []string{`{"residency": {"facts": {"years": "3"}}}`, `{}`} {
		c, err := plan.Run(context.Background(), judgment.GraphInputs{Document: []byte(inputs), HasDocument: true})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", c.Disposition.Canonical())
	}
	_, err = g.Link(offer(strings.Replace(residency, `"value": "2"`, `"value": "1"`, 1)))
	fmt.Println(strings.Contains(err.Error(), "graph_digest_drift"))
	// Output:
	// {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"pay","reasons":[]}
	// {"handoff":{"state":"requested","triggeredBy":["unknown"]},"kind":"unresolved","reasons":["unknown"]}
	// true
}
