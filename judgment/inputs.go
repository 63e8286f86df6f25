package judgment

import (
	"fmt"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// MaxInputsBytes is the size of the inputs of a run.
const MaxInputsBytes = 16 << 20

// inputsFile names the inputs in findings.
const inputsFile = "inputs"

var (
	inputsLimits = strictjson.Limits{Bytes: MaxInputsBytes}

	inputsMembers = []string{"facts", "evidence"}
)

// GraphInputs are what one run is given beside its plan.
type GraphInputs struct {
	// Document is one JSON object from ids of nodes to objects with their facts and
	// their evidence, each of which may be left out.
	Document    []byte
	HasDocument bool // false: no node has inputs; empty bytes are not that

	Options
}

// Options are what every node of a run is evaluated with.
type Options struct {
	Extensions []string  // that the caller supports, by name
	WorkLimit  int       // of each node: see [Inputs.WorkLimit]; of a table, the steps of [feel.Limits]
	Now        time.Time // the one clock of the run; zero: none, and then no recorded node is admitted
	Records    *Records  // what recorded nodes may consume; nil for nothing
}

// nodeInputs are what a caller gives a node.
type nodeInputs struct {
	facts       place
	hasFacts    bool
	evidence    place
	hasEvidence bool
}

// callerInputs are the inputs of a run. They are only read.
type callerInputs struct {
	doc  document
	text []byte
	node map[string]nodeInputs
}

// readInputs takes inputs apart. Findings are sorted by node.
func (g *Graph) readInputs(in GraphInputs) (*callerInputs, Findings) {
	out := &callerInputs{text: in.Document, node: map[string]nodeInputs{}}
	if !in.HasDocument {
		return out, nil
	}
	doc, fault := readDocument(inputsFile, in.Document, inputsLimits, errInputsJSON)
	if fault != nil {
		return nil, Findings{fault}
	}
	out.doc = doc
	root := place{"", doc.root}
	if root.Kind() != strictjson.Object {
		return nil, Findings{errInputsShape(doc.locate(""), root.Kind().String())}
	}
	r := inputsReader{shape{doc: doc}, g}
	for _, m := range root.Members() {
		out.node[m.Name] = r.node(m.Name, place{root.below(m.Name), m.Value})
	}
	r.found.sort()
	return out, r.found
}

type inputsReader struct {
	shape
	graph *Graph
}

func (r *inputsReader) node(id string, p place) (in nodeInputs) {
	at := func(p place) diag.Locator {
		l := r.doc.locate(p.path)
		l.Node = id
		return l
	}
	n := r.graph.nodes[id]
	switch {
	case n == nil:
		hint := ""
		if r.hints++; r.hints <= maxHints {
			hint = nearest(id, "nodes", r.graph.ids)
		}
		r.add(errInputsNode(at(p), id, hint))
		return in
	case n.kind == RecordedNode:
		r.add(errInputsRecorded(at(p), id))
		return in
	case p.Kind() != strictjson.Object:
		r.add(errInputsShape(at(p), p.Kind().String()))
		return in
	}
	members := inputsMembers
	if n.kind == TableNode {
		members = members[:1]
	}
	for _, m := range p.Members() {
		v := place{p.below(m.Name), m.Value}
		switch {
		case m.Name == "facts":
			in.facts, in.hasFacts = v, true
			if n.kind == TableNode && v.Kind() != strictjson.Object {
				r.add(errInputsShape(at(v), v.Kind().String()))
			}
		case m.Name == "evidence" && n.kind == PackNode:
			in.evidence, in.hasEvidence = v, true
			if v.Kind() != strictjson.Object {
				r.add(errInputsEvidence(at(v), v.Kind().String()))
			}
		default:
			r.add(errInputsMember(at(v), m.Name, members))
		}
	}
	return in
}

// collisions reports what a caller supplies where an edge feeds: first of facts,
// then of evidence, each by edge. Nothing is known then of what will be fed: a rule
// that waited for it would let a caller speak for a decision that stays open.
func (g *Graph) collisions(in *callerInputs) Findings {
	var facts, evidence Findings
	for i := range g.edges {
		e := &g.edges[i]
		n := in.node[e.to]
		if e.fact != "" && n.hasFacts {
			if at, what := blocked(n.facts, e.tokens); what != "" {
				facts = append(facts, errFactConflict(g.nodeAt(e.to, e.factPath()), in.doc.locate(at), e.fact, what))
			}
		}
		if e.evidence != "" && n.hasEvidence {
			if v, ok := n.evidence.member(e.evidence); ok {
				evidence = append(evidence, errEvidenceConflict(g.nodeAt(e.to, e.evidencePath()+"/id"), in.doc.locate(v.path), e.evidence))
			}
		}
	}
	return append(facts, evidence...)
}

// blocked tells what stands in the way of a feed, and where; "" if nothing does.
func blocked(facts place, tokens []string) (at, what string) {
	for i, t := range tokens {
		switch {
		case facts.Kind() == strictjson.Object:
		case i == 0:
			return facts.path, fmt.Sprintf("the facts are a JSON %s", facts.Kind())
		default:
			return facts.path, fmt.Sprintf("the facts have a JSON %s on the way to it", facts.Kind())
		}
		next, ok := facts.member(t)
		if !ok {
			return "", ""
		}
		facts = next
	}
	return facts.path, fmt.Sprintf("the facts have a JSON %s there", facts.Kind())
}
