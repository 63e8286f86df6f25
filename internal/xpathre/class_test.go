package xpathre_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/decision-spine/spine/internal/xpathre"
	"pgregory.net/rapid"
)

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		class, flags string
		in, out      string // characters that the class has, and has not
	}{
		{"[abc]", "", "abc", "dA^"},
		{"[^abc]", "", "dA\n", "abc"},
		{"[a-c]", "", "abc", "-d"},
		{"[a^]", "", "a^", "b"},
		{"[^^]", "", "a", "^"},

		// Where a hyphen is itself.
		{"[-]", "", "-", "a"},
		{"[a-]", "", "a-", "b"},
		{"[-a]", "", "a-", "b"},
		{"[^-]", "", "a", "-"},
		{"[a-c-]", "", "abc-", "d"},
		{"[a-c-e]", "", "abc-e", "d"},
		{"[0-9-.]", "", "05-.", "/"},
		{"[\\d-a]", "", "5-a", "b"},
		{"[\\d-]", "", "5-", "a"},
		{"[\\--/]", "", "-./", ","},
		{"[+-\\-]", "", "+,-", "."},
		{"[--]", "", "-", "a"},
		{"[--[a]]", "", "-", "a"},
		{"[a--[a]]", "", "-", "a"},

		// Subtraction.
		{"[a-z-[aeiou]]", "", "bz", "aeiouA"},
		{"[a-z-[^aeiou]]", "", "aeiou", "bA"},
		{"[^a-c-[x]]", "", "dy", "abcx"},
		{"[a-z-[b-y-[m]]]", "", "amz", "bly"},
		{"[\\w-[\\d]]", "", "aé", "5 "},
		{"[\\d-[5]]", "", "46", "5-"},
		{"[a-[a]]", "", "", "ab"},
		{"[\\p{L}-[\\p{Lu}]]", "", "aß", "AÉ"},
		{"[a\\]-[\\]]]", "", "a", "]"},

		// Special characters are ordinary.
		{"[.*+?(){}|$#]", "", ".*+?(){}|$#", "a"},
		{"[\\n\\r\\t\\\\\\|\\.\\?\\*\\+\\(\\)\\{\\}\\-\\[\\]\\^\\$]", "", "\n\r\t\\|.?*+(){}-[]^$", "nrta"},
		{"[ ]", "x", " ", "a"},

		// Flag i: characters and ranges, before they are complemented or subtracted.
		{"[A-Z]", "i", "azAZ\u212Aſ", "é"},
		{"[a-z]", "i", "azAZ\u212Aſ", "É"},
		{"[A-Z-[OI]]", "i", "xXaA", "oOiI"},
		{"[A-Z-[^OI]]", "i", "oOiI", "xX"},
		{"[^Q]", "i", "pP", "qQ"},
		{"[^q-s]", "i", "pPt", "qQrRsSſ"},
		{"[\\p{Lu}]", "i", "A", "a"},
		{"[\\p{Lu}b]", "i", "AbB", "a"},
		{"[^\\p{Lu}]", "i", "a", "A"},
		{"[\\p{Lu}-[A]]", "i", "B", "aAb"},
		{"[\\w-[K]]", "i", "aJ", "kK\u212A"},
	} {
		re := compile(t, "^"+c.class+"$", c.flags)
		for _, r := range c.in {
			if !match(t, re, string(r)) {
				t.Errorf("%s with %q has not %q", c.class, c.flags, r)
			}
		}
		for _, r := range c.out {
			if match(t, re, string(r)) {
				t.Errorf("%s with %q has %q", c.class, c.flags, r)
			}
		}
	}
}

// class is a random class and what it has.
type class struct {
	text string
	has  func(r rune, caseless bool) bool
}

func sameCase(a, b rune) bool {
	return unicode.ToLower(a) == unicode.ToLower(b) || unicode.ToUpper(a) == unicode.ToUpper(b)
}

const classAlphabet = "abcABCkKsS19-^ \u212Aſéµμ"

func genClass(t *rapid.T, depth int) class {
	type part struct {
		text string
		has  func(r rune, caseless bool) bool
	}
	rangeOf := func(lo, hi rune) func(rune, bool) bool {
		return func(r rune, caseless bool) bool {
			if !caseless {
				return lo <= r && r <= hi
			}
			for c := lo; c <= hi; c++ {
				if c == r || sameCase(c, r) {
					return true
				}
			}
			return false
		}
	}
	escape := func(r rune) string {
		if strings.ContainsRune("-^[]\\", r) {
			return "\\" + string(r)
		}
		return string(r)
	}
	var parts []part
	for range rapid.IntRange(1, 3).Draw(t, "parts") {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			r := rapid.SampledFrom([]rune(classAlphabet)).Draw(t, "char")
			parts = append(parts, part{escape(r), rangeOf(r, r)})
		case 1:
			lo := rapid.SampledFrom([]rune("aAjJrR0\u00b0")).Draw(t, "low")
			hi := lo + rapid.Int32Range(0, 12).Draw(t, "length")
			parts = append(parts, part{escape(lo) + "-" + escape(hi), rangeOf(lo, hi)})
		case 2:
			parts = append(parts, part{"\\d", func(r rune, _ bool) bool { return '0' <= r && r <= '9' }})
		default:
			parts = append(parts, part{"\\S", func(r rune, _ bool) bool { return r != ' ' }})
		}
	}
	negated := rapid.Bool().Draw(t, "negated")
	c := class{text: "["}
	if negated {
		c.text = "[^"
	}
	for _, p := range parts {
		c.text += p.text
	}
	minus := class{has: func(rune, bool) bool { return false }}
	if depth < 3 && rapid.Bool().Draw(t, "subtraction") {
		minus = genClass(t, depth+1)
		c.text += "-" + minus.text
	}
	c.text += "]"
	c.has = func(r rune, caseless bool) bool {
		has := false
		for _, p := range parts {
			has = has || p.has(r, caseless)
		}
		return has != negated && !minus.has(r, caseless)
	}
	return c
}

func TestClassesAgainstPredicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := genClass(t, 0)
		for _, flags := range []string{"", "i"} {
			re, err := xpathre.Compile(c.text, flags, budget())
			if err != nil {
				t.Fatal(c.text, err)
			}
			for _, r := range classAlphabet + "zZjJrR059.~\u00b5\u00bc" {
				got, err := re.Match(string(r), budget())
				if want := c.has(r, flags == "i"); got != want || err != nil {
					t.Fatalf("%s with %q has %q: %v, %v", c.text, flags, r, got, err)
				}
			}
		}
	})
}
