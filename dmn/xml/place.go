package xml

import (
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
	doc               *source.File
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
	return p.in.doc.Pos(int(p.start) + offset)
}

func (s *surroundings) locate(rule int, at span) diag.Locator {
	return diag.Locator{
		File: s.doc.Name, Node: s.node, Table: s.table, Rule: rule, Cell: s.cell,
		Span: diag.Span{Start: s.doc.Pos(int(at.start)), End: s.doc.Pos(int(at.end))},
	}
}

// within gives the surroundings of a cell of a table.
func (s *surroundings) within(cell string) *surroundings {
	return &surroundings{s.doc, s.node, s.table, cell}
}

// locate gives a span of the document with what is around it.
func (s *scanner) locate(at span) diag.Locator { return s.around.locate(s.rule, at) }

// place gives a span as a part of the document keeps it.
func (s *scanner) place(at span) Place { return Place{s.around, int32(s.rule), at} }

// spot locates the n bytes from offset at on.
func (s *scanner) spot(at, n int) diag.Locator { return s.locate(run(at, n)) }

// run gives the span of n bytes.
func run(at, n int) span { return span{int32(at), int32(at + n)} }
