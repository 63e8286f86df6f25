package feel

import (
	"strings"
	"unicode/utf8"
)

func init() {
	text := func(name, section string, result *Type, fn builtinFunc, params ...string) *builtin {
		ps := make([]bparam, len(params))
		for i, p := range params {
			ps[i] = bparam{name: p, types: []*Type{StringType}}
		}
		return &builtin{name: name, section: section, sigs: []*signature{{params: ps, result: result, fn: fn}}}
	}
	compare := func(test func(s, match string) bool) builtinFunc {
		return func(f *frame, at site, args []Value) Value {
			if !f.step(at, args[0].n>>6) {
				return Null
			}
			return Bool(test(args[0].str(), args[1].str()))
		}
	}
	change := func(to func(string) string) builtinFunc {
		return func(f *frame, at site, args []Value) Value {
			if !f.produce(at, 3*args[0].n) {
				return Null
			}
			return String(to(args[0].str()))
		}
	}
	define(
		text("contains", "10.3.4.3", BooleanType, compare(strings.Contains), "string", "match"),
		text("starts with", "10.3.4.3", BooleanType, compare(strings.HasPrefix), "string", "match"),
		text("ends with", "10.3.4.3", BooleanType, compare(strings.HasSuffix), "string", "match"),
		text("upper case", "10.3.4.3", StringType, change(strings.ToUpper), "string"),
		text("lower case", "10.3.4.3", StringType, change(strings.ToLower), "string"),
		text("string length", "10.3.4.3", NumberType, func(f *frame, at site, args []Value) Value {
			if !f.step(at, args[0].n>>6) {
				return Null
			}
			return Int(int64(utf8.RuneCountInString(args[0].str())))
		}, "string"),
	)
}
