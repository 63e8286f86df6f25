package judgment_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// Each change of the sound pack, and all that is found then.
func TestStructure(t *testing.T) {
	const notObject = "STRUCTURE-TYPE "
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		// The root.
		{`"specVersion": "0.2.0-draft"`, `"specVersion": "0.1.0-draft"`, []string{"STRUCTURE-SPEC-VERSION /specVersion"}},
		{`"specVersion": "0.2.0-draft"`, `"specVersion": "0.2.0-draft\n"`, []string{"STRUCTURE-SPEC-VERSION /specVersion"}},
		{`"specVersion": "0.2.0-draft"`, `"specVersion": ""`, []string{"STRUCTURE-SPEC-VERSION /specVersion"}},
		{`"specVersion": "0.2.0-draft"`, `"specVersion": null`, []string{"STRUCTURE-TYPE /specVersion"}},
		{`"specVersion": "0.2.0-draft",`, ``, []string{"STRUCTURE-REQUIRED-MEMBER /specVersion"}},
		{`"specVersion"`, `"SpecVersion"`, []string{"STRUCTURE-UNKNOWN-MEMBER /SpecVersion", "STRUCTURE-REQUIRED-MEMBER /specVersion"}},
		{`"id": "https://example.org/parking"`, `"id": ""`, []string{"STRUCTURE-FORMAT-URI /id"}},
		{`"id": "https://example.org/parking"`, `"id": 1`, []string{"STRUCTURE-TYPE /id"}},
		{`"version": "1.0.0"`, `"version": "1.0"`, []string{"STRUCTURE-PACK-VERSION /version"}},
		{`"version": "1.0.0"`, `"version": 1.0`, []string{"STRUCTURE-TYPE /version"}},
		{`"title": "Parking"`, `"title": ""`, []string{"STRUCTURE-MINLENGTH /title"}},
		{`"title": "Parking"`, `"title": " "`, nil},
		{`"title": "Parking"`, `"title": null`, []string{"STRUCTURE-TYPE /title"}},
		{`"title": "Parking"`, `"title": "Parking", "description": ""`, []string{"STRUCTURE-MINLENGTH /description"}},
		{`"title": "Parking"`, `"title": "Parking", "description": "All of it."`, nil},
		{`"title": "Parking"`, `"title": "Parking", "a/b~c": 1`, []string{"STRUCTURE-UNKNOWN-MEMBER /a~1b~0c"}},
		{`{"intent": "Who may park", "question": "May this car park here?"}`, `[]`, []string{"STRUCTURE-TYPE /decision"}},
		{`{"intent": "Who may park", "question": "May this car park here?"}`, `{}`, []string{"STRUCTURE-REQUIRED-MEMBER /decision/intent", "STRUCTURE-REQUIRED-MEMBER /decision/question"}},
		{`"intent": "Who may park"`, `"intent": "", "priority": 1, "extensions": {"x": 1}`,
			[]string{"STRUCTURE-EXTENSION-NAME /decision/extensions/x", "STRUCTURE-MINLENGTH /decision/intent", "STRUCTURE-UNKNOWN-MEMBER /decision/priority"}},

		// Requirements and sources.
		{`"description": "A permit", "required": false`, `"description": "", "required": "no"`, []string{"STRUCTURE-MINLENGTH /evidenceRequirements/0/description", "STRUCTURE-TYPE /evidenceRequirements/0/required"}},
		{`"required": false, `, ``, []string{"STRUCTURE-REQUIRED-MEMBER /evidenceRequirements/0/required"}},
		{`"kind": "document"`, `"kind": "Document"`, []string{"STRUCTURE-ENUM /evidenceRequirements/0/kind"}},
		{`"kind": "document"`, `"kind": "measurement"`, nil},
		{`"kind": "document"`, `"kind": null`, []string{"STRUCTURE-TYPE /evidenceRequirements/0/kind"}},
		{`"kind": "document"`, `"kind": "attestation", "extensions": {"com.example.a": null}`, nil},
		{`"title": "The by-law"`, `"title": {}`, []string{"STRUCTURE-TYPE /sources/0/title"}},
		{`"kind": "uri"`, `"kind": "url"`, []string{"STRUCTURE-ENUM /sources/0/locator/kind"}},
		{`"kind": "uri"`, `"kind": "other"`, nil},
		{`"kind": "uri", `, ``, []string{"STRUCTURE-REQUIRED-MEMBER /sources/0/locator/kind"}},
		{`"kind": "uri", `, `"kind": "uri", "extensions": {}, `, []string{"STRUCTURE-UNKNOWN-MEMBER /sources/0/locator/extensions"}},
		{`"publisher": "The town"`, `"publisher": ""`, []string{"STRUCTURE-MINLENGTH /sources/0/publisher"}},
		{`"publishedAt": "2026-01-31"`, `"publishedAt": "2026-02-30"`, []string{"STRUCTURE-FORMAT-DATE /sources/0/publishedAt"}},
		{`"publishedAt": "2026-01-31"`, `"publishedAt": ""`, []string{"STRUCTURE-FORMAT-DATE /sources/0/publishedAt"}},
		{`"location": "p. 3", "excerpt": "Cars."`, `"location": ""`, []string{"STRUCTURE-REQUIRED-MEMBER /sources/0/citation/excerpt", "STRUCTURE-MINLENGTH /sources/0/citation/location"}},
		{`"rights": "Free"`, `"rights": false, "extensions": null`, []string{"STRUCTURE-TYPE /sources/0/extensions", "STRUCTURE-TYPE /sources/0/rights"}},

		// Outcomes and rules.
		{`"id": "yes", "label": "Yes"`, `"id": "yes"`, []string{"STRUCTURE-REQUIRED-MEMBER /outcomes/0/label"}},
		{`"label": "Yes"`, `"label": ""`, []string{"STRUCTURE-MINLENGTH /outcomes/0/label"}},
		{`"description": "It may"`, `"description": ""`, []string{"STRUCTURE-MINLENGTH /outcomes/0/description"}},
		{`, {"id": "no", "label": "No"}`, ``, []string{"STRUCTURE-COLLECTION-ARITY /outcomes"}},
		{`, {"id": "no", "label": "No"}`, `, {"id": "yes", "description": "It may", "label": "Yes"}`, []string{"STRUCTURE-UNIQUEITEMS /outcomes"}},
		{`"outcome": "yes"`, `"outcome": "yes-"`, []string{"STRUCTURE-LOCAL-ID /rules/0/outcome"}},
		{`"onUnknown": "escalate"`, `"onUnknown": "Escalate"`, []string{"STRUCTURE-ENUM /rules/0/onUnknown"}},
		{`"onUnknown": "escalate", `, ``, []string{"STRUCTURE-REQUIRED-MEMBER /rules/0/onUnknown"}},
		{`["permit"]`, `["permit", "permit"]`, []string{"STRUCTURE-UNIQUEITEMS /rules/0/evidenceRequirementRefs"}},
		{`["permit"]`, `[]`, nil},
		{`["permit"]`, `"permit"`, []string{"STRUCTURE-TYPE /rules/0/evidenceRequirementRefs"}},
		{`["permit"]`, `[1, 1.0]`, []string{"STRUCTURE-UNIQUEITEMS /rules/0/evidenceRequirementRefs", "STRUCTURE-TYPE /rules/0/evidenceRequirementRefs/0", "STRUCTURE-TYPE /rules/0/evidenceRequirementRefs/1"}},
		{`["by-law"]`, `["By-law"]`, []string{"STRUCTURE-LOCAL-ID /rules/0/sourceRefs/0"}},
		{`"rationale": "Space"`, `"rationale": ""`, []string{"STRUCTURE-MINLENGTH /rules/0/rationale"}},
		{`"rationale": "Space"`, `"effect": "escalate"`, []string{"STRUCTURE-UNKNOWN-MEMBER /rules/0/effect"}},

		// Exceptions.
		{`"effect": "escalate"`, `"effect": "force-outcome"`, []string{"STRUCTURE-EXCEPTION-SHAPE /exceptions/0/outcome"}},
		{`"effect": "escalate"`, `"effect": "force-outcome", "outcome": "no", "targetRule": "colour"`, []string{"STRUCTURE-EXCEPTION-SHAPE /exceptions/0/targetRule"}},
		{`"effect": "escalate"`, `"effect": "force-outcome", "targetRule": "colour"`, []string{"STRUCTURE-EXCEPTION-SHAPE /exceptions/0/outcome", "STRUCTURE-EXCEPTION-SHAPE /exceptions/0/targetRule"}},
		{`"effect": "escalate"`, `"effect": "force-outcome", "outcome": "no"`, nil},
		{`"effect": "escalate"`, `"effect": "suppress-rule"`, []string{"STRUCTURE-EXCEPTION-SHAPE /exceptions/0/targetRule"}},
		{`"effect": "escalate"`, `"effect": "suppress-rule", "targetRule": "colour", "outcome": "no"`, []string{"STRUCTURE-EXCEPTION-SHAPE /exceptions/0/outcome"}},
		{`"effect": "escalate"`, `"effect": "suppress-rule", "targetRule": "colour"`, nil},
		{`"effect": "escalate"`, `"effect": "escalate", "targetRule": "colour", "outcome": null`,
			[]string{"STRUCTURE-EXCEPTION-SHAPE /exceptions/0/outcome", "STRUCTURE-TYPE /exceptions/0/outcome", "STRUCTURE-EXCEPTION-SHAPE /exceptions/0/targetRule"}},
		{`"effect": "escalate"`, `"effect": "stop", "targetRule": "colour"`, []string{"STRUCTURE-ENUM /exceptions/0/effect"}},
		{`"effect": "escalate"`, `"effect": 3`, []string{"STRUCTURE-TYPE /exceptions/0/effect"}},
		{`"effect": "escalate", `, ``, []string{"STRUCTURE-REQUIRED-MEMBER /exceptions/0/effect"}},
		{`"effect": "escalate"`, `"effect": "escalate", "rationale": "x"`, []string{"STRUCTURE-UNKNOWN-MEMBER /exceptions/0/rationale"}},

		// Escalation, fallback, metadata, extensions.
		{`"fallbackOutcome": "no"`, `"fallbackOutcome": ""`, []string{"STRUCTURE-LOCAL-ID /fallbackOutcome"}},
		{`"triggers": ["unknown"]`, `"triggers": []`, []string{"STRUCTURE-ESCALATION-TRIGGERS /escalation/triggers"}},
		{`"triggers": ["unknown"]`, `"triggers": ["unknown", "exception-escalation", 1]`, []string{"STRUCTURE-ENUM /escalation/triggers/1", "STRUCTURE-TYPE /escalation/triggers/2"}},
		{`"triggers": ["unknown"]`, `"triggers": ["conflict", "no-match", "conflict"]`, []string{"STRUCTURE-UNIQUEITEMS /escalation/triggers"}},
		{`"triggers": ["unknown"]`, `"triggers": ["not-applicable", "missing-required-evidence", "unknown", "conflict", "no-match"]`, nil},
		{`"triggers": ["unknown"]`, `"triggers": {}`, []string{"STRUCTURE-TYPE /escalation/triggers"}},
		{`"kind": "queue", "name": "Wardens"`, `"kind": "person"`, []string{"STRUCTURE-ENUM /escalation/target/kind", "STRUCTURE-REQUIRED-MEMBER /escalation/target/name"}},
		{`"message": "Look"`, `"message": ""`, []string{"STRUCTURE-MINLENGTH /escalation/message"}},
		{`["A. Author"]`, `[]`, []string{"STRUCTURE-COLLECTION-ARITY /metadata/authors"}},
		{`["A. Author"]`, `["A", "", "A"]`, []string{"STRUCTURE-UNIQUEITEMS /metadata/authors", "STRUCTURE-MINLENGTH /metadata/authors/1"}},
		{`"2026-02-01T09:00:00Z"`, `"2026-02-01"`, []string{"STRUCTURE-FORMAT-DATE-TIME /metadata/createdAt"}},
		{`"license": "CC0-1.0"`, `"license": ""`, []string{"STRUCTURE-MINLENGTH /metadata/license"}},
		{`"license": "CC0-1.0"`, `"requiredExtensions": ["a", "com.example.notes", 1]`, []string{"STRUCTURE-EXTENSION-NAME /metadata/requiredExtensions/0", "STRUCTURE-TYPE /metadata/requiredExtensions/2"}},
		{`"license": "CC0-1.0"`, `"requiredExtensions": ["com.example.notes", "com.example.notes"]`, []string{"STRUCTURE-UNIQUEITEMS /metadata/requiredExtensions"}},
		{`"license": "CC0-1.0"`, `"requiredExtensions": []`, nil},
		{`"note": "Good"`, `"note": ""`, []string{"STRUCTURE-MINLENGTH /metadata/reviews/0/note"}},
		{`"reviewer": "B"`, `"Reviewer": "B"`, []string{"STRUCTURE-UNKNOWN-MEMBER /metadata/reviews/0/Reviewer", "STRUCTURE-REQUIRED-MEMBER /metadata/reviews/0/reviewer"}},
		{`"2026-02-02T09:00:00Z"`, `"today"`, []string{"STRUCTURE-FORMAT-DATE-TIME /metadata/reviews/0/reviewedAt"}},
		{`"disposition": "approved"`, `"disposition": "ok"`, []string{"STRUCTURE-ENUM /metadata/reviews/0/disposition"}},
		{`"disposition": "approved", "note": "Good"}`, `"disposition": "rejected"}, {"reviewer": "B", "reviewedAt": "2026-02-02T09:00:00Z", "disposition": "rejected"}, 7`,
			[]string{"STRUCTURE-TYPE /metadata/reviews/2"}},
		{`"com.example.notes": {"any": [1, null]}`, `"org.judgmentpack.x": 1, "a/b": {"c": 1}`, []string{"STRUCTURE-EXTENSION-NAME /extensions/a~1b", "STRUCTURE-EXTENSION-NAME /extensions/org.judgmentpack.x"}},
		{`{"com.example.notes": {"any": [1, null]}}`, `[]`, []string{"STRUCTURE-TYPE /extensions"}},
		{`{"com.example.notes": {"any": [1, null]}}`, `{}`, nil},
		{`"applicability": {"op": "literal", "value": true}`, `"applicability": null`, []string{notObject + "/applicability"}},
	} {
		src := changed(t, parking, c.old, c.new)
		if got := findings(t, src); !slices.Equal(got, c.want) {
			t.Errorf("%s -> %s:\ngot  %v\nwant %v", c.old, c.new, got, c.want)
		}
	}
}

