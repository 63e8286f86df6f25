package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

var normalForms = []struct{ expr, json string }{
	{`null`, `null`},
	{`true`, `true`},
	{`"a\"b"`, `"a\"b"`},
	{`[]`, `[]`},
	{`[1, [null, "x"]]`, `[1,[null,"x"]]`},
	{`{}`, `{}`},
	{`{b: 1, a: {c: 2}}`, `{"a":{"c":2},"b":1}`},

	{`0`, `0`},
	{`-0`, `0`},
	{`1.50`, `1.5`},
	{`100`, `100`},
	{`-0.1`, `-0.1`},
	{`9007199254740992`, `9007199254740992`},
	{`9007199254740993`, `{"@number":"9007199254740993"}`},
	{`12345678901234567890`, `{"@number":"12345678901234567890"}`},
	{`100000000000000000000`, `100000000000000000000`},
	{`1000000000000000000000`, `1e+21`},
	{`0.000001`, `0.000001`},
	{`0.0000001`, `1e-7`},
	{`1/3`, `{"@number":"0.3333333333333333333333333333333333"}`},
	{`0.1234567890123456789`, `{"@number":"0.1234567890123456789"}`},
	{`1/30000000`, `{"@number":"3.333333333333333333333333333333333E-8"}`},
	{`1234567890123456789012345678901234`, `{"@number":"1234567890123456789012345678901234"}`},
	{`12345678901234567890123456789012340`, `{"@number":"1.234567890123456789012345678901234E+34"}`},
	{`10**400`, `{"@number":"1E+400"}`},

	{`@"2026-06-01"`, `{"@date":"2026-06-01"}`},
	{`@"-999999999-01-01"`, `{"@date":"-999999999-01-01"}`},
	{`@"10:00:00+05:30"`, `{"@time":"10:00:00+05:30"}`},
	{`@"10:00:00.5"`, `{"@time":"10:00:00.5"}`},
	{`@"2026-06-01T10:00:00Z"`, `{"@date_time":"2026-06-01T10:00:00Z"}`},
	{`@"2026-06-01T10:00:00@Europe/Paris"`, `{"@date_time":"2026-06-01T10:00:00@Europe/Paris"}`},
	{`@"P1DT2H"`, `{"@duration":"P1DT2H"}`},
	{`@"-PT36H"`, `{"@duration":"-P1DT12H"}`},
	{`@"P1Y2M"`, `{"@months":"P1Y2M"}`},
	{`[1..5)`, `{"@range":"[1..5)"}`},
	{`(1..1/3]`, `{"@range":"(1..0.3333333333333333333333333333333333]"}`},
	{`[@"2026-06-01"..@"2026-07-01"]`, `{"@range":"[@\"2026-06-01\"..@\"2026-07-01\"]"}`},
	{`["a".."b\"c"]`, `{"@range":"[\"a\"..\"b\\\"c\"]"}`},
	{`["\u000B\u000C".."z"]`, `{"@range":"[\"\\u000B\\u000C\"..\"z\"]"}`},
	{`(< -5)`, `{"@range":"(\u003c -5)"}`},
	{`(>= @"P1D")`, `{"@range":"(\u003e= @\"P1D\")"}`},

	{`{"@date": 1}`, `{"@context":{"@date":1}}`},
	{`{"@context": {"@x": null}}`, `{"@context":{"@context":{"@context":{"@x":null}}}}`},
	{`{a: {"@": 1}, b: 2}`, `{"a":{"@context":{"@":1}},"b":2}`},
}

func TestNormalForm(t *testing.T) {
	for _, c := range normalForms {
		want := strings.NewReplacer(`\u003c`, `<`, `\u003e`, `>`).Replace(c.json)
		b, err := record.AppendJSON([]byte("x"), eval(t, c.expr))
		if err != nil || string(b) != "x"+want {
			t.Errorf("%s is written %s, %v; want %s", c.expr, b, err, want)
		}
		v, err := record.DecodeValue(parse(t, want))
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if again, err := record.AppendJSON(nil, v); err != nil || string(again) != want {
			t.Errorf("%s comes back as %s, %v", want, again, err)
		}
	}
}

