package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestRegularExpressions(t *testing.T) {
	functions(t, []row{
		{`matches("foobar", "o+b")`, "true", ""},
		{`matches("foobar", "^o")`, "false", ""},
		{`matches("FooBar", "foo", "i")`, "true", ""},
		{`matches("foobar", "f o o", "x")`, "true", ""},
		{`matches("a\nb", "^b", "m")`, "true", ""},
		{`matches("a.b", "a.b", "q")`, "true", ""},
		{`matches("acb", "a.b", "q")`, "false", ""},
		{`matches("a\nb", "a.b")`, "false", ""},
		{`matches("a\nb", "a.b", "s")`, "true", ""},
		{`matches("abab", "(ab)\1")`, "true", ""},
		{`matches("a", "[a-z-[aeiou]]")`, "false", ""},
		{`matches("é", "\p{IsLatin-1Supplement}")`, "true", ""},
		{`matches("", "")`, "true", ""},
		{`matches("foobar", "foo", null)`, "true", ""},
		{`matches("foobar", "foo", "")`, "true", ""},
		{`matches(flags: "i", pattern: "FOO", input: "foobar")`, "true", ""},
		{`matches("foobar", "(")`, "null", "invalid_pattern"},
		{`matches("foobar", "foo", "g")`, "null", "invalid_pattern"},
		{`matches("foobar", "foo", " ")`, "null", "invalid_pattern"},
		{`matches("foobar", "\p{ IsBasicLatin}")`, "null", "invalid_pattern"},
		{`matches("aa", "\1(a)")`, "null", "invalid_pattern"},
		{`matches("foobar", nothing)`, "null", ""},
		{`matches(nothing, "(")`, "null", ""},
		{`matches(1, "1")`, "null", "type_mismatch"},
		{`matches("1", "1", 1)`, "null", "type_mismatch"},
		{`matches("1")`, "null", "wrong_arguments"},

		{`replace("abracadabra", "bra", "*")`, `"a*cada*"`, ""},
		{`replace("abracadabra", "a(.)", "a$1$1")`, `"abbraccaddabbra"`, ""},
		{`replace("abcd", "(ab)|(a)", "[1=$1][2=$2]")`, `"[1=ab][2=]cd"`, ""},
		{`replace("abc", "[A-Z]", "#", "i")`, `"###"`, ""},
		{`replace("a.b", ".", "$", "q")`, `"a$b"`, ""},
		{`replace("abc", "b", "\$")`, `"a$c"`, ""},
		{`replace("abc", "x", "y")`, `"abc"`, ""},
		{`replace("", "x", "y")`, `""`, ""},
		{`replace(input: "abc", pattern: "b", replacement: "")`, `"ac"`, ""},
		{`replace("abc", "b", "$")`, "null", "invalid_pattern"},
		{`replace("abc", "b", "$x")`, "null", "invalid_pattern"},
		{`replace("abc", "b", "\\\\x")`, `"a\\xc"`, ""},
		{`replace("abc", "x*", "-")`, "null", "invalid_pattern"},
		{`replace("abc", "b", null)`, "null", ""},
		{`replace("abc", "b", 1)`, "null", "type_mismatch"},

		{`split("John Doe", "\s")`, `["John", "Doe"]`, ""},
		{`split("a;b;c;;", ";")`, `["a", "b", "c", "", ""]`, ""},
		{`split(";a", ";")`, `["", "a"]`, ""},
		{`split("abc", ";")`, `["abc"]`, ""},
		{`split("", ";")`, `[""]`, ""},
		{`split(delimiter: ",", string: "foo,bar")`, `["foo", "bar"]`, ""},
		{`split("abc", "")`, "null", "invalid_pattern"},
		{`split("abc", "[")`, "null", "invalid_pattern"},
		{`split("abc", nothing)`, "null", ""},
		{`split("abc", "b", "i")`, "null", "wrong_arguments"},
	})
}

