package xpathre_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
)

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		text, pattern, replacement, flags, want string
	}{
		// All matches, from the left, without overlap.
		{"abracadabra", "bra", "*", "", "a*cada*"},
		{"aaaaa", "aa", "b", "", "bba"},
		{"abc", "def", "#", "", "abc"},
		{"", "a", "#", "", ""},
		{"abracadabra", "a", "", "", "brcdbr"},
		{"a.b.c.", "[a-z]", "#", "s", "#.#.#."},
		{"abc", ".^[d-z]*", "smix", "", "abc"},
		{"foobar", "^fo*b*", "#", "", "#ar"},
		{"aaa", "^a", "b", "", "baa"},
		{"a\na\n", "^a", "b", "m", "b\nb\n"},
		{"a\na", "a$", "b", "", "a\nb"},

		// The order of branches and the greed of quantifiers decide.
		{"abcd", "(ab)|(a)", "[1=$1][2=$2]", "", "[1=ab][2=]cd"},
		{"abcd", "(a)|(ab)", "[1=$1][2=$2]", "", "[1=a][2=]bcd"},
		{"abcd", "a|abcd", "-", "", "-bcd"},
		{"abracadabra", "a.*a", "*", "", "*"},
		{"abracadabra", "a.*?a", "*", "", "*c*bra"},
		{"AAAA", "A+", "b", "", "b"},
		{"AAAA", "A+?", "b", "", "bbbb"},
		{"aaaa", "a{1,3}", "b", "", "bb"},
		{"aaaa", "a{1,3}?", "b", "", "bbbb"},
		{"aaaa", "a{2,}?", "b", "", "bb"},
		{"aab", "(a??)(a*)b", "<$1|$2>", "", "<|aa>"},
		{"aab", "(a?)(a*?)b", "<$1|$2>", "", "<a|a>"},
		{"reluctant", "r.*?t", "X", "", "Xant"},
		{"darted", "^(.*?)d(.*)$", "$1c$2", "", "carted"},

		// A group has what it matched last.
		{"abab", "(a|b)+", "[$1]", "", "[b]"},
		{"ab", "((a)|b)+", "[$1$2]", "", "[ba]"},
		{"abc", "(x)?abc", "[$1]", "", "[]"},
		{"aab", "(a*)+b", "[$1]", "", "[aa]"},

		// Groups are counted by their opening brackets; (?: is none.
		{"abcd", "((a)(?:b)(c(d)))", "$1-$2-$3-$4", "", "abcd-a-cd-d"},
		{"0123456789", "(\\d{3})(\\d{3})(\\d{4})", "($1) $2-$3", "", "(012) 345-6789"},
		{"facetiously", "[iouy]", "[$0]", "", "facet[i][o][u]sl[y]"},
		{"abracadabra", "a(.)", "a$1$1", "", "abbraccaddabbra"},

		// As many digits as name a group; a single digit beyond is nothing.
		{"a", "(a)", "$1c", "", "ac"},
		{"a", "(a)", "$2c", "", "c"},
		{"a", "(a)", "$12", "", "a2"},
		{"a", "(a)", "$20", "", "0"},
		{"a", "(a)", "$01", "", "a"},
		{"a", "(a)", "$00x", "", "ax"},
		{"a", "(a)", "$05x", "", "x"},
		{"a", "a", "$10", "", "0"},
		{"a", "(a)", "$99999999999999999999", "", "9999999999999999999"},
		{"abcdefghijkl", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)", "$12$11$10$1$13", "", "lkjaa3"},

		// Escapes.
		{"a", "a", "\\$1", "", "$1"},
		{"a", "a", "\\\\", "", "\\"},
		{"a", "a", "\\\\$0", "", "\\a"},
		{"a", "a", "x\\$\\\\y", "", "x$\\y"},
		{"a", "a", "{}()[]^", "", "{}()[]^"},

		// Flag q: neither side has special characters.
		{"a.b", ".", "$0\\", "q", "a$0\\b"},
		{"a\\b", "\\", "/", "q", "a/b"},
		{"AxAX", "ax", "$1", "qi", "$1$1"},
	} {
		got, err := compile(t, c.pattern, c.flags).Replace(c.text, c.replacement, budget())
		if err != nil || got != c.want {
			t.Errorf("%q, %q with %q by %q: %q, %v; want %q", c.text, c.pattern, c.flags, c.replacement, got, err, c.want)
		}
	}
}

func TestReplacementErrors(t *testing.T) {
	for _, c := range []struct {
		replacement string
		offset      int
	}{
		{"$", 0}, {"a$", 1}, {"$x", 0}, {"$$1", 0}, {"$1$", 2}, {"${1}", 0}, {"$-1", 0}, {"é$", 2},
		{"\\", 0}, {"\\n", 0}, {"a\\1", 1}, {"\\\\\\", 2}, {"\\$\\", 2}, {"$1\\x", 2}, {"$٣", 0},
	} {
		// Whether or not there is something to replace.
		for _, text := range []string{"a", "b", ""} {
			_, err := compile(t, "(a)", "").Replace(text, c.replacement, budget())
			var e *xpathre.Error
			if !errors.As(err, &e) || e.Code != xpathre.InvalidReplacement || e.Offset != c.offset {
				t.Errorf("%q: %v, want an error at %d", c.replacement, err, c.offset)
			}
		}
	}
	_, err := compile(t, "a", "").Replace("a", "x$y", budget())
	want := `replacement, byte 1: a $ must be followed by a digit; write \$ for a $ as text`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestReplaceKeepsWhatDoesNotMatch(t *testing.T) {
	text := strings.Repeat("é\xff𝄞\n", 1000)
	got, err := compile(t, "[^a]", "").Replace(text, "$0", budget())
	if err != nil || got != text {
		t.Errorf("%v; the text changed: %v", err, got != text)
	}
}
