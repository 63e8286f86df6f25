package dmn_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// readRules reads a table as Decide does, part by part, up to the first error.
func readRules(p *dmn.Program, r *dmn.Reading) (matched []int, err error) {
	for i := range p.Table().Inputs {
		if _, err := r.Column(i); err != nil {
			return nil, err
		}
	}
	for i, rule := range p.Table().Rules {
		holds := true
		for col := 0; holds && col < len(rule.When); col++ {
			if holds, err = r.Cell(i, col); err != nil {
				return matched, err
			}
		}
		if holds {
			matched = append(matched, i+1)
			if p.Table().HitPolicy == dmn.First {
				break
			}
		}
	}
	return matched, nil
}

func TestReadingFindsWhatDecideFinds(t *testing.T) {
	matches, faults := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := tableGen{t}
		table := g.table()
		p, err := compileText(table.yaml())
		if err != nil {
			t.Skip()
		}
		in := feel.Input{Vars: feel.Map(g.variables(table))}
		d, want := p.Decide(t.Context(), in)
		r := p.Read(t.Context(), in)
		defer r.Stop()
		matched, err := readRules(p, r)
		switch {
		case err != nil:
			faults++
			if want == nil || want.Error() != err.Error() {
				t.Fatalf("Decide says %v, the parts %v", want, err)
			}
		case !slices.EqualFunc(d.Rules, matched, func(m dmn.Match, rule int) bool { return m.Rule == rule }):
			t.Fatalf("Decide finds %v, the parts %v", d.Rules, matched)
		case len(matched) == 1 && want == nil:
			matches++
			outputs, err := r.Outputs(matched[0] - 1)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range p.Table().Outputs {
				have, _ := d.Outputs.Get(o.Name)
				if p.Table().Lists() {
					have = have.Items()[0]
				}
				if p.Table().Aggregation == "" && have.String() != outputs[i].String() {
					t.Fatalf("Decide gives %s, the parts %s", have, outputs[i])
				}
			}
		}
		again, err2 := readRules(p, r)
		if !slices.Equal(again, matched) || (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("%v and %v, read again %v and %v", matched, err, again, err2)
		}
	})
	if matches == 0 || faults == 0 {
		t.Errorf("%d matches and %d faults", matches, faults)
	}
}

// An error of one part does not keep others from being read, and is theirs alone.
func TestReadingGoesOnAfterAnError(t *testing.T) {
	p, err := dmn.Compile(loaded(t, with(`profile: full
inputs: [{ name: x, expression: x.a, type: number }, { name: y, expression: y, type: number }]
outputs: [{ name: band, type: string }]
rules: [{ when: { x: "> 1", y: "> x.limit" }, then: { band: '= x.name' } }, { when: { y: "> 1" }, then: { band: high } }]
default: { band: low }
`), ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	vars, err := feel.JSON([]byte(`{"x": {}, "y": 5}`))
	if err != nil {
		t.Fatal(err)
	}
	r := p.Read(t.Context(), feel.Input{Vars: vars, Lenient: true})
	defer r.Stop()
	column := func(i int) string { v, err := r.Column(i); return partText(v, err) }
	cell := func(rule, input int) string {
		holds, err := r.Cell(rule, input)
		return partText(feel.Bool(holds), err)
	}
	outputs := func(rule int) string { vs, err := r.Outputs(rule); return partText(feel.List(vs...), err) }
	for _, c := range []struct{ what, got, want string }{
		{"a column that needs more", column(0), "missing_member"},
		{"the next one", column(1), "5"},
		{"a cell that needs more", cell(0, 1), "missing_member"},
		{"a cell that does not", cell(1, 1), "true"},
		{"an irrelevant cell", cell(1, 0), "true"},
		{"outputs that need more", outputs(0), "missing_member"},
		{"literal outputs", outputs(1), `["high"]`},
		{"the default", outputs(-1), `["low"]`},
		{"the first column again", column(0), "missing_member"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, c.got, c.want)
		}
	}
}

func partText(v feel.Value, err error) string {
	if err != nil {
		return string(diag.Of(err)[0].Code)
	}
	return v.String()
}

func TestPriority(t *testing.T) {
	table := loaded(t, with(`hit_policy: PRIORITY
outputs: [{ name: band, type: string, values: [high, mid, low] }, { name: note, type: string }, { name: n, type: number, values: [3, 1] }]
rules: [{ when: { age: ">= 18" }, then: { band: mid, note: a, n: 1 } }]
`), "")
	rank := func(band, note string, n int64) []int {
		return table.Priority([]feel.Value{feel.String(band), feel.String(note), feel.Int(n)})
	}
	for _, c := range []struct{ got, want []int }{
		{rank("high", "a", 3), []int{0, 0}}, {rank("low", "b", 1), []int{2, 1}}, {rank("none", "b", 1), []int{3, 1}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}
