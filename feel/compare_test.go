package feel_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

// Equal is asked of both sides. unknown is FEEL's null.
func TestEqual(t *testing.T) {
	for _, c := range []struct{ x, y, want string }{
		{"null", "null", "true"},
		{"null", "1", "false"},
		{"null", "[]", "false"},
		{"1", "1.000", "true"},
		{"0", "-0.00", "true"},
		{"1", "2", "false"},
		{"1234567890123456789012", "1234567890123456789012.0", "true"},
		{"1e30", "1000000000000000000000000000000", "true"},
		{"1", `"1"`, "unknown"},
		{"true", "1", "unknown"},
		{"[]", "0", "unknown"},
		{"{}", "[]", "unknown"},
		{`"a"`, `"a"`, "true"},
		{`"é"`, `"e\u0301"`, "false"},
		{"true", "true", "true"},
		{"true", "false", "false"},
		// Times to the second; with an offset or region by the moment.
		{`@"10:30:00.0001"`, `@"10:30:00.9"`, "true"},
		{`@"10:30:00"`, `@"10:30:01"`, "false"},
		{`@"2018-12-08T10:30:00.1"`, `@"2018-12-08T10:30:00.2"`, "true"},
		{`@"12:00:00-01:00"`, `@"17:00:00+04:00"`, "true"},
		{`@"10:30:00Z"`, `@"10:30:00+00:00"`, "true"},
		{`@"10:30:00"`, `@"10:30:00Z"`, "unknown"},
		{`@"2018-12-08T00:00:00@Europe/Paris"`, `@"2018-12-08T00:00:00+01:00"`, "true"},
		{`@"2018-07-08T00:00:00@Europe/Paris"`, `@"2018-07-08T00:00:00+01:00"`, "false"},
		{`@"2018-12-08T00:00:00"`, `@"2018-12-08T00:00:00Z"`, "unknown"},
		{`date and time("2018-12-08")`, `@"2018-12-08T00:00:00"`, "true"},
		{`@"2018-12-08"`, `@"2018-12-08T00:00:00"`, "unknown"},
		{`@"P1Y"`, `@"P12M"`, "true"},
		{`@"P0D"`, `@"-P0D"`, "true"},
		{`@"P1D"`, `@"PT24H"`, "true"},
		{`@"PT0.1S"`, `@"PT0.2S"`, "false"},
		{`@"P1Y"`, `@"P365D"`, "unknown"},
		{`@"P0D"`, `@"P0Y"`, "unknown"},
		// Deeply, where another kind is not equal.
		{"[1, [2]]", "[1.0, [2.0]]", "true"},
		{"[1, 2]", "[2, 1]", "false"},
		{"[1]", `["1"]`, "false"},
		{"[null]", "[]", "false"},
		{"{a: 1, b: 2}", "{b: 2, a: 1}", "true"},
		{"{a: 1}", "{b: 1}", "false"},
		{"{a: null}", "{}", "false"},
		{`[@"10:30:00"]`, `[@"10:30:00Z"]`, "false"},
		// Ranges by ends, inclusions and operator.
		{"[1..10]", "[1.0..10]", "true"},
		{"[1..10]", "[1..10)", "false"},
		{"(1..10]", "]1..10]", "true"},
		{"(= 10)", "(= 10)", "true"},
		{"(!= 10)", "(!= 10)", "true"},
		{"(= 10)", "(!= 10)", "false"},
		{"(= 10)", "[10..10]", "false"},
		{"(<= 10)", "(null..10]", "false"},
		{"(> 10)", "(10..null)", "false"},
		{"(< 10)", "(< 10)", "true"},
		{"[1..2]", `["a".."b"]`, "false"},
		{"abs", "abs", "true"},
		{"abs", "max", "false"},
		{"{f: function(x) x, r: [f, f]}.r[1]", "function(x) x", "false"},
		{"({l: for i in 1..2 return function(x) x, r: l[1] = l[2]}).r", "true", "true"},
		{"({l: for i in 1..2 return function(x) x + i, r: l[1] = l[2]}).r", "false", "true"},
	} {
		x, y := value(t, c.x), value(t, c.y)
		for range 2 {
			equal, known := feel.Equal(x, y)
			got := "unknown"
			if known && equal {
				got = "true"
			} else if known {
				got = "false"
			}
			if got != c.want {
				t.Errorf("%s = %s: %s, want %s", x, y, got, c.want)
			}
			x, y = y, x
		}
	}
}

