package yaml_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/yaml"
)

// faults are documents with a fault, its code and place, and a part of the hint.
var faults = []struct{ src, want, hint string }{
	// FEEL that is not quoted.
	{"x: > 5", "yaml_syntax 1:4", "quote the cell: '> 5'"},
	{"x: >5", "yaml_syntax 1:4", "quote the cell: '>5'"},
	{"x: >= 5", "yaml_syntax 1:4", "quote the cell: '>= 5'"},
	{"a: 1\nx: >= 5 # five\nb: 2", "yaml_syntax 2:4", "quote the cell: '>= 5'"},
	{"w: { x: >= 5, y: 1 }", "yaml_syntax 1:9", "quote the cell: '>= 5'"},
	{"x: != 5", "yaml_tag 1:4", "quote the cell: '!= 5'"},
	{"x: !=5", "yaml_tag 1:4", "quote the cell: '!=5'"},
	{"w: { x: != 5, y: 1 }", "yaml_tag 1:9", "quote the cell: '!= 5'"},
	{"w: { x: !=5 }", "yaml_tag 1:9", "quote the cell: '!=5'"},
	{`x: @"2026-06-01"`, "yaml_syntax 1:4", `quote the cell: '@"2026-06-01"'`},
	{"x: ]1..5[", "yaml_syntax 1:4", "quote the cell: ']1..5['"},
	{"w: { x: ]1..5[, y: 1 }", "yaml_syntax 1:9", "quote the cell: ']1..5['"},
	{"w: { x: (1..5], y: 1 }", "yaml_syntax 1:9", "quote the cell: '(1..5]'"},
	{"w: { x: [1..5), y: 1 }", "yaml_syntax 1:22", "quote the cell: '[1..5)'"},
	{"x: [1..5)", "yaml_syntax 1:4", "quote the cell: '[1..5)'"},
	{"x: [1..5[", "yaml_syntax 1:9", "quote the cell: '[1..5['"},
	{`x: "a", "b"`, "yaml_syntax 1:7", `quote the cell: '"a", "b"'`},
	{`w: { x: "a", "b", y: 1 }`, "yaml_null 1:14", `quote the cell: '"a", "b"'`},
	{`w: { x: "a", "b", "c" }`, "yaml_null 1:14", `quote the cell: '"a", "b", "c"'`},
	{"w: { x: f(a, b), y: 1 }", "yaml_null 1:14", "quote the cell: 'f(a, b)'"},
	{"w: { x: not(1, 2), y: 1 }", "yaml_null 1:16", "quote the cell: 'not(1, 2)'"},
	{"x: #c", "yaml_null 1:1", "quote the cell: '#c'"},
	{"x: - ", "yaml_syntax 1:4", "quote the cell: '-'"},
	{"x: -", "yaml_syntax 1:4", "quote the cell: '-'"},
	{"x: - 5", "yaml_syntax 1:4", "quote the cell: '- 5'"},
	{"w: { x: - , y: 1 }", "yaml_syntax 1:9", "quote the cell: '-'"},
	{"w: { x: -, y: 1 }", "yaml_syntax 1:9", "quote the cell: '-'"},
	{"x: a: b", "yaml_syntax 1:4", "quote the cell: 'a: b'"},
	{"w: { x: a: b }", "yaml_syntax 1:9", "quote the cell: 'a: b'"},
	{"x: ? > 5", "yaml_key 1:4", "quote the cell: '? > 5'"},
	{"x: %5", "yaml_directive 1:4", "quote the cell: '%5'"},
	{`x: "a" + "b"`, "yaml_syntax 1:8", `quote the cell: '"a" + "b"'`},
	{`x: it's "a" != "b": c`, "yaml_syntax 1:4", `quote the cell: 'it''s "a" != "b": c'`},
	{"x: *5", "yaml_alias 1:4", "quote the cell: '*5'"},
	{"x: `a`", "yaml_syntax 1:4", "quote the cell: '`a`'"},

	// What YAML has and spine has not.
	{"a: &x 1", "yaml_anchor 1:4", "quote the cell: '&x 1'"},
	{"a: *x", "yaml_alias 1:4", "quote"},
	{"- &x\n  b: 1", "yaml_anchor 1:3", "quote"},
	{"a: !!str 1", "yaml_tag 1:4", "quote"},
	{"a: !x\nb: 1", "yaml_tag 1:4", "quote"},
	{"!!map\na: 1", "yaml_tag 1:1", "quote"},
	{"<<: b", "yaml_merge_key 1:1", "write the entries out"},
	{"a: { <<: b }", "yaml_merge_key 1:6", "write the entries out"},
	{"%YAML 1.2\n---\na: 1", "yaml_directive 1:1", "leave the line out"},
	{"a: 1\n---\nb: 2", "yaml_second_document 2:1", "a file of its own"},
	{"a: 1\n...\nb: 2", "yaml_second_document 3:1", "a file of its own"},
	{"a: 1\n...\n---\n", "yaml_second_document 3:1", "a file of its own"},
	{"? a\n: b", "yaml_key 1:1", ""},

	// What is no YAML.
	{"a: 'x", "yaml_syntax 1:4", "close it"},
	{"a: \"x\nb: 1", "yaml_syntax 1:4", "close it"},
	{"a: 'x\n---\ny'", "yaml_syntax 1:4", ""},
	{"a:\n\tb: 1", "yaml_syntax 2:1", "indent with spaces"},
	{"-\ta: 1", "yaml_syntax 1:2", "indent with spaces"},
	{"a: b\n\tc", "yaml_syntax 1:4", ""},
	{"{a:b}", "yaml_syntax 1:3", "write a space"},
	{"{a: 1, b:[2]}", "yaml_syntax 1:9", "write a space"},
	{"{ a: '<= 1' b: 2 }", "yaml_syntax 1:13", `put a comma before "b"`},
	{"{ a: '<= 1' or 2 }", "yaml_syntax 1:13", `quote the cell: '''<= 1'' or 2'`},
	{"{ a: 15 b: 2 }", "yaml_syntax 1:6", "put a comma between the entries, or quote the cell: '15 b: 2'"},
	{"a: 'b'#c", "yaml_syntax 1:7", ""},
	{"a: b #c\n  d", "yaml_syntax 2:3", "how deep"},
	{"a: x\n  - y # z", "yaml_syntax 1:4", ""},
	{"--- a: 1", "yaml_syntax 1:5", "next line"},
	{"--- - 1", "yaml_syntax 1:5", "next line"},

	{"", "yaml_empty 1:1", ""},
	{"# c\n", "yaml_empty 1:1", ""},
	{"---\n...\n", "yaml_empty 1:1", ""},
}

