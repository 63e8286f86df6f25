package judgment

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/decision-spine/spine/internal/source"
)

// Description is what a graph does, told without doing it: no condition is looked
// at, and there is no disposition in it.
type Description struct {
	Graph      Pin    `json:"graph"`
	ResultNode string `json:"resultNode"`
	Steps      []Step `json:"steps"` // in the order of a run
}

// Step is a node of a description.
type Step struct {
	Node     string       `json:"node"`
	Kind     NodeKind     `json:"kind"`
	Pack     *Pin         `json:"pack,omitempty"`
	Table    *TableRef    `json:"table,omitempty"`
	Recorded *RecordedRef `json:"recorded,omitempty"`
	Pin      PinState     `json:"pin"`                // with the files and the gate of a table
	Identity *Identity    `json:"identity,omitempty"` // what the pinned bytes say they are
	Detail   string       `json:"detail,omitempty"`   // why there is no identity
	Feeds    []Feed       `json:"feeds"`              // in document order; of an edge with both devices the fact first
}

// RecordedRef is a verdict that has been made, and is consumed.
type RecordedRef struct {
	Record  string `json:"record"`  // digest
	Node    string `json:"node"`    // of the recorded run
	Subject Pin    `json:"subject"` // what must have made the verdict
	MaxAge  string `json:"maxAge"`
	OnStale string `json:"onStale"` // refuse or withhold
}

// Identity is the id and version that a document says it has.
type Identity struct {
	ID      string `json:"id"`
	Version string `json:"version"`
}

// PinState says whether a catalogue has what a pin pins.
type PinState string

// The states.
const (
	PinVerified PinState = "verified"
	PinDrift    PinState = "drift"    // the catalogue has something else under the pin's names or digest
	PinDangling PinState = "dangling" // it has nothing of it
	PinUnread   PinState = "unread"   // there is no catalogue, or the node is recorded
)

// Feed is a device of an edge: of a fact the pointer, or of evidence the
// requirement and what it is without an outcome.
type Feed struct {
	From         string   `json:"from"`
	Fact         string   `json:"fact,omitempty"`
	Evidence     string   `json:"evidence,omitempty"`
	OnUnresolved Presence `json:"onUnresolved,omitempty"`
}

// Describe tells what a run of the graph would do, with the packs of a catalogue or,
// if c is nil, without. A pack or table that is missing, another one, or malformed is told
// in its step. The error is a [*Refusal] of the findings of [Graph.Check].
func (g *Graph) Describe(c *Catalogue) (*Description, error) {
	if err := refuse(&g.pin, g.Check()); err != nil {
		return nil, err
	}
	d := &Description{Graph: g.pin, ResultNode: g.result}
	order, _ := g.order()
	for _, id := range order {
		s := Step{Node: id, Kind: g.nodes[id].kind, Pin: PinUnread, Feeds: g.feeds(id)}
		n := g.nodes[id]
		switch n.kind {
		case PackNode:
			pin := n.pack
			s.Pack = &pin
			s.describePin(g, c, pin)
		case TableNode:
			table := n.table
			table.Files = maps.Clone(table.Files)
			s.Table = &table
			s.describePin(g, c, n.table.Pin)
			s.describeFiles(c)
		case RecordedNode:
			s.Recorded = n.recorded.described()
			s.Detail = "what a record says is looked at when the graph runs"
		}
		d.Steps = append(d.Steps, s)
	}
	return d, nil
}

func (r *recordedRef) described() *RecordedRef {
	onStale := "refuse"
	if r.withhold {
		onStale = "withhold"
	}
	return &RecordedRef{r.record, r.node, r.subject, ageText(r.maxAge), onStale}
}

func (s *Step) describePin(g *Graph, c *Catalogue, pin Pin) {
	if c == nil {
		s.Detail = "there is no catalogue"
		return
	}
	e, fault := c.resolve(pin, g.pinAt(s.Node))
	switch {
	case fault == nil:
		s.Pin = PinVerified
	case fault.Fault.Code == GraphReferenceDangling:
		s.Pin = PinDangling
	default:
		s.Pin = PinDrift
	}
	if e == nil {
		e = c.byDigest[pin.Digest]
	}
	switch {
	case e == nil:
		s.Detail = fault.Fault.Message
	case e.identity != nil:
		s.Identity = e.identity
	case s.Kind == TableNode:
		s.Detail = "the pinned bytes are no table with an id and a version"
	case e.unread != "":
		s.Detail = "the pinned bytes are no JSON: " + e.unread
	default:
		s.Detail = "the pinned bytes are JSON without an id and a version"
	}
}

// describeFiles tells of the first file that the catalogue does not have.
func (s *Step) describeFiles(c *Catalogue) {
	if c == nil || s.Pin != PinVerified {
		return
	}
	missing := func(what, digest string) bool {
		if c.byDigest[digest] != nil {
			return false
		}
		s.Pin, s.Detail = PinDangling, fmt.Sprintf("the catalogue has no %s with the digest %s", what, digest)
		return true
	}
	for _, name := range slices.Sorted(maps.Keys(s.Table.Files)) {
		if missing(source.Quote(name), s.Table.Files[name]) {
			return
		}
	}
	if s.Table.Gate != "" {
		missing("schema", s.Table.Gate)
	}
}

// feeds gives what the edges feed to a node, in document order.
func (g *Graph) feeds(id string) []Feed {
	out := []Feed{}
	for _, e := range g.into[id] {
		if e.fact != "" {
			out = append(out, Feed{From: e.from, Fact: e.fact})
		}
		if e.evidence != "" {
			out = append(out, Feed{From: e.from, Evidence: e.evidence, OnUnresolved: e.onUnresolved})
		}
	}
	return out
}

// MarshalJSON writes the description with its format, "spine.graph-plan/1".
func (d *Description) MarshalJSON() ([]byte, error) {
	type members Description
	return json.Marshal(struct {
		Format string `json:"format"`
		*members
	}{"spine.graph-plan/1", (*members)(d)})
}

// Canonical gives the description as canonical JSON (RFC 8785).
func (d *Description) Canonical() []byte { return canonical(d) }
