package feel

import "slices"

// nameScope is what a parser knows of the names at a place in the text: which runs
// of tokens are one name, and what entries a value has. It knows types only as
// far as that takes; checking them is the checker's.
type nameScope struct {
	scope   *Scope
	locals  map[string][]localName
	order   []string      // of the declarations of locals in force
	joined  nameTree      // the locals of several tokens
	keys    nameTree      // of all contexts so far
	filters []filterScope // around this place
	unknown int           // the number of filters whose items are not known
	types   map[node]*Type
	entries []*nameTree // of the types in scope, once they were asked for
}

// localName is a variable of the text: an entry of a context, a parameter, what is
// iterated over. filters is the number of filters around its declaration.
type localName struct {
	typ     *Type
	filters int
}

// filterScope is the condition of a filter, in which the entries of the item are
// names. A nil item is not known.
type filterScope struct{ item *Type }

// known gives t, or nil if it says nothing.
func known(t *Type) *Type {
	if t.known() {
		return t
	}
	return nil
}

func (ns *nameScope) declare(name string, t *Type) {
	if ns.locals == nil {
		ns.locals = map[string][]localName{}
	}
	ns.locals[name] = append(ns.locals[name], localName{t, len(ns.filters)})
	ns.order = append(ns.order, name)
	ns.joined.add(name, 1)
}

// release ends the declarations after the first n.
func (ns *nameScope) release(n int) {
	for _, name := range ns.order[n:] {
		ns.locals[name] = ns.locals[name][:len(ns.locals[name])-1]
		ns.joined.add(name, -1)
	}
	ns.order = ns.order[:n]
}

func (ns *nameScope) enterFilter(base node) {
	item := known(ns.typeOf(base).item())
	ns.declare("item", item)
	ns.filters = append(ns.filters, filterScope{item})
	if item == nil {
		ns.unknown++
	}
}

func (ns *nameScope) leaveFilter() {
	last := len(ns.filters) - 1
	if ns.filters[last].item == nil {
		ns.unknown--
	}
	ns.filters = ns.filters[:last]
	ns.release(len(ns.order) - 1)
}

// longest gives the longest name in scope that toks begin with, and the number
// of its tokens; 0 if it is no name of several tokens.
func (ns *nameScope) longest(text string, toks []token) (n int, name string) {
	if !toks[1].kind.isNamePart() {
		return 0, ""
	}
	try := func(t *nameTree) {
		if m, s := t.longest(text, toks); m > n {
			n, name = m, s
		}
	}
	for i := len(ns.filters) - 1; i >= 0; i-- {
		try(ns.filters[i].item.entryTree())
	}
	try(&ns.joined)
	for s := ns.scope; s != nil; s = s.outer {
		try(&s.names)
	}
	if ns.unknown > 0 {
		ns.tryMembers(try)
	}
	try(builtinTree())
	return n, name
}

// longestMember is longest for a name after a dot.
func (ns *nameScope) longestMember(base node, text string, toks []token) (n int, name string) {
	if !toks[1].kind.isNamePart() {
		return 0, ""
	}
	try := func(t *nameTree) {
		if m, s := t.longest(text, toks); m > n {
			n, name = m, s
		}
	}
	if t := known(ns.typeOf(base).item()); t != nil {
		try(t.entryTree())
	} else {
		ns.tryMembers(try)
	}
	try(propertyTree)
	return n, name
}

// tryMembers tries the entries of a value that is not known: those of all
// contexts in the text so far and of all types in scope.
func (ns *nameScope) tryMembers(try func(*nameTree)) {
	try(&ns.keys)
	if ns.entries == nil {
		ns.entries = []*nameTree{}
		seen := map[*Type]bool{}
		for s := ns.scope; s != nil; s = s.outer {
			for _, t := range s.types {
				ns.entries = t.appendEntries(ns.entries, seen)
			}
		}
	}
	for _, t := range ns.entries {
		try(t)
	}
}

// remember keeps the type of a name that is not simply one of the scope, as long
// as it can be told.
func (ns *nameScope) remember(n *nameRef) {
	ls := ns.locals[n.name]
	from := 0
	if len(ls) > 0 {
		from = ls[len(ls)-1].filters
	}
	for i := len(ns.filters) - 1; i >= from; i-- {
		item := ns.filters[i].item
		if t := item.field(n.name); t != nil || item == nil {
			ns.setType(n, t)
			return
		}
	}
	if len(ls) > 0 {
		ns.setType(n, ls[len(ls)-1].typ)
	}
}

func (ns *nameScope) setType(n node, t *Type) *Type {
	if ns.types == nil {
		ns.types = map[node]*Type{}
	}
	ns.types[n] = known(t)
	return ns.types[n]
}

// typeOf gives the type of n as far as it can be told from its form and the
// scope, else nil. Each node is looked at once.
func (ns *nameScope) typeOf(n node) *Type {
	if t, ok := ns.types[n]; ok {
		return t
	}
	switch n := n.(type) {
	case *nameRef:
		t, _ := ns.scope.Lookup(n.name)
		return known(t)
	case *parenExpr:
		return ns.setType(n, ns.typeOf(n.x))
	case *filterExpr:
		return ns.setType(n, ns.typeOf(n.base))
	case *pathExpr:
		base := ns.typeOf(n.base)
		t := known(base.item().field(n.name))
		if t != nil && base.kind == typeList {
			t = ListType(t)
		}
		return ns.setType(n, t)
	case *callExpr:
		if f := ns.typeOf(n.callee); f != nil && f.kind == typeFunction {
			return ns.setType(n, f.result)
		}
	case *functionLit:
		if body := ns.typeOf(n.body); body != nil {
			return ns.setType(n, &Type{kind: typeFunction, result: body})
		}
	case *ifExpr:
		if t := ns.typeOf(n.then); t == ns.typeOf(n.els) {
			return ns.setType(n, t)
		}
	case *forExpr:
		if body := ns.typeOf(n.body); body != nil {
			return ns.setType(n, ListType(body))
		}
	case *contextLit:
		return ns.setType(n, ns.typeOfContext(n))
	case *listLit:
		return ns.setType(n, ns.typeOfList(n))
	}
	return nil
}

// The entries of a context or list literal with more than this are not told
// apart by type: a type finds an entry by looking at each.
const maxTypedEntries = 100

func (ns *nameScope) typeOfContext(n *contextLit) *Type {
	if len(n.entries) > maxTypedEntries {
		return nil
	}
	fields := make([]Field, len(n.entries))
	for i, e := range n.entries {
		fields[i] = Field{e.key, ns.typeOf(e.value)}
	}
	return fieldsType(fields)
}

// typeOfList gives a list of contexts the entries of all of its items.
func (ns *nameScope) typeOfList(n *listLit) *Type {
	var fields []Field
	for _, x := range n.items {
		item := ns.typeOf(x)
		if item == nil || item.kind != typeContext || len(fields) > maxTypedEntries {
			return nil
		}
		for _, f := range item.fields {
			if !slices.ContainsFunc(fields, func(have Field) bool { return have.Name == f.Name }) {
				fields = append(fields, f)
			}
		}
	}
	if len(n.items) == 0 {
		return nil
	}
	return ListType(fieldsType(fields))
}
