package dmn_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	shop "github.com/shopspring/decimal"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// A workload is a table and the inputs that it decides in turn, with what each
// must give.
type workload struct {
	program *dmn.Program
	inputs  []map[string]any
	want    []feel.Value
}

func compiled(tb testing.TB, doc string) *dmn.Program {
	tb.Helper()
	table, err := dmn.LoadTable(fstest.MapFS{"t.dmn.yaml": {Data: []byte(doc)}}, "t.dmn.yaml")
	if err != nil {
		tb.Fatal(err)
	}
	p, err := dmn.Compile(table, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

const header = `id: w
version: "1"
`

// w1: two string inputs, 10 rules, UNIQUE, equality cells, 64 different inputs.
func w1(tb testing.TB) workload {
	doc := header + `inputs:
  - { name: segment, expression: segment, type: string }
  - { name: region, expression: region, type: string }
outputs:
  - { name: offer, type: string }
rules:
`
	var w workload
	segments := []string{"retail", "business", "private", "public", "student"}
	regions := []string{"north", "south"}
	for i, s := range segments {
		for j, r := range regions {
			doc += fmt.Sprintf("  - when: { segment: '%q', region: '%q' }\n    then: { offer: offer-%d-%d }\n", s, r, i, j)
		}
	}
	for k := range 64 {
		i, j := k%5, k/5%2
		w.inputs = append(w.inputs, map[string]any{"segment": segments[i], "region": regions[j], "unread": k})
		w.want = append(w.want, feel.String(fmt.Sprintf("offer-%d-%d", i, j)))
	}
	w.program = compiled(tb, doc)
	return w
}

// w2: four number inputs, two of them decimals, 10 rules, UNIQUE, interval cells of
// all bracket forms.
func w2(tb testing.TB) workload {
	doc := header + `inputs:
  - { name: age, expression: age, type: number }
  - { name: income, expression: income, type: number }
  - { name: ratio, expression: ratio, type: number }
  - { name: score, expression: score, type: number }
outputs:
  - { name: band, type: number }
rules:
`
	for i := range 10 {
		doc += fmt.Sprintf("  - when: { age: '[%d..%d)', income: '(%d..%d]', ratio: ']0.1..0.9[', score: '[300..850]' }\n    then: { band: %d }\n",
			18+6*i, 24+6*i, 0, 1_000_000, i)
	}
	var w workload
	for k := range 64 {
		i := k % 10
		w.inputs = append(w.inputs, map[string]any{
			"age": 18 + 6*i + k%6, "income": shop.New(int64(1_000_050+100*k), -2),
			"ratio": shop.New(int64(110+k), -3), "score": 300 + 8*k,
		})
		w.want = append(w.want, feel.Int(int64(i)))
	}
	w.program = compiled(tb, doc)
	return w
}

// w3: COLLECT, two inputs, 10 rules, 1 to 4 hits.
func w3(tb testing.TB) workload {
	doc := header + `hit_policy: COLLECT
inputs:
  - { name: age, expression: age, type: number }
  - { name: member, expression: member, type: boolean }
outputs:
  - { name: points, type: number }
rules:
`
	for i := range 10 {
		cell := ""
		if i%3 == 2 {
			cell = ", member: 'true'"
		}
		doc += fmt.Sprintf("  - when: { age: '[%d..%d)'%s }\n    then: { points: %d }\n", 10*i, 10*i+40, cell, i)
	}
	var w workload
	for k := range 64 {
		age, member := k*90/64, k%2 == 0
		w.inputs = append(w.inputs, map[string]any{"age": age, "member": member})
		var points []feel.Value
		for i := range 10 {
			if age >= 10*i && age < 10*i+40 && (i%3 != 2 || member) {
				points = append(points, feel.Int(int64(i)))
			}
		}
		w.want = append(w.want, feel.List(points...))
	}
	w.program = compiled(tb, doc)
	return w
}

// w6: a date against date("...") bounds, and a difference of two dates against
// day counts, 8 rules.
func w6(tb testing.TB) workload {
	doc := header + `inputs:
  - { name: due, expression: due, type: date }
  - { name: late, expression: today_is - due, type: days }
outputs:
  - { name: stage, type: number }
rules:
`
	years := []string{"2023", "2024", "2025", "2026"}
	for i, y := range years {
		for j, days := range []string{"<= 30", "> 30"} {
			doc += fmt.Sprintf("  - when: { due: '[date(\"%s-01-01\")..date(\"%s-12-31\")]', late: '%s' }\n    then: { stage: %d }\n", y, y, days, 2*i+j)
		}
	}
	var w workload
	for k := range 64 {
		i, j := k%4, k/4%2
		w.inputs = append(w.inputs, map[string]any{
			"due":      date(tb, fmt.Sprintf("%s-03-%02d", years[i], 2+k%26)),
			"today_is": date(tb, fmt.Sprintf("%s-0%d-01", years[i], 4+3*j)),
		})
		w.want = append(w.want, feel.Int(int64(2*i+j)))
	}
	// The last day on which the first of the two rules of a year holds.
	w.inputs = append(w.inputs, map[string]any{"due": date(tb, "2024-02-01"), "today_is": date(tb, "2024-03-02")})
	w.want = append(w.want, feel.Int(2))
	w.program = compiled(tb, doc)
	return w
}

func date(tb testing.TB, text string) feel.Value {
	v, err := feel.ParseTemporal(feel.KindDate, text)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

// workloads are those of performance.md that a table alone decides, and how many
// allocations a decision may make.
var workloads = []struct {
	name   string
	make   func(testing.TB) workload
	allocs float64
}{
	{"W1", w1, 0},
	{"W2", w2, 0},
	{"W3", w3, 0},
	{"W6", w6, 0},
}

func (w workload) decide(tb testing.TB, i int) feel.Value {
	return w.decideFrom(tb, feel.Map(w.inputs[i]))
}

func (w workload) decideFrom(tb testing.TB, vars feel.Vars) feel.Value {
	d, err := w.program.Decide(context.Background(), feel.Input{Vars: vars})
	if err != nil {
		tb.Fatal(err)
	}
	return d.Outputs
}

// slots gives the inputs as the values of the program's references.
func (w workload) slots(tb testing.TB) []feel.Vars {
	out := make([]feel.Vars, len(w.inputs))
	for i, in := range w.inputs {
		var values []feel.Value
		for _, name := range w.program.Refs() {
			v, err := feel.Of(in[name])
			if err != nil {
				tb.Fatal(err)
			}
			values = append(values, v)
		}
		out[i] = feel.Slots(values)
	}
	return out
}

func TestWorkloads(t *testing.T) {
	for _, wl := range workloads {
		t.Run(wl.name, func(t *testing.T) {
			w := wl.make(t)
			out := w.program.Table().Outputs[0].Name
			for i := range w.inputs {
				got, _ := w.decide(t, i).Get(out)
				if equal, known := feel.Equal(got, w.want[i]); !equal || !known {
					t.Fatalf("input %d %v: got %s, want %s", i, w.inputs[i], got, w.want[i])
				}
			}
			slots := w.slots(t)
			for name, vars := range map[string]func(int) feel.Vars{
				"a map": func(i int) feel.Vars { return feel.Map(w.inputs[i]) },
				"slots": func(i int) feel.Vars { return slots[i] },
			} {
				i := 0
				allocs := testing.AllocsPerRun(1000, func() {
					w.decideFrom(t, vars(i%len(w.inputs)))
					i++
				})
				if allocs > wl.allocs && !raceEnabled {
					t.Errorf("%v allocations a decision from %s, want at most %v", allocs, name, wl.allocs)
				}
			}
		})
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, wl := range workloads {
		w := wl.make(b)
		slots := w.slots(b)
		for _, way := range []struct {
			name string
			scan bool
			vars func(i int) feel.Vars
		}{
			{"map", false, func(i int) feel.Vars { return feel.Map(w.inputs[i]) }},
			{"slots", false, func(i int) feel.Vars { return slots[i] }},
			{"slots-scan", true, func(i int) feel.Vars { return slots[i] }},
		} {
			b.Run(wl.name+"/"+way.name, func(b *testing.B) {
				w := w
				if way.scan {
					w.program = w.program.WithoutIndex()
				}
				b.ReportAllocs()
				for i := range b.N {
					w.decideFrom(b, way.vars(i%len(w.inputs)))
				}
			})
		}
	}
}

// BenchmarkLoadTable is the load of a table of 1,000 rules.
func BenchmarkLoadTable(b *testing.B) {
	var doc strings.Builder
	doc.WriteString(header + `inputs:
  - { name: x, expression: x, type: number }
outputs:
  - { name: y, type: number }
rules:
`)
	for i := range 1000 {
		fmt.Fprintf(&doc, "  - when: { x: '[%d..%d)' }\n    then: { y: %d }\n", i, i+1, i)
	}
	fsys := fstest.MapFS{"t.dmn.yaml": {Data: []byte(doc.String())}}
	b.ReportAllocs()
	b.SetBytes(int64(doc.Len()))
	for b.Loop() {
		table, err := dmn.LoadTable(fsys, "t.dmn.yaml")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := dmn.Compile(table, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFaultsOfCell is the load of a table with a cell that has a fault in each of
// its 20,000 words; the time grows with their number.
func BenchmarkFaultsOfCell(b *testing.B) {
	const words = 20_000
	for _, c := range []struct{ file, rules, csv string }{
		{"yaml", `rules: [{ when: { age: '` + strings.Repeat(`"a", `, words) + `1' }, then: { band: low } }]`, ""},
		{"csv", "rules: { csv: rates.csv }", "age,=> band\n\"" + strings.Repeat(`""a"", `, words) + "1\",low\n"},
	} {
		doc := with(c.rules)
		b.Run(c.file, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := load(doc, c.csv); len(diag.Of(err)) != 100 {
					b.Fatal(err)
				}
			}
		})
	}
}
