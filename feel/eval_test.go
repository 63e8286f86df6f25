package feel_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// What is large and within the limits has a value.
func TestWithinLimits(t *testing.T) {
	evaluate(t, []row{
		{"count(for i in 1..300000 return i)", "300000", ""},
		{"sum(for i in 1..100000 return i)", "5000050000", ""},
		{"(for i in 0..1000 return if i = 0 then 1 else partial[-1] + i)[-1]", "500501", ""},
		{"count(for i in 1..100000 return count(partial))", "100000", ""},
		{"2 ** 10 ** 3", "1073741824", ""},
		{"{f: function(f, n) if n = 0 then 0 else 1 + f(f, n - 1), r: f(f, 150)}.r", "150", ""},
		{"string length((for i in 1..20 return if i = 1 then \"abc\" else partial[-1] + partial[-1])[-1])", "1572864", ""},
		{"{a: for i in 1..15 return if i = 1 then [1] else [partial[-1], partial[-1]], r: a[-1] = a[-1]}.r", "true", ""},
	})
}

func TestLimitsOfACall(t *testing.T) {
	for _, c := range []struct {
		text   string
		limits feel.Limits
		code   string
	}{
		{"for i in 1..9 return i", feel.Limits{Steps: 9}, ""},
		{"for i in 1..10 return i", feel.Limits{Steps: 9}, "limit_exceeded"},
		{"(for i in 1..5 return i)[item > 5]", feel.Limits{Steps: 9}, "limit_exceeded"},
		{"1 + 2 * 3", feel.Limits{Steps: 1}, ""},
		{"[n, n, n, n]", feel.Limits{Bytes: 100}, ""},
		{"[n, n, n, n, n]", feel.Limits{Bytes: 100}, "limit_exceeded"},
		{"{a: n}", feel.Limits{Bytes: 50}, "limit_exceeded"},
		{`name + name`, feel.Limits{Bytes: 6}, ""},
		{`name + name`, feel.Limits{Bytes: 5}, "limit_exceeded"},
		{`upper case(name)`, feel.Limits{Bytes: 5}, "limit_exceeded"},
		{"list[item > 0]", feel.Limits{Bytes: 50}, "limit_exceeded"},
		{"people.name", feel.Limits{Bytes: 40}, "limit_exceeded"},
		{"[1..n]", feel.Limits{Bytes: 50}, "limit_exceeded"},
		{"function(x) x", feel.Limits{Bytes: 50}, "limit_exceeded"},
		{"max(n, n, n)", feel.Limits{Bytes: 50}, "limit_exceeded"},
		{"for i in list return i", feel.Limits{Bytes: 50}, "limit_exceeded"},
		{"(function(x) x)(1)", feel.Limits{Depth: 1}, ""},
		{"(function(x) (function(y) y)(x))(1)", feel.Limits{Depth: 1}, "limit_exceeded"},
		{"{f: function(f, n) if n = 0 then 0 else f(f, n - 1), r: f(f, 190)}.r", feel.Limits{Depth: 1 << 30}, ""},
		{"{f: function(f, n) if n = 0 then 0 else f(f, n - 1), r: f(f, 210)}.r", feel.Limits{Depth: 1 << 30}, "limit_exceeded"},
		{"for i in list return i", feel.Limits{Steps: -1, Bytes: -1}, "limit_exceeded"},
	} {
		for _, lenient := range []bool{false, true} {
			in := input(lenient)
			in.Limits = c.limits
			if _, err := program(t, c.text, scopeOf(vars)).Eval(t.Context(), in); codesOf(err) != c.code {
				t.Errorf("%s with %+v: %v", c.text, c.limits, err)
			}
		}
	}
}

