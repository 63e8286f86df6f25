package gate_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine/gate"
)

func TestViolations(t *testing.T) {
	for _, c := range []struct {
		schema, instance string
		want             []string
	}{
		// types
		{`{"type": "integer"}`, `1.5`, []string{` /type expected an integer, found 1.5`}},
		{`{"type": "integer"}`, `1.0`, nil},
		{`{"type": ["string", "null"]}`, `5`, []string{` /type expected null or a string, found 5`}},
		{`{"type": "boolean"}`, `"true"`, []string{` /type expected a boolean, found "true"`}},
		{`{"properties": {"a": {"properties": {"b": {"type": "array"}}}}}`, `{"a": {"b": {"c": 1}}}`,
			[]string{`/a/b /properties/a/properties/b/type expected an array, found an object of 1 member`}},
		{`{"properties": {"a/b~c%": {"type": "null"}}}`, `{"a/b~c%": ["x"]}`,
			[]string{`/a~1b~0c% /properties/a~1b~0c%/type expected null, found an array of 1 item`}},

		// members
		{`{"required": ["a", "b", "c"]}`, `{"b": 1}`, []string{
			` /required the member "a" is missing`, ` /required the member "c" is missing`}},
		{`{"properties": {"income": true, "age": true}, "additionalProperties": false}`, `{"incmoe": 1, "x": 2, "age": 3}`, []string{
			`/incmoe /additionalProperties the member "incmoe" is not allowed; did you mean "income"?`,
			`/x /additionalProperties the member "x" is not allowed`}},
		{`{"additionalProperties": {"type": "number"}}`, `{"a": "x"}`, []string{
			`/a /additionalProperties/type expected a number, found "x"`}},
		{`{"patternProperties": {"^n_": {"type": "number"}}}`, `{"n_a": "x", "m": "x"}`, []string{
			`/n_a /patternProperties/^n_/type expected a number, found "x"`}},
		{`{"properties": {"a": false}}`, `{"a": 1}`, []string{`/a /properties/a the member "a" is not allowed`}},
		{`{"minProperties": 2}`, `{"a": 1}`, []string{` /minProperties found an object of 1 member; the least is 2`}},
		{`{"maxProperties": 1}`, `{"a": 1, "b": 2}`, []string{` /maxProperties found an object of 2 members; the most is 1`}},
		{`{"propertyNames": {"maxLength": 3, "pattern": "^[a-z]+$"}}`, `{"abc": 1, "abcD": 1}`, []string{
			` /propertyNames the member name "abcD" is not allowed: "abcD" has 4 characters; the most is 3, "abcD" does not match the pattern ^[a-z]+$`}},
		{`{"propertyNames": false}`, `{"a": 1}`, []string{` /propertyNames the member name "a" is not allowed: no value is allowed`}},
		{`{"dependentRequired": {"card": ["name", "zip"]}}`, `{"card": 1, "zip": 2}`, []string{
			` /dependentRequired/card the member "name" is missing, which must be there when "card" is`}},
		{`{"dependentSchemas": {"a": {"required": ["b"]}}}`, `{"a": 1}`, []string{` /dependentSchemas/a/required the member "b" is missing`}},
		{`{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}`, `{"a": 1, "b": 2}`, []string{
			`/b /unevaluatedProperties the member "b" is not allowed`}},
		{`{"unevaluatedProperties": {"type": "string"}}`, `{"b": 2}`, []string{`/b /unevaluatedProperties/type expected a string, found 2`}},

		// items
		{`{"items": {"type": "string"}}`, `["a", 1, "b", null]`, []string{
			`/1 /items/type expected a string, found 1`, `/3 /items/type expected a string, found null`}},
		{`{"prefixItems": [{"type": "string"}], "items": false}`, `[1, 2]`, []string{
			`/0 /prefixItems/0/type expected a string, found 1`, `/1 /items item 1 is not allowed`}},
		{`{"prefixItems": [true], "unevaluatedItems": false}`, `[1, 2]`, []string{`/1 /unevaluatedItems item 1 is not allowed`}},
		{`{"minItems": 2}`, `[1]`, []string{` /minItems found an array of 1 item; the least is 2`}},
		{`{"maxItems": 1}`, `[1, 2]`, []string{` /maxItems found an array of 2 items; the most is 1`}},
		{`{"uniqueItems": true}`, `[{"a": 1}, 2, {"a": 1.0}]`, []string{` /uniqueItems items 0 and 2 are equal`}},
		{`{"contains": {"const": 5}}`, `[1, 2]`, []string{` /contains found 0 items that "contains" asks for; the least is 1`}},
		{`{"contains": {"const": 5}, "minContains": 2}`, `[5]`, []string{` /minContains found 1 item that "contains" asks for; the least is 2`}},
		{`{"contains": {"const": 5}, "maxContains": 1}`, `[5, 5]`, []string{` /maxContains found 2 items that "contains" asks for; the most is 1`}},

		// values
		{`{"const": {"b": 1, "a": [2]}}`, `{"b": 1}`, []string{` /const expected {"a":[2],"b":1}, found an object of 1 member`}},
		{`{"enum": ["red", "green", null, 5]}`, `"gren"`, []string{` /enum expected one of "red", "green", null, 5, found "gren"; did you mean "green"?`}},
		{`{"enum": [1.10, 2]}`, `1.1`, nil},
		{`{"enum": []}`, `1`, []string{` /enum found 1, and no value is allowed`}},
		{`{"enum": [1,2,3,4,5,6,7,8,9,10,11,12,13,14]}`, `15`, []string{
			` /enum expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ... (14 in all), found 15`}},
		{`{"pattern": "^\\d+$"}`, `"12a"`, []string{` /pattern "12a" does not match the pattern ^\d+$`}},
		{`{"minLength": 2}`, `"é"`, []string{` /minLength "é" has 1 character; the least is 2`}},
		{`{"maxLength": 2}`, `"abc"`, []string{` /maxLength "abc" has 3 characters; the most is 2`}},
		{`{"not": {"type": "string"}}`, `"a"`, []string{` /not "a" fits the schema that it must not fit`}},
		{`false`, `1`, []string{`  no value is allowed`}},

		// numbers are compared and shown exactly
		{`{"minimum": 0.3}`, `0.30000000000000000000000000000001`, nil},
		{`{"minimum": 0.3}`, `0.29999999999999999999999999999999`, []string{` /minimum 0.29999999999999999999999999999999 is less than the minimum 0.3`}},
		{`{"maximum": 9007199254740993}`, `9007199254740993.5`, []string{` /maximum 9007199254740993.5 is greater than the maximum 9007199254740993`}},
		{`{"exclusiveMinimum": 0}`, `0.0`, []string{` /exclusiveMinimum 0.0 is not greater than 0`}},
		{`{"exclusiveMaximum": 1e2}`, `100`, []string{` /exclusiveMaximum 100 is not less than 100`}},
		{`{"multipleOf": 0.01}`, `0.07`, nil},
		{`{"multipleOf": 0.01}`, `1.10`, nil},
		{`{"multipleOf": 0.01}`, `0.015`, []string{` /multipleOf 0.015 is not a multiple of 0.01`}},
		{`{"maximum": 1e400}`, `1e401`, []string{` /maximum 1e401 is greater than the maximum 1E+400`}},
		{`{"multipleOf": 1e-6000}`, `1e6144`, nil},

		// formats
		{`{"format": "date"}`, `"2026-02-29"`, []string{` /format "2026-02-29" is not a date such as 2026-06-01: day 29 is not between 1 and 28 in month 2 of year 2026`}},
		{`{"format": "date"}`, `"yesterday"`, []string{` /format "yesterday" is not a date such as 2026-06-01: the year has not four digits`}},
		{`{"format": "date"}`, `5`, nil},
		{`{"format": "uuid"}`, `"x"`, []string{` /format "x" is not of the format uuid`}},
		{`{"format": "email"}`, `"nobody"`, []string{` /format "nobody" is not of the format email`}},
		{`{"format": "regex"}`, `"("`, []string{" /format \"(\" is not a regular expression of RE2: missing closing ): `(`"}},

		// references
		{`{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "string"}}, "items": {"$ref": "#/$defs/a"}}`, `[1]`,
			[]string{`/0 /items/$ref/$ref/type expected a string, found 1`}},
		{`{"type": ["object", "null"], "properties": {"next": {"$ref": "#"}}}`, `{"next": {"next": 5}}`,
			[]string{`/next/next /properties/next/$ref/properties/next/$ref/type expected null or an object, found 5`}},
		{`{"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a", "type": "string"}}}`, `1`, []string{` /$dynamicRef/type expected a string, found 1`}},
		{`{"allOf": [{"type": "string"}, {"minimum": 5}, {"maximum": 1}]}`, `3`, []string{
			` /allOf/0/type expected a string, found 3`, ` /allOf/1/minimum 3 is less than the minimum 5`, ` /allOf/2/maximum 3 is greater than the maximum 1`}},
		{`{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}`, `"a"`, []string{` /then/minLength "a" has 1 character; the least is 2`}},
		{`{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}`, `1`, []string{` /else/minimum 1 is less than the minimum 2`}},
	} {
		wantLines(t, c.schema+" <- "+c.instance, violations(t, compiled(t, c.schema), c.instance), c.want...)
	}
}

