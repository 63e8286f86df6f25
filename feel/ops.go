package feel

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

// arithmetic computes x o y for + - * / ** (DMN 1.6, clause 10.3.2.12).
func (e *evaluation) arithmetic(at site, o op, x, y Value) Value {
	if x.kind == KindNull || y.kind == KindNull {
		return Null
	}
	switch {
	case x.kind == KindNumber && y.kind == KindNumber:
		return e.numbers(at, o, x.num(), y.num())
	case o == opAdd && x.kind == KindString && y.kind == KindString:
		if !e.produce(at, x.n+y.n) {
			return Null
		}
		return String(x.str() + y.str())
	}
	if !e.step(at, 1) {
		return Null
	}
	var v Value
	var ok bool
	var err error
	switch o {
	case opAdd:
		if v, ok, err = plus(x, y); !ok {
			v, ok, err = plus(y, x)
		}
	case opSub:
		v, ok, err = minus(x, y)
	case opMul:
		if v, ok, err = times(x, y); !ok {
			v, ok, err = times(y, x)
		}
	case opDiv:
		v, ok, err = over(x, y)
	}
	if !ok {
		return e.fail(errOperands(at.src, at.n, o.String(), x.kind, y.kind))
	}
	return e.checked(at, v, err)
}

// checked gives v, or the FEEL error that err of a kernel means.
func (e *evaluation) checked(at site, v Value, err error) Value {
	if err == nil {
		return v
	}
	return e.kernelFault(at, err)
}

func (e *evaluation) kernelFault(at site, err error) Value {
	var te *temporal.Error
	switch {
	case errors.Is(err, decimal.ErrDivisionByZero):
		return e.fail(errDivisionByZero(at.src, at.n))
	case errors.Is(err, decimal.ErrInvalid):
		return e.fail(errDomain(at.src, at.n, err.Error()))
	case errors.Is(err, errNoCommonZone):
		return e.fail(errTypeMismatch(at.src, at.n, err.Error(), ""))
	case errors.As(err, &te):
		return e.fail(errTemporalRange(at.src, at.n, te.Reason))
	}
	return e.fail(errNumberRange(at.src, at.n, err.Error()))
}

func (e *evaluation) numbers(at site, o op, x, y decimal.Decimal) Value {
	var d decimal.Decimal
	var err error
	switch o {
	case opAdd:
		d, err = decimal.Add(x, y)
	case opSub:
		d, err = decimal.Sub(x, y)
	case opMul:
		d, err = decimal.Mul(x, y)
	case opDiv:
		d, err = decimal.Quo(x, y)
	default:
		if !e.step(at, powerSteps(y)) {
			return Null
		}
		d, err = decimal.Pow(x, y)
	}
	if err != nil {
		return e.kernelFault(at, err)
	}
	return number(d)
}

// What a square root, and what a logarithm or an exponential counts for.
const (
	sqrtSteps = 10
	logSteps  = 1000
)

// powerSteps is what a power counts for: a whole exponent takes up to two products
// for each of its binary digits, another one a logarithm.
func powerSteps(exponent decimal.Decimal) int64 {
	if !exponent.IsInt() {
		return logSteps
	}
	digits := 136 // of any exponent beyond which a power is known to be out of range
	if n, fits := exponent.Int64(); fits {
		digits = bits.Len64(uint64(max(n, -n)))
	}
	return int64(4 + 4*digits + digits*digits/8) // the more digits, the longer the products
}

// errNoCommonZone is the difference of a local and a zoned time.
var errNoCommonZone = errors.New("one of the two has an offset or region and the other has none")

// plus adds the duration y to x; ok is false when that is not defined.
func plus(x, y Value) (v Value, ok bool, err error) {
	switch y.kind {
	case KindDays:
		d := y.days()
		switch x.kind {
		case KindDate:
			r, err := x.date().AddDuration(d)
			return dateValue(r), true, err
		case KindDateTime:
			r, err := x.dateTime().AddDuration(d)
			return dateTimeValue(r), true, err
		case KindTime:
			return timeValue(x.time().AddDuration(d)), true, nil
		case KindDays:
			r, err := x.days().Add(d)
			return daysValue(r), true, err
		}
	case KindMonths:
		m := y.months()
		switch x.kind {
		case KindDate:
			r, err := x.date().AddMonths(m)
			return dateValue(r), true, err
		case KindDateTime:
			r, err := x.dateTime().AddMonths(m)
			return dateTimeValue(r), true, err
		case KindMonths:
			r, err := x.months().Add(m)
			return monthsValue(r), true, err
		}
	}
	return Null, false, nil
}

