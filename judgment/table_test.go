package judgment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

// fee is a table whose fact amount, and whether /v is yes, say what it comes to.
const fee = `id: fee
version: "2026-06-01.1"
inputs:
  - { name: amount, expression: amount, type: number }
  - { name: kind, expression: case.kind, type: string, values: ["yes", "no"] }
outputs:
  - { name: band, type: string, values: [high, low] }
rules:
  - { when: { amount: ">= 1000" }, then: { band: high }, id: r1 }
  - { when: { amount: "< 1000", kind: '"yes"' }, then: { band: low }, id: r2 }
`

// fromFile is [fee] with its rules in rates.csv.
var fromFile = fee[:strings.Index(fee, "rules:")] + "rules: { csv: rates.csv }\n"

const rates = "amount,kind,=> band\n>= 1000,,high\n< 1000,,low\n"

// tableNode is a node of a table of the shelf, with further members.
func (s shelf) tableNode(file, output string, more ...string) string {
	field := func(name string) string {
		_, text, _ := strings.Cut(s[file], name+": ")
		text, _, _ = strings.Cut(text, "\n")
		return strings.Trim(text, `"`)
	}
	members := append([]string{
		fmt.Sprintf(`"id":%q,"version":%q,"digest":%q,"output":%q`, field("id"), field("version"), digestOf(s[file]), output),
	}, more...)
	return `{"table":{` + strings.Join(members, ",") + `}}`
}

// files pins files of the shelf.
func (s shelf) files(names ...string) string {
	var pins []string
	for _, name := range names {
		pins = append(pins, fmt.Sprintf("%q:%q", name, digestOf(s[name])))
	}
	return `"files":{` + strings.Join(pins, ",") + `}`
}

// tablePlan is a graph of one table of the shelf, node t.
func (s shelf) tablePlan(t testing.TB, file, output string, more ...string) *judgment.Plan {
	t.Helper()
	return s.plan(t, `{"t":`+s.tableNode(file, output, more...)+`}`, `[]`, "t")
}

