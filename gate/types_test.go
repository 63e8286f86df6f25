package gate_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestType(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type": "string"}`, `string`},
		{`{"type": "integer"}`, `number`},
		{`{"type": ["number", "integer", "null"]}`, `number`},
		{`{"type": "boolean"}`, `boolean`},
		{`{"type": ["string", "number"]}`, `Any`},
		{`{"type": "null"}`, `Any`},
		{`true`, `Any`},
		{`false`, `Any`},
		{`{"type": "string", "format": "date"}`, `date`},
		{`{"type": "string", "format": "time"}`, `time`},
		{`{"type": ["string", "null"], "format": "date-time"}`, `date and time`},
		{`{"type": "string", "format": "duration"}`, `duration`},
		{`{"type": "string", "format": "email"}`, `string`},
		{`{"format": "date"}`, `Any`}, // a number would pass
		{`{"enum": ["a", "b", null]}`, `string`},
		{`{"enum": ["a", 1]}`, `Any`},
		{`{"const": 5}`, `number`},
		{`{"type": "array", "items": {"type": "string", "format": "date"}}`, `list<date>`},
		{`{"type": "array"}`, `list<Any>`},
		{`{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "number"}}`, `list<Any>`},
		{`{"type": "object", "properties": {"b": {"type": "number"}, "a": {"type": "string"}, "c": true}}`, `context<b: number, a: string, c: Any>`},
		{`{"properties": {"b": {"type": "number"}}}`, `Any`}, // a string would pass
		{`{"type": "object", "additionalProperties": {"type": "number"}}`, `context`},
		{`{"type": "object", "properties": {"n_a": {"type": "integer"}, "n_b": true}, "patternProperties": {"^n_": {"type": "number"}}}`, `context<n_a: number, n_b: number>`},

		// in place
		{`{"$ref": "#/$defs/d", "$defs": {"d": {"type": "string", "format": "date"}}}`, `date`},
		{`{"type": "string", "allOf": [{"format": "date"}, {"minLength": 1}]}`, `date`},
		{`{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"properties": {"a": {"format": "date"}, "b": {"type": "number"}}}]}`, `context<a: date, b: number>`},
		{`{"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}`, `date`},
		{`{"type": "string", "anyOf": [{"format": "date"}, {"const": "unknown"}]}`, `Any`},
		{`{"type": "string", "anyOf": [{"minLength": 3}, {"const": "unknown"}]}`, `string`},
		{`{"oneOf": [{"type": "string"}, {"type": "number"}]}`, `Any`},
		{`{"type": "object", "oneOf": [{"properties": {"k": {"const": "a"}, "v": {"type": "number"}}}, {"properties": {"k": {"const": "b"}, "w": {"type": "number"}}}]}`,
			`context<k: string, v: Any, w: Any>`},
		{`{"type": "object", "properties": {"v": {"type": "string"}}, "if": {"required": ["k"]}, "then": {"properties": {"v": {"format": "date"}}}}`, `context<v: Any>`},
		{`{"type": "object", "properties": {"v": {"type": "string"}}, "if": {"required": ["k"]}, "then": {"properties": {"v": {"format": "date"}}}, "else": {"properties": {"v": {"format": "date"}}}}`, `context<v: date>`},
		{`{"type": "string", "if": {"format": "date"}, "then": true}`, `string`},
		{`{"type": "object", "properties": {"v": {"type": "string"}}, "dependentSchemas": {"k": {"properties": {"v": {"format": "date"}}}}}`, `context<v: Any>`},

		// recursion
		{`{"type": "object", "properties": {"v": {"type": "number"}, "next": {"$ref": "#"}}}`, `context<v: number, next: context<v: number, next: Any>>`},
		{`{"type": "array", "items": {"$ref": "#"}}`, `list<list<Any>>`},
	} {
		if got := compiled(t, c.schema).Type().String(); got != c.want {
			t.Errorf("%s has the type %s, want %s", c.schema, got, c.want)
		}
	}
}

// Too many cases are not looked at one by one; what holds in all of them is kept
// unless a branch could make another value of the same text.
func TestTypeOfManyCases(t *testing.T) {
	cases := func(then string) string {
		var all []string
		for i := range 12 {
			all = append(all, fmt.Sprintf(`{"if": {"required": ["k%d"]}, "then": {"properties": {"v": %s}}}`, i, then))
		}
		return `{"type": "object", "required": ["v"], "properties": {"v": {"type": "string"}, "n": {"type": "number"}}, "allOf": [` + strings.Join(all, ",") + `]}`
	}
	g := compiled(t, cases(`{"minLength": 1}`))
	if got := g.Type().String(); got != `context<v: string, n: number>` {
		t.Errorf("the type is %s", got)
	}
	if known, required := g.Requires([]string{"v"}); !known || !required {
		t.Errorf("v: %v, %v", known, required)
	}
	if got := compiled(t, cases(`{"format": "date"}`)).Type().String(); got != `Any` {
		t.Errorf("the type is %s", got)
	}
}

