package feel

import "strings"

// operand reads a value with the operators before it, or one of the constructs
// that begin with a keyword, and gives its level.
func (p *parser) operand() (node, int) {
	t := p.tok()
	if n, name := p.nameHere(); n > 0 {
		p.i += n
		ref := &nameRef{p.since(t), name}
		if len(p.order) > 0 || len(p.filters) > 0 {
			p.remember(ref)
		}
		return ref, levelPostfix
	}
	switch t.kind {
	case tokNumber:
		p.i++
		return &numberLit{tokenExtent(t), p.textOf(t)}, levelPostfix
	case tokString:
		p.i++
		return &stringLit{tokenExtent(t), p.unquote(t)}, levelPostfix
	case tokTrue, tokFalse:
		p.i++
		return &boolLit{tokenExtent(t), t.kind == tokTrue}, levelPostfix
	case tokNull:
		p.i++
		return &nullLit{tokenExtent(t)}, levelPostfix
	case tokAt:
		return p.atLit(), levelPostfix
	case tokMinus:
		p.i++
		x := p.expr(levelInstance)
		return &negExpr{extent{t.start, end(x)}, x}, levelNeg
	case tokLParen:
		return p.paren(), levelPostfix
	case tokLBracket:
		return p.list(), levelPostfix
	case tokRBracket:
		return p.openRange(), levelPostfix
	case tokLBrace:
		return p.context(), levelPostfix
	case tokIf:
		return p.ifExpr(), levelNone
	case tokFor:
		return p.forExpr(), levelNone
	case tokSome, tokEvery:
		return p.quantified(), levelNone
	case tokFunction:
		return p.function(), levelNone
	}
	return p.noOperand(), levelPostfix
}

// noOperand reports that no value begins here, and drops what cannot be read.
func (p *parser) noOperand() node {
	t := p.tok()
	switch n := p.inQuotes(); {
	case n > 0:
		p.i += n
		text := p.since(t)
		p.note(errMeaningless(p.src, text, quoted(p.text[text.start:text.end]), quotesHint))
	case t.kind == tokBad:
		p.reportBad(t)
		p.next()
		if !unterminated(p.textOf(t)) && p.tok().kind.startsValue() {
			p.recovering = false
			p.expr(levelNeg)
			return p.bad(t.start)
		}
		p.skip()
	default:
		p.noValue()
		p.skip()
	}
	return p.bad(t.start)
}

// inQuotes gives the number of tokens up to the quotation mark that ends a text
// in foreign quotation marks, which must end on its line; else 0.
func (p *parser) inQuotes() int {
	closing := quotes[p.textOf(p.tok())]
	if closing == "" {
		return 0
	}
	for i, t := range p.toks[p.i+1:] {
		if strings.ContainsAny(p.text[p.toks[p.i+i].end:t.start], "\n\r") {
			return 0
		}
		if p.textOf(t) == closing {
			return i + 2
		}
	}
	return 0
}

// nameHere gives the name that begins at the next token, and the number of its
// tokens: the longest name in scope, else the words up to something else. A
// keyword begins no name, except where it can begin nothing else.
func (p *parser) nameHere() (n int, name string) {
	t := p.tok()
	if !t.kind.isWord() {
		return 0, ""
	}
	switch t.kind {
	case tokIf, tokFor, tokSome, tokEvery:
		return 0, ""
	}
	if n, name := p.longest(p.text, p.toks[p.i:]); n > 0 {
		return n, name
	}
	if !t.kind.startsName() {
		return 0, ""
	}
	further := kindSet(0)
	if p.unknown > 0 { // it may be an entry of the item
		further = neverBehindValue
	}
	n = p.words(further)
	return n, joinName(p.text, p.toks[p.i:p.i+n])
}

// words gives the number of words and digits from the next token on, of which no
// name in scope is made. One word is a name that is looked up later. Several
// cannot be anything but one name either: it is unknown, or an entry of a value
// that is not known yet. Keywords of the set further belong to it as well.
func (p *parser) words(further kindSet) int {
	n := 1
	for ; ; n++ {
		switch t := p.toks[p.i+n]; {
		case t.kind == tokWord, t.kind == tokOf, t.kind == tokExternal, further.has(t.kind):
			if _, stray := p.strayWord(p.i + n); stray {
				return n
			}
		case t.kind == tokNumber && p.text[t.start] != '.':
		default:
			return n
		}
	}
}

// postfix reads a path, a filter or the arguments of a call.
func (p *parser) postfix(x node) node {
	switch p.tok().kind {
	case tokDot:
		return p.path(x)
	case tokLBracket:
		open := p.next()
		outer := p.bracket(tokRBracket)
		p.enterFilter(x)
		cond := p.expr(levelNone)
		p.leaveFilter()
		p.close(open, tokRBracket)
		p.unbracket(outer)
		return &filterExpr{extent{start(x), p.end()}, x, cond}
	}
	return p.call(x)
}

// neverBehindValue is the keywords that stand behind a value only as a word of the
// name of an entry: x.reason for loan.
var neverBehindValue = kinds(tokIf, tokFor, tokSome, tokEvery, tokFunction, tokTrue, tokFalse, tokNull)

func (p *parser) path(base node) node {
	dot := p.next()
	t := p.tok()
	if !t.kind.isWord() {
		if !p.recovering {
			p.i--
			_, before, adjacent := p.around()
			hint := restHint(tokDot, before, adjacent)
			p.i++
			p.expected("a name after '.'", hint)
		}
		p.skip()
		return p.bad(start(base))
	}
	n, name := p.longestMember(base, p.text, p.toks[p.i:])
	if n == 0 {
		n = p.words(neverBehindValue)
		name = joinName(p.text, p.toks[p.i:p.i+n])
	}
	p.i += n
	nameExt := p.since(t)
	return &pathExpr{extent{start(base), max(nameExt.end, dot.end)}, base, name, nameExt}
}

