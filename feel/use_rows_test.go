package feel

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	shop "github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// rowsGen draws expressions over a list of maps that read members of its items, or the
// items.
type rowsGen struct{ useGen }

func (g *rowsGen) n(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "n") }

func (g *rowsGen) scalar() string {
	return g.of("0", "2", "2", "-1", "1.5", "1e20", `"x"`, "null", "true", "limit", "limit", `@"2026-01-31"`, "o.limit")
}

func (g *rowsGen) member() string {
	return g.of("a", "a", "a", "b", "limit", "long name", "item", "sub")
}

// value draws what has a value in each round, where p is the item; of a filter it is
// also without p.
func (g *rowsGen) value(filter bool) string {
	switch m := g.member(); {
	case filter && g.n(2) == 0:
		return m
	case filter:
		return "item." + m
	case g.n(8) == 0:
		return g.of("p", "p.sub.a", "p."+m+".day", "count(p)", "(p."+m+" + 1)", "(p.a * p.b)", "-p.a")
	default:
		return "p." + m
	}
}

func (g *rowsGen) test(filter bool) string {
	switch x := g.value(filter); g.n(10) {
	case 0:
		return x
	case 1:
		return fmt.Sprintf("%s in (%s, > %s)", x, g.scalar(), g.scalar())
	case 2:
		return fmt.Sprintf("%s between %s and %s", x, g.scalar(), g.scalar())
	case 3:
		return fmt.Sprintf("(%s > %s %s %s = %s)", x, g.scalar(), g.of("and", "or"), g.value(filter), g.scalar())
	case 4:
		return fmt.Sprintf("%s %s %s", x, g.of("<", "=", "!="), g.value(filter))
	case 5:
		return fmt.Sprintf("(some p in %s satisfies %s)", g.of("rows", "o.rows", x), g.test(false))
	case 6:
		return fmt.Sprintf("count(%s[%s]) > %s", g.of("rows", "o.rows", x), g.test(true), x)
	default:
		return fmt.Sprintf("%s %s %s", x, g.of("<", "<=", ">", ">=", "=", "!="), g.scalar())
	}
}

func (g *rowsGen) rows() string {
	switch g.n(6) {
	case 0:
		return "o.rows"
	case 1:
		return fmt.Sprintf("rows[%s]", g.test(true))
	case 2:
		return g.of("(rows)", "rows.sub", "one", "rows[1]", "[rows, one]", "nothing", "(if limit > 1 then rows else o.rows)")
	}
	return "rows"
}

func (g *rowsGen) text() string {
	switch g.n(8) {
	case 0:
		return fmt.Sprintf("for p in %s return %s", g.rows(), g.of(g.value(false), g.test(false), "[p.a, count(partial)]"))
	case 1:
		return fmt.Sprintf("count(%s[%s])", g.rows(), g.of(g.test(true), g.test(true), "1", "limit"))
	case 2:
		return fmt.Sprintf("%s(%s.%s)", g.of("sum", "sum", "mean", "product", "count", "max"), g.rows(), g.member())
	case 3:
		return fmt.Sprintf("%s[%s].%s", g.rows(), g.test(true), g.member())
	case 4:
		return fmt.Sprintf("[count(rows[%s]), sum(rows.%s), %s]", g.test(true), g.member(), g.of("rows.a", "count(rows)", "every p in rows satisfies p.a > 0", "rows"))
	case 5:
		return fmt.Sprintf("sum(for p in %s return %s)", g.rows(), g.value(false))
	}
	if g.n(4) == 0 {
		return fmt.Sprintf("%s p in %s, q in %s satisfies %s", g.of("some", "every"), g.rows(), g.of("rows", "p.sub", "1..2"), g.test(false))
	}
	return fmt.Sprintf("%s p in %s satisfies %s", g.of("some", "every"), g.rows(), g.test(false))
}

// list draws rows that are mostly alike. Those that are values of the language cannot
// stand in JSON.
func (g *rowsGen) list(asJSON bool) []any {
	scalars := []any{1, 2, 3, -5, 2_000_000_000_000_000_000, 1.5, json.Number("2.50"), "x", "\u00e4", "a text of more than the sixty-four bytes that are counted as a single value, as it is", true, nil}
	if !asJSON {
		scalars = append(scalars, shop.RequireFromString("1.50"), shop.RequireFromString("12345678901234567890.5"), int64(7), int8(3), mustAt("2026-01-31"), Int(2), List(Int(1)))
	}
	odd := func() any {
		switch g.n(5) {
		case 0:
			return []any{1, map[string]any{"a": 1}}
		case 1:
			return map[string]any{"a": rapid.SampledFrom(scalars).Draw(g.T, "inner")}
		}
		return rapid.SampledFrom(scalars).Draw(g.T, "scalar")
	}
	list := []any{} // one that is nil is null in JSON
	oddness := rapid.SampledFrom([]int{1000, 1000, 20, 3}).Draw(g.T, "oddness")
	kind := 1 + g.n(2)*7
	for i := range g.n(9) {
		if g.n(oddness) == 1 {
			list = append(list, odd())
			continue
		}
		row := map[string]any{"unread": i}
		for _, name := range []string{"a", "b", "limit", "long name", "sub"}[:kind/2+1] {
			switch g.n(oddness) {
			case 1:
				row[name] = odd()
			case 2:
			default:
				row[name] = 1 + g.n(3)
			}
		}
		list = append(list, row)
	}
	return list
}

