package yaml

import (
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// kind is that of a token.
type kind uint8

const (
	scalar kind = iota
	dash        // of a list entry
	colon
	comma
	openList
	closeList
	openMap
	closeMap
)

// token is a part of the document at its exact place.
type token struct {
	kind   kind
	span   diag.Span
	style  Style
	text   string
	marks  source.Marks
	absent bool // stands for a value that is refused
}

func (t *token) line() int   { return t.span.Start.Line }
func (t *token) column() int { return t.span.Start.Column }

// lexKind is what the outside library says of a lexeme.
type lexKind uint8

const (
	lexPlain lexKind = iota
	lexQuoted
	lexBlock // the header of a block scalar; its content follows as lexPlain
	lexPunct // a character of structure
	lexComment
	lexAnchor // & alone; the name follows as lexPlain
	lexAlias  // * alone, likewise
	lexTag
	lexQuestion // ? before a key
	lexDirective
	lexHeader  // ---
	lexEnd     // ...
	lexInvalid // the library could not read on
)

// lexeme is a token of the outside library: what it is, not where.
type lexeme struct {
	kind lexKind
	text string // the characters, of a lexPlain folded; of a lexInvalid the reason
}

// placer finds the lexemes in the file, one after the other.
type placer struct {
	*document
	cursor
	lexemes []lexeme
	flow    int    // open brackets
	gap     string // the white space before the lexeme
	ended   bool   // "..." has been read
}

// place turns lexemes into tokens. It reports false when reading must end.
func (d *document) place(lexemes []lexeme) bool {
	p := &placer{document: d, cursor: d.cursor(), lexemes: lexemes}
	d.tokens = make([]token, 0, len(lexemes))
	for len(p.lexemes) > 0 && len(d.faults) < maxFaults {
		p.skip()
		l := p.lexemes[0]
		p.lexemes = p.lexemes[1:]
		if p.second(l) {
			p.report(errSecondDocument(d.at(p.pos.Offset, p.pos.Offset+3)))
			return true
		}
		if !p.tabs(l) || !p.one(l) {
			return false
		}
	}
	p.skip()
	return len(d.faults) < maxFaults && (p.rest() == "" || p.lost())
}

// skip moves over white space.
func (p *placer) skip() {
	rest := p.rest()
	n := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	p.gap = rest[:n]
	p.to(p.pos.Offset + n)
}

// second reports that l belongs to another document.
func (p *placer) second(l lexeme) bool {
	switch l.kind {
	case lexComment:
		return false
	case lexHeader:
		return p.header > 0 || p.ended || len(p.tokens) > 0
	case lexEnd:
		return false
	}
	return p.ended
}

// tabs refuses a tab where the depth of what follows counts.
func (p *placer) tabs(l lexeme) bool {
	if p.flow > 0 || l.kind == lexComment {
		return true
	}
	gap := p.gap
	if i := strings.LastIndexByte(gap, '\n'); i >= 0 {
		gap = gap[i+1:]
	} else if n := len(p.tokens); n > 0 && p.tokens[n-1].kind != dash {
		return true
	}
	tab := strings.IndexByte(gap, '\t')
	if tab < 0 {
		return true
	}
	at := p.pos.Offset - len(gap) + tab
	p.report(errSyntax(p.at(at, at+1), "a tab stands where only spaces can say how deep the line is", "indent with spaces"))
	return false
}

// one reads the lexeme l at the cursor.
func (p *placer) one(l lexeme) bool {
	switch l.kind {
	case lexPunct:
		return p.punct(l.text)
	case lexPlain:
		return p.plain(l.text)
	case lexQuoted:
		return p.quoted()
	case lexBlock:
		return p.block()
	case lexComment:
		if !strings.HasPrefix(p.rest(), "#") || p.gap == "" && p.pos.Column > 1 {
			return p.lost()
		}
		line, _, _ := strings.Cut(p.rest(), "\n")
		p.to(p.pos.Offset + len(line))
		return true
	case lexAnchor, lexAlias:
		return p.reference(l.kind)
	case lexTag:
		start := p.pos
		_, n, ok := fold(p.rest(), l.text)
		if !ok {
			return p.lost()
		}
		p.to(p.pos.Offset + n)
		p.report(errTag(p.in(diag.Span{Start: start, End: p.pos}), p.document.src[start.Offset:p.pos.Offset], p.hint(start)))
		return true
	case lexHeader, lexEnd:
		if !strings.HasPrefix(p.rest(), l.text) {
			return p.lost()
		}
		if l.kind == lexHeader {
			p.header = p.pos.Line
		}
		p.ended = p.ended || l.kind == lexEnd
		p.to(p.pos.Offset + len(l.text))
		return true
	case lexQuestion:
		p.report(errKey(p.at(p.pos.Offset, p.pos.Offset+1), "? starts a key that is no single value", p.hint(p.pos)))
		return false
	case lexDirective:
		hint := "leave the line out"
		if p.pos.Column > 1 {
			hint = p.hint(p.pos)
		}
		line, _, _ := strings.Cut(strings.TrimRight(p.rest(), " \r\n"), "\n")
		p.report(errDirective(p.at(p.pos.Offset, p.pos.Offset+len(strings.TrimRight(line, "\r"))), hint))
		return false
	default:
		return p.invalid(l.text)
	}
}

var puncts = map[string]kind{"-": dash, ":": colon, ",": comma, "[": openList, "]": closeList, "{": openMap, "}": closeMap}

func (p *placer) punct(text string) bool {
	rest := p.rest()
	if !strings.HasPrefix(rest, text) {
		return p.lost()
	}
	start := p.pos
	p.to(p.pos.Offset + 1)
	k := puncts[text]
	switch k {
	case openList, openMap:
		p.flow++
	case closeList, closeMap:
		p.flow = max(0, p.flow-1)
	case colon:
		// The library takes a colon inside { } for a delimiter even when no
		// space follows.
		after := p.rest()
		glued := after != "" && !strings.ContainsRune(" \t\r\n", rune(after[0]))
		if glued && p.flow > 0 {
			n := len(p.tokens)
			glued = !strings.ContainsRune(",]}", rune(after[0])) && (n == 0 || p.tokens[n-1].kind != scalar || p.tokens[n-1].style == Plain)
		}
		if glued {
			p.report(errSyntax(p.in(diag.Span{Start: start, End: p.pos}), "no space stands after the colon", "write a space after a key's colon, and quote a value that has a colon in it"))
			return false
		}
	}
	p.add(token{kind: k}, start)
	return true
}

func (p *placer) add(t token, start diag.Pos) {
	t.span = diag.Span{Start: start, End: p.pos}
	p.tokens = append(p.tokens, t)
}

// reference reads an anchor or an alias and its name.
func (p *placer) reference(k lexKind) bool {
	start := p.pos
	if !strings.HasPrefix(p.rest(), "&") && !strings.HasPrefix(p.rest(), "*") {
		return p.lost()
	}
	p.to(p.pos.Offset + 1)
	if len(p.lexemes) > 0 && p.lexemes[0].kind == lexPlain {
		if _, n, ok := fold(p.rest(), p.lexemes[0].text); ok {
			p.to(p.pos.Offset + n)
			p.lexemes = p.lexemes[1:]
		}
	}
	hint := p.hint(start)
	text := p.document.src[start.Offset:p.pos.Offset]
	if k == lexAnchor {
		p.report(errAnchor(p.in(diag.Span{Start: start, End: p.pos}), text, hint))
		return true
	}
	p.report(errAlias(p.in(diag.Span{Start: start, End: p.pos}), text, hint))
	p.add(token{kind: scalar, absent: true}, start)
	return true
}

// lost reports that the file does not go on as the outside library has it. It
// says nothing when a fault is known already, which is then the cause.
func (p *placer) lost() bool {
	if len(p.faults) == 0 {
		p.invalid("")
	}
	return false
}

// invalid explains why the outside library stopped at the cursor.
func (p *placer) invalid(why string) bool {
	at, before := p.pos.Offset, len(p.faults)
	switch first := p.rest()[:min(1, len(p.rest()))]; first {
	case "'", `"`:
		p.quoted()
	case ">", "|":
		p.block()
	case "!":
		p.report(errTag(p.at(at, at+1), "!", p.hint(p.pos)))
	case "@", "`":
		p.report(errSyntax(p.at(at, at+1), "a value cannot begin with "+first+" unless it is quoted", p.hint(p.pos)))
	}
	if len(p.faults) == before {
		p.report(errSyntax(p.at(at, at+1), plainWords(why), p.hint(p.pos)))
	}
	return false
}

// hint is the quoteHint for what is at a place, together with the value that
// stands before it on its line.
func (p *placer) hint(at diag.Pos) string {
	n := len(p.tokens)
	if n > 0 && p.tokens[n-1].kind == scalar && p.tokens[n-1].line() == at.Line {
		at = p.tokens[n-1].span.Start
	}
	return p.quoteHint(at.Offset, p.flow > 0)
}
