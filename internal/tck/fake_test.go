package tck

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// fake is a model for tests of the runner. Its file has a line for each thing:
//
//	out = a + 1          a decision, which reads what the case gives
//	{urn:b}out = 2       one of another namespace
//	out = !panic text    a decision with a fault of the engine: !panic, !error, !stuck, !null
//	service s = out, b   a service with its output decisions
//	type a.b = dateTime  the type of an entry
//	fault text           a fault of an element
//	broken text          a file that cannot be read; panic and stuck likewise
type fake struct {
	logic    map[string]string
	services map[string][]string
	types    map[string]*feel.Type
}

var typeNames = map[string]*feel.Type{
	"boolean": feel.BooleanType, "number": feel.NumberType, "string": feel.StringType, "date": feel.DateType, "time": feel.TimeType,
	"dateTime": feel.DateTimeType, "days": feel.DaysType, "months": feel.MonthsType,
}

// stuck never answers, whatever its context says.
func stuck() { select {} }

func loadFake(_ fs.FS, name string, src []byte) (model, error) {
	m := &fake{map[string]string{}, map[string][]string{}, map[string]*feel.Type{}}
	var faults diag.List
	for s := bufio.NewScanner(bytes.NewReader(src)); s.Scan(); {
		word, rest, _ := strings.Cut(s.Text(), " ")
		left, right, _ := strings.Cut(s.Text(), " = ")
		_, defined, _ := strings.Cut(left, " ")
		switch word {
		case "fault":
			faults = append(faults, &diag.Error{Code: "fake", At: diag.Locator{File: name}, Message: rest})
		case "broken":
			faults = append(faults, &diag.Error{Code: "fake", At: diag.Locator{File: name}, Message: rest})
			return nil, faults.Err()
		case "panic":
			panic(rest)
		case "stuck":
			stuck()
		case "service":
			m.services[defined] = strings.Split(right, ", ")
		case "type":
			path := strings.Split(defined, ".")
			t := typeNames[right]
			for _, entry := range slices.Backward(path[1:]) {
				t = feel.ContextType(feel.Field{Name: entry, Type: t})
			}
			m.types[path[0]] = t
		case "":
		default:
			m.logic[left] = right
		}
	}
	return m, faults.Err()
}

func qualified(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return "{" + namespace + "}" + name
}

func (m *fake) evaluate(ctx context.Context, t target, values []given) (feel.Result, error) {
	name := qualified(t.namespace, t.name)
	if outputs := m.services[name]; t.kind == service && len(outputs) > 0 {
		var entries []feel.Entry
		for _, o := range outputs {
			r, err := m.decide(ctx, o, values)
			if err != nil || len(outputs) == 1 {
				return r, err
			}
			entries = append(entries, feel.Entry{Key: o, Value: r.Value})
		}
		return feel.Result{Value: feel.Context(entries...)}, nil
	}
	return m.decide(ctx, name, values)
}

func (m *fake) decide(ctx context.Context, name string, values []given) (feel.Result, error) {
	logic, ok := m.logic[name]
	if !ok {
		return feel.Result{}, errors.New("there is no " + name)
	}
	word, text, _ := strings.Cut(logic, " ")
	switch word {
	case "!panic":
		panic(text)
	case "!stuck":
		stuck()
	case "!null":
		return feel.Result{Nulls: diag.List{{Code: "fake", Message: text, At: diag.Locator{File: "m.dmn"}}}}, nil
	case "!error":
		return feel.Result{}, &diag.Error{Code: "fake", Message: text}
	}
	vars := map[string]any{}
	for _, v := range values {
		vars[qualified(v.namespace, v.name)] = v.value
	}
	ast, err := feel.Parse(feel.Source{Text: logic}, feel.OpenScope())
	if err != nil {
		return feel.Result{}, err
	}
	checked, _ := feel.Check(ast, feel.OpenScope(), feel.Full)
	p, err := feel.Compile(checked)
	if err != nil {
		return feel.Result{}, err
	}
	return p.Eval(ctx, feel.Input{Vars: feel.Map(vars), Lenient: true})
}

func (m *fake) outputs(namespace, name string) int {
	return len(m.services[qualified(namespace, name)])
}

func (m *fake) typeOf(namespace, name string) *feel.Type { return m.types[qualified(namespace, name)] }
