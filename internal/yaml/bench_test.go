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
