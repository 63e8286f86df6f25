package dmn_test

import "testing"

func TestReadRules(t *testing.T) {
	testRead(t, []readCase{
		{"no rules", "rules: []",
			`t.dmn.yaml:5:8-10 empty_list [t] there are no rules here (a table has at least one rule)`},
		{"rules that are a text", "rules: all",
			`t.dmn.yaml:5:8-11 wrong_type [t]`},
		{"a rule that is a text", "rules: [always]",
			`t.dmn.yaml:5:9-15 wrong_type [t, rule 1]`},
		{"a rule without its halves", `rules:
  - { then: { band: low } }
  - { when: {} }`,
			`t.dmn.yaml:6:5-5 missing_field [t, rule 1]
t.dmn.yaml:7:5-5 missing_field [t, rule 2]`},
		{"an unknown field", `rules:
  - { when: {}, then: { band: low }, ids: x }`,
			`t.dmn.yaml:6:38-41 unknown_field [t, rule 1]`},
		{"cells by position", `rules:
  - { when: [18], then: [low] }`,
			`t.dmn.yaml:6:13-17 positional_cells [t, rule 1] cells are given by name here, not by position (write the names of the inputs: { age: ... })
t.dmn.yaml:6:25-30 positional_cells [t, rule 1] cells are given by name here, not by position (write the names of the outputs: { band: ... })`},
		{"cells of other columns", `rules:
  - when: { agee: 18 }
    then: { bands: low }`,
			`t.dmn.yaml:6:13-17 unknown_column [t, rule 1, agee] the table has no input "agee" (did you mean "age"?)
t.dmn.yaml:7:13-18 unknown_column [t, rule 1, => bands] the table has no output "bands" (did you mean "band"?)`},
		{"two ids", `rules:
  - { when: { age: 18 }, then: { band: low }, id: a }
  - { when: { age: 19 }, then: { band: low }, id: a }`,
			`t.dmn.yaml:7:51-52 duplicate_rule_id [t, rule 2] the id "a" means another rule (give the rule an id of its own; a rule without one has its position) {t.dmn.yaml:6:5: it means this rule}`},
		{"ids that are positions", `rules:
  - { when: { age: 18 }, then: { band: low }, id: "2" }
  - { when: { age: 19 }, then: { band: low }, id: "2" }
  - { when: { age: 17 }, then: { band: low }, id: 02 }
  - { when: { age: 17 }, then: { band: low }, id: "" }`,
			`t.dmn.yaml:6:51-54 duplicate_rule_id [t, rule 1] the id "2" means another rule (give the rule an id of its own; a rule without one has its position) {t.dmn.yaml:7:5: it means this rule}
t.dmn.yaml:9:51-53 missing_field [t, rule 4]`},
	})
}

