package yaml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/yaml"
)

func TestQuoted(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`'it''s'`, "it's"},
		{`'a\nb'`, `a\nb`},
		{`''`, ""},
		{`""`, ""},
		{`"a\tb\\c\"d\/e"`, "a\tb\\c\"d/e"},
		{`"\0\a\b\v\f\e\N\_\L\P\ \r"`, "\x00\a\b\v\f\x1B\u0085\u00A0\u2028\u2029 \r"},
		{`"\x41\u00e9\U0001F389"`, "Aé🎉"},
		{`"\ud83c\udf89"`, "🎉"},
		{"'a\n  b'", "a b"},
		{"'a  \n\n\n  b'", "a\n\nb"},
		{"\"a\n  b\"", "a b"},
		{"\"a\\\n  b\"", "ab"},
		{"\"a \\\n\n  \\ b\"", "a \n b"},
		{"\"a\\t\n  b\"", "a\t b"},
		{"\" a\t\tb \"", " a\t\tb "},
		{"\"a\r\n  b\\\r\n  c\"", "a bc"},
		{"\"\n  a\n\"", " a "},
	} {
		n := parse(t, "x: "+c.src).Get("x")
		if n.Text != c.want {
			t.Errorf("%s is %q, want %q", c.src, n.Text, c.want)
		}
	}
}

func TestEscapeFaults(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`x: "a\q"`, "yaml_escape 1:6"},
		{`x: "\x4"`, "yaml_escape 1:5"},
		{`x: "\xZZ"`, "yaml_escape 1:5"},
		{`x: "\u12"`, "yaml_escape 1:5"},
		{`x: "\ud800"`, "yaml_escape 1:5"},
		{`x: "\ud800\u0041"`, "yaml_escape 1:5"},
		{`x: "\udc00"`, "yaml_escape 1:5"},
		{`x: "\U00110000"`, "yaml_escape 1:5"},
		{`x: "\é"`, "yaml_escape 1:5"},
		{`x: "\q" # "\q"`, "yaml_escape 1:5"},
		{`x: "\q \w"`, "yaml_escape 1:5,yaml_escape 1:8"},
		{"x: \"a\n  \\q\"\ny: '\\q'\nz: \"\\q\"", "yaml_escape 2:3,yaml_escape 4:5"},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		if got := strings.Join(brief(err), ","); got != c.want {
			t.Errorf("Parse(%q): faults are %s, want %s", c.src, got, c.want)
		}
	}
}

func TestNodePos(t *testing.T) {
	// The text under x, and where its characters of mark stand in the file.
	for _, c := range []struct{ src, text, mark, want string }{
		{"x: abc", "abc", "abc", "1:4 1:5 1:6"},
		{"x: 'it''s b'", "it's b", "t'sb", "1:6 1:7 1:9 1:11"},
		{`x: "a\tb\u00e9c"`, "a\tbéc", "a\tbéc", "1:5 1:6 1:8 1:9 1:15"},
		{`x: "\ud83c\udf89a"`, "🎉a", "🎉a", "1:5 1:17"},
		{"x: '🎉é a'", "🎉é a", "🎉éa", "1:5 1:6 1:8"},
		{"x: a\n  b\n\n  c", "a b\nc", "abc", "1:4 2:3 4:3"},
		{"x: \"a\n  b\\\n   c\"", "a bc", "abc", "1:5 2:3 3:4"},
		{"x: |\n  a\n   b\n\n  c\n", "a\n b\n\nc\n", "abc", "2:3 3:4 5:3"},
		{"x: >\n  a\n  b\n\n  c\n", "a b\nc\n", "abc", "2:3 3:3 5:3"},
		{"x: |\r\n  a\r\n  b\r\n", "a\nb\n", "ab", "2:3 3:3"},
		{"\uFEFFx: 'a''b'", "a'b", "ab", "1:5 1:8"},
	} {
		n := parse(t, c.src).Get("x")
		if n.Text != c.text {
			t.Errorf("%q has the text %q, want %q", c.src, n.Text, c.text)
			continue
		}
		var got []string
		at := 0
		for _, r := range c.mark {
			at += strings.IndexRune(n.Text[at:], r)
			p := n.Pos(at)
			if p != place(c.src, p.Offset) {
				t.Errorf("%q: Pos(%d) is %v, want %v", c.src, at, p, place(c.src, p.Offset))
			}

			got = append(got, fmt.Sprintf("%d:%d", p.Line, p.Column))
			at += len(string(r))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: the characters %q stand at %s, want %s", c.src, c.mark, s, c.want)
		}
		if end := n.Pos(len(n.Text) + 9); end != n.Pos(len(n.Text)) || n.Pos(-1) != n.Pos(0) {
			t.Errorf("%q: offsets outside of the text are not its ends", c.src)
		}
	}
}