func parse(t testing.TB, src string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(src), strictjson.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return v
}

// What DecodeValue refuses, and what ReadValue, which a person's writing goes
// through, makes of it.
func TestOtherForms(t *testing.T) {
	for _, c := range []struct {
		json, path, message string
		read                string // "" where ReadValue refuses too
	}{
		{`5.0`, ``, `"5.0" is not in normal form`, `5`},
		{`[1e2]`, `/0`, `"1e2" is not in normal form`, `[100]`},
		{`-0`, ``, `"-0" is not in normal form`, `0`},
		{`9007199254740993`, ``, `"9007199254740993" is not in normal form`, `{"@number":"9007199254740993"}`},
		{`{"@number":"5"}`, `/@number`, `"5" is not in normal form`, `5`},
		{`{"@number":"9007199254740993.0"}`, `/@number`, `"9007199254740993"... is not in normal form`, `{"@number":"9007199254740993"}`},
		{`{"a":{"@date":"+2026-06-01"}}`, `/a/@date`, ``, ``},
		{`{"@duration":"PT24H"}`, `/@duration`, `"PT24H" is not in normal form`, `{"@duration":"P1D"}`},
		{`{"@months":"P14M"}`, `/@months`, `"P14M" is not in normal form`, `{"@months":"P1Y2M"}`},
		{`{"@range":"[ 1 .. 2 ]"}`, `/@range`, "\"[ 1 .. 2 ]\" is not in normal form", `{"@range":"[1..2]"}`},
		{`{"@range":"]1..2["}`, `/@range`, `"]1..2[" is not in normal form`, `{"@range":"(1..2)"}`},
		{`{"@context":{"a":1}}`, `/@context`, `the object inside needs no wrapping`, `{"a":1}`},

		{`{"@date":"2026-02-30"}`, `/@date`, ``, ``},
		{`{"@date":20260601}`, `/@date`, `"@date" needs a JSON string, and this is a JSON number`, ``},
		{`{"@date":"2026-06-01","a":1}`, `/@date`, `the member "@date" stands among others`, ``},
		{`{"a":1,"@b":2}`, `/@b`, `"@b" is no kind of value here`, ``},
		{`{"@day":"2026-06-01"}`, `/@day`, `"@day" is no kind of value here`, ``},
		{`{"@":""}`, `/@`, `"@" is no kind of value here`, ``},
		{`{"@day":1}`, `/@day`, `"@day" is no kind of value here`, ``},
		{`{"@context":[]}`, `/@context`, `"@context" needs a JSON object, and this is a JSON array`, ``},
		{`{"@duration":"P1Y"}`, `/@duration`, ``, ``},
		{`{"@number":"1.2.3"}`, `/@number`, ``, ``},
		{`{"@number":"1e99999"}`, `/@number`, ``, ``},
		{`{"@number":"NaN"}`, `/@number`, ``, ``},
		{`{"@range":"1"}`, `/@range`, `"1" is a number, not a range`, ``},
		{`{"@range":"[a..2]"}`, `/@range`, `"a" names nothing here`, ``},
		{`{"@range":"[(for i in 1..1000000000 return i)..2]"}`, `/@range`, ``, ``},
		{`{"@range":"[1..abs(2)]"}`, `/@range`, `the range "[1..abs(2)]" has more than constants as its ends`, ``},
		{`{"@range":"[1..abs\t(2)]"}`, `/@range`, ``, ``},
		{`{"@range":"[\"(\"..length (\"a\")]"}`, `/@range`, ``, ``},
		{`{"@range":"[1..9**999]"}`, `/@range`, `the range "[1..9**999]" has more than constants as its ends`, ``},
		{`{"@range":"["}`, `/@range`, ``, ``},
		{`1234567890123456789012345678901234567890`, ``, ``, ``},
	} {
		_, err := record.DecodeValue(parse(t, c.json))
		faults := diag.Of(err)
		if len(faults) != 1 || faults[0].Code != record.ValueEncoding || faults[0].At.Path != c.path || c.message != "" && faults[0].Message != c.message {
			t.Errorf("DecodeValue(%s): %v", c.json, err)
		}
		v, err := record.ReadValue("in.json", []byte(c.json))
		if c.read == "" {
			if faults := diag.Of(err); len(faults) != 1 || faults[0].Code != record.ValueEncoding || faults[0].At.File != "in.json" || faults[0].At.Path != c.path {
				t.Errorf("ReadValue(%s) gives %v, %v", c.json, v, err)
			}
			continue
		}
		if b, _ := record.AppendJSON(nil, v); err != nil || string(b) != c.read {
			t.Errorf("ReadValue(%s) gives %s, %v; want %s", c.json, b, err, c.read)
		}
	}
}

