package xml

import (
	"strings"
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// Place is where something stands in a document. The zero Place is not known.
type Place struct {
	in   *surroundings
	rule int32
	span
}

// span is a half-open run of bytes of a document.
type span struct{ start, end int32 }

// surroundings is what many places have in common.
type surroundings struct {
	doc               *text
	node, table, cell string
}

// Known reports whether p is a place.
func (p *Place) Known() bool { return p.in != nil }

// Locator gives the place with all that is around it: its definition, table, rule and
// cell.
func (p *Place) Locator() diag.Locator {
	if p.in == nil {
		return diag.Locator{}
	}
	return p.in.locate(int(p.rule), p.span)
}

// Pos gives the place in the file of a byte offset from the start of p.
func (p *Place) Pos(offset int) diag.Pos {
	if p.in == nil {
		return diag.Pos{}
	}
	return p.in.doc.pos(int(p.start) + offset)
}

func (s *surroundings) locate(rule int, at span) diag.Locator {
	start := s.doc.pos(int(at.start))
	return diag.Locator{
		File: s.doc.file, Node: s.node, Table: s.table, Rule: rule, Cell: s.cell,
		Span: diag.Span{Start: start, End: source.After(start, s.doc.src[at.start:at.end])},
	}
}

// within gives the surroundings of a cell of a table.
func (s *surroundings) within(cell string) *surroundings {
	return &surroundings{s.doc, s.node, s.table, cell}
}

// text is a document. Lines and columns are counted when a place is asked for.
type text struct {
	file, src string
	once      sync.Once
	marks     []mark // of every markStride bytes
}

// mark is the line and the column of a byte.
type mark struct{ line, column int32 }

const markStride = 128

// pos gives the place of a byte. The byte order mark is no column.
func (t *text) pos(offset int) diag.Pos {
	t.once.Do(t.count)
	m := t.marks[offset/markStride]
	p := diag.Pos{Offset: offset / markStride * markStride, Line: int(m.line), Column: int(m.column)}
	if begin := t.begin(); offset < begin.Offset {
		begin.Offset = offset
		return begin
	} else if p.Offset < begin.Offset {
		p = begin
	}
	return source.After(p, t.src[p.Offset:offset])
}

func (t *text) count() {
	t.marks = make([]mark, 0, len(t.src)/markStride+1)
	p := t.begin()
	for end := markStride; ; end += markStride {
		t.marks = append(t.marks, mark{int32(p.Line), int32(p.Column)})
		if end > len(t.src) {
			return
		}
		p = source.After(p, t.src[p.Offset:end])
	}
}

// begin gives the place of the first character.
func (t *text) begin() diag.Pos {
	p := diag.Pos{Line: 1, Column: 1}
	if strings.HasPrefix(t.src, byteOrderMark) {
		p.Offset = len(byteOrderMark)
	}
	return p
}

// locate gives a span of the document with what is around it.
func (s *scanner) locate(at span) diag.Locator { return s.around.locate(s.rule, at) }

// place gives a span as a part of the document keeps it.
func (s *scanner) place(at span) Place { return Place{s.around, int32(s.rule), at} }

// spot locates the n bytes from offset at on.
func (s *scanner) spot(at, n int) diag.Locator { return s.locate(run(at, n)) }

// run gives the span of n bytes.
func run(at, n int) span { return span{int32(at), int32(at + n)} }
