package xpathre

import (
	"fmt"
	"slices"
	"strings"
)

// singleEscapes are the characters that a \ makes ordinary (XSD G.4.2.1), and $.
const singleEscapes = `\|.?*+(){}-[]^$`

// escape parses the rest of an escape whose \ is at from: a character, or a set.
func (p *parser) escape(from int) (rune, *charset, error) {
	if p.end() {
		return 0, nil, p.fault(from, `a \ at the end escapes nothing; write \\ for a \ as text`)
	}
	r := p.next()
	switch {
	case r == 'n':
		return '\n', nil, nil
	case r == 'r':
		return '\r', nil, nil
	case r == 't':
		return '\t', nil, nil
	case strings.ContainsRune(singleEscapes, r):
		return r, nil, nil
	case strings.ContainsRune("sSiIcCdDwW", r):
		return 0, knownSet(`\`+string(r), func() spans { return multiChar(byte(r)) }), nil
	case r == 'p' || r == 'P':
		set, err := p.category(from, r == 'P')
		return 0, set, err
	case '0' <= r && r <= '9':
		return 0, nil, p.fault(from, "a back-reference starts with a digit from 1 to 9 and may not stand in a class")
	}
	return 0, nil, p.fault(from, fmt.Sprintf(`\%c is no escape of this dialect`, r))
}

// category parses the rest of \p{name} or \P{name}, whose \ is at from.
func (p *parser) category(from int, complement bool) (*charset, error) {
	if !p.accept("{") {
		return nil, p.fault(from, `after \p and \P the name of a category or a block must follow in { }`)
	}
	length := strings.IndexByte(p.src[p.pos:], '}')
	if length < 0 {
		return nil, p.fault(from, `the { of a \p is not closed`)
	}
	name := p.src[p.pos : p.pos+length]
	p.pos += length + 1
	var of func() spans
	switch block, isBlock := strings.CutPrefix(name, "Is"); {
	case isBlock && blockSpans(block) != nil:
		of = func() spans { return blockSpans(block) }
	case !isBlock && slices.Contains(categories, name):
		of = func() spans { return categorySpans(name) }
	default:
		return nil, p.fault(from, fmt.Sprintf("%.40q is neither a category nor a block of Unicode", name))
	}
	if complement {
		return knownSet(`\P`+name, func() spans { return of().complement() }), nil
	}
	return knownSet(`\p`+name, of), nil
}

// class parses the rest of a class whose [ is at from (XSD G.4.2):
//
//	charClassExpr ::= '[' '^'? charGroupPart+ ('-' charClassExpr)? ']'
//
// The flag i widens characters and ranges by their variants, before they are
// complemented or subtracted, and leaves escapes alone (F&O 5.6.2).
func (p *parser) class(from int) (spans, error) {
	if err := p.enter(from); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	negated := p.accept("^")
	start := p.pos
	var chars, minus spans
	var escapes []*charset
	for !p.accept("]") {
		at := p.pos
		switch {
		case p.end():
			return nil, p.fault(from, `this [ is not closed; write \[ for a [ as text`)
		case p.looking("-["):
			if at == start {
				return nil, p.fault(at, "there is nothing to subtract from")
			}
			p.pos += 2
			var err error
			if minus, err = p.class(at + 1); err != nil {
				return nil, err
			}
			if !p.end() && !p.looking("]") {
				return nil, p.fault(p.pos, "a subtraction must be the last part of its class")
			}
			continue
		case p.looking("["):
			return nil, p.fault(at, `a [ within a class must be written \[`)
		}
		lo, set, err := p.classChar()
		switch {
		case err != nil:
			return nil, err
		case set != nil:
			if !slices.Contains(escapes, set) {
				escapes = append(escapes, set)
			}
			continue
		}
		hi := lo
		if p.looking("-") && !p.looking("-[") && !p.looking("-]") && !p.looking("--[") {
			if hi, err = p.rangeEnd(at, lo); err != nil {
				return nil, err
			}
		}
		chars = append(chars, span{lo, hi})
	}
	if p.pos-1 == start {
		return nil, p.fault(from, `a class must not be empty; write \] for a ] as text`)
	}
	out := chars.normal()
	work := 0
	if p.flags.ignoreCase {
		out, work = caseVariants().close(out)
	}
	for _, set := range escapes {
		out = append(out, set.spans...)
	}
	work += len(out) + len(minus)
	if !p.budget.spend(int64(work)) {
		return nil, ErrSteps
	}
	out = out.normal()
	if negated {
		out = out.complement()
	}
	if minus != nil {
		out = out.without(minus)
	}
	return out, nil
}

// classChar parses a character or an escape within a class.
func (p *parser) classChar() (rune, *charset, error) {
	at := p.pos
	if r := p.next(); r != '\\' {
		return r, nil, nil
	}
	return p.escape(at)
}

// rangeEnd parses the - and the end of a range that starts with lo, at from.
func (p *parser) rangeEnd(from int, lo rune) (rune, error) {
	if p.src[from] == '-' {
		return 0, p.fault(from, `a range must not start with a -; write \-`)
	}
	p.pos++
	at := p.pos
	if p.end() {
		return 0, p.fault(from, "this range has no end")
	}
	if p.looking("-") {
		return 0, p.fault(at, `a range must not end with a -; write \-`)
	}
	hi, set, err := p.classChar()
	switch {
	case err != nil:
		return 0, err
	case set != nil:
		return 0, p.fault(at, "a range must end with a single character")
	case hi < lo:
		return 0, p.fault(from, fmt.Sprintf("the range %s is in the wrong order", p.src[from:p.pos]))
	}
	return hi, nil
}
