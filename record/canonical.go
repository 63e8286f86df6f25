package record

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

const digestPrefix = "sha256:"

// Digest gives "sha256:" and the SHA-256 of b in hexadecimal digits.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	return digestPrefix + hex.EncodeToString(sum[:])
}

// IsDigest reports whether s is a digest as [Digest] writes it.
func IsDigest(s string) bool {
	digits, ok := strings.CutPrefix(s, digestPrefix)
	return ok && len(digits) == 2*sha256.Size && strings.IndexFunc(digits, func(c rune) bool { return c > 'f' || !isHex(byte(c)) }) < 0
}

// Canonical gives the record's bytes: canonical JSON (RFC 8785) that [Decode]
// reads back. The error unwraps to every fault, each a [*diag.Error] with a JSON
// Pointer into the record: [Unrecordable] for values that have no encoding,
// [RecordShape], [RecordStatus], [RecordSnapshot] and [RecordSnapshotMissing] for
// a record that Decode would refuse.
func (r *Record) Canonical() ([]byte, error) {
	w := writer{faults: r.check()}
	first := []canon.Pair{ // in the bytes, what stands before "integrity"
		canon.Member("advisory", w.advisory(r.Advisory)),
		canon.Member("format", canon.String(Format)),
	}
	rest := []canon.Pair{
		canon.Member("result", w.result(&r.Result)),
		canon.Member("run", w.run(r.Run)),
		canon.Member("snapshots", nodes(r.Snapshots, func(_ string, s Snapshot) canon.Node { return s.node() })),
		canon.Member("status", canon.String(string(r.Status))),
	}
	if r.Resumes != "" {
		rest = append(rest, canon.Member("resumes", canon.String(r.Resumes)))
	}
	size := 16 << 10
	for _, s := range r.Snapshots {
		size += len(s.Content) + len(s.Content)/8
	}
	head, all := w.append(nil, canon.Object(first...)), w.append(make([]byte, 0, size), canon.Object(append(rest, first...)...))
	if len(w.faults) > 0 {
		w.faults.Sort()
		return nil, w.faults.Err()
	}
	cut := len(head) - 1
	b := make([]byte, 0, len(all)+len(`,"integrity":""`)+len(digestPrefix)+2*sha256.Size)
	b = append(b, all[:cut]...)
	b = append(append(append(b, `,"integrity":"`...), Digest(all)...), '"')
	b = append(b, all[cut:]...)
	return b, checkSize(b)
}

// checkSize reports what is beyond the limits of Decode.
func checkSize(b []byte) error {
	if len(b) <= 2*maxValues { // a value takes two bytes
		return nil
	}
	if _, err := strictjson.Parse(b, recordLimits); err != nil {
		return errUnrecordable("", "the record is too large: "+err.Error())
	}
	return nil
}

// writer turns a record into canonical JSON and collects what has none. Paths
// are JSON Pointers into the record.
type writer struct{ faults diag.List }

func (w *writer) append(dst []byte, n canon.Node) []byte {
	b, err := n.Append(dst)
	if err != nil {
		w.faults = append(w.faults, errUncanonical(err))
	}
	return b
}

func (w *writer) value(path string, v feel.Value) canon.Node {
	n, err := encodeValue(v, 0)
	return w.placed(path, n, err)
}

func (w *writer) json(path string, raw json.RawMessage) canon.Node {
	n, err := encodeJSON(raw)
	return w.placed(path, n, err)
}

func (w *writer) placed(path string, n canon.Node, err *diag.Error) canon.Node {
	if err != nil {
		err.At.Path = path + err.At.Path
		w.faults = append(w.faults, err)
	}
	return n
}

// under notes that err is inside the member or item with that name.
func under(err *diag.Error, token string) *diag.Error {
	err.At.Path = strictjson.Pointer(token) + err.At.Path
	return err
}

// nodes gives the object of m's entries.
func nodes[T any](m map[string]T, node func(name string, v T) canon.Node) canon.Node {
	pairs := make([]canon.Pair, 0, len(m))
	for name, v := range m {
		pairs = append(pairs, canon.Member(name, node(name, v)))
	}
	return canon.Object(pairs...)
}

// list gives the array of items.
func list[T any](items []T, node func(i int, v T) canon.Node) canon.Node {
	out := make([]canon.Node, len(items))
	for i, v := range items {
		out[i] = node(i, v)
	}
	return canon.Array(out...)
}

// text gives a member for an object of texts.
func text(name, s string) canon.Pair { return canon.Member(name, canon.String(s)) }

// some gives pairs, and a further member unless its text is empty.
func some(pairs []canon.Pair, name, s string) []canon.Pair {
	if s == "" {
		return pairs
	}
	return append(pairs, text(name, s))
}

func number(i int) canon.Node { return canon.Number(strconv.Itoa(i)) }

func (w *writer) advisory(raw json.RawMessage) canon.Node {
	if raw == nil {
		return canon.Object()
	}
	if !strings.HasPrefix(strings.TrimLeft(string(raw), " \t\r\n"), "{") {
		w.faults = append(w.faults, errRecordShape(diag.Locator{Path: "/advisory"}, "a JSON object belongs here"))
		return canon.Object()
	}
	return w.json("/advisory", raw)
}

