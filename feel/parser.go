package feel

import (
	"fmt"
	"math"
	"sync"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
)

// Parse reads an expression (DMN 1.6, clause 10.3.1.2). Names of several words
// are found among those of sc, of the text itself and of the built-in functions,
// the longest first; a nil sc has no names. Whether a name means something is
// not asked here: see [Check].
//
// The error lists every fault of the text, up to [limits.FaultsPerText], with
// the codes [SyntaxError], [UnterminatedString], [UnterminatedComment],
// [BadEscape], [PositionalAndNamed], [NestingTooDeep] and [SourceTooLong]. The
// AST is never nil, but it is of use only without an error.
func Parse(src Source, sc *Scope) (*AST, error) {
	return parse(src, sc, false, func(p *parser) node { return p.expr(levelNone) })
}

// ParseUnaryTests reads the tests of a cell: "-", tests separated by commas, or
// not(tests). A test is an operator before a value, a range, or any expression,
// in which "?" is the value that is tested. Names and errors are as for [Parse].
func ParseUnaryTests(src Source, sc *Scope) (*AST, error) {
	return parse(src, sc, true, func(p *parser) node { return p.unaryTests() })
}

func parse(src Source, sc *Scope, unary bool, root func(*parser) node) (*AST, error) {
	src.locateNothing()
	a := newAST(&src)
	a.unary = unary
	if err := unreadable(&a.src); err != nil {
		a.root = &badExpr{whole(src.Text)}
		return a, diag.List{err}.Err()
	}
	p := parsers.Get().(*parser)
	p.src, p.text, p.unary, p.scope = &a.src, src.Text, unary, sc
	p.toks = tokenize(p.toks[:0], src.Text)
	if sc != nil && sc.filtered {
		p.unknown = 1
	}
	if p.at(tokEOF) {
		p.faults, a.root = diag.List{errEmptyText(&a.src, unary)}, &badExpr{whole(src.Text)}
	} else if a.root = root(p); !p.at(tokEOF) {
		p.misplaced("the end of the expression")
	}
	faults := p.faults
	if cap(p.toks) <= maxKeptTokens {
		*p = parser{toks: p.toks}
		parsers.Put(p)
	}
	faults.Sort()
	return a, faults.Err()
}

// parsers are kept for their tokens, of which most texts have few.
var parsers = sync.Pool{New: func() any { return &parser{} }}

const maxKeptTokens = 4096

// unreadable reports a text that cannot be cut into tokens.
func unreadable(src *located) *Error {
	if len(src.Text) > limits.ExpressionBytes {
		return errSourceTooLong(src)
	}
	if utf8.ValidString(src.Text) {
		return nil
	}
	for i := 0; ; {
		r, n := utf8.DecodeRuneInString(src.Text[i:])
		if r == utf8.RuneError && n <= 1 {
			return errNotUTF8(src, extent{int32(i), int32(i + n)})
		}
		i += n
	}
}

// parser reads one text, from left to right and without going back, but for
// [parser.unaryTests]. It is a Pratt parser: see [parser.expr].
type parser struct {
	nameScope
	src   *located
	text  string
	toks  []token // the last is tokEOF
	i     int     // the next one
	cut   int     // the one of which something was cut off and taken; 0: none
	unary bool

	faults     diag.List
	recovering bool    // since the last fault no token came from which to go on
	stops      kindSet // what the constructs around wait for; recovery goes no further

	depth    int  // levels of the tree above the next node
	deepest  int  // levels of the tree above the deepest node of the expression so far
	rangeEnd bool // in the second end of a range, which "[" may close
}

// The levels of operators, from the loosest.
const (
	levelNone = iota
	levelOr
	levelAnd
	levelCompare // also in and between
	levelAdd
	levelMul
	levelExp
	levelNeg
	levelInstance
	levelPostfix
)

// infix is the binary operators that need nothing but their two operands. All
// are left associative, ** too.
var infix = [tokenKinds]struct {
	op    op
	level uint8
}{
	tokOr:  {opOr, levelOr},
	tokAnd: {opAnd, levelAnd},
	tokEQ:  {opEQ, levelCompare}, tokNE: {opNE, levelCompare}, tokLT: {opLT, levelCompare},
	tokLE: {opLE, levelCompare}, tokGT: {opGT, levelCompare}, tokGE: {opGE, levelCompare},
	tokPlus: {opAdd, levelAdd}, tokMinus: {opSub, levelAdd},
	tokStar: {opMul, levelMul}, tokSlash: {opDiv, levelMul}, tokStarStar: {opExp, levelExp},
}

