package dmn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// The shapes of W7, in which a table grows.
var shapes = []struct {
	name string
	make func(tb testing.TB, rules int) workload
}{
	{"N", w7n}, {"E", w7e}, {"X", w7x}, {"D", w7d},
}

// w7 makes a workload of number columns c0, c1 and so on and a string column key; what
// input i gives is want of i.
func w7(tb testing.TB, columns []string, rules []string, inputs []map[string]any, want []int) workload {
	var doc strings.Builder
	doc.WriteString(header + "inputs:\n")
	for _, c := range columns {
		typ := "number"
		if c == "key" {
			typ = "string"
		}
		fmt.Fprintf(&doc, "  - { name: %s, expression: %s, type: %s }\n", c, c, typ)
	}
	doc.WriteString("outputs:\n  - { name: y, type: number }\nrules:\n")
	for i, when := range rules {
		fmt.Fprintf(&doc, "  - when: { %s }\n    then: { y: %d }\n", when, i)
	}
	w := workload{program: compiled(tb, doc.String()), inputs: inputs}
	for _, y := range want {
		w.want = append(w.want, feel.Int(int64(y)))
	}
	return w
}

const growthInputs = 256

// w7n is disjoint intervals.
func w7n(tb testing.TB, n int) workload {
	var rules []string
	for i := range n {
		rules = append(rules, fmt.Sprintf("c0: '[%d..%d)'", 10*i, 10*i+10))
	}
	r := rand.New(rand.NewPCG(1, 2))
	var inputs []map[string]any
	var want []int
	for range growthInputs {
		x := r.IntN(10 * n)
		inputs, want = append(inputs, map[string]any{"c0": x}), append(want, x/10)
	}
	return w7(tb, []string{"c0"}, rules, inputs, want)
}

// w7e is a key and intervals, as many of one as of the other; the intervals of each
// key are its own.
func w7e(tb testing.TB, n int) workload {
	keys := 10
	for keys*keys < n {
		keys++
	}
	var rules []string
	for i := range n {
		low := 100*(i/keys) + i%keys
		rules = append(rules, fmt.Sprintf("key: '\"key-%d\"', c0: '[%d..%d)'", i%keys, low, low+100))
	}
	r := rand.New(rand.NewPCG(1, 2))
	var inputs []map[string]any
	var want []int
	for range growthInputs {
		i := r.IntN(n)
		inputs = append(inputs, map[string]any{"key": fmt.Sprintf("key-%d", i%keys), "c0": 100*(i/keys) + i%keys + r.IntN(100)})
		want = append(want, i)
	}
	return w7(tb, []string{"key", "c0"}, rules, inputs, want)
}

// w7x is four columns of which each lets a tenth of the rules pass at 10,000 rules,
// and the rules in no order.
func w7x(tb testing.TB, n int) workload {
	base := 3
	for base*base*base*base < n {
		base++
	}
	r := rand.New(rand.NewPCG(1, 2))
	digits := func(i int) [4]int {
		return [4]int{i % base, i / base % base, i / base / base % base, i / base / base / base}
	}
	order := r.Perm(base * base * base * base)[:n]
	var rules []string
	for _, i := range order {
		d := digits(i)
		rules = append(rules, fmt.Sprintf("c0: '[%d..%d)', c1: '%d', c2: '(%d..%d]', c3: '[%d..%d)'",
			10*d[0], 10*d[0]+10, d[1], 10*d[2]-1, 10*d[2]+9, d[3], d[3]+1))
	}
	var inputs []map[string]any
	var want []int
	for range growthInputs {
		i := r.IntN(n)
		d := digits(order[i])
		inputs = append(inputs, map[string]any{"c0": 10*d[0] + r.IntN(10), "c1": d[1], "c2": 10*d[2] + r.IntN(10), "c3": d[3]})
		want = append(want, i)
	}
	return w7(tb, []string{"c0", "c1", "c2", "c3"}, rules, inputs, want)
}

// w7d is descending thresholds, of which the first that is passed counts: half of
// the rules match.
func w7d(tb testing.TB, n int) workload {
	var rules []string
	for i := range n {
		rules = append(rules, fmt.Sprintf("c0: '>= %d'", 10*(n-1-i)))
	}
	r := rand.New(rand.NewPCG(1, 2))
	var inputs []map[string]any
	var want []int
	for range growthInputs {
		x := r.IntN(10 * n)
		inputs, want = append(inputs, map[string]any{"c0": x}), append(want, n-1-x/10)
	}
	var doc strings.Builder
	doc.WriteString(header + "hit_policy: FIRST\ninputs:\n  - { name: c0, expression: c0, type: number }\noutputs:\n  - { name: y, type: number }\nrules:\n")
	for i, when := range rules {
		fmt.Fprintf(&doc, "  - when: { %s }\n    then: { y: %d }\n", when, i)
	}
	w := workload{program: compiled(tb, doc.String()), inputs: inputs}
	for _, y := range want {
		w.want = append(w.want, feel.Int(int64(y)))
	}
	return w
}

