package judgment_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

// examplePacks are those that the examples name.
var examplePacks = shelf{
	"A": named("urn:a", up),
	"B": strings.Replace(named("urn:b", down), `"/x","operator":"equals","value":"no"`, `"/x","operator":"equals","value":"maybe"`, 1),
	"C": noJSON, "one": named("urn:twice", up), "two": named("urn:twice", up) + "\n",
}

// exampleRecords are those that the examples name.
func exampleRecords(t testing.TB) shelf {
	noon := moment(t, "2026-06-01T12:00:00Z")
	sound := string(recorded(t, examplePacks.plan(t, `{"n":@A}`, `[]`, "n"), judgment.GraphInputs{Options: judgment.Options{Now: noon}}, noon))
	return shelf{"R": sound, "D": strings.Replace(sound, "2026", "2025", 1), "W": string(workflowRecord(t, noon))}
}

// exampleTable is that of the examples, with another member.
func exampleTable(member string) string {
	table := ""
	for _, line := range []string{
		`id: t`, `version: "1"`, `inputs: [{name: x, expression: x, type: string}]`,
		`outputs: [{name: band, type: string, values: [low, high]}]`, `rules: [{when: {x: '"yes"'}, then: {band: high}}]`,
	} {
		if name, _, _ := strings.Cut(line, ":"); !strings.HasPrefix(member, name+":") {
			table += line + "\n"
		}
	}
	return table + member + "\n"
}

func TestEveryCodeOfGraphsHasAnExample(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if !strings.HasPrefix(c.Code, "graph_") && !strings.HasPrefix(c.Code, "rows_") {
			continue
		}
		n++
		faults := tryGraphExample(t, c.Example)
		if len(faults) != 1 || string(faults[0].Code) != c.Code {
			t.Errorf("%s: the example\n%s\ngives %v", c.Code, c.Example, faults)
		}
	}
	if n < 35 {
		t.Errorf("%d codes", n)
	}
}

// tryGraphExample does what an example says up to the first stage with faults.
func tryGraphExample(t *testing.T, example string) diag.List {
	t.Helper()
	members := map[string]string{
		"format": `"spine.graph/1"`, "id": `"g"`, "version": `"1.0.0"`, "nodes": `{"a": {"pack": A}, "b": {"pack": B}}`, "edges": `[]`, "result": `"b"`,
	}
	for line := range strings.Lines(example) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		members[name] = text
	}
	packs := maps.Clone(examplePacks)
	packs["T.dmn.yaml"] = exampleTable(members["table"])
	if csv, ok := members["csv"]; ok {
		packs["rates.csv"] = csv
	}
	if folder, ok := members["catalogue"]; ok {
		_, err := judgment.NewCatalogue(os.DirFS(folder))
		return diag.Of(err)
	}
	if nodes, ok := members["repin"]; ok {
		members["nodes"] = nodes
	}
	graph, ok := members["graph"]
	if !ok {
		graph = fmt.Sprintf(`{"format": %s, "id": %s, "version": %s, "nodes": %s, "edges": %s, "result": %s}`,
			members["format"], members["id"], members["version"], members["nodes"], members["edges"], members["result"])
	}
	for name, text := range exampleRecords(t) {
		graph = strings.ReplaceAll(graph, `"record": `+name, `"record": "`+record.Digest([]byte(text))+`"`)
	}
	g, err := judgment.LoadGraph("", []byte(strings.ReplaceAll(filledIn(graph), `"digest": T`, `"digest": "`+record.Digest([]byte(packs["T.dmn.yaml"]))+`"`)))
	if err != nil {
		return diag.Of(err)
	}
	c := packs.catalogue(t)
	if _, ok := members["repin"]; ok {
		_, err := g.Repin(c)
		return diag.Of(err)
	}
	p, err := g.Link(c)
	if err != nil {
		return diag.Of(err)
	}
	if found := p.Check(); found != nil {
		return found.Faults()
	}
	if rows, ok := members["rows"]; ok {
		_, err := judgment.LoadRows("", []byte(rows))
		return diag.Of(err)
	}
	in := judgment.GraphInputs{Document: []byte(members["inputs"]), HasDocument: members["inputs"] != "", Options: judgment.Options{Records: exampleRecords(t).offered(t)}}
	if now := members["now"]; now != "" {
		in.Now = moment(t, now)
	}
	if _, err := p.Run(t.Context(), in); err != nil {
		return diag.Of(err)
	}
	return p.Advice().Faults()
}

// filledIn replaces the short forms of pins and digests.
func filledIn(text string) string {
	text = strings.ReplaceAll(text, "sha256:0...0", zeros)
	for _, name := range []string{"A", "B", "C"} {
		var pin judgment.Pin
		_ = json.Unmarshal([]byte(examplePacks.pin(name)), &pin)
		for _, member := range []string{"digest", "gate"} {
			text = strings.ReplaceAll(text, fmt.Sprintf(`"%s": %s`, member, name), fmt.Sprintf(`"%s": "%s"`, member, pin.Digest))
		}
		for _, end := range []string{"}", ","} {
			text = strings.ReplaceAll(text, ": "+name+end, ": "+examplePacks.pin(name)+end)
		}
	}
	return text
}
