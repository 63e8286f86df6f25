package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestLiterals(t *testing.T) {
	evaluate(t, []row{
		{"0.10", "0.1", ""},
		{"1.23e-4", "0.000123", ""},
		{"-0", "0", ""},
		{`"a\n\u00e9\U01F40E\d"`, `"a\né🐎\\d"`, ""},
		{"null", "null", ""},
		{"true", "true", ""},
		{`@"2026-02-28"`, `@"2026-02-28"`, ""},
		{`@"10:00:00.50+01:00"`, `@"10:00:00.5+01:00"`, ""},
		{`@"2026-02-28T10:00:00@Europe/Paris"`, `@"2026-02-28T10:00:00@Europe/Paris"`, ""},
		{`@"PT24H"`, `@"P1D"`, ""},
		{`@"P26M"`, `@"P2Y2M"`, ""},
		{`[@"2026-02-30"]`, "[null]", `invalid_temporal @"2026-02-30"`},
		{`@"soon"`, "null", `invalid_temporal @"soon"`},
		{"1 + 9e6145", "null", "number_range 9e6145"},
		{"[]", "[]", ""},
		{`[1, "a", [null]]`, `[1, "a", [null]]`, ""},
		{"[1 / zero, 2]", "[null, 2]", "division_by_zero 1 / zero"},
		{"{}", "{}", ""},
	})
}

func TestNames(t *testing.T) {
	evaluate(t, []row{
		{"n", "5", ""},
		{"Full   Name", `"Ann B"`, ""},
		{"nothing", "null", ""},
		{"unbound", "null", "unknown_name unbound"},
		{"unbound.a.b", "null", "unknown_name unbound"},
		{"[unbound, n]", "[null, 5]", "unknown_name unbound"},
		{"nowhere + 1", "null", "unknown_name nowhere"},
		{"nowhere(1)", "null", "unknown_function nowhere"},
		{"unbound(1)", "null", "unknown_function unbound"},
		{"abs", "abs", ""},
		{"{abs: 1, b: abs}.b", "1", ""}, // a local shadows a built-in
		{"for n in [1] return n", "[1]", ""},
		{`item + "!"`, `"outer!"`, ""},
		{"partial", "null", "unknown_name partial"},
	})
}

func TestContexts(t *testing.T) {
	evaluate(t, []row{
		{"{a: 1, b: a + 1, c: {d: a + b}}", "{a: 1, b: 2, c: {d: 3}}", ""},
		{"{n: n + 1, m: n}", "{n: 6, m: 6}", ""}, // an entry is in scope of the later ones only
		{"{a: b, b: 1}", "{a: null, b: 1}", "unknown_name b"},
		{"{a: 1, a: 2}", "null", "duplicate_key {a: 1, a: 2}"},
		{`{a: 1, "a": 2}.a`, "null", `duplicate_key {a: 1, "a": 2}`},
		{`{"": 1, "x y": 2, foo+bar: 3}`, `{"": 1, "x y": 2, "foo+bar": 3}`, ""},
		{`{foo bar: 1, b: foo  bar + 1}`, `{"foo bar": 1, b: 2}`, ""},
		{"{a: 1 / zero, b: 2}", "{a: null, b: 2}", "division_by_zero 1 / zero"},
		{"{if: 1}", "{\"if\": 1}", ""},
		// More than twelve entries are found by an index.
		{"{a:1,b:2,c:3,d:4,e:5,f:6,g:7,h:8,i:9,j:10,k:11,l:12,m:13,z:m}.z", "13", ""},
		{"{a:1,b:2,c:3,d:4,e:5,f:6,g:7,h:8,i:9,j:10,k:11,l:12,m:13}.y", "null", "missing_member y"},
	})
}

