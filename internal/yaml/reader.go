package yaml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/diag"
)

// Need says whether a mapping must have a field.
type Need bool

// A field that is Required must be there, and not be an empty text.
const (
	Optional Need = false
	Required Need = true
)

// Reader decodes trees strictly and collects every fault. It is the one way in
// which the formats of spine read YAML:
//
//	var r yaml.Reader
//	m := r.Map(r.Parse(file, src), "id", "hit_policy", "rules")
//	t.ID = m.String("id", yaml.Required)
//	t.Policy = m.Enum("hit_policy", yaml.Optional, "UNIQUE", "FIRST")
//	for _, n := range m.List("rules", yaml.Required) {
//		t.Rules = append(t.Rules, rule(&r, r.Map(n, "when", "then")))
//	}
//	return t, r.Err()
//
// What is not as it should be gives a fault and a zero value, so that reading
// goes on; a nil [*Map] and a nil or [Absent] [*Node] give zero values without
// a further fault.
type Reader struct {
	// Faults are all faults so far, those of Parse first.
	Faults diag.List

	// In has what is known of the place besides file and span: node, table,
	// rule, cell. It is put into the faults that follow.
	In diag.Locator
}

// Parse is [Parse] with its faults collected. The node is nil when the
// document could not be read.
func (r *Reader) Parse(file string, src []byte) *Node {
	root, err := Parse(file, src)
	r.Faults = append(r.Faults, diag.Of(err)...)
	return root
}

// Err gives all faults, sorted, as an error; nil without any.
func (r *Reader) Err() error {
	r.Faults.Sort()
	return r.Faults.Err()
}

// At gives n's place together with r.In; of nil, r.In.
func (r *Reader) At(n *Node) diag.Locator {
	at := r.In
	if n == nil {
		return at
	}
	at.File, at.Span = n.At.File, n.At.Span
	return at
}

// Report adds a fault of the caller's own.
func (r *Reader) Report(e *diag.Error) { r.Faults = append(r.Faults, e) }

func (n *Node) absent() bool { return n == nil || n.Kind == Absent }

// Map reads a mapping that knows the given fields: another key is an
// [UnknownField]. For one whose keys are names of the author, see
// [Reader.Entries].
func (r *Reader) Map(n *Node, fields ...string) *Map {
	if !r.isOr(n, Mapping, "write a mapping with the fields "+strings.Join(fields, ", ")) {
		return nil
	}
	for _, e := range n.Entries {
		if !slices.Contains(fields, e.Key.Text) {
			r.Report(errUnknownField(r.At(e.Key), e.Key.Text, fields))
		}
	}
	return &Map{r, n}
}

// Entries reads a mapping with any keys.
func (r *Reader) Entries(n *Node) []Entry {
	if !r.is(n, Mapping) {
		return nil
	}
	return n.Entries
}

// List reads a list.
func (r *Reader) List(n *Node) []*Node {
	if !r.is(n, Sequence) {
		return nil
	}
	return n.Items
}

// OneOrMore reads a list, or a scalar as a list of one.
func (r *Reader) OneOrMore(n *Node) []*Node {
	if !n.absent() && n.Kind == Scalar {
		return []*Node{n}
	}
	return r.List(n)
}

// String reads a text. An unquoted null, in any of YAML's spellings, is a
// [Null].
func (r *Reader) String(n *Node) string {
	if !r.is(n, Scalar) || r.null(n) {
		return ""
	}
	return n.Text
}

func (r *Reader) null(n *Node) bool {
	if n.Style != Plain || !slices.Contains([]string{"null", "Null", "NULL", "~"}, n.Text) {
		return false
	}
	r.Report(errNull(r.At(n), n.Text+" stands where a text is due", "leave it out, or write "+inQuotes(n.Text)+" when the text is meant"))
	return true
}

// Cell reads the text of a table's cell: a plain or quoted scalar on which YAML
// has not laid hands. A block scalar, a list and a mapping are a [WrongType]
// that shows how to quote what was meant.
func (r *Reader) Cell(n *Node) (text string, ok bool) {
	if n.absent() {
		return "", false
	}
	if n.Kind == Scalar && n.Style < Literal {
		return n.Text, true
	}
	what := n.Kind.String()
	if n.Kind == Scalar {
		what = "a block of text"
	}
	r.Report(errWrongType(r.At(n), "a cell is one value on one line, not "+what, quoteCell(n.Source())))
	return "", false
}

// Bool reads true or false, unquoted.
func (r *Reader) Bool(n *Node) bool {
	if !r.is(n, Scalar) {
		return false
	}
	if n.Style != Plain || n.Text != "true" && n.Text != "false" {
		r.Report(errWrongType(r.At(n), clip(n.Source())+" stands where true or false is due", "write true or false, without quotes"))
	}
	return n.Style == Plain && n.Text == "true"
}

