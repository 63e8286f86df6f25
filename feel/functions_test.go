package feel_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

var errNoRate = errors.New("there is no rate for this year")

// net is a function of an application.
var net = feel.Function{
	Params: []feel.Param{{Name: "gross", Type: feel.NumberType}, {Name: "class"}},
	Result: feel.NumberType,
	Call: func(_ context.Context, args []feel.Value) (feel.Value, error) {
		if class, _ := args[1].AsInt(); class == 9 {
			return feel.Null, errNoRate
		}
		if args[1].Kind() == feel.KindString {
			return args[1], nil
		}
		return feel.Call("decimal", args[0], feel.Int(1))
	},
}

func TestDeclareFunction(t *testing.T) {
	sc := scopeOf(vars).DeclareFunction("net income", net).DeclareFunction("abs", net)
	for _, r := range []row{
		{"net income(1.25, 1)", "1.2", ""},
		{"net income(class: 1, gross: [1.25])", "1.2", ""},
		{"net  income(null, 1)", "null", ""},
		{"[1.25, 2.75][net income(item, 1) > 2]", "[2.75]", ""},
		{"for i in [1.25, 2.75] return net income(i, 1)", "[1.2, 2.8]", ""},
		{"(function(f) f(1.25, 1))(net income)", "1.2", ""},
		{"(function(x) net income(x, 1))(1.25)", "1.2", ""},
		{"{net income: 1, r: net income}.r", "1", ""},
		{"net income = net income", "true", ""},
		{"net income", "function(gross, class)", ""},
		{"net income instance of function<number, number> -> number", "true", ""},
		{"abs(1.25, 1)", "1.2", ""}, // it shadows the built-in one
		{"net income(1.25)", "null", "wrong_arguments net income(1.25)"},
		{`net income("a", 1)`, "null", `type_mismatch net income("a", 1)`},
		{`net income(1, "a")`, "null", `type_mismatch net income(1, "a")`},
		{"net income(1, 9)", "null", "function_failed net income(1, 9)"},
	} {
		compare(t, r, func(lenient bool) (feel.Result, error) {
			return program(t, r.text, sc).Eval(t.Context(), input(lenient))
		})
	}
	_, err := program(t, "net income(1, 9)", sc).Eval(t.Context(), feel.Input{})
	if !errors.Is(err, errNoRate) {
		t.Errorf("%v does not unwrap to the error of the application", err)
	}
}

// A name is a function until it is declared as something else; a child scope has
// the functions of its parent and may have more.
func TestFunctionsOfScopes(t *testing.T) {
	parent := feel.NewScope().DeclareFunction("f", net)
	child := parent.Child().DeclareFunction("g", net)
	if got := names(t, child, "f(1, 1) + g(1, 1)"); got != "" {
		t.Error(got)
	}
	if got := names(t, parent, "g(1, 1)"); got != "unknown_function g" {
		t.Error(got)
	}
	child.Declare("f", feel.NumberType)
	if got := names(t, child, "f + 1"); got != "" {
		t.Error(got)
	}
	if got := names(t, child, "f(1, 1)"); got != "not_a_function f" {
		t.Error(got)
	}
	if got := names(t, parent, "f(1, 1)"); got != "" {
		t.Error(got)
	}
	if got := names(t, parent, "f(1)"); got != "wrong_arguments f(1)" {
		t.Error(got)
	}
	if !strings.Contains(fmt.Sprint(child.Names()), "f") {
		t.Error(child.Names())
	}
}

func names(t *testing.T, sc *feel.Scope, text string) string {
	t.Helper()
	ast, err := feel.Parse(feel.Source{Text: text}, sc)
	if err != nil {
		t.Fatal(err)
	}
	_, err = feel.Check(ast, sc, feel.Full)
	return faults(text, err)
}