func TestOrder(t *testing.T) {
	// Of each row the values ascend, and values between which ~ stands are alike.
	for _, values := range [][]string{
		{"-1e30", "-2", "-1.5", "0", "0.001", "1", "~1.0", "2", "1e6000"},
		{`""`, `"10"`, `"8"`, `"9"`, `"A"`, `"Aa"`, `"a"`, `"é"`, `"🐎"`},
		{`@"-2018-12-08"`, `@"0000-01-01"`, `@"2018-12-08"`, `@"2018-12-09"`, `@"999999999-12-31"`},
		{`@"09:00:00"`, `~@"09:00:00.5"`, `@"09:00:01"`, `@"23:59:59"`},
		{`@"17:00:00+05:00"`, `@"12:00:01Z"`, `~@"13:00:01+01:00"`, `@"12:00:00-01:00"`},
		{`@"2018-12-08T00:00:00+01:00"`, `@"2018-12-08T00:00:00Z"`, `~@"2018-12-08T01:00:00@Europe/Paris"`},
		{`@"-P1D"`, `@"PT0S"`, `@"PT0.1S"`, `@"PT24H"`, `~@"P1D"`},
		{`@"-P1M"`, `@"P0M"`, `@"P12M"`, `~@"P1Y"`, `@"P13M"`},
	} {
		sc := feel.NewScope().Declare("x", nil).Declare("y", nil)
		less, atLeast := program(t, "x < y", sc), program(t, "x >= y", sc)
		rank := make([]int, len(values))
		xs := make([]feel.Value, len(values))
		for i, text := range values {
			if i > 0 {
				rank[i] = rank[i-1] + 1
			}
			if text[0] == '~' {
				rank[i], text = rank[i-1], text[1:]
			}
			xs[i] = value(t, text)
		}
		for i, x := range xs {
			for j, y := range xs {
				in := feel.Input{Vars: feel.Map(map[string]any{"x": x, "y": y})}
				a, err := less.Eval(t.Context(), in)
				if err != nil {
					t.Fatal(err)
				}
				b, _ := atLeast.Eval(t.Context(), in)
				if want := feel.Bool(rank[i] < rank[j]); a.Value.String() != want.String() || b.Value.String() == want.String() {
					t.Errorf("%s < %s: %s, >= %s", x, y, a.Value, b.Value)
				}
			}
		}
	}
}

// scalar and anyValue draw values of all kinds but functions. deep is how many
// levels of lists and contexts they may have.
func scalar() *rapid.Generator[feel.Value] {
	parsed := func(kind feel.Kind, texts ...string) *rapid.Generator[feel.Value] {
		return rapid.Custom(func(t *rapid.T) feel.Value {
			v, err := feel.ParseTemporal(kind, rapid.SampledFrom(texts).Draw(t, "text"))
			if err != nil {
				t.Fatal(err)
			}
			return v
		})
	}
	zones := []string{"", "Z", "+01:00", "-05:30", "+00:00:07", "@Europe/Paris", "@Etc/UTC"}
	var times, moments []string
	for _, clock := range []string{"00:00:00", "10:30:00", "10:30:00.5", "23:59:59.999999999"} {
		for _, zone := range zones {
			times = append(times, clock+zone)
			for _, day := range []string{"2018-12-08", "2018-07-08", "-0001-01-01", "999999999-12-31"} {
				moments = append(moments, day+"T"+clock+zone)
			}
		}
	}
	return rapid.OneOf(
		rapid.Just(feel.Null),
		rapid.Map(rapid.Bool(), feel.Bool),
		rapid.Map(rapid.Int64(), feel.Int),
		rapid.Custom(func(t *rapid.T) feel.Value {
			v, err := feel.ParseNumber(rapid.StringMatching(`-?[0-9]{1,34}(e-?[0-9]{1,3})?`).Draw(t, "number"))
			if err != nil {
				t.Fatal(err)
			}
			return v
		}),
		rapid.Map(rapid.String(), feel.String),
		rapid.Map(rapid.StringMatching(`[a-c]{0,2}`), feel.String),
		parsed(feel.KindDate, "2018-12-08", "2020-02-29", "-0001-01-01", "-999999999-01-01", "999999999-12-31"),
		parsed(feel.KindTime, times...),
		parsed(feel.KindDateTime, moments...),
		parsed(feel.KindDays, "PT0S", "P1D", "-P1DT2H", "PT0.000000001S", "-PT0.5S", "P99999999999D"),
		parsed(feel.KindMonths, "P0M", "P1Y", "-P14M", "P999999999M"),
	)
}

