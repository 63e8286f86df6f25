package judgment

import (
	"slices"

	"github.com/decision-spine/spine/internal/graph"
)

// maxFactTokens is how deep a fed fact may lie.
const maxFactTokens = 64

// Check tells whether the graph is well-formed, which is a property of the
// document alone: no pack and no file is read. Every finding is reported: those of
// edges by index, then that of the result, then cycles, each a strongly connected
// component of two or more nodes, by their first nodes.
func (g *Graph) Check() Findings {
	var found Findings
	add := func(f *Finding) { found = append(found, f) }
	for i := range g.edges {
		g.checkEdge(i, add)
	}
	switch result := g.nodes[g.result]; {
	case result == nil:
		add(errResultNode(g.at("/result"), g.result, g.ids))
	case result.kind == RecordedNode:
		add(errResultRecorded(g.at("/result"), g.result))
	}
	_, cycles := g.order()
	for _, members := range cycles {
		add(errCycle(g.at("/edges"), members))
	}
	return found
}

// order gives the ids in the order of a run: repeatedly the smallest, by bytes, of
// those whose upstreams are done; or else the cycles.
func (g *Graph) order() ([]string, [][]string) {
	return graph.Order(g.ids, func(id string) []string {
		var upstreams []string
		for _, e := range g.into[id] {
			if e.from != id {
				upstreams = append(upstreams, e.from)
			}
		}
		return upstreams
	})
}

func (g *Graph) checkEdge(i int, add func(*Finding)) {
	e := &g.edges[i]
	from, to := g.nodes[e.from], g.nodes[e.to]
	if from == nil {
		add(errEdgeEndpoint(g.at(e.path+"/from"), e.from, g.ids))
	}
	if to == nil {
		add(errEdgeEndpoint(g.at(e.path+"/to"), e.to, g.ids))
	} else {
		if e.from == e.to {
			add(errEdgeSelf(g.at(e.path), e.to))
		}
		if to.kind == RecordedNode {
			add(errEdgeIntoRecorded(g.at(e.path+"/to"), e.to))
		}
		if to.kind == TableNode && e.evidence != "" {
			add(errEvidenceIntoTable(g.at(e.evidencePath()), e.to))
		}
	}
	var earlier []*edge // into the same declared node
	for j := range i {
		if to != nil && g.edges[j].to == e.to {
			earlier = append(earlier, &g.edges[j])
		}
	}
	if e.fact != "" {
		g.checkFact(e, earlier, add)
	}
	if e.evidence != "" {
		for _, o := range earlier {
			if o.evidence == e.evidence {
				add(errEvidenceDuplicate(g.at(e.evidencePath()+"/id"), g.at(o.evidencePath()+"/id"), e.evidence, e.to))
				break
			}
		}
	}
}

// checkFact compares pointers by their tokens: as texts, "/a" is a prefix of
// "/ab".
func (g *Graph) checkFact(e *edge, earlier []*edge, add func(*Finding)) {
	var same, overlaps *edge
	for _, o := range earlier {
		n := min(len(o.tokens), len(e.tokens))
		switch {
		case n == 0 || !slices.Equal(o.tokens[:n], e.tokens[:n]):
		case len(o.tokens) != len(e.tokens):
			if overlaps == nil {
				overlaps = o
			}
		case same == nil:
			same = o
		}
	}
	if same != nil {
		add(errFactDuplicate(g.at(e.factPath()), g.at(same.factPath()), e.fact, e.to))
	}
	if len(e.tokens) > maxFactTokens {
		add(errFactDepth(g.at(e.factPath()), len(e.tokens)))
	}
	if overlaps != nil {
		add(errFactOverlap(g.at(e.factPath()), g.at(overlaps.factPath()), e.fact, overlaps.fact))
	}
}
