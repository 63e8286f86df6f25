// Package strictjson is the one reader of JSON: RFC 8259 in UTF-8, without the
// mercies that let two readers of one text see different things.
//
// It refuses what encoding/json mends or ignores: repeated member names
// (compared after unescaping), invalid UTF-8, escapes of lone surrogates, a byte
// order mark, and anything after the value. Numbers keep their exact text and
// are never converted. [Parse] takes time linear in the text and stops at
// [Limits]; it recurses no deeper than Limits.Depth.
//
// A [Value] is immutable and may be shared by goroutines.
package strictjson

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits bounds one document. Each limit is inclusive: a document that reaches
// it exactly is accepted. A member that is zero or less stands for its default.
type Limits struct {
	Bytes  int // of the document; default 10 MiB, at most 2 GiB - 1
	Depth  int // of containers, a lone [] being 1; default 128, at most 10,000
	Values int // the root included, member names not; default 250,000
	String int // bytes of one string or member name after unescaping; default 1 MiB
	Number int // bytes of one number's text; default 1 MiB
}

func (l Limits) withDefaults() Limits {
	or := func(n, def, most int) int {
		if n <= 0 {
			return def
		}
		return min(n, most)
	}
	return Limits{
		Bytes:  or(l.Bytes, 10<<20, math.MaxInt32),
		Depth:  or(l.Depth, 128, 10_000),
		Values: or(l.Values, 250_000, math.MaxInt32),
		String: or(l.String, 1<<20, math.MaxInt32),
		Number: or(l.Number, 1<<20, math.MaxInt32),
	}
}

// Parse reads src, which must be one JSON value with nothing but white space
// around it. It copies src once and keeps no reference to it. The error is an
// [*Error], the first fault in the text.
func Parse(src []byte, lim Limits) (Value, error) {
	lim = lim.withDefaults()
	if len(src) > lim.Bytes {
		return Value{}, &Error{Kind: LimitBytes, Offset: lim.Bytes,
			Message: fmt.Sprintf("the document has %d bytes; the limit is %d", len(src), lim.Bytes)}
	}
	p := parser{src: string(src), lim: lim}
	p.invalid = firstInvalid(p.src)
	v, err := p.document()
	if err != nil {
		slices.Reverse(err.tokens)
		err.Path = Pointer(err.tokens...)
		return Value{}, err
	}
	return v, nil
}

type parser struct {
	src     string
	lim     Limits
	pos     int // of the next byte to read
	depth   int // open containers
	values  int // values begun
	invalid int // offset of the first byte that is not UTF-8; beyond src if none

	unescaped []byte   // scratch of one string
	items     []Value  // those of all open arrays
	members   []Member // those of all open objects

	itemBlocks   blocks[Value]
	memberBlocks blocks[Member]
	nodeBlocks   blocks[container]
}

func (p *parser) document() (Value, *Error) {
	if strings.HasPrefix(p.src, "\uFEFF") {
		return Value{}, p.fail(Encoding, 0, "the text starts with a byte order mark, which JSON forbids")
	}
	p.space()
	if p.pos == len(p.src) {
		return Value{}, p.fail(Empty, p.pos, "expected a JSON value, found nothing: the input is empty")
	}
	v, err := p.value()
	if err != nil {
		return Value{}, err
	}
	if p.space(); p.pos < len(p.src) {
		return Value{}, p.fail(Trailing, p.pos, "expected nothing after the JSON value, found %s", p.found())
	}
	return v, nil
}

// value reads the value that starts at pos.
func (p *parser) value() (Value, *Error) {
	if p.values++; p.values > p.lim.Values {
		return Value{}, p.fail(LimitValues, p.pos, "the document has more than %d values", p.lim.Values)
	}
	if p.pos < len(p.src) {
		switch start, c := p.pos, p.src[p.pos]; c {
		case '{':
			return p.object()
		case '[':
			return p.array()
		case '"':
			text, err := p.text()
			return p.scalar(String, start, text), err
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			return p.number()
		case 't':
			if p.word("true") {
				v := p.scalar(Bool, start, "")
				v.yes = true
				return v, nil
			}
		case 'f':
			if p.word("false") {
				return p.scalar(Bool, start, ""), nil
			}
		case 'n':
			if p.word("null") {
				return p.scalar(Null, start, ""), nil
			}
		}
	}
	return Value{}, p.fail(Syntax, p.pos, "expected a JSON value, found %s", p.found())
}

// scalar makes the value that started at start and ends at pos.
func (p *parser) scalar(kind Kind, start int, text string) Value {
	return Value{kind: kind, text: text, start: int32(start), end: int32(p.pos)}
}

