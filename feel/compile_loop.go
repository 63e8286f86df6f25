package feel

import (
	"fmt"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

// loop is what the iterators of a for, some or every have in common.
type loop struct {
	iters []compiledIterator
	first int // slot of the first variable
	steps int64
	at    site
	row   *rows
}

type compiledIterator struct {
	list   evalFunc // nil: from lo to hi
	lo, hi evalFunc
	at     site
}

// round compiles what is evaluated in each round of a loop.
func (k *compiler) round(row *rows, n node) code {
	outer := k.row
	k.row = row
	k.repeated++
	defer func() { k.row, k.repeated = outer, k.repeated-1 }()
	return k.expr(n)
}

func (k *compiler) loop(n node, its []iterator) *loop {
	repeated := k.repeated
	defer func() { k.repeated = repeated }()
	l := &loop{first: k.slot(k.c.slots[n]), steps: k.c.rounds[n], at: k.at(n)}
	for _, it := range its {
		var c compiledIterator
		if it.list != nil {
			c.list, c.at = k.expr(it.list).fn, k.at(it.list)
		} else {
			c.lo, c.hi, c.at = k.expr(it.lo).fn, k.expr(it.hi).fn, k.at(it.lo)
		}
		l.iters = append(l.iters, c)
		k.repeated++
	}
	return l
}

// round compiles what is evaluated in each round. Over one list, this may be read as rows.
func (l *loop) round(k *compiler, its []iterator, n node) code {
	if len(its) == 1 && its[0].list != nil {
		l.row = k.rows(its[0].list, l.first, n)
	}
	return k.round(l.row, n)
}

// begin gives the items of a loop over one list that is not gone through as maps. Every
// other loop is run at once, and has none; ok is as that of run.
func (l *loop) begin(f *frame, maps []any, round func() bool) (items []Value, ok bool) {
	if maps != nil {
		return nil, true
	}
	if len(l.iters) > 1 || l.iters[0].list == nil {
		return nil, l.run(f, round)
	}
	v := l.iters[0].list(f)
	if v.kind == KindNull || v.kind == KindRange {
		_, ok = l.over(f, 0, v, round)
		return nil, ok
	}
	return asList(v), true
}

// run sets the variables to each combination, the last one fastest, and calls
// body until it answers false. ok is false when an iterator has nothing that can
// be iterated over, or the evaluation was stopped.
func (l *loop) run(f *frame, body func() bool) (ok bool) {
	_, ok = l.nest(f, 0, body)
	return ok
}

// put gives the variable of a loop over one list the next item, of the maps if there are
// any; false ends the evaluation.
func (l *loop) put(f *frame, items []Value, maps []any, i int) bool {
	if maps != nil {
		return l.row.bind(f, maps[i])
	}
	f.slots[l.first] = items[i]
	return true
}

func (l *loop) nest(f *frame, i int, body func() bool) (goOn, ok bool) {
	if list := l.iters[i].list; list != nil {
		return l.over(f, i, list(f), body)
	}
	return l.over(f, i, Null, body)
}

// over is nest of an iterator that goes over v, if that is a list at all.
func (l *loop) over(f *frame, i int, v Value, body func() bool) (goOn, ok bool) {
	it, innermost := &l.iters[i], i == len(l.iters)-1
	slot := l.first + i
	each := func(v Value) bool {
		if !f.stepped(l.steps) && !f.step(l.at, l.steps) {
			ok = false
			return false
		}
		f.slots[slot] = v
		if innermost {
			goOn = body()
		} else {
			goOn, ok = l.nest(f, i+1, body)
		}
		return goOn && ok && f.err == nil
	}
	goOn, ok = true, true
	if it.list == nil {
		lo, hi := it.lo(f), it.hi(f)
		if !f.count(it.at, lo, hi, each) {
			return false, false
		}
		return goOn, ok && f.err == nil
	}
	switch v.kind {
	case KindNull:
		return false, false
	case KindRange:
		r := v.rang()
		if !f.countRange(it.at, r, each) {
			return false, false
		}
	default:
		for _, item := range asList(v) {
			if !each(item) {
				break
			}
		}
	}
	return goOn, ok && f.err == nil
}

// count calls each with the numbers, or the dates, from lo to hi by one, up or
// down. It reports whether these can be counted between.
func (e *evaluation) count(at site, lo, hi Value, each func(Value) bool) bool {
	if lo.kind == KindNull || hi.kind == KindNull {
		return false
	}
	if lo.kind != hi.kind || lo.kind != KindNumber && lo.kind != KindDate {
		e.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("a loop cannot count from a %s to a %s", lo.kind, hi.kind), "count over numbers or dates"))
		return false
	}
	if lo.kind == KindDate {
		step := int64(1)
		if lo.n > hi.n {
			step = -1
		}
		for d := lo.n; ; d += step {
			if !each(dateValue(temporal.Date{Days: d})) || d == hi.n {
				return true
			}
		}
	}
	if isShortInt(lo) && isShortInt(hi) {
		step := int64(1)
		if lo.n > hi.n {
			step = -1
		}
		for n := lo.n; ; n += step {
			if !each(Int(n)) || n == hi.n {
				return true
			}
		}
	}
	x, end, step := lo.num(), hi.num(), decimal.FromInt(1)
	down := decimal.Cmp(x, end) > 0
	if down {
		step = decimal.FromInt(-1)
	}
	for {
		if c := decimal.Cmp(x, end); c > 0 && !down || c < 0 && down {
			return true
		}
		if !each(number(x)) {
			return true
		}
		next, err := decimal.Add(x, step)
		if err != nil || decimal.Cmp(next, x) == 0 {
			e.fail(errNumberRange(at.src, at.n, "a loop cannot count by one from "+x.String()))
			return false
		}
		x = next
	}
}

