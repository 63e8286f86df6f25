package feel

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, printed, tree string }{
		// Literals.
		{"1", "1", "1"},
		{" .872 ", ".872", ".872"},
		{"01.3", "01.3", "01.3"},
		{"1.23e+4", "1.23e+4", "1.23e+4"},
		{"true", "true", "true"},
		{"null", "null", "null"},
		{`"a\n\t\r\"\'\\"`, `"a\n\t\r\"'\\"`, `"a\n\t\r\"'\\"`},
		{`"\s\d{3}\p{L}(a)\1"`, `"\\s\\d{3}\\p{L}(a)\\1"`, `"\\s\\d{3}\\p{L}(a)\\1"`},
		{`"\\u0009"`, `"\\u0009"`, `"\\u0009"`},
		{`"\u0009\u00e9"`, `"\té"`, `"\té"`},
		{`"\uD83D\udc0E\U01F40E"`, `"🐎🐎"`, `"🐎🐎"`},
		{`"\u12\U1234"`, `"\\u12\\U1234"`, `"\\u12\\U1234"`},
		{`@"2026-01-31"`, `@"2026-01-31"`, `@"2026-01-31"`},
		{`@ "x"`, `@"x"`, `@"x"`},
		// Precedence and associativity.
		{"1-2-3", "1 - 2 - 3", "(- (- 1 2) 3)"},
		{"8/4/2*3", "8 / 4 / 2 * 3", "(* (/ (/ 8 4) 2) 3)"},
		{"1+2*3", "1 + 2 * 3", "(+ 1 (* 2 3))"},
		{"3**4**5", "3 ** 4 ** 5", "(** (** 3 4) 5)"},
		{"-3**2", "-3 ** 2", "(** (neg 3) 2)"},
		{"10**-5*2", "10 ** -5 * 2", "(* (** 10 (neg 5)) 2)"},
		{"--10", "--10", "(neg (neg 10))"},
		{"-10--5", "-10 - -5", "(- (neg 10) (neg 5))"},
		{"-a.b[1](2)", "-a.b[1](2)", "(neg (call (filter (. `a` `b`) 1) 2))"},
		{"a or b and c or d", "a or b and c or d", "(or (or `a` (and `b` `c`)) `d`)"},
		{"a and b = c", "a and b = c", "(and `a` (= `b` `c`))"},
		{"a < b = true", "a < b = true", "(= (< `a` `b`) true)"},
		{"1 + 2 <= 3 - 4", "1 + 2 <= 3 - 4", "(<= (+ 1 2) (- 3 4))"},
		{"(1+2)*3", "(1 + 2) * 3", "(* (paren (+ 1 2)) 3)"},
		{"-x instance of number", "-x instance of number", "(neg (instance `x` (type \"number\" args=false fields=false)))"},
		{"x instance of number = true", "x instance of number = true", "(= (instance `x` (type \"number\" args=false fields=false)) true)"},
		// between and in.
		{"x between 1+1 and 2 and y", "x between 1 + 1 and 2 and y", "(and (between `x` (+ 1 1) 2) `y`)"},
		{"1 in 1", "1 in 1", "(in 1: 1)"},
		{"1 in <= 10", "1 in <= 10", "(in 1: (test <= 10))"},
		{"10 in !=10", "10 in != 10", "(in 10: (test != 10))"},
		{"x in =a+1 or y", "x in = a + 1 or y", "(or (in `x`: (test = (+ `a` 1))) `y`)"},
		{"10 in (1, < 5, >=10)", "10 in (1, < 5, >= 10)", "(in 10: 1 (test < 5) (test >= 10))"},
		{"x in (=10)", "x in = 10", "(in `x`: (test = 10))"},
		{"x in (1)", "x in (1)", "(in `x`: (paren 1))"},
		{"x in (1+2)*3", "x in (1 + 2) * 3", "(in `x`: (* (paren (+ 1 2)) 3))"},
		{"x in (1..5]", "x in (1..5]", "(in `x`: (range false 1 5 true))"},
		{"x in (<5).end", "x in (< 5).end", "(in `x`: (. (paren (test < 5)) `end`))"},
		{"x in [1..5] and y", "x in [1..5] and y", "(and (in `x`: (range true 1 5 true)) `y`)"},
		{"x in ([1..2], ]3..4[)", "x in ([1..2], (3..4))", "(in `x`: (range true 1 2 true) (range false 3 4 false))"},
		{"x in a in b", "x in a in b", "(in (in `x`: `a`): `b`)"},
		// Ranges in all forms of brackets.
		{"[1..5]", "[1..5]", "(range true 1 5 true)"},
		{"(1..5)", "(1..5)", "(range false 1 5 false)"},
		{"]1..5[", "(1..5)", "(range false 1 5 false)"},
		{"[1..5[", "[1..5)", "(range true 1 5 false)"},
		{"]1..5]", "(1..5]", "(range false 1 5 true)"},
		{"(1..5]", "(1..5]", "(range false 1 5 true)"},
		{"[1..5)", "[1..5)", "(range true 1 5 false)"},
		{"]1..5)", "(1..5)", "(range false 1 5 false)"},
		{"x = ]1..10]", "x = (1..10]", "(= `x` (range false 1 10 true))"},
		{"[1+1..1+3]", "[1 + 1..1 + 3]", "(range true (+ 1 1) (+ 1 3) true)"},
		{"[-1..1]", "[-1..1]", "(range true (neg 1) 1 true)"},
		{"[1...5]", "[1...5]", "(range true 1 .5 true)"},
		{"(null..10]", "(null..10]", "(range false null 10 true)"},
		{"[1..x[2]]", "[1..x[2]]", "(range true 1 (filter `x` 2) true)"},
		{"[1..x[2][", "[1..x[2])", "(range true 1 (filter `x` 2) false)"},
		{"[1..x[-1]]", "[1..x[-1]]", "(range true 1 (filter `x` (neg 1)) true)"},
		{"[x[1]..x[2]]", "[x[1]..x[2]]", "(range true (filter `x` 1) (filter `x` 2) true)"},
		{"[1..5[ and y", "[1..5) and y", "(and (range true 1 5 false) `y`)"},
		{"[[1..5[, 2]", "[[1..5), 2]", "(list (range true 1 5 false) 2)"},
		{"[[1..5[]", "[[1..5)]", "(list (range true 1 5 false))"},
		{"[]1..5], 2]", "[(1..5], 2]", "(list (range false 1 5 true) 2)"},
		{"[]", "[]", "(list )"},
		{"[] instance of number", "[] instance of number", "(instance (list ) (type \"number\" args=false fields=false))"},
		{"[1..10].start included", "[1..10].start included", "(. (range true 1 10 true) `start included`)"},
		{"[1..5[.end", "[1..5).end", "(. (range true 1 5 false) `end`)"},
		{"(< 10)", "(< 10)", "(paren (test < 10))"},
		{"(!=10).end", "(!= 10).end", "(. (paren (test != 10)) `end`)"},
		// Postfix operators on any primary.
		{"[1,2][1]", "[1, 2][1]", "(filter (list 1 2) 1)"},
		{"null.b", "null.b", "(. null `b`)"},
		{"{a: 1}.b", "{a: 1}.b", "(. (context \"a\" 1) `b`)"},
		{"true[1]", "true[1]", "(filter true 1)"},
		{"123()", "123()", "(call 123)"},
		{`"abs"(-1)`, `"abs"(-1)`, `(call "abs" (neg 1))`},
		{`@"2023-11-11"()`, `@"2023-11-11"()`, `(call @"2023-11-11")`},
		{"f(2)(3)(4)", "f(2)(3)(4)", "(call (call (call `f` 2) 3) 4)"},
		{"-(function(a) a)(10)", "-(function(a) a)(10)", "(neg (call (paren (function external=false \"a\" -: `a`)) 10))"},
		{"a.in.then", "a.in.then", "(. (. `a` `in`) `then`)"},
		{"1.foo", "1.foo", "(. 1 `foo`)"},
		// Calls.
		{"f()", "f()", "(call `f`)"},
		{"f(1, -2)", "f(1, -2)", "(call `f` 1 (neg 2))"},
		{"f(start position :3, a: b - c)", "f(start position: 3, a: b - c)", "(call `f` [\"start position\" \"a\"] 3 (- `b` `c`))"},
		{"not(a)", "not(a)", "(call `not` `a`)"},
		// Contexts.
		{"{}", "{}", "(context)"},
		{`{ a : 1 , "b c":2, "":3, "1x": 4, foo bar: 5, foo + bar: 6, if: 7}`, `{a: 1, b c: 2, "": 3, "1x": 4, foo bar: 5, foo+bar: 6, if: 7}`,
			`(context "a" 1 "b c" 2 "" 3 "1x" 4 "foo bar" 5 "foo+bar" 6 "if" 7)`},
		{`{"a - b": 1}`, `{"a - b": 1}`, `(context "a - b" 1)`},
		{"{🐎: \"bar\"}", "{🐎: \"bar\"}", "(context \"🐎\" \"bar\")"},
		// Functions.
		{"function() 1", "function() 1", "(function external=false: 1)"},
		{"function(a: number, the list : list<string>) a + 1", "function(a: number, the list: list<string>) a + 1",
			"(function external=false \"a\" (type \"number\" args=false fields=false) \"the list\" (type \"list\" args=true fields=false (type \"string\" args=false fields=false)): (+ `a` 1))"},
		{`function(n1) external {java:{class:"java.lang.Math",method signature:"cos(double)"}}`,
			`function(n1) external {java: {class: "java.lang.Math", method signature: "cos(double)"}}`,
			`(function external=true "n1" -: (context "java" (context "class" "java.lang.Math" "method signature" "cos(double)")))`},
		{"function(external) external", "function(external) external", "(function external=false \"external\" -: `external`)"},
		// if, for, some, every.
		{"if a then b else if c then d else e + 1", "if a then b else if c then d else e + 1", "(if `a` `b` (if `c` `d` (+ `e` 1)))"},
		{"1 + if a then b else c + 2", "1 + if a then b else c + 2", "(+ 1 (if `a` `b` (+ `c` 2)))"},
		{"for i in 1..3 return i", "for i in 1..3 return i", "(for \"i\" 1..3: `i`)"},
		{"for i in [1..3] return i", "for i in [1..3] return i", "(for \"i\" (range true 1 3 true): `i`)"},
		{"for i in a, my item in i.b return my item", "for i in a, my item in i.b return my item", "(for \"i\" `a` \"my item\" (. `i` `b`): `my item`)"},
		{"for i in 0..4 return if i = 0 then 1 else i * partial[-1]", "for i in 0..4 return if i = 0 then 1 else i * partial[-1]",
			"(for \"i\" 0..4: (if (= `i` 0) 1 (* `i` (filter `partial` (neg 1)))))"},
		{"[for i in a, j in b return i, 2]", "[for i in a, j in b return i, 2]", "(list (for \"i\" `a` \"j\" `b`: `i`) 2)"},
		{"some x in a satisfies x > 1 and y", "some x in a satisfies x > 1 and y", "(every=false \"x\" `a`: (and (> `x` 1) `y`))"},
		{"every x in a, y in b satisfies x = y", "every x in a, y in b satisfies x = y", "(every=true \"x\" `a` \"y\" `b`: (= `x` `y`))"},
		// Types.
		{"x instance of date and time and y", "x instance of date and time and y", "(and (instance `x` (type \"date and time\" args=false fields=false)) `y`)"},
		{"x instance of years  and months duration", "x instance of years and months duration", ""},
		{"x instance of imp . tPerson", "x instance of imp.tPerson", ""},
		{"x instance of t-a or y", "x instance of t-a or y", ""},
		{"x instance of list<list<number>>=true", "x instance of list<list<number>> = true", ""},
		{"x instance of list < number >= true", "x instance of list<number> = true", ""},
		{"x instance of context<>", "x instance of context<>", "(instance `x` (type \"context\" args=false fields=true))"},
		{"x instance of context<a b: string, in: list<Loan and Credit>>", "x instance of context<a b: string, in: list<Loan and Credit>>", ""},
		{"x instance of function<>->Any", "x instance of function<> -> Any",
			"(instance `x` (type \"function\" args=true fields=false -> (type \"Any\" args=false fields=false)))"},
		{"x instance of function<string, range<date>>->list<any>", "x instance of function<string, range<date>> -> list<any>", ""},
		{"x instance of function", "x instance of function", ""},
		{"instance instance of instance", "instance instance of instance", "(instance `instance` (type \"instance\" args=false fields=false))"},
		// White space.
		{"/* a */ 1 // b\n + /* c */ 2 // d", "1 + 2", "(+ 1 2)"},
	} {
		ast, err := Parse(Source{Text: c.text}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := ast.String(); got != c.printed {
			t.Errorf("%s\n  printed %s\n     want %s", c.text, got, c.printed)
		}
		if got := tree(ast.root); c.tree != "" && got != c.tree {
			t.Errorf("%s\n  got %s\n want %s", c.text, got, c.tree)
		}
	}
}

