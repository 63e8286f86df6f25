package xml_test

import (
	"fmt"
	"testing"

	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/internal/sample"
)

// The floor is what encoding/xml takes to find the tokens of the same bytes.
func BenchmarkRead(b *testing.B) {
	for _, n := range []int{1, 100, 1000} {
		src := sample.Model(n)
		b.Run(fmt.Sprintf("decisions=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				d, err := xml.Read("f", src)
				if err != nil || len(d.Decisions) != n {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("floor/decisions=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := sample.Tokens(src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
