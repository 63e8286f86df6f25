package feel_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

// program compiles an expression over an open scope.
func programOf(t *testing.T, text string) *feel.Program {
	t.Helper()
	sc := feel.OpenScope()
	ast, err := feel.Parse(feel.Source{Text: text}, sc)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := feel.Check(ast, sc, feel.Full)
	if err != nil {
		t.Fatal(err)
	}
	p, err := feel.Compile(checked)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wantOf wants an expression to have a value, or behind "! " an error that ends so.
func wantOf(t *testing.T, text string, vars feel.Vars, want string) {
	t.Helper()
	r, err := programOf(t, text).Eval(t.Context(), feel.Input{Vars: vars})
	end, fails := strings.CutPrefix(want, "! ")
	if fails != (err != nil) || fails && !strings.HasSuffix(err.Error(), end) || !fails && r.Value.String() != want {
		t.Errorf("%s: %v, %v, want %s", text, r.Value, err, want)
	}
}

func TestJSONVars(t *testing.T) {
	vars, err := feel.JSON([]byte(`{"a": {"b": 1.10, "bad": 1e99999, "list": [1, {"x": "é"}]}, "s": "\u00e9", "t": true, "n": null}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"a.b", "1.1"},
		{"a.b + 9007199254740993", "9007199254740994.1"},
		{"a.list", `[1, {x: "é"}]`},
		{"a.list[2].x", `"é"`},
		{"s", `"é"`},
		{"[t, n]", "[true, null]"},
		{"n.x", "null"},
		// Only what is read is converted.
		{"a.bad", "! [type_mismatch]"},
		{"a", "! [type_mismatch]"},
		{"a.none", "! [missing_member]"},
		{"none", "! [unknown_name]"},
	} {
		wantOf(t, c.text, vars, c.want)
	}
	for _, src := range []string{"", "[]", "1", `{"a": 1, "a": 2}`, "{} {}", `{"a":`} {
		if _, err := feel.JSON([]byte(src)); err == nil {
			t.Errorf("%q is taken for variables", src)
		}
	}
}

// The names of members weigh what they weigh in contexts, also where none are made.
func TestLongNamesOfMembers(t *testing.T) {
	name := strings.Repeat("n", 6500) // 102 values
	row := map[string]any{name: 1}
	for rows, fails := range map[int]bool{90_000: false, 100_000: true} {
		list := make([]any, rows)
		for i := range list {
			list[i] = row
		}
		_, err := programOf(t, "count(rows."+name+")").Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"rows": list})})
		if (err != nil) != fails {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}
