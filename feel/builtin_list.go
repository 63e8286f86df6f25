package feel

func init() {
	position, newItem := arg("position", NumberType), arg("newItem").orNull()
	lists := arg("list", ListType(AnyType))
	several := func(s *signature) *signature {
		s.rest = true
		return s
	}
	define("10.3.4.4",
		entry("list contains", []string{"list contains([1, 2, 3], 2)", "list contains([1, null], null)", `list contains([1], "1")`},
			form(BooleanType, listContains, listArg, arg("element").orNull())).onlyLooks(),
		entry("sublist", []string{"sublist([4, 5, 6], 1, 2)", "sublist([4, 5, 6], -2)", "sublist([4, 5, 6], 3, 9)", "sublist([4, 5, 6], 0)"},
			form(ListType(AnyType), sublist, listArg, arg("start position", NumberType), arg("length", NumberType).opt())).onlyPasses(),
		entry("append", []string{"append([1], 2, 3)", "append([1], [2, 3])", "append([1], null)"},
			several(form(ListType(AnyType), appendItems, listArg, arg("item").orNull()))).onlyPasses(),
		entry("concatenate", []string{"concatenate([1, 2], [3], 4)"}, several(form(ListType(AnyType), concatenate, lists))).onlyPasses(),
		entry("insert before", []string{"insert before([1, 3], 1, 2)", "insert before([1, 3], -1, 2)", "insert before([1, 3], 3, 2)", "insert before([1, 3], 4, 2)"},
			form(ListType(AnyType), insertBefore, listArg, position, newItem)).onlyPasses(),
		entry("remove", []string{"remove([1, 2, 3], 2)", "remove([1, 2, 3], -1)", "remove([1, 2, 3], 4)"},
			form(ListType(AnyType), remove, listArg, position)).onlyPasses(),
		entry("reverse", []string{"reverse([1, 2, 3])"}, form(ListType(AnyType), reverse, listArg)).onlyPasses(),
		entry("index of", []string{"index of([1, 2, 3, 2], 2)", "index of([1, null], null)", "index of([1], 2)"},
			form(ListType(NumberType), indexOf, listArg, arg("match").orNull())).onlyLooks(),
		entry("union", []string{"union([1, 2], [2, 3])", "union([1, 1.0], [null, null])"}, several(form(ListType(AnyType), union, lists))).onlyPasses(),
		entry("distinct values", []string{"distinct values([1, 2, 3, 2, 1])"}, form(ListType(AnyType), union, listArg)).onlyPasses(),
		entry("flatten", []string{"flatten([[1, 2], [[3]], 4])"}, form(ListType(AnyType), flatten, listArg)).onlyPasses(),
	)
}

// room gives an empty list of items with room for n, once these are counted; ok is
// false when they may not be made.
func (f *frame) room(at site, n int64) (items []Value, ok bool) {
	if !f.step(at, n>>2) || !f.produce(at, n*valueBytes) {
		return nil, false
	}
	return make([]Value, 0, n), true
}

func listContains(f *frame, at site, args []Value) Value {
	if !f.step(at, args[0].weight()) {
		return Null
	}
	for _, x := range args[0].list() {
		if same(x, args[1]) {
			return Bool(true)
		}
	}
	return Bool(false)
}

func sublist(f *frame, at site, args []Value) Value {
	items := args[0].list()
	from, length, err := window("list", args[0].n, args[1], args[2])
	if err != nil {
		return f.fail(errDomain(at.src, at.n, err.Error()))
	}
	out, ok := f.room(at, length)
	if !ok {
		return Null
	}
	return List(append(out, items[from:from+length]...)...)
}

func appendItems(f *frame, at site, args []Value) Value {
	out, ok := f.room(at, args[0].n+int64(len(args)))
	if !ok {
		return Null
	}
	return f.within(at, List(append(append(out, args[0].list()...), args[1:]...)...))
}

