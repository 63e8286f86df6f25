package feel

import (
	"errors"
	"fmt"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

func init() {
	rounded := func(name string, mode decimal.Mode, scale bparam, examples ...string) *builtin {
		return entry(name, examples, form(NumberType, rounding(name, mode), arg("n", NumberType), scale))
	}
	unary := func(name string, steps int64, fn func(decimal.Decimal) (decimal.Decimal, error), examples ...string) *builtin {
		return entry(name, examples, form(NumberType, func(f *frame, at site, args []Value) Value {
			if !f.step(at, steps) {
				return Null
			}
			d, err := fn(args[0].num())
			if errors.Is(err, decimal.ErrInvalid) {
				return f.fail(errDomain(at.src, at.n, fmt.Sprintf("%s(%s) is no number", name, args[0])))
			}
			return f.checked(at, number(d), err)
		}, arg("number", NumberType)))
	}
	parity := func(name string, rest int64, examples ...string) *builtin {
		return entry(name, examples, form(BooleanType, func(f *frame, at site, args []Value) Value {
			if isShortInt(args[0]) {
				return Bool(args[0].n&1 == rest)
			}
			m, err := decimal.Mod(args[0].num(), decimal.FromInt(2))
			return f.checked(at, Bool(decimal.Equal(m, decimal.FromInt(rest))), err)
		}, arg("number", NumberType)))
	}
	scale := arg("scale", NumberType)
	define("10.3.4.5",
		rounded("decimal", decimal.HalfEven, scale, "decimal(1/3, 2)", "decimal(2.5, 0)", "decimal(125, -1)", "decimal(1, 7000)"),
		rounded("floor", decimal.Floor, scale.opt(), "floor(-1.5)", "floor(-1.56, 1)"),
		rounded("ceiling", decimal.Ceiling, scale.opt(), "ceiling(-1.5)", "ceiling(-1.56, 1)"),
		rounded("round up", decimal.Up, scale, "round up(-5.5, 0)", "round up(1.121, 2)"),
		rounded("round down", decimal.Down, scale, "round down(-5.5, 0)", "round down(1.126, 2)"),
		rounded("round half up", decimal.HalfUp, scale, "round half up(-5.5, 0)", "round half up(1.125, 2)"),
		rounded("round half down", decimal.HalfDown, scale, "round half down(-5.5, 0)", "round half down(1.126, 2)"),
		entry("abs", []string{"abs(-10)", `abs(@"-P1D")`}, form(AnyType, abs, arg("n", NumberType, DurationType))),
		entry("modulo", []string{"modulo(-12, 5)", "modulo(10.1, -4.5)", "modulo(1, 0)"}, form(NumberType, modulo,
			arg("dividend", NumberType), arg("divisor", NumberType))),
		unary("sqrt", sqrtSteps, decimal.Sqrt, "sqrt(16)", "sqrt(-1)"),
		unary("log", logSteps, decimal.Ln, "log(10)", "log(0)"),
		unary("exp", logSteps, decimal.Exp, "exp(1)", "exp(100000)"),
		parity("odd", 1, "odd(5)", "odd(2)", "odd(1.5)"),
		parity("even", 0, "even(2)", "even(5)", "even(1.5)"),
	)
	define("10.3.4.2",
		entry("not", []string{"not(true)", "not(null)"}, form(BooleanType, func(_ *frame, _ site, args []Value) Value {
			return Bool(args[0].n == 0)
		}, arg("negand", BooleanType))),
	)
}

// The scales that the standard allows.
const (
	minScale = -6111
	maxScale = 6176
)

// rounding gives the function that rounds to a number of digits after the point,
// by default none. A fraction of the scale is cut, and a negative scale rounds
// before the point.
func rounding(name string, mode decimal.Mode) builtinFunc {
	return func(f *frame, at site, args []Value) Value {
		scale := int64(0)
		if args[1].given() {
			n, fits := args[1].wholePart()
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

func modulo(f *frame, at site, args []Value) Value {
	d, err := decimal.Mod(args[0].num(), args[1].num())
	return f.checked(at, number(d), err)
}