// The place is that of the call, and the reason that of the pattern.
func TestInvalidPattern(t *testing.T) {
	_, err := literal(`1 + count(split("a", "(b"))`)
	want := `1:11: regular expression, byte 0: this ( is not closed; write \( for a ( as text [invalid_pattern]`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Patterns are input: none of them takes long, nor makes much of little.
func TestRegularExpressionsAreBounded(t *testing.T) {
	letters := strings.Repeat("a", 10_000)
	for _, c := range []struct{ text, code string }{
		{`matches(s, "^(a+)+$")`, ""},
		{`matches(s + "b", "^(a+)+$")`, ""},
		{`matches(s + "b", "^(a|aa)+$")`, ""},
		{`matches(s + "b", "^(a*)*(a*)*(a*)*$")`, ""},
		{`matches(s, "(a+)+\1b")`, "limit_exceeded"},
		{`matches(s, "(((a{1,30}){1,30}){1,30}){1,30}b")`, "limit_exceeded"},
		{`replace(s, "a", s)`, ""},
		{`string length(replace(replace(s, "a", s), "a", s))`, "limit_exceeded"},
		{`count(split(s, "a"))`, ""},
		{`count(for i in 1..1000000 return matches(s, "b"))`, "limit_exceeded"},
		{`count(for i in 1..50000 return matches(string(i), "^[1-9][0-9]{4,6}$"))`, ""},
		{`count(for i in 1..1000000 return matches(string(i), "a{5000}"))`, "limit_exceeded"},
		{`count(for i in 1..1000000 return matches("", "a{5000}" + string(i)))`, "limit_exceeded"},
	} {
		_, err := program(t, c.text, feel.NewScope().Declare("s", nil)).
			Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"s": letters}), Lenient: true})
		if got := codesOf(err); got != c.code {
			t.Errorf("%s: %v, want %s", c.text, err, c.code)
		}
	}
}

// An evaluation takes as many steps whether its patterns were compiled before, by
// the same frame, or not.
func TestCompiledPatternsCountTheSame(t *testing.T) {
	const text = `count(for i in 1..n return matches("abc", "a{100}" + string(modulo(i, k))))`
	scope := func() *feel.Scope { return feel.NewScope().Declare("n", nil).Declare("k", nil) }
	p := program(t, text, scope())
	steps := func(n, k int) int64 {
		lo, hi := int64(1), int64(1<<24)
		for lo < hi { // the least limit that is enough
			mid := (lo + hi) / 2
			_, err := p.Eval(t.Context(), feel.Input{
				Vars: feel.Map(map[string]any{"n": n, "k": k}), Limits: feel.Limits{Steps: mid},
			})
			if err == nil {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		return lo
	}
	few, many := steps(300, 2), steps(300, 100)
	if many < 2*few {
		t.Errorf("%d steps with two patterns, %d with more than are kept", few, many)
	}
	for _, k := range []int{1, 2, 4, 5, 16, 17, 33, 100} { // around what is kept in its several places
		first, again := steps(100, k), steps(100, k)
		p = program(t, text, scope())
		if fresh := steps(100, k); first != again || first != fresh {
			t.Errorf("with %d patterns %d steps at first, %d later, %d of a new program", k, first, again, fresh)
		}
	}
}

func BenchmarkPatterns(b *testing.B) {
	for _, text := range []string{`matches(s, "^AB")`, `matches(s, "^[A-Z]{2}[0-9]{6}$")`, `split(s, " ")`, `replace(s, "[0-9]", "#")`} {
		b.Run(text, func(b *testing.B) { benchmark(b, text, "AB123456 and CD654321") })
	}
}

// benchmark evaluates an expression of the text s in one frame.
func benchmark(b *testing.B, text, s string) {
	ast, err := feel.Parse(feel.Source{Text: text}, feel.NewScope().Declare("s", nil))
	if err != nil {
		b.Fatal(err)
	}
	c, err := feel.Check(ast, feel.NewScope().Declare("s", nil), feel.Full)
	if err != nil {
		b.Fatal(err)
	}
	unit, err := feel.CompileUnit(c)
	if err != nil {
		b.Fatal(err)
	}
	f, in := unit.NewFrame(), &feel.Input{Vars: feel.Map(map[string]any{"s": s})}
	b.ReportAllocs()
	for b.Loop() {
		f.Start(b.Context(), in)
		f.Eval(0, feel.Null)
		if f.Err() != nil {
			b.Fatal(f.Err())
		}
		f.Stop()
	}
}

func BenchmarkMatches(b *testing.B) {
	p := program(b, `matches(s, "^[A-Z]{2}[0-9]{6}$")`, feel.NewScope().Declare("s", nil))
	in := feel.Input{Vars: feel.Map(map[string]any{"s": "AB123456"})}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Eval(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleCall() {
	v, err := feel.Call("replace", feel.String("banana"), feel.String("a"), feel.String("o"))
	fmt.Println(v, err)
	// Output: "bonono" <nil>
}
