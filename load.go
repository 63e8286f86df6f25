package spine

import (
	"cmp"
	"io/fs"
	"strings"
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// Workflow is a loaded workflow. It is immutable and may be shared by goroutines.
type Workflow struct {
	plan   *drd.Plan
	files  map[string]record.Snapshot // of the record of every run
	unkept error                      // why they cannot be in one

	// The values of one run lie in one frame: those of the facts, of the edges and of the
	// decisions, in this order, and each of these in the order of the plan.
	frames sync.Pool // of *feel.Bindings
}

// Load reads the workflow in file name of fsys, with every table, schema and
// agent file that it names, and checks all of it. The error is a [*LoadError]
// with every fault. It calls nobody.
func Load(fsys fs.FS, name string) (*Workflow, error) {
	w, err := drd.LoadWorkflow(fsys, name)
	if err != nil {
		return nil, &LoadError{diag.Of(err)}
	}
	plan, err := drd.Compile(w)
	if err != nil {
		return nil, &LoadError{diag.Of(err)}
	}
	out := &Workflow{plan: plan}
	var rec record.Record
	for file, content := range w.Files {
		out.unkept = cmp.Or(out.unkept, rec.AddSnapshot(file, mediaType(file), content))
	}
	out.files = rec.Snapshots
	var names []string
	for _, f := range w.Facts {
		names = append(names, f.Name)
	}
	for _, n := range plan.Edges {
		names = append(names, n.ID())
	}
	for _, n := range plan.Decisions {
		names = append(names, n.ID())
	}
	keys := feel.NewKeys(names...)
	out.frames.New = func() any { return keys.Bindings() }
	return out, nil
}

// Plan is the order in which the workflow runs, and the workflow as it was read.
func (w *Workflow) Plan() *drd.Plan { return w.plan }

// Warnings are what the workflow may say and probably does not mean.
func (w *Workflow) Warnings() diag.List { return w.plan.Workflow.Warnings }

// mediaType tells what a file of a workflow is, by its name.
func mediaType(name string) string {
	for _, m := range []struct{ suffix, media string }{
		{".yaml", "application/yaml"}, {".yml", "application/yaml"},
		{".json", "application/json"}, {".csv", "text/csv"}, {".dmn", "application/xml"},
	} {
		if strings.HasSuffix(name, m.suffix) {
			return m.media
		}
	}
	return "application/octet-stream"
}
