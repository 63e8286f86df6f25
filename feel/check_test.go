package feel_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
)

// typed is a scope whose variables have types.
func typed() *feel.Scope {
	return feel.NewScope().
		Declare("num", feel.NumberType).Declare("str", feel.StringType).Declare("yes", feel.BooleanType).
		Declare("day", feel.DateType).Declare("clock", feel.TimeType).Declare("moment", feel.DateTimeType).
		Declare("wait", feel.DaysType).Declare("term", feel.MonthsType).Declare("span", feel.DurationType).
		Declare("nums", feel.ListType(feel.NumberType)).Declare("any", nil).
		Declare("person", feel.ContextType(feel.Field{Name: "name", Type: feel.StringType}, feel.Field{Name: "age", Type: feel.NumberType})).
		Declare("people", feel.ListType(feel.ContextType(feel.Field{Name: "name", Type: feel.StringType}, feel.Field{Name: "age", Type: feel.NumberType}))).
		Declare("range", feel.RangeType(feel.NumberType)).
		Declare("fn", feel.FunctionType(feel.NumberType, feel.NumberType))
}

func TestCheckExpressions(t *testing.T) {
	for _, c := range []struct{ text, typ, faults string }{
		{"num + 1", "number", ""},
		{"num + str", "Any", "type_mismatch num + str"},
		{"any + str", "string", ""},
		{"any + 1", "number", ""},
		{"any * 2", "Any", ""},
		{"1 / any", "number", ""},
		{"any ** any", "number", ""},
		{"null + str", "Any", ""},
		{"str + str", "string", ""},
		{"str - str", "Any", "type_mismatch str - str"},
		{"day - day", "days and time duration", ""},
		{"day - moment", "days and time duration", ""},
		{"day + wait", "date", ""},
		{"term + day", "date", ""},
		{"day + day", "Any", "type_mismatch day + day"},
		{"clock + term", "Any", "type_mismatch clock + term"},
		{"clock + span", "time", ""},
		{"moment - clock", "Any", "type_mismatch moment - clock"},
		{"wait + term", "Any", "type_mismatch wait + term"},
		{"span + term", "duration", ""},
		{"wait * 2", "days and time duration", ""},
		{"wait / wait", "number", ""},
		{"wait / term", "Any", "type_mismatch wait / term"},
		{"2 / wait", "Any", "type_mismatch 2 / wait"},
		{"-str", "Any", "type_mismatch -str"},
		{"-wait", "days and time duration", ""},
		{"num < str", "boolean", "type_mismatch num < str"},
		{"num = str", "boolean", "type_mismatch num = str"},
		{"num = null", "boolean", ""},
		{"yes < any", "boolean", "type_mismatch yes < any"},
		{"yes < null", "boolean", ""},
		{"nums = nums", "boolean", ""},
		{"nums < nums", "boolean", "type_mismatch nums < nums"},
		{"span = term", "boolean", ""},
		{"day = moment", "boolean", "type_mismatch day = moment"},
		{"num between 1 and str", "boolean", "type_mismatch num between 1 and str"},
		{"yes between 1 and 2", "boolean", "type_mismatch yes between 1 and 2"},
		{"num in [1..2]", "boolean", ""},
		{`num in ["a".."b"]`, "boolean", `type_mismatch ["a".."b"]`},
		{"num in (1, str)", "boolean", "type_mismatch str"},
		{`num in ["a"]`, "boolean", ""}, // false, and no fault
		{"num in > str", "boolean", "type_mismatch > str"},
		{"range in range", "boolean", ""},
		{"num and yes", "boolean", "type_mismatch num"},
		{"yes or str", "boolean", "type_mismatch str"},
		{"if num then 1 else 2", "number", "type_mismatch num"},
		{"if yes then 1 else str", "Any", ""},
		{"if any then 1 else null", "number", ""},
		{`[1..str]`, "range<number>", "type_mismatch [1..str]"},
		{"[null..3]", "range<number>", ""},
		{"[yes..yes]", "range<boolean>", "type_mismatch [yes..yes]"},
		{"if yes then [1..2] else (< 3)", "range<number>", ""}, // as of lists, whatever the ends are
		{"if yes then [wait..wait] else (< wait)", "range<days and time duration>", ""},
		{`if yes then [1..2] else ["a".."b"]`, "range<Any>", ""},
		{"[1, 2]", "list<number>", ""},
		{"[1, str]", "list<Any>", ""},
		{"[]", "list<Any>", ""},
		{"{a: 1, b: a}", "context<a: number, b: number>", ""},
		{"{a: 1, a: 2}", "context<a: number, a: number>", "duplicate_key {a: 1, a: 2}"},
		{"{a: num, b: a + str}.b", "Any", "type_mismatch a + str"},
		{"person.name", "string", ""},
		{"person.name + 1", "Any", "type_mismatch person.name + 1"},
		{"person.more + 1", "number", ""}, // a context may have more entries
		{"people.age", "list<number>", ""},
		{"people[age > 3].name", "list<string>", ""},
		{`people[age > "x"]`, "list<context<name: string, age: number>>", `type_mismatch age > "x"`},
		{"people[1].age + 1", "number", ""},
		{"nums[item > str]", "list<number>", "type_mismatch item > str"},
		{"nums[1]", "number", ""},
		{"nums[str]", "Any", "type_mismatch str"},
		{"any[str > 1]", "list<Any>", ""}, // str may be an entry of the item
		{`[{a: 1}][[{b: 2}][a > "s"] != []]`, "list<context<a: number>>", ""},
		{"day.year", "number", ""},
		{"day.hour", "Any", "not_a_context hour"},
		{"moment.time offset", "days and time duration", ""},
		{"span.years", "number", ""},
		{"wait.years", "Any", "not_a_context years"},
		{"range.start", "number", ""},
		{"range.first", "Any", "not_a_context first"},
		{"str.length", "Any", "not_a_context length"},
		{"nums.x", "list<Any>", ""}, // of no items it is a list
		{"for i in nums return i + str", "list<Any>", "type_mismatch i + str"},
		{"for i in 1..num return i", "list<number>", ""},
		{"for i in range return i", "list<number>", ""},
		{"for i in 1..str return i", "list<number>", "type_mismatch 1"},
		{"some i in nums satisfies i", "boolean", "type_mismatch i"},
		{"every p in people satisfies p.age > p.name", "boolean", "type_mismatch p.age > p.name"},
		{"fn(1)", "number", ""},
		{"fn()", "number", "wrong_arguments fn()"},
		{"fn(1, 2)", "number", "wrong_arguments fn(1, 2)"},
		{"num(1)", "Any", "not_a_function num"},
		{"(function() 1)(2)", "number", "wrong_arguments (function() 1)(2)"},
		{"(function(a: number) a + str)(1)", "Any", "type_mismatch a + str"},
		{"function(a: number) a", "function<number> -> number", ""},
		{"function(a: tPerson) a", "function<Any> -> Any", "unknown_name tPerson"},
		{"num instance of tPerson", "boolean", "unknown_name tPerson"},
		{"num instance of function<list<tPerson>> -> number", "boolean", "unknown_name tPerson"},
		{"nowhere", "Any", "unknown_name nowhere"},
		{"nowhere + elsewhere", "Any", "unknown_name nowhere; unknown_name elsewhere"},
		{"nowhere(1)", "Any", "unknown_function nowhere"},
		{"abs()", "Any", "wrong_arguments abs()"},
		{"abs(str)", "Any", "type_mismatch str"},
		{"abs(nums)", "Any", ""}, // may be a list of one
		{"contains(str, num)", "boolean", "type_mismatch num"},
		{"contains(str, match: num)", "", ""},
		{"contains(match: num, string: str)", "boolean", "type_mismatch num"},
		{"contains(string: str)", "boolean", "wrong_arguments contains(string: str)"},
		{"contains(str, match)", "boolean", "unknown_name match"},
		{"contains(text: str, match: str)", "Any", "wrong_arguments contains(text: str, match: str)"},
		{"date(num)", "date", "type_mismatch num"},
		{"date(num, num)", "Any", "wrong_arguments date(num, num)"},
		{"count(num)", "number", ""},
		{"sum(1, 2)", "Any", ""},
		{"abs", "Any", ""},
		// Constants that are no value.
		{`date("2026-02-30")`, "date", `invalid_temporal date("2026-02-30")`},
		{`[@"2026-02-30"]`, "list<Any>", `invalid_temporal @"2026-02-30"`},
		{"if yes then 1e7000 else 1", "number", "number_range 1e7000"},
		{"1 / 0", "number", ""}, // which is left to whoever comes by
	} {
		ast, err := feel.Parse(feel.Source{Text: c.text}, typed())
		if err != nil {
			if c.typ != "" {
				t.Errorf("%s: %v", c.text, err)
			}
			continue
		}
		checked, err := feel.Check(ast, typed(), feel.Full)
		if got := faults(c.text, err); got != c.faults {
			t.Errorf("%s\n got  %s\n want %s", c.text, got, c.faults)
		}
		if checked == nil {
			t.Errorf("%s: there is no Checked", c.text)
		} else if got := checked.Type().String(); got != c.typ && !strings.Contains(c.faults, "wrong_arguments contains") {
			t.Errorf("%s is a %s, want %s", c.text, got, c.typ)
		}
	}
}

