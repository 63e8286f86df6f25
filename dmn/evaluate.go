package dmn

import (
	"context"

	"github.com/decision-spine/spine/feel"
)

// TargetKind tells what of a model is evaluated.
type TargetKind string

// What can be evaluated.
const (
	DecisionTarget TargetKind = "decision"
	ServiceTarget  TargetKind = "service"
	BKMTarget      TargetKind = "bkm"

	inputTarget TargetKind = "input data"
)

// Target is a decision, a decision service or a business knowledge model.
type Target struct {
	Kind      TargetKind
	Namespace string // "": that of the model
	Name      string
}

func (m *Model) key(t Target) string {
	if t.Namespace == "" || t.Namespace == m.Namespace {
		return t.Name
	}
	return "{" + t.Namespace + "}" + t.Name
}

// Evaluate evaluates targets, which share what they need. The variables of in are
// known by name: input data, the parameters of services and business knowledge
// models, and decisions, whose value then takes the place of their logic. A name
// of an imported document is "{namespace}name".
//
// The results are in the order of the targets. In lenient evaluation an error is
// null with its reason; in strict evaluation the first one is returned. A target
// that the model does not have is an error in both: [UnknownTarget].
func (m *Model) Evaluate(ctx context.Context, in feel.Input, targets ...Target) ([]feel.Result, error) {
	for _, t := range targets {
		if e := m.elements[m.key(t)]; e == nil || e.kind != t.Kind {
			return nil, errUnknownTarget(t, m.names(t.Kind))
		}
	}
	f, _ := m.pool.Get().(*feel.Frame)
	if f == nil {
		f = m.unit.NewFrame()
	}
	f.Start(ctx, in)
	out := make([]feel.Result, len(targets))
	for i, t := range targets {
		before := len(f.Nulls())
		out[i].Value = m.evaluate(f, t)
		out[i].Nulls = f.Nulls()[before:]
	}
	err := f.Err()
	f.Stop()
	m.pool.Put(f) // not after a panic of the host's own
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (m *Model) evaluate(f *feel.Frame, t Target) feel.Value {
	key := m.key(t)
	switch t.Kind {
	case ServiceTarget:
		return f.Serve(key)
	case BKMTarget:
		return f.Invoke(key, f.Given(key))
	}
	return f.Define(key)
}

// names gives the names of the elements of a kind, in order.
func (m *Model) names(kind TargetKind) []string {
	var out []string
	for _, e := range (&loader{elements: m.elements}).sorted() {
		if e.kind == kind {
			out = append(out, e.key)
		}
	}
	return out
}

// Targets gives everything that can be evaluated, in the order of names.
func (m *Model) Targets() []Target {
	var out []Target
	for _, e := range (&loader{elements: m.elements}).sorted() {
		if e.kind != inputTarget {
			t := Target{Kind: e.kind, Name: e.name}
			if e.doc.defs.Namespace != m.Namespace {
				t.Namespace = e.doc.defs.Namespace
			}
			out = append(out, t)
		}
	}
	return out
}

// TypeOf gives the declared type of an input data or a decision; nil when it has
// none, or the model has no such element.
func (m *Model) TypeOf(namespace, name string) *feel.Type {
	if e := m.elements[m.key(Target{Namespace: namespace, Name: name})]; e != nil {
		return e.typ
	}
	return nil
}

// Outputs gives the number of the output decisions of a service: the value of a
// service with one is that decision's, with several a context.
func (m *Model) Outputs(service Target) int {
	if e := m.elements[m.key(service)]; e != nil && e.service != nil {
		return len(e.service.OutputDecisions)
	}
	return 0
}
