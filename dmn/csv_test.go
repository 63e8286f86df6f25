package dmn_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
)

func TestReadCSV(t *testing.T) {
	for _, c := range []struct {
		name   string
		fields string // in which the table differs from baseTable
		csv    string
		want   string
	}{
		{"no such file", "rules: { csv: no.csv }",
			"",
			`t.dmn.yaml:5:15-21 missing_file [t] the file "no.csv" cannot be read: it does not exist (it is looked for at "tables/no.csv")`},
		{"a file in another folder", "rules: { csv: ../rates.csv }",
			"",
			`t.dmn.yaml:5:15-27 missing_file [t] the file "../rates.csv" cannot be read: invalid argument (name a file in the table's own folder or below it, with / between the parts)`},
		{"an absolute name", "rules: { csv: /tables/rates.csv }",
			"",
			`t.dmn.yaml:5:15-32 missing_file [t] the file "/tables/rates.csv" cannot be read: invalid argument (name a file in the table's own folder or below it, with / between the parts)`},
		{"a folder", "rules: { csv: . }",
			"",
			`t.dmn.yaml:5:15-16 missing_file [t] the file "." cannot be read: invalid argument (it is looked for at "tables")`},
		{"an empty name", `rules: { csv: "" }`,
			"",
			`t.dmn.yaml:5:15-17 missing_field [t]`},
		{"another field", "rules: { cvs: rates.csv }",
			"",
			`t.dmn.yaml:5:8-8 missing_field [t]
t.dmn.yaml:5:10-13 unknown_field [t]`},
		{"no bytes", "rules: { csv: rates.csv }",
			"",
			`rates.csv:1:1-1 csv_syntax [t] the file is empty (its first row names the inputs and the outputs)`},
		{"empty lines", "rules: { csv: rates.csv }",
			"\n\r\n",
			`rates.csv:1:1-1 csv_syntax [t] the file is empty (its first row names the inputs and the outputs)`},
		{"no rows", "rules: { csv: rates.csv }",
			"age,=> band\n",
			`rates.csv:1:1-12 empty_list [t] there are no rules here (a table has at least one rule)`},
		{"semicolons", "rules: { csv: rates.csv }",
			"age;=> band\n18;low\n",
			`rates.csv:1:1-12 csv_syntax [t] the first row has one field only (separate the fields with commas)`},
		{"wrong headers", "rules: { csv: rates.csv }",
			"band,agee,=> bands,age,annotation,annotation,Id\n1,2,3,4,5,6,7\n",
			`rates.csv:1:1-5 unknown_column [t, band] the table has no input "band" (the column of an output is named with an arrow: => band)
rates.csv:1:6-10 unknown_column [t, agee] the table has no input "agee" (did you mean "age"?)
rates.csv:1:11-19 unknown_column [t, => bands] the table has no output "bands" (did you mean "band"?)
rates.csv:1:35-45 duplicate_name [t, annotation] the name "annotation" is taken (give one of them another name) {rates.csv:1:24: it is here first}
rates.csv:1:46-48 unknown_column [t, Id] the table has no input "Id" (its inputs are age)
rates.csv:2:7-8 outside_values [t, rule 1, age] 4 is not among the values of this column (the values are 17, 18, 19)`},
		{"no columns", "rules: { csv: rates.csv }",
			"id,annotation\n1,2\n",
			`rates.csv:1:1-14 missing_column [t, age] the file has no column "age" (add it, and leave it empty where the input does not matter)
rates.csv:1:1-14 missing_column [t, => band] the file has no column "=> band" (add it; every rule gives every output a value)`},
		{"ragged rows", "rules: { csv: rates.csv }",
			"age,=> band\n18\n18,low,x\n18,low\n",
			`rates.csv:2:1-3 csv_syntax [t, rule 1] the number of fields is 1 here, and 2 in the first row (an empty field needs its comma, and a field with a comma in it needs quotes)
rates.csv:3:1-9 csv_syntax [t, rule 2] the number of fields is 3 here, and 2 in the first row (an empty field needs its comma, and a field with a comma in it needs quotes)`},
		{"quotes", "rules: { csv: rates.csv }",
			"age,=> band\n\"18\"x,low\n1\"8,low\n20,low\n\"18,low\n18,low\n",
			`rates.csv:2:4-5 csv_syntax [t, rule 1] this quote is neither doubled nor the end of its field (put a field with a comma, a quote or a line break in quotes, and double each quote in it: "= ""a""")
rates.csv:3:2-3 csv_syntax [t, rule 2] a quote stands in a field that has no quotes around it (put a field with a comma, a quote or a line break in quotes, and double each quote in it: "= ""a""")
rates.csv:4:1-3 outside_values [t, rule 3, age] 20 is not among the values of this column (the values are 17, 18, 19)
rates.csv:5:1-2 csv_syntax [t, rule 4] a quote that opens in this row is never closed (put a field with a comma, a quote or a line break in quotes, and double each quote in it: "= ""a""")`},
		{"a quote in the header", "rules: { csv: rates.csv }",
			"age,=> \"band\"\n",
			`rates.csv:1:8-9 csv_syntax [t] a quote stands in a field that has no quotes around it (put a field with a comma, a quote or a line break in quotes, and double each quote in it: "= ""a""")`},
		{"bytes that are not UTF-8", "rules: { csv: rates.csv }",
			"age,=> band\n18,l\xff\n",
			`rates.csv:2:5-6 csv_syntax [t] this byte is not UTF-8 (save the file as UTF-8 text)`},
		{"a lone carriage return", "rules: { csv: rates.csv }",
			"age,=> band\n18,low\r19,low\n",
			`rates.csv:2:7-8 csv_syntax [t] a carriage return stands here without a line feed (save the file as UTF-8 text)`},
		{"a control character", "rules: { csv: rates.csv }",
			"age,=> band\n18,low\x00\n",
			`rates.csv:2:7-8 csv_syntax [t] a control character stands here (save the file as UTF-8 text)`},
		{"a second byte order mark", "rules: { csv: rates.csv }",
			"\uFEFFage,=> band\n\uFEFF18,low\n",
			`rates.csv:2:1-2 csv_syntax [t] a byte order mark stands here (save the file as UTF-8 text)`},
		{"ids", "rules: { csv: rates.csv }",
			"age,=> band,id\n18,low,2\n19,low,a\n17,low,a\n",
			`rates.csv:2:8-9 duplicate_rule_id [t, rule 1] the id "2" means another rule (give the rule an id of its own; a rule without one has its position) {rates.csv:3:1: it means this rule}
rates.csv:4:8-9 duplicate_rule_id [t, rule 3] the id "a" means another rule (give the rule an id of its own; a rule without one has its position) {rates.csv:3:1: it means this rule}`},
		{"cells", `outputs: [{ name: band, type: string, values: [low, high] }, { name: rate, type: number }]
rules: { csv: rates.csv }`,
			"\uFEFFage,=> band,=> rate\r\n20,low,1\r\n\"  \",,x\r\n\"1,\r\n\"\"a\"\"\",é low,1.5\r\neighteen,=low,2\r\n",
			`rates.csv:2:1-3 outside_values [t, rule 1, age] 20 is not among the values of this column (the values are 17, 18, 19)
rates.csv:3:1-5 empty_cell [t, rule 2, age] the cell is empty (write "-" or leave the cell out if the input does not matter, and '""' for an empty string)
rates.csv:3:6-6 missing_output [t, rule 2, => band] there is no value for the output "band" (every rule and the default give every output a value)
rates.csv:3:7-8 invalid_literal [t, rule 2, => rate] not a number: "x" (write a number, such as 0.25, without a unit)
rates.csv:5:1-6 type_mismatch [t, rule 3, age]
rates.csv:5:8-13 outside_values [t, rule 3, => band] "é low" is not among the values of this column (the values are "low", "high")
rates.csv:6:1-9 unknown_name [t, rule 4, age]
rates.csv:6:10-14 not_in_profile [t, rule 4, => band] an output that begins with = is a FEEL expression, which is not part of the subset profile (say 'profile: full')`},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := load(with(c.fields), c.csv)
			if got := told(err); got != c.want+"\n" || table != nil {
				t.Errorf("got a table: %v\ngot:\n%s\nwant:\n%s", table != nil, got, c.want)
			}
		})
	}
}

