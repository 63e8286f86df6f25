package xpathre_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
	"pgregory.net/rapid"
)

func TestBackReferences(t *testing.T) {
	for _, c := range []struct {
		pattern, flags, text, want string // matches in < >
	}{
		{"(a)\\1", "", "aaaa", "<aa><aa>"},
		{"(.)\\1", "", "hello", "he<ll>o"},
		{"('|\").*?\\1", "", "say 'it' \"is\" 'x", "say <'it'> <\"is\"> 'x"},
		{"(a+)b\\1", "", "aabaaa", "<aabaa>a"},
		{"(a+)b\\1", "", "aaba", "a<aba>"},
		{"^(a*)\\1b", "", "aaaab", "<aaaab>"},
		{"^(a*)\\1b", "", "aaab", "aaab"},
		{"(ab?)\\1+", "", "abababa", "<ababab>a"},
		{"(a)(b)\\2\\1", "", "abba", "<abba>"},
		{"((a)(b))\\3\\2\\1", "", "abbaab", "<abbaab>"},
		{"(a\\{1)(b\\(c)\\2", "", "a{1b(cb(c", "<a{1b(cb(c>"},

		// What took no part is empty.
		{"(a)?\\1b", "", "b", "<b>"},
		{"(a)|b\\1", "", "b", "<b>"},
		{"x(a){0}\\1", "", "x", "<x>"},

		// Only the last round of a repetition counts, and it stays when a later round
		// does not touch the group.
		{"^(?:(a|b))+\\1", "", "abb", "<abb>"},
		{"^(a|b)+\\1", "", "aba", "aba"},
		{"(?:(a)|b)+\\1", "", "aba", "<aba>"},
		{"^(?:(a|))+\\1b", "", "ab", "<ab>"},
		{"^(?:(.)\\1)+$", "", "aabbcc", "<aabbcc>"},
		{"^(?:(.)\\1)+$", "", "aabbc", "aabbc"},

		// Digits belong to the number if as many groups were opened.
		{"(a)\\10", "", "aa0", "<aa0>"},
		{"(a)(b)(c)(d)(e)(f)(g)(h)(i)\\10", "", "abcdefghia0", "<abcdefghia0>"},
		{"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", "", "abcdefghijj", "<abcdefghijj>"},
		{"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)\\111", "", "abcdefghijkk1", "<abcdefghijkk1>"},
		{"(?:(a))(?:b)\\1", "", "aba", "<aba>"},

		// Flag i.
		{"(a)\\1", "i", "aA", "<aA>"},
		{"([md])[aeiou]\\1", "i", "Mum mom Dad DUD mud", "<Mum> <mom> <Dad> <DUD> mud"},
		{"(.)\\1", "i", "k\u212A", "<k\u212A>"},
		{"(.)\\1", "", "k\u212A", "k\u212A"},
		{"(\\p{Lu})\\1", "i", "AaAA", "<Aa><AA>"},
	} {
		got, err := compile(t, c.pattern, c.flags).Replace(c.text, "<$0>", budget())
		if err != nil || got != c.want {
			t.Errorf("%q with %q on %q: %q, %v; want %q", c.pattern, c.flags, c.text, got, err, c.want)
		}
	}
}

// refNode is a node of a pattern with references, for a matcher that follows the
// words of the standard and knows no order: it works out all places where a node
// may end, with what the groups took.
type refNode struct {
	kind     string // char, any, start, end, cat, alt, repeat, group, ref
	r        rune
	subs     []*refNode
	min, max int
	group    int
}

func (n *refNode) text() string {
	switch n.kind {
	case "char":
		return string(n.r)
	case "any":
		return "."
	case "start":
		return "^"
	case "end":
		return "$"
	case "cat":
		return n.subs[0].text() + n.subs[1].text()
	case "alt":
		return "(?:" + n.subs[0].text() + "|" + n.subs[1].text() + ")"
	case "group":
		return "(" + n.subs[0].text() + ")"
	case "ref":
		return fmt.Sprintf("(?:\\%d)", n.group)
	}
	if n.max < 0 {
		return fmt.Sprintf("(?:%s){%d,}", n.subs[0].text(), n.min)
	}
	return fmt.Sprintf("(?:%s){%d,%d}", n.subs[0].text(), n.min, n.max)
}

