package feel

import "slices"

// Give takes what the caller gives for names, which are all different: refs are their
// references in the unit, -1 of what is none. Single values that are of the type of
// their input are read at once; everything else is read when it is needed. It reports
// whether the caller gives a map in which there is nothing but names, and may be false
// where most of them are not there: then [Frame.Names] is quicker.
func (f *Frame) Give(names []string, refs []int) (only bool) {
	host := f.top.vars.host()
	left := len(host)
	if host == nil || len(names) > 2*left+8 {
		return false
	}
	for n, name := range names {
		x, ok := host[name]
		if !ok {
			continue
		}
		left--
		if v, ok := ofScalar(x); ok {
			f.top.give(refs[n], v)
		}
	}
	return left == 0
}

// give keeps a value for an input of whose type it is.
func (in *instance) give(i int, v Value) {
	if i >= 0 && in.unit.refs[i].accepts.has(v.kind) {
		in.keep(i, v)
	}
}

// Input gives the reference to an input of a module as a whole; -1 when there is none.
func (u *Unit) Input(key string) int {
	if i, ok := u.index[key]; ok && u.refs[i].role == modelInput && u.refs[i].def == nil {
		return i
	}
	return -1
}

// kindOf is what a name means to the callers of a module.
type kindOf = func(name string) (known, definition bool)

// Names looks at the names that the caller gives values for, and gives those that
// are not known, sorted.
func (f *Frame) Names(kind kindOf) (unknown []string) {
	f.replaces = false
	f.top.vars.each(func(name string) {
		known, definition := kind(name)
		if !known {
			unknown = append(unknown, name)
		}
		f.replaces = f.replaces || definition
	})
	slices.Sort(unknown)
	return unknown
}

// Bind gives the values of [Slots] their names, which are all different, in order. refs
// are their references, as [Frame.Give] has them. It reports whether there are slots.
func (f *Frame) Bind(names []string, refs []int) bool {
	values, ok := f.top.vars.values()
	if !ok {
		return false
	}
	n := min(len(names), len(values))
	f.bound.keys, f.bound.vals = names[:n:n], values[:n:n]
	f.bound.makeIndex()
	f.top.vars = Vars{from: contextObject{&f.bound}, text: f.top.vars.text}
	for i := range n {
		if v := values[i]; !v.holds() {
			f.top.give(refs[i], v)
		}
	}
	return true
}

// given finds what the caller gives for an input, or in the place of a definition.
func (f *frame) given(key string) (given, bool) {
	g, ok := f.vars.find(key)
	if alias := f.unit.aliases[key]; !ok && alias != "" {
		return f.vars.find(alias)
	}
	return g, ok
}

// bringGiven brings what the caller gives to its type.
func (f *frame) bringGiven(g given, r *ref, d *definition) Value {
	typ, at := r.typ, site{r.src, r.rn}
	if d != nil {
		typ, at = d.typ, d.at
	}
	v := f.follow(g, r)
	if f.vars.text {
		v = temporals(v, typ)
	}
	return f.bring(at, r.root, v, typ)
}
