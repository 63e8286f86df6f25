package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cel.dev/cel-go/common/types/ref"
	cedar "github.com/cedar-policy/cedar-go"
	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/feel"
)

// plain gives a peer's value as a string, a bool, a decimal.Decimal or a []any of
// these, whatever the peer's own types are.
func plain(v any) any {
	switch v := v.(type) {
	case nil, bool, string, decimal.Decimal:
		return v
	case interface{ plain() any }:
		return v.plain()
	case json.Number:
		return decimal.RequireFromString(v.String())
	case float64:
		return decimal.NewFromFloat(v)
	case cedar.Decision:
		return bool(v)
	case ref.Val:
		return plain(v.Value())
	case feel.Value:
		return plainFEEL(v)
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Int, reflect.Int32, reflect.Int64:
		return decimal.NewFromInt(r.Int())
	case reflect.Slice:
		list := make([]any, r.Len())
		for i := range list {
			list[i] = plain(r.Index(i).Interface())
		}
		return list
	}
	return fmt.Sprintf("%T %v", v, v)
}

func plainFEEL(v feel.Value) any {
	switch v.Kind() {
	case feel.KindNull:
		return nil
	case feel.KindBoolean:
		b, _ := v.AsBool()
		return b
	case feel.KindNumber:
		d, _ := v.AsDecimal()
		return d
	case feel.KindString:
		s, _ := v.AsString()
		return s
	case feel.KindList:
		return plain(v.Items())
	}
	return v.String()
}

// equal compares two plain answers. Numbers of peers that compute with doubles
// need to agree to 12 digits only.
func equal(want, got any, doubles bool) bool {
	switch w := want.(type) {
	case decimal.Decimal:
		g, ok := got.(decimal.Decimal)
		if ok && doubles {
			return w.Sub(g).Abs().LessThanOrEqual(w.Abs().Shift(-12))
		}
		return ok && w.Equal(g)
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(w, g, func(a, b any) bool { return equal(a, b, doubles) })
	}
	return want == got
}

// check asks a peer for the answers to all inputs.
func (c *contest) check(p *peer, s subject) error {
	for i, want := range c.want {
		got, err := s.answer(i)
		if err != nil {
			return fmt.Errorf("%s, %s, input %d %s: %w", c.title(), p.name, i, shown(c.inputs[i]), err)
		}
		if !equal(want, got, p.doubles) {
			return fmt.Errorf("%s, %s, input %d %s: the answer is %v, and must be %v", c.title(), p.name, i, shown(c.inputs[i]), got, want)
		}
	}
	return nil
}

// shown gives an input short enough for a line.
func shown(in vars) string {
	text := strings.ReplaceAll(fmt.Sprint(in), "map[", "[")
	if len(text) > 200 {
		text = text[:200] + "..."
	}
	return text
}

func number(n int) decimal.Decimal { return decimal.NewFromInt(int64(n)) }