// state is a place in a text and the spans of groups 1 to 3.
type state struct {
	pos  int
	caps [4][2]int
}

func (n *refNode) ends(text string, from state) map[state]bool {
	out := map[state]bool{}
	to := func(ok bool, width int) {
		if ok {
			next := from
			next.pos += width
			out[next] = true
		}
	}
	switch n.kind {
	case "char":
		to(from.pos < len(text) && rune(text[from.pos]) == n.r, 1)
	case "any":
		to(from.pos < len(text), 1)
	case "start":
		to(from.pos == 0, 0)
	case "end":
		to(from.pos == len(text), 0)
	case "ref":
		took := text[from.caps[n.group][0]:from.caps[n.group][1]]
		to(strings.HasPrefix(text[from.pos:], took), len(took))
	case "cat":
		for mid := range n.subs[0].ends(text, from) {
			for end := range n.subs[1].ends(text, mid) {
				out[end] = true
			}
		}
	case "alt":
		for _, sub := range n.subs {
			for end := range sub.ends(text, from) {
				out[end] = true
			}
		}
	case "group":
		for end := range n.subs[0].ends(text, from) {
			end.caps[n.group] = [2]int{from.pos, end.pos}
			out[end] = true
		}
	case "repeat":
		at := map[state]bool{from: true}
		for round := 0; len(at) > 0 && (n.max < 0 || round <= n.max); round++ {
			next := map[state]bool{}
			for s := range at {
				if round >= n.min {
					out[s] = true
				}
				for end := range n.subs[0].ends(text, s) {
					if round < n.min || !out[end] {
						next[end] = true
					}
				}
			}
			at = next
		}
	}
	return out
}

// genReferring draws a pattern with groups 1 to 3 at most and references to closed
// ones.
func genReferring(t *rapid.T, depth int, groups *int, closed map[int]bool) *refNode {
	kinds := []string{"char", "char", "any", "ref", "ref", "start", "end"}
	if depth > 0 {
		kinds = append(kinds, "cat", "cat", "cat", "alt", "group", "group", "repeat", "repeat")
	}
	sub := func() *refNode { return genReferring(t, depth-1, groups, closed) }
	n := &refNode{kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	switch n.kind {
	case "ref":
		for g := range 4 {
			if closed[g] && (n.group == 0 || rapid.Bool().Draw(t, "later")) {
				n.group = g
			}
		}
		if n.group > 0 {
			return n
		}
		n.kind = "char"
		fallthrough
	case "char":
		n.r = rapid.SampledFrom([]rune("ab")).Draw(t, "char")
	case "cat", "alt":
		n.subs = []*refNode{sub(), sub()}
	case "group":
		if *groups == 3 {
			return sub()
		}
		*groups++
		n.group = *groups
		n.subs = []*refNode{sub()}
		closed[n.group] = true
	case "repeat":
		n.min = rapid.IntRange(0, 2).Draw(t, "min")
		n.max = rapid.SampledFrom([]int{-1, n.min, n.min + 1}).Draw(t, "max")
		n.subs = []*refNode{sub()}
	}
	return n
}

// TestReferencesAgainstTheirMeaning compares whether there is a match of the whole
// text, and of a part.
func TestReferencesAgainstTheirMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := 0
		n := genReferring(t, 5, &groups, map[int]bool{})
		text := rapid.StringOfN(rapid.SampledFrom([]rune("aab")), 0, 6, -1).Draw(t, "text")
		part, whole := false, false
		for pos := range len(text) + 1 {
			for end := range n.ends(text, state{pos: pos}) {
				part = true
				whole = whole || pos == 0 && end.pos == len(text)
			}
		}
		// The pattern as it is may have no reference: then this compares both searches.
		for _, pattern := range []string{n.text(), referring(n.text(), groups)} {
			for p, want := range map[string]bool{pattern: part, "^(?:" + pattern + ")$": whole} {
				re, err := xpathre.Compile(p, "s", budget())
				if err != nil {
					t.Fatalf("%q: %v", p, err)
				}
				if got, err := re.Match(text, budget()); got != want || err != nil {
					t.Fatalf("%q on %q: %v, %v", p, text, got, err)
				}
			}
		}
	})
}
