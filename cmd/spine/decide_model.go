package main

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// askModel loads the model and evaluates what is asked of it. In strict evaluation
// a model with faults is refused; else they are among the diagnostics.
func (q *question) askModel(ctx context.Context) (*answer, error) {
	out := &answer{files: texts{}}
	m, t, err := q.loadModel(out)
	if err != nil {
		return out, err
	}
	var res feel.Result
	res, out.tables, err = m.Explain(ctx, q.in, t)
	for _, x := range out.tables {
		if x.Answer {
			out.rules, out.byDefault = x.Decision.Rules, x.Default
		}
	}
	if err != nil {
		return out, &spine.DecideError{Faults: diag.Of(err)}
	}
	out.Value = res.Value
	for _, why := range warnings(res.Nulls) {
		if !slices.ContainsFunc(out.diagnostics, func(f *diag.Error) bool { return f.Code == why.Code && f.At == why.At }) {
			out.diagnostics = append(out.diagnostics, why)
		}
	}
	return out, nil
}

// warnings gives the reasons of nulls as warnings: there is a value all the same.
func warnings(nulls diag.List) diag.List {
	return nulls.Revise(func(f *diag.Error) { f.Severity = diag.Warning })
}

// loadModel loads the model, and finds what is asked of it. The faults of a model
// that is evaluated nevertheless are among the diagnostics of out.
func (q *question) loadModel(out *answer) (*dmn.Model, dmn.Target, error) {
	out.files[q.file] = string(q.src)
	imports, done, fault := q.resolver()
	if fault != nil {
		return nil, dmn.Target{}, refuse(fault)
	}
	defer done()
	m, err := dmn.LoadModel(q.file, q.src, imports, modelOptions(q.recursion)...)
	faults := diag.Of(err).Revise(func(f *diag.Error) {
		if f.Code == dmn.ImportMissing {
			f.Hint = "name the folder of imported models with --imports"
		}
	})
	if m == nil || q.strict && err != nil {
		return nil, dmn.Target{}, refuse(faults...)
	}
	for name, src := range m.Files {
		out.files[name] = string(src)
	}
	t, fault := q.target(m)
	if fault != nil {
		return nil, dmn.Target{}, refuse(append(faults, fault)...)
	}
	out.diagnostics = faults.Faults()
	return m, t, nil
}

// modelOptions are how the command line loads a model.
func modelOptions(recursion bool) []dmn.ModelOption {
	if recursion {
		return []dmn.ModelOption{dmn.WithRecursion()}
	}
	return nil
}

// target gives what is asked for: by name, or the one decision that no other
// requires.
func (q *question) target(m *dmn.Model) (dmn.Target, *diag.Error) {
	if q.kind == "" {
		sinks := m.Sinks()
		switch len(sinks) {
		case 1:
			return sinks[0], nil
		case 0:
			return dmn.Target{}, usage("name what to evaluate with --decision, --service or --bkm", "no decision of %s is the last one", q.file)
		}
		names := make([]string, len(sinks))
		for i, s := range sinks {
			names[i] = fmt.Sprintf("%q", s.Name)
		}
		return dmn.Target{}, usage("name one with --decision: "+strings.Join(names, ", "),
			"%s has %d decisions that no other requires", q.file, len(sinks))
	}
	var names []string
	others := map[string]dmn.TargetKind{}
	for _, t := range m.Targets() {
		name := t.Name
		if t.Namespace != "" {
			name = "{" + t.Namespace + "}" + name
		}
		switch {
		case t.Kind != q.kind:
			others[name] = t.Kind
		case name == q.name:
			return t, nil
		default:
			names = append(names, name)
		}
	}
	if kind := others[q.name]; kind != "" {
		return dmn.Target{}, usage(fmt.Sprintf("it is named with --%s", kind), "%q is no %s", q.name, kindNames[q.kind])
	}
	return dmn.Target{}, unknown(kindNames[q.kind], q.name, names)
}

var kindNames = map[dmn.TargetKind]string{
	dmn.DecisionTarget: "decision", dmn.ServiceTarget: "decision service", dmn.BKMTarget: "business knowledge model",
}

// resolver finds imports in the folder of --imports, or that of the model. A model
// on the standard input is in no folder.
func (q *question) resolver() (r dmn.Resolver, done func(), fault *diag.Error) {
	if q.file == standardInput && q.imports == "" {
		return nil, func() {}, nil
	}
	f, fault := openFolder(cmp.Or(q.imports, filepath.Dir(q.file)))
	if fault != nil {
		return nil, nil, fault
	}
	return &modelFolder{dmn.RootResolver(f.root), filepath.ToSlash(filepath.Clean(f.name))}, f.Close, nil
}

// modelFolder finds the imports of a model in one folder, which it does not leave.
// It puts the name of the folder in front of the names of documents.
type modelFolder struct {
	dmn.Resolver
	name string
}

// Resolve implements [dmn.Resolver]. An importing document that lies elsewhere is
// taken to lie in the folder.
func (f *modelFolder) Resolve(from, namespace, location string) (string, []byte, error) {
	inside, err := filepath.Rel(f.name, from)
	if err != nil || !filepath.IsLocal(inside) {
		inside = path.Base(from)
	}
	name, src, err := f.Resolver.Resolve(filepath.ToSlash(inside), namespace, location)
	return path.Join(f.name, name), src, err
}
