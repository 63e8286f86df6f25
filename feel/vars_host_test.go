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
		r, err := programOf(t, c.text).Eval(t.Context(), feel.Input{Vars: vars})
		if strings.HasPrefix(c.want, "! ") {
			if err == nil || !strings.HasSuffix(err.Error(), c.want[2:]) {
				t.Errorf("%s: %v, %v", c.text, r.Value, err)
			}
			continue
		}
		if err != nil || r.Value.String() != c.want {
			t.Errorf("%s: %v, %v", c.text, r.Value, err)
		}
	}
	for _, src := range []string{"", "[]", "1", `{"a": 1, "a": 2}`, "{} {}", `{"a":`} {
		if _, err := feel.JSON([]byte(src)); err == nil {
			t.Errorf("%q is taken for variables", src)
		}
	}
}
