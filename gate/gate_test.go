package gate_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/gate"
)

// files makes a file system of pairs of a name and a text.
func files(pairs ...string) fstest.MapFS {
	docs := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		docs[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return docs
}

// compiled compiles a schema that is sound.
func compiled(t testing.TB, schema string) *gate.Gate {
	t.Helper()
	g, err := gate.Compile(files("schema.json", schema), "schema.json")
	if err != nil {
		t.Fatalf("%s\n%v", schema, err)
	}
	return g
}

func mustCompile(t testing.TB, docs fstest.MapFS, name string) *gate.Gate {
	t.Helper()
	g, err := gate.Compile(docs, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return g
}

// violations gives what is wrong with an instance, one a line: the instance
// location, the keyword location, the code unless it is that of the schema, and
// the message.
func violations(t testing.TB, g *gate.Gate, instance string) []string {
	t.Helper()
	o, err := g.Admit([]byte(instance))
	if err == nil {
		if o == nil {
			t.Fatal("neither an object nor an error")
		}
		return nil
	}
	var r *gate.Refusal
	if !errors.As(err, &r) || o != nil || len(r.Violations) == 0 {
		t.Fatalf("the error is %#v, the object %v", err, o)
	}
	var out []string
	for i, v := range r.Violations {
		line := fmt.Sprintf("%s %s %s", v.InstanceLocation, v.KeywordLocation, v.Message)
		if v.Code != gate.Violated {
			line = fmt.Sprintf("%s %s %s", v.InstanceLocation, v.Code, v.Message)
			if v.Keyword != "" || v.KeywordLocation != "" {
				t.Errorf("a keyword without a violation of the schema: %+v", v)
			}
		}
		out = append(out, line)
		if e := diag.Of(err)[i]; e.Code != v.Code || e.At.Path != v.InstanceLocation || e.Message != v.Message {
			t.Errorf("the fault %v differs from the violation %+v", e, v)
		}
	}
	return out
}

func wantLines(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// What an agent may print instead of its object.
func TestTextsThatAreNoObject(t *testing.T) {
	g := compiled(t, `{"type": "object"}`)
	for _, c := range []struct{ text, want string }{
		{"Sure, here is the object: {}", ` not_json line 1, column 1: expected a JSON value, found "Sure, here is"...`},
		{"```json\n{}\n```", " not_json line 1, column 1: expected a JSON value, found \"```json\""},
		{`{"income": {"net": 1`, `/income not_json line 1, column 21: expected "," or "}", found the end of the input`},
		{`{} {}`, ` not_json line 1, column 4: expected nothing after the JSON value, found "{}"`},
		{"{}\n\n{\"a\": 1}", " not_json line 3, column 1: expected nothing after the JSON value, found `{\"a\": 1}`"},
		{`{"a": 1, "b": 2, "a": 3}`, `/a duplicate_member line 1, column 18: the object has the member "a" twice`},
		{`{"a": 1, "\u0061": 2}`, `/a duplicate_member line 1, column 10: the object has the member "a" twice`},
		{`{"n": 1e9999}`, `/n inexact_number the number 1e9999 cannot be held exactly: 34 digits and exponents from -6176 to 6144 are the limit`},
		{``, ` not_json line 1, column 1: expected a JSON value, found nothing: the input is empty`},
		{" \n ", ` not_json line 2, column 2: expected a JSON value, found nothing: the input is empty`},
		{"{\"a\": \"\xff\"}", `/a bad_encoding line 1, column 8: found the byte 0xff, which is not UTF-8 here`},
		{`{"a": "\ud800"}`, `/a bad_encoding line 1, column 8: found \ud800, which is one half of a surrogate pair without the other`},
		{"\ufeff{}", ` bad_encoding line 1, column 1: the text starts with a byte order mark, which JSON forbids`},
		{`{"a": NaN}`, `/a not_json line 1, column 7: expected a JSON value, found "NaN"`},
		{`{"a": 01}`, `/a not_json line 1, column 7: "01" is not a JSON number: it has a leading zero`},
		{`{"a": 1,}`, ` not_json line 1, column 8: found a trailing comma before "}"`},
		{strings.Repeat("[", 65), strings.Repeat("/0", 64) + ` gate_limit containers are nested more than 64 deep`},
		{strings.Repeat("[", 100_000), strings.Repeat("/0", 64) + ` gate_limit containers are nested more than 64 deep`},
		{`"` + strings.Repeat("x", 50<<20), ` gate_limit the text is longer than 1048576 bytes`},
		{`[]`, ` /type expected an object, found an array of 0 items`},
		{`null`, ` /type expected an object, found null`},
	} {
		shown := c.text[:min(len(c.text), 40)]
		wantLines(t, shown, violations(t, g, c.text), c.want)
	}
}

// A text beyond the limit is refused by its length: the bytes are not copied.
func TestLongTextIsNotRead(t *testing.T) {
	g := compiled(t, `true`)
	long := make([]byte, 50<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := g.Admit(long)
	runtime.ReadMemStats(&after)
	if !errors.Is(err, gate.Limit) {
		t.Fatal(err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

func TestLimitsAreInclusive(t *testing.T) {
	g := compiled(t, `true`)
	for _, text := range []string{
		strings.Repeat("[", gate.MaxDepth) + strings.Repeat("]", gate.MaxDepth),
		`"` + strings.Repeat("x", gate.MaxBytes-2) + `"`,
		`1e6144`, `1e-6176`, `9999999999999999999999999999999999`, `1` + strings.Repeat("0", 40), `0.10000000000000000000000000000000000000`,
	} {
		wantLines(t, text[:min(len(text), 50)], violations(t, g, text))
	}
	for _, text := range []string{`1e6145`, `1e-6177`, `-99999999999999999999999999999999999`, `0.` + strings.Repeat("3", 35), strings.Repeat("1", 2000)} {
		if _, err := g.Admit([]byte(text)); !errors.Is(err, gate.InexactNumber) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

// Every number that is not exact is found, before the validator sees any.
func TestNumbersComeFirst(t *testing.T) {
	g := compiled(t, `{"type": "array", "maxItems": 1, "items": {"maximum": 5, "multipleOf": 0.01}}`)
	const why = ` cannot be held exactly: 34 digits and exponents from -6176 to 6144 are the limit`
	wantLines(t, "three", violations(t, g, `[1e10000000, {"a~b/c": -1e-10000000}, 12345678901234567890123456789012345]`),
		`/0 inexact_number the number 1e10000000`+why,
		`/1/a~0b~1c inexact_number the number -1e-10000000`+why,
		`/2 inexact_number the number 12345678901234567890123456789012345`+why)
	start := `{"n": 1` + strings.Repeat("0", 500_000)
	wantLines(t, "half a million digits", violations(t, g, start+`}`),
		`/n inexact_number the number 1`+strings.Repeat("0", 59)+`...`+why)
}

func TestFilesAndSchema(t *testing.T) {
	docs := files(
		"gates/income.json", ` {"$ref": "../shared/money.json#/$defs/amount"} `,
		"shared/money.json", `{"$defs": {"amount": {"type": "number"}, "label": {"$ref": "text/label.json"}}}`,
		"shared/text/label.json", `{"type": "string"}`,
		"shared/unused.json", `{`,
	)
	g, err := gate.Compile(docs, "gates/income.json")
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, "files", g.Files(), "gates/income.json", "shared/money.json", "shared/text/label.json")
	if got := string(g.Schema()); got != ` {"$ref": "../shared/money.json#/$defs/amount"} ` {
		t.Errorf("the schema is %q", got)
	}
	g.Schema()[0] = 'x'
	if g.Schema()[0] != ' ' {
		t.Error("the schema can be written to")
	}
	wantLines(t, "an instance", violations(t, g, `"5"`), ` /$ref/type expected a number, found "5"`)
}

const twelve = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "additionalProperties": false,
  "required": ["applicant", "born", "income", "expenses", "status", "since", "dependants", "consent"],
  "properties": {
    "applicant": {"type": "string", "minLength": 1, "maxLength": 200},
    "born": {"type": "string", "format": "date"},
    "income": {"type": "number", "minimum": 0, "multipleOf": 0.01},
    "expenses": {"type": "number", "minimum": 0, "multipleOf": 0.01},
    "status": {"enum": ["employed", "self_employed", "retired", "none"]},
    "since": {"type": "string", "format": "date-time"},
    "dependants": {"type": "integer", "minimum": 0, "maximum": 30},
    "consent": {"const": true},
    "email": {"type": "string", "format": "email"},
    "postcode": {"type": "string", "pattern": "^[0-9]{5}$"},
    "term": {"type": ["string", "null"], "format": "duration"},
    "documents": {"type": "array", "items": {"type": "object", "properties": {"kind": {"type": "string"}, "dated": {"type": "string", "format": "date"}}}}
  }
}`

const applicant = `{
  "applicant": "A. Person", "born": "1990-02-28", "income": 3120.50, "expenses": 2210.05, "status": "employed",
  "since": "2024-01-15T08:00:00+01:00", "dependants": 2, "consent": true, "email": "a.person@example.com",
  "postcode": "12345", "term": "P3Y", "documents": [{"kind": "payslip", "dated": "2026-05-31"}, {"kind": "lease", "dated": "2025-12-01"}]
}`

// The library walks maps, so that the order of what it reports differs from run
// to run. Ours does not.
func TestOrderIsFixed(t *testing.T) {
	wrong := `{"applicant": "", "born": "1990-02-30", "income": -0.005, "expenses": "x", "status": "employd", "since": 1,
		"dependants": 1.5, "consent": false, "emial": 1, "postcode": "1", "term": "P1Y2D", "zz": 1, "documents": [{"kind": 1}, {"dated": "x"}, 3]}`
	var first string
	for range 50 {
		_, err := compiled(t, twelve).Admit([]byte(wrong))
		if first == "" {
			first = err.Error()
			if n := strings.Count(first, "\n") + 1; n != 16 {
				t.Errorf("%d violations:\n%s", n, first)
			}
		}
		if err.Error() != first {
			t.Fatalf("two orders:\n%v\n\n%s", err, first)
		}
	}
}

// Of many violations the first ones are told, and how many there are.
func TestManyViolations(t *testing.T) {
	g := compiled(t, `{"items": {"type": "string"}}`)
	_, err := g.Admit([]byte("[" + strings.Repeat("1,", 999) + "2]"))
	var r *gate.Refusal
	if !errors.As(err, &r) || len(r.Violations) != gate.MaxViolations || r.More != 900 {
		t.Fatalf("%d violations and %d more", len(r.Violations), r.More)
	}
	if last := r.Violations[99].InstanceLocation; last != "/188" {
		t.Errorf("the last one is at %s", last) // in the order of the texts of the locations
	}
	if !strings.HasSuffix(err.Error(), "\nand 900 more") {
		t.Error(err)
	}
}

func TestGateIsShared(t *testing.T) {
	g := compiled(t, twelve)
	good, err := g.Admit([]byte(applicant))
	if err != nil {
		t.Fatal(err)
	}
	wrong := violations(t, g, `{"born": 1}`)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				o, err := g.Admit([]byte(applicant))
				if err != nil || o.Value.String() != good.Value.String() {
					t.Errorf("%v, %v", o, err)
				}
				wantLines(t, "wrong", violations(t, g, `{"born": 1}`), wrong...)
			}
		})
	}
	wait.Wait()
}

// A refusal leads a person to the line of the schema that asks for more.
func TestRefusalShowsTheSchema(t *testing.T) {
	docs := files("schemas/income.json", "{\n  \"required\": [\"net\"],\n  \"properties\": {\n    \"net\": {\"type\": \"number\"}\n  }\n}")
	g, err := gate.Compile(docs, "schemas/income.json")
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Admit([]byte(`{"net": "12"}`))
	var b strings.Builder
	if err := diag.Render(&b, err, docs); err != nil {
		t.Fatal(err)
	}
	want := "expected a number, found \"12\" [schema_violation]\n  at /net\n  note: schemas/income.json:4:21: the schema asks for it here\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
