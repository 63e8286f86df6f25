package feel

import (
	"slices"
	"strings"
)

// use tells what of a value is read: of a context only these members, and so of the
// items of a list; what is neither is read as a whole, and so is everything for which
// the use is nil. A use is immutable.
type use struct {
	members []usedMember // by name
	keys    []string     // their names
	named   uint64       // by place in members: whether a fault names what is there
	long    bool         // a name counts for [MaxWeight] as a text does
}

// usedMember is a member that is read. Where it is not there and named is true, a
// fault names those that are.
type usedMember struct {
	name  string
	of    *use
	named bool
}

// unread is the use of a value of which no more is read than that it is there, or how
// many items it has.
var unread = &use{}

// maxUsedMembers is how many members are told apart; more are read as a whole.
const maxUsedMembers = 16

func useOf(members []usedMember) *use {
	u := &use{members: members, keys: make([]string, len(members))}
	for i, m := range members {
		u.keys[i] = m.name
		u.long = u.long || len(m.name) > 64
		if m.named {
			u.named |= 1 << i
		}
	}
	return u
}

func memberUse(name string, of *use, named bool) *use { return useOf([]usedMember{{name, of, named}}) }

// with gives the use of a value that is used as u and as v. left is lowered by the
// members that are looked at; below zero everything is read.
func (u *use) with(v *use, left *int) *use {
	switch {
	case u == nil || v == nil:
		return nil
	case u == v || len(v.members) == 0:
		return u
	case len(u.members) == 0:
		return v
	}
	if *left -= len(u.members) + len(v.members); *left < 0 {
		return nil
	}
	out := slices.Clone(u.members)
	for _, m := range v.members {
		i, found := slices.BinarySearchFunc(out, m.name, func(have usedMember, name string) int { return strings.Compare(have.name, name) })
		if found {
			out[i] = usedMember{m.name, out[i].of.with(m.of, left), out[i].named || m.named}
		} else {
			out = slices.Insert(out, i, m)
		}
	}
	if len(out) > maxUsedMembers {
		return nil
	}
	return useOf(out)
}

// uses finds out how the inputs of an expression are used. Everything that is not
// known to be read through members is read as a whole: it is a result, compared, an
// argument, or captured by a function.
type uses struct {
	c     *Checked
	slots map[int]*use  // of the variables of loops and the items of filters
	nodes map[node]*use // of inputs and paths below them; those that are not there are read as a whole
	left  int

	fates map[node]fate // of values that are not kept
}

// fate tells what becomes of the list that a filter, a loop or an input gives, or of the
// text that a function gives.
type fate uint8

const (
	kept      fate = iota
	passed         // what is in it may be kept, but not the list
	temporary      // it does not outlive the evaluation
	counted        // nothing is read of it but how many items it has
)

// What is looked at for each byte of a text, at most.
const usesPerByte = 16

// usesOf gives how inputs, and paths below them, are used where that is not as a
// whole, and what becomes of lists.
func usesOf(c *Checked) (nodes map[node]*use, fates map[node]fate) {
	if c.rounds == nil && !callsForgetful(c.ast.root) {
		return nil, nil
	}
	u := &uses{c: c, slots: map[int]*use{}, nodes: map[node]*use{}, fates: map[node]fate{}}
	walk(c.ast.root, func(node) bool { u.left += usesPerByte; return true })
	u.expr(c.ast.root, nil)
	if u.left < 0 {
		return nil, nil
	}
	return u.nodes, u.fates
}

// callsForgetful reports whether a built-in function that does not keep all of its
// arguments may be called in n.
func callsForgetful(n node) (yes bool) {
	walk(n, func(n node) bool {
		if call, ok := n.(*callExpr); ok {
			if name, ok := call.callee.(*nameRef); ok {
				b := builtins[name.name]
				yes = yes || b != nil && (b.looks || b.passes)
			}
		}
		return !yes
	})
	return yes
}

// mentions reports whether a name may stand in n.
func mentions(n node, name string) (yes bool) {
	walk(n, func(n node) bool {
		_, host := n.(*hostExpr) // has parts of its own
		yes = yes || host || isName(n, name)
		return !yes
	})
	return yes
}

func isName(n node, name string) bool {
	ref, ok := n.(*nameRef)
	return ok && ref.name == name
}

// local notes that a variable is used as w.
func (u *uses) local(slot int, w *use) {
	if have, ok := u.slots[slot]; ok {
		w = have.with(w, &u.left)
	}
	u.slots[slot] = w
}

// variable gives how a variable is used by what has been looked at.
func (u *uses) variable(slot int) *use {
	if w, ok := u.slots[slot]; ok {
		return w
	}
	return unread
}