func TestCheckCells(t *testing.T) {
	for _, c := range []struct{ text, faults string }{
		{"-", ""},
		{"> 1, 5", ""},
		{`> "a"`, `type_mismatch > "a"`},
		{`1, "a", true`, `type_mismatch "a"; type_mismatch true`},
		{`not(1, "a")`, `type_mismatch "a"`},
		{`["a", "b"]`, `type_mismatch ["a", "b"]`},
		{"[1, 2]", ""},
		{`[1..2], ["a".."b"]`, `type_mismatch ["a".."b"]`},
		{"nums", ""},
		{"str", "type_mismatch str"},
		{"any", ""},
		{"null", ""},
		{"> null", ""},
		{"? > 1", ""},
		{"? + 1", "type_mismatch ? + 1"},
		{`? > "a"`, `type_mismatch ? > "a"`},
		{"1 in (?, 2)", ""},
		{"nowhere", "unknown_name nowhere"},
		{"(> str)", "type_mismatch > str"},
	} {
		sc := typed().Declare("?", feel.NumberType)
		ast, err := feel.ParseUnaryTests(feel.Source{Text: c.text}, sc)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = feel.Check(ast, sc, feel.Full); faults(c.text, err) != c.faults {
			t.Errorf("%s\n got  %s\n want %s", c.text, faults(c.text, err), c.faults)
		}
	}
}

