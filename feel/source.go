package feel

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// Source is an expression and where it stands.
type Source struct {
	Text string
	At   diag.Locator // its file, node, table, rule, cell
	// Pos gives the place in the file of an offset in Text. When it is nil the file
	// has Text as it is, from the start of At on; without one Text is the file.
	Pos func(offset int) diag.Pos
	// Place stands for At and Pos when it is not nil.
	Place Place
}

// Place tells where a text stands when it is asked, which is where something is wrong:
// whoever has many texts need not make a locator of each.
type Place interface {
	Locator() diag.Locator   // of the whole text
	Pos(offset int) diag.Pos // of an offset in it
}

// located is a Source as a tree keeps it. Place is nil where nothing is known of it.
type located struct {
	Text  string
	place Place
}

// fixed is the place of a Source that has no other.
type fixed struct {
	at  diag.Locator
	pos func(offset int) diag.Pos
}

func (f *fixed) Locator() diag.Locator { return f.at }

func (f *fixed) Pos(offset int) diag.Pos { return f.pos(offset) }

// places gives the Pos of a Source that may have none.
func (s *Source) places() func(offset int) diag.Pos {
	start := s.At.Span.Start
	switch {
	case s.Pos != nil:
		return s.Pos
	case start.Known():
		return source.Part(s.At.File, s.Text, start).Pos
	}
	return source.New(s.At.File, s.Text).Pos
}

// locateNothing gives a text that is empty the place where it would begin.
func (s *Source) locateNothing() {
	if s.Text != "" || s.Place != nil || s.Pos == nil && s.At.Span.Start.Known() {
		return
	}
	start := s.places()(0)
	s.At.Span = diag.Span{Start: start, End: start}
}

// newAST makes a tree without nodes.
func newAST(src *Source) *AST {
	if src.Place != nil {
		return &AST{src: located{src.Text, src.Place}}
	}
	if src.Text == "" && src.Pos == nil && src.At == (diag.Locator{}) {
		return &AST{}
	}
	a := &struct {
		AST
		fixed
	}{fixed: fixed{src.At, src.places()}}
	a.src = located{src.Text, &a.fixed}
	return &a.AST
}

// pos gives the place in the file of an offset in the text.
func (s *located) pos(offset int) diag.Pos {
	if s.place == nil {
		return diag.Pos{}
	}
	return s.place.Pos(offset)
}

// span gives the place of n in the file.
func (s *located) span(n interface{ bounds() (int, int) }) diag.Span {
	start, end := n.bounds()
	return diag.Span{Start: s.pos(start), End: s.pos(end)}
}

// at gives the locator of n: the source's, with n's span. A boxed expression has a
// place, and no text.
func (s *located) at(n interface{ bounds() (int, int) }) diag.Locator {
	if s.place == nil {
		return diag.Locator{}
	}
	l := s.place.Locator()
	if s.Text != "" {
		l.Span = s.span(n)
	}
	return l
}
