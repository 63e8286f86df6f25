package xpathre_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
	"pgregory.net/rapid"
)

// genPattern draws a pattern that means the same here and in Go's regexp.
func genPattern(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		kind %= 3
	}
	switch kind {
	case 0, 1:
		return rapid.SampledFrom([]string{"a", "b", "c", "a", "b", ".", "[ab]", "[^a]", "[a-c]", "é", "\\n", "[^\\n]"}).Draw(t, "char")
	case 2:
		return rapid.SampledFrom([]string{"^", "$", "", "a", "ab", "()"}).Draw(t, "small")
	case 3, 4:
		return genPattern(t, depth-1) + genPattern(t, depth-1)
	case 5:
		return "(?:" + genPattern(t, depth-1) + "|" + genPattern(t, depth-1) + ")"
	case 6:
		return "(" + genPattern(t, depth-1) + ")"
	case 7:
		return "(" + genPattern(t, depth-1) + "|" + genPattern(t, depth-1) + ")"
	}
	quantifier := rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{1,2}", "{2,}", "{0,2}", "{0}"}).Draw(t, "quantifier")
	lazy := rapid.SampledFrom([]string{"", "?"}).Draw(t, "lazy")
	open := rapid.SampledFrom([]string{"(", "(?:"}).Draw(t, "open")
	return open + genPattern(t, depth-1) + ")" + quantifier + lazy
}

// referring gives a pattern that matches the same and has a back-reference, to a
// group after those of the pattern.
func referring(pattern string, groups int) string {
	return fmt.Sprintf("(?:%s)()\\%d", pattern, groups+1)
}

// TestAgainstGo compares both ways to search with Go's regexp: whether there is a
// match, where the matches are, and what the groups took.
func TestAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := genPattern(t, 4)
		flags := rapid.SampledFrom([]string{"", "i", "s", "m", "ms"}).Draw(t, "flags")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("aabbcABé\n")), 0, 8, -1).Draw(t, "text")
		if strings.Contains(flags, "m") {
			text += "c" // a line feed at the end means something else in Go
		}
		prefix := ""
		if flags != "" {
			prefix = "(?" + flags + ")"
		}
		want := regexp.MustCompile(prefix + pattern)
		for _, p := range []string{pattern, referring(pattern, want.NumSubexp())} {
			re, err := xpathre.Compile(p, flags, budget())
			if err != nil {
				t.Fatalf("%q: %v", p, err)
			}
			if got, err := re.Match(text, budget()); got != want.MatchString(text) || err != nil {
				t.Fatalf("%q with %q on %q: %v, %v", p, flags, text, got, err)
			}
			if want.MatchString("") {
				continue
			}
			got, err := re.Replace(text, "<$0|$1|$2|$3>", budget())
			if wanted := replaceByGo(want, text); got != wanted || err != nil {
				t.Fatalf("%q with %q on %q: %q, %v; want %q", p, flags, text, got, err, wanted)
			}
		}
	})
}

func replaceByGo(re *regexp.Regexp, text string) string {
	var out strings.Builder
	last := 0
	for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(text[last:m[0]])
		var groups []string
		for g := range 4 {
			group := ""
			if 2*g < len(m) && m[2*g] >= 0 {
				group = text[m[2*g]:m[2*g+1]]
			}
			groups = append(groups, group)
		}
		out.WriteString("<" + strings.Join(groups, "|") + ">")
		last = m[1]
	}
	return out.String() + text[last:]
}

