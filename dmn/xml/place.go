package xml

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// Place is where something stands in a document. The zero Place is not known.
type Place struct {
	in                           *surroundings
	rule                         int32
	offset, line, column, length int32
}

// surroundings is what many places have in common.
type surroundings struct {
	doc               *text
	node, table, cell string
}

// text is a document.
type text struct{ file, src string }

// Known reports whether p is a place.
func (p *Place) Known() bool { return p.line > 0 }

// Locator gives the place with all that is around it: its definition, table, rule and
// cell.
func (p *Place) Locator() diag.Locator {
	if p.in == nil {
		return diag.Locator{}
	}
	return p.in.locate(int(p.rule), diag.Span{Start: p.Pos(0), End: p.Pos(int(p.length))})
}

// Pos gives the place in the file of a byte offset from the start of p.
func (p *Place) Pos(offset int) diag.Pos {
	start := diag.Pos{Offset: int(p.offset), Line: int(p.line), Column: int(p.column)}
	if offset == 0 {
		return start
	}
	return source.After(start, p.in.doc.src[p.offset:int(p.offset)+offset])
}

func (s *surroundings) locate(rule int, span diag.Span) diag.Locator {
	return diag.Locator{File: s.doc.file, Node: s.node, Table: s.table, Rule: rule, Cell: s.cell, Span: span}
}

// locate gives a span of the document with what is around it.
func (s *scanner) locate(span diag.Span) diag.Locator { return s.around.locate(s.rule, span) }

// place gives a span as a part of the document keeps it.
func (s *scanner) place(span diag.Span) Place {
	return s.stretch(span.Start, span.End.Offset-span.Start.Offset)
}

// stretch gives the place of n bytes.
func (s *scanner) stretch(start diag.Pos, n int) Place {
	return Place{s.around, int32(s.rule), int32(start.Offset), int32(start.Line), int32(start.Column), int32(n)}
}

// within gives the surroundings of a cell of a table.
func (s *surroundings) within(cell string) *surroundings {
	return &surroundings{s.doc, s.node, s.table, cell}
}
