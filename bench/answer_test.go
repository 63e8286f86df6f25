package main

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"cel.dev/cel-go/common/types"
	cedar "github.com/cedar-policy/cedar-go"
	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/feel"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ value, want any }{
		{nil, nil},
		{"a", "a"},
		{true, true},
		{7, number(7)},
		{int64(7), number(7)},
		{7.5, decimal.New(75, -1)},
		{json.Number("7"), number(7)},
		{types.Int(7), number(7)},
		{types.String("a"), "a"},
		{types.NewDynamicList(types.DefaultTypeAdapter, []int{1, 2}), []any{number(1), number(2)}},
		{cedar.Allow, true},
		{tenths(75), decimal.New(75, -1)},
		{[]any{1, "a"}, []any{number(1), "a"}},
		{feel.Null, nil},
		{feel.Bool(true), true},
		{feel.Int(7), number(7)},
		{feel.String("a"), "a"},
		{[]feel.Value{feel.Int(1)}, []any{number(1)}},
		{feel.List(feel.Int(1)), []any{number(1)}},
		{struct{ a int }{1}, "struct { a int } {1}"},
	} {
		if got := plain(c.value); !equal(c.want, got, false) || reflect.TypeOf(got) != reflect.TypeOf(c.want) {
			t.Errorf("%T %v: got %T %v, want %v", c.value, c.value, got, got, c.want)
		}
	}
}

func TestEqual(t *testing.T) {
	third := decimal.RequireFromString("0.333333333333333")
	for _, c := range []struct {
		want, got any
		exact     bool
		doubles   bool
	}{
		{"a", "a", true, true},
		{"a", "b", false, false},
		{number(1), decimal.RequireFromString("1.0"), true, true},
		{number(1), "1", false, false},
		{number(0), number(1), false, false},
		{third, decimal.RequireFromString("0.3333333333333331"), false, true},
		{third, decimal.RequireFromString("0.3333333333"), false, false},
		{[]any{third}, []any{decimal.RequireFromString("0.3333333333333331")}, false, true},
		{[]any{number(1)}, []any{number(1), number(2)}, false, false},
		{[]any{}, nil, false, false},
		{true, nil, false, false},
	} {
		if got := equal(c.want, c.got, false); got != c.exact {
			t.Errorf("%v and %v exactly: got %v", c.want, c.got, got)
		}
		if got := equal(c.want, c.got, true); got != c.doubles {
			t.Errorf("%v and %v in doubles: got %v", c.want, c.got, got)
		}
	}
}

// A wrong answer is an error that names who gave it, where, and to what.
func TestWrongAnswerIsFound(t *testing.T) {
	for _, c := range []struct {
		decide func(i int) (int, error)
		want   string
	}{
		{func(i int) (int, error) { return 2 * i, nil }, ""},
		{func(i int) (int, error) { return i, nil }, "W0 shape, somebody, input 1 [x:1]: the answer is 1, and must be 2"},
		{func(i int) (int, error) { return 0, errors.New("it broke") }, "W0 shape, somebody, input 0 [x:0]: it broke"},
	} {
		contest := &contest{workload: "W0", name: "shape", inputs: []vars{{"x": 0}, {"x": 1}}, want: []any{number(0), number(2)}}
		contest.add(inGo("somebody", "", 2, always(c.decide)))
		o, err := hold(contest, quick)
		switch {
		case c.want == "":
			if err != nil || len(o.figures) != 1 || o.figures[0].ns <= 0 {
				t.Errorf("got %+v, %v", o, err)
			}
		case err == nil || err.Error() != c.want:
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// A peer that fails to start is named as well.
func TestPeerThatDoesNotStart(t *testing.T) {
	c := &contest{workload: "W0", inputs: []vars{{}}, want: []any{nil}}
	c.add(inGo("somebody", "", 1, func() (func(int) (int, error), error) { return nil, errors.New("no such thing") }))
	if _, err := hold(c, quick); err == nil || err.Error() != "W0, somebody: no such thing" {
		t.Errorf("got %v", err)
	}
}

func TestShown(t *testing.T) {
	long := shown(vars{"text": strings.Repeat("a", 1000)})
	if len(long) != 203 || !strings.HasSuffix(long, "...") {
		t.Errorf("got %s", long)
	}
}
