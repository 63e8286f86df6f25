package judgment

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/internal/strictjson"
)

// What rows may have.
const (
	MaxRowsBytes = 16 << 20
	MaxRows      = 10_000

	rowsFormat = "spine.graph-rows/1"
)

// rowsLimits admits more values than another document has, since each case is a run
// with the limits of one. All of them are in memory at once.
var rowsLimits = strictjson.Limits{Bytes: MaxRowsBytes, Values: 250 * MaxRows}

// Rows are the tests of a graph: each gives inputs, and says what a run with them
// comes to. They are immutable and may be shared by goroutines.
type Rows struct{ cases []row }

// Len gives the number of cases.
func (r *Rows) Len() int { return len(r.cases) }

// row is a case. What it does not expect is nil.
type row struct {
	id     string
	inputs []byte

	disposition *expectedDisposition
	nodes       []expectedDisposition // as the row has them
	target      *expectedTarget
	nodeTargets []expectedTarget

	class   *string
	phase   *string
	refusal *expectedRefusal
}

// expectedDisposition is a disposition, of the headline if node is "".
type expectedDisposition struct {
	node  string
	text  string // as it is written
	value Disposition
	err   error // why it is no legal one
}

// expectedTarget is a handoff target, of the headline if node is "".
type expectedTarget struct {
	node   string
	target *HandoffTarget // nil: there is none
}

type expectedRefusal struct {
	code string
	node *string
}

var caseMembers = []string{
	"id", "inputs", "expectedDisposition", "expectedNodes", "expectedHandoffTarget", "expectedNodeHandoffTargets",
	"expectedErrorClass", "expectedErrorPhase", "expectedRefusal",
}

// LoadRows reads the tests of a graph; file names them in findings. The error is a
// [*Refusal]: of [RowsJSON], or of [RowsFormat], or of every [RowsShape],
// [RowsEmpty] and [RowsRow], by case, and for each sorted by path and code. Whether
// an expected disposition is a legal one is not looked at: one that is not is never
// met.
func LoadRows(file string, src []byte) (*Rows, error) {
	src = bytes.Clone(src)
	doc, fault := readDocument(file, src, rowsLimits, errRowsJSON)
	if fault == nil {
		fault = doc.checkFormat(rowsFormat, errRowsFormat)
	}
	if fault != nil {
		return nil, refuse(nil, Findings{fault})
	}
	r := rowsReader{text: src, shape: shape{doc: doc, fault: errRowsShape}, seen: map[string]string{}}
	rows := &Rows{cases: r.rows(place{"", doc.root})}
	if err := refuse(nil, r.found); err != nil {
		return nil, err
	}
	return rows, nil
}

type rowsReader struct {
	shape
	text []byte
	seen map[string]string // the path of each id
}

func (r *rowsReader) rows(root place) []row {
	r.object(root, true, "format", "cases")
	cases, ok := root.member("cases")
	switch {
	case !ok:
		r.add(errRowsEmpty(r.doc.locate(cases.path)))
		return nil
	case !r.is(cases, ok, strictjson.Array):
		return nil
	case len(cases.Items()) == 0:
		r.add(errRowsEmpty(r.doc.locate(cases.path)))
	case len(cases.Items()) > MaxRows:
		r.report(cases.path, fmt.Sprintf("there are %d cases, and at most %d are read", len(cases.Items()), MaxRows), "make several documents of them")
		return nil
	}
	out := make([]row, len(cases.Items()))
	for i := range out {
		before := len(r.found)
		out[i] = r.row(cases.item(i))
		r.found[before:].sort()
	}
	return out
}

// misfit reports a row that is none.
func (r *rowsReader) misfit(path, message, hint string) {
	r.add(errRowsRow(r.doc.locate(path), message, hint))
}

