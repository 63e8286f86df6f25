package feel_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestSort(t *testing.T) {
	functions(t, []row{
		{"sort([3, 1, 2], function(x, y) x < y)", "[1, 2, 3]", ""},
		{"sort([3, 1, 2], function(x, y) x > y)", "[3, 2, 1]", ""},
		{"sort(precedes: function(x, y) x < y, list: [3, 1, 2])", "[1, 2, 3]", ""},
		{"sort([], function(x, y) x < y)", "[]", ""},
		{"sort(1, function(x, y) x < y)", "[1]", ""},
		{`sort(["a", "10", "A", "9", "Aa", "8"], function(x, y) x < y)`, `["10", "8", "9", "A", "Aa", "a"]`, ""},
		{"sort(list, function(x, y) x > y)", "[3, 2, 1]", ""},
		// Equal items keep their order, also when the function is not strict.
		{"sort([{k: 2, v: 1}, {k: 1, v: 2}, {k: 2, v: 3}, {k: 1, v: 4}], function(x, y) x.k < y.k).v", "[2, 4, 1, 3]", ""},
		{"sort([{k: 2, v: 1}, {k: 1, v: 2}, {k: 2, v: 3}, {k: 1, v: 4}], function(x, y) x.k <= y.k).v", "[2, 4, 1, 3]", ""},
		// What is no order at all still ends.
		{"count(sort([3, 1, 2, 5, 4], function(x, y) true))", "5", ""},
		{"sort([3, 1, 2], function(x, y) false)", "[3, 1, 2]", ""},
		// Null is no, as in a filter.
		{"sort([2, null, 1], function(x, y) x < y)", "[1, 2, null]", ""},
		{"(function(f) sort([1, 2], f))(function(x, y) x > y)", "[2, 1]", ""},
		{"sort([\"bc\", \"c\"], ends with)", `["bc", "c"]`, ""},
		{"sort([1, 2], function(x, y) 1)", "null", "type_mismatch"},
		{"sort([1, 2], function(x) true)", "null", "wrong_arguments"},
		{"sort([], function(x) true)", "null", "wrong_arguments"},
		{"sort([1, 2], abs)", "null", "wrong_arguments"},
		{"sort([1, 2])", "null", "wrong_arguments"},
		{"sort([1, 2], 1)", "null", "type_mismatch"},
		{"sort([1, 2], nothing)", "null", ""},
		{"sort([2, 1], function(x, y) x / zero < y)", "[2, 1]", "division_by_zero x / zero"},
	})
}

func TestListReplace(t *testing.T) {
	functions(t, []row{
		{"list replace([1, 2, 3], 2, 4)", "[1, 4, 3]", ""},
		{"list replace([1, 2, 3], -1, 4)", "[1, 2, 4]", ""},
		{"list replace([1, 2, 3], 2.9, 4)", "[1, 4, 3]", ""},
		{"list replace([1, 2, 3], -1.9, 4)", "[1, 2, 4]", ""},
		{"list replace([1, 2, 3], 3, null)", "[1, 2, null]", ""},
		{"list replace(1, 1, 5)", "[5]", ""},
		{"list replace(newItem: 4, position: 2, list: [1, 2, 3])", "[1, 4, 3]", ""},
		{"list replace(position: 2, list: [1, 2, 3])", "[1, null, 3]", ""},
		{"list replace(match: function(item, newItem) item = 2, newItem: 4, list: [1, 2, 3])", "[1, 4, 3]", ""},
		{"list replace([2, 4, 7, 8], function(item, newItem) item < newItem, 5)", "[5, 5, 7, 8]", ""},
		{"list replace([], function(item, newItem) true, 5)", "[]", ""},
		{"list replace([1, 2, 3], 0, 4)", "null", "domain"},
		{"list replace([1, 2, 3], 0.5, 4)", "null", "domain"},
		{"list replace([1, 2, 3], 4, 4)", "null", "domain"},
		{"list replace([1, 2, 3], -4, 4)", "null", "domain"},
		{"list replace([1, 2, 3], 1e30, 4)", "null", "domain"},
		{"list replace([], 1, 4)", "null", "domain"},
		{"list replace(nothing, 1, 4)", "null", ""},
		{"list replace([1], nothing, 4)", "null", ""},
		{`list replace([1], "1", 4)`, "null", "type_mismatch"},
		{"list replace([2, 4], function(item) true, 5)", "null", "wrong_arguments"},
		{"list replace([2, 4], function(item, newItem, more) true, 5)", "null", "wrong_arguments"},
		{"list replace([2, 4], function(item, newItem) item, 5)", "null", "type_mismatch"},
		{"list replace([2, 4], function(item, newItem) null, 5)", "null", ""},
		{"list replace(list: [1], position: 1, match: function(x, y) true, newItem: 2)", "null", "wrong_arguments"},
		{"list replace(list: [1], position: function(x, y) true, newItem: 2)", "null", "type_mismatch"},
	})
}

// Sorting gives the items in order, those that are equal as they were.
func TestSortIsStable(t *testing.T) {
	sort := program(t, "sort(l, function(x, y) x.k < y.k)", feel.NewScope().Declare("l", nil))
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 40).Draw(t, "keys")
		items := make([]any, len(keys))
		want := make([]string, len(keys))
		for i, k := range keys {
			items[i] = map[string]any{"k": k, "v": i}
			want[i] = fmt.Sprintf("{k: %d, v: %d}", k, i)
		}
		slices.SortStableFunc(want, func(a, b string) int { return int(a[4]) - int(b[4]) })
		res, err := sort.Eval(context.Background(), feel.Input{Vars: feel.Map(map[string]any{"l": items})})
		if got := res.Value.String(); err != nil || got != listText(want) {
			t.Errorf("%v: %s, %v, want %s", keys, got, err, want)
		}
	})
}

// A function that answers as it likes is asked a bounded number of times, and no
// item is lost.
func TestSortByNoOrder(t *testing.T) {
	var answer func() bool
	sort := program(t, "sort(l, f)", feel.NewScope().Declare("l", nil).DeclareFunction("f", feel.Function{
		Params: []feel.Param{{Name: "x"}, {Name: "y"}},
		Call:   func(context.Context, []feel.Value) (feel.Value, error) { return feel.Bool(answer()), nil },
	}))
	rapid.Check(t, func(t *rapid.T) {
		n, asked := rapid.IntRange(0, 60).Draw(t, "n"), 0
		answer = func() bool {
			asked++
			return rapid.Bool().Draw(t, "answer")
		}
		items := make([]any, n)
		for i := range items {
			items[i] = i
		}
		res, err := sort.Eval(context.Background(), feel.Input{Vars: feel.Map(map[string]any{"l": items})})
		if err != nil {
			t.Fatal(err)
		}
		seen := make([]bool, n)
		for _, v := range res.Value.Items() {
			i, _ := v.AsInt()
			seen[i] = true
		}
		if res.Value.Len() != n || slices.Contains(seen, false) || asked > 2*n*6 {
			t.Errorf("%d items, asked %d times: %s", n, asked, res.Value)
		}
	})
}
