package feel

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/source"
)

func init() {
	define("10.3.4.1",
		entry("number", []string{`number("1 000,50", " ", ",")`, `number("1,000,000.00", ",", null)`, `number("12.5", null, ".")`, `number("1.5", ".", ".")`},
			form(NumberType, numberFrom, arg("from", StringType),
				arg("grouping separator", StringType).orNull(), arg("decimal separator", StringType).orNull())).onlyLooks(),
		entry("string", []string{"string(12.50)", `string(@"2026-06-01T10:00:00Z")`, `string([1, "foo", {a: null}])`, "string(null)"},
			form(StringType, stringFrom, arg("from"))),
		entry("range", []string{`range("[18..21]")`, `range("[2..)")`, `range("(..2)")`, `range("[date(\"2026-01-01\")..@\"2026-12-31\"]")`, `range("[3..1]")`},
			form(RangeType(AnyType), rangeFrom, arg("from", StringType))),
	)
}

// numberFrom reads a number with separators: the grouping separator may stand
// between digits before the decimal separator. A decimal separator of null is a
// point, unless that is the grouping separator.
func numberFrom(f *frame, at site, args []Value) Value {
	text := args[0].str()
	if !f.step(at, int64(len(text))>>6) || !f.produce(at, int64(len(text))) {
		return Null
	}
	grouping, err := separator("grouping", args[1], groupingSeparators)
	if err != nil {
		return f.fail(errDomain(at.src, at.n, err.Error()))
	}
	point, err := separator("decimal", args[2], decimalSeparators)
	if err != nil {
		return f.fail(errDomain(at.src, at.n, err.Error()))
	}
	if grouping != "" && grouping == point {
		return f.fail(errDomain(at.src, at.n, "the grouping and the decimal separator must differ"))
	}
	if point == "" && grouping != "." {
		point = "."
	}
	plain, ok := plainNumber(text, grouping, point)
	d, err := decimal.Parse(plain)
	if err != nil || !ok {
		return f.fail(errDomain(at.src, at.n, source.Quote(text)+" is no number with these separators"))
	}
	return number(d)
}

var groupingSeparators, decimalSeparators = []string{" ", ",", "."}, []string{",", "."}

func separator(what string, v Value, allowed []string) (string, error) {
	if v.kind == KindNull {
		return "", nil
	}
	for _, s := range allowed {
		if v.str() == s {
			return s, nil
		}
	}
	return "", fmt.Errorf("the %s separator must be one of %q or null, not %s", what, allowed, v.brief())
}

// plainNumber writes the number in text without grouping and with a point; ok is
// false when separators stand where they may not.
func plainNumber(text, grouping, point string) (plain string, ok bool) {
	whole, fraction, hasPoint := text, "", false
	if point != "" {
		whole, fraction, hasPoint = strings.Cut(text, point)
	}
	if strings.Contains(fraction, ".") {
		return "", false
	}
	if grouping != "" && strings.Contains(whole, grouping) {
		for group := range strings.SplitSeq(strings.TrimPrefix(whole, "-"), grouping) {
			if group == "" || strings.Trim(group, "0123456789") != "" {
				return "", false
			}
		}
		whole = strings.ReplaceAll(whole, grouping, "")
	}
	switch {
	case strings.Contains(whole, "."):
		return "", false
	case !hasPoint:
		return whole, true
	case len(whole)+1+len(fraction) == len(text) && point == ".": // there are no groups
		return text, true
	}
	return whole + "." + fraction, true
}

// stringFrom gives a string as it is, a temporal value as its text, and everything
// else as FEEL writes it.
func stringFrom(f *frame, at site, args []Value) Value {
	v := args[0]
	switch v.kind {
	case KindString:
		return v
	case KindNumber:
		if !f.step(at, 1) || !f.produce(at, numberBytes) {
			return Null
		}
		return String(v.num().String())
	}
	if text, ok := v.Text(); ok {
		return String(text)
	}
	if !f.step(at, v.weight()) || !f.produce(at, v.literalBytes(f.bytes)) {
		return Null
	}
	return String(v.String())
}

// numberBytes is more than the longest text of a number or of a temporal value has.
const numberBytes = 64

