package judgment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

// zeros is a digest that nothing has.
var zeros = "sha256:" + strings.Repeat("0", 64)

// up is a pack whose fact /v says what it comes to: yes, no, or else no-match.
const up = `{"specVersion":"0.2.0-draft","id":"urn:up","version":"1.0.0","title":"T","decision":{"intent":"I","question":"Q"},
"outcomes":[{"id":"yes","label":"Y"},{"id":"no","label":"N"}],"rules":[
{"id":"y","description":"D","when":{"op":"fact","path":"/v","operator":"equals","value":"yes"},"outcome":"yes","onUnknown":"ignore"},
{"id":"n","description":"D","when":{"op":"fact","path":"/v","operator":"equals","value":"no"},"outcome":"no","onUnknown":"ignore"}]}`

// down is a pack that comes to good if its fact /x is yes, to bad if it is no, and
// else to unknown, handed to a queue. It may be given the evidence paper.
const down = `{"specVersion":"0.2.0-draft","id":"urn:down","version":"1.0.0","title":"T","decision":{"intent":"I","question":"Q"},
"evidenceRequirements":[{"id":"paper","description":"D","required":false}],
"outcomes":[{"id":"good","label":"G"},{"id":"bad","label":"B"}],"rules":[
{"id":"g","description":"D","when":{"op":"fact","path":"/x","operator":"equals","value":"yes"},"outcome":"good","onUnknown":"escalate"},
{"id":"b","description":"D","when":{"op":"fact","path":"/x","operator":"equals","value":"no"},"outcome":"bad","onUnknown":"escalate"}],
"escalation":{"triggers":["unknown"],"target":{"kind":"queue","name":"Desk"}}}`

// named gives a pack under another id.
func named(id, pack string) string {
	return regexp.MustCompile(`"id":"urn:[^"]*"`).ReplaceAllString(pack, fmt.Sprintf(`"id":%q`, id))
}

// shelf is what a catalogue has, by name of file.
type shelf map[string]string

// fatal is what a test and a property both are.
type fatal interface {
	Helper()
	Fatal(...any)
}

