package dmn_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

func compileText(doc string) (*dmn.Program, error) {
	table, err := dmn.LoadTable(fstest.MapFS{"t.dmn.yaml": {Data: []byte(doc)}}, "t.dmn.yaml")
	if err != nil {
		return nil, err
	}
	return dmn.Compile(table, nil)
}

// inputsPerTable inputs are decided with each table that is drawn.
const inputsPerTable = 50

// drawTables checks a property of drawn tables: of some thousands of decisions, or of
// a million when SPINE_NIGHTLY is 1.
func drawTables(t *testing.T, share int, check func(*rapid.T)) {
	checks := flag.Lookup("rapid.checks")
	before := checks.Value.String()
	if os.Getenv("SPINE_NIGHTLY") == "1" {
		t.Cleanup(func() { _ = checks.Value.Set(before) })
		_ = checks.Value.Set(fmt.Sprint(share * 1_500_000 / 100 / inputsPerTable))
	}
	rapid.Check(t, check)
}

// toldAll writes down everything that a decision tells.
func toldAll(d dmn.Decision, err error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "outputs %s, rules %v, default %v\n", d.Outputs, d.Rules, d.Default)
	write := func(what string, list diag.List) {
		for _, e := range list {
			fmt.Fprintf(&b, "%s %s %+v: %s (%s) %+v\n", what, e.Code, e.At, e.Message, e.Hint, e.Notes)
		}
	}
	write("null", d.Nulls)
	if err != nil {
		write("error", diag.Of(err))
	}
	return b.String()
}

// unhinted gives an error without what it says of the nearest rule, which takes steps
// to find.
func unhinted(err error) error {
	var e *diag.Error
	if errors.As(err, &e) && e.Code == dmn.NoRuleMatched {
		bare := *e
		bare.Hint = ""
		return &bare
	}
	return err
}

func toldExplanation(x dmn.Explanation) string {
	var b strings.Builder
	for _, in := range x.Inputs {
		fmt.Fprintf(&b, "%s %s\n", in.Name, in.Value)
	}
	for _, r := range x.Rules {
		fmt.Fprintf(&b, "%+v %v %d", r.Match, r.Matched, r.Misses)
		if f := r.Failed; f != nil {
			fmt.Fprintf(&b, " %s %s %s %+v", f.Cell, f.Test, f.Saw, f.At)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// With and without an index a table decides the same: outputs, rules that matched,
// reasons for nulls, errors with their places, and explanations.
func TestIndexDecidesAsTheScan(t *testing.T) {
	decisions, indexed, quick := 0, 0, 0
	drawTables(t, 80, func(t *rapid.T) {
		g := tableGen{t}
		table := g.table()
		doc := table.yaml()
		with, err := compileText(doc)
		if err != nil {
			return
		}
		if g.one(4) { // memory for some of the columns and forms
			if with, err = dmn.CompileIndexed(with.Table(), 500+g.n(60_000)); err != nil {
				t.Fatal(err)
			}
		}
		without := with.WithoutIndex()
		if n, _, _ := with.Indexed(); n > 0 {
			indexed++
		}
		for range inputsPerTable {
			vars := g.variables(table)
			in := feel.Input{Vars: feel.Map(vars), Lenient: g.one(2)}
			d, err := without.Decide(context.Background(), in)
			want, unlimited := toldAll(d, err), toldAll(d, unhinted(err))
			if got := toldAll(with.Decide(context.Background(), in)); got != want {
				t.Fatalf("%s\n%v, lenient %v\nwith the index\n%s\nwithout\n%s", doc, vars, in.Lenient, got, want)
			}
			decisions++
			if with.DecidesQuickly(in) {
				quick++
			}
			if g.one(3) {
				in.Vars = g.slots(with, vars)
				d, err := without.Decide(context.Background(), in)
				if got, want := toldAll(with.Decide(context.Background(), in)), toldAll(d, err); got != want {
					t.Fatalf("%s\n%v in slots, lenient %v\nwith the index\n%s\nwithout\n%s", doc, vars, in.Lenient, got, want)
				}
				in.Vars = feel.Map(vars)
			}
			if g.one(8) {
				_, x, _ := with.Explain(context.Background(), in)
				_, y, _ := without.Explain(context.Background(), in)
				if x, y := toldExplanation(x), toldExplanation(y); x != y {
					t.Fatalf("%s\n%v\nwith the index\n%s\nwithout\n%s", doc, vars, x, y)
				}
			}
			if g.one(8) { // what the scan has steps for, so has the index
				in.Limits.Steps = int64(1 + g.n(60))
				scanned, scanErr := without.Decide(context.Background(), in)
				d, err := with.Decide(context.Background(), in)
				if got := toldAll(d, unhinted(err)); got != toldAll(scanned, unhinted(scanErr)) &&
					!(errors.Is(scanErr, feel.LimitExceeded) && (errors.Is(err, feel.LimitExceeded) || got == unlimited)) {
					t.Fatalf("%s\n%v, %d steps\nwith the index\n%s\nwithout\n%s", doc, vars, in.Limits.Steps, got, toldAll(scanned, scanErr))
				}
			}
		}
	})
	t.Logf("%d decisions, of which %d by the index alone, %d tables with an index", decisions, quick, indexed)
	if quick < decisions/50 {
		t.Error("too few decisions by the index alone to tell anything of them")
	}
}

// So does a table of a model.
func TestIndexDecidesAsTheScanInModels(t *testing.T) {
	decisions := 0
	drawTables(t, 20, func(t *rapid.T) {
		g := tableGen{t}
		table := g.table()
		doc := table.model()
		with, err := dmn.LoadModel("m.dmn", []byte(doc), nil)
		if err != nil {
			return
		}
		without, err := dmn.LoadModel("m.dmn", []byte(doc), nil, dmn.WithoutIndexes())
		if err != nil {
			t.Fatal(err)
		}
		target := dmn.Target{Kind: dmn.DecisionTarget, Name: "d"}
		for range inputsPerTable {
			vars := g.variables(table)
			in := feel.Input{Vars: feel.Map(vars), Lenient: g.one(2)}
			explain := g.one(8)
			results := func(m *dmn.Model) string {
				var b strings.Builder
				r, err := m.Evaluate(context.Background(), in, target)
				for _, r := range r {
					b.WriteString(toldAll(dmn.Decision{Outputs: r.Value, Nulls: r.Nulls}, nil))
				}
				b.WriteString(toldAll(dmn.Decision{}, err))
				if explain {
					_, tables, _ := m.Explain(context.Background(), in, target)
					for _, x := range tables {
						b.WriteString(toldAll(x.Decision, nil) + toldExplanation(x.Explanation))
					}
				}
				return b.String()
			}
			decisions++
			if got, want := results(with), results(without); got != want {
				t.Fatalf("%s\n%v, lenient %v\nwith the index\n%s\nwithout\n%s", doc, vars, in.Lenient, got, want)
			}
		}
	})
	t.Logf("%d decisions", decisions)
}
