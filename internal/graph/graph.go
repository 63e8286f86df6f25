// Package graph orders the nodes of a plain graph and finds its cycles. It is
// used for workflows, DMN models and judgment graphs alike.
package graph

import (
	"container/heap"
	"slices"
)

// Order gives the ids such that each comes after what it depends on, and of
// those that could come next the smallest first. deps gives what an id depends
// on; ids that are not among ids are ignored.
//
// With cycles there is no order: then order is nil, and each cycle is a
// strongly connected component, its members sorted. A node that only waits
// behind a cycle is in none.
func Order(ids []string, deps func(id string) []string) (order []string, cycles [][]string) {
	g := index(ids, deps)
	waiting := make([]int, len(g.ids))
	users := make([][]int, len(g.ids))
	for v, ds := range g.deps {
		waiting[v] = len(ds)
		for _, d := range ds {
			users[d] = append(users[d], v)
		}
	}
	ready := &ints{}
	for v, n := range waiting {
		if n == 0 {
			heap.Push(ready, v)
		}
	}
	for ready.Len() > 0 {
		v := heap.Pop(ready).(int)
		order = append(order, g.ids[v])
		for _, u := range users[v] {
			if waiting[u]--; waiting[u] == 0 {
				heap.Push(ready, u)
			}
		}
	}
	if len(order) == len(g.ids) {
		return order, nil
	}
	return nil, g.cycles()
}

// indexed is a graph over the sorted ids: node i is ids[i].
type indexed struct {
	ids  []string
	deps [][]int
}

func index(ids []string, deps func(string) []string) *indexed {
	g := &indexed{ids: slices.Compact(slices.Sorted(slices.Values(ids)))}
	g.deps = make([][]int, len(g.ids))
	for v, id := range g.ids {
		for _, d := range deps(id) {
			if i, ok := slices.BinarySearch(g.ids, d); ok && !slices.Contains(g.deps[v], i) {
				g.deps[v] = append(g.deps[v], i)
			}
		}
	}
	return g
}

// cycles gives the strongly connected components that are cycles, by Tarjan's
// algorithm with a stack of its own, since a graph may be one long chain.
func (g *indexed) cycles() [][]string {
	const unseen = 0
	var (
		out     [][]string
		number  = make([]int, len(g.ids))
		low     = make([]int, len(g.ids))
		onStack = make([]bool, len(g.ids))
		stack   []int
		next    = unseen
	)
	type visit struct{ v, dep int }
	for root := range g.ids {
		if number[root] != unseen {
			continue
		}
		calls := []visit{{root, 0}}
		for len(calls) > 0 {
			c := &calls[len(calls)-1]
			v := c.v
			if c.dep == 0 {
				next++
				number[v], low[v] = next, next
				stack = append(stack, v)
				onStack[v] = true
			}
			if c.dep < len(g.deps[v]) {
				d := g.deps[v][c.dep]
				c.dep++
				switch {
				case number[d] == unseen:
					calls = append(calls, visit{d, 0})
				case onStack[d]:
					low[v] = min(low[v], number[d])
				}
				continue
			}
			if low[v] == number[v] {
				out = g.component(out, &stack, onStack, v)
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				u := calls[len(calls)-1].v
				low[u] = min(low[u], low[v])
			}
		}
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// component takes the component of v off the stack, and keeps it if it is a
// cycle.
func (g *indexed) component(out [][]string, stack *[]int, onStack []bool, v int) [][]string {
	at := slices.Index(*stack, v)
	members := (*stack)[at:]
	*stack = (*stack)[:at]
	var ids []string
	for _, m := range members {
		onStack[m] = false
		ids = append(ids, g.ids[m])
	}
	if len(ids) == 1 && !slices.Contains(g.deps[v], v) {
		return out
	}
	slices.Sort(ids)
	return append(out, ids)
}

// ints is a heap of numbers, smallest first.
type ints struct{ slice []int }

func (h *ints) Len() int           { return len(h.slice) }
func (h *ints) Less(i, j int) bool { return h.slice[i] < h.slice[j] }
func (h *ints) Swap(i, j int)      { h.slice[i], h.slice[j] = h.slice[j], h.slice[i] }
func (h *ints) Push(x any)         { h.slice = append(h.slice, x.(int)) }
func (h *ints) Pop() any {
	last := h.slice[len(h.slice)-1]
	h.slice = h.slice[:len(h.slice)-1]
	return last
}
