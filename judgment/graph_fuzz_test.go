package judgment_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/judgment"
)

// FuzzLoadGraph reads, checks and describes graphs. Findings are the same each
// time and in their order; a graph without any is described with each node behind
// what feeds it.
func FuzzLoadGraph(f *testing.F) {
	nodes := `{"a":@up,"a-1":@up,"b":@down,"t":{"table":{"id":"t","version":"1","digest":"` + zeros + `","files":{"a/b":"` + zeros + `"},"output":"o"}},` +
		`"r":{"recorded":{"record":"` + zeros + `","node":"n","subject":` + shared.pin("up") + `,"maxAge":"P1DT2H"}}}`
	for _, edges := range [][]string{
		nil,
		{"a b /x !paper=absent", "r b /y", "b t /z"},
		{"a b /x", "b a /x", "z a /x/y !e", "a a /x !e", "a r " + deep(65), "a t !e"},
	} {
		f.Add([]byte(shared.graphText(nodes, edgesOf(edges...), "b")))
	}
	f.Add([]byte(`{"format":"spine.graph/1","nodes":{"":[],"b":{"pack":{"digest":"sha1:0"}}},"edges":[{"fact":"~"},5],"x":"\u0000"}`))
	f.Add([]byte(`{"formatVersion":"1"}`))
	catalogue := shared.catalogue(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		g, err := judgment.LoadGraph("graph.json", src)
		_, again := judgment.LoadGraph("graph.json", src)
		if err != nil {
			sameRefusal(t, err, again)
			sortedByPath(t, toldBy(t, err))
			return
		}
		found := g.Check()
		if !slices.Equal(told(found), told(g.Check())) {
			t.Fatalf("once %q, then %q", told(found), told(g.Check()))
		}
		inDocumentOrder(t, told(found))
		d, err := g.Describe(catalogue)
		if (err != nil) != (found != nil) {
			t.Fatalf("findings %q, and describing gives %v", told(found), err)
		}
		if err != nil {
			return
		}
		done := map[string]bool{}
		for _, s := range d.Steps {
			for _, feed := range s.Feeds {
				if !done[feed.From] {
					t.Fatalf("%s comes before %s", s.Node, feed.From)
				}
			}
			done[s.Node] = true
		}
		if err := canon.Check(d.Canonical()); err != nil || !done[g.Result()] {
			t.Fatalf("%v: %s", err, d.Canonical())
		}
		if pinned, err := g.Repin(catalogue); err == nil {
			if _, err := judgment.LoadGraph("graph.json", pinned); err != nil || len(pinned) > len(src) {
				t.Fatalf("what is pinned anew does not load: %v", err)
			}
		}
	})
}

// FuzzLoadRows reads rows and runs those that it takes. Findings are the same each
// time and in their order, and every row has a status.
func FuzzLoadRows(f *testing.F) {
	for _, c := range [][]string{
		{},
		{`{"id":"r","inputs":{},"expectedDisposition":` + isGood + `,"expectedNodes":{"a":` + isYes + `,"z":5},"expectedHandoffTarget":null,"expectedNodeHandoffTargets":{"b":` + isDesk + `}}`},
		{`{"id":"r","inputs":{"b":{"facts":{"x":1}}},"expectedErrorClass":"malformed-input","expectedErrorPhase":"preflight"}`, `{"id":"s","inputs":[],"expectedRefusal":{"code":"c","node":"n"}}`},
		{`{"expectedErrorPhase":1,"inputs":{}}`, `5`, `{"id":"r"}`},
	} {
		f.Add([]byte(rowsText(c...)))
	}
	p := shared.plan(f, `{"a":@up,"b":@down}`, edgesOf("a b /x !paper"), "b")
	f.Fuzz(func(t *testing.T, src []byte) {
		rows, err := judgment.LoadRows("rows.json", src)
		_, again := judgment.LoadRows("rows.json", src)
		if err != nil {
			sameRefusal(t, err, again)
			last := -1
			for _, f := range toldBy(t, err) {
				at, ok := strings.CutPrefix(f[strings.IndexByte(f, ' ')+1:], "/cases/")
				if !ok {
					continue
				}
				i, err := strconv.Atoi(strings.SplitN(at, "/", 2)[0])
				if err != nil || i < last {
					t.Fatalf("%s comes behind case %d", f, last)
				}
				last = i
			}
			return
		}
		if rows.Len() > 100 {
			return
		}
		r := p.Test(t.Context(), rows, judgment.Options{WorkLimit: 10_000})
		if len(r.Rows) != rows.Len() {
			t.Fatalf("%d of %d rows", len(r.Rows), rows.Len())
		}
		passed := true
		for _, row := range r.Rows {
			if (row.Status == judgment.Passed) != (len(row.Differences) == 0) {
				t.Fatalf("got %+v", row)
			}
			passed = passed && row.Status == judgment.Passed
		}
		if passed != (r.Status == judgment.Passed) {
			t.Fatalf("got %s", r.Canonical())
		}
		if err := canon.Check(r.Canonical()); err != nil {
			t.Fatal(err)
		}
	})
}

func sameRefusal(t *testing.T, err, again error) {
	t.Helper()
	var a, b *judgment.Refusal
	if !errors.As(err, &a) || !errors.As(again, &b) || string(a.Canonical()) != string(b.Canonical()) || len(a.Findings) == 0 {
		t.Fatalf("first\n%v\nthen\n%v", err, again)
	}
	for _, f := range a.Findings {
		if f.Fault.Message == "" || f.Fault.At.File == "" {
			t.Fatalf("without message or place: %+v", f.Fault)
		}
	}
	if err := canon.Check(a.Canonical()); err != nil {
		t.Fatal(err)
	}
}

func sortedByPath(t *testing.T, found []string) {
	t.Helper()
	if !slices.IsSortedFunc(found, func(a, b string) int {
		codeA, pathA, _ := strings.Cut(a, " ")
		codeB, pathB, _ := strings.Cut(b, " ")
		return slices.Compare([]string{pathA, codeA}, []string{pathB, codeB})
	}) {
		t.Fatalf("not sorted: %q", found)
	}
}

// inDocumentOrder demands edges by index, each with its codes in their order, then
// the result, then cycles by their first nodes.
func inDocumentOrder(t *testing.T, found []string) {
	t.Helper()
	codes := []string{"graph_edge_endpoint", "graph_edge_self", "graph_edge_into_recorded", "graph_evidence_into_table", "graph_fact_duplicate",
		"graph_fact_depth", "graph_fact_overlap", "graph_evidence_duplicate", "graph_result_node", "graph_result_recorded", "graph_cycle"}
	key := func(f string) []int {
		fields := strings.Fields(f)
		code := slices.Index(codes, fields[0])
		edge := 1 << 20
		if rest, ok := strings.CutPrefix(fields[1], "/edges/"); ok {
			edge, _ = strconv.Atoi(strings.SplitN(rest, "/", 2)[0])
		}
		return []int{edge, code}
	}
	for i, f := range found {
		if slices.Index(codes, strings.Fields(f)[0]) < 0 {
			t.Fatalf("%s is no finding of the document", f)
		}
		if i > 0 && slices.Compare(key(found[i-1]), key(f)) > 0 {
			t.Fatalf("not in order: %q", found)
		}
		if i > 0 && strings.HasPrefix(found[i-1], "graph_cycle") && found[i-1] >= f {
			t.Fatalf("not in order: %q", found)
		}
	}
}
