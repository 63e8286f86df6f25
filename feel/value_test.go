package feel_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestValueIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(feel.Value{}); n != 24 {
		t.Errorf("a Value has %d bytes", n)
	}
	if reflect.TypeFor[feel.Value]().Comparable() {
		t.Error("values can be compared with ==")
	}
	if v := (feel.Value{}); !v.IsNull() || v.String() != "null" {
		t.Errorf("the zero Value is %s", v)
	}
}

// The compiler keeps a struct in registers when neither it nor a struct in it has more
// than four members.
func TestValueStaysInRegisters(t *testing.T) {
	var look func(reflect.Type)
	look = func(typ reflect.Type) {
		if typ.Kind() != reflect.Struct {
			return
		}
		if typ.NumField() > 4 {
			t.Errorf("%s has %d members", typ, typ.NumField())
		}
		for i := range typ.NumField() {
			look(typ.Field(i).Type)
		}
	}
	look(reflect.TypeFor[feel.Value]())
}

func TestValueKinds(t *testing.T) {
	for _, c := range []struct{ text, kind string }{
		{"null", "null"}, {"true", "boolean"}, {"1", "number"}, {`""`, "string"}, {`@"2026-01-01"`, "date"}, {`@"10:00:00"`, "time"},
		{`@"2026-01-01T10:00:00"`, "date and time"}, {`@"P1D"`, "days and time duration"}, {`@"P1M"`, "years and months duration"},
		{"[]", "list"}, {"{}", "context"}, {"[1..2]", "range"}, {"abs", "function"},
	} {
		if got := value(t, c.text).Kind().String(); got != c.kind {
			t.Errorf("%s is a %s", c.text, got)
		}
	}
}

// Each accessor answers for its own kinds only, and gives back what was put in.
func TestValueAccessors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(2).Draw(t, "value")
		kind := v.Kind()
		must := func(what string, ok bool, kinds ...feel.Kind) {
			if ok != slices.Contains(kinds, kind) {
				t.Fatalf("%s of the %s %s: %t", what, kind, v, ok)
			}
		}
		same := func(what string, back feel.Value) {
			if back.Kind() != kind || back.String() != v.String() {
				t.Fatalf("%s of %s gives %s", what, v, back)
			}
		}
		of := func(x any) feel.Value {
			back, err := feel.Of(x)
			if err != nil {
				t.Fatal(err)
			}
			return back
		}
		b, ok := v.AsBool()
		if must("AsBool", ok, feel.KindBoolean); ok {
			same("AsBool", of(b))
		} else if b {
			t.Fatalf("AsBool of %s is true", v)
		}
		s, ok := v.AsString()
		if must("AsString", ok, feel.KindString); ok {
			same("AsString", of(s))
		}
		if i, ok := v.AsInt(); ok {
			must("AsInt", ok, feel.KindNumber)
			same("AsInt", of(i))
		}
		d, ok := v.AsDecimal()
		if must("AsDecimal", ok, feel.KindNumber); ok {
			same("AsDecimal", of(d))
		}
		text, _, ok := v.NumberText()
		if must("NumberText", ok, feel.KindNumber); ok {
			back, err := feel.ParseNumber(text)
			if err != nil {
				t.Fatal(err)
			}
			same("NumberText", back)
		}
		text, ok = v.Text()
		if must("Text", ok, feel.KindDate, feel.KindTime, feel.KindDateTime, feel.KindDays, feel.KindMonths); ok {
			back, err := feel.ParseTemporal(kind, text)
			if err != nil {
				t.Fatal(err)
			}
			same("Text", back)
		}
		_, ok = v.Days()
		must("Days", ok, feel.KindDays)
		_, ok = v.Months()
		must("Months", ok, feel.KindMonths)
		if items := v.Items(); items != nil {
			must("Items", true, feel.KindList)
			same("Items", feel.List(items...))
		}
		if kind == feel.KindContext {
			var entries []feel.Entry
			for key, entry := range v.Entries() {
				got, ok := v.Get(key)
				if !ok || got.String() != entry.String() {
					t.Fatalf("Get(%q) of %s is %s", key, v, got)
				}
				entries = append(entries, feel.Entry{Key: key, Value: entry})
			}
			same("Entries", feel.Context(entries...))
			if v.Len() != len(entries) {
				t.Fatalf("%s has %d entries", v, v.Len())
			}
		}
		nobodys := "x" // longer than every key
		for key := range v.Entries() {
			nobodys += key
		}
		if _, ok := v.Get(nobodys); ok {
			t.Fatalf("%s has an entry that nobody gave", v)
		}
		same("Value", of(v))
		same("*Value", of(&v))
	})
}

