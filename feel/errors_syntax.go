package feel

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
)

// SyntaxError: a text that is not FEEL (DMN 1.6, clause 10.3.1.2).
//
//	Example: 1 + * 2
const SyntaxError diag.Code = "syntax_error"

// errExpected says what should stand where another thing stands.
func errExpected(src *located, n node, want, found, hint string) *Error {
	return fault(src, n, SyntaxError, fmt.Sprintf("expected %s, found %s", want, found), hint)
}

// errMeaningless is for characters and operators that FEEL does not have.
func errMeaningless(src *located, n node, text, hint string) *Error {
	return fault(src, n, SyntaxError, fmt.Sprintf("%s means nothing in FEEL", text), hint)
}

func errEmptyText(src *located, unary bool) *Error {
	hint := ""
	if unary {
		hint = "write - for a cell that any value satisfies"
	}
	return fault(src, whole(src.Text), SyntaxError, "the text is empty", hint)
}

func errNotUTF8(src *located, n node) *Error {
	return fault(src, n, SyntaxError, "the text is not valid UTF-8", "save the file as UTF-8")
}

// UnterminatedString: a string literal that does not end on the line on which
// it begins.
//
//	Example: "approved
const UnterminatedString diag.Code = "unterminated_string"

func errUnterminatedString(src *located, n node) *Error {
	return fault(src, n, UnterminatedString, "the text in quotes does not end on its line",
		`end it with ", and write \n for a line break and \" for a quote within it`)
}

// UnterminatedComment: a comment without its end.
//
//	Example: 1 /* one
const UnterminatedComment diag.Code = "unterminated_comment"

func errUnterminatedComment(src *located, n node) *Error {
	return fault(src, n, UnterminatedComment, "the comment does not end", "end it with */")
}

// BadEscape: an escape of a string literal that names no character: half of a
// surrogate pair, or a number beyond U+10FFFF. Other unknown escapes stand for
// themselves.
//
//	Example: "\uD83D"
const BadEscape diag.Code = "bad_escape"

func errBadEscape(src *located, n node, text string) *Error {
	return fault(src, n, BadEscape, fmt.Sprintf("%s is no character", text),
		`write a character above U+FFFF as \U and six digits, or as two \u escapes`)
}

// NestingTooDeep: an expression whose tree has more levels than
// [limits.ExpressionDepth], or more function literals within each other than
// [limits.FunctionDepth].
//
//	Example: "(" * 1001
const NestingTooDeep diag.Code = "nesting_too_deep"

func errNestingTooDeep(src *located, n node) *Error {
	return fault(src, n, NestingTooDeep,
		fmt.Sprintf("the expression has more than %d levels", limits.ExpressionDepth),
		"brackets within brackets are levels, and so are the operators of a chain: make it several expressions, or use a list")
}

func errFunctionsTooDeep(src *located, n node) *Error {
	return fault(src, n, NestingTooDeep,
		fmt.Sprintf("more than %d functions lie within each other", limits.FunctionDepth),
		"give a function what it needs as a parameter")
}

// SourceTooLong: a text of more than [limits.ExpressionBytes].
//
//	Example: "1 + " * 65537
const SourceTooLong diag.Code = "source_too_long"

func errSourceTooLong(src *located) *Error {
	return fault(src, extent{limits.ExpressionBytes, whole(src.Text).end}, SourceTooLong,
		fmt.Sprintf("the expression has %d bytes, more than %d", len(src.Text), limits.ExpressionBytes),
		"make it several expressions")
}

// PositionalAndNamed: a call with arguments of both kinds.
//
//	Example: substring("text", start position: 2)
const PositionalAndNamed diag.Code = "positional_and_named"

func errPositionalAndNamed(src *located, n node) *Error {
	return fault(src, n, PositionalAndNamed, "the call mixes arguments with and without names",
		"give a name to every argument, or to none")
}

// quoted shows a piece of the text in a message.
func quoted(text string) string {
	const longest = 40
	if utf8.RuneCountInString(text) > longest {
		text = string([]rune(text)[:longest-1]) + "…"
	}
	if first, _ := utf8.DecodeRuneInString(text); first == '"' || quotes[string(first)] != "" {
		return text
	}
	return "'" + text + "'"
}

