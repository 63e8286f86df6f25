package spine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/ordered"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// Facts are the facts of record of one run.
type Facts struct{ raw []byte }

// FactsJSON takes the facts from a JSON object with a member for each.
func FactsJSON(b []byte) Facts { return Facts{b} }

// Run is one run of a workflow, completed or not.
type Run struct{ record *record.Record }

// ID is the run's id: a UUID of version 7.
func (r *Run) ID() string { return r.record.Run.ID }

// Status says how the run ended.
func (r *Run) Status() record.Status { return r.record.Status }

// Record is the run's record, also after a refusal.
func (r *Run) Record() *record.Record { return r.record }

// Verdict gives what the table of a policy or human node decided; ok is false
// when the run did not come to it. What a person chose is in the record.
func (r *Run) Verdict(node string) (d dmn.Decision, ok bool) {
	kept, ok := r.record.Result.Decisions[node]
	if !ok {
		return d, false
	}
	d.Outputs, d.Default = kept.Outputs, kept.Default
	for _, m := range kept.Rules {
		d.Rules = append(d.Rules, dmn.Match(m))
	}
	return d, true
}

// Determination gives the outputs of the decisions that no other one reads, by
// their ids. The error is [ErrAwaitingHuman] or [ErrNoDetermination], or one that
// says that the run was refused.
func (r *Run) Determination() (feel.Value, error) {
	switch r.record.Status {
	case record.Completed:
		var entries []feel.Entry
		for id, v := range r.record.Result.Determination {
			entries = append(entries, feel.Entry{Key: id, Value: v})
		}
		slices.SortFunc(entries, func(a, b feel.Entry) int { return bytes.Compare([]byte(a.Key), []byte(b.Key)) })
		return feel.Context(entries...), nil
	case record.AwaitingHuman:
		return feel.Null, ErrAwaitingHuman
	case record.NoDetermination:
		return feel.Null, ErrNoDetermination
	}
	return feel.Null, errors.New("the run was " + string(r.record.Status))
}

// Run runs a workflow (formats.md 2.1): the facts cross their gates; then all
// agents are called and their objects cross theirs; then the tables decide, in
// the order of the plan, and persons are asked, up to the first fault.
//
// The error is nil when the run is completed. Otherwise it is a [*UsageError],
// and nothing was run; or a [*GateError], [*AgentError], [*DecideError],
// [*HumanError], [ErrNoDetermination] or [ErrAwaitingHuman], and the Run with its
// record is there as well; or joined with one of these a [*StoreError]. When ctx
// ends while an agent is called, that is a failure of the agent; when it ends
// while the tables decide, the error is that of ctx, and there is no Run.
func (e *Engine) Run(ctx context.Context, wf *Workflow, f Facts) (*Run, error) {
	facts, err := e.ready(wf, f)
	if err != nil {
		return nil, err
	}
	started := e.now().UTC()
	id, err := record.NewRunID(started, nil)
	if err != nil {
		return nil, err
	}
	x := newExecution(e, wf, record.Run{ID: id, Started: started, Clock: started})
	err = x.run(ctx, facts)
	if x.aborted {
		return nil, err
	}
	x.rec.Run.Finished = e.now().UTC()
	run := &Run{x.rec}
	if e.store != nil {
		// The run is over: that its caller has gone must not lose its record.
		if serr := e.store.Put(context.WithoutCancel(ctx), x.rec); serr != nil {
			return run, errors.Join(err, &StoreError{serr})
		}
	}
	return run, err
}

// RunAll runs a workflow for one case after another, on several goroutines, and gives
// what [Engine.Run] gives for each, in their order. It holds a bounded number of them
// at a time, however many there are. An error concerns its case alone. Agents and
// deciders are called for several cases at once. When ctx ends, no further case is
// begun; the last result is then the error of ctx.
func (e *Engine) RunAll(ctx context.Context, wf *Workflow, b dmn.Batch, cases iter.Seq[Facts]) iter.Seq2[*Run, error] {
	return ordered.All(ctx, b.Workers, b.Progress, cases, func(ctx context.Context, f Facts) (*Run, error) { return e.Run(ctx, wf, f) })
}

