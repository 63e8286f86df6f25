package feel

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// lexer cuts a text into tokens without a gap. It knows nothing of names in
// scope: it yields words and symbols, which the parser joins. It never fails;
// what is no token is a tokBad, and the parser says why.
type lexer struct {
	text string
	at   int
}

// next gives the next token; at the end an empty tokEOF.
func (l *lexer) next() token {
	start := l.at
	kind := tokEOF
	if start < len(l.text) {
		kind = l.scan()
	}
	return token{kind, int32(start), int32(l.at)}
}

// tokenize appends the tokens of text that are not white space or comments. The
// last is tokEOF, at the end of the token before it.
func tokenize(toks []token, text string) []token {
	toks = slices.Grow(toks, len(text)/4)
	l := lexer{text: text}
	var end int32
	for {
		switch t := l.next(); t.kind {
		case tokSpace, tokComment:
		case tokEOF:
			return append(toks, token{tokEOF, end, end})
		default:
			toks = append(toks, t)
			end = t.end
		}
	}
}

// scan reads one token from a text that is not at its end.
func (l *lexer) scan() tokenKind {
	switch c := l.text[l.at]; {
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '?':
		return l.word()
	case c >= '0' && c <= '9' || c == '.' && isDigit(l.peek(1)):
		return l.number()
	case c == ' ' || c >= '\t' && c <= '\r':
		return l.space()
	case c == '"':
		return l.str()
	case c >= utf8.RuneSelf:
		return l.nonASCII()
	default:
		return l.symbol(c)
	}
}

// peek gives the byte n ahead, or 0.
func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) word() tokenKind {
	start := l.at
	for l.at < len(l.text) {
		r, n := rune(l.text[l.at]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(l.text[l.at:])
		}
		if !isNamePart(r) || r == utf8.RuneError && n == 1 {
			break
		}
		l.at += n
	}
	if kind, ok := keywordKinds[l.text[start:l.at]]; ok {
		return kind
	}
	return tokWord
}

// number reads digits, a fraction and an exponent, each if complete: "1..5" is a
// number and "..".
func (l *lexer) number() tokenKind {
	l.digits()
	if l.peek(0) == '.' && isDigit(l.peek(1)) {
		l.at++
		l.digits()
	}
	if c := l.peek(0); c == 'e' || c == 'E' {
		n := 1
		if s := l.peek(1); s == '+' || s == '-' {
			n = 2
		}
		if isDigit(l.peek(n)) {
			l.at += n
			l.digits()
		}
	}
	return tokNumber
}

func (l *lexer) digits() {
	for isDigit(l.peek(0)) {
		l.at++
	}
}

func (l *lexer) space() tokenKind {
	for l.at < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.text[l.at:])
		if !isSpace(r) {
			break
		}
		l.at += n
	}
	return tokSpace
}

// str reads a string literal. One that does not end on its line is a tokBad to
// the end of the line.
func (l *lexer) str() tokenKind {
	for l.at++; l.at < len(l.text); l.at++ {
		switch c := l.text[l.at]; {
		case c == '"':
			l.at++
			return tokString
		case isLineEnd(c):
			return tokBad
		case c == '\\' && l.at+1 < len(l.text) && !isLineEnd(l.text[l.at+1]):
			l.at++
		}
	}
	return tokBad
}

func (l *lexer) nonASCII() tokenKind {
	switch r, n := utf8.DecodeRuneInString(l.text[l.at:]); {
	case r == utf8.RuneError && n == 1:
		l.at++
		return tokBad
	case isSpace(r):
		return l.space()
	case isNameStart(r):
		return l.word()
	case r == '’':
		l.at += n
		return tokApostrophe
	default:
		l.at += n
		return tokBad
	}
}

// symbol reads operators, brackets and comments; and, as one tokBad, what other
// languages write for an operator.
func (l *lexer) symbol(c byte) tokenKind {
	next := l.peek(1)
	l.at++
	two := func(with byte, yes, no tokenKind) tokenKind {
		if next != with {
			return no
		}
		l.at++
		return yes
	}
	switch c {
	case '(':
		return tokLParen
	case ')':
		return tokRParen
	case '[':
		return tokLBracket
	case ']':
		return tokRBracket
	case '{':
		return tokLBrace
	case '}':
		return tokRBrace
	case ',':
		return tokComma
	case ':':
		return tokColon
	case '@':
		return tokAt
	case '+':
		return tokPlus
	case '-':
		return tokMinus
	case '\'':
		return tokApostrophe
	case '.':
		return two('.', tokDotDot, tokDot)
	case '*':
		return two('*', tokStarStar, tokStar)
	case '<':
		return two('=', tokLE, tokLT)
	case '>':
		return two('=', tokGE, tokGT)
	case '/':
		return l.slash(next)
	case '=':
		return l.equals(tokEQ)
	case '!':
		if next == '=' {
			l.at++
			return l.equals(tokNE)
		}
	case '&', '|':
		two(c, tokBad, tokBad)
	}
	return tokBad
}

// equals takes the further signs of ==, === and !== into one tokBad.
func (l *lexer) equals(kind tokenKind) tokenKind {
	for l.peek(0) == '=' {
		l.at++
		kind = tokBad
	}
	return kind
}

// slash reads what begins with a slash. A comment that does not end is a tokBad.
func (l *lexer) slash(next byte) tokenKind {
	rest := l.text[l.at:]
	switch next {
	case '/':
		n := strings.IndexAny(rest, "\n\v\f\r")
		if n < 0 {
			n = len(rest)
		}
		l.at += n
		return tokComment
	case '*':
		n := strings.Index(rest[1:], "*/")
		if n < 0 {
			l.at = len(l.text)
			return tokBad
		}
		l.at += n + 3
		return tokComment
	}
	return tokSlash
}
