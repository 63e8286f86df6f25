package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/graph"
)

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name, edges, order, cycles string
	}{
		{"nothing", "", "", ""},
		{"ids break ties", "c: b: a:", "a b c", ""},
		{"dependencies first", "a:z z:", "z a", ""},
		{"a diamond", "d:b,c b:a c:a a:", "a b c d", ""},
		{"unknown ids are ignored", "a:nowhere", "a", ""},
		{"a repeated dependency", "a:b,b b:", "b a", ""},
		{"a self loop", "a:a b:a", "", "a"},
		{"what waits behind a cycle is not in it", "a:b b:a c:a d:", "", "a b"},
		{"two cycles", "a:b b:a c:d d:c,a", "", "a b|c d"},
		{"two cycles that share a node", "a:b,c b:a c:a", "", "a b c"},
		{"a cycle found late", "a:b b:c c:d d:b", "", "b c d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ids, deps := parse(c.edges)
			order, cycles := graph.Order(ids, deps)
			var groups []string
			for _, members := range cycles {
				groups = append(groups, strings.Join(members, " "))
			}
			if got := strings.Join(order, " "); got != c.order {
				t.Errorf("order %q, want %q", got, c.order)
			}
			if got := strings.Join(groups, "|"); got != c.cycles {
				t.Errorf("cycles %q, want %q", got, c.cycles)
			}
		})
	}
}

func parse(edges string) ([]string, func(string) []string) {
	deps := map[string][]string{}
	var ids []string
	for _, f := range strings.Fields(edges) {
		id, ds, _ := strings.Cut(f, ":")
		ids = append(ids, id)
		if ds != "" {
			deps[id] = strings.Split(ds, ",")
		}
	}
	return ids, func(id string) []string { return deps[id] }
}

func TestOrderOfALongChain(t *testing.T) {
	const n = 200_000
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("n%06d", i)
	}
	deps := func(id string) []string {
		i, _ := slices.BinarySearch(ids, id)
		return []string{ids[(i+1)%n]}
	}
	_, cycles := graph.Order(ids, deps)
	if len(cycles) != 1 || len(cycles[0]) != n {
		t.Fatalf("a ring of %d nodes is one cycle, not %d", n, len(cycles))
	}
}

// A graph has an order exactly when no node reaches itself; a cycle's members are
// exactly the nodes that reach each other.
func TestOrderAgainstReachability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		reach := make([][]bool, n)
		deps := map[string][]string{}
		var ids []string
		for i := range n {
			reach[i] = make([]bool, n)
			id := string(rune('a' + i))
			ids = append(ids, id)
			for _, d := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, id) {
				reach[i][d] = true
				deps[id] = append(deps[id], string(rune('a'+d)))
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		order, cycles := graph.Order(ids, func(id string) []string { return deps[id] })
		inCycle := map[string]int{}
		for c, members := range cycles {
			for _, m := range members {
				inCycle[m] = c + 1
			}
		}
		for i, a := range ids {
			if reach[i][i] != (inCycle[a] > 0) {
				t.Fatalf("%s reaches itself: %v; cycles %v", a, reach[i][i], cycles)
			}
			for j, b := range ids {
				if together := i != j && reach[i][j] && reach[j][i]; together && inCycle[a] != inCycle[b] {
					t.Fatalf("%s and %s reach each other; cycles %v", a, b, cycles)
				}
			}
		}
		for i, a := range order {
			for _, d := range deps[a] {
				if slices.Index(order, d) > i {
					t.Fatalf("%s comes before %s: %v", a, d, order)
				}
			}
		}
	})
}