// ready refuses what must not be run, and reads the facts.
func (e *Engine) ready(wf *Workflow, f Facts) (given, error) {
	w := wf.plan.Workflow
	if wf.unkept != nil {
		return given{}, wf.unkept
	}
	faults := slices.Concat(w.NotExecuted(), w.Unreviewed())
	facts, err := strictjson.Parse(f.raw, strictjson.Limits{})
	var wrong *strictjson.Error
	switch {
	case errors.As(err, &wrong):
		at := diag.Locator{Path: wrong.Path, Span: source.New("", string(f.raw)).Span(wrong.Offset, wrong.Offset)}
		faults = append(faults, errFactsNotJSON(at, wrong.Message))
	case facts.Kind() != strictjson.Object:
		faults = append(faults, errFactsNoObject(facts.Kind().String()))
	}
	if len(wf.plan.Edges) > 0 && e.agent == nil {
		faults = append(faults, errNotConfigured(wf.plan.Edges[0].Place(), "agent", "WithAgent"))
	}
	for _, n := range wf.plan.Decisions {
		if h, ok := n.(*drd.Human); ok && e.decider == nil {
			faults = append(faults, errNotConfigured(h.Place(), "decider", "WithDecider"))
			break
		}
	}
	if len(faults) > 0 {
		return given{}, &UsageError{faults}
	}
	return given{f.raw, facts}, nil
}

// given is the facts as the host gave them: one object.
type given struct {
	raw    []byte
	object strictjson.Value
}

func (g given) source(v strictjson.Value) json.RawMessage { return g.raw[v.Offset():v.End()] }

// execution is the state of one run.
type execution struct {
	e       *Engine
	wf      *Workflow
	rec     *record.Record
	clock   time.Time
	frame   *feel.Bindings               // what the run has come to: see Workflow
	meta    map[string]map[string]string // what agents say of themselves, by node
	aborted bool                         // the caller ended the run before it came to anything
}

func newExecution(e *Engine, wf *Workflow, run record.Run) *execution {
	run.Document = wf.plan.Workflow.File
	run.Engine = "spine " + Version
	return &execution{
		e: e, wf: wf, clock: run.Clock,
		rec: &record.Record{Run: run, Snapshots: maps.Clone(wf.files)},
	}
}

// edgeAt gives the place in the frame of an edge, from 0 in the order of the plan.
func (x *execution) edgeAt(i int) int { return len(x.wf.plan.Workflow.Facts) + i }

// decisionAt does so of a decision.
func (x *execution) decisionAt(i int) int { return x.edgeAt(len(x.wf.plan.Edges) + i) }

// run does the run, and fills the record.
func (x *execution) run(ctx context.Context, facts given) error {
	x.frame = x.wf.frames.Get().(*feel.Bindings)
	err := x.facts(facts)
	if err == nil {
		err = x.edges(ctx)
	}
	for i, n := range x.wf.plan.Decisions {
		if err != nil || x.aborted {
			break
		}
		err = x.decide(ctx, n, x.decisionAt(i))
	}
	if err == nil {
		x.determine()
	}
	x.advise()
	x.frame.Clear()
	x.wf.frames.Put(x.frame) // not after a panic of the host's own
	return err
}

// determine completes the run.
func (x *execution) determine() {
	x.rec.Status = record.Completed
	x.rec.Result.Determination = map[string]feel.Value{}
	sinks := x.wf.plan.Sinks // which are in the order of the decisions
	for i, n := range x.wf.plan.Decisions {
		if len(sinks) > 0 && n.ID() == sinks[0] {
			x.rec.Result.Determination[sinks[0]] = x.frame.Get(x.decisionAt(i))
			sinks = sinks[1:]
		}
	}
}

