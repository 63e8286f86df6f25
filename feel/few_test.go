package feel

import (
	"testing"

	"pgregory.net/rapid"
)

func TestFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f few[int]
		want := map[string]int{}
		for i, key := range rapid.SliceOfN(rapid.StringMatching("[ab]{0,4}"), 0, 60).Draw(t, "keys") {
			if v := f.at(key); v == nil {
				f.put(key, i)
			} else {
				*v = i
			}
			want[key] = i
		}
		for key, w := range want {
			if v := f.at(key); v == nil || *v != w {
				t.Fatalf("%q: %v, want %d", key, v, w)
			}
		}
		if f.at("c") != nil {
			t.Fatal("what is not there is found")
		}
		if len(f.entries) != len(want) {
			t.Fatalf("%d entries, want %d", len(f.entries), len(want))
		}
	})
}
