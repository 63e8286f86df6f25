package feel

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	shop "github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// rowsGen draws expressions over a list of maps that read members of its items, or the
// items.
type rowsGen struct {
	useGen
	positions bool // an item is read by its position
	foreign   bool // there may be values that are none of the language
}

var position = regexp.MustCompile(`\[-?[0-9.]+\]`)

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
		return g.of("(rows)", "(for p in rows return p)", "(for p in o.rows return if limit > 1 then p else p)", "rows.sub", "one", g.item(), "[rows, one]", "nothing", "(if limit > 1 then rows else o.rows)")
	}
	return "rows"
}

// item draws an item by its position: of the others it does not matter what they are.
func (g *rowsGen) item() string {
	return fmt.Sprintf("%s[%s]", g.of("rows", "rows", "o.rows"), g.of("1", "2", "-1", "9", "0", "1.5"))
}

func (g *rowsGen) text() string {
	switch g.n(14) {
	case 0:
		return fmt.Sprintf("%s p in rows satisfies p.%s %s %s", g.of("some", "every"), g.member(), g.of("<", ">=", "="), g.of("1", "2", "limit", "p.a"))
	case 1:
		return fmt.Sprintf(g.of("count(rows[%s %s %s])", "rows[%s %s %s].a", "sum(rows[%s %s %s].b)"), g.member(), g.of("<", ">=", "="), g.of("1", "2", "limit", "a"))
	case 2:
		return fmt.Sprintf("for p in %s return %s", g.rows(), g.of(g.value(false), g.test(false), "[p.a, count(partial)]"))
	case 3:
		return fmt.Sprintf("count(%s[%s])", g.rows(), g.of(g.test(true), g.test(true), "1", "limit"))
	case 4:
		return fmt.Sprintf("%s(%s.%s)", g.of("sum", "sum", "mean", "product", "count", "max"), g.rows(), g.member())
	case 5:
		return fmt.Sprintf("%s[%s].%s", g.rows(), g.test(true), g.member())
	case 6:
		return fmt.Sprintf("[count(rows[%s]), sum(rows.%s), %s]", g.test(true), g.member(), g.of("rows.a", "count(rows)", "every p in rows satisfies p.a > 0", "rows"))
	case 7:
		return fmt.Sprintf("sum(for p in %s return %s)", g.rows(), g.value(false))
	case 8:
		return fmt.Sprintf(g.of("%s.%s", "%[1]s", "%s.%s + 1", "[%[1]s, rows.%[2]s]"), g.item(), g.member())
	case 9:
		f := g.of("reverse(%s.%s)", "min(%s.%s)", "max(%s.%s)", "sort(%s.%s, function(x, y) x < y)", "append(%s.%s, 1)", "distinct values(%s.%s)",
			"concatenate(%s.%s, rows.a)", "flatten(%s.%s)", "mode(%s.%s)", "list contains(%s.%s, 2)", "index of(%s.%s, 2)", "sublist(%s.%s, 1, 1)")
		return fmt.Sprintf(f, g.rows(), g.member())
	}
	switch g.n(6) {
	case 0:
		return fmt.Sprintf("[limit.x, every p in %s satisfies %s]", g.rows(), g.test(false))
	case 1:
		return fmt.Sprintf("%s p in %s, q in %s satisfies %s", g.of("some", "every"), g.rows(), g.of("rows", "p.sub", "1..2"), g.test(false))
	}
	return fmt.Sprintf("%s p in %s satisfies %s", g.of("some", "every"), g.rows(), g.test(false))
}

