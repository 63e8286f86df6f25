package xml

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// Text is a text of the document: an expression, a name, a reference. The zero
// Text stands for one that is absent.
type Text struct {
	Text string // decoded, without white space around it
	At   Place  // of what stands for Text in the file

	coded *coded // nil when the file has Text as it is
}

// coded maps a text to the file, where it is written with references, CDATA
// sections, comments or carriage returns.
type coded struct {
	start int // of the text with the white space before it, in the file
	lead  int // bytes of that white space, decoded
	marks source.Marks
}

// Known reports whether the document has the text, if only an empty one.
func (t *Text) Known() bool { return t.At.Known() }

// Pos gives the place in the file of a byte offset in Text; len(Text) is its
// end. Offsets outside of Text give its nearest end, those inside of a character
// its begin. It is a Pos of feel.Source.
func (t *Text) Pos(offset int) diag.Pos {
	offset = max(0, min(offset, len(t.Text)))
	for offset < len(t.Text) && !utf8.RuneStart(t.Text[offset]) {
		offset--
	}
	if t.coded == nil {
		return t.At.Pos(offset)
	}
	return t.At.in.doc.Pos(t.coded.raw(offset))
}

// raw gives the offset in the file of an offset in the text.
func (c *coded) raw(offset int) int { return c.start + c.marks.Raw(c.lead+offset) }

// Locator gives the place of the whole text, with all that is around it.
func (t *Text) Locator() diag.Locator { return t.At.Locator() }

// TypeRef is a reference to a type.
type TypeRef struct {
	Text // as written

	// Name is Text without its prefix. Namespace is what the prefix stands for: a
	// FEEL namespace (see [IsFEEL]), that of this model or of one that it imports.
	// References have such prefixes in DMN 1.1 (feel:number), and in later models of
	// some tools. A Text without a prefix, or with one that is not declared, is
	// Name, and Namespace is "".
	Name, Namespace string
}

// form says how a piece of a document is written.
type form uint8

const (
	plain form = iota // text between tags
	cdata
	attributeValue
)

// special gives the offset of the first character of s that does not stand for
// itself, or -1.
func (f form) special(s string) int {
	for i := range len(s) {
		switch s[i] {
		case '\r':
			return i
		case '&':
			if f != cdata {
				return i
			}
		case '\n', '\t':
			if f == attributeValue {
				return i
			}
		}
	}
	return -1
}

// piece is a part of a text in the file.
type piece struct {
	start, end int
	form       form
}

// blank gives the length of the white space that s begins with.
func blank(s string) int {
	for i := range len(s) {
		if c := s[i]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return i
		}
	}
	return len(s)
}

// trim takes the white space around s off, of which lead bytes are before it.
func trim(s string) (text string, lead int) {
	lead = blank(s)
	end := len(s)
	for end > lead && blank(s[end-1:end]) == 1 {
		end--
	}
	return s[lead:end], lead
}

// compose makes a text of its pieces.
func (s *scanner) compose(pieces ...piece) Text {
	start, size := pieces[0].start, 0
	for _, p := range pieces {
		size += p.end - p.start
	}
	if size > limits.ModelTextBytes {
		at := s.place(run(start, 0))
		s.stop(errLimit(at.Locator(), "this text is longer than 1 MiB", "shorten it, or split it"))
		return Text{At: at}
	}
	if p := pieces[0]; len(pieces) == 1 {
		if raw := s.src[p.start:p.end]; p.form.special(raw) < 0 {
			text, lead := trim(raw)
			return Text{Text: text, At: s.place(run(start+lead, len(text)))}
		}
	}
	d := decoder{base: start}
	for _, p := range pieces {
		d.decode(s.src, p)
	}
	t := Text{At: s.place(run(start, 0)), coded: &coded{start: start, marks: d.marks}}
	t.Text, t.coded.lead = trim(d.String())
	t.cover()
	return t
}

// cover makes At the place of the whole of a text that is not verbatim.
func (t *Text) cover() {
	t.At.span = span{int32(t.coded.raw(0)), int32(t.coded.raw(len(t.Text)))}
}

