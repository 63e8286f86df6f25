package feel_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

// most is what one call may allocate, whatever it is given.
const most = 400 << 20

// bounded calls f and reports what it allocated beyond most.
func bounded(t *testing.T, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; made > most {
		t.Errorf("it allocated %d MiB", made>>20)
	}
}

// Whatever can lie within itself is refused 100,000 levels deep, or by its length.
func TestDeepTexts(t *testing.T) {
	const levels = 100_000
	parsers := map[string]func(feel.Source, *feel.Scope) (*feel.AST, error){"expression": feel.Parse, "tests": feel.ParseUnaryTests}
	for name, c := range map[string]struct{ open, middle, closing string }{
		"parentheses":        {"(", "1", ")"},
		"lists":              {"[", "", "]"},
		"ranges":             {"[1..", "1", "]"},
		"open ranges":        {"]", "1", "["},
		"ranges in brackets": {"(1..", "1", ")"},
		"contexts":           {"{a:", "1", "}"},
		"lists and contexts": {"[{a:", "1", "}]"},
		"conditions":         {"if ", "1", " then 1 else 1"},
		"branches":           {"if 1 then ", "1", " else 1"},
		"else":               {"if 1 then 1 else ", "1", ""},
		"minus":              {"-", "1", ""},
		"minus and brackets": {"-(", "1", ")"},
		"calls":              {"f(", "1", ")"},
		"calls of calls":     {"(", "f", ")(1)"},
		"named arguments":    {"f(a:", "1", ")"},
		"filters":            {"a[", "1", "]"},
		"filters of filters": {"", "a", "[1]"},
		"paths":              {"", "a", ".b"},
		"functions":          {"function(a)", "1", ""},
		"loops":              {"for i in ", "a", " return i"},
		"returns":            {"for i in a return ", "1", ""},
		"some":               {"some i in ", "a", " satisfies i"},
		"every":              {"every i in a satisfies ", "true", ""},
		"in":                 {"1 in (", "1", ")"},
		"comparisons":        {"(<", "1", ")"},
		"not":                {"not(", "true", ")"},
		"between":            {"1 between ", "1", " and 1"},
		"sums":               {"1+", "1", ""},
		"powers":             {"1**", "1", ""},
		"and":                {"a and ", "a", ""},
		"type arguments":     {"", "1 instance of " + strings.Repeat("list<", 40_000) + "Any" + strings.Repeat(">", 40_000), ""},
		"types of functions": {"", "1 instance of " + strings.Repeat("function<", 20_000) + "Any" + strings.Repeat("> -> Any", 20_000), ""},
		"types of contexts":  {"", "1 instance of " + strings.Repeat("context<a:", 20_000) + "Any" + strings.Repeat(">", 20_000), ""},
		"parameter types":    {"", "function(a: " + strings.Repeat("list<", 40_000) + "Any" + strings.Repeat(">", 40_000) + ") a", ""},
		"comments":           {"/*", "1", "*/"},
	} {
		for _, closed := range []bool{true, false} {
			for what, parse := range parsers {
				for _, n := range []int{levels, 200_000 / (len(c.open) + len(c.closing) + 1)} {
					if len(c.open)+len(c.closing) == 0 {
						n = 0
					}
					text := strings.Repeat(c.open, n) + c.middle
					if closed {
						text += strings.Repeat(c.closing, n)
					}
					bounded(t, func() {
						ast, err := parse(feel.Source{Text: text}, feel.NewScope().Declare("a", nil).Declare("f", nil))
						if ast == nil {
							t.Fatalf("%s: no AST", name)
						}
						codes := strings.Fields(codesOf(err))
						deep := slices.Contains(codes, string(feel.NestingTooDeep)) || slices.Contains(codes, string(feel.SourceTooLong))
						switch {
						case len(codes) > 100:
							t.Errorf("%s: %d faults", name, len(codes))
						case closed && name != "comments" && !deep:
							t.Errorf("%s, %s, %d levels: %.300v", name, what, n, err)
						}
					})
				}
			}
		}
	}
}

