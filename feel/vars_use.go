package feel

import (
	"fmt"
	"unsafe"

	"github.com/decision-spine/spine/internal/strictjson"
)

// arena is the memory of contexts, lists and short texts that are only used as a [use]
// says, and so do not outlive the evaluation.
type arena struct {
	vals     []Value
	contexts []contextData
	texts    []byte
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

func (r *arena) context() *contextData { return &r.rows(1)[0] }

// rows gives n contexts beside each other.
func (r *arena) rows(n int) []contextData {
	r.contexts = taken(r.contexts, n)
	return r.contexts[len(r.contexts)-n:]
}

// taken gives s with n more elements at its end, or another one: what was taken
// before stays where it is.
func taken[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		s = make([]T, 0, max(n, 2*cap(s), 32))
	}
	return s[:len(s)+n]
}

// roomForTexts is the bytes of the texts that an evaluation has memory for.
const roomForTexts = 4096

// text gives n bytes, which are anyone's own when r is nil or has no room.
func (r *arena) text(n int) []byte {
	if r == nil || n > roomForTexts-len(r.texts) {
		return make([]byte, n)
	}
	if r.texts == nil {
		r.texts = make([]byte, 0, roomForTexts)
	}
	end := len(r.texts)
	r.texts = r.texts[:end+n]
	return r.texts[end:]
}

// reset takes the memory back.
func (r *arena) reset() {
	if len(r.texts) > 0 {
		clear(r.texts) // they are the host's
		r.texts = r.texts[:0]
	}
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

// counted gives a list of which only the length is read: what its items are is looked at
// to refuse what is no value, but they are not there.
func (r *arena) counted(list []any, u *use) (Value, error) {
	h, single := holding{1, 1}, int64(0)
	for i, x := range list {
		if _, ok := x.(map[string]any); ok {
			single++
			continue
		}
		v, err := r.of(x, u, 1)
		if err != nil {
			return Null, fmt.Errorf("item %d: %w", i+1, err)
		}
		h.add(v)
	}
	h.more(single)
	return Value{n: int64(len(list)), tag: tag{kind: KindList, lo: h.depth, aux: h.weight}}, nil
}

// of converts what of a host's value is used as u says: of maps, of JSON objects
// and of lists of these only the members that are read. The other ones need not be
// values of the language.
func (r *arena) of(host any, u *use, depth int) (Value, error) {
	if depth > MaxNesting {
		return Null, errNesting
	}
	switch v := host.(type) {
	case map[string]any:
		if u != nil {
			return r.usedMap(v, u, r.context(), r.values(len(u.members)), depth)
		}
	case []any:
		if u != nil {
			return r.usedItems(v, u, depth)
		}
	case []map[string]any:
		if u != nil {
			return convertedItems(r, v, u, depth)
		}
	case strictjson.Value:
		switch {
		case u != nil && v.Kind() == strictjson.Array:
			return convertedItems(r, v.Items(), u, depth)
		case u != nil && v.Kind() == strictjson.Object:
			return r.usedMembers(v, u, depth)
		}
		return fromJSON(v)
	}
	return of(host, depth)
}

func convertedItems[T any](r *arena, list []T, u *use, depth int) (Value, error) {
	out := r.values(len(list))
	for i, x := range list {
		var err error
		if out[i], err = r.of(x, u, depth+1); err != nil {
			return Null, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return List(out...), nil
}

// usedItems gives a list of what is used of items that are mostly maps: their
// contexts, and what these hold, lie beside each other.
func (r *arena) usedItems(list []any, u *use, depth int) (Value, error) {
	n := len(u.members)
	items, contexts, vals := r.values(len(list)), r.rows(len(list)), r.values(n*len(list))
	h := holding{1, 1}
	for i, x := range list {
		var err error
		if m, ok := x.(map[string]any); ok && depth < MaxNesting {
			items[i], err = r.usedMap(m, u, &contexts[i], vals[i*n:][:n:n], depth+1)
		} else {
			items[i], err = r.of(x, u, depth+1)
		}
		if err != nil {
			return Null, fmt.Errorf("item %d: %w", i+1, err)
		}
		h.add(items[i])
	}
	return listOf(items, h), nil
}

// usedMap makes c a context of the members of m that u has, with these as its values.
// When one is missing that a fault will name, the context has the names of all members.
func (r *arena) usedMap(m map[string]any, u *use, c *contextData, vals []Value, depth int) (Value, error) {
	n, missing, single := 0, uint64(0), true
	for i := range u.keys {
		x, ok := m[u.keys[i]]
		if !ok {
			missing |= 1 << i
			continue
		}
		if v, isInt := ofInt(x); isInt {
			vals[n] = v
		} else {
			var err error
			if vals[n], err = r.of(x, u.members[i].of, depth+1); err != nil {
				return Null, fmt.Errorf("%s: %w", u.keys[i], err)
			}
			single = single && vals[n].weight() == 1 && !vals[n].holds()
		}
		n++
	}
	c.keys, c.vals = u.keys, vals[:n]
	if missing > 0 {
		c.keys = r.keysWithout(u, missing)
	}
	if missing&u.named > 0 {
		*c = withNamesOf(mapObject(m), c)
	} else if single && !u.long {
		return Value{ptr: unsafe.Pointer(c), tag: tag{kind: KindContext, lo: 1, aux: uint32(1 + n)}}, nil
	}
	return contextValue(c), nil
}

// usedMembers is usedMap of a JSON object.
func (r *arena) usedMembers(o strictjson.Value, u *use, depth int) (Value, error) {
	c, vals := r.context(), r.values(len(u.members))
	n, missing := 0, uint64(0)
	for i := range u.members {
		x, ok := o.Get(u.keys[i])
		if !ok {
			missing |= 1 << i
			continue
		}
		var err error
		if vals[n], err = r.of(x, u.members[i].of, depth+1); err != nil {
			return Null, fmt.Errorf("%s: %w", u.keys[i], err)
		}
		n++
	}
	c.keys, c.vals = u.keys, vals[:n]
	if missing > 0 {
		c.keys = r.keysWithout(u, missing)
	}
	if missing&u.named > 0 {
		*c = withNamesOf(jsonObject{o}, c)
	}
	return contextValue(c), nil
}

// withNamesOf gives a context of all names of o, with the values that c has.
func withNamesOf(o object, c *contextData) contextData {
	all := contextData{}
	for _, name := range o.names() {
		v, _ := c.get(name)
		all.put(name, v)
	}
	return all
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
	if items := r.use(last); items != nil && items.long {
		return Null, false // a name weighs something
	}
	name, u := r.path[last], r.use(last+1)
	var out []Value
	if r.fate != kept {
		out = e.arena.values(len(list))
	} else {
		out = make([]Value, len(list))
	}
	h, single := holding{1, 1}, int64(0)
	for i, item := range list {
		m, isMap := item.(map[string]any)
		x, has := m[name]
		if !isMap || !has {
			return Null, false
		}
		if v, isInt := ofInt(x); isInt {
			out[i] = v
			single++
			continue
		}
		var err error
		if out[i], err = e.arena.of(x, u, 2); err != nil {
			return Null, false
		}
		h.add(out[i])
	}
	h.more(single)
	v = listOf(out, h)
	if v.weight()+int64(len(list)) > MaxWeight || v.lo >= MaxNesting {
		return Null, false // the contexts may be beyond the limits
	}
	at := site{r.src, r.pn[last]}
	if !e.step(at, v.n) || !e.produce(at, v.n*valueBytes) {
		return Null, true
	}
	return v, true
}
