package feel

import (
	"encoding/json"
	"slices"
	"time"
)

// rows is how a loop, or a filter that is only counted, goes over maps of a host without
// contexts between: the members that are read of an item are looked up, and lie in
// slots of their own.
//
// That is possible of a list of maps with single values, and tried where nothing else
// reads it. When an item is something else, or anything is reported, everything is done
// once more over the converted list: nothing that has been done until then is to be
// seen.
type rows struct {
	list  int      // the reference
	item  int      // slot of the item, which is unset while its members are in their slots
	first int      // slot of the first member; one that the item does not have is unset
	keys  []string // of the members
	named uint64   // those that the item must have
}

// rows gives how the maps of a list are read by a body that is evaluated for each, where
// slot is the one of the item; nil when they cannot be.
func (k *compiler) rows(list node, slot int, body node) *rows {
	u := k.uses[list]
	if k.free == 0 || k.fn != nil || k.repeated > 0 || u == nil || len(u.members) == 0 || u.long {
		return nil
	}
	r, ok := k.input(list)
	if !ok || r.role != plainInput {
		return nil
	}
	for _, m := range u.members {
		if m.of != nil {
			return nil
		}
	}
	if !k.repeatable(body, slot) {
		return nil
	}
	out := &rows{list: k.unit.index[r.key()], item: slot, first: k.free, keys: u.keys, named: u.named}
	k.free += len(u.keys)
	return out
}

// repeatable reports whether the evaluation of n leaves nothing behind that
// [rows.over] does not take back, and reads no more of the item than its members.
func (k *compiler) repeatable(n node, item int) bool {
	ok := true
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *numberLit, *stringLit, *boolLit, *nullLit, *atLit, *parenExpr, *negExpr, *binaryExpr, *betweenExpr, *inExpr, *testExpr, *ifExpr:
		case *pathExpr:
			slot, local := k.local(n.base)
			return !local || slot != item
		case *nameRef:
			switch b := k.c.binds[n]; b.kind {
			case bindRoot:
				ok = ok && b.means.role == plainInput
			case bindLocal:
				ok = ok && b.slot != item
			case bindHost:
				ok = false
			}
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// memberSlot gives the slot of a member of the item that has a slot, if the item is read
// so; else 0.
func (k *compiler) memberSlot(item int, name string) int {
	if k.row == nil || k.row.item != item || k.fn != nil {
		return 0
	}
	return k.row.slot(name)
}

// slot gives the slot of a member.
func (r *rows) slot(name string) int { return r.first + slices.Index(r.keys, name) }

// memberOrName compiles a name that stands in the condition of one filter: a member of
// its item, or else what static gives.
func (k *compiler) memberOrName(n *nameRef, item int, static evalFunc) evalFunc {
	src, name, unknown := k.src, n.name, k.c.binds[n].kind == bindUnknown
	slot := k.memberSlot(item, name)
	return func(f *frame) Value {
		v := &f.slots[item]
		if v.kind == kindUnset {
			if v = &f.slots[slot]; v.kind != kindUnset {
				return *v
			}
		} else if v.kind == KindContext {
			if m, ok := v.context().get(name); ok {
				return m
			}
			if unknown {
				return f.fail(errMissingMember(src, n, name, v.context().keys))
			}
		}
		return static(f)
	}
}

// over gives evaluate over the maps of a host where these can be read as rows, and over
// the list, for which maps is nil.
func (r *rows) over(evaluate func(f *frame, maps []any) Value) evalFunc {
	if r == nil {
		return func(f *frame) Value { return evaluate(f, nil) }
	}
	return func(f *frame) Value {
		if maps := r.maps(f); maps != nil {
			steps, bytes, nulls, touched := f.steps, f.bytes, f.nulls, len(f.touched)
			f.slots[r.item] = absent
			v := evaluate(f, maps)
			if f.err == nil && len(f.nulls) == len(nulls) {
				return v
			}
			f.steps, f.bytes, f.err, f.nulls = steps, bytes, nil, nulls
			for _, i := range f.touched[touched:] {
				f.refs[i] = absent
			}
			f.touched = f.touched[:touched]
		}
		return evaluate(f, nil)
	}
}

// maps gives the list that a host has for r, of which an item may be no map; nil if
// there is none, or if it is converted, as more than one reads it.
func (r *rows) maps(f *frame) []any {
	list := f.hostList(r.list)
	if len(list) == 0 || len(list) > MaxWeight/(2+mostRowWeight*len(r.keys)) {
		return nil
	}
	return list
}

// hostList gives the list that a map of the host has for reference i, if it is not
// converted yet and only read here; else nil.
func (f *frame) hostList(i int) []any {
	ref := &f.unit.refs[i]
	if ref.readers > 1 || f.err != nil || f.over || f.refs[i].kind != kindUnset {
		return nil
	}
	host := f.vars.host()[ref.root]
	for _, name := range ref.path {
		m, _ := host.(map[string]any)
		host = m[name]
	}
	list, _ := host.([]any)
	return list
}

// mostRowWeight is what a member may weigh. So the list is known to be within the
// limits of a value.
const mostRowWeight = 16

// notAlike ends an evaluation over maps of which one is not like the others.
var notAlike = &Error{}

// bind puts the members of an item into their slots; false ends the evaluation.
func (r *rows) bind(f *frame, item any) bool {
	m, ok := item.(map[string]any)
	if !ok {
		f.err = notAlike
		return false
	}
	slots := f.slots[r.first:][:len(r.keys)]
	for i := range slots {
		x, ok := m[r.keys[i]]
		if v, isInt := ofInt(x); isInt {
			slots[i] = v
			continue
		}
		if !ok && r.named>>i&1 == 0 {
			slots[i].kind = kindUnset
			continue
		}
		v, single := ofScalar(x)
		if !single {
			v, single = ofSingle(x)
		}
		if !ok || !single || v.holds() || v.weight() > mostRowWeight {
			f.err = notAlike
			return false
		}
		slots[i] = v
	}
	return true
}

// ofSingle is [Of] of what holds no values and [ofScalar] does not know; ok is false of
// everything else.
func ofSingle(host any) (v Value, ok bool) {
	switch host.(type) {
	case nil, int64, float64, json.Number, time.Time, time.Duration:
		v, err := of(host, 0)
		return v, err == nil
	}
	return Null, false
}