func (r *rowsReader) row(p place) (c row) {
	if !r.object(p, true, caseMembers...) {
		return c
	}
	c.id = r.id(p)
	if inputs, ok := p.member("inputs"); ok {
		c.inputs = r.raw(inputs)
	} else {
		r.misfit(inputs.path, "the row has no inputs", `write "inputs": {} for none`)
	}
	c.disposition, c.nodes = r.dispositions(p)
	c.target, c.nodeTargets = r.targets(p)
	c.class = r.word(p.member("expectedErrorClass"))
	c.phase = r.word(p.member("expectedErrorPhase"))
	c.refusal = r.refusal(p.member("expectedRefusal"))

	var expects []string
	has := map[string]bool{}
	for _, m := range p.Members() {
		has[m.Name] = true
		switch m.Name {
		case "expectedDisposition", "expectedErrorClass", "expectedRefusal":
			expects = append(expects, m.Name)
		}
	}
	switch len(expects) {
	case 0:
		r.misfit(p.path, "the row expects nothing", "give it one of expectedDisposition, expectedErrorClass and expectedRefusal")
	case 1:
	default:
		r.misfit(p.path, "the row expects "+strings.Join(expects, " and ")+" at once", "make a row of each")
	}
	if has["expectedErrorPhase"] && !has["expectedErrorClass"] {
		r.misfit(p.below("expectedErrorPhase"), "a phase is expected without a class", "add expectedErrorClass")
	}
	for _, name := range []string{"expectedNodes", "expectedHandoffTarget", "expectedNodeHandoffTargets"} {
		if has[name] && !has["expectedDisposition"] {
			r.misfit(p.below(name), name+" is there without expectedDisposition", "add expectedDisposition")
		}
	}
	return c
}

// raw gives a value as the document has it.
func (r *rowsReader) raw(p place) []byte { return r.text[p.Offset():p.End()] }

func (r *rowsReader) id(p place) string {
	id, ok := p.member("id")
	switch {
	case !ok:
		r.misfit(id.path, "the row has no id", "")
	case !r.is(id, ok, strictjson.String):
	case id.Text() == "":
		r.misfit(id.path, "the id is empty", "")
	case r.seen[id.Text()] != "":
		r.misfit(id.path, fmt.Sprintf("the id %s is that of %s", strictjson.Excerpt(id.Text()), r.seen[id.Text()]), "ids tell rows apart")
	default:
		r.seen[id.Text()] = p.path
	}
	return id.Text()
}

func (r *rowsReader) word(p place, ok bool) *string {
	if !r.is(p, ok, strictjson.String) {
		return nil
	}
	text := p.Text()
	return &text
}

func (r *rowsReader) dispositions(p place) (headline *expectedDisposition, nodes []expectedDisposition) {
	if d, ok := p.member("expectedDisposition"); ok {
		e := r.disposition("", d)
		headline = &e
	}
	m, ok := p.member("expectedNodes")
	if r.is(m, ok, strictjson.Object) {
		for _, n := range m.Members() {
			nodes = append(nodes, r.disposition(n.Name, place{m.below(n.Name), n.Value}))
		}
	}
	return headline, nodes
}

func (r *rowsReader) disposition(node string, p place) expectedDisposition {
	e := expectedDisposition{node: node, text: string(r.raw(p))}
	e.value, e.err = DecodeDisposition(r.raw(p))
	return e
}

func (r *rowsReader) targets(p place) (headline *expectedTarget, nodes []expectedTarget) {
	if t, ok := p.member("expectedHandoffTarget"); ok {
		headline = &expectedTarget{"", r.target(t)}
	}
	m, ok := p.member("expectedNodeHandoffTargets")
	if r.is(m, ok, strictjson.Object) {
		for _, n := range m.Members() {
			nodes = append(nodes, expectedTarget{n.Name, r.target(place{m.below(n.Name), n.Value})})
		}
	}
	return headline, nodes
}

// target reads a handoff target, or null for none.
func (r *rowsReader) target(p place) *HandoffTarget {
	if p.Kind() == strictjson.Null || !r.object(p, true, "kind", "name") {
		return nil
	}
	t := &HandoffTarget{}
	for name, to := range map[string]*string{"kind": &t.Kind, "name": &t.Name} {
		if text := r.word(r.need(p, name)); text != nil {
			*to = *text
		}
	}
	return t
}

func (r *rowsReader) refusal(p place, ok bool) *expectedRefusal {
	if !r.object(p, ok, "code", "node") {
		return nil
	}
	e := &expectedRefusal{node: r.word(p.member("node"))}
	if code := r.word(r.need(p, "code")); code != nil {
		e.code = *code
	}
	return e
}