func TestPaths(t *testing.T) {
	evaluate(t, []row{
		{"config.b.c", "2", ""},
		{"config.none", "null", ""},
		{"config.none.x.y", "null", ""}, // null stays null
		{"config.x", "null", "missing_member x"},
		{"config.b.x.y", "null", "missing_member x"},
		{"config.a.x", "null", "not_a_context x"},
		{"config.a.x = 1", "false", "not_a_context x"},
		{"config.a.x != 1", "true", "not_a_context x"},
		{"config.x != 1", "true", "missing_member x"},
		{"null.b", "null", ""},
		{"{a: 1}.b", "null", "missing_member b"},
		{"name.length", "null", "not_a_context length"},
		{"people.name", `["Bob", "Cy"]`, ""},
		{"people.tags", `[["x"], ["x", "y"]]`, ""},
		{"[[{a: 1}], [{a: 2}, {a: 3}]].a", "[[1], [2, 3]]", ""},
		{"[{x: 1}, {y: 2}, null].y", "[null, 2, null]", "missing_member y"},
		{"[1, {y: 2}].y", "[null, 2]", "not_a_context y"},
		{"empty.x", "[]", ""},
		{"(config).b.c", "2", ""},
		{"(config.b).c", "2", ""},
		{"abs.x", "null", "not_a_context x"},
		// What is not read is no error.
		{"flag or config.x", "true", ""},
		{"not(flag) and unbound", "false", ""},
		{"if flag then 1 else config.x", "1", ""},
		{"[config.b, config.b.c, config]", "[{c: 2}, 2, {a: 1, b: {c: 2}, none: null}]", ""},
	})
}

func TestIf(t *testing.T) {
	evaluate(t, []row{
		{"if n > 3 then 1 else 2", "1", ""},
		{"if n > 9 then 1 else 2", "2", ""},
		{"if nothing then 1 else 2", "2", ""},
		{"if nothing > 1 then 1 else 2", "2", ""},
		{"if n then 1 else 2", "null", "type_mismatch n"},
		{`if "true" then 1 else 2`, "null", `type_mismatch "true"`},
		{"if 1 / zero then 1 else 2", "2", "division_by_zero 1 / zero"},
	})
}

func TestInstanceOf(t *testing.T) {
	evaluate(t, []row{
		{"null instance of Any", "false", ""},
		{"nothing instance of Null", "false", ""},
		{"1 instance of Any", "true", ""},
		{"1 instance of number", "true", ""},
		{`"1" instance of number`, "false", ""},
		{"[1] instance of number", "false", ""},
		{"1 instance of list<number>", "false", ""},
		{"[] instance of list<string>", "true", ""},
		{"[1, null] instance of list<number>", "true", ""},
		{`[1, "a"] instance of list<number>`, "false", ""},
		{"[[1]] instance of list<list<number>>", "true", ""},
		{"list instance of list", "true", ""},
		{"{a: 1, b: 2} instance of context<a: number>", "true", ""},
		{"{b: 2} instance of context<a: number>", "false", ""},
		{"{a: null} instance of context<a: number>", "true", ""},
		{`{a: "x"} instance of context<a: number>`, "false", ""},
		{"{a: {b: [1]}} instance of context<a: context<b: list<number>>>", "true", ""},
		{"{} instance of context", "true", ""},
		{`@"2026-01-01" instance of date`, "true", ""},
		{`@"2026-01-01" instance of date and time`, "false", ""},
		{`@"P1D" instance of days and time duration`, "true", ""},
		{`@"P1D" instance of years and months duration`, "false", ""},
		{`@"P1Y" instance of years and months duration`, "true", ""},
		{`@"10:00:00" instance of time`, "true", ""},
		{"[1..2] instance of range<number>", "true", ""},
		{`["a".."b"] instance of range<number>`, "false", ""},
		{"(< 5) instance of range<number>", "true", ""},
		{"[1..2] instance of range<Any>", "true", ""},
		{"abs instance of function<number> -> number", "true", ""},
		{"abs instance of function<number, number, number> -> number", "false", ""},
		{"(function(a, b) a) instance of function<Any, Any> -> Any", "true", ""},
		{"(function(a) a) instance of function<Any, Any> -> Any", "false", ""},
		{"(function(a) a) instance of function<> -> Any", "false", ""},
		{"(function() 1) instance of function<> -> Any", "true", ""},
		{"(function(a: number) a) instance of function<string> -> Any", "false", ""},
		{"(function(a: context<x: string>) a) instance of function<context<x: string, y: string>> -> Any", "true", ""},
		{"(function(a: context<x: string, y: string>) a) instance of function<context<x: string>> -> Any", "false", ""},
		{"(function(a: list<number>) a) instance of function<list<string>> -> Any", "false", ""},
		{"(function(a: list<Any>) a) instance of function<list<string>> -> Any", "true", ""},
		{"(function(f: function<number> -> number) f(1)) instance of function<function<string> -> number> -> Any", "false", ""},
		{"(function(f: function<number> -> number) f(1)) instance of function<function<number> -> string> -> Any", "false", ""},
		{"(function(f: function<number> -> number) f(1)) instance of function<function<Any> -> number> -> Any", "true", ""},
		{"1 instance of function<> -> Any", "false", ""},
		{"1 instance of tPerson", "null", "unknown_name tPerson"},
		{"[] instance of list<tPerson>", "null", "unknown_name tPerson"},
	})
}

