package spinetest

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// clock is what now() and today() read, so that a test that passes goes on to pass.
var clock = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// Run runs the test files of fsys whose names match the pattern: each part between
// slashes is as in [path.Match], and "**" is any number of folders. A file is a
// subtest, and each of its cases one below, which fails with the diff. The coverage
// is logged. It is a failure when no file matches.
func Run(t *testing.T, fsys fs.FS, pattern string) {
	t.Helper()
	names, err := glob(fsys, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("no file matches %s", pattern)
	}
	cov := coverage{}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			f, err := Load(fsys, name)
			if err != nil {
				t.Fatal(broken(fsys, name, err))
			}
			f.covers(cov)
			for _, c := range f.Cases {
				t.Run(c.Name, func(t *testing.T) {
					if r := f.run(t.Context(), fsys, c, cov); !r.Passed {
						t.Error(r)
					}
				})
			}
		})
	}
	for _, c := range cov.report() {
		t.Log(diag.Clean(c.String()))
	}
}

// Execute runs test files of fsys, in the given order and each once. A file that
// does not load is a failure in the report. The error is that of ctx; the report
// then has what came before it ended.
func Execute(ctx context.Context, fsys fs.FS, names []string) (*Report, error) {
	rep := &Report{Cases: []Result{}}
	cov := coverage{}
	seen := map[string]bool{}
	var err error
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		if err = execute(ctx, fsys, name, rep, cov); err != nil {
			break
		}
	}
	rep.Coverage = cov.report()
	return rep, err
}

func execute(ctx context.Context, fsys fs.FS, name string, rep *Report, cov coverage) error {
	f, err := Load(fsys, name)
	if err != nil {
		rep.add(broken(fsys, name, err))
		return context.Cause(ctx)
	}
	f.covers(cov)
	for _, c := range f.Cases {
		r := f.run(ctx, fsys, c, cov)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		rep.add(r)
	}
	return nil
}

// broken is the result of a file that does not load.
func broken(fsys fs.FS, name string, err error) Result {
	return Result{File: name, Failures: append([]string{"the file does not load"}, rendered(fsys, err)...), Faults: diag.Of(err)}
}

// rendered gives an error as lines, each indented.
func rendered(fsys fs.FS, err error) []string {
	var b strings.Builder
	_ = diag.Render(&b, err, fsys) // a Builder takes everything
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = "  " + l
		}
	}
	return lines
}

// covers puts every table that f tests into the coverage.
func (f *File) covers(cov coverage) {
	if f.Table != nil {
		cov.table(f.Table)
	}
	if f.Workflow == nil {
		return
	}
	for _, n := range f.Workflow.Plan().Decisions {
		if t := drd.DecidingTable(n); t != nil {
			cov.table(t.Program.Table())
		}
	}
}

// outcome is what a case came to.
type outcome struct {
	err       error // why it came to nothing
	refused   bool  // at a gate
	status    record.Status
	decisions map[string]decided // by node; "" in the table form
}

// decided is what one decision came to. It is there as far as the case came.
type decided struct {
	table     *dmn.Table // nil of a model
	rules     []dmn.Match
	fallback  bool // the table's default
	outputs   *feel.Value
	recommend *feel.Value
	// explain tells why rules did not match; nil where nobody knows.
	explain func() dmn.Explanation
}

func (f *File) run(ctx context.Context, fsys fs.FS, c *Case, cov coverage) Result {
	var out outcome
	if f.Workflow != nil {
		out = f.runWorkflow(ctx, c)
	} else {
		out = f.runTable(ctx, c)
	}
	for _, d := range out.decisions {
		if d.table == nil {
			continue
		}
		cov.decided(d.table, dmn.Decision{Rules: d.rules, Default: d.fallback})
	}
	at := c.At.Span.Start
	r := Result{File: f.Name, Line: at.Line, Column: at.Column, Name: c.Name}
	r.Failures, r.Faults = c.compare(fsys, out)
	r.Passed = len(r.Failures) == 0
	return r
}

func (f *File) runTable(ctx context.Context, c *Case) outcome {
	in := feel.Input{Vars: feel.ContextVars(c.given), Now: clock}
	d, err := f.program.Decide(ctx, in)
	got := decided{table: f.Table, rules: d.Rules, fallback: d.Default}
	got.explain = func() dmn.Explanation {
		_, e, _ := f.program.Explain(ctx, in)
		return e
	}
	if err == nil {
		got.outputs = &d.Outputs
	}
	return outcome{err: err, decisions: map[string]decided{"": got}}
}

func (f *File) runWorkflow(ctx context.Context, c *Case) outcome {
	s := script{c}
	engine, err := spine.New(spine.WithAgent(s), spine.WithDecider(s), spine.WithClock(func() time.Time { return clock }))
	if err != nil {
		return outcome{err: err}
	}
	run, err := engine.Run(ctx, f.Workflow, c.facts)
	var gate *spine.GateError
	out := outcome{err: err, refused: errors.As(err, &gate), decisions: map[string]decided{}}
	if errors.Is(err, spine.ErrAwaitingHuman) {
		out.err = nil
	}
	if run == nil {
		return out
	}
	out.status = run.Status()
	for _, n := range f.Workflow.Plan().Decisions {
		v, ok := run.Verdict(n.ID())
		if !ok {
			continue
		}
		got := decided{rules: v.Rules, fallback: v.Default, outputs: &v.Outputs}
		if t := drd.DecidingTable(n); t != nil {
			got.table = t.Program.Table()
		}
		if _, human := n.(*drd.Human); human {
			got.recommend, got.outputs = got.outputs, nil
			if choice := run.Record().Result.Humans[n.ID()].Choice; choice != nil {
				got.outputs = &choice.Value
			}
		}
		out.decisions[n.ID()] = got
	}
	return out
}

// script plays the agents and the persons of a case.
type script struct{ c *Case }

// Produce gives what the case says that the agent of an edge gives.
func (s script) Produce(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	return spine.AgentResult{Object: s.c.edges[req.Node]}, nil
}

// Decide gives what the case says that the person of a human node chose.
func (s script) Decide(_ context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
	d, ok := s.c.decide[req.Node]
	if !ok {
		return d, spine.ErrPending
	}
	return d, nil
}
