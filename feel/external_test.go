package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// java gives a call of a method of Java by a definition with the parameters a, b...
func java(class, signature string, args ...string) string {
	params := make([]string, len(args))
	for i := range args {
		params[i] = string(rune('a' + i))
	}
	return fmt.Sprintf(`(function(%s) external {java: {class: "%s", method signature: "%s"}})(%s)`,
		strings.Join(params, ", "), class, signature, strings.Join(args, ", "))
}

func TestJavaMethods(t *testing.T) {
	const m, s = "java.lang.Math", "java.lang.String"
	for _, c := range []struct {
		class, signature string
		args             []string
		want             string
		fault            string
	}{
		{m, "cos(double)", []string{"0"}, "1", ""},
		{m, "max(double,double)", []string{"123.45", "456.78"}, "456.78", ""},
		{m, " max( double, double ) ", []string{"123.45", "456.78"}, "456.78", ""},
		{m, "max(float,float)", []string{"123.46", "456.78"}, "456.78", ""},
		{m, "max(int,int)", []string{"-3", "-2"}, "-2", ""},
		{m, "min(long,long)", []string{"9223372036854775807", "1"}, "1", ""},
		{m, "abs(int)", []string{"-5"}, "5", ""},
		{m, "abs(int)", []string{"-2147483648"}, "-2147483648", ""},
		{m, "abs(double)", []string{"-0.1"}, "0.1", ""},
		{m, "pow(double,double)", []string{"2", "0.5"}, "1.4142135623730951", ""},
		{m, "sqrt(double)", []string{"2"}, "1.4142135623730951", ""},
		{m, "round(double)", []string{"2.5"}, "3", ""},
		{m, "round(double)", []string{"-2.5"}, "-2", ""},
		{m, "round(double)", []string{"0.49999999999999994"}, "0", ""},
		{m, "round(double)", []string{"1e300"}, "9223372036854775807", ""},
		{m, "round(float)", []string{"-1e30"}, "-2147483648", ""},
		{m, "rint(double)", []string{"2.5"}, "2", ""},
		{m, "floor(double)", []string{"-0.5"}, "-1", ""},
		{m, "floorMod(int,int)", []string{"-7", "3"}, "2", ""},
		{m, "floorMod(int,int)", []string{"2147483646", "2147483647"}, "2147483646", ""},
		{m, "floorDiv(long,long)", []string{"-7", "3"}, "-3", ""},
		{m, "floorDiv(long,long)", []string{"7", "0"}, "null", "function_failed"},
		{m, "signum(double)", []string{"-0.1"}, "-1", ""},
		{m, "toDegrees(double)", []string{"0"}, "0", ""},
		{"java.lang.Short", "valueOf(short)", []string{"123"}, "123", ""},
		{"java.lang.Byte", "valueOf(byte)", []string{"3"}, "3", ""},
		{"java.lang.Integer", "valueOf(java.lang.String)", []string{`"123"`}, "123", ""},
		{"java.lang.Integer", "parseInt(java.lang.String)", []string{`"+7"`}, "7", ""},
		{"java.lang.Long", "valueOf(java.lang.String)", []string{`"-9223372036854775808"`}, "-9223372036854775808", ""},
		{"java.lang.Float", "valueOf(java.lang.String)", []string{`"1234.56"`}, "1234.56", ""},
		{"java.lang.Double", "valueOf(java.lang.String)", []string{`" 1234.56 "`}, "1234.56", ""},
		{"java.lang.Double", "parseDouble(java.lang.String)", []string{`"1e3"`}, "1000", ""},
		{"java.lang.Boolean", "parseBoolean(java.lang.String)", []string{`"TRUE"`}, "true", ""},
		{"java.lang.Boolean", "valueOf(boolean)", []string{"false"}, "false", ""},
		{s, "valueOf(char)", []string{`"a"`}, `"a"`, ""},
		{s, "valueOf(int)", []string{"12"}, `"12"`, ""},
		{s, "valueOf(long)", []string{"12"}, `"12"`, ""},
		{s, "valueOf(boolean)", []string{"true"}, `"true"`, ""},
		{s, "valueOf(java.lang.Object)", []string{"[1.0]"}, `"[1]"`, ""},
		// Arguments that do not fit.
		{s, "valueOf(char)", []string{`"abc"`}, "null", "type_mismatch"},
		{s, "valueOf(char)", []string{`""`}, "null", "type_mismatch"},
		{s, "valueOf(char)", []string{`"🐎"`}, "null", "type_mismatch"},
		{m, "max(int,int)", []string{"1.5", "1"}, "null", "type_mismatch"},
		{m, "max(int,int)", []string{"2147483648", "1"}, "null", "type_mismatch"},
		{m, "max(int,int)", []string{`"1"`, "1"}, "null", "type_mismatch"},
		{"java.lang.Byte", "valueOf(byte)", []string{"128"}, "null", "type_mismatch"},
		{"java.lang.Short", "valueOf(short)", []string{"-32769"}, "null", "type_mismatch"},
		{m, "cos(double)", []string{"1e400"}, "null", "type_mismatch"},
		{m, "max(float,float)", []string{"1e39", "1"}, "null", "type_mismatch"},
		{m, "cos(double)", []string{"nothing"}, "null", ""},
		// Results that are no number.
		{m, "sqrt(double)", []string{"-1"}, "null", "function_failed"},
		{m, "log(double)", []string{"0"}, "null", "function_failed"},
		{m, "exp(double)", []string{"1000"}, "null", "function_failed"},
		{"java.lang.Integer", "valueOf(java.lang.String)", []string{`"x"`}, "null", "function_failed"},
		{"java.lang.Integer", "valueOf(java.lang.String)", []string{`"2147483648"`}, "null", "function_failed"},
		{"java.lang.Double", "valueOf(java.lang.String)", []string{`"NaN"`}, "null", "function_failed"},
		{"java.lang.Float", "valueOf(java.lang.String)", []string{`"inf"`}, "null", "function_failed"},
		// What is not there.
		{m, "foo(double)", []string{"1"}, "null", "unknown_function"},
		{"java.lang.Foo", "valueOf(double)", []string{"1"}, "null", "unknown_function"},
		{m, "max(java.lang.String, java.lang.String)", []string{`"1"`, `"2"`}, "null", "unknown_function"},
		{m, "cos(double)", []string{"1", "2"}, "null", "unknown_function"},
		{"java.lang.System", "exit(int)", []string{"1"}, "null", "unknown_function"},
		{m, "random()", nil, "null", "unknown_function"},
	} {
		functions(t, []row{{java(c.class, c.signature, c.args...), c.want, c.fault}})
	}
}