func TestParseUnaryTests(t *testing.T) {
	for _, c := range []struct{ text, printed, tree string }{
		{" - ", "-", "(tests not=false )"},
		{"-x", "-x", "(tests not=false (neg `x`))"},
		{"5", "5", "(tests not=false 5)"},
		{"<18,>=60", "< 18, >= 60", "(tests not=false (test < 18) (test >= 60))"},
		{"=1, !=2", "= 1, != 2", "(tests not=false (test = 1) (test != 2))"},
		{`"a","b"`, `"a", "b"`, `(tests not=false "a" "b")`},
		{`>date("2016-10-01")`, `> date("2016-10-01")`, `(tests not=false (test > (call ` + "`date`" + ` "2016-10-01")))`},
		{"<=a+1", "<= a + 1", "(tests not=false (test <= (+ `a` 1)))"},
		{"[1..5], ]6..7[, (8..9)", "[1..5], (6..7), (8..9)", "(tests not=false (range true 1 5 true) (range false 6 7 false) (range false 8 9 false))"},
		{"(< 10)", "(< 10)", "(tests not=false (paren (test < 10)))"},
		{"not(1,2)", "not(1, 2)", "(tests not=true 1 2)"},
		{"not(> 5)", "not(> 5)", "(tests not=true (test > 5))"},
		{"not ( (1..5], 3 )", "not((1..5], 3)", "(tests not=true (range false 1 5 true) 3)"},
		{"not(a).b", "not(a).b", "(tests not=false (. (call `not` `a`) `b`))"},
		{"not(a) or b", "not(a) or b", "(tests not=false (or (call `not` `a`) `b`))"},
		{"not(a), 5", "not(a), 5", "(tests not=false (call `not` `a`) 5)"},
		{"not(x instance of list<a>=b), 5", "not(x instance of list<a> = b), 5", ""},
		{"not(not(a))", "not(not(a))", "(tests not=true (call `not` `a`))"},
		{"? > 5 and ? < 10", "? > 5 and ? < 10", "(tests not=false (and (> `?` 5) (< `?` 10)))"},
		{"?.a = 1", "?.a = 1", "(tests not=false (= (. `?` `a`) 1))"},
		{"null", "null", "(tests not=false null)"},
		{"contains(?, \"x\")", "contains(?, \"x\")", "(tests not=false (call `contains` `?` \"x\"))"},
	} {
		ast, err := ParseUnaryTests(Source{Text: c.text}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := ast.String(); got != c.printed {
			t.Errorf("%s\n  printed %s\n     want %s", c.text, got, c.printed)
		}
		if got := tree(ast.root); c.tree != "" && got != c.tree {
			t.Errorf("%s\n  got %s\n want %s", c.text, got, c.tree)
		}
	}
}

func TestParseType(t *testing.T) {
	for text, want := range map[string]string{
		"number": "number", " date  and time ": "date and time", "Loan and Credit/2 Type": "Loan and Credit/2 Type",
		"imp.tPerson": "imp.tPerson", "list<list<a b>>": "list<list<a b>>", "function<a, b>->c": "function<a, b> -> c",
		"context<a: number, b c: context<>>": "context<a: number, b c: context<>>", "if": "if",
	} {
		typ, err := parseType(Source{Text: text})
		if err != nil || typ.String() != want {
			t.Errorf("%s: got %s, %v", text, typ, err)
		}
	}
	for _, text := range []string{"", "list<", "list<a", "list<a, b>", "list<>", "1", "a,b", "function<a>", "context<a>"} {
		if _, err := parseType(Source{Text: text}); len(diag.Of(err)) != 1 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every node has the place of exactly its text.
func TestExtents(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // of the nodes that hold others first
	}{
		{" a + b . c [ 1 ] ", []string{"a + b . c [ 1 ]", "a", "b . c [ 1 ]", "b . c", "b", "1"}},
		{" ( - 1 ) ", []string{"( - 1 )", "- 1", "1"}},
		{"f ( x : 1 , y : 2 ) ", []string{"f ( x : 1 , y : 2 )", "f", "1", "2"}},
		{" ] 1 .. 2 [ ", []string{"] 1 .. 2 [", "1", "2"}},
		{"[ 1 , [ ] ] /* */", []string{"[ 1 , [ ] ]", "1", "[ ]"}},
		{"{ a : { } } ", []string{"{ a : { } }", "{ }"}},
		{"x in ( 1 , < 2 ) ", []string{"x in ( 1 , < 2 )", "x", "1", "< 2", "2"}},
		{"x in ( < 2 ) ", []string{"x in ( < 2 )", "x", "< 2", "2"}},
		{"x between 1 and 2 ", []string{"x between 1 and 2", "x", "1", "2"}},
		{"if a then b else @ \"c\" ", []string{"if a then b else @ \"c\"", "a", "b", "@ \"c\""}},
		{"for i in 1 .. 2 return i ", []string{"for i in 1 .. 2 return i", "1", "2", "i"}},
		{"some i in a satisfies b ", []string{"some i in a satisfies b", "a", "b"}},
		{"function ( a : list < b > ) true ", []string{"function ( a : list < b > ) true", "true"}},
		{"x instance of list < list < a > >= null ", []string{"x instance of list < list < a > >= null", "x instance of list < list < a > >", "x", "null"}},
	} {
		ast, err := Parse(Source{Text: c.text}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var got []string
		walk(ast.root, func(n node) bool {
			from, to := n.bounds()
			got = append(got, c.text[from:to])
			return true
		})
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// Depth counts for every way to build a tall tree, and the tree that is left is
// never taller than the limit.
func TestDepthIsLimited(t *testing.T) {
	const n = 100_000
	for name, text := range map[string]string{
		"parentheses": strings.Repeat("(", n), "closed parentheses": strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"lists": strings.Repeat("[", n), "contexts": strings.Repeat("{a:", 80_000), "calls": strings.Repeat("f(", n),
		"filters": strings.Repeat("x[", n), "minus": strings.Repeat("-", n) + "1", "minus with blanks": strings.Repeat("- ", n) + "1",
		"if": strings.Repeat("if a then ", 20_000), "else": strings.Repeat("if a then b else ", 10_000) + "1",
		"functions": strings.Repeat("function(x) ", 20_000), "for": strings.Repeat("for x in ", 20_000),
		"return": strings.Repeat("for x in y return ", 10_000), "sum": strings.Repeat("1+", n) + "1",
		"path": "a" + strings.Repeat(".a", n), "index": "a" + strings.Repeat("[1]", 80_000), "applied": "a" + strings.Repeat("()", n),
		"in": strings.Repeat("x in (", 40_000), "in chain": "x" + strings.Repeat(" in x", 40_000), "instance": "x" + strings.Repeat(" instance of a", 15_000),
		"types": "x instance of " + strings.Repeat("list<", 40_000), "function types": "x instance of " + strings.Repeat("function<>->", 20_000) + "a",
		"between": "x" + strings.Repeat(" between 1 and 2", 15_000), "opened ranges": strings.Repeat("]", n) + "1", "mixed": strings.Repeat("([{a:-", 40_000),
		"compare": "a" + strings.Repeat("=a", n), "ranges": strings.Repeat("(1..", 60_000), "exponents": "2" + strings.Repeat("**2", 80_000),
	} {
		for _, parse := range []func(Source, *Scope) (*AST, error){Parse, ParseUnaryTests} {
			ast, err := parse(Source{Text: text}, nil)
			faults := diag.Of(err)
			if len(faults) != 1 || faults[0].Code != NestingTooDeep {
				t.Errorf("%s: %v", name, err)
			}
			if d := height(ast.root); d > limits.ExpressionDepth+10 {
				t.Errorf("%s: the tree has %d levels", name, d)
			}
		}
	}
	ok := strings.Repeat("(", 900) + "1" + strings.Repeat(")", 900)
	for _, text := range []string{ok, "1" + strings.Repeat("+1", 900)} {
		if _, err := Parse(Source{Text: text}, nil); err != nil {
			t.Error(err)
		}
	}
}

func height(n node) int {
	h := 0
	walk(n, func(c node) bool {
		if c != n {
			h = max(h, height(c))
			return false
		}
		return true
	})
	return h + 1
}

func TestLongTexts(t *testing.T) {
	_, err := Parse(Source{Text: strings.Repeat(" ", limits.ExpressionBytes) + "1"}, nil)
	if faults := diag.Of(err); len(faults) != 1 || faults[0].Code != SourceTooLong {
		t.Error(err)
	}
	_, err = Parse(Source{Text: strings.Repeat(" ", limits.ExpressionBytes-1) + "1"}, nil)
	if err != nil {
		t.Error(err)
	}
	_, err = ParseUnaryTests(Source{Text: strings.Repeat(",", 1000)}, nil)
	if faults := diag.Of(err); len(faults) != limits.FaultsPerText {
		t.Errorf("%d faults", len(faults))
	}
}

// hostile are texts of the greatest length that would take long, or much stack,
// if reading one part of a text could read another again.
var hostile = map[string]string{
	"ranges or parentheses": strings.Repeat("("+strings.Repeat("(", 300)+"1"+strings.Repeat("..2]", 301)+",", 150),
	"quotes":                strings.Repeat("'", limits.ExpressionBytes),
	"opened quotes":         strings.Repeat("“,", limits.ExpressionBytes/4),
	"unclosed quotes":       strings.Repeat("‘x,", limits.ExpressionBytes/5),
	"words":                 strings.Repeat("a ", limits.ExpressionBytes/2),
	"names":                 "[" + strings.Repeat("a b c d,", limits.ExpressionBytes/8-1),
	"sums":                  "[" + strings.Repeat(strings.Repeat("a+", 900)+"a,", 145),
	"entries":               "{" + strings.Repeat("a:a,", limits.ExpressionBytes/4-1),
	"typed entries":         "{x:{" + strings.Repeat("a:1,", 900) + "b:1}," + strings.Repeat("a:x.b,", 40_000) + "b:1}",
	"named arguments":       strings.Repeat("f(a - b - c - d, ", 15_000),
	"filters":               "[" + strings.Repeat("x[a b][c d],", 20_000),
	"filters of a type":     "{p:{" + strings.Repeat("a b:1,", 900) + "c:1}, q:[" + strings.Repeat("p[a b],", 35_000),
	"comments":              strings.Repeat("/*", limits.ExpressionBytes/2),
	"closing brackets":      strings.Repeat(")]}", limits.ExpressionBytes/3),
	"opening ranges":        "[" + strings.Repeat("]1..2[,", 35_000),
	"bad operators":         "[" + strings.Repeat("a == b,", 35_000),
	"not":                   strings.Repeat("not(", 60_000),
	"long names":            "{" + strings.Repeat("a+", 90) + "b:1,c:[" + strings.Repeat(strings.Repeat("a+", 900)+"a,", 140),
}

func TestHostileTexts(t *testing.T) {
	for name, text := range hostile {
		parse := Parse
		if name == "not" {
			parse = ParseUnaryTests
		}
		ast, err := parse(Source{Text: text[:min(len(text), limits.ExpressionBytes)]}, nil)
		if valid := name == "words" || name == "typed entries"; valid != (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
		if d := height(ast.root); d > limits.ExpressionDepth+10 {
			t.Errorf("%s: the tree has %d levels", name, d)
		}
	}
}

func fuzzScope() *Scope {
	person := ContextType(Field{"full name", StringType}, Field{"age - net", NumberType})
	return NewScope().Declare("Full Name", nil).Declare("Date-Time", nil).Declare("a - b", nil).Declare("values in a list", nil).
		Declare("Person.Gender", nil).Declare("Person", person).Declare("people", ListType(person)).Declare("x", nil)
}

type reader func(Source, *Scope) (*AST, error)

// readable checks what holds of every text: it is refused with faults that have a
// place in it, or its tree is printed as a text with the same tree.
func readable(t interface{ Fatalf(string, ...any) }, parse reader, text string, sc *Scope) {
	ast, err := parse(Source{Text: text}, sc)
	if err != nil {
		for _, e := range diag.Of(err) {
			if s := e.At.Span; e.Code == "" || e.Message == "" || !s.Start.Known() || s.End.Offset < s.Start.Offset || s.End.Offset > len(text) {
				t.Fatalf("%q: %#v", text, e)
			}
		}
		return
	}
	nested(t, text, ast.root)
	printed := ast.String()
	again, err := parse(Source{Text: printed}, sc)
	if err != nil {
		t.Fatalf("%q is printed as %q: %v", text, printed, err)
	}
	if again.String() != printed || tree(again.root) != tree(ast.root) {
		t.Fatalf("%q is printed as %q, and that as %q\n%s\n%s", text, printed, again, tree(ast.root), tree(again.root))
	}
}

func fuzz(f *testing.F, parse reader) {
	sc := fuzzScope()
	f.Fuzz(func(t *testing.T, text string) { readable(t, parse, text, sc) })
}

// Texts that are nearly right take the parser to more places than random ones.
func TestMutatedTexts(t *testing.T) {
	sc := genScope()
	pieces := append(slices.Clone(tokenText[tokLParen:]), "1", "x", `"s"`, "'", "“", "==", "\"open", "/*", "\n", "is", "date and time", "full name", "a b")
	rapid.Check(t, func(t *rapid.T) {
		ast := &AST{root: treeGen{t}.at(3, levelNone)}
		text := ast.String()
		var words []string
		for _, tok := range tokenize(nil, text) {
			words = append(words, text[tok.start:tok.end])
		}
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			i := rapid.IntRange(0, len(words)-1).Draw(t, "place")
			words[i] = rapid.SampledFrom(pieces).Draw(t, "piece")
			if j := rapid.IntRange(0, len(words)-1).Draw(t, "other"); rapid.Bool().Draw(t, "insert") {
				words = slices.Insert(words, j, words[i])
			}
		}
		text = strings.Join(words, rapid.SampledFrom([]string{" ", ""}).Draw(t, "between"))
		readable(t, Parse, text, sc)
		readable(t, ParseUnaryTests, text, sc)
	})
}

// nested checks that what a node holds lies within it, in order and apart.
func nested(t interface{ Fatalf(string, ...any) }, text string, n node) {
	from, to := n.bounds()
	at := from
	walk(n, func(c node) bool {
		if c == n {
			return true
		}
		s, e := c.bounds()
		if s < at || e < s || e > to {
			t.Fatalf("%q: %s at %d to %d holds %s at %d to %d", text, tree(n), from, to, tree(c), s, e)
		}
		at = e
		nested(t, text, c)
		return false
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"1 + 2 * -3 ** 4", "{a - b: 1, c d: a - b}.c d", "x in (1, < 2, ]3..4[)", "(x in (< 2).end) instance of list<number>=y", "(0)in(0)instance of list<A>=0",
		"for i in 1..2, my j in [i] return partial[-1]", "function(a: context<b c: date and time>) external {d: \"\\uD83D\\uDC0E\"}",
		"people[age - net > 1].full name", "if some q in x satisfies q then Person.Gender else f(a b: 1)", "[1..x[1][", "[]1..2]]", "'a' == “b” && !c", "\"a",
	} {
		f.Add(s)
	}
	fuzz(f, Parse)
}

func FuzzParseUnaryTests(f *testing.F) {
	for _, s := range []string{"-", "not(1, (2..3])", "not(x).y, 3", "< 5, >= a - b", "? in [1..2], Date-Time", "not(x instance of list<a>=b), 1", "> 5 and < 10"} {
		f.Add(s)
	}
	fuzz(f, ParseUnaryTests)
}

func BenchmarkParse(b *testing.B) {
	sc := fuzzScope()
	for _, c := range []struct {
		name, text string
		parse      func(Source, *Scope) (*AST, error)
	}{
		{"string cell", `"verified"`, ParseUnaryTests},
		{"comparison cell", ">= 0.25", ParseUnaryTests},
		{"range cell", "[10..20)", ParseUnaryTests},
		{"list cell", `"a", "b", "c"`, ParseUnaryTests},
		{"formula", "(x.net_monthly_income - x.monthly_expenses) / x.net_monthly_income", Parse},
		{"names", "for p in people return if p.age - net > 1 then Full Name else Date-Time", Parse},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			src := Source{Text: c.text, Pos: func(int) diag.Pos { return diag.Pos{} }}
			for b.Loop() {
				if _, err := c.parse(src, sc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for name, text := range hostile {
		b.Run("hostile/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(Source{Text: text[:min(len(text), limits.ExpressionBytes)]}, nil)
			}
		})
	}
}

// parseType reads the name of a type, or a type such as list<number>. A name may
// hold whatever a FEEL name may.
func parseType(src Source) (*typeRef, error) {
	var t *typeRef
	_, err := parse(src, nil, false, func(p *parser) node {
		t = p.typeRef(true)
		return t
	})
	return t, err
}