func TestLinkTable(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(fee, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(fee, old, new, 1)
	}
	values := func(v string) string { return with("values: [high, low]", "values: "+v) }
	for _, c := range []struct {
		name   string
		shelf  shelf
		output string
		more   []string
		want   []string
	}{
		{"a table", shelf{"t": fee}, "band", nil, nil},
		{"each policy of one answer", shelf{"t": with("inputs:", "hit_policy: PRIORITY\ninputs:")}, "band", nil, nil},
		{"a version that is any text", shelf{"t": with("2026-06-01.1", "June; second edition")}, "band", nil, nil},
		{"a default", shelf{"t": fee + "default: { band: low }\n"}, "band", nil, nil},

		{"no YAML", shelf{"t": fee + "}"}, "band", nil, []string{"graph_table_invalid /nodes/t/table"}},
		{"a table with faults", shelf{"t": with("type: number", "type: numbr")}, "band", nil, []string{"graph_table_invalid /nodes/t/table"}},
		{"effective dates", shelf{"t": fee + "effective: { from: 2026-07-01 }\n"}, "band", nil, []string{"graph_table_invalid /nodes/t/table"}},
		{"generated and not reviewed", shelf{"t": fee + "provenance: { generated_by: drafter }\n"}, "band", nil, []string{"graph_table_unreviewed /nodes/t/table"}},
		{"generated and reviewed", shelf{"t": fee + "provenance: { generated_by: drafter, reviewed_by: A. Officer }\n"}, "band", nil, nil},
		{"lists", shelf{"t": with("inputs:", "hit_policy: COLLECT\ninputs:")}, "band", nil, []string{"graph_table_policy /nodes/t/table"}},
		{"rule order", shelf{"t": with("inputs:", "hit_policy: RULE_ORDER\ninputs:")}, "band", nil, []string{"graph_table_policy /nodes/t/table"}},
		{"output order", shelf{"t": with("inputs:", "hit_policy: OUTPUT_ORDER\ninputs:")}, "band", nil, []string{"graph_table_policy /nodes/t/table"}},
		{"no such output", shelf{"t": fee}, "Band", nil, []string{"graph_table_output /nodes/t/table/output"}},
		{"an output without values", shelf{"t": with(", values: [high, low]", "")}, "band", nil, []string{"graph_table_output /nodes/t/table/output"}},
		{"an output of another type", shelf{"t": strings.NewReplacer("string, values: [high, low]", "number, values: [1, 2]", "high", "1", "low", "2").Replace(fee)}, "band", nil, []string{"graph_table_output /nodes/t/table/output"}},
		{"a value that is no local id", shelf{"t": strings.ReplaceAll(fee, "high", "High")}, "band", nil, []string{"graph_table_output /nodes/t/table/output"}},
		{"one of them", shelf{"t": values("[high, low, in_between]")}, "band", nil, []string{"graph_table_output /nodes/t/table/output"}},
		{"several at once", shelf{"t": with("inputs:", "hit_policy: COLLECT\nprovenance: { generated_by: drafter }\ninputs:")}, "none", nil, []string{
			"graph_table_unreviewed /nodes/t/table", "graph_table_policy /nodes/t/table", "graph_table_output /nodes/t/table/output"}},

		{"a file that is used and pinned", shelf{"t": fromFile, "rates.csv": rates}, "band", []string{`"files":@rates.csv`}, nil},
		{"one that is used and not pinned", shelf{"t": fromFile, "rates.csv": rates}, "band", nil, []string{"graph_table_files /nodes/t/table/files"}},
		{"one that is pinned and not used", shelf{"t": fee, "rates.csv": rates}, "band", []string{`"files":@rates.csv`}, []string{"graph_table_files /nodes/t/table/files/rates.csv"}},
		{"one under another name", shelf{"t": fromFile, "rates.csv": rates, "r.csv": rates}, "band", []string{`"files":@r.csv`}, []string{"graph_table_files /nodes/t/table/files"}},
		{"under no name that a file can have", shelf{"t": fee, "../a": rates}, "band", []string{`"files":{"../a":"` + digestOf(rates) + `","":"` + digestOf(rates) + `"}`}, []string{
			"graph_table_files /nodes/t/table/files/", "graph_table_files /nodes/t/table/files/..~1a"}},
		{"under the name of the table", shelf{"t": fee, "rates.csv": rates}, "band", []string{`"files":{"t.dmn.yaml":"` + digestOf(rates) + `"}`}, []string{
			"graph_table_files /nodes/t/table/files/t.dmn.yaml"}},
		{"a file with faults", shelf{"t": fromFile, "rates.csv": rates + "x"}, "band", []string{`"files":@rates.csv`}, []string{"graph_table_invalid /nodes/t/table"}},
		{"a file that is not there", shelf{"t": fromFile}, "band", []string{`"files":{"rates.csv":"` + zeros + `"}`}, []string{"graph_reference_dangling /nodes/t/table/files/rates.csv"}},
		{"a file that has changed", shelf{"t": fromFile, "rates.csv": rates}, "band", []string{`"files":{"rates.csv":"` + digestOf(rates+"\n") + `"}`}, []string{
			"graph_reference_dangling /nodes/t/table/files/rates.csv"}},

		{"a gate", shelf{"t": fee, "gate.json": `{"type":"object"}`}, "band", []string{`"gate":"` + digestOf(`{"type":"object"}`) + `"`}, nil},
		{"a gate that is not there", shelf{"t": fee}, "band", []string{`"gate":"` + zeros + `"`}, []string{"graph_reference_dangling /nodes/t/table/gate"}},
		{"one beside the table that is not there", shelf{"t": fee}, "band", []string{`beside "gate":"` + zeros + `"`}, []string{"graph_reference_dangling /nodes/t/gate"}},
		{"one beside the table that is no schema", shelf{"t": fee, "gate.json": `{"type":"objct"}`}, "band", []string{`beside "gate":"` + digestOf(`{"type":"objct"}`) + `"`}, []string{
			"graph_table_gate /nodes/t/gate"}},
		{"a gate that is no schema", shelf{"t": fee, "gate.json": `{"type":"objct"}`}, "band", []string{`"gate":"` + digestOf(`{"type":"objct"}`) + `"`}, []string{
			"graph_table_gate /nodes/t/table/gate"}},
		{"a gate that refers to another file", shelf{"t": fee, "gate.json": `{"$ref":"other.json"}`, "other.json": "true"}, "band", []string{`"gate":"` + digestOf(`{"$ref":"other.json"}`) + `"`}, []string{
			"graph_table_gate /nodes/t/table/gate"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := shelf{}
			for name, text := range c.shelf {
				if name == "t" {
					name = "t.dmn.yaml"
				}
				if !strings.HasPrefix(name, "..") {
					s[name] = text
				}
			}
			s["copy"] = rates
			var more []string
			beside := ""
			for _, m := range c.more {
				if member, ok := strings.CutPrefix(m, "beside "); ok {
					beside = "," + member
					continue
				}
				if name, ok := strings.CutPrefix(m, `"files":@`); ok {
					m = s.files(name)
				}
				more = append(more, m)
			}
			node := strings.TrimSuffix(s.tableNode("t.dmn.yaml", c.output, more...), "}") + beside + "}"
			_, err := loadGraph(t, s.graphText(`{"t":`+node+`}`, `[]`, "t")).Link(s.catalogue(t))
			same(t, "findings", toldBy(t, err), c.want...)
		})
	}
}

