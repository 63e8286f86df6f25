// Package sample makes what the tests and benchmarks of several packages have in common.
package sample

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Model gives a DMN model of n decisions, Decision 0 and so on, each of which reads an
// input of its own number; half of them are tables of ten rules, half literal
// expressions.
func Model(n int) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="urn:m">
`)
	for i := range n {
		fmt.Fprintf(&b, `  <inputData id="_i%[1]d" name="Input %[1]d"><variable name="Input %[1]d" typeRef="number"/></inputData>
  <decision id="_d%[1]d" name="Decision %[1]d">
    <variable name="Decision %[1]d" typeRef="number"/>
    <informationRequirement><requiredInput href="#_i%[1]d"/></informationRequirement>
`, i)
		if i%2 == 0 {
			fmt.Fprintf(&b, `    <literalExpression><text>if Input %[1]d &gt; 10 then Input %[1]d * 2 else 0</text></literalExpression>
`, i)
		} else {
			fmt.Fprintf(&b, `    <decisionTable id="_t%[1]d" hitPolicy="UNIQUE">
      <input id="_c%[1]d" label="in"><inputExpression typeRef="number"><text>Input %[1]d</text></inputExpression></input>
      <output id="_o%[1]d" name="out"/>
`, i)
			for r := range 10 {
				fmt.Fprintf(&b, `      <rule id="_r%d_%d">
        <inputEntry><text>[%d..%d)</text></inputEntry>
        <outputEntry><text>%d</text></outputEntry>
      </rule>
`, i, r, r*10, r*10+10, r)
			}
			b.WriteString("    </decisionTable>\n")
		}
		b.WriteString("  </decision>\n")
	}
	b.WriteString("</definitions>\n")
	return []byte(b.String())
}

// Tokens has encoding/xml find the tokens of src and gives their number: the floor of
// what reading a model takes.
func Tokens(src []byte) (n int, err error) {
	for d := xml.NewDecoder(bytes.NewReader(src)); ; n++ {
		switch _, err := d.Token(); err {
		case nil:
		case io.EOF:
			return n, nil
		default:
			return n, err
		}
	}
}
