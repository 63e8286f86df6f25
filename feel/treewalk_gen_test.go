package feel

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// want is what a drawn expression should give, most of the time.
type want int

const (
	wantNumber want = iota
	wantString
	wantBoolean
	wantList
	wantContext
	wantTemporal
	wantRange
	wantFunction
	wantKinds
)

// exprGen draws texts of expressions that mostly have a value. names are the local
// names where the next one stands.
type exprGen struct {
	*rapid.T
	names []string
}

var walkVars = map[string]any{
	"n": 5, "zero": 0, "half": json.Number("0.5"), "s": "ab", "flag": true, "nothing": nil,
	"list": []any{1, 2, 3}, "none": []any{}, "mixed": []any{1, "a", nil, []any{true}},
	"ctx": map[string]any{"a": 1, "s": "x", "in": map[string]any{"a": 2, "l": []any{1, 2}}, "z": nil},
	"rows": []any{
		map[string]any{"a": 1, "s": "x", "n": 7}, map[string]any{"a": 2, "s": "y", "item": 3, "list": []any{9}},
		map[string]any{"s": "z", "a": nil},
	},
	"day": mustAt("2026-01-31"), "moment": mustAt("2026-01-31T10:00:00Z"), "span": mustAt("P1DT2H"),
}

func mustAt(text string) Value {
	v, err := parseAt(text)
	if err != nil {
		panic(err)
	}
	return v
}

func (g *exprGen) of(texts ...string) string { return rapid.SampledFrom(texts).Draw(g.T, "text") }

func (g *exprGen) n(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "n") }

// within draws with more local names.
func (g *exprGen) within(names []string, draw func() string) string {
	before := g.names
	g.names = append(append([]string{}, before...), names...)
	defer func() { g.names = before }()
	return draw()
}

// expr draws an expression for w; one time in twelve for anything else.
func (g *exprGen) expr(depth int, w want) string {
	if g.n(12) == 0 {
		w = want(g.n(int(wantKinds)))
	}
	if len(g.names) > 0 && g.n(4) == 0 {
		return g.of(g.names...)
	}
	if depth <= 0 {
		return g.leaf(w)
	}
	d := depth - 1
	switch g.n(9) {
	case 0:
		return fmt.Sprintf("(if %s then %s else %s)", g.expr(d, wantBoolean), g.expr(d, w), g.expr(d, w))
	case 1:
		return fmt.Sprintf("%s[%s]", g.listOf(d, w), g.of("1", "-1", "2", g.expr(d, wantNumber)))
	case 2:
		key := g.of("a", "b", "n", "item")
		return fmt.Sprintf("{a: %s, %s: %s}.%s", g.expr(d, w), g.of("b", "c", "f"), g.within([]string{"a"}, func() string { return g.expr(d, w) }), key)
	case 3:
		p := g.of("p", "q", "n")
		return fmt.Sprintf("(function(%s%s) %s)(%s)", p, g.of("", "", ": number", ": list<number>", ": Any"),
			g.within([]string{p}, func() string { return g.expr(d, w) }), g.argument(d, p))
	case 4:
		return g.leaf(w)
	}
	return g.made(d, w)
}

// argument draws one argument, sometimes named, sometimes too many.
func (g *exprGen) argument(d int, name string) string {
	arg := g.expr(d, want(g.n(int(wantKinds))))
	switch g.n(8) {
	case 0:
		return name + ": " + arg
	case 1:
		return arg + ", 1"
	}
	return arg
}

func (g *exprGen) listOf(d int, w want) string {
	switch g.n(4) {
	case 0:
		return fmt.Sprintf("[%s]", g.expr(d, w))
	case 1:
		return "(" + g.expr(d, wantList) + ")"
	}
	return fmt.Sprintf("[%s, %s]", g.expr(d, w), g.expr(d, w))
}