func minus(x, y Value) (v Value, ok bool, err error) {
	switch y.kind {
	case KindDays:
		return plus(x, daysValue(y.days().Neg()))
	case KindMonths:
		return plus(x, monthsValue(y.months().Neg()))
	}
	switch {
	case x.kind == KindDate && y.kind == KindDate:
		return daysValue(x.date().Sub(y.date())), true, nil
	case x.kind == KindTime && y.kind == KindTime:
		if _, comparable := x.time().Compare(y.time()); !comparable {
			return Null, true, errNoCommonZone
		}
		r, err := x.time().Sub(y.time())
		return daysValue(r), true, err
	case x.isDated() && y.isDated():
		a, b := x.moment(), y.moment()
		if _, comparable := a.Compare(b); !comparable {
			return Null, true, errNoCommonZone
		}
		r, err := a.Sub(b)
		return daysValue(r), true, err
	}
	return Null, false, nil
}

func (v Value) isDated() bool { return v.kind == KindDate || v.kind == KindDateTime }

// moment gives a date and time; a date counts as midnight UTC.
func (v Value) moment() temporal.DateTime {
	if v.kind == KindDate {
		return v.date().Midnight(temporal.UTC())
	}
	return v.dateTime()
}

// times multiplies the duration x by the number y.
func times(x, y Value) (v Value, ok bool, err error) {
	if y.kind != KindNumber {
		return Null, false, nil
	}
	return scale(x, y.num(), decimal.Mul)
}

// over divides the duration x by a number, or by a duration of its kind.
func over(x, y Value) (v Value, ok bool, err error) {
	switch {
	case y.kind == KindNumber:
		return scale(x, y.num(), decimal.Quo)
	case x.kind == y.kind && (x.kind == KindDays || x.kind == KindMonths):
		a, err := amount(x)
		if err != nil {
			return Null, true, err
		}
		b, err := amount(y)
		if err != nil {
			return Null, true, err
		}
		d, err := decimal.Quo(a, b)
		return number(d), true, err
	}
	return Null, false, nil
}

// scale computes f(x, k) for a duration x: months are cut towards zero, days and
// time keep their fraction down to nanoseconds.
func scale(x Value, k decimal.Decimal, f func(a, b decimal.Decimal) (decimal.Decimal, error)) (v Value, ok bool, err error) {
	if x.kind != KindDays && x.kind != KindMonths {
		return Null, false, nil
	}
	a, err := amount(x)
	if err != nil {
		return Null, true, err
	}
	d, err := f(a, k)
	if err != nil {
		return Null, true, err
	}
	d = d.Trunc()
	if x.kind == KindMonths {
		n, fits := d.Int64()
		if !fits {
			return Null, true, fmt.Errorf("a duration of %s months is too long", d)
		}
		m, err := temporal.NewMonths(n)
		return monthsValue(m), true, err
	}
	if n, fits := d.Int64(); fits {
		r, err := temporal.NewDuration(n/1e9, n%1e9)
		return daysValue(r), true, err
	}
	n, fits := new(big.Int).SetString(d.Shopspring().BigInt().String(), 10)
	if !fits {
		return Null, true, fmt.Errorf("a duration of %s nanoseconds is too long", d)
	}
	r, err := temporal.DurationFromNanosBig(n)
	return daysValue(r), true, err
}

// amount gives a duration's months or nanoseconds.
func amount(x Value) (decimal.Decimal, error) {
	if x.kind == KindMonths {
		return decimal.FromInt(x.n), nil
	}
	return nanos(x.days())
}

// nanos gives a duration in nanoseconds, exactly.
func nanos(d temporal.Duration) (decimal.Decimal, error) {
	sec, err := decimal.Mul(decimal.FromInt(d.Sec), decimal.FromInt(1e9))
	if err != nil {
		return decimal.Decimal{}, err
	}
	return decimal.Add(sec, decimal.FromInt(int64(d.Nano)))
}

// negate computes -x.
func (e *evaluation) negate(at site, x Value) Value {
	switch x.kind {
	case KindNull:
		return Null
	case KindNumber:
		return number(decimal.Neg(x.num()))
	case KindDays:
		return daysValue(x.days().Neg())
	case KindMonths:
		return monthsValue(x.months().Neg())
	}
	return e.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("a %s cannot be negated", x.kind), ""))
}
