package feel

import "slices"

// Keys are the keys of contexts that have them in common: such contexts are made
// with less memory than by [Context]. Keys are immutable.
type Keys struct {
	names    []string
	repeated bool
	index    map[string]int // of many
}

// NewKeys gives the keys of contexts, in their order.
func NewKeys(names ...string) *Keys {
	k := &Keys{names: slices.Clone(names)}
	c := contextData{keys: k.names}
	c.makeIndex()
	k.index = c.index
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		k.repeated = k.repeated || seen[name]
		seen[name] = true
	}
	return k
}

// Context gives the context with these keys and values, as many as there are keys,
// which must not be changed afterwards. Of entries with the same key the last one
// counts, at the place of the first.
func (k *Keys) Context(values []Value) Value {
	return k.fill(&contextData{}, values)
}

func (k *Keys) fill(c *contextData, values []Value) Value {
	if k.repeated {
		for i, name := range k.names {
			c.put(name, values[i])
		}
	} else {
		c.keys, c.index, c.vals = k.names, k.index, values
	}
	return contextValue(c)
}

// Bindings are variables that get their values one after the other, as what a graph comes
// to does. They belong to one goroutine at a time; owners of many keep them in a pool.
type Bindings struct{ data contextData }

// Bindings gives variables that have the keys, which are all different, as their names,
// and are null.
func (k *Keys) Bindings() *Bindings {
	return &Bindings{contextData{k.names, make([]Value, len(k.names)), k.index}}
}

// Set gives a value to the variable of key i.
func (b *Bindings) Set(i int, v Value) { b.data.vals[i] = v }

// Get gives the value of the variable of key i.
func (b *Bindings) Get(i int) Value { return b.data.vals[i] }

// Vars gives the variables to an evaluation, which sees the values that they have when it
// reads them.
func (b *Bindings) Vars() Vars { return Vars{from: contextObject{&b.data}} }

// Clear makes all variables null.
func (b *Bindings) Clear() { clear(b.data.vals) }

// Lists gives the context in which each key has the list of its values in all rows.
func (k *Keys) Lists(rows int, value func(row, key int) Value) Value {
	n := len(k.names)
	var c *contextData
	var room []Value
	if need := n + n*rows; need <= fewValues {
		small := &struct { // one piece of memory
			contextData
			values [fewValues]Value
		}{}
		c, room = &small.contextData, small.values[:need]
	} else {
		c, room = &contextData{}, make([]Value, need)
	}
	lists, items := room[:n:n], room[n:]
	for i := range lists {
		list := items[i*rows : (i+1)*rows : (i+1)*rows]
		for row := range list {
			list[row] = value(row, i)
		}
		lists[i] = List(list...)
	}
	return k.fill(c, lists)
}

const fewValues = 8
