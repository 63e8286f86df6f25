package judgment_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/judgment"
)

// parking is a sound pack, in which each text that a test changes stands once.
const parking = `{
  "specVersion": "0.2.0-draft",
  "id": "https://example.org/parking",
  "version": "1.0.0",
  "title": "Parking",
  "decision": {"intent": "Who may park", "question": "May this car park here?"},
  "applicability": {"op": "literal", "value": true},
  "evidenceRequirements": [{"id": "permit", "description": "A permit", "required": false, "kind": "document"}],
  "sources": [{"id": "by-law", "title": "The by-law", "locator": {"kind": "uri", "value": "https://example.org/by-law"},
    "publisher": "The town", "publishedAt": "2026-01-31", "citation": {"location": "p. 3", "excerpt": "Cars."}, "rights": "Free"}],
  "outcomes": [{"id": "yes", "label": "Yes", "description": "It may"}, {"id": "no", "label": "No"}],
  "rules": [
    {"id": "length", "description": "Short cars", "when": {"op": "fact", "path": "/car/length", "operator": "less-than", "value": "4.5"},
      "outcome": "yes", "onUnknown": "escalate", "evidenceRequirementRefs": ["permit"], "sourceRefs": ["by-law"], "rationale": "Space"},
    {"id": "colour", "description": "Some colours", "when": {"op": "fact", "path": "/car/colour", "operator": "in", "value": ["red", "blue"]},
      "outcome": "no", "onUnknown": "ignore"}],
  "exceptions": [{"id": "blocked", "description": "The street is closed", "effect": "escalate", "onUnknown": "ignore",
    "when": {"op": "not", "condition": {"op": "fact", "path": "/street", "operator": "not-equals", "value": "closed"}}}],
  "fallbackOutcome": "no",
  "escalation": {"triggers": ["unknown"], "target": {"kind": "queue", "name": "Wardens"}, "message": "Look"},
  "metadata": {"authors": ["A. Author"], "createdAt": "2026-02-01T09:00:00Z", "license": "CC0-1.0",
    "reviews": [{"reviewer": "B", "reviewedAt": "2026-02-02T09:00:00Z", "disposition": "approved", "note": "Good"}]},
  "extensions": {"com.example.notes": {"any": [1, null]}}
}`

// changed gives the text with old, which stands in it once, replaced.
func changed(t testing.TB, text, old, new string) string {
	t.Helper()
	if n := strings.Count(text, old); n != 1 {
		t.Fatalf("%q stands %d times in the text", old, n)
	}
	return strings.Replace(text, old, new, 1)
}

// packOf gives a pack with three outcomes and further members.
func packOf(members string) string {
	return `{"specVersion":"0.2.0-draft","id":"urn:t","version":"1.0.0","title":"T","decision":{"intent":"I","question":"Q"},
"outcomes":[{"id":"a","label":"A"},{"id":"b","label":"B"},{"id":"c","label":"C"}],` + members + `}`
}

func load(t testing.TB, src string) *judgment.Pack {
	t.Helper()
	p, err := judgment.LoadPack("pack.json", []byte(src))
	if err != nil {
		t.Fatalf("the pack is refused: %v\n%s", err, src)
	}
	return p
}

// found writes findings as "CODE PATH", without what all codes begin with.
func found(faults diag.List) []string {
	var out []string
	for _, f := range faults {
		out = append(out, strings.TrimSpace(strings.TrimPrefix(string(f.Code), "JPS-")+" "+f.At.Path))
	}
	return out
}

// findings are those of a pack that does not conform.
func findings(t testing.TB, src string) []string {
	t.Helper()
	p, err := judgment.LoadPack("pack.json", []byte(src))
	if err == nil {
		return nil
	}
	var refused *judgment.EvaluationError
	if p != nil || !errors.As(err, &refused) || refused.Class != judgment.PackNotConformant || refused.Phase != judgment.Preflight {
		t.Errorf("the refusal is %v", err)
	}
	faults := diag.Of(err)
	result, same := judgment.Validate("pack.json", []byte(src), nil)
	if result != judgment.Invalid || !slices.Equal(found(same), found(faults)) {
		t.Errorf("Validate says %s, %v", result, found(same))
	}
	for _, f := range faults {
		if f.At.File != "pack.json" || f.Message == "" || !f.At.Span.Start.Known() && f.Code != judgment.CarrierLimitBytes {
			t.Errorf("the finding has no place: %#v", f)
		}
	}
	return found(faults)
}

func TestLoadPack(t *testing.T) {
	p := load(t, parking)
	if p.ID() != "https://example.org/parking" || p.Version() != "1.0.0" || p.Title() != "Parking" {
		t.Errorf("the pack is %q %q %q", p.ID(), p.Version(), p.Title())
	}
}

