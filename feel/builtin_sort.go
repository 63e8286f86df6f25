package feel

import "fmt"

var anyFunction = &Type{kind: typeFunction}

func init() {
	define("10.3.4.9",
		entry("sort", []string{"sort([3, 1, 2], function(x, y) x < y)", `sort([{n: "b"}, {n: "a"}], function(x, y) x.n < y.n)`, "sort([1, 2], abs)"},
			form(ListType(AnyType), sortList, listArg, arg("precedes", anyFunction))).onlyPasses(),
	)
	newItem := arg("newItem").orNull()
	define("10.3.4.4",
		entry("list replace", []string{"list replace([2, 4, 7, 8], 3, 6)", "list replace([2, 4, 7, 8], -1, 6)",
			"list replace([2, 4, 7, 8], function(item, newItem) item < newItem, 5)", "list replace([1, 2], 3, 6)"},
			form(ListType(AnyType), replaceAt, listArg, arg("position", NumberType), newItem),
			form(ListType(AnyType), replaceMatches, listArg, arg("match", anyFunction), newItem)).onlyPasses(),
	)
}

// asker gives the function that asks fn about two values; ok is false when fn does
// not take two.
func (f *frame) asker(at site, name string, fn *function) (ask func(x, y Value) Value, ok bool) {
	if !functionConforms(fn, FunctionType(AnyType, AnyType, AnyType)) {
		f.fail(errWrongArguments(at.src, at.n, fmt.Sprintf("%q needs a function that takes two arguments", name), ""))
		return nil, false
	}
	args := make([]Value, 2)
	return func(x, y Value) Value {
		f.step(at, 1)
		if holds, ok := fn.compares.answer(x, y); ok && f.enter(at, fn.steps) {
			return Bool(holds)
		}
		args[0], args[1] = x, y
		v := f.call(at, fn, nil, args)
		if v.kind != KindBoolean && v.kind != KindNull {
			f.fail(errNotABoolean(at.src, at.n, fmt.Sprintf("what the function given to %q answers", name), v.kind))
		}
		return v
	}, true
}

// sortList sorts by merging, so that equal items keep their order. The function may
// be no order at all; it is asked a bounded number of times all the same. Of two
// items the later goes first when it precedes the earlier, and not the other way
// round as well, as with <=. Null is no, as in a filter.
func sortList(f *frame, at site, args []Value) Value {
	precedes, ok := f.asker(at, "sort", args[1].function())
	if !ok {
		return Null
	}
	from, ok := f.room(at, 2*args[0].n)
	if !ok {
		return Null
	}
	from = append(from, args[0].list()...)
	to := make([]Value, len(from))
	for width := 1; width < len(from); width *= 2 {
		for lo := 0; lo < len(from); lo += 2 * width {
			mid, hi := min(lo+width, len(from)), min(lo+2*width, len(from))
			if !merge(to[lo:hi], from[lo:mid], from[mid:hi], precedes) || f.err != nil {
				return Null
			}
		}
		from, to = to, from
	}
	return List(from...)
}

// merge fills to with the items of both lists; ok is false when precedes answers
// something else than a boolean or null.
func merge(to, earlier, later []Value, precedes func(x, y Value) Value) (ok bool) {
	for k := range to {
		first := len(earlier) == 0
		if !first && len(later) > 0 {
			v := precedes(later[0], earlier[0])
			if v.isTrue() {
				v = precedes(earlier[0], later[0])
				first = !v.isTrue()
			}
			if v.kind != KindBoolean && v.kind != KindNull {
				return false
			}
		}
		if first {
			to[k], later = later[0], later[1:]
		} else {
			to[k], earlier = earlier[0], earlier[1:]
		}
	}
	return true
}

func replaceAt(f *frame, at site, args []Value) Value {
	before, out, ok := f.copyAt(at, args[0], args[1])
	if !ok {
		return Null
	}
	out = append(out, args[0].list()...)
	out[before] = args[2]
	return f.within(at, List(out...))
}

// replaceMatches replaces the items for which a function of the item and the new
// item answers true. Another answer than a boolean makes the whole null.
func replaceMatches(f *frame, at site, args []Value) Value {
	match, ok := f.asker(at, "list replace", args[1].function())
	if !ok {
		return Null
	}
	out, ok := f.room(at, args[0].n)
	if !ok {
		return Null
	}
	for _, item := range args[0].list() {
		v := match(item, args[2])
		if v.kind != KindBoolean || f.err != nil {
			return Null
		}
		if v.isTrue() {
			item = args[2]
		}
		out = append(out, item)
	}
	return f.within(at, List(out...))
}
