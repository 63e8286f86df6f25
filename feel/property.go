package feel

import (
	"slices"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

// member computes v.name (DMN 1.6, clauses 10.3.2.5 and 10.3.2.15): the entry of a
// context, that of each item of a list, or a property of a temporal value or
// range.
func (e *evaluation) member(at site, v Value, name string) Value {
	switch v.kind {
	case KindNull:
		return Null
	case KindContext:
		if m, ok := v.Get(name); ok {
			return m
		}
		return e.fail(errMissingMember(at.src, at.n, name, v.context().keys))
	case KindList:
		items := v.list()
		if !e.step(at, v.n) || !e.produce(at, v.n*valueBytes) {
			return Null
		}
		out := make([]Value, len(items))
		for i, item := range items {
			if e.err != nil {
				return Null
			}
			out[i] = e.member(at, item, name)
		}
		return List(out...)
	}
	if p, ok := property(v, name); ok {
		return p
	}
	return e.fail(errNotAContext(at.src, at.n, name, v.kind))
}

// properties lists what temporal values and ranges have (DMN 1.6, clause
// 10.3.2.15).
var properties = [kindUnset + 1][]string{
	KindDate:     {"year", "month", "day", "weekday"},
	KindTime:     {"hour", "minute", "second", "time offset", "timezone"},
	KindDateTime: {"year", "month", "day", "weekday", "hour", "minute", "second", "time offset", "timezone"},
	KindDays:     {"days", "hours", "minutes", "seconds"},
	KindMonths:   {"years", "months"},
	KindRange:    {"start", "end", "start included", "end included"},
}

// property gives a property of a value that is neither context nor list; ok is
// false when values of its kind have none of that name.
func property(v Value, name string) (p Value, ok bool) {
	if !slices.Contains(properties[v.kind], name) {
		return Null, false
	}
	switch v.kind {
	case KindDate:
		return calendarProperty(v.date(), name), true
	case KindTime:
		return clockProperty(v.time(), v.time().Offset, name), true
	case KindDateTime:
		if slices.Contains(properties[KindDate], name) {
			return calendarProperty(v.dateTime().Date(), name), true
		}
		return clockProperty(v.dateTime().Time(), v.dateTime().Offset, name), true
	case KindDays, KindMonths:
		return durationProperty(v, name), true
	}
	r := v.rang()
	switch name {
	case "start":
		return r.lo, true
	case "end":
		return r.hi, true
	case "start included":
		return Bool(r.loClosed), true
	}
	return Bool(r.hiClosed), true
}

func calendarProperty(d temporal.Date, name string) Value {
	year, month, day := d.Civil()
	switch name {
	case "year":
		return Int(year)
	case "month":
		return Int(int64(month))
	case "day":
		return Int(int64(day))
	}
	return Int(int64(d.Weekday()))
}

// clockProperty gives a property of t. Its offset is asked for apart, since in a
// region it depends on the day.
func clockProperty(t temporal.Time, offset func() (int64, bool), name string) Value {
	hour, minute, second, nano := t.Clock()
	switch name {
	case "hour":
		return Int(int64(hour))
	case "minute":
		return Int(int64(minute))
	case "second":
		return seconds(int64(second), int64(nano))
	case "time offset":
		if s, ok := offset(); ok {
			return daysValue(temporal.Duration{Sec: s})
		}
		return Null
	}
	if region := t.Zone.RegionName(); region != "" {
		return String(region)
	}
	return Null
}

func durationProperty(v Value, name string) Value {
	if v.kind == KindMonths {
		years, months := v.months().Parts()
		if name == "years" {
			return Int(years)
		}
		return Int(months)
	}
	d := v.days()
	days, hours, minutes, _ := d.Parts()
	switch name {
	case "days":
		return Int(days)
	case "hours":
		return Int(hours)
	case "minutes":
		return Int(minutes)
	}
	return seconds(d.Sec%60, int64(d.Nano))
}

// seconds gives whole seconds and nanoseconds as one number.
func seconds(sec, nano int64) Value { return number(decimal.FromCoef(sec*1e9+nano, -9).Reduce()) }

// memberType gives the type of base.name as far as it is known; ok is false when
// no value of the type base has such a member.
func memberType(base *Type, name string) (t *Type, ok bool) {
	switch base.kind {
	case typeAny, typeNull:
		return AnyType, true
	case typeContext:
		return orAny(base.field(name)), true
	case typeList:
		t, _ := memberType(orAny(base.elem), name) // of no items it is an empty list
		return ListType(t), true
	}
	for kind, names := range properties {
		if base.hasKind(Kind(kind)) && slices.Contains(names, name) {
			return propertyType(base, name), true
		}
	}
	return AnyType, false
}

func propertyType(base *Type, name string) *Type {
	switch name {
	case "time offset":
		return DaysType
	case "timezone":
		return StringType
	case "start", "end":
		return orAny(base.elem)
	case "start included", "end included":
		return BooleanType
	}
	return NumberType
}