// Nulls with a reason count as well: what fails again and again ends.
func TestFaultsAreCounted(t *testing.T) {
	for _, text := range []string{"for i in 1..200 return -name", "[list, list, list, list, list, list, list, list].a", "[" + strings.Repeat("-name, ", 100) + "1]"} {
		in := input(true)
		in.Limits.Steps = 200
		if _, err := program(t, text, scopeOf(vars)).Eval(t.Context(), in); codesOf(err) != "limit_exceeded" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The deepest expression in the deepest calls stays far from the end of the stack.
func TestStackIsEnough(t *testing.T) {
	for name, c := range map[string]struct {
		open, closing string
		levels        int
	}{
		"lists":      {"[", "]", 940},
		"contexts":   {"{a: ", "}", 940},
		"sums":       {"(1 + ", ")", 300},
		"conditions": {"if true then (", ") else 1", 450},
		"iterators":  {"for i in (", ") return i", 450},
		"filters":    {"[1][(", ") = 1]", 230},
	} {
		text := "{f: function(f) " + strings.Repeat(c.open, c.levels) + "f(f)" + strings.Repeat(c.closing, c.levels) + ", r: f(f)}.r"
		if _, err := program(t, text, nil).Eval(t.Context(), feel.Input{Lenient: true}); codesOf(err) != "limit_exceeded" {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Of values the deepest are compared, printed and checked.
	deep := "{a: for i in 1..990 return if i = 1 then [1] else [partial[-1]], b: for i in 1..990 return if i = 1 then [1] else [partial[-1]], l: [a[-1] = b[-1], a[-1] instance of list<list>], x: a[-1]}"
	res, err := program(t, deep, nil).Eval(t.Context(), feel.Input{})
	if err != nil {
		t.Fatal(err)
	}
	l, _ := res.Value.Get("l")
	if x, _ := res.Value.Get("x"); l.String() != "[true, true]" || len(x.String()) != 2*990+1 {
		t.Errorf("%s, %d bytes", l, len(x.String()))
	}
}

func TestCancellation(t *testing.T) {
	p := program(t, "some i in 1..1e12 satisfies i < 0", nil)
	why := errors.New("the host has gone")
	for _, lenient := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(why)
		_, err := p.Eval(ctx, feel.Input{Lenient: lenient})
		if codesOf(err) != "cancelled" || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), why.Error()) {
			t.Errorf("%v", err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
		_, err = p.Eval(ctx, feel.Input{Lenient: lenient, Limits: feel.Limits{Steps: 1 << 40}})
		stop()
		if codesOf(err) != "cancelled" || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	}
}

// The reasons of nulls are those of one evaluation, in the order in which they were
// met, and are not more than a reader can want.
func TestNulls(t *testing.T) {
	p := program(t, `[1 / zero, config.x, n + name, list["a"]]`, scopeOf(vars))
	for range 3 {
		res, err := p.Eval(t.Context(), input(true))
		if err != nil || codesOf(res.Nulls.Err()) != "division_by_zero missing_member type_mismatch type_mismatch" {
			t.Fatalf("%v, %v", res.Nulls, err)
		}
	}
	res, err := program(t, "for i in 1..5000 return i / zero", scopeOf(vars)).Eval(t.Context(), input(true))
	if err != nil || len(res.Nulls) != 1000 || res.Value.Len() != 5000 {
		t.Errorf("%d reasons, %v", len(res.Nulls), err)
	}
	// Each is told with the kinds of the operands.
	res, _ = program(t, "n + name", scopeOf(vars)).Eval(t.Context(), input(true))
	if e := res.Nulls[0]; e.Message != "+ is not defined for number and string" {
		t.Error(e.Message)
	}
}

// The first error stays, whatever comes behind it.
func TestStrictEndsWithTheFirstError(t *testing.T) {
	p := program(t, `[1 / zero, config.x, for i in 1..1000000 return i]`, scopeOf(vars))
	res, err := p.Eval(t.Context(), input(false))
	if codesOf(err) != "division_by_zero" || !res.Value.IsNull() || res.Nulls != nil {
		t.Errorf("%s, %v", res.Value, err)
	}
}

// A fault keeps the locator of its text, and stands where the text's own map says.
func TestFaultsHaveTheirPlace(t *testing.T) {
	src := feel.Source{
		Text: "1 +  n / zero",
		At:   diag.Locator{File: "t.dmn.yaml", Node: "rates", Table: "rates", Rule: 3, Cell: "age"},
		Pos:  func(offset int) diag.Pos { return diag.Pos{Offset: 100 + offset, Line: 7, Column: 20 + offset} },
	}
	sc := scopeOf(vars)
	ast, err := feel.Parse(src, sc)
	if err != nil {
		t.Fatal(err)
	}
	c, err := feel.Check(ast, sc, feel.Subset)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := feel.Compile(c)
	_, err = p.Eval(t.Context(), input(false))
	var e *diag.Error
	if !errors.As(err, &e) || !errors.Is(err, feel.DivisionByZero) {
		t.Fatal(err)
	}
	want := src.At
	want.Span = diag.Span{Start: diag.Pos{Offset: 105, Line: 7, Column: 25}, End: diag.Pos{Offset: 113, Line: 7, Column: 33}}
	if e.At != want {
		t.Errorf("got %+v", e.At)
	}
}

// Nothing of an evaluation is left for the next one of the same frame: not a
// variable, not a slot, not an argument, not an error.
func TestFramesForget(t *testing.T) {
	sc := scopeOf(vars)
	unit, err := feel.CompileUnit(
		checked(t, "if flag then {a: name, b: (function(x) [x])(a)} else null", sc, feel.Parse),
		checked(t, "unbound", sc, feel.Parse),
		checked(t, "? > n", sc.Declare("?", nil), feel.ParseUnaryTests),
		checked(t, "?", sc, feel.Parse),
		checked(t, "for i in [flag] return partial", sc, feel.Parse),
	)
	if err != nil {
		t.Fatal(err)
	}
	f := unit.NewFrame()
	first := map[string]any{"flag": true, "name": "secret", "unbound": "secret", "n": 1}
	f.Start(t.Context(), &feel.Input{Vars: feel.Map(first)})
	for i := range 5 {
		f.Eval(i, feel.Int(5))
	}
	if f.Err() != nil {
		t.Fatal(f.Err())
	}
	f.Stop()
	for _, c := range []struct {
		expr int
		vars map[string]any
		want string
	}{
		{0, map[string]any{"flag": false}, "null"},
		{0, map[string]any{"flag": true}, "unknown_name"},
		{1, nil, "unknown_name"},
		{2, nil, "unknown_name"},
		{3, nil, "null"},
		{4, map[string]any{"flag": true}, "[[]]"},
		{0, map[string]any{"flag": true, "name": "own"}, `{a: "own", b: ["own"]}`},
	} {
		f.Start(t.Context(), &feel.Input{Vars: feel.Map(c.vars)})
		got := f.Eval(c.expr, feel.Null).String()
		if f.Err() != nil {
			got = codesOf(f.Err())
		}
		if f.Stop(); got != c.want {
			t.Errorf("expression %d of %v: %s, want %s", c.expr, c.vars, got, c.want)
		}
	}
}

// A value outlives the frame that made it.
func TestValuesOutliveTheirFrame(t *testing.T) {
	sc := scopeOf(vars)
	p := program(t, "{l: [n, {k: n}], f: function(x) [x, n], r: [n..10]}", sc)
	var kept []feel.Value
	for i := range 5 {
		res, err := p.Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"n": i})})
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, res.Value)
	}
	call := program(t, "v.f(7)", feel.NewScope().Declare("v", nil))
	for i, v := range kept {
		if want := fmt.Sprintf("{l: [%d, {k: %d}], f: function(x), r: [%d..10]}", i, i, i); v.String() != want {
			t.Errorf("%s, want %s", v, want)
		}
		// A function of another evaluation can be called.
		res, err := call.Eval(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"v": v})})
		if want := fmt.Sprintf("[7, %d]", i); err != nil || res.Value.String() != want {
			t.Errorf("%s, %v, want %s", res.Value, err, want)
		}
	}
}

