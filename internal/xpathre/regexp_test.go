package xpathre_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
)

// budget is more than any test needs that does not run out on purpose.
func budget() *xpathre.Budget { return &xpathre.Budget{Steps: 10_000_000, Bytes: 10_000_000} }

func compile(t testing.TB, pattern, flags string) *xpathre.Regexp {
	t.Helper()
	re, err := xpathre.Compile(pattern, flags, budget())
	if err != nil {
		t.Fatalf("%q with %q: %v", pattern, flags, err)
	}
	return re
}

func match(t testing.TB, re *xpathre.Regexp, s string) bool {
	t.Helper()
	ok, err := re.Match(s, budget())
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, flags, text string
		want                 bool
	}{
		// A match may lie anywhere.
		{"bra", "", "abracadabra", true},
		{"", "", "", true},
		{"", "", "a", true},
		{"x", "", "", false},
		{"é", "", "café", true},
		{"𝄞.", "", "𝄞a", true},
		{"^.$", "", "🐎", true},

		// Branches, empty ones too.
		{"^(a|b|)$", "", "", true},
		{"^(|a)$", "", "a", true},
		{"^(a||b)$", "", "b", true},
		{"^|x", "", "a", true},
		{"^a|b$", "", "xb", true},
		{"^(a|ab)c$", "", "abc", true},

		// Anchors hold for the whole text and may stand anywhere.
		{"^b", "", "a\nb", false},
		{"a$", "", "a\nb", false},
		{"a$", "", "a\n", false},
		{".^b", "", "ab", false},
		{"a$b", "", "ab", false},
		{"(^a)b", "", "ab", true},
		{"a(b$)", "", "ab", true},
		{"^^a$$", "", "a", true},
		{"^*a", "", "ba", true},
		{"x^+a", "", "xa", false},
		{"^{2}a", "", "a", true},
		{"b|^", "", "a", true},

		// Flag m: lines, which end at line feeds only.
		{"^b", "m", "a\nb", true},
		{"a$", "m", "a\nb", true},
		{"^$", "m", "\nabcd\ndefg\n", true},
		{"^$", "m", "abcd\n\ndefg\n ", true},
		{"^$", "m", "abcd\ndefg\n", false},
		{"\\n^", "m", "a\n", false},
		{"\\n$", "m", "a\n", false},
		{"\\n$", "m", "a\n\n", true},
		{"^$", "m", "", true},
		{"^b", "m", "a\rb", false},
		{"^a$", "m", "a\r\nb", false},

		// The dot, without and with flag s.
		{"^.$", "", "\n", false},
		{"^.$", "", "\r", false},
		{"Mary.Jones", "", "Mary\rJones", false},
		{"^.$", "", "\u2028", true},
		{"^.$", "s", "\n", true},
		{"^.$", "s", "\r", true},
		{"hello.*world", "", "hello\nworld", false},
		{"hello.*world", "s", "hello\nworld", true},

		// Quantifiers.
		{"^a{2}$", "", "aa", true},
		{"^a{2}$", "", "aaa", false},
		{"^a{2,}$", "", "aaaa", true},
		{"^a{2,}$", "", "a", false},
		{"^a{1,2}$", "", "aa", true},
		{"^a{1,2}$", "", "aaa", false},
		{"^a{0}$", "", "", true},
		{"^a{0}$", "", "a", false},
		{"^(ab){0,0}c$", "", "c", true},
		{"^(a?){3}$", "", "aa", true},
		{"^(a*)*$", "", "aaa", true},
		{"^(a*)+b$", "", "b", true},
		{"^(a|b*)*c$", "", "abbac", true},
		{"^(?:()|a)+$", "", "aa", true},
		{"^a{3}?$", "", "aaa", true},
		{"^a*?$", "", "aaa", true},

		// White space and flag x.
		{"a b", "", "ab", false},
		{"a b", "x", "ab", true},
		{"a\tb\nc\rd", "x", "abcd", true},
		{"a\u00a0b", "x", "ab", false},
		{"hello\\ sworld", "x", "hello world", true},
		{" hello[ ]world", "x", "hello world", true},
		{"[a-z -[ ]] b", "x", "ab", true},
		{"^[a-z -[ ]]b", "x", " b", false},
		{"\\[ a b", "x", "[ab", true},
		{"\\\\ [ ]", "x", "\\ ", true},
		{"[\\]  ]b", "x", " b", true},
		{"( ?:a) { 2 }", "x", "aa", true},
		{"(a)\\1 0", "x", "aa0", true},
		{"a#b", "x", "a#b", true},
		{"^\\p{ I s B a s i c L a t i n }+$", "x", "hello world", true},

		// Flag q.
		{"x[y-z]", "q", "x[y-z]", true},
		{"a.c", "q", "abc", false},
		{"X[y-Z]", "qi", "x[Y-z]", true},
		{"(?:abra(?:cad)?)*", "q", "abracadabra", false},
		{"a b", "qx", "ab", false},
		{"^", "qm", "a", false},
		{"\\", "q", "a\\b", true},
		{"", "q", "a", true},
	} {
		re := compile(t, c.pattern, c.flags)
		if got := match(t, re, c.text); got != c.want {
			t.Errorf("%q with %q on %q: %v, want %v", c.pattern, c.flags, c.text, got, c.want)
		}
	}
}

