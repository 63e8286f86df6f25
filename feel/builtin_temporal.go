package feel

import (
	"errors"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

func init() {
	date, time := arg("date", DateType, DateTimeType), arg("time", TimeType)
	define("10.3.4.1",
		entry("date", []string{`date("2026-06-01")`, `date(date and time("2026-06-01T23:30:00+02:00"))`, "date(2026, 2, 29)"},
			form(DateType, dateFrom, arg("from", StringType, DateType, DateTimeType)),
			form(DateType, dateParts, numbers("year", "month", "day")...)),
		entry("time", []string{`time("23:59:00Z")`, `time(@"2026-06-01")`, `time(14, 30, 5.25, duration("-PT5H"))`, "time(14, 30, 0, null)", `time("24:00:00")`},
			form(TimeType, timeFrom, arg("from", StringType, TimeType, DateTimeType, DateType)),
			form(TimeType, timeParts, append(numbers("hour", "minute", "second"), arg("offset", DaysType).opt().orNull())...)),
		entry("date and time", []string{`date and time("2026-06-01T10:30:00@Europe/Paris")`, `date and time("2026-06-01")`,
			`date and time(@"2026-06-01", @"10:30:00Z")`, `date and time(@"2026-06-01", @"10:30:00", "Europe/Paris")`},
			form(DateTimeType, dateTimeFrom, arg("from", StringType, DateTimeType, DateType)),
			form(DateTimeType, dateTimeParts, date, time),
			form(DateTimeType, dateTimeZoned, date, time, arg("timezone", StringType))),
		entry("duration", []string{`duration("P1DT2H")`, `duration("-P14M")`, `duration("P1Y1D")`},
			form(DurationType, durationFrom, arg("from", StringType, DurationType))),
	)
}

// numbers gives required number parameters of these names.
func numbers(names ...string) []bparam {
	out := make([]bparam, len(names))
	for i, name := range names {
		out[i] = arg(name, NumberType)
	}
	return out
}

// made gives v, or the fault of arguments that make no such value.
func (e *evaluation) made(at site, name string, args []Value, v Value, err error) Value {
	if err == nil {
		return v
	}
	texts := make([]string, 0, len(args))
	for _, a := range args {
		if a.given() {
			texts = append(texts, a.brief())
		}
	}
	return e.fail(errInvalidTemporal(at.src, at.n, name+"("+strings.Join(texts, ", ")+")", err))
}

func dateFrom(f *frame, at site, args []Value) Value {
	switch v := args[0]; v.kind {
	case KindString:
		d, err := temporal.ParseDate(v.str())
		return f.made(at, "date", args, dateValue(d), err)
	case KindDateTime:
		return dateValue(v.dateTime().Date())
	default:
		return v
	}
}

func dateParts(f *frame, at site, args []Value) Value {
	parts, err := integers(args)
	if err != nil {
		return f.made(at, "date", args, Null, err)
	}
	d, err := temporal.NewDate(parts[0], clampInt(parts[1]), clampInt(parts[2]))
	return f.made(at, "date", args, dateValue(d), err)
}

// integers gives up to three whole numbers.
func integers(args []Value) (out [3]int64, err error) {
	for i, a := range args {
		n, whole := a.AsInt()
		if !whole {
			return out, fmt.Errorf("%s is not a whole number that fits", a)
		}
		out[i] = n
	}
	return out, nil
}

// clampInt keeps a number that is out of every calendar range out of it.
func clampInt(n int64) int { return int(max(-1<<30, min(1<<30, n))) }

func timeFrom(f *frame, at site, args []Value) Value {
	switch v := args[0]; v.kind {
	case KindString:
		t, err := temporal.ParseTime(v.str())
		return f.made(at, "time", args, timeValue(t), err)
	case KindDateTime, KindDate:
		return timeValue(v.moment().Time())
	default:
		return v
	}
}

func timeParts(f *frame, at site, args []Value) Value {
	t, err := timeOf(args)
	return f.made(at, "time", args, timeValue(t), err)
}

func timeOf(args []Value) (t temporal.Time, err error) {
	parts, err := integers(args[:2])
	if err != nil {
		return t, err
	}
	second, nano, err := wholeSecond(args[2].num())
	if err != nil {
		return t, err
	}
	zone := temporal.NoZone()
	if args[3].kind == KindDays {
		if args[3].days().Nano != 0 {
			return t, errors.New("the offset is no whole number of seconds")
		}
		if zone, err = temporal.OffsetZone(args[3].days().Sec); err != nil {
			return t, err
		}
	}
	return temporal.NewTime(clampInt(parts[0]), clampInt(parts[1]), second, nano, zone)
}

// wholeSecond splits a number of seconds; digits beyond nanoseconds are cut.
func wholeSecond(d decimal.Decimal) (second, nano int, err error) {
	whole := d.Trunc()
	n, fits := whole.Int64()
	if !fits || d.Sign() < 0 {
		return 0, 0, fmt.Errorf("second %s is not between 0 and 59", d)
	}
	rest, err := decimal.Sub(d, whole)
	if err != nil {
		return 0, 0, err
	}
	scaled, err := decimal.Mul(rest, decimal.FromInt(1e9))
	if err != nil {
		return 0, 0, err
	}
	ns, _ := scaled.Trunc().Int64()
	return clampInt(n), int(ns), nil
}

func dateTimeFrom(f *frame, at site, args []Value) Value {
	switch v := args[0]; v.kind {
	case KindString:
		t, err := temporal.ParseDateTime(v.str())
		return f.made(at, "date and time", args, dateTimeValue(t), err)
	case KindDate:
		return dateTimeValue(v.date().Midnight(temporal.UTC()))
	default:
		return v
	}
}

// dateTimeParts takes the local date of its first argument; the time brings its
// own offset or region.
func dateTimeParts(_ *frame, _ site, args []Value) Value {
	return dateTimeValue(temporal.NewDateTime(localDate(args[0]), args[1].time()))
}

func localDate(v Value) temporal.Date {
	if v.kind == KindDateTime {
		return v.dateTime().Date()
	}
	return v.date()
}

// dateTimeZoned puts a local date and time into a region (DMN 1.6).
func dateTimeZoned(f *frame, at site, args []Value) Value {
	t := args[1].time()
	zone, err := temporal.LoadRegion(args[2].str())
	if err == nil && t.Zone.Kind() != temporal.KindLocal {
		err = errors.New("the time has an offset or region already")
	}
	t.Zone = zone
	return f.made(at, "date and time", args, dateTimeValue(temporal.NewDateTime(localDate(args[0]), t)), err)
}

func durationFrom(f *frame, at site, args []Value) Value {
	v := args[0]
	if v.kind != KindString {
		return v
	}
	d, err := parseDuration(v.str())
	return f.made(at, "duration", args, d, err)
}
