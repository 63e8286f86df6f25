package feel_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

// cell checks the text of a cell against a value of any type.
func cell(t testing.TB, text string) *feel.Checked {
	t.Helper()
	sc := feel.NewScope().Declare("?", feel.AnyType).Declare("x", feel.AnyType)
	ast, err := feel.ParseUnaryTests(feel.Source{Text: text}, sc)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c, err := feel.Check(ast, sc, feel.Full)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

func TestConstantTests(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`5`, "[5..5]"},
		{`= 5`, "[5..5]"},
		{`!= 5`, "(-..5) (5..-) null"},
		{`< 5, >= 7`, "(-..5) [7..-)"},
		{`not(5)`, "not [5..5] null"},
		{`not(< 5)`, "not (-..5)"},
		{`not(5, < 3)`, "not [5..5] (-..3)"},
		{`"a", "b"`, `["a".."a"] ["b".."b"]`},
		{`[1..2), ]3..4[`, "[1..2) (3..4)"},
		{`[5..1]`, "[5..1]"},
		{`1 + 1`, "[2..2]"},
		{`-3`, "[-3..-3]"},
		{`(> 3)`, "(3..-)"},
		{`((> 3))`, "(3..-)"},
		{`[1, [4..5], null]`, "[1..1] [4..5] null"},
		{`not([1, null])`, "not [1..1]"},
		{`[1, (!= 3)]`, "[1..1] (-..3) (3..-)"},
		{`null`, "null"},
		{`null, 3`, "[3..3] null"},
		{`not(null)`, "not"},
		{`!= null`, "(-..-)"},
		{`not(null, 3)`, "not [3..3]"},
		{`true`, "[true..true]"},
		{`!= true`, "(-..true) (true..-) null"},
		{`date("2024-01-02")`, "[@2024-01-02..@2024-01-02]"},
		{`[@"2024-01-02T00:00:00Z"..@"2024-01-03T00:00:00+01:00"]`, "[@2024-01-02T00:00:00Z..@2024-01-03T00:00:00+01:00]"},
		{`< @"PT5M"`, "(-..@PT5M)"},
		{`-`, "not null"},
		// No set, or tests that fail for some values of a kind.
		{`< x`, ""},
		{`[1..x]`, ""},
		{`> 3, x`, ""},
		{`? > 3`, ""},
		{`1 / 0`, ""},
		{`< null`, ""},
		{`[null..3]`, ""},
		{`5, "a"`, ""},
		{`[5, "a"]`, ""},
		{`[]`, ""},
		{`[null]`, ""},
		{`[[1]]`, ""},
		{`= [1, 2]`, ""},
		{`{a: 1}`, ""},
		{`@"10:00:00", @"10:00:00Z"`, ""},
		{`[@"10:00:00"..@"11:00:00Z"]`, ""},
	} {
		tests, ok := cell(t, c.text).ConstantTests()
		if got := setText(tests); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s: %s %v, want %s", c.text, got, ok, c.want)
		}
	}
}

func setText(t feel.ConstantTests) string {
	var words []string
	if t.Not {
		words = append(words, "not")
	}
	for _, b := range t.Within {
		open, low, high, closing := "(", "-", "-", ")"
		if b.LowClosed {
			open = "["
		}
		if b.HighClosed {
			closing = "]"
		}
		end := func(v feel.Value) string {
			switch v.Kind() {
			case feel.KindNull:
				return "-"
			case feel.KindDate, feel.KindDateTime, feel.KindTime, feel.KindDays:
				return "@" + strings.Trim(v.String(), `@"`)
			}
			return v.String()
		}
		low, high = end(b.Low), end(b.High)
		words = append(words, open+low+".."+high+closing)
	}
	if t.Null {
		words = append(words, "null")
	}
	return strings.Join(words, " ")
}

