package gate

import (
	"math"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/internal/strictjson"
)

// The validator cannot be stopped, and a few lines of schema can make it look at
// one value exponentially often: two alternatives that both refer back to the
// root are enough. So the gate counts before it validates, with each pair of
// schema and value looked at once, how much work it will be.

// work counts the work of one admission. A unit is about one look of a schema at
// a small value.
type work struct {
	free  bool // so little in all that nothing needs to be counted
	left  int
	looks int
	memo  map[look]int
}

// look is a schema and a container of the instance, by the offset of its text.
type look struct{ node, offset int }

// newWork begins the admission of v. The work of schemas without recursion, and
// with few paths to each value, is bounded without counting.
func (g *Gate) newWork(v strictjson.Value) *work {
	total, depth := weigh(v, 0)
	free := g.unfolded < MaxWork && total < MaxWork && g.unfolded*total*(depth+1) <= MaxWork
	return &work{free: free, left: 2 * MaxWork}
}

// spend takes the work of validating v by n off what is left. False means that
// there is not enough.
func (w *work) spend(n *node, v strictjson.Value) bool {
	if w.free {
		return true
	}
	if w.memo == nil {
		w.memo = map[look]int{}
	}
	cost := w.count(n, v)
	w.left -= cost
	return cost <= MaxWork && w.looks <= MaxWork && w.left >= 0
}

// count gives an upper bound of the work, or more than MaxWork.
func (w *work) count(n *node, v strictjson.Value) int {
	w.looks++
	if n.constant || n.kinds&kindOf(v) == 0 {
		return 1
	}
	if w.looks > MaxWork {
		return MaxWork + 1
	}
	key := look{n.id, v.Offset()}
	container := v.Kind() == strictjson.Object || v.Kind() == strictjson.Array
	if container {
		if sum, ok := w.memo[key]; ok {
			return sum
		}
	}
	sum := n.weight * small(v)
	if v.Kind() == strictjson.Number {
		sum += n.numbers * small(v)
	}
	if n.deep {
		total, _ := weigh(v, 0)
		sum = n.weight * total
	}
	add := func(to *node, v strictjson.Value) {
		if to != nil && sum <= MaxWork {
			sum += w.count(to, v)
		}
	}
	for _, s := range n.same {
		add(s.to, v)
	}
	for _, m := range v.Members() {
		for s := range n.member(m.Name) {
			add(s.to, m.Value)
		}
		add(n.otherMembers, m.Value)
		if n.names != nil {
			sum += n.names.weight * (1 + len(m.Name)/64)
		}
	}
	for i, item := range v.Items() {
		add(n.item(i).to, item)
		add(n.contains, item)
		add(n.otherItems, item)
	}
	sum = min(sum, MaxWork+1)
	if container {
		w.memo[key] = sum
	}
	return sum
}

// small gives what one look at v costs, not counting what is in it.
func small(v strictjson.Value) int {
	switch v.Kind() {
	case strictjson.Number:
		// Numbers become fractions of whole numbers, as long as the exponent says.
		if i := strings.IndexAny(v.Text(), "eE"); i >= 0 {
			exponent, _ := strconv.Atoi(v.Text()[i+1:])
			return 1 + max(exponent, -exponent)/64
		}
	case strictjson.String:
		return 1 + len(v.Text())/64
	}
	return 1 + len(v.Members()) + len(v.Items())/8
}

// weigh gives the cost of one look at each value in v, and how deep v is.
func weigh(v strictjson.Value, depth int) (total, deepest int) {
	total, deepest = small(v), depth
	each := func(v strictjson.Value) {
		t, d := weigh(v, depth+1)
		total, deepest = total+t, max(deepest, d)
	}
	for _, m := range v.Members() {
		each(m.Value)
	}
	for _, item := range v.Items() {
		each(item)
	}
	return total, deepest
}

// unfold gives the weight of all ways from the root of a schema to a subschema
// of it, at most MaxWork: that for a recursive schema.
func unfold(nodes []*node) int {
	const open = -1
	size := make([]int, len(nodes))
	var visit func(n *node) int
	visit = func(n *node) int {
		switch size[n.id] {
		case open:
			return MaxWork
		case 0:
		default:
			return size[n.id]
		}
		size[n.id] = open
		sum := n.weight + n.numbers
		if n.deep {
			sum *= MaxDepth
		}
		for _, steps := range [][]step{n.same, n.below} {
			for _, s := range steps {
				sum = min(sum+visit(s.to), MaxWork)
			}
		}
		size[n.id] = max(1, min(sum, math.MaxInt32))
		return size[n.id]
	}
	return visit(nodes[0])
}