// When no alternative fits, what is reported is what was most likely meant.
func TestAlternatives(t *testing.T) {
	const shapes = `{"oneOf": [
		{"properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind", "r"]},
		{"properties": {"kind": {"const": "box"}, "w": {"type": "number"}, "h": {"type": "number"}}, "required": ["kind", "w", "h"]}]}`
	for _, c := range []struct {
		schema, instance string
		want             []string
	}{
		{`{"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}`, `"2026-13-01"`,
			[]string{` /anyOf/0/format "2026-13-01" is not a date such as 2026-06-01: month 13 is not between 1 and 12`}},
		{`{"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}`, `5`, []string{` /anyOf expected a string or null, found 5`}},
		{`{"oneOf": [{"const": "a", "title": "A"}, {"enum": ["b", "c"]}]}`, `"d"`, []string{` /oneOf expected one of "a", "b", "c", found "d"`}},
		{`{"anyOf": [{"anyOf": [{"const": 1}, {"const": 2}]}, {"const": 3}]}`, `4`, []string{` /anyOf expected one of 1, 2, 3, found 4`}},
		{`{"oneOf": [{"minimum": 1}, {"type": "string"}, {"maximum": 5}]}`, `3`, []string{` /oneOf 3 fits the alternatives 1 and 3, and exactly one is allowed`}},
		{shapes, `{"kind": "box", "w": "1"}`, []string{
			` /oneOf/1/required the member "h" is missing`, `/w /oneOf/1/properties/w/type expected a number, found "1"`}},
		{shapes, `{"kind": "ball", "r": 1}`, []string{`/kind /oneOf expected one of "circle", "box", found "ball"`}},
		{shapes, `{}`, []string{` /oneOf an object of 0 members fits none of the alternatives: the member "kind" is missing, the member "r" is missing; or ` +
			`the member "h" is missing, the member "kind" is missing, the member "w" is missing`}},
		{`{"anyOf": [{"properties": {"a": {"minimum": 3}}}, {"properties": {"a": {"multipleOf": 2}}}]}`, `{"a": 1}`, []string{
			` /anyOf an object of 1 member fits none of the alternatives: /a 1 is less than the minimum 3; or /a 1 is not a multiple of 2`}},
		{`{"anyOf": [false, false]}`, `1`, []string{` /anyOf 1 fits none of the alternatives: no value is allowed; or no value is allowed`}},
		{`{"anyOf": [{"minLength": 9}, {"propertyNames": {"maxLength": 1}, "required": ["a"]}]}`, `{"bb": 1}`, nil},
	} {
		wantLines(t, c.schema+" <- "+c.instance, violations(t, compiled(t, c.schema), c.instance), c.want...)
	}
}

