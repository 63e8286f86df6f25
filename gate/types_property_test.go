package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
)

// someSchema draws a schema of few names and values, so that instances often fit.
func someSchema(t *rapid.T, depth int) string {
	leaves := []string{
		`true`, `{"type": "string"}`, `{"type": "string", "format": "date"}`, `{"format": "date"}`, `{"type": ["number", "null"]}`,
		`{"enum": ["2026-06-01", 1]}`, `{"const": 1}`, `{"type": "null"}`, `{"type": "object"}`, `{"format": "duration"}`, `{"minimum": 1}`,
	}
	if depth == 0 {
		return rapid.SampledFrom(leaves).Draw(t, "leaf")
	}
	sub := func() string { return someSchema(t, depth-1) }
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return fmt.Sprintf(`{"anyOf": [%s, %s]}`, sub(), sub())
	case 1:
		return fmt.Sprintf(`{"oneOf": [%s, %s], "type": ["object", "string"]}`, sub(), sub())
	case 2:
		return fmt.Sprintf(`{"allOf": [%s, %s]}`, sub(), sub())
	case 3:
		return fmt.Sprintf(`{"if": %s, "then": %s, "else": %s}`, sub(), sub(), sub())
	case 4:
		return fmt.Sprintf(`{"type": "array", "items": %s}`, sub())
	case 5:
		return fmt.Sprintf(`{"type": "object", "dependentSchemas": {"a": %s}, "properties": {"a": %s}}`, sub(), sub())
	case 6:
		return fmt.Sprintf(`{"type": "object", "additionalProperties": %s, "required": ["b"]}`, sub())
	case 7, 8:
		return fmt.Sprintf(`{"type": ["object", "null"], "required": ["a"], "properties": {"a": %s, "b": %s}}`, sub(), sub())
	}
	return rapid.SampledFrom(leaves).Draw(t, "leaf")
}

func someInstance(t *rapid.T, depth int) string {
	if depth > 0 {
		sub := func() string { return someInstance(t, depth-1) }
		switch rapid.IntRange(0, 4).Draw(t, "form") {
		case 0:
			return fmt.Sprintf(`{"a": %s, "b": %s}`, sub(), sub())
		case 1:
			return fmt.Sprintf(`{"a": %s}`, sub())
		case 2:
			return fmt.Sprintf(`[%s, %s]`, sub(), sub())
		}
	}
	return rapid.SampledFrom([]string{`"2026-06-01"`, `"P1D"`, `"x"`, `1`, `null`, `{}`}).Draw(t, "scalar")
}

// What a gate says of the values that it admits holds for each of them.
func TestTypeAndRequiresHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := someSchema(t, 3)
		g, err := gate.Compile(files("s", schema), "s")
		if err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		for range 10 {
			o, err := g.Admit([]byte(someInstance(t, 3)))
			if err != nil {
				continue
			}
			if typ := g.Type().String(); !conforms(o.Value, typ) {
				t.Fatalf("%s admits %s, which is no %s", schema, o.Value, typ)
			}
			for _, path := range [][]string{{"a"}, {"b"}, {"a", "a"}, {"a", "b"}, {"b", "a"}, {"a", "a", "a"}} {
				if _, required := g.Requires(path); required && !present(o.Value, path) {
					t.Fatalf("%s requires %v and admits %s", schema, path, o.Value)
				}
			}
		}
	})
}

// present reports whether a path leads somewhere, or through null.
func present(v feel.Value, path []string) bool {
	if len(path) == 0 || v.IsNull() {
		return true
	}
	if v.Kind() == feel.KindList {
		for _, item := range v.Items() {
			if !present(item, path) {
				return false
			}
		}
		return true
	}
	below, ok := v.Get(path[0])
	return ok && present(below, path[1:])
}

// conforms reports whether v is null or of the type that is written out.
func conforms(v feel.Value, typ string) bool {
	if v.IsNull() || typ == "Any" {
		return true
	}
	inner := strings.TrimSuffix(typ[strings.IndexByte(typ, '<')+1:], ">")
	switch {
	case typ == "duration":
		return v.Kind() == feel.KindDays || v.Kind() == feel.KindMonths
	case strings.HasPrefix(typ, "list<"):
		for _, item := range v.Items() {
			if !conforms(item, inner) {
				return false
			}
		}
		return v.Kind() == feel.KindList
	case strings.HasPrefix(typ, "context<"):
		for depth, start, i := 0, 0, 0; i <= len(inner); i++ {
			switch {
			case i < len(inner) && inner[i] == '<':
				depth++
			case i < len(inner) && inner[i] == '>':
				depth--
			case i == len(inner) || depth == 0 && inner[i] == ',':
				name, field, _ := strings.Cut(strings.TrimSpace(inner[start:i]), ": ")
				if below, ok := v.Get(name); ok && !conforms(below, field) {
					return false
				}
				start = i + 1
			}
		}
		return v.Kind() == feel.KindContext
	}
	return v.Kind().String() == typ
}