// made draws what is particular to w.
func (g *exprGen) made(d int, w want) string {
	num := func() string { return g.expr(d, wantNumber) }
	switch w {
	case wantNumber:
		switch g.n(6) {
		case 0:
			return "-" + g.atom(d, wantNumber)
		case 1:
			return g.builtin(d, "count", "sum", "max", "min", "mean", "median")
		case 2:
			return fmt.Sprintf("abs(%s)", num())
		case 3:
			return fmt.Sprintf("(%s).%s", g.expr(d, wantTemporal), g.of("day", "year", "hours", "days", "months", "start"))
		case 4:
			return fmt.Sprintf("(%s ** %s)", num(), g.of("2", "0", "-1", "0.5", num()))
		}
		return fmt.Sprintf("(%s %s %s)", num(), g.of("+", "-", "*", "/"), num())
	case wantString:
		switch g.n(4) {
		case 0:
			return fmt.Sprintf("string(%s)", g.expr(d, want(g.n(int(wantKinds)))))
		case 1:
			return fmt.Sprintf("%s(%s)", g.of("upper case", "lower case", "string length"), g.expr(d, wantString))
		case 2:
			return fmt.Sprintf("substring(%s)", g.of(
				g.expr(d, wantString)+", "+num(), "start position: "+num()+", string: "+g.expr(d, wantString), g.expr(d, wantString)))
		}
		return fmt.Sprintf("(%s + %s)", g.expr(d, wantString), g.expr(d, wantString))
	case wantBoolean:
		return g.truth(d)
	case wantList:
		return g.list(d)
	case wantContext:
		switch g.n(3) {
		case 0:
			return fmt.Sprintf("context put(%s, %s, %s)", g.expr(d, wantContext), g.of(`"a"`, `"k"`, `["a"]`), num())
		case 1:
			return fmt.Sprintf("{a: %s, a: %s}", num(), num())
		}
		return fmt.Sprintf("{a: %s, %s: %s, c: %s}", num(), g.of("b", `"s"`, "n"), num(),
			g.within([]string{"a", "b"}, func() string { return g.expr(d, want(g.n(int(wantKinds)))) }))
	case wantTemporal:
		switch g.n(3) {
		case 0:
			return fmt.Sprintf("date(2026, %s, 31)", num())
		case 1:
			return fmt.Sprintf("(%s %s %s)", g.expr(d, wantTemporal), g.of("+", "-"), g.expr(d, wantTemporal))
		}
		return fmt.Sprintf("(%s %s %s)", g.expr(d, wantTemporal), g.of("*", "/"), num())
	case wantRange:
		k := want(g.of("0", "1", "5")[0] - '0')
		if g.n(3) == 0 {
			return fmt.Sprintf("(%s %s)", g.of("<", "<=", ">", ">=", "=", "!="), g.expr(d, k))
		}
		return fmt.Sprintf("(%s%s..%s%s)", g.of("[", "(", "]"), g.expr(d, k), g.expr(d, k), g.of("]", ")", "["))
	}
	params := []string{g.of("p", "q"), g.of("n", "r")}[:g.n(3)]
	return fmt.Sprintf("function(%s) %s", strings.Join(params, ", "), g.within(params, func() string { return g.expr(d, want(g.n(int(wantKinds)))) }))
}

// atom draws what an operator may stand before.
func (g *exprGen) atom(d int, w want) string { return "(" + g.expr(d, w) + ")" }

func (g *exprGen) builtin(d int, names ...string) string {
	args := g.expr(d, wantList)
	switch g.n(4) {
	case 0:
		args = "list: " + args
	case 1:
		args = g.expr(d, wantNumber) + ", " + g.expr(d, wantNumber)
	}
	return g.of(names...) + "(" + args + ")"
}

func (g *exprGen) truth(d int) string {
	k := want(g.of("0", "1", "5")[0] - '0')
	x, y := g.atom(d, k), g.atom(d, k)
	switch g.n(8) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.expr(d, wantBoolean), g.of("and", "or"), g.expr(d, wantBoolean))
	case 1:
		return fmt.Sprintf("(%s between %s and %s)", x, y, g.atom(d, k))
	case 2:
		return fmt.Sprintf("(%s in (%s, %s %s, %s))", x, g.atom(d, k), g.of("<", ">=", "!=", "="), y, g.expr(d, wantRange))
	case 3:
		return fmt.Sprintf("(%s in %s)", x, g.of(g.expr(d, wantList), g.expr(d, wantRange), y))
	case 4:
		return g.within([]string{"i"}, func() string {
			return fmt.Sprintf("(%s i in %s satisfies %s)", g.of("some", "every"), g.expr(d, wantList), g.expr(d, wantBoolean))
		})
	case 5:
		return fmt.Sprintf("(%s instance of %s)", g.expr(d, want(g.n(int(wantKinds)))),
			g.of("number", "string", "list<number>", "context<a: number>", "range<number>", "Any", "date", "function<Any> -> Any", "list<Any>"))
	case 6:
		return fmt.Sprintf("not(%s)", g.expr(d, wantBoolean))
	}
	return fmt.Sprintf("(%s %s %s)", x, g.of("<", "<=", ">", ">=", "=", "!="), y)
}

func (g *exprGen) list(d int) string {
	item := func(names ...string) string {
		return g.within(names, func() string { return g.expr(d, want(g.n(int(wantKinds)))) })
	}
	cond := func(names ...string) string {
		return g.within(names, func() string { return g.expr(d, wantBoolean) })
	}
	switch g.n(9) {
	case 0:
		return fmt.Sprintf("(for i in %s return %s)", g.expr(d, wantList), item("i", "partial"))
	case 1:
		return fmt.Sprintf("(for i in %s..%s, j in %s return %s)", g.of("1", "-1", g.expr(d, wantNumber)), g.of("3", "n", g.expr(d, wantNumber)),
			g.of("i..2", "list", "rows", "[1..i]", "(1..3]", "day..day"), item("i", "j", "partial[-1]"))
	case 2:
		return fmt.Sprintf("%s[%s]", g.of("rows", "list", "mixed", "none", "ctx", "(for r in rows return r)"), cond("a", "item", "s", "item.a", "n", "list"))
	case 3:
		return fmt.Sprintf("%s.%s", g.of("rows", "ctx", "rows[a > 1]", "[ctx, ctx.in]", g.atom(d, wantList)), g.of("a", "s", "in", "in.l", "n"))
	case 4:
		return fmt.Sprintf("sort(%s, %s)", g.expr(d, wantList), g.of("function(x, y) x < y", "function(x, y) "+item("x", "y"), "function(x) x", "max"))
	case 5:
		return fmt.Sprintf("%s(%s, %s)", g.of("append", "concatenate", "index of", "list contains", "union"), g.expr(d, wantList), item())
	case 6:
		return fmt.Sprintf("[%s, %s][%s]", item(), item(), cond("item"))
	case 7:
		return fmt.Sprintf("list replace(%s, %s, %s)", g.expr(d, wantList), g.of("1", "-1", "function(item, newItem) item = newItem", item()), item())
	}
	return fmt.Sprintf("[%s, %s]", item(), item())
}

