package feel_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// restricted restricts a type by unary tests.
func restricted(t *testing.T, typ *feel.Type, tests string) *feel.Type {
	t.Helper()
	sc := feel.NewScope().Declare("?", typ)
	ast, err := feel.ParseUnaryTests(feel.Source{Text: tests}, sc)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := feel.Check(ast, sc, feel.Full)
	if err != nil {
		t.Fatal(err)
	}
	return typ.Restrict(checked, func(at diag.Locator, v feel.Value) *diag.Error { return &diag.Error{Code: "not_allowed", At: at} })
}

func TestRestrict(t *testing.T) {
	percent := restricted(t, feel.NumberType, "[0..100]")
	even := restricted(t, percent, "modulo(?, 2) = 0")
	grade := restricted(t, feel.StringType, `"a", "b"`)
	mixed := restricted(t, feel.AnyType, `1, "one", null`)
	for _, c := range []struct {
		typ         *feel.Type
		value, want string
	}{
		{percent, "50", "50"},
		{percent, "[50]", "50"},
		{percent, "101", "null not_allowed"},
		{percent, `"50"`, "null type_mismatch"},
		{percent, "null", "null"},
		{even, "50", "50"},
		{even, "51", "null not_allowed"},
		{even, "102", "null not_allowed"},
		{feel.ListType(grade), `["a", "b", null]`, `["a", "b", null]`},
		{feel.ListType(grade), `["a", "c"]`, "null not_allowed"},
		{feel.ContextType(feel.Field{Name: "g", Type: grade}), `{g: "a", h: "z"}`, `{g: "a", h: "z"}`},
		{feel.ContextType(feel.Field{Name: "g", Type: grade}), `{g: "z"}`, "null not_allowed"},
		{mixed, `"one"`, `"one"`},
		{mixed, "2", "null not_allowed"},
	} {
		u, _ := moduleOf(t, "a = "+c.value, func(d *feel.Definition) { d.Type = c.typ })
		got, err := defined(t, u, feel.Input{Lenient: true}, "a")
		if err != nil || got[0] != c.want {
			t.Errorf("%s is %q, %v, want %s", c.value, got, err, c.want)
		}
		_, err = defined(t, u, feel.Input{}, "a")
		if _, code, failed := strings.Cut(c.want, "null "); failed != (err != nil) || failed && string(diag.Of(err)[0].Code) != code {
			t.Errorf("%s is %v in strict evaluation", c.value, err)
		}
	}
}

func TestAllowedConstants(t *testing.T) {
	for _, c := range []struct {
		tests, want string
		ok          bool
	}{
		{`"a", "b"`, `["a", "b"]`, true},
		{`["a", "b"], null`, `["a", "b", null]`, true},
		{"[1..2), < 3, = 4", "[[1..2), (< 3), 4]", true},
		{`date("2024-01-01")`, `[date("2024-01-01")]`, true},
		{"not(1)", "[]", false},
		{"!= 1", "[]", false},
		{"? > 1", "[]", false},
		{"1 + 1", "[2]", true},
	} {
		values, ok := restricted(t, feel.AnyType, c.tests).Allowed()[0].Constants()
		if got := feel.List(values...).String(); ok != c.ok || ok && got != c.want && got != strings.ReplaceAll(c.want, `date("2024-01-01")`, `@"2024-01-01"`) {
			t.Errorf("%s: %s, %v", c.tests, got, ok)
		}
	}
}
