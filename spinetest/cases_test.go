package spinetest_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/spinetest"
)

// with gives the files of testdata/load, and one more.
func with(t testing.TB, name, content string) fs.FS {
	t.Helper()
	out := fstest.MapFS{name: {Data: []byte(content)}}
	root := os.DirFS("testdata/load")
	names, err := fs.Glob(root, "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		b, err := fs.ReadFile(root, n)
		if err != nil {
			t.Fatal(err)
		}
		out[n] = &fstest.MapFile{Data: b}
	}
	return out
}

// TestLoad asserts the faults of a test file, each with its place and hint.
func TestLoad(t *testing.T) {
	const table, workflow = "table: band.dmn.yaml\n", "workflow: workflow.yaml\n"
	// A case of a workflow without a fault, but for what it expects.
	const run = "  - { name: a, facts: { person: { age: 20 } }, edges: { papers: { seen: true } }, "
	for _, c := range []struct {
		name, src string
		want      []string // code, line, the text at fault: message | hint
	}{
		{"nothing is tested", "cases: []\n", []string{
			`test_form 1 : the file names nothing to test | say table: TABLE.dmn.yaml or workflow: workflow.yaml`,
			`no_cases 1 []: there is no case, so the file tests nothing | write a case, or delete the file`,
		}},
		{"two things are tested", table + workflow + "cases: [{ name: a }]\n", []string{
			`test_form 2 workflow.yaml: the file names a table and a workflow | test them in a file each`,
		}},
		{"no cases", table, []string{
			`missing_field 1 table`,
		}},
		{"an unknown field", table + "case: 1\ncases: [{ name: a, given: {}, expected: {}, expect_error: x }]\n", []string{
			`unknown_field 2 case`,
			`unknown_field 3 expected`,
		}},
		{"the table is not there", "table: bnad.dmn.yaml\ncases: [{ name: a, rule: x, given: {} }]\n", []string{
			`missing_file 1 bnad.dmn.yaml: the file "bnad.dmn.yaml" cannot be read: it does not exist | did you mean "band.dmn.yaml"?`,
		}},
		{"the table is outside", "table: ../band.dmn.yaml\ncases: [{ name: a, rule: x, given: {} }]\n", []string{
			`missing_file 1 ../band.dmn.yaml: the file "../band.dmn.yaml" cannot be read: it is outside of the files that are tested | tables and workflows are named from the test file's own folder, and lie in what is tested`,
		}},
		{"a case of the other form", table + "cases: [{ name: a, facts: {}, expect_status: completed, rule: adult }]\n", []string{
			`test_form 2 facts: a case of a table has no field facts | its fields are name, given, expect, rule, expect_error`,
			`test_form 2 expect_status: a case of a table has no field expect_status | its fields are name, given, expect, rule, expect_error`,
		}},
		{"a table's case under a workflow", workflow + "cases:\n" + run + "rule: adult }\n", []string{
			`no_expectation 3 a: the case "a" expects nothing, so it can only pass | say what is expected: expect, recommend, rules, expect_status, expect_error`,
			`test_form 3 rule: a case of a workflow has no field rule | its fields are name, facts, edges, decide, expect, recommend, rules, expect_status, expect_error`,
		}},
		{"nothing is expected", table + "cases:\n  - name: a\n    given: {}\n", []string{
			`no_expectation 3 a: the case "a" expects nothing, so it can only pass | say what is expected: expect, rule, expect_error`,
		}},
		{"outputs and an error", table + "cases:\n  - name: a\n    expect: { band: adult }\n    expect_error: unknown_name\n", []string{
			`outputs_and_error 5 unknown_name: the case expects outputs and an error, and a decision gives one of them | remove expect or expect_error`,
		}},
		{"two of one name", table + "cases:\n  - { name: a, rule: adult }\n  - { name: a, rule: child }\n", []string{
			`duplicate_case 4 a: there are two cases "a" | a report tells cases by their names`,
		}},
		{"no name", table + "cases:\n  - { name: '', rule: adult }\n  - { rule: child }\n", []string{
			`missing_field 3 ''`,
			`missing_field 4 `,
		}},
		{"outputs and rules that are not there", table + "cases:\n  - { name: a, expect: { bnad: adult, fee: 5 }, rule: [adlt, 3, adult] }\n", []string{
			`unknown_output 3 bnad: the table "band" has no output "bnad" | did you mean "band"?`,
			`unknown_output 3 fee: the table "band" has no output "fee" | there is band`,
			`unknown_rule 3 adlt: the table "band" has no rule "adlt" | did you mean "adult"?`,
			`unknown_rule 3 3: the table "band" has no rule "3" | there is child, adult`,
		}},
		{"values that are none", table + "cases:\n  - { name: a, given: { a: 1e9999, b: { '@date': 2026-02-30 }, c: { '@day': 1 }, d: { '@date': 2026-01-01, e: 1 }, f: { '@date': [1] }, g: { '@context': 1 } }, rule: adult }\n", []string{
			`invalid_value 3 1e9999: the number is beyond the range of decimal128: "1e9999" | quote it when a text is meant: '1e9999'`,
			`invalid_value 3 2026-02-30: date "2026-02-30": day 30 is not between 1 and 28 in month 2 of year 2026 | `,
			`invalid_value 3 '@day': "@day" stands for no kind of value | there are "@date", "@time", "@date_time", "@duration", "@months", "@number" and "@range"; wrap the mapping when such a key is meant: { "@context": { ... } }`,
			`invalid_value 3 '@date': "@date" stands among other keys | wrap the mapping when such a key is meant: { "@context": { ... } }`,
			`invalid_value 3 [1]: "@date" needs a single value, and this is a list | `,
			`invalid_value 3 1: "@context" needs a mapping, and this is a single value | `,
		}},
		{"shapes", table + "cases:\n  - { name: a, given: 5, expect: [adult], rule: { a: b } }\n  - text\n", []string{
			`wrong_type 3 5`,
			`wrong_type 3 [adult]`,
			`wrong_type 3 { a: b }`,
			`wrong_type 4 text`,
		}},
		{"nodes that are not there", workflow + "cases:\n" + run + "decide: { band: { choice: { outcome: yes }, by: A } }, expect: { bnad: {}, papers: { seen: true } }, recommend: { band: {} }, rules: { person: 1 } }\n", []string{
			`unknown_node 3 band: the workflow has no human node "band" | there is outcome`,
			`unknown_node 3 bnad: the workflow has no policy or human node "bnad" | did you mean "band"?`,
			`unknown_node 3 papers: the workflow has no policy or human node "papers" | there is band, outcome`,
			`unknown_node 3 band: the workflow has no human node "band" | there is outcome`,
			`unknown_node 3 person: the workflow has no policy or human node "person" | there is band, outcome`,
		}},
		{"outputs and rules of nodes", workflow + "cases:\n" + run + "expect: { band: { bnad: adult } }, recommend: { outcome: { x: 1 } }, rules: { band: [adlt] } }\n", []string{
			`unknown_output 3 bnad: the table "band" has no output "bnad" | did you mean "band"?`,
			`unknown_output 3 x: the table "outcome" has no output "x" | there is outcome`,
			`unknown_rule 3 adlt: the table "band" has no rule "adlt" | did you mean "adult"?`,
		}},
		{"edges", workflow + "cases:\n  - { name: a, edges: { paper: 1, person: 2 }, expect_status: refused }\n", []string{
			`missing_edge 3 a: the case "a" does not say what the edge "papers" gives | add it to edges; no agent is called`,
			`unknown_node 3 paper: the workflow has no edge "paper" | did you mean "papers"?`,
			`unknown_node 3 person: the workflow has no edge "person" | there is papers`,
		}},
		{"choices", workflow + "cases:\n" + run + "decide: { outcome: { choice: { outcome: perhaps }, by: ' ', why: x } }, expect_status: done }\n", []string{
			`choice_not_offered 3 { outcome: perhaps }: the node "outcome" does not offer {outcome: "perhaps"} | the options are [{outcome: "yes"}, {outcome: "no"}]`,
			`missing_field 3 ' '`,
			`unknown_field 3 why`,
			`unknown_value 3 done`,
		}},
		{"a choice without its output", workflow + "cases:\n" + run + "decide: { outcome: { choice: yes, by: A } }, expect_status: completed }\n", []string{
			`invalid_value 3 yes: a choice is a mapping of outputs | write it as an option is: { outcome: yes }`,
		}},
		{"a choice that is not made", workflow + "cases:\n" + run + "decide: { outcome: { reason: x } }, expect_status: completed }\n", []string{
			`missing_field 3 `,
			`missing_field 3 `,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := spinetest.Load(with(t, "a.test.yaml", c.src), "a.test.yaml")
			if f != nil {
				t.Error("there is a file beside the faults")
			}
			var got []string
			for _, e := range diag.Of(err) {
				if e.At.File != "a.test.yaml" {
					t.Errorf("%v is not in the file", e)
				}
				line := fmt.Sprintf("%s %d %s", e.Code, e.At.Span.Start.Line, c.src[e.At.Span.Start.Offset:e.At.Span.End.Offset])
				switch e.Code { // the wording of the YAML reader is its own
				case yaml.UnknownField, yaml.MissingField, yaml.WrongType, yaml.UnknownValue:
				default:
					line += ": " + e.Message + " | " + e.Hint
				}
				got = append(got, line)
			}
			if g, w := strings.Join(got, "\n"), strings.Join(c.want, "\n"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
		})
	}
}

// TestLoadAll asserts that the faults of a workflow and of its test come together.
func TestLoadAll(t *testing.T) {
	fsys := with(t, "a.test.yaml", "workflow: w.yaml\ncases:\n  - { name: a, facts: { person: {} }, rules: { bands: x }, decide: { who: { by: A } } }\n").(fstest.MapFS)
	fsys["w.yaml"] = &fstest.MapFile{Data: []byte("name: w\nversion: \"1\"\ninput_data: { person: { schema: none.json } }\nnodes:\n  - { id: band, decision: band.dmn.yaml, inputs: [persn] }\n")}
	_, err := spinetest.Load(fsys, "a.test.yaml")
	var got []string
	for _, e := range diag.Of(err) {
		got = append(got, fmt.Sprintf("%s:%d %s", e.At.File, e.At.Span.Start.Line, e.Code))
	}
	want := "a.test.yaml:3 missing_field, w.yaml:3 missing_file, w.yaml:5 unknown_reference"
	if strings.Join(got, ", ") != want {
		t.Error(got)
	}
}

// TestLoadSubset asserts that a table's test does not load when the table says what
// the subset does not list, with all seven parts of the place.
func TestLoadSubset(t *testing.T) {
	const head = "id: t\nversion: \"1\"\ninputs:\n  - name: x\n    type: any\n"
	const tail = "outputs: [{ name: y, type: string }]\nrules:\n  - when: { x: '-' }\n    then: { y: a }\n"
	for _, c := range []struct {
		text, refused string // what the subset refuses in it
		code          diag.Code
	}{
		{"some i in p.list satisfies i > 1", "some i in p.list satisfies i > 1", feel.NotInProfile},
		{"every i in p.list satisfies i > 1", "every i in p.list satisfies i > 1", feel.NotInProfile},
		{"for i in p.list return i", "for i in p.list return i", feel.NotInProfile},
		{"if p.a then 1 else 2", "if p.a then 1 else 2", feel.NotInProfile},
		{"1 + (if p.a then 1 else 2)", "if p.a then 1 else 2", feel.NotInProfile},
		{"p.a instance of number", "p.a instance of number", feel.NotInProfile},
		{"p.a between 1 and 2", "p.a between 1 and 2", feel.NotInProfile},
		{"p.a ** 2", "p.a ** 2", feel.NotInProfile},
		{"function(a) a", "function(a) a", feel.NotInProfile},
		{"{a: 1}", "{a: 1}", feel.NotInProfile},
		{"p.list[1]", "p.list[1]", feel.NotInProfile},
		{`@"2026-06-01"`, `@"2026-06-01"`, feel.NotInProfile},
		{"count(p.list)", "count", feel.NotInProfile},
		{"now()", "now", feel.NotInProfile},
		{"frobnicate(p.a)", "frobnicate", feel.NotInProfile},
		{"p.a +", "", feel.SyntaxError},
	} {
		for _, place := range []struct {
			src  string
			rule int
			cell string
		}{
			{head + "    expression: >-\n      %s\n" + tail, 0, "x"},
			{head + "    expression: p.a\n" + tail + "  - when: { x: '1' }\n    then: { y: a }\n  - when:\n      x: '? = (%s)'\n    then: { y: b }\n", 3, "x"},
		} {
			src := strings.Replace(place.src, "%s", c.text, 1)
			if place.rule > 0 {
				src = strings.Replace(place.src, "%s", strings.ReplaceAll(c.text, "'", "''"), 1)
			}
			fsys := with(t, "tests/t.dmn.yaml", src).(fstest.MapFS)
			fsys["tests/t.test.yaml"] = &fstest.MapFile{Data: []byte("table: t.dmn.yaml\ncases: [{ name: a, given: { p: { a: 1, list: [1] } }, expect: { y: a } }]\n")}
			rep, err := spinetest.Execute(t.Context(), fsys, []string{"tests/t.test.yaml"})
			if err != nil || rep.Failed != 1 || len(rep.Cases) != 1 || rep.Cases[0].Name != "" {
				t.Fatalf("%s: %v %+v", c.text, err, rep)
			}
			found := false
			for _, e := range rep.Cases[0].Faults {
				at := e.At
				text := src[at.Span.Start.Offset:at.Span.End.Offset]
				line := 1 + strings.Count(src[:at.Span.Start.Offset], "\n")
				column := at.Span.Start.Offset - strings.LastIndex(src[:at.Span.Start.Offset], "\n")
				if e.Code == c.code && (text == c.refused || c.refused == "") && at.File == "tests/t.dmn.yaml" && at.Table == "t" &&
					at.Rule == place.rule && at.Cell == place.cell && at.Span.Start.Line == line && at.Span.Start.Column == column {
					found = true
				}
			}
			if !found {
				t.Errorf("%s in rule %d: %v", c.text, place.rule, rep.Cases[0])
			}
		}
	}
}

// FuzzLoad reads any test file. Every fault must lie in the file, and what loads
// must give the same report each time it is run.
func FuzzLoad(f *testing.F) {
	seeds, err := filepath.Glob("testdata/failing/*.test.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range seeds {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Add("table: band.dmn.yaml\ncases:\n  - { name: a, given: { person: { age: 20 } }, expect: { band: adult }, rule: [adult] }\n")
	f.Add("workflow: workflow.yaml\ncases:\n  - { name: a, facts: { person: { age: 20 } }, edges: { papers: { seen: true } }, decide: { outcome: { choice: { outcome: yes }, by: A } }, expect_status: completed }\n")
	f.Fuzz(func(t *testing.T, src string) {
		fsys := with(t, "a.test.yaml", src)
		file, err := spinetest.Load(fsys, "a.test.yaml")
		if (file == nil) == (err == nil) {
			t.Fatalf("%v beside %v", file, err)
		}
		for _, e := range diag.Of(err) {
			if s := e.At.Span; e.At.File == "a.test.yaml" && (s.Start.Offset > s.End.Offset || s.End.Offset > len(src)) || e.At.File == "" || e.Code == "" {
				t.Fatalf("%v lies at %v of %d bytes", e, s, len(src))
			}
		}
		var first []byte
		for range 2 {
			rep, err := spinetest.Execute(t.Context(), fsys, []string{"a.test.yaml"})
			if err != nil {
				t.Fatal(err)
			}
			if file != nil && len(rep.Cases) != len(file.Cases) || file == nil && rep.Failed != 1 || rep.Passed+rep.Failed != len(rep.Cases) {
				t.Fatalf("%+v of %+v", rep, file)
			}
			b, err := json.Marshal(rep)
			if err != nil || first != nil && string(first) != string(b) {
				t.Fatalf("%s is not %s: %v", b, first, err)
			}
			first = b
		}
	})
}