func (g *exprGen) leaf(w want) string {
	switch w {
	case wantNumber:
		return g.of("0", "1", "2", "3", "1.5", "-1", "1e3", "n", "zero", "half", "ctx.a", "ctx.in.a")
	case wantString:
		return g.of(`""`, `"a"`, `"b"`, `"1"`, "s", "ctx.s", `"a long text that goes on and on"`)
	case wantBoolean:
		return g.of("true", "false", "null", "flag", "nothing")
	case wantList:
		return g.of("[]", "[1]", "[1, 2]", "list", "none", "mixed", "rows", "[1..3]", "ctx.in.l", "null", "1")
	case wantContext:
		return g.of("{}", "{a: 1}", "ctx", "ctx.in", "ctx.nowhere", "rows[1]")
	case wantTemporal:
		return g.of("day", "moment", "span", `@"2026-02-28"`, `@"P1M"`, `@"10:00:00"`, `@"12:00:00+02:00"`, `duration("-P2D")`, `@"x"`, `@"2026-02-28T00:00:00"`)
	case wantRange:
		return g.of("[1..3]", "(1..3)", "(< 2)", "(= 1)", "[null..2]", "[day..day]", `["a".."b"]`, "[3..1]")
	}
	return g.of("abs", "function(p) p", "function() 1", "count", "unknown", "max")
}

func walkScope() *Scope {
	sc := NewScope().Declare("?", nil)
	for _, name := range []string{"n", "zero", "half", "s", "flag", "nothing", "list", "none", "mixed", "ctx", "rows", "day", "moment", "span"} {
		sc.Declare(name, nil)
	}
	return sc
}

func TestCompiledExpressionsAgreeWithAWalkOfTheTree(t *testing.T) {
	sc := walkScope()
	for range 20 {
		rapid.Check(t, func(t *rapid.T) {
			g := exprGen{T: t}
			text := g.expr(3, want(g.n(int(wantKinds))))
			ast, err := Parse(Source{Text: text}, sc)
			if err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			holdAgainst(t, ast, sc, walkVars, Null)
		})
	}
}

func TestCompiledTestsAgreeWithAWalkOfTheTree(t *testing.T) {
	sc := walkScope()
	for range 10 {
		rapid.Check(t, func(t *rapid.T) {
			g := exprGen{T: t}
			var tests []string
			for range 1 + g.n(3) {
				test := g.expr(2, want(g.n(int(wantKinds))))
				switch g.n(4) {
				case 0:
					test = g.of("<", "<=", ">", ">=", "=", "!=") + " (" + test + ")"
				case 1:
					test = g.within([]string{"?"}, func() string { return g.truth(2) })
				}
				tests = append(tests, test)
			}
			text := strings.Join(tests, ", ")
			if g.n(3) == 0 {
				text = "not(" + text + ")"
			}
			ast, err := ParseUnaryTests(Source{Text: text}, sc)
			if err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			tested := []Value{Null, Int(1), Int(2), String("a"), Bool(true), List(Int(1)), mustAt("2026-01-31"), Context()}
			holdAgainst(t, ast, sc, walkVars, rapid.SampledFrom(tested).Draw(t, "?"))
		})
	}
}

// What the grammar allows, whatever it may mean: mostly faults.
func TestAnyTreeAgreesWithAWalk(t *testing.T) {
	sc := genScope()
	vars := map[string]any{
		"a": 1, "b": []any{1, map[string]any{"x": 2}}, "full name": "Ann", "Date-Time": mustAt("2026-01-31T10:00:00"),
		"values in a list": []any{3, 4}, "Person.Gender": nil,
	}
	for range 5 {
		rapid.Check(t, func(t *rapid.T) {
			g := treeGen{t}
			ast := &AST{root: g.at(4, levelNone)}
			parsed, err := Parse(Source{Text: ast.String()}, sc)
			if err != nil {
				t.Fatal(err)
			}
			external := false
			walk(parsed.root, func(n node) bool {
				if f, ok := n.(*functionLit); ok {
					external = external || f.external
				}
				return true
			})
			if !external {
				holdAgainst(t, parsed, sc, vars, Int(7))
			}
		})
	}
}
