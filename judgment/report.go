package judgment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/decision-spine/spine/diag"
)

// Status says whether what was expected came.
type Status string

// The statuses.
const (
	Passed   Status = "passed"
	Mismatch Status = "mismatch"
)

// Report is what came of rows.
type Report struct {
	Graph    Pin         `json:"graph"`
	Status   Status      `json:"status"`   // Passed if that of every row is
	Rows     []RowReport `json:"rows"`     // in the order of the document
	Coverage []Probe     `json:"coverage"` // changes no status
}

// RowReport is what came of a row.
type RowReport struct {
	ID          string       `json:"id"`
	Status      Status       `json:"status"`
	Differences []Difference `json:"differences,omitempty"`
}

// Difference is an expectation that was not met. Both texts are canonical JSON if
// what they stand for has any.
type Difference struct {
	Expectation string `json:"expectation"`    // the member of the row
	Node        string `json:"node,omitempty"` // of an expectation by node
	Expected    string `json:"expected"`
	Actual      string `json:"actual"`
	Detail      string `json:"detail,omitempty"` // why nothing could meet it
}

// Test runs the graph once for each row. Rows say nothing about what nodes are
// evaluated with: opts does. The verdicts of recorded nodes are looked up once.
func (p *Plan) Test(ctx context.Context, rows *Rows, opts Options) *Report {
	verdicts, found := p.graph.admit(opts)
	refusal := refuse(&p.graph.pin, found)
	r := &Report{Graph: p.graph.pin, Status: Passed, Rows: []RowReport{}, Coverage: p.coverage(rows, opts, verdicts)}
	for _, c := range rows.cases {
		composite, err := (*Composite)(nil), refusal
		if refusal == nil {
			composite, err = p.run(ctx, GraphInputs{Document: c.inputs, HasDocument: true, Options: opts}, verdicts)
		}
		row := RowReport{ID: c.id, Status: Passed, Differences: c.differences(p.graph, composite, err)}
		if row.Differences != nil {
			row.Status, r.Status = Mismatch, Mismatch
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

// differences compares what a row expects with the result of its run, of which one
// is nil.
func (c *row) differences(g *Graph, composite *Composite, err error) []Difference {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return c.refused(refusal)
	}
	if c.disposition == nil {
		return []Difference{c.unmet(string(composite.Disposition.Canonical()))}
	}
	var out []Difference
	nodes := map[string]*NodeResult{}
	for i := range composite.Nodes {
		nodes[composite.Nodes[i].Node] = &composite.Nodes[i]
	}
	compare := func(expectation string, e expectedDisposition, have *NodeResult) {
		d := Difference{Expectation: expectation, Node: e.node, Expected: e.text}
		switch {
		case have == nil:
			d.Detail = noNode(e.node, g)
		case have.Stale:
			d.Detail = fmt.Sprintf("the verdict of %q is stale and withheld: there is no disposition", e.node)
		case e.err != nil:
			d.Detail = "no legal disposition: " + e.err.Error()
			d.Actual = string(have.Disposition.Canonical())
		default:
			d.Expected, d.Actual = string(e.value.Canonical()), string(have.Disposition.Canonical())
			if d.Expected == d.Actual {
				return
			}
		}
		out = append(out, d)
	}
	target := func(expectation string, e expectedTarget, have *NodeResult) {
		d := Difference{Expectation: expectation, Node: e.node, Expected: e.target.text()}
		if have == nil {
			d.Detail = noNode(e.node, g)
		} else if d.Actual = have.HandoffTarget.text(); d.Expected == d.Actual {
			return
		}
		out = append(out, d)
	}
	headline := nodes[g.result]
	compare("expectedDisposition", *c.disposition, headline)
	for _, e := range c.nodes {
		compare("expectedNodes", e, nodes[e.node])
	}
	if c.target != nil {
		target("expectedHandoffTarget", *c.target, headline)
	}
	for _, e := range c.nodeTargets {
		target("expectedNodeHandoffTargets", e, nodes[e.node])
	}
	return out
}

func noNode(name string, g *Graph) string {
	return fmt.Sprintf("there is no node %q: %s", name, nearest(name, "nodes", g.ids))
}

// text is the canonical JSON of a target, null for none.
func (t *HandoffTarget) text() string {
	if t == nil {
		return "null"
	}
	return string(canonical(jsonOf{t}))
}

// jsonOf is a value that encoding/json writes.
type jsonOf struct{ v any }

func (j jsonOf) MarshalJSON() ([]byte, error) { return json.Marshal(j.v) }

// refused compares what a row expects with a refusal. Only the error of a node has
// a class; the code may be that of any refusal.
func (c *row) refused(refusal *Refusal) []Difference {
	f := refusal.Findings[0]
	switch {
	case c.class != nil:
		if f.Class != "" && *c.class == string(f.Class) && (c.phase == nil || *c.phase == string(f.Phase)) {
			return nil
		}
	case c.refusal != nil:
		if diag.Code(c.refusal.code) == f.Fault.Code && (c.refusal.node == nil || *c.refusal.node == f.Fault.At.Node) {
			return nil
		}
	}
	return []Difference{c.unmet(string(canonical(f)))}
}

// unmet is the difference of a row whose run ended in another way than it expects.
func (c *row) unmet(actual string) Difference {
	d := Difference{Actual: actual}
	switch {
	case c.disposition != nil:
		d.Expectation, d.Expected = "expectedDisposition", c.disposition.text
		if c.disposition.err == nil {
			d.Expected = string(c.disposition.value.Canonical())
		}
	case c.class != nil:
		d.Expectation, d.Expected = "expectedErrorClass", *c.class
		if c.phase != nil {
			d.Expected += " in " + *c.phase
		}
	case c.refusal != nil:
		d.Expectation, d.Expected = "expectedRefusal", c.refusal.code
		if c.refusal.node != nil {
			d.Expected += " at " + *c.refusal.node
		}
	}
	return d
}

// MarshalJSON writes the report with its format, "spine.graph-report/1".
func (r *Report) MarshalJSON() ([]byte, error) {
	type members Report
	return json.Marshal(struct {
		Format string `json:"format"`
		*members
	}{"spine.graph-report/1", (*members)(r)})
}

// Canonical gives the report as canonical JSON (RFC 8785).
func (r *Report) Canonical() []byte { return canonical(r) }
