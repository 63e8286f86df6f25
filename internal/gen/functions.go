package gen

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// sections are the groups of functions in the standard, in its order.
var sections = []struct{ number, title string }{
	{"10.3.4.1", "Conversion"}, {"10.3.4.2", "Boolean"}, {"10.3.4.3", "Strings"}, {"10.3.4.4", "Lists"},
	{"10.3.4.5", "Numbers"}, {"10.3.4.6", "Identity"}, {"10.3.4.7", "Ranges"}, {"10.3.4.8", "Calendar"},
	{"10.3.4.9", "Sort"}, {"10.3.4.10", "Contexts"}, {"10.3.4.11", "Clock"},
}

// Functions gives docs/functions.md, the reference of built-in functions. What its
// examples give is computed.
func Functions() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`# Functions

<!-- Written from the source by: go test ./internal/gen -update -->

The built-in functions of DMN 1.6, by the clause that defines them. A call is written as

    name(parameter: types, parameter?: types, parameter...: types) -> type of the result

"?" marks a parameter that may be left out, "..." one that may be given more than once, by position. Arguments are
given by position or all by name, in any order; by name, a parameter that takes null may be left out too. Where two forms
have parameters of the same names, the order of the names tells which is meant. A point is a value of which there are
ranges: a number, string, date, time, date and time, or duration.

A single value is a list of one where a list is wanted, and a list of one is its item where none is. Fractions of
positions, lengths and scales are cut. Positions begin at 1, and at -1 from the end.

**Null.** Where a parameter does not take null, the call of null is null; so is that of a list with a null among its items
that the function would have to compute with. That is an answer, no error. Everything else that the standard answers
with null is a mistake: an error of strict evaluation, and in lenient evaluation null with the same error as its reason.
These are, of every function, an argument of another type (` + "`type_mismatch`" + `) and a call with the wrong number or names of
arguments (` + "`wrong_arguments`" + `); what else a function answers so is among its examples, with its code: see
[codes.md](codes.md).

`)
	all := feel.Library()
	for _, s := range sections {
		fmt.Fprintf(&b, "- %s (%s): ", s.title, s.number)
		sep := ""
		for _, f := range all {
			if f.Section == s.number {
				fmt.Fprintf(&b, "%s[%s](#%s)", sep, f.Name, strings.ReplaceAll(f.Name, " ", "-"))
				sep = ", "
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nIn the subset that tables in YAML have by default: %s.\n", subset(all))
	shown := 0
	for _, s := range sections {
		for _, f := range all {
			if f.Section != s.number {
				continue
			}
			shown++
			if err := function(&b, f); err != nil {
				return nil, err
			}
		}
	}
	if shown != len(all) {
		return nil, fmt.Errorf("%d of %d functions are in no section that is known here", len(all)-shown, len(all))
	}
	b.WriteString(`
## Functions outside FEEL

A function that a model defines by class and method signature of Java is one that the application has registered
under these (` + "`feel.Scope.DeclareExternal`" + `), or one of the methods below. A number must fit the type in Java; a double or
float comes back through its shortest decimal text. A call of null is null. What else a model describes is a function that
answers null, with ` + "`unknown_function`" + ` as the reason. Models in PMML cannot be called.

`)
	for _, m := range feel.JavaMethods() {
		fmt.Fprintf(&b, "- `%s`\n", m)
	}
	return b.Bytes(), nil
}

func subset(all []feel.FunctionInfo) string {
	var names []string
	for _, f := range all {
		if f.Subset {
			names = append(names, "`"+f.Name+"`")
		}
	}
	return strings.Join(names, ", ")
}

func function(b *bytes.Buffer, f feel.FunctionInfo) error {
	fmt.Fprintf(b, "\n## %s\n\n", f.Name)
	for _, form := range f.Forms {
		fmt.Fprintf(b, "    %s\n", call(f.Name, form))
	}
	b.WriteString("\n| example | gives |\n|---|---|\n")
	for _, text := range f.Examples {
		result, err := example(text)
		if err != nil {
			return fmt.Errorf("the example %s of %s: %w", text, f.Name, err)
		}
		fmt.Fprintf(b, "| %s | %s |\n", verbatim(text), result)
	}
	return nil
}

func call(name string, form feel.FunctionForm) string {
	params := make([]string, len(form.Params))
	for i, p := range form.Params {
		types := strings.Join(p.Types, " | ")
		if types == points {
			types = "point"
		}
		switch {
		case p.Null && types == "":
			types = "anything or null"
		case p.Null:
			types += " | null"
		case types == "":
			types = "anything"
		}
		params[i] = fmt.Sprintf("%s%s: %s", p.Name, mark(p), types)
	}
	return fmt.Sprintf("%s(%s) -> %s", name, strings.Join(params, ", "), form.Result)
}

// points are the types of which there are ranges.
const points = "number | string | date | time | date and time | days and time duration | years and months duration"

func mark(p feel.FunctionParam) string {
	switch {
	case p.Optional:
		return "?"
	case p.Repeated:
		return "..."
	}
	return ""
}

// exampleTime is the clock of the examples.
var exampleTime = time.Date(2026, 6, 1, 12, 30, 0, 0, time.FixedZone("", 2*60*60))

// example gives what an expression gives in strict evaluation.
func example(text string) (string, error) {
	ast, err := feel.Parse(feel.Source{Text: text}, nil)
	if err != nil {
		return "", err
	}
	// What the check reports of an example, its evaluation reports as well.
	checked, err := feel.Check(ast, nil, feel.Full)
	if checked == nil {
		return "", err
	}
	program, err := feel.Compile(checked)
	if err != nil {
		return "", err
	}
	res, err := program.Eval(context.Background(), feel.Input{Now: exampleTime})
	if faults := diag.Of(err); len(faults) > 0 {
		return fmt.Sprintf("**%s**: %s", faults[0].Code, strings.ReplaceAll(faults[0].Message, "|", `\|`)), nil
	}
	return verbatim(res.Value.String()), err
}

// verbatim gives text as it is, in a cell of a Markdown table.
func verbatim(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }
