package feel

import (
	"fmt"
	"maps"

	"github.com/decision-spine/spine/internal/source"
)

var anyContext = ContextType()

func init() {
	context, value := arg("context", anyContext), arg("value").orNull()
	define("10.3.4.10",
		entry("get value", []string{`get value({a: "foo"}, "a")`, `get value({a: null}, "a")`, `get value({a: 1}, "b")`},
			form(AnyType, getValue, arg("m", anyContext), arg("key", StringType))),
		entry("get entries", []string{`get entries({a: 1, b: 2})`, "get entries({})"},
			form(ListType(ContextType(Field{"key", StringType}, Field{"value", AnyType})), getEntries, arg("m", anyContext))),
		entry("context", []string{`context([{key: "a", value: 1}, {key: "b", value: null}])`, `context({key: "a", value: 1})`,
			`context([{key: "a", value: 1}, {key: "a", value: 2}])`, "context([{value: 1}])"},
			form(anyContext, contextOf, arg("entries", ListType(anyContext)))),
		entry("context put", []string{`context put({a: 1}, "b", 2)`, `context put({a: 1, b: 2}, "a", 3)`, `context put({a: {b: 1}}, ["a", "c"], 2)`,
			`context put({a: 1}, ["a", "b"], 2)`, `context put({}, [], 1)`},
			form(anyContext, contextPut, context, arg("key", StringType), value),
			form(anyContext, contextPutDeep, context, arg("keys", ListType(StringType)), value)),
		entry("context merge", []string{`context merge([{a: 1}, {b: 2}, {a: 3}])`, "context merge([])", "context merge([{a: 1}, 2])"},
			form(anyContext, contextMerge, arg("contexts", ListType(anyContext)))),
	)
}

func getValue(f *frame, at site, args []Value) Value {
	if !f.step(at, args[1].weight()>>1) {
		return Null
	}
	v, ok := args[0].Get(args[1].str())
	if !ok {
		return f.fail(errMissingMember(at.src, at.n, args[1].str(), args[0].context().keys))
	}
	return v
}

func getEntries(f *frame, at site, args []Value) Value {
	c := args[0].context()
	n := int64(len(c.keys))
	out, ok := f.room(at, n)
	if !ok || !f.step(at, n) || !f.produce(at, n*5*valueBytes) {
		return Null
	}
	names := []string{"key", "value"}
	for i, key := range c.keys {
		out = append(out, contextValue(&contextData{keys: names, vals: []Value{String(key), c.vals[i]}}))
	}
	return f.within(at, List(out...))
}

// copied gives a copy of a context with room for more entries, once it is counted.
func (f *frame) copied(at site, c *contextData, more int64) (out *contextData, ok bool) {
	n := int64(len(c.keys)) + more
	if !f.step(at, n>>1) || !f.produce(at, (3+3*n)*valueBytes) {
		return nil, false
	}
	return &contextData{
		keys:  append(make([]string, 0, n), c.keys...),
		vals:  append(make([]Value, 0, n), c.vals...),
		index: maps.Clone(c.index),
	}, true
}

// contextOf makes a context of entries, each a context with key and value. It is
// null when a key is missing, null or there twice, or when a value is missing.
func contextOf(f *frame, at site, args []Value) Value {
	if !f.step(at, args[0].weight()) {
		return Null
	}
	out, ok := f.copied(at, &contextData{}, args[0].n)
	if !ok {
		return Null
	}
	for _, e := range args[0].list() {
		if e.kind != KindContext {
			return f.badItem(at, "context", e)
		}
		for _, name := range []string{"key", "value"} {
			if _, ok := e.Get(name); !ok {
				return f.fail(errMissingMember(at.src, at.n, name, e.context().keys))
			}
		}
		key, _ := e.Get("key")
		value, _ := e.Get("value")
		if key.kind != KindString {
			return f.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("the key of an entry must be a string, not a %s", key.kind), ""))
		}
		if out.find(key.str()) >= 0 {
			return f.fail(errDuplicateKey(at.src, at.n, key.str()))
		}
		out.put(key.str(), value)
	}
	return f.within(at, contextValue(out))
}

// contextPut replaces an entry in its place, or adds it behind the others.
func contextPut(f *frame, at site, args []Value) Value {
	if !f.step(at, args[1].weight()>>1) {
		return Null
	}
	return f.put(at, args[0], []Value{args[1]}, args[2])
}

// contextPutDeep follows keys through contexts within contexts. Only the last key
// may be new.
func contextPutDeep(f *frame, at site, args []Value) Value {
	keys := args[1].list()
	if !f.step(at, args[1].weight()) {
		return Null
	}
	if len(keys) == 0 {
		return f.fail(errDomain(at.src, at.n, "there is no key"))
	}
	for _, key := range keys {
		if key.kind != KindString {
			return f.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("a key must be a string, not a %s", key.kind), ""))
		}
	}
	return f.put(at, args[0], keys, args[2])
}

func (f *frame) put(at site, context Value, keys []Value, v Value) Value {
	within := make([]*contextData, 0, min(len(keys), MaxNesting))
	for i, key := range keys {
		if context.kind != KindContext {
			return f.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("%s is a %s, in which nothing can be put",
				source.Quote(keys[i-1].str()), context.kind), ""))
		}
		within = append(within, context.context())
		if i < len(keys)-1 {
			next, ok := context.Get(key.str())
			if !ok {
				return f.fail(errMissingMember(at.src, at.n, key.str(), context.context().keys))
			}
			context = next
		}
	}
	for i := len(within) - 1; i >= 0; i-- {
		c, ok := f.copied(at, within[i], 1)
		if !ok {
			return Null
		}
		c.put(keys[i].str(), v)
		v = contextValue(c)
	}
	return f.within(at, v)
}

// contextMerge puts the entries of contexts together; of one key the last counts.
func contextMerge(f *frame, at site, args []Value) Value {
	if !f.step(at, args[0].weight()) {
		return Null
	}
	n := int64(0)
	for _, x := range args[0].list() {
		if x.kind != KindContext {
			return f.badItem(at, "context merge", x)
		}
		n += int64(len(x.context().keys))
	}
	out, ok := f.copied(at, &contextData{}, n)
	if !ok {
		return Null
	}
	for _, x := range args[0].list() {
		for key, v := range x.Entries() {
			out.put(key, v)
		}
	}
	return f.within(at, contextValue(out))
}