// One program, many goroutines, each with its own input: run with -race.
func TestProgramsAreShared(t *testing.T) {
	sc := scopeOf(vars)
	texts := []string{
		`{f: function(x) [x, n], p: people[age > n].name, q: for i in 1..n return i * n, z: @"10:00:00@Europe/Paris", r: f(n)}`,
		`[upper case(name), n in [1..3], some i in list satisfies i = n, date(2026, 1, n).day, config.x, 1 / (n - 3)]`,
	}
	for _, text := range texts {
		p := program(t, text, sc)
		want := make([]string, 8)
		eval := func(n int) string {
			in := input(true)
			in.Vars = varsWith("n", n+1)
			res, err := p.Eval(t.Context(), in)
			return fmt.Sprint(res.Value, res.Nulls, err)
		}
		for n := range want {
			want[n] = eval(n)
		}
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				for i := range 200 {
					n := (g + i) % len(want)
					if got := eval(n); got != want[n] {
						t.Errorf("%s, want %s", got, want[n])
						return
					}
				}
			})
		}
		wg.Wait()
	}
}

// FuzzEval evaluates any text within small limits. It ends, without a panic; what
// has a value in strict evaluation has the same in lenient evaluation, and no
// reasons; what ends in an error is null, or part of a value, for the same reason.
func FuzzEval(f *testing.F) {
	for _, text := range []string{
		"1 + 2", "[1, 2, 3][item > 1]", "{a: 1, f: function(x) x + a}.f(2)", "for i in 1..3 return partial", "people[age > n].name",
		"some x in list satisfies x > n", `date("2026-01-31") + duration("P1M")`, "n in (1, < 5, [7..9))", "config.b.c ** 0.5",
		`if flag and not(nothing) then upper case(name) else "x"`, "(function(x) x(x))(function(x) x(x))", "[n..null].start included",
		"sum(list) / count(empty)", "-list", "nowhere(unbound)", "{a: 1, a: 2}", `@"2026-02-30"`, "list[n - 3] between 1 and 9", "1 instance of context<a: number>",
		"people.tags[item[1] = \"x\"]", "max(list, name)", "(= partial)", `"\uD83D\uDC0E" < "a"`, "? > 3", "empty[n + 1]", "{if: 1}.if",
	} {
		f.Add(text)
	}
	sc := scopeOf(vars).Declare("?", nil)
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(feel.Source, *feel.Scope) (*feel.AST, error){feel.Parse, feel.ParseUnaryTests} {
			ast, err := parse(feel.Source{Text: text}, sc)
			if err != nil {
				continue
			}
			c, err := feel.Check(ast, sc, feel.Full)
			if c == nil {
				if !errors.Is(err, feel.NestingTooDeep) {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			p, err := feel.Compile(c)
			if err != nil {
				t.Fatal(err)
			}
			in := input(false)
			in.Test, in.Limits = feel.Int(4), feel.Limits{Steps: 5000, Bytes: 1 << 20, Depth: 20}
			strict, err := p.Eval(t.Context(), in)
			in.Lenient = true
			lenient, lenientErr := p.Eval(t.Context(), in)
			switch {
			case err == nil:
				if lenientErr != nil || len(lenient.Nulls) > 0 || lenient.Value.String() != strict.Value.String() {
					t.Fatalf("%q: strict %s, lenient %s %v %v", text, strict.Value, lenient.Value, lenient.Nulls, lenientErr)
				}
				if strings.Contains(strict.Value.String(), "unset") {
					t.Fatalf("%q: %s", text, strict.Value)
				}
			case lenientErr == nil:
				first := diag.Of(err)[0]
				if len(lenient.Nulls) == 0 || lenient.Nulls[0].Code != first.Code || lenient.Nulls[0].At != first.At {
					t.Fatalf("%q: strict %v, lenient %v", text, err, lenient.Nulls)
				}
			case codesOf(lenientErr) != "limit_exceeded":
				t.Fatalf("%q: lenient %v", text, lenientErr)
			}
		}
	})
}