func TestStructureOfTheRoot(t *testing.T) {
	for _, src := range []string{`null`, `true`, `1`, `"pack"`, `[]`} {
		if got := findings(t, src); !slices.Equal(got, []string{"STRUCTURE-TYPE"}) {
			t.Errorf("%s: %v", src, got)
		}
	}
	want := "[STRUCTURE-REQUIRED-MEMBER /decision STRUCTURE-REQUIRED-MEMBER /id STRUCTURE-REQUIRED-MEMBER /outcomes STRUCTURE-REQUIRED-MEMBER /rules STRUCTURE-REQUIRED-MEMBER /specVersion STRUCTURE-REQUIRED-MEMBER /title STRUCTURE-REQUIRED-MEMBER /version]"
	if got := fmt.Sprint(findings(t, `{}`)); got != want {
		t.Errorf("{}: %s", got)
	}
}

func TestStructureOfConditions(t *testing.T) {
	const when = "/rules/0/when"
	for _, c := range []struct {
		condition string
		want      []string
	}{
		{`{"op": "literal", "value": false}`, nil},
		{`{"op": "literal", "value": "true"}`, []string{"STRUCTURE-TYPE /value"}},
		{`{"op": "literal", "value": null}`, []string{"STRUCTURE-TYPE /value"}},
		{`{"op": "literal"}`, []string{"STRUCTURE-REQUIRED-MEMBER /value"}},
		{`{"op": "literal", "value": true, "extensions": {}}`, []string{"STRUCTURE-UNKNOWN-MEMBER /extensions"}},
		{`{}`, []string{"STRUCTURE-CONDITION-SHAPE "}},
		{`{"op": "none", "conditions": [1], "x": 2}`, []string{"STRUCTURE-CONDITION-SHAPE "}},
		{`{"op": "ALL", "conditions": []}`, []string{"STRUCTURE-CONDITION-SHAPE "}},
		{`{"op": null}`, []string{"STRUCTURE-CONDITION-SHAPE "}},
		{`{"Op": "literal", "value": true}`, []string{"STRUCTURE-CONDITION-SHAPE "}},
		{`true`, []string{"STRUCTURE-TYPE "}},
		{`{"op": "all", "conditions": [{"op": "literal", "value": true}, {"op": "literal", "value": true}]}`, nil},
		{`{"op": "any", "conditions": []}`, []string{"STRUCTURE-CONDITION-ARITY /conditions"}},
		{`{"op": "any", "conditions": {}}`, []string{"STRUCTURE-TYPE /conditions"}},
		{`{"op": "all", "condition": {"op": "literal", "value": true}}`, []string{"STRUCTURE-UNKNOWN-MEMBER /condition", "STRUCTURE-REQUIRED-MEMBER /conditions"}},
		{`{"op": "all", "conditions": [1, {"op": "any", "conditions": []}, {"op": "x"}, {"op": "literal"}]}`,
			[]string{"STRUCTURE-TYPE /conditions/0", "STRUCTURE-CONDITION-ARITY /conditions/1/conditions", "STRUCTURE-CONDITION-SHAPE /conditions/2", "STRUCTURE-REQUIRED-MEMBER /conditions/3/value"}},
		{`{"op": "not", "conditions": [{"op": "x"}]}`, []string{"STRUCTURE-REQUIRED-MEMBER /condition", "STRUCTURE-UNKNOWN-MEMBER /conditions"}},
		{`{"op": "not", "condition": [{"op": "x"}]}`, []string{"STRUCTURE-TYPE /condition"}},
		{`{"op": "not", "condition": {"op": "not", "condition": {"op": "x"}}}`, []string{"STRUCTURE-CONDITION-SHAPE /condition/condition"}},
		{`{"op": "evidence-present", "evidenceRequirement": "permit"}`, nil},
		{`{"op": "evidence-present", "evidenceRequirement": "Permit"}`, []string{"STRUCTURE-LOCAL-ID /evidenceRequirement"}},
		{`{"op": "evidence-present", "id": "permit"}`, []string{"STRUCTURE-REQUIRED-MEMBER /evidenceRequirement", "STRUCTURE-UNKNOWN-MEMBER /id"}},
		{`{"op": "fact"}`, []string{"STRUCTURE-REQUIRED-MEMBER /operator", "STRUCTURE-REQUIRED-MEMBER /path", "STRUCTURE-REQUIRED-MEMBER /value"}},
		{`{"op": "fact", "path": "", "operator": "equals", "value": null}`, nil},
		{`{"op": "fact", "path": "/\n/~0~1//", "operator": "not-equals", "value": {"a": 1e400}}`, nil},
		{`{"op": "fact", "path": "a", "operator": "equals", "value": 1}`, []string{"STRUCTURE-FACT-PATH /path"}},
		{`{"op": "fact", "path": "/~", "operator": "equals", "value": 1}`, []string{"STRUCTURE-FACT-PATH /path"}},
		{`{"op": "fact", "path": "/~2", "operator": "equals", "value": 1}`, []string{"STRUCTURE-FACT-PATH /path"}},
		{`{"op": "fact", "path": "#/a", "operator": "equals", "value": 1}`, []string{"STRUCTURE-FACT-PATH /path"}},
		{`{"op": "fact", "path": ["a"], "operator": "Equals", "value": 1}`, []string{"STRUCTURE-ENUM /operator", "STRUCTURE-TYPE /path"}},
		{`{"op": "fact", "path": "/a", "operator": 1, "value": 1}`, []string{"STRUCTURE-TYPE /operator"}},
		{`{"op": "fact", "path": "/a", "operator": "in", "value": [null]}`, nil},
		{`{"op": "fact", "path": "/a", "operator": "in", "value": [1, 1]}`, nil},
		{`{"op": "fact", "path": "/a", "operator": "in", "value": []}`, []string{"STRUCTURE-COLLECTION-ARITY /value"}},
		{`{"op": "fact", "path": "/a", "operator": "in", "value": {"a": 1}}`, []string{"STRUCTURE-IN-OPERAND /value"}},
		{`{"op": "fact", "path": "/a", "operator": "in"}`, []string{"STRUCTURE-REQUIRED-MEMBER /value"}},
		{`{"op": "fact", "path": "/a", "operator": "less-than", "value": "-0.50"}`, nil},
	} {
		var want []string
		for _, w := range c.want {
			code, path, _ := strings.Cut(w, " ")
			want = append(want, code+" "+when+path)
		}
		old := `{"op": "fact", "path": "/car/length", "operator": "less-than", "value": "4.5"}`
		if got := findings(t, changed(t, parking, old, c.condition)); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %v\nwant %v", c.condition, got, want)
		}
	}
}

