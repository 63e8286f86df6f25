package drd_test

import (
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
)

// FuzzLoadWorkflow reads a workflow among fixed parts. Every fault has its place,
// they are sorted, each is told once, and always the same; a workflow without
// faults can be planned, its agents are shown facts only, and what it keeps loads
// again.
func FuzzLoadWorkflow(f *testing.F) {
	for _, s := range []string{
		sound,
		edited("inputs: [income]", "inputs: [incme]"),
		edited("inputs: [day]", "inputs: [band], attempts: 9"),
		edited("decided_by: Officer", "decided_by: Officer\n    expires: 1h\n    draft: { agent: agents/reader.yaml }\n    ai_may_draft: [reasons]"),
		edited("tables/band.dmn.yaml", `"models/pricing.dmn#Price"`, "inputs: [income]", "inputs: [income]\n    with: { a b: income.amount }"),
		edited("tables/band.dmn.yaml", "[tables/band.dmn.yaml, tables/final.dmn.yaml]"),
		edited("input_data", "as_of: day\ninput_data", "id: final", "id: day"),
		edited("tables/band.dmn.yaml", "workflow.yaml", "schemas/case.json", "tables/band.dmn.yaml"),
		"name: x\nversion: x\nnodes: [{ id: a, decision: tables/band.dmn.yaml, inputs: [a, b] }, { id: b, decision: [], inputs: [a] }]\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		fsys := files(parts)
		fsys["workflow.yaml"] = &fstest.MapFile{Data: src}
		w, err := drd.LoadWorkflow(fsys, "workflow.yaml")
		_, again := drd.LoadWorkflow(fsys, "workflow.yaml")
		if err != nil {
			faults(t, err, again)
			return
		}
		if again != nil {
			t.Fatalf("first no fault, then %v", again)
		}
		p, err := drd.Compile(w)
		if err != nil || len(p.Sinks) == 0 || len(p.Edges)+len(p.Decisions) != len(w.Nodes) {
			t.Fatalf("%v: %+v", err, p)
		}
		for _, e := range p.Edges {
			for _, in := range e.Inputs() {
				if w.Fact(in) == nil {
					t.Fatalf("%s is shown %s", e.ID(), in)
				}
			}
		}
		w.NotExecuted()
		w.Unreviewed()
		kept := fstest.MapFS{}
		for name, content := range w.Files {
			kept[name] = &fstest.MapFile{Data: content}
		}
		if _, err := drd.LoadWorkflow(kept, "workflow.yaml"); err != nil {
			t.Fatalf("from what was kept: %v", err)
		}
	})
}

func faults(t *testing.T, err, again error) {
	if again == nil || err.Error() != again.Error() {
		t.Fatalf("first\n%v\nthen\n%v", err, again)
	}
	list := diag.Of(err)
	type fault struct {
		at      diag.Locator
		message string
	}
	seen := map[fault]bool{}
	for i, e := range list {
		if e.At.File == "" || !e.At.Span.Start.Known() || e.Code == "" || e.Message == "" {
			t.Errorf("without place, code or message: %+v", e)
		}
		if i > 0 && list[i-1].At.File == e.At.File && list[i-1].At.Span.Start.Offset > e.At.Span.Start.Offset {
			t.Errorf("not in order: %v", e)
		}
		if f := (fault{e.At, e.Message}); seen[f] {
			t.Errorf("told twice: %v", e)
		} else {
			seen[f] = true
		}
	}
}
