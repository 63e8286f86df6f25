package strictjson

import "encoding/json"

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds. The zero Kind is that of the zero [Value], null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String gives the name of the kind as JSON Schema has it.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is a JSON value and its place in the text. The zero Value is null.
type Value struct {
	text       string     // of a string, unescaped, or of a number
	in         *container // nil if empty
	start, end int32
	kind       Kind
	yes        bool
}

// container is what an array or an object holds.
type container struct {
	items   []Value
	members []Member
	index   map[string]int32 // of members, if they are many
}

// Member is one member of an object.
type Member struct {
	Name       string // unescaped
	NameOffset int    // byte of the name's opening quote
	Value      Value
}

// Kind gives the kind.
func (v Value) Kind() Kind { return v.kind }

// Bool gives the value of a boolean, false for all else.
func (v Value) Bool() bool { return v.yes }

// Text gives a string, unescaped, or a number's exact text; "" for all else.
func (v Value) Text() string { return v.text }

// Items gives the items of an array in order, nil for all else. They are
// shared: the caller must not write to them.
func (v Value) Items() []Value {
	if v.in == nil {
		return nil
	}
	return v.in.items
}

// Members gives the members of an object in the order of the text, nil for all
// else. They are shared: the caller must not write to them.
func (v Value) Members() []Member {
	if v.in == nil {
		return nil
	}
	return v.in.members
}

// Get gives the member of an object with exactly that name. False means that
// there is none, or that v is no object.
func (v Value) Get(name string) (Value, bool) {
	if v.in == nil {
		return Value{}, false
	}
	if i, ok := find(v.in.members, v.in.index, name); ok {
		return v.in.members[i].Value, true
	}
	return Value{}, false
}

// Offset gives the byte at which the value starts in the text.
func (v Value) Offset() int { return int(v.start) }

// End gives the byte after the value.
func (v Value) End() int { return int(v.end) }

// Any converts v to map[string]any, []any, [json.Number], string, bool and nil,
// freshly made.
func (v Value) Any() any {
	switch v.kind {
	case Bool:
		return v.yes
	case Number:
		return json.Number(v.text)
	case String:
		return v.text
	case Array:
		out := make([]any, len(v.Items()))
		for i, item := range v.Items() {
			out[i] = item.Any()
		}
		return out
	case Object:
		out := make(map[string]any, len(v.Members()))
		for _, m := range v.Members() {
			out[m.Name] = m.Value.Any()
		}
		return out
	}
	return nil
}

// indexedFrom is the number of members from which on an index is faster than
// looking at each.
const indexedFrom = 16

// indexOf maps each name to its place.
func indexOf(members []Member) map[string]int32 {
	index := make(map[string]int32, 4*len(members))
	for i, m := range members {
		index[m.Name] = int32(i)
	}
	return index
}

// find gives the place of a name, by the index if there is one.
func find(members []Member, index map[string]int32, name string) (int, bool) {
	if index != nil {
		i, ok := index[name]
		return int(i), ok
	}
	for i := range members {
		if members[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// blocks keeps many small slices in few allocations.
type blocks[T any] struct{ open []T }

// keep gives a copy of s that nothing can grow into.
func (b *blocks[T]) keep(s []T) []T {
	if len(s) > cap(b.open)-len(b.open) {
		b.open = make([]T, 0, max(len(s), min(2*cap(b.open), 256)))
	}
	at := len(b.open)
	b.open = append(b.open, s...)
	return b.open[at:len(b.open):len(b.open)]
}