// Numbers of a million digits are refused with the text, and those that fit into
// one as too long.
func TestLongNumbers(t *testing.T) {
	long := strings.Repeat("9", 1_000_000)
	fits := strings.Repeat("9", 200_000)
	for _, c := range []struct{ text, value, code string }{
		{long, "", "source_too_long"},
		{"0." + long, "", "source_too_long"},
		{fits, "", "number_range"},
		{"0." + fits, "", "number_range"},
		{"1e" + fits, "", "number_range"},
		{"1e-" + fits, "", "number_range"},
		{strings.Repeat("0", 200_000) + "1", "", "number_range"},
		{"0." + strings.Repeat("0", 200_000) + "1", "", "number_range"},
		{`number("` + fits + `", null, null)`, "", "domain"},
		{`@"P` + fits + `D"`, "", "invalid_temporal"},
		{`@"` + fits + `-01-01"`, "", "invalid_temporal"},
		{`date(` + fits + `, 1, 1)`, "", "number_range"},
	} {
		bounded(t, func() {
			ast, err := feel.Parse(feel.Source{Text: c.text}, nil)
			var value string
			if err == nil {
				checked, _ := feel.Check(ast, nil, feel.Full)
				p, compileErr := feel.Compile(checked)
				if compileErr != nil {
					t.Fatal(compileErr)
				}
				var res feel.Result
				if res, err = p.Eval(t.Context(), feel.Input{}); err == nil {
					value = res.Value.String()
				}
			}
			if value != c.value || codesOf(err) != c.code {
				t.Errorf("%.20s...: %s %.200v, want %s %s", c.text, value, err, c.value, c.code)
			}
		})
	}
}