// The growing tables decide right, with the index and without, and without
// allocations.
func TestGrowth(t *testing.T) {
	for _, s := range shapes {
		for _, n := range []int{100, 1000} {
			w := s.make(t, n)
			scan := w
			scan.program = w.program.WithoutIndex()
			for i := range w.inputs {
				for _, w := range []workload{w, scan} {
					if got, _ := w.decide(t, i).Get("y"); !same(got, w.want[i]) {
						t.Fatalf("%s %d: input %v gives %s, want %s", s.name, n, w.inputs[i], got, w.want[i])
					}
				}
			}
			i := 0
			allocs := testing.AllocsPerRun(1000, func() {
				w.decide(t, i%len(w.inputs))
				i++
			})
			if allocs > 0 && !raceEnabled {
				t.Errorf("%s %d: %v allocations a decision", s.name, n, allocs)
			}
		}
	}
}

func same(x, y feel.Value) bool {
	equal, known := feel.Equal(x, y)
	return equal && known
}

// The index of 10,000 rules takes less than 4 MB, as it says and as the heap says.
func TestIndexMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector takes memory of its own")
	}
	for _, s := range shapes {
		w := s.make(t, 10_000)
		columns, bytes, _ := w.program.Indexed()
		if columns != len(w.program.Table().Inputs) || bytes >= 4_000_000 {
			t.Errorf("%s: an index of %d columns takes %d bytes", s.name, columns, bytes)
		}
		table := w.program.Table()
		heap := func() int {
			runtime.GC()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		with, err := dmn.Compile(table, nil)
		if err != nil {
			t.Fatal(err)
		}
		before := heap()
		without := with.WithoutIndex()
		with = nil
		index := before - heap()
		if index > bytes+bytes/2+64<<10 || index > 4_000_000 {
			t.Errorf("%s: the index says that it takes %d bytes, and the heap %d", s.name, bytes, index)
		}
		t.Logf("%s: %d bytes, of the heap %d", s.name, bytes, index)
		runtime.KeepAlive(without)
	}
}

// Two rules that never match together are known not to, so that the first is enough.
func TestOneRuleIsEnough(t *testing.T) {
	overlap := w7(t, []string{"c0"}, append(disjointRules(200), "c0: '5'"), nil, nil)
	open := w7(t, []string{"c0", "c1"}, append(disjointRules(200), "c1: 'c0'"), nil, nil)
	for _, c := range []struct {
		name string
		p    *dmn.Program
		want bool
	}{
		{"disjoint intervals", w7n(t, 1000).program, true},
		{"key and interval", w7e(t, 1000).program, true},
		{"four columns", w7x(t, 1000).program, true},
		{"first", w7d(t, 1000).program, true},
		{"an overlap", overlap.program, false},
		{"a cell that is not constant", open.program, false},
	} {
		if _, _, single := c.p.Indexed(); single != c.want {
			t.Errorf("%s: %v, want %v", c.name, single, c.want)
		}
	}
}

func disjointRules(n int) []string {
	var rules []string
	for i := range n {
		rules = append(rules, fmt.Sprintf("c0: '[%d..%d)'", 10*i, 10*i+10))
	}
	return rules
}

// BenchmarkGrowth is W7: decisions of tables that grow.
func BenchmarkGrowth(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{100, 1000, 10_000} {
			w := s.make(b, n)
			for _, c := range []struct {
				name    string
				program *dmn.Program
			}{{"index", w.program}, {"scan", w.program.WithoutIndex()}} {
				b.Run(fmt.Sprintf("%s/%s/%d", s.name, c.name, n), func(b *testing.B) {
					b.ReportAllocs()
					for i := range b.N {
						if _, err := c.program.Decide(context.Background(), feel.Input{Vars: feel.Map(w.inputs[i%len(w.inputs)])}); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkCompile is the compilation of a table of 10,000 rules, of which the index
// is a part.
func BenchmarkCompile(b *testing.B) {
	for _, s := range shapes {
		table := s.make(b, 10_000).program.Table()
		for _, c := range []struct {
			name  string
			bytes int
		}{{"index", 4_000_000}, {"scan", 0}} {
			b.Run(s.name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					if _, err := dmn.CompileIndexed(table, c.bytes); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
