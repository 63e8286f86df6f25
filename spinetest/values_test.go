package spinetest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/record"
	"github.com/decision-spine/spine/spinetest"
)

// TestValues asserts what a text stands for: as a value of FEEL, and as JSON for a
// gate.
func TestValues(t *testing.T) {
	const none = "invalid_value"
	for _, c := range []struct{ src, value, json string }{
		{"5", "5", "5"},
		{"-5", "-5", "-5"},
		{"0.10", "0.1", "0.10"},
		{".5", "0.5", "0.5"},
		{"-.5", "-0.5", "-0.5"},
		{"01.3", "1.3", "1.3"},
		{"1e3", "1000", "1e3"},
		{"1E+3", "1000", "1E+3"},
		{"-0", "0", "-0"},
		{"12345678901234567890", "12345678901234567890", "12345678901234567890"},
		{"1234567890123456789012345678901234", "1234567890123456789012345678901234", "1234567890123456789012345678901234"},
		{"012345678901234567890123456789.10", "12345678901234567890123456789.1", "12345678901234567890123456789.1"},
		{"1e40", "1E+40", "1e40"},
		// No number of FEEL, which JSON can write: the gate says so.
		{"1e9999", none, "1e9999"},
		{"12345678901234567890123456789012345", none, "12345678901234567890123456789012345"},
		{"01e9999", none, none},
		{"+5", `"+5"`, `"+5"`},
		{"5.", `"5."`, `"5."`},
		{"1_000", `"1_000"`, `"1_000"`},
		{"0x10", `"0x10"`, `"0x10"`},
		{"0o10", `"0o10"`, `"0o10"`},
		{".inf", `".inf"`, `".inf"`},
		{".nan", `".nan"`, `".nan"`},
		{"10:30", `"10:30"`, `"10:30"`},
		{"2026-06-01", `"2026-06-01"`, `"2026-06-01"`},
		{"true", "true", "true"},
		{"false", "false", "false"},
		{"null", "null", "null"},
		{"True", `"True"`, `"True"`},
		{"NULL", `"NULL"`, `"NULL"`},
		{"yes", `"yes"`, `"yes"`},
		{"no", `"no"`, `"no"`},
		{"'5'", `"5"`, `"5"`},
		{`"true"`, `"true"`, `"true"`},
		{"''", `""`, `""`},
		{`"a\tb\u20ac\"\\"`, `"a\tb€\"\\"`, `"a\tb€\"\\"`},
		{"text of several words", `"text of several words"`, `"text of several words"`},
		{">-\n  5\n", `"5"`, `"5"`},
		{"|\n  a\n  b\n", `"a\nb\n"`, `"a\nb\n"`},
		{"[]", "[]", "[]"},
		{"{}", "{}", "{}"},
		{"[1, a, [null, '2']]", `[1, "a", [null, "2"]]`, `[1,"a",[null,"2"]]`},
		{"- 1\n- a: b\n  c: [d]\n", `[1, {a: "b", c: ["d"]}]`, `[1,{"a":"b","c":["d"]}]`},
		{`{ b: 1, "a b": 2, 5: x }`, `{b: 1, "a b": 2, "5": "x"}`, `{"b":1,"a b":2,"5":"x"}`},
		{`{ "@date": 2026-06-01 }`, `@"2026-06-01"`, `{"@date":"2026-06-01"}`},
		{`{ "@date": "2026-06-01" }`, `@"2026-06-01"`, `{"@date":"2026-06-01"}`},
		{`{ "@time": "10:30:00+02:00" }`, `@"10:30:00+02:00"`, `{"@time":"10:30:00+02:00"}`},
		{`{ "@date_time": 2026-06-01T10:30:00Z }`, `@"2026-06-01T10:30:00Z"`, `{"@date_time":"2026-06-01T10:30:00Z"}`},
		{`{ "@duration": P10DT6H }`, `@"P10DT6H"`, `{"@duration":"P10DT6H"}`},
		{`{ "@months": P14M }`, `@"P1Y2M"`, `{"@months":"P14M"}`},
		{`{ "@number": 1e3 }`, "1000", `{"@number":1e3}`},
		{`{ "@range": "[1..5)" }`, "[1..5)", `{"@range":"[1..5)"}`},
		{`{ "@context": { "@date": 5, a: 1 } }`, `{"@date": 5, a: 1}`, `{"@context":{"@date":5,"a":1}}`},
		{`{ "@context": { "@date": 5, a: { "@date": 2026-06-01 } } }`, `{"@date": 5, a: @"2026-06-01"}`, `{"@context":{"@date":5,"a":{"@date":"2026-06-01"}}}`},
		{`{ "@date": tomorrow }`, none, `{"@date":"tomorrow"}`},
		{`{ "@month": 5 }`, none, `{"@month":5}`},
		{`{ "@months": P1D }`, none, `{"@months":"P1D"}`},
		{`{ "@range": "[1..count([1])]" }`, none, `{"@range":"[1..count([1])]"}`},
	} {
		v, err := spinetest.Value(c.src)
		if got := textOf(v.String(), err); got != c.value {
			t.Errorf("%s is %s, not %s", c.src, got, c.value)
		}
		j, err := spinetest.JSON(c.src)
		if got := textOf(string(j), err); got != c.json {
			t.Errorf("%s is the JSON %s, not %s", c.src, got, c.json)
		}
	}
}

func textOf(text string, err error) string {
	if list := diag.Of(err); len(list) == 1 {
		return string(list[0].Code)
	}
	return text
}

