package yaml

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// fold finds in src the plain text that the outside library gives as value, in
// which white space that breaks a line is a space or line feeds, and some
// characters are others (see prepare). It gives the
// text by YAML's own rule (7.3.3: one line break is a space, n+1 are n), the
// bytes of src that it takes, and whether src has it.
func fold(src, value string) (scalarText, int, bool) {
	if strings.HasPrefix(src, value) {
		return scalarText{text: value}, len(value), true
	}
	var t builder
	at := 0
	for value != "" {
		run := len(src[at:]) - len(strings.TrimLeft(src[at:], " \t\r\n"))
		if breaks := strings.Count(src[at:at+run], "\n"); breaks > 0 {
			rest := strings.TrimLeft(value, " \n")
			if rest == value {
				return scalarText{}, 0, false
			}
			value = rest
			t.fold(breaks, at, at+run)
			at += run
			continue
		}
		if at == len(src) {
			return scalarText{}, 0, false
		}
		r, n := utf8.DecodeRuneInString(src[at:])
		v, m := utf8.DecodeRuneInString(value)
		if r != v && !(v == 'x' && (r == '<' || r == '\\')) && !(v == ' ' && r == '\t') {
			return scalarText{}, 0, false
		}
		t.WriteString(src[at : at+n])
		at, value = at+n, value[m:]
	}
	return t.done(), at, true
}

// scalarText is a decoded scalar.
type scalarText struct {
	text  string
	marks source.Marks
}

// builder collects the decoded text of a scalar.
type builder struct {
	strings.Builder
	marks source.Marks
}

// at says that the text goes on with what stands at offset raw.
func (b *builder) at(raw int) { b.marks.Add(b.Len(), raw) }

// fold adds what line breaks, which stand from raw to after, become.
func (b *builder) fold(breaks, raw, after int) {
	b.at(raw)
	if breaks == 1 {
		b.WriteByte(' ')
	} else {
		b.WriteString(strings.Repeat("\n", breaks-1))
	}
	b.at(after)
}

func (b *builder) done() scalarText { return scalarText{b.String(), b.marks} }

// plain reads an unquoted scalar.
func (p *placer) plain(value string) bool {
	t, n, ok := fold(p.rest(), value)
	if !ok || n == 0 {
		return p.lost()
	}
	start, k := p.pos, len(p.tokens)
	p.to(start.Offset + n)
	why := ""
	follows := k > 0 && p.tokens[k-1].kind == scalar && p.tokens[k-1].line() == start.Line && !p.tokens[k-1].absent
	switch first := t.text[:1]; {
	case follows:
		why = "this cannot follow the value before it"
	case strings.Contains(",[]{}#&*!|>'\"%@`", first):
		why = "a value cannot begin with " + first + " unless it is quoted"
	case strings.Contains("?-", first) && strings.TrimLeft(t.text[1:], " \t\n") != t.text[1:], t.text == "?":
		why = "a value cannot begin with " + first + " and a space unless it is quoted"
	case t.text == "-":
		why = "- alone starts a list entry in YAML"
	case p.flow == 0 && tabbed(p.document.src[start.Offset:p.pos.Offset]):
		why = "a tab stands where only spaces can say how deep the line is"
	case strings.Contains(t.text, " #") || strings.Contains(t.text, "\t#") || strings.Contains(t.text, "\n#"):
		why = "# begins a comment inside of this value"
	case p.flow > 0 && strings.ContainsAny(t.text, "[]{}"):
		why = "a bracket stands inside of a value that is not quoted"
	case strings.Contains(t.text, ": ") || strings.Contains(t.text, ":\t") || strings.Contains(t.text, ":\n") || strings.HasSuffix(t.text, ":"):
		why = "a colon that would end a key stands in the value " + clip(t.text)
	}
	if why != "" {
		p.report(errSyntax(p.in(diag.Span{Start: start, End: p.pos}), why, p.plainHint(start, t.text, follows)))
		return false
	}
	p.add(token{kind: scalar, text: t.text, marks: t.marks}, start)
	return true
}

// plainHint tells what to do about an unquoted scalar that cannot stand where it
// begins; follows says that a value stands before it.
func (p *placer) plainHint(start diag.Pos, text string, follows bool) string {
	key := strings.HasPrefix(strings.TrimLeft(p.rest(), " \t"), ":")
	_, _, pair := strings.Cut(text, ": ")
	switch {
	case p.flow > 0 && follows && key:
		return "put a comma before " + clip(text) + ", which is a key"
	case p.flow > 0 && pair:
		return "put a comma between the entries, or " + p.hint(start)
	case p.flow == 0 && strings.Trim(text, "]}") == "":
		return "nothing is open that it could close: take the bracket out"
	}
	return p.hint(start)
}

