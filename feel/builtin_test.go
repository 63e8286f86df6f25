package feel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// standard is the built-in functions of DMN 1.6, by clause.
var standard = map[string]string{
	"10.3.4.1": "date, date and time, time, number, string, duration, years and months duration, range",
	"10.3.4.2": "not",
	"10.3.4.3": "substring, string length, upper case, lower case, substring before, substring after, replace, contains, " +
		"starts with, ends with, matches, split, string join",
	"10.3.4.4": "list contains, list replace, count, min, max, sum, mean, all, any, sublist, append, concatenate, insert before, " +
		"remove, reverse, index of, union, distinct values, flatten, product, median, stddev, mode",
	"10.3.4.5": "decimal, floor, ceiling, round up, round down, round half up, round half down, abs, modulo, sqrt, log, exp, odd, even",
	"10.3.4.6": "is",
	"10.3.4.7": "before, after, meets, met by, overlaps, overlaps before, overlaps after, finishes, finished by, includes, during, " +
		"starts, started by, coincides",
	"10.3.4.8":  "day of year, day of week, month of year, week of year",
	"10.3.4.9":  "sort",
	"10.3.4.10": "get value, get entries, context, context put, context merge",
	"10.3.4.11": "now, today",
}

func TestLibraryIsTheStandards(t *testing.T) {
	want := map[string]string{}
	for section, names := range standard {
		for _, name := range strings.Split(names, ", ") {
			want[name] = section
		}
	}
	all := feel.Library()
	for i, f := range all {
		if want[f.Name] != f.Section {
			t.Errorf("%s is in section %q, and in the standard in %q", f.Name, f.Section, want[f.Name])
		}
		delete(want, f.Name)
		if i > 0 && all[i-1].Name >= f.Name {
			t.Errorf("%s is not in order", f.Name)
		}
		if !feel.ReservedName(f.Name) {
			t.Errorf("%s is not reserved", f.Name)
		}
		if len(f.Examples) == 0 {
			t.Errorf("%s has no example", f.Name)
		}
		if f.Subset != (f.Name == "date" || f.Name == "not") {
			t.Errorf("%s: in the subset: %t", f.Name, f.Subset)
		}
	}
	for name := range want {
		t.Errorf("there is no %q", name)
	}
}

// functions checks rows in which a fault that is only a code stands at the whole
// text.
func functions(t *testing.T, rows []row) {
	t.Helper()
	rows = slices.Clone(rows)
	for i := range rows {
		if r := &rows[i]; r.fault != "" && !strings.Contains(r.fault, " ") {
			r.fault += " " + r.text
		}
	}
	evaluate(t, rows)
}

// fitting has a value for each type of parameter.
var fitting = map[string]string{
	"": "1", "boolean": "true", "number": "1", "string": `"1"`, "date": `@"2026-06-01"`, "time": `@"10:00:00"`,
	"date and time": `@"2026-06-01T10:00:00"`, "duration": `@"P1D"`, "days and time duration": `@"PT1H"`,
	"list": "[]", "range": "[1..2]", "context": "{}", "function": "function(x, y) true",
	"list<context>": "[]", "list<string>": `["a"]`, "years and months duration": `@"P1Y"`,
}

