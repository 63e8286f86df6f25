package feel

import (
	"slices"
	"unicode/utf8"
)

// tokenKind is a kind of token. The kinds from tokAnd on are keywords.
type tokenKind uint8

const (
	tokEOF     tokenKind = iota
	tokSpace             // white space
	tokComment           // /* ... */ or // to the end of the line
	tokBad               // what FEEL has no use for; see badToken
	tokWord              // a part of a name
	tokNumber
	tokString
	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokLBrace
	tokRBrace
	tokComma
	tokColon
	tokDot
	tokDotDot
	tokAt
	tokPlus
	tokMinus
	tokStar
	tokStarStar
	tokSlash
	tokApostrophe // ' or ’, only in names
	tokEQ
	tokNE
	tokLT
	tokLE
	tokGT
	tokGE
	tokAnd
	tokOr
	tokIf
	tokThen
	tokElse
	tokFor
	tokIn
	tokReturn
	tokSome
	tokEvery
	tokSatisfies
	tokBetween
	tokInstance
	tokOf
	tokFunction
	tokExternal
	tokTrue
	tokFalse
	tokNull
	tokenKinds
)

// tokenText is the text of the kinds that have one text only.
var tokenText = [tokenKinds]string{
	tokLParen: "(", tokRParen: ")", tokLBracket: "[", tokRBracket: "]", tokLBrace: "{", tokRBrace: "}",
	tokComma: ",", tokColon: ":", tokDot: ".", tokDotDot: "..", tokAt: "@",
	tokPlus: "+", tokMinus: "-", tokStar: "*", tokStarStar: "**", tokSlash: "/",
	tokEQ: "=", tokNE: "!=", tokLT: "<", tokLE: "<=", tokGT: ">", tokGE: ">=",
	tokAnd: "and", tokOr: "or", tokIf: "if", tokThen: "then", tokElse: "else",
	tokFor: "for", tokIn: "in", tokReturn: "return", tokSome: "some", tokEvery: "every",
	tokSatisfies: "satisfies", tokBetween: "between", tokInstance: "instance", tokOf: "of",
	tokFunction: "function", tokExternal: "external", tokTrue: "true", tokFalse: "false", tokNull: "null",
}

// keywordKinds is the kind of each keyword.
var keywordKinds = func() map[string]tokenKind {
	m := map[string]tokenKind{}
	for k := tokAnd; k < tokenKinds; k++ {
		m[tokenText[k]] = k
	}
	return m
}()

// Keywords gives the keywords of FEEL, sorted. A name must not begin with one;
// only external, instance and of, which mean something in one place each, may
// be names.
func Keywords() []string {
	words := slices.Clone(tokenText[tokAnd:])
	slices.Sort(words)
	return words
}

func isKeyword(s string) bool { _, ok := keywordKinds[s]; return ok }

// isWord reports whether k is a word, keyword or not.
func (k tokenKind) isWord() bool { return k == tokWord || k >= tokAnd }

// startsName reports whether a name may begin with a token of kind k.
func (k tokenKind) startsName() bool {
	return k == tokWord || k == tokExternal || k == tokInstance || k == tokOf
}

// isNameSymbol reports whether k is an additional name symbol.
func (k tokenKind) isNameSymbol() bool {
	switch k {
	case tokDot, tokSlash, tokMinus, tokApostrophe, tokPlus, tokStar, tokStarStar:
		return true
	}
	return false
}

// isNamePart reports whether k may stand in a name after its first word.
func (k tokenKind) isNamePart() bool { return k.isWord() || k == tokNumber || k.isNameSymbol() }

// startsValue reports whether a value may begin with a token of kind k, leaving
// aside "]", which may open a range.
func (k tokenKind) startsValue() bool {
	switch k {
	case tokNumber, tokString, tokAt, tokLParen, tokLBracket, tokLBrace, tokMinus,
		tokIf, tokFor, tokSome, tokEvery, tokFunction, tokTrue, tokFalse, tokNull:
		return true
	}
	return k.startsName()
}

// kindSet is a set of kinds.
type kindSet uint64

func kinds(ks ...tokenKind) kindSet {
	var s kindSet
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kindSet) has(k tokenKind) bool { return s>>k&1 != 0 }

// token is a run of the text: bytes start to end.
type token struct {
	kind       tokenKind
	start, end int32
}

// isNameStart and isNamePart are the characters of names (DMN 1.6, clause
// 10.3.1.2, rules 30 and 31).
func isNameStart(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '?'
	case isSpace(r):
		return false
	}
	return r >= 0xC0 && r <= 0xD6 || r >= 0xD8 && r <= 0xF6 || r >= 0xF8 && r <= 0x2FF ||
		r >= 0x370 && r <= 0x37D || r >= 0x37F && r <= 0x1FFF || r == 0x200C || r == 0x200D ||
		r >= 0x2070 && r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF || r >= 0x3001 && r <= 0xD7FF ||
		r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFD || r >= 0x10000 && r <= 0xEFFFF
}

func isNamePart(r rune) bool {
	return isNameStart(r) || r >= '0' && r <= '9' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// isSpace reports white space, line ends included (rules 62 and 63).
func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r == ' ', r == 0x85, r == 0xA0, r == 0x1680, r == 0x180E,
		r >= 0x2000 && r <= 0x200B, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000, r == 0xFEFF:
		return true
	}
	return false
}

// isLineEnd reports a line feed, vertical tab, form feed or carriage return.
func isLineEnd(c byte) bool { return c >= '\n' && c <= '\r' }
