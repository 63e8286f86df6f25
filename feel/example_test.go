package feel_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// A text becomes a program once, and is evaluated as often as there is input.
func Example() {
	scope := feel.NewScope().
		Declare("income", feel.ContextType(
			feel.Field{Name: "net", Type: feel.NumberType},
			feel.Field{Name: "monthly rent", Type: feel.NumberType}))
	ast, err := feel.Parse(feel.Source{Text: "(income.net - income.monthly rent) / income.net >= 0.25"}, scope)
	if err != nil {
		fmt.Println(err)
		return
	}
	checked, err := feel.Check(ast, scope, feel.Subset)
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := feel.Compile(checked)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, rent := range []string{"1500.00", "1500.01"} {
		income := map[string]any{"net": 2000, "monthly rent": decimal.RequireFromString(rent)}
		result, err := program.Eval(context.Background(), feel.Input{Vars: feel.Map(map[string]any{"income": income})})
		fmt.Println(result.Value, err)
	}
	// Output:
	// true <nil>
	// false <nil>
}

// Check reports everything that is wrong, each fault with its place and a hint.
func ExampleCheck() {
	scope := feel.NewScope().Declare("income", feel.NumberType).Declare("name", feel.StringType)
	text := "name = \"Ann\" and 1 + incme > name"
	ast, err := feel.Parse(feel.Source{Text: text}, scope)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = feel.Check(ast, scope, feel.Full)
	if err := diag.Render(os.Stdout, err, nil); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1:18: > is not defined for number and string [type_mismatch]
	//   hint: number(text, null, ".") makes a number of a text
	//
	// 1:22: "incme" names nothing here [unknown_name]
	//   hint: did you mean "income"?
}

// In strict evaluation the first fault is an error; in lenient evaluation it is a
// null with a reason.
func ExampleProgram_Eval() {
	scope := feel.NewScope().Declare("claim", nil)
	ast, _ := feel.Parse(feel.Source{Text: "[claim.hours * 2, claim.rate]"}, scope)
	checked, _ := feel.Check(ast, scope, feel.Full)
	program, _ := feel.Compile(checked)

	in := feel.Input{Vars: feel.Map(map[string]any{"claim": map[string]any{"hours": 15}})}
	_, err := program.Eval(context.Background(), in)
	fmt.Println(errors.Is(err, feel.MissingMember), err)

	in.Lenient = true
	result, err := program.Eval(context.Background(), in)
	fmt.Println(result.Value, err)
	for _, why := range result.Nulls {
		fmt.Println(why)
	}
	// Output:
	// true 1:25: there is no member "rate" here [missing_member]
	// [30, null] <nil>
	// 1:25: there is no member "rate" here [missing_member]
}

// A cell of a decision table is unary tests of the value of its column.
func ExampleParseUnaryTests() {
	scope := feel.NewScope().Declare("?", feel.NumberType)
	ast, _ := feel.ParseUnaryTests(feel.Source{Text: "<18, [65..120)"}, scope)
	checked, _ := feel.Check(ast, scope, feel.Subset)
	program, _ := feel.Compile(checked)
	for _, age := range []int64{17, 18, 65} {
		result, err := program.Eval(context.Background(), feel.Input{Test: feel.Int(age)})
		fmt.Println(age, result.Value, err)
	}
	// Output:
	// 17 true <nil>
	// 18 false <nil>
	// 65 true <nil>
}

// Host values become FEEL values without a float on the way.
func ExampleOf() {
	type claim struct {
		Hours float64 `json:"contact_hours"`
		Rate  decimal.Decimal
		Tags  []string
	}
	v, err := feel.Of(claim{Hours: 0.1, Rate: decimal.RequireFromString("12.50"), Tags: []string{"a"}})
	fmt.Println(v, err)
	for key, entry := range v.Entries() {
		fmt.Println(key, entry.Kind())
	}
	// Output:
	// {contact_hours: 0.1, Rate: 12.5, Tags: ["a"]} <nil>
	// contact_hours number
	// Rate number
	// Tags list
}
