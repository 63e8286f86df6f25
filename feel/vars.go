package feel

import (
	"math"
	"strings"
	"unsafe"
)

// Vars is where an evaluation finds its variables. The zero Vars has none.
//
// It is so small that the compiler keeps it in registers.
type Vars struct {
	from  object // nil: there are none
	slots int32  // how many there are, of slotValues
	text  bool   // strings stand for temporal values
}

// slotValues is where the values of [Slots] begin. It is an object for the sake of the
// size of Vars only: nothing is found there by a name.
type slotValues struct{ first *Value }

func (slotValues) get(string) (any, bool) { return nil, false }
func (slotValues) names() []string        { return nil }

// Map takes the variables from Go values. Only what an expression reads is
// converted, as [Of] does; nested maps are read as contexts. Of the maps in a list
// that is gone through, filtered, counted or followed by a path, and of which no item
// is read as a whole, only the members that are read are converted: the other ones may
// be of any Go type, and do not count for [MaxWeight]. The same holds for the other items
// of a list of which nothing is read but one at a constant position. Lists of structs are
// converted as a whole.
func Map(m map[string]any) Vars { return Vars{from: mapObject(m)} }

// ContextVars takes the variables from the entries of a context.
func ContextVars(ctx Value) Vars {
	if ctx.kind != KindContext {
		return Vars{}
	}
	return Vars{from: contextObject{ctx.context()}}
}

// TemporalText gives v for an evaluation of a model, where a string for an input
// whose type is a date, a time, a date and time or a duration is read as such: for
// variables that come from JSON, which has none of these.
func (v Vars) TemporalText() Vars {
	v.text = true
	return v
}

// Slots takes the values of a program's references in the order of its Refs. An
// absent one is null.
func Slots(values []Value) Vars {
	return Vars{from: slotValues{unsafe.SliceData(values)}, slots: int32(min(len(values), math.MaxInt32))}
}

// values gives the values of [Slots]; ok is false without them.
func (v *Vars) values() (values []Value, ok bool) {
	s, ok := v.from.(slotValues)
	return unsafe.Slice(s.first, int(v.slots)), ok
}

// host gives the map of [Map], or nil.
func (v *Vars) host() map[string]any {
	m, _ := v.from.(mapObject)
	return m
}

// ref is a variable or a path below one, read once for an evaluation.
type ref struct {
	root    string
	called  bool // where a function stands
	role    role
	typ     *Type       // of a model's input
	accepts kindMask    // what is of this type as it is
	def     *definition // of a model
	path    []string
	src     *located
	rn      node   // of the root
	pn      []node // of each step of the path
	used    *use   // how the value is used; nil: as a whole
	along   []*use // how what each step of the path is taken of is used

	readers int  // places that read it; one within a loop counts as several
	fate    fate // of the list that it gives
}

// node gives the node that step k of the path ends with; 0 is the root.
func (r *ref) node(k int) node {
	if k == 0 {
		return r.rn
	}
	return r.pn[k-1]
}

func (r *ref) String() string {
	return strings.Join(append([]string{r.root}, r.path...), ".")
}

// load reads reference i into its slot.
func (f *frame) load(i int) Value {
	r := &f.unit.refs[i]
	if r.role != plainInput {
		return f.loadModel(i, r)
	}
	if v, ok := f.vars.scalar(i, r); ok {
		return f.read(i, r, v)
	}
	return f.keep(i, f.find(i, r))
}

// read gives the value of reference i, and keeps it if it may be asked for again.
func (f *frame) read(i int, r *ref, v Value) Value {
	if r.readers != 1 {
		f.keep(i, v)
	}
	return v
}

// hosted gives what a host's map has for a name.
func (v *Vars) hosted(name string) any {
	if m, ok := v.from.(mapObject); ok {
		return m[name]
	}
	return nil
}

