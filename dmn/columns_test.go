package dmn_test

import (
	"context"
	"errors"
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

func TestReadColumns(t *testing.T) {
	testRead(t, []readCase{
		{"no inputs", `inputs: []
rules: [{ when: { age: 18 }, then: { band: low } }]`,
			`t.dmn.yaml:3:9-11 empty_list [t] there are no inputs here (a table tests at least one input)`},
		{"no outputs", "outputs: []",
			`t.dmn.yaml:4:10-12 empty_list [t] there are no outputs here (a table gives at least one output)`},
		{"inputs as a mapping", "inputs: { age: person.age }",
			`t.dmn.yaml:3:9-28 wrong_type [t]`},
		{"an input that is a text", "inputs: [person.age]",
			`t.dmn.yaml:3:10-20 wrong_type [t]`},
		{"an input without anything", "inputs: [{}]",
			`t.dmn.yaml:3:10-10 missing_field [t]
t.dmn.yaml:3:10-10 missing_field [t]
t.dmn.yaml:3:10-10 missing_field [t]`},
		{"an output with an expression", "outputs: [{ name: band, type: string, expression: x }]",
			`t.dmn.yaml:4:39-49 unknown_field [t, => band]`},
		{"names that cannot be", `inputs:
  - { name: net income, expression: a, type: number }
  - { name: 2nd, expression: b, type: number }
  - { name: date, expression: c, type: number }
  - { name: "null", expression: d, type: number }
  - { name: provenance, expression: e, type: number }
rules: [{ when: {}, then: { band: low } }]`,
			`t.dmn.yaml:4:13-23 bad_name [t, net income] "net income" cannot be a name here: ' ' is not a letter, a digit or _ (choose another name, of letters, digits and _, not beginning with a digit)
t.dmn.yaml:5:13-16 bad_name [t, 2nd] "2nd" cannot be a name here: it begins with a digit (choose another name, of letters, digits and _, not beginning with a digit)
t.dmn.yaml:6:13-17 bad_name [t, date] "date" cannot be a name here: FEEL keeps this name for itself (choose another name, of letters, digits and _, not beginning with a digit)
t.dmn.yaml:7:13-19 bad_name [t, null] "null" cannot be a name here: FEEL keeps this name for itself (choose another name, of letters, digits and _, not beginning with a digit)
t.dmn.yaml:8:13-23 bad_name [t, provenance] "provenance" cannot be a name here: spine keeps this name for the provenance of a table (choose another name, of letters, digits and _, not beginning with a digit)`},
		{"a name twice", `inputs:
  - { name: age, expression: a, type: number }
  - { name: age, expression: b, type: number }
outputs: [{ name: band, type: string }, { name: band, type: number }]`,
			`t.dmn.yaml:5:13-16 duplicate_name [t, age] the name "age" is taken (give one of them another name) {t.dmn.yaml:4:13: it is here first}
t.dmn.yaml:6:49-53 duplicate_name [t, => band] the name "band" is taken (give one of them another name) {t.dmn.yaml:6:19: it is here first}`},
		{"unknown types", `inputs: [{ name: age, expression: a, type: numbr }]
outputs: [{ name: band, type: list<string }]`,
			`t.dmn.yaml:3:44-49 unknown_type [t, age] there is no type "numbr" (did you mean "number"?)
t.dmn.yaml:4:31-42 unknown_type [t, => band] there is no type "list<string" (the types are string, number, boolean, date, time, date_time, days, months, duration, any and list<T>)`},
		{"a list in a subset", "outputs: [{ name: band, type: list<string> }]",
			`t.dmn.yaml:4:31-43 not_in_profile [t, => band] an output that is a list is not part of the subset profile (say 'profile: full')`},
		{"values that are none", `inputs: [{ name: age, expression: a, type: number, values: [17, "18", x, 17.0, 1 year] }]`,
			`t.dmn.yaml:3:71-72 invalid_literal [t, age] not a number: "x" (write a number, such as 0.25, without a unit)
t.dmn.yaml:3:74-78 duplicate_value [t, age] the value 17 is here twice (remove one of the two) {t.dmn.yaml:3:61: it is here first}
t.dmn.yaml:3:80-86 invalid_literal [t, age] not a number: "1 year" (write a number, such as 0.25, without a unit)`},
		{"values that are not one value each", "inputs: [{ name: age, expression: a, type: number, values: [[17], { a: 1 }] }]",
			`t.dmn.yaml:3:61-65 wrong_type [t, age]
t.dmn.yaml:3:67-75 wrong_type [t, age]`},
		{"no values", "inputs: [{ name: age, expression: a, type: number, values: [] }]",
			`t.dmn.yaml:3:60-62 empty_list [t, age] there are no values here (leave 'values' out if any value is allowed)`},
		{"an expression that does not parse", `inputs: [{ name: age, expression: "person.age +", type: number }]`,
			`t.dmn.yaml:3:48-48 syntax_error [t, age]`},
	})
}

func TestReadPolicy(t *testing.T) {
	testRead(t, []readCase{
		{"an aggregation without COLLECT", "aggregation: COUNT",
			`t.dmn.yaml:6:14-19 bad_aggregation [t] COUNT aggregates what COLLECT collects, and the hit policy is UNIQUE (say 'hit_policy: COLLECT', or leave the aggregation out)`},
		{"an aggregation of two outputs", `hit_policy: COLLECT
aggregation: COUNT
outputs: [{ name: a, type: string }, { name: b, type: string }]
rules: [{ when: {}, then: { a: x, b: "y" } }]`,
			`t.dmn.yaml:7:14-19 bad_aggregation [t] COUNT aggregates one output, and the table has 2 (split the table, or leave the aggregation out)`},
		{"a sum of strings", `hit_policy: COLLECT
aggregation: SUM`,
			`t.dmn.yaml:7:14-17 bad_aggregation [t] SUM is not defined for the type string (SUM takes numbers, MIN and MAX what has an order, COUNT anything)`},
		{"a sum of dates", `hit_policy: COLLECT
aggregation: SUM
outputs: [{ name: band, type: date }]
rules: [{ when: {}, then: { band: 2026-06-01 } }]`,
			`t.dmn.yaml:7:14-17 bad_aggregation [t] SUM is not defined for the type date (SUM takes numbers, MIN and MAX what has an order, COUNT anything)`},
		{"a minimum of booleans", `hit_policy: COLLECT
aggregation: MIN
outputs: [{ name: band, type: boolean }]
rules: [{ when: {}, then: { band: true } }]`,
			`t.dmn.yaml:7:14-17 bad_aggregation [t] MIN is not defined for the type boolean (SUM takes numbers, MIN and MAX what has an order, COUNT anything)`},
		{"a priority without values", `hit_policy: PRIORITY
outputs: [{ name: band, type: string }]`,
			`t.dmn.yaml:6:13-21 no_priority [t] PRIORITY goes by the values of the outputs, and no output lists any (list the values of an output, the highest priority first)`},
		{"an output order without values", `hit_policy: OUTPUT_ORDER
outputs: [{ name: band, type: string }]`,
			`t.dmn.yaml:6:13-25 no_priority [t] OUTPUT_ORDER goes by the values of the outputs, and no output lists any (list the values of an output, the highest priority first)`},
	})
}

// The values of a list column are those of its items.
func TestListValues(t *testing.T) {
	p, err := dmn.Compile(loaded(t, with(`inputs: [{ name: marks, expression: marks, type: list<string>, values: [a, b] }]
profile: full
outputs: [{ name: band, type: list<number>, values: [1, 2] }]
rules: [{ when: { marks: "count(?) > 1" }, then: { band: "= [count(marks), 1]" } }]`), ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		marks []any
		want  string
		err   error
	}{
		{[]any{"a", "b"}, "{band: [2, 1]}", nil},
		{[]any{"a", "c"}, "null", dmn.OutsideValues},
		{[]any{"a", "b", "a"}, "null", dmn.OutsideValues},
	} {
		d, err := p.Decide(context.Background(), feel.Input{Vars: feel.Map(map[string]any{"marks": c.marks})})
		if got := d.Outputs.String(); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: got %s, %v, want %s, %v", c.marks, got, err, c.want, c.err)
		}
	}
}
