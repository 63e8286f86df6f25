package judgment_test

import (
	"context"
	"fmt"

	"github.com/decision-spine/spine/judgment"
)

// A pack with one rule, on facts that decide it and on facts that do not.
func ExamplePack_Evaluate() {
	pack, err := judgment.LoadPack("grant.json", []byte(`{
	  "specVersion": "0.2.0-draft", "id": "https://example.org/packs/grant", "version": "1.0.0", "title": "Grant",
	  "decision": {"intent": "Help with the rent", "question": "Is the grant paid?"},
	  "outcomes": [{"id": "pay", "label": "Pay"}, {"id": "refuse", "label": "Refuse"}],
	  "rules": [{
	    "id": "low-income", "description": "Income below 20,000", "outcome": "pay", "onUnknown": "escalate",
	    "when": {"op": "fact", "path": "/applicant/income", "operator": "less-than", "value": "20000"}
	  }],
	  "fallbackOutcome": "refuse",
	  "escalation": {"triggers": ["unknown"], "target": {"kind": "human-role", "name": "Case worker"}}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, facts := range []string{`{"applicant": {"income": "18000.00"}}`, `{"applicant": {}}`} {
		e, err := pack.Evaluate(context.Background(), judgment.Inputs{Facts: []byte(facts)})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", e.Disposition.Canonical())
		if e.HandoffTarget != nil {
			fmt.Println("to", e.HandoffTarget.Name)
		}
	}
	// Output:
	// {"handoff":{"state":"none"},"kind":"outcome","outcomeId":"pay","reasons":[]}
	// {"handoff":{"state":"requested","triggeredBy":["unknown"]},"kind":"unresolved","reasons":["unknown"]}
	// to Case worker
}

// Every fault of a document is found at once, with its place.
func ExampleValidate() {
	result, findings := judgment.Validate("grant.json", []byte(`{
  "specVersion": "0.2.0-draft", "id": "grant", "version": "1.0.0", "title": "",
  "decision": {"intent": "Help", "question": "Is it paid?"},
  "outcomes": [{"id": "pay", "label": "Pay"}, {"id": "refuse", "label": "Refuse"}],
  "rules": []
}`), nil)
	fmt.Println(result)
	for _, f := range findings {
		fmt.Println(f.At, f.At.Path, f.Code)
	}
	// Output:
	// invalid
	// grant.json:2:39 /id JPS-STRUCTURE-FORMAT-URI
	// grant.json:5:12 /rules JPS-STRUCTURE-COLLECTION-ARITY
	// grant.json:2:77 /title JPS-STRUCTURE-MINLENGTH
}
