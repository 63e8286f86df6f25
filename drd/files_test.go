package drd_test

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
)

// Files are named from the workflow's own folder, and may not leave it.
func TestWorkflowInAFolder(t *testing.T) {
	fsys := fstest.MapFS{}
	for name, f := range files(sound) {
		fsys["cases/hardship/"+name] = f
	}
	fsys["cases/agents/reader.yaml"] = fsys["cases/hardship/agents/reader.yaml"]
	w, err := drd.LoadWorkflow(fsys, "cases/hardship/workflow.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := w.Files["cases/hardship/tables/band.dmn.yaml"]; !ok {
		t.Error("the table is not kept")
	}
	fsys["cases/hardship/workflow.yaml"] = &fstest.MapFile{Data: []byte(edited("agents/reader.yaml", "../agents/reader.yaml"))}
	_, err = drd.LoadWorkflow(fsys, "cases/hardship/workflow.yaml")
	if got := brief(diag.Of(err)); got != "cases/hardship/workflow.yaml:7:20 missing_file node=income" {
		t.Errorf("got %s", got)
	}
}

func TestFileTooLarge(t *testing.T) {
	fsys := files(sound)
	fsys["agents/reader.yaml"] = &fstest.MapFile{Data: make([]byte, 32<<20+1)}
	_, err := drd.LoadWorkflow(fsys, "workflow.yaml")
	if got := brief(diag.Of(err)); got != "workflow.yaml:7:20 missing_file node=income" {
		t.Errorf("got %s", got)
	}
}

// Everything that was read is kept: also what tables and schemas refer to.
func TestFiles(t *testing.T) {
	fsys := files(edited("schemas/case.json", "schemas/deep.json", "tables/band.dmn.yaml", "tables/rates.dmn.yaml") + `  - { id: price, decision: "models/pricing.dmn#Price", inputs: [] }
-- schemas/deep.json --
{"$ref": "parts/amount.json"}
-- schemas/parts/amount.json --
{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "number"}}}
-- tables/rates.dmn.yaml --
id: rates
version: "1"
inputs: [{ name: amount, expression: income.amount, type: number }]
outputs: [{ name: band, type: string }]
rules: { csv: rates.csv }
-- tables/rates.csv --
amount,=> band
< 10,low
-- tables/unused.csv --
x
`)
	w, err := drd.LoadWorkflow(fsys, "workflow.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"agents/reader.yaml", "models/pricing.dmn", "schemas/date.json", "schemas/deep.json", "schemas/parts/amount.json",
		"tables/final.dmn.yaml", "tables/rates.csv", "tables/rates.dmn.yaml", "workflow.yaml"}
	if got := slices.Sorted(maps.Keys(w.Files)); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	for name, content := range w.Files {
		if string(content) != string(fsys[name].Data) {
			t.Errorf("%s is kept as %q", name, content)
		}
	}
	// What is kept is enough to load the workflow again.
	kept := fstest.MapFS{}
	for name, content := range w.Files {
		kept[name] = &fstest.MapFile{Data: content}
	}
	again, err := drd.LoadWorkflow(kept, "workflow.yaml")
	if err != nil || len(again.Files) != len(w.Files) {
		t.Errorf("from what was kept: %v", err)
	}
}

// once gives each file one time.
type once struct {
	fs.FS
	opened map[string]int
}

func (o once) Open(name string) (fs.File, error) {
	if o.opened[name]++; o.opened[name] > 1 {
		return nil, fs.ErrPermission
	}
	return o.FS.Open(name)
}

// What was checked is what is kept, although the file changes meanwhile.
func TestEachFileIsReadOnce(t *testing.T) {
	archive := edited("schemas/date.json", "schemas/case.json", "tables/final.dmn.yaml", "tables/band.dmn.yaml", "inputs: [band]", "inputs: [income]")
	if _, err := drd.LoadWorkflow(once{files(archive), map[string]int{}}, "workflow.yaml"); err != nil {
		t.Error(err)
	}
}

func TestReasonsForAMissingFile(t *testing.T) {
	_, err := drd.LoadWorkflow(files(edited("tables/band.dmn.yaml", "tables")), "workflow.yaml")
	if list := diag.Of(err); len(list) != 1 || !strings.Contains(list[0].Message, `the file "tables" cannot be read: `) {
		t.Errorf("got %v", err)
	}
}