// FuzzMatch holds that a search ends within its steps, that both ways to search
// agree, and that Match, Replace and Split fit together.
func FuzzMatch(f *testing.F) {
	for _, c := range [][3]string{
		{"^(a+)+$", "", "aaaa!"}, {"(a|b)*\\1", "i", "abAB"}, {"[a-z-[b]]+?", "", "abc"}, {"^$", "m", "a\n\nb"},
		{"(x?)*(.)\\2", "s", "x\n\n"}, {"\\p{IsGreek}|\\W", "", "aω-"}, {"(?:(a|))+\\1b", "", "ab"}, {"a{2,3}", "", "aaaaa"}, {".", "", "\xff"},
	} {
		f.Add(c[0], c[1], c[2])
	}
	f.Fuzz(func(t *testing.T, pattern, flags, text string) {
		const steps = 200_000
		re, err := xpathre.Compile(pattern, flags, &xpathre.Budget{Steps: steps})
		if err != nil {
			return
		}
		b := &xpathre.Budget{Steps: steps, Bytes: steps}
		matched, err := re.Match(text, b)
		if b.Steps < -steps {
			t.Fatalf("overdrawn by %d steps", -b.Steps)
		}
		if err != nil {
			return
		}
		if groups, ok := countGroups(pattern, flags); ok {
			other, err := xpathre.Compile(referring(pattern, groups), flags, nil)
			if err != nil {
				return // at a limit
			}
			again, err := other.Match(text, &xpathre.Budget{Steps: 10 * steps})
			if err == nil && again != matched {
				t.Fatalf("%q with %q on %q: %v, with a reference %v", pattern, flags, text, matched, again)
			}
		}
		same, err := re.Replace(text, "$0", &xpathre.Budget{Steps: steps, Bytes: steps})
		if err != nil {
			return
		}
		if !strings.Contains(flags, "q") && same != text {
			t.Fatalf("%q with %q on %q: itself is %q", pattern, flags, text, same)
		}
		without, err := re.Replace(text, "", &xpathre.Budget{Steps: steps, Bytes: steps})
		if err != nil {
			return
		}
		parts, err := re.AppendSplit(nil, text, &xpathre.Budget{Steps: steps, Bytes: steps})
		if err != nil {
			return
		}
		if strings.Join(parts, "") != without || matched != (without != text) {
			t.Fatalf("%q with %q on %q: match %v, parts %q, without %q", pattern, flags, text, matched, parts, without)
		}
	})
}

// countGroups finds out how many groups a pattern without the flag q has, if they
// are fewer than nine, from which references to them compile.
func countGroups(pattern, flags string) (int, bool) {
	if strings.Contains(flags, "q") {
		return 0, false
	}
	for n := 9; n > 0; n-- {
		if _, err := xpathre.Compile(fmt.Sprintf("(?:%s)()\\%d", pattern, n), flags, nil); err == nil {
			return n - 1, n < 9
		}
	}
	return 0, false
}

var evenText = strings.Repeat("The quick brown fox jumps over the lazy dog. ", 20)

func BenchmarkMatch(b *testing.B) {
	for _, c := range []struct{ name, pattern, flags, text string }{
		{"literal", "lazy cat", "", evenText},
		{"short", "^[A-Z]{2}\\d{4}$", "", "AB1234"},
		{"email", "^[\\w.]+@[\\w.]+\\.\\w+$", "", "john.doe@example.org"},
		{"anchored", "^h.*d$", "", "hello world"},
		{"wide", "^[a-zäöü]+ [a-zäöü]+$", "", "grün übergrößenträger"},
		{"words", "(fox|dog|cat)s", "", evenText},
		{"caseless", "LAZY CAT", "i", evenText},
		{"evil", "^(a+)+$", "", strings.Repeat("a", 10_000) + "!"},
		{"reference", "(\\w)\\1\\1", "", evenText},
		{"evil reference", "^(a+)+()\\2$", "", strings.Repeat("a", 1_000) + "!"},
	} {
		b.Run(c.name, func(b *testing.B) {
			re := compile(b, c.pattern, c.flags)
			b.ReportAllocs()
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				match(b, re, c.text)
			}
		})
	}
}

func BenchmarkReplace(b *testing.B) {
	re := compile(b, "(\\w+) (\\w+)", "")
	b.ReportAllocs()
	b.SetBytes(int64(len(evenText)))
	for b.Loop() {
		re.Replace(evenText, "$2 $1", budget())
	}
}

func BenchmarkSplit(b *testing.B) {
	for _, pattern := range []string{" ", "\\s+"} {
		b.Run(pattern, func(b *testing.B) {
			re := compile(b, pattern, "")
			b.ReportAllocs()
			b.SetBytes(int64(len(evenText)))
			for b.Loop() {
				re.AppendSplit(nil, evenText, budget())
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, pattern := range []string{"abc", "^[A-Z]{2}\\d{4}$", "^[\\w.]+@[\\w.]+\\.\\w+$", "[\\p{L}-[aeiou]]+", "(.)\\1"} {
		b.Run(pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				compile(b, pattern, "")
			}
		})
	}
}
