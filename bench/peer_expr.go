package main

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
)

var exprDialect = dialect{
	equals: "==", and: " && ",
	column: func(c column) string { return strings.Join(c.reads(), " - ") },
	literal: func(k kind, value string) string {
		switch k {
		case ofText:
			return fmt.Sprintf("%q", value)
		case ofFraction:
			return decimalPoint(value)
		case ofDate:
			return fmt.Sprintf("date(%q)", value)
		case ofDays:
			return fmt.Sprintf("duration(%q)", hours(value))
		}
		return value
	},
}

// exprTable adds a table as one expression.
func exprTable(c *contest, t *table) {
	text := exprDialect.chain(t, "%s ? %s :\n", "nil")
	if t.collect {
		parts := make([]string, len(t.rules))
		for i, r := range t.rules {
			parts[i] = fmt.Sprintf("%s ? %s : nil", exprDialect.condition(t, r), r.out)
		}
		text = "filter([" + strings.Join(parts, ",\n") + "], # != nil)"
	}
	addExpr(c, text)
}

// addExpr adds expr with an expression, which is compiled once and run in a machine
// that is kept.
func addExpr(c *contest, text string) {
	inputs := make([]map[string]any, len(c.inputs))
	for i, in := range c.inputs {
		inputs[i] = floats(in).(vars)
	}
	p := inGo("expr", text, len(inputs), func() (func(i int) (any, error), error) {
		program, err := expr.Compile(text, expr.Env(inputs[0]), expr.MaxNodes(0))
		if err != nil {
			return nil, err
		}
		var machine vm.VM
		return func(i int) (any, error) { return machine.Run(program, inputs[i]) }, nil
	})
	p.doubles = hasFractions(c.inputs[0])
	c.add(p)
}
