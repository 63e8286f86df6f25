package feel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestScale(t *testing.T) {
	many := strings.Fields(strings.Repeat("x ", 20))
	for i := range many {
		many[i] = fmt.Sprintf("%q", fmt.Sprintf("text %02d", i))
	}
	for _, c := range []struct {
		name    string
		points  []string
		order   bool
		classes []string // text of a value: its class
	}{
		{"numbers", []string{"2", "1.0", "1", "2.50"}, true, []string{
			"0: 0", "1: 1", "1.00: 1", "1.5: 2", "2: 3", "2.4: 4", "2.5: 5", "2.500: 5", "3: 6", "null: 7", `"1": -1`,
			"1E+300: 6", "-1E+300: 0", "1.0000000000000000000001: 2", "2.5000000000000000000000: 5", "1E-6000: 0",
		}},
		{"numbers beyond keys", []string{"1E+300", "0.1", "1E-300"}, true, []string{
			"0: 0", "1E-300: 1", "0.05: 2", "0.10: 3", "7: 4", "1E+300: 5", "1E+301: 6", "null: 7",
		}},
		{"texts in order", []string{`"b"`, `"a"`}, true, []string{`"": 0`, `"a": 1`, `"aa": 2`, `"b": 3`, `"c": 4`, "null: 5", "1: -1"}},
		{"few texts", []string{`"b"`, `"a"`, `"b"`}, false, []string{`"": 0`, `"a": 1`, `"aa": 0`, `"b": 3`, "null: 5"}},
		{"many texts", many, false, []string{`"text 00": 1`, `"text 07": 15`, `"text 19": 39`, `"text 20": 0`, "null: 41", "true: -1"}},
		{"booleans", []string{"true", "false"}, false, []string{"false: 1", "true: 3", "null: 5", "0: -1"}},
		{"dates", []string{`@"2024-03-01"`}, true, []string{`@"2024-02-29": 0`, `@"2024-03-01": 1`, `@"2024-03-02": 2`, `@"2024-03-01T00:00:00": -1`}},
		{"local times", []string{`@"10:00:00"`}, true, []string{`@"09:59:59": 0`, `@"10:00:00.75": 1`, `@"10:00:01": 2`, `@"10:00:00Z": -1`}},
		{"zoned times", []string{`@"10:00:00Z"`}, true, []string{
			`@"10:59:59+01:00": 0`, `@"11:00:00+01:00": 1`, `@"11:00:00@Europe/Paris": 1`, `@"10:00:00": -1`,
		}},
		{"moments", []string{`@"2024-07-01T10:00:00Z"`, `@"2024-01-01T10:00:00Z"`}, true, []string{
			`@"2024-01-01T11:00:00@Europe/Paris": 1`, `@"2024-07-01T12:00:00@Europe/Paris": 3`, `@"2024-07-01T11:00:00@Europe/Paris": 2`,
			`@"2024-07-01T10:00:00": -1`,
		}},
		{"days", []string{`@"P1D"`, `@"PT0S"`}, true, []string{
			`@"-PT0.5S": 0`, `@"PT0S": 1`, `@"PT0.5S": 2`, `@"PT24H": 3`, `@"PT24H0.000000001S": 4`, `@"P1M": -1`,
		}},
		{"days with fractions", []string{`@"PT0.5S"`, `@"-PT0.5S"`}, true, []string{`@"-PT0.5S": 1`, `@"PT0S": 2`, `@"PT0.5S": 3`, `@"PT1S": 4`}},
		{"months", []string{`@"P1Y"`}, true, []string{`@"P11M": 0`, `@"P12M": 1`, `@"P13M": 2`, `@"P1D": -1`}},
		{"no points", nil, true, []string{"1: 0", `"a": 0`, "[1]: 0", "null: 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var points []feel.Value
			for _, text := range c.points {
				points = append(points, value(t, text))
			}
			s := feel.NewScale(points, c.order)
			for _, x := range c.classes {
				i := strings.LastIndex(x, ": ")
				if got := fmt.Sprint(s.Class(value(t, x[:i]))); got != x[i+2:] {
					t.Errorf("%s, got %s", x, got)
				}
			}
			if s.Class(feel.Null) != s.Classes()-1 {
				t.Errorf("null is of the class %d of %d", s.Class(feel.Null), s.Classes())
			}
			if slices.Reverse(points); s.Size() != feel.NewScale(points, c.order).Size() {
				t.Error("the size depends on the order of the points")
			}
		})
	}
}

// A text is of the class of a point exactly when it is that point, whatever texts have
// in common.
func TestScaleOfTexts(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("abé")), 0, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(text, 1, 20).Draw(t, "texts")
		points := make([]feel.Value, len(texts))
		for i, s := range texts {
			points[i] = feel.String(s)
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		s, ordered := feel.NewScale(points, false), feel.NewScale(points, true)
		for _, x := range append(rapid.SliceOfN(text, 1, 20).Draw(t, "others"), texts...) {
			i, found := slices.BinarySearch(texts, x)
			want, below := 0, 2*i
			if found {
				want, below = 2*i+1, 2*i+1
			}
			if k := s.Class(feel.String(x)); k != want {
				t.Errorf("%q of %q: class %d, want %d", x, texts, k, want)
			}
			if k := ordered.Class(feel.String(x)); k != below {
				t.Errorf("%q of %q in order: class %d, want %d", x, texts, k, below)
			}
		}
	})
}
