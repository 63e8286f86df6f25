package dmn

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
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
	Name      string // of the element
}

func (m *Model) key(namespace, name string) string {
	if namespace == "" || namespace == m.Namespace {
		return name
	}
	return "{" + namespace + "}" + name
}

// element gives the element of a name, or nil. White space in a name means one blank.
func (m *Model) element(namespace, name string) *element {
	for _, n := range []string{name, strings.Join(strings.Fields(name), " ")} {
		if e := m.byKey[m.key(namespace, n)]; e != nil && !e.hidden {
			return e
		}
	}
	return nil
}

func (m *Model) find(t Target) (*element, error) {
	e := m.element(t.Namespace, t.Name)
	if e == nil || e.kind != t.Kind {
		var names []string
		for _, e := range m.elements {
			if e.kind == t.Kind && !e.hidden {
				names = append(names, e.key)
			}
		}
		slices.Sort(names)
		return nil, errUnknownTarget(t, names)
	}
	return e, nil
}

// Evaluate prepares targets and evaluates them once: see [Model.Prepare].
func (m *Model) Evaluate(ctx context.Context, in feel.Input, targets ...Target) ([]feel.Result, error) {
	p, err := m.Prepare(targets...)
	if err != nil {
		return nil, err
	}
	return p.Evaluate(ctx, in, nil)
}

// Prepared is targets of a model that are evaluated together, time after time. It
// is immutable and may be used by many goroutines at once.
type Prepared struct {
	m      *Model
	calls  []call
	params map[string]bool // of functions, which are names for values here
	slots  given           // the order of the inputs
	inputs given           // of slots those that take no decision's place
	kind   func(name string) (known, definition bool)
}

// given is names that values are given by.
type given struct {
	names []string
	refs  []int // of the unit; -1: no input as a whole is read
}

func (g *given) add(name string, ref int) {
	g.names, g.refs = append(g.names, name), append(g.refs, ref)
}

type call struct {
	entry int // of the unit
	kind  TargetKind
}

// Prepare makes a call of targets, which share what they need. A target that the
// model does not have is an error with the code [UnknownTarget].
func (m *Model) Prepare(targets ...Target) (*Prepared, error) {
	p := &Prepared{m: m, params: map[string]bool{}}
	seen := map[string]bool{}
	for _, t := range targets {
		e, err := m.find(t)
		if err != nil {
			return nil, err
		}
		p.calls = append(p.calls, call{m.unit.Entry(e.key), t.Kind})
		for _, in := range e.inputs {
			p.params[in.variable] = true
		}
		for _, in := range m.Inputs(t) {
			name := m.key(in.Namespace, in.Name)
			if t.Kind == BKMTarget {
				p.params[name] = true
			}
			if !seen[name] {
				p.slots.add(name, m.unit.Input(name))
			}
			seen[name] = true
		}
	}
	p.kind = func(name string) (known, definition bool) {
		e := m.names[name]
		return e != nil || p.params[name], e != nil && e.decision != nil
	}
	for i, name := range p.slots.names {
		if known, definition := p.kind(name); known && !definition {
			p.inputs.add(name, p.slots.refs[i])
		}
	}
	return p, nil
}

// Slots gives the inputs in the order in which [feel.Slots] has their values: those
// of [Model.Inputs], target after target, each once.
func (p *Prepared) Slots() []string { return slices.Clone(p.slots.names) }

// Evaluate evaluates the targets, and appends their results to dst in the order of
// the targets.
//
// Values are given by name: input data, the parameters of business knowledge models
// and services, and decisions, whose value then takes the place of their logic. A
// name is that of the element, or "{namespace}name" in an imported document, or the
// name that expressions of the model know it by: that of its variable, with the
// import's before it. A parameter of a service has the name of a variable alone as
// well, where no other one of the service has it. A value is brought to the declared type (DMN 1.6, clause
// 10.3.2.9.4). A name that the model does not know is an error with the code
// [UnknownInput]; in lenient evaluation it is a warning among the Nulls of the first
// result. The fields of a struct may be more.
//
// In lenient evaluation what is not given is null, and an error is null with its
// reason. A target that needs an element with a fault is null, and the fault is the
// reason. In strict evaluation what is read and not given is an error, and the first
// error ends the evaluation of all targets. [feel.LimitExceeded] and
// [feel.Cancelled] are errors in both. The limits are those of all targets together.
func (p *Prepared) Evaluate(ctx context.Context, in feel.Input, dst []feel.Result) ([]feel.Result, error) {
	f, _ := p.m.pool.Get().(*feel.Frame)
	if f == nil {
		f = p.m.unit.NewFrame()
	}
	out, err := p.evaluate(ctx, f, &in, dst)
	p.m.pool.Put(f) // not after a panic of the host's own
	return out, err
}

