package dmn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// typeNames are the types of columns, but for list<T>.
var typeNames = []string{
	"string", "number", "boolean", "date", "time", "date_time", "days", "months", "duration", "any",
}

// ParseColumnType reads a type as a table names it: one of string, number,
// boolean, date, time, date_time, days, months, duration, any, or list<T> with
// one of these as T, or a list again.
func ParseColumnType(text string) (t ColumnType, ok bool) {
	depth := 0
	for strings.HasPrefix(text, "list<") && strings.HasSuffix(text, ">") {
		text = text[len("list<") : len(text)-1]
		depth++
	}
	if depth > limits.TypeDepth || !slices.Contains(typeNames, text) {
		return ColumnType{}, false
	}
	t.Name = text
	for range depth {
		item := t
		t = ColumnType{Name: "list", Item: &item}
	}
	return t, true
}

// String gives the type as a table names it.
func (t ColumnType) String() string {
	if t.Name == "list" {
		return "list<" + t.Item.String() + ">"
	}
	return t.Name
}

// FEEL gives the type of "?" in the cells of the column, and of its outputs: days
// and months are numbers, duration is either kind. That of the zero ColumnType is
// Any.
func (t ColumnType) FEEL() *feel.Type {
	switch t.Name {
	case "string":
		return feel.StringType
	case "number", "days", "months":
		return feel.NumberType
	case "boolean":
		return feel.BooleanType
	case "date":
		return feel.DateType
	case "time":
		return feel.TimeType
	case "date_time":
		return feel.DateTimeType
	case "duration":
		return feel.DurationType
	case "list":
		return feel.ListType(t.Item.FEEL())
	}
	return feel.AnyType
}

// needsFull reports whether cells of the type can be written in the full profile
// only: the subset has no way to write such a value.
func (t ColumnType) needsFull() bool {
	switch t.Name {
	case "time", "date_time", "duration":
		return true
	case "list":
		return t.Item.needsFull()
	}
	return false
}

// Coerce gives what a column of the type makes of a value of its expression: a
// days and time duration becomes its exact number of days under days, a years and
// months duration its number of months under months; everything else stays as it
// is and must be of the type's kind, the items of a list too. Null fits every
// type. When ok is false the value does not fit and is given back as it was.
func (t ColumnType) Coerce(v feel.Value) (coerced feel.Value, ok bool) {
	switch t.Name {
	case "days":
		if n, isDays := v.Days(); isDays {
			return n, true
		}
		return v, v.IsNull()
	case "months":
		if n, isMonths := v.Months(); isMonths {
			return n, true
		}
		return v, v.IsNull()
	case "list":
		return t.coerceItems(v)
	}
	return t.Result(v)
}

func (t ColumnType) coerceItems(v feel.Value) (feel.Value, bool) {
	if v.Kind() != feel.KindList {
		return v, v.IsNull()
	}
	if !t.converts() {
		return t.Result(v)
	}
	items := slices.Clone(v.Items())
	for i := range items {
		var ok bool
		if items[i], ok = t.Item.Coerce(items[i]); !ok {
			return v, false
		}
	}
	return feel.List(items...), true
}

// converts reports whether Coerce can give another value than it was given.
func (t ColumnType) converts() bool {
	return t.Name == "days" || t.Name == "months" || t.Name == "list" && t.Item.converts()
}

// Result gives the value of an output expression as it is, and whether an output
// of the type can have it. Days and months are numbers there, as they are where
// an output is a literal. Null fits every type.
func (t ColumnType) Result(v feel.Value) (result feel.Value, ok bool) {
	kind := v.Kind()
	if kind == feel.KindNull {
		return v, true
	}
	switch t.Name {
	case "string":
		return v, kind == feel.KindString
	case "number", "days", "months":
		return v, kind == feel.KindNumber
	case "boolean":
		return v, kind == feel.KindBoolean
	case "date":
		return v, kind == feel.KindDate
	case "time":
		return v, kind == feel.KindTime
	case "date_time":
		return v, kind == feel.KindDateTime
	case "duration":
		return v, kind == feel.KindDays || kind == feel.KindMonths
	case "list":
		if kind != feel.KindList {
			return v, false
		}
		for _, item := range v.Items() {
			if _, ok := t.Item.Result(item); !ok {
				return v, false
			}
		}
	}
	return v, true
}

// Literal gives the value that text stands for in a place of the type: a string
// is the text itself; a number, and a number of days or months, is written as
// FEEL writes it; a boolean is true or false; dates, times and durations have
// their ISO 8601 text, without quotes. Under any a number is a number, true,
// false and null are what they are in FEEL, and other text is a string. A list
// has no literal. The error says what is wrong with text.
func (t ColumnType) Literal(text string) (feel.Value, error) {
	switch t.Name {
	case "string":
		return feel.String(text), nil
	case "number", "days", "months":
		return feel.ParseNumber(text)
	case "boolean":
		if text == "true" || text == "false" {
			return feel.Bool(text == "true"), nil
		}
		return feel.Null, fmt.Errorf("not a boolean: %s", source.Quote(text))
	case "date":
		return feel.ParseTemporal(feel.KindDate, text)
	case "time":
		return feel.ParseTemporal(feel.KindTime, text)
	case "date_time":
		return feel.ParseTemporal(feel.KindDateTime, text)
	case "duration":
		if m, err := feel.ParseTemporal(feel.KindMonths, text); err == nil {
			return m, nil
		}
		return feel.ParseTemporal(feel.KindDays, text)
	case "any":
		return anyLiteral(text)
	}
	return feel.Null, fmt.Errorf("a %s has no literal: %s", t, source.Quote(text))
}

func anyLiteral(text string) (feel.Value, error) {
	switch text {
	case "true", "false":
		return feel.Bool(text == "true"), nil
	case "null":
		return feel.Null, nil
	}
	v, err := feel.ParseNumber(text)
	if errors.Is(err, decimal.ErrSyntax) || errors.Is(err, decimal.ErrTooLong) {
		return feel.String(text), nil
	}
	return v, err
}

// literalHint tells how to write a literal of the type.
func (t ColumnType) literalHint() string {
	switch t.Name {
	case "number", "days", "months":
		return "write a number, such as 0.25, without a unit"
	case "boolean":
		return "write true or false"
	case "date":
		return "write a date, such as 2026-06-01"
	case "time":
		return "write a time, such as 09:30:00"
	case "date_time":
		return "write a date and a time, such as 2026-06-01T09:30:00"
	case "duration":
		return "write a duration, such as P30D or P1Y6M"
	case "list":
		return "write a FEEL list behind an equals sign, such as '= [1, 2]'"
	}
	return ""
}
