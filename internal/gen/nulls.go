package gen

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// kinds are the kinds of value, with some of each. The first one stands for its kind
// where operators are asked.
var kinds = []struct {
	name, short string
	texts       []string
}{
	{"null", "null", []string{"null"}},
	{"boolean", "bool", []string{"true", "false"}},
	{"number", "num", []string{"2", "0", "-1", "1.5", "7000"}},
	{"string", "str", []string{`"a"`, `""`, `"("`, `"2026-01-31"`, `"z"`, `","`}},
	{"date", "date", []string{`@"2026-01-31"`}},
	{"time", "time", []string{`@"10:00:00"`, `@"10:00:00Z"`}},
	{"date and time", "d+t", []string{`@"2026-01-31T10:00:00Z"`, `@"2026-01-31T10:00:00"`}},
	{"days and time duration", "days", []string{`@"P1D"`, `@"P2D"`}},
	{"years and months duration", "months", []string{`@"P1M"`}},
	{"list", "list", []string{"[1, 2]", "[]", `[1, "a"]`, "[[1], null]", `[{key: "a", value: 1}, {key: "a", value: 2}]`}},
	{"context", "ctx", []string{"{a: 1}"}},
	{"range", "range", []string{"[1..2]"}},
	{"function", "fn", []string{"function(x, y) x = y", "function(x) x"}},
}

