package judgment_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

func TestDescribe(t *testing.T) {
	s := shelf{"up": up, "down": down, "nojson": noJSON, "nopack": noPack, "anonymous": `{"id":"urn:x"}`}
	wrong := func(id, version, digest string) string {
		return fmt.Sprintf(`{"pack":{"id":%q,"version":%q,"digest":%q}}`, id, version, digest)
	}
	nodes := `{"result":@down,"a":@up,"broken":@nojson,"odd":@nopack,"anonymous":@anonymous,"gone":` + wrong("urn:gone", "1.0.0", zeros) +
		`,"drifted":` + wrong("urn:up", "1.0.0", zeros) + `,"newer":` + wrong("urn:up", "2.0.0", zeros) + `,"other":` + wrong("urn:other", "1.0.0", digestOf(up)) + `}`
	edges := edgesOf("odd result !paper", "a result /x !other=absent", "result broken /y")
	text := s.graphText(nodes, edges, "result")
	g := loadGraph(t, text)
	d, err := g.Describe(s.catalogue(t))
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for i, st := range d.Steps {
		line := fmt.Sprintf("%s %s %s", st.Node, st.Kind, st.Pin)
		if st.Identity != nil {
			line += fmt.Sprintf(" %s %s", st.Identity.ID, st.Identity.Version)
		}
		if (st.Detail == "") != (st.Identity != nil) {
			t.Errorf("%s: detail %q", st.Node, st.Detail)
		}
		if st.Pack == nil {
			t.Errorf("%s has no pin", st.Node)
		}
		steps = append(steps, line)
		d.Steps[i].Detail = "" // in words
	}
	same(t, "steps", steps, "a pack verified urn:up 1.0.0", "anonymous pack verified", "drifted pack drift", "gone pack dangling", "newer pack drift",
		"odd pack verified urn:bad 1.0.0", "other pack drift urn:up 1.0.0", "result pack verified urn:down 1.0.0", "broken pack verified")

	d.Steps = d.Steps[7:]
	pin := func(name string) string { return canonicalOf(t, json.RawMessage(s.pin(name))) }
	want := `{"format":"spine.graph-plan/1","graph":{"digest":"` + digestOf(text) + `","id":"g","version":"1.0.0"},"resultNode":"result","steps":[` +
		`{"feeds":[{"evidence":"paper","from":"odd","onUnresolved":"unknown"},{"fact":"/x","from":"a"},{"evidence":"other","from":"a","onUnresolved":"absent"}],` +
		`"identity":{"id":"urn:down","version":"1.0.0"},"kind":"pack","node":"result","pack":` + pin("down") + `,"pin":"verified"},` +
		`{"feeds":[{"fact":"/y","from":"result"}],"kind":"pack","node":"broken","pack":` + pin("nojson") + `,"pin":"verified"}]}`
	if got := string(d.Canonical()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDescribeWithoutACatalogue(t *testing.T) {
	d, err := loadGraph(t, shared.graphText(`{"b":@up,"a":@down}`, edgesOf("b a /x"), "a")).Describe(nil)
	if err != nil || len(d.Steps) != 2 || d.Steps[0].Node != "b" {
		t.Fatalf("got %+v, %v", d, err)
	}
	for _, st := range d.Steps {
		if st.Pin != judgment.PinUnread || st.Identity != nil || st.Detail == "" || st.Pack.ID == "" {
			t.Errorf("got %+v", st)
		}
	}
}
