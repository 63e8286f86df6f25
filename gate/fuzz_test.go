package gate_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/strictjson"
)

// schemas are those that instances are tried against; together they have every
// keyword.
var schemas = []string{
	twelve,
	`{"type": ["object", "array", "string", "null"], "properties": {"next": {"$ref": "#"}, "at": {"format": "date-time"}},
	  "additionalProperties": {"anyOf": [{"$ref": "#"}, {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1e3}]},
	  "items": {"oneOf": [{"type": "string", "format": "duration"}, {"$ref": "#"}]}, "maxItems": 4, "maxProperties": 4}`,
	`{"allOf": [{"properties": {"a": {"type": "integer", "multipleOf": 3}}, "minProperties": 1}, {"patternProperties": {"^d_": {"format": "date"}}}],
	  "propertyNames": {"maxLength": 5, "pattern": "^[a-z_]*$"}, "unevaluatedProperties": false,
	  "dependentRequired": {"a": ["d_"]}, "dependentSchemas": {"d_x": {"required": ["a"]}},
	  "if": {"required": ["a"]}, "then": {"properties": {"a": {"maximum": 9}}}, "else": {"not": {"required": ["d_y"]}}}`,
	`{"prefixItems": [{"enum": [1, "a", null]}, {"const": [true]}], "contains": {"type": "string", "minLength": 2}, "minContains": 1, "maxContains": 2,
	  "unevaluatedItems": {"format": "time"}, "uniqueItems": true, "minItems": 1}`,
}

// FuzzAdmit compares with the library itself, which is given what encoding/json
// reads: what passes here passes there, and what it refuses is refused here, for
// good; what is refused is always refused in the same words.
func FuzzAdmit(f *testing.F) {
	for i, instance := range []string{
		applicant, `{"next": {"at": "2026-06-01T00:00:00Z", "x": 5}}`, `{"a": 3, "d_": "2026-06-01"}`, `["a", [true], "ab", "09:30:00Z"]`,
		`{"born": "1990-02-30", "term": "P1Y2D"}`, `["P1D", "P1Y2D", {"a": 1e9999}]`, `{"a": 1, "a": 2}`, `[1, "ab", "ab"]`, `nul`, `"\ud800"`, ``, `[[[[[`,
	} {
		f.Add(uint8(i), []byte(instance))
	}
	var gates []*gate.Gate
	var libraries []*jsonschema.Schema
	for _, s := range schemas {
		gates = append(gates, compiled(f, s))
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(s)))
		if err != nil {
			f.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource("mem:///s", doc); err != nil {
			f.Fatal(err)
		}
		libraries = append(libraries, c.MustCompile("mem:///s"))
	}
	f.Fuzz(func(t *testing.T, which uint8, raw []byte) {
		i := int(which) % len(gates)
		o, err := gates[i].Admit(raw)
		_, again := gates[i].Admit(raw)
		if (again == nil) != (err == nil) || err != nil && err.Error() != again.Error() {
			t.Fatalf("two answers:\n%v\n\n%v", err, again)
		}
		if err != nil {
			refused(t, err, raw, libraries[i])
			return
		}
		v, jsonErr := strictjson.Parse(raw, strictjson.Limits{})
		if jsonErr != nil {
			t.Fatalf("admitted, but %v", jsonErr)
		}
		if err := libraries[i].Validate(v.Any()); err != nil {
			t.Fatalf("admitted, but %v", err)
		}
		same(t, v, o.JSON, o.Value)
	})
}

