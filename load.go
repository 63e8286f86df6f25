package spine

import (
	"io/fs"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
)

// Workflow is a loaded workflow. It is immutable and may be shared by goroutines.
type Workflow struct{ plan *drd.Plan }

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
	return &Workflow{plan}, nil
}

// Plan is the order in which the workflow runs, and the workflow as it was read.
func (w *Workflow) Plan() *drd.Plan { return w.plan }

// Warnings are what the workflow may say and probably does not mean.
func (w *Workflow) Warnings() diag.List { return w.plan.Workflow.Warnings }
