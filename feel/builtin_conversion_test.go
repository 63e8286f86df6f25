package feel_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestNumber(t *testing.T) {
	functions(t, []row{
		{`number("1.000.000,01", ".", ",")`, "1000000.01", ""},
		{`number("1,000,000.01", ",", ".")`, "1000000.01", ""},
		{`number("1 000 000.01", " ", ".")`, "1000000.01", ""},
		{`number("-1 000", " ", ".")`, "-1000", ""},
		{`number("1000000.01", null, ".")`, "1000000.01", ""},
		{`number("1,5", null, ",")`, "1.5", ""},
		{`number("1,000,000.00", ",", null)`, "1000000", ""},
		{`number("12.5", null, null)`, "12.5", ""},
		{`number("1.000", ".", null)`, "1000", ""},
		{`number(".5", null, null)`, "0.5", ""},
		{`number("1.5e3", null, null)`, "1500", ""},
		{`number(from: "12.5")`, "12.5", ""},
		{`number(decimal separator: ",", grouping separator: ".", from: "1.000,5")`, "1000.5", ""},
		{`number("1000,000", ",", ".")`, "1000000", ""},
		{`number("1,000,000.01", ":", ".")`, "null", "domain"},
		{`number("1,000,000.01", ",", ":")`, "null", "domain"},
		{`number("1,000", "", ".")`, "null", "domain"},
		{`number("1 000.01", ",", " ")`, "null", "domain"},
		{`number("1,000", ",", ",")`, "null", "domain"},
		{`number("1.000", ".", ".")`, "null", "domain"},
		{`number("1.5", null, ",")`, "null", "domain"},
		{`number("1.5.0", null, null)`, "null", "domain"},
		{`number("1.0,0", ",", ".")`, "null", "domain"},
		{`number(",1", ",", ".")`, "null", "domain"},
		{`number("1,,0", ",", ".")`, "null", "domain"},
		{`number("1,", ",", ".")`, "null", "domain"},
		{`number("1,a", ",", ".")`, "null", "domain"},
		{`number("", null, null)`, "null", "domain"},
		{`number(" 1", null, null)`, "null", "domain"},
		{`number("+1", null, null)`, "null", "domain"},
		{`number("1e7000", null, null)`, "null", "domain"},
		{`number("foo", ".", ",")`, "null", "domain"},
		{`number(1, ".", ",")`, "null", "type_mismatch"},
		{`number("1", 1, ",")`, "null", "type_mismatch"},
		{`number(nothing, ".", ",")`, "null", ""},
		{`number("1", ".")`, "null", "wrong_arguments"},
		{`number("1")`, "null", "wrong_arguments"},
	})
}

func TestString(t *testing.T) {
	functions(t, []row{
		{`string("foo")`, `"foo"`, ""},
		{`string(from: "foo")`, `"foo"`, ""},
		{`string(123.450)`, `"123.45"`, ""},
		{`string(2.0)`, `"2"`, ""},
		{`string(1e40)`, `"1E+40"`, ""},
		{`string(true)`, `"true"`, ""},
		{`string(null)`, "null", ""},
		{`string(@"2018-12-10")`, `"2018-12-10"`, ""},
		{`string(@"2018-12-10T10:30:00.0001+05:00:01")`, `"2018-12-10T10:30:00.0001+05:00:01"`, ""},
		{`string(@"10:30:00@Etc/UTC")`, `"10:30:00@Etc/UTC"`, ""},
		{`string(@"PT49H")`, `"P2DT1H"`, ""},
		{`string(@"P25M")`, `"P2Y1M"`, ""},
		{`string([1, 2, [3, "foo"], null])`, `"[1, 2, [3, \"foo\"], null]"`, ""},
		{`string(["\"foo\""])`, `"[\"\\\"foo\\\"\"]"`, ""},
		{`string({a: "foo", b c: {"{": @"P1D"}})`, `"{a: \"foo\", \"b c\": {\"{\": @\"P1D\"}}"`, ""},
		{`string([1..2)) + string((< 3))`, `"[1..2)(< 3)"`, ""},
		{`string(function(a, b) a) + string(abs)`, `"function(a, b)abs"`, ""},
		{`string()`, "null", "wrong_arguments"},
		{`string("a", "b")`, "null", "wrong_arguments"},
	})
}

// What string writes is read as the same value: lists, contexts and ranges as they
// stand, numbers by number, and a string is its own text.
func TestStringIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := feel.List(values().Draw(t, "value"))
		text, err := feel.Call("string", v)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := text.AsString()
		back, err := literal(s)
		if err != nil || back.String() != v.String() {
			t.Errorf("%s became %s, which is read as %s, %v", v, s, back, err)
		}
	})
}

// A value whose text would be too long is not written: what it shares counts as
// often as it occurs.
func TestStringIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<18)
	shared := make([]any, 1000)
	for i := range shared {
		shared[i] = map[string]any{long: i}
	}
	p := program(t, "string(l)", feel.NewScope().Declare("l", nil))
	_, err := p.Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"l": shared}), Lenient: true})
	if codesOf(err) != "limit_exceeded" {
		t.Errorf("a text of a gigabyte: %v", err)
	}
	quotes := []any{strings.Repeat(`"`, 30<<20)}
	_, err = p.Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"l": quotes}), Lenient: true, Limits: feel.Limits{Bytes: 50 << 20}})
	if codesOf(err) != "limit_exceeded" {
		t.Errorf("a text that grows by its escapes: %v", err)
	}
}

// Numbers come back from their text with any separators.
func TestNumberLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.StringMatching(`-?[1-9][0-9]{0,11}`).Draw(t, "whole")
		fraction := rapid.StringMatching(`[0-9]{0,6}`).Draw(t, "fraction")
		seps := rapid.SampledFrom([][2]string{{" ", ","}, {" ", "."}, {",", "."}, {".", ","}}).Draw(t, "separators")
		digits := strings.TrimPrefix(whole, "-")
		grouped := ""
		for i := range digits {
			if i > 0 && (len(digits)-i)%3 == 0 {
				grouped += seps[0]
			}
			grouped += digits[i : i+1]
		}
		plain, written := whole, strings.Repeat("-", len(whole)-len(digits))+grouped
		if fraction != "" {
			plain, written = plain+"."+fraction, written+seps[1]+fraction
		}
		want, err := feel.ParseNumber(plain)
		if err != nil {
			t.Fatal(err)
		}
		got, err := feel.Call("number", feel.String(written), feel.String(seps[0]), feel.String(seps[1]))
		if err != nil || got.String() != want.String() {
			t.Errorf("number(%q, %q, %q) = %s, %v, want %s", written, seps[0], seps[1], got, err, want)
		}
	})
}