// What a set says of values that are comparable with its ends, and of null, is
// what evaluating its tests says, which neither fails nor leaves a reason; and the
// classes of a scale tell it.
func TestConstantTestsHold(t *testing.T) {
	values := map[string][]string{
		"number":  {"0", "1", "1.0", "1.00", "2", "2.5", "-3", "1E+20", "-1E+20", "0.1", "1234567890123456789012", "1234567890123456789012.5", "1E-30", "1E+6000"},
		"string":  {`""`, `"a"`, `"b"`, `"aa"`, `"long ` + strings.Repeat("text ", 30) + `"`},
		"boolean": {"true", "false"},
		"date":    {`@"2024-02-29"`, `@"2024-03-01"`, `@"-0001-01-01"`, `@"999999999-12-31"`},
		"local":   {`@"2024-02-29T10:00:00"`, `@"2024-02-29T10:00:00.5"`, `@"2024-02-29T11:00:00"`},
		"zoned":   {`@"2024-02-29T10:00:00Z"`, `@"2024-02-29T11:00:00+01:00"`, `@"2024-02-29T10:30:00@Europe/Paris"`, `@"2024-02-29T09:00:00Z"`},
		"time":    {`@"10:00:00"`, `@"10:00:00.25"`, `@"23:59:59"`},
		"ztime":   {`@"10:00:00Z"`, `@"11:00:00+01:00"`, `@"10:00:00@Europe/Paris"`, `@"01:00:00-18:00"`},
		"days":    {`@"P1D"`, `@"PT24H"`, `@"PT24H0.5S"`, `@"-PT0.5S"`, `@"PT0S"`},
		"months":  {`@"P1Y"`, `@"P12M"`, `@"P13M"`},
	}
	var kinds []string
	for kind := range values {
		kinds = append(kinds, kind)
	}
	eval := func(t *rapid.T, text string) feel.Value {
		ast, err := feel.Parse(feel.Source{Text: text}, feel.NewScope())
		if err != nil {
			t.Fatal(err)
		}
		c, err := feel.Check(ast, feel.NewScope(), feel.Full)
		if err != nil {
			t.Fatal(err)
		}
		p, err := feel.Compile(c)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Eval(context.Background(), feel.Input{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Value
	}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		end := func() string {
			return rapid.SampledFrom(append([]string{"null"}, values[kind]...)).Draw(t, "end")
		}
		test := func() string {
			switch rapid.IntRange(0, 5).Draw(t, "form") {
			case 0:
				return rapid.SampledFrom([]string{"<", "<=", ">", ">=", "=", "!="}).Draw(t, "op") + " " + end()
			case 1:
				return fmt.Sprintf("%s%s..%s%s", rapid.SampledFrom([]string{"[", "(", "]"}).Draw(t, "open"), end(), end(),
					rapid.SampledFrom([]string{"]", ")", "["}).Draw(t, "close"))
			case 2:
				return fmt.Sprintf("[%s, %s]", end(), end())
			case 3:
				return fmt.Sprintf("[%s, (%s %s)]", end(), rapid.SampledFrom([]string{"<", ">=", "=", "!="}).Draw(t, "op"), end())
			}
			return end()
		}
		text := strings.Join(rapid.SliceOfN(rapid.Custom(func(*rapid.T) string { return test() }), 1, 3).Draw(t, "tests"), ", ")
		if rapid.Bool().Draw(t, "not") {
			text = "not(" + text + ")"
		}
		sc := feel.NewScope().Declare("?", feel.AnyType)
		ast, err := feel.ParseUnaryTests(feel.Source{Text: text}, sc)
		if err != nil {
			t.Skip(err)
		}
		c, err := feel.Check(ast, sc, feel.Full)
		if err != nil {
			t.Skip(err)
		}
		set, ok := c.ConstantTests()
		if !ok {
			return
		}
		v := eval(t, rapid.SampledFrom(append([]string{"null"}, values[kind]...)).Draw(t, "value"))
		unit, err := feel.CompileUnit(c)
		if err != nil {
			t.Fatal(err)
		}
		f := unit.NewFrame()
		f.Start(context.Background(), &feel.Input{Now: time.Unix(0, 0)})
		want := f.Test(0, v)
		if err := f.Err(); err != nil {
			t.Fatalf("%s of %s: %v", text, v, err)
		}
		if got := inSet(t, set, v); got != want {
			t.Fatalf("%s of %s: %v, and testing it says %v", text, v, got, want)
		}
	})
}

// inSet tells by the classes of a scale whether v is in a set.
func inSet(t *rapid.T, set feel.ConstantTests, v feel.Value) bool {
	if v.IsNull() {
		return set.Null
	}
	var points []feel.Value
	for _, b := range set.Within {
		for _, end := range []feel.Value{b.Low, b.High} {
			if !end.IsNull() {
				points = append(points, end)
			}
		}
	}
	s := feel.NewScale(points, true)
	class := s.Class(v)
	if class < 0 || class >= s.Classes()-1 || s.Class(feel.Null) != s.Classes()-1 {
		t.Fatalf("%s is of the class %d of %d", v, class, s.Classes())
	}
	within := false
	for _, b := range set.Within {
		low, high := b.Low.IsNull(), b.High.IsNull()
		if !low {
			at := s.Class(b.Low)
			low = class > at || class == at && b.LowClosed
		}
		if !high {
			at := s.Class(b.High)
			high = class < at || class == at && b.HighClosed
		}
		within = within || low && high
	}
	return within != set.Not
}
