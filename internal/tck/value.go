package tck

import (
	"errors"
	"strings"

	"github.com/decision-spine/spine/feel"
)

// value is a value as a test file writes it. The zero value is null.
type value struct {
	form    form
	typed   feel.Value // of formTyped
	text    string     // of formUntyped
	items   []value    // of formList, and of formContext
	entries []string   // of formContext: the names of the items
}

type form uint8

const (
	formTyped form = iota
	formUntyped
	formList
	formContext
)

// resolve gives the FEEL value. What a text without a type is depends on the type
// that is declared where it stands, as far as t tells.
func (v value) resolve(t *feel.Type) feel.Value {
	switch v.form {
	case formUntyped:
		return untyped(v.text, t.Item())
	case formList:
		items := make([]feel.Value, len(v.items))
		for i, item := range v.items {
			items[i] = item.resolve(t.Item())
		}
		return feel.List(items...)
	case formContext:
		entries := make([]feel.Entry, len(v.items))
		for i, item := range v.items {
			entries[i] = feel.Entry{Key: v.entries[i], Value: item.resolve(t.Item().Member(v.entries[i]))}
		}
		return feel.Context(entries...)
	}
	return v.typed
}

// readings are the ways to read a text, with the type of what each gives.
var readings = []struct {
	typ  *feel.Type
	xsd  string
	read func(text string) (feel.Value, error)
}{
	{feel.BooleanType, "boolean", readBoolean},
	{feel.NumberType, "decimal", readNumber},
	{feel.DateType, "date", readTemporal(feel.KindDate)},
	{feel.TimeType, "time", readTemporal(feel.KindTime)},
	{feel.DateTimeType, "dateTime", readTemporal(feel.KindDateTime)},
	{feel.DurationType, "duration", readDuration},
	{feel.StringType, "string", readString},
	{feel.NumberType, "double", readNumber},
}

// untyped reads a text as what its declared type allows; else as a boolean, a
// number or a string. An empty element without a type says that there is no value.
func untyped(text string, t *feel.Type) feel.Value {
	if text == "" {
		return feel.Null
	}
	anything := t.MayBe(feel.BooleanType) && t.MayBe(feel.NumberType)
	for _, r := range readings {
		if anything || !t.MayBe(r.typ) {
			continue
		}
		if v, err := r.read(text); err == nil {
			return v
		}
	}
	if b := strings.TrimSpace(text); b == "true" || b == "false" {
		return feel.Bool(b == "true")
	}
	if v, err := readNumber(text); err == nil {
		return v
	}
	return feel.String(text)
}

// readString keeps white space, which is significant in strings only.
func readString(text string) (feel.Value, error) { return feel.String(text), nil }

func readNumber(text string) (feel.Value, error) { return feel.ParseNumber(strings.TrimSpace(text)) }

func readBoolean(text string) (feel.Value, error) {
	switch strings.TrimSpace(text) {
	case "true", "1":
		return feel.Bool(true), nil
	case "false", "0":
		return feel.Bool(false), nil
	}
	return feel.Null, errors.New("it is true or false")
}

func readTemporal(kind feel.Kind) func(string) (feel.Value, error) {
	return func(text string) (feel.Value, error) { return feel.ParseTemporal(kind, strings.TrimSpace(text)) }
}

// readDuration reads either kind: a Y, or an M that stands for months, tells.
func readDuration(text string) (feel.Value, error) {
	date, _, _ := strings.Cut(text, "T")
	if strings.ContainsAny(date, "YM") {
		return readTemporal(feel.KindMonths)(text)
	}
	return readTemporal(feel.KindDays)(text)
}
