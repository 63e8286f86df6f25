package feel_test

import (
	"fmt"
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestLogic(t *testing.T) {
	// The three truths, and what each operator makes of two of them.
	truths := []string{"true", "false", "null"}
	and := [3][3]string{{"true", "false", "null"}, {"false", "false", "false"}, {"null", "false", "null"}}
	or := [3][3]string{{"true", "true", "true"}, {"true", "false", "null"}, {"true", "null", "null"}}
	var rows []row
	for i, x := range truths {
		for j, y := range truths {
			rows = append(rows, row{x + " and " + y, and[i][j], ""}, row{x + " or " + y, or[i][j], ""},
				// Also when nothing is constant.
				row{fmt.Sprintf("(function(x, y) x and y)(%s, %s)", x, y), and[i][j], ""},
				row{fmt.Sprintf("(function(x, y) x or y)(%s, %s)", x, y), or[i][j], ""})
		}
	}
	evaluate(t, append(rows, []row{
		{"true and 123", "null", "type_mismatch 123"},
		{"false and 123", "false", ""},
		{"123 and false", "false", "type_mismatch 123"},
		{"null and 123", "null", "type_mismatch 123"},
		{"false or 123", "null", "type_mismatch 123"},
		{"true or 123", "true", ""},
		{`"x" or true`, "true", `type_mismatch "x"`},
		{"n and n", "null", "type_mismatch n"},
		// What the left side decides leaves the right side unread.
		{"not(flag) and unbound", "false", ""},
		{"flag or 1 / zero", "true", ""},
		{"nothing and unbound", "null", "unknown_name unbound"},
		{"not(true)", "false", ""},
		{"not(null)", "null", ""},
		{"not(1)", "null", "type_mismatch not(1)"},
		{"not([true])", "false", ""},
	}...))
}

func TestComparisons(t *testing.T) {
	evaluate(t, []row{
		{"1 = 1.00", "true", ""},
		{"2000 = 2000.00", "true", ""},
		{"n = 5", "true", ""},
		{"5 != n", "false", ""},
		{"n < 5.5", "true", ""},
		{"name < \"B\"", "true", ""},
		{"\"10\" < \"9\"", "true", ""},
		{"nothing = null", "true", ""},
		{"nothing != null", "false", ""},
		{"n = null", "false", ""},
		{"n != null", "true", ""},
		{"null = null", "true", ""},
		{"nothing < 1", "null", ""},
		{"1 >= nothing", "null", ""},
		{"null < null", "null", ""},
		{"nothing < flag", "null", ""},
		{"flag < flag", "null", "type_mismatch flag < flag"},
		{"flag = flag", "true", ""},
		{`100 = "100"`, "null", `type_mismatch 100 = "100"`},
		{`n = name`, "null", `type_mismatch n = name`},
		{`n != name`, "null", `type_mismatch n != name`},
		{`n < name`, "null", `type_mismatch n < name`},
		{"list = n", "null", "type_mismatch list = n"},
		{"list < list", "null", "type_mismatch list < list"},
		{"list = [1, 2, 3]", "true", ""},
		{"list = [1, 2]", "false", ""},
		{"{a: 1, b: [2]} = {b: [2.0], a: 1}", "true", ""},
		{"{a: 1} = {a: 1, b: null}", "false", ""},
		{"{a: null} = {b: null}", "false", ""},
		{`[1] = ["1"]`, "false", ""},
		{"[null] = [null]", "true", ""},
		{"{} = []", "null", "type_mismatch {} = []"},
		{"1 = 1 = true", "true", ""},
	})
}

func TestBetween(t *testing.T) {
	evaluate(t, []row{
		{"n between 5 and 5", "true", ""},
		{"n between 1 and 4", "false", ""},
		{"n between 9 and 1", "false", ""},
		{`"b" between "a" and "c"`, "true", ""},
		{"nothing between 1 and 2", "null", ""},
		{"n between nothing and 9", "null", ""},
		{"n between 1 and nothing", "null", ""},
		{"n between 9 and nothing", "null", ""},
		{`n between "a" and 9`, "null", `type_mismatch n between "a" and 9`},
		{"flag between false and true", "null", "type_mismatch flag between false and true"},
		{`@"10:00:00Z" between @"09:00:00" and @"11:00:00"`, "null", `type_mismatch @"10:00:00Z" between @"09:00:00" and @"11:00:00"`},
	})
}

func TestIn(t *testing.T) {
	evaluate(t, []row{
		{"n in 5", "true", ""},
		{"n in (1, 5)", "true", ""},
		{"n in (1, < 5, >= 10)", "false", ""},
		{"n in [1, 5]", "true", ""},
		{"n in [1..5]", "true", ""},
		{"n in [1..5)", "false", ""},
		{"n in (5..9]", "false", ""},
		{"n in ]4..9[", "true", ""},
		{"n in [9..1]", "false", ""},
		{"n in <= 5", "true", ""},
		{"n in != 5", "false", ""},
		{"n in list", "false", ""},
		{"2 in list", "true", ""},
		{"n in ([1..2], [4..6])", "true", ""},
		{"n in [[1..2], [4..6]]", "true", ""},
		{"n in [(< 3), (> 4)]", "true", ""},
		{"n in (< 3)", "false", ""},
		{"n in [(= 5)]", "true", ""},
		{"n in [(!= 5)]", "false", ""},
		{"[1, 2] in [[1, 2], 3]", "true", ""},
		{"[1, 2] in [1, 2]", "true", ""},
		{"[1] in ([[2]], [[3]])", "false", ""},
		{"[1, 2] in = [1, 2]", "true", ""},
		{"[1..2] in [1..2]", "true", ""},
		{"[1..2] in [[1..2]]", "true", ""},
		{"{a: 1} in {a: 1.0}", "true", ""},
		{"null in [1, null]", "true", ""},
		{"null in null", "true", ""},
		{"null in (1, null)", "true", ""},
		{"nothing in [1..10]", "null", ""},
		{"n in [1..null]", "null", ""},
		{"n in [null..9]", "null", ""},
		{"n in [null..3]", "false", ""},
		{"n in [nothing..nothing]", "null", ""},
		{"n in [[1..null], 7]", "false", ""},
		{"n in nothing", "false", ""},
		// Items of another kind are passed over; one test of another kind is a fault.
		{`true in [false, 2, "x"]`, "false", ""},
		{`n in ["a", "b"]`, "false", ""},
		{`n in [["a".."b"], 5]`, "true", ""},
		{`@"10:00:00Z" in [[@"09:00:00"..@"11:00:00"], @"10:00:00Z"]`, "true", ""},
		{`n in ("a", 5)`, "true", `type_mismatch "a"`},
		{`n in (6, "a")`, "null", `type_mismatch "a"`},
		{`n in (5, "a")`, "true", ""},
		{`n in ["a".."b"]`, "null", `type_mismatch ["a".."b"]`},
		{"n in unbound", "false", "unknown_name unbound"},
		{"list in [1..5]", "null", "type_mismatch [1..5]"},
		// A condition on ? tests what stands before in.
		{"n in (? > 3)", "true", ""},
		{"n in (? > 3 and ? < 5)", "false", ""},
		{"n in (6, ? between 1 and 9)", "true", ""},
		{`name in (contains(?, "n"), "Bob")`, "true", ""},
		{`name in (starts with(?, "x"), not(ends with(?, "n")))`, "false", ""},
		{"nothing in (? > 3)", "null", ""},
		{"nothing in (? = null)", "true", ""},
		{"n in (? in (? > 4))", "true", ""},
		{"n in (some i in list satisfies i + 2 = ?)", "true", ""},
		{"config in (?.a = 1)", "true", ""},
		{"list in (count(?) = 3)", "true", ""},
		{"for i in list return i in (? > 1)", "[false, true, true]", ""},
		{"list[item in (? > 1)]", "[2, 3]", ""},
		{"people[age in (? > 18)].name", `["Cy"]`, ""},
		{"(function(x) x in (? = n))(5)", "true", ""},
		{"n in (list[item = 2] = [?])", "false", ""},
		{`n in (? > "a")`, "null", `type_mismatch ? > "a"`},
	})
}

// cells evaluates unary tests of n as rows are evaluated.
func TestCells(t *testing.T) {
	sc := scopeOf(vars).Declare("?", nil)
	for _, c := range []struct {
		text, test, value, fault string
	}{
		{"-", "5", "true", ""},
		{"-", "null", "true", ""},
		{"5", "5.0", "true", ""},
		{"5", "6", "false", ""},
		{"> 3", "5", "true", ""},
		{"> 3", "null", "null", ""},
		{"<18,>=60", "60", "true", ""},
		{"<18,>=60", "30", "false", ""},
		{"not(<18,>=60)", "30", "true", ""},
		{"not(<18,>=60)", "60", "false", ""},
		{"not(3)", "null", "true", ""},
		{"not(> 3)", "null", "null", ""},
		{"[1..89.5]", "89.50", "true", ""},
		{"<= 89.5", "89.50", "true", ""},
		{"(89.5..100]", "89.50", "false", ""},
		{"n", "5", "true", ""},
		{"list", "2", "true", ""},
		{"[4..n]", "5", "true", ""},
		{"< n", "4", "true", ""},
		{"null", "null", "true", ""},
		{"null", "5", "false", ""},
		{"null, > 3", "null", "true", ""},
		{"!= null", "5", "true", ""},
		{"config.b.c", "2", "true", ""},
		{"(> 3)", "5", "true", ""},
		{"(> 3), 1", "1", "true", ""},
		{`"a", "b"`, `"b"`, "true", ""},
		{`not("a", "b")`, `"b"`, "false", ""},
		{`["a", "b"]`, `"b"`, "true", ""},
		{`date("2026-01-01")`, `@"2026-01-01"`, "true", ""},
		{`[date("2026-01-01")..date("2026-02-01")]`, `@"2026-01-31"`, "true", ""},
		{`>= date("2026-01-01")`, `@"2026-01-31"`, "true", ""},
		// A test with ? is a condition.
		{"? > 3", "5", "true", ""},
		{"? * 2 = 10 and n > 1", "5", "true", ""},
		{"? > 3", "null", "null", ""},
		{"not(? > 3)", "5", "false", ""},
		{"? in [1..5]", "5", "true", ""},
		{"5 in ?", "[4, 5]", "true", ""},
		{"5 in [?..9]", "6", "false", ""},
		{"2 in (?, 3)", "2", "true", ""},
		{"n in (? > 3)", "1", "true", ""},
		{"? in (? > 3)", "1", "false", ""},
		{"some i in ? satisfies i > 4", "[4, 5]", "true", ""},
		{"(function(x) x = ?)(5)", "5", "true", ""},
		{"?", "true", "true", ""},
		{"?", "5", "true", "type_mismatch ?"},
		{"? + 1", "5", "false", "type_mismatch ? + 1"},
		{"list[item > ?]", "2", "false", "type_mismatch list[item > ?]"},
		{"list[item >= ?]", "2", "true", "type_mismatch list[item >= ?]"},
		// A condition without it is the answer, where the value is no boolean.
		{"n = 5", "true", "true", ""},
		{"n = 5", "false", "false", ""},
		{"n = 5", "null", "false", ""},
		{"n = 5", `"a"`, "true", "type_mismatch n = 5"},
		{"n = 6", `"a"`, "false", "type_mismatch n = 6"},
		{"not(n = 6)", "3", "true", "type_mismatch n = 6"},
		{"n = nothing", `"a"`, "false", "type_mismatch n = nothing"},
		// Faults.
		{`"a"`, "5", "null", `type_mismatch "a"`},
		{`!= "a"`, "5", "null", `type_mismatch != "a"`},
		{"> 3", `"a"`, "null", "type_mismatch > 3"},
		{"[1..3]", `"a"`, "null", "type_mismatch [1..3]"},
		{`["a", "b"]`, "5", "false", ""},
		{"true", "5", "null", "type_mismatch true"},
		{"5", "true", "null", "type_mismatch 5"},
		{"> unbound", "5", "null", "unknown_name unbound"},
		{"nowhere", "5", "false", "unknown_name nowhere"},
		{"!= config.x", "5", "true", "missing_member x"},
		{"1 / zero", "5", "false", "division_by_zero 1 / zero"},
		{`5, "a"`, "5", "true", ""},
		{`"a", 5`, "5", "true", `type_mismatch "a"`},
	} {
		p, err := feel.Compile(checked(t, c.text, sc, feel.ParseUnaryTests))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, row{c.text, c.value, c.fault}, func(lenient bool) (feel.Result, error) {
			in := input(lenient)
			in.Test = value(t, c.test)
			return p.Eval(t.Context(), in)
		})
	}
}
