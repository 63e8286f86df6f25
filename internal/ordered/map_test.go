package ordered_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/ordered"
)

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// However many inputs and goroutines there are, and however long each takes: every
// input has its result, in its place.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, workers := rapid.IntRange(0, 2000).Draw(t, "n"), rapid.IntRange(-1, 9).Draw(t, "workers")
		slow := rapid.IntRange(1, 500).Draw(t, "slow")
		got := slices.Collect(ordered.Map(context.Background(), workers, upTo(n), func(_ context.Context, i int) int {
			if i%slow == 0 {
				runtime.Gosched()
			}
			return i * i
		}))
		if len(got) != n {
			t.Fatalf("%d results of %d inputs", len(got), n)
		}
		for i, v := range got {
			if v != i*i {
				t.Fatalf("result %d is %d", i, v)
			}
		}
	})
}

// Who stops reading stops the reading of inputs, and nothing runs on.
func TestStop(t *testing.T) {
	before := runtime.NumGoroutine()
	read := 0
	endless := func(yield func(int) bool) {
		for yield(read) {
			read++
		}
	}
	for v := range ordered.Map(t.Context(), 4, endless, func(_ context.Context, i int) int { return i }) {
		if v == 1000 {
			break
		}
	}
	if read < 1000 || read > 1000+256*(2*4+6) {
		t.Errorf("%d inputs were read", read)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// A context that ends ends the reading of inputs; what was read is an answer or not,
// and the results that come are those of the first inputs.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	endless := func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	next := 0
	for v := range ordered.Map(ctx, 2, endless, func(_ context.Context, i int) int { return i }) {
		if v != next {
			t.Fatalf("result %d is %d", next, v)
		}
		if next++; next == 3000 {
			cancel()
		}
	}
	if next < 3000 {
		t.Errorf("%d results", next)
	}
}

// A panic comes to who reads the results, after those before it.
func TestPanic(t *testing.T) {
	for _, c := range []struct {
		name string
		in   iter.Seq[int]
		f    func(context.Context, int) int
	}{
		{"of the function", upTo(1000), func(_ context.Context, i int) int {
			if i == 700 {
				panic("at 700")
			}
			return i
		}},
		{"of the inputs", func(yield func(int) bool) {
			for i := range 700 {
				yield(i)
			}
			panic("at 700")
		}, func(_ context.Context, i int) int { return i }},
	} {
		t.Run(c.name, func(t *testing.T) {
			next := 0
			defer func() {
				if r := recover(); fmt.Sprint(r) != "at 700" || next != 700 {
					t.Errorf("%v after %d results", r, next)
				}
			}()
			for v := range ordered.Map(t.Context(), 3, c.in, c.f) {
				if v != next {
					t.Fatalf("result %d is %d", next, v)
				}
				next++
			}
			t.Error("there was no panic")
		})
	}
}
