package strictjson_test

import (
	"testing"

	"github.com/decision-spine/spine/internal/strictjson"
)

func TestAccessors(t *testing.T) {
	const src = ` {"b": [1.50, "x\n", true, null, {}], "a": -0} `
	v := parse(t, src)
	if v.Kind() != strictjson.Object || v.Offset() != 1 || v.End() != len(src)-1 {
		t.Errorf("the root is %v from %d to %d", v.Kind(), v.Offset(), v.End())
	}
	members := v.Members()
	if len(members) != 2 || members[0].Name != "b" || members[1].Name != "a" || members[1].NameOffset != 38 {
		t.Fatalf("members: %+v", members)
	}
	list, _ := v.Get("b")
	for i, want := range []struct {
		kind       strictjson.Kind
		text       string
		yes        bool
		start, end int
	}{
		{strictjson.Number, "1.50", false, 8, 12},
		{strictjson.String, "x\n", false, 14, 19},
		{strictjson.Bool, "", true, 21, 25},
		{strictjson.Null, "", false, 27, 31},
		{strictjson.Object, "", false, 33, 35},
	} {
		got := list.Items()[i]
		if got.Kind() != want.kind || got.Text() != want.text || got.Bool() != want.yes || got.Offset() != want.start || got.End() != want.end {
			t.Errorf("item %d: %v %q %v from %d to %d", i, got.Kind(), got.Text(), got.Bool(), got.Offset(), got.End())
		}
		if _, ok := got.Get("x"); ok || got.Items() != nil || got.Members() != nil {
			t.Errorf("item %d holds something", i)
		}
	}
	if _, ok := list.Get("b"); ok || list.Members() != nil || v.Items() != nil {
		t.Error("an array has members, or an object items")
	}
	if zero := (strictjson.Value{}); zero.Kind() != strictjson.Null || zero.Any() != nil {
		t.Error("the zero Value is not null")
	}
}

// Slices of neighbours share a block: appending to one must not reach another.
func TestContainersCannotGrowIntoEachOther(t *testing.T) {
	v := parse(t, `[[1],[2],{"a":3},{"b":4}]`)
	_ = append(v.Items()[0].Items(), strictjson.Value{})
	_ = append(v.Items()[2].Members(), strictjson.Member{})
	if second, fourth := v.Items()[1].Items()[0], v.Items()[3].Members()[0]; second.Text() != "2" || fourth.Name != "b" {
		t.Errorf("after appending: %q, %q", second.Text(), fourth.Name)
	}
	root := parse(t, `{"a":1}`).Members()
	one, other := append(root, strictjson.Member{Name: "b"}), append(root, strictjson.Member{Name: "c"})
	if one[1].Name != "b" || other[1].Name != "c" {
		t.Errorf("after appending twice: %q, %q", one[1].Name, other[1].Name)
	}
}

func TestKindNames(t *testing.T) {
	for src, want := range map[string]string{
		`null`: "null", `true`: "boolean", `1`: "number", `""`: "string", `[]`: "array", `{}`: "object",
	} {
		if got := parse(t, src).Kind().String(); got != want {
			t.Errorf("%s is of kind %q", src, got)
		}
	}
}
