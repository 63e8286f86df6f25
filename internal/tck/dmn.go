package tck

import (
	"context"
	"io/fs"
	"time"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// Run runs the suites below fsys, the folder whose path is at: its last parts name
// the suites and levels that lie so high. A report without suites means that there
// is nothing to run. The error is that of a folder which cannot be read, or of ctx.
func Run(ctx context.Context, fsys fs.FS, at string, o Options) (*Report, error) {
	return run(ctx, loadModel, fsys, at, o)
}

// clock is what now() and today() read, so that reports do not change.
var clock = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// byNamespace finds imports in a suite's folder by their namespace only: what the
// kit's models say of places does not hold.
type byNamespace struct{ dmn.Resolver }

func (r byNamespace) Resolve(from, namespace, _ string) (string, []byte, error) {
	return r.Resolver.Resolve(from, namespace, "")
}

// loadModel is the engine of package dmn. The kit has models that recurse.
func loadModel(suite fs.FS, name string, src []byte) (model, error) {
	m, err := dmn.LoadModel(name, src, byNamespace{dmn.FolderResolver(suite)}, dmn.WithRecursion())
	if m == nil {
		return nil, err
	}
	return dmnModel{m}, err
}

type dmnModel struct{ *dmn.Model }

var targetKinds = map[kind]dmn.TargetKind{decision: dmn.DecisionTarget, service: dmn.ServiceTarget, bkm: dmn.BKMTarget}

func (m dmnModel) evaluate(ctx context.Context, t target, values []given) (feel.Result, error) {
	vars := make(map[string]any, len(values))
	for _, v := range values {
		name := v.name
		if v.namespace != "" && v.namespace != m.Namespace {
			name = "{" + v.namespace + "}" + name
		}
		vars[name] = v.value
	}
	results, err := m.Evaluate(ctx, feel.Input{Vars: feel.Map(vars), Now: clock, Lenient: true},
		dmn.Target{Kind: targetKinds[t.kind], Namespace: t.namespace, Name: t.name})
	if err != nil {
		return feel.Result{}, err
	}
	return results[0], nil
}

func (m dmnModel) outputs(namespace, name string) int {
	return m.Outputs(dmn.Target{Kind: dmn.ServiceTarget, Namespace: namespace, Name: name})
}

func (m dmnModel) typeOf(namespace, name string) *feel.Type { return m.TypeOf(namespace, name) }
