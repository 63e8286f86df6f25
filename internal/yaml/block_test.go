package yaml_test

import (
	"testing"

	"github.com/decision-spine/spine/internal/yaml"
)

func TestBlock(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x: |\n  a\n  b\n", "a\nb\n"},
		{"x: |-\n  a\n\n", "a"},
		{"x: |+\n  a\n\n\ny: 1", "a\n\n\n"},
		{"x: |\n  a", "a"},
		{"x: |\n\n\n  a\n", "\n\na\n"},
		{"x: |\n  a\n    b\n  c\n", "a\n  b\nc\n"},
		{"x: |2\n    a\n   b\n", "  a\n b\n"},
		{"x: |2-\n   a\n", " a"},
		{"x: |-2\n   a\n", " a"},
		{"x: | # c\n  a # b\n", "a # b\n"},
		{"x: |\n  a\n     \n  b\n", "a\n   \nb\n"},
		{"x: >\n  a\n  b\n\n  c\n\n\n  d\n", "a b\nc\n\nd\n"},
		{"x: >\n  a\n    b\n    c\n  d\n", "a\n  b\n  c\nd\n"},
		{"x: >\n  a\n\n    b\n\n  c\n", "a\n\n  b\n\nc\n"},
		{"x: >-\n\n  a\n  b\n\n", "\na b"},
		{"x: |\n  'a' \"b\" [c: {d, - !e &f *g\n", "'a' \"b\" [c: {d, - !e &f *g\n"},
		{"x: |\r\n  a\r\n\r\n  b\r\ny: 1", "a\n\nb\n"},
		{"x:\n  |\n  a\n", "a\n"},
		{"x: |\n  a\n # c\n", "a\n"},
	} {
		if n := parse(t, c.src).Get("x"); n.Text != c.want {
			t.Errorf("%q is %q, want %q", c.src, n.Text, c.want)
		}
	}
	n := parse(t, "- |\n a\n- - >-\n   b\n   c\n")
	if got := show(n); got != `(|a\n|, (>b c>))` {
		t.Errorf("the tree is %s", got)
	}
}

func TestBlockFaults(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x: |", "yaml_syntax 1:4"},
		{"x: |\ny: 1", "yaml_syntax 1:4"},
		{"x: |\n\n", "yaml_syntax 1:4"},
		{"x: >\n#c\n", "yaml_syntax 1:4"},
		{"x: | a\n", "yaml_syntax 1:4"},
		{"x: |0\n  a\n", "yaml_syntax 1:4"},
		{"x: |++\n  a\n", "yaml_syntax 1:4"},
		{"x: |#c\n  a\n", "yaml_syntax 1:4"},
		{"x: |4\n  a\n", "yaml_syntax 1:4"},
		{"[|\n a\n]", "yaml_syntax 1:2"},
		{"x: |\n    \n  a\n", "yaml_syntax 1:4"},
		{"x: |\n  a\n\t\n  b\n", "yaml_syntax 1:4"},
		{"x: |\n  a\n\tb\n", "yaml_syntax 3:1"},
		{"x: |\n   a\n  b\n", "yaml_syntax 3:3"},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		if got := brief(err); len(got) != 1 || got[0] != c.want {
			t.Errorf("Parse(%q): faults are %q, want %q", c.src, got, c.want)
		}
	}
}
