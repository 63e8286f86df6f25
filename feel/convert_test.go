package feel_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	shop "github.com/shopspring/decimal"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

type (
	text    string
	flag    bool
	measure float32
	person  struct {
		Name    string `feel:"full name" json:"name"`
		Age     int    `json:"age,omitempty"`
		Secret  string `json:"-"`
		Plain   *int
		hidden  int
		Partner *person `json:",omitempty"`
	}
	base    struct{ ID int }
	derived struct {
		base
		Base struct{ ID int }
	}
	node struct {
		Left, Right *node
	}
	sealed struct{ n int }
)

func TestOf(t *testing.T) {
	seven := 7
	var none *int
	var nothing any
	big30 := new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)
	for _, c := range []struct {
		in   any
		want string
	}{
		{nil, "null"}, {none, "null"}, {(*big.Int)(nil), "null"}, {(*person)(nil), "null"}, {&nothing, "null"}, {&seven, "7"}, {feel.Int(1), "1"},
		{true, "true"}, {flag(true), "true"}, {"é", `"é"`}, {text("x"), `"x"`}, {"", `""`},
		{int8(-8), "-8"}, {int16(-16), "-16"}, {int32(-32), "-32"}, {int64(math.MinInt64), "-9223372036854775808"},
		{uint(1), "1"}, {uint8(8), "8"}, {uint64(math.MaxUint64), "18446744073709551615"}, {uintptr(3), "3"},
		// Floats through their shortest text.
		{0.1, "0.1"}, {float32(456.78), "456.78"}, {measure(0.1), "0.1"}, {1e21, "1000000000000000000000"}, {5e-324, "5E-324"},
		{math.MaxFloat64, "1.7976931348623157E+308"}, {float32(1e-10), "1E-10"}, {math.Copysign(0, -1), "0"},
		{json.Number("1.10"), "1.1"}, {json.Number("-1E+3"), "-1000"}, {big30, "1000000000000000000000000000000"},
		{shop.RequireFromString("0.10"), "0.1"}, {shop.New(5, 300), "5E+300"},
		{time.Date(2026, 1, 2, 3, 4, 5, 600, time.UTC), `@"2026-01-02T03:04:05.0000006Z"`},
		{time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("x", -3*3600)), `@"2026-01-02T03:04:05-03:00"`},
		{90 * time.Minute, `@"PT1H30M"`}, {-1500 * time.Millisecond, `@"-PT1.5S"`}, {time.Duration(math.MinInt64), `@"-P106751DT23H47M16.854775808S"`},
		{[]any{1, "a", nil}, `[1, "a", null]`}, {[]any(nil), "[]"}, {[]string{"a"}, `["a"]`}, {[2]int{1, 2}, "[1, 2]"}, {[]feel.Value{feel.Null}, "[null]"},
		{map[string]any{"b": 1, "a": []any{}}, "{a: [], b: 1}"}, {map[text]int{"x": 1}, "{x: 1}"}, {map[string]feel.Value(nil), "{}"},
		{person{Name: "A", Age: 3, Secret: "s", Plain: &seven, hidden: 9}, `{"full name": "A", age: 3, Plain: 7, Partner: null}`},
		{&person{Partner: &person{}}, `{"full name": "", age: 0, Plain: null, Partner: {"full name": "", age: 0, Plain: null, Partner: null}}`},
		{derived{}, "{Base: {ID: 0}}"}, {struct{}{}, "{}"},
	} {
		got, err := feel.Of(c.in)
		if err != nil || got.String() != c.want {
			t.Errorf("%#v: %s, %v, want %s", c.in, got, err, c.want)
		}
	}
}