func anyValue(deep int) *rapid.Generator[feel.Value] {
	if deep == 0 {
		return scalar()
	}
	return rapid.OneOf(
		scalar(),
		rapid.Map(rapid.SliceOfN(anyValue(deep-1), 0, 4), func(items []feel.Value) feel.Value { return feel.List(items...) }),
		rapid.Custom(func(t *rapid.T) feel.Value {
			var entries []feel.Entry
			for _, key := range rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-c]{1,2}`)), 0, 4).Draw(t, "keys") {
				entries = append(entries, feel.Entry{Key: key, Value: anyValue(deep-1).Draw(t, "entry")})
			}
			return feel.Context(entries...)
		}),
	)
}

// Equality is symmetric, of a value with itself true, and two values of one kind
// with an order are in exactly one of <, = and >.
func TestComparisonLaws(t *testing.T) {
	sc := feel.NewScope().Declare("x", nil).Declare("y", nil)
	all := program(t, "[x < y, x = y, x > y, x <= y, x >= y, x != y, y = x, y > x]", sc)
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyValue(2).Draw(t, "x"), anyValue(2).Draw(t, "y")
		if rapid.Bool().Draw(t, "of one kind") {
			y = anyValue(2).Filter(func(v feel.Value) bool { return v.Kind() == x.Kind() }).Draw(t, "y of x's kind")
		}
		if equal, known := feel.Equal(x, x); !equal || !known {
			t.Fatalf("%s is not itself", x)
		}
		res, err := all.Eval(t.Context(), feel.Input{Vars: feel.Slots([]feel.Value{x, y}), Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		got := res.Value.Items()
		lt, eq, gt, le, ge, ne, qe, tg := got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7]
		if eq.String() != qe.String() || lt.String() != tg.String() {
			t.Fatalf("%s and %s: %s", x, y, res.Value)
		}
		if eq.IsNull() != ne.IsNull() || !eq.IsNull() && eq.String() == ne.String() {
			t.Fatalf("%s and %s: = %s, != %s", x, y, eq, ne)
		}
		if lt.IsNull() || gt.IsNull() {
			if !lt.IsNull() || !gt.IsNull() || !le.IsNull() || !ge.IsNull() {
				t.Fatalf("%s and %s: %s", x, y, res.Value)
			}
			return
		}
		holding := 0
		for _, v := range []feel.Value{lt, eq, gt} {
			if b, _ := v.AsBool(); b {
				holding++
			}
		}
		if holding != 1 || le.String() == gt.String() || ge.String() == lt.String() {
			t.Fatalf("%s and %s: %s", x, y, res.Value)
		}
	})
}

func TestOrderIsTransitive(t *testing.T) {
	sc := feel.NewScope().Declare("x", nil).Declare("y", nil).Declare("z", nil)
	p := program(t, "if x <= y and y <= z then x <= z else true", sc)
	rapid.Check(t, func(t *rapid.T) {
		x := scalar().Draw(t, "x")
		alike := scalar().Filter(func(v feel.Value) bool { return v.Kind() == x.Kind() })
		y, z := alike.Draw(t, "y"), alike.Draw(t, "z")
		res, err := p.Eval(t.Context(), feel.Input{Vars: feel.Slots([]feel.Value{x, y, z}), Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		if b, ok := res.Value.AsBool(); ok && !b {
			t.Fatalf("%s <= %s <= %s, and not %s <= %s", x, y, z, x, z)
		}
	})
}