// Nulls gives docs/nulls.md: which nulls of lenient evaluation are errors of strict
// evaluation. All of it is found by evaluating.
func Nulls() ([]byte, error) {
	samples := map[string][]feel.Value{}
	for _, k := range kinds {
		for _, text := range k.texts {
			v, code, err := evaluated(text, false, nil)
			if err != nil || code != "" {
				return nil, fmt.Errorf("%s: %s %w", text, code, err)
			}
			samples[k.name] = append(samples[k.name], v)
		}
	}
	var b bytes.Buffer
	b.WriteString(`# Nulls

<!-- Written from the source by: go test ./internal/gen -update -->

The standard answers a mistake with null. Strict evaluation, the default of tables in YAML, makes it an error; lenient
evaluation, that of DMN models, gives null with the same error as its reason. Null is also an ordinary value, and what has
null for an answer without any mistake has it in both. These tables tell the two apart.

## Operators

A row is the left operand, a column the right one. A cell has the kind of the result; "null" is null without an error; an
empty cell is ` + "`type_mismatch`" + ` in strict, and null in lenient evaluation.

`)
	b.WriteString("Of the headings d+t is date and time, days and months are the two durations, ctx is context, fn is function.\n")
	for _, op := range []struct {
		title string
		texts []string
		note  string
	}{
		{"x + y", []string{"x + y"}, ""},
		{"x - y", []string{"x - y"}, "A date counts as midnight UTC. A local and a zoned value have no difference: `type_mismatch`."},
		{"x * y", []string{"x * y"}, ""},
		{"x / y", []string{"x / y"}, "Zero as divisor is `division_by_zero`."},
		{"x ** y", []string{"x ** y"}, ""},
		{"x = y, x != y", []string{"x = y", "x != y"}, "A local and a zoned value cannot be compared: `type_mismatch`."},
		{"x < y, x <= y, x > y, x >= y", []string{"x < y", "x <= y", "x > y", "x >= y"}, "A local and a zoned value have no order: `type_mismatch`."},
		{"x and y", []string{"x and y"}, "Here the boolean is true. Of false the answer is false, and the right operand is not looked at."},
		{"x or y", []string{"x or y"}, "Here the boolean is true, which decides: to its right nothing is looked at, and to its left, in parentheses, lenient evaluation has an answer although the operand is a mistake."},
		{"x in y", []string{"x in y"}, "A list is asked for an item that equals x, or is a range with x in it; items of other kinds are passed over."},
		{"x between y and y", []string{"x between y and y"}, ""},
		{"[x..y], (x..y)", []string{"[x..y]", "(x..y)"}, ""},
	} {
		fmt.Fprintf(&b, "\n### %s\n\n", op.title)
		if op.note != "" {
			b.WriteString(op.note + "\n\n")
		}
		if err := matrix(&b, op.texts, samples); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n## Other constructs\n\n")
	if err := constructs(&b, samples); err != nil {
		return nil, err
	}
	b.WriteString(`
## Functions

"Null gives" is what a null argument gives: null, as an answer, or what the function makes of it. An argument of a kind
that is not taken is ` + "`type_mismatch`" + `, where a single value is a list of one, and a list of one its item. A call
with a number or with names of arguments that no form has is ` + "`wrong_arguments`" + `. "Also" lists the codes that arguments
of the right kinds may have; examples, and what a point is, are in [functions.md](functions.md).

| call | parameter | null gives | takes | also |
|---|---|---|---|---|
`)
	for _, f := range feel.Library() {
		for _, form := range f.Forms {
			if err := formRows(&b, f, form, samples); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}

// evaluated gives the value of an expression, or the code with which it ends; of
// lenient evaluation the code of the first null.
func evaluated(text string, lenient bool, vars map[string]any) (v feel.Value, code diag.Code, err error) {
	p, err := compiled(text, vars)
	if err != nil {
		return feel.Null, "", err
	}
	return run(p, lenient, vars)
}

func compiled(text string, vars map[string]any) (*feel.Program, error) {
	sc := feel.NewScope()
	for name := range vars {
		sc.Declare(name, nil)
	}
	ast, err := feel.Parse(feel.Source{Text: text}, sc)
	if err != nil {
		return nil, err
	}
	checked, err := feel.Check(ast, sc, feel.Full)
	if checked == nil {
		return nil, err
	}
	return feel.Compile(checked)
}

func run(p *feel.Program, lenient bool, vars map[string]any) (v feel.Value, code diag.Code, err error) {
	res, err := p.Eval(context.Background(), feel.Input{Vars: feel.Map(vars), Now: exampleTime, Lenient: lenient})
	if faults := diag.Of(err); len(faults) > 0 {
		return feel.Null, faults[0].Code, nil
	}
	if len(res.Nulls) > 0 {
		code = res.Nulls[0].Code
	}
	return res.Value, code, err
}

// both evaluates strictly and leniently, which must agree, and gives the value of
// lenient evaluation.
func both(text string, vars map[string]any) (v feel.Value, code diag.Code, err error) {
	p, err := compiled(text, vars)
	if err != nil {
		return feel.Null, "", err
	}
	return runBoth(p, text, vars)
}

func runBoth(p *feel.Program, text string, vars map[string]any) (v feel.Value, code diag.Code, err error) {
	v, code, err = run(p, false, vars)
	if err != nil {
		return v, code, err
	}
	lenient, reason, err := run(p, true, vars)
	switch {
	case err != nil:
	case code != reason, code == "" && v.String() != lenient.String():
		err = fmt.Errorf("%s of %v: strict %s %s, lenient %s %s", text, vars, v, code, lenient, reason)
	}
	return lenient, code, err
}

// cellOf gives what stands in a table for a value or a code.
func cellOf(v feel.Value, code diag.Code) string {
	short := ""
	for _, k := range kinds {
		if k.name == v.Kind().String() {
			short = k.short
		}
	}
	switch {
	case code == "":
		return short
	case code == feel.TypeMismatch && v.IsNull():
		return ""
	case code == feel.TypeMismatch:
		return "(" + short + ")"
	}
	return "`" + string(code) + "`"
}

// matrix writes the table of operators that are all defined for the same kinds.
func matrix(b *bytes.Buffer, texts []string, samples map[string][]feel.Value) error {
	b.WriteString("| |")
	for _, k := range kinds {
		fmt.Fprintf(b, " %s |", k.short)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(kinds)) + "\n")
	for _, x := range kinds {
		fmt.Fprintf(b, "| %s |", x.short)
		for _, y := range kinds {
			vars := map[string]any{"x": samples[x.name][0], "y": samples[y.name][0]}
			cell := ""
			for i, text := range texts {
				v, code, err := both(text, vars)
				if err != nil {
					return err
				}
				if c := cellOf(v, code); i == 0 {
					cell = c
				} else if c != cell {
					return fmt.Errorf("%s and %s differ for a %s and a %s", texts[0], text, x.name, y.name)
				}
			}
			fmt.Fprintf(b, " %s |", cell)
		}
		b.WriteByte('\n')
	}
	return nil
}

// constructs writes the table of what has one operand.
func constructs(b *bytes.Buffer, samples map[string][]feel.Value) error {
	texts := []string{"-x", "x[1]", "x[true]", "[1][x]", "x.a", "x()", "if x then 1 else 2", "for i in x return i", "for i in x..x return i",
		"some i in x satisfies true", "some i in [1] satisfies x", "(< x)", "(= x)"}
	b.WriteString("Of x, as above. The function takes two arguments, and the context has an entry a.\n\n| |")
	for _, k := range kinds {
		fmt.Fprintf(b, " %s |", k.short)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(kinds)) + "\n")
	for _, text := range texts {
		fmt.Fprintf(b, "| %s |", verbatim(text))
		for _, k := range kinds {
			v, code, err := both(text, map[string]any{"x": samples[k.name][0]})
			if err != nil {
				return err
			}
			fmt.Fprintf(b, " %s |", cellOf(v, code))
		}
		b.WriteByte('\n')
	}
	return nil
}

// formRows writes the rows of one form of a function, once what they say is found
// to be so.
func formRows(b *bytes.Buffer, f feel.FunctionInfo, form feel.FunctionForm, samples map[string][]feel.Value) error {
	names, vars := []string{}, map[string]any{}
	var args []string
	for i, p := range form.Params {
		names = append(names, p.Name+mark(p))
		name := fmt.Sprintf("v%d", i)
		args = append(args, p.Name+": "+name)
		vars[name] = samples[takenBy(f, form, i)[0]][0]
	}
	text := f.Name + "(" + strings.Join(args, ", ") + ")"
	p, err := compiled(text, vars)
	if err != nil {
		return err
	}
	if err := arity(f); err != nil {
		return err
	}
	also, err := further(p, f, form, vars, samples)
	if err != nil {
		return err
	}
	call := verbatim(f.Name + "(" + strings.Join(names, ", ") + ")")
	if len(form.Params) == 0 {
		fmt.Fprintf(b, "| %s | | | | %s |\n", call, also)
	}
	for i, param := range form.Params {
		takes, name := takenBy(f, form, i), fmt.Sprintf("v%d", i)
		right := vars[name]
		for _, k := range kinds {
			vars[name] = samples[k.name][0]
			v, code, err := runBoth(p, text, vars)
			switch {
			case err != nil:
				return err
			case code != "" && !v.IsNull():
				return fmt.Errorf("%s: %s with a value: %s", text, code, v)
			case k.name == "null":
				if !param.Null && (code != "" || !v.IsNull()) {
					return fmt.Errorf("%s: null as %s gives %s %s", text, param.Name, v, code)
				}
			case !slices.Contains(takes, k.name) && !slices.Contains(takes, "list") && code != feel.TypeMismatch:
				return fmt.Errorf("%s: a %s as %s gives %s %s", text, k.name, param.Name, v, code)
			}
		}
		vars[name] = right
		null, want := "null", strings.Join(param.Types, ", ")
		if strings.Join(param.Types, " | ") == points {
			want = "a point"
		}
		if param.Null {
			null = "a result"
		}
		if want == "" {
			want = "anything"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", call, param.Name, null, want, also)
		call, also = "", ""
	}
	return nil
}

// takenBy gives the kinds that parameter i takes, in this form or in another one
// with the same names.
func takenBy(f feel.FunctionInfo, form feel.FunctionForm, i int) []string {
	var out []string
	sameNames := func(other feel.FunctionForm) bool {
		return slices.EqualFunc(form.Params, other.Params, func(p, q feel.FunctionParam) bool { return p.Name == q.Name })
	}
	for _, g := range f.Forms {
		if !sameNames(g) {
			continue
		}
		var types []string
		for _, t := range g.Params[i].Types {
			kind, _, _ := strings.Cut(t, "<") // list<context> is a list
			types = append(types, kind)
		}
		for _, k := range kinds[1:] {
			duration := slices.Contains(types, "duration") && strings.HasSuffix(k.name, "duration")
			if len(types) == 0 || slices.Contains(types, k.name) || slices.Contains(types, "Any") || duration {
				out = append(out, k.name)
			}
		}
	}
	return out
}

// arity checks that a call with another number of arguments is refused.
func arity(f feel.FunctionInfo) error {
	fits := func(n int) bool {
		return slices.ContainsFunc(f.Forms, func(form feel.FunctionForm) bool {
			least, most := 0, len(form.Params)
			for _, p := range form.Params {
				if !p.Optional {
					least++
				}
				if p.Repeated {
					most = n
				}
			}
			return n >= least && n <= most
		})
	}
	for n := range 8 {
		if fits(n) {
			continue
		}
		text := f.Name + "(" + strings.TrimSuffix(strings.Repeat("1, ", n), ", ") + ")"
		v, code, err := both(text, nil)
		if err != nil || code != feel.WrongArguments {
			return fmt.Errorf("%s: %s %s %w", text, v, code, err)
		}
	}
	return nil
}

// further gives the codes that arguments of the kinds which a form takes may have:
// those of its examples, and of all that the samples can be combined to.
func further(p *feel.Program, f feel.FunctionInfo, form feel.FunctionForm, vars map[string]any, samples map[string][]feel.Value) (string, error) {
	found := map[diag.Code]bool{}
	for _, text := range f.Examples {
		_, code, err := both(text, nil)
		if err != nil {
			return "", err
		}
		found[code] = true
	}
	given := map[string]any{}
	var combine func(i int) error
	combine = func(i int) error {
		if i == len(form.Params) {
			_, code, err := runBoth(p, f.Name, given)
			found[code] = true
			return err
		}
		for _, kind := range takenBy(f, form, i) {
			for _, v := range samples[kind] {
				given[fmt.Sprintf("v%d", i)] = v
				if err := combine(i + 1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := combine(0); err != nil {
		return "", err
	}
	var out []string
	for code := range found {
		if code != "" && code != feel.WrongArguments {
			out = append(out, "`"+string(code)+"`")
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", "), nil
}
