package yaml_test

import (
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/yaml"
)

func TestDuplicateKey(t *testing.T) {
	_, err := yaml.Parse("f.yaml", []byte("a: 1\nb: { c: 1, \"\\u0063\": 2 }\n'a': 3\n\"a\": 4\n"))
	list := diag.Of(err)
	want := []struct{ at, first string }{{"f.yaml:2:12", "f.yaml:2:6"}, {"f.yaml:3:1", "f.yaml:1:1"}, {"f.yaml:4:1", "f.yaml:1:1"}}
	if len(list) != len(want) {
		t.Fatalf("the faults are %v, want %d", list, len(want))
	}
	for i, e := range list {
		if e.Code != yaml.DuplicateKey || e.At.String() != want[i].at || len(e.Notes) != 1 || e.Notes[0].At.String() != want[i].first {
			t.Errorf("%v with notes %v, want it at %s with a note at %s", e, e.Notes, want[i].at, want[i].first)
		}
	}
}

func TestDepth(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a:\n  b: 1\n c: 2", "yaml_syntax 3:2"},
		{"a:\n    b: 1\n  c: 2", "yaml_syntax 3:3"},
		{"a: 1\n b: 2", "yaml_key 1:4"},
		{"a:\nb", "yaml_syntax 2:1"},
		{"a:\n'b'", "yaml_syntax 2:1"},
		{"a:\n[b]", "yaml_syntax 2:1"},
		{"-\na", "yaml_syntax 2:1"},
		{"- a\nb: 1", "yaml_syntax 2:1"},
		{"a: b\n- c", "yaml_syntax 2:1"},
		{"- a\n - b\n- c", ""},
		{"a:\n  - b\n - c", "yaml_syntax 3:2"},
		{"x: {a: 1}\n y: 2", "yaml_syntax 2:2"},
		{"{a: 1}x: 2", "yaml_syntax 1:7"},
		{"a: - b", "yaml_syntax 1:4"},
		{"[a: b]", "yaml_syntax 1:2"},
		{"a: [b: c, d]", "yaml_syntax 1:5"},
		{"a: 'b' c", "yaml_syntax 1:8"},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		got := brief(err)
		if c.want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("Parse(%q): faults are %q, want %q", c.src, got, c.want)
		}
	}
}
