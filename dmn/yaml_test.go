package dmn_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// baseTable is the table whose fields the cases of the reading tests replace, one
// line each.
const baseTable = `id: t
version: "1"
inputs: [{ name: age, expression: person.age, type: number, values: [17, 18, 19] }]
outputs: [{ name: band, type: string, values: [low, high] }]
rules: [{ when: { age: 18 }, then: { band: low } }]
`

// with gives baseTable with the fields of a text in place of its own, and further
// ones behind it.
func with(fields string) string {
	blocks, order := fieldsOf(baseTable)
	other, otherOrder := fieldsOf(fields)
	for _, name := range otherOrder {
		blocks[name] = other[name]
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	var b strings.Builder
	for _, name := range order {
		b.WriteString(blocks[name])
	}
	return b.String()
}

// fieldsOf cuts a document into its fields.
func fieldsOf(doc string) (blocks map[string]string, order []string) {
	blocks = map[string]string{}
	for line := range strings.Lines(doc) {
		if name, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, " ") {
			order = append(order, name)
		}
		name := order[len(order)-1]
		blocks[name] += strings.TrimSuffix(line, "\n") + "\n"
	}
	return blocks, order
}

// load reads a table, and rates.csv beside it, from the folder tables.
func load(doc, csv string) (*dmn.Table, error) {
	return dmn.LoadTable(fstest.MapFS{
		"tables/t.dmn.yaml": {Data: []byte(doc)},
		"tables/rates.csv":  {Data: []byte(csv)},
	}, "tables/t.dmn.yaml")
}

// foreign are the codes of the packages below, whose wording is tested there.
var foreign = []diag.Code{
	"unknown_field", "missing_field", "wrong_type", "unknown_value",
	"yaml_syntax", "yaml_tag", "yaml_alias", "yaml_anchor", "yaml_null", "yaml_duplicate_key",
	feel.UnknownName, feel.TypeMismatch, "syntax_error",
}

// told gives all that a fault says, a line each: place, code, what it is in, and,
// if it is of package dmn, the message, the hint and the notes.
func told(err error) string {
	var b strings.Builder
	for _, e := range diag.Of(err) {
		at := e.At
		fmt.Fprintf(&b, "%s:%d:%d", strings.TrimPrefix(at.File, "tables/"), at.Span.Start.Line, at.Span.Start.Column)
		if at.Span.End.Line == at.Span.Start.Line {
			fmt.Fprintf(&b, "-%d", at.Span.End.Column)
		} else {
			fmt.Fprintf(&b, "-%d:%d", at.Span.End.Line, at.Span.End.Column)
		}
		fmt.Fprintf(&b, " %s [%s", e.Code, at.Table)
		if at.Rule > 0 {
			fmt.Fprintf(&b, ", rule %d", at.Rule)
		}
		if at.Cell != "" {
			fmt.Fprintf(&b, ", %s", at.Cell)
		}
		b.WriteByte(']')
		if slices.Contains(foreign, e.Code) {
			b.WriteByte('\n')
			continue
		}
		fmt.Fprintf(&b, " %s", e.Message)
		if e.Hint != "" {
			fmt.Fprintf(&b, " (%s)", e.Hint)
		}
		for _, n := range e.Notes {
			fmt.Fprintf(&b, " {%s: %s}", strings.TrimPrefix(n.At.String(), "tables/"), n.Message)
		}
		b.WriteByte('\n')
	}
	return strings.ReplaceAll(b.String(), "`", "'") // fit for a raw string
}

// readCase is a document that cannot be used: the fields in which it differs from
// baseTable, and everything that is told of it.
type readCase struct {
	name   string
	fields string
	want   string
}

func testRead(t *testing.T, cases []readCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			table, err := load(with(c.fields), "")
			if got := told(err); got != c.want+"\n" || table != nil {
				t.Errorf("%s\ngot a table: %v\ngot:\n%s\nwant:\n%s", with(c.fields), table != nil, got, c.want)
			}
		})
	}
}