// The operand of what orders is a decimal string, and no other value.
func TestDecimalOperands(t *testing.T) {
	check := func(operator, operand string, sound bool) {
		old := `"operator": "less-than", "value": "4.5"`
		got := findings(t, changed(t, parking, old, fmt.Sprintf(`"operator": %q, "value": %s`, operator, operand)))
		if !sound && !slices.Equal(got, []string{"STRUCTURE-DECIMAL-OPERAND /rules/0/when/value"}) || sound && got != nil {
			t.Errorf("%s %s: %v", operator, operand, got)
		}
	}
	for _, operator := range []string{"less-than", "less-than-or-equal", "greater-than", "greater-than-or-equal"} {
		check(operator, `"7"`, true)
		check(operator, `7`, false)
	}
	for _, operand := range []string{`"0"`, `"-0"`, `"-0.0"`, `"1.50"`, `"10"`, `"0.05"`, `"-12.000"`, `"123456789012345678901234567890.123456789012345678901234567890"`} {
		check("less-than", operand, true)
	}
	for _, operand := range []string{
		`""`, `"-"`, `"+1"`, `".5"`, `"5."`, `"05"`, `"00"`, `"-05"`, `"1e3"`, `"1E3"`, `" 1"`, `"1 "`, `"1\n"`, `"1,5"`, `"1_0"`, `"0x1"`, `"--1"`, `"1.2.3"`, `"١"`, `"１"`, `"NaN"`,
		`"Infinity"`, `"-.5"`, `1.5`, `true`, `null`, `["1"]`, `{"a": "1"}`,
	} {
		check("less-than", operand, false)
	}
}

