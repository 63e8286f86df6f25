package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestRangeFunctions(t *testing.T) {
	functions(t, []row{
		{"before(1, 10)", "true", ""},
		{"before(1, 1)", "false", ""},
		{"before(1, [1..10])", "false", ""},
		{"before(1, (1..10])", "true", ""},
		{"before([1..10], 10)", "false", ""},
		{"before([1..10), 10)", "true", ""},
		{"before([1..5], [5..9])", "false", ""},
		{"before([1..5], (5..9])", "true", ""},
		{"before(point: 1, range: [2..3])", "true", ""},
		{"before(range: [2..3], point: 4)", "true", ""},
		{"after(range: [2..3], point: 1)", "true", ""},
		{"after(point: 1, range: [2..3])", "false", ""},
		{"includes(point: 1, range: [1..3])", "true", ""},
		{"before(point1: 1, point2: 2)", "true", ""},
		{"before(range1: [1..2], range2: [3..4])", "true", ""},
		{"after(12, [1..10])", "true", ""},
		{"after([11..20], 10)", "true", ""},
		{"after((10..20], [1..10])", "true", ""},
		{"meets([1..5], [5..9])", "true", ""},
		{"meets([1..5], (5..9])", "false", ""},
		{"met by([5..9], [1..5])", "true", ""},
		{"overlaps([1..5], [3..8])", "true", ""},
		{"overlaps([1..5), [5..8])", "false", ""},
		{"overlaps([1..5], [5..8])", "true", ""},
		{"overlaps before([1..5], [3..8])", "true", ""},
		{"overlaps before([1..5], (1..5])", "true", ""},
		{"overlaps before([1..5], [1..5])", "false", ""},
		{"overlaps after([3..8], [1..5])", "true", ""},
		{"finishes(10, [1..10])", "true", ""},
		{"finishes(10, [1..10))", "false", ""},
		{"finishes([5..10], [1..10])", "true", ""},
		{"finished by([1..10], [5..10])", "true", ""},
		{"includes([1..10], 1)", "true", ""},
		{"includes((1..10], 1)", "false", ""},
		{"includes([1..10], (1..10))", "true", ""},
		{"during((1..10), [1..10])", "true", ""},
		{"during(5, [1..10])", "true", ""},
		{"starts(1, [1..10])", "true", ""},
		{"starts(1, [1..1))", "true", ""},
		{"starts([1..5], [1..10])", "true", ""},
		{"started by([1..10], 1)", "true", ""},
		{"coincides(5, 5.0)", "true", ""},
		{"coincides([1..5], [1..5])", "true", ""},
		{"coincides([1..5], [1..5))", "false", ""},
		// Other kinds than numbers.
		{`before("a", ["b".."c"])`, "true", ""},
		{`during(@"2026-06-01", [@"2026-01-01"..@"2026-12-31"])`, "true", ""},
		{`after(@"12:00:00+01:00", @"10:00:00Z")`, "true", ""},
		{`includes([@"P1D"..@"P3D"], @"PT48H")`, "true", ""},
		// An end that is not there is beyond everything; one that is null is unknown.
		{"before((< 5), 5)", "true", ""},
		{"before(5, (< 5))", "false", ""},
		{"before(5, (> 5))", "true", ""},
		{"includes((< 5), [1..4])", "true", ""},
		{"includes((< 5), (<= 4))", "true", ""},
		{"includes((< 5), (<= 5))", "false", ""},
		{"overlaps((> 5), (< 6))", "true", ""},
		{"starts((< 5), (< 6))", "true", ""},
		{"starts([1..5], (< 6))", "false", ""},
		{"finishes((> 5), (> 1))", "true", ""},
		{"coincides((< 5), (< 5))", "true", ""},
		{"coincides((= 5), [5..5])", "true", ""},
		{"before([1..null], 5)", "null", ""},
		{"includes([null..3], 2)", "null", ""},
		{"before(nothing, [1..2])", "null", ""},
		{"includes((!= 5), 2)", "null", "domain"},
		{"before([1..2], (!= 5))", "null", "domain"},
		{"coincides((= [1]), (= [1]))", "null", "domain"},
		{`before(1, "a")`, "null", "type_mismatch"},
		{`before([1..2], "a")`, "null", "type_mismatch"},
		{`before(@"10:00:00", @"10:00:00Z")`, "null", "type_mismatch"},
		{`before(@"2026-06-01", @"2026-06-01T10:00:00")`, "null", "type_mismatch"},
		{"meets(1, [1..2])", "null", "type_mismatch"},
		{"includes(1, [1..2])", "null", "type_mismatch"},
		{"before(true, false)", "null", "type_mismatch"},
		{"before(point1: [1..2], point2: 3)", "null", "type_mismatch"},
		{"before(point: 1, point2: 3)", "null", "wrong_arguments"},
		{"before(1)", "null", "wrong_arguments"},
	})
}