// A byte that is not UTF-8 is one character, U+FFFD.
func TestTextNotUTF8(t *testing.T) {
	for _, c := range []struct {
		pattern, text, want string
	}{
		{".", "\xff\xfe", "<\xff><\xfe>"},
		{"\uFFFD", "a\xffb", "a<\xff>b"},
		{"a\uFFFD", "a\xff", "<a\xff>"},
		{"[^a]", "a\xc3", "a<\xc3>"},
		{"(.)\\1", "\xff\xfe", "<\xff\xfe>"},
		{"(.)\\1", "\xe2€€", "\xe2<€€>"},
		{"é", "\xc3\xa9\xc3", "<é>\xc3"},
		{"\\P{Co}", "\xed\xa0\x80", "<\xed><\xa0><\x80>"},
	} {
		got, err := compile(t, c.pattern, "").Replace(c.text, "<$0>", budget())
		if err != nil || got != c.want {
			t.Errorf("%q on %q: %q, %v; want %q", c.pattern, c.text, got, err, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		pattern, flags, text string
		want                 []string
	}{
		{"\\s", "", "John Doe", []string{"John", "Doe"}},
		{";", "", "a;b;c;;", []string{"a", "b", "c", "", ""}},
		{";", "", ";", []string{"", ""}},
		{";", "", "a", []string{"a"}},
		{";", "", "", nil},
		{"^a", "", "aab", []string{"", "ab"}},
		{"^a", "m", "ab\nac", []string{"", "b\n", "c"}},
		{"a$", "", "aba", []string{"ab", ""}},
		{"[,;] *", "", "a, b;c", []string{"a", "b", "c"}},
		{".", "q", "1.2.3", []string{"1", "2", "3"}},
		{"x", "i", "1x2X3", []string{"1", "2", "3"}},
		{"(.)\\1", "", "abccdde", []string{"ab", "", "e"}},
		{"aa", "", "aaaaa", []string{"", "", "a"}},
		{"—", "", "a—b", []string{"a", "b"}},
	} {
		got, err := compile(t, c.pattern, c.flags).AppendSplit(nil, c.text, budget())
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q with %q on %q: %q, %v; want %q", c.pattern, c.flags, c.text, got, err, c.want)
		}
	}
}

func TestEmptyMatchIsRefused(t *testing.T) {
	for _, c := range []struct {
		pattern, flags string
		want           bool
	}{
		{"", "", true}, {"", "q", true}, {"a*", "", true}, {"a??", "", true}, {"^", "", true}, {"^$", "m", true},
		{"a|", "", true}, {"(a*)\\1", "", true}, {"(a)?\\1", "", true}, {"a{0}", "", true}, {"()", "", true},
		{"($)+", "", true}, {"(a|b?)+", "", true}, {"(|a)b*", "", true},
		{"a", "", false}, {"a+?", "", false}, {"^a*b", "", false}, {"(a)\\1", "", false}, {".^", "", false},
		{"a*", "q", false}, {"(a|b?)c", "", false}, {"a{1}", "", false},
	} {
		re := compile(t, c.pattern, c.flags)
		if got := match(t, re, ""); got != c.want {
			t.Errorf("%q on the empty string: %v", c.pattern, got)
		}
		_, replaceErr := re.Replace("abc", "", budget())
		_, splitErr := re.AppendSplit(nil, "abc", budget())
		for _, err := range []error{replaceErr, splitErr} {
			var e *xpathre.Error
			if got := errors.As(err, &e) && e.Code == xpathre.MatchesEmpty; got != c.want {
				t.Errorf("%q with %q: error %v, want one: %v", c.pattern, c.flags, err, c.want)
			}
		}
	}
}

// evil are searches that take a backtracking matcher ages, or memory.
var evil = []struct {
	pattern, flags string
	text           func(n int) string
	perChar        int64 // steps, at most
}{
	{"^(a+)+$", "", func(n int) string { return strings.Repeat("a", n) }, 10},
	{"^(a+)+$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 10},
	{"^(a|a)*$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 12},
	{"^(a|aa)+$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 15},
	{"(a*)*b", "", func(n int) string { return strings.Repeat("a", n) }, 12},
	{"(x+x+)+y", "", func(n int) string { return strings.Repeat("x", n) }, 15},
	{"(.*)(.*)(.*)(.*)!", "s", func(n int) string { return strings.Repeat("a", n) }, 30},
	{"^(([a-z])+.)+[A-Z]([a-z])+$", "", func(n int) string { return strings.Repeat("a", n) }, 20},
	{"(a?){50}a{50}$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 400},
	// With back-references:
	{"^(a+)+()\\2$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 100},
	{"^(a|aa)+()\\2$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 150},
	{"^(?:(a)\\1)+$", "", func(n int) string { return strings.Repeat("a", n) + "!" }, 50},
	{"(['\"]).*?\\1", "", func(n int) string { return "'" + strings.Repeat("a", n) }, 30},
}

func TestStepsGrowWithTheText(t *testing.T) {
	for _, c := range evil {
		re := compile(t, c.pattern, c.flags)
		for _, n := range []int{1_000, 10_000} {
			b := budget()
			before := b.Steps
			if _, err := re.Match(c.text(n), b); err != nil {
				t.Errorf("%q on %d characters: %v", c.pattern, n, err)
			}
			if steps := before - b.Steps; steps > c.perChar*int64(n) || steps < 1 {
				t.Errorf("%q on %d characters: %d steps, more than %d each", c.pattern, n, steps, c.perChar)
			}
		}
	}
}

func TestStepsRunOut(t *testing.T) {
	long := strings.Repeat("a", 10_000)
	for _, c := range []struct{ pattern, text string }{
		{"^(a+)+$", long + "!"},
		{"(a*)\\1!", long},
		{"(.*)\\1(.*)\\2(.*)\\3!", long},
		{"^(a+)+\\1$", long + "!"},
		{"(a+)(a+)(a+)(a+)\\1\\2\\3\\4!", long},
		{"[b-z]", long},
		{"b", strings.Repeat(long, 100)},
	} {
		re := compile(t, c.pattern, "")
		b := &xpathre.Budget{Steps: 1_000, Bytes: 1 << 20}
		if ok, err := re.Match(c.text, b); ok || !errors.Is(err, xpathre.ErrSteps) || b.Steps >= 0 {
			t.Errorf("%q: %v, %v, %d steps left", c.pattern, ok, err, b.Steps)
		}
		if ok, err := re.Match("", b); ok || !errors.Is(err, xpathre.ErrSteps) {
			t.Errorf("%q, budget used up: %v, %v", c.pattern, ok, err)
		}
		_, err := re.Replace(c.text, "", &xpathre.Budget{Steps: 1_000, Bytes: 1 << 20})
		if !errors.Is(err, xpathre.ErrSteps) {
			t.Errorf("replace %q: %v", c.pattern, err)
		}
		_, err = re.AppendSplit(nil, c.text, &xpathre.Budget{Steps: 1_000, Bytes: 1 << 20})
		if !errors.Is(err, xpathre.ErrSteps) {
			t.Errorf("split %q: %v", c.pattern, err)
		}
	}
}

// One place may overdraw the budget by the work of one place, no more.
func TestStepsAreOverdrawnByOnePlaceOnly(t *testing.T) {
	text := strings.Repeat("a", 100_000)
	many := compile(t, "(a?){3000}b", "")
	b := &xpathre.Budget{Steps: 1}
	if _, err := many.Match(text, b); !errors.Is(err, xpathre.ErrSteps) || b.Steps < -20_000 {
		t.Errorf("match: %v, %d steps left", err, b.Steps)
	}
	groups := compile(t, strings.Repeat("()", 999)+"(.)[a-z]{0,5000}b", "")
	b = &xpathre.Budget{Steps: 1}
	if _, err := groups.Replace(text, "$999", b); !errors.Is(err, xpathre.ErrSteps) || b.Steps < -20_000 {
		t.Errorf("replace: %v, %d steps left", err, b.Steps)
	}
}

func TestStepsAreTheSameEachTime(t *testing.T) {
	for _, c := range evil {
		re := compile(t, c.pattern, c.flags)
		var first int64
		for i := range 5 {
			b := budget()
			re.Match(c.text(500), b)
			if i == 0 {
				first = b.Steps
			}
			if b.Steps != first {
				t.Errorf("%q: %d steps left, then %d", c.pattern, first, b.Steps)
			}
		}
	}
}

func TestBytesRunOut(t *testing.T) {
	long := strings.Repeat("a", 1_000)
	b := &xpathre.Budget{Steps: 1_000_000, Bytes: 100_000}
	if out, err := compile(t, "a", "").Replace(long, strings.Repeat("$0", 1_000), b); !errors.Is(err, xpathre.ErrBytes) || out != "" || b.Bytes >= 0 {
		t.Errorf("replace: %d bytes, %v, %d left", len(out), err, b.Bytes)
	}
	b = &xpathre.Budget{Steps: 1_000_000, Bytes: 5_000}
	if parts, err := compile(t, "a", "").AppendSplit(nil, long, b); !errors.Is(err, xpathre.ErrBytes) || parts != nil {
		t.Errorf("split: %d parts, %v", len(parts), err)
	}
	b = &xpathre.Budget{Steps: 1_000_000, Bytes: 0}
	if out, err := compile(t, "b", "").Replace(long, "c", b); err != nil || out != long {
		t.Errorf("nothing to replace: %v", err)
	}
	b = &xpathre.Budget{Steps: 1_000_000, Bytes: 3}
	if out, err := compile(t, "a", "").Replace("bab", "c", b); err != nil || out != "bcb" || b.Bytes != 0 {
		t.Errorf("exactly enough: %q, %v, %d left", out, err, b.Bytes)
	}
}

// What a search must remember is bounded even if its steps are not.
func TestMemoryIsBounded(t *testing.T) {
	long := strings.Repeat("a", 30_000)
	for _, c := range []struct{ name, pattern, replacement string }{
		{"states", "^(a*)(a*)(a*)\\1\\2!", ""},
		{"ways", "(?:a" + strings.Repeat("()", 100) + ")*\\1!", ""},
		{"captures", strings.Repeat("()", 999) + "(.)(?:a?){4000}b", "$999"},
	} {
		re := compile(t, c.pattern, "")
		if _, err := re.Replace(long, c.replacement, nil); !errors.Is(err, xpathre.ErrBytes) {
			t.Errorf("%s: %v", c.name, err)
		}
		if ok, err := re.Match("b", budget()); ok || err != nil {
			t.Errorf("%s, afterwards: %v, %v", c.name, ok, err)
		}
	}
}

// Groups without text that are replaced by nothing still cost.
func TestReplacementPartsCostSteps(t *testing.T) {
	b := &xpathre.Budget{Steps: 1_000_000, Bytes: 1_000_000}
	_, err := compile(t, "a()", "").Replace(strings.Repeat("a", 10_000), strings.Repeat("$1", 10_000), b)
	if !errors.Is(err, xpathre.ErrSteps) {
		t.Error(err)
	}
}

func TestNilBudgetHasNoLimits(t *testing.T) {
	re, err := xpathre.Compile("(a)\\1", "i", nil)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := re.Match("xaA", nil); !ok || err != nil {
		t.Error(ok, err)
	}
	if out, err := re.Replace("xaAy", "-", nil); out != "x-y" || err != nil {
		t.Error(out, err)
	}
	if parts, err := re.AppendSplit(nil, "xaAy", nil); fmt.Sprint(parts) != "[x y]" || err != nil {
		t.Error(parts, err)
	}
}

func TestRegexpIsShared(t *testing.T) {
	for _, pattern := range []string{"(a+)(b+)c", "(a+)b+\\1c", "aab"} {
		re := compile(t, pattern, "i")
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				for n := range 50 {
					text := strings.Repeat("x", i+n) + "aabaacaabaac"
					want := strings.Count(text, "aab")
					if pattern == "(a+)(b+)c" {
						want = 0
					}
					parts, err := re.AppendSplit(nil, text, budget())
					if err != nil || len(parts) != want+1 {
						t.Errorf("%q on %q: %q, %v", pattern, text, parts, err)
					}
				}
			})
		}
		wg.Wait()
	}
}