// isTest reports whether k is an operator that makes a test of an operand.
func (k tokenKind) isTest() bool { return infix[k].level == levelCompare }

// expr reads an expression of operators that bind at least as tightly as min.
func (p *parser) expr(min int) node {
	outer, ok := p.enter()
	if !ok {
		return p.bad(p.tok().start)
	}
	x, level := p.operand()
	x = p.operators(x, level, min)
	p.leave(outer)
	return x
}

// operators reads the operators that follow x, with their further operands. The
// level is that of x: an operator that binds more tightly cannot apply to it.
func (p *parser) operators(x node, level, min int) node {
	for {
		t := p.tok()
		switch t.kind {
		case tokDot, tokLParen, tokLBracket:
			if level < levelPostfix || t.kind == tokLBracket && p.closesRange() {
				return x
			}
			x = p.postfix(x)
		case tokInstance:
			if level < levelInstance || min > levelInstance || p.toks[p.i+1].kind != tokOf {
				return x
			}
			level = levelInstance
			p.i += 2
			typ := p.typeRef(false)
			x = &instanceExpr{extent{start(x), typ.end}, x, typ}
		case tokBetween, tokIn:
			if level < levelCompare || min > levelCompare {
				return x
			}
			level = levelCompare
			if p.i++; t.kind == tokIn {
				x = p.in(x)
			} else {
				x = p.between(x)
			}
		case tokBad:
			x = p.strayOperator(x)
		default:
			in := infix[t.kind]
			if in.op == opNone {
				if hint, stray := p.strayWord(p.i); stray && hint != elseIfHint {
					x = p.strayOperator(x)
					break
				}
				return x
			}
			if int(in.level) < min || level < int(in.level) {
				return x
			}
			level = int(in.level)
			p.i++
			if next := p.tok(); t.kind == tokLT && next.kind == tokGT && next.start == t.end {
				p.noValue()
				p.next()
				p.recovering = false
			}
			y := p.expr(level + 1)
			x = &binaryExpr{extent{start(x), end(y)}, in.op, tokenExtent(t), x, y}
		}
		if !p.wrap() {
			return x
		}
	}
}

// enter goes down one level of the tree; leave with its result goes back up.
// Without ok the tree is too deep, and the rest of the text is dropped.
func (p *parser) enter() (outer int, ok bool) {
	outer = p.deepest
	p.depth++
	p.deepest = p.depth
	return outer, p.shallow()
}

func (p *parser) leave(outer int) {
	p.depth--
	p.deepest = max(p.deepest, outer)
}

// wrap counts a node made around the expression so far, which puts all of it one
// level deeper.
func (p *parser) wrap() bool {
	p.deepest++
	return p.shallow()
}

func (p *parser) shallow() bool {
	if p.deepest <= limits.ExpressionDepth {
		return true
	}
	if !p.at(tokEOF) {
		p.recovering = false
		p.report(errNestingTooDeep(p.src, tokenExtent(p.tok())))
		p.i = len(p.toks) - 1
	}
	return false
}

func (p *parser) tok() token { return p.toks[p.i] }

func (p *parser) at(k tokenKind) bool { return p.toks[p.i].kind == k }

// next takes the next token.
func (p *parser) next() token {
	t := p.toks[p.i]
	if t.kind != tokEOF {
		p.i++
	}
	return t
}

// end gives the end of the last token taken, or of what was cut off the next one.
func (p *parser) end() int32 {
	if p.cut > 0 && p.cut == p.i {
		return p.toks[p.i].start
	}
	if p.i == 0 {
		return 0
	}
	return p.toks[p.i-1].end
}

func (p *parser) textOf(t token) string { return p.text[t.start:t.end] }

func tokenExtent(t token) extent { return extent{t.start, t.end} }

// whole is the extent of a text.
func whole(text string) extent { return extent{0, int32(min(len(text), math.MaxInt32))} }

// since gives the extent from a token to the last one taken.
func (p *parser) since(t token) extent { return extent{t.start, max(t.start, p.end())} }

func start(n node) int32 { s, _ := n.bounds(); return int32(s) }

func end(n node) int32 { _, e := n.bounds(); return int32(e) }

// bad gives a node for what was taken from start on.
func (p *parser) bad(start int32) node {
	return &badExpr{extent{start, max(start, p.end())}}
}

// accept takes a token of kind k if it is the next one, which ends recovery.
func (p *parser) accept(k tokenKind) bool {
	if !p.at(k) {
		return false
	}
	p.i++
	p.recovering = false
	return true
}

