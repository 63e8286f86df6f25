package dmn

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/feel"
)

// InputSchema gives a JSON Schema (2020-12) of the object that has the inputs of a
// target, by the names that [Prepared.Evaluate] takes. Each input is required, and
// none but these is allowed; null is allowed where the type lists it. Item
// definitions are definitions of the schema. Dates, times and durations are strings
// with a format. Allowed values are an enum, or bounds of numbers, where they are
// constants; what else restricts a type is told in its description.
//
// The error is that of a target which the model does not have, or of an input that
// JSON cannot give: a function or a range.
func (m *Model) InputSchema(t Target) ([]byte, error) {
	if _, err := m.find(t); err != nil {
		return nil, err
	}
	s := &schemer{names: map[*feel.Type]string{}, defs: map[string]any{}}
	properties, required := map[string]any{}, []string{}
	for _, in := range m.Inputs(t) {
		name := m.key(in.Namespace, in.Name)
		properties[name] = s.typ(in.Type)
		required = append(required, name)
		if s.err != nil {
			return nil, fmt.Errorf("the input %q: %w", name, s.err)
		}
	}
	root := map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": t.Name,
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	}
	if len(s.defs) > 0 {
		root["$defs"] = s.defs
	}
	return json.MarshalIndent(root, "", "  ")
}

// schemer makes schemas of types. An item definition is made once.
type schemer struct {
	names map[*feel.Type]string
	defs  map[string]any
	err   error
}

// object is a schema.
type object = map[string]any

// typ gives the schema of a type, which for an item definition refers to one.
func (s *schemer) typ(t *feel.Type) object {
	if t.Name() == "" {
		return s.restricted(t)
	}
	name, known := s.names[t]
	if !known {
		name = s.free(t.Name())
		s.names[t], s.defs[name] = name, nil
		s.defs[name] = s.restricted(t)
	}
	return object{"$ref": "#/$defs/" + name}
}

// free gives a name that can stand in a reference, and that no definition has.
func (s *schemer) free(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	out := plain
	for i := 2; ; i++ {
		if _, taken := s.defs[out]; !taken {
			return out
		}
		out = fmt.Sprintf("%s_%d", plain, i)
	}
}

// plainSchemas are the schemas of the built-in types.
var plainSchemas = map[string]object{
	"boolean":                   {"type": "boolean"},
	"number":                    {"type": "number"},
	"string":                    {"type": "string"},
	"date":                      {"type": "string", "format": "date"},
	"time":                      {"type": "string", "format": "time"},
	"date and time":             {"type": "string", "format": "date-time"},
	"days and time duration":    {"type": "string", "format": "duration"},
	"years and months duration": {"type": "string", "format": "duration"},
	"duration":                  {"type": "string", "format": "duration"},
}

// structure gives the schema of a type without what it is restricted to.
func (s *schemer) structure(t *feel.Type) object {
	if plain := plainSchemas[t.Builtin()]; plain != nil {
		return plain
	}
	switch {
	case t.IsList():
		return object{"type": "array", "items": s.typ(t.Item())}
	case t.IsContext():
		properties, required := object{}, []string{}
		for _, f := range t.Fields() {
			properties[f.Name] = s.typ(f.Type)
			required = append(required, f.Name)
		}
		return object{"type": "object", "properties": properties, "required": required}
	case t.IsFunction() || t.IsRange():
		s.err = fmt.Errorf("JSON has no %s", t)
	}
	return object{}
}

// restricted gives the schema of a type with what it is restricted to.
func (s *schemer) restricted(t *feel.Type) object {
	all := []object{s.structure(t)}
	null := len(t.Allowed()) > 0
	for _, a := range t.Allowed() {
		schema, listsNull := alternatives(a)
		all, null = append(all, schema), null && listsNull
	}
	out := all[0]
	if len(all) > 1 {
		out = object{"allOf": all}
	}
	if null {
		out = object{"anyOf": []object{{"type": "null"}, out}}
	}
	return out
}

// alternatives gives the schema of allowed values, and whether null is among them.
func alternatives(a *feel.Allowed) (schema object, null bool) {
	values, constant := a.Constants()
	untold := object{"description": "allowed: " + a.Text()}
	if !constant {
		return untold, false
	}
	var of []object
	var enum []any
	for _, v := range values {
		if v.IsNull() {
			null = true
			continue
		}
		if v.Kind() == feel.KindRange {
			schema, told := bounds(v)
			if !told {
				return untold, null
			}
			of = append(of, schema)
			continue
		}
		constant, told := asJSON(v)
		if !told {
			return untold, null
		}
		enum = append(enum, constant)
	}
	if len(enum) > 0 {
		of = append(of, object{"enum": enum})
	}
	switch len(of) {
	case 0:
		return object{"not": object{}}, null // null alone
	case 1:
		return of[0], null
	}
	return object{"anyOf": of}, null
}

// bounds gives the schema of a range of numbers; told is false for other ranges.
func bounds(v feel.Value) (schema object, told bool) {
	r, _ := v.AsRange()
	schema = object{}
	for _, end := range []struct {
		v               feel.Value
		closed          bool
		bound, openName string
	}{
		{r.Low, r.LowClosed, "minimum", "exclusiveMinimum"},
		{r.High, r.HighClosed, "maximum", "exclusiveMaximum"},
	} {
		text, exact, isNumber := end.v.NumberText()
		switch {
		case end.v.IsNull():
		case !isNumber || !exact:
			return schema, false
		case end.closed:
			schema[end.bound] = json.Number(text)
		default:
			schema[end.openName] = json.Number(text)
		}
	}
	return schema, true
}

// asJSON gives a constant as JSON has it.
func asJSON(v feel.Value) (out any, ok bool) {
	switch v.Kind() {
	case feel.KindBoolean:
		b, _ := v.AsBool()
		return b, true
	case feel.KindNumber:
		text, exact, _ := v.NumberText()
		return json.Number(text), exact
	case feel.KindString:
		text, _ := v.AsString()
		return text, true
	}
	return v.Text()
}