func TestContextKeepsTheLastOfAKey(t *testing.T) {
	entries := []feel.Entry{{"a", feel.Int(1)}, {"b", feel.Int(2)}, {"a", feel.Int(3)}}
	if got := feel.Context(entries...).String(); got != "{a: 3, b: 2}" {
		t.Error(got)
	}
	// As well where entries are found by an index.
	var many []feel.Entry
	for i := range 100 {
		many = append(many, feel.Entry{Key: fmt.Sprintf("k%d", i%50), Value: feel.Int(int64(i))})
	}
	c := feel.Context(many...)
	if v, ok := c.Get("k7"); c.Len() != 50 || !ok || v.String() != "57" {
		t.Errorf("%d entries, k7 is %s", c.Len(), v)
	}
	if _, ok := c.Get("k50"); ok {
		t.Error("an entry that nobody gave")
	}
}

func TestEntriesCanBeLeft(t *testing.T) {
	for range feel.Context(feel.Entry{Key: "a"}, feel.Entry{Key: "b"}).Entries() {
		break
	}
	for range feel.Int(1).Entries() {
		t.Error("a number has entries")
	}
}

// A value of a host that nests too deeply, or holds too much, is refused wherever
// it comes in.
func TestValueLimits(t *testing.T) {
	deep := feel.Int(1)
	for range feel.MaxNesting + 1 {
		deep = feel.List(deep)
	}
	wide := feel.Int(1)
	for range 30 {
		wide = feel.List(wide, wide) // 2^30 values, most of them shared
	}
	text := feel.String(strings.Repeat("x", 1<<20))
	heavy := feel.List(slices.Repeat([]feel.Value{text}, 1000)...)
	sc := feel.NewScope().Declare("x", nil)
	for name, v := range map[string]feel.Value{"deep": deep, "wide": wide, "heavy": heavy, "in a range": feel.Context(feel.Entry{Key: "a", Value: deep})} {
		if _, err := feel.Of(v); err == nil {
			t.Errorf("%s: Of takes it", name)
		}
		if _, err := feel.Of([]any{v}); err == nil {
			t.Errorf("%s: Of takes it in a list", name)
		}
		for _, vars := range []feel.Vars{
			feel.Map(map[string]any{"x": v}), feel.ContextVars(feel.Context(feel.Entry{Key: "x", Value: v})), feel.Slots([]feel.Value{v}),
		} {
			for _, text := range []string{"x = x", "(= x)", "x[1]"} {
				if _, err := program(t, text, sc).Eval(t.Context(), feel.Input{Vars: vars}); err == nil {
					t.Errorf("%s: %s is evaluated", name, text)
				}
			}
		}
	}
}

func TestNumberText(t *testing.T) {
	for _, c := range []struct {
		number, text string
		json         bool
	}{
		{"1.50", "1.5", true},
		{"-0.0", "0", true},
		{"1e21", "1e+21", true},
		{"9007199254740993", "9007199254740993", false},
		{"0.1", "0.1", true},
		{"12345678901234567890.123", "12345678901234567890.123", false},
		{"1e40", "1e+40", true},
		{"1.0000000000000000001e40", "1.0000000000000000001E+40", false},
	} {
		v, err := feel.ParseNumber(c.number)
		if err != nil {
			t.Fatal(err)
		}
		if text, json, ok := v.NumberText(); !ok || json != c.json || text != c.text {
			t.Errorf("%s: %s, %t", c.number, text, json)
		}
	}
	for _, text := range []string{"", "1e", "x", "NaN", "1e7000", strings.Repeat("1", 35)} {
		if v, err := feel.ParseNumber(text); err == nil {
			t.Errorf("%s is read as %s", text, v)
		}
	}
	if i, ok := feel.Int(math.MinInt64).AsInt(); !ok || i != math.MinInt64 {
		t.Error(i)
	}
}
