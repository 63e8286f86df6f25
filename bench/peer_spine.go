package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing/fstest"
	"time"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// The forms in which spine takes its input. The first is what ratios refer to.
const (
	spineMap    = "spine"
	spineSlots  = "spine slots"
	spineStruct = "spine struct"
	spineJSON   = "spine JSON"
)

// yaml writes t as a table of spine. With texts dates come as strings, as JSON has
// them.
func (t *table) yaml(texts bool) string {
	names := [...]string{ofText: "string", ofWhole: "number", ofFraction: "number", ofFlag: "boolean", ofDate: "date", ofDays: "days"}
	var b strings.Builder
	b.WriteString("id: w\nversion: \"1\"\n")
	if t.collect {
		b.WriteString("hit_policy: COLLECT\n")
	}
	b.WriteString("inputs:\n")
	for _, c := range t.columns {
		reads := c.reads()
		if texts && (c.kind == ofDate || c.kind == ofDays) {
			for i := range reads {
				reads[i] = "date(" + reads[i] + ")"
			}
		}
		fmt.Fprintf(&b, "  - { name: %s, expression: %s, type: %s }\n", c.name, strings.Join(reads, " - "), names[c.kind])
	}
	out := "string"
	if t.numbers {
		out = "number"
	}
	fmt.Fprintf(&b, "outputs:\n  - { name: %s, type: %s }\nrules:\n", t.output, out)
	for _, r := range t.rules {
		var when []string
		for i, c := range t.columns {
			if cell := feelCell(c.kind, r.cells[i]); cell != "" {
				when = append(when, fmt.Sprintf("%s: '%s'", c.name, cell))
			}
		}
		fmt.Fprintf(&b, "  - when: { %s }\n    then: { %s: %s }\n", strings.Join(when, ", "), t.output, r.out)
	}
	return b.String()
}

func (t *table) program(texts bool) (*dmn.Program, error) {
	loaded, err := dmn.LoadTable(fstest.MapFS{"t.dmn.yaml": {Data: []byte(t.yaml(texts))}}, "t.dmn.yaml")
	if err != nil {
		return nil, err
	}
	return dmn.Compile(loaded, nil)
}

// An evaluator evaluates one program of spine, and gives what the host gets of its
// value.
type evaluator[T any] func(in feel.Vars) (T, error)

// addSpine adds spine in all its forms: start makes an evaluator for one goroutine.
// refs are what slots stand for. structs gives an input as a struct of Go; nil: there
// is none.
func addSpine[T any](c *contest, text string, refs []string, start func() evaluator[T], structs func(i int) any) error {
	maps := make([]map[string]any, len(c.inputs))
	slots := make([][]feel.Value, len(c.inputs))
	for i, in := range c.inputs {
		maps[i] = feelMap(in).(vars)
		for _, ref := range refs {
			program, err := compile(ref, in)
			if err != nil {
				return err
			}
			r, err := program.Eval(context.Background(), feel.Input{Vars: feel.Map(maps[i])})
			if err != nil {
				return err
			}
			slots[i] = append(slots[i], r.Value)
		}
	}
	c.add(inGo(spineMap, text, len(c.inputs), func() (func(i int) (T, error), error) {
		evaluate := start()
		return func(i int) (T, error) { return evaluate(feel.Map(maps[i])) }, nil
	}))
	c.add(inGo(spineSlots, text, len(c.inputs), func() (func(i int) (T, error), error) {
		evaluate := start()
		return func(i int) (T, error) { return evaluate(feel.Slots(slots[i])) }, nil
	}))
	if structs != nil {
		addForm(c, spineStruct, text, start, func(i int) (feel.Vars, error) { return feel.Struct(structs(i)) })
	}
	return nil
}

// addForm adds spine with a form of input that give makes of input i, or that fails.
func addForm[T any](c *contest, name, text string, start func() evaluator[T], give func(i int) (feel.Vars, error)) {
	c.add(inGo(name, text, len(c.inputs), func() (func(i int) (T, error), error) {
		evaluate := start()
		return func(i int) (out T, err error) {
			in, err := give(i)
			if err != nil {
				return out, err
			}
			return evaluate(in)
		}, nil
	}))
}

// addSpineJSON adds the form that reads JSON text.
func addSpineJSON[T any](c *contest, text string, start func() evaluator[T]) error {
	texts := make([][]byte, len(c.inputs))
	for i, in := range c.inputs {
		b, err := json.Marshal(jsonValue(in))
		if err != nil {
			return err
		}
		texts[i] = b
	}
	addForm(c, spineJSON, text, start, func(i int) (feel.Vars, error) {
		in, err := feel.JSON(texts[i])
		return in.TemporalText(), err
	})
	return nil
}

// addTable adds spine deciding a table.
func addTable[T any](c *contest, t *table, result func(feel.Value) (T, error), structs func(i int) any) error {
	program, err := t.program(false)
	if err != nil {
		return err
	}
	dated := program
	if t.dated() {
		if dated, err = t.program(true); err != nil {
			return err
		}
	}
	deciding := func(p *dmn.Program) func() evaluator[T] {
		return func() evaluator[T] {
			return func(in feel.Vars) (out T, err error) {
				d, err := p.Decide(context.Background(), feel.Input{Vars: in})
				if err != nil {
					return out, err
				}
				v, _ := d.Outputs.Get(t.output)
				return result(v)
			}
		}
	}
	if err := addSpine(c, t.yaml(false), program.Refs(), deciding(program), structs); err != nil {
		return err
	}
	return addSpineJSON(c, t.yaml(true), deciding(dated))
}

func (t *table) dated() bool {
	for _, c := range t.columns {
		if c.kind == ofDate || c.kind == ofDays {
			return true
		}
	}
	return false
}

// What hosts get of a value.

func asString(v feel.Value) (string, error) {
	s, ok := v.AsString()
	if !ok {
		return "", fmt.Errorf("%s is no string", v)
	}
	return s, nil
}

func asInt(v feel.Value) (int64, error) {
	i, ok := v.AsInt()
	if !ok {
		return 0, fmt.Errorf("%s is no whole number", v)
	}
	return i, nil
}

func asItems(v feel.Value) ([]feel.Value, error) { return v.Items(), nil }

func asValue(v feel.Value) (feel.Value, error) { return v, nil }

// feelMap gives a host's value with its dates as those of FEEL.
func feelMap(v any) any {
	return mapped(v, func(v any) any {
		if t, ok := v.(time.Time); ok {
			return feelDate(t)
		}
		return v
	})
}

func feelDate(t time.Time) feel.Value {
	d, err := feel.ParseTemporal(feel.KindDate, t.Format(time.DateOnly))
	if err != nil {
		panic(err) // a workload has dates of four-digit years
	}
	return d
}

// jsonValue gives a host's value as encoding/json writes it exactly.
func jsonValue(v any) any {
	return mapped(v, func(v any) any {
		switch v := v.(type) {
		case time.Time:
			return v.Format(time.DateOnly)
		case decimal.Decimal:
			return json.Number(v.String())
		}
		return v
	})
}

// mapped applies f to everything within a value of maps and lists.
func mapped(v any, f func(any) any) any {
	switch v := v.(type) {
	case vars:
		out := make(vars, len(v))
		for k, e := range v {
			out[k] = mapped(e, f)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = mapped(e, f)
		}
		return out
	}
	return f(v)
}
