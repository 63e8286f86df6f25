package feel

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/strictjson"
)

// JSON takes the variables from the members of a JSON object, which is read
// strictly: see RFC 8259, and no member twice. The text is parsed at once; only
// what an expression reads becomes values: numbers exactly, objects contexts in
// the order of the text, and strings as [Vars.TemporalText] says. Of lists of
// objects it is as with [Map].
//
// The error is that of a text which is no JSON object.
func JSON(src []byte) (Vars, error) {
	v, err := strictjson.Parse(src, strictjson.Limits{})
	if err != nil {
		return Vars{}, err
	}
	if v.Kind() != strictjson.Object {
		return Vars{}, fmt.Errorf("variables are a JSON object, not a JSON %s", v.Kind())
	}
	return Vars{from: jsonObject{v}}.TemporalText(), nil
}

// object is what has members by name, not converted yet.
type object interface {
	get(name string) (host any, ok bool)
	names() []string // in order
}

// objectOf gives what a host's value is when it has members; nil when it is to be
// converted as a whole.
func objectOf(host any) object {
	switch host := host.(type) {
	case map[string]any:
		return mapObject(host)
	case strictjson.Value:
		if host.Kind() == strictjson.Object {
			return jsonObject{host}
		}
		return nil
	case Value:
		return nil
	}
	if s, ok := structOf(reflect.ValueOf(host)); ok {
		return s
	}
	return nil
}

// fromHost converts what a host gave, or a part of it.
func fromHost(host any) (Value, error) {
	if v, ok := host.(strictjson.Value); ok {
		out, err := fromJSON(v)
		if err == nil && !out.withinLimits() {
			err = errBeyondLimits
		}
		return out, err
	}
	return Of(host)
}

type mapObject map[string]any

func (m mapObject) get(name string) (any, bool) {
	v, ok := m[name]
	return v, ok
}

func (m mapObject) names() []string { return sortedKeys(m) }

type jsonObject struct{ strictjson.Value }

func (o jsonObject) get(name string) (any, bool) {
	v, ok := o.Get(name)
	return v, ok
}

// scalar gives a member as [fromHost] does what is no array and no object.
func (o jsonObject) scalar(name string) (Value, bool) {
	v, _ := o.Get(name)
	switch v.Kind() {
	case strictjson.String:
		return String(v.Text()), true
	case strictjson.Number:
		d, err := decimal.ParseExact(v.Text())
		return number(d), err == nil
	case strictjson.Bool:
		return Bool(v.Bool()), true
	}
	return Null, false
}

func (o jsonObject) names() []string {
	var out []string
	for _, m := range o.Members() {
		out = append(out, m.Name)
	}
	slices.Sort(out)
	return out
}

// contextObject is a context, whose members are values.
type contextObject struct{ *contextData }

func (o contextObject) get(name string) (any, bool) {
	v, ok := o.contextData.get(name)
	return v, ok
}

func (o contextObject) names() []string { return slices.Sorted(slices.Values(o.keys)) }

// fromJSON converts a JSON value, which nests no deeper than its reader lets it.
func fromJSON(v strictjson.Value) (Value, error) {
	switch v.Kind() {
	case strictjson.Bool:
		return Bool(v.Bool()), nil
	case strictjson.Number:
		return ofDecimal(decimal.ParseExact(v.Text()))
	case strictjson.String:
		return String(v.Text()), nil
	case strictjson.Array:
		items := make([]Value, len(v.Items()))
		for i, x := range v.Items() {
			var err error
			if items[i], err = fromJSON(x); err != nil {
				return Null, fmt.Errorf("item %d: %w", i+1, err)
			}
		}
		return List(items...), nil
	case strictjson.Object:
		c := &contextData{}
		for _, m := range v.Members() {
			x, err := fromJSON(m.Value)
			if err != nil {
				return Null, fmt.Errorf("%s: %w", m.Name, err)
			}
			c.put(m.Name, x)
		}
		return contextValue(c), nil
	}
	return Null, nil
}

// temporals reads the strings of v as dates, times and durations where t has
// these. What is none stays a string.
func temporals(v Value, t *Type) Value {
	if !t.known() {
		return v
	}
	switch v.kind {
	case KindString:
		for _, kind := range [...]Kind{KindDate, KindTime, KindDateTime, KindDays, KindMonths} {
			if t.item().hasKind(kind) {
				if out, err := ParseTemporal(kind, v.str()); err == nil {
					return out
				}
			}
		}
	case KindList:
		items := make([]Value, len(v.list()))
		for i, x := range v.list() {
			items[i] = temporals(x, t.item())
		}
		return List(items...)
	case KindContext:
		c := &contextData{}
		for key, x := range v.Entries() {
			c.put(key, temporals(x, t.field(key)))
		}
		return contextValue(c)
	}
	return v
}