// A type that would be written out exponentially long is not.
func TestTypeIsBounded(t *testing.T) {
	defs := []string{`"d0": {"type": "number"}`}
	for i := range 30 {
		defs = append(defs, fmt.Sprintf(`"d%d": {"type": "object", "properties": {"a": {"$ref": "#/$defs/d%d"}, "b": {"$ref": "#/$defs/d%d"}}}`, i+1, i, i))
	}
	g := compiled(t, `{"$ref": "#/$defs/d30", "$defs": {`+strings.Join(defs, ",")+`}}`)
	if n := len(g.Type().String()); n > 500_000 {
		t.Errorf("the type has %d bytes", n)
	}
}

func TestRequires(t *testing.T) {
	const income = `{"type": "object", "required": ["net", "job"], "properties": {
		"net": {"type": ["number", "null"]}, "gross": {"type": "number"},
		"job": {"type": ["object", "null"], "required": ["title"], "properties": {"title": {"type": "string"}, "since": {"type": "string"}}},
		"loose": {"required": ["x"]}}}`
	for _, c := range []struct {
		schema, path    string
		known, required bool
	}{
		{income, ``, true, true},
		{income, `net`, true, true},
		{income, `gross`, true, false},
		{income, `nett`, true, false},
		{income, `nett.x`, true, false},
		{income, `job`, true, true},
		{income, `job.title`, true, true}, // a null job has no title, and reading through null gives null
		{income, `job.since`, true, false},
		{income, `job.titel`, true, false},
		{income, `loose.x`, false, false},
		{income, `net.x`, false, false},
		{`true`, `a`, false, false},
		{`{"required": ["a"]}`, `a`, false, false}, // a string would pass
		{`{"type": "object", "required": ["a"]}`, `a`, true, true},
		{`{"type": "object"}`, `a`, true, false},
		{`{"type": "object", "required": ["on"], "properties": {"on": {"type": "string", "format": "date"}}}`, `on.year`, false, false},
		{`{"type": "object", "additionalProperties": {"type": "object", "required": ["b"], "properties": {"b": true}}}`, `a.b`, true, false},
		{`{"type": "object", "required": ["a"], "properties": {"a": {"type": "object", "additionalProperties": false}}}`, `a.b`, true, false},
		{`{"type": "object", "patternProperties": {"^n_": true}, "required": ["n_a"]}`, `n_a`, true, true},

		{`{"$ref": "#/$defs/o", "$defs": {"o": {"type": "object", "required": ["a"], "properties": {"a": true}}}}`, `a`, true, true},
		{`{"allOf": [{"type": "object"}, {"required": ["a"]}, {"properties": {"a": {"type": "object", "properties": {"b": true}}}}, {"properties": {"a": {"required": ["b"]}}}]}`, `a.b`, true, true},
		{`{"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["a", "b"]}], "properties": {"a": true, "b": true}}`, `a`, true, true},
		{`{"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["a", "b"]}], "properties": {"a": true, "b": true}}`, `b`, true, false},
		{`{"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"], "properties": {"a": true}}]}`, `a`, true, true},
		{`{"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"], "properties": {"a": true}}]}`, `a`, true, false},
		{`{"type": "object", "if": {"required": ["k"]}, "then": {"required": ["a"]}, "properties": {"a": true}}`, `a`, true, false},
		{`{"type": "object", "if": {"required": ["k"]}, "then": {"required": ["a"]}, "else": {"required": ["a"]}, "properties": {"a": true}}`, `a`, true, true},

		{`{"type": "array", "items": {"type": "object", "required": ["a"], "properties": {"a": true, "b": true}}}`, `a`, true, true},
		{`{"type": "array", "items": {"type": "object", "required": ["a"], "properties": {"a": true, "b": true}}}`, `b`, true, false},
		{`{"type": "array"}`, `a`, false, false},
		{`{"type": ["array", "object"], "items": {"type": "object", "properties": {"a": true}}}`, `a`, true, false},
		{`{"type": "object", "required": ["v", "next"], "properties": {"v": true, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}`, `next.next.next.v`, true, true},
	} {
		var path []string
		if c.path != "" {
			path = strings.Split(c.path, ".")
		}
		if known, required := compiled(t, c.schema).Requires(path); known != c.known || required != c.required {
			t.Errorf("%s: %q is known %v, required %v", c.schema, c.path, known, required)
		}
	}
}
