package judgment

import (
	"slices"

	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Repin gives the bytes of the graph with the digests of what the catalogue has
// for the pinned ids and versions; nothing but digests differs. A digest that the
// catalogue satisfies stays. The error is a [*Refusal] of every pin, by id of
// node, whose id and version the catalogue does not have or has several times, or
// whose digest is that of another document.
func (g *Graph) Repin(c *Catalogue) ([]byte, error) {
	type edit struct {
		digest strictjson.Value // in the text
		to     string
	}
	var found Findings
	var edits []edit
	for _, id := range g.ids {
		n := g.nodes[id]
		if n.kind != PackNode {
			continue
		}
		at := g.pinAt(id)
		e, fault := c.resolve(n.pack, at)
		if fault != nil && fault.Fault.Code == GraphDigestDrift {
			have := c.versioned(n.pack.ID, n.pack.Version)
			if len(have) == 1 {
				e, fault = have[0], nil
			} else {
				fault = errPinAmbiguous(at("/digest"), n.pack, have)
			}
		}
		if fault != nil {
			found = append(found, fault)
			continue
		}
		digest, _ := strictjson.Lookup(g.doc.root, at("/digest").Path)
		edits = append(edits, edit{digest, e.digest})
	}
	if err := refuse(&g.pin, found); err != nil {
		return nil, err
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.digest.Offset() - b.digest.Offset() })
	var out []byte
	text, from := g.text, 0
	for _, e := range edits {
		if e.digest.Text() == e.to {
			continue // also if it is written with escapes
		}
		out = append(out, text[from:e.digest.Offset()]...)
		out = canon.AppendString(out, e.to)
		from = e.digest.End()
	}
	return append(out, text[from:]...), nil
}