// The subset has no function of the application, neither called nor as a value.
func TestFunctionsAreNotInTheSubset(t *testing.T) {
	sc := feel.NewScope().DeclareFunction("f", net).DeclareFunction("date", net)
	for text, want := range map[string]string{
		"f(1, 1)": "not_in_profile f", "f": "not_in_profile f", "1 + f(1, 1)": "not_in_profile f",
		"date(1, 1)": "not_in_profile date", "date": "not_in_profile date",
	} {
		ast, err := feel.Parse(feel.Source{Text: text}, sc)
		if err != nil {
			t.Fatal(err)
		}
		_, err = feel.Check(ast, sc, feel.Subset)
		if got := faults(text, err); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestDeclareExternal(t *testing.T) {
	sc := scopeOf(vars).
		DeclareExternal("com.example.Tax", "net(double, java.lang.Object)", net).
		DeclareExternal("java.lang.Math", "cos(double)", feel.Function{
			Params: []feel.Param{{Name: "x"}},
			Call:   func(context.Context, []feel.Value) (feel.Value, error) { return feel.Int(42), nil },
		})
	for _, r := range []row{
		{java("com.example.Tax", "net(double,java.lang.Object)", "1.25", "1"), "1.2", ""},
		{java("com.example.Tax", "net( double, java.lang.Object )", "[1.25]", "1"), "1.2", ""},
		{java("java.lang.Math", "cos(double)", "0"), "42", ""}, // it comes first
		{java("java.lang.Math", "sin(double)", "0"), "0", ""},
		{java("com.example.Tax", "net(double,java.lang.Object)", `"a"`, "1"), "null", "type_mismatch"},
		{java("com.example.Tax", "net(double,java.lang.Object)", "1", "9"), "null", "function_failed"},
		{java("com.example.Tax", "net(double,java.lang.Object)", "1"), "null", "unknown_function"},
		{java("com.example.Tax", "gross(double)", "1"), "null", "unknown_function"},
	} {
		if r.fault != "" {
			r.fault += " " + r.text
		}
		compare(t, r, func(lenient bool) (feel.Result, error) {
			return program(t, r.text, sc).Eval(t.Context(), input(lenient))
		})
	}
	other := sc.Child().DeclareExternal("a.B", "c()", net)
	if names(t, sc, java("a.B", "c()", "1", "2")) == "" || names(t, other, java("a.B", "c()", "1", "2")) != "" {
		t.Error("what a child declares is its own")
	}
	if names(t, other, java("com.example.Tax", "net(double,java.lang.Object)", "1", "1")) != "" {
		t.Error("a child has what its parent declares")
	}
}

// A function that takes what it gets from the context of the call is cancelled with
// it; what it makes is counted.
func TestFunctionsAreBounded(t *testing.T) {
	big := make([]feel.Value, 100_000)
	sc := feel.NewScope().
		DeclareFunction("wait", feel.Function{Call: func(ctx context.Context, _ []feel.Value) (feel.Value, error) {
			<-ctx.Done()
			return feel.Null, ctx.Err()
		}}).
		DeclareFunction("big", feel.Function{Call: func(context.Context, []feel.Value) (feel.Value, error) {
			return feel.List(big...), nil
		}}).
		DeclareFunction("deep", feel.Function{Call: func(context.Context, []feel.Value) (feel.Value, error) {
			v := feel.List()
			for range feel.MaxNesting + 1 {
				v = feel.List(v)
			}
			return v, nil
		}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := program(t, "wait()", sc).Eval(ctx, feel.Input{Lenient: true}); codesOf(err) != "cancelled" {
		t.Errorf("wait(): %v", err)
	}
	for _, text := range []string{"count(for i in 1..1000000 return big())", "deep()"} {
		if _, err := program(t, text, sc).Eval(t.Context(), feel.Input{Lenient: true}); codesOf(err) != "limit_exceeded" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func ExampleScope_DeclareFunction() {
	scope := feel.NewScope().Declare("x", feel.NumberType).DeclareFunction("twice", feel.Function{
		Params: []feel.Param{{Name: "n", Type: feel.NumberType}},
		Result: feel.NumberType,
		Call: func(_ context.Context, args []feel.Value) (feel.Value, error) {
			return feel.Call("sum", args[0], args[0])
		},
	})
	ast, err := feel.Parse(feel.Source{Text: "twice(x) + 1"}, scope)
	if err != nil {
		fmt.Println(err)
		return
	}
	checked, err := feel.Check(ast, scope, feel.Full)
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := feel.Compile(checked)
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := program.Eval(context.Background(), feel.Input{Vars: feel.Map(map[string]any{"x": 20})})
	fmt.Println(res.Value, err)
	// Output: 41 <nil>
}
