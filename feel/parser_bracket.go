package feel

import "fmt"

// aside is what holds outside of a pair of brackets, and is set aside within.
type aside struct {
	stops    kindSet
	rangeEnd bool
}

// bracket begins to read within brackets. Recovery there ends at kinds and at any
// closing bracket that a construct around waits for.
func (p *parser) bracket(ks ...tokenKind) aside {
	outer := aside{p.stops, p.rangeEnd}
	p.stops = p.stops&kinds(tokRParen, tokRBracket, tokRBrace) | kinds(ks...)
	p.rangeEnd = false
	return outer
}

func (p *parser) unbracket(outer aside) { p.stops, p.rangeEnd = outer.stops, outer.rangeEnd }

// items reads what stands between brackets and commas, and the closing bracket.
func (p *parser) items(open token, closing tokenKind, item func()) {
	item()
	p.further(open, closing, item)
}

// further is items after the first one.
func (p *parser) further(open token, closing tokenKind, item func()) {
	for {
		if p.accept(tokComma) {
			item()
			continue
		}
		if p.atClosing(closing) {
			break
		}
		p.unclosed(open, fmt.Sprintf("',' or %s", quoted(tokenText[closing])))
		if p.takeWrongClosing() {
			return
		}
		p.skip()
		if !p.at(tokComma) {
			break
		}
	}
	p.close(open, closing)
}

// close takes the closing bracket.
func (p *parser) close(open token, closing tokenKind) {
	if p.acceptClosing(closing) {
		return
	}
	p.unclosed(open, quoted(tokenText[closing]))
	if p.takeWrongClosing() {
		return
	}
	p.skip()
	p.acceptClosing(closing)
}

func (p *parser) unclosed(open token, want string) {
	if p.recovering {
		return
	}
	at, here := p.src.pos(int(open.start)), p.src.pos(int(p.tok().start))
	place := fmt.Sprintf("column %d", at.Column)
	if at.Line != here.Line {
		place = fmt.Sprintf("line %d, column %d", at.Line, at.Column)
	}
	p.misplaced(fmt.Sprintf("%s to close the %s at %s", want, quoted(p.textOf(open)), place))
}

// takeWrongClosing takes a closing bracket of another form than the one wanted:
// one bracket may be a slip, but seldom two are.
func (p *parser) takeWrongClosing() bool {
	switch p.tok().kind {
	case tokRParen, tokRBracket, tokRBrace:
		p.i++
		return true
	}
	return false
}

// atClosing is at, but ">=" holds the ">" that closes the arguments of a type.
func (p *parser) atClosing(k tokenKind) bool { return p.at(k) || k == tokGT && p.at(tokGE) }

func (p *parser) acceptClosing(k tokenKind) bool {
	if k == tokGT && p.at(tokGE) {
		t := &p.toks[p.i]
		t.kind = tokEQ
		t.start++
		p.cut = p.i
		p.recovering = false
		return true
	}
	return p.accept(k)
}

// paren reads what "(" opens: an expression in parentheses, a range, or a test,
// which is then a range.
func (p *parser) paren() node {
	open := p.next()
	outer := p.bracket(tokRParen)
	defer p.unbracket(outer)
	var x node
	if p.tok().kind.isTest() {
		x = p.test()
	} else {
		x = p.expr(levelNone)
		if p.at(tokDotDot) {
			return p.rangeFrom(open, x)
		}
	}
	if p.at(tokComma) {
		p.expected("')'", "a list is written in square brackets: [a, b]")
		p.skip()
	}
	p.close(open, tokRParen)
	return &parenExpr{p.since(open), x}
}

// list reads what "[" opens: a list or a range.
func (p *parser) list() node {
	open := p.next()
	if p.at(tokRBracket) && !p.opensRange() {
		p.i++
		return &listLit{extent: p.since(open)}
	}
	outer := p.bracket(tokRBracket, tokComma)
	defer p.unbracket(outer)
	first := p.expr(levelNone)
	if p.at(tokDotDot) {
		return p.rangeFrom(open, first)
	}
	n := &listLit{items: []node{first}}
	p.further(open, tokRBracket, func() { n.items = append(n.items, p.expr(levelNone)) })
	n.extent = p.since(open)
	return n
}

// opensRange reports whether the "]" that comes next opens a range: a value that
// nothing else can join to a list before it follows.
func (p *parser) opensRange() bool {
	switch p.toks[p.i+1].kind {
	case tokLParen, tokLBracket, tokMinus:
		return false
	}
	return p.valueAfter()
}

// closesRange reports whether the "[" that comes next closes a range: no
// condition of a filter follows.
func (p *parser) closesRange() bool {
	return p.rangeEnd && !p.valueAfter()
}

// valueAfter reports whether a value begins behind the next token.
func (p *parser) valueAfter() bool {
	k := p.toks[p.i+1].kind
	return k.startsValue() && !(k == tokInstance && p.toks[p.i+2].kind == tokOf)
}

// openRange reads a range that "]" opens.
func (p *parser) openRange() node {
	if !p.valueAfter() && p.toks[p.i+1].kind != tokRBracket {
		return p.noOperand()
	}
	open := p.next()
	outer := p.bracket(tokRBracket, tokRParen)
	defer p.unbracket(outer)
	x := p.expr(levelNone)
	if !p.at(tokDotDot) {
		p.misplaced("'..' after the first end of the range")
		p.skip()
		p.takeWrongClosing()
		return p.bad(open.start)
	}
	return p.rangeFrom(open, x)
}

// rangeFrom reads a range from its ".." on.
func (p *parser) rangeFrom(open token, lo node) node {
	n := &rangeLit{lo: lo, loClosed: open.kind == tokLBracket}
	p.i++
	p.recovering = false
	p.rangeEnd = true
	p.stops |= kinds(tokRBracket, tokRParen)
	n.hi = p.expr(levelNone)
	p.rangeEnd = false
	switch t := p.tok(); t.kind {
	case tokRBracket, tokRParen, tokLBracket:
		p.i++
		p.recovering = false
		n.hiClosed = t.kind == tokRBracket
	default:
		p.unclosed(open, "']', ')' or '['")
		p.skip()
		p.takeWrongClosing()
	}
	n.extent = p.since(open)
	return n
}

// context reads {key: value, ...}. The entries so far are in scope of the next.
func (p *parser) context() node {
	open := p.next()
	n := &contextLit{}
	names := len(p.order)
	if !p.accept(tokRBrace) {
		outer := p.bracket(tokRBrace, tokComma)
		p.items(open, tokRBrace, func() {
			if e, ok := p.entry(); ok {
				n.entries = append(n.entries, e)
			}
		})
		p.unbracket(outer)
	}
	p.release(names)
	n.extent = p.since(open)
	return n
}

func (p *parser) entry() (e contextEntry, ok bool) {
	t := p.tok()
	switch {
	case t.kind == tokString:
		p.i++
		e.key = p.unquote(t)
	case t.kind.isWord():
		from := p.i
		for p.i++; p.tok().kind.isNamePart(); p.i++ {
		}
		e.key = joinName(p.text, p.toks[from:p.i])
	default:
		p.expected("a key", "an entry is written key: value; a key is a name or a text in quotes")
		p.skip()
		return e, false
	}
	e.keyExt = p.since(t)
	if !p.at(tokColon) {
		p.expected("':' after the key", "an entry is written key: value")
		p.skip()
		return e, false
	}
	p.i++
	e.value = p.expr(levelNone)
	p.keys.add(e.key, 1)
	p.declare(e.key, p.typeOf(e.value))
	return e, true
}
