package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// What is wrong in a text has its place there, also when the text is a part of another
// expression.
func TestBoxedPlaces(t *testing.T) {
	sc := feel.NewScope()
	for _, name := range []string{"num", "str", "list"} {
		sc.Declare(name, nil)
	}
	vars := feel.Map(map[string]any{"num": 1, "str": "a", "list": []any{1, "a"}})
	for _, text := range []string{
		"num + str", "-str", "num / 0", "num < str", "num and true", "num between str and 2", "num in [str..2]", "num in (< str)",
		"str.length", "{a: num}.b", "{a: num, a: 1}", "num(1)", "abs(str)", "abs()", "unknown", "unknown(1)", "num instance of unknown",
		"if num then 1 else 2", "some x in list satisfies x", "every x in list satisfies num", "for x in list return x + num", "for x in 1..str return x",
		"list[str]", "list[item > num]", "list[1.5]", `list["a" + num]`, "(function(x: number) x + str)(1)", `date("x")`, `@"2026-02-30"`, "[num..str]", "sort(list, function(x, y) x < y)",
	} {
		at := func(column int) diag.Locator {
			return diag.Locator{File: "f", Span: diag.Span{Start: diag.Pos{Offset: column - 1, Line: 1, Column: column}}}
		}
		ast, err := feel.Parse(feel.Source{Text: text, At: at(11)}, sc)
		if err != nil {
			t.Fatal(err)
		}
		alone, inBox := reasons(t, ast, sc, vars), reasons(t, feel.BoxedList(feel.Source{At: at(1)}, []*feel.AST{ast, feel.BoxedNull(feel.Source{At: at(2)})}), sc, vars)
		if alone == "" || alone != inBox {
			t.Errorf("%s: alone\n%sin a box\n%s", text, alone, inBox)
		}
	}
}

// reasons gives why an expression is null, with places.
func reasons(t *testing.T, ast *feel.AST, sc *feel.Scope, vars feel.Vars) string {
	t.Helper()
	checked, _ := feel.Check(ast, sc, feel.Full)
	program, _ := feel.Compile(checked)
	result, err := program.Eval(t.Context(), feel.Input{Vars: vars, Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range result.Nulls {
		fmt.Fprintf(&b, "%d-%d %s\n", e.At.Span.Start.Column, e.At.Span.End.Column, e.Message)
	}
	return b.String()
}
