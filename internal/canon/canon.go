// Package canon is the one writer of canonical JSON (RFC 8785, JCS): the same
// value always has the same bytes.
//
// A value is built as a tree of [Node] and written by [Node.Append]: no white
// space, members sorted by the UTF-16 code units of their names, one spelling
// for each string. RFC 8785 makes every number a double; this writer never
// converts. It writes a number only if its text is already the one that
// ECMAScript gives the nearest double, and [FromJSON] only if the double has
// exactly its value.
//
// A Node is immutable and may be shared by goroutines.
package canon

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/strictjson"
)

// Node is a value to be written. The zero Node is null.
type Node struct {
	kind  kind
	text  string
	items []Node
	pairs []Pair // sorted
}

type kind uint8

const (
	null    kind = iota
	literal      // text is written as it is
	number
	text
	array
	object
)

// Pair is one member of an object.
type Pair struct {
	Name  string
	Value Node
}

// Null gives null.
func Null() Node { return Node{} }

// Bool gives a boolean.
func Bool(b bool) Node { return Node{kind: literal, text: strconv.FormatBool(b)} }

// String gives a string. [Node.Append] refuses it if it is not valid UTF-8.
func String(s string) Node { return Node{kind: text, text: s} }

// Number gives the number with that text. [Node.Append] refuses a text that is
// not the canonical one of a double: 1.10, 1e3, -0, 9007199254740993.
func Number(text string) Node { return Node{kind: number, text: text} }

// Array gives an array of items, which the caller must not change afterwards.
func Array(items ...Node) Node { return Node{kind: array, items: items} }

// Member pairs a member's name with its value, for [Object].
func Member(name string, value Node) Pair { return Pair{name, value} }

// Object gives an object; the order of pairs does not matter. [Node.Append]
// refuses it if two have the same name.
func Object(pairs ...Pair) Node {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, func(a, b Pair) int { return compareUTF16(a.Name, b.Name) })
	return Node{kind: object, pairs: pairs}
}

// maxDepth is that of jcs and the most that strictjson reads.
const maxDepth = 10_000

// Append appends the canonical text of n to dst. The error is an [*Error] with
// the Path of the first value or member that has no canonical text: a string or
// name that is not UTF-8, a repeated name, a number as [Number] describes it,
// more than 10,000 containers in each other. On an error dst comes back as it
// was.
func (n Node) Append(dst []byte) ([]byte, error) {
	out, err := n.append(dst, 0)
	if err != nil {
		return dst, err.complete()
	}
	return out, nil
}

func (n Node) append(dst []byte, depth int) ([]byte, *Error) {
	if n.kind >= array && depth == maxDepth {
		return nil, fail("containers are nested more than %d deep", maxDepth)
	}
	switch n.kind {
	case literal:
		return append(dst, n.text...), nil
	case number:
		if !isShortest(n.text) {
			return nil, fail("the number %s is not canonical: %s", strictjson.Excerpt(n.text), asDouble(n.text))
		}
		return append(dst, n.text...), nil
	case text:
		return appendValid(dst, n.text)
	case array:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			var err *Error
			if dst, err = item.append(dst, depth+1); err != nil {
				return nil, err.under(strconv.Itoa(i))
			}
		}
		return append(dst, ']'), nil
	case object:
		dst = append(dst, '{')
		for i, p := range n.pairs {
			if i > 0 {
				if p.Name == n.pairs[i-1].Name {
					return nil, fail("the object has the member %s twice", strictjson.Excerpt(p.Name)).under(p.Name)
				}
				dst = append(dst, ',')
			}
			var err *Error
			if dst, err = appendValid(dst, p.Name); err != nil {
				return nil, err.under(p.Name)
			}
			dst = append(dst, ':')
			if dst, err = p.Value.append(dst, depth+1); err != nil {
				return nil, err.under(p.Name)
			}
		}
		return append(dst, '}'), nil
	}
	return append(dst, "null"...), nil
}

func appendValid(dst []byte, s string) ([]byte, *Error) {
	if !utf8.ValidString(s) {
		return nil, fail("the text %s is not valid UTF-8", strictjson.Excerpt(s))
	}
	return AppendString(dst, s), nil
}

// AppendString appends s as a JSON string (RFC 8785, section 3.2.2.2). It must
// be valid UTF-8.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// compareUTF16 orders two UTF-8 texts by their UTF-16 code units (RFC 8785,
// section 3.2.3). That is the order of the bytes, except that a character
// beyond U+FFFF (first byte F0 and above), being a pair of surrogates, comes
// before U+E000 to U+FFFF (first byte EE or EF).
func compareUTF16(a, b string) int {
	for i := range min(len(a), len(b)) {
		if x, y := a[i], b[i]; x != y {
			if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) {
				return cmp.Compare(y, x)
			}
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// Error is why a value has no canonical text, or a text is not canonical.
type Error struct {
	Path    string // JSON Pointer of the value or member at fault; "" for the whole, and where bytes differ
	Offset  int    // byte of the text that was read; 0 in errors of Append, which reads none
	Message string

	tokens []string // of Path, innermost first
}

// Error gives place and message on one line.
func (e *Error) Error() string {
	s := e.Message
	if e.Path != "" {
		s = e.Path + ": " + s
	}
	if e.Offset > 0 {
		s = fmt.Sprintf("byte %d: %s", e.Offset, s)
	}
	return s
}

func fail(format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// under notes that the error is inside the member or item with that token.
func (e *Error) under(token string) *Error {
	e.tokens = append(e.tokens, token)
	return e
}

func (e *Error) complete() *Error {
	slices.Reverse(e.tokens)
	e.Path = strictjson.Pointer(e.tokens...)
	return e
}