// list draws rows that are mostly alike. Those that are values of the language cannot
// stand in JSON.
func (g *rowsGen) list(asJSON bool) []any {
	scalars := []any{1, 2, 3, -5, 2_000_000_000_000_000_000, 1.5, json.Number("2.50"), "x", "\u00e4", "a text of more than the sixty-four bytes that are counted as a single value, as it is", true, nil}
	if !asJSON {
		if !g.positions && g.n(5) == 0 {
			g.foreign = true
			scalars = append(scalars, make(chan int))
		}
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
	members := []string{"a", "b", "limit", "long name", "sub"}
	if g.n(4) == 0 {
		members = members[:1]
	}
	for i := range g.n(9) {
		if g.n(oddness) == oddness-1 {
			list = append(list, odd())
			continue
		}
		row := map[string]any{"unread": i}
		for _, name := range members {
			switch g.n(oddness) {
			case oddness - 1:
				row[name] = odd()
			case oddness - 2:
			default:
				if row[name] = 1 + g.n(3); g.n(5) == 0 {
					row[name] = float64(g.n(8)) / 2
				}
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
	contexts, asRows := 0, 0
	agree := func(t *rapid.T) {
		g := &rowsGen{useGen: useGen{T: t}}
		var texts []string
		var checked []*Checked
		for range 1 + g.n(5)/4 {
			text := g.text()
			ast, err := Parse(Source{Text: text}, sc)
			if err != nil {
				t.Fatal(text, err)
			}
			c, err := Check(ast, sc, Full)
			if c == nil {
				t.Skip(text, err)
			}
			texts, checked = append(texts, text), append(checked, c)
			g.positions = g.positions || position.MatchString(text)
		}
		u, err := CompileUnit(checked...)
		if err != nil {
			t.Fatal(err)
		}
		f, plain, inParts := u.NewFrame(), wholly(t, checked...).NewFrame(), convertedInParts(t, checked...).NewFrame()
		for range 4 {
			g.foreign = false
			asJSON := g.n(3) == 0
			host := map[string]any{
				"rows": g.list(asJSON), "o": map[string]any{"rows": g.list(asJSON), "limit": 2},
				"one": map[string]any{"a": g.n(3), "sub": []any{}}, "nothing": nil,
			}
			if g.n(8) > 0 {
				host["limit"] = rapid.SampledFrom([]any{1, 2, 3, 0, -1, 1.5, "x", nil, true, 1e18, []any{2}}).Draw(t, "limit")
				if g.n(8) == 0 && !asJSON {
					host["limit"] = mustAt("1970-01-03")
				}
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
			other := plain
			if g.foreign {
				other = inParts // without what is not read
			} else if g.n(2) == 0 && !asJSON {
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
			got := outcomeIn(f, in)
			contexts += len(f.arena.contexts)
			if i, ok := u.index["rows"]; ok && u.nslots > checked[0].nslots && f.top.refs[i].kind == kindUnset && f.err == nil {
				asRows++
			}
			in.Vars = values
			if wanted := outcomeIn(other, in); got != wanted {
				t.Fatalf("%s with %v lenient %t %+v\nas maps\n%s\nas values\n%s", texts, host, in.Lenient, in.Limits, got, wanted)
			}
			f.Stop()
			other.Stop()
		}
	}
	for range 10 {
		rapid.Check(t, agree)
	}
	if contexts == 0 || asRows == 0 {
		t.Error("no list was read in parts, or as rows")
	}
}

// convertedInParts compiles expressions so that no list is read as rows.
func convertedInParts(t *rapid.T, cs ...*Checked) *Unit {
	u, err := CompileUnit(cs...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range u.refs {
		u.refs[i].readers = 2
	}
	return u
}

// outcomeIn is all that two evaluations against the same variables give, with what they
// counted, and what lists and contexts are measured to hold.
func outcomeIn(f *Frame, in Input) (s string) {
	f.Start(context.Background(), &in)
	for range 2 {
		for i := range f.top.unit.exprs {
			s += measured(f.Eval(i, Null)) + fmt.Sprint("\nleft ", f.steps, " ", f.bytes, "\n")
		}
	}
	if f.err != nil {
		return s + "error " + fmt.Sprintf("%+v", *f.err)
	}
	for _, e := range f.Nulls() {
		s += fmt.Sprintf("null %+v\n", *e)
	}
	return s
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
		g := &rowsGen{useGen: useGen{T: t}}
		list := g.list(true)
		u := useOf([]usedMember{{"a", nil, true}, {"b", unread, false}, {"sub", memberUse("a", nil, true), g.n(2) == 0}, {"limit", nil, false}, {"long name", nil, false}})
		var r arena
		for range 2 {
			v, err := r.of(list, u, 0)
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

// Which lists are gone through as maps, and what there is to see when that is given up.
func TestRows(t *testing.T) {
	sc := NewScope().Declare("rows", nil).Declare("o", nil).Declare("limit", nil).Declare("nowhere", nil)
	row := func(a any) any { return map[string]any{"a": a, "unread": make(chan int)} }
	for _, c := range []struct {
		text      string
		rows      []any
		want      string
		converted bool
	}{
		{"some p in rows satisfies p.a > 3", []any{row(1), row(2), row(json.Number("3.5")), row(2.5), row(int64(1)), row(nil)}, "true", false},
		{"every p in rows satisfies p.a != 3", []any{row(1.0), row(2.5), row(-3.0), row(1e300)}, "true", false},
		{"count(rows[a >= limit])", []any{row(2.0), row(1.0), row(2.5), row(1.5)}, "2", false},
		{"count(rows[a = 576460752303423488])", []any{row(float64(1 << 59))}, "0", false}, // its text is 576460752303423500
		{"some p in rows satisfies p.a > 1", []any{row("x"), row(2)}, "true, 1:26: > is not defined for string and number", true},
		{"every p in rows satisfies p.a = limit or p.a < 3", []any{row(1), row(2), row(nil)}, "null", false},
		{"every p in rows satisfies p.a > 0", []any{row(1), row(2)}, "true", false},
		{"for p in rows return if p.a > 1 then -p.a else limit", []any{row(1), row(2)}, "[2, -2]", false},
		{"count(rows[a > limit])", []any{row(1), row(2), row(3)}, "1", false},
		{"count(rows[a > limit])", []any{row(1), map[string]any{"a": 5, "limit": 4}}, "1", false},
		{"count(rows[a > limit])", []any{row(1), map[string]any{"limit": 4}}, `0, 1:12: there is no member "a" here`, true},
		{"count(rows[a > nowhere])", []any{map[string]any{"a": 5, "nowhere": 4}}, "1", true},
		{"count(rows[a > limit])", []any{}, "0", true},
		{"count(rows[a])", []any{row(2), row(1)}, "1", true},
		{"rows[a > 1].a", []any{row(1), row(2)}, "[2]", false},
		{"rows[a > 1].b", []any{row(1), row(2)}, `[null], 1:13: there is no member "b" here`, true},
		{"sum(rows[a > 1].a)", []any{row(1), row(2), row(3)}, "5", false},
		{"count(rows[a > 1].a)", []any{row(1), row(2), row(3)}, "2", false},
		{"rows[2].a", []any{row(1), row(2)}, "2", false},
		{"rows[limit].a", []any{row(1), row(2)}, "2", true},
		{"rows[limit > 1].unread", []any{map[string]any{"unread": 1}}, "[1]", false},
		{"rows[a > 1][a < 3].a", []any{row(1), row(2), row(3)}, "[2]", true},
		{"for p in rows return p.a > 1", []any{row(1), 7}, `[false, null], 1:24: "a" is read through a number, which has no such member`, true},
		{"for p in rows return p.a > p.b", []any{row(1)}, `[null], 1:30: there is no member "b" here`, true},
		{"for p in rows return limit.x", []any{row(1)}, `[null], 1:28: "x" is read through a number, which has no such member`, true},
		{"some p in rows satisfies p.a", []any{row(1), row(make(chan int))}, "null, 1:11: rows: item 2: a: a Go chan int is no FEEL value", true},
		{"[some p in rows satisfies p.a > 1, count(rows)]", []any{row(1)}, "[false, 1]", true},
		{"for i in 1..2 return some p in rows satisfies p.a > i", []any{row(2)}, "[true, false]", true},
		{"some p in rows satisfies p.a + p.a > 1", []any{row(2)}, "true", false},
		{"some p in rows satisfies abs(p.a) > 1", []any{row(2)}, "true", true},
	} {
		ast, err := Parse(Source{Text: c.text}, sc)
		if err != nil {
			t.Fatal(c.text, err)
		}
		checked, err := Check(ast, sc, Full)
		if checked == nil {
			t.Fatal(c.text, err)
		}
		u, err := CompileUnit(checked)
		if err != nil {
			t.Fatal(err)
		}
		f := u.NewFrame()
		f.Start(t.Context(), &Input{Vars: Map(map[string]any{"rows": c.rows, "limit": 2}), Lenient: true})
		got := f.Eval(0, Null).String()
		for _, e := range f.Nulls() {
			got += ", " + e.At.String() + ": " + e.Message
		}
		if got != c.want || f.Err() != nil {
			t.Errorf("%s of %v gives %s, %v, want %s", c.text, c.rows, got, f.Err(), c.want)
		}
		if nulls := f.Nulls(); len(nulls) == 0 && nulls != nil {
			t.Errorf("%s of %v gives reasons for nulls of which there are none", c.text, c.rows)
		}
		if converted := f.top.refs[u.index["rows"]].kind != kindUnset; converted != c.converted {
			t.Errorf("%s of %v: converted %t, want %t", c.text, c.rows, converted, c.converted)
		}
		f.Stop()
	}
}