// Every form of every function: how many arguments it takes, by what names, and
// what it answers to null and to a value of another type.
func TestEveryForm(t *testing.T) {
	for _, f := range feel.Library() {
		sizes := map[int]bool{}
		most, rest := 0, false
		for _, form := range f.Forms {
			var args, names []string
			for i, p := range form.Params {
				if fitting[append(p.Types, "")[0]] == "" {
					t.Fatalf("%s: no value for %s", f.Name, p.Types)
				}
				args = append(args, fitting[append(p.Types, "")[0]])
				names = append(names, p.Name+": "+args[i])
				if p.Optional || i == len(form.Params)-1 {
					sizes[i+1] = true
				}
				if i+1 < len(form.Params) && form.Params[i+1].Optional {
					sizes[i+1] = true
				}
				rest = rest || p.Repeated
			}
			if len(form.Params) == 0 {
				sizes[0] = true
			}
			most = max(most, len(args))
			call := func(args ...string) string { return f.Name + "(" + strings.Join(args, ", ") + ")" }

			byPosition, byName := call(args...), call(names...)
			slices.Reverse(names)
			if a, b := outcome(t, byPosition), outcome(t, byName); a != b || strings.Contains(a, "wrong_arguments") {
				t.Errorf("%s gives %s, and %s gives %s", byPosition, a, byName, b)
			}
			if a, b := outcome(t, byName), outcome(t, call(names...)); a != b {
				t.Errorf("%s gives %s, and in another order %s", byName, a, b)
			}
			slices.Reverse(names)
			for i, p := range form.Params {
				with := func(arg string) string {
					given := slices.Clone(names)
					given[i] = p.Name + ": " + arg
					return call(given...)
				}
				if got := outcome(t, with("null")); !p.Null && got != "null" {
					t.Errorf("%s gives %s", with("null"), got)
				}
				if p.Null && strings.Contains(outcome(t, with("null")), "type_mismatch") {
					t.Errorf("%s: %s", with("null"), outcome(t, with("null")))
				}
				if len(p.Types) > 0 && !slices.Contains(p.Types, "list") {
					// A list of two is no value of any other type.
					want := "type_mismatch"
					if got := outcome(t, with("[[], {}]")); got != want {
						t.Errorf("%s gives %s, want %s", with("[[], {}]"), got, want)
					}
				}
				unknown := slices.Clone(names)
				unknown[i] = "no such parameter: 1"
				if got := outcome(t, call(unknown...)); got != "wrong_arguments" {
					t.Errorf("%s gives %s", call(unknown...), got)
				}
				if i > 0 {
					twice := slices.Clone(names)
					twice[i] = twice[0]
					if got := outcome(t, call(twice...)); got != "wrong_arguments" {
						t.Errorf("%s gives %s", call(twice...), got)
					}
				}
			}
		}
		for n := range most + 3 {
			text := f.Name + "(" + strings.Join(slices.Repeat([]string{"1"}, n), ", ") + ")"
			fits := sizes[n] || rest && n >= 1 && n >= len(f.Forms[0].Params)
			if got := outcome(t, text); (got == "wrong_arguments") == fits {
				t.Errorf("%s gives %s", text, got)
			}
		}
	}
}

