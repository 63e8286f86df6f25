package drd

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/graph"
)

// Plan is the order in which a workflow runs. It is immutable.
type Plan struct {
	Workflow  *Workflow
	Edges     []*Edge  // all run first
	Decisions []Node   // policy and human nodes, each after what it reads; ids break ties
	Sinks     []string // the decisions that no node reads: what is determined
}

// Compile orders a loaded workflow.
func Compile(w *Workflow) (*Plan, error) {
	order, _ := graph.Order(w.ids(), w.inputsOf)
	p := &Plan{Workflow: w}
	read := map[string]bool{}
	for _, n := range w.Nodes {
		for _, in := range n.Inputs() {
			read[in] = true
		}
	}
	for _, id := range order {
		switch n := w.Node(id).(type) {
		case *Edge:
			p.Edges = append(p.Edges, n)
		case *Policy, *Human:
			p.Decisions = append(p.Decisions, n)
			if !read[id] {
				p.Sinks = append(p.Sinks, id)
			}
		}
	}
	return p, nil
}

func (w *Workflow) ids() []string {
	ids := make([]string, len(w.Nodes))
	for i, n := range w.Nodes {
		ids[i] = n.ID()
	}
	return ids
}

// inputsOf gives what a node waits for. An edge waits for no node: that it names
// one is a fault of its own, and no cycle.
func (w *Workflow) inputsOf(id string) []string {
	n := w.Node(id)
	if n == nil || isEdge(n) {
		return nil
	}
	return n.Inputs()
}

// NotExecuted gives what the workflow says and this version does not execute, by
// name and with its place: such a workflow loads, and is refused when it is run.
func (w *Workflow) NotExecuted() diag.List {
	var out diag.List
	add := func(at diag.Locator, what string) { out = append(out, errNotExecuted(at, what)) }
	if w.AsOf != "" {
		add(w.at, "`as_of`")
	}
	for _, n := range w.Nodes {
		switch n := n.(type) {
		case *Edge:
			if n.Attempts > 1 {
				add(n.at, "`attempts` above 1")
			}
		case *Policy:
			if n.Tables != nil {
				add(n.at, "a list of tables")
			}
		case *Human:
			if n.Draft != "" {
				add(n.at, "`draft`")
			}
			if n.Expires != 0 {
				add(n.at, "`expires`")
			}
		}
		for _, t := range Tables(n) {
			if t.Program.Table().HasEffective() {
				add(n.Place(), "`effective` in "+t.File)
			}
		}
	}
	return out
}

// Unreviewed gives the generated tables that nobody has reviewed: a workflow with
// one is refused when it is run.
func (w *Workflow) Unreviewed() diag.List {
	var out diag.List
	for _, n := range w.Nodes {
		for _, t := range Tables(n) {
			if t.Program.Table().Unreviewed() {
				out = append(out, errUnreviewed(n.Place(), t.Program.Table()))
			}
		}
	}
	return out
}