// An Evaluator evaluates prepared targets in memory that it keeps, where [Prepared]
// takes it from all goroutines' and gives it back each time. It belongs to one goroutine
// at a time, and to none after a panic of a function of the host.
type Evaluator struct {
	p *Prepared
	f *feel.Frame
}

// NewEvaluator makes an evaluator of p.
func (p *Prepared) NewEvaluator() *Evaluator { return &Evaluator{p, p.m.unit.NewFrame()} }

// Evaluate is [Prepared.Evaluate] of an input that it only reads.
func (e *Evaluator) Evaluate(ctx context.Context, in *feel.Input, dst []feel.Result) ([]feel.Result, error) {
	return e.p.evaluate(ctx, e.f, in, dst)
}

func (p *Prepared) evaluate(ctx context.Context, f *feel.Frame, in *feel.Input, dst []feel.Result) ([]feel.Result, error) {
	f.Start(ctx, in)
	out, err := p.results(f, in.Lenient, dst)
	f.Stop()
	return out, err
}

func (p *Prepared) results(f *feel.Frame, lenient bool, dst []feel.Result) ([]feel.Result, error) {
	slots := f.Bind(p.slots.names, p.slots.refs) && len(p.inputs.names) == len(p.slots.names)
	var unknown diag.List
	if !slots && !f.Give(p.inputs.names, p.inputs.refs) {
		for _, name := range f.Names(p.kind) {
			unknown = append(unknown, errUnknownInput(name, p.known(), lenient))
		}
	}
	if len(unknown) > 0 && !lenient {
		return nil, unknown.Err()
	}
	first := len(dst)
	for _, c := range p.calls {
		before := len(f.Nulls())
		var r feel.Result
		if c.kind == DecisionTarget {
			r.Value = f.Define(c.entry)
		} else {
			r.Value = f.Invoke(c.entry)
		}
		r.Value = f.Answer(c.entry, r.Value)
		if err := f.Err(); err != nil {
			return nil, err
		}
		r.Nulls = f.Reasons(c.entry, before)
		dst = append(dst, r)
	}
	if len(unknown) > 0 && len(dst) > first {
		dst[first].Nulls = append(unknown, dst[first].Nulls...)
	}
	return dst, nil
}

// known gives the names under which values may be given, sorted.
func (p *Prepared) known() []string {
	names := slices.Collect(maps.Keys(p.m.names))
	names = append(names, slices.Collect(maps.Keys(p.params))...)
	slices.Sort(names)
	return names
}

// Targets gives everything that can be evaluated, in the order of names: first what
// the model has, then what the documents have that it imports.
func (m *Model) Targets() []Target {
	var out []Target
	for _, e := range m.elements {
		if e.kind == inputTarget || e.hidden {
			continue
		}
		t := Target{Kind: e.kind, Name: e.name}
		if e.doc.defs.Namespace != m.Namespace {
			t.Namespace = e.doc.defs.Namespace
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Target) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
	})
	return out
}

// TypeOf gives the declared type of an input data or a decision; nil when it has
// none, or the model has no such element.
func (m *Model) TypeOf(namespace, name string) *feel.Type {
	if e := m.element(namespace, name); e != nil {
		return e.typ
	}
	return nil
}

// Outputs gives the number of the output decisions of a service: the value of a
// service with one is that decision's, with several a context.
func (m *Model) Outputs(service Target) int {
	if e := m.element(service.Namespace, service.Name); e != nil && e.service != nil {
		return len(e.service.OutputDecisions)
	}
	return 0
}
