package gate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/feel"
)

// What a schema says of a value is read from cases: a case is a set of nodes
// that all accept the value, with one branch taken of every choice. A choice is
// an anyOf or oneOf, or what depends on a condition or on a member that may be
// there. Conversion follows the same steps, so that what is said here of a
// temporal format is what becomes of the value.

// cases are the sets of nodes of which one applies.
type cases [][]*node

// Beyond these limits a type is Any, and a member is not known to be required.
const (
	maxCases = 64     // of one value
	maxViews = 2000   // values of one schema that are looked at
	maxShape = 10_000 // types within one type
)

// casesOf expands nodes that all apply. If there are too many cases it is not
// complete: then the one case is what applies whatever branches are taken.
func casesOf(nodes []*node) (all cases, complete bool) {
	type open struct {
		set  []*node
		todo []*node // nodes to be added with what they entail
	}
	queue := []open{{todo: nodes}}
	for len(queue) > 0 {
		if len(all)+len(queue) > maxCases {
			return cases{entailed(nodes, (*node).certain)}, false
		}
		o := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if len(o.todo) == 0 {
			all = append(all, o.set)
			continue
		}
		n := o.todo[0]
		if n == nil || slices.Contains(o.set, n) {
			queue = append(queue, open{o.set, o.todo[1:]})
			continue
		}
		set := append(slices.Clip(o.set), n)
		alternatives := [][]*node{append(n.certain(), o.todo[1:]...)}
		for _, choice := range n.branches() {
			var more [][]*node
			for _, before := range alternatives {
				for _, branch := range choice {
					more = append(more, append(slices.Clip(before), branch))
				}
			}
			if alternatives = more; len(alternatives) > maxCases {
				break
			}
		}
		for _, a := range slices.Backward(alternatives) {
			queue = append(queue, open{set, a})
		}
	}
	return all, true
}

// entailed gives nodes and all that they lead to by next.
func entailed(nodes []*node, next func(*node) []*node) []*node {
	var out []*node
	for todo := slices.Clone(nodes); len(todo) > 0; todo = todo[1:] {
		if n := todo[0]; n != nil && !slices.Contains(out, n) {
			out = append(out, n)
			todo = append(todo, next(n)...)
		}
	}
	return out
}

// certain gives the nodes that apply wherever n does.
func (n *node) certain() []*node {
	var out []*node
	for _, s := range n.always {
		out = append(out, s.to)
	}
	return out
}

// possible gives the nodes that may apply where n does.
func (n *node) possible() []*node {
	return append(n.certain(), slices.Concat(n.branches()...)...)
}

// branches gives the choices that n leaves; a nil branch adds nothing.
func (n *node) branches() [][]*node {
	var out [][]*node
	for _, choice := range n.choices {
		var nodes []*node
		for _, s := range choice {
			nodes = append(nodes, s.to)
		}
		out = append(out, nodes)
	}
	if n.then.to != nil || n.otherwise.to != nil {
		out = append(out, []*node{n.then.to, n.otherwise.to})
	}
	for _, d := range n.dependent {
		out = append(out, []*node{d.to, nil})
	}
	return out
}

// kindsIn gives the kinds that all nodes of a case allow.
func kindsIn(set []*node) kinds {
	k := kinds(anyKind)
	for _, n := range set {
		switch {
		case n.never:
			return 0
		case !n.constant:
			k &= n.kinds
		}
	}
	return k
}

// memberIn gives the nodes that describe a member in a case.
func memberIn(set []*node, name string) []*node {
	var out []*node
	for _, n := range set {
		for s := range n.member(name) {
			out = append(out, s.to)
		}
	}
	return out
}

// itemsIn gives the nodes that describe every item in a case; none if items
// differ by their index.
func itemsIn(set []*node) []*node {
	var out []*node
	for _, n := range set {
		if len(n.prefix) > 0 {
			return nil
		}
		if n.items.to != nil {
			out = append(out, n.items.to)
		}
	}
	return out
}

// Requires says of a member, named by its path from the admitted value, whether
// the schema tells that there is an object to have it, and whether it is there in
// every value that the schema admits, except below a null. An array on the way
// stands for each of its items. The empty path is known and required.
func (g *Gate) Requires(path []string) (known, required bool) {
	left := maxViews
	return requires([]*node{g.nodes[0]}, path, &left)
}

func requires(nodes []*node, path []string, left *int) (known, required bool) {
	if len(path) == 0 {
		return true, true
	}
	if *left--; *left < 0 {
		return false, false
	}
	all, complete := casesOf(nodes)
	if !complete {
		known, _ = requiresIn(entailed(nodes, (*node).possible), path, left)
	}
	required = true
	for _, set := range all {
		in, must := requiresIn(set, path, left)
		known, required = known || in, required && must
	}
	return known, required
}

// requiresIn is requires in one case.
func requiresIn(set []*node, path []string, left *int) (known, required bool) {
	name, rest := path[0], path[1:]
	below := memberIn(set, name)
	if len(below) > 0 {
		known, required = requires(below, rest, left)
	} else {
		required = len(rest) == 0
	}
	required = required && slices.ContainsFunc(set, func(n *node) bool { return slices.Contains(n.required, name) })
	inItems, mustItems := false, false
	if items := itemsIn(set); items != nil {
		inItems, mustItems = requires(items, path, left)
	}
	switch kindsIn(set) &^ nullKind {
	case 0:
		return known, true // there is no such value, or only null
	case objectKind:
		return known || len(below) == 0, required
	case arrayKind:
		return inItems, mustItems
	}
	return known || inItems, false
}

