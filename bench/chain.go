package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// addModel adds spine evaluating a decision of a model with the given content.
func addModel[T any](c *contest, content, decision string, result func(feel.Value) (T, error), structs func(i int) any) error {
	text := fmt.Sprintf("<definitions xmlns=%q name=\"w\" namespace=\"urn:w\">\n%s</definitions>\n", "https://www.omg.org/spec/DMN/20230324/MODEL/", content)
	model, err := dmn.LoadModel("w.dmn", []byte(text), nil)
	if err != nil {
		return err
	}
	calls, err := model.Prepare(dmn.Target{Kind: dmn.DecisionTarget, Name: decision})
	if err != nil {
		return err
	}
	start := func() evaluator[T] {
		var results []feel.Result
		evaluator := calls.NewEvaluator() // kept, as the machine of expr is
		return func(in feel.Vars) (out T, err error) {
			if results, err = evaluator.Evaluate(context.Background(), &feel.Input{Vars: in}, results[:0]); err != nil {
				return out, err
			}
			return result(results[0].Value)
		}
	}
	if err := addSpine(c, text, calls.Slots(), start, structs); err != nil {
		return err
	}
	return addSpineJSON(c, text, start)
}

// inputData and literal are elements of a model.
func inputData(name string) string {
	return fmt.Sprintf("<inputData name=%q id=\"i_%s\"><variable name=%q typeRef=\"number\"/></inputData>\n", name, name, name)
}

func literal(name, text, requirement string, ids ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<decision name=%q id=%q>", name, name)
	for _, id := range ids {
		fmt.Fprintf(&b, "<informationRequirement><%s href=\"#%s\"/></informationRequirement>", requirement, id)
	}
	fmt.Fprintf(&b, "<literalExpression><text>%s</text></literalExpression></decision>\n", text)
	return b.String()
}

const noNumbers = "a policy permits or denies, and computes no number to give back"

// w4 is ten decisions in a chain, each arithmetic on the one before.
func w4(n *node) (*contest, error) {
	c := &contest{workload: "W4"}
	type input struct {
		X decimal.Decimal `feel:"x"`
	}
	var inputs []input
	for i := range manyInputs {
		in := input{decimal.New(int64(i*10+5), -1)}
		inputs = append(inputs, in)
		c.inputs = append(c.inputs, vars{"x": in.X})
		c.want = append(c.want, number(2*i+2+54))
	}
	c.add(inGo(byHand, handText, len(inputs), always(func(i int) (tenths, error) {
		x, ok := fixed(inputs[i].X, 1)
		if !ok || x > 1e17 || x < -1e17 { // what follows does not overflow
			return 0, errNoRule
		}
		d1 := x*2 + 10
		d2 := d1 + 20
		d3 := d2 + 30
		d4 := d3 + 40
		d5 := d4 + 50
		d6 := d5 + 60
		d7 := d6 + 70
		d8 := d7 + 80
		d9 := d8 + 90
		return tenths(d9 + 100), nil
	})))
	keys, after := []string{"D1"}, []string{"x * 2 + 1"}
	content := inputData("x") + literal("D1", after[0], "requiredInput", "i_x")
	for i := 2; i <= 10; i++ {
		keys, after = append(keys, fmt.Sprintf("D%d", i)), append(after, fmt.Sprintf("D%d + %d", i-1, i))
		content += literal(keys[i-1], after[i-1], "requiredDecision", keys[i-2])
	}
	if err := addModel(c, content, "D10", asInt, func(i int) any { return &inputs[i] }); err != nil {
		return nil, err
	}
	cel, expr, feel, zen := "D9 + 10.0", "", "", []string{after[0]}
	for i := 9; i >= 1; i-- {
		value := fmt.Sprintf("D%d + %d.0", i-1, i)
		if i == 1 {
			value = "x * 2.0 + 1.0"
		}
		cel = fmt.Sprintf("cel.bind(D%d, %s,\n%s)", i, value, cel)
	}
	for i, key := range keys {
		if i > 0 {
			zen = append(zen, "$."+after[i])
		}
		if i < 9 {
			expr += fmt.Sprintf("let %s = %s;\n", key, after[i])
		}
		feel += fmt.Sprintf("%s: %s, ", key, after[i])
	}
	addCEL(c, cel)
	addExpr(c, expr+after[9])
	c.lack("cedar", noNumbers)
	addFeelin(n, c, "{"+strings.TrimSuffix(feel, ", ")+"}.D10", nil)
	addZenChain(n, c, "D10", keys, zen)
	return c, nil
}

// fixed gives a decimal as a whole number of units of 10^-places; ok is false when
// it is none of at most 18 digits.
func fixed(d decimal.Decimal, places int32) (units int64, ok bool) {
	if d.NumDigits() > 18 {
		return 0, false
	}
	units = d.CoefficientInt64()
	for e := d.Exponent(); e != -places; e-- {
		if e < -places || units > 1e17 || units < -1e17 {
			return 0, false
		}
		units *= 10
	}
	return units, true
}

type tenths int64

func (t tenths) plain() any { return decimal.New(int64(t), -1) }

// w5 is one formula on decimals: an expression, as the other engines have it.
func w5(n *node) (*contest, error) {
	c, structs := formula(n, "")
	return c, addExpression(c, formulaText, asInt, structs)
}

// w5Model is the same as the decision of a model, of which each input is looked for
// by its name and brought to its type.
func w5Model(n *node) (*contest, error) {
	c, structs := formula(n, "in a model")
	content := inputData("A") + inputData("B") + literal("F", formulaText, "requiredInput", "i_A", "i_B")
	return c, addModel(c, content, "F", asInt, structs)
}

const formulaText = "(A * B + 3) / 2 - 1"

// formula is w5 with everyone but spine.
func formula(n *node, name string) (c *contest, structs func(i int) any) {
	c = &contest{workload: "W5", name: name}
	type input struct{ A, B decimal.Decimal }
	var inputs []input
	for i := range manyInputs {
		in := input{decimal.New(int64(i*100+25), -2), decimal.New(4, 0)}
		inputs = append(inputs, in)
		c.inputs = append(c.inputs, vars{"A": in.A, "B": in.B})
		c.want = append(c.want, number(2*i+1))
	}
	c.add(inGo(byHand, handText, len(inputs), always(func(i int) (tenThousandths, error) {
		a, ok := fixed(inputs[i].A, 2)
		b, also := fixed(inputs[i].B, 2)
		const limit = 1e9 // the product fits
		if !ok || !also || a > limit || a < -limit || b > limit || b < -limit {
			return 0, errNoRule
		}
		sum := a*b + 3_0000
		if sum%2 != 0 {
			return 0, errNoRule // half of it needs a place more
		}
		return tenThousandths(sum/2 - 1_0000), nil
	})))
	addCEL(c, "(A * B + 3.0) / 2.0 - 1.0")
	addExpr(c, formulaText)
	c.lack("cedar", noNumbers)
	addFeelin(n, c, formulaText, nil)
	addZen(n, c, formulaText)
	return c, func(i int) any { return &inputs[i] }
}

type tenThousandths int64

func (t tenThousandths) plain() any { return decimal.New(int64(t), -4) }