// expect takes a token of kind k, if need be further on.
func (p *parser) expect(k tokenKind, hint string) bool {
	if p.accept(k) {
		return true
	}
	if stray, ok := p.strayWord(p.i); ok {
		hint = stray
	}
	p.expected(quoted(tokenText[k]), hint)
	p.skip()
	return p.accept(k)
}

// skip drops tokens up to one that some construct waits for. Brackets in between
// are dropped with what they hold.
func (p *parser) skip() {
	for nested := 0; !p.at(tokEOF); p.i++ {
		k := p.tok().kind
		if nested == 0 && p.stops.has(k) {
			return
		}
		switch k {
		case tokLParen, tokLBracket, tokLBrace:
			nested++
		case tokRParen, tokRBracket, tokRBrace:
			nested = max(0, nested-1)
		}
	}
}

// report adds a fault, unless it follows from another.
func (p *parser) report(e *Error) {
	if p.recovering {
		return
	}
	p.recovering = true
	if len(p.faults) < limits.FaultsPerText {
		p.faults = append(p.faults, e)
	}
	if len(p.faults) == limits.FaultsPerText {
		p.i = len(p.toks) - 1
	}
}

// note is report for a fault that does not disturb the reading.
func (p *parser) note(e *Error) {
	if !p.recovering {
		p.report(e)
		p.recovering = false
	}
}

// expected reports that the next token is not what should stand there.
func (p *parser) expected(want, hint string) {
	if p.recovering {
		return
	}
	t := p.tok()
	switch t.kind {
	case tokBad:
		p.reportBad(t)
	case tokEOF:
		p.report(errExpected(p.src, tokenExtent(t), want, "the end of the text", hint))
	default:
		p.report(errExpected(p.src, tokenExtent(t), want, quoted(p.textOf(t)), hint))
	}
}

// misplaced is expected for a token that cannot go on an expression.
func (p *parser) misplaced(want string) {
	t, before, adjacent := p.around()
	hint, stray := p.strayWord(p.i)
	if !stray {
		hint = restHint(t.kind, before, adjacent)
	}
	p.expected(want, hint)
}

// noValue is expected for a token that cannot begin a value.
func (p *parser) noValue() {
	t, before, adjacent := p.around()
	want := "a value"
	if before != tokEOF && p.i > 0 {
		want = fmt.Sprintf("a value after %s", quoted(p.textOf(p.toks[p.i-1])))
	}
	p.expected(want, valueHint(t.kind, before, adjacent, p.unary))
}

// around gives the next token, the kind of the one before, and whether they
// touch.
func (p *parser) around() (t token, before tokenKind, adjacent bool) {
	t = p.tok()
	if p.i > 0 {
		before = p.toks[p.i-1].kind
		adjacent = p.toks[p.i-1].end == t.start
	}
	return t, before, adjacent
}

func (p *parser) reportBad(t token) {
	switch text := p.textOf(t); {
	case p.recovering:
	case text[0] == '"':
		p.report(errUnterminatedString(p.src, tokenExtent(t)))
	case unterminated(text):
		p.report(errUnterminatedComment(p.src, tokenExtent(t)))
	case quotes[text] != "":
		p.report(errMeaningless(p.src, tokenExtent(t), quoted(text), quotesHint))
	default:
		p.report(errMeaningless(p.src, tokenExtent(t), quoted(text), badHints[text]))
	}
}

// strayWord reports whether the token at i is a word that other languages have
// for an operator or a keyword, before a further operand.
func (p *parser) strayWord(i int) (hint string, ok bool) {
	if p.toks[i].kind != tokWord {
		return "", false
	}
	word, next := p.textOf(p.toks[i]), p.toks[i+1].kind
	if word == "not" {
		return "negation is a function: not(a in b)", next == tokIn || next == tokBetween
	}
	hint, ok = strayWords[word]
	return hint, ok && next.startsValue() && next != tokLParen
}

// strayOperator reads on after an operator that FEEL does not have.
func (p *parser) strayOperator(x node) node {
	t := p.tok()
	if hint, ok := p.strayWord(p.i); ok && !p.recovering {
		p.report(errMeaningless(p.src, tokenExtent(t), quoted(p.textOf(t)), hint))
	} else {
		p.reportBad(t)
	}
	p.next()
	if unterminated(p.textOf(t)) || !p.tok().kind.startsValue() {
		p.skip()
		return p.bad(start(x))
	}
	p.recovering = false
	p.expr(levelAdd)
	return p.bad(start(x))
}