func TestJavaFormat(t *testing.T) {
	for _, c := range []struct {
		args  []string
		want  string
		fault string
	}{
		{[]string{`"foo %s"`, `"bar"`}, `"foo bar"`, ""},
		{[]string{`"%s %s"`, "1.50", "[1]"}, `"1.5 [1]"`, ""},
		{[]string{`"none"`}, `"none"`, ""},
		{[]string{`"%2$s-%1$s-%s"`, `"a"`, `"b"`}, `"b-a-a"`, ""},
		{[]string{`"%5s|%-5s|%.2s|%S"`, `"abc"`, `"abc"`, `"abc"`, `"abc"`}, `"  abc|abc  |ab|ABC"`, ""},
		{[]string{`"%d %05d %+d %,d %x %X"`, "12", "-12", "12", "-1234567", "255", "255"}, `"12 -0012 +12 -1,234,567 ff FF"`, ""},
		{[]string{`"%f %.2f %,.1f %8.3f|% d"`, "1.5", "2.345", "1234567.25", "-1", "7"}, `"1.500000 2.35 1,234,567.3   -1.000| 7"`, ""},
		{[]string{`"%.0f %d"`, "1e40", "1e20"}, `"10000000000000000000000000000000000000000 100000000000000000000"`, ""},
		{[]string{`"%b %b %b %c%%%n"`, "true", "nothing", "1", `"x"`}, `"true false true x%\n"`, ""},
		{[]string{`"%s %d"`, "nothing", "nothing"}, `"null null"`, ""},
		{[]string{`"%s"`}, "null", "function_failed"},
		{[]string{`"%3$s"`, "1"}, "null", "function_failed"},
		{[]string{`"%0$s"`, "1"}, "null", "function_failed"},
		{[]string{`"%d"`, "1.5"}, "null", "function_failed"},
		{[]string{`"%d"`, `"1"`}, "null", "function_failed"},
		{[]string{`"%.2d"`, "1"}, "null", "function_failed"},
		{[]string{`"%c"`, `"xy"`}, "null", "function_failed"},
		{[]string{`"%q"`, "1"}, "null", "function_failed"},
		{[]string{`"%"`, "1"}, "null", "function_failed"},
		{[]string{`"%1001s"`, "1"}, "null", "function_failed"},
		{[]string{`"%.s"`, "1"}, "null", "function_failed"},
		{[]string{`"%99999999999999999999s"`, "1"}, "null", "function_failed"},
		{[]string{"nothing", "1"}, "null", ""},
		{[]string{"1", "1"}, "null", "type_mismatch"},
	} {
		functions(t, []row{{java("java.lang.String", "format(java.lang.String, [Ljava.lang.Object;)", c.args...), c.want, c.fault}})
	}
}

