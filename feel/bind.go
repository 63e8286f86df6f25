package feel

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/decision-spine/spine/internal/source"
)

// A name is resolved once, when the expression is checked. While it runs a name
// is a slot of a frame, an input, or a built-in function.

type bindKind uint8

const (
	bindUnknown bindKind = iota
	bindRoot             // an input: a variable of the scope
	bindLocal            // a slot of the frame
	bindBuiltin          // a built-in function
	bindHost             // a function of the application
	bindTest             // "?"
)

type binding struct {
	kind   bindKind
	called bool  // stands where a function does
	means  bound // of an input or definition
	slot   int
	// dynamic are the slots of the items of the filters around the name, innermost
	// first: an item that is a context with an entry of this name shadows.
	dynamic []int
}

// funcInfo tells how a function literal becomes a closure. Its frame holds the
// captured values first, then the parameters, then its own locals.
type funcInfo struct {
	captures []capture
	params   int     // slot of the first parameter
	types    []*Type // of the parameters
	nslots   int
	defined  bool // it reads definitions of the module
}

// capture is a value that a function takes with it: a local of what is around it,
// an input, or "?".
type capture struct {
	binding
	n *nameRef // of an input: where the function reads it first
}

// fnScope is the names within the expression, or within a function literal.
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
// false when the name is none of these. The type is nil when the item of a filter
// may have an entry of that name of which nothing is known.
func (fs *fnScope) lookup(name string) (b binding, t *Type, found bool) {
	for i := len(fs.levels) - 1; i >= 0; i-- {
		l := &fs.levels[i]
		if l.filter && mayHaveMember(l.vars[0].typ, name) {
			if len(b.dynamic) == 0 {
				t = l.vars[0].typ.field(name)
			}
			b.dynamic = append(b.dynamic, l.vars[0].slot)
		}
		for j := len(l.vars) - 1; j >= 0; j-- {
			if v := l.vars[j]; v.name == name {
				if len(b.dynamic) == 0 {
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
	if len(b.dynamic) == 0 {
		t = ot
	}
	for _, slot := range ob.dynamic {
		b.dynamic = append(b.dynamic, fs.capture(binding{kind: bindLocal, slot: slot}, nil))
	}
	if found {
		b.kind, b.slot = bindLocal, fs.capture(binding{kind: bindLocal, slot: ob.slot}, nil)
	}
	return b, t, found
}

// mayHaveMember reports whether an item of type t may be a context with such an
// entry: a context may have more entries than its type says.
func mayHaveMember(t *Type, name string) bool {
	return !t.known() || t.kind == typeContext
}

// root resolves an input or a definition. Inside a function literal an input's
// value is read and captured when the function is made, so that a function value
// needs nothing of the call that made it. A definition is read when the function is
// called, since it may be the function itself.
func (fs *fnScope) root(n *nameRef, means bound, called bool) binding {
	if means.role == modelDefined {
		for f := fs; f.info != nil; f = f.outer {
			f.info.defined = true
		}
	}
	if fs.outer == nil || means.role == modelDefined {
		return binding{kind: bindRoot, called: called, means: means}
	}
	return binding{kind: bindLocal, slot: fs.capture(fs.outer.root(n, means, called), n)}
}

// test resolves "?", which a function captures as well.
func (fs *fnScope) test() binding {
	if fs.outer == nil {
		return binding{kind: bindTest}
	}
	return binding{kind: bindLocal, slot: fs.capture(fs.outer.test(), nil)}
}

// capture gives the slot of fs into which the value of an outer binding is
// copied.
func (fs *fnScope) capture(b binding, n *nameRef) int {
	for i, c := range fs.info.captures {
		if c.kind == b.kind && c.slot == b.slot && (c.kind != bindRoot || c.means == b.means) {
			return i
		}
	}
	fs.info.captures = append(fs.info.captures, capture{b, n})
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

// name resolves a name that stands as a value.
func (k *checker) name(n *nameRef) *Type {
	b, t := k.resolve(n, false)
	if b.kind == bindUnknown && len(b.dynamic) == 0 {
		k.report(errUnknownName(k.src, n, n.name, k.nameHint(n)))
	}
	k.c.binds[n] = b
	refused := b.kind == bindBuiltin && !k.profile.allowsFunction(n.name) || b.kind == bindHost && k.profile != Full
	if refused && len(b.dynamic) == 0 {
		k.report(errNotInProfile(k.src, n, fmt.Sprintf("the function %q", n.name), k.profile))
	}
	return t
}

// resolve finds what a name means: "?", a local, an input, a built-in. called says
// that it stands where a function does.
func (k *checker) resolve(n *nameRef, called bool) (binding, *Type) {
	if n.name == "?" {
		if t, ok := k.c.scope.Lookup("?"); ok || k.inTest {
			return k.fn.test(), orAny(t)
		}
	}
	b, t, found := k.fn.lookup(n.name)
	if found {
		return b, orAny(t)
	}
	if k.c.scope.function(n.name) != nil {
		b.kind, b.called = bindHost, called
		if declared, _ := k.c.scope.Lookup(n.name); len(b.dynamic) == 0 {
			t = declared
		}
		return b, orAny(t)
	}
	if declared, ok := k.c.scope.Lookup(n.name); ok || k.isOpen(n.name) {
		if !slices.Contains(k.c.roots, n.name) {
			k.c.roots = append(k.c.roots, n.name)
		}
		root := k.fn.root(n, k.c.scope.meaning(n.name), called)
		root.dynamic = b.dynamic
		if b = root; len(b.dynamic) == 0 {
			t = declared
		}
		return b, orAny(t)
	}
	b.called = called
	if builtinName(n.name) {
		b.kind = bindBuiltin
	}
	return b, orAny(t)
}

// isOpen reports whether an undeclared name is looked up at run time.
func (k *checker) isOpen(name string) bool {
	return k.c.scope != nil && k.c.scope.open && !builtinName(name) && len(nameTokens(name)) == 1
}

func orAny(t *Type) *Type {
	if t == nil {
		return AnyType
	}
	return t
}

// functions gives the names of the built-in functions that the profile has.
func (k *checker) functions() []string {
	return slices.DeleteFunc(slices.Clone(builtinNames()), func(name string) bool { return !k.profile.allowsFunction(name) })
}

// nameHint says what an unknown name may have been meant to be.
func (k *checker) nameHint(n *nameRef) string {
	near := source.Nearest(n.name, append(k.c.scope.Names(), k.functions()...))
	if near != "" && near != "?" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if k.src.At.Cell != "" && k.c.ast.unary {
		return fmt.Sprintf("a string needs inner quotes: '%s'", strconv.Quote(n.name))
	}
	if names := k.c.scope.Names(); len(names) > 0 {
		return "in scope: " + listed(names)
	}
	return ""
}