func TestReadFields(t *testing.T) {
	testRead(t, []readCase{
		{"an empty id", `id: ""`,
			`t.dmn.yaml:1:5-7 missing_field []`},
		{"no version", `version: ""
vresion: x`,
			`t.dmn.yaml:2:10-12 missing_field [t]
t.dmn.yaml:6:1-8 unknown_field [t]`},
		{"a list for a text", "source: [x]",
			`t.dmn.yaml:6:9-12 wrong_type [t]`},
		{"an unquoted null", "name: null",
			`t.dmn.yaml:6:7-11 yaml_null [t]`},
		{"a hit policy with a blank", "hit_policy: RULE ORDER",
			`t.dmn.yaml:6:13-23 unknown_value [t]`},
		{"an unknown profile forbids nothing", `profile: fulll
rules: [{ when: { age: 18 }, then: { band: ="low" } }]`,
			`t.dmn.yaml:6:10-15 unknown_value [t]`},
		{"an unknown aggregation", `hit_policy: COLLECT
aggregation: TOTAL`,
			`t.dmn.yaml:7:14-19 unknown_value [t]`},
		{"an unknown field of the provenance", "provenance: { reviewer: x }",
			`t.dmn.yaml:6:15-23 unknown_field [t]`},
		{"a document that is no mapping", "id: [}",
			`t.dmn.yaml:1:6-7 yaml_syntax []`},
	})
}

func TestReadEffective(t *testing.T) {
	testRead(t, []readCase{
		{"an end before the begin", "effective: { from: 2026-07-01, to: 2026-06-30 }",
			`t.dmn.yaml:6:12-48 bad_period [t] it ends on 2026-06-30, before it begins on 2026-07-01 (exchange the two days)`},
		{"no dates", `effective: {}
rules: [{ when: {}, then: { band: low }, effective: { form: 2026-07-01 } }]`,
			`t.dmn.yaml:5:55-59 unknown_field [t, rule 1]
t.dmn.yaml:6:12-14 bad_period [t] there is neither a first nor a last day (give 'from', 'to' or both, or leave 'effective' out)`},
		{"what is no date", "effective: { from: soon, to: 2026-02-30 }",
			`t.dmn.yaml:6:20-24 invalid_literal [t] date "soon": the year has not four digits (write a date, such as 2026-06-01)
t.dmn.yaml:6:30-40 invalid_literal [t] date "2026-02-30": day 30 is not between 1 and 28 in month 2 of year 2026 (write a date, such as 2026-06-01)`},
		{"null", `effective: { from: null, to: "" }`,
			`t.dmn.yaml:6:20-24 yaml_null [t]
t.dmn.yaml:6:30-32 missing_field [t]`},
	})
}

// described writes down everything that a table holds.
func described(t *dmn.Table) string {
	var b strings.Builder
	source := func(s feel.Source) string {
		at := s.At
		return fmt.Sprintf("%q at %s:%d:%d-%d [%s, %d, %s], text at %d:%d", s.Text, strings.TrimPrefix(at.File, "tables/"),
			at.Span.Start.Line, at.Span.Start.Column, at.Span.End.Column, at.Table, at.Rule, at.Cell, s.Pos(0).Line, s.Pos(0).Column)
	}
	outputs := func(cells []dmn.Cell) {
		for _, c := range cells {
			if c.Expression {
				fmt.Fprintf(&b, "  then FEEL %s\n", source(c.Source))
			} else {
				fmt.Fprintf(&b, "  then %s: %s\n", c.Literal, source(c.Source))
			}
		}
	}
	fmt.Fprintf(&b, "table %s %q version %q source %q\n", t.ID, t.Name, t.Version, t.Source)
	fmt.Fprintf(&b, "%s %q %s, %s to %s, of %s\n", t.HitPolicy, t.Aggregation, t.Profile, t.Effective.From, t.Effective.To, t.Files)
	for _, in := range t.Inputs {
		fmt.Fprintf(&b, "input %s %s %s at %s: %s\n", in.Name, in.Type, in.Values, strings.TrimPrefix(in.At.String(), "tables/"), source(in.Expression))
	}
	for _, out := range t.Outputs {
		fmt.Fprintf(&b, "output %s %s %s at %s\n", out.Name, out.Type, out.Values, strings.TrimPrefix(out.At.String(), "tables/"))
	}
	for _, r := range t.Rules {
		fmt.Fprintf(&b, "rule %s %q, %s to %s, at %s (%d)\n", r.ID, r.Annotation, r.Effective.From, r.Effective.To, strings.TrimPrefix(r.At.String(), "tables/"), r.At.Rule)
		for _, c := range r.When {
			if c == nil {
				b.WriteString("  -\n")
			} else {
				fmt.Fprintf(&b, "  when %s\n", source(c.Source))
			}
		}
		outputs(r.Then)
	}
	if t.Default != nil {
		b.WriteString("default\n")
		outputs(t.Default)
	}
	if t.Provenance != nil {
		fmt.Fprintf(&b, "provenance %+v, unreviewed %v\n", *t.Provenance, t.Unreviewed())
	}
	return b.String()
}

