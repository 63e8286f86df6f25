package feel

import "fmt"

// filter compiles base[cond]: a position, or a condition on each item.
func (k *compiler) filter(n *filterExpr) evalFunc {
	row, evaluate := k.filterOver(n, nil)
	return row.over(evaluate)
}

// filterMember compiles base[cond].name. Over maps of a host, the filter keeps these
// members and not the items.
func (k *compiler) filterMember(n *pathExpr, filter *filterExpr) evalFunc {
	row, evaluate := k.filterOver(filter, n)
	at := k.at(member{n.nameExt})
	return row.over(func(f *frame, maps []any) Value {
		v := evaluate(f, maps)
		if maps != nil {
			return v
		}
		return f.member(at, v, n.name)
	})
}

// filterOver compiles a filter, of whose items the member of a path is taken, if there is
// a path.
func (k *compiler) filterOver(n *filterExpr, path *pathExpr) (row *rows, evaluate func(f *frame, maps []any) Value) {
	base, slot, at, position := k.expr(n.base).fn, k.slot(k.c.slots[n]), k.at(n), k.isPosition(n.cond)
	if k.fates[n] == counted || path != nil {
		row = k.rows(n.base, slot, n.cond)
	}
	cond := k.round(row, n.cond)
	if position && cond.konst && cond.val.kind == KindNumber {
		item := k.itemOf(n.base, cond.val)
		return nil, func(f *frame, _ []any) Value {
			if v, ok := item.read(f); ok {
				return v
			}
			v := base(f)
			if v.kind == KindNull {
				return Null
			}
			return f.index(at, asList(v), cond.val)
		}
	}
	c := condition{fn: cond.fn, holds: cond.cond, slot: slot, steps: k.c.rounds[n], at: at, n: n.cond, position: position, outside: position && !mentions(n.cond, "item"), fate: k.fates[n], row: row, test: k.memberTest(slot, n.cond)}
	if row != nil && path != nil {
		c.member, c.memberAt, c.memberFate = row.slot(path.name), k.at(member{path.nameExt}), k.fates[path]
	}
	return row, func(f *frame, maps []any) Value {
		if maps != nil {
			return f.filter(&c, Null, maps)
		}
		v := base(f)
		if f.err != nil {
			return Null
		}
		return f.filter(&c, v, nil)
	}
}

// hostItem is an item of an input's list, by its position.
type hostItem struct {
	list     int // the reference
	position int64
}

// itemOf gives the item at a position of the list that is n; nil if that is no input.
func (k *compiler) itemOf(n node, position Value) *hostItem {
	r, ok := k.input(n)
	i, whole := position.num().Int64()
	if !ok || r.role != plainInput || !whole {
		return nil
	}
	return &hostItem{k.unit.index[r.key()], i}
}

// read gives the item of a list that a host's map has, without the other ones; ok is
// false where it is not so plain.
func (h *hostItem) read(f *frame) (v Value, ok bool) {
	if h == nil {
		return Null, false
	}
	list := f.hostList(h.list)
	i := h.position - 1
	if h.position < 0 {
		i = int64(len(list)) + h.position
	}
	if i < 0 || i >= int64(len(list)) {
		return Null, false
	}
	r := &f.unit.refs[h.list]
	v, err := f.arena.of(list[i], r.use(len(r.path)), 1)
	return v, err == nil && v.withinLimits()
}

// isPosition reports whether the condition of a filter is a number, or a name of
// which only its value will tell and that is none of the item's.
func (k *compiler) isPosition(cond node) bool {
	name, ok := cond.(*nameRef)
	if !ok {
		t := k.c.conds[cond]
		return t != nil && t.kind == typeNumber
	}
	_, declared := k.c.scope.Lookup(name.name)
	kind := k.c.binds[name].kind
	return kind == bindLocal || kind == bindTest || kind == bindRoot && declared
}

// asList gives the items of a list, or the list of one that a single value is.
func asList(v Value) []Value {
	if v.kind == KindList {
		return v.list()
	}
	return []Value{v}
}

