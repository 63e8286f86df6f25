package feel_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/feel"
)

type embedded struct{ Deep int }

type variables struct {
	Name    string `json:"name"`
	Own     string `feel:"my own" json:"other"`
	Hidden  string `json:"-"`
	Born    time.Time
	Inner   *variables
	Any     any
	Refused func()
	First   string `feel:"twice"`
	Second  int    `feel:"twice"` // which counts
	Flag    bool
	Amount  decimal.Decimal
	Value   feel.Value
	Exact   json.Number
	Text    text
	embedded
	private int
}

func TestStructVars(t *testing.T) {
	loop := &variables{Name: "loop"}
	loop.Inner = loop
	var pointer any
	pointer = &pointer
	v := variables{
		Name: "n", Own: "o", Born: time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC), Inner: loop,
		Any: map[string]any{"x": embedded{7}}, private: 1,
		First: "1", Second: 2, Flag: true, Amount: decimal.RequireFromString("1.50"), Value: feel.Int(3), Exact: "4.0", Text: "t",
	}
	for _, v := range []any{&v, v} { // what is pointed to is read where it lies
		vars, err := feel.Struct(v)
		if err != nil {
			t.Fatal(err)
		}
		testStructVars(t, vars)
	}
	for _, v := range []any{nil, 1, map[string]any{}, (*variables)(nil), pointer, time.Now()} {
		if _, err := feel.Struct(v); err == nil {
			t.Errorf("%T is taken for variables", v)
		}
	}
}

func testStructVars(t *testing.T, vars feel.Vars) {
	for _, c := range []struct{ text, want string }{
		{"[twice, Flag, Amount, Value, Exact, Text]", `[2, true, 1.5, 3, 4, "t"]`},
		{"name", `"n"`},
		{"Inner.Inner.Inner.name", `"loop"`},
		{"Any.x.Deep + 1", "8"},
		{"Born.year", "2024"},
		{"Refused", "! [type_mismatch]"},
		{"Hidden", "! [unknown_name]"},
		{"private", "! [unknown_name]"},
		{"Inner.none", "! [missing_member]"},
		{"Inner", "! [type_mismatch]"},
	} {
		wantOf(t, c.text, vars, c.want)
	}
}
