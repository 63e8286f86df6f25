package feel

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// atLit reads @"text".
func (p *parser) atLit() node {
	at := p.next()
	t := p.tok()
	if t.kind != tokString {
		p.expected("a text in quotes after '@'", `a date is written @"2026-01-31"`)
		p.skip()
		return p.bad(at.start)
	}
	p.i++
	return &atLit{p.since(at), p.unquote(t)}
}

// unquote gives the value of a string literal. An unknown escape stands for
// itself, so that patterns need no doubled backslashes.
func (p *parser) unquote(t token) string {
	text := p.text[t.start+1 : t.end-1]
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return text
	}
	var b strings.Builder
	for i >= 0 {
		b.WriteString(text[:i])
		text = text[i:]
		r, n := escape(text)
		if r == utf8.RuneError {
			from := t.end - 1 - int32(len(text))
			p.note(errBadEscape(p.src, extent{from, from + int32(n)}, text[:n]))
		}
		if r < 0 {
			b.WriteString(text[:n])
		} else {
			b.WriteRune(r)
		}
		text = text[n:]
		i = strings.IndexByte(text, '\\')
	}
	b.WriteString(text)
	return b.String()
}

// escape reads the escape that s begins with and gives its character and its
// length: -1 if it stands for itself, utf8.RuneError if it names no character.
func escape(s string) (r rune, n int) {
	if len(s) < 2 {
		return -1, len(s)
	}
	switch s[1] {
	case '"', '\\', '\'':
		return rune(s[1]), 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r, ok := hex(s, 4)
		switch {
		case !ok:
			return -1, 2
		case !utf16.IsSurrogate(r):
			return r, 6
		}
		if strings.HasPrefix(s[6:], `\u`) {
			if low, ok := hex(s[6:], 4); ok {
				if r := utf16.DecodeRune(r, low); r != utf8.RuneError {
					return r, 12
				}
			}
		}
		return utf8.RuneError, 6
	case 'U':
		r, ok := hex(s, 6)
		switch {
		case !ok:
			return -1, 2
		case !utf8.ValidRune(r):
			return utf8.RuneError, 8
		}
		return r, 8
	}
	return -1, 2
}

// hex reads the n hexadecimal digits after the two characters of an escape.
func hex(s string, n int) (rune, bool) {
	if len(s) < 2+n {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:2+n], 16, 32)
	return rune(v), err == nil
}