// unterminated reports whether a tokBad is a string or a comment without its end.
func unterminated(text string) bool {
	return strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "/*")
}

// quotes are the characters that other languages and word processors put around
// a text, with the one that ends it.
var quotes = map[string]string{
	"'": "'", "’": "’", "‘": "’", "“": "”", "”": "”", "„": "“", "«": "»", "»": "«", "`": "`",
}

const quotesHint = `a text stands between straight double quotes: "text"`

// badHints says what to write for what other languages have.
var badHints = map[string]string{
	"==": "equality is written =", "===": "equality is written =",
	"!==": "inequality is written !=", "≠": "inequality is written !=",
	"!":  "negation is written not(x), inequality !=",
	"&&": `"and" is a word: a and b`, "&": `"and" is a word: a and b; texts are joined with +`,
	"||": `"or" is a word: a or b`, "|": `"or" is a word: a or b`,
	"%": "a remainder is modulo(a, b); for a percentage divide by 100",
	"^": "a power is written **", ";": "what belongs to a list is separated by commas",
	"−": "minus is the sign -", "–": "minus is the sign -", "—": "minus is the sign -",
	"×": "a product is written with *", "·": "a product is written with *", "÷": "a quotient is written with /",
	"≤": "write <=", "≥": "write >=", "…": "a range has two dots: [1..5]",
	`\`: "escapes stand in texts only", "$": "a name begins with a letter or _", "#": "a name begins with a letter or _",
}

const elseIfHint = "write else if"

// strayWords are words that other languages have for operators and keywords.
var strayWords = map[string]string{
	"AND": "keywords are written in small letters: and", "And": "keywords are written in small letters: and",
	"OR": "keywords are written in small letters: or", "Or": "keywords are written in small letters: or",
	"is": "equality is written =", "equals": "equality is written =", "eq": "equality is written =",
	"mod": "a remainder is modulo(a, b)", "div": "a quotient is written with /",
	"contains": "contains is a function: contains(text, part)", "matches": "matches is a function: matches(text, pattern)",
	"elseif": elseIfHint, "elsif": elseIfHint, "elif": elseIfHint,
	"like": "patterns are tested with matches(text, pattern)",
}

// valueHint says what may be meant by a token where a value should stand.
func valueHint(kind, before tokenKind, adjacent, unary bool) string {
	switch kind {
	case tokEQ, tokNE, tokLT, tokLE, tokGT, tokGE:
		switch {
		case adjacent && before == tokEQ && kind == tokGT:
			return "at least is written >="
		case adjacent && before == tokEQ && kind == tokLT:
			return "at most is written <="
		case adjacent && before == tokLT && kind == tokGT:
			return "inequality is written !="
		case unary && (before == tokAnd || before == tokOr):
			return "name the value again: ? < 10; or write a range: [5..10]"
		}
		return "a comparison has a value on its left; a range without end is written in parentheses: (< 10)"
	case tokDotDot:
		return "a range has two ends: [1..5]"
	case tokComma, tokEOF:
		if unary && before == tokMinus {
			return "- stands alone in its cell, which any value then satisfies"
		}
		return ""
	case tokStar, tokStarStar, tokSlash, tokPlus, tokRParen, tokRBracket, tokRBrace:
		return ""
	}
	if kind >= tokAnd {
		return "it is a keyword, and no name can begin with it"
	}
	return ""
}

// restHint says what may be meant by a token where an expression should have
// ended.
func restHint(kind, before tokenKind, adjacent bool) string {
	switch {
	case kind == tokComma:
		return "a list is written in square brackets: [a, b]"
	case kind == tokInstance:
		return "it is written: x instance of number"
	case kind == tokDotDot:
		return "a range stands in brackets: [1..5]"
	case kind == tokAnd || kind == tokOr:
		return "name the value in each test: ? > 5 and ? < 10; or write a range: [5..10]"
	case kind == tokColon:
		return "a comma may be missing before this entry, or a { that it belongs to"
	case before == tokNumber && kind == tokDot && adjacent:
		return "a number has digits after its point: 1.0"
	case before == tokNumber && adjacent && kind.isWord():
		return "a name cannot begin with a digit"
	case kind == tokNumber, kind == tokString, kind == tokLBrace, kind == tokAt, kind.startsName():
		return "an operator or a comma is missing before it"
	}
	return ""
}
