package judgment_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/judgment"
)

func run(t testing.TB, p *judgment.Plan, document string) *judgment.Composite {
	t.Helper()
	c, err := p.Run(t.Context(), inputs(document))
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return c
}

// at gives the result of a node.
func at(t testing.TB, c *judgment.Composite, node string) judgment.NodeResult {
	t.Helper()
	i := slices.IndexFunc(c.Nodes, func(n judgment.NodeResult) bool { return n.Node == node })
	if i < 0 {
		t.Fatalf("no node %s", node)
	}
	return c.Nodes[i]
}

// brief writes a disposition as its outcome or its reasons, and "!" if a handoff is
// requested.
func brief(d judgment.Disposition) string {
	text := d.OutcomeID
	if d.Kind != judgment.Outcome {
		var reasons []string
		for _, r := range d.Reasons {
			reasons = append(reasons, string(r))
		}
		text = strings.Join(reasons, "+")
	}
	if d.HandoffRequested() {
		text += "!"
	}
	return text
}

func TestRunOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		nodes []string
		edges []string
		want  string
	}{
		{"one node", []string{"a"}, nil, "a"},
		{"ids by bytes", []string{"a9", "a10", "a1", "a-1"}, nil, "a-1 a1 a10 a9"},
		{"a diamond", []string{"d", "c", "b", "a"}, []string{"a c /x", "a b /x", "b d /x", "c d /y"}, "a b c d"},
		{"the smallest that is ready, not level by level", []string{"a", "b", "c", "z"}, []string{"a b /x", "b c /x"}, "a b c z"},
		{"nor depth first", []string{"a", "b", "y", "z"}, []string{"a z /x", "a y /x", "z b /x"}, "a y z b"},
		{"several roots", []string{"r3", "r2", "r1", "m"}, []string{"r3 m /x", "r1 m !e", "r2 m /y"}, "r1 r2 r3 m"},
		{"evidence alone makes order", []string{"a", "b"}, []string{"b a !e"}, "b a"},
		{"several edges between two nodes", []string{"a", "b"}, []string{"b a /x", "b a /y !e"}, "b a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := shelf{"up": strings.Replace(up, `"outcomes"`, `"evidenceRequirements":[{"id":"e","description":"D","required":false}],"outcomes"`, 1)}
			var got []string
			for _, n := range run(t, s.plan(t, nodesOf(c.nodes...), edgesOf(c.edges...), c.nodes[0]), `{}`).Nodes {
				got = append(got, n.Node)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// gated is a pack with one requirement and applicability by the fact /go, whose
// rule asks for the requirement.
func gated(required bool) string {
	return fmt.Sprintf(`{"specVersion":"0.2.0-draft","id":"urn:gated","version":"1.0.0","title":"T","decision":{"intent":"I","question":"Q"},
"applicability":{"op":"fact","path":"/go","operator":"equals","value":true},
"evidenceRequirements":[{"id":"e","description":"D","required":%t}],"outcomes":[{"id":"with","label":"W"},{"id":"without","label":"O"}],"rules":[
{"id":"w","description":"D","when":{"op":"evidence-present","evidenceRequirement":"e"},"outcome":"with","onUnknown":"ignore"},
{"id":"o","description":"D","when":{"op":"not","condition":{"op":"evidence-present","evidenceRequirement":"e"}},"outcome":"without","onUnknown":"ignore"}]}`, required)
}

func TestFeeds(t *testing.T) {
	sometimes := named("urn:sometimes", strings.Replace(up, `"rules"`, `"applicability":{"op":"fact","path":"/go","operator":"not-equals","value":false},"rules"`, 1))
	s := shelf{"up": up, "down": down, "sometimes": sometimes, "required": gated(true), "optional": named("urn:optional", gated(false))}
	const yes, no, open, notApplicable, applicabilityUnknown = `{"facts":{"go":true,"v":"yes"}}`, `{"facts":{"go":true,"v":"no"}}`, `{"facts":{"go":true}}`, `{"facts":{"go":false}}`, `{}`
	for _, c := range []struct {
		name, edge, target, upstream, own string
		want                              string
	}{
		{"a fact from an outcome", "a b /x", "down", yes, `{}`, "good"},
		{"a fact from another outcome", "a b /x", "down", no, `{}`, "bad"},
		{"a fact from none is absent, and conditions on it unknown", "a b /x", "down", open, `{}`, "unknown!"},
		{"a fact from what is not applicable", "a b /x", "down", notApplicable, `{}`, "unknown!"},
		{"a fact from unknown applicability", "a b /x", "down", applicabilityUnknown, `{}`, "unknown!"},

		{"evidence from an outcome", "a b !e", "required", yes, `{"facts":{"go":true}}`, "with"},
		{"evidence from an outcome, whatever it is called", "a b !e=absent", "required", no, `{"facts":{"go":true}}`, "with"},
		{"evidence from an outcome, optional", "a b !e", "optional", no, `{"facts":{"go":true}}`, "with"},
		{"evidence by default, required", "a b !e", "required", open, `{"facts":{"go":true}}`, "unknown"},
		{"evidence by default, required, not applicable upstream", "a b !e", "required", notApplicable, `{"facts":{"go":true}}`, "unknown"},
		{"evidence by default, optional", "a b !e", "optional", open, `{"facts":{"go":true}}`, "no-match"},
		{"absent evidence, required", "a b !e=absent", "required", open, `{"facts":{"go":true}}`, "missing-required-evidence"},
		{"absent evidence, required, not applicable upstream", "a b !e=absent", "required", notApplicable, `{"facts":{"go":true}}`, "missing-required-evidence"},
		{"absent evidence, optional", "a b !e=absent", "optional", open, `{"facts":{"go":true}}`, "without"},
		{"absent evidence, required, not applicable", "a b !e=absent", "required", open, `{"facts":{"go":false}}`, "not-applicable"},
		{"absent evidence, required, applicability unknown", "a b !e=absent", "required", open, `{}`, "unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := s.plan(t, `{"a":@sometimes,"b":@`+c.target+`}`, edgesOf(c.edge), "b")
			if got := brief(run(t, p, `{"a":`+c.upstream+`,"b":`+c.own+`}`).Disposition); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// reading is a pack that comes to same if its facts are exactly a value, and else
// to other.
func reading(facts string) string {
	return `{"specVersion":"0.2.0-draft","id":"urn:reading","version":"1.0.0","title":"T","decision":{"intent":"I","question":"Q"},
"outcomes":[{"id":"same","label":"S"},{"id":"other","label":"O"}],"fallbackOutcome":"other","rules":[
{"id":"r","description":"D","when":{"op":"fact","path":"","operator":"equals","value":` + facts + `},"outcome":"same","onUnknown":"escalate"}]}`
}

func TestAssembledFacts(t *testing.T) {
	const yes, open = `{"facts":{"v":"yes"}}`, `{}`
	for _, c := range []struct {
		name, edges, upstream, own string
		facts                      string // what the pack must see
	}{
		{"no inputs", "", yes, `{}`, `{}`},
		{"any value, where nothing is fed", "", yes, `{"facts":[null,1e400]}`, `[null,1e400]`},
		{"null", "", yes, `{"facts":null}`, `null`},
		{"one member", "a b /x", yes, `{}`, `{"x":"yes"}`},
		{"beside the caller's", "a b /x", yes, `{"facts":{"y":[1],"xx":{}}}`, `{"y":[1],"xx":{},"x":"yes"}`},
		{"into the caller's objects", "a b /p/q/r", yes, `{"facts":{"p":{"q":{"s":1},"t":2}}}`, `{"p":{"q":{"s":1,"r":"yes"},"t":2}}`},
		{"objects on the way", "a b /p/q", yes, `{}`, `{"p":{"q":"yes"}}`},
		{"several into one object", "a b /p/q|a b /p/r|a b /p/s/t", yes, `{"facts":{"p":{}}}`, `{"p":{"q":"yes","r":"yes","s":{"t":"yes"}}}`},
		{"digits make no array", "a b /p/0|a b /p/1|a b /p/-", yes, `{}`, `{"p":{"0":"yes","1":"yes","-":"yes"}}`},
		{"the empty name", "a b /|a b /p//", yes, `{}`, `{"":"yes","p":{"":{"":"yes"}}}`},
		{"escapes", "a b /a~1b|a b /a~0b|a b /~01", yes, `{}`, `{"a/b":"yes","a~b":"yes","~1":"yes"}`},
		{"a name that JSON escapes", "a b /q\"\n\u2028é", yes, `{"facts":{"\u0071":1}}`, `{"q":1,"q\"\n\u2028é":"yes"}`},
		{"into a member whose name is escaped", "a b /p/q", yes, `{"facts":{"\u0070" : {"r":1} , "s":2}}`, `{"p":{"q":"yes","r":1},"s":2}`},
		{"nothing from no outcome", "a b /p/q/r", open, `{}`, `{}`},
		{"nothing on the way either", "a b /p/q/r|a b /p/s", open, `{"facts":{"p":{}}}`, `{"p":{}}`},
		{"a deep pointer and the caller's facts", "a b /x/y/z", open, `{"facts":{"x":{"a":1}}}`, `{"x":{"a":1}}`},
		{"64 tokens", "a b " + deep(64), yes, `{}`, strings.Repeat(`{"t":`, 64) + `"yes"` + strings.Repeat("}", 64)},
		{"numbers as they are written", "a b /x", yes, `{"facts":{"n":[1e400,-1E-400,12345678901234567890.10,9007199254740993,0.1,-0,1.0]}}`,
			`{"n":[1e400,-1e-400,12345678901234567890.10,9007199254740993,0.1,0,1],"x":"yes"}`},
		{"numbers beside nothing fed", "a b /x", open, `{"facts":{"n":9007199254740993}}`, `{"n":9007199254740993}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for facts, want := range map[string]string{c.facts: "same", `{"another":1}`: "other"} {
				s := shelf{"up": up, "reading": reading(facts)}
				edges := "[]"
				if c.edges != "" {
					edges = edgesOf(strings.Split(c.edges, "|")...)
				}
				p := s.plan(t, `{"a":@up,"b":@reading}`, edges, "b")
				document := `{"a":` + c.upstream + `,"b":` + c.own + `}`
				in := inputs(document)
				composite, err := p.Run(t.Context(), in)
				if err != nil {
					t.Fatal(err)
				}
				if got := brief(composite.Disposition); got != want {
					t.Errorf("facts %s: got %s, want %s", facts, got, want)
				}
				if string(in.Document) != document {
					t.Error("the caller's document is changed")
				}
			}
		})
	}
}

// A number that a double cannot tell from another is another number.
func TestFactsKeepEveryDigit(t *testing.T) {
	s := shelf{"up": up, "reading": reading(`{"n":9007199254740992,"x":"yes"}`)}
	p := s.plan(t, `{"a":@up,"b":@reading}`, edgesOf("a b /x"), "b")
	for number, want := range map[string]string{"9007199254740992": "same", "9007199254740993": "other", "9007199254740992.0": "same", "9007199254740992.00000000001": "other"} {
		if got := brief(run(t, p, `{"a":{"facts":{"v":"yes"}},"b":{"facts":{"n":`+number+`}}}`).Disposition); got != want {
			t.Errorf("%s: got %s, want %s", number, got, want)
		}
	}
}

func TestAssembledEvidence(t *testing.T) {
	s := shelf{"up": up, "two": strings.Replace(named("urn:two", gated(false)), `"evidenceRequirements":[`, `"evidenceRequirements":[{"id":"f","description":"D","required":true},`, 1)}
	p := s.plan(t, `{"a":@up,"b":@two,"c":@two}`, edgesOf("a b !e"), "b")
	c := run(t, p, `{"a":{"facts":{"v":"yes"}},"b":{"facts":{"go":true},"evidence":{ "f" : "present" }},"c":{"facts":{"go":true},"evidence":{"f":"present","e":"absent"}}}`)
	if got := brief(at(t, c, "b").Disposition) + " " + brief(at(t, c, "c").Disposition); got != "with without" {
		t.Errorf("got %s", got)
	}
	// Without any evidence document all presences are unknown.
	c = run(t, p, `{"c":{"facts":{"go":true}},"b":{"facts":{"go":true},"evidence":{}}}`)
	if got := brief(at(t, c, "b").Disposition) + " " + brief(at(t, c, "c").Disposition); got != "unknown unknown" {
		t.Errorf("got %s", got)
	}
}

// Nodes share nothing, also those of one pack.
func TestIsolation(t *testing.T) {
	p := shared.plan(t, `{"a":@up,"b":@up,"c":@down,"d":@down}`, edgesOf("a c /x"), "c")
	c := run(t, p, `{"a":{"facts":{"v":"yes","x":"no"}},"b":{"facts":{"v":"no"}},"d":{"facts":{"x":"no"},"evidence":{"paper":"present"}}}`)
	var got []string
	for _, n := range c.Nodes {
		got = append(got, n.Node+" "+brief(n.Disposition))
	}
	same(t, "dispositions", got, "a yes", "b no", "c good", "d bad")
}

func TestFailingNodes(t *testing.T) {
	needs := named("urn:needs", strings.Replace(down, `"rules"`, `"extensions":{"com.example.x":1},"metadata":{"requiredExtensions":["com.example.x"]},"rules"`, 1))
	s := shelf{"up": up, "down": down, "nopack": noPack, "nojson": noJSON, "needs": needs}
	failure := func(p *judgment.Plan, ctx context.Context, in judgment.GraphInputs) string {
		t.Helper()
		c, err := p.Run(ctx, in)
		if err == nil || c != nil {
			t.Fatalf("got %+v", c)
		}
		var refusal *judgment.Refusal
		if !errors.As(err, &refusal) || len(refusal.Findings) != 1 {
			t.Fatal(err)
		}
		f := refusal.Findings[0]
		return fmt.Sprintf("%s %s %s %s", f.Fault.Code, f.Fault.At.Node, f.Class, f.Phase)
	}
	for _, c := range []struct {
		name, nodes string
		edges       []string
		inputs      string
		extensions  []string
		limit       int
		want        string
	}{
		{"a pack that does not conform", `{"a":@nopack}`, nil, `{}`, nil, 0, "a pack-not-conformant preflight"},
		{"a pack that is no JSON", `{"a":@nojson}`, nil, `{}`, nil, 0, "a pack-not-conformant preflight"},
		{"such a pack that is fed evidence", `{"a":@nojson,"b":@up}`, []string{"b a !e"}, `{}`, nil, 0, "a pack-not-conformant preflight"},
		{"an undeclared key", `{"a":@down}`, nil, `{"a":{"evidence":{"e":"present"}}}`, nil, 0, "a malformed-input preflight"},
		{"an undeclared requirement that is fed", `{"a":@down,"b":@up}`, []string{"b a !e"}, `{}`, nil, 0, "a malformed-input preflight"},
		{"the same, behind the pack's own class", `{"a":@nopack,"b":@up}`, []string{"b a !e"}, `{}`, nil, 0, "a pack-not-conformant preflight"},
		{"the same, before an extension", `{"a":@needs,"b":@up}`, []string{"b a !e"}, `{}`, nil, 0, "a malformed-input preflight"},
		{"an extension", `{"a":@needs}`, nil, `{}`, nil, 0, "a unsupported-required-extension preflight"},
		{"work", `{"a":@up}`, nil, `{"a":{"facts":{"v":"` + strings.Repeat("x", 100) + `"}}}`, nil, 50, "a resource-exhaustion evaluation"},
		{"two: the first in order, not by id", `{"a":@nopack,"z":@nojson,"b":@up}`, []string{"z a /x"}, `{}`, nil, 0, "z pack-not-conformant preflight"},
		{"two: the first by id among the ready", `{"b":@nopack,"a":@nojson,"c":@up}`, nil, `{}`, nil, 0, "a pack-not-conformant preflight"},
		{"one that feeds nothing", `{"a":@up,"z":@nopack}`, nil, `{}`, nil, 0, "z pack-not-conformant preflight"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := s.plan(t, c.nodes, edgesOf(c.edges...), "a")
			in := inputs(c.inputs)
			in.Extensions, in.WorkLimit = c.extensions, c.limit
			if got := failure(p, t.Context(), in); got != "graph_node_evaluation "+c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}

	p := s.plan(t, `{"a":@needs}`, `[]`, "a")
	in := inputs(`{"a":{"facts":{"x":"yes"}}}`)
	in.Extensions = []string{"com.example.x"}
	if c, err := p.Run(t.Context(), in); err != nil || brief(c.Disposition) != "good" {
		t.Errorf("with the extension: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if got := failure(p, cancelled, in); got != "graph_node_evaluation a dev.spine.cancelled evaluation" {
		t.Errorf("cancelled: %s", got)
	}
}

// A plan evaluates the bytes that were pinned, whatever becomes of their files.
func TestPlanKeepsItsBytes(t *testing.T) {
	file := &fstest.MapFile{Data: []byte(up)}
	c, err := judgment.NewCatalogue(fstest.MapFS{"up": file})
	if err != nil {
		t.Fatal(err)
	}
	g := loadGraph(t, shared.graphText(`{"a":@up}`, `[]`, "a"))
	copy(file.Data, strings.Repeat("x", len(up)))
	p, err := g.Link(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := brief(run(t, p, `{"a":{"facts":{"v":"yes"}}}`).Disposition); got != "yes" {
		t.Errorf("got %s", got)
	}
}

// Many runs of one plan at a time give the same bytes.
func TestRunsAreDeterministic(t *testing.T) {
	p := shared.plan(t, `{"d":@down,"c":@up,"b":@up,"a":@down}`, edgesOf("b a /x !paper=absent", "b d /x", "c d /y/z !paper"), "d")
	in := inputs(`{"b":{"facts":{"v":"yes"}}}`)
	want := run(t, p, string(in.Document)).Canonical()
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			c, err := p.Run(context.Background(), in)
			if err != nil {
				t.Error(err)
			} else if got := c.Canonical(); string(got) != string(want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	wait.Wait()
}

// What a graph comes to does not depend on the order of its nodes and edges, nor
// on that of the catalogue, beyond the digest of its own bytes and the order of
// feeds, which is that of the document.
func TestRunDoesNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := []string{"a", "a-1", "a1", "a10", "b"}
		var edges []string
		for i, to := range ids {
			for j, from := range ids {
				// Edges go from later to earlier ids, so that there is no cycle.
				if j > i && rapid.Bool().Draw(t, "edge") {
					edges = append(edges, fmt.Sprintf("%s %s /in/%d", from, to, j))
				}
			}
			edges = append(edges, "s "+to+" /v")
		}
		var facts []string
		for _, id := range append(ids, "s") {
			if id == "s" {
				facts = append(facts, fmt.Sprintf(`%q:{"facts":{"v":%q}}`, id, rapid.SampledFrom([]string{"yes", "no", "maybe"}).Draw(t, "v")))
			} else if rapid.Bool().Draw(t, "facts") {
				facts = append(facts, fmt.Sprintf(`%q:{"facts":{"w":1}}`, id))
			}
		}
		outcome := func(nodes, edges, facts []string, s shelf) string {
			g, err := judgment.LoadGraph("", []byte(s.graphText(nodesOf(nodes...), edgesOf(edges...), "a")))
			if err != nil {
				t.Fatal(err)
			}
			p, err := g.Link(s.catalogue(t))
			if err != nil {
				t.Fatal(err)
			}
			c, err := p.Run(context.Background(), inputs("{"+strings.Join(facts, ",")+"}"))
			if err != nil {
				t.Fatal(err)
			}
			c.Graph.Digest = ""
			for _, n := range c.Nodes {
				slices.SortFunc(n.FactFeeds, func(a, b judgment.FactFeed) int { return strings.Compare(a.Pointer, b.Pointer) })
			}
			return string(c.Canonical())
		}
		nodes := append(slices.Clone(ids), "s")
		want := outcome(nodes, edges, facts, shelf{"up": up})
		got := outcome(rapid.Permutation(nodes).Draw(t, "nodes"), rapid.Permutation(edges).Draw(t, "edges"), rapid.Permutation(facts).Draw(t, "inputs"),
			shelf{"z": up, "up": up, "a": minified, "b": down})
		if got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}
