package judgment

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// What a graph may have.
const (
	MaxGraphBytes = 1 << 20
	MaxNodes      = 64
	MaxEdges      = 256

	graphFormat = "spine.graph/1"
)

var graphLimits = strictjson.Limits{Bytes: MaxGraphBytes}

// Graph is a graph document that has its shape. Whether it is well-formed,
// [Graph.Check] tells. It is immutable and may be shared by goroutines.
type Graph struct {
	doc    document
	text   []byte
	pin    Pin
	nodes  map[string]*node
	ids    []string // of the nodes, sorted by bytes
	edges  []edge
	into   map[string][]*edge // by target, in document order
	result string
}

// Pin names a document: what is meant by id and version, and what it is by the
// digest of its exact bytes, as [record.Digest] writes it.
type Pin struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// NodeKind says what stands at a node.
type NodeKind string

// The kinds of node.
const (
	PackNode     NodeKind = "pack"
	TableNode    NodeKind = "table"
	RecordedNode NodeKind = "recorded"
)

// node is a node, of which the member of its kind is set.
type node struct {
	kind     NodeKind
	pack     Pin
	table    TableRef
	recorded recordedRef
}

// TableRef is a decision table in the place of a pack.
type TableRef struct {
	Pin
	Files  map[string]string `json:"files,omitempty"` // digests, by path from the table
	Output string            `json:"output"`          // the one whose value is the outcome
	Gate   string            `json:"gate,omitempty"`  // digest of a JSON Schema for the facts, "" for none

	gatePath string // of the gate in the document
}

// recordedRef is a verdict that has been made.
type recordedRef struct {
	record   string // digest
	node     string // of the recorded run
	subject  Pin
	maxAge   time.Duration
	withhold bool
}

// edge feeds the outcome of a node to another one, as a fact, as evidence, or as
// both.
type edge struct {
	path     string // of the edge in the document
	from, to string

	fact   string   // the pointer, "" for none
	tokens []string // of fact

	evidence     string // id of the requirement, "" for none
	onUnresolved Presence
}

// Pin gives the graph's id, its version, and the digest of the document.
func (g *Graph) Pin() Pin { return g.pin }

// Result gives the node whose disposition is the headline.
func (g *Graph) Result() string { return g.result }

// LoadGraph reads a graph; file names it in findings. It tells whether the
// document has the shape of a graph, and no more. The error is a [*Refusal]: of
// [GraphJSON], or of [GraphFormat], or of every [GraphShape] and
// [GraphPinAlgorithm], sorted by path and code.
func LoadGraph(file string, src []byte) (*Graph, error) {
	src = bytes.Clone(src)
	doc, fault := readDocument(file, src, graphLimits, errGraphJSON)
	if fault == nil {
		_, named := doc.root.Get("format")
		_, runtime := doc.root.Get("formatVersion")
		fault = doc.checkFormat(graphFormat, func(at diag.Locator, message string) *Finding {
			return errGraphFormat(at, message, runtime && !named)
		})
	}
	if fault != nil {
		return nil, refuse(nil, Findings{fault})
	}
	g := &Graph{doc: doc, text: src, nodes: map[string]*node{}, into: map[string][]*edge{}}
	r := graphReader{shape{doc: doc, fault: errGraphShape}}
	r.graph(g)
	r.found.sort()
	if err := refuse(nil, r.found); err != nil {
		return nil, err
	}
	g.pin.Digest = record.Digest(src)
	g.ids = slices.Sorted(maps.Keys(g.nodes))
	for i := range g.edges {
		e := &g.edges[i]
		g.into[e.to] = append(g.into[e.to], e)
	}
	return g, nil
}

// at gives the place of what a pointer into the graph leads to.
func (g *Graph) at(path string) diag.Locator { return g.doc.locate(path) }

// nodeAt is [Graph.at] for what belongs to a node.
func (g *Graph) nodeAt(id, path string) diag.Locator {
	l := g.at(path)
	l.Node = id
	return l
}

// nodePath gives the pointer to a node's member, or to the node.
func nodePath(id string, tokens ...string) string {
	return strictjson.Pointer(append([]string{"nodes", id}, tokens...)...)
}