// Of constants only what has a value is folded: the fault of one that has none
// stands where it is read.
func TestFoldingKeepsFaults(t *testing.T) {
	evaluate(t, []row{
		{"flag or 1 / 0 = 1", "true", ""},
		{"if flag then 1 else date(\"x\")", "1", ""},
		{"not(flag) or 1 / 0 = 1", "false", "division_by_zero 1 / 0"},
		{"[1 + 2, 1 / 0]", "[3, null]", "division_by_zero 1 / 0"},
		{"contains(\"ab\", \"b\")", "true", ""},
		{"-(1 / 0)", "null", "division_by_zero 1 / 0"},
	})
}

// Expressions of one unit share what they read: each reference once, in the order
// of its first use.
func TestCompileUnit(t *testing.T) {
	sc := scopeOf(vars)
	unit, err := feel.CompileUnit(
		checked(t, "config.b.c + n", sc, feel.Parse),
		checked(t, "> n, config.a", sc.Declare("?", nil), feel.ParseUnaryTests),
		checked(t, "? + n", sc, feel.Parse),
		checked(t, "(function(x) x + unbound.y)", sc, feel.Parse),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(unit.Refs(), " "); got != "config.b.c n config.a unbound" {
		t.Errorf("references: %s", got)
	}
	for i, column := range []int{10, 14, 13, 18} {
		if got := unit.RefAt(i).Span.Start.Column; got != column {
			t.Errorf("reference %d is at column %d, not %d", i, got, column)
		}
	}
	f := unit.NewFrame()
	in := input(false)
	f.Start(t.Context(), &in)
	defer f.Stop()
	if got := f.Eval(0, feel.Null).String(); got != "7" {
		t.Errorf("the expression is %s", got)
	}
	if f.Test(1, feel.Int(5)) || !f.Test(1, feel.Int(6)) || !f.Test(1, feel.Int(1)) {
		t.Error("the tests do not hold of 6 and 1 only")
	}
	if got := f.Eval(2, feel.Int(37)).String(); got != "42" {
		t.Errorf("? + n is %s", got)
	}
	if got := f.Eval(1, feel.Null); !got.IsNull() {
		t.Errorf("the tests of null are %s", got)
	}
}

// The entry of a literal is that of the context, also where the context is more than a
// value may be or the evaluation runs out of bytes.
func TestEntryOfALiteral(t *testing.T) {
	deep := feel.Null
	for range feel.MaxNesting {
		deep = feel.List(deep)
	}
	vars := feel.Map(map[string]any{"n": 3, "deep": deep, "long": strings.Repeat("x", 10_000)})
	sc := feel.NewScope().Declare("n", nil).Declare("deep", nil).Declare("long", nil)
	for _, entries := range []string{
		"a: n, b: a + 1, c: b * a", "b: n", "b: n / 0, c: 1", "b: deep", "a: deep[1], b: [a]", "a: long, b: a + a, c: deep",
		"a: n, b: {a: a + 1, b: a}.b", "b: 1, b: 2", "c: 1", "b: null, a: b.x", "b: function(x) x", strings.Repeat("k", 100) + ": 1, b: 2",
	} {
		entry, whole := program(t, " {"+entries+"} .b", sc), program(t, "({"+entries+"}).b", sc)
		for bytes := int64(1); bytes < 1_000_000; bytes += 1 + bytes/3 {
			for _, lenient := range []bool{false, true} {
				in := feel.Input{Vars: vars, Lenient: lenient, Limits: feel.Limits{Bytes: bytes, Steps: 1 + bytes}}
				got, err := entry.Eval(t.Context(), in)
				want, wantErr := whole.Eval(t.Context(), in)
				if fmt.Sprint(got.Value, got.Nulls, err) != fmt.Sprint(want.Value, want.Nulls, wantErr) {
					t.Fatalf("{%.50s}.b, %d bytes, lenient %t: %.200v, %v, want %.200v, %v", entries, bytes, lenient, got, err, want, wantErr)
				}
			}
		}
	}
}
