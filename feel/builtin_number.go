package feel

import (
	"fmt"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

func init() {
	define(
		&builtin{name: "abs", section: "10.3.4.5", sigs: []*signature{
			{params: []bparam{{name: "n", types: []*Type{NumberType, DurationType}}}, result: AnyType, fn: abs},
		}},
		&builtin{name: "floor", section: "10.3.4.5", sigs: []*signature{
			{params: scaled(true), result: NumberType, fn: rounding("floor", decimal.Floor)},
		}},
		&builtin{name: "ceiling", section: "10.3.4.5", sigs: []*signature{
			{params: scaled(true), result: NumberType, fn: rounding("ceiling", decimal.Ceiling)},
		}},
		&builtin{name: "decimal", section: "10.3.4.5", sigs: []*signature{
			{params: scaled(false), result: NumberType, fn: rounding("decimal", decimal.HalfEven)},
		}},
		&builtin{name: "not", section: "10.3.4.2", sigs: []*signature{
			{params: []bparam{{name: "negand", types: []*Type{BooleanType}}}, result: BooleanType, fn: func(_ *frame, _ site, args []Value) Value {
				return Bool(args[0].n == 0)
			}},
		}},
	)
}

// scaled gives the parameters of a rounding function.
func scaled(optional bool) []bparam {
	return []bparam{
		{name: "n", types: []*Type{NumberType}},
		{name: "scale", types: []*Type{NumberType}, optional: optional},
	}
}

// The scales that the standard allows.
const (
	minScale = -6111
	maxScale = 6176
)

// rounding gives the function that rounds to a number of digits after the point,
// by default none. A fraction of the scale is cut.
func rounding(name string, mode decimal.Mode) builtinFunc {
	return func(f *frame, at site, args []Value) Value {
		scale := int64(0)
		if args[1].given() {
			n, fits := args[1].num().Trunc().Int64()
			if !fits || n < minScale || n > maxScale {
				return f.fail(errDomain(at.src, at.n, fmt.Sprintf("the scale of %s must be between %d and %d, not %s", name, minScale, maxScale, args[1])))
			}
			scale = n
		}
		d, err := decimal.Round(args[0].num(), int32(scale), mode)
		return f.checked(at, number(d), err)
	}
}

func abs(_ *frame, _ site, args []Value) Value {
	switch v := args[0]; v.kind {
	case KindDays:
		if v.days().Compare(temporal.Duration{}) < 0 {
			return daysValue(v.days().Neg())
		}
		return v
	case KindMonths:
		return monthsValue(max(v.months(), v.months().Neg()))
	default:
		return number(decimal.Abs(v.num()))
	}
}
