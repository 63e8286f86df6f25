package xpathre

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The limits of a pattern.
const (
	maxPattern = 32 << 10 // bytes
	maxDepth   = 250      // brackets within brackets
	maxGroups  = 1000
)

// op is the kind of a node.
type op uint8

const (
	opRune      op = iota // r
	opSet                 // a character of set
	opCat                 // subs, one after the other; none is the empty string
	opAlt                 // one of subs
	opRepeat              // subs[0], min to max times
	opGroup               // subs[0], captured as n
	opBackref             // what group n matched
	opTextStart           // the anchors
	opTextEnd
	opLineStart
	opLineEnd
)

// node is a node of a pattern's tree.
type node struct {
	op       op
	r        rune
	set      *charset
	subs     []*node
	min, max int // max is -1 if there is no bound
	lazy     bool
	n        int
}

// tree is a parsed pattern.
type tree struct {
	root     *node
	groups   int
	backrefs bool
}

// parser parses by the grammar of XSD appendix G with the extensions of F&O 5.6.1.
type parser struct {
	src    string
	at     []int // with the flag x: the offset of each byte of src in the pattern, and of its end
	pos    int
	flags  flags
	budget *Budget
	depth  int
	closed []bool // of the groups opened so far, whether they are closed
	tree   tree
}

func parse(pattern string, f flags, b *Budget) (*tree, error) {
	if len(pattern) > maxPattern {
		return nil, &Error{TooLarge, maxPattern, fmt.Sprintf("the pattern has more than %d bytes", maxPattern)}
	}
	p := &parser{src: pattern, flags: f, budget: b}
	if !b.spend(int64(len(pattern)) + 1) {
		return nil, ErrSteps
	}
	for i, r := range pattern {
		if r == utf8.RuneError && !strings.HasPrefix(pattern[i:], string(utf8.RuneError)) {
			return nil, &Error{InvalidPattern, i, "the pattern is not UTF-8"}
		}
	}
	var err error
	switch {
	case f.literal:
		p.tree.root = p.literal()
	default:
		if f.extended {
			p.src, p.at = withoutBlanks(pattern)
		}
		p.tree.root, err = p.alternatives()
		if err == nil && !p.end() {
			err = p.fault(p.pos, `this ) closes nothing; write \) for a ) as text`)
		}
	}
	return &p.tree, err
}

// withoutBlanks removes white space but that in classes (F&O 5.6.2, flag x), and
// gives for each byte left, and for the end, its offset.
func withoutBlanks(pattern string) (string, []int) {
	var out []byte
	var at []int
	classes, escaped := 0, false
	for i, c := range []byte(pattern) {
		if classes == 0 && strings.IndexByte(" \t\n\r", c) >= 0 {
			continue
		}
		switch {
		case escaped:
		case c == '[':
			classes++
		case c == ']':
			classes = max(0, classes-1)
		}
		escaped = c == '\\' && !escaped
		out, at = append(out, c), append(at, i)
	}
	return string(out), append(at, len(pattern))
}

// fault makes the error of a place in src.
func (p *parser) fault(pos int, reason string) error {
	return p.errorAt(InvalidPattern, pos, reason)
}

func (p *parser) errorAt(code Code, pos int, reason string) error {
	if p.at != nil {
		pos = p.at[pos]
	}
	return &Error{code, pos, reason}
}

func (p *parser) end() bool { return p.pos == len(p.src) }

// looking reports whether the rest of the pattern starts with text.
func (p *parser) looking(text string) bool { return strings.HasPrefix(p.src[p.pos:], text) }

// accept consumes text if the rest of the pattern starts with it.
func (p *parser) accept(text string) bool {
	if !p.looking(text) {
		return false
	}
	p.pos += len(text)
	return true
}

// next consumes a character. The pattern is not at its end.
func (p *parser) next() rune {
	r, w := decode(p.src, p.pos)
	p.pos += w
	return r
}

// enter counts a bracket at a place; leave it with depth--.
func (p *parser) enter(pos int) error {
	p.depth++
	if p.depth > maxDepth {
		return p.errorAt(TooLarge, pos, fmt.Sprintf("more than %d brackets within each other", maxDepth))
	}
	return nil
}

// literal makes the tree of a pattern whose characters all stand for themselves.
func (p *parser) literal() *node {
	root := &node{op: opCat}
	for !p.end() {
		root.subs = append(root.subs, p.char(p.next()))
	}
	return root
}

// char makes the node of a character and, with the flag i, its variants.
func (p *parser) char(r rune) *node {
	if p.flags.ignoreCase {
		if s, cased := caseVariants().close(spans{{r, r}}); cased > 0 {
			return &node{op: opSet, set: newCharset(s)}
		}
	}
	return &node{op: opRune, r: r}
}

// alternatives: regExp ::= branch ('|' branch)*
func (p *parser) alternatives() (*node, error) {
	var subs []*node
	for {
		sub, err := p.branch()
		if err != nil {
			return nil, err
		}
		subs = append(subs, sub)
		if p.accept("|") {
			continue
		}
		if len(subs) == 1 {
			return sub, nil
		}
		return &node{op: opAlt, subs: subs}, nil
	}
}

// branch: branch ::= (atom quantifier?)*
func (p *parser) branch() (*node, error) {
	cat := &node{op: opCat}
	for !p.end() && !p.looking("|") && !p.looking(")") {
		sub, err := p.atom()
		if err == nil {
			sub, err = p.quantified(sub)
		}
		if err != nil {
			return nil, err
		}
		cat.subs = append(cat.subs, sub)
	}
	return cat, nil
}

