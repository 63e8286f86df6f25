package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/strictjson"
)

func parse(t testing.TB, src string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(src), strictjson.Limits{})
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return v
}

func refused(t testing.TB, src string, lim strictjson.Limits) *strictjson.Error {
	t.Helper()
	v, err := strictjson.Parse([]byte(src), lim)
	var e *strictjson.Error
	if !errors.As(err, &e) {
		t.Fatalf("Parse(%.60q): error %v, want a *strictjson.Error", src, err)
	}
	if v.Kind() != strictjson.Null || v.End() != 0 {
		t.Errorf("Parse(%.60q) gives a value beside the error", src)
	}
	return e
}

func TestAccepted(t *testing.T) {
	type object = map[string]any
	type array = []any
	number := func(s string) json.Number { return json.Number(s) }
	for _, c := range []struct {
		src  string
		want any
	}{
		{`null`, nil},
		{`true`, true},
		{`false`, false},
		{" \t\r\n true \t\r\n", true},
		{`""`, ""},
		{`"a"`, "a"},
		{`[]`, array{}},
		{`[ ]`, array{}},
		{"[\n]", array{}},
		{`{}`, object{}},
		{`{ }`, object{}},
		{`[[]   ]`, array{array{}}},
		{`[""]`, array{""}},
		{`["a",null,1,{"b":[]}]`, array{"a", nil, number("1"), object{"b": array{}}}},
		{` [1 , 2 ] `, array{number("1"), number("2")}},
		{`[null,false]`, array{nil, false}},
		{"{\"a\"\n:\t1 , \"b\":2\r}", object{"a": number("1"), "b": number("2")}},
		{`{"":0}`, object{"": number("0")}},
		{`[[1,[2,3],4],{"a":{"b":5},"c":6}]`, array{array{number("1"), array{number("2"), number("3")}, number("4")}, object{"a": object{"b": number("5")}, "c": number("6")}}},
		{`{"a":{"a":1},"b":{"a":1}}`, object{"a": object{"a": number("1")}, "b": object{"a": number("1")}}},
		{`{"a":1,"A":2}`, object{"a": number("1"), "A": number("2")}},
		{`{"a\u0000b":0}`, object{"a\x00b": number("0")}},
		{`{"foo\\":1}`, object{`foo\`: number("1")}},

		{`0`, number("0")},
		{`-0`, number("-0")},
		{`-0.0`, number("-0.0")},
		{`-1`, number("-1")},
		{`0.10`, number("0.10")},
		{`123.456e78`, number("123.456e78")},
		{`0e1`, number("0e1")},
		{`0e+1`, number("0e+1")},
		{`0E-01`, number("0E-01")},
		{`20e1`, number("20e1")},
		{`1E22`, number("1E22")},
		{`1e00`, number("1e00")},
		{`1e-2`, number("1e-2")},
		{`1e400`, number("1e400")},
		{`1e999999999999999999999`, number("1e999999999999999999999")},
		{`9007199254740993`, number("9007199254740993")},
		{`-123123123123123123123123123123`, number("-123123123123123123123123123123")},
		{`0.000000000000000000000000000000000000000000000000000001`, number("0.000000000000000000000000000000000000000000000000000001")},

		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u0060\u012a\u12AB\uabCD"`, "\u0060\u012a\u12AB\uabCD"},
		{`"\u0000"`, "\x00"},
		{`"\u0022\u005C"`, `"\`},
		{`"\\u0000"`, `\u0000`},
		{`"\\n"`, `\n`},
		{`"\uD801\udc37"`, "\U00010437"},
		{`"\ud83d\ude39\ud83d\udc8d"`, "😹💍"},
		{`"\uDBFF\uDFFF"`, "\U0010FFFF"},
		{`"\uD7FF\uE000"`, "\uD7FF\uE000"},
		{`"\uFFFE\uFFFF\uFDD0"`, "\uFFFE\uFFFF\uFDD0"},
		{`"\uFEFF"`, "\uFEFF"},
		{`"\uFFFD"`, "\uFFFD"},
		{"\"\uFFFD\uFEFF\"", "\uFFFD\uFEFF"},
		{"\"\u2028\u2029\x7f\"", "\u2028\u2029\x7f"},
		{"\"€𝄞\U0010FFFF\"", "€𝄞\U0010FFFF"},
		{`"a\nb€c\td"`, "a\nb€c\td"},
		{`"// no comment /**/"`, "// no comment /**/"},
	} {
		if got := parse(t, c.src).Any(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Parse(%q) = %#v, want %#v", c.src, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	const (
		syntax    = strictjson.Syntax
		encoding  = strictjson.Encoding
		empty     = strictjson.Empty
		trailing  = strictjson.Trailing
		duplicate = strictjson.Duplicate
	)
	for _, c := range []struct {
		src     string
		kind    strictjson.ErrorKind
		offset  int
		path    string
		message string
	}{
		// Nothing, and what is not JSON at all.
		{"", empty, 0, "", "expected a JSON value, found nothing: the input is empty"},
		{" \n ", empty, 3, "", "expected a JSON value, found nothing: the input is empty"},
		{"Sure, here is the JSON: {}", syntax, 0, "", `expected a JSON value, found "Sure, here is"...`},
		{"```json\n{}\n```", syntax, 0, "", "expected a JSON value, found \"```json\""},
		{"<html>", syntax, 0, "", `expected a JSON value, found "<html>"`},
		{"# comment\n1", syntax, 0, "", `expected a JSON value, found "# comment"`},
		{"/* c */ 1", syntax, 0, "", `expected a JSON value, found "/* c */ 1"`},
		{"'a'", syntax, 0, "", `expected a JSON value, found "'a'"`},
		{"é", syntax, 0, "", `expected a JSON value, found "é"`},
		{"\u00a0 1", syntax, 0, "", `expected a JSON value, found "\u00a0 1"`},
		{"\f1", syntax, 0, "", `expected a JSON value, found "\f1"`},
		{"\x00", syntax, 0, "", `expected a JSON value, found "\x00"`},
		{"\u20601", syntax, 0, "", `expected a JSON value, found "\u20601"`},
		{"]", syntax, 0, "", `expected a JSON value, found "]"`},
		{"*", syntax, 0, "", `expected a JSON value, found "*"`},

		// After the value.
		{"{} {}", trailing, 3, "", `expected nothing after the JSON value, found "{}"`},
		{"{}\n\nI hope that this helps!", trailing, 4, "", `expected nothing after the JSON value, found "I hope that"...`},
		{"1 2", trailing, 2, "", `expected nothing after the JSON value, found "2"`},
		{"[]]", trailing, 2, "", `expected nothing after the JSON value, found "]"`},
		{"{}}", trailing, 2, "", `expected nothing after the JSON value, found "}"`},
		{`""x`, trailing, 2, "", `expected nothing after the JSON value, found "x"`},
		{"{}//", trailing, 2, "", `expected nothing after the JSON value, found "//"`},
		{"{},", trailing, 2, "", `expected nothing after the JSON value, found ","`},
		{"1\x00", trailing, 1, "", `expected nothing after the JSON value, found "\x00"`},
		{"1\u00a0", trailing, 1, "", `expected nothing after the JSON value, found "\u00a0"`},

		// Words.
		{"nul", syntax, 0, "", `expected a JSON value, found "nul"`},
		{"nulll", syntax, 0, "", `expected a JSON value, found "nulll"`},
		{"true1", syntax, 0, "", `expected a JSON value, found "true1"`},
		{"[True]", syntax, 1, "/0", `expected a JSON value, found "True"`},
		{"[FALSE]", syntax, 1, "/0", `expected a JSON value, found "FALSE"`},
		{"[fals]", syntax, 1, "/0", `expected a JSON value, found "fals"`},
		{`{"a":None}`, syntax, 5, "/a", `expected a JSON value, found "None"`},
		{"[undefined]", syntax, 1, "/0", `expected a JSON value, found "undefined"`},
		{"NaN", syntax, 0, "", `expected a JSON value, found "NaN"`},
		{"Infinity", syntax, 0, "", `expected a JSON value, found "Infinity"`},

		// Numbers.
		{"01", syntax, 0, "", `"01" is not a JSON number: it has a leading zero`},
		{"-01", syntax, 0, "", `"-01" is not a JSON number: it has a leading zero`},
		{"00", syntax, 0, "", `"00" is not a JSON number: it has a leading zero`},
		{"[-]", syntax, 1, "/0", `"-" is not a JSON number: no digit follows "-"`},
		{"--1", syntax, 0, "", `"--1" is not a JSON number: no digit follows "-"`},
		{"-Infinity", syntax, 0, "", `"-Infinity" is not a JSON number: no digit follows "-"`},
		{"-.5", syntax, 0, "", `"-.5" is not a JSON number: no digit follows "-"`},
		{"+1", syntax, 0, "", `expected a JSON value, found "+1"`},
		{".5", syntax, 0, "", `expected a JSON value, found ".5"`},
		{"5.", syntax, 0, "", `"5." is not a JSON number: no digit follows the point`},
		{"[1., 2]", syntax, 1, "/0", `"1." is not a JSON number: no digit follows the point`},
		{"1.e1", syntax, 0, "", `"1.e1" is not a JSON number: no digit follows the point`},
		{"1e", syntax, 0, "", `"1e" is not a JSON number: its exponent has no digit`},
		{"1E+", syntax, 0, "", `"1E+" is not a JSON number: its exponent has no digit`},
		{"1e+-2", syntax, 0, "", `"1e+-2" is not a JSON number: its exponent has no digit`},
		{"1e1.5", syntax, 0, "", `"1e1.5" is not a JSON number: it goes on with "."`},
		{"1.2.3", syntax, 0, "", `"1.2.3" is not a JSON number: it goes on with "."`},
		{"0x1F", syntax, 0, "", `"0x1F" is not a JSON number: it goes on with "x"`},
		{"1_000", syntax, 0, "", `"1_000" is not a JSON number: it goes on with "_"`},
		{"1+2", syntax, 0, "", `"1+2" is not a JSON number: it goes on with "+"`},
		{"2026-06-01", syntax, 0, "", `"2026-06-01" is not a JSON number: it goes on with "-"`},
		{"1n", syntax, 0, "", `"1n" is not a JSON number: it goes on with "n"`},
		{"[1 000]", syntax, 3, "", `expected "," or "]", found "000"`},
		{"１", syntax, 0, "", `expected a JSON value, found "１"`},

		// Arrays.
		{"[", syntax, 1, "/0", `expected a JSON value, found the end of the input`},
		{"[1", syntax, 2, "", `expected "," or "]", found the end of the input`},
		{"[1,", syntax, 3, "/1", `expected a JSON value, found the end of the input`},
		{"[1,]", syntax, 2, "", `found a trailing comma before "]"`},
		{"[1,\n]", syntax, 2, "", `found a trailing comma before "]"`},
		{"[,]", syntax, 1, "/0", `expected a JSON value, found ","`},
		{"[1,,2]", syntax, 3, "/1", `expected a JSON value, found ","`},
		{"[1:2]", syntax, 2, "", `expected "," or "]", found ":"`},
		{"[1}", syntax, 2, "", `expected "," or "]", found "}"`},
		{`["a" "b"]`, syntax, 5, "", "expected \",\" or \"]\", found `\"b\"`"},
		{`["a`, syntax, 1, "/0", `found a string that is not closed: "a"`},
		{"[[[1}]]", syntax, 4, "/0/0", `expected "," or "]", found "}"`},

		// Objects.
		{"{", syntax, 1, "", `expected a member name in double quotes, found the end of the input`},
		{"{,}", syntax, 1, "", `expected a member name in double quotes, found ","`},
		{"{a: 1}", syntax, 1, "", `expected a member name in double quotes, found "a"`},
		{"{'a': 1}", syntax, 1, "", `expected a member name in double quotes, found "'a'"`},
		{"{1: 1}", syntax, 1, "", `expected a member name in double quotes, found "1"`},
		{"{null: 1}", syntax, 1, "", `expected a member name in double quotes, found "null"`},
		{"{[]: 1}", syntax, 1, "", `expected a member name in double quotes, found "["`},
		{`{"a"`, syntax, 4, "/a", `expected ":" after the member name "a", found the end of the input`},
		{`{"a"}`, syntax, 4, "/a", `expected ":" after the member name "a", found "}"`},
		{`{"a","b"}`, syntax, 4, "/a", `expected ":" after the member name "a", found ","`},
		{`{"a" 1}`, syntax, 5, "/a", `expected ":" after the member name "a", found "1"`},
		{`{"a"::1}`, syntax, 5, "/a", `expected a JSON value, found ":"`},
		{`{"a":`, syntax, 5, "/a", `expected a JSON value, found the end of the input`},
		{`{"a":}`, syntax, 5, "/a", `expected a JSON value, found "}"`},
		{`{"a":1`, syntax, 6, "", `expected "," or "}", found the end of the input`},
		{`{"a":1,}`, syntax, 6, "", `found a trailing comma before "}"`},
		{`{"a":1,,"b":2}`, syntax, 7, "", `expected a member name in double quotes, found ","`},
		{`{"a":1,"b"`, syntax, 10, "/b", `expected ":" after the member name "b", found the end of the input`},
		{`{"a":1 "b":2}`, syntax, 7, "", "expected \",\" or \"}\", found `\"b\"`"},
		{`{"a":1]`, syntax, 6, "", `expected "," or "}", found "]"`},
		{`{"a":1 // c`, syntax, 7, "", `expected "," or "}", found "// c"`},
		{`{"a/b":{"c~d":[0,{"":x}]}}`, syntax, 21, "/a~1b/c~0d/1/", `expected a JSON value, found "x"`},

		// Strings.
		{`"`, syntax, 0, "", `found a string that is not closed: ""`},
		{`"abc`, syntax, 0, "", `found a string that is not closed: "abc"`},
		{`{"reason":"cut off in the middle of`, syntax, 10, "/reason", `found a string that is not closed: "cut off in the"...`},
		{`"\`, syntax, 1, "", "found `\\`, which is not an escape of JSON"},
		{`"\"`, syntax, 0, "", "found a string that is not closed: `\\\"`"},
		{`"\x41"`, syntax, 1, "", "found `\\x`, which is not an escape of JSON"},
		{`"\'"`, syntax, 1, "", "found `\\'`, which is not an escape of JSON"},
		{`"a\N"`, syntax, 2, "", "found `\\N`, which is not an escape of JSON"},
		{`"\é"`, syntax, 1, "", "found `\\é`, which is not an escape of JSON"},
		{`"\u"`, syntax, 1, "", "found `\\u\"`, but \\u takes four hexadecimal digits"},
		{`"\u00A"`, syntax, 1, "", "found `\\u00A\"`, but \\u takes four hexadecimal digits"},
		{`"\u00G0"`, syntax, 1, "", "found `\\u00G0`, but \\u takes four hexadecimal digits"},
		{`"\u+041"`, syntax, 1, "", "found `\\u+041`, but \\u takes four hexadecimal digits"},
		{`"\U0041"`, syntax, 1, "", "found `\\U`, which is not an escape of JSON"},
		{"\"a\nb\"", syntax, 2, "", `found the control character U+000A in a string, where it must be escaped as \n`},
		{"\"\x00\"", syntax, 1, "", `found the control character U+0000 in a string, where it must be escaped as \u0000`},
		{"[\"a\\t\tb\"]", syntax, 5, "/0", `found the control character U+0009 in a string, where it must be escaped as \t`},
		{"\"\x1f\"", syntax, 1, "", `found the control character U+001F in a string, where it must be escaped as \u001f`},
		{"{\"a\x01\":1}", syntax, 3, "", `found the control character U+0001 in a string, where it must be escaped as \u0001`},

		// Surrogates.
		{`"\ud800"`, encoding, 1, "", `found \ud800, which is one half of a surrogate pair without the other`},
		{`"\uDC00"`, encoding, 1, "", `found \uDC00, which is one half of a surrogate pair without the other`},
		{`"\uDC00\uD800"`, encoding, 1, "", `found \uDC00, which is one half of a surrogate pair without the other`},
		{`"\uD800\uD800\uDC00"`, encoding, 1, "", `found \uD800, which is one half of a surrogate pair without the other`},
		{`"\uD800\u0041"`, encoding, 1, "", `found \uD800, which is one half of a surrogate pair without the other`},
		{`"\uD800\n"`, encoding, 1, "", `found \uD800, which is one half of a surrogate pair without the other`},
		{`"\uD800\u"`, encoding, 1, "", `found \uD800, which is one half of a surrogate pair without the other`},
		{`"\uD800`, encoding, 1, "", `found \uD800, which is one half of a surrogate pair without the other`},
		{`{"a":{"\udfff":0}}`, encoding, 7, "/a", `found \udfff, which is one half of a surrogate pair without the other`},

		// Bytes.
		{"\uFEFF{}", encoding, 0, "", "the text starts with a byte order mark, which JSON forbids"},
		{"\uFEFF", encoding, 0, "", "the text starts with a byte order mark, which JSON forbids"},
		{"[\uFEFF]", syntax, 1, "/0", `expected a JSON value, found "\ufeff"`},
		{"\xff\xfe[\x00]\x00", encoding, 0, "", "found the byte 0xff, which is not UTF-8 here"},
		{"[\xff]", encoding, 1, "/0", "found the byte 0xff, which is not UTF-8 here"},
		{"\"\xff\"", encoding, 1, "", "found the byte 0xff, which is not UTF-8 here"},
		{"\"a\x80\"", encoding, 2, "", "found the byte 0x80, which is not UTF-8 here"},
		{"\"\xc0\xaf\"", encoding, 1, "", "found the byte 0xc0, which is not UTF-8 here"},                 // overlong "/"
		{"\"\xc0\x80\"", encoding, 1, "", "found the byte 0xc0, which is not UTF-8 here"},                 // overlong NUL
		{"\"\xe0\x80\xaf\"", encoding, 1, "", "found the byte 0xe0, which is not UTF-8 here"},             // overlong
		{"\"\xf0\x80\x80\xaf\"", encoding, 1, "", "found the byte 0xf0, which is not UTF-8 here"},         // overlong
		{"\"\xed\xa0\x80\"", encoding, 1, "", "found the byte 0xed, which is not UTF-8 here"},             // U+D800
		{"\"\xf4\x90\x80\x80\"", encoding, 1, "", "found the byte 0xf4, which is not UTF-8 here"},         // U+110000
		{"\"\xfc\x83\xbf\xbf\xbf\xbf\"", encoding, 1, "", "found the byte 0xfc, which is not UTF-8 here"}, // six bytes
		{"\"\xe2\x82\"", encoding, 1, "", "found the byte 0xe2, which is not UTF-8 here"},                 // cut
		{"\"\xe2\x82", encoding, 1, "", "found the byte 0xe2, which is not UTF-8 here"},
		{"\"\\n\xe9", encoding, 3, "", "found the byte 0xe9, which is not UTF-8 here"},
		{"\"\\n\xe9\\n\"", encoding, 3, "", "found the byte 0xe9, which is not UTF-8 here"},
		{"\"\\\xe9\"", syntax, 1, "", `found "\\\xe9", which is not an escape of JSON`},
		{"\"\xe9\\x\"", encoding, 1, "", "found the byte 0xe9, which is not UTF-8 here"},
		{"{\"a\":1,\"b\":[\"\xe9\"]}", encoding, 13, "/b/0", "found the byte 0xe9, which is not UTF-8 here"},
		{"{\"\xb9\":\"0\"}", encoding, 2, "", "found the byte 0xb9, which is not UTF-8 here"},
		{"[01, \"\xe9\"]", syntax, 1, "/0", `"01" is not a JSON number: it has a leading zero`},
		{"[\"\xe9\", 01]", encoding, 2, "/0", "found the byte 0xe9, which is not UTF-8 here"},
		{"1\xe5", encoding, 1, "", "found the byte 0xe5, which is not UTF-8 here"},

		// Repeated members.
		{`{"a":1,"a":1}`, duplicate, 7, "/a", `the object has the member "a" twice`},
		{`{"":1,"":2}`, duplicate, 6, "/", `the object has the member "" twice`},
		{`{"key":1,"k\u0065y":1}`, duplicate, 9, "/key", `the object has the member "key" twice`},
		{`{"\ud83d\ude00":1,"😀":1}`, duplicate, 18, "/😀", `the object has the member "😀" twice`},
		{`{"outcomes":[{"id":"a","label":"x","label":"y"}]}`, duplicate, 35, "/outcomes/0/label", `the object has the member "label" twice`},
		{`{"a/~":[0,[{"b":{},"b":`, duplicate, 19, "/a~1~0/1/0/b", `the object has the member "b" twice`},
	} {
		e := refused(t, c.src, strictjson.Limits{})
		if e.Kind != c.kind || e.Offset != c.offset || e.Path != c.path || e.Message != c.message {
			t.Errorf("Parse(%q):\n got kind %d at %d %q: %s\nwant kind %d at %d %q: %s",
				c.src, e.Kind, e.Offset, e.Path, e.Message, c.kind, c.offset, c.path, c.message)
		}
	}
}

func TestRepeatedMemberOfManyMembers(t *testing.T) {
	for _, n := range []int{1, 15, 16, 17, 18, 100, 60_000} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"m%d":%d,`, i, i)
		}
		for _, again := range []int{0, n / 2, n - 1} {
			e := refused(t, fmt.Sprintf(`{"big":{%s"m%d":0}}`, b.String(), again), strictjson.Limits{})
			if e.Kind != strictjson.Duplicate || e.Offset != 8+b.Len() || e.Path != fmt.Sprintf("/big/m%d", again) {
				t.Errorf("%d members, number %d again: %+v", n, again, e)
			}
		}
		v := parse(t, fmt.Sprintf(`{%s"last":[]}`, b.String()))
		for _, i := range []int{0, n / 2, n - 1} {
			if got, ok := v.Get(fmt.Sprintf("m%d", i)); !ok || got.Text() != fmt.Sprint(i) {
				t.Errorf("%d members: Get(m%d) = %q, %v", n, i, got.Text(), ok)
			}
		}
		if last, ok := v.Get("last"); !ok || last.Kind() != strictjson.Array {
			t.Errorf("%d members: the last is not found", n)
		}
		if _, ok := v.Get("absent"); ok {
			t.Errorf("%d members: an absent member is found", n)
		}
	}
}

func TestLimitsAreInclusive(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	const million = 1 << 20
	for _, c := range []struct {
		name     string
		lim      strictjson.Limits
		ok, over string
		kind     strictjson.ErrorKind
		offset   int
		path     string
		message  string
	}{
		{"bytes", strictjson.Limits{Bytes: 4}, `"ab"`, `"abc"`, strictjson.LimitBytes, 4, "",
			"the document has 5 bytes; the limit is 4"},
		{"depth", strictjson.Limits{Depth: 2}, `[{},[]]`, `[{"a":[]}]`, strictjson.LimitDepth, 6, "/0/a",
			"containers are nested more than 2 deep"},
		{"depth of one", strictjson.Limits{Depth: 1}, `[]`, `[[]]`, strictjson.LimitDepth, 1, "/0",
			"containers are nested more than 1 deep"},
		{"values", strictjson.Limits{Values: 3}, `{"a":[1]}`, `{"a":[1,2]}`, strictjson.LimitValues, 8, "/a/1",
			"the document has more than 3 values"},
		{"string", strictjson.Limits{String: 3}, `["€","\u20ac"]`, `["abc","abcd"]`, strictjson.LimitString, 7, "/1",
			"a string has 4 bytes; the limit is 3"},
		{"escaped string", strictjson.Limits{String: 3}, `"\u0061bc"`, `"\u0061bcd"`, strictjson.LimitString, 0, "",
			"a string has 4 bytes; the limit is 3"},
		{"name", strictjson.Limits{String: 3}, `{"abc":1}`, `{"abcd":1}`, strictjson.LimitString, 1, "",
			"a string has 4 bytes; the limit is 3"},
		{"number", strictjson.Limits{Number: 4}, `-1.5`, `[-1.50]`, strictjson.LimitNumber, 1, "/0",
			"a number has 5 characters; the limit is 4"},

		{"default bytes", strictjson.Limits{}, strings.Repeat(" ", 10<<20-1) + "1", strings.Repeat(" ", 10<<20) + "1",
			strictjson.LimitBytes, 10 << 20, "", "the document has 10485761 bytes; the limit is 10485760"},
		{"default depth", strictjson.Limits{}, nested(128), nested(129), strictjson.LimitDepth, 128, strings.Repeat("/0", 128),
			"containers are nested more than 128 deep"},
		{"default values", strictjson.Limits{}, "[" + strings.Repeat("1,", 249_998) + "1]", "[" + strings.Repeat("1,", 249_999) + "1]",
			strictjson.LimitValues, 1 + 2*249_999, "/249999", "the document has more than 250000 values"},
		{"default string", strictjson.Limits{}, `"` + strings.Repeat("a", million) + `"`, `"` + strings.Repeat("a", million+1) + `"`,
			strictjson.LimitString, 0, "", "a string has 1048577 bytes; the limit is 1048576"},
		{"default number", strictjson.Limits{}, strings.Repeat("1", million), strings.Repeat("1", million+1),
			strictjson.LimitNumber, 0, "", "a number has 1048577 characters; the limit is 1048576"},
		{"a negative limit is the default", strictjson.Limits{Bytes: -1, Depth: -1, Values: -1, String: -1, Number: -1},
			nested(128), nested(129), strictjson.LimitDepth, 128, strings.Repeat("/0", 128), "containers are nested more than 128 deep"},
		{"the greatest depth", strictjson.Limits{Depth: 1 << 30}, nested(10_000), nested(10_001),
			strictjson.LimitDepth, 10_000, strings.Repeat("/0", 10_000), "containers are nested more than 10000 deep"},
	} {
		if _, err := strictjson.Parse([]byte(c.ok), c.lim); err != nil {
			t.Errorf("%s: at the limit: %v", c.name, err)
		}
		e := refused(t, c.over, c.lim)
		if e.Kind != c.kind || e.Offset != c.offset || e.Path != c.path || e.Message != c.message {
			t.Errorf("%s: over the limit: kind %d at %d %.40q: %s", c.name, e.Kind, e.Offset, e.Path, e.Message)
		}
	}
}

// keepsUp demands that f takes no more than 20 times as long as a peer that
// takes linear time for the same text. Work that grows with the square of the
// texts used here takes 100 times as long and more.
func keepsUp(t *testing.T, what string, f, peer func()) {
	t.Helper()
	mine, theirs := time.Hour, time.Hour
	for range 3 {
		start := time.Now()
		f()
		between := time.Now()
		peer()
		mine, theirs = min(mine, between.Sub(start)), min(theirs, time.Since(between))
	}
	if mine > 20*max(theirs, 5*time.Millisecond) {
		t.Errorf("%s: %v, the peer takes %v", what, mine, theirs)
	}
}

func TestHostileTextsTakeLinearTime(t *testing.T) {
	times := strings.Repeat
	var names strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&names, `"%x":0,`, i)
	}
	for _, c := range []struct{ what, text string }{
		{"brackets", times("[", 100_000)},
		{"members in each other", times(`{"`+times("n", 100)+`":`, 9_999) + "x"},
		{"containers", "[" + times("[{}],", 20_000) + "0]"},
		{"members of one object", "{" + names.String() + `"z":0}`},
		{"escapes", `"` + times(`\u0061`, 1<<18) + `"`},
		{"strings with an escape", "[" + times(`"\n",`, 50_000) + "0]"},
		{"white space", times(" ", 1<<20)},
		{"a number", "1e" + times("9", 1<<20-2)},
		{"a string that is not UTF-8 at its end", `"` + times("é", 1<<19) + "\xff"},
	} {
		src := []byte(c.text)
		keepsUp(t, c.what,
			func() { _, _ = strictjson.Parse(src, strictjson.Limits{Depth: 10_000}) },
			func() { var v any; _ = json.Unmarshal(src, &v) })
	}
}

func TestValueSharesNothingWithSource(t *testing.T) {
	src := []byte(`{"name":"value","n":12}`)
	v, err := strictjson.Parse(src, strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	copy(src, strings.Repeat("x", len(src)))
	if got := fmt.Sprint(v.Any()); got != "map[n:12 name:value]" {
		t.Errorf("after a write to the source: %s", got)
	}
}

// FuzzParse holds Parse against encoding/json: it accepts exactly what that
// accepts, with the same meaning, but for texts that are not UTF-8, escapes of
// lone surrogates, repeated members, and passed limits.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		``, `{}`, `[1,-0,1.5e-7,"a\u00e9\ud83d\ude00"]`, `{"a":{"b":[null,true,false]},"a":1}`, `{"key":1,"k\u0065y":2}`,
		`"\ud800"`, `"\ud800\udc00\udc00"`, `"\\ud800"`, "\"\xed\xa0\x80\"", "\uFEFF1", `[01]`, `1 2`, `[1,]`, `{"a":1,}`, `nul`,
		`{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"a":2}`,
		strings.Repeat("[", 200), "Sure, here is", "\"\t\"", `1e999999999`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := strictjson.Parse(src, strictjson.Limits{})
		var e *strictjson.Error
		if errors.As(err, &e) {
			if e.Offset < 0 || e.Offset > len(src) || e.Message == "" || !utf8.ValidString(e.Message) {
				t.Fatalf("%q: bad error %+v", src, e)
			}
			if e.Kind >= strictjson.LimitBytes {
				return
			}
		}
		strict := json.Valid(src) && utf8.Valid(src) && !loneSurrogate(src) && !repeats(src)
		if strict != (err == nil) {
			t.Fatalf("%q: encoding/json and its strict checks say %v, Parse says %v", src, strict, err)
		}
		if e != nil {
			invalid := e.Kind == strictjson.Syntax || e.Kind == strictjson.Trailing || e.Kind == strictjson.Empty
			if invalid && json.Valid(src) {
				t.Fatalf("%q is valid for encoding/json, Parse says %v", src, err)
			}
			return
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(src))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := v.Any(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %#v, encoding/json has %#v", src, got, want)
		}
		places(t, src, v)
		if !strictjson.Equal(v, v) {
			t.Fatalf("%q is not equal to itself", src)
		}
	})
}

