package judgment_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/judgment"
)

// edgesOf writes edges from lines: "FROM TO", then a pointer, or an evidence id
// with "!", or both.
func edgesOf(lines ...string) string {
	var out []string
	for _, line := range lines {
		f := strings.Split(line, " ")
		edge := fmt.Sprintf(`{"from":%q,"to":%q`, f[0], f[1])
		for _, device := range f[2:] {
			if id, ok := strings.CutPrefix(device, "!"); ok {
				id, absent := strings.CutSuffix(id, "=absent")
				edge += fmt.Sprintf(`,"evidence":{"id":%q`, id)
				if absent {
					edge += `,"onUnresolved":"absent"`
				}
				edge += "}"
			} else {
				edge += fmt.Sprintf(`,"fact":%q`, device)
			}
		}
		out = append(out, edge+"}")
	}
	return "[" + strings.Join(out, ",") + "]"
}

// nodesOf writes nodes on the pack up.
func nodesOf(ids ...string) string {
	var out []string
	for _, id := range ids {
		out = append(out, fmt.Sprintf(`%q:@up`, id))
	}
	return "{" + strings.Join(out, ",") + "}"
}

func deep(tokens int) string { return strings.Repeat("/t", tokens) }

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		edges  []string
		result string // "" is a
		want   []string
	}{
		{"nothing is wrong", []string{"a b /x", "b c /x !e"}, "", nil},
		{"no edges", nil, "", nil},
		{"an undeclared from", []string{"z a /x"}, "", []string{"graph_edge_endpoint /edges/0/from"}},
		{"both ends undeclared and equal", []string{"z z /x"}, "", []string{"graph_edge_endpoint /edges/0/from", "graph_edge_endpoint /edges/0/to"}},
		{"an undeclared result", nil, "z", []string{"graph_result_node /result"}},
		{"an edge to itself is no cycle", []string{"a a /x"}, "", []string{"graph_edge_self /edges/0"}},
		{"a cycle of two", []string{"a b /x", "b a /x"}, "", []string{"graph_cycle /edges a,b"}},
		{"a cycle of three", []string{"c a /x", "a b /x", "b c /x"}, "", []string{"graph_cycle /edges a,b,c"}},
		{"a cycle through evidence only", []string{"a b !e", "b a !e"}, "", []string{"graph_cycle /edges a,b"}},
		{"nodes before and behind a cycle", []string{"a b /x", "b c /x", "c b /y", "c d /x", "d e /x"}, "", []string{"graph_cycle /edges b,c"}},
		{"a node between two cycles", []string{"a b /x", "b a /x", "b c /x", "c d /x", "d e /x", "e d /y"}, "",
			[]string{"graph_cycle /edges a,b", "graph_cycle /edges d,e"}},
		{"two cycles are two findings, by their first nodes", []string{"c d /x", "d c /x", "a e /x", "e a /x"}, "",
			[]string{"graph_cycle /edges a,e", "graph_cycle /edges c,d"}},
		{"an undeclared end makes no cycle", []string{"a z /x", "z a /x"}, "", []string{"graph_edge_endpoint /edges/0/to", "graph_edge_endpoint /edges/1/from"}},
		{"an edge to itself and a cycle", []string{"a a /x", "a b /x", "b a /y"}, "", []string{"graph_edge_self /edges/0", "graph_cycle /edges a,b"}},

		{"a fact twice", []string{"a c /x", "b c /x"}, "", []string{"graph_fact_duplicate /edges/1/fact"}},
		{"a fact thrice", []string{"a c /x", "b c /x", "d c /x"}, "", []string{"graph_fact_duplicate /edges/1/fact", "graph_fact_duplicate /edges/2/fact"}},
		{"one fact of two nodes", []string{"a b /x !e", "a c /x !e"}, "", nil},
		{"within", []string{"a c /x", "b c /x/y"}, "", []string{"graph_fact_overlap /edges/1/fact"}},
		{"around", []string{"a c /x/y", "b c /x"}, "", []string{"graph_fact_overlap /edges/1/fact"}},
		{"around several: one finding", []string{"a c /x/y", "b c /x/z", "d c /x"}, "", []string{"graph_fact_overlap /edges/2/fact"}},
		{"one twice, and within another", []string{"a c /x/y", "b c /x", "d c /x"}, "",
			[]string{"graph_fact_overlap /edges/1/fact", "graph_fact_duplicate /edges/2/fact", "graph_fact_overlap /edges/2/fact"}},
		{"prefixes of text only", []string{"a c /a", "b c /ab", "d c /a~1b", "e c /b/a"}, "", nil},
		{"a slash in a name is no step", []string{"a c /a~1b", "b c /a/b"}, "", nil},
		{"escapes", []string{"a c /k~0", "b c /k~01"}, "", nil},
		{"the empty name", []string{"a c /", "b c //"}, "", []string{"graph_fact_overlap /edges/1/fact"}},
		{"digits are names", []string{"a c /0", "b c /00", "d c /-"}, "", nil},
		{"64 tokens", []string{"a c " + deep(64)}, "", nil},
		{"65 tokens", []string{"a c " + deep(65)}, "", []string{"graph_fact_depth /edges/0/fact"}},
		{"65 tokens twice, around", []string{"a c " + deep(65), "b c " + deep(65), "d c /t"}, "", []string{
			"graph_fact_depth /edges/0/fact", "graph_fact_duplicate /edges/1/fact", "graph_fact_depth /edges/1/fact", "graph_fact_overlap /edges/2/fact"}},
		{"evidence twice", []string{"a c !e", "b c !e=absent"}, "", []string{"graph_evidence_duplicate /edges/1/evidence/id"}},
		{"collisions where from is undeclared", []string{"z c /x !e", "b c /x !e"}, "",
			[]string{"graph_edge_endpoint /edges/0/from", "graph_fact_duplicate /edges/1/fact", "graph_evidence_duplicate /edges/1/evidence/id"}},
		{"collisions of an edge to itself", []string{"a c /x", "c c /x/y"}, "", []string{"graph_edge_self /edges/1", "graph_fact_overlap /edges/1/fact"}},
		{"no collisions where to is undeclared", []string{"a z /x !e", "a z /x !e"}, "", []string{"graph_edge_endpoint /edges/0/to", "graph_edge_endpoint /edges/1/to"}},

		{"into a recorded node", []string{"a rec /x !e"}, "", []string{"graph_edge_into_recorded /edges/0/to"}},
		{"out of a recorded node", []string{"rec a /x !e"}, "", nil},
		{"evidence into a table", []string{"a tab /x !e"}, "", []string{"graph_evidence_into_table /edges/0/evidence"}},
		{"evidence into a table twice", []string{"a tab !e", "b tab !e"}, "",
			[]string{"graph_evidence_into_table /edges/0/evidence", "graph_evidence_into_table /edges/1/evidence", "graph_evidence_duplicate /edges/1/evidence/id"}},
		{"a recorded result", nil, "rec", []string{"graph_result_recorded /result"}},
		{"a recorded node that feeds itself", []string{"rec rec /x"}, "", []string{"graph_edge_self /edges/0", "graph_edge_into_recorded /edges/0/to"}},
		{"a table as the result", nil, "tab", nil},

		{"everything at once, in order", []string{"b a /x !e", "a b /x", "z a /x/y !e", "c c " + deep(65), "d rec /x", "e tab !e", "c d /x", "d c /x"}, "rec", []string{
			"graph_edge_endpoint /edges/2/from", "graph_fact_overlap /edges/2/fact", "graph_evidence_duplicate /edges/2/evidence/id",
			"graph_edge_self /edges/3", "graph_fact_depth /edges/3/fact", "graph_edge_into_recorded /edges/4/to", "graph_evidence_into_table /edges/5/evidence",
			"graph_result_recorded /result", "graph_cycle /edges a,b", "graph_cycle /edges c,d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			nodes := nodesOf("a", "b", "c", "d", "e")
			nodes = nodes[:len(nodes)-1] + `,"tab":{"table":{"id":"t","version":"1","digest":"` + zeros + `","output":"o"}},` +
				`"rec":{"recorded":{"record":"` + zeros + `","node":"n","subject":` + shared.pin("up") + `,"maxAge":"P1D"}}}`
			if c.result == "" {
				c.result = "a"
			}
			g := loadGraph(t, shared.graphText(nodes, edgesOf(c.edges...), c.result))
			same(t, "findings", told(g.Check()), c.want...)
			if _, err := g.Link(shared.catalogue(t)); c.want != nil {
				same(t, "of linking", toldBy(t, err), c.want...)
			}
			if _, err := g.Describe(nil); c.want != nil {
				same(t, "of describing", toldBy(t, err), c.want...)
			}
		})
	}
}