// atom parses an atom; the pattern is neither at its end nor at | or ).
func (p *parser) atom() (*node, error) {
	from := p.pos
	switch r := p.next(); r {
	case '(':
		return p.group(from)
	case '[':
		s, err := p.class(from)
		if err != nil {
			return nil, err
		}
		return &node{op: opSet, set: newCharset(s)}, nil
	case '\\':
		return p.escaped(from)
	case '.':
		if p.flags.dotAll {
			return &node{op: opSet, set: knownSet("any", spans(nil).complement)}, nil
		}
		return &node{op: opSet, set: knownSet(".", spans{{'\n', '\n'}, {'\r', '\r'}}.complement)}, nil
	case '^':
		if p.flags.multiline {
			return &node{op: opLineStart}, nil
		}
		return &node{op: opTextStart}, nil
	case '$':
		if p.flags.multiline {
			return &node{op: opLineEnd}, nil
		}
		return &node{op: opTextEnd}, nil
	case '?', '*', '+', '{':
		return nil, p.fault(from, fmt.Sprintf(`there is nothing for this %c to repeat; write \%[1]c for a %[1]c as text`, r))
	case ']', '}':
		return nil, p.fault(from, fmt.Sprintf(`this %c closes nothing; write \%[1]c for a %[1]c as text`, r))
	default:
		return p.char(r), nil
	}
}

// group parses the rest of ( regExp ) or (?: regExp ), whose ( is at from.
func (p *parser) group(from int) (*node, error) {
	if err := p.enter(from); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	n := 0
	if !p.accept("?:") {
		if p.looking("?") {
			return nil, p.fault(p.pos, "after ( only ?: may follow a ?")
		}
		p.tree.groups++
		n = p.tree.groups
		if n > maxGroups {
			return nil, p.errorAt(TooLarge, from, fmt.Sprintf("more than %d groups", maxGroups))
		}
		p.closed = append(p.closed, false)
	}
	sub, err := p.alternatives()
	switch {
	case err != nil:
		return nil, err
	case !p.accept(")"):
		return nil, p.fault(from, `this ( is not closed; write \( for a ( as text`)
	case n == 0:
		return sub, nil
	}
	p.closed[n-1] = true
	return &node{op: opGroup, n: n, subs: []*node{sub}}, nil
}

// escaped parses the rest of an escape outside classes, whose \ is at from.
func (p *parser) escaped(from int) (*node, error) {
	if !p.end() && '1' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		return p.backref(from)
	}
	r, set, err := p.escape(from)
	switch {
	case err != nil:
		return nil, err
	case set != nil:
		return &node{op: opSet, set: set}, nil
	}
	return p.char(r), nil
}

// backref parses \N: further digits belong to N if as many groups have been opened
// before. The group must exist and be closed.
func (p *parser) backref(from int) (*node, error) {
	n := int(p.next() - '0')
	for !p.end() {
		d := int(p.src[p.pos]) - '0'
		if d < 0 || d > 9 || n*10+d > p.tree.groups {
			break
		}
		n, p.pos = n*10+d, p.pos+1
	}
	switch {
	case n > p.tree.groups:
		return nil, p.fault(from, fmt.Sprintf("there is no group %d before this reference to it", n))
	case !p.closed[n-1]:
		return nil, p.fault(from, fmt.Sprintf("group %d is not closed before this reference to it", n))
	}
	p.tree.backrefs = true
	return &node{op: opBackref, n: n}, nil
}

// quantified parses the quantifier that may follow an atom.
func (p *parser) quantified(sub *node) (*node, error) {
	from := p.pos
	q := &node{op: opRepeat, subs: []*node{sub}, max: -1}
	switch {
	case p.accept("?"):
		q.max = 1
	case p.accept("*"):
	case p.accept("+"):
		q.min = 1
	case p.accept("{"):
		if err := p.quantity(q, from); err != nil {
			return nil, err
		}
	default:
		return sub, nil
	}
	q.lazy = p.accept("?")
	if !p.end() && strings.IndexByte("?*+{", p.src[p.pos]) >= 0 {
		return nil, p.fault(p.pos, "a quantifier may not follow another one; put what the first one repeats into (?: )")
	}
	return q, nil
}

// quantity parses the rest of {n}, {n,} or {n,m}, whose { is at from.
func (p *parser) quantity(q *node, from int) error {
	var ok bool
	if q.min, ok = p.number(); !ok {
		return p.fault(p.pos, `a { must be followed by a number; write \{ for a { as text`)
	}
	q.max = q.min
	if p.accept(",") {
		if q.max, ok = p.number(); !ok {
			q.max = -1
		}
	}
	switch {
	case !p.accept("}"):
		return p.fault(p.pos, "a quantifier is {n}, {n,} or {n,m}")
	case q.max >= 0 && q.max < q.min:
		return p.fault(from, fmt.Sprintf("the quantifier %.40s asks for more at least than at most", p.src[from:p.pos]))
	}
	return nil
}

// number parses digits. What exceeds maxProgram is that plus one.
func (p *parser) number() (n int, ok bool) {
	for !p.end() && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		n, ok = min(n*10+int(p.src[p.pos]-'0'), maxProgram+1), true
		p.pos++
	}
	return n, ok
}