func (s shelf) catalogue(t fatal) *judgment.Catalogue {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range s {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, err := judgment.NewCatalogue(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pin gives the pin of a file, as JSON.
func (s shelf) pin(name string) string {
	text, ok := s[name]
	if !ok {
		panic("no file " + name)
	}
	pin := judgment.Pin{ID: "urn:" + name, Version: "1.0.0", Digest: record.Digest([]byte(text))}
	_ = json.Unmarshal([]byte(text), &struct {
		ID      *string `json:"id"`
		Version *string `json:"version"`
	}{&pin.ID, &pin.Version})
	out, _ := json.Marshal(pin)
	return string(out)
}

var packRef = regexp.MustCompile(`@([\w.-]+)`)

// pinned gives a text with the pins of files in place of @FILE.
func (s shelf) pinned(text string) string {
	return packRef.ReplaceAllStringFunc(text, func(ref string) string { return `{"pack":` + s.pin(ref[1:]) + `}` })
}

// graphText gives a graph of nodes, edges and a result, with @FILE as the nodes.
func (s shelf) graphText(nodes, edges, result string) string {
	return s.pinned(fmt.Sprintf(`{"format":"spine.graph/1","id":"g","version":"1.0.0","nodes":%s,"edges":%s,"result":%q}`, nodes, edges, result))
}

// shared has one file for each pack of these tests.
var shared = shelf{"up": up, "down": down}

func loadGraph(t testing.TB, text string) *judgment.Graph {
	t.Helper()
	g, err := judgment.LoadGraph("graph.json", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

func (s shelf) plan(t testing.TB, nodes, edges, result string) *judgment.Plan {
	t.Helper()
	p, err := loadGraph(t, s.graphText(nodes, edges, result)).Link(s.catalogue(t))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// told writes findings as "CODE PATH", with the nodes of cycles.
func told(fs judgment.Findings) []string {
	var out []string
	for _, f := range fs {
		text := string(f.Fault.Code) + " " + f.Fault.At.Path
		if f.Nodes != nil {
			text += " " + strings.Join(f.Nodes, ",")
		}
		out = append(out, text)
	}
	return out
}

// toldBy is [told] of a refusal; "" for none.
func toldBy(t testing.TB, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var refusal *judgment.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("no refusal: %v", err)
	}
	return told(refusal.Findings)
}

func same(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\ngot  %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestLoadGraph(t *testing.T) {
	const (
		nodes = `{"a":@up,"b":@down}`
		edge  = `[{"from":"a","to":"b","fact":"/x","evidence":{"id":"paper","onUnresolved":"absent"}}]`
	)
	sound := shared.graphText(nodes, edge, "b")
	g := loadGraph(t, sound)
	if want := (judgment.Pin{ID: "g", Version: "1.0.0", Digest: record.Digest([]byte(sound))}); g.Pin() != want || g.Result() != "b" {
		t.Errorf("got %+v, %q", g.Pin(), g.Result())
	}

	digest := record.Digest([]byte(up))
	table := `{"table":{"id":"fee","version":"2026.1","digest":"` + zeros + `","files":{"rates.csv":"` + zeros + `"},"output":"band","gate":"` + zeros + `"}}`
	beside := func(member string) string { // the table, not in it
		return strings.Replace(table, `,"gate":"`+zeros+`"}`, "},"+member, 1)
	}
	recorded := `{"recorded":{"record":"` + zeros + `","node":"n","subject":` + shared.pin("up") + `,"maxAge":"P1DT2H3M4S","onStale":"withhold"}}`
	many := func(n int, item string) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	manyNodes := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"n%d":@up,`, i)
		}
		return "{" + b.String() + `"b":@down}`
	}
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"all members", `"edges"`, `"description":"D","edges"`, nil},
		{"descriptions of node and edge", `{"from"`, `{"description":"D","from"`, nil},
		{"no edges", edge, `[]`, nil},
		{"64 nodes", shared.pinned(nodes), shared.pinned(manyNodes(63)), nil},
		{"65 nodes", shared.pinned(nodes), shared.pinned(manyNodes(64)), []string{"graph_shape /nodes"}},
		{"no nodes", shared.pinned(nodes), `{}`, []string{"graph_shape /nodes"}},
		{"256 edges", edge, many(256, `{"from":"a","to":"b","fact":"/x"}`), nil},
		{"257 edges", edge, many(257, `{"from":"a","to":"b","fact":"/x"}`), []string{"graph_shape /edges"}},
		{"a table", shared.pinned(`@up`), table, nil},
		{"a recorded verdict", shared.pinned(`@up`), recorded, nil},

		{"no object", sound, `[]`, []string{"graph_format "}},
		{"a repeated member", `"id":"g"`, `"id":"g","i\u0064":"g"`, []string{"graph_json /id"}},
		{"another format", `spine.graph/1`, `spine.graph/2`, []string{"graph_format /format"}},
		{"a format of another type", `"spine.graph/1"`, `1`, []string{"graph_format /format"}},
		{"no format, and other faults", `"format":"spine.graph/1"`, `"x":1`, []string{"graph_format /format"}},
		{"an unknown member", `"id":"g"`, `"id":"g","ID":"g"`, []string{"graph_shape /ID"}},
		{"an empty description", `"edges"`, `"description":"","edges"`, []string{"graph_shape /description"}},
		{"null", `"edges"`, `"description":null,"edges"`, []string{"graph_shape /description"}},
		{"no version", `"version":"1.0.0","nodes"`, `"nodes"`, []string{"graph_shape /version"}},
		{"no triple", `"version":"1.0.0","nodes"`, `"version":"1.0","nodes"`, []string{"graph_shape /version"}},
		{"no local id", `"id":"g"`, `"id":"G"`, []string{"graph_shape /id"}},
		{"several", `"id":"g","version":"1.0.0"`, `"version":"01.0.0"`, []string{"graph_shape /id", "graph_shape /version"}},
		{"the name of a node", `{"a":`, `{"a_":1,"a/b":2,"a":`, []string{"graph_shape /nodes/a_", "graph_shape /nodes/a_", "graph_shape /nodes/a~1b", "graph_shape /nodes/a~1b"}},
		{"a node of no kind", shared.pinned(`@up`), `{}`, []string{"graph_shape /nodes/a"}},
		{"a node of two kinds", shared.pinned(`@up`), `{"pack":` + shared.pin("up") + "," + table[1:], []string{"graph_shape /nodes/a"}},
		{"an unknown member of a node", shared.pinned(`@up`), `{"pack":` + shared.pin("up") + `,"x":1}`, []string{"graph_shape /nodes/a/x"}},
		{"a pin without a digest", `,"digest":"` + digest + `"`, ``, []string{"graph_shape /nodes/a/pack/digest"}},
		{"a pin by URI", `urn:up`, `up`, []string{"graph_shape /nodes/a/pack/id"}},
		{"a digest without its prefix", digest, digest[7:], []string{"graph_shape /nodes/a/pack/digest"}},
		{"upper case", digest, "sha256:" + strings.ToUpper(digest[7:]), []string{"graph_shape /nodes/a/pack/digest"}},
		{"63 digits", digest, digest[:70], []string{"graph_shape /nodes/a/pack/digest"}},
		{"a line feed behind it", digest, digest + `\n`, []string{"graph_shape /nodes/a/pack/digest"}},
		{"another algorithm", digest, "sha512:" + digest[7:], []string{"graph_pin_algorithm /nodes/a/pack/digest"}},
		{"another algorithm and another fault", `"id":"urn:up","version":"1.0.0","digest":"sha256`, `"id":"urn:up","version":"1","digest":"SHA256`,
			[]string{"graph_pin_algorithm /nodes/a/pack/digest", "graph_shape /nodes/a/pack/version"}},
		{"a table's faults", shared.pinned(`@up`), `{"table":{"id":"","version":"v","digest":"x:0","files":{"f":1},"gate":"","rules":[]}}`, []string{
			"graph_pin_algorithm /nodes/a/table/digest", "graph_shape /nodes/a/table/files/f", "graph_shape /nodes/a/table/gate",
			"graph_shape /nodes/a/table/id", "graph_shape /nodes/a/table/output", "graph_shape /nodes/a/table/rules"}},
		{"a gate beside the table", shared.pinned(`@up`), beside(`"gate":"` + zeros + `"`), nil},
		{"one that is no digest", shared.pinned(`@up`), beside(`"gate":"md5:0"`), []string{"graph_pin_algorithm /nodes/a/gate"}},
		{"gates in the table and beside it", shared.pinned(`@up`), strings.TrimSuffix(table, "}") + `,"gate":"` + zeros + `"}`, []string{"graph_shape /nodes/a/gate"}},
		{"a gate beside a pack", shared.pinned(`@up`), `{"pack":` + shared.pin("up") + `,"gate":"` + zeros + `"}`, []string{"graph_shape /nodes/a/gate"}},
		{"a recorded verdict's faults", shared.pinned(`@up`), `{"recorded":{"record":1,"node":"N","subject":{},"maxAge":"P1M","onStale":"ignore"}}`, []string{
			"graph_shape /nodes/a/recorded/maxAge", "graph_shape /nodes/a/recorded/node", "graph_shape /nodes/a/recorded/onStale", "graph_shape /nodes/a/recorded/record",
			"graph_shape /nodes/a/recorded/subject/digest", "graph_shape /nodes/a/recorded/subject/id", "graph_shape /nodes/a/recorded/subject/version"}},
		{"no age bound", shared.pinned(`@up`), strings.Replace(recorded, `"maxAge":"P1DT2H3M4S",`, "", 1), []string{"graph_shape /nodes/a/recorded/maxAge"}},

		{"edges of another type", edge, `{}`, []string{"graph_shape /edges"}},
		{"an edge without a device", edge, `[{"from":"a","to":"b"}]`, []string{"graph_shape /edges/0"}},
		{"an edge without ends", edge, `[{"fact":"/x"}]`, []string{"graph_shape /edges/0/from", "graph_shape /edges/0/to"}},
		{"the whole facts", edge, `[{"from":"a","to":"b","fact":""}]`, []string{"graph_shape /edges/0/fact"}},
		{"no pointer", edge, `[{"from":"a","to":"b","fact":"x"},{"from":"a","to":"b","fact":"/~2"}]`, []string{"graph_shape /edges/0/fact", "graph_shape /edges/1/fact"}},
		{"1,024 characters", edge, `[{"from":"a","to":"b","fact":"/` + strings.Repeat("é", 1023) + `"}]`, nil},
		{"1,025 characters", edge, `[{"from":"a","to":"b","fact":"/` + strings.Repeat("é", 1024) + `"}]`, []string{"graph_shape /edges/0/fact"}},
		{"evidence that can be present", `"absent"`, `"present"`, []string{"graph_shape /edges/0/evidence/onUnresolved"}},
		{"evidence of no id", `"id":"paper",`, ``, []string{"graph_shape /edges/0/evidence/id"}},
		{"evidence without members", `{"id":"paper","onUnresolved":"absent"}`, `null`, []string{"graph_shape /edges/0/evidence"}},
		{"no result", `,"result":"b"`, ``, []string{"graph_shape /result"}},
		{"1 MiB", `"id":"g"`, `"id":"g"` + strings.Repeat(" ", 1<<20-len(sound)), nil},
		{"over 1 MiB", `"id":"g"`, `"id":"g"` + strings.Repeat(" ", 1<<20-len(sound)+1), []string{"graph_json "}},
		{"nothing", sound, "", []string{"graph_json "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := judgment.LoadGraph("graph.json", []byte(changed(t, sound, c.old, c.new)))
			same(t, c.new, toldBy(t, err), c.want...)
		})
	}
}

func TestLoadGraphOfTheOtherRuntime(t *testing.T) {
	for text, hinted := range map[string]bool{
		`{"formatVersion":"1","nodes":{}}`:              true,
		`{"formatVersion":"1","format":"x","nodes":{}}`: false,
		`{"nodes":{}}`: false,
		`{"Format":"spine.graph/1","formatversion":"1"}`:     false,
		`{"format":null,"formatVersion":"1","nodes":{}}`:     false,
		`{"nodes":{"formatVersion":"1"},"formatVersion":[]}`: true,
	} {
		_, err := judgment.LoadGraph("graph.json", []byte(text))
		var refusal *judgment.Refusal
		if !errors.As(err, &refusal) || !errors.Is(err, judgment.GraphFormat) {
			t.Fatalf("%s: %v", text, err)
		}
		if f := refusal.Findings[0].Fault; strings.Contains(f.Hint, "runtime") != hinted || !strings.Contains(f.Message, "spine.graph/1") {
			t.Errorf("%s: %s, hint %q", text, f.Message, f.Hint)
		}
	}
}

func TestMaxAge(t *testing.T) {
	for age, ok := range map[string]bool{
		"P30D": true, "PT12H": true, "PT1M": true, "PT0S": true, "P1DT1S": true, "P0D": true, "P36500D": true, "P36499DT24H": true, "P007D": true,
		"": false, "P": false, "PT": false, "P1DT": false, "30D": false, "P1M": false, "P1Y": false, "P1W": false, "PT1S1M": false, "PT1M1M": false,
		"P1.5D": false, "P-1D": false, "+P1D": false, "P1D1D": false, "p1d": false, "P1D ": false, "P1H": false, "PT1D": false, "P36500DT1S": false, "P36501D": false,
		"P99999999999999999999D": false, "PT99999999999999999999S": false, "P1": false, "PT1": false, "PD": false, "P١D": false, "P1DT1H1D": false,
	} {
		text := shared.graphText(`{"a":{"recorded":{"record":"`+zeros+`","node":"n","subject":`+shared.pin("up")+`,"maxAge":"`+age+`"}},"b":@down}`, `[]`, "b")
		if _, err := judgment.LoadGraph("graph.json", []byte(text)); (err == nil) != ok {
			t.Errorf("%q: %v", age, err)
		}
	}
}

// What a caller does with the bytes afterwards changes nothing.
func TestGraphKeepsItsBytes(t *testing.T) {
	src := []byte(shared.graphText(`{"a":@up}`, `[]`, "a"))
	g, err := judgment.LoadGraph("graph.json", src)
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(src)
	for i := range src {
		src[i] = 'x'
	}
	again, err := g.Repin(shared.catalogue(t))
	if err != nil || string(again) != string(before) {
		t.Errorf("got %s, %v", again, err)
	}
}
