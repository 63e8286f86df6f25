package strictjson

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrorKind says why a text is refused.
type ErrorKind uint8

// The kinds of error.
const (
	Syntax     ErrorKind = iota + 1 // not in the grammar of RFC 8259
	Encoding                        // not UTF-8, a byte order mark, or a lone surrogate escape
	Empty                           // nothing but white space
	Trailing                        // something after the value
	Duplicate                       // a member name occurs twice in one object
	LimitBytes                      // over Limits.Bytes, and so on
	LimitDepth
	LimitValues
	LimitString
	LimitNumber
)

// Error is why a text is refused, and where.
type Error struct {
	Kind    ErrorKind
	Offset  int    // byte of the text, from 0
	Path    string // JSON Pointer of the value being read; for a Duplicate, of the repeated member
	Message string // what was found, in words

	tokens []string // of Path, innermost first: collected while the error travels up
}

// Error gives place and message on one line.
func (e *Error) Error() string {
	at := ""
	if e.Path != "" {
		at = " at " + e.Path
	}
	return fmt.Sprintf("byte %d%s: %s", e.Offset, at, e.Message)
}

// under notes that the error is inside the member or item with that token.
func (e *Error) under(token string) *Error {
	e.tokens = append(e.tokens, token)
	return e
}

// fail makes an error. From the first byte on that is not UTF-8, that byte is
// the error.
func (p *parser) fail(kind ErrorKind, offset int, format string, args ...any) *Error {
	if offset >= p.invalid {
		return &Error{Kind: Encoding, Offset: p.invalid, Message: fmt.Sprintf("found the byte 0x%02x, which is not UTF-8 here", p.src[p.invalid])}
	}
	return &Error{Kind: kind, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// found names what stands at pos: as much as makes sense to a reader, which
// inside a container is one token and outside, in prose, the line.
func (p *parser) found() string {
	rest := p.src[p.pos:]
	if rest == "" {
		return "the end of the input"
	}
	stop := "\r\n"
	if p.depth > 0 {
		stop = "\r\n,:]}"
	}
	if i := strings.IndexAny(rest, stop); i >= 0 {
		rest = rest[:max(i, 1)]
	}
	return Excerpt(strings.TrimRight(rest, " \t"))
}

// few quotes at most n bytes from i on, whole characters.
func (p *parser) few(i, n int) string {
	end := min(i+n, len(p.src))
	for end < len(p.src) && !utf8.RuneStart(p.src[end]) {
		end++
	}
	return Excerpt(p.src[i:end])
}

// excerptRunes is the length of what an excerpt shows.
const excerptRunes = 16

// Excerpt quotes the start of text for a message: "Sure, here is"... It cuts
// between words if there are several.
func Excerpt(text string) string {
	dots := ""
	runes := 0
	for i := range text {
		if runes == excerptRunes {
			text, dots = text[:i], "..."
			if space := strings.LastIndexByte(text, ' '); space > 0 {
				text = text[:space]
			}
			break
		}
		runes++
	}
	if strings.ContainsAny(text, `"\`) && strconv.CanBackquote(text) {
		return "`" + text + "`" + dots
	}
	return strconv.Quote(text) + dots
}