func TestCheckOpenScope(t *testing.T) {
	for _, c := range []struct{ text, roots, faults string }{
		{"a + b.c", "a b", ""},
		{"für + 1", "für", ""},
		{"abs(a)", "a", ""},
		{"abs", "", ""},
		{"foo(1)", "foo", ""},
		{"{two words: 1}.two words", "", ""},
		{"for a in b return a", "b", ""},
	} {
		sc := feel.OpenScope()
		ast, err := feel.Parse(feel.Source{Text: c.text}, sc)
		if err != nil {
			t.Fatal(err)
		}
		checked, err := feel.Check(ast, sc, feel.Full)
		if got := faults(c.text, err); got != c.faults || checked == nil {
			t.Errorf("%s: %s", c.text, got)
		} else if got := strings.Join(checked.Roots(), " "); got != c.roots {
			t.Errorf("%s reads %s", c.text, got)
		}
	}
	// An undeclared name of several words is not open.
	sc := feel.OpenScope()
	ast, err := feel.Parse(feel.Source{Text: "{two words: 1, r: x[two words = 1]}"}, sc)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := feel.Check(ast, sc, feel.Full)
	if err != nil || strings.Join(checked.Roots(), " ") != "x" {
		t.Errorf("%v, %v", checked.Roots(), err)
	}
}

