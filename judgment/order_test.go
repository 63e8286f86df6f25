package judgment_test

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/judgment"
)

// operators, and whether they hold for a fact that is less than, equal to and
// greater than the operand.
var operators = map[string][3]bool{
	"less-than": {true, false, false}, "less-than-or-equal": {true, true, false},
	"greater-than": {false, false, true}, "greater-than-or-equal": {false, true, true},
}

func TestOrder(t *testing.T) {
	nines := strings.Repeat("9", 100)
	for _, c := range []struct {
		fact, operand string
		sign          int
	}{
		{"1", "1", 0}, {"1", "1.0", 0}, {"1.50", "1.5", 0}, {"0", "-0", 0}, {"-0.00", "0", 0}, {"-1.0", "-1", 0}, {"0.10", "0.1", 0},
		{"1", "2", -1}, {"9", "10", -1}, {"99", "100", -1}, {"1.9", "1.10", 1}, {"1.05", "1.5", -1}, {"0.1", "0.11", -1}, {"0.09", "0.1", -1}, {"1", "1.0000000000000000000000000000000000000000000001", -1},
		{"-1", "1", -1}, {"-1", "0", -1}, {"0", "-0.1", 1}, {"-1", "-2", 1}, {"-10", "-9", -1}, {"-1.5", "-1.05", -1}, {"-0.1", "-0.11", 1}, {"-0.0001", "0", -1},
		{"9007199254740993", "9007199254740992", 1}, {"0.1", "0.1000000000000000055511151231257827", -1}, {nines, nines + ".1", -1}, {nines, "1" + strings.Repeat("0", 100), -1},
		{"-" + nines, "-" + nines + ".00", 0}, {strings.Repeat("7", 900_000), strings.Repeat("7", 899_999) + "8", -1}, {"0." + strings.Repeat("7", 900_000), "0." + strings.Repeat("7", 899_999), 1},
	} {
		for operator, holds := range operators {
			for _, turned := range []bool{false, true} {
				fact, operand, sign := c.fact, c.operand, c.sign
				if turned {
					fact, operand, sign = operand, fact, -sign
				}
				got := valueOf(t, factCondition("/f", operator, quoted(operand)), `{"f":`+quoted(fact)+`}`, "")
				if got != strconv.FormatBool(holds[sign+1]) {
					t.Errorf("%.40s %s %.40s is %s", fact, operator, operand, got)
				}
			}
		}
	}
}

// What is no decimal string has no order: that is unknown, never false.
func TestNoOrder(t *testing.T) {
	for _, fact := range []string{
		`1`, `1.5`, `0`, `true`, `null`, `[]`, `["1"]`, `{}`, `{"value":"1"}`, `""`, `"-"`, `"+5"`, `" 5"`, `"5 "`, `"5\n"`, `"1e3"`, `"1E3"`, `".5"`, `"5."`, `"05"`, `"00"`, `"-05"`, `"1,5"`, `"1_0"`, `"0x1"`, `"--1"`,
		`"1.2.3"`, `"١"`, `"５"`, `"5\u0000"`, `"NaN"`, `"Infinity"`, `"abc"`,
	} {
		for operator := range operators {
			if got := valueOf(t, factCondition("/f", operator, `"2"`), `{"f":`+fact+`}`, ""); got != "unknown" {
				t.Errorf("%s %s 2 is %s", fact, operator, got)
			}
			not := `{"op":"not","condition":` + factCondition("/f", operator, `"2"`) + `}`
			if got := valueOf(t, not, `{"f":`+fact+`}`, ""); got != "unknown" {
				t.Errorf("not: %s %s 2 is %s", fact, operator, got)
			}
		}
	}
}

func decimals() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		sign := rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign")
		whole := rapid.StringMatching(`0|[1-9][09]{0,4}|[1-9][0-9]{0,40}`).Draw(t, "whole")
		return sign + whole + rapid.StringMatching(`(\.[09]{1,5}|\.[0-9]{1,40})?`).Draw(t, "fraction")
	})
}

// The order is that of the rational numbers, and equality that of JSON numbers.
func TestOrderAgreesWithRationals(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		fact := decimals().Draw(r, "fact")
		operand := rapid.OneOf(decimals(), rapid.Just(fact), rapid.Just(fact+"0")).Filter(func(s string) bool { return s != fact+"0" || strings.Contains(fact, ".") }).Draw(r, "operand")
		x, _ := new(big.Rat).SetString(fact)
		y, _ := new(big.Rat).SetString(operand)
		var rules []string
		var want []string
		add := func(condition string, holds bool) {
			rules = append(rules, fmt.Sprintf(`{"id":"r%d","description":"R","when":%s,"outcome":"a","onUnknown":"ignore"}`, len(rules), condition))
			want = append(want, strconv.FormatBool(holds))
		}
		for operator, holds := range operators {
			add(factCondition("/text", operator, quoted(operand)), holds[x.Cmp(y)+1])
		}
		add(factCondition("/number", "equals", operand), x.Cmp(y) == 0)
		add(factCondition("/number", "equals", operand+"e-3"), new(big.Rat).Mul(x, big.NewRat(1000, 1)).Cmp(y) == 0)
		p := load(t, packOf(`"rules":[`+strings.Join(rules, ",")+`]`))
		e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(fmt.Sprintf(`{"text":%q,"number":%s}`, fact, fact))})
		if err != nil {
			r.Fatal(err)
		}
		for i, entry := range e.Trace {
			if entry.Condition != want[i] {
				r.Errorf("%s, %s: %s is %s", fact, operand, rules[i], entry.Condition)
			}
		}
	})
}
