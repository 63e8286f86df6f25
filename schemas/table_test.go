package schemas_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/internal/codes"
)

func readTable(doc string) error {
	_, err := dmn.LoadTable(put(archive("-- rates.csv --\nage,=> band\n18,low\n"), "t.dmn.yaml", doc), "t.dmn.yaml")
	return err
}

func TestTableFields(t *testing.T) {
	doc := document(t, "table")
	const columns = `inputs: [{ name: age, expression: person.age, type: number }], outputs: [{ name: band, type: string }], `
	sameFields(t, doc, compiled(t, "table"), readTable, []mapping{
		{[]string{""}, `{ %sid: t, version: 1, ` + columns + `rules: [{ when: {}, then: { band: low } }] }`},
		{[]string{"/$defs/input"}, `{ id: t, version: 1, inputs: [{ %sname: age, expression: person.age, type: number }], outputs: [{ name: band, type: string }], rules: [{ when: {}, then: { band: low } }] }`},
		{[]string{"/$defs/output"}, `{ id: t, version: 1, inputs: [{ name: age, expression: person.age, type: number }], outputs: [{ %sname: band, type: string }], rules: [{ when: {}, then: { band: low } }] }`},
		{[]string{"/$defs/rule"}, `{ id: t, version: 1, ` + columns + `rules: [{ %swhen: {}, then: { band: low } }] }`},
		{[]string{"/properties/rules/oneOf/1"}, `{ id: t, version: 1, ` + columns + `rules: { %scsv: rates.csv } }`},
		{[]string{"/$defs/effective"}, `{ id: t, version: 1, effective: { %sfrom: 2026-01-01 }, ` + columns + `rules: [{ when: {}, then: { band: low } }] }`},
		{[]string{"/$defs/effective"}, `{ id: t, version: 1, ` + columns + `rules: [{ when: {}, then: { band: low }, effective: { %sto: 2026-01-01 } }] }`},
		{[]string{"/properties/provenance"}, `{ id: t, version: 1, provenance: { %ssource: x }, ` + columns + `rules: [{ when: {}, then: { band: low } }] }`},
	})
}

// sameConstants compares an enumeration of a schema with the constants of a Go
// type.
func sameConstants(t *testing.T, schema, pointer, dir, typ string) {
	t.Helper()
	got := enum(document(t, schema), pointer)
	want, err := codes.Constants("../"+dir, typ)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%s#%s has %v\n%s.%s has %v", schema, pointer, got, dir, typ, want)
	}
}

func TestTableEnumerations(t *testing.T) {
	sameConstants(t, "table", "/properties/hit_policy", "dmn", "HitPolicy")
	sameConstants(t, "table", "/properties/aggregation", "dmn", "Aggregation")

	types := enum(document(t, "table"), "/$defs/type/anyOf/0")
	for _, name := range types {
		if typ, ok := dmn.ParseColumnType(name); !ok || typ.String() != name {
			t.Errorf("there is no type %s", name)
		}
	}
	// A wrong type makes the reader tell the right ones.
	err := readTable(`{ id: t, version: 1, inputs: [{ name: age, expression: 1, type: zzzzzzzzzzzz }], outputs: [{ name: band, type: string }], rules: [{ when: {}, then: { band: low } }] }`)
	list, _ := strings.CutPrefix(diag.Of(err)[0].Hint, "the types are ")
	known := strings.Split(strings.TrimSuffix(list, " and list<T>"), ", ")
	slices.Sort(known)
	if !slices.Equal(known, types) {
		t.Errorf("the reader knows %v, the schema %v", known, types)
	}
	if pattern := at(document(t, "table"), "/$defs/type/anyOf/1")["pattern"].(string); !strings.Contains(pattern, "("+strings.Join(typesInOrder, "|")+")") || len(typesInOrder) != len(types) {
		t.Errorf("the items of lists are %s", pattern)
	}
}