// literalBytes is at least the length of v as a literal, or more than most.
func (v Value) literalBytes(most int64) int64 {
	n := int64(numberBytes)
	switch v.kind {
	case KindString:
		return quotedBytes(v.str())
	case KindList:
		for _, x := range v.list() {
			if n += 2 + x.literalBytes(most-n); n > most {
				break
			}
		}
	case KindContext:
		c := v.context()
		for i, key := range c.keys {
			if n += 4 + quotedBytes(key) + c.vals[i].literalBytes(most-n); n > most {
				break
			}
		}
	case KindRange:
		n += v.rang().lo.literalBytes(most-n) + v.rang().hi.literalBytes(most-n)
	case KindFunction:
		for _, p := range v.function().params {
			n += int64(len(p)) + 2
		}
	}
	return n
}

func quotedBytes(s string) int64 {
	n := int64(len(s)) + 2
	for i := range len(s) {
		switch s[i] {
		case '"', '\\', '\n', '\r', '\t', '\v', '\f':
			n += 5
		}
	}
	return n
}

// rangeFrom reads a range (DMN 1.6, clause 10.3.4.1): its ends are literals, or
// temporal constructors of literals, in ascending order. An open end may be
// missing; then the range is that of an operator: "[2..)" is (>= 2).
func rangeFrom(f *frame, at site, args []Value) Value {
	text := args[0].str()
	if !f.step(at, 10+int64(len(text))>>3) {
		return Null
	}
	r, err := parseRange(text)
	if err != nil {
		return f.fail(errDomain(at.src, at.n, source.Quote(text)+" is no range: "+err.Error()))
	}
	return f.newRange(at, r)
}

func parseRange(text string) (*rangeData, error) {
	full, noStart, noEnd := withEnds(text)
	ast, err := Parse(Source{Text: full}, nil)
	if err != nil {
		return nil, fmt.Errorf("%s", diag.Of(err)[0].Message)
	}
	lit, ok := ast.root.(*rangeLit)
	if !ok {
		return nil, fmt.Errorf("it is something else")
	}
	r := &rangeData{loClosed: lit.loClosed, hiClosed: lit.hiClosed}
	if !noStart {
		if r.lo, err = literalEnd(lit.lo); err != nil {
			return nil, err
		}
	}
	if !noEnd {
		if r.hi, err = literalEnd(lit.hi); err != nil {
			return nil, err
		}
	}
	switch {
	case noStart && noEnd, noStart && r.loClosed, noEnd && r.hiClosed:
		return nil, fmt.Errorf("an end is missing")
	case noStart:
		r.op = boundOp(opLT, opLE, r.hiClosed)
	case noEnd:
		r.op = boundOp(opGT, opGE, r.loClosed)
	default:
		order, ok := compare(r.lo, r.hi)
		if !ok {
			return nil, fmt.Errorf("its ends are a %s and a %s", r.lo.kind, r.hi.kind)
		}
		if order > 0 {
			return nil, fmt.Errorf("its end is before its start")
		}
	}
	return r, nil
}

// withEnds puts null where a range has no start or no end, which no expression may
// leave out.
func withEnds(text string) (full string, noStart, noEnd bool) {
	toks := tokenize(nil, text)
	toks = toks[:len(toks)-1] // the end of the text
	if len(toks) < 3 {
		return text, false, false
	}
	last := toks[len(toks)-1]
	if before := toks[len(toks)-2]; before.kind == tokDotDot {
		noEnd = true
		text = text[:last.start] + " null" + text[last.start:]
	}
	if toks[1].kind == tokDotDot {
		noStart = true
		text = text[:toks[1].start] + "null " + text[toks[1].start:]
	}
	return text, noStart, noEnd
}

// literalEnd gives the value of an end that is a literal.
func literalEnd(n node) (Value, error) {
	switch n := n.(type) {
	case *numberLit:
		d, err := decimal.Parse(n.text)
		return number(d), err
	case *negExpr:
		if lit, ok := n.x.(*numberLit); ok {
			d, err := decimal.Parse(lit.text)
			return number(decimal.Neg(d)), err
		}
	case *stringLit:
		return String(n.val), nil
	case *atLit:
		return parseAt(n.text)
	case *callExpr:
		name, isName := n.callee.(*nameRef)
		if !isName || n.names != nil || len(n.args) != 1 {
			break
		}
		text, ok := n.args[0].(*stringLit)
		if !ok {
			break
		}
		switch name.name {
		case "date":
			return parseTemporal(KindDate, text.val)
		case "time":
			return parseTemporal(KindTime, text.val)
		case "date and time":
			return parseTemporal(KindDateTime, text.val)
		case "duration":
			return parseDuration(text.val)
		}
	}
	return Null, fmt.Errorf("its ends must be literals")
}
