package main

import (
	"fmt"
	"strings"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"
	"github.com/shopspring/decimal"
)

var celDialect = dialect{
	equals: "==", and: " && ",
	column: func(c column) string { return strings.Join(c.reads(), " - ") },
	literal: func(k kind, value string) string {
		switch k {
		case ofText:
			return fmt.Sprintf("%q", value)
		case ofFraction:
			return decimalPoint(value)
		case ofDate:
			return fmt.Sprintf("timestamp(%q)", value+"T00:00:00Z")
		case ofDays:
			return fmt.Sprintf("duration(%q)", hours(value))
		}
		return value
	},
}

// decimalPoint makes a number one of fractions, in languages that tell them apart.
func decimalPoint(value string) string {
	if strings.Contains(value, ".") {
		return value
	}
	return value + ".0"
}

// hours gives a number of days as Go writes a duration.
func hours(days string) string {
	return decimal.RequireFromString(days).Mul(decimal.NewFromInt(24)).String() + "h"
}

// celTable adds a table as one expression.
func celTable(c *contest, t *table) {
	text := celDialect.chain(t, "%s ? %s :\n", map[bool]string{true: "-1", false: `""`}[t.numbers])
	if t.collect {
		parts := make([]string, len(t.rules))
		for i, r := range t.rules {
			parts[i] = fmt.Sprintf("(%s ? [%s] : [])", celDialect.condition(t, r), r.out)
		}
		text = strings.Join(parts, " +\n")
	}
	addCEL(c, text)
}

// addCEL adds cel-go with an expression, which is compiled once with its constants
// folded.
func addCEL(c *contest, text string, constants ...cel.EnvOption) {
	inputs := make([]map[string]any, len(c.inputs))
	for i, in := range c.inputs {
		inputs[i] = floats(in).(vars)
	}
	p := inGo("cel", text, len(inputs), func() (func(i int) (ref.Val, error), error) {
		options := []cel.EnvOption{ext.Bindings(), ext.Strings(), ext.Lists(), cel.ParserRecursionLimit(-1), cel.ExpressionNodeLimit(-1), cel.ParserExpressionSizeLimit(-1)}
		for name, v := range inputs[0] {
			options = append(options, cel.Variable(name, celType(v)))
		}
		env, err := cel.NewEnv(append(options, constants...)...)
		if err != nil {
			return nil, err
		}
		ast, issues := env.Compile(text)
		if issues.Err() != nil {
			return nil, issues.Err()
		}
		program, err := env.Program(ast, cel.EvalOptions(cel.OptOptimize))
		if err != nil {
			return nil, err
		}
		return func(i int) (ref.Val, error) {
			v, _, err := program.Eval(inputs[i])
			return v, err
		}, nil
	})
	p.doubles = hasFractions(c.inputs[0])
	c.add(p)
}

func celType(v any) *cel.Type {
	switch v.(type) {
	case string:
		return cel.StringType
	case bool:
		return cel.BoolType
	case int:
		return cel.IntType
	case float64:
		return cel.DoubleType
	case time.Time:
		return cel.TimestampType
	case []any:
		return cel.ListType(cel.DynType)
	case vars:
		return cel.MapType(cel.StringType, cel.DynType)
	}
	return cel.DynType
}

// floats gives a host's value with its decimals as doubles.
func floats(v any) any {
	return mapped(v, func(v any) any {
		if d, ok := v.(decimal.Decimal); ok {
			return d.InexactFloat64()
		}
		return v
	})
}

// hasFractions reports whether a value holds decimals.
func hasFractions(v any) bool {
	found := false
	mapped(v, func(v any) any {
		_, ok := v.(decimal.Decimal)
		found = found || ok
		return v
	})
	return found
}