func TestLoadCSV(t *testing.T) {
	fields := `profile: full
inputs:
  - { name: age, expression: person.age, type: number }
  - { name: id, expression: person.plan, type: string }
outputs:
  - { name: band, type: string }
  - { name: rate, type: number }
rules: { csv: ./rates.csv }
`
	for _, c := range []struct{ name, csv, want string }{
		{"plain", "age,id,=> band,=> rate,annotation\n18,,low,1.50,\n-,\"\"\"a\"\"\",\"high, or not\",= 1 + 1,\"why,\nindeed\"\n", `
rule 1 "", null to null, at rates.csv:2:1 (1)
  when "18" at rates.csv:2:1-3 [t, 1, age], text at 2:1
  -
  then "low": "low" at rates.csv:2:5-8 [t, 1, => band], text at 2:5
  then 1.5: "1.50" at rates.csv:2:9-13 [t, 1, => rate], text at 2:9
rule 2 "why,\nindeed", null to null, at rates.csv:3:1 (2)
  -
  when "\"a\"" at rates.csv:3:3-10 [t, 2, id], text at 3:4
  then "high, or not": "high, or not" at rates.csv:3:11-25 [t, 2, => band], text at 3:12
  then FEEL " 1 + 1" at rates.csv:3:26-33 [t, 2, => rate], text at 3:27
`},
		{"a mark, CRLF, other columns first, no last line end", "\uFEFF=> rate,=>band,id,age\r\n\r\n2,\"l\"\"\r\nw\",,\"1\"\r\n3,x,\"\"\"é\"\"\",", `
rule 1 "", null to null, at rates.csv:3:1 (1)
  when "1" at rates.csv:4:5-8 [t, 1, age], text at 4:6
  -
  then "l\"\nw": "l\"\nw" at rates.csv:3:3-3 [t, 1, => band], text at 3:4
  then 2: "2" at rates.csv:3:1-2 [t, 1, => rate], text at 3:1
rule 2 "", null to null, at rates.csv:5:1 (2)
  -
  when "\"é\"" at rates.csv:5:5-12 [t, 2, id], text at 5:6
  then "x": "x" at rates.csv:5:3-4 [t, 2, => band], text at 5:3
  then 3: "3" at rates.csv:5:1-2 [t, 2, => rate], text at 5:1
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := loaded(t, with(fields), c.csv)
			got := described(table)
			_, got, _ = strings.Cut(got, "rule 1")
			if got = "\nrule 1" + got; got != c.want {
				t.Errorf("got:%s\nwant:%s", got, c.want)
			}
			if len(table.Files) != 2 || table.Files[1] != "tables/rates.csv" {
				t.Errorf("files %q", table.Files)
			}
		})
	}
}

// The text at every place of a cell is where the cell says it is.
func TestCSVPlaces(t *testing.T) {
	doc := with("profile: full\ninputs: [{ name: age, expression: a, type: any }]\noutputs: [{ name: band, type: any }]\nrules: { csv: rates.csv }")
	for _, c := range []struct{ csv, at string }{
		{"age,=> band\n18 + nme,x", "2:6"},
		{"age,=> band\n\"18 + nme\",x", "2:7"},
		{"age,=> band\n\"\"\"é\"\" + \"\"\"\" + nme\",x", "2:17"},
		{"age,=> band\r\n\"18 +\r\n\r\n nme\",x\r\n", "4:2"},
		{"\uFEFF\"age\",=> band\n18 + nme,x", "2:6"},
		{"=> band,age\n= 18 + nme,18", "2:8"},
		{"=> band,age\n\"= \"\"\"\" + nme\",18", "2:11"},
	} {
		_, err := load(doc, c.csv)
		if got, want := told(err), "rates.csv:"+c.at+"-"; !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 1 || !strings.Contains(got, "unknown_name [t, rule 1") {
			t.Errorf("%q: got %s, want unknown_name at %s", c.csv, got, c.at)
		}
	}
}

// A table says the same whether its rules are in YAML or in CSV.
func TestCSVIsYAML(t *testing.T) {
	fields := "profile: full\ninputs:\n  - { name: age, expression: a, type: number }\n  - { name: plan, expression: b, type: string }\n" +
		"outputs:\n  - { name: band, type: string }\n  - { name: rate, type: number }\n"
	cell := rapid.SampledFrom([]string{"", "-", "18", "[1..5]", `"a"`, `"it's", "b"`, "?  > 1", "a\n+ b", "nme +", " é "})
	band := rapid.SampledFrom([]string{"low", `"low"`, "a, b", "it's", "= b", "=\n\"x\" + nme", "é\n\nx", "- x", "#"})
	rate := rapid.SampledFrom([]string{"1", "0.10", "x", "= 1 + a", "=1 +"})
	note := rapid.SampledFrom([]string{"", "why", "a, \"b\"\n'c'"})
	id := rapid.SampledFrom([]string{"", "a", "b", "2"})
	rapid.Check(t, func(t *rapid.T) {
		var rules strings.Builder
		var rows bytes.Buffer
		w := csv.NewWriter(&rows)
		w.Write([]string{"age", "plan", "=> band", "=> rate", "annotation", "id"})
		for range rapid.IntRange(1, 5).Draw(t, "rules") {
			row := []string{cell.Draw(t, "age"), cell.Draw(t, "plan"), band.Draw(t, "band"), rate.Draw(t, "rate"), note.Draw(t, "annotation"), id.Draw(t, "id")}
			w.Write(row)
			rules.WriteString("  - when: {")
			for i, name := range []string{"age", "plan"} {
				if row[i] != "" {
					fmt.Fprintf(&rules, " %s: %q,", name, row[i])
				}
			}
			fmt.Fprintf(&rules, " }\n    then: { band: %q, rate: %q }\n    annotation: %q\n", row[2], row[3], row[4])
			if row[5] != "" {
				fmt.Fprintf(&rules, "    id: %q\n", row[5])
			}
		}
		w.Flush()
		yaml, yamlErr := load(with(fields+"rules:\n"+rules.String()), "")
		csv, csvErr := load(with(fields+"rules: { csv: rates.csv }\n"), rows.String())
		if got, want := faultsByCell(csvErr), faultsByCell(yamlErr); got != want {
			t.Fatalf("CSV:\n%s\nYAML:\n%s", got, want)
		}
		if yamlErr == nil && said(csv) != said(yaml) {
			t.Fatalf("CSV:\n%s\nYAML:\n%s", said(csv), said(yaml))
		}
	})
}

// said is what a table's rules say, wherever they stand.
func said(t *dmn.Table) string {
	var b strings.Builder
	for _, r := range t.Rules {
		fmt.Fprintf(&b, "%s %q", r.ID, r.Annotation)
		for _, c := range r.When {
			if c != nil {
				fmt.Fprintf(&b, " %q", c.Source.Text)
			} else {
				b.WriteString(" -")
			}
		}
		for _, c := range r.Then {
			fmt.Fprintf(&b, " %v %q %s", c.Expression, c.Source.Text, c.Literal)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// faultsByCell is what is wrong, wherever it stands.
func faultsByCell(err error) string {
	var lines []string
	for _, e := range diag.Of(err) {
		lines = append(lines, fmt.Sprintf("%d %s %s %s", e.At.Rule, e.At.Cell, e.Code, e.Message))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// What a file of rules says does not depend on how its fields are quoted and its
// lines end, and every letter of a cell is where the cell says it is.
func FuzzLoadCSV(f *testing.F) {
	f.Add("age,=> band\n18,low\n")
	f.Add("\uFEFF=>band,annotation,id,age\r\n\"a \"\"b\"\"\r\nc\",x,y,\r\n\r\n\"= 1\",,,\"[1..\n2]\"")
	f.Add("age,=> band\n\"18\"x,low\n1\"8,low\n20\n\"18,low\n18,low\n")
	doc := with("profile: full\ninputs: [{ name: age, expression: a, type: any }]\noutputs: [{ name: band, type: any }]\nrules: { csv: rates.csv }")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := load(doc, text)
		if err != nil {
			for _, e := range diag.Of(err) {
				start, end := e.At.Span.Start, e.At.Span.End
				if e.At.File != "tables/rates.csv" || start.Offset > end.Offset || end.Offset > len(text) ||
					start.Line != 1+strings.Count(text[:start.Offset], "\n") {
					t.Errorf("%+v is not in the file", e)
				}
			}
			return
		}
		var rows bytes.Buffer
		w := csv.NewWriter(&rows)
		w.Write([]string{"age", "=> band", "annotation", "id"})
		for _, r := range table.Rules {
			row := []string{"", r.Then[0].Source.Text, r.Annotation, r.ID}
			if r.When[0] != nil {
				row[0] = r.When[0].Source.Text
				inPlace(t, map[string]string{"tables/rates.csv": text}, r.When[0].Source)
			}
			inPlace(t, map[string]string{"tables/rates.csv": text}, r.Then[0].Source)
			if r.Then[0].Expression {
				row[1] = "=" + row[1]
			}
			w.Write(row)
		}
		w.Flush()
		if again := loaded(t, doc, rows.String()); said(again) != said(table) {
			t.Errorf("read:\n%s\nwritten and read again:\n%s", said(table), said(again))
		}
	})
}
