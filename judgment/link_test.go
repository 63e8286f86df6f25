package judgment_test

import (
	"fmt"
	"strings"
	"testing"
)

// Every pin is looked up, whatever its node feeds, and what is wrong with pins is
// told before inputs are looked at.
func TestLinkReportsEveryPin(t *testing.T) {
	s := shelf{"up": up, "down": down, "minified": named("urn:m", minified)}
	wrong := func(id, version, digest string) string {
		return fmt.Sprintf(`{"pack":{"id":%q,"version":%q,"digest":%q}}`, id, version, digest)
	}
	nodes := `{"z":` + wrong("urn:up", "1.0.0", zeros) + `,"b":@down,"a9":` + wrong("urn:none", "1.0.0", zeros) +
		`,"a10":` + wrong("urn:down", "3.0.0", zeros) + `,"a-1":` + wrong("urn:other", "1.0.0", digestOf(up)) + `}`
	g := loadGraph(t, s.graphText(nodes, edgesOf("z b /x"), "b"))
	_, err := g.Link(s.catalogue(t))
	same(t, "findings", toldBy(t, err),
		"graph_identity /nodes/a-1/pack", "graph_version_drift /nodes/a10/pack/version", "graph_reference_dangling /nodes/a9/pack", "graph_digest_drift /nodes/z/pack/digest")
}

const (
	noPack   = `{"id":"urn:bad","version":"1.0.0"}`                                                                 // JSON, and no pack
	noJSON   = `{"id":"urn:cut","version":"1.0.0"`                                                                  // not even JSON
	twoPacks = `{"id":"urn:bad","version":"1.0.0","evidenceRequirements":[5,{"id":"paper"},{"id":1}],"outcomes":0}` // no pack, with a requirement
)

func TestLinkedCheck(t *testing.T) {
	s := shelf{"up": up, "down": down, "nopack": noPack, "nojson": noJSON, "two": twoPacks, "list": `[]`}
	for _, c := range []struct {
		name  string
		nodes string
		edges []string
		want  []string
	}{
		{"a declared requirement", `{"a":@up,"b":@down}`, []string{"a b !paper"}, nil},
		{"an undeclared one", `{"a":@up,"b":@down}`, []string{"a b /x !papers", "a b !paper", "a b !paperx"}, []string{
			"graph_evidence_undeclared /edges/0/evidence/id", "graph_evidence_undeclared /edges/2/evidence/id"}},
		{"a pack that does not conform declares what it declares", `{"a":@up,"b":@two}`, []string{"a b !paper", "a b !papers"}, []string{"graph_evidence_undeclared /edges/1/evidence/id"}},
		{"one that declares nothing", `{"a":@up,"b":@nopack}`, []string{"a b !paper"}, []string{"graph_evidence_undeclared /edges/0/evidence/id"}},
		{"packs that cannot be read", `{"a":@up,"c":@nojson,"b":@list}`, []string{"a c !paper", "a c /x !more", "a b !paper"}, []string{
			"graph_pack_unreadable /nodes/b", "graph_pack_unreadable /nodes/c"}},
		{"one that is fed facts only", `{"a":@up,"b":@nojson}`, []string{"a b /x"}, nil},
		{"one that feeds", `{"b":@nojson,"a":@down}`, []string{"b a !paper"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "findings", told(s.plan(t, c.nodes, edgesOf(c.edges...), "a").Check()), c.want...)
		})
	}
}

func TestAdvice(t *testing.T) {
	reads := func(id, conditions string) string {
		return named(id, strings.Replace(down, `{"op":"fact","path":"/x","operator":"equals","value":"yes"}`, `{"op":"any","conditions":[`+conditions+`]}`, 1))
	}
	s := shelf{
		"up": up, "down": down, "nopack": noPack,
		"around": reads("urn:around", `{"op":"fact","path":"/p","operator":"equals","value":{"q":"yes"}}`),
		"within": reads("urn:within", `{"op":"not","condition":{"op":"fact","path":"/p/q/r","operator":"equals","value":"yes"}}`),
		"one":    reads("urn:one", `{"op":"fact","path":"/p/q","operator":"in","value":["yes",["no"]]}`),
		"both":   reads("urn:both", `{"op":"fact","path":"/p/q","operator":"not-equals","value":"yes"},{"op":"fact","path":"/p/q","operator":"in","value":["no"]}`),
		"array":  reads("urn:array", `{"op":"fact","path":"/p/q","operator":"equals","value":["yes","no"]}`),
	}
	for _, c := range []struct {
		name, nodes string
		edges       []string
		want        []string
	}{
		{"all is read and compared", `{"a":@up,"b":@down}`, []string{"a b /x"}, nil},
		{"nothing reads it", `{"a":@up,"b":@down}`, []string{"a b /y", "a b !paper"}, []string{"graph_fact_unread /edges/0/fact"}},
		{"nothing reads it, by text", `{"a":@up,"b":@down}`, []string{"a b /xy"}, []string{"graph_fact_unread /edges/0/fact"}},
		{"it is a part of what is compared", `{"a":@up,"b":@around}`, []string{"a b /p/q"}, nil},
		{"what is compared is a part of it", `{"a":@up,"b":@within}`, []string{"a b /p/q"}, []string{"graph_outcome_unread /edges/0/fact", "graph_outcome_unread /edges/0/fact"}},
		{"one of two is compared", `{"a":@up,"b":@one}`, []string{"a b /p/q"}, []string{"graph_outcome_unread /edges/0/fact"}},
		{"each in its own condition", `{"a":@up,"b":@both}`, []string{"a b /p/q"}, nil},
		{"an array is no outcome", `{"a":@up,"b":@array}`, []string{"a b /p/q"}, []string{"graph_outcome_unread /edges/0/fact", "graph_outcome_unread /edges/0/fact"}},
		{"a target that does not conform", `{"a":@up,"b":@nopack}`, []string{"a b /y"}, nil},
		{"an upstream that does not conform", `{"b":@nopack,"a":@down}`, []string{"b a /x"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			advice := s.plan(t, c.nodes, edgesOf(c.edges...), "a").Advice()
			same(t, "advice", told(advice), c.want...)
			if advice.Faults().Err() != nil || len(advice.Faults().Warnings()) != len(c.want) {
				t.Errorf("advice is no warning: %v", advice.Faults())
			}
		})
	}
}
