package xml

import (
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
)

// tokenKind is what the scanner stands on.
type tokenKind uint8

const (
	nothing tokenKind = iota // before the first token, and behind the last
	startTag
	endTag // also behind an empty-element tag
	charData
)

// scanner finds the tokens of a document: tags with their namespaces, and the
// text between them. Comments and processing instructions are passed over. It
// checks that the document is well-formed, which a skipped part must be too.
type scanner struct {
	src string
	at  int // the next byte

	around   *surroundings // of the token
	rule     int           // of a decision table, from 1; 0: in none
	faults   diag.List
	warnings diag.List
	stopped  bool // by a fault that leaves no structure to read on in
	complete bool // the end of the document has been reached

	frames   []frame // the open elements
	scope    scope
	elements int
	root     bool // the root has begun

	// The token.
	kind  tokenKind
	name  name        // of a tag
	span  span        // of a tag
	empty bool        // a start tag that is the end tag too
	attrs []attribute // of a start tag, namespace declarations aside
	chars piece       // of text
}

// frame is an open element.
type frame struct {
	tag      string // its name as written
	at       span
	bindings int // those of the namespaces around it
}

// next goes to the next token. It reports false at the end of the document and
// after a fault that ends the reading.
func (s *scanner) next() bool {
	switch {
	case s.stopped:
		return false
	case s.kind == startTag && s.empty:
		s.kind = endTag
		return true
	case s.kind == endTag:
		last := len(s.frames) - 1
		s.scope.leave(s.frames[last].bindings)
		s.frames = s.frames[:last]
	}
	s.kind = nothing
	for s.kind == nothing && !s.stopped && s.at < len(s.src) {
		rest := s.src[s.at:]
		switch {
		case rest[0] != '<':
			s.text()
		case strings.HasPrefix(rest, "</"):
			s.endTag()
		case strings.HasPrefix(rest, "<?"):
			s.instruction()
		case strings.HasPrefix(rest, "<!"):
			s.declaration()
		case !beginsName(rest[1:]):
			s.text()
		default:
			s.startTag()
		}
	}
	if s.kind == nothing && !s.stopped {
		s.end()
	}
	return s.kind != nothing
}

// end is reached when there are no more bytes.
func (s *scanner) end() {
	switch {
	case len(s.frames) > 0:
		f := s.frames[len(s.frames)-1]
		s.stop(errUnclosed(s.locate(f.at), f.tag))
	case !s.root:
		s.stop(errEmpty(s.spot(s.at, 0)))
	}
	s.complete = !s.stopped
}

// text reads up to the next tag. A < that begins none is a part of it.
func (s *scanner) text() {
	p := piece{start: s.at, end: len(s.src)}
	if i := strings.IndexByte(s.src[s.at+1:], '<'); i >= 0 {
		p.end = s.at + 1 + i
	}
	s.at = p.end
	text, lead := trim(s.src[p.start:p.end])
	switch {
	case len(s.frames) == 0 && text != "":
		s.stop(errOutside(s.spot(p.start+lead, len(text)), s.root))
		return
	case len(s.frames) == 0:
		return
	}
	s.kind, s.chars = charData, p
	if s.src[p.start] == '<' {
		s.report(errSyntax(s.spot(p.start, 1), "a < stands where no tag begins", "write &lt; for the character"))
		p.start++
	}
	if text != "" {
		s.check(p)
	}
}

// check reports what a text or the value of an attribute may not have.
func (s *scanner) check(p piece) {
	for at := p.start; at < p.end && !s.stopped; {
		n := 1
		switch c := s.src[at]; {
		case c == '&':
			var ok bool
			if _, n, ok = reference(s.src[at:p.end]); !ok {
				s.report(errReference(s.spot(at, n), s.src[at:at+n]))
			}
		case c == ']' && p.form == plain && strings.HasPrefix(s.src[at:p.end], "]]>"):
			n = 3
			s.report(errSyntax(s.spot(at, n), "]]> stands in a text, where it ends no CDATA section", "write ]]&gt;"))
		case c == '<':
			s.report(errSyntax(s.spot(at, 1), "the value of an attribute has a <", "write &lt; for the character, or end the value before it"))
		}
		at += n
	}
}

