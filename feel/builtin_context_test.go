package feel_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestContextFunctions(t *testing.T) {
	functions(t, []row{
		{`get value({a: "foo"}, "a")`, `"foo"`, ""},
		{`get value(key: "a", m: {a: "foo"})`, `"foo"`, ""},
		{`get value({a: null}, "a")`, "null", ""},
		{`get value({"": 1}, "")`, "1", ""},
		{`get value(config, "b").c`, "2", ""},
		{`get value({a: 1}, "b")`, "null", "missing_member"},
		{`get value({a: 1}, 1)`, "null", "type_mismatch"},
		{`get value("a", "a")`, "null", "type_mismatch"},
		{`get value({a: 1}, nothing)`, "null", ""},
		{`get value(nothing, "a")`, "null", ""},

		{"get entries({a: 1, b: null})", `[{key: "a", value: 1}, {key: "b", value: null}]`, ""},
		{"get entries({})", "[]", ""},
		{"get entries(m: {a: 1}).value", "[1]", ""},
		{"get entries(nothing)", "null", ""},
		{"get entries([1])", "null", "type_mismatch"},
		{"get entries([{a: 1}])", `[{key: "a", value: 1}]`, ""},

		{`context([{key: "a", value: 1}, {key: "b", value: null}])`, "{a: 1, b: null}", ""},
		{`context({key: "a", value: 1})`, "{a: 1}", ""},
		{`context(entries: [{key: "", value: 1, more: 2}])`, `{"": 1}`, ""},
		{"context([])", "{}", ""},
		{`context([{key: "a", value: 1}, {key: "a", value: 1}])`, "null", "duplicate_key"},
		{"context([{value: 1}])", "null", "missing_member"},
		{`context([{key: "a"}])`, "null", "missing_member"},
		{"context([{key: null, value: 1}])", "null", "type_mismatch"},
		{"context([{key: 1, value: 1}])", "null", "type_mismatch"},
		{"context([null])", "null", ""},
		{`context(["a"])`, "null", "type_mismatch"},
		{"context(nothing)", "null", ""},

		{`context put({a: 1}, "b", 2)`, "{a: 1, b: 2}", ""},
		{`context put({a: 1, b: 2, c: 3}, "b", 4)`, "{a: 1, b: 4, c: 3}", ""},
		{`context put({}, "", null)`, `{"": null}`, ""},
		{`context put(context: {}, key: "a", value: 1)`, "{a: 1}", ""},
		{`context put(context: {}, key: "a")`, "{a: null}", ""},
		{`{c: {a: 1}, d: context put(c, "a", 2), r: [c, d]}.r`, "[{a: 1}, {a: 2}]", ""},
		{`context put({}, nothing, 1)`, "null", ""},
		{`context put(nothing, "a", 1)`, "null", ""},
		{"context put({}, 1, 1)", "null", "type_mismatch"},
		{`context put([], "a", 1)`, "null", "type_mismatch"},

		{`context put({x: 1, y: {a: 0}}, ["y", "a"], 2)`, "{x: 1, y: {a: 2}}", ""},
		{`context put({x: 1, y: {a: 0}}, ["y", "b"], 2)`, "{x: 1, y: {a: 0, b: 2}}", ""},
		{`context put({y: {a: {b: {c: 1, d: 2}}}}, ["y", "a", "b", "c"], 3)`, "{y: {a: {b: {c: 3, d: 2}}}}", ""},
		{`context put({}, ["a"], 1)`, "{a: 1}", ""},
		{`context put(context: {}, keys: ["a"], value: 1)`, "{a: 1}", ""},
		{`context put(context: {}, keys: "a", value: 1)`, "{a: 1}", ""},
		{`context put(context: {a: {}}, key: ["a", "b"], value: 1)`, "null", "type_mismatch"},
		{`context put({}, [], 1)`, "null", "domain"},
		{`context put({y: {}}, ["y", null], 1)`, "null", "type_mismatch"},
		{`context put({y: {}}, ["y", 1], 1)`, "null", "type_mismatch"},
		{`context put({y: 1}, ["y", "a"], 1)`, "null", "type_mismatch"},
		{`context put({y: null}, ["y", "a"], 1)`, "null", "type_mismatch"},
		{`context put({y: {}}, ["z", "a"], 1)`, "null", "missing_member"},

		{"context merge([{a: 1, b: 2}, {c: 3}, {a: 4}])", "{a: 4, b: 2, c: 3}", ""},
		{"context merge({a: 1})", "{a: 1}", ""},
		{"context merge(contexts: [{a: 1}, {}])", "{a: 1}", ""},
		{"context merge([])", "{}", ""},
		{"context merge([{a: 1}, null])", "null", ""},
		{"context merge([{a: 1}, 2])", "null", "type_mismatch"},
		{"context merge({a: 1}, {b: 2})", "null", "wrong_arguments"},
	})
}

// Whatever entries a context has, more than an index is made for among them, they
// come back.
func TestContextLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		call := func(name string, args ...feel.Value) feel.Value {
			v, err := feel.Call(name, args...)
			if err != nil {
				t.Fatalf("%s%v: %v", name, args, err)
			}
			return v
		}
		var entries []feel.Entry
		for i, v := range rapid.SliceOfN(values(), 0, 20).Draw(t, "values") {
			entries = append(entries, feel.Entry{Key: fmt.Sprint("k", i), Value: v})
		}
		c := feel.Context(entries...)
		if back := call("context", call("get entries", c)); back.String() != c.String() {
			t.Errorf("%s came back as %s", c, back)
		}
		put, merged := feel.Context(), feel.List()
		for _, e := range entries {
			if v := call("get value", c, feel.String(e.Key)); v.String() != e.Value.String() {
				t.Errorf("%s of %s is %s", e.Key, c, v)
			}
			put = call("context put", put, feel.String(e.Key), e.Value)
			merged = call("append", merged, feel.Context(e))
		}
		if put.String() != c.String() || call("context merge", merged).String() != c.String() {
			t.Errorf("%s was put together as %s and %s", c, put, call("context merge", merged))
		}
	})
}
