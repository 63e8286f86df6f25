package feel_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/codes"
)

// moduleOf makes a module of definitions that all read each other and the input x:
// lines of NAME = TEXT.
func moduleOf(t *testing.T, lines string, change func(*feel.Definition)) (*feel.Unit, diag.List) {
	t.Helper()
	sc := feel.NewScope().DeclareInput("x", "x", feel.NumberType)
	var defs []feel.Definition
	for line := range strings.Lines(lines) {
		if name, text, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
			sc.DeclareDefinition(name, name, nil)
			defs = append(defs, feel.Definition{Key: name, Name: name, At: feel.Source{Text: text}, Replaceable: true})
		}
	}
	for i := range defs {
		d := &defs[i]
		ast, err := feel.Parse(feel.Source{Text: d.At.Text}, sc)
		if err != nil {
			t.Fatal(err)
		}
		d.Body, d.Scope = ast, sc
		if change != nil {
			change(d)
		}
	}
	return feel.CompileModule(feel.Module{Definitions: defs})
}

// defined evaluates definitions of a unit in one evaluation.
func defined(t *testing.T, u *feel.Unit, in feel.Input, names ...string) (values []string, err error) {
	t.Helper()
	f := u.NewFrame()
	f.Start(t.Context(), &in)
	f.Names(func(name string) (known, definition bool) { return true, name != "x" })
	defer f.Stop()
	for _, name := range names {
		before := len(f.Nulls())
		text := f.Define(u.Entry(name)).String()
		for _, e := range f.Reasons(u.Entry(name), before) {
			text += " " + string(e.Code)
		}
		values = append(values, text)
	}
	return values, f.Err()
}

func TestModule(t *testing.T) {
	u, faults := moduleOf(t, `
		a = x + 1
		b = [a, a, c]
		c = "s" + a
		d = [b, broken]
		broken = 1
		e = if x > 1 then 2 else broken`, func(d *feel.Definition) {
		if d.Name == "broken" {
			d.Fault = &diag.Error{Code: "is_broken"}
		}
	})
	if len(faults) != 0 {
		t.Fatal(faults)
	}
	vars := feel.Map(map[string]any{"x": 1})
	for _, c := range []struct {
		names string
		vars  feel.Vars
		want  string
	}{
		{"a", vars, "2"},
		{"b", vars, "[2, 2, null] type_mismatch"},
		{"c b", vars, "null type_mismatch|[2, 2, null] type_mismatch"},
		{"b c a", vars, "[2, 2, null] type_mismatch|null type_mismatch|2"},
		{"d", vars, "null type_mismatch is_broken"},
		{"d e broken", vars, "null type_mismatch is_broken|null is_broken|null is_broken"},
		{"e d", feel.Map(map[string]any{"x": 2}), "2|null type_mismatch is_broken"},
		{"d", feel.Map(map[string]any{"x": 1, "broken": 5, "c": true}), "[[2, 2, true], 5]"},
		{"a", feel.Map(map[string]any{"x": "1"}), "null type_mismatch"},
		{"a", feel.Vars{}, "null"},
	} {
		got, err := defined(t, u, feel.Input{Vars: c.vars, Lenient: true}, strings.Fields(c.names)...)
		if strings.Join(got, "|") != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %s", c.names, got, err, c.want)
		}
	}
	if _, err := defined(t, u, feel.Input{Vars: vars}, "d"); diag.Of(err)[0].Code != feel.TypeMismatch {
		t.Error(err)
	}
	if u.Entry("none") != -1 {
		t.Error("there is an entry of no definition")
	}
}

// Every example of a warning of a module gives that code and no other.
func TestModuleExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if c.File == "errors_module.go" {
			n++
			_, found := moduleOf(t, "a = "+c.Example, nil)
			if len(found) != 1 || string(found[0].Code) != c.Code || found[0].Severity != diag.Warning {
				t.Errorf("%s: the example %s gives %v", c.Name, c.Example, found)
			}
		}
	}
	if n == 0 {
		t.Error("no codes were found")
	}
}

func TestModuleFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`1 + "a"`, "type_mismatch"},
		{`[1 / 0, nobody]`, "division_by_zero unknown_name"},
		{`date("2024-02-30")`, "invalid_temporal"},
		{`if x = null then 1 else 2`, ""},
		{`if null then 1 else 2`, "unreachable_branch"},
		{`for i in [1] return if false then i else 0`, "unreachable_branch"},
	} {
		_, found := moduleOf(t, "a = "+c.text, nil)
		var got []string
		for _, e := range found {
			got = append(got, string(e.Code))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.text, found, c.want)
		}
	}
}