// Finding equal items takes time by the size of the pack, whatever the items are.
func TestManyItems(t *testing.T) {
	var outcomes strings.Builder
	const n = 20_000
	for i := range n {
		fmt.Fprintf(&outcomes, `{"id":"a","label":"A","extensions":{"com.example.n":1e%d}},`, i)
	}
	src := changed(t, packOf(`"rules":[{"id":"r","description":"R","when":{"op":"literal","value":true},"outcome":"b","onUnknown":"ignore"}]`), `{"id":"a","label":"A"},`, outcomes.String())
	start := time.Now()
	got := findings(t, src)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it takes %v", took)
	}
	if len(got) != 10_000 || got[0] != "SEMANTIC-DUPLICATE-ID /outcomes/1/id" {
		t.Errorf("%d findings, %q", len(got), got[0])
	}
	src = changed(t, src, `"com.example.n":1e7}}`, `"com.example.n":0.10e4}}`) // as 1e3
	if got := findings(t, src); !slices.Equal(got, []string{"STRUCTURE-UNIQUEITEMS /outcomes"}) {
		t.Errorf("%.3v", got)
	}
}

// A document has structural faults exactly if the published schema refuses it,
// formats aside. Documents are the sound pack with a few random changes.
func TestStructureAgreesWithTheSchema(t *testing.T) {
	text := read(t, corpus(t), "schema", "judgment-pack-core.schema.json")
	// Go has no lookahead; names that are reserved are left out of the changes. An
	// empty id is no URI, which is a format.
	text = regexp.MustCompile(`\(\?!org\\\\.judgmentpack\\\\.\)|,\s*"minLength": 1(\s*\},\s*"version")`).ReplaceAll(text, []byte("$1"))
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:pack", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("urn:pack")
	if err != nil {
		t.Fatal(err)
	}
	sound := 0
	rapid.Check(t, func(r *rapid.T) {
		doc := decoded(t, parking)
		for range rapid.IntRange(0, 3).Draw(r, "changes") {
			doc = change(r, doc)
		}
		src, err := json.Marshal(doc)
		if err != nil {
			r.Fatal(err)
		}
		instance, _ := jsonschema.UnmarshalJSON(bytes.NewReader(src))
		refused := compiled.Validate(instance)
		var faults []string
		for _, f := range findings(t, string(src)) {
			if strings.HasPrefix(f, "STRUCTURE-") && !strings.HasPrefix(f, "STRUCTURE-FORMAT-") {
				faults = append(faults, f)
			}
		}
		if (refused == nil) != (faults == nil) {
			r.Errorf("%s\nfindings %v\nschema %v", src, faults, refused)
		}
		if faults == nil {
			sound++
		}
	})
	t.Logf("%d documents were sound", sound)
}

