package feel_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestStringFunctions(t *testing.T) {
	evaluate(t, []row{
		{`contains("foobar", "")`, "true", ""},
		{`contains("", "a")`, "false", ""},
		{`contains("Foo", "f")`, "false", ""},
		{`starts with("foobar", "fo")`, "true", ""},
		{`starts with("foobar", "oo")`, "false", ""},
		{`starts with("foobar", "")`, "true", ""},
		{`ends with("foobar", "ar")`, "true", ""},
		{`ends with("foobar", "a")`, "false", ""},
		{`ends with(string: "foobar", match: "r")`, "true", ""},
		{`string length("")`, "0", ""},
		{`string length("é🐎\n")`, "3", ""},
		{`string length(string: "ab")`, "2", ""},
		{`string length(12)`, "null", "type_mismatch string length(12)"},
		{`upper case("aBc4 é ")`, `"ABC4 É "`, ""},
		{`lower case("aBc4 É ")`, `"abc4 é "`, ""},
		{`lower case(nothing)`, "null", ""},
		{`"foo" + "bar"`, `"foobar"`, ""},
		{`"" + ""`, `""`, ""},
	})
}

// A text that is only looked at may lie in memory that is used again; one that is a
// result does not.
func TestTextsThatAreOnlyLookedAt(t *testing.T) {
	const text = `{up: upper case(s), has: contains(upper case(s), upper case(t)), long: string length(lower case(s)),` +
		` all: every i in 1..500 satisfies starts with(lower case(s), lower case(substring(s, 1, 2))), same: ends with(upper case("ab"), "B"), at: up}`
	p := program(t, text, feel.NewScope().Declare("s", nil).Declare("t", nil))
	var results []feel.Value
	inputs := []struct{ s, t, want string }{
		{"Quick brown fox", "own", `{up: "QUICK BROWN FOX", has: true, long: 15, all: true, same: true, at: "QUICK BROWN FOX"}`},
		{"straße", "SSE", `{up: "STRASSE", has: true, long: 6, all: true, same: true, at: "STRASSE"}`},
		{"ABC", "d", `{up: "ABC", has: false, long: 3, all: true, same: true, at: "ABC"}`},
		{strings.Repeat("long ", 2000), "G L", `{up: "` + strings.Repeat("LONG ", 2000) + `", has: true, long: 10000, all: true, same: true, at: "` + strings.Repeat("LONG ", 2000) + `"}`},
	}
	for _, in := range inputs {
		res, err := p.Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"s": in.s, "t": in.t})})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, res.Value)
	}
	for i, v := range results {
		if got := v.String(); got != inputs[i].want {
			t.Errorf("of %.20s: %.200s, want %.200s", inputs[i].s, got, inputs[i].want)
		}
	}
}