// A list that a host gives as maps has the values, the faults with their places and
// hints, and the counts of the same list as a value of the language: also when the steps
// or the bytes run out.
func TestListsOfMapsAreAsValues(t *testing.T) {
	sc := NewScope()
	for _, name := range []string{"rows", "one", "o", "limit", "nothing"} {
		sc.Declare(name, nil)
	}
	inParts, counted := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := &rowsGen{useGen{T: t}}
		text := g.text()
		ast, err := Parse(Source{Text: text}, sc)
		if err != nil {
			t.Fatal(text, err)
		}
		c, err := Check(ast, sc, Full)
		if c == nil {
			t.Skip(text, err)
		}
		u, err := CompileUnit(c)
		if err != nil {
			t.Fatal(err)
		}
		f, plain := u.NewFrame(), wholly(t, c).NewFrame()
		for range 4 {
			asJSON := g.n(3) == 0
			host := map[string]any{
				"rows": g.list(asJSON), "o": map[string]any{"rows": g.list(asJSON), "limit": 2},
				"one": map[string]any{"a": g.n(3), "sub": []any{}}, "limit": g.n(4), "nothing": nil,
			}
			given, want := Map(host), Map(host)
			if asJSON {
				text, err := json.Marshal(host)
				if err != nil {
					t.Fatal(err)
				}
				if given, err = JSON(text); err != nil {
					t.Fatal(err)
				}
				want = given
			}
			values := want
			if g.n(2) == 0 && !asJSON {
				v, err := Of(host)
				if err != nil {
					t.Fatal(err)
				}
				values = ContextVars(v)
			}
			in := Input{Vars: given, Lenient: g.n(2) == 0}
			if g.n(3) == 0 {
				in.Limits = Limits{Steps: int64(1 + g.n(80)), Bytes: int64(1 + g.n(1000))}
			}
			v, got := outcomeIn(f, in)
			inParts += len(f.arena.contexts)
			counted += len(f.arena.vals)
			in.Vars = values
			w, wanted := outcomeIn(plain, in)
			if got != wanted || v != w {
				t.Fatalf("%s with %v lenient %t %+v\nas maps   %s %s\nas values %s %s", text, host, in.Lenient, in.Limits, v, got, w, wanted)
			}
			f.Stop()
			plain.Stop()
		}
	})
	if inParts == 0 || counted == 0 {
		t.Error("no list was read in parts")
	}
}

// outcomeIn is all that an evaluation gives, with what it counted, and what lists and
// contexts are measured to hold.
func outcomeIn(f *Frame, in Input) (value, reasons string) {
	f.Start(context.Background(), &in)
	v := f.Eval(0, Null)
	s := fmt.Sprint("left ", f.steps, " ", f.bytes)
	if f.err != nil {
		return "", s + "\nerror " + fmt.Sprintf("%+v", *f.err)
	}
	for _, e := range f.Nulls() {
		s += fmt.Sprintf("\nnull %+v", *e)
	}
	return measured(v), s
}

// measured is a value with what it is measured to hold.
func measured(v Value) string {
	s := v.String()
	if v.holds() {
		s += fmt.Sprint(" of depth ", v.lo, " and weight ", v.aux)
	}
	for _, item := range v.Items() {
		s += "\n" + measured(item)
	}
	for key, member := range v.Entries() {
		s += "\n" + key + ": " + measured(member)
	}
	return s
}

// What is read in parts is measured as lists and contexts of the same values are.
func TestPartsAreMeasured(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &rowsGen{useGen{T: t}}
		list := g.list(false)
		u := useOf([]usedMember{{"a", nil, true}, {"b", unread, false}, {"sub", memberUse("a", nil, true), g.n(2) == 0}, {"limit", nil, false}, {"long name", nil, false}})
		var r arena
		for range 2 {
			v, err := r.usedPart(list, u)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := measured(v), measured(remade(v)); got != want {
				t.Fatalf("%v in parts\n%s\nremade\n%s", list, got, want)
			}
			r.reset()
		}
	})
}

// remade is a value of the same items and entries.
func remade(v Value) Value {
	switch v.kind {
	case KindList:
		items := []Value{}
		for _, item := range v.Items() {
			items = append(items, remade(item))
		}
		return List(items...)
	case KindContext:
		var entries []Entry
		for key, member := range v.Entries() {
			entries = append(entries, Entry{key, remade(member)})
		}
		return Context(entries...)
	}
	return v
}
