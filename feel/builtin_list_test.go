package feel_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestListFunctions(t *testing.T) {
	evaluate(t, []row{
		{"count([])", "0", ""},
		{"count([null, null])", "2", ""},
		{"sum([])", "null", ""},
		{"sum([0.1, 0.2, 10])", "10.3", ""},
		{`sum([@"P1D", @"PT1H"])`, `@"P1DT1H"`, ""},
		{`sum(@"P1M", @"P1Y")`, `@"P1Y1M"`, ""},
		{"sum([1, null])", "null", ""},
		{`sum([1, "a"])`, "null", `type_mismatch sum([1, "a"])`},
		{`sum(["a"])`, "null", `type_mismatch sum(["a"])`},
		{`sum([@"P1D", @"P1M"])`, "null", `type_mismatch sum([@"P1D", @"P1M"])`},
		{"sum([9e6144, 9e6144])", "null", "number_range sum([9e6144, 9e6144])"},
		{"min([3, 1, 2])", "1", ""},
		{"max(3, 1, 2)", "3", ""},
		{"min([])", "null", ""},
		{"max([1.0, 1])", "1", ""},
		{`min("b", "a")`, `"a"`, ""},
		{`max([@"2026-01-01", @"2026-01-02"])`, `@"2026-01-02"`, ""},
		{`max([@"P1D", @"PT25H"])`, `@"P1DT1H"`, ""},
		{"max([1, null])", "null", ""},
		{`max([1, "a"])`, "null", `type_mismatch max([1, "a"])`},
		{"max([true])", "null", "type_mismatch max([true])"},
		{`max(@"10:00:00", @"10:00:00Z")`, "null", `type_mismatch max(@"10:00:00", @"10:00:00Z")`},
		{"list contains([1, 2], 2.0)", "true", ""},
		{"list contains([1, 2], 3)", "false", ""},
		{"list contains([1, null], null)", "true", ""},
		{`list contains([1, 2], "1")`, "false", ""},
		{"list contains([[1], {a: 2}], {a: 2})", "true", ""},
		{"list contains([[1..3]], 2)", "false", ""}, // equality, and not inclusion
		{"list contains([], 1)", "false", ""},
	})
}

