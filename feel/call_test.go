package feel_test

import (
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestFunctions(t *testing.T) {
	evaluate(t, []row{
		{"(function(a, b) a - b)(5, 3)", "2", ""},
		{"(function(a, b) a - b)(b: 3, a: 5)", "2", ""},
		{"(function() 7)()", "7", ""},
		{"{f: function(x) x + 1, r: f(1)}.r", "2", ""},
		{"{f: function(x) x + 1}.f(x: 2)", "3", ""},
		{"[function(x) x + 1][1](2)", "3", ""},
		{"(function(f, x) f(f(x)))(function(y) y * y, 3)", "81", ""},
		{"(function(f) f(-1))(abs)", "1", ""},
		{"(function(f) f(n: -1))(abs)", "1", ""},
		{"(function(f) f(1, 2, 3))(max)", "3", ""},
		{"(function(f) f([1, 2, 3]))(max)", "3", ""},
		{"(function(f) f(match: \"b\", string: \"abc\"))(contains)", "true", ""},
		{"(function(a) function(b) function(c) a + b + c)(1)(2)(3)", "6", ""},
		{"(function(a) a = null)(null)", "true", ""},
		{"function(a, b) a", "function(a, b)", ""},
		{"-(function(a) a)(10)", "-10", ""},
		// What does not fit.
		{"(function(a) a)()", "null", "wrong_arguments (function(a) a)()"},
		{"(function(a) a)(1, 2)", "null", "wrong_arguments (function(a) a)(1, 2)"},
		{"(function(a) a)(b: 1)", "null", "wrong_arguments (function(a) a)(b: 1)"},
		{"(function(a, b) a)(a: 1, a: 2)", "null", "wrong_arguments (function(a, b) a)(a: 1, a: 2)"},
		// A parameter that names leave out is null, as is() has it.
		{"(function(a, b) b = null)(a: 1)", "true", "wrong_arguments (function(a, b) b = null)(a: 1)"},
		{"(function(a: number, b: string) [b, a])(a: 1)", "[null, 1]", "wrong_arguments (function(a: number, b: string) [b, a])(a: 1)"},
		{"(function(a, b) true)(c: 1)", "null", "wrong_arguments (function(a, b) true)(c: 1)"},
		{"(function(a, b) true)(1)", "null", "wrong_arguments (function(a, b) true)(1)"},
		{"(function(f) f(1, 2))(abs)", "null", "wrong_arguments f(1, 2)"},
		{"(function(f) f(m: 1))(abs)", "null", "wrong_arguments f(m: 1)"},
		{"123()", "null", "not_a_function 123"},
		{`"abs"(-1)`, "null", `not_a_function "abs"`},
		{"nothing(1)", "null", "not_a_function nothing"},
		{"null(1)", "null", "not_a_function null"},
		{"n(1)", "null", "not_a_function n"},
		{"config.b(1)", "null", "not_a_function config.b"},
		{"config.x(1)", "null", "missing_member x"},
		{"(function(a) a / zero)(1)", "null", "division_by_zero a / zero"},
		{"(function(a) 1)(1 / zero)", "1", "division_by_zero 1 / zero"},
		{`function(a, b) external {java: {class: "x", method signature: "y()"}}`, "function(a, b)", ""}, // Check reports it
	})
}

func TestClosures(t *testing.T) {
	evaluate(t, []row{
		{"{a: 1, f: function() a}.f()", "1", ""},
		{"{a: 1, f: function() a, g: function(a) f() + a}.g(5)", "6", ""}, // the caller's a is not f's
		{"{f: function(x) x + n, n: 1, r: f(1)}.r", "6", ""},              // the n of where f was made
		{"(for i in list return function(x) x + i)[2](10)", "12", ""},
		{"for f in (for i in list return function() i) return f()", "[1, 2, 3]", ""},
		{"(for i in [1, 2], j in [i] return function() i * 10 + j)[-1]()", "22", ""},
		{"(for i in 1..3 return function() count(partial))[3]()", "2", ""},
		{"{a: 1, f: function(b) function(c) {d: a + b + c, e: function() a + b + c + d}}.f(2)(3).e()", "12", ""},
		{"(function(x) function(y) function(z) [x, y, z])(1)(2)(3)", "[1, 2, 3]", ""},
		{"(function(x) (function(x) x)(x + 1) + x)(1)", "3", ""}, // a parameter shadows
		{"(function(x) for i in 1..x return (function(y) y * x + i)(i))(3)", "[4, 8, 12]", ""},
		{"(function(x) some i in [x] satisfies (function() i = x)())(3)", "true", ""},
		{"(function(l) l[item > 1][(function(k) item > k)(2)])(list)", "[3]", ""},
		{"people[(function() name)() = \"Bob\"].age", "[17]", ""},
		{"(people[1][true])[(function() age + n)() > 1].name", `["Bob"]`, ""},
		{"{x: 1, y: {x: 2, f: function() x}, z: y.f()}.z", "2", ""},
		{"{f: function(x) if x = 0 then 0 else f(x - 1)}.f(1)", "null", "unknown_function f"}, // no function sees its own name
		{"{f: function(x) 1, g: {f: function(x) f(x) + 1}.f(0)}.g", "2", ""},
		// One of two calls at the same depth leaves nothing for the other.
		{"{f: function(x) {y: x}, r: [f(1), f(2)]}.r.y", "[1, 2]", ""},
		{"{f: function(g, x) [g(x), x], id: function(x) [x][1], r: f(id, 1)}.r", "[1, 1]", ""},
		// A function reads its variables when it is made.
		{"{f: function() unbound}.f()", "null", "unknown_name unbound"},
		{"{f: function() unbound, r: 1}.r", "1", "unknown_name unbound"},
		{"{f: function() config.x, r: 1}.r", "1", ""},
		{"{f: function() config.x}.f()", "null", "missing_member x"},
	})
}

func TestCoercion(t *testing.T) {
	evaluate(t, []row{
		{"(function(a: number) a)(1)", "1", ""},
		{"(function(a: number) a)(null)", "null", ""},
		{"(function(a: number) a)([1])", "1", ""},
		{"(function(a: number) a)([[1]])", "null", "type_mismatch (function(a: number) a)([[1]])"},
		{`(function(a: number) 1)("x")`, "null", `type_mismatch (function(a: number) 1)("x")`},
		{`(function(a: number, b) b)(b: 2, a: "x")`, "null", `type_mismatch (function(a: number, b) b)(b: 2, a: "x")`},
		{"(function(a: list<number>) a)([1, 2])", "[1, 2]", ""},
		{"(function(a: list<number>) a)(1)", "[1]", ""},
		{`(function(a: list<number>) a)("x")`, "null", `type_mismatch (function(a: list<number>) a)("x")`},
		{`(function(a: list<number>) a)(["x"])`, "null", `type_mismatch (function(a: list<number>) a)(["x"])`},
		{"(function(a: list<number>) a)([null])", "[null]", ""},
		{"(function(a: context<x: number>) a.y)({x: 1, y: 2})", "2", ""},
		{"(function(a: context<x: number>) a.y)({y: 2})", "null", "type_mismatch (function(a: context<x: number>) a.y)({y: 2})"},
		{"(function(a: function<number> -> number) a(-1))(abs)", "1", ""},
		{"(function(a: date) a)(@\"2026-01-01\")", `@"2026-01-01"`, ""},
		{"(function(a: date and time) a)(@\"2026-01-01\")", `@"2026-01-01T00:00:00Z"`, ""},
		{"(function(a: date and time) a)([@\"2026-01-01T10:00:00\"])", `@"2026-01-01T10:00:00"`, ""},
		{"(function(a: list<date and time>) a)([@\"2026-01-01\"])", "null", "type_mismatch (function(a: list<date and time>) a)([@\"2026-01-01\"])"},
		{"(function(a: date) a)(@\"2026-01-01T00:00:00Z\")", "null", "type_mismatch (function(a: date) a)(@\"2026-01-01T00:00:00Z\")"},
		{"(function(a: days and time duration) a)(@\"P1Y\")", "null", "type_mismatch (function(a: days and time duration) a)(@\"P1Y\")"},
		{"(function(a: tPerson) a)(1)", "1", ""}, // Check reports the type
	})
}

func TestCall(t *testing.T) {
	for _, c := range []struct {
		name string
		args []feel.Value
		want string
	}{
		{"sum", []feel.Value{feel.List(feel.Int(1), feel.Int(2))}, "3"},
		{"sum", []feel.Value{feel.Int(1), feel.Int(2)}, "3"},
		{"max", []feel.Value{feel.List(feel.Int(1), feel.Int(2))}, "2"},
		{"contains", []feel.Value{feel.String("ab"), feel.String("b")}, "true"},
		{"contains", []feel.Value{feel.String("ab"), feel.Null}, "null"},
	} {
		got, err := feel.Call(c.name, c.args...)
		if err != nil || got.String() != c.want {
			t.Errorf("%s%v: %s, %v", c.name, c.args, got, err)
		}
	}
	for _, c := range []struct {
		name string
		args []feel.Value
		code string
	}{
		{"sum", []feel.Value{feel.List(feel.String("a"))}, "type_mismatch"},
		{"sum", nil, "wrong_arguments"},
		{"contains", []feel.Value{feel.Int(1), feel.String("b")}, "type_mismatch"},
		{"nonsense", nil, "unknown_function"},
	} {
		if _, err := feel.Call(c.name, c.args...); codesOf(err) != c.code {
			t.Errorf("%s%v: %v, want %s", c.name, c.args, err, c.code)
		}
	}
}
