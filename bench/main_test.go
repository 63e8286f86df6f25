package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestAnswers decides every workload in short rounds: all peers that are installed
// give the right answers, and every peer that is in the table has a row somewhere.
func TestAnswers(t *testing.T) {
	n, missing := inNode("node")
	t.Cleanup(n.stop)
	for _, m := range missing {
		t.Log("missing:", m)
	}
	r, err := selection{plan: quick}.measure(n, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range columns {
		inNode := name == feelinName || name == feelinKept || name == "zen"
		if !slices.ContainsFunc(r.outcomes, func(o *outcome) bool { _, ok := o.of(name); return ok }) && !(inNode && missing != nil) {
			t.Errorf("%s has decided nothing", name)
		}
	}
	if got := len(r.outcomes); got != 7+9+12+3+1 {
		t.Errorf("%d contests were held", got)
	}
	var b strings.Builder
	r.write(&b, nil)
	for _, wrong := range []string{"NaN", "Inf", "%!"} {
		if strings.Contains(b.String(), wrong) {
			t.Errorf("the results have %s:\n%s", wrong, b.String())
		}
	}
}

// A wrong answer in node ends in an error as one in Go does.
func TestWrongAnswerInNode(t *testing.T) {
	n, missing := inNode("node")
	t.Cleanup(n.stop)
	if missing != nil {
		t.Skip(missing)
	}
	c := &contest{workload: "W0", inputs: []vars{{"x": 1}, {"x": 2}}, want: []any{number(2), number(3)}}
	addFeelin(n, c, "x + 1", nil)
	addZen(n, c, "x + 1")
	addZenChain(n, c, "y", []string{"y"}, []string{"x + 1"})
	if len(c.peers) != 4 {
		t.Fatalf("there are %d peers", len(c.peers))
	}
	if _, err := hold(c, quick); err != nil {
		t.Fatal(err)
	}
	for _, p := range c.peers {
		wrong := &contest{workload: "W0", inputs: c.inputs, want: []any{number(2), number(4)}, peers: []*peer{p}}
		want := "W0, " + p.name + ", input 1 [x:2]: the answer is 3, and must be 4"
		if _, err := hold(wrong, quick); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	bad := &contest{workload: "W0", inputs: c.inputs, want: c.want}
	addZen(n, bad, "x +")
	if _, err := hold(bad, quick); err == nil || !strings.HasPrefix(err.Error(), "W0, zen, input 0 [x:1]: ") {
		t.Errorf("got %v", err)
	}
}

// What is not installed is told with the way to get it.
func TestMissingPackages(t *testing.T) {
	dir := t.TempDir()
	script, err := os.ReadFile("node/peers.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/peers.mjs", script, 0o600); err != nil {
		t.Fatal(err)
	}
	n, missing := inNode(dir)
	if n == nil {
		t.Skip(missing)
	}
	defer n.stop()
	if want := []string{"feelin: run `npm ci` in bench/node", "@gorules/zen-engine: run `npm ci` in bench/node"}; !slices.Equal(missing, want) {
		t.Errorf("got %q", missing)
	}
	c, err := w1(n)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(c.peers, func(p *peer) bool { return p.name == "zen" || p.name == feelinName }) {
		t.Error("peers that are not installed take part")
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-only W0", `there is no workload "W0": there are W1, W2, W3, W4, W5, W6, W7, W8, W9, run, two`},
		{"-peers drools", `there is no peer "drools": there are ` + strings.Join(columns, ", ")},
		{"-quick -only W8,nothing", `there is no workload "nothing": there are W1, W2, W3, W4, W5, W6, W7, W8, W9, run, two`},
		{"W1", `"W1" is no flag: see -help`},
	} {
		if err := run(strings.Fields(c.args), io.Discard); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v", c.args, err)
		}
	}
}

func TestShow(t *testing.T) {
	var b strings.Builder
	if err := (selection{only: []string{"W4"}, peers: []string{"expr"}}).show(nil, &b); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "== W4, expr\nlet D1 = x * 2 + 1;\n") {
		t.Errorf("got %s", b.String())
	}
}
