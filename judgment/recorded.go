package judgment

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// verdict is what a record says for a recorded node.
type verdict struct {
	recorded    Kind
	disposition Disposition // zero if it is withheld
	target      *HandoffTarget
	basis       time.Time
	stale       bool // and withheld
}

// admit looks up the verdicts of all recorded nodes. Of each node that has none to
// give, in the order of the ids, the first reason is reported.
func (g *Graph) admit(opts Options) (map[string]*verdict, Findings) {
	verdicts := map[string]*verdict{}
	var found Findings
	read := map[string]*offered{} // by digest
	for _, id := range g.ids {
		n := g.nodes[id]
		if n.kind != RecordedNode {
			continue
		}
		o := read[n.recorded.record]
		if o == nil {
			o = readOffered(opts.Records, n.recorded.record)
			read[n.recorded.record] = o
		}
		v, fault := g.admitNode(id, o, opts.Now)
		if fault != nil {
			found = append(found, fault)
			continue
		}
		verdicts[id] = v
	}
	return verdicts, found
}

// offered is a record that a node names: its file, and the run or why it is none.
type offered struct {
	file   string // "" if nothing of that digest is offered
	run    *record.Record
	broken error
	nodes  document // of the run, if it is one of a graph
}

func readOffered(records *Records, digest string) *offered {
	name, b, ok := records.read(digest)
	if !ok {
		return &offered{}
	}
	o := &offered{file: name}
	o.run, o.broken = record.Decode(b)
	var broken *record.IntegrityError
	if errors.As(o.broken, &broken) {
		o.broken = broken.InFile(name)
	}
	if o.broken == nil && o.run.Result.Judgment != nil {
		o.nodes, _ = parse(name, o.run.Result.Judgment.Nodes) // what is too large has no node
	}
	return o
}

// admitNode gives the verdict of one node. now is the clock of the run.
func (g *Graph) admitNode(id string, o *offered, now time.Time) (*verdict, *Finding) {
	ref := &g.nodes[id].recorded
	at := g.pinAt(id)
	switch {
	case o.file == "":
		return nil, errRecordDangling(at("/record"), ref.record)
	case o.broken != nil:
		return nil, errRecordIntegrity(at("/record"), o.broken)
	case o.run.Result.Judgment == nil:
		return nil, errRecordStatus(at("/record"), o.file, o.run.Status)
	}
	kept, ok := o.nodes.root.Get(ref.node)
	if !ok {
		var have []string
		for _, m := range o.nodes.root.Members() {
			have = append(have, m.Name)
		}
		return nil, errRecordNoNode(at("/node"), o.file, ref.node, have)
	}
	v, subject, why := o.verdict(ref.node, kept)
	switch {
	case why != "":
		return nil, errRecordNode(at("/node"), o.file, ref.node, why)
	case subject != ref.subject:
		return nil, errRecordSubject(at("/subject"), o.file, ref.subject, subject)
	case now.IsZero():
		return nil, errRecordClock(at(""), id)
	case v.basis.After(now):
		return nil, errRecordFuture(at(""), o.file, v.basis, now)
	}
	if age := now.Sub(v.basis); age > ref.maxAge {
		if !ref.withhold {
			return nil, errRecordStale(at("/maxAge"), o.file, v.basis, now, age, ref.maxAge)
		}
		v.disposition, v.target, v.stale = Disposition{}, nil, true
	}
	return v, nil
}

// result is what the verdict makes of its node.
func (v *verdict) result(id string, ref *recordedRef) NodeResult {
	return NodeResult{
		Node: id, Kind: RecordedNode, Record: ref.record, Subject: ref.subject, Basis: v.basis, Stale: v.stale,
		Disposition: v.disposition, HandoffTarget: v.target,
	}
}

// keptNode is what a record keeps of a node, beside the composite.
type keptNode struct {
	Kind          NodeKind       `json:"kind"`
	Subject       Pin            `json:"subject"`
	Disposition   Disposition    `json:"disposition,omitzero"` // none if it was withheld
	HandoffTarget *HandoffTarget `json:"handoffTarget,omitempty"`
	Basis         time.Time      `json:"basis"`
}

// verdict reads a [keptNode], and says what is wrong with it.
func (o *offered) verdict(node string, kept strictjson.Value) (v *verdict, subject Pin, why string) {
	disposition, ok := kept.Get("disposition")
	if !ok {
		return nil, subject, "it has no disposition"
	}
	v = &verdict{}
	d, faults := decodeDisposition(o.nodes, disposition, strictjson.Pointer(node, "disposition"))
	if faults != nil {
		return nil, subject, "its disposition is none: " + faults[0].Message
	}
	v.recorded, v.disposition = d.Kind, d
	if target, ok := kept.Get("handoffTarget"); ok {
		v.target = &HandoffTarget{textOf(target, "kind"), textOf(target, "name")}
	}
	var err error
	if v.basis, err = time.Parse(time.RFC3339Nano, textOf(kept, "basis")); err != nil {
		return nil, subject, "it does not say how old its verdict is"
	}
	v.basis = v.basis.UTC()
	s, _ := kept.Get("subject")
	return v, Pin{textOf(s, "id"), textOf(s, "version"), textOf(s, "digest")}, ""
}

// keep gives what a record keeps of the nodes of a run that began at a time.
func (p *Plan) keep(c *Composite, now, started time.Time) json.RawMessage {
	earliest := func(a, b time.Time) time.Time {
		if b.Before(a) {
			return b
		}
		return a
	}
	kept := map[string]keptNode{}
	for _, n := range c.Nodes { // upstreams first
		k := keptNode{n.Kind, n.subject(), n.Disposition, n.HandoffTarget, n.Basis}
		if n.Kind != RecordedNode {
			k.Basis = earliest(now, started).UTC()
			for _, e := range p.graph.into[n.Node] {
				k.Basis = earliest(k.Basis, kept[e.from].Basis)
			}
		}
		kept[n.Node] = k
	}
	return canonical(jsonOf{kept})
}
