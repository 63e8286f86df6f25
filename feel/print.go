package feel

import (
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/source"
)

// String gives v as a FEEL literal: strings in quotes, temporal values as
// @"...". A function is shown by its parameters.
func (v Value) String() string { return string(v.appendLiteral(nil)) }

// brief gives v for a message: a long text is cut.
func (v Value) brief() string {
	if v.kind == KindString {
		return source.Quote(v.str())
	}
	return v.String()
}

func (v Value) appendLiteral(dst []byte) []byte {
	switch v.kind {
	case KindNull:
		return append(dst, "null"...)
	case KindBoolean:
		if v.n != 0 {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case KindNumber:
		return v.num().AppendText(dst)
	case KindString:
		return appendQuoted(dst, v.str())
	case KindList:
		dst = append(dst, '[')
		for i, x := range v.list() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = x.appendLiteral(dst)
		}
		return append(dst, ']')
	case KindContext:
		c := v.context()
		dst = append(dst, '{')
		for i, key := range c.keys {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			if plainKey(key) {
				dst = append(dst, key...)
			} else {
				dst = appendQuoted(dst, key)
			}
			dst = c.vals[i].appendLiteral(append(dst, ": "...))
		}
		return append(dst, '}')
	case KindRange:
		return v.rang().appendLiteral(dst)
	case KindFunction:
		fn := v.function()
		if fn.builtin != nil {
			return append(dst, fn.builtin.name...)
		}
		return append(append(append(dst, "function("...), strings.Join(fn.params, ", ")...), ')')
	}
	text, _ := v.Text()
	return append(append(append(dst, '@', '"'), text...), '"')
}

func (r *rangeData) appendLiteral(dst []byte) []byte {
	switch r.op {
	case opLT, opLE:
		return append(r.hi.appendLiteral(append(append(append(dst, '('), r.op.String()...), ' ')), ')')
	case opGT, opGE, opEQ, opNE:
		return append(r.lo.appendLiteral(append(append(append(dst, '('), r.op.String()...), ' ')), ')')
	}
	open, closing := byte('('), byte(')')
	if r.loClosed {
		open = '['
	}
	if r.hiClosed {
		closing = ']'
	}
	dst = r.lo.appendLiteral(append(dst, open))
	return append(r.hi.appendLiteral(append(dst, ".."...)), closing)
}

// plainKey reports whether a key of a context can be written without quotes and
// read back whatever the scope is.
func plainKey(s string) bool {
	for i, r := range s {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != "" && !isKeyword(s)
}

// appendQuoted writes a string literal.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch r {
		case '"':
			dst = append(dst, `\"`...)
		case '\\':
			dst = append(dst, `\\`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		case '\v': // which, like the form feed, may not stand in a literal
			dst = append(dst, `\u000B`...)
		case '\f':
			dst = append(dst, `\u000C`...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