// A fault of a known type is one that a strict evaluation meets, whatever the
// values are, unless they are null.
func TestFaultsAreMet(t *testing.T) {
	host := map[string]any{
		"num": 1, "str": "a", "yes": true, "nums": []any{1}, "any": 1, "range": value(t, "[1..2]"), "fn": value(t, "abs"),
		"day": value(t, `@"2026-01-01"`), "clock": value(t, `@"10:00:00"`), "moment": value(t, `@"2026-01-01T10:00:00Z"`),
		"wait": value(t, `@"P1D"`), "term": value(t, `@"P1M"`), "span": value(t, `@"P1M"`),
		"person": map[string]any{"name": "a", "age": 1}, "people": []any{map[string]any{"name": "a", "age": 1}},
	}
	sc := typed()
	names := sc.Names()
	var texts []string
	for _, x := range names {
		texts = append(texts, "-"+x, x+"(1)", x+".year", x+".name", "nums["+x+"]", "if "+x+" then 1 else 2", x+" and yes", "abs("+x+")", "date("+x+")",
			"upper case("+x+")", "["+x+".."+x+"]", "for i in "+x+" return i", "some i in "+x+" satisfies i = i")
		for _, y := range names {
			for _, op := range []string{"+", "-", "*", "/", "**", "=", "<", "in", "in >"} {
				texts = append(texts, x+" "+op+" "+y)
			}
			texts = append(texts, x+" between "+y+" and "+y, "contains("+x+", "+y+")", "["+x+".."+y+"]", "list contains("+x+", "+y+")")
		}
	}
	met, passed := 0, 0
	for _, text := range texts {
		ast, err := feel.Parse(feel.Source{Text: text}, sc)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		checked, err := feel.Check(ast, sc, feel.Full)
		if err == nil {
			passed++
			continue
		}
		p, cerr := feel.Compile(checked)
		if cerr != nil {
			t.Fatal(cerr)
		}
		res, evalErr := p.Eval(context.Background(), feel.Input{Vars: feel.Map(host)})
		if evalErr == nil {
			t.Errorf("%s: Check reports %v, and it is %s", text, err, res.Value)
			continue
		}
		met++
		if a, b := diag.Of(err)[0], diag.Of(evalErr)[0]; a.Code != b.Code {
			t.Errorf("%s: Check reports %v, the evaluation %v", text, a, b)
		}
	}
	if met < 500 || passed < 500 {
		t.Errorf("%d texts have faults, %d have none", met, passed)
	}
}