// expr notes that the value of n is used as w.
func (u *uses) expr(n node, w *use) {
	if u.left--; u.left < 0 {
		return
	}
	switch n := n.(type) {
	case *nameRef:
		b := u.c.binds[n]
		u.left -= len(b.dynamic)
		for _, item := range b.dynamic {
			u.local(item.slot, memberUse(n.name, w, b.kind == bindUnknown))
		}
		if b.kind == bindLocal {
			u.local(b.slot, w)
		}
		u.note(n, w)
	case *pathExpr:
		u.note(n, w)
		u.expr(n.base, memberUse(n.name, w, true))
	case *parenExpr:
		u.expr(n.x, w)
	case *ifExpr:
		u.expr(n.cond, nil)
		u.expr(n.then, w)
		u.expr(n.els, w)
	case *filterExpr:
		u.list(n, w)
		u.pass(n.base)
		u.expr(n.cond, nil)
		u.expr(n.base, w.with(u.variable(u.c.slots[n]), &u.left))
	case *forExpr:
		if mentions(n.body, "partial") { // the values of the body are read there as well
			w = nil
		} else {
			u.list(n, w)
		}
		u.expr(n.body, w)
		u.iterators(n.iters, u.c.slots[n])
	case *quantExpr:
		u.expr(n.cond, nil)
		u.iterators(n.iters, u.c.slots[n])
	case *callExpr:
		u.expr(n.callee, nil)
		u.arguments(n)
	case *functionLit:
		for _, c := range u.c.funcs[n].captures {
			if c.kind == bindLocal {
				u.local(c.slot, nil)
			}
		}
	case *embeddedExpr:
		if n.typ.known() || n.typ.restricts() {
			w = nil
		}
		u.expr(n.ast.root, w)
	case *hostExpr:
		for _, p := range n.parts {
			u.expr(p.root, nil)
		}
	default:
		walk(n, func(x node) bool {
			if x == n {
				return true
			}
			u.expr(x, nil)
			return false
		})
	}
}

// iterators notes the lists that a loop goes over, when its body has been looked at: a
// later one may read the variables of those before.
func (u *uses) iterators(its []iterator, first int) {
	for i, it := range slices.Backward(its) {
		if it.list != nil {
			u.pass(it.list)
			u.expr(it.list, u.variable(first+i))
			continue
		}
		u.expr(it.lo, nil)
		u.expr(it.hi, nil)
	}
}

// arguments notes how the arguments of a call are used.
func (u *uses) arguments(n *callExpr) {
	b := u.builtin(n)
	var w *use
	for i, a := range n.args {
		switch {
		case b == nil:
		case b.counts && len(n.args) == 1:
			if w, u.fates[a] = unread, temporary; isFilter(a) || u.isInput(a) {
				u.fates[a] = counted
			}
		case b.looks:
			u.fates[a] = temporary
		case b.passes && i == 0 && n.names == nil && (len(n.args) == 1 || !b.sigs[0].variadic):
			u.pass(a)
		}
		u.expr(a, w)
	}
}

// pass notes that a list is gone through, but not kept.
func (u *uses) pass(n node) { u.fates[n] = max(u.fates[n], passed) }

// builtin gives the built-in function of which n is a call; else nil.
func (u *uses) builtin(n *callExpr) *builtin {
	callee, ok := n.callee.(*nameRef)
	if !ok {
		return nil
	}
	if b := u.c.binds[callee]; b.kind != bindBuiltin || len(b.dynamic) > 0 {
		return nil
	}
	return builtins[callee.name]
}

func isFilter(n node) bool {
	_, ok := n.(*filterExpr)
	return ok
}

// isInput reports whether n is the name of an input.
func (u *uses) isInput(n node) bool {
	name, ok := n.(*nameRef)
	return ok && u.c.binds[name].kind == bindRoot && len(u.c.binds[name].dynamic) == 0
}

// list notes that the list of a filter or loop is used as w. One that is read through
// the members of its items is not kept.
func (u *uses) list(n node, w *use) {
	if w != nil {
		u.fates[n] = max(u.fates[n], temporary)
	}
}

func (u *uses) note(n node, w *use) {
	if w != nil {
		u.nodes[n] = w
	}
}

// usedAs sets how the value of r is used, and so what leads to it.
func (r *ref) usedAs(w *use) {
	r.used = w
	if len(r.path) > 0 {
		r.along = make([]*use, len(r.path))
	}
	for k, name := range slices.Backward(r.path) {
		w = memberUse(name, w, true)
		r.along[k] = w
	}
}

// use gives how what the first k steps of r lead to is used.
func (r *ref) use(k int) *use {
	if k < len(r.along) {
		return r.along[k]
	}
	return r.used
}

// alsoUsedAs adds what another expression reads of r.
func (r *ref) alsoUsedAs(w *use) {
	left := maxUsedTogether
	if w = r.used.with(w, &left); w != r.used {
		r.usedAs(w)
	}
}

// maxUsedTogether is how many members are looked at to tell what two expressions
// read together; beyond that it is everything.
const maxUsedTogether = 1000
