package main

import (
	"slices"
	"strings"
	"testing"
)

// measured makes results of spine and of others by their times.
func measured() *results {
	figures := func(ns map[string]float64) (list []figure) {
		for _, name := range append(columns, tokenFloor, noStore, withFile) {
			if t, ok := ns[name]; ok {
				list = append(list, figure{peer: name, ns: t, counted: true})
			}
		}
		return list
	}
	return &results{
		outcomes: []*outcome{
			{workload: "W1", figures: figures(map[string]float64{spineMap: 100, byHand: 5, spineSlots: 80, "expr": 99, "cel": 250})},
			{workload: "W7", name: "intervals 100 rules", figures: figures(map[string]float64{spineMap: 100})},
			{workload: "W7", name: "intervals 10000 rules", figures: figures(map[string]float64{spineMap: 120, "expr": 1_500_000})},
			{workload: "W8", name: "if", figures: figures(map[string]float64{spineMap: 100, "expr": 50})},
			{workload: "W8", name: "in", figures: figures(map[string]float64{spineMap: 100, "expr": 800})},
			{workload: "W8", name: "for", figures: figures(map[string]float64{spineMap: 100}), lacks: []lack{{"expr", "no loops"}}},
			{workload: "W9", name: "model of 100", figures: figures(map[string]float64{spineMap: 300, tokenFloor: 100})},
			{workload: "run", name: "all", figures: figures(map[string]float64{noStore: 100_000, withFile: 400_000})},
		},
		pairs: []pair{{contest: "W1", peer: spineMap, one: 100, two: 110, wall: 1.7}, {contest: "W1", peer: "expr", one: 100, two: 100}},
	}
}

func TestBudgets(t *testing.T) {
	want := []budget{
		{"W1, map in, over hand", "at most 20 ×", "20 ×", met},
		{"W1, slots, over hand", "at most 8 ×", "16 ×", missed},
		{"W1, map in, over expr", "at most 1 ×", "1.01 ×", missed},
		{"W1, map in, allocations", "at most 0.0", "0.0", met},
		{"W7, intervals, 10,000 rules over 100", "at most 1.5 ×", "1.2 ×", met},
		{"W8, geometric mean, map in, over expr", "at most 1 ×", "0.5 ×", met},
		{"W9, load of a model of 100, over the token floor", "at most 2 ×", "3 ×", missed},
		{"W1, two goroutines, by wall time", "at least 1.9 ×", "1.70 ×", missed},
		{"W1, two goroutines, waits for locks of spine", "at most 0", "0", met},
		{"a whole run with its record written", "at most 1.00 ms", "0.40 ms", met},
	}
	if got := measured().budgets(); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

// When not even code by hand finds a second processor, spine cannot be judged.
func TestParallelOnABusyMachine(t *testing.T) {
	for _, c := range []struct {
		spine, hand float64
		want        string
	}{{1.95, 1.0, met}, {1.7, 1.97, missed}, {1.0, 1.02, "cannot be told: hand reaches 1.02 ×"}} {
		r := &results{pairs: []pair{{contest: "W1", peer: byHand, wall: c.hand}, {contest: "W1", peer: spineMap, wall: c.spine}}}
		if got := r.budgets()[0].verdict; got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

func TestBehind(t *testing.T) {
	want := []string{"W1: expr takes 0.99 of spine's time", "W8 if: expr takes 0.50 of spine's time"}
	if got := measured().behind(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWrite(t *testing.T) {
	var b strings.Builder
	measured().write(&b, []string{"a machine"})
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"* a machine",
		"| workload | spine | hand | spine slots | cel | expr |",
		"| W1 | 100 (0) | 5 (0) 0.05× | 80 (0) 0.8× | 250 (0) 2.5× | 99 (0) 0.99× |",
		"| W7 intervals 10000 rules | 120 (0) | - | - | - | 1.5m (0) 12500× |",
		"| W8 geometric mean of the ratios | 1× | - | - | - | 2× (2 of 3) |",
		"| model of 100 | 300 (0) | 100 (0) 0.33× |",
		"| all | 100µ (0) | 400µ (0) 4× | - |",
		"| W1 | spine | 100 | 110 | 1.70× | 0 |",
		"| W1, slots, over hand | at most 8 × | 16 × | **missed** |",
		"* W8 if: expr takes 0.50 of spine's time",
		"* expr, W8 for: no loops",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, b.String())
		}
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{0.4: "0", 9994: "9994", 9996: "10µ", 999_400: "999µ", 999_600: "1m", 12_345_678: "12.3m", 123e6: "123m"} {
		if got := duration(ns); got != want {
			t.Errorf("%v: got %s, want %s", ns, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 2, 3}, 2.5}, {[]float64{1}, 1}} {
		if got := median(c.values); got != c.want {
			t.Errorf("%v: got %v", c.values, got)
		}
	}
}
