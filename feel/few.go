package feel

// few is a map that most often has few entries, which are then looked at one by one.
// They are in the order in which they came.
type few[V any] struct {
	entries []fewEntry[V]
	index   map[string]int // when there are many
}

type fewEntry[V any] struct {
	key string
	val V
}

const maxFew = 8

// at gives the place of the value of a key, until the next put; nil when there is none.
func (f *few[V]) at(key string) *V {
	if f.index != nil {
		if i, ok := f.index[key]; ok {
			return &f.entries[i].val
		}
		return nil
	}
	for i := range f.entries {
		if f.entries[i].key == key {
			return &f.entries[i].val
		}
	}
	return nil
}

// put adds an entry with a new key.
func (f *few[V]) put(key string, val V) {
	f.entries = append(f.entries, fewEntry[V]{key, val})
	if len(f.entries) <= maxFew {
		return
	}
	if f.index == nil {
		f.index = make(map[string]int, 2*maxFew)
		for i := range f.entries {
			f.index[f.entries[i].key] = i
		}
	}
	f.index[key] = len(f.entries) - 1
}