func TestOfRefuses(t *testing.T) {
	loop := &node{}
	loop.Left, loop.Right = loop, loop
	list := []any{nil}
	list[0] = list
	m := map[string]any{}
	m["m"] = m
	deep := any(1)
	for range feel.MaxNesting {
		deep = []any{deep}
	}
	if _, err := feel.Of(deep); err != nil {
		t.Errorf("%d levels: %v", feel.MaxNesting, err)
	}
	for _, c := range []struct {
		in   any
		want string
	}{
		{math.NaN(), "NaN"}, {math.Inf(1), "Inf"}, {float32(math.Inf(-1)), "Inf"},
		{json.Number("x"), `"x"`}, {json.Number(""), "not a number"}, {json.Number("1e7000"), "range"}, {json.Number(strings.Repeat("9", 35)), "digits"},
		{new(big.Int).Exp(big.NewInt(10), big.NewInt(7000), nil), "too long"}, {shop.New(1, 7000), "range"},
		{"a\xff", "UTF-8"}, {map[string]any{"a\xff": 1}, "UTF-8"}, {[]any{"a\xff"}, "item 1"}, {map[string]any{"k": "\xff"}, "k: "},
		{map[int]any{1: 2}, "map[int]"}, {make(chan int), "chan int"}, {func() {}, "func()"}, {complex(1, 2), "complex128"},
		{[]byte("text"), "[]uint8"}, {json.RawMessage("1"), "json.RawMessage"}, {[4]byte{}, "[4]uint8"},
		{sealed{n: 1}, "feel_test.sealed"}, {*big30(), "big.Int"}, {big.NewRat(1, 3), "big.Rat"}, {person{Name: "\xff"}, "full name: "},
		{loop, "nest"}, {list, "nest"}, {m, "nest"}, {[]any{deep}, "nest"},
		{time.Date(10_000_000_000, 1, 1, 0, 0, 0, 0, time.UTC), "year"},
	} {
		got, err := feel.Of(c.in)
		if err == nil || !strings.Contains(err.Error(), c.want) || !got.IsNull() {
			t.Errorf("%T: %s, %v, want %s", c.in, got, err, c.want)
		} else if len(err.Error()) > 10_000 {
			t.Errorf("%T: an error of %d bytes", c.in, len(err.Error()))
		}
	}
}

func big30() *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil) }

func TestAsTime(t *testing.T) {
	for _, c := range []struct {
		text, want string
	}{
		{`@"2026-01-02"`, "2026-01-02T00:00:00Z"},
		{`@"2026-01-02T03:04:05.5Z"`, "2026-01-02T03:04:05.5Z"},
		{`@"2026-01-02T03:04:05-03:30"`, "2026-01-02T03:04:05-03:30"},
		{`@"2026-07-02T03:04:05@Europe/Paris"`, "2026-07-02T03:04:05+02:00"},
		{`@"0000-01-01"`, "0000-01-01T00:00:00Z"},
		{`@"9999-12-31T23:59:59.999999999Z"`, "9999-12-31T23:59:59.999999999Z"},
		{`@"10000-01-01"`, ""}, {`@"-0001-01-01"`, ""}, {`@"2026-01-02T03:04:05"`, ""}, {`@"10:00:00Z"`, ""}, {"1", ""},
	} {
		got := ""
		if at, ok := value(t, c.text).AsTime(); ok {
			got = at.Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("%s: %s", c.text, got)
		}
	}
}

// A list of maps, some of which have the same keys and some not, is the list of what
// each of them is by itself.
func TestOfMapsInAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		maps := rapid.SliceOfN(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), rapid.IntRange(-3, 3), 0, 3), 0, 150).Draw(t, "maps")
		list := make([]any, len(maps))
		var items []feel.Value
		for i, m := range maps {
			host := map[string]any{}
			for k, n := range m {
				host[k] = n
			}
			list[i] = host
			item, err := feel.Of(host)
			if err != nil {
				t.Fatal(err)
			}
			items = append(items, item)
		}
		got, err := feel.Of(list)
		if want := feel.List(items...); err != nil || got.String() != want.String() {
			t.Fatalf("got %s, %v, want %s", got, err, want)
		}
	})
}
