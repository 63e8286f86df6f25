package invoice_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/examples/readme"
	"github.com/decision-spine/spine/judgment"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func graph(t *testing.T) *judgment.Graph {
	t.Helper()
	g, err := judgment.LoadGraph("graph.json", read(t, "graph.json"))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func plan(t *testing.T) *judgment.Plan {
	t.Helper()
	c, err := judgment.NewCatalogue(os.DirFS("packs"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := graph(t).Link(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What no inputs lead to: whatever Compliance says of a supplier, some rule of
// Procurement is about it.
var unreachable = []string{"node:standing:no-match"}

func TestRowsCoverWhatCanHappen(t *testing.T) {
	rows, err := judgment.LoadRows("rows.json", read(t, "rows.json"))
	if err != nil {
		t.Fatal(err)
	}
	report := plan(t).Test(t.Context(), rows, judgment.Options{})
	for _, r := range report.Rows {
		for _, d := range r.Differences {
			t.Errorf("%s: %+v", r.ID, d)
		}
	}
	var missing []string
	for _, p := range report.Coverage {
		if p.Status == judgment.Missing {
			missing = append(missing, p.Probe)
		}
	}
	if !slices.Equal(missing, unreachable) {
		t.Errorf("no row expects %v", missing)
	}
	if len(report.Coverage) != 29 {
		t.Errorf("%d things can happen", len(report.Coverage))
	}
}

func TestEdgesFitThePacks(t *testing.T) {
	if found := plan(t).Check(); found != nil {
		t.Error(found.Faults())
	}
}

// The graph runs on the packs as they are, to the byte.
func TestEveryChangeOfAPackIsDrift(t *testing.T) {
	names, err := filepath.Glob("packs/*.json")
	if err != nil || len(names) != 3 {
		t.Fatalf("packs %v, %v", names, err)
	}
	for _, changed := range names {
		packs := fstest.MapFS{}
		for _, name := range names {
			packs[name] = &fstest.MapFile{Data: read(t, name)}
		}
		packs[changed].Data = bytes.TrimSuffix(packs[changed].Data, []byte("\n"))
		c, err := judgment.NewCatalogue(packs)
		if err != nil {
			t.Fatal(err)
		}
		g := graph(t)
		if _, err := g.Link(c); !errors.Is(err, judgment.GraphDigestDrift) {
			t.Errorf("without the last line feed of %s: %v", changed, err)
		}
		again, err := g.Repin(c)
		if err != nil || bytes.Equal(again, read(t, "graph.json")) {
			t.Errorf("%s is not pinned anew: %v", changed, err)
		}
	}
}

// Whoever supplies the verdict of another is refused, whatever that verdict is.
func TestNobodySpeaksForAnother(t *testing.T) {
	_, err := plan(t).Run(context.Background(), judgment.GraphInputs{Document: read(t, "cases/smuggled.json"), HasDocument: true})
	if !errors.Is(err, judgment.GraphFactConflict) {
		t.Error(err)
	}
}

// The commands of the README print what stands below them.
func TestREADME(t *testing.T) { readme.Commands(t, "supplier-invoice") }