// The pin of a table is looked up as that of a pack, with the identity that its
// YAML says, or at least its table.
func TestTablePins(t *testing.T) {
	node := func(id, version, digest string) string {
		return fmt.Sprintf(`{"t":{"table":{"id":%q,"version":%q,"digest":%q,"output":"band"}}}`, id, version, digest)
	}
	const label = "2026-06-01.1"
	s := shelf{"tables/fee.dmn.yaml": fee, "unnamed": strings.Replace(fee, "id: fee", "id: toll", 1), "up": up}
	for _, c := range []struct{ name, nodes, want string }{
		{"the bytes", node("fee", label, digestOf(fee)), ""},
		{"other bytes", node("fee", label, digestOf(fee+"\n")), "graph_digest_drift /nodes/t/table/digest"},
		{"another version", node("fee", "2026-06-01.2", zeros), "graph_version_drift /nodes/t/table/version"},
		{"another id", node("fees", label, digestOf(fee)), "graph_identity /nodes/t/table"},
		{"the bytes under another version", node("fee", "1", digestOf(fee)), "graph_identity /nodes/t/table"},
		{"nothing", node("fees", label, zeros), "graph_reference_dangling /nodes/t/table"},
		{"a file that is not named as YAML", node("toll", label, digestOf(s["unnamed"])), ""},
		{"with another id", node("fee", label, digestOf(s["unnamed"])), "graph_identity /nodes/t/table"},
		{"a pack", node("urn:up", "1.0.0", digestOf(up)), "graph_table_invalid /nodes/t/table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := loadGraph(t, s.graphText(c.nodes, `[]`, "t")).Link(s.catalogue(t))
			if got := strings.Join(toldBy(t, err), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	_, err := loadGraph(t, s.graphText(`{"t":{"pack":{"id":"urn:fee","version":"1.0.0","digest":"`+digestOf(fee)+`"}}}`, `[]`, "t")).Link(s.catalogue(t))
	same(t, "a table in the place of a pack", toldBy(t, err), "graph_identity /nodes/t/pack")
}

// Findings have those of the table inside, placed in its own files.
func TestTableFindingsAreInside(t *testing.T) {
	s := shelf{"tables/fee.dmn.yaml": fromFile, "elsewhere.csv": rates + ">= 5\n"}
	g := loadGraph(t, s.graphText(`{"t":`+s.tableNode("tables/fee.dmn.yaml", "band", `"files":{"rates.csv":"`+digestOf(s["elsewhere.csv"])+`"}`)+`}`, `[]`, "t"))
	_, err := g.Link(s.catalogue(t))
	var refusal *judgment.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("got %v", err)
	}
	f := refusal.Findings[0]
	if len(f.Fault.Notes) == 0 || f.Fault.Notes[0].At.File != "tables/rates.csv" || f.Fault.Notes[0].At.Span.Start.Line != 4 {
		t.Errorf("got %+v", f.Fault.Notes)
	}
	if text := canonicalOf(t, f); !strings.Contains(text, `"findings":[{"code":"`) {
		t.Errorf("got %s", text)
	}
}

func TestDescribeTable(t *testing.T) {
	gate := `{"type":"object"}`
	s := shelf{"fee.dmn.yaml": fromFile, "rates.csv": rates, "gate.json": gate, "up": up}
	node := s.tableNode("fee.dmn.yaml", "band", s.files("rates.csv"), `"gate":"`+digestOf(gate)+`"`)
	recorded := `{"recorded":{"record":"` + zeros + `","node":"n","subject":` + s.pin("up") + `,"maxAge":"PT36H"}}`
	g := loadGraph(t, s.graphText(`{"t":`+node+`,"r":`+recorded+`}`, edgesOf("r t /x"), "t"))
	without := func(names ...string) shelf {
		out := shelf{}
		for name, text := range s {
			out[name] = text
		}
		for _, name := range names {
			delete(out, name)
		}
		return out
	}
	for _, c := range []struct {
		name  string
		shelf shelf
		want  judgment.PinState
		has   bool // an identity
	}{
		{"everything", s, judgment.PinVerified, true},
		{"no table", without("fee.dmn.yaml"), judgment.PinDangling, false},
		{"no file", without("rates.csv"), judgment.PinDangling, true},
		{"no gate", without("gate.json"), judgment.PinDangling, true},
		{"another table", shelf{"fee.dmn.yaml": fee}, judgment.PinDrift, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := g.Describe(c.shelf.catalogue(t))
			if err != nil {
				t.Fatal(err)
			}
			st := d.Steps[1]
			if st.Pin != c.want || (st.Identity != nil) != c.has || (st.Detail == "") != (c.want == judgment.PinVerified) || st.Table.Output != "band" {
				t.Errorf("got %+v", st)
			}
		})
	}
	d, err := g.Describe(s.catalogue(t))
	if err != nil {
		t.Fatal(err)
	}
	d.Steps[0].Detail = "" // in words
	d.Steps[1].Table.Files["rates.csv"] = zeros
	if d, err = g.Describe(s.catalogue(t)); err != nil || d.Steps[1].Table.Files["rates.csv"] == zeros {
		t.Errorf("a description is the caller's: got %v, %v", d.Steps[1].Table, err)
	}
	want := canonicalOf(t, json.RawMessage(`{"format":"spine.graph-plan/1","graph":`+canonicalOf(t, g.Pin())+`,"resultNode":"t","steps":[`+
		`{"feeds":[],"kind":"recorded","node":"r","pin":"unread","recorded":{"record":"`+zeros+`","node":"n","subject":`+s.pin("up")+`,"maxAge":"P1DT12H","onStale":"refuse"}},`+
		`{"feeds":[{"fact":"/x","from":"r"}],"identity":{"id":"fee","version":"2026-06-01.1"},"kind":"table","node":"t","pin":"verified",`+node[1:len(node)-1]+`}]}`))
	d.Steps[0].Detail = ""
	if got := string(d.Canonical()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAdviceOfTables(t *testing.T) {
	s := shelf{"fee.dmn.yaml": fee, "up": up, "down": down}
	for _, c := range []struct {
		name, edge string
		want       []string
	}{
		{"all is read, and taken", "a t /case/kind", nil},
		{"a column without values may compare with anything", "a t /amount", nil},
		{"what stands around it", "a t /case", nil},
		{"a part of it", "a t /amount/value", nil},
		{"nothing reads it", "a t /case/kindness", []string{"graph_fact_unread /edges/0/fact"}},
		{"outcomes that the column does not take", "b t /case/kind", []string{"graph_outcome_unread /edges/0/fact", "graph_outcome_unread /edges/0/fact"}},
		{"outcomes of a table that nothing compares with", "t b /x", []string{"graph_outcome_unread /edges/0/fact", "graph_outcome_unread /edges/0/fact"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := s.plan(t, `{"a":@up,"b":@down,"t":`+s.tableNode("fee.dmn.yaml", "band")+`}`, edgesOf(c.edge), "a")
			same(t, "findings", told(p.Advice()), c.want...)
		})
	}
}

func TestRepinTable(t *testing.T) {
	gate := `{"type":"object"}`
	old := shelf{"tables/fee.dmn.yaml": fromFile, "tables/rates.csv": rates, "gate.json": gate}
	node := old.tableNode("tables/fee.dmn.yaml", "band", `"files":{"rates.csv":"`+digestOf(rates)+`"}`, `"gate":"`+digestOf(gate)+`"`)
	g := loadGraph(t, old.graphText(`{"t":`+node+`}`, `[]`, "t"))
	for _, c := range []struct {
		name  string
		shelf shelf
		want  []string
	}{
		{"nothing has changed", old, nil},
		{"table and file have", shelf{"tables/fee.dmn.yaml": fromFile + "\n", "tables/rates.csv": rates + "\n", "rates.csv": "else", "gate.json": gate}, nil},
		{"the file alone", shelf{"tables/fee.dmn.yaml": fromFile, "tables/rates.csv": rates + ">= 5,,high\n", "gate.json": gate}, nil},
		{"no file", shelf{"tables/fee.dmn.yaml": fromFile, "gate.json": gate}, []string{"graph_reference_dangling /nodes/t/table/files/rates.csv"}},
		{"no gate", shelf{"tables/fee.dmn.yaml": fromFile, "tables/rates.csv": rates}, []string{"graph_reference_dangling /nodes/t/table/gate"}},
		{"nothing", shelf{"a": "a"}, []string{
			"graph_reference_dangling /nodes/t/table", "graph_reference_dangling /nodes/t/table/files/rates.csv", "graph_reference_dangling /nodes/t/table/gate"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			again, err := g.Repin(c.shelf.catalogue(t))
			same(t, "findings", toldBy(t, err), c.want...)
			if err != nil {
				return
			}
			if _, err := loadGraph(t, string(again)).Link(c.shelf.catalogue(t)); err != nil {
				t.Errorf("what is pinned anew is not resolved: %v", err)
			}
		})
	}
}
