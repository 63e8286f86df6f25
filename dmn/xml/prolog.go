package xml

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// newScanner makes a scanner that stands behind the byte order mark, which is no
// column, and the XML declaration. It is stopped when the file is too large, or
// is not XML 1.0 in UTF-8.
func newScanner(file, src string) *scanner {
	s := &scanner{
		src: src, around: &surroundings{doc: source.New(file, src)},
		frames: make([]frame, 0, 8), attrs: make([]attribute, 0, 4),
	}
	switch name := otherEncoding(src); {
	case len(src) > limits.ModelBytes:
		s.stop(errLimit(s.spot(0, 0), "this file is larger than 64 MiB", "split the model"))
		return s
	case name != "":
		s.stop(errEncoding(s.spot(0, 0), "this file is in "+name))
		return s
	}
	if strings.HasPrefix(src, source.ByteOrderMark) {
		s.at = len(source.ByteOrderMark)
	}
	if strings.HasPrefix(src[s.at:], "<?xml") && s.skipSpace(s.at+5) > s.at+5 {
		s.xmlDeclaration()
	}
	s.characters()
	return s
}

// otherEncoding recognises the encodings of which the first bytes tell.
func otherEncoding(src string) string {
	for _, e := range [...]struct{ begin, name string }{
		{"\xFF\xFE\x00\x00", "UTF-32"},
		{"\x00\x00\xFE\xFF", "UTF-32"},
		{"\x00\x00\x00<", "UTF-32"},
		{"<\x00\x00\x00", "UTF-32"},
		{"\xFF\xFE", "UTF-16"},
		{"\xFE\xFF", "UTF-16"},
		{"\x00<", "UTF-16"},
		{"<\x00", "UTF-16"},
	} {
		if strings.HasPrefix(src, e.begin) {
			return e.name
		}
	}
	return ""
}

// xmlDeclaration reads the XML declaration (XML 1.0, 2.8).
func (s *scanner) xmlDeclaration() {
	end := strings.Index(s.src[s.at:], "?>")
	if end < 0 {
		s.stop(errSyntax(s.spot(s.at, 5), "the XML declaration does not end", "end it with ?>"))
		return
	}
	end += s.at
	start := s.at
	const right = `write <?xml version="1.0" encoding="UTF-8"?>`
	fields := []string{"version", "encoding", "standalone"} // in this order
	last := -1
	for at := s.at + 5; s.skipSpace(at) < end; {
		i := s.skipSpace(at)
		field, value, n := pseudoAttribute(s.src[i:end])
		k := slices.Index(fields, field)
		if i == at || n == 0 || k <= last || last < 0 && k > 0 {
			s.report(errSyntax(s.spot(i, end-i), "this is no XML declaration", right))
			last = len(fields)
			break
		}
		spot := s.spot(i, n)
		switch {
		case field == "version" && value != "1.0":
			s.stop(errVersion(spot, value))
		case field == "encoding" && !strings.EqualFold(value, "UTF-8"):
			s.stop(errEncoding(spot, "this file declares the encoding "+source.Quote(value)))
		case field == "standalone" && value != "yes" && value != "no":
			s.report(errSyntax(spot, "standalone is yes or no", "take it out"))
		}
		last, at = k, i+n
	}
	if last < 0 {
		s.report(errSyntax(s.spot(start, len("<?xml")), "the XML declaration gives no version", right))
	}
	s.at = end + 2
}

// pseudoAttribute reads a field of the XML declaration; n is its length, or 0.
func pseudoAttribute(s string) (field, value string, n int) {
	field, rest, _ := strings.Cut(s, "=")
	value = rest[blank(rest):]
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return "", "", 0
	}
	quote := value[:1]
	value, rest, found := strings.Cut(value[1:], quote)
	if !found {
		return "", "", 0
	}
	return strings.TrimRight(field, " \t\r\n"), value, len(s) - len(rest)
}

// characters checks that the file is UTF-8, and has only the characters that XML
// allows.
func (s *scanner) characters() {
	bad := func(at, n int, why string) { s.stop(errEncoding(s.spot(at, n), why)) }
	for at := 0; at < len(s.src) && !s.stopped; {
		if at += printable(s.src[at:]); at == len(s.src) {
			return
		}
		b := s.src[at]
		if b < utf8.RuneSelf {
			if b < 0x20 && b != '\n' && b != '\t' && b != '\r' {
				bad(at, 1, fmt.Sprintf("the control character U+%04X is not allowed in XML", b))
			}
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.src[at:])
		switch {
		case r == utf8.RuneError && n == 1:
			bad(at, 1, fmt.Sprintf("the byte %#x is not UTF-8", b))
		case !isChar(r):
			bad(at, n, fmt.Sprintf("the character U+%04X is not allowed in XML", r))
		}
		at += n
	}
}

// printable gives a number of bytes that are ASCII characters from the blank on: as many
// as s begins with, in eights.
func printable(s string) int {
	n := 0
	for ; n+8 <= len(s); n += 8 {
		b := s[n : n+8]
		eight := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if (eight|(eight-0x2020202020202020))&0x8080808080808080 != 0 {
			break
		}
	}
	return n
}
