package gate_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/gate"
)

// Two alternatives that both lead back to the root double the work with each
// level of the instance. What is too much is refused before it is begun: the last
// case would take longer than the universe has.
func TestNestedAlternativesAreCounted(t *testing.T) {
	alternatives := compiled(t, `{"anyOf": [
		{"properties": {"x": {"$ref": "#"}}, "required": ["q"]},
		{"properties": {"x": {"$ref": "#"}}, "required": ["r"]}]}`)
	for depth, judged := range map[int]bool{1: true, 8: true, 18: false, 30: false, gate.MaxDepth: false} {
		_, err := alternatives.Admit([]byte(strings.Repeat(`{"x":`, depth) + `1` + strings.Repeat(`}`, depth)))
		if limited := errors.Is(err, gate.Limit); err == nil || limited == judged {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
	// The same depth is no matter where alternatives do not multiply.
	chain := compiled(t, `{"type": ["object", "number"], "properties": {"x": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}`)
	if _, err := chain.Admit([]byte(strings.Repeat(`{"x":`, gate.MaxDepth) + `1` + strings.Repeat(`}`, gate.MaxDepth))); err != nil {
		t.Error(err)
	}
}

// Alternatives multiply without recursion too.
func TestAlternativesOfOneValueAreCounted(t *testing.T) {
	var defs []string
	for i := range 40 {
		defs = append(defs, fmt.Sprintf(`"d%d": {"allOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	g := compiled(t, `{"$ref": "#/$defs/d0", "$defs": {`+strings.Join(defs, ",")+`, "d40": {"minimum": 1}}}`)
	if _, err := g.Admit([]byte(`5`)); !errors.Is(err, gate.Limit) {
		t.Error(err)
	}
}

// Choosing the branches that a value is converted by asks the validator again at
// each level, and is counted as well.
func TestConversionIsCounted(t *testing.T) {
	g := compiled(t, `{"anyOf": [{"type": "string", "format": "date"}, {"items": {"$ref": "#"}}]}`)
	deep := strings.Repeat("[", 60) + strings.Repeat(`"2026-06-01",`, 20_000) + `"2026-06-01"` + strings.Repeat("]", 60)
	if _, err := g.Admit([]byte(deep)); !errors.Is(err, gate.Limit) {
		t.Errorf("%.200v", err)
	}
	if _, err := g.Admit([]byte(`[[["2026-06-01"], "2026-06-02"], []]`)); err != nil {
		t.Error(err)
	}
}

// The longest chain of schemas at each level of the deepest instance is what uses
// the stack most.
func TestDeepestRecursion(t *testing.T) {
	var defs []string
	for i := range 98 {
		defs = append(defs, fmt.Sprintf(`"%d": {"allOf": [{"$ref": "#/$defs/%d"}]}`, i, i+1))
	}
	g := compiled(t, `{"items": {"$ref": "#/$defs/50"}, "$defs": {`+strings.Join(defs, ",")+`, "98": {"items": {"$ref": "#/$defs/50"}, "format": "date"}}}`)
	deep := func(item string) []byte {
		return []byte(strings.Repeat("[", gate.MaxDepth) + item + strings.Repeat("]", gate.MaxDepth))
	}
	o, err := g.Admit(deep(`"2026-06-01"`))
	if err != nil || !strings.Contains(o.Value.String(), `@"2026-06-01"`) {
		t.Errorf("%v, %v", o, err)
	}
	if _, err := g.Admit(deep(`"x"`)); !errors.Is(err, gate.Violated) {
		t.Error(err)
	}
}

// Ordinary large instances pass; what costs more than it is long does not.
func TestLargeInstances(t *testing.T) {
	list := func(item string, n int) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	pattern := `^(((a|b){50}){20}x)+$`
	for _, c := range []struct {
		what, schema, instance string
		code                   error
	}{
		{"numbers", `{"items": {"type": "integer", "minimum": 1}}`, list("7", 100_000), nil},
		{"objects", `{"items": {"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}, "b": {"type": "string"}}}}`, list(`{"a":1.25,"b":"x"}`, 20_000), nil},
		{"a long text", `{"pattern": "^([a-c]+x?)+$"}`, `"` + strings.Repeat("ab", 500_000) + `"`, nil},
		{"a long list of codes", `{"items": {"enum": [` + strings.Trim(list(`"code"`, 5000), "[]") + `]}}`, list(`"code"`, 300), nil},
		{"long exponents", `{"items": {"minimum": 1}}`, list("9e6144", 100_000), gate.Limit},
		{"long lists of numbers", `{"items": {"enum": [` + strings.Trim(list(`5`, 5000), "[]") + `]}}`, list(`5`, 5_000), gate.Limit},
		{"a large pattern for a long text", `{"pattern": "` + pattern + `"}`, `"` + strings.Repeat("ab", 500_000) + `"`, gate.Limit},
		{"a large constant", `{"items": {"const": ` + list("1", 2000) + `}}`, list(list("1", 2000), 50), nil},
	} {
		if _, err := compiled(t, c.schema).Admit([]byte(c.instance)); !errors.Is(err, c.code) {
			t.Errorf("%s: %.200v", c.what, err)
		}
	}
}