// What would grow or run without bound ends with a limit, or as a fault, and what
// only looks so has its value; in bounded memory all of them.
func TestGrowth(t *testing.T) {
	if raceEnabled {
		t.Skip("run without the race detector")
	}
	const (
		limit  = "limit_exceeded"
		text   = `{s: (for i in 1..20 return if i = 1 then "abc" else partial[-1] + partial[-1])[-1], r: `
		list   = "{l: for i in 1..1000 return i, r: "
		always = "for i in 1..1000000 return "
	)
	// The last of many rounds of a loop.
	last := func(first, step string) string {
		return "(for i in 1..60 return if i = 1 then " + first + " else " + step + ")[-1]"
	}
	nested := func(first, step string, n int) string {
		var b strings.Builder
		b.WriteString("{x0: " + first)
		for i := range n {
			name, before := "x"+strings.Repeat("i", i+1), "x"+strings.Repeat("i", i)
			if i == 0 {
				before = "x0"
			}
			b.WriteString(", " + name + ": " + strings.ReplaceAll(step, "X", before))
		}
		return b.String() + "}.x" + strings.Repeat("i", n)
	}
	long := strings.Repeat("a", 10_000)
	for _, c := range []struct{ name, text, want string }{
		{"a loop of 10^12", "count(for i in 1..1000000000000 return i)", "more than 1000000 steps"},
		{"a loop of 10^12 down", "for i in 1000000000000..1 return i", "more than 1000000 steps"},
		{"a loop of 10^12 in a range", "for i in [1..10**12] return i", "more than 1000000 steps"},
		{"a loop of dates", `for d in @"0001-01-01"..@"999999999-12-31" return d`, "more than 1000000 steps"},
		{"some", "some i in 1..1e12 satisfies i < 0", "more than 1000000 steps"},
		{"every", "every i in 1..1e12 satisfies i > 0", "more than 1000000 steps"},
		{"a list of a range of 10^12", "count([1..10**12])", "1"},
		{"three loops", "for i in 1..10000, j in 1..10000, k in 1..10000 return 1", limit},
		{"loops within each other", "for i in 1..100000 return for j in 1..100000 return 1", limit},
		{"a loop whose results are all before", always + "partial", "more than 10000000 values"},
		{"a long body", always + "[" + strings.Repeat("i/7,", 10000) + "1]", limit},
		{"many faults", always + "[" + strings.Repeat(`-"a",`, 10000) + "1]", "type_mismatch, then " + limit},

		{"a text doubled by a loop", last(`"ab"`, "partial[-1] + partial[-1]"), "more than 134217728 bytes"},
		{"a text doubled by contexts", nested(`"ab"`, "X + X", 60), limit},
		{"a text doubled by functions", `{f: function(f, s, n) if n = 0 then s else f(f, s + s, n - 1), r: f(f, "ab", 60)}.r`, limit},
		{"a list doubled by a loop", last("[1]", "[partial[-1], partial[-1]]"), "more than 10000000 values"},
		{"a list doubled by contexts", nested("[1]", "[X, X]", 60), limit},
		{"a list doubled by functions", "{f: function(f, l) f(f, [l, l]), r: f(f, [1])}.r", limit},
		{"a context doubled by contexts", nested("{a: 1}", "{a: X, b: X}", 60), "more than 10000000 values"},
		{"a range doubled by contexts", nested("1", "(= [X, X])", 60), "more than 10000000 values"},
		{"lists within each other", "for i in 1..2000 return [partial[-1]]", "nests deeper than 1000"},
		{"ranges within each other", "for i in 1..2000 return (= partial[-1])", "nests deeper than 1000"},

		{"concatenate", last("[1]", "concatenate(partial[-1], partial[-1])"), limit},
		{"append", last("[1]", "append(partial[-1], partial[-1], partial[-1])"), limit},
		{"flatten", last("[1]", "flatten([partial[-1], partial[-1]])"), limit},
		{"union", "(for i in 1..100000 return union([1..i], partial))[-1]", limit},
		{"distinct values of all results", always + "distinct values(partial)", limit},
		{"insert before", always + "insert before(if i = 1 then [] else partial[-1], 1, i)", limit},
		{"list replace", list + always + "list replace(l, function(item, newItem) true, i)}.r", limit},
		{"string join", last(`"ab"`, `string join([partial[-1], partial[-1]], partial[-1])`), limit},
		{"replace", last(`"ab"`, `replace(partial[-1], ".", "$0$0")`), limit},
		{"replace with the whole", last(`"ab"`, `replace("aaaa", "a", partial[-1])`), limit},
		{"split", text + always + `split(s, "a")}.r`, limit},
		{"upper case", text + always + "upper case(s)}.r", "more than 134217728 bytes"},
		{"string of a list", last(`["ab"]`, "[string(partial[-1]), string(partial[-1])]"), limit},
		{"string of quotes", last(`"\""`, "string([partial[-1]])"), limit},
		{"context put", "(" + always + "context put(if i = 1 then {} else partial[-1], string(i), i))[-1]", limit},
		{"context merge", last("{a: 1}", "{a: context merge([partial[-1], partial[-1]]), b: partial[-1]}"), limit},
		{"get entries", "{c: {" + strings.Repeat("a", 100) + ": 1}, r: " + always + "get entries(c)}.r", limit},

		{"looking into a list", list + always + "-1 in l}.r", limit},
		{"members", "{l: for i in 1..1000 return {a: i}, r: " + always + "l.a}.r", limit},
		{"equal lists", "{l: for i in 1..1000 return i, m: for i in 1..1000 return i, r: " + always + "l = m}.r", limit},
		{"types of lists", list + always + "l instance of list<number>}.r", limit},
		{"types of parameters", "{f: function(a: list<number>) 1, l: for i in 1..1000 return i, r: " + always + "f(l)}.r", limit},
		{"comparing long texts", strings.TrimSuffix(text, "r: ") + "u: s + \"\", r: " + always + "s <= u}.r", limit},
		{"comparing with a long text", `{s: "` + long + `" + "", r: ` + always + `s = "` + long + `"}.r`, limit},
		{"searching long texts", text + always + `contains(s, "d")}.r`, limit},

		{"a filter of what is no boolean", "[1..400000][item > 0]", "type_mismatch"},
		{"a cascade of filters", "(for i in 1..400000 return i)" + strings.Repeat("[item > 0]", 300), limit},
		{"filters within filters", list + "l[count(l[item > 1][count(l) > 1]) > 1]}.r", limit},
		{"a function that calls itself", "{f: function(f) f(f), r: f(f)}.r", "more than 200 calls"},
		{"a function that calls its parameter", "(function(x) x(x))(function(x) x(x))", "more than 200 calls"},
		{"functions that call each other", "{f: function(f, g) g(g, f), r: f(f, f)}.r", "more than 200 calls"},
		{"a function that returns itself", "{f: function(f) function(g) f(f)(g), r: f(f)(f)}.r", limit},
		{"the Y combinator", "{y: function(f) (function(x) f(function(v) x(x)(v)))(function(x) f(function(v) x(x)(v))), r: y(function(g) function(n) g(n + 1))(0)}.r", "more than 200 calls"},
		{"calls that double", "{f: function(f, n) if n = 0 then 1 else f(f, n - 1) + f(f, n - 1), r: f(f, 100)}.r", "more than 1000000 steps"},

		{"a sort whose function sorts", "{f: function(f) sort([1, 2], function(x, y) count(f(f)) > 0), r: f(f)}.r", limit},
		{"a sort whose function always says yes", "count(sort(for i in 1..5000 return i, function(x, y) true))", "5000"},
		{"a sort whose function never says yes", "sort([3, 1, 2], function(x, y) false)", "[3, 1, 2]"},
		{"a sort whose function lies", "count(sort(for i in 1..5000 return modulo(i * 7919, 104729), function(x, y) modulo(x + y * 2, 3) = 1))", "5000"},
		{"a sort of too much", "sort(for i in 1..400000 return i, function(x, y) x > y)", limit},

		{"a power of a power", "2 ** 10 ** 9", "1237940039285380274899124224"},
		{"a power that is too large", "2 ** (10 ** 9)", "number_range"},
		{"a power of 10^8", "9.9 ** 100000000", "number_range"},
		{"a power that vanishes", "0.5 ** (10 ** 9)", "0"},
		{"a power of powers", "9 ** 9 ** 9 ** 9 ** 9", "number_range"},
		{"a root of a large number", "9e6000 ** 0.123456789 > 1", "true"},
		{"exp", "exp(10 ** 9)", "number_range"},
		{"exp of what is small", "exp(-(10 ** 9))", "0"},
		{"factorials", "(for i in 1..5000 return if i = 1 then 1 else partial[-1] * i)[-1]", "number_range"},
		{"many digits", "decimal(1/3, 6176)", "0.3333333333333333333333333333333333"},
		{"durations doubled", last(`@"P1D"`, "partial[-1] * 1000000"), "temporal_range"},

		{"a pattern that tries all ways", `matches("` + long + `b", "^(a+)+$")`, "false"},
		{"a pattern that holds", `matches("` + long + `", "^(a+)+$")`, "true"},
		{"a pattern of alternatives", `matches("` + long + `b", "^(a|a|aa)*$")`, "false"},
		{"a pattern with references", `matches("` + long + `b", "^(a*)*\1*\1*\1*$")`, limit},
		{"a pattern that repeats", `matches("a", "(((((a{1000}){1000}){1000}){1000}){1000})")`, "more than 20000 elements"},
		{"a pattern that nests", `matches("a", "` + strings.Repeat("(", 50_000) + "a" + strings.Repeat(")", 50_000) + `")`, "more than 32768 bytes"},
		{"many patterns", always + `matches("aaaaaaaaaaaaaaaaaaaaaaaa", "(a*)*" + string(i))`, limit},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := program(t, c.text, nil)
			eval := func(lenient bool) string {
				var res feel.Result
				var err error
				bounded(t, func() { res, err = p.Eval(t.Context(), feel.Input{Lenient: lenient}) })
				switch {
				case err == nil && res.Nulls != nil:
					return codesOf(res.Nulls.Err())
				case err == nil:
					return res.Value.String()
				case strings.Contains(c.want, "than") && strings.Contains(err.Error(), c.want):
					return c.want
				}
				return codesOf(err)
			}
			strict, lenient, both := strings.Cut(c.want, ", then ")
			if !both {
				lenient = strict
			}
			if got := eval(true); got != lenient {
				t.Errorf("%.300s, want %s", got, lenient)
			}
			// A limit is the same error in strict evaluation; a fault comes before it.
			if c.want != limit && !strings.Contains(c.want, "than") {
				if got := eval(false); got != strict {
					t.Errorf("strict: %.300s, want %s", got, strict)
				}
			}
		})
	}
}

