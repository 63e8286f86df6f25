package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestAggregates(t *testing.T) {
	functions(t, []row{
		{"mean([1, 2, 3.5])", "2.166666666666666666666666666666667", ""},
		{"mean(1, 2)", "1.5", ""},
		{"mean(7)", "7", ""},
		{"mean(n1: 1, n2: 2)", "1.5", ""}, // the names that the standard gives to the items
		{"min(c2: 1, c1: 2)", "1", ""},
		{"sum(n1: 5)", "5", ""},
		{"all(b1: true, b2: false)", "false", ""},
		{"count(c1: nothing, c2: [1, 2])", "2", ""},
		{"min(c1: 1, c3: 2)", "null", "wrong_arguments"},
		{"min(c1: 1, c1: 2)", "null", "wrong_arguments"},
		{"min(c0: 1)", "null", "wrong_arguments"},
		{"sum(c1: 1, c2: 2)", "null", "wrong_arguments"},
		{"sum(list: [1], n1: 2)", "null", "wrong_arguments"},
		{"mean([])", "null", ""},
		{"mean([1, null])", "null", ""},
		{"mean(nothing)", "null", ""},
		{`mean([1, "a"])`, "null", "type_mismatch"},
		{`mean([@"P1D"])`, "null", "type_mismatch"},
		{"mean([9e6144, 9e6144])", "null", "number_range"},
		{"product([2, 3, 4])", "24", ""},
		{"product(2, 3, 4)", "24", ""},
		{"product(2)", "2", ""},
		{"product([0.1, 0])", "0", ""},
		{"product([])", "null", ""},
		{"product([null])", "null", ""},
		{"product([9e6144, 10])", "null", "number_range"},
		{"product([true])", "null", "type_mismatch"},
		{"median([8, 2, 5, 3, 4])", "4", ""},
		{"median([8, 2, 5, 7])", "6", ""},
		{"median(6, 1, 2, 3)", "2.5", ""},
		{"median(4)", "4", ""},
		{"median([])", "null", ""},
		{"median([1, null])", "null", ""},
		{`median([1, "a"])`, "null", "type_mismatch"},
		{"stddev([2, 4, 7, 5])", "2.081665999466132735282297706979931", ""},
		{"stddev(1, 1)", "0", ""},
		{"stddev(0.1, 0.2, 0.3)", "0.1", ""},
		{"stddev([])", "null", "domain"},
		{"stddev(47)", "null", "domain"},
		{"stddev([1, null])", "null", ""},
		{`stddev([1, "a"])`, "null", "type_mismatch"},
		{"mode([6, 3, 9, 6, 6])", "[6]", ""},
		{"mode([3, 6, 1, 9, 6, 1, 3])", "[1, 3, 6]", ""},
		{"mode(6, 6.0)", "[6]", ""},
		{"mode(6)", "[6]", ""},
		{"mode([])", "[]", ""},
		{"mode([null])", "null", ""},
		{`mode(["a"])`, "null", "type_mismatch"},
	})
}

// The item that decides does, whatever else there is.
func TestAllAny(t *testing.T) {
	functions(t, []row{
		{"all([true, true])", "true", ""},
		{"all(true, false)", "false", ""},
		{"all([true, null])", "null", ""},
		{"all([null, false])", "false", ""},
		{"all([1, false])", "false", ""},
		{"all([false, 1])", "false", ""},
		{"all([true, 1])", "null", "type_mismatch"},
		{"all([null, 1])", "null", "type_mismatch"},
		{"all([])", "true", ""},
		{"all(123)", "null", "type_mismatch"},
		{"all(nothing)", "null", ""},
		{"any([false, false])", "false", ""},
		{"any(false, true)", "true", ""},
		{"any([false, null])", "null", ""},
		{"any([null, true])", "true", ""},
		{"any([1, true])", "true", ""},
		{"any([false, 1])", "null", "type_mismatch"},
		{"any([])", "false", ""},
	})
}

// listText writes numbers as a list.
func listText(items []string) string { return "[" + strings.Join(items, ", ") + "]" }

// The functions on numbers agree with plain computations by apd, with digits to
// spare.
func TestAggregatesAgree(t *testing.T) {
	ctx := apd.BaseContext.WithPrecision(100)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("%d.%d", rapid.IntRange(-1000, 1000).Draw(t, "whole"), rapid.IntRange(0, 99).Draw(t, "fraction"))
		}), 2, 9).Draw(t, "numbers")
		items := make([]feel.Value, len(texts))
		total := apd.New(0, 0)
		for i, s := range texts {
			d, _, err := apd.NewFromString(s)
			if err != nil {
				t.Fatal(err)
			}
			if items[i], err = feel.ParseNumber(s); err != nil {
				t.Fatal(err)
			}
			ctx.Add(total, total, d)
		}
		n := apd.New(int64(len(texts)), 0)
		mean := new(apd.Decimal)
		ctx.Quo(mean, total, n)
		squares := apd.New(0, 0)
		for _, s := range texts {
			d, _, _ := apd.NewFromString(s)
			ctx.Sub(d, d, mean)
			ctx.Mul(d, d, d)
			ctx.Add(squares, squares, d)
		}
		deviation := new(apd.Decimal)
		ctx.Sub(n, n, apd.New(1, 0))
		ctx.Quo(deviation, squares, n)
		ctx.Sqrt(deviation, deviation)
		for name, want := range map[string]*apd.Decimal{"sum": total, "mean": mean, "stddev": deviation} {
			got, err := feel.Call(name, feel.List(items...))
			if err != nil {
				t.Fatalf("%s(%s): %v", name, listText(texts), err)
			}
			d, _, err := apd.NewFromString(got.String())
			if err != nil {
				t.Fatal(err)
			}
			diff := new(apd.Decimal)
			ctx.Sub(diff, d, want)
			if diff.Abs(diff).Cmp(apd.New(1, -28)) > 0 {
				t.Errorf("%s(%s) = %s, want %s", name, listText(texts), got, want)
			}
		}
	})
}
