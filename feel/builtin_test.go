package feel_test

import "testing"

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