var (
	surrogatePair = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)
	surrogate     = regexp.MustCompile(`\\u[dD][89a-fA-F]`)
)

// loneSurrogate reports the escape of one in a valid JSON text.
func loneSurrogate(src []byte) bool {
	src = bytes.ReplaceAll(src, []byte(`\\`), []byte("b"))
	return surrogate.Match(surrogatePair.ReplaceAll(src, nil))
}

// repeats reports a repeated member in a valid JSON text.
func repeats(src []byte) bool {
	type level struct {
		names map[string]bool // nil for an array
		value bool            // a value is due
	}
	var open []level
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return err != io.EOF
		}
		switch token {
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
			continue
		}
		if n := len(open) - 1; n >= 0 && open[n].names != nil {
			if !open[n].value {
				name := token.(string)
				if open[n].names[name] {
					return true
				}
				open[n].names[name] = true
			}
			open[n].value = !open[n].value
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{})
		}
	}
}

// places demands that what stands at a value's place is that value.
func places(t *testing.T, src []byte, v strictjson.Value) {
	again, err := strictjson.Parse(src[v.Offset():v.End()], strictjson.Limits{})
	if err != nil || !strictjson.Equal(v, again) || len(bytes.TrimSpace(src[v.Offset():v.End()])) != v.End()-v.Offset() {
		t.Fatalf("%q: at %d to %d stands %q (%v), not the value", src, v.Offset(), v.End(), src[v.Offset():v.End()], err)
	}
	for _, item := range v.Items() {
		places(t, src, item)
	}
	for _, m := range v.Members() {
		name, err := strictjson.Parse([]byte(string(src[m.NameOffset:m.NameOffset+bytes.IndexByte(src[m.NameOffset:m.Value.Offset()], ':')])), strictjson.Limits{})
		if err == nil && name.Text() != m.Name {
			t.Fatalf("%q: at %d stands the name %q, not %q", src, m.NameOffset, name.Text(), m.Name)
		}
		places(t, src, m.Value)
	}
}

// document is about 25 KB of the shape of a run record.
func document() []byte {
	var b bytes.Buffer
	b.WriteString(`{"format":"spine.record/1","run":{"id":"0190-5f","started":"2026-06-01T08:00:00Z"},"decisions":[`)
	for i := range 64 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"node":"n%d","table":{"id":"affordability","version":"2026-06-01.1","sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},`, i)
		fmt.Fprintf(&b, `"inputs":{"surplus_ratio":0.2%d,"statement_age":%d,"verified":true,"reason":"a line\nand \"another\"","none":null},`, i, i)
		b.WriteString(`"rules":[{"rule":1,"id":"r1","annotation":"Comfortable surplus"}],"outputs":{"affordability":"affordable"}}`)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	src := document()
	b.Run("strictjson", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if _, err := strictjson.Parse(src, strictjson.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("strictjson to any", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			v, err := strictjson.Parse(src, strictjson.Limits{})
			if err != nil {
				b.Fatal(err)
			}
			v.Any()
		}
	})
	b.Run("encoding_json", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			d := json.NewDecoder(bytes.NewReader(src))
			d.UseNumber()
			var v any
			if err := d.Decode(&v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
