package record_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// throughRecord gives what a fact comes back as.
func throughRecord(t testing.TB, raw string) string {
	t.Helper()
	r := completed(t)
	r.Result.Facts["x"] = json.RawMessage(raw)
	back, err := record.Decode(canonical(t, r))
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return string(back.Result.Facts["x"])
}

func TestFactsKeepTheirValue(t *testing.T) {
	for _, c := range []struct{ raw, back string }{
		{` null `, `null`},
		{`1.50`, `1.5`},
		{`-0.0`, `0`},
		{`0e99999999999999999999`, `0`},
		{`9007199254740993.00`, `9007199254740993`},
		{`1E400`, `1E+400`},
		{`1e-400`, `1E-400`},
		{`1e9999`, `1e9999`},
		{`1e-99999999999999999999`, `1e-99999999999999999999`},
		{`12345678901234567890123456789012345678901234567890`, `12345678901234567890123456789012345678901234567890`},
		{`{ "b": [true, "\u00e9"], "a": {} }`, `{"a":{},"b":[true,"é"]}`},
		{`{"@number": "1"}`, `{"@number":"1"}`},
		{`{"@context": {"@context": {"a": 1}}}`, `{"@context":{"@context":{"a":1}}}`},
		{`{"@date": "2026-06-01", "n": 9007199254740993}`, `{"@date":"2026-06-01","n":9007199254740993}`},
	} {
		if got := throughRecord(t, c.raw); got != c.back {
			t.Errorf("%s comes back as %s, want %s", c.raw, got, c.back)
		}
	}
}

func TestFactsComeBackEqual(t *testing.T) {
	name := rapid.OneOf(rapid.StringMatching(`@?[a-z]{0,2}`), rapid.SampledFrom([]string{"@context", "@number", "@date"}))
	var value *rapid.Generator[string]
	quote := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	object := rapid.Custom(func(rt *rapid.T) string {
		out := "{"
		for i, n := range rapid.SliceOfNDistinct(name, 0, 3, rapid.ID[string]).Draw(rt, "names") {
			if i > 0 {
				out += ","
			}
			out += quote(n) + ":" + value.Draw(rt, "value")
		}
		return out + "}"
	})
	value = rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,40})(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,5})?`),
		rapid.Map(rapid.String(), quote),
		rapid.SampledFrom([]string{"null", "true", "false", "[]"}),
		rapid.Deferred(func() *rapid.Generator[string] { return object }),
		rapid.Deferred(func() *rapid.Generator[string] {
			return rapid.Map(value, func(s string) string { return "[" + s + "," + s + "]" })
		}),
	)
	rapid.Check(t, func(rt *rapid.T) {
		raw := value.Draw(rt, "json")
		back := throughRecord(t, raw)
		if !strictjson.Equal(parse(t, raw), parse(t, back)) {
			rt.Fatalf("%s comes back as %s", raw, back)
		}
		if again := throughRecord(t, back); again != back {
			rt.Fatalf("%s comes back as %s", back, again)
		}
	})
}
