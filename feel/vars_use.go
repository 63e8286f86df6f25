package feel

import (
	"fmt"

	"github.com/decision-spine/spine/internal/strictjson"
)

// arena is the memory of contexts and lists that are only used as a [use] says, and so
// do not outlive the evaluation.
type arena struct {
	vals     []Value
	contexts []contextData
	partial  partialKeys // the last ones that were asked for
}

type partialKeys struct {
	of      *use
	missing uint64 // by place in of.members
	keys    []string
}

// mostKept is for how many values and contexts memory is kept for the next
// evaluation.
const mostKept = 4096

func (r *arena) values(n int) []Value {
	r.vals = taken(r.vals, n)
	end := len(r.vals)
	return r.vals[end-n : end : end]
}

func (r *arena) context() *contextData {
	r.contexts = taken(r.contexts, 1)
	return &r.contexts[len(r.contexts)-1]
}

// taken gives s with n more elements at its end, or another one: what was taken
// before stays where it is.
func taken[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		s = make([]T, 0, max(n, 2*cap(s), 32))
	}
	return s[:len(s)+n]
}

// reset takes the memory back.
func (r *arena) reset() {
	if cap(r.vals) > mostKept || cap(r.contexts) > mostKept {
		r.vals, r.contexts = nil, nil
		return
	}
	if len(r.vals) == 0 && len(r.contexts) == 0 {
		return
	}
	clear(r.vals)
	clear(r.contexts)
	r.vals, r.contexts = r.vals[:0], r.contexts[:0]
}

// usedPart converts what of a host's value is used as u says: of maps, of JSON objects
// and of lists of these only the members that are read. The other ones need not be
// values of the language.
func (r *arena) usedPart(host any, u *use) (Value, error) {
	v, err := r.of(host, u, 0)
	if err == nil && !v.withinLimits() {
		err = errBeyondLimits
	}
	return v, err
}

func (r *arena) of(host any, u *use, depth int) (Value, error) {
	if depth > MaxNesting {
		return Null, errNesting
	}
	switch v := host.(type) {
	case map[string]any:
		if u != nil {
			return usedMembers(r, mapObject(v), u, depth)
		}
	case []any:
		if u != nil {
			return usedItems(r, v, u, depth)
		}
	case []map[string]any:
		if u != nil {
			return usedItems(r, v, u, depth)
		}
	case strictjson.Value:
		switch {
		case u != nil && v.Kind() == strictjson.Array:
			return usedItems(r, v.Items(), u, depth)
		case u != nil && v.Kind() == strictjson.Object:
			return usedMembers(r, jsonObject{v}, u, depth)
		}
		return fromJSON(v)
	}
	return of(host, depth)
}

func usedItems[T any](r *arena, list []T, u *use, depth int) (Value, error) {
	out := r.values(len(list))
	for i, x := range list {
		var err error
		if out[i], err = r.of(x, u, depth+1); err != nil {
			return Null, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return List(out...), nil
}

// usedMembers gives a context of the members of o that u has. When one is missing that
// a fault will name, the context has the names of all members.
func usedMembers(r *arena, o object, u *use, depth int) (Value, error) {
	c := r.context()
	vals := r.values(len(u.members))
	host, isMap := o.(mapObject)
	n, missing, named := 0, uint64(0), false
	for i := range u.members {
		m := &u.members[i]
		var x any
		var ok bool
		if isMap { // without the way through the interface
			x, ok = host[m.name]
		} else {
			x, ok = o.get(m.name)
		}
		if !ok {
			missing |= 1 << i
			named = named || m.named
			continue
		}
		if i, isInt := x.(int); isInt {
			vals[n] = Int(int64(i))
		} else {
			var err error
			if vals[n], err = r.of(x, m.of, depth+1); err != nil {
				return Null, fmt.Errorf("%s: %w", m.name, err)
			}
		}
		n++
	}
	c.keys, c.vals = u.keys, vals[:n]
	if missing > 0 {
		c.keys = r.keysWithout(u, missing)
	}
	if named {
		all := contextData{}
		for _, name := range o.names() {
			v, _ := c.get(name)
			all.put(name, v)
		}
		*c = all
	}
	return contextValue(c), nil
}

// keysWithout gives the names of u but for those that are missing, of which many items
// often have the same.
func (r *arena) keysWithout(u *use, missing uint64) []string {
	if p := &r.partial; p.of != u || p.missing != missing {
		*p = partialKeys{of: u, missing: missing}
		for i, key := range u.keys {
			if missing>>i&1 == 0 {
				p.keys = append(p.keys, key)
			}
		}
	}
	return r.partial.keys
}

// column gives what the last step of r leads to in each item, when all are maps with
// such a member: what [evaluation.members] gives, without the contexts between. ok is
// false of other lists, of which nothing is counted yet.
func (e *evaluation) column(list []any, r *ref) (v Value, ok bool) {
	last := len(r.path) - 1
	name, u := r.path[last], r.use(last+1)
	out := make([]Value, len(list))
	for i, item := range list {
		m, isMap := item.(map[string]any)
		x, has := m[name]
		if !isMap || !has {
			return Null, false
		}
		if n, isInt := x.(int); isInt {
			out[i] = Int(int64(n))
			continue
		}
		var err error
		if out[i], err = e.arena.of(x, u, 2); err != nil {
			return Null, false
		}
	}
	v = List(out...)
	if v.weight()+int64(len(list)) > MaxWeight || v.lo >= MaxNesting {
		return Null, false // the contexts may be beyond the limits
	}
	at := site{r.src, r.pn[last]}
	if !e.step(at, v.n) || !e.produce(at, v.n*valueBytes) {
		return Null, true
	}
	return v, true
}