// A collision names the first edge that it is with.
func TestCheckNamesTheOtherEdge(t *testing.T) {
	g := loadGraph(t, shared.graphText(nodesOf("a", "b"), edgesOf("a b /x/y", "a b /x/z", "a b /x", "a b /x"), "a"))
	var got []string
	for _, f := range g.Check() {
		got = append(got, fmt.Sprintf("%s with %s", f.Fault.At.Path, f.Fault.Notes[0].At.Path))
	}
	same(t, "notes", got, "/edges/2/fact with /edges/0/fact", "/edges/3/fact with /edges/2/fact", "/edges/3/fact with /edges/0/fact")
}

// Cycles are what reaches itself over edges between different nodes, whatever the
// order of nodes and edges.
func TestCheckAgainstReachability(t *testing.T) {
	ids := []string{"a", "a-1", "a1", "a10", "a9", "b"}
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		reach := map[[2]string]bool{}
		for i := range rapid.IntRange(0, 10).Draw(t, "edges") {
			from, to := rapid.SampledFrom(ids).Draw(t, "from"), rapid.SampledFrom(ids).Draw(t, "to")
			lines = append(lines, fmt.Sprintf("%s %s /x%d", from, to, i))
			reach[[2]string{from, to}] = from != to
		}
		for _, k := range ids {
			for _, i := range ids {
				for _, j := range ids {
					reach[[2]string{i, j}] = reach[[2]string{i, j}] || reach[[2]string{i, k}] && reach[[2]string{k, j}]
				}
			}
		}
		var want []string
		seen := map[string]bool{}
		for _, i := range ids {
			var members []string
			for _, j := range ids {
				if i == j && reach[[2]string{i, i}] || reach[[2]string{i, j}] && reach[[2]string{j, i}] {
					members = append(members, j)
				}
			}
			if len(members) > 1 && !seen[i] {
				want = append(want, "graph_cycle /edges "+strings.Join(members, ","))
				for _, m := range members {
					seen[m] = true
				}
			}
		}
		nodes := rapid.Permutation(ids).Draw(t, "nodes")
		g, err := judgment.LoadGraph("graph.json", []byte(shared.graphText(nodesOf(nodes...), edgesOf(rapid.Permutation(lines).Draw(t, "order")...), "a")))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range told(g.Check()) {
			if strings.HasPrefix(f, "graph_cycle") {
				got = append(got, f)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
