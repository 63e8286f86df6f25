package judgment_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

// Each change of the sound pack, and all that is found then.
func TestReferences(t *testing.T) {
	const when = `{"op": "fact", "path": "/car/colour", "operator": "in", "value": ["red", "blue"]}`
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{`{"id": "no", "label": "No"}`, `{"id": "no", "label": "No"}, {"id": "yes", "label": "Other"}, {"id": "no", "label": "Third"}`,
			[]string{"SEMANTIC-DUPLICATE-ID /outcomes/2/id", "SEMANTIC-DUPLICATE-ID /outcomes/3/id"}},
		{`"id": "colour"`, `"id": "length"`, []string{"SEMANTIC-DUPLICATE-ID /rules/1/id"}},
		{`"kind": "document"}`, `"kind": "document"}, {"id": "permit", "description": "Another", "required": true}`, []string{"SEMANTIC-DUPLICATE-ID /evidenceRequirements/1/id"}},
		{`"rights": "Free"}`, `"rights": "Free"}, {"id": "by-law", "title": "T", "locator": {"kind": "path", "value": "x"}}`, []string{"SEMANTIC-DUPLICATE-ID /sources/1/id"}},
		{`"exceptions": [`, `"exceptions": [{"id": "blocked", "description": "D", "effect": "escalate", "onUnknown": "ignore", "when": {"op": "literal", "value": false}}, `,
			[]string{"SEMANTIC-DUPLICATE-ID /exceptions/1/id"}},
		// The same id in two collections is no repetition, and no declaration.
		{`"id": "blocked"`, `"id": "yes"`, nil},
		{`"id": "permit"`, `"id": "length"`, []string{"SEMANTIC-UNRESOLVED-EVIDENCE /rules/0/evidenceRequirementRefs/0"}},
		{`"outcome": "yes"`, `"outcome": "colour"`, []string{"SEMANTIC-UNRESOLVED-OUTCOME /rules/0/outcome"}},
		{`"effect": "escalate"`, `"effect": "force-outcome", "outcome": "maybe"`, []string{"SEMANTIC-UNRESOLVED-OUTCOME /exceptions/0/outcome"}},
		{`"effect": "escalate"`, `"effect": "suppress-rule", "targetRule": "yes"`, []string{"SEMANTIC-UNRESOLVED-RULE /exceptions/0/targetRule"}},
		{`"effect": "escalate"`, `"effect": "suppress-rule", "targetRule": "blocked"`, []string{"SEMANTIC-UNRESOLVED-RULE /exceptions/0/targetRule"}},
		{`"fallbackOutcome": "no"`, `"fallbackOutcome": "length"`, []string{"SEMANTIC-UNRESOLVED-OUTCOME /fallbackOutcome"}},
		{`["permit"]`, `["permit", "papers", "by-law"]`, []string{"SEMANTIC-UNRESOLVED-EVIDENCE /rules/0/evidenceRequirementRefs/1", "SEMANTIC-UNRESOLVED-EVIDENCE /rules/0/evidenceRequirementRefs/2"}},
		{`["by-law"]`, `["permit"]`, []string{"SEMANTIC-UNRESOLVED-SOURCE /rules/0/sourceRefs/0"}},
		{`"effect": "escalate"`, `"effect": "escalate", "sourceRefs": ["by-law", "law"]`, []string{"SEMANTIC-UNRESOLVED-SOURCE /exceptions/0/sourceRefs/1"}},
		{`{"op": "literal", "value": true}`, `{"op": "evidence-present", "evidenceRequirement": "papers"}`, []string{"SEMANTIC-UNRESOLVED-EVIDENCE /applicability/evidenceRequirement"}},
		{when, `{"op": "any", "conditions": [{"op": "literal", "value": true}, {"op": "not", "condition": {"op": "all", "conditions": [{"op": "evidence-present", "evidenceRequirement": "papers"}]}}]}`,
			[]string{"SEMANTIC-UNRESOLVED-EVIDENCE /rules/1/when/conditions/1/condition/conditions/0/evidenceRequirement"}},
		{`{"op": "fact", "path": "/street", "operator": "not-equals", "value": "closed"}`, `{"op": "evidence-present", "evidenceRequirement": "papers"}`,
			[]string{"SEMANTIC-UNRESOLVED-EVIDENCE /exceptions/0/when/condition/evidenceRequirement"}},
		// An operand that looks like a condition is none.
		{`"operator": "not-equals", "value": "closed"`, `"operator": "equals", "value": {"op": "evidence-present", "evidenceRequirement": "papers", "condition": {"evidenceRequirement": "x"}}`, nil},
	} {
		if got := findings(t, changed(t, parking, c.old, c.new)); !slices.Equal(got, c.want) {
			t.Errorf("%s -> %s:\ngot  %v\nwant %v", c.old, c.new, got, c.want)
		}
	}
}

// A required extension is somewhere among the extensions of the pack, whichever
// object has it; what lies in the value of an extension does not count.
func TestRequiredExtensions(t *testing.T) {
	requires := changed(t, parking, `"license": "CC0-1.0"`, `"requiredExtensions": ["com.example.notes", "com.example.a"]`)
	const ext = `"extensions": {"com.example.a": null}`
	for _, c := range []struct {
		old, new string
		sound    bool
	}{
		{`"intent": "Who may park"`, `"intent": "I", ` + ext, true},
		{`"kind": "document"`, ext, true},
		{`"rights": "Free"`, ext, true},
		{`"description": "It may"`, ext, true},
		{`"rationale": "Space"`, ext, true},
		{`"effect": "escalate"`, `"effect": "escalate", ` + ext, true},
		{`"message": "Look"`, ext, true},
		{`"createdAt": "2026-02-01T09:00:00Z"`, ext, true},
		{`{"any": [1, null]}`, `1, "com.example.a": 1`, true},
		{`{"any": [1, null]}`, `{` + ext + `}`, false},
		{`"operator": "not-equals", "value": "closed"`, `"operator": "equals", "value": {` + ext + `}`, false},
		{`"title": "Parking"`, `"title": "com.example.a"`, false},
	} {
		src := changed(t, requires, c.old, c.new)
		var want []string
		if !c.sound {
			want = []string{"SEMANTIC-MISSING-REQUIRED-EXTENSION /metadata/requiredExtensions/1"}
			if got := findings(t, src); !slices.Equal(got, want) {
				t.Errorf("%s -> %s: %v", c.old, c.new, got)
			}
			continue
		}
		if result, faults := judgment.Validate("", []byte(src), []string{"com.example.a", "com.example.notes"}); result != judgment.Valid {
			t.Errorf("%s -> %s: %s, %v", c.old, c.new, result, found(faults))
		}
	}
}

func TestNearestNames(t *testing.T) {
	for _, c := range []struct{ old, new, hint string }{
		{`"fallbackOutcome": "no"`, `"fallbackOutcome": "yess"`, `did you mean "yes"?`},
		{`["by-law"]`, `["by-laws"]`, `did you mean "by-law"?`},
		{`["by-law"]`, `["statute"]`, ""},
		{`"fallbackOutcome"`, `"fallbackoutcome"`, `did you mean "fallbackOutcome"?`},
	} {
		_, err := judgment.LoadPack("", []byte(changed(t, parking, c.old, c.new)))
		var e *diag.Error
		if !errors.As(err, &e) || e.Hint != c.hint {
			t.Errorf("%s: %v, hint %q", c.new, err, e.Hint)
		}
	}
}