// What takes long counts for steps accordingly: a million of them take well under a
// second, whatever they are.
func TestWorkIsCounted(t *testing.T) {
	const (
		list  = `{l: for i in 1..1000 return "a", r: for i in 1..10 return `
		words = `{s: (for i in 1..14 return if i = 1 then "abcdefgh" else partial[-1] + partial[-1])[-1], r: for i in 1..10 return `
	)
	for _, c := range []struct {
		text  string
		least int64 // steps that it takes
	}{
		{"for i in 1..100 return i", 100},
		{"for i in 1..100 return 1.0001 ** i", 2_500},
		{"for i in 1..100 return 1.0001 ** (10 ** 30 + i)", 200_000},
		{"for i in 1..100 return 2 ** (i / 7)", 80_000},
		{"for i in 1..100 return log(i)", 100_000},
		{"for i in 1..100 return exp(i)", 100_000},
		{"for i in 1..100 return sqrt(i)", 1_000},
		{"for i in 1..100 return stddev(i, 2, 3)", 1_000},
		{"for i in 1..100 return i" + strings.Repeat("/3", 100), 5_000},
		{"for i in 1..100 return [i" + strings.Repeat(",i", 100) + "]", 2_500},
		{"for i in 1..100 return {a: i, b: [i, i, i, i, i, i, i, i]}", 300},
		{"(for i in 1..100 return i)[item" + strings.Repeat("/3", 100) + " > 0]", 5_000},
		{"some i in 1..100 satisfies i" + strings.Repeat("/3", 100) + " > 100", 5_000},
		{"{f: function(x) x" + strings.Repeat("/3", 100) + ", r: for i in 1..100 return f(i)}.r", 5_000},
		{`for i in 1..100 return @"2026-01-01T10:00:00@Europe/Paris" + @"P1D" * i`, 300},
		{`{s: "` + strings.Repeat("a", 10_000) + `", r: for i in 1..100 return s = "` + strings.Repeat("a", 9_999) + `b"}.r`, 1_000},
		{list + "context put({a: 1}, l, 1)}.r", 10_000},
		{list + "context merge(l)}.r", 10_000},
		{list + "context(l)}.r", 10_000},
		{words + "matches(\"\", \"\", s)}.r", 2_000},
		{words + "matches(\"a\", s)}.r", 2_000},
		{words + "replace(\"a\", \"b\", s)}.r", 2_000},
		{words + "get value({a: 1}, s)}.r", 5_000},
		{words + "context put({a: 1}, s, 1)}.r", 5_000},
		{words + "split(s, \"a\")}.r", 100_000},
		{words + "contains(s, \"x\")}.r", 10_000},
		{words + "string([{a: s}])}.r", 10_000},
		{words + "context put({}, s, 1) = context put({}, s, 1)}.r", 15_000},
	} {
		in := feel.Input{Lenient: true, Limits: feel.Limits{Steps: c.least - 1}}
		if _, err := program(t, c.text, nil).Eval(t.Context(), in); codesOf(err) != "limit_exceeded" {
			t.Errorf("%.100s takes less than %d steps: %v", c.text, c.least, err)
		}
	}
}