// The relations of intervals say what their words say of the points within: of
// whole numbers between bounds, ranges are finite sets.
func TestRangesAsSets(t *testing.T) {
	const least, most = -1, 12
	type set [most - least + 1]bool
	type interval struct {
		text string
		in   set
	}
	draw := func(t *rapid.T, name string) interval {
		lo := rapid.IntRange(0, 8).Draw(t, name)
		hi := lo + rapid.IntRange(2, 4).Draw(t, name)
		loOpen, hiOpen := rapid.Bool().Draw(t, name), rapid.Bool().Draw(t, name)
		i := interval{text: fmt.Sprintf("%s%d..%d%s", pick(loOpen, "(", "["), lo, hi, pick(hiOpen, ")", "]"))}
		for p := least; p <= most; p++ {
			i.in[p-least] = (p > lo || p == lo && !loOpen) && (p < hi || p == hi && !hiOpen)
		}
		return i
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		is := func(text string) bool {
			v, err := literal(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			yes, _ := v.AsBool()
			return yes
		}
		holds := func(name string) bool { return is(name + "(" + a.text + ", " + b.text + ")") }
		inside, before := true, true
		for i, x := range b.in {
			inside = inside && (!x || a.in[i])
			for j, y := range a.in {
				before = before && !(y && x && j >= i)
			}
		}
		// Whole numbers cannot see that (1..3] and [2..3] differ: only one way holds.
		if holds("includes") && !inside || holds("before") && !before {
			t.Errorf("%s and %s: includes %t, before %t", a.text, b.text, holds("includes"), holds("before"))
		}
		for name, converse := range map[string]string{
			"before": "after", "meets": "met by", "overlaps before": "overlaps after", "finishes": "finished by",
			"includes": "during", "starts": "started by", "overlaps": "overlaps", "coincides": "coincides",
		} {
			if x, y := holds(name), is(converse+"("+b.text+", "+a.text+")"); x != y {
				t.Errorf("%s(%s, %s) is %t, and %s the other way round %t", name, a.text, b.text, x, converse, y)
			}
		}
		if holds("overlaps") == (holds("before") || holds("after")) {
			t.Errorf("%s and %s overlap, or one is before the other", a.text, b.text)
		}
		for _, name := range []string{"overlaps before", "overlaps after", "includes", "during", "starts", "finishes", "coincides", "meets"} {
			if holds(name) && !holds("overlaps") {
				t.Errorf("%s(%s, %s), and they do not overlap", name, a.text, b.text)
			}
		}
		if both := holds("includes") && holds("during"); both != holds("coincides") {
			t.Errorf("%s and %s include each other: %t", a.text, b.text, both)
		}
		for p := least; p <= most; p++ {
			in := a.in[p-least]
			if got := is(fmt.Sprintf("includes(%s, %d)", a.text, p)); got != in {
				t.Errorf("includes(%s, %d) is %t", a.text, p, got)
			}
			apart := is(fmt.Sprintf("before(%s, %d)", a.text, p)) || is(fmt.Sprintf("after(%s, %d)", a.text, p))
			if apart == in {
				t.Errorf("%d is in %s, or before or after it", p, a.text)
			}
		}
	})
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

func TestRangeOfText(t *testing.T) {
	functions(t, []row{
		{`range("[18..21]")`, "[18..21]", ""},
		{`range("(18..21)")`, "(18..21)", ""},
		{`range("]18..21[") = (18..21)`, "true", ""},
		{`range(" [ -5 .. -1.5e0 ] ")`, "[-5..-1.5]", ""},
		{`range("[\"a\"..\"c\"]")`, `["a".."c"]`, ""},
		{`range("[\"..\"..\"a]\"]")`, `["..".."a]"]`, ""},
		{`range("[@\"2026-01-01\"..date(\"2026-12-31\")]")`, `[@"2026-01-01"..@"2026-12-31"]`, ""},
		{`range("[time(\"10:00:00\")..@\"11:00:00\"]")`, `[@"10:00:00"..@"11:00:00"]`, ""},
		{`range("[date and time(\"2026-01-01T10:00:00\")..@\"2026-01-02T10:00:00\"]")`, `[@"2026-01-01T10:00:00"..@"2026-01-02T10:00:00"]`, ""},
		{`range("[duration(\"P1D\")..@\"PT48H\"]")`, `[@"P1D"..@"P2D"]`, ""},
		{`range("[1..1]")`, "[1..1]", ""},
		{`range(from: string([1..3]))`, "[1..3]", ""},
		{`range("[2..)") = (>= 2)`, "true", ""},
		{`range("(2..)") = (> 2)`, "true", ""},
		{`range("(..2)") = (< 2)`, "true", ""},
		{`range("(..2]") = (<= 2)`, "true", ""},
		{`3 in range("[2..)")`, "true", ""},
		{`range("[..2]")`, "null", "domain"},
		{`range("[1..]")`, "null", "domain"},
		{`range("(..)")`, "null", "domain"},
		{`range("[null..2]")`, "null", "domain"},
		{`range("(null..2]")`, "null", "domain"},
		{`range("[3..1]")`, "null", "domain"},
		{`range("[\"z\"..\"a\"]")`, "null", "domain"},
		{`range("[1..\"a\"]")`, "null", "domain"},
		{`range("[@\"2026-01-01\"..@\"2026-01-01T10:00:00\"]")`, "null", "domain"},
		{`range("[true..false]")`, "null", "domain"},
		{`range("[1+1..3]")`, "null", "domain"},
		{`range("[n..3]")`, "null", "domain"},
		{`range("[date(string(\"2026-01-01\"))..date(\"2026-12-31\")]")`, "null", "domain"},
		{`range("[date(2026, 1, 1)..date(\"2026-12-31\")]")`, "null", "domain"},
		{`range("[date(from: \"2026-01-01\")..date(\"2026-12-31\")]")`, "null", "domain"},
		{`range("[date(\"2026-02-30\")..date(\"2026-12-31\")]")`, "null", "domain"},
		{`range("[@\"no\"..@\"2026-12-31\"]")`, "null", "domain"},
		{`range("[abs(\"1\")..3]")`, "null", "domain"},
		{`range("[1..2] ")`, "[1..2]", ""},
		{`range("([1..2])")`, "null", "domain"},
		{`range(">= 10")`, "null", "domain"},
		{`range("(>= 10)")`, "null", "domain"},
		{`range("[1..2")`, "null", "domain"},
		{`range("[1..2] + 1")`, "null", "domain"},
		{`range("")`, "null", "domain"},
		{`range(" ")`, "null", "domain"},
		{`range("1")`, "null", "domain"},
		{`range([1..3])`, "null", "type_mismatch"},
		{`range(nothing)`, "null", ""},
	})
}

// What string makes of a range, range makes a range of.
func TestRangeOfString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ends := rapid.SampledFrom([][2]string{
			{"1", "2.50"}, {"-3", "1e40"}, {`"a"`, `"b\\\"..]"`}, {`@"2026-01-01"`, `@"2026-01-02"`}, {`@"10:00:00Z"`, `@"10:00:00.5Z"`},
			{`@"-P1D"`, `@"PT1S"`}, {`@"P1M"`, `@"P1Y"`}, {`@"2026-01-01T00:00:00@Europe/Paris"`, `@"2027-01-01T00:00:00Z"`},
		}).Draw(t, "ends")
		open := rapid.SampledFrom([]string{"(%s..%s)", "[%s..%s)", "(%s..%s]", "[%s..%s]"}).Draw(t, "form")
		v, err := literal(fmt.Sprintf(open, ends[0], ends[1]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := feel.Call("string", v)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := feel.Call("range", text); err != nil || back.String() != v.String() {
			t.Errorf("%s came back as %s, %v", v, back, err)
		}
	})
}

// No text makes it panic, and a range that comes of it is written as it was.
func FuzzRange(f *testing.F) {
	for _, text := range []string{"[1..2]", "(..2)", "[@\"P1D\"..duration(\"P2D\")]", "]\"a\"..\"b\"[", "((((", "[1..", "..", "[[1..2]..3]", "[-1..--1]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := feel.Call("range", feel.String(strings.ToValidUTF8(text, "?")))
		if err != nil {
			return
		}
		again, err := literal(v.String())
		if err != nil || again.String() != v.String() {
			t.Errorf("%q is %s, which is read as %s, %v", text, v, again, err)
		}
	})
}