func (p *parser) array() (Value, *Error) {
	start, base := p.pos, len(p.items)
	if err := p.open(); err != nil {
		return Value{}, err
	}
	more := !p.at(']')
	for i := 0; more; i++ {
		v, err := p.value()
		if err != nil {
			return Value{}, err.under(strconv.Itoa(i))
		}
		p.items = append(p.items, v)
		if more, err = p.next(']'); err != nil {
			return Value{}, err
		}
	}
	items := p.itemBlocks.keep(p.items[base:])
	p.items = p.items[:base]
	return p.close(Array, start, container{items: items}), nil
}

func (p *parser) object() (Value, *Error) {
	start, base := p.pos, len(p.members)
	if err := p.open(); err != nil {
		return Value{}, err
	}
	var index map[string]int32
	for more := !p.at('}'); more; {
		if !p.at('"') {
			return Value{}, p.fail(Syntax, p.pos, "expected a member name in double quotes, found %s", p.found())
		}
		at := p.pos
		name, err := p.text()
		if err != nil {
			return Value{}, err
		}
		own := p.members[base:]
		if len(own) == indexedFrom {
			index = indexOf(own)
		}
		if _, repeated := find(own, index, name); repeated {
			return Value{}, p.fail(Duplicate, at, "the object has the member %s twice", Excerpt(name)).under(name)
		}
		if p.space(); !p.at(':') {
			return Value{}, p.fail(Syntax, p.pos, `expected ":" after the member name %s, found %s`, Excerpt(name), p.found()).under(name)
		}
		p.pos++
		p.space()
		v, err := p.value()
		if err != nil {
			return Value{}, err.under(name)
		}
		if index != nil {
			index[name] = int32(len(own))
		}
		if p.members == nil {
			p.members = make([]Member, 0, fewMembers)
		}
		p.members = append(p.members, Member{Name: name, NameOffset: at, Value: v})
		if more, err = p.next('}'); err != nil {
			return Value{}, err
		}
	}
	members := slices.Clip(p.members)
	if p.depth > 1 { // another object may still be open, or come
		members = p.memberBlocks.keep(p.members[base:])
		p.members = p.members[:base]
	}
	return p.close(Object, start, container{members: members, index: index}), nil
}

// fewMembers is how many there is room for before it is known how many there are.
const fewMembers = 4

// open enters the container whose bracket is at pos.
func (p *parser) open() *Error {
	if p.depth == p.lim.Depth {
		return p.fail(LimitDepth, p.pos, "containers are nested more than %d deep", p.lim.Depth)
	}
	p.depth++
	p.pos++
	p.space()
	return nil
}

// next reads what follows an item or member, and reports whether another one
// must come. If not, pos is at the closing bracket.
func (p *parser) next(closing byte) (more bool, err *Error) {
	p.space()
	switch {
	case p.at(closing):
		return false, nil
	case !p.at(','):
		return false, p.fail(Syntax, p.pos, `expected "," or "%c", found %s`, closing, p.found())
	}
	comma := p.pos
	p.pos++
	if p.space(); p.at(closing) {
		return false, p.fail(Syntax, comma, `found a trailing comma before "%c"`, closing)
	}
	return true, nil
}

// close leaves the container whose closing bracket is at pos.
func (p *parser) close(kind Kind, start int, c container) Value {
	p.depth--
	p.pos++
	v := p.scalar(kind, start, "")
	if len(c.items)+len(c.members) > 0 {
		v.in = &p.nodeBlocks.keep([]container{c})[0]
	}
	return v
}