func TestListsOfLists(t *testing.T) {
	functions(t, []row{
		{"sublist([4, 5, 6], 1, 2)", "[4, 5]", ""},
		{"sublist([4, 5, 6], 2)", "[5, 6]", ""},
		{"sublist([4, 5, 6], -1, 1)", "[6]", ""},
		{"sublist([4, 5, 6], -2)", "[5, 6]", ""},
		{"sublist([4, 5, 6], 1.9, 1.9)", "[4]", ""},
		{"sublist([4, 5, 6], 3, 9)", "[6]", ""},
		{"sublist([4, 5, 6], 3, 1e30)", "[6]", ""},
		{"sublist([4, 5, 6], 1, 0)", "[]", ""},
		{"sublist(list: [4, 5, 6], start position: 2, length: 1)", "[5]", ""},
		{"sublist([4, 5, 6], 1, nothing)", "null", ""},
		{"sublist([4, 5, 6], 0)", "null", "domain"},
		{"sublist([4, 5, 6], 4)", "null", "domain"},
		{"sublist([4, 5, 6], -4)", "null", "domain"},
		{"sublist([], 1)", "null", "domain"},
		{"sublist([4, 5, 6], 1, -1)", "null", "domain"},
		{`sublist([4, 5, 6], "1")`, "null", "type_mismatch"},

		{"append([1], 2)", "[1, 2]", ""},
		{"append([1], 2, [3], null)", "[1, 2, [3], null]", ""},
		{"append([], [])", "[[]]", ""},
		{"append(1, 2)", "[1, 2]", ""},
		{"append(list: [1], item: 2)", "[1, 2]", ""},
		{"append(item: 2, list: [1])", "[1, 2]", ""},
		{"append(nothing, 2)", "null", ""},
		{"append([1])", "null", "wrong_arguments"},
		{"{a: [1], b: append(a, 2), c: append(a, 3), r: [a, b, c]}.r", "[[1], [1, 2], [1, 3]]", ""},
		{"(function(f) f([1], 2, 3))(append)", "[1, 2, 3]", ""},

		{"concatenate([1, 2], [3])", "[1, 2, 3]", ""},
		{"concatenate([1], [], [[2]])", "[1, [2]]", ""},
		{"concatenate([1])", "[1]", ""},
		{"concatenate(1, 2)", "[1, 2]", ""},
		{"concatenate(list: [1, 2])", "[1, 2]", ""},
		{"concatenate([1], null)", "null", ""},
		{"concatenate([1], [null])", "[1, null]", ""},
		{"concatenate()", "null", "wrong_arguments"},

		{"insert before([1, 3], 1, 2)", "[2, 1, 3]", ""},
		{"insert before([1, 3], 2, 2)", "[1, 2, 3]", ""},
		{"insert before([1, 3], -1, 2)", "[1, 2, 3]", ""},
		{"insert before([1, 3], -2, 2)", "[2, 1, 3]", ""},
		{"insert before([1, 3], 3, 2)", "[1, 3, 2]", ""},
		{"insert before([], 1, 2)", "[2]", ""},
		{"insert before([1, 3], 1.5, [2])", "[[2], 1, 3]", ""},
		{"insert before(newItem: null, position: 1, list: [1])", "[null, 1]", ""},
		{"insert before([1, 3], 0, 2)", "null", "domain"},
		{"insert before([1, 3], 4, 2)", "null", "domain"},
		{"insert before([1, 3], -3, 2)", "null", "domain"},
		{"insert before(nothing, 1, 2)", "null", ""},

		{"remove([1, 2, 3], 2)", "[1, 3]", ""},
		{"remove([1, 2, 3], -1)", "[1, 2]", ""},
		{"remove([1], 1)", "[]", ""},
		{"remove([1, 2, 3], 0)", "null", "domain"},
		{"remove([1, 2, 3], 4)", "null", "domain"},
		{"remove([], 1)", "null", "domain"},
		{"remove(list: [1, 2, 3], position: 1)", "[2, 3]", ""},

		{"reverse([1, 2, 3])", "[3, 2, 1]", ""},
		{"reverse([])", "[]", ""},
		{"reverse(1)", "[1]", ""},
		{"reverse(nothing)", "null", ""},

		{"index of([1, 2, 3, 2], 2)", "[2, 4]", ""},
		{"index of([1, 2], 3)", "[]", ""},
		{"index of([1, null], null)", "[2]", ""},
		{`index of([1, "1", [1]], [1])`, "[3]", ""},
		{"index of(list: [1, null])", "[2]", ""},
		{"index of(nothing, 1)", "null", ""},

		{"union([1, 2], [2, 3])", "[1, 2, 3]", ""},
		{"union([1, 1.0, null], [null], 1)", "[1, null]", ""},
		{"union([1])", "[1]", ""},
		{"union([1], null)", "null", ""},
		{`distinct values([1, "1", [1], {a: 1}, [1.0], {a: 1.0}, true])`, `[1, "1", [1], {a: 1}, true]`, ""},
		{`distinct values([{a: 1, b: 2}, {b: 2, a: 1}])`, "[{a: 1, b: 2}]", ""},
		{`distinct values([@"10:00:00.1", @"10:00:00.2", @"10:00:00Z", @"11:00:00+01:00"])`, `[@"10:00:00.1", @"10:00:00Z"]`, ""},
		{`distinct values([@"2026-07-01T10:00:00@Europe/Paris", @"2026-07-01T08:00:00Z", @"2026-07-01T08:00:00"])`,
			`[@"2026-07-01T10:00:00@Europe/Paris", @"2026-07-01T08:00:00"]`, ""},
		{`distinct values([@"P1Y", @"P12M", @"P0D", @"P0Y", @"P1D", @"PT24H"])`, `[@"P1Y", @"PT0S", @"P0M", @"P1D"]`, ""},
		{"distinct values([[1..2], [1.0..2.0], (1..2]])", "[[1..2], (1..2]]", ""},
		{"count(distinct values([abs, floor, abs, function(x) x]))", "3", ""},
		{"distinct values([])", "[]", ""},
		{"distinct values([1], [1])", "null", "wrong_arguments"},

		{"flatten([[1, 2], [[3]], 4, []])", "[1, 2, 3, 4]", ""},
		{"flatten([{a: [1]}, null])", "[{a: [1]}, null]", ""},
		{"flatten(1)", "[1]", ""},
		{"flatten([])", "[]", ""},
		{"flatten([1], [2])", "null", "wrong_arguments"},
	})
}

