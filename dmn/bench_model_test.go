package dmn_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	shop "github.com/shopspring/decimal"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/sample"
)

// BenchmarkLoadModel is W9. The floor is what encoding/xml takes to find the
// tokens of the same bytes.
func BenchmarkLoadModel(b *testing.B) {
	for _, n := range []int{1, 100, 1000} {
		src := sample.Model(n)
		b.Run(fmt.Sprintf("decisions=%d", n), func(b *testing.B) {
			b.Run("floor", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					if _, err := sample.Tokens(src); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("load", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					m, err := dmn.LoadModel("m.dmn", src, nil)
					if err != nil || len(m.Targets()) != n {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// BenchmarkLoadTypes is the load of n item definitions, each of which refers to
// another one, and as many decisions that each name one.
func BenchmarkLoadTypes(b *testing.B) {
	for _, n := range []int{100, 1000} {
		var content strings.Builder
		for i := range n {
			fmt.Fprintf(&content, "<itemDefinition name=\"t%d\"><itemComponent name=\"Part %d\"><typeRef>t%d</typeRef></itemComponent><itemComponent name=\"n\"><typeRef>number</typeRef></itemComponent></itemDefinition>\n", i, i, i-i%7)
			fmt.Fprintf(&content, "<decision name=\"D%d\" id=\"d%d\"><variable name=\"D%d\" typeRef=\"t%d\"/><literalExpression><text>null</text></literalExpression></decision>\n", i, i, i, i)
		}
		src := []byte(strings.ReplaceAll(wrapped("model.dmn", content.String()), "<typeRef>t0</typeRef>", "<typeRef>string</typeRef>"))
		b.Run(fmt.Sprintf("types=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := dmn.LoadModel("m.dmn", src, nil, dmn.WithRecursion()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// prepared is a workload of models: the inputs that it decides in turn, and the
// results.
type prepared struct {
	calls  *dmn.Prepared
	inputs []feel.Vars
	want   []string
}

// w4: a chain of ten decisions, each arithmetic on the one before.
func w4(tb testing.TB) prepared {
	var content strings.Builder
	content.WriteString("<inputData name=\"x\" id=\"i_x\"><variable name=\"x\" typeRef=\"number\"/></inputData>\n" + literal("D1", "x * 2 + 1", "i_x"))
	for i := 2; i <= 10; i++ {
		content.WriteString(literal(fmt.Sprintf("D%d", i), fmt.Sprintf("D%d + %d", i-1, i), fmt.Sprintf("D%d", i-1)))
	}
	w := prepared{calls: prepare(tb, modelOf(tb, content.String()), "D10")}
	for i := range int64(64) {
		w.inputs = append(w.inputs, feel.Map(map[string]any{"x": shop.New(i*10+5, -1)}))
		w.want = append(w.want, fmt.Sprint(2*i+2+54))
	}
	return w
}

// w5: one formula on decimals.
func w5(tb testing.TB) prepared {
	w := prepared{calls: prepare(tb, modelOf(tb, `<inputData name="A" id="i_a"><variable name="A" typeRef="number"/></inputData>
<inputData name="B" id="i_b"><variable name="B" typeRef="number"/></inputData>`+literal("F", "(A * B + 3) / 2 - 1", "i_a", "i_b")), "F")}
	for i := range int64(64) {
		w.inputs = append(w.inputs, feel.Map(map[string]any{"A": shop.New(i*100+25, -2), "B": shop.New(4, 0)}))
		w.want = append(w.want, fmt.Sprint(2*i+1))
	}
	return w
}

func prepare(tb testing.TB, m *dmn.Model, names ...string) *dmn.Prepared {
	tb.Helper()
	var targets []dmn.Target
	for _, n := range names {
		targets = append(targets, decision(n))
	}
	p, err := m.Prepare(targets...)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func (w prepared) evaluate(tb testing.TB, i int, dst []feel.Result) []feel.Result {
	out, err := w.calls.Evaluate(context.Background(), feel.Input{Vars: w.inputs[i]}, dst)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// modelWorkloads are those of performance.md that a model decides, and how many
// allocations an evaluation may make.
var modelWorkloads = []struct {
	name   string
	make   func(testing.TB) prepared
	allocs float64
}{
	{"W4", w4, 0},
	{"W5", w5, 0},
}

func TestModelWorkloads(t *testing.T) {
	for _, wl := range modelWorkloads {
		t.Run(wl.name, func(t *testing.T) {
			w := wl.make(t)
			var dst []feel.Result
			for i := range w.inputs {
				if dst = w.evaluate(t, i, dst[:0]); dst[0].Value.String() != w.want[i] {
					t.Fatalf("input %d gives %v, want %s", i, dst[0].Value, w.want[i])
				}
			}
			i := 0
			allocs := testing.AllocsPerRun(1000, func() {
				dst = w.evaluate(t, i%len(w.inputs), dst[:0])
				i++
			})
			if allocs > wl.allocs && !raceEnabled {
				t.Errorf("%v allocations an evaluation, want at most %v", allocs, wl.allocs)
			}
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, wl := range modelWorkloads {
		b.Run(wl.name, func(b *testing.B) {
			w := wl.make(b)
			var dst []feel.Result
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				dst = w.evaluate(b, i%len(w.inputs), dst[:0])
			}
		})
	}
}