func TestFaultsOfOneTextAreLimited(t *testing.T) {
	text := "[" + strings.Repeat(`-"a", `, 5000) + "if true then 1 else 2]"
	ast, err := feel.Parse(feel.Source{Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := feel.Check(ast, nil, feel.Full)
	if n := len(diag.Of(err)); n != limits.FaultsPerText || c == nil {
		t.Errorf("%d faults", n)
	}
	// What comes behind them still decides that the text is refused.
	if c, err = feel.Check(ast, nil, feel.Subset); c != nil || err == nil {
		t.Errorf("the subset takes it: %v", err)
	}
}

// Functions within each other are limited, and so are loops of one "for".
func TestFunctionsAndLoopsWithinEachOther(t *testing.T) {
	functions := func(n int) string { return strings.Repeat("function() ", n) + "1" }
	loops := func(n int) string { return "some " + strings.Repeat("i in [1], ", n-1) + "i in [1] satisfies true" }
	for text, code := range map[string]string{
		functions(limits.FunctionDepth): "", functions(limits.FunctionDepth + 1): "nesting_too_deep",
		loops(limits.ExpressionDepth): "", loops(limits.ExpressionDepth + 1): "nesting_too_deep",
	} {
		ast, err := feel.Parse(feel.Source{Text: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := feel.Check(ast, nil, feel.Full); codesOf(err) != code || (c == nil) != (code != "") {
			t.Errorf("%s: %v", text[:60], err)
		}
	}
}

// Types share their parts. What is said of one stays short, and soon said.
func TestTypesThatShareParts(t *testing.T) {
	var b strings.Builder
	b.WriteString("{a0: {x: 1}")
	for i := range 60 {
		fmt.Fprintf(&b, ", a%d: {p: a%d, q: a%d}", i+1, i, i)
	}
	b.WriteString(", r: a60 + 1}")
	ast, err := feel.Parse(feel.Source{Text: b.String()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := feel.Check(ast, nil, feel.Full)
	var e *diag.Error
	if !errors.As(err, &e) || e.Code != feel.TypeMismatch || len(e.Message) > 1000 {
		t.Errorf("%v", err)
	}
	if n := len(c.Type().String()); n > 1000 {
		t.Errorf("the type has %d bytes", n)
	}
}

func TestHints(t *testing.T) {
	sc := feel.NewScope().Declare("income", nil).Declare("rent", nil)
	for _, c := range []struct {
		text    string
		profile feel.Profile
		cell    string
		hint    string
	}{
		{"incme", feel.Full, "", `did you mean "income"?`},
		{"cout(1)", feel.Full, "", `did you mean "count"?`},
		{"cout", feel.Subset, "", "in scope: income, rent"}, // the subset has no count
		{"verified", feel.Subset, "status", `a string needs inner quotes: '"verified"'`},
		{"xyzzy", feel.Full, "", "in scope: income, rent"},
		{"contains(string: \"a\", mach: \"b\")", feel.Full, "", `it is called as contains(string, match); did you mean "match"?`},
		{"date(1, 2)", feel.Full, "", "it is called as date(from), or date(year, month, day)"},
		{"sum()", feel.Full, "", "it is called as sum(list...)"},
		{"floor(1, 2, 3)", feel.Full, "", "it is called as floor(n, scale?)"},
		{"if true then 1 else 2", feel.Subset, "", "write it with what the profile has, or say `profile: full`"},
		{"for date in [1, 2] return date(2026, 1, date)", feel.Full, "", `"date" is a value here, which hides the function of that name`},
		{`date("01/02/2026")`, feel.Full, "", `a date is written "2026-01-31": year, month and day`},
		{`@"10.30"`, feel.Full, "", `write @"2026-01-31", @"10:30:00", @"2026-01-31T10:30:00", @"P1Y6M" or @"P2DT3H30M"`},
		{`duration("1D")`, feel.Full, "", `a duration is written "P1Y6M" or "P2DT3H30M"`},
		{"date(2026, 2, 29)", feel.Full, "", ""},
		{`"2026-02-01" - "2026-01-01"`, feel.Full, "", `date("2026-01-31") makes a date of a text, number("1.5", null, ".") a number`},
		{`"a" + 1`, feel.Full, "", "string(x) makes a text of another value"},
		{`"2" < 1`, feel.Full, "", `number(text, null, ".") makes a number of a text`},
		{`@"2026-01-01" + 30`, feel.Full, "", `a number of days is a duration: @"P1D" * n`},
		{`@"2026-01-01" > "2025-01-01"`, feel.Full, "",
			`date("2026-01-31"), time("10:30:00") and date and time("2026-01-31T10:30:00") make these of texts`},
		{`@"2026-01-01" = @"2026-01-01T00:00:00"`, feel.Full, "", "date(x) is the date of a date and time"},
		{"[1] + 2", feel.Full, "", "concatenate(a, b) joins lists, append(list, item) adds an item"},
		{`@"P1M" < @"P30D"`, feel.Full, "", "months have no certain number of days"},
		{"{} + {}", feel.Full, "", "context merge([a, b]) puts contexts together"},
		{"1 or 2", feel.Full, "status", "alternatives are separated by commas: 1, 2"},
		{"not(1 or 2 or income)", feel.Full, "status", "alternatives are separated by commas: 1, 2, income"},
		{"1 and 2", feel.Full, "status", "write a range, [1..5], or conditions on ?: ? > 1 and ? < 5"},
		{"income > 5", feel.Full, "number", `a condition names the value that it tests: ? > 5, or contains(?, "a")`},
		{"? = 1 or 2", feel.Full, "status", "write a condition on ? at each place: ? > 1 or ? = 0"},
	} {
		src := feel.Source{Text: c.text, At: diag.Locator{Cell: c.cell}}
		parse := feel.Parse
		if c.cell != "" {
			parse = feel.ParseUnaryTests
		}
		sc := sc
		if c.cell == "number" {
			sc = sc.Child().Declare("?", feel.NumberType)
		}
		ast, err := parse(src, sc)
		if err != nil {
			t.Fatal(err)
		}
		_, err = feel.Check(ast, sc, c.profile)
		if list := diag.Of(err); len(list) != 1 || list[0].Hint != c.hint {
			t.Errorf("%s: %v, want %s", c.text, err, c.hint)
		}
	}
}
