package yaml_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/yaml"
)

func TestStructureFaults(t *testing.T) {
	for _, c := range []struct{ src, want, hint string }{
		{"[a]: 1", "yaml_key 1:4", "a key is a single value"},
		{"{a: b}: 1", "yaml_key 1:7", "a key is a single value"},
		{": 1", "yaml_key 1:1", "a key is a single value"},
		{"a: 1\n: 2", "yaml_key 2:1", "a key is a single value"},
		{"'': 1", "yaml_key 1:1", "name the key"},
		{"\"a\\\n  b\": 1", "yaml_key 1:1", "on one line"},
		{"a\n b: 1", "yaml_key 1:1", "on one line"},
		{"a: b\n  c: d", "yaml_key 1:4", "how deep"},
		{"{a\n: 1}", "yaml_key 2:1", "a key is a single value"},
		{"{a: 1", "yaml_syntax 1:1", "close the bracket"},
		{"a: [b, [c]", "yaml_syntax 1:4", "close the bracket"},
		{"a: {b: [}", "yaml_syntax 1:9", "close the bracket"},
		{"a: ]", "yaml_syntax 1:4", ""},
		{"a: [1, , 2]", "yaml_syntax 1:8", "leave the comma out"},
		{"a: [, 1]", "yaml_syntax 1:5", "leave the comma out"},
		{"a: {, b: 1}", "yaml_syntax 1:5", "leave the comma out"},
		{"x: [a]b", "yaml_syntax 1:7", ""},
		{"a, b", "", ""},
		{"[a]\n, b", "yaml_syntax 2:1", ""},
		{"[\n- a\n]", "yaml_syntax 2:1", ""},
		{"- a: { b: 1\n  c: { d: 2 }\n- e: 3", "yaml_syntax 1:6", "close the bracket"},
		{"id:pts\nversion: 1", "yaml_key 1:1", "write a space behind the colon: id: ..."},
		{"a: { b: 1 }}", "yaml_syntax 1:12", "take the bracket out"},
		{"a: ]1..5[", "yaml_syntax 1:4", "quote the cell: ']1..5['"},
		{"a:", "yaml_null 1:1", "write a value"},
		{"a:\nb: 1", "yaml_null 1:1", "write a value"},
		{"a:\n  b:\nc: 1", "yaml_null 2:3", "write a value"},
		{"- a\n-\n- b", "yaml_null 2:1", "write a value"},
		{"a:\n- ", "yaml_null 2:1", "write a value"},
		{"{a: , b: 1}", "yaml_null 1:2", "write a value"},
		{"{a, b: 1}", "yaml_null 1:2", "a colon and a value"},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		if got := strings.Join(brief(err), ","); got != c.want {
			t.Errorf("Parse(%q): faults are %q, want %q", c.src, got, c.want)
			continue
		}
		for _, e := range diag.Of(err) {
			if !strings.Contains(e.Hint, c.hint) {
				t.Errorf("Parse(%q): the hint is %q, want %q", c.src, e.Hint, c.hint)
			}
		}
	}
}

func TestUnmatchedBracketNote(t *testing.T) {
	_, err := yaml.Parse("f.yaml", []byte("a: {\n  b: [1 }"))
	list := diag.Of(err)
	if len(list) != 1 || len(list[0].Notes) != 1 || list[0].Notes[0].At.String() != "f.yaml:2:6" {
		t.Errorf("the faults are %v, want one with a note at 2:6", list)
	}
}
