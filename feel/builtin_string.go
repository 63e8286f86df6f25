package feel

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/decimal"
)

func init() {
	text := func(name string, result *Type, fn builtinFunc, params []string, examples ...string) *builtin {
		ps := make([]bparam, len(params))
		for i, p := range params {
			ps[i] = arg(p, StringType)
		}
		return entry(name, examples, form(result, fn, ps...))
	}
	compare := func(test func(s, match string) bool) builtinFunc {
		return func(f *frame, at site, args []Value) Value {
			if n := args[0].n >> 6; !f.stepped(n) && !f.step(at, n) {
				return Null
			}
			return Bool(test(args[0].str(), args[1].str()))
		}
	}
	change := func(name string, to func(string, *arena) string, examples ...string) *builtin {
		fn := func(f *frame, at site, args []Value, r *arena) Value {
			if !f.produce(at, 3*args[0].n) {
				return Null
			}
			return String(to(args[0].str(), r))
		}
		s := form(StringType, func(f *frame, at site, args []Value) Value { return fn(f, at, args, nil) }, arg("string", StringType))
		s.brief = func(f *frame, at site, args []Value) Value { return fn(f, at, args, &f.arena) }
		return entry(name, examples, s)
	}
	// A part of a string shares its memory.
	part := func(cut func(before, after string) string) builtinFunc {
		return func(f *frame, at site, args []Value) Value {
			before, after, found := strings.Cut(args[0].str(), args[1].str())
			if !f.step(at, args[0].n>>6) || !found {
				return String("")
			}
			return String(cut(before, after))
		}
	}
	one, two := []string{"string"}, []string{"string", "match"}
	define("10.3.4.3",
		entry("substring", []string{`substring("foobar", 3)`, `substring("foobar", 3, 3)`, `substring("foobar", -2, 1)`,
			`substring("\U01F40Eab", 2)`, `substring("foobar", 0)`},
			form(StringType, substring, arg("string", StringType), arg("start position", NumberType), arg("length", NumberType).opt())),
		text("string length", NumberType, func(f *frame, at site, args []Value) Value {
			if n := args[0].n >> 6; !f.stepped(n) && !f.step(at, n) {
				return Null
			}
			return Int(int64(utf8.RuneCountInString(args[0].str())))
		}, one, `string length("foo")`, `string length("\U01F40Eab")`).onlyLooks(),
		change("upper case", upperCase, `upper case("aBc4")`, `upper case("Straße")`),
		change("lower case", lowerCase, `lower case("aBc4")`),
		text("substring before", StringType, part(func(before, _ string) string { return before }), two,
			`substring before("foobar", "bar")`, `substring before("foobar", "xyz")`, `substring before("foobar", "")`),
		text("substring after", StringType, part(func(_, after string) string { return after }), two,
			`substring after("foobar", "ob")`, `substring after("foobar", "xyz")`, `substring after("foobar", "")`),
		text("contains", BooleanType, compare(strings.Contains), two, `contains("foobar", "of")`, `contains("foobar", "")`).onlyLooks(),
		text("starts with", BooleanType, compare(strings.HasPrefix), two, `starts with("foobar", "fo")`).onlyLooks(),
		text("ends with", BooleanType, compare(strings.HasSuffix), two, `ends with("foobar", "r")`).onlyLooks(),
		entry("string join", []string{`string join(["a", "b", "c"], "_and_")`, `string join(["a", null, "c"])`, `string join([], "_")`,
			`string join(["a", 1], "_")`},
			form(StringType, stringJoin, listArg, arg("delimiter", StringType).opt().orNull())),
	)
}

// substring gives length characters, or all there are, from a position: from 1, or
// from the end when negative.
func substring(f *frame, at site, args []Value) Value {
	if !f.step(at, args[0].n>>6) {
		return Null
	}
	s := args[0].str()
	n := int64(utf8.RuneCountInString(s))
	from, length, err := window("string", n, args[1], args[2])
	if err != nil {
		return f.fail(errDomain(at.src, at.n, err.Error()))
	}
	if n == int64(len(s)) { // every character is a byte
		return String(s[from : from+length])
	}
	start := runeOffset(s, from)
	return String(s[start : start+runeOffset(s[start:], length)])
}

// runeOffset gives the offset behind n characters of s.
func runeOffset(s string, n int64) int {
	at := 0
	for ; n > 0; n-- {
		_, w := utf8.DecodeRuneInString(s[at:])
		at += w
	}
	return at
}

// window gives the part of n things that a position, from 1 or from the end when
// negative, and an optional length ask for: how many things lie before it, and how
// many it has. It is cut where the things end. Fractions of both numbers are cut.
func window(what string, n int64, position, length Value) (from, count int64, err error) {
	from, err = place(what, n, position)
	if err != nil || !length.given() {
		return from, n - from, err
	}
	if length.num().Sign() < 0 {
		return 0, 0, fmt.Errorf("the length must not be negative, as %s is", length)
	}
	count, fits := length.wholePart()
	if !fits {
		count = n
	}
	return from, min(count, n-from), nil
}

// wholePart gives the number v without its fraction, if that fits.
func (v Value) wholePart() (i int64, fits bool) {
	if isShortInt(v) {
		return v.n, true
	}
	return v.num().Trunc().Int64()
}

// place gives how many of n things lie before a position: from 1, or from the end
// when negative. A fraction is cut.
func place(what string, n int64, position Value) (before int64, err error) {
	i, fits := position.wholePart()
	switch {
	case fits && i >= 1 && i <= n:
		return i - 1, nil
	case fits && i <= -1 && i >= -n:
		return n + i, nil
	case fits && i == 0:
		return 0, fmt.Errorf("the first position of a %s is 1, the last is -1; %s is none", what, position)
	}
	return 0, fmt.Errorf("position %s is beyond the %s, which has %s", position, what, decimal.FromInt(n))
}

// stringJoin joins the strings of a list; null items are left out.
func stringJoin(f *frame, at site, args []Value) Value {
	items := args[0].list()
	if !f.step(at, args[0].n) {
		return Null
	}
	delimiter := ""
	if args[1].kind == KindString {
		delimiter = args[1].str()
	}
	var only *Value // the first string
	n, size := 0, int64(0)
	for i := range items {
		switch x := &items[i]; x.kind {
		case KindString:
			if n++; n == 1 {
				only = x
			}
			size += x.n + int64(len(delimiter))
		case KindNull:
		default:
			return f.badItem(at, "string join", *x)
		}
	}
	switch {
	case !f.produce(at, size):
		return Null
	case n == 0:
		return String("")
	case n == 1:
		return *only
	}
	var out strings.Builder
	out.Grow(int(size) - len(delimiter))
	for i := range items {
		if x := &items[i]; x.kind == KindString {
			if x != only {
				out.WriteString(delimiter)
			}
			out.WriteString(x.str())
		}
	}
	return String(out.String())
}
