package source_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/source"
)

func TestNearest(t *testing.T) {
	names := []string{"eligibility", "points_award", "points", "hours"}
	for name, want := range map[string]string{
		"eligibilty":  "eligibility",
		"elgiibility": "eligibility",
		"Points":      "points",
		"point":       "points",
		"pionts":      "points",
		"huors":       "hours",
		"hour":        "hours",
		"age":         "",
		"h":           "",
		"":            "",
	} {
		if got := source.Nearest(name, names); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if got := source.Nearest("ab", []string{"ac", "ad"}); got != "" && got != "ac" {
		t.Errorf("of equals: %q", got)
	}
	if got := source.Nearest("x", nil); got != "" {
		t.Errorf("of none: %q", got)
	}
	long := strings.Repeat("x", 81)
	if got := source.Nearest(long, []string{long[:80]}); got != "" {
		t.Errorf("of a long name: %q", got)
	}
}

// The nearest is the first of those with the smallest distance, if that is at most a third
// of the name.
func TestNearestIsNearest(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("abcé")), 0, 9, -1)
	rapid.Check(t, func(t *rapid.T) {
		name, candidates := text.Draw(t, "name"), rapid.SliceOfN(text, 0, 6).Draw(t, "candidates")
		want, best := "", len(name)/3+1
		for _, c := range candidates {
			if d := edits([]rune(name), []rune(c)); d < best {
				want, best = c, d
			}
		}
		if got := source.Nearest(name, candidates); got != want {
			t.Fatalf("%q of %q: got %q, want %q", name, candidates, got, want)
		}
	})
}

// edits is the distance by its definition.
func edits(a, b []rune) int {
	switch n, m := len(a), len(b); {
	case n == 0 || m == 0:
		return n + m
	case a[n-1] == b[m-1]:
		return edits(a[:n-1], b[:m-1])
	default:
		d := 1 + min(edits(a[:n-1], b), edits(a, b[:m-1]), edits(a[:n-1], b[:m-1]))
		if n > 1 && m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1] {
			d = min(d, 1+edits(a[:n-2], b[:m-2]))
		}
		return d
	}
}

func BenchmarkNearest(b *testing.B) {
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprintf("applicant income %d", i))
	}
	b.ReportAllocs()
	for b.Loop() {
		source.Nearest("number of dependents", names)
	}
}

func TestHint(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"pionts", `did you mean "points"?`},
		{"age", "there are points"},
	} {
		if got := source.Hint(c.name, []string{"points"}, "there are points"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	if got := source.Suggest(""); got != "" {
		t.Errorf("of nothing: %s", got)
	}
}