// scalar gives the value of reference i where that is quickly known.
func (v *Vars) scalar(i int, r *ref) (Value, bool) {
	switch from := v.from.(type) {
	case mapObject:
		host := from[r.root]
		for _, name := range r.path {
			m, ok := host.(map[string]any)
			if !ok {
				return Null, false
			}
			host = m[name]
		}
		return ofScalar(host)
	case structObject:
		if len(r.path) == 0 {
			return from.scalar(r.root)
		}
	case jsonObject:
		if len(r.path) == 0 {
			return from.scalar(r.root)
		}
	case contextObject:
		val, ok := from.contextData.get(r.root)
		ok = ok && val.withinLimits()
		for _, name := range r.path {
			if !ok || val.kind != KindContext {
				return Null, false
			}
			val, ok = val.context().get(name)
		}
		return val, ok && !val.holds()
	case slotValues:
		if values := unsafe.Slice(from.first, int(v.slots)); i < len(values) {
			return values[i], !values[i].holds()
		}
	}
	return Null, false
}

// keep remembers the value of reference i.
func (in *instance) keep(i int, v Value) Value {
	if !in.over {
		in.refs[i] = v
		in.touched = append(in.touched, i)
	}
	return v
}

func (f *frame) find(i int, r *ref) Value {
	if slots, ok := f.vars.values(); ok {
		if i < len(slots) {
			return f.within(site{r.src, r.node(len(r.path))}, slots[i])
		}
		return Null
	}
	g, ok := f.vars.find(r.root)
	if !ok {
		return f.unbound(r)
	}
	return f.follow(g, r)
}

// given is what a host gives for a name: a Go value, or a Value of the language.
type given struct {
	host   any
	val    Value
	isFEEL bool
}

func (v *Vars) find(name string) (g given, ok bool) {
	switch o := v.from.(type) {
	case nil:
	case mapObject: // without the way through the interface
		g.host, ok = o[name]
	case contextObject:
		g.isFEEL = true
		g.val, ok = o.contextData.get(name)
	default:
		g.host, ok = o.get(name)
	}
	return g, ok
}

// each gives the names of all variables that a host gives by name and by choice:
// not the fields of a struct.
func (v *Vars) each(f func(name string)) {
	switch o := v.from.(type) {
	case mapObject:
		for name := range o {
			f(name)
		}
	case jsonObject:
		for _, m := range o.Members() {
			f(m.Name)
		}
	case contextObject:
		for _, name := range o.keys {
			f(name)
		}
	}
}

// follow gives what the path of r leads to in what was found for its root. Only
// that is converted.
func (e *evaluation) follow(g given, r *ref) Value {
	if g.isFEEL {
		return e.members(g.val, r, 0)
	}
	host := g.host
	for k, name := range r.path {
		o := objectOf(host)
		if o == nil {
			if list, ok := host.([]any); ok && k == len(r.path)-1 {
				if v, ok := e.column(list, r); ok {
					return v
				}
			}
			return e.members(e.convert(host, r, k), r, k)
		}
		var ok bool
		if host, ok = o.get(name); !ok {
			return e.fail(errMissingMember(r.src, r.pn[k], name, o.names()))
		}
	}
	return e.convert(host, r, len(r.path))
}

// members follows the path of r from step k on.
func (e *evaluation) members(v Value, r *ref, k int) Value {
	v = e.within(site{r.src, r.node(k)}, v)
	for ; k < len(r.path); k++ {
		v = e.member(site{r.src, r.pn[k]}, v, r.path[k])
	}
	return v
}

func (e *evaluation) unbound(r *ref) Value {
	if r.called {
		return e.fail(errUnknownFunction(r.src, r.rn, r.root, ""))
	}
	return e.fail(errUnknownName(r.src, r.rn, r.root, "the input does not bind it"))
}

// convert gives the value of what the first k steps of r lead to.
func (e *evaluation) convert(host any, r *ref, k int) Value {
	var v Value
	var err error
	list, isList := host.([]any)
	isList = isList && k == len(r.path)
	switch u := r.use(k); {
	case isList && r.fate == counted:
		v, err = e.arena.counted(list, u)
	case u != nil:
		v, err = e.arena.of(host, u, 0)
	case isList && r.fate != kept:
		v, err = ofItems(list, e.arena.values(len(list)), 0)
	default:
		v, err = fromHost(host)
	}
	if err == nil && !v.withinLimits() {
		err = errBeyondLimits
	}
	if err != nil {
		return e.fail(errTypeMismatch(r.src, r.node(k), strings.Join(append([]string{r.root}, r.path[:k]...), ".")+": "+err.Error(), ""))
	}
	return v
}