// Int reads a whole number from low to high, unquoted and in decimal digits.
func (r *Reader) Int(n *Node, low, high int) int {
	if !r.is(n, Scalar) {
		return 0
	}
	v, err := strconv.Atoi(n.Text)
	between := fmt.Sprintf("write a whole number from %d to %d", low, high)
	switch {
	case n.Style != Plain || strings.TrimLeft(strings.TrimPrefix(n.Text, "-"), "0123456789") != "":
		r.Report(errWrongType(r.At(n), clip(n.Source())+" stands where a whole number is due", between))
		return 0
	case err != nil || v < low || v > high:
		r.Report(errUnknownValue(r.At(n), "the number", n.Text, between))
		return 0
	}
	return v
}

// Enum reads one of the given values, or gives "". name is what the value is
// called in the fault.
func (r *Reader) Enum(n *Node, name string, values ...string) string {
	if !r.is(n, Scalar) || r.null(n) {
		return ""
	}
	if slices.Contains(values, n.Text) {
		return n.Text
	}
	r.Report(errUnknownValue(r.At(n), name, n.Text, oneOf(n.Text, values)))
	return ""
}

// is reports whether n is of kind k; when it is of another, that is a fault.
func (r *Reader) is(n *Node, k Kind) bool {
	hint := "write " + k.String()
	switch {
	case n.absent():
	case k == Scalar && n.Flow:
		hint = quoteCell(n.Source())
	case k == Sequence && n.Kind == Scalar && n.Style < Literal && n.Source() == short(n.Source()):
		hint += ": [" + n.Source() + "]"
	}
	return r.isOr(n, k, hint)
}

// isOr is [Reader.is] with what to do about another kind.
func (r *Reader) isOr(n *Node, k Kind, hint string) bool {
	if n.absent() {
		return false
	}
	if n.Kind == k {
		return true
	}
	r.Report(errWrongType(r.At(n), n.Kind.String()+" stands where "+k.String()+" is due", hint))
	return false
}

// Map is a mapping with known fields. Its methods read one field each, and
// give a zero value when the field is absent, which is a [MissingField] where
// it is [Required].
type Map struct {
	r    *Reader
	node *Node
}

// Self gives the mapping's node, nil for a nil Map.
func (m *Map) Self() *Node {
	if m == nil {
		return nil
	}
	return m.node
}

// Has reports whether the field is there.
func (m *Map) Has(name string) bool { return m.Self().Get(name) != nil }

// Node gives the value of a field as it is, nil if absent.
func (m *Map) Node(name string, need Need) *Node {
	n := m.Self().Get(name)
	if n == nil && m != nil && need == Required {
		m.r.Report(errMissingField(m.r.At(&Node{At: m.head()}), "the field "+name+" is missing", name))
	}
	return n
}

// head gives the place that stands for the whole mapping: its first key or its
// bracket.
func (m *Map) head() diag.Locator {
	at := m.node.At
	if len(m.node.Entries) > 0 && !m.node.Flow {
		at.Span = m.node.Entries[0].Key.At.Span
	} else if m.node.Flow {
		at.Span.End = m.node.Pos(0)
	}
	return at
}

// field gives what the methods below read with: for a nil Map nothing, and a
// reader whose faults nobody sees.
func (m *Map) field(name string, need Need) (*Reader, *Node) {
	if m == nil {
		return &Reader{}, nil
	}
	return m.r, m.Node(name, need)
}

// String reads a text; see [Reader.String].
func (m *Map) String(name string, need Need) string {
	r, n := m.field(name, need)
	text := r.String(n)
	if need == Required && n != nil && n.Kind == Scalar && strings.TrimSpace(n.Text) == "" {
		r.Report(errMissingField(r.At(n), "the field "+name+" is empty", "a text for "+name))
	}
	return text
}

// Enum reads one of the given values.
func (m *Map) Enum(name string, need Need, values ...string) string {
	r, n := m.field(name, need)
	return r.Enum(n, name, values...)
}

// Bool reads true or false; absent is false.
func (m *Map) Bool(name string, need Need) bool {
	r, n := m.field(name, need)
	return r.Bool(n)
}

// Int reads a whole number; see [Reader.Int].
func (m *Map) Int(name string, need Need, low, high int) int {
	r, n := m.field(name, need)
	return r.Int(n, low, high)
}

// List reads a list.
func (m *Map) List(name string, need Need) []*Node {
	r, n := m.field(name, need)
	return r.List(n)
}

// OneOrMore reads a list, or a scalar as a list of one.
func (m *Map) OneOrMore(name string, need Need) []*Node {
	r, n := m.field(name, need)
	return r.OneOrMore(n)
}

// Map reads a mapping that knows the given fields; nil if absent.
func (m *Map) Map(name string, need Need, fields ...string) *Map {
	r, n := m.field(name, need)
	return r.Map(n, fields...)
}

// Entries reads a mapping with any keys.
func (m *Map) Entries(name string, need Need) []Entry {
	r, n := m.field(name, need)
	return r.Entries(n)
}
