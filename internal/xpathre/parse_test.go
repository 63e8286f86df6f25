package xpathre_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
)

func TestCompileErrors(t *testing.T) {
	const (
		nothing  = "there is nothing for this"
		second   = "a quantifier may not follow another one"
		noEscape = "is no escape of this dialect"
		unknown  = "is neither a category nor a block"
		noGroup  = "before this reference to it"
		digit    = "a back-reference starts with a digit from 1 to 9 and may not stand in a class"
	)
	for _, c := range []struct {
		pattern, flags string
		offset         int
		reason         string
	}{
		// Quantifiers.
		{"*a", "", 0, nothing}, {"a|*", "", 2, nothing}, {"(+a)", "", 1, nothing}, {"?", "", 0, nothing},
		{"{2}", "", 0, nothing}, {"(?:{2})", "", 3, nothing},
		{"a**", "", 2, second}, {"a*+", "", 2, second}, {"a++", "", 2, second}, {"a???", "", 3, second},
		{"a{2}{3}", "", 4, second}, {"a{2}??", "", 5, second}, {"a+{2}", "", 2, second},
		{"a{2,1}", "", 1, "more at least than at most"},
		{"a{99999999999999999999,1}", "", 1, "more at least than at most"},
		{"a{,2}", "", 2, "a { must be followed by a number"}, {"a{", "", 2, "a { must be followed by a number"},
		{"a{}", "", 2, "a { must be followed by a number"}, {"a{ 2}", "", 2, "a { must be followed by a number"},
		{"a{-1}", "", 2, "a { must be followed by a number"}, {"a{x}", "", 2, "a { must be followed by a number"},
		{"a{2", "", 3, "a quantifier is {n}"}, {"a{2,", "", 4, "a quantifier is {n}"},
		{"a{2,3", "", 5, "a quantifier is {n}"}, {"a{2 }", "", 3, "a quantifier is {n}"}, {"a{2,3,4}", "", 5, "a quantifier is {n}"},

		// Brackets.
		{"(", "", 0, "this ( is not closed"}, {"((a)", "", 0, "this ( is not closed"}, {"(a|", "", 0, "this ( is not closed"},
		{")", "", 0, "this ) closes nothing"}, {"a)b", "", 1, "this ) closes nothing"}, {"(a))", "", 3, "this ) closes nothing"},
		{"]", "", 0, "this ] closes nothing"}, {"a]", "", 1, "this ] closes nothing"}, {"}", "", 0, "this } closes nothing"},
		{"(?=a)", "", 1, "only ?: may follow"}, {"(?i)a", "", 1, "only ?: may follow"}, {"(?<n>a)", "", 1, "only ?: may follow"},
		{"(?P<n>a)", "", 1, "only ?: may follow"}, {"(?", "", 1, "only ?: may follow"}, {"(?#c)", "", 1, "only ?: may follow"},

		// Escapes.
		{"\\", "", 0, "a \\ at the end"}, {"a\\", "", 1, "a \\ at the end"},
		{"\\a", "", 0, noEscape}, {"\\b", "", 0, noEscape}, {"\\B", "", 0, noEscape}, {"\\A", "", 0, noEscape},
		{"\\z", "", 0, noEscape}, {"\\e", "", 0, noEscape}, {"\\f", "", 0, noEscape}, {"\\v", "", 0, noEscape},
		{"\\x41", "", 0, noEscape}, {"\\u0041", "", 0, noEscape}, {"\\Qa\\E", "", 0, noEscape}, {"\\ ", "", 0, noEscape},
		{"\\/", "", 0, noEscape}, {"\\\"", "", 0, noEscape}, {"\\'", "", 0, noEscape}, {"\\#", "", 0, noEscape},
		{"\\&", "", 0, noEscape}, {"\\:", "", 0, noEscape}, {"\\_", "", 0, noEscape}, {"é\\é", "", 2, noEscape},

		// Categories and blocks.
		{"\\p", "", 0, "must follow in { }"}, {"\\pL", "", 0, "must follow in { }"}, {"\\p{L", "", 0, "is not closed"},
		{"\\p{}", "", 0, unknown}, {"\\p{l}", "", 0, unknown}, {"\\p{Lx}", "", 0, unknown}, {"\\p{LC}", "", 0, unknown},
		{"\\p{Cs}", "", 0, unknown}, {"\\p{^L}", "", 0, unknown}, {"\\p{Letter}", "", 0, unknown}, {"\\p{Latin}", "", 0, unknown},
		{"\\p{Is}", "", 0, unknown}, {"\\p{IsNowhere}", "", 0, unknown}, {"\\P{IsNowhere}", "", 0, unknown},
		{"\\p{Isbasiclatin}", "", 0, unknown}, {"\\p{IsBasic Latin}", "", 0, unknown}, {"\\p{ IsBasicLatin}", "", 0, unknown},
		{"\\p{BasicLatin}", "", 0, unknown}, {"\\p{InBasicLatin}", "", 0, unknown}, {"\\p{IsLatin1Supplement}", "", 0, unknown},
		{"\\p{IsHighSurrogates}", "", 0, unknown}, {"[\\p{ L}]", "x", 1, unknown}, {"[a\\p{no}]", "", 2, unknown},

		// Back-references.
		{"\\1", "", 0, noGroup}, {"\\3", "", 0, noGroup}, {"(.)\\2", "", 3, noGroup}, {"(?:a)\\1", "", 5, noGroup},
		{"(a\\1)", "", 2, "is not closed"}, {"((a)\\1)", "", 4, "is not closed"}, {"\\1(a)", "", 0, noGroup},
		{"(a|\\1)", "", 3, "is not closed"}, {"\\0", "", 0, digit}, {"(a)\\0", "", 3, digit}, {"(a)\\01", "", 3, digit},
		{"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j\\10)", "", 29, "group 10 is not closed"},
		{"(a)[\\1]", "", 4, digit}, {"(a)[b\\1]", "", 5, digit}, {"[\\0]", "", 1, digit}, {"(a)[b-\\1]", "", 6, digit},

		// Classes.
		{"[", "", 0, "this [ is not closed"}, {"a[b", "", 1, "this [ is not closed"}, {"[a-", "", 1, "this range has no end"},
		{"[a-[b]", "", 0, "this [ is not closed"}, {"[a-[b", "", 3, "this [ is not closed"}, {"[^", "", 0, "this [ is not closed"},
		{"[]", "", 0, "must not be empty"}, {"[^]", "", 0, "must not be empty"}, {"[]a]", "", 0, "must not be empty"},
		{"[a-[]]", "", 3, "must not be empty"},
		{"[[]", "", 1, "must be written \\["}, {"[a[b]]", "", 2, "must be written \\["}, {"[[:alpha:]]", "", 1, "must be written \\["},
		{"[-[a]]", "", 1, "nothing to subtract from"}, {"[^-[a]]", "", 2, "nothing to subtract from"},
		{"[a-[b]c]", "", 6, "must be the last part"}, {"[a-[b]-[c]]", "", 6, "must be the last part"},
		{"[z-a]", "", 1, "the range z-a is in the wrong order"}, {"[a\\t-\\n\\r-\\n]", "", 7, "the range \\r-\\n is in the wrong order"},
		{"[--a]", "", 1, "must not start with a -"}, {"[a--b]", "", 3, "must not end with a -"}, {"[---]", "", 1, "must not start with a -"},
		{"[a--]", "", 3, "must not end with a -"},
		{"[a-\\d]", "", 3, "must end with a single character"}, {"[a-\\p{L}]", "", 3, "must end with a single character"},
		{"[a\\q]", "", 2, noEscape}, {"[a-\\q]", "", 3, noEscape}, {"[\\", "", 1, "a \\ at the end"},

		// With flag x places are those of the pattern as it was given.
		{" a * *", "x", 5, second}, {"\t(a ) \\2", "x", 6, noGroup}, {"a b )", "x", 4, "closes nothing"}, {" ( a ", "x", 1, "is not closed"},
		{"a \\ ", "x", 2, "a \\ at the end"},

		{"a\xff", "", 1, "not UTF-8"}, {"a\xff", "q", 1, "not UTF-8"}, {"\xed\xa0\x80", "", 0, "not UTF-8"},
	} {
		_, err := xpathre.Compile(c.pattern, c.flags, budget())
		var e *xpathre.Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%q with %q: %v", c.pattern, c.flags, err)
		case e.Code != xpathre.InvalidPattern, e.Offset != c.offset, !strings.Contains(e.Reason, c.reason):
			t.Errorf("%q with %q: %s %d %q; want %d %q", c.pattern, c.flags, e.Code, e.Offset, e.Reason, c.offset, c.reason)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, flags := range []string{"", "s", "m", "i", "x", "q", "smixq", "qxims", "ii", "msm"} {
		if _, err := xpathre.Compile("a", flags, budget()); err != nil {
			t.Errorf("%q: %v", flags, err)
		}
	}
	for _, c := range []struct {
		flags  string
		offset int
	}{{"p", 0}, {" ", 0}, {"i ", 1}, {"X", 0}, {"sI", 1}, {"g", 0}, {"s,m", 1}, {"ié", 1}, {"i\xff", 1}, {"\x00", 0}} {
		_, err := xpathre.Compile("a", c.flags, budget())
		var e *xpathre.Error
		if !errors.As(err, &e) || e.Code != xpathre.InvalidFlags || e.Offset != c.offset {
			t.Errorf("%q: %v", c.flags, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	for _, c := range []struct{ pattern, flags, want string }{
		{"ab*+", "", "regular expression, byte 3: a quantifier may not follow another one; put what the first one repeats into (?: )"},
		{"a", "ig", "flags, byte 1: 'g' is no flag; the flags are s, m, i, x and q"},
		{"a]", "", `regular expression, byte 1: this ] closes nothing; write \] for a ] as text`},
	} {
		_, err := xpathre.Compile(c.pattern, c.flags, budget())
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.pattern, err, c.want)
		}
	}
}

func TestPatternsAtTheLimits(t *testing.T) {
	nested := func(open string, n int, inner, shut string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	for _, c := range []struct {
		name, pattern string
		ok            bool
	}{
		{"brackets at the limit", nested("(", 250, "a", ")"), true},
		{"brackets beyond", nested("(", 251, "a", ")"), false},
		{"100,000 brackets", nested("(", 100_000, "a", ")"), false},
		{"10,000 brackets", nested("(?:", 10_000, "a", ")"), false},
		{"10,000 brackets left open", strings.Repeat("(", 10_000), false},
		{"subtractions at the limit", nested("[a-z-", 249, "[a]", "]"), true},
		{"subtractions beyond", nested("[a-z-", 250, "[a]", "]"), false},
		{"nested loops", nested("(?:", 250, "a", ")*"), true},
		{"loops of captures", nested("(", 250, "a*", ")+"), true},
		{"groups at the limit", strings.Repeat("(a)", 1_000), true},
		{"groups beyond", strings.Repeat("(a)", 1_001), false},
		{"bytes beyond", strings.Repeat("é", 20_000), false},
		{"characters at the limit", strings.Repeat("a", 19_999), true},
		{"characters beyond", strings.Repeat("a", 20_000), false},
		{"repeats", "a{5000}", true},
		{"more repeats", "[a-z]{1,4000}", true},
		{"repeats beyond", "a{20000}", false},
		{"a count that no integer holds", "a{99999999999999999999}", false},
		{"at least as many", "a{99999999999999999999,}", false},
		{"repeats of repeats", "(a{1000}){1000}", false},
		{"repeats of optional repeats", "(a{0,1000}){0,1000}", false},
		{"repeats of nothing", nested("(?:", 50, "", "){9999}"), false},
		{"repeats by none", "(?:a{1000}){0}", true},
	} {
		re, err := xpathre.Compile(c.pattern, "", budget())
		var e *xpathre.Error
		if c.ok != (err == nil) || !c.ok && (!errors.As(err, &e) || e.Code != xpathre.TooLarge) {
			t.Errorf("%s: %v", c.name, err)
		}
		if re != nil {
			match(t, re, "a")
		}
	}
}

func TestCompilingCostsSteps(t *testing.T) {
	for _, c := range []struct{ name, pattern string }{
		{"length", strings.Repeat("a", 5_000)},
		{"repetition", "a{5000}"},
		{"classes", strings.Repeat("[\\p{L}a]", 100)},
		{"a wide class", "[\x01-\U0010FFFF]"},
		{"references", strings.Repeat("(a)", 500) + "\\1\\2\\3\\4\\5\\499"},
	} {
		re, err := xpathre.Compile(c.pattern, "i", &xpathre.Budget{Steps: 1_000})
		if re != nil || !errors.Is(err, xpathre.ErrSteps) {
			t.Errorf("%s: %v", c.name, err)
		}
		b := &xpathre.Budget{Steps: 1_000_000}
		if _, err := xpathre.Compile(c.pattern, "i", b); err != nil {
			t.Errorf("%s: %v, %d left", c.name, err, b.Steps)
		}
	}
}

// What looks odd and is allowed.
func TestCompileAccepts(t *testing.T) {
	for _, pattern := range []string{
		"", "|", "||", "()", "(|)", "(?:)", "a||b", "-", "a-b", ",", "a,b", "#", "&&", "\"", "/", ":", "=", "!", "<>", "~", "`",
		"^", "$", "^^", "$^", "^*", "$?", "(^)+", "a{0}", "a{0,0}", "a{0,}", "a{00002}", "a{2}?", "a??", "a*?", "a+?", "a{1,2}?",
		"[-]", "[a-]", "[-a]", "[^-]", "[^-a]", "[--]", "[^^]", "[a^]", "[a-b-c]", "[a-c-e-g]", "[a-b-]", "[0-9-.]", "[\\d-a]", "[\\d-z]",
		"[\\d-]", "[\\d-\\s]", "[a--[b]]", "[--[a]]", "[\\--z]", "[+-\\-]", "[a-a]", "[.*+?{}()|$#]", "[ ]", "[\\[\\]]", "[a-z-[aeiou]]",
		"[^a-z-[^b]]", "[a-z-[b-y-[c-x]]]", "[\\d-[5]]", "[\\n\\r\\t\\\\\\|\\.\\?\\*\\+\\(\\)\\{\\}\\-\\[\\]\\^\\$]",
		"\\n\\r\\t\\\\\\|\\.\\?\\*\\+\\(\\)\\{\\}\\-\\[\\]\\^\\$", "\\s\\S\\i\\I\\c\\C\\d\\D\\w\\W", "[\\s\\S\\i\\I\\c\\C\\d\\D\\w\\W]",
		"(a)\\1*", "(a)(?:b\\1)", "(a)\\10", "(a)|\\1", "((a)\\2)", "\U0010FFFF", "\x00", "\uFFFD",
	} {
		if _, err := xpathre.Compile(pattern, "", budget()); err != nil {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}

// FuzzCompile holds that compiling ends within its steps, that the flag q gives the
// search for a substring, and that a pattern that compiles does so inside brackets
// as well and then matches the same.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{"a|b*", "(a)\\1", "[a-z-[b]]", "\\p{Lu}+?", "^(?:a{2,3}$)", "[^\\-\\]]", "a{2,1}", "(((", "[a", "\\", "(?i)"} {
		for _, flags := range []string{"", "smixq", "x", "i"} {
			f.Add(seed, flags, "aAb\nc")
		}
	}
	f.Fuzz(func(t *testing.T, pattern, flags, text string) {
		b := &xpathre.Budget{Steps: 1_000_000}
		re, err := xpathre.Compile(pattern, flags, b)
		if b.Steps < -1_000_000 {
			t.Fatalf("overdrawn by %d steps", -b.Steps)
		}
		var e *xpathre.Error
		if errors.As(err, &e) && (e.Offset < 0 || e.Offset > max(len(pattern), len(flags)) || e.Reason == "") {
			t.Fatalf("%q: error %+v", pattern, e)
		}
		if err != nil {
			return
		}
		got, err := re.Match(text, &xpathre.Budget{Steps: 100_000})
		if err != nil {
			return
		}
		switch {
		case !strings.Contains(flags, "q"):
			inner, err := xpathre.Compile("(?:"+pattern+")", flags, nil)
			if err != nil {
				if errors.As(err, &e) && e.Code == xpathre.TooLarge {
					return
				}
				t.Fatal(err)
			}
			if again, err := inner.Match(text, nil); again != got || err != nil {
				t.Fatalf("%q with %q on %q: %v, in brackets %v, %v", pattern, flags, text, got, again, err)
			}
		case !strings.Contains(flags, "i") && !strings.Contains(pattern, "\uFFFD"):
			if want := strings.Contains(text, pattern); got != want {
				t.Fatalf("%q with %q on %q: %v", pattern, flags, text, got)
			}
		}
	})
}
