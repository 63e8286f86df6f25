package judgment

import (
	"encoding/json"
	"math"
	"time"

	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Composite is the result of a run of a graph. It has no times, no paths of files
// and no facts: the same graph, catalogue and inputs give the same bytes
// everywhere.
type Composite struct {
	Graph         Pin            `json:"graph"`
	ResultNode    string         `json:"resultNode"`
	Disposition   Disposition    `json:"disposition"` // of ResultNode
	HandoffTarget *HandoffTarget `json:"handoffTarget,omitempty"`
	Handoffs      []Handoff      `json:"handoffs"` // of every node that requests one, in the order of the run
	Nodes         []NodeResult   `json:"nodes"`    // in the order of the run
}

// Origin says when a handoff was requested.
type Origin string

// The origins.
const (
	Evaluated Origin = "evaluated" // by this run
	Recorded  Origin = "recorded"  // when a verdict that this run consumes was made; nobody must ask again
)

// Handoff is a request of a node that someone else decide.
type Handoff struct {
	Node        string         `json:"node"`
	Origin      Origin         `json:"origin"`
	TriggeredBy []Reason       `json:"triggeredBy"`
	Target      *HandoffTarget `json:"target,omitempty"` // nil if the pack names none
}

// NodeResult is what a node came to, and what it was fed. Members that its kind
// does not have are zero, and left out of JSON.
type NodeResult struct {
	Node string   `json:"node"`
	Kind NodeKind `json:"kind"`

	Pack  Pin `json:"pack,omitzero"`  // of a PackNode
	Table Pin `json:"table,omitzero"` // of a TableNode

	// Of a RecordedNode: the digest of the record, what made the verdict, and since
	// when it may be out of date. A stale verdict is withheld: the node has no
	// disposition.
	Record  string    `json:"record,omitempty"`
	Subject Pin       `json:"subject,omitzero"`
	Basis   time.Time `json:"basis,omitzero"`
	Stale   bool      `json:"stale,omitempty"`

	FactFeeds     []FactFeed     `json:"factFeeds,omitzero"`     // in the order of the document; nil of a RecordedNode
	EvidenceFeeds []EvidenceFeed `json:"evidenceFeeds,omitzero"` // likewise
	Disposition   Disposition    `json:"disposition,omitzero"`
	HandoffTarget *HandoffTarget `json:"handoffTarget,omitempty"`
	Trace         []TraceEntry   `json:"trace,omitzero"` // nil of a RecordedNode
}

// subject is what decides at the node.
func (n *NodeResult) subject() Pin {
	switch n.Kind {
	case TableNode:
		return n.Table
	case RecordedNode:
		return n.Subject
	}
	return n.Pack
}

// FactFeed is what an edge did to the facts of a node.
type FactFeed struct {
	From     string `json:"from"`
	Pointer  string `json:"pointer"`
	Injected bool   `json:"injected"`        // false: the upstream has no outcome
	Value    string `json:"value,omitempty"` // the upstream's outcome
}

// EvidenceFeed is the presence that an edge gave to a requirement of a node.
type EvidenceFeed struct {
	From        string   `json:"from"`
	Requirement string   `json:"requirement"`
	State       Presence `json:"state"`
}

// add appends the result of a node.
func (c *Composite) add(n NodeResult) {
	origin := Recorded
	if n.Kind != RecordedNode {
		origin = Evaluated
		n.Trace = append([]TraceEntry{}, n.Trace...)
	}
	c.Nodes = append(c.Nodes, n)
	if n.Node == c.ResultNode {
		c.Disposition, c.HandoffTarget = n.Disposition, n.HandoffTarget
	}
	if n.Disposition.HandoffRequested() {
		c.Handoffs = append(c.Handoffs, Handoff{n.Node, origin, n.Disposition.TriggeredBy, n.HandoffTarget})
	}
}

// MarshalJSON writes the composite with its format, "spine.graph-result/1".
func (c *Composite) MarshalJSON() ([]byte, error) {
	type members Composite
	return json.Marshal(struct {
		Format      string `json:"format"`
		Label       string `json:"label"`
		SpecVersion string `json:"specVersion"`
		*members
	}{"spine.graph-result/1", "composed by spine; not an artifact of JPS", specVersion, (*members)(c)})
}

// Canonical gives the composite as canonical JSON (RFC 8785).
func (c *Composite) Canonical() []byte { return canonical(c) }

// canonical gives the canonical text of what this package writes. It always has
// one: there are no numbers in it, and no text that is not UTF-8.
func canonical(v json.Marshaler) []byte {
	const all = math.MaxInt32
	text, _ := v.MarshalJSON()
	root, _ := strictjson.Parse(text, strictjson.Limits{Bytes: all, Values: all, String: all})
	n, _ := canon.FromJSON(root)
	out, _ := n.Append(nil)
	return out
}