func TestSubstring(t *testing.T) {
	functions(t, []row{
		{`substring("foobar", 3)`, `"obar"`, ""},
		{`substring("foobar", 3, 3)`, `"oba"`, ""},
		{`substring("foobar", -2, 1)`, `"a"`, ""},
		{`substring("foobar", -6, 6)`, `"foobar"`, ""},
		{`substring("foobar", 3.8, 3.8)`, `"oba"`, ""},
		{`substring("foobar", 6)`, `"r"`, ""},
		{`substring("foobar", 5, 100)`, `"ar"`, ""},
		{`substring("foobar", 5, 1e30)`, `"ar"`, ""},
		{`substring("foobar", 1, 0)`, `""`, ""},
		{`substring("foobar", 1, 0.9)`, `""`, ""},
		{`substring("🐎é\n", 2, 1)`, `"é"`, ""},
		{`substring(start position: 3, string: "foobar")`, `"obar"`, ""},
		{`substring(length: 1, start position: 3, string: "foobar")`, `"o"`, ""},
		{`substring("foobar", 0)`, "null", "domain"},
		{`substring("foobar", 0.5)`, "null", "domain"},
		{`substring("foobar", 7)`, "null", "domain"},
		{`substring("foobar", -7)`, "null", "domain"},
		{`substring("foobar", 1e30)`, "null", "domain"},
		{`substring("", 1)`, "null", "domain"},
		{`substring("foobar", 1, -1)`, "null", "domain"},
		{`substring("foobar", 1, -0.5)`, "null", "domain"},
		{`substring("foobar", nothing)`, "null", ""},
		{`substring("foobar", 1, null)`, "null", ""},
		{`substring("foobar", "1")`, "null", "type_mismatch"},
		{`substring("foobar")`, "null", "wrong_arguments"},

		{`substring before("foobar", "bar")`, `"foo"`, ""},
		{`substring before("foobar", "o")`, `"f"`, ""},
		{`substring before("foobar", "xyz")`, `""`, ""},
		{`substring before("", "")`, `""`, ""},
		{`substring after("foobar", "ob")`, `"ar"`, ""},
		{`substring after("foobar", "o")`, `"obar"`, ""},
		{`substring after("foobar", "xyz")`, `""`, ""},
		{`substring after("foobar", "")`, `"foobar"`, ""},
		{`substring after("", "a")`, `""`, ""},
		{`substring after(match: "é", string: "aé🐎")`, `"🐎"`, ""},
		{`substring after("foobar", null)`, "null", ""},

		{`string join(["a", "b", "c"], "_and_")`, `"a_and_b_and_c"`, ""},
		{`string join(["a", "b", "c"])`, `"abc"`, ""},
		{`string join(["a", "b", "c"], null)`, `"abc"`, ""},
		{`string join(["a", null, "c"], "X")`, `"aXc"`, ""},
		{`string join([null], "X")`, `""`, ""},
		{`string join([], "X")`, `""`, ""},
		{`string join("a", "X")`, `"a"`, ""},
		{`string join(["", ""], "X")`, `"X"`, ""},
		{`string join(delimiter: "X", list: ["a", "c"])`, `"aXc"`, ""},
		{`string join([1], "X")`, "null", "type_mismatch"},
		{`string join(123, "X")`, "null", "type_mismatch"},
		{`string join(["a"], 1)`, "null", "type_mismatch"},
		{`string join(nothing, "X")`, "null", ""},
		{`string join(["a"], "X", "Y")`, "null", "wrong_arguments"},
	})
}

// Substrings by their definition over code points, and the parts around a match.
func TestStringLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		call := func(name string, args ...feel.Value) string {
			v, err := feel.Call(name, args...)
			if err != nil {
				t.Fatalf("%s%v: %v", name, args, err)
			}
			s, _ := v.AsString()
			return s
		}
		letters := rapid.OneOf(rapid.StringOfN(rapid.SampledFrom([]rune("aé🐎;.")), 1, 12, -1), rapid.StringMatching("[a-c;.]{1,12}"))
		s := letters.Draw(t, "s")
		runes := []rune(s)
		start := rapid.IntRange(1, len(runes)).Draw(t, "start")
		length := rapid.IntRange(0, 15).Draw(t, "length")
		want := string(runes[start-1 : min(start-1+length, len(runes))])
		for _, at := range []int{start, start - 1 - len(runes)} {
			if got := call("substring", feel.String(s), feel.Int(int64(at)), feel.Int(int64(length))); got != want {
				t.Errorf("substring(%q, %d, %d) = %q, want %q", s, at, length, got, want)
			}
		}
		match := letters.Draw(t, "match")
		before, after := call("substring before", feel.String(s), feel.String(match)), call("substring after", feel.String(s), feel.String(match))
		if strings.Contains(s, match) && before+match+after != s || !strings.Contains(s, match) && before+after != "" {
			t.Errorf("%q is %q before and %q after %q", s, before, after, match)
		}
		parts, err := feel.Call("split", feel.String(s), feel.String(";"))
		if err != nil || call("string join", parts, feel.String(";")) != s || parts.Len() != strings.Count(s, ";")+1 {
			t.Errorf("%q was split into %s, %v", s, parts, err)
		}
		items, texts := []feel.Value{}, []string{}
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			if rapid.Bool().Draw(t, "null") {
				items = append(items, feel.Null)
				continue
			}
			texts = append(texts, letters.Draw(t, "item"))
			items = append(items, feel.String(texts[len(texts)-1]))
		}
		if got := call("string join", feel.List(items...), feel.String(match)); got != strings.Join(texts, match) {
			t.Errorf("%v joined by %q are %q", items, match, got)
		}
		if n, _ := feel.Call("string length", feel.String(s)); n.String() != feel.Int(int64(utf8.RuneCountInString(s))).String() {
			t.Errorf("%q has length %s", s, n)
		}
	})
}

func BenchmarkTexts(b *testing.B) {
	for _, text := range []string{`substring(s, 3, 2)`, `string join([s, "a", s], ", ")`, `string(12.50)`, `string(string length(s))`, `number(s, ",", ".")`} {
		b.Run(text, func(b *testing.B) { benchmark(b, text, "1,250.75") })
	}
}