// facts lets the facts cross their gates. Every refusal is reported, in the order
// of the workflow, and what is not declared after these.
func (x *execution) facts(g given) error {
	var faults diag.List
	x.rec.Result.Facts = map[string]json.RawMessage{}
	var names []string
	for i, f := range x.wf.plan.Workflow.Facts {
		names = append(names, f.Name)
		v, ok := g.object.Get(f.Name)
		if !ok {
			faults = append(faults, errMissingFact(f.Name))
			continue
		}
		raw := g.source(v)
		x.rec.Result.Facts[f.Name] = raw
		object, err := f.Gate.Admit(raw)
		if err != nil {
			faults = append(faults, under(f.Name, err)...)
			continue
		}
		x.frame.Set(i, object.Value)
	}
	for _, m := range g.object.Members() {
		if !slices.Contains(names, m.Name) {
			x.rec.Result.Facts[m.Name] = g.source(m.Value)
			faults = append(faults, errUndeclaredFact(m.Name, names))
		}
	}
	if len(faults) > 0 {
		x.refuse(record.Refused, record.ByGate, faults)
		return &GateError{faults}
	}
	return nil
}

// under gives the faults of an error, each with its node.
func under(node string, err error) diag.List {
	return diag.Of(err).Revise(func(f *diag.Error) { f.At.Node = node })
}

// refuse ends the run. The node is named when there is only one.
func (x *execution) refuse(status record.Status, kind record.RefusalKind, faults diag.List) {
	r := &record.Refusal{Kind: kind, Node: faults[0].At.Node}
	for _, f := range faults {
		if f.At.Node != r.Node {
			r.Node = ""
		}
		r.Faults = append(r.Faults, record.Fault{Code: f.Code, At: f.At})
	}
	x.rec.Status, x.rec.Result.Refusal = status, r
}

// produced is what became of one edge.
type produced struct {
	raw    []byte
	value  feel.Value
	meta   map[string]string
	faults diag.List // of the gate
	failed *diag.Error
	panic  any
}

// edges calls all agents, and lets their objects cross the gates. The order in
// which they answer does not show.
func (x *execution) edges(ctx context.Context) error {
	results := make([]produced, len(x.wf.plan.Edges))
	var wg sync.WaitGroup
	slots := make(chan struct{}, x.e.concurrency)
	for i, edge := range x.wf.plan.Edges {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			// A panic of the host's agent belongs to the goroutine that called Run.
			defer func() { results[i].panic = recover() }()
			results[i] = x.edge(ctx, edge)
		}()
	}
	wg.Wait()
	var refused, failed diag.List
	x.rec.Result.Edges = map[string]record.Edge{}
	for i, edge := range x.wf.plan.Edges {
		r := &results[i]
		if r.panic != nil {
			panic(r.panic)
		}
		if r.failed != nil {
			failed = append(failed, r.failed)
			continue
		}
		kept := record.Edge{Schema: x.rec.Snapshots[edge.Schema].SHA256}
		if r.faults != nil {
			refused = append(refused, r.faults...)
			kept.Refused = r.raw
		} else {
			kept.Object = r.raw
			x.frame.Set(x.edgeAt(i), r.value)
		}
		x.rec.Result.Edges[edge.ID()] = kept
		if len(r.meta) > 0 {
			if x.meta == nil {
				x.meta = map[string]map[string]string{}
			}
			x.meta[edge.ID()] = r.meta
		}
	}
	switch {
	case failed != nil:
		x.refuse(record.Failed, record.ByAgent, failed)
		var gateErr error
		if refused != nil {
			gateErr = &GateError{refused}
		}
		return errors.Join(&AgentError{failed}, gateErr)
	case refused != nil:
		x.refuse(record.Refused, record.ByGate, refused)
		return &GateError{refused}
	}
	return nil
}