// What a definition does not tell is reported when it is checked, and makes the
// call null.
func TestExternalDefinitions(t *testing.T) {
	for _, c := range []struct{ body, message string }{
		{`{java: {class: "java.lang.Math", method signature: "cos(double)"}}`, ""},
		{`{java: ({class: ("java.lang.Math"), method signature: "cos(double)"})}`, ""},
		{`{java: {class: "java.lang.Math", method signature: "max(double,double)"}}`,
			`there is no function "java.lang.Math.max(double,double)"; it takes 2 arguments, and this definition has 1 parameters`},
		{`{java: {class: "java.lang.Math"}}`, `there is no function "outside FEEL"; it is described by class and method signature, both a string`},
		{`{java: {class: 1, method signature: "cos(double)"}}`, `there is no function "outside FEEL"; it is described by class and method signature, both a string`},
		{`{java: 1}`, `there is no function "outside FEEL"; it is described by class and method signature, both a string`},
		{`{}`, `there is no function "outside FEEL"; it is described by class and method signature, both a string`},
		{`{pmml: {document: "x.pmml", model: "m"}}`, `there is no function "outside FEEL"; models in PMML cannot be called`},
	} {
		text := "(function(a) external " + c.body + ")(0)"
		ast, err := feel.Parse(feel.Source{Text: text}, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got := ""
		_, err = feel.Check(ast, nil, feel.Full)
		for _, e := range diag.Of(err) {
			got += e.Message + "; " + e.Hint
		}
		if got != c.message {
			t.Errorf("%s\n got  %s\n want %s", text, got, c.message)
		}
		want, fault := "1", ""
		if c.message != "" {
			want, fault = "null", "unknown_function"
		}
		functions(t, []row{{text, want, fault}})
	}
	functions(t, []row{
		{`(function(max) max(1, 2))(function(x, y) external {java: {class: "java.lang.Math", method signature: "min(int,int)"}})`, "1", ""},
		{`sort([2, 1, 3], function(x, y) external {java: {class: "java.lang.Math", method signature: "max(int,int)"}})`, "null", "type_mismatch"},
		{`(function(a: number) external {java: {class: "java.lang.Math", method signature: "cos(double)"}})("0")`, "null", "type_mismatch"},
		{`(function(a) external {java: {class: "java.lang.Math", method signature: "cos(double)"}})(a: 0)`, "1", ""},
		{`(function(a) external {java: {class: "java.lang.Math", method signature: "cos(double)"}})(0, 1)`, "null", "wrong_arguments"},
	})
}

// A boxed definition says its kind, and its description is boxed too.
func TestBoxedExternal(t *testing.T) {
	text := func(s string) *feel.AST {
		ast, err := feel.Parse(feel.Source{Text: s}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return ast
	}
	src := feel.Source{Text: "maximum"}
	method := feel.BoxedContext(src, []feel.BoxedEntry{
		{Key: "class", Value: text(`"java.lang.Math"`)}, {Key: "method signature", Value: text(`"max(double, double)"`)},
	}, nil)
	params := []feel.BoxedParam{{Name: "a", Type: feel.NumberType}, {Name: "b"}}
	for _, c := range []struct {
		kind, want, fault string
	}{{"Java", "456", ""}, {"PMML", "null", "unknown_function"}} {
		call := feel.BoxedCall(src, feel.BoxedExternal(src, params, method, c.kind, nil), []feel.BoxedArgument{
			{Name: "b", Value: text("456")}, {Name: "a", Value: text("123")},
		})
		checked, err := feel.Check(call, nil, feel.Full)
		if codesOf(err) != c.fault {
			t.Errorf("%s: %v", c.kind, err)
		}
		p, err := feel.Compile(checked)
		if err != nil {
			t.Fatal(err)
		}
		res, err := p.Eval(t.Context(), feel.Input{Lenient: true})
		if err != nil || res.Value.String() != c.want {
			t.Errorf("%s: %s, %v, want %s", c.kind, res.Value, err, c.want)
		}
	}
}

// Every method of the table is called as its signature says, and answers something
// to small numbers or says why not.
func TestEveryJavaMethod(t *testing.T) {
	all := feel.JavaMethods()
	if len(all) < 60 {
		t.Errorf("only %d methods", len(all))
	}
	for _, key := range all {
		open := strings.Index(key, "(")
		dot := strings.LastIndex(key[:open], ".")
		var args []string
		for _, p := range strings.Split(strings.TrimSuffix(key[open+1:], ")"), ",") {
			args = append(args, map[string]string{
				"double": "1", "float": "1", "int": "1", "long": "1", "short": "1", "byte": "1", "char": `"1"`, "boolean": "true",
				"java.lang.String": `"1"`, "java.lang.Object": "1", "[Ljava.lang.Object;": "1",
			}[p])
		}
		if got := outcome(t, java(key[:dot], key[dot+1:], args...)); strings.Contains(got, "_") || got == "null" {
			t.Errorf("%s gives %s", key, got)
		}
	}
}