type graphReader struct{ shape }

func (r *graphReader) graph(g *Graph) {
	root := place{"", r.doc.root}
	r.object(root, true, "format", "id", "version", "description", "nodes", "edges", "result")
	g.pin.ID = r.localID(r.need(root, "id"))
	g.pin.Version = r.triple(r.need(root, "version"))
	r.text(root.member("description"))
	if nodes, ok := r.need(root, "nodes"); r.is(nodes, ok, strictjson.Object) {
		if n := len(nodes.Members()); n < 1 || n > MaxNodes {
			r.report(nodes.path, fmt.Sprintf("a graph has from 1 to %d nodes, and this one has %d", MaxNodes, n), "")
		}
		for _, m := range nodes.Members() {
			n := place{nodes.below(m.Name), m.Value}
			if !isLocalID(m.Name) {
				r.report(n.path, fmt.Sprintf("the name %s is not %s", source.Quote(m.Name), aLocalID), "")
			}
			g.nodes[m.Name] = r.node(n)
		}
	}
	if edges, ok := r.need(root, "edges"); r.is(edges, ok, strictjson.Array) {
		n := len(edges.Items())
		if n > MaxEdges {
			r.report(edges.path, fmt.Sprintf("a graph has at most %d edges, and this one has %d", MaxEdges, n), "")
		}
		for i := range n {
			g.edges = append(g.edges, r.edge(edges.item(i)))
		}
	}
	g.result = r.localID(r.need(root, "result"))
}

func (r *graphReader) node(p place) *node {
	n := &node{}
	members := []string{"description", "pack", "table", "recorded"}
	if _, isTable := p.member("table"); isTable {
		members = append(members, "gate") // which may also stand in the table
	}
	if !r.object(p, true, members...) {
		return n
	}
	r.text(p.member("description"))
	var kinds []string
	for _, kind := range []NodeKind{PackNode, TableNode, RecordedNode} {
		m, ok := p.member(string(kind))
		if !ok {
			continue
		}
		kinds = append(kinds, string(kind))
		n.kind = kind
		switch kind {
		case PackNode:
			n.pack = r.packPin(m)
		case TableNode:
			n.table = r.table(p, m)
		case RecordedNode:
			n.recorded = r.recorded(m)
		}
	}
	switch len(kinds) {
	case 0:
		r.report(p.path, "the node is neither a pack, a table nor recorded", "name the pack that decides here: id, version and digest")
	case 1:
	default:
		r.report(p.path, "the node is "+strings.Join(kinds, " and ")+" at once", "make a node of each")
	}
	return n
}

func (r *graphReader) packPin(p place) Pin {
	if !r.object(p, true, "id", "version", "digest") {
		return Pin{}
	}
	id, ok := r.need(p, "id")
	return Pin{ID: r.form(id, ok, isURI, aURI), Version: r.triple(r.need(p, "version")), Digest: r.digest(r.need(p, "digest"))}
}

// freePin reads a pin whose id and version are any text, as those of a table are.
func (r *graphReader) freePin(p place) Pin {
	return Pin{ID: r.text(r.need(p, "id")), Version: r.text(r.need(p, "version")), Digest: r.digest(r.need(p, "digest"))}
}

// digest reads a digest, and refuses one by another algorithm by its name.
func (r *graphReader) digest(p place, ok bool) string {
	if ok && p.Kind() == strictjson.String {
		if algorithm, _, colon := strings.Cut(p.Text(), ":"); colon && algorithm != "" && algorithm != "sha256" {
			r.add(errPinAlgorithm(r.doc.locate(p.path), algorithm))
			return ""
		}
	}
	return r.form(p, ok, record.IsDigest, "a digest: sha256: and 64 lower-case hexadecimal digits")
}

func (r *graphReader) table(node, p place) TableRef {
	if !r.object(p, true, "id", "version", "digest", "files", "output", "gate") {
		return TableRef{}
	}
	t := TableRef{Pin: r.freePin(p), Files: map[string]string{}, Output: r.text(r.need(p, "output"))}
	if files, ok := p.member("files"); r.is(files, ok, strictjson.Object) {
		for _, m := range files.Members() {
			t.Files[m.Name] = r.digest(place{files.below(m.Name), m.Value}, true)
		}
	}
	gate, inside := p.member("gate")
	if beside, ok := node.member("gate"); ok {
		if inside {
			r.report(beside.path, "the table has a gate in it and one beside it", "leave one of them")
		}
		gate, inside = beside, true
	}
	t.Gate, t.gatePath = r.digest(gate, inside), gate.path
	return t
}

