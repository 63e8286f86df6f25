// Package yaml reads one YAML document into a tree of our own, strictly, with
// the exact place of every node, and gives the formats of spine one way to
// decode that tree (see [Reader]).
//
// # What is read
//
// The plain part of YAML 1.2.2: block and flow collections, plain, quoted and
// block scalars, comments. A scalar has no type here: its place decides what
// its text means, so that 0.10 stays "0.10" and no stays "no". Everything that
// makes a document mean something else than it shows is refused with a code, a
// place and a hint: tags, anchors, aliases, merge keys, directives, further
// documents, duplicate keys, keys that are no scalars, absent values.
//
// # Phases
//
// The bytes are checked: size, UTF-8, control characters, how many tokens there
// can be. The outside library finds the tokens; each of them is then found again
// in the file by a cursor of ours, which decodes scalars and gives exact places
// (a byte order mark is no column), and refuses the file when the two do not
// agree. The tokens are checked for nesting and counts, the outside library puts
// them together, and the tree is checked once more while it is copied. That
// library is met in goccy.go only.
//
// # Limits
//
// 4 MiB, 1,048,576 characters that may begin a part of the document, 64 levels
// of nesting, 1,024 entries of a mapping, 50,000 of a list, 100 absent values.
// With them the time grows with the size of the file, though the outside
// library is quadratic in places. At most 100 faults of a file are reported.
//
// Nodes are not changed after Parse and may be shared. A [Reader] belongs to
// one goroutine.
package yaml

import (
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

const (
	maxBytes    = 4 << 20
	maxTokens   = 1 << 20
	maxDepth    = 64
	maxMapping  = 1024
	maxSequence = 50_000
	maxAbsent   = 100
	maxFaults   = 100
	// The outside library copies all later entries of a block mapping for each
	// entry; this bounds the copies of all mappings together.
	maxMappingWork = 1 << 24
)

// Kind tells what a node is.
type Kind uint8

// The kinds. A node is Absent where a value is due and none is, or one that
// Parse refused: the fault is reported by Parse, and a [Reader] passes over the
// node in silence.
const (
	Absent Kind = iota
	Scalar
	Mapping
	Sequence
)

// String gives what the kind is called in messages.
func (k Kind) String() string {
	return [...]string{"nothing", "a single value", "a mapping", "a list"}[k]
}

// Style tells how a scalar is written.
type Style uint8

// The styles of scalars. Literal (|) and Folded (>) are the block styles.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
)

// Node is a part of a document.
type Node struct {
	Kind    Kind
	Style   Style        // of a scalar
	Flow    bool         // a mapping or sequence written with brackets
	Text    string       // of a scalar: its content, decoded; exactly as written when it is plain
	Entries []Entry      // of a mapping, in the order of the file
	Items   []*Node      // of a sequence
	At      diag.Locator // file and span; the span of a quoted scalar includes the quotes

	file  *source.File
	marks source.Marks // of a scalar: text to what stands from its start on
}

// Entry is a key, which is a scalar, and its value.
type Entry struct{ Key, Value *Node }

// Source gives the node as the file has it.
func (n *Node) Source() string {
	return n.file.Text[n.At.Span.Start.Offset:n.At.Span.End.Offset]
}

// Get gives the value under key, or nil when n is nil, no mapping, or has no
// such key.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key.Text == key {
			return e.Value
		}
	}
	return nil
}

// Pos gives the place in the file of a byte offset in Text, through quotes,
// escapes, folded lines and indentation. len(Text) is the end of the content.
// Offsets outside of Text give its nearest end, those inside of a character its
// begin. It is a Pos of feel.Source.
func (n *Node) Pos(offset int) diag.Pos {
	offset = max(0, min(offset, len(n.Text)))
	for offset < len(n.Text) && !utf8.RuneStart(n.Text[offset]) {
		offset--
	}
	return n.file.Pos(min(n.At.Span.Start.Offset+n.marks.Raw(offset), n.At.Span.End.Offset))
}

// Parse reads the one document of src; file names it in faults, which are
// reported together: the error unwraps to [*diag.Error] values. The tree is
// given beside the error as far as the document could be read, so that a
// caller can go on to look for faults in it; it is nil after a fault that ends
// reading. Codes: those of errors.go that begin with yaml_.
func Parse(file string, src []byte) (*Node, error) {
	text := string(src)
	d := &document{file: source.New(file, text), src: text}
	root := d.read()
	d.faults.Sort()
	return root, d.faults.Err()
}

// document is one reading of one file.
type document struct {
	file   *source.File
	src    string // its text
	tokens []token
	header int // the line of "---", 0 without
	faults diag.List
}

func (d *document) read() *Node {
	feed, ok := d.prepare()
	if !ok {
		return nil
	}
	lexemes, err := lex(feed)
	if err != nil {
		d.report(errLibrary(d.at(0, 0), err))
		return nil
	}
	if !d.place(lexemes) || !d.guard() {
		return nil
	}
	if len(d.tokens) == 0 {
		d.report(errEmpty(d.at(0, 0)))
		return nil
	}
	return d.build()
}

func (d *document) report(e *diag.Error) {
	if len(d.faults) < maxFaults {
		d.faults = append(d.faults, e)
	}
}

func (d *document) in(span diag.Span) diag.Locator {
	return diag.Locator{File: d.file.Name, Span: span}
}

// at gives the place of the bytes from start to end.
func (d *document) at(start, end int) diag.Locator { return d.in(d.file.Span(start, end)) }

// cursor starts behind a byte order mark, which is no column.
func (d *document) cursor() cursor {
	c := cursor{text: d.src, pos: diag.Pos{Line: 1, Column: 1}}
	if strings.HasPrefix(d.src, source.ByteOrderMark) {
		c.pos.Offset = len(source.ByteOrderMark)
	}
	return c
}

// cursor walks the text of a file and keeps the place where it is.
type cursor struct {
	text string
	pos  diag.Pos
}

// rest gives the source from here on.
func (c *cursor) rest() string { return c.text[c.pos.Offset:] }

// to moves forward to the byte offset end of the file.
func (c *cursor) to(end int) {
	if end = min(end, len(c.text)); end > c.pos.Offset {
		c.pos = source.After(c.pos, c.text[c.pos.Offset:end])
	}
}