// value draws a value of FEEL, and a way to write it in one line of YAML.
func value(t *rapid.T, depth int) (v feel.Value, text string) {
	typed := func(member string, kind feel.Kind, text string) (feel.Value, string) {
		v, err := feel.ParseTemporal(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		return v, fmt.Sprintf("{ %q: %s }", member, text)
	}
	most := 10
	if depth == 0 {
		most = 8
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return feel.Null, "null"
	case 1:
		b := rapid.Bool().Draw(t, "bool")
		return feel.Bool(b), fmt.Sprint(b)
	case 2, 3:
		text := rapid.StringMatching(`-?(0{0,2}[0-9]{1,12}|[0-9]{0,4}\.[0-9]{1,8})([eE][-+]?[0-9]{1,3})?`).Draw(t, "number")
		v, err := feel.ParseNumber(text)
		if err != nil {
			t.Fatal(err)
		}
		return v, text
	case 4:
		text := rapid.StringMatching(`[a-z][a-z0-9 ]{0,8}[a-z]`).Filter(func(s string) bool { return s != "true" && s != "false" && s != "null" }).Draw(t, "plain")
		return feel.String(text), text
	case 5:
		text := rapid.StringMatching(`[ -~äß漢😀]{0,12}`).Draw(t, "quoted")
		if rapid.Bool().Draw(t, "single") {
			return feel.String(text), "'" + strings.ReplaceAll(text, "'", "''") + "'"
		}
		b, _ := json.Marshal(text)
		return feel.String(text), string(b)
	case 6:
		return typed("@date", feel.KindDate, fmt.Sprintf("%04d-%02d-%02d", rapid.IntRange(1, 9999).Draw(t, "y"), rapid.IntRange(1, 12).Draw(t, "m"), rapid.IntRange(1, 28).Draw(t, "d")))
	case 7:
		return typed("@duration", feel.KindDays, fmt.Sprintf("P%dDT%dH", rapid.IntRange(0, 999).Draw(t, "d"), rapid.IntRange(0, 99).Draw(t, "h")))
	case 8:
		return typed("@months", feel.KindMonths, fmt.Sprintf("-P%dM", rapid.IntRange(0, 99).Draw(t, "m")))
	case 9:
		var items []feel.Value
		var texts []string
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			v, text := value(t, depth-1)
			items, texts = append(items, v), append(texts, text)
		}
		return feel.List(items...), "[" + strings.Join(texts, ", ") + "]"
	}
	var entries []feel.Entry
	var texts []string
	wrap := false
	for _, key := range rapid.SliceOfNDistinct(rapid.StringMatching(`@?[a-z]{1,5}( [a-z])?`), 0, 3, rapid.ID[string]).Draw(t, "keys") {
		v, text := value(t, depth-1)
		entries, texts = append(entries, feel.Entry{Key: key, Value: v}), append(texts, "'"+key+"': "+text)
		wrap = wrap || key[0] == '@'
	}
	text = "{" + strings.Join(texts, ", ") + "}"
	if wrap {
		text = `{ "@context": ` + text + " }"
	}
	return feel.Context(entries...), text
}

// TestValuesProperty writes values and reads them back, as a person writes them and
// as a record does.
func TestValuesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, text := value(t, 3)
		canonical, err := record.AppendJSON(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range []string{text, string(canonical)} {
			got, err := spinetest.Value(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			again, err := record.AppendJSON(nil, got)
			if err != nil || string(again) != string(canonical) {
				t.Fatalf("%s is read as %s, not %s", src, again, canonical)
			}
		}
	})
}

// FuzzValues reads any document both ways. Values must survive being written as in
// a record; JSON must be JSON; and where no key begins with @ both ways must agree.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"5", "1e9999", "01.30", "'a'", "[1, {a: .5}]", `{ "@date": 2026-06-01 }`, `{ "@context": { "@date": 5 } }`, "- a\n- 'b'\n", "|\n  a\n",
		`{ "@range": "[1..5)" }`, "a: null\nb: [true, no]\n", `"\u0085\t"`, "-0", ".5e-3", "[[[[]]]]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v, verr := spinetest.Value(src)
		j, jerr := spinetest.JSON(src)
		if jerr == nil && !json.Valid(j) {
			t.Fatalf("%q is no JSON", j)
		}
		for _, e := range append(diag.Of(verr), diag.Of(jerr)...) {
			if s := e.At.Span; s.Start.Offset < 0 || s.End.Offset > len(src) || s.Start.Offset > s.End.Offset || e.Message == "" {
				t.Fatalf("%v lies at %v of %d bytes", e, s, len(src))
			}
		}
		if verr != nil {
			return
		}
		canonical, err := record.AppendJSON(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		again, err := spinetest.Value(string(canonical))
		if errors.Is(err, yaml.Encoding) { // JSON may hold characters that no text file should
			return
		}
		b, aerr := record.AppendJSON(nil, again)
		if err != nil || aerr != nil || string(b) != string(canonical) {
			t.Fatalf("%s is read as %s: %v %v", canonical, b, err, aerr)
		}
		if strings.Contains(src, "@") || strings.Contains(src, `\`) {
			return
		}
		given, err := record.ReadValue("v.json", j)
		if err != nil || jerr != nil {
			t.Fatalf("%s as JSON is %s: %v %v", src, j, err, jerr)
		}
		if b, err := record.AppendJSON(nil, given); err != nil || string(b) != string(canonical) {
			t.Fatalf("%s as JSON is %s, as a value %s: %v", src, b, canonical, err)
		}
	})
}