// Each alternative is told up to a length, and so are alternatives.
func TestLongAlternatives(t *testing.T) {
	g := compiled(t, `{"anyOf": [{"required": ["a", "b", "c", "d", "e"]}, {"minProperties": 1}, {"minProperties": 2},
		{"propertyNames": false, "minProperties": 3}, {"minProperties": 4}, {"minProperties": 5}]}`)
	wantLines(t, "long", violations(t, g, `{}`), ` /anyOf an object of 0 members fits none of the alternatives: `+
		`the member "a" is missing, the member "b" is missing, the member "c" is missing and 2 more; or `+
		`found an object of 0 members; the least is 1; or found an object of 0 members; the least is 2; or `+
		`found an object of 0 members; the least is 3; and 2 more`)
}

// The names of an object are refused at its own place, whatever its siblings.
func TestNamesInManyPlaces(t *testing.T) {
	g := compiled(t, `{"additionalProperties": {"additionalProperties": {"propertyNames": {"maxLength": 1}}}}`)
	for range 20 {
		wantLines(t, "names", violations(t, g, `{"a": {"x": {"bad": 1}, "y": {"b": 1}}, "b": {"x": {"c": 1}, "y": {"worse": 1}}, "c": {"z": {}}}`),
			`/a/x /additionalProperties/additionalProperties/propertyNames the member name "bad" is not allowed: "bad" has 3 characters; the most is 1`,
			`/b/y /additionalProperties/additionalProperties/propertyNames the member name "worse" is not allowed: "worse" has 5 characters; the most is 1`)
	}
}

func TestViolationInJSON(t *testing.T) {
	_, err := compiled(t, `{"properties": {"a": {"type": "string"}}}`).Admit([]byte(`{"a": 1}`))
	var r *gate.Refusal
	if !errors.As(err, &r) {
		t.Fatal(err)
	}
	b, _ := json.Marshal(r.Violations)
	want := `[{"code":"schema_violation","keyword":"type","keywordLocation":"/properties/a/type","instanceLocation":"/a","message":"expected a string, found 1"}]`
	if string(b) != want {
		t.Errorf("got %s", b)
	}
	if got := r.Error(); got != "/a: expected a string, found 1 [schema_violation]" {
		t.Error(got)
	}
}

// What came from an agent is shortened before it is shown.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	g := compiled(t, `{"additionalProperties": {"type": "number"}, "propertyNames": {"maxLength": 3}}`)
	for _, v := range violations(t, g, `{"`+long+`": "`+long+`"}`) {
		if _, message, _ := strings.Cut(v, "Names "); len(message) > 300 && !strings.HasPrefix(v, "/xxx") {
			t.Errorf("a message of %d bytes: %.400s", len(message), v)
		}
	}
}