func concatenate(f *frame, at site, args []Value) Value {
	n := int64(0)
	for _, l := range args {
		n += l.n
	}
	out, ok := f.room(at, n)
	if !ok {
		return Null
	}
	for _, l := range args {
		out = append(out, l.list()...)
	}
	return f.within(at, List(out...))
}

// insertBefore takes the position behind the last item too, so that an item can be
// put at the end, and into a list without items.
func insertBefore(f *frame, at site, args []Value) Value {
	items := args[0].list()
	before, err := place("list", args[0].n, args[1])
	if behind, ok := args[1].num().Trunc().Int64(); ok && behind == args[0].n+1 {
		before, err = args[0].n, nil
	}
	if err != nil {
		return f.fail(errDomain(at.src, at.n, err.Error()))
	}
	out, ok := f.room(at, args[0].n+1)
	if !ok {
		return Null
	}
	out = append(append(append(out, items[:before]...), args[2]), items[before:]...)
	return f.within(at, List(out...))
}

func remove(f *frame, at site, args []Value) Value {
	items := args[0].list()
	before, out, ok := f.copyAt(at, args[0], args[1])
	if !ok {
		return Null
	}
	return List(append(append(out, items[:before]...), items[before+1:]...)...)
}

// copyAt finds a position in a list, and makes room for a list of that length. ok
// is false when there is no such position, which is a fault, or no room.
func (f *frame) copyAt(at site, list, position Value) (before int64, out []Value, ok bool) {
	before, err := place("list", list.n, position)
	if err != nil {
		f.fail(errDomain(at.src, at.n, err.Error()))
		return 0, nil, false
	}
	out, ok = f.room(at, list.n)
	return before, out, ok
}

func reverse(f *frame, at site, args []Value) Value {
	items := args[0].list()
	out, ok := f.room(at, args[0].n)
	if !ok {
		return Null
	}
	for i := len(items) - 1; i >= 0; i-- {
		out = append(out, items[i])
	}
	return List(out...)
}

func indexOf(f *frame, at site, args []Value) Value {
	if !f.step(at, args[0].weight()) {
		return Null
	}
	var out []Value
	for i, x := range args[0].list() {
		if same(x, args[1]) {
			out = append(out, Int(int64(i)+1))
		}
	}
	if !f.produce(at, int64(len(out))*valueBytes) {
		return Null
	}
	return List(out...)
}

// union gives the items of lists without those that are equal to an earlier one.
func union(f *frame, at site, args []Value) Value {
	n := int64(0)
	for _, l := range args {
		if n += l.n; !f.step(at, l.weight()) {
			return Null
		}
	}
	out, ok := f.room(at, 3*n) // with what finds the items again
	if !ok {
		return Null
	}
	first := make(map[uint64]int32, n) // by hash: the first such item of out, from 1
	further := make([]int32, 0, n)     // of each item of out: the next with its hash
	add := func(x Value) (goOn bool) {
		h, last := x.hash(), int32(0)
		for i := first[h]; i > 0; i = further[i-1] {
			if !f.step(at, min(x.weight(), out[i-1].weight())) {
				return false
			}
			if same(out[i-1], x) {
				return true
			}
			last = i
		}
		out, further = append(out, x), append(further, 0)
		if last == 0 {
			first[h] = int32(len(out))
		} else {
			further[last-1] = int32(len(out))
		}
		return true
	}
	for _, l := range args {
		for _, x := range l.list() {
			if !add(x) {
				return Null
			}
		}
	}
	return f.within(at, List(out...))
}

// flatten takes all lists within lists apart.
func flatten(f *frame, at site, args []Value) Value {
	if !f.step(at, args[0].weight()) {
		return Null
	}
	var out []Value
	var add func(items []Value) bool
	add = func(items []Value) bool {
		if !f.produce(at, int64(len(items))*valueBytes) {
			return false
		}
		for _, x := range items {
			if x.kind != KindList {
				out = append(out, x)
			} else if !add(x.list()) {
				return false
			}
		}
		return true
	}
	if !add(args[0].list()) {
		return Null
	}
	return f.within(at, List(out...))
}