func loaded(t testing.TB, doc, csv string) *dmn.Table {
	t.Helper()
	table, err := load(doc, csv)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// The first document is the example of the format's description.
func TestLoadTable(t *testing.T) {
	for _, c := range []struct{ name, doc, want string }{
		{"every field", `id: affordability                  # required
name: Hardship affordability
version: "2026-06-01.1"            # required label, kept in the record
source: "Hardship Policy v4.2 s72" # optional authority; not executable
hit_policy: UNIQUE                 # the default
profile: subset                    # subset (default) | full
inputs:
  - name: surplus_ratio
    expression: (income.net_monthly_income - income.monthly_expenses) / income.net_monthly_income
    type: number                   # required
  - name: statement_age
    expression: application_date - income.statement_date
    type: days
  - name: residency_status
    expression: residency.status
    type: string
    values: [verified, unverified] # optional; a value outside is an error
outputs:
  - name: affordability
    type: string
    values: [affordable, marginal, unaffordable]   # allowed values
rules:
  - when: { surplus_ratio: ">= 0.25", statement_age: "<= 90", residency_status: '"verified"' }
    then: { affordability: affordable }
    annotation: Comfortable surplus
    id: r1                         # optional; else the 1-based position
default: { affordability: unaffordable }           # optional
provenance:                        # optional, not executable
  generated_by: policy-drafter 1.2
  source: "Hardship Policy v4.2"
  source_doc: hardship-policy.pdf
  source_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  reviewed_by: A. Officer
  reviewed_at: "2026-05-30"
`, `table affordability "Hardship affordability" version "2026-06-01.1" source "Hardship Policy v4.2 s72"
UNIQUE "" subset, null to null, of [tables/t.dmn.yaml]
input surplus_ratio number [] at t.dmn.yaml:8:11: "(income.net_monthly_income - income.monthly_expenses) / income.net_monthly_income" at t.dmn.yaml:9:17-98 [affordability, 0, surplus_ratio], text at 9:17
input statement_age days [] at t.dmn.yaml:11:11: "application_date - income.statement_date" at t.dmn.yaml:12:17-57 [affordability, 0, statement_age], text at 12:17
input residency_status string ["verified" "unverified"] at t.dmn.yaml:14:11: "residency.status" at t.dmn.yaml:15:17-33 [affordability, 0, residency_status], text at 15:17
output affordability string ["affordable" "marginal" "unaffordable"] at t.dmn.yaml:19:11
rule r1 "Comfortable surplus", null to null, at t.dmn.yaml:23:5 (1)
  when ">= 0.25" at t.dmn.yaml:23:28-37 [affordability, 1, surplus_ratio], text at 23:29
  when "<= 90" at t.dmn.yaml:23:54-61 [affordability, 1, statement_age], text at 23:55
  when "\"verified\"" at t.dmn.yaml:23:81-93 [affordability, 1, residency_status], text at 23:82
  then "affordable": "affordable" at t.dmn.yaml:24:28-38 [affordability, 1, => affordability], text at 24:28
default
  then "unaffordable": "unaffordable" at t.dmn.yaml:27:27-39 [affordability, 0, => affordability], text at 27:27
provenance {GeneratedBy:policy-drafter 1.2 Source:Hardship Policy v4.2 SourceDoc:hardship-policy.pdf SourceSHA256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 ReviewedBy:A. Officer ReviewedAt:2026-05-30}, unreviewed false
`},
		{"defaults", baseTable, `table t "" version "1" source ""
UNIQUE "" subset, null to null, of [tables/t.dmn.yaml]
input age number [17 18 19] at t.dmn.yaml:3:18: "person.age" at t.dmn.yaml:3:35-45 [t, 0, age], text at 3:35
output band string ["low" "high"] at t.dmn.yaml:4:19
rule 1 "", null to null, at t.dmn.yaml:5:9 (1)
  when "18" at t.dmn.yaml:5:24-26 [t, 1, age], text at 5:24
  then "low": "low" at t.dmn.yaml:5:44-47 [t, 1, => band], text at 5:44
`},
		{"everything else", `id: t
version: 1
hit_policy: COLLECT
aggregation: MAX
profile: full
effective: { from: 2026-07-01, to: 2027-06-30 }
inputs:
  - { name: at, expression: when, type: "list<date_time>", values: [ "2026-06-01T10:00:00Z" ] }
  - name: text
    expression: >
      note
      + ""
    type: string
    values: [no, "", null, "1"]
outputs:
  - { name: rate, type: number, values: [ 1e2, 0.10, .5 ] }
rules:
  - { when: { text: "-", at: " - " }, then: { rate: 100.0 } }
  - { when: { text: 'contains(?, "it''s")' }, then: { rate: "= 1 + 1" }, id: 7, annotation: "", effective: { from: 2026-08-01 } }
  - { when: {}, then: { rate: '0.1' }, id: three }
default: { rate: =2 }
provenance: { generated_by: drafter, reviewed_by: "  " }
`, `table t "" version "1" source ""
COLLECT "MAX" full, @"2026-07-01" to @"2027-06-30", of [tables/t.dmn.yaml]
input at list<date_time> [@"2026-06-01T10:00:00Z"] at t.dmn.yaml:8:13: "when" at t.dmn.yaml:8:29-33 [t, 0, at], text at 8:29
input text string ["no" "" "null" "1"] at t.dmn.yaml:9:11: "note + \"\"\n" at t.dmn.yaml:10:17-11 [t, 0, text], text at 11:7
output rate number [100 0.1 0.5] at t.dmn.yaml:16:13
rule 1 "", null to null, at t.dmn.yaml:18:5 (1)
  -
  -
  then 100: "100.0" at t.dmn.yaml:18:53-58 [t, 1, => rate], text at 18:53
rule 7 "", @"2026-08-01" to null, at t.dmn.yaml:19:5 (2)
  -
  when "contains(?, \"it's\")" at t.dmn.yaml:19:21-43 [t, 2, text], text at 19:22
  then FEEL " 1 + 1" at t.dmn.yaml:19:61-70 [t, 2, => rate], text at 19:63
rule three "", null to null, at t.dmn.yaml:20:5 (3)
  -
  -
  then 0.1: "0.1" at t.dmn.yaml:20:31-36 [t, 3, => rate], text at 20:32
default
  then FEEL "2" at t.dmn.yaml:21:18-20 [t, 0, => rate], text at 21:19
provenance {GeneratedBy:drafter Source: SourceDoc: SourceSHA256: ReviewedBy: ReviewedAt:}, unreviewed true
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := described(loaded(t, c.doc, "")); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// What YAML and its own signs make of FEEL is explained by showing how to quote
// it; and a value that is absent by saying what would be one.
func TestCellHints(t *testing.T) {
	for _, c := range []struct{ cell, hint string }{
		{"!= 18", "'!= 18'"},
		{"*x", "'*x'"},
		{"&x 18", "'&x 18'"},
		{">= 18", "'>= 18'"},
		{">18", "'>18'"},
		{"- 18", "'- 18'"},
		{"-", "'-'"},
		{"[17..18]", "'[17..18]'"},
		{"]17..18[", "']17..18['"},
		{"17, 18: 2", "'17, 18: 2'"},
		{"# 18", "'# 18'"},
		{"{ a: 1 }", "'{ a: 1 }'"},
		{"|\n        18", "single quotes"},
		{"", `"-"`},
		{`""`, `"-"`},
	} {
		_, err := load(with("rules:\n  - when:\n      age: "+c.cell+"\n    then: { band: low }\n"), "")
		faults := diag.Of(err)
		if len(faults) != 1 || !strings.Contains(faults[0].Hint, c.hint) || faults[0].At.Span.Start.Line != 7 {
			t.Errorf("%q: got %v, want one fault in line 7 whose hint has %s", c.cell, told(err), c.hint)
		}
	}
}

// A fault within a cell is where its text stands in the file, however the cell is
// quoted.
func TestCellPlaces(t *testing.T) {
	for _, c := range []struct {
		cell string
		at   string // of nme
	}{
		{`18 + nme`, "7:17"},
		{`'18 + nme'`, "7:18"},
		{`'contains("it''s", nme)'`, "7:31"},
		{`"contains(\"it's\", nme)"`, "7:32"},
		{`"\u0031\x38 + nme"`, "7:26"},
		{`'"é" + nme'`, "7:19"},
		{"18 +\n        nme", "8:9"},
		{"'18 +\n\n        nme'", "9:9"},
		{"\"18 + \\\n        nme\"", "8:9"},
	} {
		_, err := load(with("profile: full\nrules:\n  - when:\n      age: "+c.cell+"\n    then: { band: low }\n"), "")
		found := slices.ContainsFunc(diag.Of(err), func(e *diag.Error) bool {
			start := e.At.Span.Start
			return e.Code == feel.UnknownName && fmt.Sprintf("%d:%d", start.Line, start.Column) == c.at &&
				e.At.Rule == 1 && e.At.Cell == "age" && e.At.Table == "t"
		})
		if !found {
			t.Errorf("%s: got %v, want unknown_name at %s", c.cell, err, c.at)
		}
	}
}

func TestMissingTable(t *testing.T) {
	for _, name := range []string{"no.dmn.yaml", "../t.dmn.yaml", "/t.dmn.yaml", "", "tables"} {
		table, err := dmn.LoadTable(fstest.MapFS{"tables/t.dmn.yaml": {}}, name)
		faults := diag.Of(err)
		if table != nil || len(faults) != 1 || faults[0].Code != dmn.MissingFile || faults[0].At.File != name {
			t.Errorf("%q: got %v, want one missing_file", name, err)
		}
	}
	if _, err := dmn.LoadTable(fstest.MapFS{}, "t.dmn.yaml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want an error that unwraps to its cause", err)
	}
}

func TestTableLimits(t *testing.T) {
	column := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, fields, csv string
		want              string // codes and places
	}{
		{"as many outputs as can be", "rules: [{ when: {}, then: {" + column("c%[1]d: x, ", 256) + "} }]\noutputs:\n" + column("  - { name: c%d, type: string }\n", 256), "", ""},
		{"an input too many", "inputs:\n" + column("  - { name: c%d, expression: a, type: number }\n", 257) + "rules: [{ when: {}, then: { band: low } }]", "", "260:5 table_limit"},
		{"as many values as can be", "outputs:\n  - name: band\n    type: number\n    values:\n" + column("    - %d\n", 1000) + "rules: [{ when: {}, then: { band: 999 } }]", "", ""},
		{"a value too many", "outputs:\n  - name: band\n    type: number\n    values:\n" + column("    - %d\n", 1001) + "rules: [{ when: {}, then: { band: 1 } }]", "", "1008:7 table_limit"},
		{"a type too deep", "profile: full\noutputs: [{ name: band, type: " + strings.Repeat("list<", 17) + "any" + strings.Repeat(">", 17) + " }]\nrules: [{ when: {}, then: { band: \"= []\" } }]", "", "4:31 table_limit"},
		{"a row too many", "rules: { csv: rates.csv }", "age,=> band\n" + strings.Repeat(",low\n", 200_001), "200002:1 table_limit"},
		{"a cell too many", "inputs:\n" + column("  - { name: c%d, expression: a, type: number }\n", 99) + "rules: { csv: rates.csv }",
			column("c%d,", 99) + "=> band\n" + strings.Repeat(strings.Repeat(",", 99)+"low\n", 10_001), "10002:1 table_limit"},
		{"a file too long", "rules: { csv: rates.csv }", "age,=> band\n" + strings.Repeat("18,low\n", 5<<20), "0:0 table_limit"},
		{"a table too long", "name: " + strings.Repeat("x", 4<<20), "", "1:1 yaml_limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := load(with(c.fields), c.csv)
			var got []string
			for _, e := range diag.Of(err) {
				got = append(got, fmt.Sprintf("%d:%d %s", e.At.Span.Start.Line, e.At.Span.Start.Column, e.Code))
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}

// A file with more faults than anyone reads is told the first of them.
func TestManyFaults(t *testing.T) {
	_, err := load(with("rules:\n"+strings.Repeat("  - { when: { age: 18 }, then: { band: middle } }\n", 5000)), "")
	faults := diag.Of(err)
	if len(faults) != 1000 || faults[999].At.Rule != 1000 {
		t.Errorf("got %d faults, want those of the first 1000 rules", len(faults))
	}
	_, err = load(with("rules:\n"+strings.Repeat("  - { when: { age: nme }, then: { band: low } }\n", 1001)), "")
	if faults := diag.Of(err); len(faults) != 1000 || faults[999].At.Rule != 1000 {
		t.Errorf("got %d faults of FEEL, want those of the first 1000 rules", len(faults))
	}
}

// A long text is not repeated in what is told of it.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("é", 10_000)
	_, err := load(with(fmt.Sprintf("outputs: [{ name: band, type: string, values: [%s, low] }]\n"+
		"inputs: [{ name: age, expression: a, type: %[1]s }]\nrules: [{ when: { %[1]s: 1 }, then: { band: x, %[1]s: 1 }, id: %[1]s }, { when: {}, then: { band: %[1]s }, id: %[1]s }]\n"+
		"effective: { from: %[1]s }", long)), "")
	if len(diag.Of(err)) != 6 {
		t.Errorf("got %d faults, want 6:\n%s", len(diag.Of(err)), told(err))
	}
	for _, e := range diag.Of(err) {
		if len(e.Message)+len(e.Hint) > 500 {
			t.Errorf("%s has a message of %d bytes and a hint of %d", e.Code, len(e.Message), len(e.Hint))
		}
	}
}

// Whatever the files hold: the faults, or the places of the cells, are in the
// files, and a second reading tells the same.
func FuzzLoadTable(f *testing.F) {
	f.Add(baseTable, "")
	f.Add(with("rules: { csv: rates.csv }"), "\uFEFFage,=> band,annotation,id\r\n18,low,\"a \"\"b\"\"\r\nc\",x\r\n,\"high\",,\r\n")
	f.Add(with("profile: full\nhit_policy: COLLECT\naggregation: SUM\noutputs: [{ name: band, type: number }]\nrules:\n  - { when: { age: '\"it''s\"' }, then: { band: \"= 1 +\\u0031\" }, id: a, effective: { from: 2026-06-01, to: 2026-07-01 } }\ndefault: { band: 1 }"), "")
	f.Add(with("rules:\n  - when:\n      age: >=\n        18\n    then: { band: =low }\n    annotation: |\n      a\n\n      b\nprovenance: { generated_by: x }\n"), "")
	f.Add(with("rules: [{ when: [1], then: { bnad: low }, id: 2 }, { when: {}, then: {} }]"), "age;x\n\"")
	f.Fuzz(func(t *testing.T, doc, csv string) {
		table, err := load(doc, csv)
		if _, again := load(doc, csv); told(err) != told(again) {
			t.Fatalf("told first:\n%s\nand then:\n%s", told(err), told(again))
		}
		if (table == nil) != (err != nil) {
			t.Fatalf("a table: %v; an error: %v", table != nil, err)
		}
		files := map[string]string{"tables/t.dmn.yaml": doc, "tables/rates.csv": csv}
		for _, e := range diag.Of(err) {
			text, ok := files[e.At.File]
			start, end := e.At.Span.Start, e.At.Span.End
			if !ok || !start.Known() || start.Offset > end.Offset || end.Offset > len(text) ||
				start.Line != 1+strings.Count(text[:start.Offset], "\n") || e.Code == "" || e.Message == "" {
				t.Errorf("%+v is not in the file", e)
			}
		}
		if err != nil {
			return
		}
		for _, r := range table.Rules {
			for _, c := range r.When {
				if c != nil {
					inPlace(t, files, c.Source)
				}
			}
			for _, c := range r.Then {
				inPlace(t, files, c.Source)
			}
		}
		for _, in := range table.Inputs {
			inPlace(t, files, in.Expression)
		}
	})
}

// inPlace wants every letter of a text where the text says it is.
func inPlace(t *testing.T, files map[string]string, s feel.Source) {
	text := files[s.At.File]
	span := text[s.At.Span.Start.Offset:s.At.Span.End.Offset]
	if strings.Contains(span, "\\") {
		return // a letter may be written as an escape
	}
	for i := range len(s.Text) {
		b, at := s.Text[i], s.Pos(i).Offset
		letter := 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
		if letter && (at >= len(text) || text[at] != b) {
			t.Fatalf("byte %d of %q is not at %d of the file", i, s.Text, at)
		}
	}
}
