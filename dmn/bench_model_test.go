package dmn_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn"
)

// manyDecisions is the model of W9: n decisions, half tables of ten rules, half
// literals.
func manyDecisions(n int) []byte {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + modelHead + "\n")
	for i := range n {
		fmt.Fprintf(&b, "  <inputData id=\"_i%d\" name=\"Input %d\"><variable name=\"Input %d\" typeRef=\"number\"/></inputData>\n", i, i, i)
		fmt.Fprintf(&b, "  <decision id=\"_d%d\" name=\"Decision %d\">\n    <variable name=\"Decision %d\" typeRef=\"number\"/>\n", i, i, i)
		fmt.Fprintf(&b, "    <informationRequirement><requiredInput href=\"#_i%d\"/></informationRequirement>\n", i)
		if i%2 == 0 {
			fmt.Fprintf(&b, "    <literalExpression><text>if Input %d &gt; 10 then Input %d * 2 else 0</text></literalExpression>\n", i, i)
		} else {
			fmt.Fprintf(&b, "    <decisionTable id=\"_t%d\" hitPolicy=\"UNIQUE\">\n      <input id=\"_c%d\" label=\"in\"><inputExpression typeRef=\"number\"><text>Input %d</text></inputExpression></input>\n      <output id=\"_o%d\" name=\"out\"/>\n", i, i, i, i)
			for r := range 10 {
				fmt.Fprintf(&b, "      <rule id=\"_r%d_%d\">\n        <inputEntry><text>[%d..%d)</text></inputEntry>\n        <outputEntry><text>%d</text></outputEntry>\n      </rule>\n", i, r, r*10, r*10+10, r)
			}
			b.WriteString("    </decisionTable>\n")
		}
		b.WriteString("  </decision>\n")
	}
	b.WriteString("</definitions>\n")
	return []byte(b.String())
}

const modelHead = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="urn:m">`

// BenchmarkLoadModel is W9. The floor is what encoding/xml takes to find the
// tokens of the same bytes.
func BenchmarkLoadModel(b *testing.B) {
	for _, n := range []int{1, 100, 1000} {
		src := manyDecisions(n)
		b.Run(fmt.Sprintf("decisions=%d", n), func(b *testing.B) {
			b.Run("floor", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					d := xml.NewDecoder(bytes.NewReader(src))
					for {
						if _, err := d.Token(); err == io.EOF {
							break
						} else if err != nil {
							b.Fatal(err)
						}
					}
				}
			})
			b.Run("load", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					m, err := dmn.LoadModel("m.dmn", src, nil)
					if err != nil || len(m.Targets()) != n {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
