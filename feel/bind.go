package feel

import "slices"

// A name is resolved once, when the expression is checked. While it runs a name
// is a slot of a frame, an input, or a built-in function.

type bindKind uint8

const (
	bindUnknown bindKind = iota
	bindRoot             // an input: a variable of the scope
	bindLocal            // a slot of the frame
	bindBuiltin          // a built-in function
	bindTest             // "?"
)

type binding struct {
	kind bindKind
	slot int
	// dynamic are the slots of the items of the filters around the name, innermost
	// first: an item that is a context with an entry of this name shadows.
	dynamic []int
}

// funcInfo tells how a function literal becomes a closure. Its frame holds the
// captured values first, then the parameters, then its own locals.
type funcInfo struct {
	captures []binding // in the frame around: a local or a root (by name)
	names    []string  // of captured roots; "" for a local
	params   int       // slot of the first parameter
	types    []*Type   // of the parameters
	nslots   int
}

// function scope: one for the expression, one for each function literal.
type fnScope struct {
	outer  *fnScope
	info   *funcInfo
	levels []level
	nslots int
}

// level is the names of one construct, or the item of one filter.
type level struct {
	vars   []localVar
	filter bool // vars[0] is the item
}

type localVar struct {
	name string
	slot int
	typ  *Type
}

func (fs *fnScope) newSlot() int {
	fs.nslots++
	return fs.nslots - 1
}

func (fs *fnScope) push(filter bool) { fs.levels = append(fs.levels, level{filter: filter}) }

func (fs *fnScope) pop() { fs.levels = fs.levels[:len(fs.levels)-1] }

// declare adds a variable to the innermost level and gives its slot.
func (fs *fnScope) declare(name string, t *Type) int {
	slot := fs.newSlot()
	l := &fs.levels[len(fs.levels)-1]
	l.vars = append(l.vars, localVar{name, slot, t})
	return slot
}

// lookup resolves name among the locals of fs and of what is around it; found is
// false when the name is none of these.
func (fs *fnScope) lookup(name string) (b binding, t *Type, found bool) {
	for i := len(fs.levels) - 1; i >= 0; i-- {
		l := &fs.levels[i]
		if l.filter {
			if mayHaveMember(l.vars[0].typ, name) {
				b.dynamic = append(b.dynamic, l.vars[0].slot)
			}
			if ft := l.vars[0].typ.field(name); ft != nil && t == nil {
				t = ft
			}
		}
		for j := len(l.vars) - 1; j >= 0; j-- {
			if v := l.vars[j]; v.name == name {
				if t == nil && len(b.dynamic) == 0 {
					t = v.typ
				}
				b.kind, b.slot = bindLocal, v.slot
				return b, t, true
			}
		}
	}
	if fs.outer == nil {
		return b, t, false
	}
	ob, ot, found := fs.outer.lookup(name)
	for _, d := range ob.dynamic {
		b.dynamic = append(b.dynamic, fs.capture(binding{kind: bindLocal, slot: d}, ""))
	}
	if t == nil {
		t = ot
	}
	if found {
		b.kind, b.slot = bindLocal, fs.capture(binding{kind: bindLocal, slot: ob.slot}, "")
	}
	return b, t, found
}

// mayHaveMember reports whether an item of type t may be a context with such an
// entry: a context may have more entries than its type says.
func mayHaveMember(t *Type, name string) bool {
	return !t.known() || t.kind == typeContext
}

// root resolves an input. Inside a function literal the input's value is
// captured when the function is made, so that a function value needs nothing of
// the call that made it.
func (fs *fnScope) root(name string) binding {
	if fs.outer == nil {
		return binding{kind: bindRoot}
	}
	return binding{kind: bindLocal, slot: fs.capture(fs.outer.root(name), name)}
}

// capture gives the slot of fs into which the value of an outer binding is
// copied.
func (fs *fnScope) capture(b binding, name string) int {
	if b.kind == bindLocal {
		name = ""
	}
	for i, c := range fs.info.captures {
		if c.kind == b.kind && c.slot == b.slot && fs.info.names[i] == name {
			return i
		}
	}
	fs.info.captures = append(fs.info.captures, binding{kind: b.kind, slot: b.slot})
	fs.info.names = append(fs.info.names, name)
	return len(fs.info.captures) - 1
}

// Captures take the first slots of a function's frame, but their number is known
// only when its body has been read. So a body's own slots are numbered from
// bodySlots, and moved down behind the captures when the program is compiled.
const bodySlots = 1 << 20

func (i *funcInfo) slot(s int) int {
	if s >= bodySlots {
		return s - bodySlots + len(i.captures)
	}
	return s
}

// freeTest reports whether n mentions "?".
func freeTest(n node) bool {
	found := false
	walk(n, func(n node) bool {
		if r, ok := n.(*nameRef); ok && r.name == "?" {
			found = true
		}
		return !found
	})
	return found
}

// freeRoots gives the names that n reads from outside, in the order of their
// first use.
func (c *Checked) addRoot(name string) {
	if !slices.Contains(c.roots, name) {
		c.roots = append(c.roots, name)
	}
}
