package gate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/gate"
)

// faults compiles name and gives what is wrong: file, line, column, path, code,
// message and hint of each fault.
func faults(t testing.TB, docs fstest.MapFS, name string) []string {
	t.Helper()
	g, err := gate.Compile(docs, name)
	if (g == nil) == (err == nil) {
		t.Fatalf("the gate is %v, the error %v", g, err)
	}
	var out []string
	for _, e := range diag.Of(err) {
		line := fmt.Sprintf("%s %s %s: %s", e.At, e.At.Path, e.Code, e.Message)
		if e.Hint != "" {
			line += " | " + e.Hint
		}
		for _, n := range e.Notes {
			line += fmt.Sprintf(" | %s %s", n.At, n.Message)
		}
		out = append(out, line)
	}
	return out
}

func TestSchemaFaults(t *testing.T) {
	for _, c := range []struct {
		schema string
		want   []string
	}{
		// strict JSON
		{`{"type": "string"`, []string{`s:1:18  not_json: expected "," or "}", found the end of the input`}},
		{``, []string{`s:1:1  not_json: expected a JSON value, found nothing: the input is empty`}},
		{"{\"title\": \"\xff\"}", []string{`s:1:12 /title bad_encoding: found the byte 0xff, which is not UTF-8 here`}},
		{"{\"type\": \"object\",\n \"type\": \"string\"}", []string{`s:2:2 /type duplicate_member: the object has the member "type" twice`}},
		{strings.Repeat(`{"not":`, 65) + `1`, []string{`s:1:449 ` + strings.Repeat("/not", 64) + ` gate_limit: containers are nested more than 64 deep`}},
		{`{"enum": [1e9999], "properties": {"a": {"minimum": 12345678901234567890123456789012345678}}}`, []string{
			`s:1:11 /enum/0 inexact_number: the number 1e9999 cannot be held exactly | 34 digits and exponents from -6176 to 6144 are the limit`,
			`s:1:52 /properties/a/minimum inexact_number: the number 12345678901234567890123456789012345678 cannot be held exactly | 34 digits and exponents from -6176 to 6144 are the limit`}},

		// keywords
		{`{"tyep": "string"}`, []string{`s:1:2 /tyep schema_keyword: "tyep" is no keyword of JSON Schema 2020-12 | did you mean "type"?`}},
		{`{"properties": {"a": {"requierd": ["b"]}}}`, []string{
			`s:1:23 /properties/a/requierd schema_keyword: "requierd" is no keyword of JSON Schema 2020-12 | did you mean "required"?`}},
		{`{"nullable": true, "dependencies": {}, "id": "x", "additionalItems": false, "quux": 1}`, []string{
			`s:1:2 /nullable schema_keyword: "nullable" is no keyword of JSON Schema 2020-12 | write the type as a list: "type": ["string", "null"]`,
			`s:1:20 /dependencies schema_keyword: "dependencies" is no keyword of JSON Schema 2020-12 | 2020-12 has "dependentRequired" and "dependentSchemas"`,
			`s:1:40 /id schema_keyword: "id" is no keyword of JSON Schema 2020-12 | 2020-12 has "$id"`,
			`s:1:51 /additionalItems schema_keyword: "additionalItems" is no keyword of JSON Schema 2020-12 | 2020-12 has "prefixItems" for the first items and "items" for the rest`,
			`s:1:77 /quux schema_keyword: "quux" is no keyword of JSON Schema 2020-12 | keywords of your own start with "x-"`}},
		{`{"\u0074ype": "string", "x-mask": true, "x-a/b": {"tyep": 1}}`, nil},
		{`{"a\"b": 1}`, []string{`s:1:2 /a"b schema_keyword: "a\"b" is no keyword of JSON Schema 2020-12 | keywords of your own start with "x-"`}},
		{`{"properties": {"tyep": {"title": "type"}}, "default": {"tyep": 1}, "const": {"if": 1}, "$defs": {"if": true}}`, nil},
		{`{"then": {"type": "string"}, "items": {"else": true, "minContains": 2}}`, []string{
			`s:1:2 /then schema_keyword: "then" has no effect without "if" | add "if" beside it, or take it out`,
			`s:1:40 /items/else schema_keyword: "else" has no effect without "if" | add "if" beside it, or take it out`,
			`s:1:54 /items/minContains schema_keyword: "minContains" has no effect without "contains" | add "contains" beside it, or take it out`}},

		// formats and dialects
		{`{"format": "datetime"}`, []string{`s:1:12 /format schema_format: "datetime" is no format that a gate can assert | did you mean "date-time"?`}},
		{`{"format": "idn-email"}`, []string{`s:1:12 /format schema_format: "idn-email" is no format that a gate can assert | the formats are ` +
			`date, date-time, duration, email, hostname, ipv4, ipv6, iri, iri-reference, json-pointer, regex, relative-json-pointer, time, uri, uri-reference, uri-template, uuid`}},
		{`{"$schema": "https://json-schema.org/draft/2020-12/schema#"}`, nil},
		{`{"$schema": "http://json-schema.org/draft-07/schema#"}`, []string{
			`s:1:13 /$schema schema_dialect: "http://json-schema.org/draft-07/schema#" is not the dialect that a gate reads | say "https://json-schema.org/draft/2020-12/schema", or leave $schema out`}},
		{`{"$schema": "https://example.com/my-dialect"}`, []string{
			`s:1:13 /$schema schema_dialect: "https://example.com/my-dialect" is not the dialect that a gate reads | say "https://json-schema.org/draft/2020-12/schema", or leave $schema out`}},

		// what the meta-schema refuses
		{`5`, []string{`s:1:1  schema_invalid: expected a boolean or an object, found 5`}},
		{`{"type": "strng"}`, []string{`s:1:10 /type schema_invalid: expected one of "array", "boolean", "integer", "null", "number", "object", "string", found "strng"; did you mean "string"?`}},
		{`{"maxLength": -1, "required": "a", "properties": {"a": {"items": [true]}}}`, []string{
			`s:1:15 /maxLength schema_invalid: -1 is less than the minimum 0`,
			`s:1:31 /required schema_invalid: expected an array, found "a"`,
			`s:1:66 /properties/a/items schema_invalid: expected a boolean or an object, found an array of 1 item`}},
		{`{"multipleOf": 0, "minItems": 1.5, "uniqueItems": "yes"}`, []string{
			`s:1:16 /multipleOf schema_invalid: 0 is not greater than 0`,
			`s:1:31 /minItems schema_invalid: expected an integer, found 1.5`,
			`s:1:51 /uniqueItems schema_invalid: expected a boolean, found "yes"`}},
		{`{"pattern": "(?=a)"}`, []string{"s:1:13 /pattern schema_invalid: \"(?=a)\" is not a regular expression of RE2: invalid or unsupported Perl syntax: `(?=`"}},
		{`{"patternProperties": {"[": true}}`, []string{
			"s:1:23 /patternProperties schema_invalid: the member name \"[\" is not allowed: \"[\" is not a regular expression of RE2: missing closing ]: `[`"}},
		{`{"minLength": 99999999999}`, []string{`s:1:15 /minLength gate_limit: minLength is more than 2147483647`}},
		{`{"maxItems": 1e20}`, []string{`s:1:14 /maxItems gate_limit: maxItems is more than 2147483647`}},

		// identifiers
		{`{"$defs": {"a": {"$id": "x.json"}, "b": {"$id": "x.json"}}}`, []string{
			`s:1:49 /$defs/b/$id schema_id: the $id "x.json" names two schemas | give one of them another name | s:1:17 the other one is here`}},
		{`{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}, "c": {"$id": "c", "$anchor": "x"}}}`, []string{
			`s:1:52 /$defs/b/$anchor schema_id: the anchor "x" names two schemas | give one of them another name | s:1:17 the other one is here`}},
		{`{"$dynamicAnchor": "x", "$defs": {"c": {"$id": "c", "$dynamicAnchor": "x"}}}`, []string{
			`s:1:71 /$defs/c/$dynamicAnchor schema_id: the dynamic anchor "x" names two schemas | give one of them another name | s:1:20 the other one is here`}},

		// loops
		{`{"$ref": "#"}`, []string{`s:1:10 /$ref schema_loop: this $ref comes back to itself for the same value | a schema can refer to itself only below "properties", "items" and the like`}},
		{`{"anyOf": [{"type": "string"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"not": {"$ref": "#"}}}}`, []string{
			`s:1:88 /$defs/a/not/$ref schema_loop: this $ref comes back to itself for the same value | a schema can refer to itself only below "properties", "items" and the like`}},
		{`{"items": {"$ref": "#"}, "if": {"properties": {"a": {"$ref": "#"}}}, "then": true}`, nil},

		// several kinds at once
		{"{\n  \"tyep\": \"object\",\n  \"properties\": {\n    \"a\": {\"format\": \"dat\"},\n    \"b\": {\"$ref\": \"#/$defs/x\"},\n    \"c\": {\"type\": 1}\n  }\n}", []string{
			`s:2:3 /tyep schema_keyword: "tyep" is no keyword of JSON Schema 2020-12 | did you mean "type"?`,
			`s:4:21 /properties/a/format schema_format: "dat" is no format that a gate can assert | did you mean "date"?`,
			`s:5:19 /properties/b/$ref schema_ref: the $ref "#/$defs/x" leads nowhere: s has nothing at /$defs/x`,
			`s:6:19 /properties/c/type schema_invalid: expected one of "array", "boolean", "integer", "null", "number", "object", "string", found 1`}},
	} {
		wantLines(t, c.schema[:min(len(c.schema), 200)], faults(t, files("s", c.schema), "s"), c.want...)
	}
}

