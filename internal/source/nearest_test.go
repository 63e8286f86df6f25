package source_test

import (
	"strings"
	"testing"

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
