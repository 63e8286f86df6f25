package judgment

import (
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Plan is a well-formed graph together with the bytes that it pins. It is
// immutable and may be shared by goroutines.
type Plan struct {
	graph  *Graph
	order  []string // of a run
	packs  map[string]*linkedPack
	tables map[string]*linkedTable
}

// linkedPack is the pack of a node. Nodes with one pack share it.
type linkedPack struct {
	entry *entry
	pack  *Pack            // nil if it does not conform
	err   *EvaluationError // why
}

// Link finds what the graph pins. The error is a [*Refusal]: of the findings of
// [Graph.Check], or else of every pin that the catalogue does not satisfy, by id
// of node. A pack that does not conform is no reason to refuse: it gives its own
// error where it is evaluated. A table that cannot decide is one. Recorded nodes are
// looked at when the graph runs, since what they consume ages.
func (g *Graph) Link(c *Catalogue) (*Plan, error) {
	if err := refuse(&g.pin, g.Check()); err != nil {
		return nil, err
	}
	p := &Plan{graph: g, packs: map[string]*linkedPack{}, tables: map[string]*linkedTable{}}
	p.order, _ = g.order()
	var found Findings
	loaded := map[*entry]*linkedPack{}
	for _, id := range g.ids {
		switch n := g.nodes[id]; n.kind {
		case PackNode:
			e, fault := c.resolve(n.pack, g.pinAt(id))
			if fault != nil {
				found = append(found, fault)
				continue
			}
			if loaded[e] == nil {
				loaded[e] = loadLinked(e)
			}
			p.packs[id] = loaded[e]
		case TableNode:
			t, faults := g.linkTable(id, c)
			found = append(found, faults...)
			p.tables[id] = t
		}
	}
	if err := refuse(&g.pin, found); err != nil {
		return nil, err
	}
	return p, nil
}

// pinAt gives the places of what is below the pin of a node, for messages.
func (g *Graph) pinAt(id string) func(below string) diag.Locator {
	return func(below string) diag.Locator { return g.nodeAt(id, nodePath(id, string(g.nodes[id].kind))+below) }
}

func loadLinked(e *entry) *linkedPack {
	pack, err := LoadPack(e.name, e.bytes)
	return &linkedPack{e, pack, evaluationError(err)}
}

// Check compares the feeds of evidence with the packs that they feed: of nodes
// whose pack cannot be read, by id, and then of edges by index. It is for
// whoever writes a graph: a run does not look at it, since there a bad pack shows
// as the error of its node.
func (p *Plan) Check() Findings {
	var found Findings
	g := p.graph
	declared := map[string][]string{}
	unread := map[string]bool{}
	for _, id := range g.ids {
		if !slices.ContainsFunc(g.into[id], func(e *edge) bool { return e.evidence != "" }) {
			continue
		}
		e := p.packs[id].entry
		requirements, ok := declaredRequirements(e)
		if !ok {
			unread[id] = true
			found = append(found, errPackUnreadable(g.nodeAt(id, nodePath(id)), e))
		}
		declared[id] = requirements
	}
	for i := range g.edges {
		e := &g.edges[i]
		if e.evidence != "" && !unread[e.to] && !slices.Contains(declared[e.to], e.evidence) {
			found = append(found, errEvidenceUndeclared(g.at(e.evidencePath()+"/id"), e.evidence, e.to, declared[e.to]))
		}
	}
	return found
}

// declaredRequirements gives the ids of the evidence requirements of a pack, which
// need not conform. False means that the bytes are no pack at all.
func declaredRequirements(e *entry) ([]string, bool) {
	root, err := strictjson.Parse(e.bytes, strictjson.Limits{})
	if err != nil || root.Kind() != strictjson.Object {
		return nil, false
	}
	var ids []string
	requirements, _ := root.Get("evidenceRequirements")
	for _, r := range requirements.Items() {
		if id, ok := r.Get("id"); ok && id.Kind() == strictjson.String {
			ids = append(ids, id.Text())
		}
	}
	return ids, true
}

// Advice tells, by edge, which fed facts no condition of the target reads, and of
// those that are read which outcomes of the upstream nothing compares with. It is
// never a fault: each has the severity of a warning.
func (p *Plan) Advice() Findings {
	var found Findings
	for i := range p.graph.edges {
		if e := &p.graph.edges[i]; e.fact != "" {
			found = append(found, p.adviseFact(e)...)
		}
	}
	return found
}

func (p *Plan) adviseFact(e *edge) Findings {
	var read, whole bool // at all; with what stands around it
	var compared []string
	if t := p.tables[e.to]; t != nil {
		read, whole, compared = t.reads(e.tokens)
	} else if pack := p.packs[e.to].pack; pack != nil {
		read, whole, compared = pack.reads(e.tokens)
	} else {
		return nil
	}
	at := p.graph.at(e.factPath())
	if !read {
		return Findings{warnFactUnread(at, e.fact, e.to)}
	}
	var found Findings
	for _, o := range p.outcomes(e.from) {
		if !whole && !slices.Contains(compared, o) {
			found = append(found, warnOutcomeUnread(at, o, e.from, e.fact, e.to))
		}
	}
	return found
}

// outcomes gives those that the node declares; none if that is not known.
func (p *Plan) outcomes(id string) []string {
	if t := p.tables[id]; t != nil {
		return t.outcomes()
	}
	if pack := p.packs[id]; pack != nil && pack.pack != nil {
		return pack.pack.outcomes
	}
	return nil
}

// reads tells whether conditions read what tokens lead to, whether with what stands
// around it, and what they compare it with.
func (p *Pack) reads(tokens []string) (read, whole bool, compared []string) {
	p.factConditions(func(c *condition) {
		n := min(len(c.tokens), len(tokens))
		if !slices.Equal(c.tokens[:n], tokens[:n]) {
			return
		}
		read = true
		whole = whole || len(c.tokens) < len(tokens)
		if len(c.tokens) == len(tokens) {
			compared = append(compared, c.operand.Text())
			if c.operator == in {
				for _, v := range c.operand.Items() {
					compared = append(compared, v.Text())
				}
			}
		}
	})
	return read, whole, compared
}

// reads is [Pack.reads] of a table, whose cells are known to compare with certain
// values only where the input lists what it takes.
func (t *linkedTable) reads(tokens []string) (read, whole bool, compared []string) {
	for _, ref := range t.program.Refs() {
		path := strings.Split(ref, ".")
		n := min(len(path), len(tokens))
		read = read || slices.Equal(path[:n], tokens[:n])
	}
	whole = true
	for _, in := range t.program.Table().Inputs {
		if in.Values == nil || strings.TrimSpace(in.Expression.Text) != strings.Join(tokens, ".") {
			continue
		}
		whole = false
		for _, v := range in.Values {
			compared = append(compared, outcomeID(v))
		}
	}
	return read, whole, compared
}