func (r *graphReader) recorded(p place) recordedRef {
	if !r.object(p, true, "record", "node", "subject", "maxAge", "onStale") {
		return recordedRef{}
	}
	v := recordedRef{record: r.digest(r.need(p, "record")), node: r.localID(r.need(p, "node"))}
	if subject, ok := r.need(p, "subject"); r.object(subject, ok, "id", "version", "digest") {
		v.subject = r.freePin(subject)
	}
	if age, ok := r.need(p, "maxAge"); r.is(age, ok, strictjson.String) {
		if v.maxAge, ok = parseAge(age.Text()); !ok {
			r.report(age.path, fmt.Sprintf("%s is no age", source.Quote(age.Text())),
				`an age has days, hours, minutes and seconds, as P30D, PT12H or P1DT6H30M, and is at most P36500D`)
		}
	}
	onStale, ok := p.member("onStale")
	v.withhold = r.oneOf(onStale, ok, "refuse", "withhold") == "withhold"
	return v
}

// maxAge is the longest that a verdict may be consumed.
const maxAge = 36_500 * 24 * time.Hour

// parseAge reads a length of time in days and smaller units, which unlike months
// have a fixed length.
func parseAge(text string) (time.Duration, bool) {
	rest, ok := strings.CutPrefix(text, "P")
	date, clock, timed := strings.Cut(rest, "T")
	if !ok || date == "" && clock == "" || timed && clock == "" {
		return 0, false
	}
	var sum time.Duration
	for _, part := range []struct {
		text  string
		units string
	}{{date, "D"}, {clock, "HMS"}} {
		units := part.units
		for rest := part.text; rest != ""; {
			digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			if digits == 0 || digits == len(rest) {
				return 0, false
			}
			at := strings.IndexByte(units, rest[digits])
			if at < 0 {
				return 0, false
			}
			n, ok := times(rest[:digits], unitLength[units[at]])
			if sum += n; !ok || sum > maxAge {
				return 0, false
			}
			units, rest = units[at+1:], rest[digits+1:]
		}
	}
	return sum, true
}

var unitLength = map[byte]time.Duration{'D': 24 * time.Hour, 'H': time.Hour, 'M': time.Minute, 'S': time.Second}

// times multiplies a number of digits by a unit, up to maxAge.
func times(digits string, unit time.Duration) (time.Duration, bool) {
	var n time.Duration
	for _, c := range digits {
		if n = n*10 + time.Duration(c-'0'); n > maxAge/unit {
			return 0, false
		}
	}
	return n * unit, true
}

func (r *graphReader) edge(p place) edge {
	e := edge{path: p.path}
	if !r.object(p, true, "from", "to", "fact", "evidence", "description") {
		return e
	}
	e.from = r.localID(r.need(p, "from"))
	e.to = r.localID(r.need(p, "to"))
	r.text(p.member("description"))
	fact, hasFact := p.member("fact")
	e.fact, e.tokens = r.fact(fact, hasFact)
	evidence, hasEvidence := p.member("evidence")
	if r.object(evidence, hasEvidence, "id", "onUnresolved") {
		e.evidence = r.localID(r.need(evidence, "id"))
		e.onUnresolved = PresenceUnknown
		if m, ok := evidence.member("onUnresolved"); ok {
			e.onUnresolved = Presence(r.oneOf(m, ok, string(PresenceUnknown), string(Absent)))
		}
	}
	if !hasFact && !hasEvidence {
		r.report(p.path, "the edge feeds nothing", "give it a fact, evidence, or both")
	}
	return e
}

// factPath and evidencePath are pointers to an edge's devices.
func (e *edge) factPath() string     { return e.path + "/fact" }
func (e *edge) evidencePath() string { return e.path + "/evidence" }