func (w *writer) run(r Run) canon.Node {
	return canon.Object(
		text("clock", timeText(r.Clock)),
		text("document", r.Document),
		text("engine", r.Engine),
		text("finished", timeText(r.Finished)),
		text("id", r.ID),
		text("started", timeText(r.Started)),
	)
}

func (w *writer) result(r *Result) canon.Node {
	pairs := []canon.Pair{canon.Member("facts", nodes(r.Facts, func(name string, raw json.RawMessage) canon.Node {
		return w.json(strictjson.Pointer("result", "facts", name), raw)
	}))}
	if j := r.Judgment; j != nil {
		return canon.Object(append(pairs,
			canon.Member("judgment", w.json("/result/judgment", j.Composite)),
			canon.Member("nodes", w.json("/result/nodes", j.Nodes)))...)
	}
	pairs = append(pairs,
		canon.Member("edges", nodes(r.Edges, w.edge)),
		canon.Member("decisions", nodes(r.Decisions, w.decision)),
		canon.Member("humans", nodes(r.Humans, w.human)))
	if r.Determination != nil {
		pairs = append(pairs, canon.Member("determination", w.values(r.Determination, "result", "determination")))
	}
	if r.Refusal != nil {
		pairs = append(pairs, canon.Member("refusal", refusal(r.Refusal)))
	}
	return canon.Object(pairs...)
}

// values gives the object of named values that stands at the pointer of tokens.
func (w *writer) values(m map[string]feel.Value, tokens ...string) canon.Node {
	path := strictjson.Pointer(tokens...)
	return nodes(m, func(name string, v feel.Value) canon.Node { return w.value(path+strictjson.Pointer(name), v) })
}

func (w *writer) edge(id string, e Edge) canon.Node {
	schema := text("schema", e.Schema)
	if e.Object == nil {
		return canon.Object(canon.Member("refused", canon.Object(content(e.Refused))), schema)
	}
	return canon.Object(canon.Member("object", w.json(strictjson.Pointer("result", "edges", id, "object"), e.Object)), schema)
}

func (w *writer) decision(id string, d Decision) canon.Node {
	return canon.Object(some([]canon.Pair{
		canon.Member("table", canon.Object(text("id", d.Table.ID), text("version", d.Table.Version), text("sha256", d.Table.SHA256))),
		canon.Member("inputs", w.values(d.Inputs, "result", "decisions", id, "inputs")),
		canon.Member("rules", list(d.Rules, func(_ int, m Rule) canon.Node {
			return canon.Object(canon.Member("rule", number(m.Rule)), text("id", m.ID), text("annotation", m.Annotation))
		})),
		canon.Member("default", canon.Bool(d.Default)),
		canon.Member("outputs", w.value(strictjson.Pointer("result", "decisions", id, "outputs"), d.Outputs)),
	}, "source", d.Source)...)
}

func (w *writer) human(id string, h Human) canon.Node {
	path := strictjson.Pointer("result", "humans", id)
	pairs := []canon.Pair{
		canon.Member("recommendation", w.value(path+"/recommendation", h.Recommendation)),
		canon.Member("options", list(h.Options, func(i int, v feel.Value) canon.Node {
			return w.value(fmt.Sprintf("%s/options/%d", path, i), v)
		})),
		text("role", h.Role),
	}
	if c := h.Choice; c != nil {
		pairs = append(some(pairs, "reason", c.Reason),
			canon.Member("choice", w.value(path+"/choice", c.Value)),
			canon.Member("override", canon.Bool(c.Override)),
			text("by", c.By))
	}
	return canon.Object(pairs...)
}

func refusal(r *Refusal) canon.Node {
	return canon.Object(some([]canon.Pair{
		text("kind", string(r.Kind)),
		canon.Member("faults", list(r.Faults, func(_ int, f Fault) canon.Node {
			return canon.Object(text("code", string(f.Code)), canon.Member("at", locator(f.At)))
		})),
	}, "node", r.Node)...)
}

// locator gives the members of l that are not zero.
func locator(l diag.Locator) canon.Node {
	var pairs []canon.Pair
	for _, m := range locatorTexts(&l) {
		pairs = some(pairs, m.name, *m.to)
	}
	for _, m := range locatorCounts(&l) {
		if *m.to != 0 {
			pairs = append(pairs, canon.Member(m.name, number(*m.to)))
		}
	}
	return canon.Object(pairs...)
}

type field[T any] struct {
	name string
	to   *T
}

func locatorTexts(l *diag.Locator) []field[string] {
	return []field[string]{{"file", &l.File}, {"node", &l.Node}, {"table", &l.Table}, {"cell", &l.Cell}, {"path", &l.Path}}
}

func locatorCounts(l *diag.Locator) []field[int] {
	return []field[int]{
		{"rule", &l.Rule},
		{"line", &l.Span.Start.Line}, {"column", &l.Span.Start.Column},
		{"end_line", &l.Span.End.Line}, {"end_column", &l.Span.End.Column},
	}
}

func (s Snapshot) node() canon.Node {
	return canon.Object(text("media", s.Media), text("sha256", s.SHA256), content(s.Content))
}

// content gives the member for bytes: text if they are UTF-8, else base64.
func content(b []byte) canon.Pair {
	if utf8.Valid(b) {
		return text("text", string(b))
	}
	return text("base64", base64.StdEncoding.EncodeToString(b))
}
