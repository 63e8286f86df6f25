package tck

import (
	"testing"

	"github.com/decision-spine/spine/feel"
)

// eval gives the value of an expression.
func eval(t *testing.T, text string) feel.Value {
	t.Helper()
	ast, err := feel.Parse(feel.Source{Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := feel.Check(ast, nil, feel.Full)
	if err != nil {
		t.Fatal(err)
	}
	p, err := feel.Compile(checked)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Eval(t.Context(), feel.Input{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

func TestSame(t *testing.T) {
	const (
		exact   = "exact"
		roughly = "roughly"
		differ  = ""
	)
	for _, c := range []struct{ want, got, result string }{
		{`null`, `null`, exact}, {`null`, `false`, differ}, {`0`, `null`, differ}, {`[]`, `null`, differ}, {`{}`, `null`, differ},
		{`true`, `true`, exact}, {`true`, `false`, differ}, {`true`, `"true"`, differ},
		{`"a"`, `"a"`, exact}, {`"a"`, `"a "`, differ}, {`"1"`, `1`, differ},
		{`1`, `1.00`, exact}, {`1`, `1.000000009999999999999999999999999`, roughly}, {`1`, `0.9999999900000001`, roughly},
		{`1`, `1.00000001`, differ}, {`1`, `0.99999999`, differ}, {`-1`, `1`, differ}, {`0`, `-0.0000000099`, roughly},
		{`1e6000`, `1e6000`, exact}, {`1e6000`, `1e-6000`, differ}, {`1e-6000`, `2e-6000`, roughly},
		{`@"2026-01-01"`, `@"2026-01-01"`, exact}, {`@"2026-01-01"`, `@"2026-01-02"`, differ}, {`@"2026-01-01"`, `@"2026-01-01T00:00:00"`, differ},
		{`@"2026-01-01"`, `"2026-01-01"`, differ},
		{`@"10:30:00.1"`, `@"10:30:00.100"`, exact}, {`@"10:30:00.1"`, `@"10:30:00.2"`, differ}, {`@"10:30:00"`, `@"10:30:00.000000001"`, differ},
		{`@"10:30:00"`, `@"10:30:00Z"`, differ}, {`@"10:30:00Z"`, `@"10:30:00+00:00"`, exact}, {`@"10:30:00Z"`, `@"10:30:00@Etc/UTC"`, exact},
		{`@"10:30:00Z"`, `@"11:30:00+01:00"`, differ}, {`@"10:30:00+01:00"`, `@"10:30:00@Europe/Paris"`, exact},
		{`@"2026-01-01T10:00:00Z"`, `@"2026-01-01T10:00:00@Etc/UTC"`, exact}, {`@"2026-01-01T10:00:00Z"`, `@"2026-01-01T11:00:00+01:00"`, differ},
		{`@"2026-01-01T10:00:00+01:00"`, `@"2026-01-01T10:00:00@Europe/Paris"`, exact},
		{`@"2026-07-01T10:00:00+01:00"`, `@"2026-07-01T10:00:00@Europe/Paris"`, differ},
		{`@"2026-07-01T10:00:00+02:00"`, `@"2026-07-01T10:00:00@Europe/Paris"`, exact},
		{`@"2026-07-01T10:00:00"`, `@"2026-07-01T10:00:00@Europe/Paris"`, differ}, {`@"2026-07-01T10:00:00.5"`, `@"2026-07-01T10:00:00"`, differ},
		{`@"99999-07-01T10:00:00+01:00"`, `@"99999-07-01T10:00:00+01:00"`, exact}, {`@"-0044-03-15T00:00:00"`, `@"-0044-03-15T00:00:00"`, exact},
		{`@"P1D"`, `@"PT24H"`, exact}, {`@"P1D"`, `@"PT24H0.000000001S"`, differ}, {`@"P1Y"`, `@"P12M"`, exact}, {`@"P0D"`, `@"P0M"`, differ},
		{`[1, 2]`, `[1, 2.0]`, exact}, {`[1, 2]`, `[2, 1]`, differ}, {`[1, 2]`, `[1]`, differ}, {`[1]`, `1`, differ}, {`1`, `[1]`, differ}, {`[]`, `[null]`, differ},
		{`[1, [2, null]]`, `[1.000000001, [2, null]]`, roughly}, {`[1, 2]`, `[1.000000001, 3]`, differ},
		{`{a: 1, b: 2}`, `{b: 2, a: 1}`, exact}, {`{a: 1}`, `{a: 1, b: 2}`, differ}, {`{a: 1, b: 2}`, `{a: 1}`, differ}, {`{a: null}`, `{b: null}`, differ},
		{`{a: null}`, `{}`, differ}, {`{a: {b: [1]}}`, `{a: {b: [1.000000001]}}`, roughly}, {`{}`, `{}`, exact}, {`{}`, `[]`, differ},
		{`[1]`, `[1..1]`, differ}, {`null`, `function(a) a`, differ},
	} {
		equal, without := same(eval(t, c.want), eval(t, c.got))
		got := differ
		switch {
		case equal && without:
			got = exact
		case equal:
			got = roughly
		case without:
			got = "exact, and not the same"
		}
		if got != c.result {
			t.Errorf("want %s, got %s: %q, should be %q", c.want, c.got, got, c.result)
		}
	}
	if equal, _ := same(eval(t, "[1..2]"), eval(t, "[1..2]")); equal {
		t.Error("a test cannot expect a range")
	}
}
