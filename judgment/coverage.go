package judgment

import (
	"fmt"
	"slices"
)

// Probe is something that a node or an edge can come to, and the first row that
// expects it.
type Probe struct {
	Probe  string     `json:"probe"` // node:ID:outcome:X, node:ID:REASON, edge:I:resolved, edge:I:unresolved
	Status ProbeState `json:"status"`
	Row    string     `json:"row,omitempty"` // its id
}

// ProbeState says whether a row expects what a probe stands for.
type ProbeState string

// The states. A probe may be missing because no inputs lead to it: that is for
// whoever knows the policy to say.
const (
	Covered ProbeState = "covered"
	Missing ProbeState = "missing"
)

// coverage tells what rows expect, whatever came of them: what nodes can come to,
// in the order of a run, and then what edges can carry, in document order.
//
// verdicts are those of recorded nodes. Nothing is probed of these, but their edges
// carry what they say, and both if it can be withheld.
func (p *Plan) coverage(rows *Rows, opts Options, verdicts map[string]*verdict) []Probe {
	witnesses := rows.witnesses(p.graph.result)
	out := []Probe{}
	probe := func(name, node string, shows func(Disposition) bool) {
		pr := Probe{Probe: name, Status: Missing}
		for _, w := range witnesses[node] {
			if shows(w.disposition) {
				pr.Status, pr.Row = Covered, w.row
				break
			}
		}
		out = append(out, pr)
	}
	outcomes, reasons := map[string]bool{}, map[string]bool{} // nodes that can have such
	for _, id := range p.order {
		if v := verdicts[id]; v != nil {
			outcomes[id] = v.recorded == Outcome || p.graph.nodes[id].recorded.withhold
			reasons[id] = v.recorded != Outcome || p.graph.nodes[id].recorded.withhold
			continue
		}
		reachable, possible := p.possible(id, opts)
		for _, o := range reachable {
			outcomes[id] = true
			probe("node:"+id+":outcome:"+o, id, func(d Disposition) bool { return d.Kind == Outcome && d.OutcomeID == o })
		}
		for _, r := range possible {
			reasons[id] = true
			probe("node:"+id+":"+string(r), id, func(d Disposition) bool { return slices.Contains(d.Reasons, r) })
		}
	}
	for i, e := range p.graph.edges {
		if outcomes[e.from] {
			probe(fmt.Sprintf("edge:%d:resolved", i), e.from, func(d Disposition) bool { return d.Kind == Outcome })
		}
		if reasons[e.from] {
			probe(fmt.Sprintf("edge:%d:unresolved", i), e.from, func(d Disposition) bool { return d.Kind != Outcome })
		}
	}
	return out
}

// possible gives the outcomes and reasons that a pack or a table can come to; none
// if it cannot be evaluated.
func (p *Plan) possible(id string, opts Options) ([]string, []Reason) {
	if t := p.tables[id]; t != nil {
		return t.reachable(), t.reasons()
	}
	linked := p.packs[id]
	if linked == nil || linked.pack == nil || len(linked.pack.unsupported(opts.Extensions)) > 0 {
		return nil, nil
	}
	return linked.pack.reachable(), linked.pack.reasons(p.graph.into[id])
}

// witness is a legal disposition that a row expects.
type witness struct {
	row         string
	disposition Disposition
}

// witnesses gives those of each node, in the order of the rows.
func (r *Rows) witnesses(result string) map[string][]witness {
	out := map[string][]witness{}
	for _, c := range r.cases {
		if c.disposition == nil {
			continue
		}
		add := func(node string, e expectedDisposition) {
			if e.err == nil {
				out[node] = append(out[node], witness{c.id, e.value})
			}
		}
		add(result, *c.disposition)
		for _, e := range c.nodes {
			add(e.node, e)
		}
	}
	return out
}

// reachable gives the outcomes that something of the pack names, in the order of
// their declaration.
func (p *Pack) reachable() []string {
	named := map[string]bool{p.fallback: true}
	for _, o := range p.ruled() {
		named[o] = true
	}
	for _, o := range p.forced() {
		named[o] = true
	}
	return slices.DeleteFunc(slices.Clone(p.outcomes), func(o string) bool { return !named[o] })
}

// ruled gives the different outcomes of the rules.
func (p *Pack) ruled() []string {
	var out []string
	for _, r := range p.rules {
		out = append(out, r.outcome)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// forced gives the different outcomes of the exceptions.
func (p *Pack) forced() []string {
	var out []string
	for _, x := range p.exceptions {
		if x.effect == forceOutcome {
			out = append(out, x.outcome)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reasons gives the reasons that the pack can have, fed by edges: a requirement
// that is fed is present, or what its edge says.
func (p *Pack) reasons(feeds []*edge) []Reason {
	var absent, unknown, escalates bool
	for _, r := range p.requirements {
		if !r.required {
			continue
		}
		fed := slices.IndexFunc(feeds, func(e *edge) bool { return e.evidence == r.id })
		absent = absent || fed < 0 || feeds[fed].onUnresolved == Absent
		unknown = unknown || fed < 0 || feeds[fed].onUnresolved == PresenceUnknown
	}
	for _, r := range p.rules {
		unknown = unknown || r.onUnknown == escalateUnknown
	}
	for _, x := range p.exceptions {
		unknown = unknown || x.onUnknown == escalateUnknown
		escalates = escalates || x.effect == escalate
	}
	var out []Reason
	for _, c := range []struct {
		can    bool
		reason Reason
	}{
		{p.applicability != nil, ReasonNotApplicable},
		{absent, ReasonMissingRequiredEvidence},
		{unknown || p.applicability != nil, ReasonUnknown},
		{len(p.ruled()) > 1 || len(p.forced()) > 1, ReasonConflict},
		{escalates, ReasonExceptionEscalation},
		{p.fallback == "", ReasonNoMatch},
	} {
		if c.can {
			out = append(out, c.reason)
		}
	}
	return out
}
