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
	// dynamic are the items of the filters around the name, innermost last: one that
	// is a context with an entry of this name shadows. Names share it.
	dynamic []filterItem
}

// filterItem is the item of a filter, of which it is not known what entries it has.
type filterItem struct {
	slot int
	typ  *Type
}

// funcInfo tells how a function literal becomes a closure. Its frame holds the
// captured values first, then the parameters, then its own locals.
type funcInfo struct {
	captures []capture
	params   int     // slot of the first parameter
	types    []*Type // of the parameters
	nslots   int
	defined  bool  // it reads definitions of the module
	steps    int64 // of a call
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
	depth  int // of function literals around it
	info   *funcInfo
	vars   map[string][]localVar // by name, the innermost last
	levels []level
	nslots int

	// items are the filter items in force, the innermost last. Its array is never
	// written to again, since bindings share it.
	items    []filterItem
	captured capturedItems
	slots    map[captureKey]int // of what is captured
}

// level is the names of one construct, or of one filter.
type level struct {
	names []string
	items []filterItem // those in force around it
}

// localVar is a variable. Of the items in force where it is read, those from items
// on are of filters within its scope.
type localVar struct {
	slot  int
	typ   *Type
	items int
}

func newFnScope(outer *fnScope, info *funcInfo, nslots int) *fnScope {
	fs := &fnScope{outer: outer, info: info, nslots: nslots}
	if outer != nil {
		fs.depth = outer.depth + 1
	}
	return fs
}

func (fs *fnScope) newSlot() int {
	fs.nslots++
	return fs.nslots - 1
}

func (fs *fnScope) push() { fs.levels = append(fs.levels, level{items: fs.items}) }

// pushFilter begins the condition of a filter and gives the slot of the item. An
// item may have entries that its type does not list, if it may be a context.
func (fs *fnScope) pushFilter(t *Type) int {
	fs.push()
	slot := fs.newSlot()
	fs.declare("item", slot, t)
	if !t.known() || t.kind == typeContext {
		fs.items = append(slices.Clip(fs.items), filterItem{slot, t})
	}
	return slot
}

func (fs *fnScope) pop() {
	l := fs.levels[len(fs.levels)-1]
	for _, name := range l.names {
		fs.vars[name] = fs.vars[name][:len(fs.vars[name])-1]
	}
	fs.items, fs.levels = l.items, fs.levels[:len(fs.levels)-1]
}

// declare adds a variable to the innermost level.
func (fs *fnScope) declare(name string, slot int, t *Type) {
	l := &fs.levels[len(fs.levels)-1]
	l.names = append(l.names, name)
	if fs.vars == nil {
		fs.vars = map[string][]localVar{}
	}
	fs.vars[name] = append(fs.vars[name], localVar{slot, t, len(fs.items)})
}

// lookup resolves name among the locals of fs and of what is around it; found is
// false when the name is none of these. The type is nil when the item of a filter
// may have an entry of that name of which nothing is known.
func (fs *fnScope) lookup(name string) (b binding, t *Type, found bool) {
	if vs := fs.vars[name]; len(vs) > 0 {
		v := vs[len(vs)-1]
		b = binding{kind: bindLocal, slot: v.slot, dynamic: fs.items[v.items:]}
		return b, typeAmong(b.dynamic, name, v.typ), true
	}
	b.dynamic = fs.items
	if fs.outer == nil {
		return b, typeAmong(b.dynamic, name, nil), false
	}
	ob, ot, found := fs.outer.lookup(name)
	if len(ob.dynamic) > 0 {
		b.dynamic = fs.withCaptured(ob.dynamic)
	}
	if found {
		b.kind, b.slot = bindLocal, fs.capture(binding{kind: bindLocal, slot: ob.slot}, nil)
	}
	return b, typeAmong(fs.items, name, ot), found
}

// typeAmong gives the type of a name that is t when no item has such an entry.
func typeAmong(items []filterItem, name string, t *Type) *Type {
	if len(items) == 0 {
		return t
	}
	return items[len(items)-1].typ.field(name)
}

// capturedItems are the items around a function literal, as it captures them,
// before its own: kept, since many names have the same around them.
type capturedItems struct{ outer, own, all []filterItem }

func (fs *fnScope) withCaptured(outer []filterItem) []filterItem {
	c := &fs.captured
	if !sameItems(c.outer, outer) || !sameItems(c.own, fs.items) {
		c.outer, c.own, c.all = outer, fs.items, make([]filterItem, 0, len(outer)+len(fs.items))
		for _, item := range outer {
			c.all = append(c.all, filterItem{fs.capture(binding{kind: bindLocal, slot: item.slot}, nil), item.typ})
		}
		c.all = append(c.all, fs.items...)
	}
	return c.all
}

// sameItems reports whether a and b are one and the same.
func sameItems(a, b []filterItem) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
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

// captureKey tells what is captured.
type captureKey struct {
	kind  bindKind
	slot  int
	means bound
}

// capture gives the slot of fs into which the value of an outer binding is
// copied.
func (fs *fnScope) capture(b binding, n *nameRef) int {
	key := captureKey{b.kind, b.slot, b.means}
	slot, ok := fs.slots[key]
	if !ok {
		slot = len(fs.info.captures)
		if fs.slots == nil {
			fs.slots = map[captureKey]int{}
		}
		fs.slots[key] = slot
		fs.info.captures = append(fs.info.captures, capture{b, n})
	}
	return slot
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
	if b.kind == bindUnknown && len(b.dynamic) == 0 && !k.full() {
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
		if b, t, found := k.fn.lookup("?"); found { // behind in
			return binding{kind: b.kind, slot: b.slot}, orAny(t)
		}
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
		if k.roots.at(n.name) == nil {
			k.roots.put(n.name, struct{}{})
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
	return k.c.scope != nil && k.c.scope.open && !builtinName(name) && len(nameTokens(nil, name)) == 1
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
		return source.Suggest(near)
	}
	if k.src.at(n).Cell != "" && k.c.ast.unary {
		return fmt.Sprintf("a string needs inner quotes: '%s'", strconv.Quote(n.name))
	}
	if names := k.c.scope.Names(); len(names) > 0 {
		return "in scope: " + listed(names)
	}
	return ""
}