func TestReadValueReportsAllFaultsWithTheirPlace(t *testing.T) {
	_, err := record.ReadValue("in.json", []byte("{\n  \"a\": {\"@date\": \"x\"},\n  \"b\": [{\"@day\": 1}, {\"@months\": \"P1D\"}]\n}"))
	var got []string
	for _, f := range diag.Of(err) {
		got = append(got, f.At.String()+" "+f.At.Path)
	}
	want := "in.json:2:18 /a/@date, in.json:3:10 /b/0/@day, in.json:3:34 /b/1/@months"
	if strings.Join(got, ", ") != want {
		t.Errorf("faults at %s\nwant      %s\n%v", strings.Join(got, ", "), want, err)
	}
	_, err = record.ReadValue("in.json", []byte("{\n \"a\": 1,}"))
	if faults := diag.Of(err); len(faults) != 1 || faults[0].Code != record.ValueJSON || faults[0].At.String() != "in.json:2:8" {
		t.Errorf("syntax: %v", err)
	}
}

func TestParseTyped(t *testing.T) {
	v, ok, err := record.ParseTyped("@date", "2026-06-01")
	if !ok || err != nil || v.String() != `@"2026-06-01"` {
		t.Errorf("@date: %v, %v, %v", v, ok, err)
	}
	if _, ok, err := record.ParseTyped("@date", "soon"); !ok || err == nil {
		t.Errorf("soon: %v, %v", ok, err)
	}
	for _, member := range []string{"@context", "@day", "date", ""} {
		if v, ok, err := record.ParseTyped(member, "1"); ok || err != nil || !v.IsNull() {
			t.Errorf("%q: %v, %v, %v", member, v, ok, err)
		}
	}
}

func TestUnrecordableValues(t *testing.T) {
	deep := feel.Null
	for range 2 * feel.MaxNesting {
		deep = feel.List(deep)
	}
	for _, c := range []struct {
		v             feel.Value
		path, message string
	}{
		{eval(t, `{a: [1, function(x) x]}`), "/a/1", "a function cannot be recorded"},
		{eval(t, `abs`), "", "a function cannot be recorded"},
		{feel.List(feel.String("\xff")), "/0", `the text "\xff" is not valid UTF-8`},
		{feel.Context(feel.Entry{Key: "\xff"}), "/\xff", `the text "\xff" is not valid UTF-8`},
		{deep, strings.Repeat("/0", feel.MaxNesting+1), fmt.Sprintf("values are nested deeper than %d", feel.MaxNesting)},
	} {
		b, err := record.AppendJSON([]byte("x"), c.v)
		var e *diag.Error
		if !errors.As(err, &e) || e.Code != record.Unrecordable || e.At.Path != c.path || e.Message != c.message || string(b) != "x" {
			t.Errorf("%.60s: %s, %.200v", c.v, b, err)
		}
	}
}

