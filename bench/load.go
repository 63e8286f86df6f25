package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// tokenFloor is the peer of W9: what encoding/xml takes to find the tokens.
const tokenFloor = "token floor"

// manyDecisions is a model of n decisions, half tables of ten rules, half literals.
func manyDecisions(n int) []byte {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<definitions xmlns=\"https://www.omg.org/spec/DMN/20230324/MODEL/\" name=\"m\" namespace=\"urn:m\">\n")
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

// w9 is the load of a model of n decisions. What a peer answers is how many it
// found; that each of them decides is seen once.
func w9(n int) func(*node) (*contest, error) {
	return func(*node) (*contest, error) {
		src := manyDecisions(n)
		c := &contest{workload: "W9", name: fmt.Sprintf("model of %d", n), inputs: []vars{{"bytes": len(src)}}, want: []any{number(n)}}
		load := func() (*dmn.Model, error) { return dmn.LoadModel("m.dmn", src, nil) }
		m, err := load()
		if err != nil {
			return nil, err
		}
		if err := allDecide(m, n); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", c.title(), spineMap, err)
		}
		c.add(inGo(spineMap, string(src), 1, always(func(int) (int, error) {
			m, err := load()
			if err != nil {
				return 0, err
			}
			return len(m.Targets()), nil
		})))
		c.add(inGo(tokenFloor, string(src), 1, always(func(int) (int, error) {
			d, decisions := xml.NewDecoder(bytes.NewReader(src)), 0
			for {
				token, err := d.Token()
				if err == io.EOF {
					return decisions, nil
				}
				if err != nil {
					return 0, err
				}
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "decision" {
					decisions++
				}
			}
		})))
		return c, nil
	}
}

func allDecide(m *dmn.Model, n int) error {
	for i := range n {
		in := feel.Map(vars{fmt.Sprintf("Input %d", i): decimal.New(425, -1)})
		r, err := m.Evaluate(context.Background(), feel.Input{Vars: in}, dmn.Target{Kind: dmn.DecisionTarget, Name: fmt.Sprintf("Decision %d", i)})
		if err != nil {
			return err
		}
		want := number(85) // twice the input
		if i%2 == 1 {
			want = number(4) // the rule of 40 to 50
		}
		if got := plain(r[0].Value); !equal(want, got, false) {
			return fmt.Errorf("decision %d is %v, and must be %v", i, got, want)
		}
	}
	return nil
}