func TestFindingsHavePlaces(t *testing.T) {
	src := changed(t, parking, `"label": "No"`, `"label": ""`)
	_, err := judgment.LoadPack("p.json", []byte(src))
	faults := diag.Of(err)
	if len(faults) != 1 {
		t.Fatal(err)
	}
	at := faults[0].At
	if at.String() != "p.json:11:94" || src[at.Span.Start.Offset:at.Span.End.Offset] != `""` {
		t.Errorf("%v, %q", at, src[at.Span.Start.Offset:at.Span.End.Offset])
	}
	if !errors.Is(err, judgment.StructureMinLength) {
		t.Error("errors.Is does not find the code")
	}
}

func TestValidate(t *testing.T) {
	requires := changed(t, parking, `"license": "CC0-1.0"`, `"requiredExtensions": ["com.example.notes", "com.example.a"]`)
	requires = changed(t, requires, `"message": "Look"`, `"extensions": {"com.example.a": 1}`)
	for _, c := range []struct {
		src        string
		extensions []string
		want       judgment.Result
		findings   []string
	}{
		{parking, nil, judgment.Valid, nil},
		{parking, []string{"com.example.unheard-of"}, judgment.Valid, nil},
		{requires, nil, judgment.Unsupported, []string{"CAPABILITY-REQUIRED-EXTENSION /metadata/requiredExtensions/0", "CAPABILITY-REQUIRED-EXTENSION /metadata/requiredExtensions/1"}},
		{requires, []string{"com.example.notes"}, judgment.Unsupported, []string{"CAPABILITY-REQUIRED-EXTENSION /metadata/requiredExtensions/1"}},
		{requires, []string{"com.example.a", "com.example.notes"}, judgment.Valid, nil},
		{changed(t, requires, `"com.example.notes": {"any"`, `"com.example.other": {"any"`), nil, judgment.Invalid, []string{"SEMANTIC-MISSING-REQUIRED-EXTENSION /metadata/requiredExtensions/0"}},
		{`[]`, nil, judgment.Invalid, []string{"STRUCTURE-TYPE"}},
	} {
		result, faults := judgment.Validate("p.json", []byte(c.src), c.extensions)
		if result != c.want || !slices.Equal(found(faults), c.findings) {
			t.Errorf("with %v: %s, %v", c.extensions, result, found(faults))
		}
	}
}

// The first layer with a fault is all that is reported.
func TestLayers(t *testing.T) {
	dangling := changed(t, parking, `"fallbackOutcome": "no"`, `"fallbackOutcome": "none"`)
	untitled := changed(t, dangling, `"title": "Parking"`, `"title": ""`)
	broken := untitled[:len(untitled)-1]
	for _, c := range []struct{ src, want string }{
		{dangling, "[SEMANTIC-UNRESOLVED-OUTCOME /fallbackOutcome]"},
		{untitled, "[STRUCTURE-MINLENGTH /title]"},
		{broken, "[CARRIER-INVALID-JSON]"},
		{"\uFEFF" + broken, "[CARRIER-INVALID-JSON]"},
	} {
		if got := fmt.Sprint(findings(t, c.src)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// decoded reads JSON in the ordinary way.
func decoded(t interface{ Fatal(...any) }, src string) any {
	var v any
	if err := json.Unmarshal([]byte(src), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// FuzzLoadPack: findings are sorted and the same each time, and every pack that
// conforms evaluates.
func FuzzLoadPack(f *testing.F) {
	f.Add([]byte(parking))
	f.Add([]byte(packOf(`"rules":[{"id":"r","description":"R","when":` + literals["true"] + `,"outcome":"d","onUnknown":"ignore"}]`)))
	for _, old := range []string{`"title": "Parking",`, `"4.5"`, `["permit"]`, `"escalate"`, `"op": "not"`, `"2026-01-31"`} {
		f.Add([]byte(strings.Replace(parking, old, "", 1)))
		f.Add([]byte(strings.Replace(parking, old, `"x": [1, 1.0]`, 1)))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := judgment.LoadPack("", src)
		if err != nil {
			_, again := judgment.LoadPack("", src)
			faults := diag.Of(err)
			if len(faults) == 0 || fmt.Sprint(again) != fmt.Sprint(err) {
				t.Errorf("%v, then %v", err, again)
			}
			if !slices.IsSortedFunc(faults, func(a, b *diag.Error) int {
				return cmp.Or(cmp.Compare(a.At.Path, b.At.Path), cmp.Compare(a.Code, b.Code))
			}) {
				t.Errorf("%v is not sorted", found(faults))
			}
			root, err := strictjson.Parse(src, strictjson.Limits{})
			for _, e := range faults {
				// What is missing has no value; its object has.
				parent := e.At.Path[:max(0, strings.LastIndexByte(e.At.Path, '/'))]
				if _, ok := strictjson.Lookup(root, parent); err == nil && !ok {
					t.Errorf("%s leads nowhere", e.At.Path)
				}
			}
			return
		}
		e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(`{"car":{"length":"4"},"street":null}`), Extensions: []string{"com.example.notes"}})
		if err != nil {
			var refused *judgment.EvaluationError
			if !errors.As(err, &refused) || refused.Class != judgment.UnsupportedExtension {
				t.Error(err)
			}
			return
		}
		if _, err := judgment.DecodeDisposition(e.Disposition.Canonical()); err != nil {
			t.Error(err)
		}
	})
}
