package yaml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/yaml"
)

// table is a decision table of n rules.
func table(n int) []byte {
	var b strings.Builder
	b.WriteString("id: t\nversion: \"1\"\ninputs:\n  - { name: ratio, expression: a.b, type: number }\nrules:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - when: { ratio: \">= 0.%d\", age: \"<= %d\", status: '\"verified\"' }\n    then: { band: b%d }\n    id: r%d\n", i, i, i%7, i)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	src := table(10_000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := yaml.Parse("t.dmn.yaml", src); err != nil {
			b.Fatal(err)
		}
	}
}

// A place costs the same however long its text is: a cell may have as many faults as
// words, and each asks for its place.
func BenchmarkPos(b *testing.B) {
	const words = 20_000
	for _, c := range []struct{ style, begin, word, end string }{
		{"plain", "", "a, ", "1"},
		{"plain lines", "", "a,\n  ", "1"},
		{"single", "'", "''a'', ", "1'"},
		{"double", `"`, `\"a\", `, `1"`},
		{"literal", "|\n", "  a,\n", "  1"},
		{"folded", ">\n", "  a,\n", "  1"},
	} {
		b.Run(c.style, func(b *testing.B) {
			n, err := yaml.Parse("f", []byte("x: "+c.begin+strings.Repeat(c.word, words)+c.end))
			if err != nil {
				b.Fatal(err)
			}
			cell := n.Get("x")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				cell.Pos(i * 1_000_003 % len(cell.Text))
			}
		})
	}
}