// outcome gives the value of strict evaluation, or the code of its fault.
func outcome(t *testing.T, text string) string {
	t.Helper()
	res, err := program(t, text, nil).Eval(t.Context(), input(false))
	if faults := diag.Of(err); len(faults) > 0 {
		return string(faults[0].Code)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return res.Value.String()
}

// Every call of every function, with whatever values: where none of these is null or
// holds null, a null has a reason, which has its place and names what was given. Only
// of no items some functions are null without one.
func TestNullsOfFunctionsHaveReasons(t *testing.T) {
	texts := []string{"true", "2", "0", "-1", "7000", `"a"`, `"("`, `"2026-01-31"`, `@"2026-01-31"`, `@"10:00:00Z"`,
		`@"2026-01-31T10:00:00"`, `@"P20D"`, `@"P1M"`, "[]", `[1, "a"]`, `[{key: "a", value: 1}, {key: "a", value: 2}]`,
		"{a: 1}", "[1..2]", "(> 2)", "function(x, y) x = y", "function(x, y) 1"}
	names := []string{"a", "b", "c", "d"}
	sc := feel.NewScope()
	for _, name := range names {
		sc.Declare(name, nil)
	}
	samples := make([]feel.Value, len(texts))
	for i, text := range texts {
		samples[i] = value(t, text)
	}
	var kinds []string
	for k := feel.KindNull; k <= feel.KindFunction; k++ {
		kinds = append(kinds, k.String())
	}
	ofNoItems := []string{"max", "mean", "median", "min", "product", "sum"}
	for _, f := range feel.Library() {
		for n := range len(names) + 1 {
			p := program(t, f.Name+"("+strings.Join(names[:n], ", ")+")", sc)
			calls := 1
			for range n {
				calls *= len(samples)
			}
			for call := 0; call < calls; call += max(1, calls/1000) { // of many some
				vars, shown := map[string]any{}, []string{}
				for i, rest := 0, call; i < n; i, rest = i+1, rest/len(samples) {
					vars[names[i]] = samples[rest%len(samples)]
					shown = append(shown, texts[rest%len(samples)])
				}
				res, err := p.Eval(t.Context(), feel.Input{Vars: feel.Map(vars), Lenient: true})
				if err != nil {
					t.Fatalf("%s(%s): %v", f.Name, shown, err)
				}
				if !res.Value.IsNull() {
					continue
				}
				if len(res.Nulls) == 0 {
					if !slices.Equal(shown, []string{"[]"}) || !slices.Contains(ofNoItems, f.Name) {
						t.Errorf("%s(%s) is null without a reason", f.Name, strings.Join(shown, ", "))
					}
					continue
				}
				e := res.Nulls[0]
				if e.At.Span.Start.Line != 1 || e.At.Span.End.Offset <= e.At.Span.Start.Offset || e.Code == "" || e.Message == "" {
					t.Errorf("%s(%s): %+v", f.Name, strings.Join(shown, ", "), e)
				}
				if e.Code == feel.TypeMismatch && !slices.ContainsFunc(kinds, func(kind string) bool { return strings.Contains(e.Message, kind) }) {
					t.Errorf("%s(%s): the reason names no kind: %s", f.Name, strings.Join(shown, ", "), e.Message)
				}
			}
		}
	}
}

// What a function is called wrongly, it says how it is called.
func TestHowAFunctionIsCalled(t *testing.T) {
	for text, want := range map[string]string{
		"substring(1, 2, 3, 4)":         `"substring" cannot be called with 4 arguments; it is called as substring(string, start position, length?)`,
		`substring(strin: "a")`:         `"substring" has no parameter "strin"; it is called as substring(string, start position, length?); did you mean "string"?`,
		"append([1])":                   `"append" cannot be called with 1 arguments; it is called as append(list, item...)`,
		"context put({}, 1, 2)":         `argument 2 of "context put" must be a string or list, not a number; `,
		`list replace([1], "a", 2)`:     `argument 2 of "list replace" must be a number or function, not a string; `,
		"before(true, [1..2])":          `argument 1 of "before" must be a number, string, date, time, date and time, days and time duration, years and months duration or range, not a boolean; `,
		`day of week("2026-01-01")`:     `date of "day of week" must be a date or date and time, not a string; `,
		`append("a", 1, 2, no: 1)`:      "",
		"list replace([1], 1)":          `"list replace" cannot be called with 2 arguments; it is called as list replace(list, position, newItem), or list replace(list, match, newItem)`,
		`concatenate([1], {a: 1}.a, 1)`: "",
	} {
		ast, err := feel.Parse(feel.Source{Text: text}, nil)
		if err != nil {
			continue
		}
		got := ""
		_, err = feel.Check(ast, nil, feel.Full)
		for _, e := range diag.Of(err) {
			got = fmt.Sprintf("%s; %s", e.Message, e.Hint)
		}
		if got != want {
			t.Errorf("%s\n got  %s\n want %s", text, got, want)
		}
	}
}

// Arguments are matched by number or by name, and brought to their parameters.
func TestArguments(t *testing.T) {
	evaluate(t, []row{
		{`contains("foobar", "ob")`, "true", ""},
		{`contains(match: "ob", string: "foobar")`, "true", ""},
		{`contains("foobar")`, "null", `wrong_arguments contains("foobar")`},
		{`contains("a", "b", "c")`, "null", `wrong_arguments contains("a", "b", "c")`},
		{`contains(string: "a")`, "null", `wrong_arguments contains(string: "a")`},
		{`contains(string: "a", string: "b")`, "null", `wrong_arguments contains(string: "a", string: "b")`},
		{`contains(text: "a", match: "b")`, "null", `wrong_arguments contains(text: "a", match: "b")`},
		{`contains(1, "a")`, "null", `type_mismatch contains(1, "a")`},
		{`contains("a", n)`, "null", `type_mismatch contains("a", n)`},
		// Of null the answer is null.
		{`contains(nothing, "a")`, "null", ""},
		{`contains("a", null)`, "null", ""},
		{`contains(nothing, 1)`, "null", ""},
		{"floor(1.5, null)", "null", ""},
		// A list of one is its item, where a list is not asked for; a single value a
		// list of one, where it is.
		{`contains(["foobar"], ["ob"])`, "true", ""},
		{`contains([["foobar"]], "ob")`, "null", `type_mismatch contains([["foobar"]], "ob")`},
		{`contains([], "ob")`, "null", `type_mismatch contains([], "ob")`},
		{`contains(["a", "b"], "ob")`, "null", `type_mismatch contains(["a", "b"], "ob")`},
		{"count(5)", "1", ""},
		{"list contains(5, 5)", "true", ""},
		{"list contains(null, null)", "null", ""},
		// One list, or any number of items.
		{"sum([1, 2])", "3", ""},
		{"sum(1, 2)", "3", ""},
		{"sum(1)", "1", ""},
		{"sum(list: [1, 2])", "3", ""},
		{"sum()", "null", "wrong_arguments sum()"},
		{"sum(n: 1)", "null", "wrong_arguments sum(n: 1)"},
		{"count([1], [2, 3])", "2", ""},
		{"count([[1], 2])", "2", ""},
		// A parameter that takes null may be left out.
		{"list contains(list: [1, null])", "true", ""},
		{"list contains(element: 1)", "null", "wrong_arguments list contains(element: 1)"},
		{"floor(n: 1.5)", "1", ""},
		{"floor(scale: 1)", "null", "wrong_arguments floor(scale: 1)"},
		{"abs(1 / zero)", "null", "division_by_zero 1 / zero"},
		{"sum(1 / zero, 1)", "null", "division_by_zero 1 / zero"},
	})
}

// What functions make and look at is counted, so that no expression grows or runs
// without bound: each of these ends with a limit.
func TestFunctionsAreCounted(t *testing.T) {
	for _, text := range []string{
		"count((for i in 1..60 return if i = 1 then [1] else concatenate(partial[-1], partial[-1]))[-1])",
		"count((for i in 1..60 return if i = 1 then [1] else append(partial[-1], partial[-1]))[-1])",
		`string length((for i in 1..60 return if i = 1 then "x" else string join([partial[-1], partial[-1]]))[-1])`,
		`string length((for i in 1..60 return if i = 1 then "x" else string([partial[-1], partial[-1]]))[-1])`,
		`string length((for i in 1..60 return if i = 1 then "x" else replace(partial[-1], "x", "xx"))[-1])`,
		`string length((for i in 1..100 return if i = 1 then "x" else upper case(partial[-1] + partial[-1]))[-1])`,
		"count((for i in 1..1000000 return if i = 1 then [1] else insert before(partial[-1], 1, i))[-1])",
		"count((for i in 1..1000000 return if i = 1 then [1] else list replace(append(partial[-1], i), 1, i))[-1])",
		"count((for i in 1..1000000 return if i = 1 then [1] else reverse(append(partial[-1], i)))[-1])",
		"count((for i in 1..1000000 return if i = 1 then [1] else union(partial[-1], [i]))[-1])",
		"count((for i in 1..1000000 return if i = 1 then {} else context put(partial[-1], string(i), i))[-1])",
		"count((for i in 1..1000000 return if i = 1 then {} else context merge([partial[-1], {a: i}]))[-1])",
		"count((for i in 1..1000000 return get entries({a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8})))",
		"sort(for i in 1..100000 return i, function(x, y) x > y)",
		"sort([1, 2], function(x, y) sort([x, y], function(a, b) sum(for i in 1..1000000 return i) > 0))",
		"{f: function(g, n) if n = 0 then 1 else sort([1, 2], function(x, y) g(g, n) = 1), r: f(f, 1)}.r",
		"list replace(for i in 1..10000 return i, function(x, y) count(for j in 1..1000 return j) > 0, 1)",
		"for i in 1..1000000 return stddev(i, 2, 3)",
		"for i in 1..1000000 return log(i)",
		"for i in 1..1000000 return exp(i / 1000000)",
		"for i in 1..1000000 return sqrt(i)",
		`for i in 1..1000000 return range("[1.." + string(i) + "]")`,
		"for i in 1..1000000 return mode(i, 2, 3, 4, 5, 6, 7)",
		"{l: for i in 1..1000 return [[[i]]], r: for i in 1..1000000 return flatten(l)}.r",
		`for i in 1..1000000 return ` + java("java.lang.String", "format(java.lang.String, [Ljava.lang.Object;)", `"%1000s%1000s%1000s"`, `"a"`, `"b"`, `"c"`),
	} {
		_, err := program(t, text, nil).Eval(t.Context(), feel.Input{Lenient: true, Limits: feel.Limits{Steps: 100_000, Bytes: 16 << 20}})
		if codesOf(err) != "limit_exceeded" {
			t.Errorf("%s: %v", text, err)
		}
	}
}
