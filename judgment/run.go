package judgment

import (
	"context"
	"errors"

	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Run evaluates every node of the plan, each on the caller's inputs for it and on
// what the edges feed it; a recorded node gives the verdict of its record. Run
// changes nothing of in. The error is a [*Refusal]: of every recorded node that
// cannot be consumed, by id; or of findings on the inputs; or of every [GraphFactConflict] and
// [GraphEvidenceConflict]; or of the one [GraphNodeEvaluation] that comes first in
// the order of a run. There is a composite only if every node gave a disposition.
func (p *Plan) Run(ctx context.Context, in GraphInputs) (*Composite, error) {
	verdicts, found := p.graph.admit(in.Options)
	if err := refuse(&p.graph.pin, found); err != nil {
		return nil, err
	}
	return p.run(ctx, in, verdicts)
}

// run is Run from the inputs on.
func (p *Plan) run(ctx context.Context, in GraphInputs, verdicts map[string]*verdict) (*Composite, error) {
	g := p.graph
	caller, found := g.readInputs(in)
	if found == nil {
		found = g.collisions(caller)
	}
	if err := refuse(&g.pin, found); err != nil {
		return nil, err
	}
	c := &Composite{Graph: g.pin, ResultNode: g.result, Handoffs: []Handoff{}, Nodes: []NodeResult{}}
	done := map[string]Disposition{}
	for _, id := range p.order {
		if v := verdicts[id]; v != nil {
			done[id] = v.disposition
			c.add(v.result(id, &g.nodes[id].recorded))
			continue
		}
		n, err := p.evaluate(ctx, id, caller, in.Options, done)
		if err != nil {
			return nil, refuse(&g.pin, Findings{errNodeEvaluation(g.nodeAt(id, nodePath(id)), err)})
		}
		done[id] = n.Disposition
		c.add(*n)
	}
	return c, nil
}

// evaluate gives the result of a node, whose upstreams are done.
func (p *Plan) evaluate(ctx context.Context, id string, caller *callerInputs, opts Options, done map[string]Disposition) (*NodeResult, *EvaluationError) {
	n := &NodeResult{Node: id, Kind: p.graph.nodes[id].kind, FactFeeds: []FactFeed{}, EvidenceFeeds: []EvidenceFeed{}}
	facts, evidence := &fed{}, &fed{}
	for _, e := range p.graph.into[id] {
		upstream := done[e.from]
		if e.fact != "" {
			feed := FactFeed{From: e.from, Pointer: e.fact}
			if upstream.Kind == Outcome {
				feed.Injected, feed.Value = true, upstream.OutcomeID
				facts.put(e.tokens, feed.Value)
			}
			n.FactFeeds = append(n.FactFeeds, feed)
		}
		if e.evidence != "" {
			feed := EvidenceFeed{From: e.from, Requirement: e.evidence, State: e.onUnresolved}
			if upstream.Kind == Outcome {
				feed.State = Present
			}
			evidence.put([]string{e.evidence}, string(feed.State))
			n.EvidenceFeeds = append(n.EvidenceFeeds, feed)
		}
	}
	answer, err := p.decide(ctx, id, caller, facts, evidence, opts, n)
	if err != nil {
		return nil, evaluationError(err)
	}
	n.Disposition, n.HandoffTarget, n.Trace = answer.Disposition, answer.HandoffTarget, answer.Trace
	return n, nil
}

// decide evaluates the pack or the table of a node, and notes it in n.
func (p *Plan) decide(ctx context.Context, id string, caller *callerInputs, facts, evidence *fed, opts Options, n *NodeResult) (*Evaluation, error) {
	own := caller.node[id]
	document := caller.with(own.facts, own.hasFacts, facts)
	if t := p.tables[id]; t != nil {
		n.Table = p.graph.nodes[id].table.Pin
		return t.evaluate(ctx, document, opts)
	}
	n.Pack = p.graph.nodes[id].pack
	pack := p.packs[id]
	if pack.err != nil {
		return nil, pack.err
	}
	return pack.pack.Evaluate(ctx, Inputs{
		Facts:       document,
		Evidence:    caller.with(own.evidence, own.hasEvidence, evidence),
		HasEvidence: own.hasEvidence || len(n.EvidenceFeeds) > 0,
		Extensions:  opts.Extensions,
		WorkLimit:   opts.WorkLimit,
	})
}

// evaluationError gives what an error of a pack is, nil for none.
func evaluationError(err error) *EvaluationError {
	var e *EvaluationError
	errors.As(err, &e)
	return e
}

// fed is what edges feed into a document: a text, or members that do not lie
// within each other.
type fed struct {
	text    string
	names   []string // of members, in the order of the edges
	members map[string]*fed
}

func (f *fed) put(tokens []string, text string) {
	if len(tokens) == 0 {
		f.text = text
		return
	}
	next := f.members[tokens[0]]
	if next == nil {
		next = &fed{}
		if f.members == nil {
			f.members = map[string]*fed{}
		}
		f.members[tokens[0]] = next
		f.names = append(f.names, tokens[0])
	}
	next.put(tokens[1:], text)
}

// with gives the text of a document of a caller, {} if there is none, with what is
// fed to it. What the caller wrote stays as it is written, so that no number loses
// anything.
func (c *callerInputs) with(own place, has bool, f *fed) []byte {
	return f.append(nil, c.text, own.Value, has)
}

// append appends v, if it is there, with what is fed: v is an object wherever
// members are fed, since there is no collision. It goes no deeper than a fed
// pointer.
func (f *fed) append(dst []byte, text []byte, v strictjson.Value, has bool) []byte {
	switch {
	case f.text != "":
		return canon.AppendString(dst, f.text)
	case has && f.members == nil:
		return append(dst, text[v.Offset():v.End()]...)
	}
	dst = append(dst, '{')
	separate := func() {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
	}
	for _, m := range v.Members() {
		separate()
		dst = append(dst, text[m.NameOffset:m.Value.Offset()]...) // with its colon
		if next := f.members[m.Name]; next != nil {
			dst = next.append(dst, text, m.Value, true)
		} else {
			dst = append(dst, text[m.Value.Offset():m.Value.End()]...)
		}
	}
	for _, name := range f.names {
		if _, ok := v.Get(name); !ok {
			separate()
			dst = append(canon.AppendString(dst, name), ':')
			dst = f.members[name].append(dst, text, strictjson.Value{}, false)
		}
	}
	return append(dst, '}')
}
