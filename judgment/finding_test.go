package judgment_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

func digestOf(text string) string { return record.Digest([]byte(text)) }

// sorted writes texts as the items of a JSON array, sorted.
func sorted(texts ...string) string {
	slices.Sort(texts)
	return `"` + strings.Join(texts, `","`) + `"`
}

// withoutMessages gives the canonical JSON of a value without its messages.
func withoutMessages(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if m, ok := v["message"].(string); ok && m == "" {
				t.Errorf("a message is empty: %v", v)
			}
			delete(v, "message")
			for _, x := range v {
				strip(x)
			}
		case []any:
			for _, x := range v {
				strip(x)
			}
		}
	}
	strip(tree)
	return canonicalOf(t, tree)
}

func canonicalOf(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	root, err := strictjson.Parse(text, strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := canon.FromJSON(root)
	if err != nil {
		t.Fatal(err)
	}
	out, err := n.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestRefusal(t *testing.T) {
	p := shared.plan(t, `{"a":@down}`, `[]`, "a")
	_, err := p.Run(context.Background(), judgment.GraphInputs{Document: []byte(`{"a":{"evidence":{"papers":"present"}}}`), HasDocument: true})
	var refusal *judgment.Refusal
	var evaluation *judgment.EvaluationError
	var fault *diag.Error
	if !errors.As(err, &refusal) || !errors.As(err, &evaluation) || !errors.As(err, &fault) || !errors.Is(err, judgment.GraphNodeEvaluation) {
		t.Fatalf("got %v", err)
	}
	if evaluation.Class != judgment.MalformedInput || fault.At.Node != "a" || fault.At.File != "graph.json" || fault.At.Path != "/nodes/a" {
		t.Errorf("got %+v of %+v", fault, evaluation)
	}
	if all := diag.Of(err); len(all) != 1 || all[0] != fault {
		t.Errorf("got %v", all)
	}
	graph, _ := json.Marshal(loadGraph(t, shared.graphText(`{"a":@down}`, `[]`, "a")).Pin())
	want := fmt.Sprintf(`{"findings":[{"class":"malformed-input","code":"graph_node_evaluation","findings":[{"code":"JPS-INPUT-EVIDENCE-UNDECLARED","path":"/papers"}],`+
		`"node":"a","path":"/nodes/a","phase":"preflight"}],"format":"spine.graph-refusal/1","graph":%s}`, canonicalOf(t, json.RawMessage(graph)))
	if got := withoutMessages(t, refusal); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := canon.Check(refusal.Canonical()); err != nil {
		t.Error(err)
	}
	if !strings.Contains(err.Error(), "graph_node_evaluation") || !strings.HasPrefix(err.Error(), "graph.json:1:") {
		t.Errorf("got %s", err)
	}

	// A refusal of what is no graph has none; the root of a document has a path.
	_, err = judgment.LoadGraph("graph.json", nil)
	errors.As(err, &refusal)
	if got, want := withoutMessages(t, refusal), `{"findings":[{"code":"graph_json","path":""}],"format":"spine.graph-refusal/1"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