func TestPlaceFaults(t *testing.T) {
	for _, c := range faults {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		got := brief(err)
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("Parse(%q) faults are %q, want %q", c.src, got, c.want)
			continue
		}
		if hint := diag.Of(err)[0].Hint; !strings.Contains(hint, c.hint) {
			t.Errorf("Parse(%q) hint is %q, want %q", c.src, hint, c.hint)
		}
	}
}

// TestPlaceFaultsCRLF demands the same places in files with other line ends.
func TestPlaceFaultsCRLF(t *testing.T) {
	for _, c := range faults {
		_, err := yaml.Parse("f.yaml", []byte(strings.ReplaceAll(c.src, "\n", "\r\n")))
		if got := brief(err); len(got) != 1 || got[0] != c.want {
			t.Errorf("Parse(%q) with CRLF: faults are %q, want %q", c.src, got, c.want)
		}
	}
}

func TestFaultWords(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x: != 5", "f.yaml:1:4: != is a tag in YAML, and tags are not used here [yaml_tag]"},
		{"x: >= 5", "f.yaml:1:4: > starts a block of folded text, and nothing else can stand on its line [yaml_syntax]"},
		{"x: -", "f.yaml:1:4: - starts a list entry, which cannot stand here [yaml_syntax]"},
		{"w: { x: f(a, b) }", `f.yaml:1:14: no value stands behind "b)"; a comma ends the value before it [yaml_null]`},
		{"a: 1\n'a': 2", `f.yaml:2:1: the key "a" is here twice [yaml_duplicate_key]`},
		{"a:\n    b: 1\n  c: 2", "f.yaml:3:3: this line does not fit what stands above it [yaml_syntax]"},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q): %v, want %s", c.src, err, c.want)
		}
	}
}