// call reads arguments: all with names or all without.
func (p *parser) call(callee node) node {
	call := &callExpr{callee: callee}
	open := p.next()
	named, positional := false, false
	if !p.accept(tokRParen) {
		outer := p.bracket(tokRParen, tokComma)
		p.items(open, tokRParen, func() {
			name := ""
			if n := p.nameBefore(tokColon); n > 0 {
				t := p.tok()
				name = joinName(p.text, p.toks[p.i:p.i+n])
				p.i += n + 1
				if positional && !named {
					p.note(errPositionalAndNamed(p.src, tokenExtent(t)))
				}
				named = true
			} else {
				if named && !positional {
					p.note(errPositionalAndNamed(p.src, tokenExtent(p.tok())))
				}
				positional = true
			}
			call.names = append(call.names, name)
			call.args = append(call.args, p.expr(levelNone))
		})
		p.unbracket(outer)
	}
	if !named {
		call.names = nil
	}
	call.extent = extent{start(callee), p.end()}
	return call
}

// nameBefore gives the number of tokens of a name, keywords included, that stand
// before a token of kind k; 0 if it is not so.
func (p *parser) nameBefore(k tokenKind) int {
	if !p.tok().kind.isWord() {
		return 0
	}
	n := 1
	for p.toks[p.i+n].kind.isNamePart() {
		n++
	}
	if p.toks[p.i+n].kind != k {
		return 0
	}
	return n
}

// newName reads a name that is declared here, which goes up to one of the kinds
// in until.
func (p *parser) newName(what string, until kindSet) (string, extent) {
	t := p.tok()
	if !t.kind.startsName() {
		hint := ""
		if t.kind.isWord() {
			hint = valueHint(t.kind, tokEOF, false, false)
		}
		p.expected(what, hint)
		return "", tokenExtent(t)
	}
	from := p.i
	for p.i++; p.tok().kind.isNamePart() && !until.has(p.tok().kind); p.i++ {
	}
	return joinName(p.text, p.toks[from:p.i]), p.since(t)
}

func (p *parser) ifExpr() node {
	t := p.next()
	n := &ifExpr{}
	outer := p.stops
	p.stops |= kinds(tokThen, tokElse)
	n.cond = p.expr(levelNone)
	p.expect(tokThen, "an if is written: if a then b else c")
	n.then = p.expr(levelNone)
	p.expect(tokElse, "an if has both branches: if a then b else null")
	p.stops = outer
	n.els = p.expr(levelNone)
	n.extent = p.since(t)
	return n
}

func (p *parser) forExpr() node {
	t := p.next()
	n := &forExpr{}
	names := len(p.order)
	n.iters = p.iterators(tokReturn, "a for is written: for x in list return value")
	p.declare("partial", nil)
	n.body = p.expr(levelNone)
	p.release(names)
	n.extent = p.since(t)
	return n
}

func (p *parser) quantified() node {
	t := p.next()
	n := &quantExpr{every: t.kind == tokEvery}
	names := len(p.order)
	n.iters = p.iterators(tokSatisfies, "it is written: "+tokenText[t.kind]+" x in list satisfies condition")
	n.cond = p.expr(levelNone)
	p.release(names)
	n.extent = p.since(t)
	return n
}

// iterators reads "x in list, y in 1..3" and the keyword after it. Each name is
// in scope from the next iterator on.
func (p *parser) iterators(last tokenKind, hint string) []iterator {
	outer := p.stops
	p.stops |= kinds(tokIn, tokComma, last)
	var its []iterator
	for {
		var it iterator
		it.name, it.nameExt = p.newName("the name of a variable", kinds(tokIn, tokReturn, tokSatisfies))
		p.expect(tokIn, hint)
		it.list = p.expr(levelNone)
		var item *Type
		if p.accept(tokDotDot) {
			it.lo, it.list = it.list, nil
			it.hi = p.expr(levelNone)
		} else {
			item = known(p.typeOf(it.list).item())
		}
		p.declare(it.name, item)
		its = append(its, it)
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(last, hint)
	p.stops = outer
	return its
}

func (p *parser) function() node {
	t := p.next()
	n := &functionLit{}
	if !p.at(tokLParen) {
		p.expected("'(' after 'function'", "a function is written: function(a, b) a + b")
		p.skip()
		return p.bad(t.start)
	}
	names := len(p.order)
	open := p.next()
	if !p.accept(tokRParen) {
		outer := p.bracket(tokRParen, tokComma)
		p.items(open, tokRParen, func() {
			var a param
			a.name, _ = p.newName("the name of a parameter", 0)
			if p.accept(tokColon) {
				a.typ = p.typeRef(true)
			}
			p.declare(a.name, known(p.scope.typeOf(a.typ)))
			n.params = append(n.params, a)
		})
		p.unbracket(outer)
	}
	if p.at(tokExternal) && p.toks[p.i+1].kind == tokLBrace {
		p.i++
		n.external = true
	}
	n.body = p.expr(levelNone)
	p.release(names)
	n.extent = p.since(t)
	return n
}

// between reads the ends of "x between lo and hi".
func (p *parser) between(x node) node {
	n := &betweenExpr{x: x}
	outer := p.stops
	p.stops |= kinds(tokAnd)
	n.lo = p.expr(levelAdd)
	p.expect(tokAnd, "it is written: x between a and b")
	p.stops = outer
	n.hi = p.expr(levelAdd)
	n.extent = extent{start(x), end(n.hi)}
	return n
}