// shape is a type while it is put together.
type shape struct {
	kind   kinds      // arrayKind, objectKind, or 0
	scalar *feel.Type // of kind 0; nil for Any
	item   *shape     // of a list
	fields []field    // of a context
	size   int        // of all types within
	made   *feel.Type
}

type field struct {
	name string
	*shape
}

var unknown = &shape{size: 1}

// typeOf gives the type of the values that n accepts.
func typeOf(n *node) *feel.Type {
	t := typer{done: map[string]*shape{}}
	return t.shape([]*node{n}, 0).feel()
}

type typer struct {
	done map[string]*shape // by the ids of the nodes; those being made are unknown
}

// shape gives the type of a value that all of nodes accept.
func (t *typer) shape(nodes []*node, depth int) *shape {
	key := keyOf(nodes)
	if s, ok := t.done[key]; ok {
		return s
	}
	if len(t.done) > maxViews || depth > MaxDepth {
		return unknown
	}
	t.done[key] = unknown
	all, complete := casesOf(nodes)
	if !complete && slices.ContainsFunc(entailed(nodes, (*node).possible), func(n *node) bool { return n.temporal }) {
		return unknown
	}
	var out *shape
	for _, set := range all {
		if s := t.one(set, depth); s != nil {
			out = join(out, s)
		}
	}
	if out == nil || sized(out).size > maxShape {
		out = unknown
	}
	t.done[key] = out
	return out
}

func keyOf(nodes []*node) string {
	ids := make([]int, len(nodes))
	for i, n := range nodes {
		ids[i] = n.id
	}
	slices.Sort(ids)
	var b strings.Builder
	for _, id := range slices.Compact(ids) {
		b.WriteString(strconv.Itoa(id))
		b.WriteByte(' ')
	}
	return b.String()
}

// one gives the type in one case; nil if it admits nothing but null.
func (t *typer) one(set []*node, depth int) *shape {
	switch kindsIn(set) &^ nullKind {
	case 0:
		return nil
	case booleanKind:
		return &shape{scalar: feel.BooleanType}
	case numberKind:
		return &shape{scalar: feel.NumberType}
	case stringKind:
		return textIn(set)
	case arrayKind:
		out := &shape{kind: arrayKind, item: unknown}
		if items := itemsIn(set); items != nil {
			out.item = t.shape(items, depth+1)
		}
		return out
	case objectKind:
		out := &shape{kind: objectKind}
		for _, n := range set {
			for _, p := range n.properties {
				if !slices.ContainsFunc(out.fields, func(f field) bool { return f.name == p.name }) {
					out.fields = append(out.fields, field{p.name, t.shape(memberIn(set, p.name), depth+1)})
				}
			}
		}
		return out
	}
	return unknown
}

// textIn gives the type of a string in a case; nil if it has two temporal
// formats, which no string has.
func textIn(set []*node) *shape {
	out := feel.StringType
	found := ""
	for _, n := range set {
		if !isTemporal(n.format) || n.format == found {
			continue
		}
		if found != "" {
			return nil
		}
		found = n.format
		switch found {
		case "date":
			out = feel.DateType
		case "time":
			out = feel.TimeType
		case "date-time":
			out = feel.DateTimeType
		case "duration":
			out = feel.DurationType
		}
	}
	return &shape{scalar: out}
}

// join gives the type of a value that is of one of two types; a may be nil.
func join(a, b *shape) *shape {
	switch {
	case a == nil || a == b:
		return b
	case a.kind != b.kind || a.scalar != b.scalar:
		return unknown
	case a.kind == arrayKind:
		return sized(&shape{kind: arrayKind, item: join(a.item, b.item)})
	case a.kind == objectKind:
		out := &shape{kind: objectKind}
		for _, f := range a.fields {
			other := b.field(f.name)
			if other == nil {
				other = unknown
			}
			out.fields = append(out.fields, field{f.name, join(f.shape, other)})
		}
		for _, f := range b.fields {
			if a.field(f.name) == nil {
				out.fields = append(out.fields, field{f.name, unknown})
			}
		}
		return sized(out)
	}
	return a
}

func (s *shape) field(name string) *shape {
	for _, f := range s.fields {
		if f.name == name {
			return f.shape
		}
	}
	return nil
}

// sized sets the size of s, whose parts have theirs.
func sized(s *shape) *shape {
	if s.size > 0 {
		return s
	}
	s.size = 1
	if s.item != nil {
		s.size += s.item.size
	}
	for _, f := range s.fields {
		s.size += f.shape.size
	}
	return s
}

func (s *shape) feel() *feel.Type {
	if s == unknown {
		return feel.AnyType
	}
	if s.made != nil {
		return s.made
	}
	s.made = s.scalar
	switch s.kind {
	case arrayKind:
		s.made = feel.ListType(s.item.feel())
	case objectKind:
		fields := make([]feel.Field, len(s.fields))
		for i, f := range s.fields {
			fields[i] = feel.Field{Name: f.name, Type: f.shape.feel()}
		}
		s.made = feel.ContextType(fields...)
	}
	return s.made
}