func TestSchemaLimits(t *testing.T) {
	many := func(n int) string {
		return `{"properties": {` + strings.Repeat(`"%":true,`, n) + `"z": true}}`
	}
	numbered := func(n int) string {
		s := many(n)
		for i := range n {
			s = strings.Replace(s, "%", fmt.Sprint(i), 1)
		}
		return s
	}
	if got := faults(t, files("s", numbered(gate.MaxSchemas-2)), "s"); got != nil {
		t.Error(got)
	}
	wantLines(t, "schemas", faults(t, files("s", numbered(gate.MaxSchemas-1)), "s"), `s:1:58900 /properties/z gate_limit: the documents hold more than 5000 schemas`)

	wantLines(t, "bytes", faults(t, files("s", `{"title": "`+strings.Repeat("x", gate.MaxBytes)+`"}`), "s"),
		`s:1:1048577  gate_limit: the text is longer than 1048576 bytes`)

	docs := files("s", `{"$ref": "1"}`)
	for i := 1; i <= gate.MaxDocuments; i++ {
		docs[fmt.Sprint(i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `{"$ref": "%d"}`, i+1)}
	}
	wantLines(t, "documents", faults(t, docs, "s"), `63:1:10 /$ref gate_limit: more than 64 documents belong to one schema`)

	chain := func(n int) string {
		var defs []string
		for i := range n {
			defs = append(defs, fmt.Sprintf(`"%d": {"$ref": "#/$defs/%d"}`, i, i+1))
		}
		return `{"$ref": "#/$defs/0", "$defs": {` + strings.Join(defs, ",") + fmt.Sprintf(`, "%d": true}}`, n)
	}
	if got := faults(t, files("s", chain(98)), "s"); got != nil {
		t.Error(got)
	}
	wantLines(t, "chain", faults(t, files("s", chain(99)), "s"), `s:1:1  gate_limit: more than 100 schemas look at one value, each through the one before`)
}