// edge calls one agent.
func (x *execution) edge(ctx context.Context, edge *drd.Edge) (r produced) {
	inputs := []byte{'{'}
	for i, name := range edge.Inputs() {
		if i > 0 {
			inputs = append(inputs, ',')
		}
		inputs = append(append(canon.AppendString(inputs, name), ':'), x.rec.Result.Facts[name]...)
	}
	res, err := x.e.agent.Produce(ctx, AgentRequest{
		Node: edge.ID(), Agent: edge.Agent, File: bytes.Clone(x.wf.plan.Workflow.Files[edge.Agent]),
		Inputs: append(inputs, '}'), Schema: edge.Gate.Schema(), Attempt: 1,
	})
	if err != nil {
		r.failed = errAgent(edge.ID(), edge.Agent, err)
		return r
	}
	// What is judged is what is kept, whatever the agent does with its bytes; and of
	// what is too long no more than shows that, since all has to fit into a record.
	r.raw, r.meta = bytes.Clone(res.Object[:min(len(res.Object), gate.MaxBytes+1)]), res.Meta
	object, err := edge.Gate.Admit(r.raw)
	if err != nil {
		r.faults = under(edge.ID(), err)
		return r
	}
	r.value = object.Value
	return r
}

// decide lets the table or model of a node decide, and asks the person of a human
// node. What it comes to is put at a place in the frame.
func (x *execution) decide(ctx context.Context, n drd.Node, place int) error {
	// All names are there: a node that read one which it does not list was not compiled.
	in := feel.Input{Vars: x.frame.Vars(), Now: x.clock, Limits: x.e.limits}
	var d dmn.Decision
	var inputs []dmn.ExplainedInput
	var by record.Table
	var err error
	if m := drd.DecidingModel(n); m != nil {
		by = record.Table{ID: m.Namespace() + "#" + m.Decision, SHA256: x.rec.Snapshots[m.File].SHA256}
		d, inputs, err = decideModel(ctx, m, in)
	} else {
		table := drd.DecidingTable(n)
		t := table.Program.Table()
		by = record.Table{ID: t.ID, Version: t.Version, SHA256: x.rec.Snapshots[table.File].SHA256}
		d, inputs, err = table.Program.Observe(ctx, in)
	}
	if err != nil {
		if ctx.Err() != nil {
			x.aborted = true
			return context.Cause(ctx)
		}
		faults := under(n.ID(), err)
		x.refuse(record.Refused, record.ByDecision, faults)
		return &DecideError{faults}
	}
	x.frame.Set(place, d.Outputs)
	x.record(n, by, d, inputs)
	if h, ok := n.(*drd.Human); ok {
		return x.ask(ctx, h, place, d, inputs)
	}
	return nil
}

// decideModel lets a decision of a model decide. What cannot be recorded is no
// verdict: a model, unlike a table, can give a function.
func decideModel(ctx context.Context, m *drd.Model, in feel.Input) (dmn.Decision, []dmn.ExplainedInput, error) {
	d, inputs, err := m.Decide(ctx, in)
	if err == nil {
		_, err = record.AppendJSON(nil, d.Outputs)
	}
	return d, inputs, err
}

// record keeps a verdict.
func (x *execution) record(n drd.Node, by record.Table, d dmn.Decision, inputs []dmn.ExplainedInput) {
	kept := record.Decision{
		Table:   by,
		Source:  authority(n),
		Inputs:  map[string]feel.Value{},
		Default: d.Default,
		Outputs: d.Outputs,
	}
	for _, c := range inputs {
		kept.Inputs[c.Name] = c.Value
	}
	for _, m := range d.Rules {
		kept.Rules = append(kept.Rules, record.Rule(m))
	}
	if x.rec.Result.Decisions == nil {
		x.rec.Result.Decisions = map[string]record.Decision{}
	}
	x.rec.Result.Decisions[n.ID()] = kept
}

// authority is what a node's decision rests on: the node's own source wins over
// the table's.
func authority(n drd.Node) string {
	switch n := n.(type) {
	case *drd.Policy:
		if n.Source != "" {
			return n.Source
		}
	case *drd.Human:
		if n.Source != "" {
			return n.Source
		}
	}
	if t := drd.DecidingTable(n); t != nil {
		return t.Program.Table().Source
	}
	return ""
}

// advise keeps what agents say of themselves.
func (x *execution) advise() {
	if len(x.meta) == 0 {
		return
	}
	x.rec.Advisory, _ = json.Marshal(map[string]any{"agents": x.meta})
}
