package feel_test

import (
	"slices"
	"strings"
	"testing"

	shop "github.com/shopspring/decimal"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

func TestRefs(t *testing.T) {
	sc := scopeOf(vars).Declare("Person.Name", nil).Declare("Person", nil)
	for _, c := range []struct{ text, want string }{
		{"1 + 2", ""},
		{"n", "n"},
		{"n + n", "n"},
		{"name + name + n", "name n"},
		{"config.b.c", "config.b.c"},
		{"config.b.c + config.b.c", "config.b.c"},
		{"config.b + config.b.c + config", "config.b config.b.c config"},
		{"(config).b", "config"},
		{"(config.b).c", "config.b"},
		{"people.age[1]", "people.age"},
		{"people[1].age", "people"},
		{"people[age > n]", "people age n"}, // an open name of the item may be an input
		{"for i in list return i + n", "list n"},
		{"function(x) x + config.b.c + n", "config n"},
		{"{n: 1, m: n}", ""},
		{"Person.Name + Person.Age", "Person.Name Person.Age"},
		{"Full Name", "Full Name"},
		{"abs(n)", "n"},
	} {
		if c.text == "people[age > n]" {
			sc.Declare("age", nil)
		}
		if got := strings.Join(program(t, c.text, sc).Refs(), " "); got != c.want {
			t.Errorf("%s reads %s, want %s", c.text, got, c.want)
		}
	}
	if got := checked(t, "Person.Name + config.b.c + name + config.a + Full Name", sc, feel.Parse).Roots(); !slices.Equal(got, []string{"Person.Name", "config", "name", "Full Name"}) {
		t.Errorf("the roots are %q", got)
	}
}

// A dotted name is one name, and not a path to the same text.
func TestDottedNameIsNoPath(t *testing.T) {
	sc := feel.NewScope().Declare("P.n", nil).Declare("P", nil)
	p := program(t, "[P.n, (P).n]", sc)
	res, err := p.Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"P.n": 1, "P": map[string]any{"n": 2}})})
	if err != nil || res.Value.String() != "[1, 2]" {
		t.Errorf("%s, %v", res.Value, err)
	}
}

// What an expression reads is the same, however it is given.
func TestVarsAreAlike(t *testing.T) {
	type inner struct {
		C int `feel:"c"`
	}
	host := map[string]any{
		"config": map[string]any{"b": inner{2}, "d": shop.RequireFromString("1.50"), "v": feel.Context(feel.Entry{Key: "x", Value: feel.Int(1)})},
		"people": []map[string]any{{"age": 17}, {"age": 40}},
		"typed":  map[string]string{"k": "v"},
	}
	whole, err := feel.Of(host)
	if err != nil {
		t.Fatal(err)
	}
	sc := scopeOf(host)
	for _, c := range []struct{ text, want string }{
		{"config.b.c + config.d", "3.5"},
		{"config.v.x", "1"},
		{"config.v.y", "missing_member y"},
		{"config.b.y", "missing_member y"},
		{"config.d.y", "not_a_context y"},
		{"config.y.z", "missing_member y"},
		{"people.age", "[17, 40]"},
		{"people.name", "missing_member name"},
		{"typed.k", `"v"`},
		{"typed.x", "missing_member x"},
		{"config.b", "{c: 2}"},
		{"unbound", "unknown_name unbound"},
		{"unbound.x", "unknown_name unbound"},
	} {
		p := program(t, c.text, sc)
		for name, v := range map[string]feel.Vars{"Map": feel.Map(host), "ContextVars": feel.ContextVars(whole)} {
			res, err := p.Eval(t.Context(), feel.Input{Vars: v})
			got := res.Value.String()
			if err != nil {
				got = faults(c.text, err)
			}
			if got != c.want {
				t.Errorf("%s of %s: %s, want %s", c.text, name, got, c.want)
			}
		}
	}
}

func TestSlots(t *testing.T) {
	sc := scopeOf(vars)
	p := program(t, "[n, config.b.c, name]", sc)
	for _, c := range []struct {
		slots []feel.Value
		want  string
	}{
		{[]feel.Value{feel.Int(1), feel.Int(2), feel.String("x")}, `[1, 2, "x"]`},
		{[]feel.Value{feel.Int(1)}, "[1, null, null]"},
		{nil, "[null, null, null]"},
	} {
		res, err := p.Eval(t.Context(), feel.Input{Vars: feel.Slots(c.slots)})
		if err != nil || res.Value.String() != c.want {
			t.Errorf("%v: %s, %v", c.slots, res.Value, err)
		}
	}
}

func TestNoVars(t *testing.T) {
	p := program(t, "n", scopeOf(vars))
	for name, v := range map[string]feel.Vars{
		"none": {}, "an empty map": feel.Map(map[string]any{}), "a nil map": feel.Map(nil), "an empty context": feel.ContextVars(feel.Context()),
		"a number": feel.ContextVars(feel.Int(1)),
	} {
		if _, err := p.Eval(t.Context(), feel.Input{Vars: v}); codesOf(err) != "unknown_name" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A value of the host that is none of FEEL stands at what leads to it.
func TestVarsThatAreNoValues(t *testing.T) {
	host := map[string]any{"bad": make(chan int), "held": map[string]any{"bad": "\xff", "ok": 1}, "list": []any{func() {}}}
	sc := scopeOf(host)
	for _, c := range []struct{ text, fault, message string }{
		{"bad", "type_mismatch bad", "bad: a Go chan int is no FEEL value"},
		{"held.bad", "type_mismatch bad", `held.bad: the text "\xff" is not UTF-8`},
		{"held", "type_mismatch held", `held: bad: the text "\xff" is not UTF-8`},
		{"list.a.b", "type_mismatch list", "list: item 1: a Go func() is no FEEL value"},
		{"held.ok", "", ""},
	} {
		_, err := program(t, c.text, sc).Eval(t.Context(), feel.Input{Vars: feel.Map(host)})
		if got := faults(c.text, err); got != c.fault {
			t.Errorf("%s: %s, want %s", c.text, got, c.fault)
		}
		if list := diag.Of(err); len(list) == 1 && list[0].Message != c.message {
			t.Errorf("%s: %s", c.text, list[0].Message)
		}
	}
}

// Only what is read is converted, and once.
func TestOnlyWhatIsReadIsConverted(t *testing.T) {
	host := map[string]any{"a": map[string]any{"b": 1, "bad": make(chan int)}, "bad": make(chan int)}
	sc := scopeOf(host)
	res, err := program(t, "if a.b = 1 then a.b + a.b else bad", sc).Eval(t.Context(), feel.Input{Vars: feel.Map(host)})
	if err != nil || res.Value.String() != "2" {
		t.Errorf("%s, %v", res.Value, err)
	}
	res, err = program(t, "[bad, bad, bad]", sc).Eval(t.Context(), feel.Input{Vars: feel.Map(host), Lenient: true})
	if err != nil || len(res.Nulls) != 1 {
		t.Errorf("%v, %v", res.Nulls, err)
	}
}
