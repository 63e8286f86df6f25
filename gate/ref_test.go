package gate_test

import (
	"testing"
	"testing/fstest"
)

func TestReferences(t *testing.T) {
	const number = `{"type": "number"}`
	for _, c := range []struct {
		what string
		docs fstest.MapFS
		name string
		want []string // faults; none: it compiles, refuses "x" and admits 5
	}{
		{"a neighbour", files("s", `{"$ref": "n"}`, "n", number), "s", nil},
		{"a neighbour in a folder", files("a/b/s.json", `{"$ref": "./n.json"}`, "a/b/n.json", number), "a/b/s.json", nil},
		{"above", files("a/b/s.json", `{"$ref": "../n.json"}`, "a/n.json", number), "a/b/s.json", nil},
		{"from the root", files("a/b/s.json", `{"$ref": "/n.json"}`, "n.json", number), "a/b/s.json", nil},
		{"a pointer", files("s", `{"$ref": "n#/$defs/a~1b%25"}`, "n", `{"$defs": {"a/b%": {"type": "number"}}}`), "s", nil},
		{"an anchor", files("s", `{"$ref": "n#num"}`, "n", `{"$defs": {"a": {"$anchor": "num", "type": "number"}}}`), "s", nil},
		{"a name with blanks and signs", files("d é/s x.json", `{"$ref": "n%20%25%C3%A9%3F.json"}`, "d é/n %é?.json", `{"$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}`), "d é/s x.json", nil},
		{"documents of each other", files("s", `{"$ref": "n#/$defs/x", "$defs": {"y": {"type": "number"}}}`, "n", `{"$defs": {"x": {"$ref": "s#/$defs/y"}}}`), "s", nil},
		{"older definitions", files("s", `{"$ref": "#/definitions/n", "definitions": {"n": {"type": "number"}}}`), "s", nil},

		{"an own $id", files("s", `{"$id": "https://example.com/s.json", "$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}`), "s", nil},
		{"by its $id", files("s", `{"$id": "https://example.com/s.json", "$ref": "https://example.com/s.json#/$defs/n", "$defs": {"n": {"type": "number"}}}`), "s", nil},
		{"an embedded resource", files("s", `{"$ref": "https://example.com/n", "$defs": {"n": {"$id": "https://example.com/n", "$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}}}`), "s", nil},
		{"an embedded folder", files("s", `{"$ref": "sub/", "$defs": {"n": {"$id": "sub/", "$ref": "n"}}}`, "sub/n", number), "s", nil},
		{"beside a document with an $id", files("x/s.json", `{"$id": "https://example.com/deep/s.json", "$ref": "n.json"}`, "x/n.json", number), "x/s.json", nil},
		{"both with an $id", files("x/s.json", `{"$id": "https://example.com/s.json", "$ref": "n.json"}`,
			"x/n.json", `{"$id": "https://example.com/n.json", "$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}`), "x/s.json", nil},
		{"an $id found in another document", files("s", `{"allOf": [{"$ref": "other"}, {"$ref": "https://example.com/n"}]}`,
			"other", `{"$defs": {"n": {"$id": "https://example.com/n", "type": "number"}}}`), "s", nil},
		{"a name that is no scheme", files("s", `{"$id": "urn:example:s", "$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}`), "s", nil},

		{"no such schema", files("d/s.json", number), "d/t.json", []string{`d/t.json  schema_missing: the schema document d/t.json does not exist`}},
		{"a name outside", files("s", number), "../s", []string{`../s  schema_missing: the schema document ../s cannot be read`}},
		{"a folder", files("d/s", number), "d", []string{`d  schema_missing: the schema document d cannot be read`}},
		{"no such file", files("d/s.json", `{"$ref": "n.json"}`), "d/s.json", []string{`d/s.json:1:10 /$ref schema_missing: the schema document d/n.json does not exist`}},
		{"nothing there", files("s", `{"$ref": "#/$defs/b", "$defs": {"a": true, "c": true}}`), "s", []string{
			`s:1:10 /$ref schema_ref: the $ref "#/$defs/b" leads nowhere: s has nothing at /$defs/b | there are #/$defs/a, #/$defs/c`}},
		{"nothing there in another file", files("s", `{"$ref": "n#/$defs/b"}`, "n", number), "s", []string{
			`s:1:10 /$ref schema_ref: the $ref "n#/$defs/b" leads nowhere: n has nothing at /$defs/b`}},
		{"no such anchor", files("s", `{"$dynamicRef": "#b"}`), "s", []string{`s:1:17 /$dynamicRef schema_ref: the $dynamicRef "#b" leads nowhere: s has no anchor "b"`}},
		{"no schema", files("s", `{"$ref": "#/enum/0", "enum": [{"type": "number"}]}`), "s", []string{
			`s:1:10 /$ref schema_ref: the $ref "#/enum/0" leads nowhere: what stands there is not read as a schema | put the schema under "$defs"`}},
		{"an object of schemas", files("s", `{"$ref": "#/$defs", "$defs": {}}`), "s", []string{
			`s:1:10 /$ref schema_ref: the $ref "#/$defs" leads nowhere: what stands there is not read as a schema | put the schema under "$defs"`}},
		{"no URI", files("s", `{"$ref": "%zz"}`), "s", []string{
			`s:1:10 /$ref schema_invalid: "%zz" is not of the format uri-reference`,
			`s:1:10 /$ref schema_ref: the $ref "%zz" leads nowhere: it is no URI reference`}},
		{"another's $id", files("s", `{"$id": "https://example.com/s", "$ref": "n"}`, "n", `{"$id": "https://example.org/n"}`), "s", []string{
			`s:1:42 /$ref schema_ref: the $ref "n" leads nowhere: the file n has the $id "https://example.org/n" | refer to it by its $id`}},

		{"the network", files("s", `{"$ref": "https://example.com/n.json"}`), "s", []string{
			`s:1:10 /$ref schema_remote: the reference "https://example.com/n.json" leads outside: a gate fetches nothing | put the document beside this one and refer to it by its relative name`}},
		{"the dialect itself", files("s", `{"$ref": "https://json-schema.org/draft/2020-12/schema"}`), "s", []string{
			`s:1:10 /$ref schema_remote: the reference "https://json-schema.org/draft/2020-12/schema" leads outside: a gate fetches nothing | put the document beside this one and refer to it by its relative name`}},
		{"a file of the machine", files("s", `{"$ref": "file:///etc/hosts"}`), "s", []string{
			`s:1:10 /$ref schema_remote: the reference "file:///etc/hosts" leads outside: a gate fetches nothing | put the document beside this one and refer to it by its relative name`}},
		{"a host", files("s", `{"$ref": "//example.com/s"}`), "s", []string{
			`s:1:10 /$ref schema_remote: the reference "//example.com/s" leads outside: a gate fetches nothing | put the document beside this one and refer to it by its relative name`}},
		{"out of the folder", files("a/s", `{"$ref": "../../n"}`, "n", number), "a/s", []string{
			`a/s:1:10 /$ref schema_remote: the reference "../../n" leads outside: it leaves the folder that holds the schemas | put the document beside this one and refer to it by its relative name`}},
		{"an absolute path", files("s", `{"$ref": "/etc/hosts"}`), "s", []string{`s:1:10 /$ref schema_missing: the schema document etc/hosts does not exist`}},

		{"two documents with one $id", files("s", `{"allOf": [{"$ref": "a"}, {"$ref": "b"}]}`, "a", `{"$id": "https://example.com/x"}`, "b", `{"$id": "https://example.com/x"}`), "s", []string{
			`b:1:9 /$id schema_id: the $id "https://example.com/x" names two schemas | give one of them another name | a:1:1 the other one is here`}},
		{"faults in several files", files("s", `{"allOf": [{"$ref": "a"}, {"$ref": "b"}], "tyep": 1}`, "a", `{`, "b", `{"format": "dat"}`), "s", []string{
			`a:1:2  not_json: expected a member name in double quotes, found the end of the input`,
			`b:1:12 /format schema_format: "dat" is no format that a gate can assert | did you mean "date"?`,
			`s:1:43 /tyep schema_keyword: "tyep" is no keyword of JSON Schema 2020-12 | did you mean "type"?`}},
		{"a loop through files", files("s", `{"$ref": "a"}`, "a", `{"allOf": [{"$ref": "s"}]}`), "s", []string{
			`a:1:21 /allOf/0/$ref schema_loop: this $ref comes back to itself for the same value | a schema can refer to itself only below "properties", "items" and the like`}},
	} {
		got := faults(t, c.docs, c.name)
		wantLines(t, c.what, got, c.want...)
		if len(got) > 0 || len(c.want) > 0 {
			continue
		}
		g := mustCompile(t, c.docs, c.name)
		if _, err := g.Admit([]byte(`5`)); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if _, err := g.Admit([]byte(`"x"`)); err == nil {
			t.Errorf("%s: a string passes", c.what)
		}
	}
}
