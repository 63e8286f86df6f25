package xml

import (
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// name is a name with its namespace (Namespaces in XML 1.0).
type name struct{ prefix, local, space string }

// written gives the name as the document has it.
func (n name) written() string {
	if n.prefix == "" {
		return n.local
	}
	return n.prefix + ":" + n.local
}

// attribute is one of a start tag. Its value is decoded when it is asked for.
type attribute struct {
	name
	at    span // of the name
	value piece
	taken bool // it has been asked for
}

// startTag reads a start tag, or an empty-element tag.
func (s *scanner) startTag() {
	start := s.at
	n := nameLen(s.src[s.at+1:])
	tag := s.src[s.at+1 : s.at+1+n]
	s.attrs = s.attrs[:0]
	at := s.at + 1 + n
	for {
		i := s.skipSpace(at)
		rest := s.src[i:]
		switch {
		case rest == "":
			s.stop(errSyntax(s.spot(start, 1+n), "this tag does not end", "end it with > or />"))
			return
		case rest[0] == '>':
			s.empty, at = false, i+1
		case strings.HasPrefix(rest, "/>"):
			s.empty, at = true, i+2
		default:
			if i == at && nameLen(rest) > 0 {
				s.report(errSyntax(s.spot(i, 1), "there is no white space before this attribute", "add a space"))
			}
			if at = s.attribute(i); s.stopped {
				return
			}
			continue
		}
		break
	}
	s.at = at
	s.span = run(start, at-start)
	s.enter(tag)
}

// attribute reads the attribute at offset at, and gives the offset behind it.
func (s *scanner) attribute(at int) int {
	n := nameLen(s.src[at:])
	if n == 0 {
		s.stop(errSyntax(s.spot(at, 1), "the name of an attribute is due here", `an attribute is written name="value"`))
		return at
	}
	written := s.src[at : at+n]
	a := attribute{at: run(at, n)}
	at = s.skipSpace(at + n)
	eq := at
	if at < len(s.src) && s.src[at] == '=' {
		at = s.skipSpace(at + 1)
	}
	if eq == at || at == len(s.src) || s.src[at] != '"' && s.src[at] != '\'' {
		s.stop(errSyntax(s.locate(a.at), "this attribute has no value in quotes", `write `+source.Quote(written)+`="value"`))
		return at
	}
	end := strings.IndexByte(s.src[at+1:], s.src[at])
	if end < 0 {
		s.stop(errSyntax(s.locate(a.at), "the value of this attribute does not end", "end it with the quote that it begins with"))
		return at
	}
	a.value = piece{start: at + 1, end: at + 1 + end, form: attributeValue}
	s.check(a.value)
	if a.prefix, a.local = s.split(written, a.at); len(s.attrs) == limits.ModelAttributes {
		s.stop(errLimit(s.locate(a.at), "this element has more than 128 attributes", "take some out"))
	}
	s.attrs = append(s.attrs, a)
	return a.value.end + 1
}

// split gives the prefix and the local part of a name.
func (s *scanner) split(written string, at span) (prefix, local string) {
	prefix, local, found := strings.Cut(written, ":")
	if !found {
		return "", written
	}
	if prefix == "" || nameLen(local) != len(local) || strings.Contains(local, ":") || local == "" {
		s.report(errSyntax(s.locate(at), source.Quote(written)+" is no name with a prefix", "write one colon, between the prefix and the name"))
	}
	return prefix, local
}

// enter makes the start tag the token: it opens the element, binds its
// namespaces, and finds those of its name and of its attributes.
func (s *scanner) enter(tag string) {
	switch s.elements++; {
	case len(s.frames) == 0 && s.root:
		s.stop(errSecondRoot(s.locate(s.span), tag))
		return
	case s.elements > limits.ModelElements:
		s.stop(errLimit(s.locate(s.span), "this file has more than 1,000,000 elements", "split the model"))
		return
	case len(s.frames) == limits.ModelDepth:
		s.stop(errLimit(s.locate(s.span), "elements lie within each other more than 1,000 deep", "name an inner part as a decision of its own"))
		return
	}
	s.root = true
	s.frames = append(s.frames, frame{tag: tag, at: s.span, bindings: s.scope.size()})
	s.bind()
	if s.scope.size() > limits.ModelAttributes {
		s.stop(errLimit(s.locate(s.span), "more than 128 namespaces are declared for this element", "take some declarations out"))
		return
	}
	s.kind = startTag
	s.name.prefix, s.name.local = s.split(tag, run(int(s.span.start)+1, len(tag)))
	s.resolve(&s.name, s.span)
	s.distinct()
}

// bind declares the namespaces that the tag's attributes declare, and takes
// those attributes out.
func (s *scanner) bind() {
	from := s.scope.size()
	s.drop(func(a *attribute) bool {
		prefix := a.local
		switch {
		case a.prefix == "xmlns":
		case a.prefix == "" && a.local == "xmlns":
			prefix = ""
		default:
			return false
		}
		if s.scope.has(prefix, from) {
			s.report(errRepeatedAttribute(s.locate(a.at), a.written()))
		} else if why := s.scope.bind(prefix, s.compose(a.value).Text); why != "" {
			s.report(errPrefix(s.locate(a.at), why, "take the declaration out, or give it another prefix"))
		}
		return true
	})
}

// drop takes the attributes out that are unwanted.
func (s *scanner) drop(unwanted func(*attribute) bool) {
	kept := 0
	for i := range s.attrs {
		if unwanted(&s.attrs[i]) {
			continue
		}
		if kept != i {
			s.attrs[kept] = s.attrs[i]
		}
		kept++
	}
	s.attrs = s.attrs[:kept]
}

// resolve finds the namespace of a name. A prefix that is not declared has one
// that nothing else has.
func (s *scanner) resolve(n *name, at span) {
	space, ok := s.scope.lookup(n.prefix)
	if !ok {
		s.report(errPrefix(s.locate(at), "the prefix "+source.Quote(n.prefix)+" is not declared", "declare it: xmlns:"+n.prefix+`="..."`))
		space = "\x00" + n.prefix
	}
	n.space = space
}

// distinct finds the namespaces of the attributes, and takes out those that are
// there twice. An attribute without a prefix has no namespace.
func (s *scanner) distinct() {
	var seen map[name]bool // when there are many
	if len(s.attrs) > 16 {
		seen = make(map[name]bool, len(s.attrs))
	}
	first := 0
	s.drop(func(a *attribute) bool {
		if a.prefix != "" {
			s.resolve(&a.name, a.at)
		}
		key := name{local: a.local, space: a.space}
		twice := seen[key]
		if seen != nil {
			seen[key] = true
		} else {
			for i := range s.attrs[:first] {
				twice = twice || s.attrs[i].local == a.local && s.attrs[i].space == a.space
			}
		}
		first++
		if twice {
			s.report(errRepeatedAttribute(s.locate(a.at), a.written()))
		}
		return twice
	})
}

const (
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
	xmlnsSpace = "http://www.w3.org/2000/xmlns/"
)

// scope holds the namespaces that are declared, the innermost last.
type scope struct{ bindings []binding }

type binding struct{ prefix, uri string }

func (c *scope) size() int { return len(c.bindings) }

func (c *scope) leave(size int) { c.bindings = c.bindings[:size] }

// bind declares prefix, or the default namespace for "". It says what is wrong
// with a declaration that Namespaces in XML 1.0 forbids (sections 3 and 5).
func (c *scope) bind(prefix, uri string) (why string) {
	switch {
	case prefix == "xmlns", uri == xmlnsSpace, (prefix == "xml") != (uri == xmlSpace):
		return "XML keeps this prefix, or this namespace, for itself"
	case prefix != "" && uri == "":
		return "the prefix " + source.Quote(prefix) + " is declared for no namespace"
	}
	c.bindings = append(c.bindings, binding{prefix, uri})
	return ""
}

// has reports whether prefix is declared by a binding from index from on.
func (c *scope) has(prefix string, from int) bool {
	for _, b := range c.bindings[from:] {
		if b.prefix == prefix {
			return true
		}
	}
	return false
}

// lookup gives what prefix stands for.
func (c *scope) lookup(prefix string) (uri string, ok bool) {
	for i := len(c.bindings) - 1; i >= 0; i-- {
		if c.bindings[i].prefix == prefix {
			return c.bindings[i].uri, true
		}
	}
	if prefix == "xml" {
		return xmlSpace, true
	}
	return "", prefix == ""
}

// beginsName reports whether s begins with a name.
func beginsName(s string) bool {
	if s == "" || s[0] < utf8.RuneSelf {
		return s != "" && nameByte[s[0]].start
	}
	r, _ := utf8.DecodeRuneInString(s)
	return isNameStart(r)
}

// nameLen gives the length of the name that s begins with (XML 1.0, 2.3), or 0.
func nameLen(s string) int {
	if !beginsName(s) {
		return 0
	}
	for i := 0; i < len(s); {
		n := 1
		if b := s[i]; b < utf8.RuneSelf {
			if !nameByte[b].inside {
				return i
			}
		} else {
			var r rune
			if r, n = utf8.DecodeRuneInString(s[i:]); !isNameStart(r) && (i == 0 || !isNameInside(r)) {
				return i
			}
		}
		i += n
	}
	return len(s)
}

// nameByte tells of the ASCII characters which begin a name and which it has.
var nameByte = func() (t [utf8.RuneSelf]struct{ start, inside bool }) {
	for c := range t {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':'
		t[c].start = letter
		t[c].inside = letter || '0' <= c && c <= '9' || c == '-' || c == '.'
	}
	return t
}()

// isNameStart and isNameInside are for characters beyond ASCII.
func isNameStart(r rune) bool {
	switch {
	case 0xC0 <= r && r <= 0x2FF:
		return r != 0xD7 && r != 0xF7
	case 0x370 <= r && r <= 0x1FFF:
		return r != 0x37E
	case 0x200C <= r && r <= 0x200D, 0x2070 <= r && r <= 0x218F, 0x2C00 <= r && r <= 0x2FEF,
		0x3001 <= r && r <= 0xD7FF, 0xF900 <= r && r <= 0xFDCF, 0xFDF0 <= r && r <= 0xFFFD, 0x10000 <= r && r <= 0xEFFFF:
		return true
	}
	return false
}

func isNameInside(r rune) bool {
	return r == 0xB7 || 0x300 <= r && r <= 0x36F || 0x203F <= r && r <= 0x2040
}