// isShortInt reports whether a number is whole and held as such.
func isShortInt(v Value) bool { return v.ptr == nil && v.aux == 0 }

// countRange counts over a range that is closed at both ends, upwards only.
func (e *evaluation) countRange(at site, r *rangeData, each func(Value) bool) bool {
	if r.op != opNone {
		e.fail(errTypeMismatch(at.src, at.n, "a loop needs a range with two ends", ""))
		return false
	}
	if order, ok := compare(r.lo, r.hi); ok && order > 0 {
		e.fail(errDomain(at.src, at.n, "a loop cannot run over a range whose end is before its start"))
		return false
	}
	return e.count(at, r.lo, r.hi, func(v Value) bool {
		if !r.loClosed && same(v, r.lo) {
			return true
		}
		if !r.hiClosed && same(v, r.hi) {
			return false
		}
		return each(v)
	})
}

// forLoop compiles for ... return ....
func (k *compiler) forLoop(n *forExpr) evalFunc {
	l := k.loop(n, n.iters)
	if mentions(n.body, "partial") {
		return l.listSoFar(l.first+len(n.iters), k.round(nil, n.body).fn)
	}
	body := l.round(k, n.iters, n.body).fn
	fate := k.fates[n]
	return l.row.over(func(f *frame, maps []any) Value {
		h := holding{1, 1}
		first := len(f.scratch)
		defer func() { f.scratch = f.scratch[:first] }()
		round := func() bool {
			if h.weight > MaxWeight || h.depth > MaxNesting {
				f.within(l.at, listOf(nil, h)) // a fault of each round from here on
			}
			v := body(f)
			if !f.produce(l.at, valueBytes) {
				return false
			}
			f.scratch = append(f.scratch, v)
			h.add(v)
			return f.err == nil
		}
		items, ok := l.begin(f, maps, round)
		for i := range max(len(items), len(maps)) {
			if ok = f.stepped(l.steps) || f.step(l.at, l.steps); !ok {
				break
			}
			if ok = l.put(f, items, maps, i); !ok || !round() {
				break
			}
		}
		if !ok || f.err != nil {
			return Null
		}
		return f.within(l.at, listOf(f.taken(first, fate), h))
	})
}

// taken gives what lies on the stack of arguments from first on as the items of a
// list, which may be one that does not outlive the evaluation.
func (f *frame) taken(first int, as fate) []Value {
	items := f.scratch[first:]
	if len(items) == 0 {
		return nil
	}
	var out []Value
	if as != kept {
		out = f.arena.values(len(items))
	} else {
		out = make([]Value, len(items))
	}
	copy(out, items)
	return out
}

// listSoFar is a loop whose body reads the results so far, which are the value of the
// slot partial.
func (l *loop) listSoFar(partial int, body evalFunc) evalFunc {
	return func(f *frame) Value {
		var out []Value
		h := holding{1, 1}
		// The results so far, without a copy: what is appended later lies beyond the
		// length of this list.
		soFar := func() Value { return f.within(l.at, listOf(out, h)) }
		ok := l.run(f, func() bool {
			f.slots[partial] = soFar()
			v := body(f)
			if !f.produce(l.at, valueBytes) {
				return false
			}
			out = append(out, v)
			h.add(v)
			return f.err == nil
		})
		if !ok {
			return Null
		}
		return soFar()
	}
}

// quantifier compiles some and every, which are or and and of the conditions: a null
// leaves it to the other items to decide. A condition of another kind for any item
// makes the whole null, even when another item decides.
func (k *compiler) quantifier(n *quantExpr) evalFunc {
	l := k.loop(n, n.iters)
	cond := l.round(k, n.iters, n.cond)
	test := k.memberTest(l.first, n.cond)
	src, what, decides := k.src, "the condition of "+string(constructOf(n)), truthOf(!n.every)
	return l.row.over(func(f *frame, maps []any) Value {
		out, decided, boolean := truthOf(n.every), false, true
		round := func() bool {
			var t truth
			if cond.cond != nil {
				t = cond.cond(f)
			} else {
				c := cond.fn(f)
				if t = c.truth(); c.kind > KindBoolean { // which null is below
					boolean = false
					f.fail(errNotABoolean(src, n.cond, what, c.kind))
				}
			}
			decided = decided || t == decides
			if t == unknown {
				out = unknown
			}
			return boolean && f.err == nil
		}
		items, ok := l.begin(f, maps, round)
		than, tests := test.begin(f, maps, l.row)
		for i := range max(len(items), len(maps)) {
			if ok = f.stepped(l.steps) || f.step(l.at, l.steps); !ok {
				break
			}
			if tests {
				var answer, known bool
				if maps == nil {
					answer, known = test.ofItem(&items[i], than)
				} else {
					answer, known = test.ofMap(maps[i], than)
				}
				if known {
					decided = decided || answer != n.every
					continue
				}
			}
			if ok = l.put(f, items, maps, i) && round(); !ok {
				break
			}
		}
		switch {
		case !ok || !boolean || f.err != nil:
			return Null
		case decided:
			return decides.value()
		}
		return out.value()
	})
}