// tabbed reports whether a line of text after the first is indented with tabs.
func tabbed(text string) bool {
	for {
		_, line, more := strings.Cut(text, "\n")
		if !more {
			return false
		}
		text = line
		if strings.HasPrefix(strings.TrimLeft(line, " "), "\t") {
			return true
		}
	}
}

// quoted reads a quoted scalar (7.3.1, 7.3.2).
func (p *placer) quoted() bool {
	start, src := p.pos, p.rest()
	if src == "" || src[0] != '\'' && src[0] != '"' {
		return p.lost()
	}
	quote, style := src[0], SingleQuoted
	if quote == '"' {
		style = DoubleQuoted
	}
	var b builder
	sound := true
	b.at(1)
	for i := 1; i < len(src); {
		c := src[i]
		switch {
		case c == quote && quote == '\'' && strings.HasPrefix(src[i:], "''"):
			b.WriteByte('\'')
			i += 2
			b.at(i)
		case c == quote:
			p.to(start.Offset + i + 1)
			p.add(token{kind: scalar, style: style, text: b.String(), marks: b.marks, absent: !sound}, start)
			return true
		case c == '\\' && quote == '"':
			b.at(i)
			n, ok := escape(&b, src[i:])
			if !ok {
				sound = false
				if len(p.faults) == maxFaults {
					return false
				}
				p.report(errEscape(p.at(start.Offset+i, start.Offset+i+n), src[i:i+n]))
			}
			i += n
			b.at(i)
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			run := len(src[i:]) - len(strings.TrimLeft(src[i:], " \t\r\n"))
			if breaks := strings.Count(src[i:i+run], "\n"); breaks > 0 {
				b.fold(breaks, i, i+run)
			} else {
				b.WriteString(src[i : i+run])
			}
			i += run
		default:
			n := strings.IndexAny(src[i+1:], "'\"\\ \t\r\n") + 1
			if n == 0 {
				n = len(src) - i
			}
			b.WriteString(src[i : i+n])
			i += n
		}
	}
	p.report(errSyntax(p.at(start.Offset, start.Offset+1), "this quote is never closed", "close it, or double a quote that belongs to the text: ''"))
	return false
}

var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1B",
	' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00A0", 'L': "\u2028", 'P': "\u2029",
}

// escape decodes the escape sequence (5.7) at the start of src and gives how
// many bytes it has. It does not take a sequence that names no character.
func escape(b *builder, src string) (n int, ok bool) {
	if len(src) < 2 {
		return len(src), false
	}
	switch c := src[1]; c {
	case 'x', 'u', 'U':
		r, n, ok := hex(src)
		if 0xD800 <= r && r < 0xDC00 {
			// JSON writes one character beyond U+FFFF as two escapes.
			low, m, lowOK := hex(src[n:])
			ok = ok && lowOK && c == 'u' && 0xDC00 <= low && low < 0xE000
			if ok {
				r, n = 0x10000+(r-0xD800)<<10+(low-0xDC00), n+m
			}
		}
		if !ok || !utf8.ValidRune(r) {
			return n, false
		}
		b.WriteRune(r)
		return n, true
	case '\n', '\r':
		// The line goes on without a break; empty lines after it are breaks.
		run := src[1 : len(src)-len(strings.TrimLeft(src[1:], " \t\r\n"))]
		b.WriteString(strings.Repeat("\n", strings.Count(run, "\n")-1))
		return 1 + len(run), true
	default:
		if text, known := escapes[c]; known {
			b.WriteString(text)
			return 2, true
		}
		_, size := utf8.DecodeRuneInString(src[1:])
		return 1 + size, false
	}
}

// hex reads \xHH, \uHHHH or \UHHHHHHHH.
func hex(src string) (r rune, n int, ok bool) {
	if len(src) < 2 || src[0] != '\\' {
		return 0, 0, false
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[src[1]]
	for n = 2; n < len(src) && n < 2+digits && strings.IndexByte("0123456789abcdefABCDEF", src[n]) >= 0; n++ {
	}
	v, err := strconv.ParseUint(src[2:n], 16, 32)
	if err != nil || n != 2+digits || v > utf8.MaxRune {
		return 0, n, false
	}
	return rune(v), n, true
}