// values draws values of every kind that has equality, few enough that some are
// equal.
func values() *rapid.Generator[feel.Value] {
	scalars := []feel.Value{feel.Null, feel.Bool(true), feel.Int(0), feel.Int(1), feel.Int(-1), feel.String(""), feel.String("a")}
	for _, text := range []string{"1.0", "10", "1e1", "0.5", "1e40", "12345678901234567890", `@"2026-06-01"`, `@"10:00:00"`, `@"10:00:00.5"`, `@"10:00:00Z"`,
		`@"12:00:00+02:00"`, `@"2026-06-01T10:00:00Z"`, `@"2026-06-01T12:00:00@Europe/Paris"`, `@"PT24H"`, `@"P1D"`, `@"P12M"`, `@"P1Y"`, "[1..2]", "(< 1)", "[1.0..2]"} {
		v, err := literal(text)
		if err != nil {
			panic(err)
		}
		scalars = append(scalars, v)
	}
	return rapid.Deferred(func() *rapid.Generator[feel.Value] {
		return rapid.Custom(func(t *rapid.T) feel.Value {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				return feel.List(rapid.SliceOfN(values(), 0, 2).Draw(t, "items")...)
			case 1:
				a := feel.Entry{Key: "a", Value: values().Draw(t, "a")}
				b := feel.Entry{Key: "b", Value: values().Draw(t, "b")}
				if rapid.Bool().Draw(t, "order") {
					return feel.Context(b, a)
				}
				return feel.Context(a, b)
			}
			return rapid.SampledFrom(scalars).Draw(t, "scalar")
		})
	})
}

// literal evaluates a text without variables.
func literal(text string) (feel.Value, error) {
	ast, err := feel.Parse(feel.Source{Text: text}, nil)
	if err != nil {
		return feel.Null, err
	}
	c, err := feel.Check(ast, nil, feel.Full)
	if err != nil {
		return feel.Null, err
	}
	p, err := feel.Compile(c)
	if err != nil {
		return feel.Null, err
	}
	res, err := p.Eval(context.Background(), feel.Input{})
	return res.Value, err
}

// Laws that tie the functions on lists to each other, and to the plain reading of
// what they do.
func TestListLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		call := func(name string, args ...feel.Value) feel.Value {
			v, err := feel.Call(name, args...)
			if err != nil {
				t.Fatalf("%s%v: %v", name, args, err)
			}
			return v
		}
		equal := func(what string, x, y feel.Value) {
			if x.String() != y.String() {
				t.Errorf("%s: %s and %s", what, x, y)
			}
		}
		a := rapid.SliceOfN(values(), 0, 12).Draw(t, "a")
		b := rapid.SliceOfN(values(), 0, 5).Draw(t, "b")
		x := values().Draw(t, "x")
		la, lb := feel.List(a...), feel.List(b...)

		equal("reverse of reverse", call("reverse", call("reverse", la)), la)
		equal("union", call("union", la, lb), call("distinct values", call("concatenate", la, lb)))
		var plain []feel.Value
		for _, v := range a {
			if !slices.ContainsFunc(plain, func(w feel.Value) bool { return feelSame(v, w) }) {
				plain = append(plain, v)
			}
		}
		equal("distinct values", call("distinct values", la), feel.List(plain...))
		equal("list contains", call("list contains", la, x), feel.Bool(call("index of", la, x).Len() > 0))
		equal("append", call("append", la, x), call("concatenate", la, feel.List(x)))
		for i := range a {
			at := feel.Int(int64(i) + 1)
			back := feel.Int(int64(i - len(a)))
			equal("remove", call("remove", la, at), call("remove", la, back))
			equal("insert before", call("remove", call("insert before", la, at, x), at), la)
			equal("list replace", call("list replace", la, at, x), call("insert before", call("remove", la, at), at, x))
			equal("sublist", call("concatenate", feel.List(a[:i]...), call("sublist", la, at)), la)
		}
		equal("flatten of flatten", call("flatten", call("flatten", la)), call("flatten", la))
	})
}

func feelSame(x, y feel.Value) bool {
	equal, known := feel.Equal(x, y)
	return equal && known
}
