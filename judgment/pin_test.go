package judgment_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

func TestRepin(t *testing.T) {
	drifted := shelf{"up": up, "down": down}
	text := " " + strings.ReplaceAll(drifted.graphText(`{ "b":@down,
	"a":@up}`, edgesOf("a b /x"), "b"), `"digest":`, `"digest" : `) + "\r\n"
	for _, c := range []struct {
		name  string
		shelf shelf
		was   func(string) string // what is done to the text first
		want  []string
	}{
		{"nothing has changed", shelf{"up": up, "down": down}, nil, nil},
		{"one pack has", shelf{"up": minified, "down": down}, nil, nil},
		{"both have", shelf{"up": minified, "down": down + "\n"}, nil, nil},
		{"of two of one identity the pinned one stays", shelf{"up": up, "again": minified, "down": down}, nil, nil},
		{"a new graph", shelf{"up": up, "down": down}, func(s string) string {
			return strings.NewReplacer(digestOf(up), zeros, digestOf(down), zeros).Replace(s)
		}, nil},
		{"escapes of the digest that stays", shelf{"up": up, "down": down}, func(s string) string {
			return strings.Replace(s, digestOf(up), `\u0073`+digestOf(up)[1:], 1)
		}, nil},
		{"two of one identity", shelf{"up": up + " ", "again": minified, "down": down}, nil, []string{"graph_pin_ambiguous /nodes/a/pack/digest"}},
		{"other versions", shelf{"up": strings.Replace(up, "1.0.0", "1.0.1", 1), "down": down}, nil, []string{"graph_version_drift /nodes/a/pack/version"}},
		{"neither", shelf{"x": "x"}, nil, []string{"graph_reference_dangling /nodes/a/pack", "graph_reference_dangling /nodes/b/pack"}},
		{"the digest of another one", shelf{"up": up, "down": down}, func(s string) string {
			return strings.Replace(s, digestOf(up), digestOf(down), 1)
		}, []string{"graph_identity /nodes/a/pack"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := text
			if c.was != nil {
				src = c.was(src)
			}
			got, err := loadGraph(t, src).Repin(c.shelf.catalogue(t))
			same(t, "findings", toldBy(t, err), c.want...)
			if err != nil {
				return
			}
			// Nothing but digests differs.
			mask := strings.NewReplacer(digestOf(up), "D", digestOf(down), "D", digestOf(minified), "D", digestOf(down+"\n"), "D", zeros, "D").Replace
			if mask(string(got)) != mask(src) {
				t.Errorf("got %s\nof  %s", got, src)
			}
			g, err := judgment.LoadGraph("graph.json", got)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.Link(c.shelf.catalogue(t)); err != nil {
				t.Errorf("what is pinned anew is not resolved: %v", err)
			}
		})
	}
}