func (s *scanner) endTag() {
	start := s.at
	n := nameLen(s.src[s.at+2:])
	tag := s.src[s.at+2 : s.at+2+n]
	i := s.skipSpace(s.at + 2 + n)
	if n == 0 || i == len(s.src) || s.src[i] != '>' {
		s.stop(errSyntax(s.spot(s.at, i-s.at), "this is no end tag", "an end tag is </, the name, and >"))
		return
	}
	s.at = i + 1
	s.span = run(start, s.at-start)
	if len(s.frames) == 0 {
		s.stop(errOutside(s.locate(s.span), s.root))
		return
	}
	f := s.frames[len(s.frames)-1]
	if f.tag != tag {
		s.stop(errMismatch(s.locate(s.span), tag, f.tag, s.locate(f.at)))
		return
	}
	s.kind = endTag
}

// instruction passes over a processing instruction.
func (s *scanner) instruction() {
	n := nameLen(s.src[s.at+2:])
	target := s.src[s.at+2 : s.at+2+n]
	end := strings.Index(s.src[s.at+2:], "?>")
	switch {
	case end < 0:
		s.stop(errSyntax(s.spot(s.at, 2), "a processing instruction begins here and does not end", "end it with ?>"))
		return
	case n == 0, s.skipSpace(s.at+2+n) == s.at+2+n && end != n:
		s.report(errSyntax(s.spot(s.at, 2+n), "a processing instruction begins with a name", "take it out"))
	case strings.EqualFold(target, "xml"):
		s.report(errSyntax(s.spot(s.at, 2+n), "the XML declaration is not at the start of the file", "take it out"))
	}
	s.at += 2 + end + 2
}

// declaration passes over a comment, and reads a CDATA section.
func (s *scanner) declaration() {
	rest := s.src[s.at:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		end := strings.Index(rest[4:], "-->")
		if end < 0 {
			s.stop(errSyntax(s.spot(s.at, 4), "a comment begins here and does not end", "end it with -->"))
			return
		}
		// The first hyphen of --> may be the second of the pair that is not allowed.
		if i := strings.Index(rest[4:4+end+1], "--"); i >= 0 {
			s.report(errSyntax(s.spot(s.at+4+i, 2), "-- stands in a comment", "take it out: XML has -- only at a comment's ends"))
		}
		s.at += 4 + end + 3
	case strings.HasPrefix(rest, "<![CDATA["):
		end := strings.Index(rest, "]]>")
		switch {
		case end < 0:
			s.stop(errSyntax(s.spot(s.at, 9), "a CDATA section begins here and does not end", "end it with ]]>"))
			return
		case len(s.frames) == 0:
			s.stop(errOutside(s.spot(s.at, 9), s.root))
			return
		}
		s.kind, s.chars = charData, piece{start: s.at + 9, end: s.at + end, form: cdata}
		s.at += end + 3
	case strings.HasPrefix(rest, "<!DOCTYPE"):
		s.stop(errDoctype(s.spot(s.at, 9)))
	default:
		s.stop(errSyntax(s.spot(s.at, 2), "<! begins neither a comment nor a CDATA section", "take it out, or write &lt; for the character"))
	}
}

// skip reads on to the end of the element whose start tag is the token.
func (s *scanner) skip() {
	for depth := len(s.frames); s.next(); {
		if s.kind == endTag && len(s.frames) == depth {
			return
		}
	}
}

// skipSpace gives the offset behind white space.
func (s *scanner) skipSpace(at int) int {
	return at + blank(s.src[at:])
}

// report notes a fault or a warning. When there are too many faults, reading
// ends, so that what is wrong never passes for right; warnings are then left out.
func (s *scanner) report(e *diag.Error) {
	switch {
	case s.stopped:
	case e.Severity == diag.Warning:
		if len(s.warnings) < limits.FaultsPerModel {
			s.warnings = append(s.warnings, e)
		}
	case len(s.faults) == limits.FaultsPerModel:
		s.stop(errLimit(e.At, "this file has more than 1,000 faults", "mend those above first"))
	default:
		s.faults = append(s.faults, e)
	}
}

// stop reports a fault and ends the reading.
func (s *scanner) stop(e *diag.Error) {
	if s.stopped {
		return
	}
	s.faults = append(s.faults, e)
	s.stopped = true
	s.kind = nothing
}