// refused checks that a refusal has a reason, and that what the schema refuses
// is refused by the library, unless a text has no value.
func refused(t *testing.T, err error, raw []byte, library *jsonschema.Schema) {
	var r *gate.Refusal
	if !errors.As(err, &r) || len(r.Violations) == 0 || len(diag.Of(err)) != len(r.Violations) {
		t.Fatalf("refused without violations: %v", err)
	}
	v, jsonErr := strictjson.Parse(raw, strictjson.Limits{Bytes: gate.MaxBytes, Depth: gate.MaxDepth})
	if jsonErr != nil {
		return
	}
	exact := !slices.ContainsFunc(r.Violations, func(v gate.Violation) bool { return v.Code != gate.Violated })
	formats := slices.ContainsFunc(r.Violations, func(v gate.Violation) bool { return v.Keyword == "format" })
	if exact && !formats && library.Validate(v.Any()) == nil {
		t.Fatalf("refused, but the library accepts it: %v", err)
	}
	for _, violation := range r.Violations {
		if _, ok := strictjson.Lookup(v, violation.InstanceLocation); !ok {
			t.Fatalf("%s is nowhere in %s", violation.InstanceLocation, raw)
		}
	}
}

// same checks that a value says what the JSON says, and means the same or a
// temporal value of its text.
func same(t *testing.T, v strictjson.Value, plain, meant feel.Value) {
	t.Helper()
	switch v.Kind() {
	case strictjson.Object:
		if plain.Len() != len(v.Members()) || meant.Len() != plain.Len() {
			t.Fatalf("%d members became %s and %s", len(v.Members()), plain, meant)
		}
		for _, m := range v.Members() {
			p, _ := plain.Get(m.Name)
			q, _ := meant.Get(m.Name)
			same(t, m.Value, p, q)
		}
	case strictjson.Array:
		for i, item := range v.Items() {
			same(t, item, plain.Items()[i], meant.Items()[i])
		}
	case strictjson.String:
		if s, ok := plain.AsString(); !ok || s != v.Text() {
			t.Fatalf("%q became %s", v.Text(), plain)
		}
		if s, ok := meant.AsString(); ok && s != v.Text() {
			t.Fatalf("%q means %q", v.Text(), s)
		}
	case strictjson.Number:
		text, _, ok := plain.NumberText()
		if !ok || !strictjson.EqualNumbers(v.Text(), text) {
			t.Fatalf("%s became %s", v.Text(), plain)
		}
	default:
		if want, err := feel.Of(v.Any()); err != nil || want.String() != plain.String() || want.String() != meant.String() {
			t.Fatalf("%v became %s and %s", v.Any(), plain, meant)
		}
	}
}

// FuzzCompile demands that a schema which compiles is one that the library
// compiles, admits or refuses without fail, and whose faults have places.
func FuzzCompile(f *testing.F) {
	for _, s := range schemas {
		f.Add([]byte(s), []byte(`{}`))
	}
	for _, s := range []string{
		`{"tyep": 1}`, `{"$ref": "#"}`, `{"$ref": "other.json#/a"}`, `{"$id": "http://[::1", "$ref": "x"}`, `{"$defs": {"a": {"$id": "x", "$anchor": "y"}}, "$ref": "x#y"}`,
		`{"$id": "urn:x:y", "$ref": "z"}`, `{"pattern": "("}`, `{"enum": [1e9999]}`, `{"$dynamicRef": "#a", "$dynamicAnchor": "a"}`, `[`, ``, `true`, `{"$ref": "%zz"}`,
	} {
		f.Add([]byte(s), []byte(`{"a": [1, "x", null]}`))
	}
	f.Fuzz(func(t *testing.T, schema, instance []byte) {
		docs := files("schema.json", string(schema), "other.json", `{"a": {"type": "string"}}`)
		g, err := gate.Compile(docs, "schema.json")
		if err != nil {
			if len(diag.Of(err)) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			for _, e := range diag.Of(err) {
				if docs[e.At.File] == nil || e.Code == "" || e.Message == "" {
					t.Fatalf("no place or no words: %#v", e)
				}
			}
			if err := diag.Render(io.Discard, err, docs); err != nil {
				t.Fatal(err)
			}
			return
		}
		if !json.Valid(schema) {
			t.Fatal("compiled, and is no JSON")
		}
		if g.Type() == nil {
			t.Fatal("no type")
		}
		g.Requires([]string{"a", "b"})
		_, err = g.Admit(instance)
		var r *gate.Refusal
		if err != nil && !errors.As(err, &r) {
			t.Fatalf("%T: %v", err, err)
		}
	})
}