// index gives the item at a position: from 1, or from the end when negative; null
// beyond the list.
func (e *evaluation) index(at site, items []Value, position Value) Value {
	i, ok := position.num().Int64()
	if !ok {
		if position.num().IsInt() {
			return Null
		}
		return e.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("a position in a list is a whole number, not %s", position), ""))
	}
	n := int64(len(items))
	switch {
	case i >= 1 && i <= n:
		return items[i-1]
	case i <= -1 && i >= -n:
		return items[n+i]
	}
	return Null
}

// condition is what stands in the brackets of a filter.
type condition struct {
	fn       evalFunc
	holds    condFunc // the same of what can be no position; else nil
	slot     int      // of the item
	steps    int64
	position bool // can be a position, and can be evaluated without an item
	outside  bool // is read without an item first, whose members could hide a position
	at       site // of the filter
	n        node
	fate     fate // of the list
	row      *rows
	test     *memberTest

	// Over maps, of which a member of each is kept:
	member     int // its slot
	memberAt   site
	memberFate fate // of the list of these
}

// filter evaluates c for each item of a list, or of maps if there are any. What c is
// decides what base[c] means: a number is a position, a boolean or null keeps or drops
// the item. Another value than a list is a list of one, null is none (DMN 1.6, clause
// 10.3.2.5).
func (f *frame) filter(c *condition, base Value, maps []any) Value {
	if maps == nil && base.kind == KindNull {
		return Null
	}
	items, size := asList(base), len(maps)
	if maps == nil {
		size = len(items)
	}
	if c.position && (size == 0 || c.outside && maps == nil) {
		f.slots[c.slot] = Null
		if v := c.fn(f); v.kind == KindNumber {
			return f.index(c.at, items, v)
		}
	}
	if size == 0 {
		f.slots[c.slot] = Null
		return List()
	}
	// What is kept lies on the stack of arguments until it is known how much it is.
	first := len(f.scratch)
	defer func() { f.scratch = f.scratch[:first] }()
	n, counting := int64(0), c.fate == counted && (maps != nil || base.kind == KindList)
	than, tests := c.test.begin(f, maps, c.row)
	tests = tests && (counting || maps == nil)
	for i := range size {
		if !f.stepped(c.steps) && !f.step(c.at, c.steps) {
			return Null
		}
		if tests {
			var answer, known bool
			if maps == nil {
				answer, known = c.test.ofItem(&items[i], than)
			} else {
				answer, known = c.test.ofMap(maps[i], than)
			}
			if known {
				if answer {
					if n++; !counting {
						f.scratch = append(f.scratch, items[i])
					}
				}
				continue
			}
		}
		if maps == nil {
			f.slots[c.slot] = items[i]
		} else if !c.row.bind(f, maps[i]) {
			return Null
		}
		var v Value
		if c.holds != nil {
			v = c.holds(f).value()
		} else {
			v = c.fn(f)
		}
		switch {
		case f.err != nil:
			return Null
		case v.isTrue():
			n++
			switch {
			case counting:
			case maps == nil:
				f.scratch = append(f.scratch, items[i])
			default:
				f.scratch = append(f.scratch, f.slots[c.member])
			}
		case v.kind == KindBoolean || v.kind == KindNull:
		case v.kind == KindNumber && i == 0:
			if maps != nil {
				f.err = notAlike
				return Null
			}
			return f.index(c.at, items, v)
		default:
			return f.fail(errTypeMismatch(c.at.src, c.n, fmt.Sprintf("a filter is a boolean or a position, not a %s", v.kind), ""))
		}
	}
	if !f.produce(c.at, n*valueBytes) {
		return Null
	}
	if counting { // a part of a list holds no more than that does
		return Value{n: n, tag: tag{kind: KindList, lo: 1, aux: 1}}
	}
	if maps != nil { // the path counts what it gives as well
		if !f.step(c.memberAt, n) || !f.produce(c.memberAt, n*valueBytes) {
			return Null
		}
		return List(f.taken(first, c.memberFate)...)
	}
	return f.within(c.at, List(f.taken(first, c.fate)...))
}
