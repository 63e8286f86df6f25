package yaml

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// prepare checks the bytes and gives the text in which the outside library
// looks for tokens. That text differs from the file where the library is slow
// or unsure and the cursor that places the tokens is neither: lines end in LF,
// lines of white space are empty, several empty lines in a row are one and
// none at the end, tabs are spaces, and a letter stands for "<", which it tries
// as a merge key, and for the backslash of an escape other than \" and \\.
func (d *document) prepare() (feed string, ok bool) {
	if len(d.src) > maxBytes {
		d.report(errLimit(d.at(0, 0), "split the file", "the file has %d bytes; the most is %d", len(d.src), maxBytes))
		return "", false
	}
	out := make([]byte, 0, len(d.src))
	starts := 0     // characters that may begin a token
	empty := 0      // empty lines since the last one that is not
	lineStart := 0  // in out
	isEmpty := true // the line has only white space so far
	for i := d.cursor().pos.Offset; i < len(d.src); i++ {
		c := d.src[i]
		switch c {
		case '\n':
			if isEmpty {
				out = out[:lineStart]
				empty++
			}
			if empty <= 1 {
				out = append(out, '\n')
			}
			lineStart, isEmpty = len(out), true
			continue
		case ' ', '\t':
			out = append(out, ' ')
			continue
		case '<':
			c = 'x'
		case '\\':
			if i+1 < len(d.src) && (d.src[i+1] == '"' || d.src[i+1] == '\\') {
				out = append(out, c)
				i++
				c = d.src[i]
			} else {
				c = 'x'
			}
		case '[', ']', '{', '}', ',', ':', '-', '?', '#', '&', '*', '!', '|', '>', '%', '@', '`', '\'', '"':
			if starts++; starts > maxTokens {
				d.report(errLimit(d.at(i, i+1), "split the file", "the file has more than %d characters that may begin a part of it", maxTokens))
				return "", false
			}
		case '\r':
			if strings.HasPrefix(d.src[i:], "\r\n") {
				continue
			}
		}
		isEmpty, empty = false, 0
		if c >= ' ' && c < 0x7F {
			out = append(out, c)
			continue
		}
		r, n := utf8.DecodeRuneInString(d.src[i:])
		if why := refusedRune(r, n); why != "" {
			d.report(errEncoding(d.at(i, i+n), why))
			return "", false
		}
		out = append(out, d.src[i:i+n]...)
		i += n - 1
	}
	return string(bytes.TrimRight(out, " \n")) + "\n", true
}

// refusedRune says why a document may not hold r, which has n bytes there, or
// "". It follows YAML 1.2.2, 5.1, and refuses a byte order mark that is not at
// the start, since nobody sees it.
func refusedRune(r rune, n int) string {
	switch {
	case r == utf8.RuneError && n <= 1:
		return "this byte is not UTF-8"
	case r == '\r':
		return "a carriage return stands here without a line feed"
	case r == 0:
		return "a NUL character stands here"
	case r < ' ' || r >= 0x7F && r < 0xA0 && r != 0x85:
		return "a control character stands here"
	case r == 0xFEFF:
		return "a byte order mark stands here"
	case r == 0xFFFE || r == 0xFFFF:
		return "a character that is none (U+FFFE or U+FFFF) stands here"
	}
	return ""
}