// The table of keywords is that of the dialect, and its values hold schemas
// where the dialect says so.
func TestKeywordsAreThoseOfTheDialect(t *testing.T) {
	for _, keyword := range []string{
		"$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary",
		"additionalProperties", "allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema",
		"default", "definitions", "dependentRequired", "dependentSchemas", "deprecated", "description", "else", "enum", "examples",
		"exclusiveMaximum", "exclusiveMinimum", "format", "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties",
		"maximum", "minContains", "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern",
		"patternProperties", "prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title", "type",
		"unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly",
	} {
		unknown := slices.ContainsFunc(faults(t, files("s", `{"`+keyword+`": 0}`), "s"), func(f string) bool { return strings.Contains(f, "is no keyword") })
		if unknown {
			t.Errorf("%s is not known", keyword)
		}
		for _, form := range []string{`{"tyep": 1}`, `[{"tyep": 1}]`, `{"n": {"tyep": 1}}`} {
			found := slices.ContainsFunc(faults(t, files("s", `{"`+keyword+`": `+form+`}`), "s"), func(f string) bool { return strings.Contains(f, `"tyep" is no keyword`) })
			if want := holdsSchemas[keyword] == form; found != want {
				t.Errorf("%s: %s is read as a schema: %v", keyword, form, found)
			}
		}
	}
}

var holdsSchemas = map[string]string{
	"additionalProperties": `{"tyep": 1}`, "contains": `{"tyep": 1}`, "contentSchema": `{"tyep": 1}`, "else": `{"tyep": 1}`, "if": `{"tyep": 1}`,
	"items": `{"tyep": 1}`, "not": `{"tyep": 1}`, "propertyNames": `{"tyep": 1}`, "then": `{"tyep": 1}`, "unevaluatedItems": `{"tyep": 1}`,
	"unevaluatedProperties": `{"tyep": 1}`,
	"allOf":                 `[{"tyep": 1}]`, "anyOf": `[{"tyep": 1}]`, "oneOf": `[{"tyep": 1}]`, "prefixItems": `[{"tyep": 1}]`,
	"$defs": `{"n": {"tyep": 1}}`, "definitions": `{"n": {"tyep": 1}}`, "dependentSchemas": `{"n": {"tyep": 1}}`,
	"patternProperties": `{"n": {"tyep": 1}}`, "properties": `{"n": {"tyep": 1}}`,
}

// Every format that is let through is asserted.
func TestFormatsAreAsserted(t *testing.T) {
	wrong := map[string]string{
		"date": "x", "date-time": "x", "duration": "x", "email": "x", "hostname": "-x", "ipv4": "x", "ipv6": "x", "iri": "x",
		"iri-reference": `\`, "json-pointer": "x", "regex": "(", "relative-json-pointer": "x", "time": "x", "uri": "x", "uri-reference": `\`,
		"uri-template": "%zz", "uuid": "x",
	}
	list := faults(t, files("s", `{"format": "zzzzzzz"}`), "s")[0]
	_, list, _ = strings.Cut(list, "the formats are ")
	if got := strings.Split(list, ", "); len(got) != len(wrong) {
		t.Errorf("%d formats", len(got))
	}
	for _, format := range strings.Split(list, ", ") {
		g := compiled(t, `{"format": "`+format+`"}`)
		text, ok := wrong[format]
		if _, err := g.Admit(fmt.Appendf(nil, "%q", text)); err == nil || !ok {
			t.Errorf("%s accepts %q", format, text)
		}
	}
}
