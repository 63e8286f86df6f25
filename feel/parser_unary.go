package feel

// unaryTests reads a cell. Only the end of the cell tells not(tests) from an
// expression that begins with a call of not: then the cell is read again.
func (p *parser) unaryTests() node {
	first := p.tok()
	if first.kind == tokMinus && p.toks[p.i+1].kind == tokEOF {
		p.i++
		return &unaryTests{extent: p.since(first)}
	}
	if p.textOf(first) == "not" && p.toks[p.i+1].kind == tokLParen {
		p.i++
		open := p.next()
		n := &unaryTests{not: true}
		outer := p.bracket(tokRParen, tokComma)
		p.items(open, tokRParen, func() { n.tests = append(n.tests, p.test()) })
		p.unbracket(outer)
		if p.at(tokEOF) {
			n.extent = p.since(first)
			return n
		}
		p.i, p.cut = 0, 0
		p.toks = tokenize(p.toks[:0], p.text) // some may have been cut in two
		p.faults, p.recovering, p.deepest = nil, false, 0
		p.keys = nameTree{}
	}
	n := &struct { // most have one test
		unaryTests
		one [1]node
	}{}
	n.tests = n.one[:0]
	p.stops |= kinds(tokComma)
	for {
		n.tests = append(n.tests, p.test())
		if !p.at(tokComma) && !p.at(tokEOF) {
			p.misplaced("',' or the end of the tests")
			p.skip()
		}
		if !p.accept(tokComma) {
			break
		}
	}
	n.extent = p.since(first)
	return &n.unaryTests
}

// test reads a unary test: an operator before a value, or any expression.
func (p *parser) test() node {
	t := p.tok()
	if !t.kind.isTest() {
		return p.expr(levelNone)
	}
	p.i++
	x := p.expr(levelAdd)
	return &testExpr{extent{t.start, max(end(x), t.end)}, infix[t.kind].op, x}
}

// in reads the tests of "x in tests". Parentheses hold several tests, or are
// those of an expression or a range.
func (p *parser) in(x node) node {
	n := &inExpr{x: x}
	switch t := p.tok(); {
	case t.kind == tokLParen:
		n.tests = p.testsInParens()
	case t.kind.isTest():
		n.tests = []node{p.test()}
	default:
		n.tests = []node{p.expr(levelAdd)}
	}
	n.extent = extent{start(x), max(p.end(), end(x))}
	return n
}

func (p *parser) testsInParens() []node {
	outer, ok := p.enter()
	defer p.leave(outer)
	if !ok {
		return []node{p.bad(p.tok().start)}
	}
	open := p.next()
	set := p.bracket(tokRParen, tokComma)
	first := p.test()
	if _, isTest := first.(*testExpr); p.at(tokDotDot) && !isTest {
		r := p.rangeFrom(open, first)
		p.unbracket(set)
		return []node{p.operators(r, levelPostfix, levelAdd)}
	}
	tests := []node{first}
	if p.at(tokComma) {
		p.further(open, tokRParen, func() { tests = append(tests, p.test()) })
		p.unbracket(set)
		return tests
	}
	p.close(open, tokRParen)
	p.unbracket(set)
	paren := &parenExpr{p.since(open), first}
	y := p.operators(paren, levelPostfix, levelAdd)
	if _, isTest := first.(*testExpr); isTest && y == node(paren) {
		return tests
	}
	return []node{y}
}
