package feel

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What compares is not called: with the result, the errors and the steps of a call.
func TestComparison(t *testing.T) {
	eval := func(text string, sc *Scope, in Input) (Value, error) {
		r, err := compiledText(t, text, sc).Eval(t.Context(), in)
		return r.Value, err
	}
	sc := NewScope().Declare("l", nil).Declare("f", nil)
	number := rapid.Map(rapid.IntRange(-3, 3), func(i int) Value { return Int(int64(i)) })
	text := rapid.Map(rapid.SampledFrom([]string{"", "a", "b", strings.Repeat("long", 40)}), String)
	mixed := rapid.OneOf(number, text, rapid.Just(Null), rapid.Map(rapid.SampledFrom([]string{"1.50", "123456789012345678901"}), func(text string) Value {
		v, err := ParseNumber(text)
		if err != nil {
			panic(err)
		}
		return v
	}))
	answered := 0
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]*rapid.Generator[Value]{number, text, mixed}).Draw(t, "of")
		member := rapid.SampledFrom([]string{"", ".m"}).Draw(t, "member")
		var items []Value
		for _, x := range rapid.SliceOfN(of, 0, 12).Draw(t, "items") {
			if member != "" && rapid.IntRange(0, 15).Draw(t, "plain") > 0 {
				x = Context(Entry{"m", x})
			}
			items = append(items, x)
		}
		names := rapid.Permutation([]string{"x", "y"}).Draw(t, "names")
		op := rapid.SampledFrom([]string{" < ", " <= ", " > ", " >= "}).Draw(t, "op")
		literal := "function(x, y) " + names[0] + member + op + names[1] + member
		v, err := eval(literal, sc, Input{})
		if err != nil || v.function().compares == nil {
			t.Fatalf("%s is no comparison, %v", literal, err)
		}
		called := *v.function()
		called.compares = nil
		in := Input{
			Lenient: rapid.Bool().Draw(t, "lenient"),
			Limits:  Limits{Steps: rapid.Int64Range(1, 300).Draw(t, "steps"), Depth: rapid.IntRange(1, 2).Draw(t, "depth")},
		}
		var got []string
		for _, f := range []Value{v, functionValue(&called)} {
			in.Vars = ContextVars(Context(Entry{"l", List(items...)}, Entry{"f", f}))
			r, err := eval("sort(l, f)", sc, in)
			var fault *Error
			if errors.As(err, &fault) {
				err = errors.New(string(fault.Code))
			}
			got = append(got, fmt.Sprint(r, " ", err))
		}
		if got[0] != got[1] {
			t.Fatalf("%s of %v gives %s, and when it is called %s", literal, List(items...), got[0], got[1])
		}
		if len(items) > 1 && !strings.Contains(got[0], "null") {
			answered++
		}
	})
	if answered < 5 {
		t.Errorf("only %d lists were sorted", answered)
	}
	for _, literal := range []string{
		"function(x, y) x = y", "function(x, y) x < x", "function(x, y) x.a < y.b", "function(x, y) x < y.a", "function(x, y) x < 1",
		"function(x: number, y: number) x < y", "function(x, y, z) x < y", "function(x, y) l < y", "function(x, y) (x < y)",
	} {
		in := Input{Vars: ContextVars(Context(Entry{"l", Int(1)}))}
		if v, err := eval(literal, sc, in); err != nil || v.function().compares != nil {
			t.Errorf("%s is a comparison, %v", literal, err)
		}
	}
}
