package feel_test

import "testing"

func TestStringFunctions(t *testing.T) {
	evaluate(t, []row{
		{`contains("foobar", "")`, "true", ""},
		{`contains("", "a")`, "false", ""},
		{`contains("Foo", "f")`, "false", ""},
		{`starts with("foobar", "fo")`, "true", ""},
		{`starts with("foobar", "oo")`, "false", ""},
		{`starts with("foobar", "")`, "true", ""},
		{`ends with("foobar", "ar")`, "true", ""},
		{`ends with("foobar", "a")`, "false", ""},
		{`ends with(string: "foobar", match: "r")`, "true", ""},
		{`string length("")`, "0", ""},
		{`string length("é🐎\n")`, "3", ""},
		{`string length(string: "ab")`, "2", ""},
		{`string length(12)`, "null", "type_mismatch string length(12)"},
		{`upper case("aBc4 é ß ")`, `"ABC4 É ß "`, ""},
		{`lower case("aBc4 É ")`, `"abc4 é "`, ""},
		{`lower case(nothing)`, "null", ""},
		{`"foo" + "bar"`, `"foobar"`, ""},
		{`"" + ""`, `""`, ""},
	})
}
