package tck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Options select what is run, and bound it.
type Options struct {
	Suite   string        // only suites whose path contains it
	Case    string        // only cases with this id; "": all
	Timeout time.Duration // of a case, and of loading a model; 0: DefaultTimeout
}

// DefaultTimeout is how long a case may take.
const DefaultTimeout = 10 * time.Second

// run runs the suites below fsys whose path is at: its last parts name the suites
// and levels that lie so high.
func run(ctx context.Context, load engine, fsys fs.FS, at string, o Options) (*Report, error) {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	folders, err := find(fsys)
	if err != nil {
		return nil, err
	}
	rep := &Report{}
	for _, f := range folders {
		suite := Suite{Path: suitePath(at, f.dir)}
		if !strings.Contains(suite.Path, o.Suite) {
			continue
		}
		s := runner{load: load, options: o}
		if s.fsys, err = fs.Sub(fsys, f.dir); err != nil {
			return nil, err
		}
		for _, name := range f.files {
			s.file(ctx, name, &suite)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
		if len(suite.Cases) > 0 {
			rep.Suites = append(rep.Suites, suite)
		}
	}
	slices.SortStableFunc(rep.Suites, func(a, b Suite) int { return cmp.Compare(a.Path, b.Path) })
	return rep, nil
}

// folder is a suite on the disk.
type folder struct {
	dir   string
	files []string // the test files, sorted
}

var testFileName = regexp.MustCompile(`-test-\d\d\.xml$`)

func find(fsys fs.FS) ([]folder, error) {
	var out []folder
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !testFileName.MatchString(name) {
			return err
		}
		dir, file := path.Split(name)
		dir = path.Clean(dir)
		i := slices.IndexFunc(out, func(f folder) bool { return f.dir == dir })
		if i < 0 {
			i = len(out)
			out = append(out, folder{dir: dir})
		}
		out[i].files = append(out[i].files, file)
		return nil
	})
	return out, err
}

// suitePath gives the level and the suite of a folder.
func suitePath(at, dir string) string {
	full := path.Join(at, dir)
	return path.Join(path.Base(path.Dir(full)), path.Base(full))
}

// runner runs a suite.
type runner struct {
	load    engine
	options Options
	fsys    fs.FS // of the suite's folder
}

// file runs the cases of a test file. One that cannot be read is a case that fails.
func (r *runner) file(ctx context.Context, name string, suite *Suite) {
	f, err := r.read(name)
	if err != nil {
		suite.Cases = append(suite.Cases, Case{File: name, Reasons: lines(err)})
		return
	}
	if r.options.Case != "" {
		f.cases = slices.DeleteFunc(f.cases, func(c testCase) bool { return c.id != r.options.Case })
	}
	if len(f.cases) == 0 {
		return
	}
	m, reasons := r.model(ctx, name, f.model, suite)
	for _, c := range f.cases {
		out := Case{File: name, ID: c.id, Reasons: reasons}
		for _, fault := range c.faults {
			out.Reasons = append(out.Reasons[:len(out.Reasons):len(out.Reasons)], c.id+": "+fault.Error())
		}
		if len(out.Reasons) == 0 {
			out.Nodes = r.evaluate(ctx, m, &c)
		} else {
			out.Nodes = unanswered(&c, "")
		}
		suite.Cases = append(suite.Cases, out)
	}
}

func (r *runner) read(name string) (*testFile, error) {
	src, err := fs.ReadFile(r.fsys, name)
	if err != nil {
		return nil, errUnreadableFile(diag.Locator{File: name}, name, cause(err))
	}
	return readFile(name, src)
}

// cause leaves out the name of the file, which is told already.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// model loads the model that a test file names. Faults of its elements are noted;
// the reasons are those for which it cannot be used at all.
func (r *runner) model(ctx context.Context, file, name string, suite *Suite) (m model, reasons []string) {
	type loaded struct {
		model model
		err   error
	}
	l, failure := guard(ctx, r.options.Timeout, func(context.Context) loaded {
		src, err := fs.ReadFile(r.fsys, name)
		if err != nil {
			return loaded{nil, errUnreadableFile(diag.Locator{File: file}, name, cause(err))}
		}
		m, err := r.load(r.fsys, name, src)
		return loaded{m, err}
	})
	switch {
	case failure != "":
		return nil, []string{name + ": " + failure}
	case l.model == nil:
		return nil, lines(l.err)
	}
	suite.Diagnostics = append(suite.Diagnostics, diag.Of(l.err)...)
	return l.model, nil
}

// lines gives an error as lines for a report: one for each fault.
func lines(err error) []string {
	faults := diag.Of(err)
	if len(faults) == 0 {
		return []string{err.Error()}
	}
	out := make([]string, len(faults))
	for i, f := range faults {
		out[i] = f.Error()
	}
	return out
}

// evaluate asks the questions of a case.
func (r *runner) evaluate(ctx context.Context, m model, c *testCase) []Node {
	nodes, failure := guard(ctx, r.options.Timeout, func(ctx context.Context) []Node { return answer(ctx, m, c) })
	if failure != "" {
		return unanswered(c, failure)
	}
	return nodes
}

// guard calls f, and says so when f panics or takes too long. It then does not wait
// for f, which must not change anything but its own.
func guard[T any](ctx context.Context, timeout time.Duration, f func(context.Context) T) (result T, failure string) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	type outcome struct {
		result  T
		failure string
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- outcome{failure: fmt.Sprintf("panic: %v", p)}
			}
		}()
		done <- outcome{result: f(ctx)}
	}()
	select {
	case o := <-done:
		if ctx.Err() == nil {
			return o.result, o.failure
		}
	case <-ctx.Done():
	}
	return result, "timeout"
}

// unanswered gives the nodes of a case that failed as a whole.
func unanswered(c *testCase, failure string) []Node {
	nodes := make([]Node, len(c.results))
	for i, res := range c.results {
		nodes[i] = Node{Name: res.name, Failure: failure}
	}
	return nodes
}

// answer evaluates a case, and compares. Each result of decisions is a question of
// its own; a service or a business knowledge model is invoked once.
func answer(ctx context.Context, m model, c *testCase) []Node {
	values := make([]given, len(c.inputs))
	for i, in := range c.inputs {
		values[i] = given{in.namespace, in.name, in.value.resolve(m.typeOf(in.namespace, in.name))}
	}
	nodes := make([]Node, len(c.results))
	var invoked feel.Result
	var err error
	if c.kind != decision {
		invoked, err = m.evaluate(ctx, target{c.kind, c.namespace, c.invocable}, values)
	}
	for i, res := range c.results {
		got := invoked
		switch {
		case c.kind == decision:
			got, err = m.evaluate(ctx, target{decision, res.namespace, res.name}, values)
		case c.kind == service && m.outputs(c.namespace, c.invocable) > 1 && !invoked.Value.IsNull():
			var ok bool
			if got.Value, ok = invoked.Value.Get(res.name); !ok {
				nodes[i] = Node{Name: res.name, Failure: fmt.Sprintf("the service %s gives no %s", c.invocable, res.name), Diagnostics: invoked.Nulls}
				continue
			}
		}
		nodes[i] = compare(res.name, res.want.resolve(m.typeOf(res.namespace, res.name)), got, err)
	}
	return nodes
}

func compare(name string, want feel.Value, got feel.Result, err error) Node {
	n := Node{Name: name, Want: want, Got: got.Value, Diagnostics: got.Nulls}
	if err != nil {
		n.Failure = strings.Join(lines(err), "; ")
		return n
	}
	n.Passed, n.Exact = same(want, got.Value)
	return n
}
