package feel_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestValueString(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1.50", "1.5"},
		{"1e30", "1000000000000000000000000000000"},
		{"1e40", "1E+40"},
		{"-0.00", "0"},
		{`"a\"b\\c\n\t\u0007é🐎"`, "\"a\\\"b\\\\c\\n\\t\u0007é🐎\""},
		{`["\u000B\u000C\r"]`, `["\u000B\u000C\r"]`},
		{"[null, true, [1]]", "[null, true, [1]]"},
		{`{a: 1, "x y": 2, "": 3, "1": 4, "if": 5, "é": 6}`, `{a: 1, "x y": 2, "": 3, "1": 4, "if": 5, "é": 6}`},
		{"]1..2[", "(1..2)"},
		{"[1..null)", "[1..null)"},
		{`(>= "a")`, `(>= "a")`},
		{"(!= [1])", "(!= [1])"},
		{`@"2018-12-08T10:30:00.500@Europe/Paris"`, `@"2018-12-08T10:30:00.5@Europe/Paris"`},
		{`@"10:30:00-00:00"`, `@"10:30:00Z"`},
		{"abs", "abs"},
		{"function(a, b: number) a", "function(a, b)"},
	} {
		if got := value(t, c.text).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// The literal of a value is read as that value.
func TestLiteralsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(3).Draw(t, "value")
		text := v.String()
		ast, err := feel.Parse(feel.Source{Text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := feel.Check(ast, nil, feel.Full)
		if err != nil {
			t.Fatal(err)
		}
		p, err := feel.Compile(c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Eval(t.Context(), feel.Input{})
		if err != nil {
			t.Fatal(err)
		}
		if equal, _ := feel.Equal(v, got.Value); !equal || got.Value.String() != text {
			t.Fatalf("%s is read as %s", text, got.Value)
		}
	})
}

func TestLiteralsOfRangesAreReadBack(t *testing.T) {
	sc := feel.NewScope().Declare("x", nil).Declare("y", nil)
	ranges := program(t, "[[x..y], (x..y), [x..y), (x..y], (< x), (<= x), (> x), (>= x), (= x), (!= x)]", sc)
	rapid.Check(t, func(t *rapid.T) {
		x := scalar().Filter(func(v feel.Value) bool { return v.Kind() != feel.KindBoolean }).Draw(t, "x")
		y := scalar().Filter(func(v feel.Value) bool { return v.Kind() == x.Kind() || v.IsNull() }).Draw(t, "y")
		made, err := ranges.Eval(t.Context(), feel.Input{Vars: feel.Slots([]feel.Value{x, y})})
		if err != nil {
			t.Fatal(err)
		}
		text := made.Value.String()
		ast, err := feel.Parse(feel.Source{Text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := feel.Check(ast, nil, feel.Full)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := feel.Compile(c)
		got, err := p.Eval(t.Context(), feel.Input{})
		if err != nil {
			t.Fatal(err)
		}
		if equal, _ := feel.Equal(made.Value, got.Value); !equal || got.Value.String() != text {
			t.Fatalf("%s is read as %s", text, got.Value)
		}
	})
}