// plain marks the bytes that stand for themselves in a string.
var plain = func() (t [256]bool) {
	for c := 0x20; c < len(t); c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// text reads the string whose opening quote is at pos. Without escapes the
// result shares the memory of src.
func (p *parser) text() (string, *Error) {
	start := p.pos
	i := p.run(start + 1)
	text := p.src[start+1 : i]
	if i == len(p.src) || p.src[i] != '"' {
		var err *Error
		if text, i, err = p.escaped(start, i); err != nil {
			return "", err
		}
	}
	if i > p.invalid {
		return "", p.fail(Encoding, i, "")
	}
	if len(text) > p.lim.String {
		return "", p.fail(LimitString, start, "a string has %d bytes; the limit is %d", len(text), p.lim.String)
	}
	p.pos = i + 1
	return text, nil
}

// run gives the offset of the first byte from i on that is not plain.
func (p *parser) run(i int) int {
	for i < len(p.src) && plain[p.src[i]] {
		i++
	}
	return i
}

// escaped reads on in the string that opens at start, from i, the first byte
// that is not plain. It gives the text and the offset of the closing quote.
func (p *parser) escaped(start, i int) (string, int, *Error) {
	out := append(p.unescaped[:0], p.src[start+1:i]...)
	for i < len(p.src) {
		switch c := p.src[i]; {
		case c == '"':
			p.unescaped = out
			return string(out), i, nil
		case c == '\\':
			r, n, err := p.escape(i)
			if err != nil {
				return "", 0, err
			}
			out = utf8.AppendRune(out, r)
			i += n
		case c < 0x20:
			return "", 0, p.fail(Syntax, i, "found the control character %U in a string, where it must be escaped as %s", c, controlEscape(c))
		default:
			end := p.run(i)
			out = append(out, p.src[i:end]...)
			i = end
		}
	}
	if p.invalid < i {
		return "", 0, p.fail(Encoding, i, "")
	}
	return "", 0, p.fail(Syntax, start, "found a string that is not closed: %s", Excerpt(p.src[start+1:]))
}

// controlEscape gives the shortest escape of a control character.
func controlEscape(c byte) string {
	if i := strings.IndexByte("\b\f\n\r\t", c); i >= 0 {
		return `\` + "bfnrt"[i:i+1]
	}
	return fmt.Sprintf(`\u%04x`, c)
}

// escape reads the escape whose backslash is at i: its character and length.
func (p *parser) escape(i int) (rune, int, *Error) {
	if i+1 < len(p.src) {
		switch c := p.src[i+1]; c {
		case '"', '\\', '/':
			return rune(c), 2, nil
		case 'b':
			return '\b', 2, nil
		case 'f':
			return '\f', 2, nil
		case 'n':
			return '\n', 2, nil
		case 'r':
			return '\r', 2, nil
		case 't':
			return '\t', 2, nil
		case 'u':
			return p.unicodeEscape(i)
		}
	}
	return 0, 0, p.fail(Syntax, i, "found %s, which is not an escape of JSON", p.few(i, 2))
}

// unicodeEscape reads \uXXXX at i, or the two of them that make a surrogate
// pair.
func (p *parser) unicodeEscape(i int) (rune, int, *Error) {
	r, ok := p.codeUnit(i)
	if !ok {
		return 0, 0, p.fail(Syntax, i, `found %s, but \u takes four hexadecimal digits`, p.few(i, 6))
	}
	if r < 0xD800 || r > 0xDFFF {
		return r, 6, nil
	}
	if r < 0xDC00 {
		if low, ok := p.codeUnit(i + 6); ok && low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), 12, nil
		}
	}
	return 0, 0, p.fail(Encoding, i, "found %s, which is one half of a surrogate pair without the other", p.src[i:i+6])
}

// codeUnit reads \uXXXX at i.
func (p *parser) codeUnit(i int) (rune, bool) {
	if i+6 > len(p.src) || p.src[i] != '\\' || p.src[i+1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range []byte(p.src[i+2 : i+6]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 + rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 + rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// number reads the number that starts at pos (RFC 8259, section 6).
func (p *parser) number() (Value, *Error) {
	s, start := p.src, p.pos
	i := start
	if s[i] == '-' {
		i++
	}
	wrong := ""
	end := digits(s, i)
	switch {
	case end == i:
		wrong = `no digit follows "-"`
	case s[i] == '0' && end > i+1:
		wrong = "it has a leading zero"
	}
	if i = end; wrong == "" && i < len(s) && s[i] == '.' {
		if end = digits(s, i+1); end == i+1 {
			wrong = "no digit follows the point"
		}
		i = end
	}
	if wrong == "" && i < len(s) && s[i]|0x20 == 'e' {
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if end = digits(s, i); end == i {
			wrong = "its exponent has no digit"
		}
		i = end
	}
	if wrong == "" && i < len(s) && wordByte(s[i]) {
		wrong = fmt.Sprintf("it goes on with %s", p.few(i, 1))
	}
	if wrong != "" {
		for i < len(s) && wordByte(s[i]) {
			i++
		}
		return Value{}, p.fail(Syntax, start, "%s is not a JSON number: %s", Excerpt(s[start:i]), wrong)
	}
	if i-start > p.lim.Number {
		return Value{}, p.fail(LimitNumber, start, "a number has %d characters; the limit is %d", i-start, p.lim.Number)
	}
	p.pos = i
	return p.scalar(Number, start, s[start:i]), nil
}

// digits gives the offset of the first byte from i on that is no digit.
func digits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// word reads a literal name, unless it is only the start of a longer word.
func (p *parser) word(w string) bool {
	rest := p.src[p.pos:]
	if !strings.HasPrefix(rest, w) || len(rest) > len(w) && wordByte(rest[len(w)]) {
		return false
	}
	p.pos += len(w)
	return true
}

// wordByte reports the bytes that make one word or number, for a reader.
func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("_.+-", c) >= 0
}

// at reports whether the next byte is c.
func (p *parser) at(c byte) bool { return p.pos < len(p.src) && p.src[p.pos] == c }

// space skips white space.
func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\n', '\r', '\t':
			p.pos++
		default:
			return
		}
	}
}

// firstInvalid gives the offset of the first byte that is not UTF-8, and one
// that no text reaches if there is none.
func firstInvalid(s string) int {
	if utf8.ValidString(s) {
		return math.MaxInt
	}
	i := 0
	for {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
}