// values draws FEEL values of every kind that can be recorded.
func values(t *testing.T) *rapid.Generator[feel.Value] {
	parsed := func(kind feel.Kind, texts *rapid.Generator[string]) *rapid.Generator[feel.Value] {
		return rapid.Custom(func(rt *rapid.T) feel.Value {
			for {
				if v, err := feel.ParseTemporal(kind, texts.Draw(rt, "text")); err == nil {
					return v
				}
			}
		})
	}
	number := rapid.Custom(func(rt *rapid.T) feel.Value {
		text := rapid.StringMatching(`-?[0-9]{1,34}`).Draw(rt, "digits")
		switch rapid.IntRange(0, 2).Draw(rt, "size") {
		case 1:
			text += fmt.Sprintf("e%d", rapid.IntRange(-40, 40).Draw(rt, "exponent"))
		case 2:
			text += fmt.Sprintf("e%d", rapid.IntRange(-6176, 6111).Draw(rt, "exponent"))
		}
		v, err := feel.ParseNumber(text)
		if err != nil {
			return feel.Int(rapid.Int64().Draw(rt, "integer"))
		}
		return v
	})
	text := rapid.Custom(func(rt *rapid.T) string {
		return strings.ToValidUTF8(rapid.String().Draw(rt, "string"), "?")
	})
	str := rapid.Map(text, feel.String)
	date := rapid.Custom(func(rt *rapid.T) string {
		year := rapid.OneOf(rapid.IntRange(1, 9999), rapid.IntRange(-999999999, 999999999)).Draw(rt, "year")
		sign := ""
		if year < 0 {
			sign, year = "-", -year
		}
		return fmt.Sprintf("%s%04d-%02d-%02d", sign, year, rapid.IntRange(1, 12).Draw(rt, "month"), rapid.IntRange(1, 31).Draw(rt, "day"))
	})
	clock := rapid.StringMatching(`(0[0-9]|1[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9](:[0-5][0-9])?|@Europe/Paris|@America/New_York|@Etc/UTC)?`)
	dateTime := rapid.Custom(func(rt *rapid.T) string { return date.Draw(rt, "date") + "T" + clock.Draw(rt, "time") })
	ordered := []*rapid.Generator[feel.Value]{
		number, str,
		parsed(feel.KindDate, date), parsed(feel.KindTime, clock), parsed(feel.KindDateTime, dateTime),
		parsed(feel.KindDays, rapid.StringMatching(`-?P[0-9]{1,6}DT[0-9]{1,5}H[0-9]{1,5}M[0-9]{1,5}(\.[0-9]{1,9})?S`)),
		parsed(feel.KindMonths, rapid.StringMatching(`-?P[0-9]{1,5}Y[0-9]{1,5}M`)),
	}
	ranges := rapid.Custom(func(rt *rapid.T) feel.Value {
		end := rapid.SampledFrom(ordered).Draw(rt, "kind")
		a, b := end.Draw(rt, "from"), end.Draw(rt, "to")
		if evaluate(t, a.String()+" > "+b.String(), feel.Input{Lenient: true}).String() == "true" {
			a, b = b, a
		}
		return eval(t, fmt.Sprintf(rapid.SampledFrom([]string{
			"[%s..%s]", "(%s..%s)", "]%s..%s]", "[%s..%s[", "(< %[1]s)", "(<= %[1]s)", "(> %[1]s)", "(>= %[1]s)", "(= %[1]s)", "(!= %[1]s)",
		}).Draw(rt, "form"), a, b))
	})
	scalar := rapid.OneOf(append(ordered, ranges, rapid.Just(feel.Null), rapid.Map(rapid.Bool(), feel.Bool))...)
	key := rapid.OneOf(text, rapid.Map(text, func(s string) string { return "@" + s }),
		rapid.SampledFrom([]string{"@context", "@number", "@date", "@range", "a", "b"}))
	var value *rapid.Generator[feel.Value]
	nested := func(depth int) *rapid.Generator[feel.Value] { return nil }
	nested = func(depth int) *rapid.Generator[feel.Value] {
		if depth == 0 {
			return scalar
		}
		inner := nested(depth - 1)
		return rapid.OneOf(scalar,
			rapid.Map(rapid.SliceOfN(inner, 0, 4), func(items []feel.Value) feel.Value { return feel.List(items...) }),
			rapid.Map(rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) feel.Entry {
				return feel.Entry{Key: key.Draw(rt, "key"), Value: inner.Draw(rt, "value")}
			}), 0, 4), func(entries []feel.Entry) feel.Value { return feel.Context(entries...) }))
	}
	value = nested(3)
	return value
}