// What a host computes from parts counts the parts that it evaluates, and a little for
// finding them among the others.
func TestPartsAreCounted(t *testing.T) {
	parse := func(text string) *feel.AST {
		ast, err := feel.Parse(feel.Source{Text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return ast
	}
	parts := []*feel.AST{parse("1 / 7" + strings.Repeat("/3", 100))}
	for range 1000 {
		parts = append(parts, parse("1"))
	}
	steps := func(evaluated ...int) (n int64) {
		table := feel.Host(feel.Source{}, parts, make([]int, len(parts)), func(feel.ConstantParts) func(feel.Parts) feel.Value {
			return func(p feel.Parts) feel.Value {
				for _, i := range evaluated {
					p.Eval(i, feel.Null)
				}
				return feel.Null
			}
		})
		loop := feel.BoxedFor(feel.Source{}, "i", parse("[1..100]"), table)
		c, err := feel.Check(feel.BoxedFor(feel.Source{}, "j", parse("[1]"), loop), nil, feel.Full)
		if err != nil {
			t.Fatal(err)
		}
		p, err := feel.Compile(c)
		if err != nil {
			t.Fatal(err)
		}
		for n = 1; ; n += n/8 + 1 {
			if _, err := p.Eval(t.Context(), feel.Input{Limits: feel.Limits{Steps: n}}); err == nil {
				return n
			}
		}
	}
	if n := steps(); n > 1_000 {
		t.Errorf("none of 1001 parts, 100 times: %d steps", n)
	}
	if n := steps(1, 2, 3); n < 300 || n > 1_300 {
		t.Errorf("three small parts: %d steps", n)
	}
	if n := steps(0); n < 5_000 {
		t.Errorf("a large part: %d steps", n)
	}
}

// Compiling computes constants, as far as it takes no longer than reading them, and
// not much memory. The rest is left to the evaluation.
func TestConstantsAreCounted(t *testing.T) {
	if raceEnabled {
		t.Skip("run without the race detector")
	}
	// Each gives 160,000 bytes.
	grown := `replace(replace(replace(replace("a", "a", "bbbbbbbbbbbbbbbbbbbb"), "b", "cccccccccccccccccccc"), "c", "dddddddddddddddddddd"), "d", "eeeeeeeeeeeeeeeeeeee"),`
	for _, text := range []string{
		"count([" + strings.Repeat("2**.5,", 30_000) + "1])",
		"count([" + strings.Repeat(grown, 1000) + "1])",
	} {
		var p *feel.Program
		bounded(t, func() { p = program(t, text, nil) })
		if _, err := p.Eval(t.Context(), feel.Input{}); codesOf(err) != "limit_exceeded" {
			t.Errorf("what compiling computes: %v", err)
		}
	}
}
