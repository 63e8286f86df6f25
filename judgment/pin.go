package judgment

import (
	"cmp"
	"maps"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Repin gives the bytes of the graph with the digests of what the catalogue has
// for the pinned ids and versions; nothing but digests differs. A digest that the
// catalogue satisfies stays. A file of a table is what lies beside the table; the
// schema of a gate, which has no name, is not pinned anew, and neither is a record.
// The error is a [*Refusal] of every pin, by id of node, whose id and version the
// catalogue does not have or has several times, or whose digest is that of another
// document, and of every file and schema that it does not have.
func (g *Graph) Repin(c *Catalogue) ([]byte, error) {
	type edit struct {
		digest strictjson.Value // in the text
		to     string
	}
	var found Findings
	var edits []edit
	write := func(at diag.Locator, e *entry, fault *Finding) {
		if fault != nil {
			found = append(found, fault)
			return
		}
		digest, _ := strictjson.Lookup(g.doc.root, at.Path)
		edits = append(edits, edit{digest, e.digest})
	}
	for _, id := range g.ids {
		n, at := g.nodes[id], g.pinAt(id)
		switch n.kind {
		case PackNode:
			e, fault := c.repin(n.pack, at)
			write(at("/digest"), e, fault)
		case TableNode:
			table, fault := c.repin(n.table.Pin, at)
			write(at("/digest"), table, fault)
			for _, name := range slices.Sorted(maps.Keys(n.table.Files)) {
				place, digest := at(strictjson.Pointer("files", name)), n.table.Files[name]
				e := cmp.Or(c.byDigest[digest], c.beside(table, name))
				var missing *Finding
				if e == nil {
					missing = errFileDangling(place, digest, nil)
				}
				write(place, e, missing)
			}
			if digest := n.table.Gate; digest != "" && c.byDigest[digest] == nil {
				found = append(found, errFileDangling(g.nodeAt(id, n.table.gatePath), digest, nil))
			}
		}
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

// repin is [Catalogue.resolve], for which the one document with the id and the
// version will do as well.
func (c *Catalogue) repin(pin Pin, at func(below string) diag.Locator) (*entry, *Finding) {
	e, fault := c.resolve(pin, at)
	if fault == nil || fault.Fault.Code != GraphDigestDrift {
		return e, fault
	}
	have := c.versioned(pin.ID, pin.Version)
	if len(have) != 1 {
		return nil, errPinAmbiguous(at("/digest"), pin, have)
	}
	return have[0], nil
}