// asName gives a name with single blanks for the white space in it, that of Unicode
// as well: to FEEL both are one name (DMN 1.6, clause 10.3.1.2).
func (t Text) asName() Text {
	if plainName(t.Text) {
		return t
	}
	was := t.coded
	if was == nil {
		was = &coded{start: int(t.At.start)}
	}
	is := &coded{start: was.start}
	text := strings.TrimSpace(t.Text)
	lead := was.lead + strings.Index(t.Text, text)
	var name strings.Builder
	gap := false
	for from, r := range text {
		space := unicode.IsSpace(r)
		if space && gap {
			continue
		}
		is.marks.Add(name.Len(), was.marks.Raw(lead+from))
		if gap = space; space {
			r = ' '
		}
		name.WriteRune(r)
	}
	is.marks.Add(name.Len(), was.marks.Raw(lead+len(text)))
	t.Text, t.coded = name.String(), is
	t.cover()
	return t
}

// plainName reports a name that has no white space but single blanks.
func plainName(s string) bool {
	gap := false
	for _, r := range s {
		space := r == ' '
		if space && gap || !space && unicode.IsSpace(r) {
			return false
		}
		gap = space
	}
	return true
}

// decoder collects a decoded text. base is the offset in the file of the source
// that its marks count from.
type decoder struct {
	strings.Builder
	marks source.Marks
	base  int
}

// from says that the text goes on with what stands at offset at of the file.
func (d *decoder) from(at int) { d.marks.Add(d.Len(), at-d.base) }

// decode adds a piece: references are replaced (XML 1.0, 4.1), line ends are
// line feeds (2.11), and white space in an attribute is a space (3.3.3). What is
// no reference has been reported, and stays as it is.
func (d *decoder) decode(src string, p piece) {
	d.from(p.start)
	for at := p.start; at < p.end; {
		n := p.form.special(src[at:p.end])
		if n < 0 {
			d.WriteString(src[at:p.end])
			return
		}
		d.WriteString(src[at : at+n])
		at += n
		n = 1
		text := "\n"
		switch {
		case src[at] == '&':
			var ok bool
			if text, n, ok = reference(src[at:p.end]); !ok {
				text, n = "&", 1
			}
		case src[at] == '\r' && strings.HasPrefix(src[at+1:p.end], "\n"):
			n = 2
		}
		if p.form == attributeValue && src[at] != '&' {
			text = " "
		}
		d.from(at)
		d.WriteString(text)
		at += n
		d.from(at)
	}
}

// reference gives what the reference at the start of s stands for, and its
// length. When there is none that XML knows, ok is false, and n is the length of
// what looks like one, or 1.
func reference(s string) (text string, n int, ok bool) {
	body := s[1:]
	if strings.HasPrefix(body, "#") {
		return characterReference(s)
	}
	n = nameLen(body)
	if n == 0 || !strings.HasPrefix(body[n:], ";") {
		return "", 1, false
	}
	switch body[:n] {
	case "lt":
		text = "<"
	case "gt":
		text = ">"
	case "amp":
		text = "&"
	case "apos":
		text = "'"
	case "quot":
		text = `"`
	}
	return text, n + 2, text != ""
}

func characterReference(s string) (text string, n int, ok bool) {
	n, base := 2, rune(10)
	if strings.HasPrefix(s, "&#x") {
		n, base = 3, 16
	}
	var r rune
	digits := n
	for ; n < len(s); n++ {
		d := strings.IndexByte("0123456789abcdef"[:base], s[n])
		if d < 0 && base == 16 {
			d = strings.IndexByte("0123456789ABCDEF", s[n])
		}
		if d < 0 {
			break
		}
		r = min(r*base+rune(d), utf8.MaxRune+1)
	}
	if n == digits || n == len(s) || s[n] != ';' {
		return "", n, false
	}
	return string(r), n + 1, isChar(r)
}

// isChar reports whether XML 1.0 (2.2) allows r.
func isChar(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case 0xD800 <= r && r < 0xE000, r == 0xFFFE, r == 0xFFFF:
		return false
	}
	return r <= utf8.MaxRune
}
