package feel

import (
	"errors"
	"fmt"
	"time"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

// parseAt reads the text of @"...".
func parseAt(text string) (Value, error) {
	v, err := temporal.ParseAny(text)
	if err != nil {
		return Null, err
	}
	switch v := v.(type) {
	case temporal.Date:
		return dateValue(v), nil
	case temporal.Time:
		return timeValue(v), nil
	case temporal.DateTime:
		return dateTimeValue(v), nil
	case temporal.Duration:
		return daysValue(v), nil
	case temporal.Months:
		return monthsValue(v), nil
	}
	return Null, errors.New("is no date, time or duration")
}

// ParseTemporal reads a date, time, date and time, or duration from its text in
// FEEL (DMN 1.6, clause 10.3.4.1): the kind that is asked for, KindDays and
// KindMonths each meaning that kind of duration.
func ParseTemporal(kind Kind, text string) (Value, error) {
	v, err := parseTemporal(kind, text)
	if err != nil {
		return Null, err
	}
	return v, nil
}

func parseTemporal(kind Kind, text string) (Value, error) {
	switch kind {
	case KindDate:
		d, err := temporal.ParseDate(text)
		return dateValue(d), err
	case KindTime:
		t, err := temporal.ParseTime(text)
		return timeValue(t), err
	case KindDateTime:
		t, err := temporal.ParseDateTime(text)
		return dateTimeValue(t), err
	case KindDays, KindMonths:
		v, err := parseDuration(text)
		if err == nil && v.kind != kind {
			err = fmt.Errorf("%q is a %s, not a %s", text, v.kind, kind)
		}
		return v, err
	}
	return Null, fmt.Errorf("a %s is no temporal value", kind)
}

func parseDuration(text string) (Value, error) {
	d, m, isMonths, err := temporal.ParseDuration(text)
	if isMonths {
		return monthsValue(m), err
	}
	return daysValue(d), err
}

// ParseJSONTemporal reads the text of a JSON string that a schema gives the
// format date, time, date-time or duration. RFC 3339 and ISO 8601 decide, and
// what FEEL cannot hold is an error: second 60, more than nine digits of a
// second, a duration of both kinds. ok is false for every other format.
func ParseJSONTemporal(format, text string) (v Value, ok bool, err error) {
	switch format {
	case "date":
		d, err := temporal.ParseJSONDate(text)
		return dateValue(d), true, err
	case "time":
		t, err := temporal.ParseJSONTime(text)
		return timeValue(t), true, err
	case "date-time":
		t, err := temporal.ParseJSONDateTime(text)
		return dateTimeValue(t), true, err
	case "duration":
		d, m, isMonths, err := temporal.ParseJSONDuration(text)
		if isMonths {
			return monthsValue(m), true, err
		}
		return daysValue(d), true, err
	}
	return Null, false, nil
}

// OfTime gives the date and time of t: with its offset, or with Z when it is in
// UTC. Its monotonic clock is ignored.
func OfTime(t time.Time) (Value, error) {
	dt, err := temporal.FromTime(t)
	if err != nil {
		return Null, err
	}
	return dateTimeValue(dt), nil
}

// Days gives a days and time duration as a number of days, fractions kept as far
// as 34 digits hold them; ok is false for every other kind.
func (v Value) Days() (days Value, ok bool) {
	if v.kind != KindDays {
		return Null, false
	}
	d := v.days()
	if whole, exact := d.Days(); exact {
		return Int(whole), true
	}
	n, err := nanos(d)
	if err != nil {
		return Null, false
	}
	q, err := decimal.Quo(n, decimal.FromInt(24*3600*1e9))
	return number(q), err == nil
}

// Months gives a years and months duration as a number of months; ok is false
// for every other kind.
func (v Value) Months() (months Value, ok bool) {
	if v.kind != KindMonths {
		return Null, false
	}
	return Int(v.n), true
}

// Text gives the text of a date, time, date and time, or duration as FEEL's
// string function does: "2026-06-01". ok is false for every other kind.
func (v Value) Text() (text string, ok bool) {
	switch v.kind {
	case KindDate:
		return v.date().String(), true
	case KindTime:
		return v.time().String(), true
	case KindDateTime:
		return v.dateTime().String(), true
	case KindDays:
		return v.days().String(), true
	case KindMonths:
		return v.months().String(), true
	}
	return "", false
}
