package tck

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestLiteralIsCut(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("é", 198), `"` + strings.Repeat("é", 198) + `"`},
		{strings.Repeat("é", 199), `"` + strings.Repeat("é", 196) + "..."},
		{"a\nb\u202E", `"a\nb` + "\uFFFD" + `"`},
	} {
		if got := literal(feel.String(c.text)); got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
	}
}

// Less than all is never 100 %.
func TestPercentageIsRoundedDown(t *testing.T) {
	for _, c := range []struct {
		passed, failed int
		want           string
	}{
		{2983, 1, "2983 of 2984 cases passed (99.96 %)"},
		{99_999, 1, "99999 of 100000 cases passed (99.99 %)"},
		{3, 0, "3 of 3 cases passed (100.00 %)"},
		{0, 3, "0 of 3 cases passed (0.00 %)"},
		{1, 2, "1 of 3 cases passed (33.33 %)"},
	} {
		s := Suite{Path: "compliance-level-3/s", Cases: make([]Case, c.passed+c.failed)}
		for i := range c.failed {
			s.Cases[i].Nodes = []Node{{Name: "r"}}
		}
		var b strings.Builder
		if err := (&Report{Suites: []Suite{s}}).WriteText(&b, Detail{}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.String(), "\n\n"+c.want+"\n") {
			t.Errorf("%d passed, %d failed: %s", c.passed, c.failed, b.String()[max(0, b.Len()-60):])
		}
	}
}
