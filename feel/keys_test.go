package feel_test

import (
	"fmt"
	"testing"

	"github.com/decision-spine/spine/feel"
)

// Contexts of common keys are those that Context makes.
func TestKeys(t *testing.T) {
	for _, names := range [][]string{nil, {"a"}, {"a", "b"}, {"a", "b", "a"}, manyNames(40)} {
		k := feel.NewKeys(names...)
		values := make([]feel.Value, len(names))
		var entries []feel.Entry
		for i, name := range names {
			values[i] = feel.Int(int64(i))
			entries = append(entries, feel.Entry{Key: name, Value: values[i]})
		}
		sameContext(t, k.Context(values), feel.Context(entries...))
		for _, rows := range []int{0, 1, 3, 20} {
			var entries []feel.Entry
			for i, name := range names {
				list := make([]feel.Value, rows)
				for row := range list {
					list[row] = feel.Int(int64(100*row + i))
				}
				entries = append(entries, feel.Entry{Key: name, Value: feel.List(list...)})
			}
			got := k.Lists(rows, func(row, key int) feel.Value { return feel.Int(int64(100*row + key)) })
			sameContext(t, got, feel.Context(entries...))
		}
	}
}

func manyNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("key %d", i)
	}
	return names
}

func sameContext(t *testing.T, got, want feel.Value) {
	t.Helper()
	if equal, known := feel.Equal(got, want); !equal || !known || got.String() != want.String() {
		t.Errorf("got %s, want %s", got, want)
	}
	for key, v := range want.Entries() {
		if x, ok := got.Get(key); !ok || x.String() != v.String() {
			t.Errorf("%q is %s, want %s", key, x, v)
		}
	}
}

// A context of lists takes one piece of memory while it is small.
func TestKeysAllocations(t *testing.T) {
	k := feel.NewKeys("points")
	for _, c := range []struct {
		rows   int
		allocs float64
	}{{1, 1}, {7, 1}, {8, 2}, {100, 2}} {
		got := testing.AllocsPerRun(100, func() {
			sinkValue = k.Lists(c.rows, func(row, _ int) feel.Value { return feel.Int(int64(row)) })
		})
		if got != c.allocs && !raceEnabled {
			t.Errorf("%d rows take %v allocations, want %v", c.rows, got, c.allocs)
		}
	}
}

var sinkValue feel.Value

// What is evaluated sees the values that bindings have at the time.
func TestBindings(t *testing.T) {
	p := program(t, "a.x + b", feel.NewScope().Declare("a", nil).Declare("b", nil))
	b := feel.NewKeys("a", "b").Bindings()
	in := feel.Input{Vars: b.Vars()}
	for i, want := range []string{"3", "12", "null"} {
		switch i {
		case 0:
			b.Set(0, feel.Context(feel.Entry{Key: "x", Value: feel.Int(1)}))
			b.Set(1, feel.Int(2))
		case 1:
			b.Set(1, feel.Int(11))
		case 2:
			b.Clear()
		}
		r, err := p.Eval(t.Context(), in)
		if err != nil || r.Value.String() != want {
			t.Errorf("%d: %s, %v, want %s", i, r.Value, err, want)
		}
	}
	if !b.Get(0).IsNull() || !b.Get(1).IsNull() {
		t.Error("they have values after Clear")
	}
}
