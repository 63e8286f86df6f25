package feel

import "slices"

// name compiles a name that stands as a value.
func (k *compiler) name(n *nameRef) evalFunc {
	b := k.c.binds[n]
	static := k.static(n, b)
	if len(b.dynamic) == 0 {
		return static
	}
	items, name, src := k.dynamic(b), n.name, k.src
	if len(items) == 1 {
		return k.memberOrName(n, items[0], static)
	}
	looks := int64(len(items)) >> 3
	return func(f *frame) Value {
		f.steps -= looks
		for _, s := range items {
			if v, ok := f.slots[s].Get(name); ok {
				return v
			}
		}
		if item := f.slots[items[0]]; b.kind == bindUnknown && item.kind == KindContext {
			return f.fail(errMissingMember(src, n, name, item.context().keys))
		}
		return static(f)
	}
}

// dynamic gives the slots of the items around a name, the innermost first.
func (k *compiler) dynamic(b binding) []int {
	if !sameItems(k.items.from, b.dynamic) {
		k.items.from, k.items.slots = b.dynamic, make([]int, 0, len(b.dynamic))
		for _, item := range slices.Backward(b.dynamic) {
			k.items.slots = append(k.items.slots, k.slot(item.slot))
		}
	}
	return k.items.slots
}

// static compiles what a name means when no item of a filter has it.
func (k *compiler) static(n *nameRef, b binding) evalFunc {
	switch b.kind {
	case bindTest:
		return func(f *frame) Value { return f.test }
	case bindLocal:
		slot := k.slot(b.slot)
		return func(f *frame) Value { return f.slots[slot] }
	case bindRoot:
		return k.ref(k.wholeRoot(n, b), n)
	case bindBuiltin:
		v := functionValue(&function{builtin: builtins[n.name]})
		return func(*frame) Value { return v }
	case bindHost:
		v := functionValue(k.c.scope.function(n.name))
		return func(*frame) Value { return v }
	}
	src := k.src
	if b.called {
		return func(f *frame) Value { return f.fail(errUnknownFunction(src, n, n.name, "")) }
	}
	return func(f *frame) Value { return f.fail(errUnknownName(src, n, n.name, "")) }
}

// ref gives the closure that reads an input for n, which is converted when it is first
// read.
func (k *compiler) ref(r ref, n node) evalFunc {
	if r.readsParts() {
		r.used = k.uses[n]
	}
	if r.fate = k.fates[n]; r.role != plainInput { // whose type may be looked at
		r.fate = min(r.fate, temporary)
	}
	i := k.refIndex(r)
	if name := r.root; r.role == plainInput && len(r.path) == 0 {
		return func(f *frame) Value {
			if v := &f.refs[i]; v.kind != kindUnset {
				return *v
			}
			if x := f.vars.hosted(name); x != nil { // what there is most of, without the calls
				v, ok := ofInt(x)
				if !ok {
					v, ok = ofScalar(x)
				}
				if ok {
					return f.read(i, &f.unit.refs[i], v)
				}
			}
			return f.load(i)
		}
	}
	return func(f *frame) Value {
		if v := &f.refs[i]; v.kind != kindUnset {
			return *v
		}
		return f.load(i)
	}
}

// wholeRoot gives the reference to an input or a definition as a whole.
func (k *compiler) wholeRoot(n *nameRef, b binding) ref {
	r := ref{root: b.means.key, called: b.called, role: b.means.role, src: k.src, rn: n}
	if r.role == modelInput {
		r.typ, _ = k.c.scope.Lookup(n.name)
		r.accepts = kindsOf(r.typ)
	}
	return r
}

// readsParts reports whether only what is used of r is to be converted: it does not
// have to be of a type, and is no definition.
func (r *ref) readsParts() bool {
	return r.role == plainInput || r.role == modelInput && !r.typ.known() && !r.typ.restricts()
}

func (k *compiler) refIndex(r ref) int {
	key, u := r.key(), k.unit
	if i, ok := u.index[key]; ok {
		u.refs[i].alsoUsedAs(r.used)
		u.refs[i].readers++
		u.refs[i].fate = min(u.refs[i].fate, r.fate)
		return u.note(i)
	}
	r.readers = 1 + k.repeated
	if u.index == nil {
		u.index = map[string]int{}
	}
	u.index[key] = len(u.refs)
	r.usedAs(r.used)
	u.refs = append(u.refs, r)
	return u.note(len(u.refs) - 1)
}

// path compiles base.name. A path below an input is one reference, so that only
// what it leads to is converted. An input that has to be of a type is converted as
// a whole.
func (k *compiler) path(n *pathExpr) code {
	if r, ok := k.input(n); ok && r.readsParts() {
		return code{fn: k.ref(r, n)}
	}
	at := k.at(member{n.nameExt})
	if slot, ok := k.local(n.base); ok {
		mslot := k.memberSlot(slot, n.name)
		return code{fn: func(f *frame) Value {
			v := f.slots[slot]
			switch v.kind {
			case KindContext:
				if m, ok := v.context().get(n.name); ok {
					return m
				}
			case kindUnset:
				return f.slots[mslot]
			}
			return f.member(at, v, n.name)
		}}
	}
	if filter, ok := n.base.(*filterExpr); ok {
		return code{fn: k.filterMember(n, filter)}
	}
	if c, ok := n.base.(*contextLit); ok {
		if fn := k.entryOf(c, n.name); fn != nil {
			return code{fn: fn}
		}
	}
	base := k.expr(n.base)
	return k.fold(func(f *frame) Value {
		v := base.fn(f)
		if v.kind == KindContext {
			if m, ok := v.context().get(n.name); ok {
				return m
			}
		}
		return f.member(at, v, n.name)
	}, base)
}

// plainInput gives the reference that a name is, and its root; -1 if it is none to an
// input.
func (k *compiler) plainInput(n node) (i int, root string) {
	if r, ok := k.input(n); ok && r.role == plainInput && len(r.path) == 0 {
		return k.unit.index[r.key()], r.root
	}
	return -1, ""
}

// input gives the reference that a name or a path of names is, if it leads to an input.
func (k *compiler) input(n node) (r ref, ok bool) {
	var names []string
	var nodes []node
	for {
		p, ok := n.(*pathExpr)
		if !ok {
			break
		}
		names, nodes = append(names, p.name), append(nodes, member{p.nameExt})
		n = p.base
	}
	root, ok := n.(*nameRef)
	if !ok {
		return ref{}, false
	}
	b := k.c.binds[root]
	if b.kind != bindRoot || len(b.dynamic) > 0 {
		return ref{}, false
	}
	slices.Reverse(names)
	slices.Reverse(nodes)
	r = k.wholeRoot(root, b)
	r.path, r.pn = names, nodes
	return r, true
}

// member is the place of a path's name, for errors.
type member struct{ extent }
