package yaml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/yaml"
)

func TestEncoding(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a: \xff", "yaml_encoding 1:4"},
		{"é: 1\nb: \xc3", "yaml_encoding 2:4"},
		{"a: \xed\xa0\x80", "yaml_encoding 1:4"},
		{"a: b\x00", "yaml_encoding 1:5"},
		{"# c\x07", "yaml_encoding 1:4"},
		{"a: 'b\x1b'", "yaml_encoding 1:6"},
		{"a: b\x7f", "yaml_encoding 1:5"},
		{"a: b\u0080", "yaml_encoding 1:5"},
		{"a: b\rc: d", "yaml_encoding 1:5"},
		{"a: \uFEFFb", "yaml_encoding 1:4"},
		{"\uFEFF\uFEFFa: b", "yaml_encoding 1:1"},
		{"a: \uFFFF", "yaml_encoding 1:4"},
		{"\xff\xfea\x00", "yaml_encoding 1:1"},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		if got := brief(err); len(got) != 1 || got[0] != c.want {
			t.Errorf("Parse(%q): faults are %q, want %q", c.src, got, c.want)
		}
	}
	for _, src := range []string{"a: \u0085\u00A0\u2028\uFFFD", "\uFEFFa: b", "a: b\r\n"} {
		if _, err := yaml.Parse("f.yaml", []byte(src)); err != nil {
			t.Errorf("Parse(%q): %v", src, err)
		}
	}
}

// TestLimits has the inputs on which the outside library alone takes seconds
// to minutes, and those that are too large.
func TestLimits(t *testing.T) {
	const n = 100_000
	repeat := strings.Repeat
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: v\n", i)
		}
		return b.String()
	}
	steps := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(repeat(" ", i) + "a:\n")
		}
		return b.String()
	}
	maps := func(n int) string {
		return repeat("-\n  "+strings.ReplaceAll(strings.TrimSuffix(keys(1000), "\n"), "\n", "\n  ")+"\n", n)
	}
	for _, c := range []struct{ name, src, want string }{
		{"bytes", repeat(" ", 4<<20) + "a", "yaml_limit 1:1"},
		{"tokens", "a: 1\n" + repeat("@", 1<<20), "yaml_limit 2:1048576"},
		{"brackets", repeat("[", n), "yaml_limit 1:65"},
		{"braces", repeat("{", n), "yaml_limit 1:65"},
		{"dashes", repeat("- ", n/2), "yaml_limit 1:129"},
		{"steps", steps(400), "yaml_limit 65:65"},
		{"64 levels", repeat("[", 64) + repeat("]", 64), ""},
		{"keys", keys(60_000), "yaml_limit 1:1"},
		{"keys in brackets", "{" + repeat("a: b, ", 60_000) + "}", "yaml_limit 1:1"},
		{"1024 keys", keys(1024), ""},
		{"1025 keys", keys(1025), "yaml_limit 1:1"},
		{"many mappings", maps(60), "yaml_limit 33035:3"},
		{"entries", repeat("- a\n", 50_001), "yaml_limit 1:1"},
		{"entries in brackets", "[" + repeat("a,", 50_001) + "]", "yaml_limit 1:1"},
		{"50000 entries", repeat("- a\n", 50_000), ""},
		{"absent values", repeat("-\n", n/2), "yaml_limit 101:1"},
		{"absent values in brackets", "{" + repeat("a, ", 1000) + "}", "yaml_limit 1:302"},
		{"a long word", "a: " + repeat("x", n), ""},
		{"a long line", "a: " + repeat("x ", n/2), ""},
		{"a long text of short lines", "a: " + repeat("x\n  ", n/4), ""},
		{"a long block", "a: |\n" + repeat("  x\n", n/4), ""},
		{"empty lines behind a block", "a: |\n  " + repeat("x", 30_000) + "\n" + repeat("\n", n), ""},
		{"tabs in quotes", `"` + repeat("\t", n) + `"`, ""},
		{"less-than signs", "a: " + repeat("<", n), ""},
		{"quotes", "[" + repeat("'a', ", n/5) + "]", ""},
		{"single quotes", repeat("'", n), ""},
		{"double quotes", repeat(`"`, n), "yaml_syntax 1:3"},
		{"comments", "a: 1\n" + repeat("# c\n", n/4), ""},
		{"hashes", "a: 1\n" + repeat("#", n), ""},
		{"spaces", "a: 1" + repeat(" ", n), ""},
		{"lines of spaces", "a: 1" + repeat(" \n", n/2), ""},
		{"commas", "[" + repeat(",", n), "yaml_syntax 1:2"},
		{"colons", repeat(":\n", n/2), "yaml_key 1:1"},
		{"documents", repeat("---\n", n/4), "yaml_empty 1:1,yaml_second_document 2:1"},
		{"a long key above many values", repeat("k", n) + ":\n" + repeat("  - a\n", 10_000), ""},
	} {
		_, err := yaml.Parse("f.yaml", []byte(c.src))
		if got := strings.Join(brief(err), ","); got != c.want {
			t.Errorf("%s: the faults are %.200s, want %s", c.name, got, c.want)
		}
	}
}

// TestMostFaults demands that a file of nothing but faults gives 100, at once.
func TestMostFaults(t *testing.T) {
	for name, src := range map[string]string{
		"tags":       strings.Repeat("- !a b\n", 20_000),
		"flow tags":  "[" + strings.Repeat("!a b, ", 20_000) + "]",
		"aliases":    strings.Repeat("- *a\n", 20_000),
		"anchors":    strings.Repeat("- &a b\n", 20_000),
		"escapes":    `"` + strings.Repeat(`\q`, 100_000) + `"`,
		"duplicates": strings.Repeat("- {"+strings.Repeat("a: 1, ", 1000)+"}\n", 10),
	} {
		_, err := yaml.Parse("f.yaml", []byte(src))
		if got := brief(err); len(got) != 100 {
			t.Errorf("%s: there are %d faults, want 100", name, len(got))
		}
	}
}
