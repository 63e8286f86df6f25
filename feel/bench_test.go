package feel_test

import (
	"testing"

	"github.com/decision-spine/spine/feel"
)

// w8 is the workload W8: expressions that are compiled once and evaluated against Go
// values, and how many allocations that may make.
var w8 = []struct {
	name, text, want string
	allocs           float64
}{
	{"filter", "count(people[age > limit])", "9", 0},
	{"some", "some p in people satisfies p.age > 60", "true", 0},
	{"every", "every p in people satisfies p.age > 5", "true", 0},
	{"for", "sum(for i in 1..n return i * i)", "2109", 0},
	{"if", `if n >= 18 and status = "verified" then n * 2 else 0`, "36", 0},
	{"path", "a.b.c.d + 1", "8", 0},
	{"between", "n between 18 and 65", "true", 0},
	{"in", `status in ["unverified", "verified", "pending"]`, "true", 0},
	{"strings", `contains(upper case(text), "QUICK") and string length(text) > 10`, "true", 0},
	{"sum", "sum(people.income)", "190000", 0},
	{"dates", `day - from > duration("P30D") and day < date("2026-03-01") + duration("P1M")`, "true", 0},
	{"context", "{net: n * 0.8, tax: n - net, rest: net - tax}.rest", "10.8", 0},
}

func w8Host(tb testing.TB) map[string]any {
	people := make([]any, 20)
	for i := range people {
		people[i] = map[string]any{"name": string(rune('A' + i)), "age": 10 + 3*i, "income": 1000 * i}
	}
	return map[string]any{
		"people": people, "n": 18, "limit": 40, "status": "verified", "text": "The quick brown fox",
		"a":   map[string]any{"b": map[string]any{"c": map[string]any{"d": 7}}},
		"day": value(tb, `@"2026-02-15"`), "from": value(tb, `@"2026-01-01"`),
	}
}

func TestExpressionAllocations(t *testing.T) {
	host := w8Host(t)
	sc := scopeOf(host)
	in := feel.Input{Vars: feel.Map(host)}
	for _, c := range w8 {
		p := program(t, c.text, sc)
		allocs := testing.AllocsPerRun(200, func() {
			res, err := p.Eval(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			sinkValue = res.Value
		})
		if got := sinkValue.String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.text, got, c.want)
		}
		if allocs > c.allocs && !raceEnabled {
			t.Errorf("%s takes %v allocations, want at most %v", c.text, allocs, c.allocs)
		}
	}
}

// BenchmarkExpressions evaluates W8 against Go values, and against values in slots.
func BenchmarkExpressions(b *testing.B) {
	host := w8Host(b)
	sc := scopeOf(host)
	for _, c := range w8 {
		p := program(b, c.text, sc)
		slots := make([]feel.Value, len(p.Refs()))
		for i, ref := range p.Refs() {
			res, err := program(b, ref, sc).Eval(b.Context(), feel.Input{Vars: feel.Map(host)})
			if err != nil {
				b.Fatal(err)
			}
			slots[i] = res.Value
		}
		for _, in := range []struct {
			name string
			vars feel.Vars
		}{{"map", feel.Map(host)}, {"slots", feel.Slots(slots)}} {
			b.Run(c.name+"/"+in.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					res, err := p.Eval(b.Context(), feel.Input{Vars: in.vars})
					if err != nil || res.Value.IsNull() {
						b.Fatal(res.Value, err)
					}
				}
				if res, _ := p.Eval(b.Context(), feel.Input{Vars: in.vars}); res.Value.String() != c.want {
					b.Fatalf("%s, want %s", res.Value, c.want)
				}
			})
		}
	}
}

// BenchmarkCompile is the way of a text to a program.
func BenchmarkCompile(b *testing.B) {
	sc := scopeOf(vars)
	for name, text := range map[string]string{
		"cell":       "[0.10..0.25)",
		"expression": `if n >= 18 and name = "Ann" then people[age > n].name else for i in list return i * config.a`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				program(b, text, sc)
			}
		})
	}
}