// change replaces, takes out or adds a value at a random place of v.
func change(r *rapid.T, v any) any {
	if rapid.IntRange(0, 9).Draw(r, "here") == 0 {
		return anyValue(r)
	}
	switch v := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		name := rapid.SampledFrom(append(names, "extensions", "description", "outcome", "targetRule", "kind")).Draw(r, "member")
		switch old, has := v[name]; {
		case !has:
			v[name] = anyValue(r)
		case rapid.IntRange(0, 5).Draw(r, "out") == 0:
			delete(v, name)
		default:
			v[name] = change(r, old)
		}
		return v
	case []any:
		i := rapid.IntRange(0, len(v)).Draw(r, "item")
		switch {
		case i == len(v) && i > 0:
			return append(v, v[0])
		case i == len(v):
			return append(v, anyValue(r))
		case rapid.IntRange(0, 3).Draw(r, "out") == 0:
			return slices.Delete(v, i, i+1)
		}
		v[i] = change(r, v[i])
		return v
	}
	return anyValue(r)
}

func anyValue(r *rapid.T) any {
	return decoded(r, rapid.SampledFrom([]string{
		`null`, `true`, `0`, `1.0`, `""`, `"yes"`, `"Yes"`, `"no-1"`, `"-"`, `"1.5"`, `"escalate"`, `"ignore"`, `"force-outcome"`, `"suppress-rule"`, `"unknown"`, `"document"`, `"in"`, `"equals"`,
		`"/a/~0"`, `"a"`, `"/~"`, `"all"`, `"not"`, `"literal"`, `"fact"`, `"1.2.3"`, `"com.example.a"`, `[]`, `[1]`, `["a", "b"]`, `[{}]`, `{}`, `{"com.example.x": 1}`, `{"a": 1}`,
		`{"op": "literal", "value": true}`, `{"op": "any", "conditions": [{"op": "literal", "value": false}]}`, `{"op": "evidence-present", "evidenceRequirement": "permit"}`,
		`{"op": "fact", "path": "/a", "operator": "less-than", "value": "1"}`, `{"op": "fact", "path": "/a", "operator": "in", "value": [1]}`,
	}).Draw(r, "value"))
}
