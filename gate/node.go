package gate

import (
	"iter"
	"slices"
	"strconv"

	"github.com/decision-spine/spine/internal/strictjson"
)

// node is a compiled schema as the gate itself looks at it: what becomes of a
// value, what type it has, what checking it costs. Nodes form a graph; only
// references make cycles. They are immutable once made.
type node struct {
	id      int
	uri     string // of the library: its absolute location
	at      place
	accepts func(any) (bool, error)

	constant   bool  // the schema true or false
	never      bool  // the schema false
	kinds      kinds // that type, const and enum leave
	format     string
	wellFormed func(string) bool // of the format
	required   []string

	// In place: these look at the same value.
	always    []step   // $ref, $dynamicRef, allOf
	choices   [][]step // anyOf, oneOf
	cond, not *node
	then      step // with cond only
	otherwise step // else, with cond only
	dependent []property

	// Below: these look at members and items.
	properties   []property // in the order of the file
	index        map[string]step
	patterns     []namePattern
	additional   step // unless it is true or false
	prefix       []step
	items        step
	names        *node // propertyNames
	contains     *node
	otherItems   *node // unevaluatedItems
	otherMembers *node // unevaluatedProperties

	same     []step // all that look at the same value
	below    []step // all that look at a member, a name or an item
	converts []step // those of both that conversion follows

	weight   int  // what one look at a small value costs
	numbers  int  // what it costs more if that is a number
	deep     bool // compares whole values
	temporal bool // a string at or below a value may become a temporal value
}

// step leads to a subschema by the tokens of its keyword location.
type step struct {
	to     *node
	tokens []string
}

type property struct {
	name string
	step
}

type namePattern struct {
	matches func(string) bool
	step
}

// kinds is a set of the types of JSON Schema; an integer is a number.
type kinds uint8

const (
	nullKind kinds = 1 << iota
	booleanKind
	numberKind
	stringKind
	arrayKind
	objectKind
	anyKind = 1<<iota - 1
)

func kindNamed(name string) kinds {
	switch name {
	case "null":
		return nullKind
	case "boolean":
		return booleanKind
	case "number", "integer":
		return numberKind
	case "string":
		return stringKind
	case "array":
		return arrayKind
	}
	return objectKind
}

// kindOf gives the kind of v. The bits are in the order of strictjson's kinds.
func kindOf(v strictjson.Value) kinds { return 1 << v.Kind() }

// member gives the steps to what describes the member called name: those of
// properties and patternProperties, else of additionalProperties.
func (n *node) member(name string) iter.Seq[step] {
	return func(yield func(step) bool) {
		s, found := n.index[name]
		if found && !yield(s) {
			return
		}
		for _, p := range n.patterns {
			if p.matches(name) {
				found = true
				if !yield(p.step) {
					return
				}
			}
		}
		if !found && n.additional.to != nil {
			yield(n.additional)
		}
	}
}

// item gives the step to what describes the i-th item, if anything does.
func (n *node) item(i int) step {
	if i < len(n.prefix) {
		return n.prefix[i]
	}
	return n.items
}

// finish fills in what follows from a node's own subschemas.
func (n *node) finish() {
	inPlace := slices.Clone(n.always)
	for _, c := range n.choices {
		inPlace = append(inPlace, c...)
	}
	inPlace = append(inPlace, n.then, n.otherwise)
	for _, d := range n.dependent {
		inPlace = append(inPlace, d.step)
	}
	below := append([]step{n.additional, n.items}, n.prefix...)
	for _, p := range n.properties {
		below = append(below, p.step)
	}
	for _, p := range n.patterns {
		below = append(below, p.step)
	}
	n.converts = present(slices.Concat(inPlace, below))
	n.same = present(append(inPlace, step{n.cond, []string{"if"}}, step{n.not, []string{"not"}}))
	n.below = present(append(below, step{to: n.names}, step{to: n.contains}, step{to: n.otherItems}, step{to: n.otherMembers}))
}

// present gives the steps that lead somewhere.
func present(steps []step) []step {
	return slices.DeleteFunc(steps, func(s step) bool { return s.to == nil })
}

// markTemporal sets temporal on every node from which conversion can reach a
// temporal format.
func markTemporal(nodes []*node) {
	for changed := true; changed; {
		changed = false
		for _, n := range slices.Backward(nodes) {
			if !n.temporal {
				n.temporal = isTemporal(n.format) || slices.ContainsFunc(n.converts, func(s step) bool { return s.to.temporal })
				changed = changed || n.temporal
			}
		}
	}
}

// checkLoops reports schemas that come back to themselves without going down
// into the value, and chains of schemas for one value that are too long.
func (c *corpus) checkLoops(nodes []*node) {
	const open = -1
	longest := make([]int, len(nodes)) // chain that starts at a node; 0: not seen
	var path []step
	var visit func(n *node)
	visit = func(n *node) {
		longest[n.id] = open
		chain := 1
		for _, s := range n.same {
			path = append(path, step{n, s.tokens})
			switch longest[s.to.id] {
			case open:
				c.report(errLoop(loopStart(path, s.to)))
			case 0:
				visit(s.to)
			}
			path = path[:len(path)-1]
			chain = max(chain, longest[s.to.id]+1)
		}
		longest[n.id] = chain
		if chain == maxChain+1 {
			c.report(errLimit(n.at.locator(), "more than %d schemas look at one value, each through the one before", maxChain))
		}
	}
	for _, n := range nodes {
		if longest[n.id] == 0 {
			visit(n)
		}
	}
}

// loopStart gives the place of the reference that closes a loop: the last one
// on the way from the node that the loop comes back to.
func loopStart(path []step, to *node) (place, string) {
	for i := len(path) - 1; i >= 0; i-- {
		if s := path[i]; s.tokens[0] == "$ref" || s.tokens[0] == "$dynamicRef" {
			return s.to.at.member(s.tokens[0]), s.tokens[0]
		}
		if path[i].to == to {
			break
		}
	}
	return to.at, "schema"
}

func index(i int) string { return strconv.Itoa(i) }