func TestDecodingIsTheInverseOfEncoding(t *testing.T) {
	gen := values(t)
	rapid.Check(t, func(rt *rapid.T) {
		v := gen.Draw(rt, "value")
		b, err := record.AppendJSON(nil, v)
		if err != nil {
			rt.Fatalf("%s: %v", v, err)
		}
		back, err := record.DecodeValue(parse(t, string(b)))
		if err != nil {
			rt.Fatalf("%s is written %s: %v", v, b, err)
		}
		if !same(v, back) {
			rt.Fatalf("%s is written %s and comes back as %s", v, b, back)
		}
		again, err := record.AppendJSON(nil, back)
		if err != nil || !bytes.Equal(again, b) {
			rt.Fatalf("%s is written %s, and then %s, %v", v, b, again, err)
		}
		if read, err := record.ReadValue("", b); err != nil || !same(v, read) {
			rt.Fatalf("%s is written %s and read as %s, %v", v, b, read, err)
		}
	})
}

// same reports whether two values are the same in kind and text; the order of
// entries does not count.
func same(a, b feel.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case feel.KindList:
		for i, x := range a.Items() {
			if !same(x, b.Items()[i]) {
				return false
			}
		}
		return true
	case feel.KindContext:
		for key, x := range a.Entries() {
			if y, ok := b.Get(key); !ok || !same(x, y) {
				return false
			}
		}
		return true
	}
	return a.String() == b.String()
}

func FuzzDecodeValue(f *testing.F) {
	for _, c := range normalForms {
		f.Add([]byte(c.json))
	}
	f.Add([]byte(`{"@number":"5.0"}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := strictjson.Parse(src, strictjson.Limits{})
		if err != nil {
			return
		}
		v, err := record.DecodeValue(root)
		read, readErr := record.ReadValue("", src)
		if err != nil {
			for _, e := range diag.Of(err) {
				if !errors.Is(e, record.ValueEncoding) || e.At.Span.Start.Offset >= len(src) || !utf8.ValidString(e.Message) {
					t.Errorf("fault %+v", e)
				}
			}
			if readErr != nil {
				return
			}
			v = read // the normal form of what was read is one
		}
		b, err := record.AppendJSON(nil, v)
		if err != nil {
			t.Fatalf("%s comes from %s: %v", v, src, err)
		}
		again := parse(t, string(b))
		if back, err := record.DecodeValue(again); err != nil || !same(v, back) {
			t.Errorf("%s gives %s, %v", b, back, err)
		}
		if root.Kind() != strictjson.Number && readErr == nil && err == nil && !same(v, read) {
			t.Errorf("%s: decoded %s, read %s", src, v, read)
		}
	})
}

// BenchmarkReadValueFaults reads a list in which nothing is in order; the time grows
// with its length.
func BenchmarkReadValueFaults(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		text := []byte("[" + strings.Repeat(`{"@date": "x"}, `, n-1) + `{"@date": "x"}]`)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := record.ReadValue("f", text); len(diag.Of(err)) != n {
					b.Fatal(err)
				}
			}
		})
	}
}