var typesInOrder = []string{"string", "number", "boolean", "date", "time", "date_time", "days", "months", "duration", "any"}

func TestTableVerdicts(t *testing.T) {
	// with gives a table in which some fields are others.
	with := func(fields string) string {
		table := map[string]string{
			"id": "t", "version": `"1"`,
			"inputs":  "[{ name: age, expression: person.age, type: number, values: [17, 18, 19] }]",
			"outputs": "[{ name: band, type: string, values: [low, high] }]",
			"rules":   "[{ when: { age: 18 }, then: { band: low } }]",
		}
		for line := range strings.Lines(fields) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			table[name] = value
		}
		var b strings.Builder
		for _, name := range []string{"id", "name", "version", "source", "hit_policy", "aggregation", "profile", "effective",
			"inputs", "outputs", "rules", "default", "provenance", "owner"} {
			if v := table[name]; v != "" && v != "-" {
				b.WriteString(name + ": " + v + "\n")
			}
		}
		return b.String()
	}
	full := `
id: affordability
name: Hardship affordability
version: "2026-06-01.1"
source: "Hardship Policy v4.2 s72"
hit_policy: UNIQUE
profile: subset
effective: { from: 2026-07-01, to: 2027-06-30 }
inputs:
  - name: surplus_ratio
    expression: (income.net_monthly_income - income.monthly_expenses) / income.net_monthly_income
    type: number
  - name: statement_age
    expression: application_date - income.statement_date
    type: days
  - name: residency_status
    expression: residency.status
    type: string
    values: [verified, unverified]
outputs:
  - name: affordability
    type: string
    values: [affordable, marginal, unaffordable]
rules:
  - when: { surplus_ratio: ">= 0.25", statement_age: "<= 90", residency_status: '"verified"' }
    then: { affordability: affordable }
    annotation: Comfortable surplus
    id: r1
    effective: { from: 2026-07-01 }
default: { affordability: unaffordable }
provenance:
  generated_by: policy-drafter 1.2
  source: "Hardship Policy v4.2"
  source_doc: hardship-policy.pdf
  source_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  reviewed_by: A. Officer
  reviewed_at: "2026-05-30"
`
	agree(t, compiled(t, "table"), readTable, []verdict{
		{"everything", full, true},
		{"the least", with(""), true},
		{"texts that look like something else", with("id: 12\nversion: 1.10\nname: true\nsource: 2026-06-01"), true},
		{"empty texts", with("name: ''\nsource: ''"), true},
		{"CSV", with("rules: { csv: rates.csv }"), true},
		{"aggregation", with("hit_policy: COLLECT\naggregation: COUNT"), true},
		{"priority", with("hit_policy: PRIORITY"), true},
		{"rule order", with("hit_policy: RULE_ORDER"), true},
		{"full profile", with("profile: full\noutputs: [{ name: band, type: list<list<number>> }]\nrules: [{ when: {}, then: { band: '= [[1]]' } }]"), true},
		{"a cell that is null, true, a number", with("inputs: [{ name: a, expression: x, type: any }, { name: b, expression: x, type: boolean }]\nrules: [{ when: { a: null, b: true }, then: { band: low } }, { when: { a: 0.10, b: '-' }, then: { band: low } }]"), true},
		{"no provenance in provenance", with("provenance: {}"), true},
		{"a default", with("default: { band: high }"), true},

		{"no mapping", "[]", false},
		{"nothing in it", "{}", false},
		{"no id", with("id: -"), false},
		{"no version", with("version: -"), false},
		{"no inputs", with("inputs: -"), false},
		{"no outputs", with("outputs: -"), false},
		{"no rules", with("rules: -"), false},
		{"blank id", with("id: ' '"), false},
		{"null version", with("version: null"), false},
		{"an id that is a list", with("id: [t]"), false},
		{"unknown field", with("owner: x"), false},
		{"empty inputs", with("inputs: []"), false},
		{"empty outputs", with("outputs: []"), false},
		{"empty rules", with("rules: []"), false},
		{"inputs by name", with("inputs: { age: person.age }"), false},
		{"hit policy", with("hit_policy: unique"), false},
		{"hit policy with a blank", with("hit_policy: RULE ORDER"), false},
		{"aggregation unknown", with("hit_policy: COLLECT\naggregation: AVG"), false},
		{"aggregation without COLLECT", with("aggregation: SUM"), false},
		{"aggregation under FIRST", with("hit_policy: FIRST\naggregation: COUNT"), false},
		{"aggregation of two outputs", with("hit_policy: COLLECT\naggregation: COUNT\noutputs: [{ name: a, type: number }, { name: b, type: number }]\nrules: [{ when: {}, then: { a: 1, b: 1 } }]"), false},
		{"priority without values", with("hit_policy: PRIORITY\noutputs: [{ name: band, type: string }]"), false},
		{"output order without values", with("hit_policy: OUTPUT_ORDER\noutputs: [{ name: band, type: string }]"), false},
		{"profile", with("profile: lite"), false},
		{"input without expression", with("inputs: [{ name: age, type: number }]"), false},
		{"input without type", with("inputs: [{ name: age, expression: x }]"), false},
		{"input without name", with("inputs: [{ expression: x, type: number }]\nrules: [{ when: {}, then: { band: low } }]"), false},
		{"input with a name that is none", with("inputs: [{ name: age-in-years, expression: x, type: number }]\nrules: [{ when: {}, then: { band: low } }]"), false},
		{"input with a number for a name", with("inputs: [{ name: 5, expression: x, type: number }]\nrules: [{ when: {}, then: { band: low } }]"), false},
		{"input with an empty expression", with("inputs: [{ name: age, expression: '', type: number }]"), false},
		{"output with an expression", with("outputs: [{ name: band, type: string, expression: x }]"), false},
		{"type unknown", with("outputs: [{ name: band, type: text }]"), false},
		{"type of a list without items", with("profile: full\noutputs: [{ name: band, type: list }]\nrules: [{ when: {}, then: { band: '= []' } }]"), false},
		{"no values", with("outputs: [{ name: band, type: string, values: [] }]"), false},
		{"values that are no list", with("outputs: [{ name: band, type: string, values: low }]"), false},
		{"a value that is a list", with("outputs: [{ name: band, type: string, values: [[low]] }]"), false},
		{"a rule without when", with("rules: [{ then: { band: low } }]"), false},
		{"a rule without then", with("rules: [{ when: {} }]"), false},
		{"positional cells", with("rules: [{ when: [18], then: { band: low } }]"), false},
		{"a cell that is a list", with("rules: [{ when: { age: [18] }, then: { band: low } }]"), false},
		{"a cell that is a mapping", with("rules: [{ when: { age: { a: 1 } }, then: { band: low } }]"), false},
		{"no outputs in a rule", with("rules: [{ when: {}, then: {} }]"), false},
		{"a rule with a blank id", with("rules: [{ when: {}, then: { band: low }, id: '' }]"), false},
		{"a rule with a comment", with("rules: [{ when: {}, then: { band: low }, comment: x }]"), false},
		{"CSV without a name", with("rules: { csv: '' }"), false},
		{"CSV with a separator", with("rules: { csv: rates.csv, separator: x }"), false},
		{"rules that are a text", with("rules: rates.csv"), false},
		{"an empty default", with("default: {}"), false},
		{"a default that is a text", with("default: low"), false},
		{"effective without a day", with("effective: {}"), false},
		{"effective with a blank day", with("effective: { from: '' }"), false},
		{"effective from a year", with("effective: { from: 2026 }"), false},
		{"effective with a number", with("effective: { since: 2026-01-01 }"), false},
		{"provenance that is a text", with("provenance: x"), false},
		{"provenance by others", with("provenance: { approved_by: x }"), false},
		{"provenance that is null", with("provenance: { source: null }"), false},
	})
}