func TestReadCells(t *testing.T) {
	testRead(t, []readCase{
		{"an output left out", "rules: [{ when: {}, then: {} }]",
			`t.dmn.yaml:5:27-29 missing_output [t, rule 1, => band] there is no value for the output "band" (every rule and the default give every output a value)`},
		{"empty texts", `rules:
  - when: { age: "" }
    then: { band: "" }`,
			`t.dmn.yaml:6:18-20 empty_cell [t, rule 1, age] the cell is empty (write "-" or leave the cell out if the input does not matter, and '""' for an empty string)
t.dmn.yaml:7:19-21 outside_values [t, rule 1, => band] "" is not among the values of this column (the values are "low", "high")`},
		{"nothing", `rules:
  - when:
      age:
    then:
      band:`,
			`t.dmn.yaml:7:7-10 yaml_null [t, rule 1, age]
t.dmn.yaml:9:7-11 yaml_null [t, rule 1, => band]`},
		{"a dash without quotes", `rules:
  - when:
      age: -
    then: { band: low }`,
			`t.dmn.yaml:7:12-13 yaml_syntax []`},
		{"a comment instead of a value", `rules:
  - when:
      age: # 18
    then: { band: low }`,
			`t.dmn.yaml:7:7-10 yaml_null [t, rule 1, age]`},
		{"tags", `rules:
  - when:
      age: != 18
    then: { band: !x low }`,
			`t.dmn.yaml:7:12-14 yaml_tag [t, rule 1, age]
t.dmn.yaml:8:19-21 yaml_tag [t, rule 1, => band]`},
		{"an alias and an anchor", `rules:
  - when:
      age: *x
    then: { band: &b low }`,
			`t.dmn.yaml:7:12-14 yaml_alias [t, rule 1, age]
t.dmn.yaml:8:19-21 yaml_anchor [t, rule 1, => band]`},
		{"blocks of text", `rules:
  - when:
      age: |
        18
    then:
      band: >
        low`,
			`t.dmn.yaml:7:12-8:11 wrong_type [t, rule 1, age]
t.dmn.yaml:10:13-11:12 wrong_type [t, rule 1, => band]`},
		{"a comparison that is a block", `rules:
  - when:
      age: >5
    then:
      band: low`,
			`t.dmn.yaml:7:12-14 yaml_syntax []`},
		{"an interval that is a list", `rules:
  - when: { age: [1..5] }
    then: { band: [low, high] }`,
			`t.dmn.yaml:6:18-24 wrong_type [t, rule 1, age]
t.dmn.yaml:7:19-30 wrong_type [t, rule 1, => band]`},
		{"a column twice", `rules:
  - when: { age: 18, age: 19 }
    then: { band: low, band: low }`,
			`t.dmn.yaml:6:22-25 yaml_duplicate_key [t, rule 1, age]
t.dmn.yaml:7:24-28 yaml_duplicate_key [t, rule 1, => band]`},
		{"FEEL in the outputs of a subset", `rules:
  - { when: {}, then: { band: =age } }`,
			`t.dmn.yaml:6:31-35 not_in_profile [t, rule 1, => band] an output that begins with = is a FEEL expression, which is not part of the subset profile (say 'profile: full')`},
		{"a value outside the values", `rules:
  - { when: { age: 20 }, then: { band: middle } }
default: { band: middle }`,
			`t.dmn.yaml:6:20-22 outside_values [t, rule 1, age] 20 is not among the values of this column (the values are 17, 18, 19)
t.dmn.yaml:6:40-46 outside_values [t, rule 1, => band] "middle" is not among the values of this column (the values are "low", "high")
t.dmn.yaml:7:18-24 outside_values [t, => band] "middle" is not among the values of this column (the values are "low", "high")`},
		{"a default of other outputs", "default: { bands: low }",
			`t.dmn.yaml:6:12-17 unknown_column [t, => bands] the table has no output "bands" (did you mean "band"?)`},
		{"a default by position", "default: [low]",
			`t.dmn.yaml:6:10-15 positional_cells [t] cells are given by name here, not by position (write the names of the outputs: { band: ... })`},
		{"literals of other types", `outputs:
  - { name: a, type: number }
  - { name: b, type: boolean }
  - { name: c, type: date }
  - { name: d, type: time }
  - { name: e, type: date_time }
  - { name: f, type: days }
  - { name: g, type: duration }
rules:
  - when: {}
    then:
      a: 5%
      b: yes
      c: 2026-02-30
      d: "25:00:00"
      e: 2026-06-01 10:00
      f: P5D
      g: 5 days`,
			`t.dmn.yaml:15:10-12 invalid_literal [t, rule 1, => a] not a number: "5%" (write a number, such as 0.25, without a unit)
t.dmn.yaml:16:10-13 invalid_literal [t, rule 1, => b] not a boolean: "yes" (write true or false)
t.dmn.yaml:17:10-20 invalid_literal [t, rule 1, => c] date "2026-02-30": day 30 is not between 1 and 28 in month 2 of year 2026 (write a date, such as 2026-06-01)
t.dmn.yaml:18:10-20 invalid_literal [t, rule 1, => d] time "25:00:00": hour 25 is not between 0 and 23 (write a time, such as 09:30:00)
t.dmn.yaml:19:10-26 invalid_literal [t, rule 1, => e] date and time "2026-06-01 10:00": T is missing after the day (write a date and a time, such as 2026-06-01T09:30:00)
t.dmn.yaml:20:10-13 invalid_literal [t, rule 1, => f] not a number: "P5D" (write a number, such as 0.25, without a unit)
t.dmn.yaml:21:10-16 invalid_literal [t, rule 1, => g] duration "5 days": it does not begin with P (write a duration, such as P30D or P1Y6M)`},
		{"a list that is a literal", `profile: full
outputs: [{ name: band, type: list<string> }]
rules: [{ when: {}, then: { band: low } }]`,
			`t.dmn.yaml:5:35-38 invalid_literal [t, rule 1, => band] a list<string> has no literal: "low" (write a FEEL list behind an equals sign, such as '= [1, 2]')`},
		{"times in a subset", `inputs: [{ name: age, expression: person.at, type: time }, { name: age2, expression: person.at, type: duration }, { name: age3, expression: person.at, type: list<date_time> }]
rules: [{ when: { age: "< now", age2: "-", age3: "x" }, then: { band: low } }]`,
			`t.dmn.yaml:5:24-31 not_in_profile [t, rule 1, age] a cell of the type time is not part of the subset profile (say 'profile: full')
t.dmn.yaml:5:50-53 not_in_profile [t, rule 1, age3] a cell of the type list<date_time> is not part of the subset profile (say 'profile: full')`},
		{"bare words, in every place", `rules:
  - { when: { age: eighteen }, then: { band: low } }
  - { when: { age: "> 17 + ''" }, then: { band: low } }`,
			`t.dmn.yaml:6:20-28 unknown_name [t, rule 1, age]
t.dmn.yaml:7:28-30 syntax_error [t, rule 2, age]`},
	})
}
