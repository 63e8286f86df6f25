package feel

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
)

// wholly compiles expressions so that their inputs are converted as a whole.
func wholly(t interface{ Fatal(...any) }, cs ...*Checked) *Unit {
	u, err := CompileUnit(cs...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range u.refs {
		u.refs[i].used, u.refs[i].along, u.refs[i].readers = nil, nil, 2
	}
	return u
}

// resultAndReasons is all that an evaluation gives, with what it counted.
func resultAndReasons(f *Frame, vars Vars, lenient bool) (Value, string) {
	f.Start(context.Background(), &Input{Vars: vars, Lenient: lenient})
	defer f.Stop()
	v := f.Eval(0, Null)
	s := fmt.Sprint("left ", f.steps, " ", f.bytes)
	if f.err != nil {
		return Null, s + "\nerror " + fmt.Sprintf("%+v", *f.err)
	}
	for _, e := range f.Nulls() {
		s += fmt.Sprintf("\nnull %+v", *e)
	}
	return v, s
}

// useGen draws expressions that use inputs through their members, or as a whole.
type useGen struct {
	*rapid.T
	names []string // of variables
}

func (g *useGen) of(texts ...string) string { return rapid.SampledFrom(texts).Draw(g.T, "text") }

func (g *useGen) member() string { return g.of("a", "b", "c", "item", "count", "limit", "in") }

// list draws what has items, or members.
func (g *useGen) list(depth int) string {
	if depth <= 0 {
		return g.of(append(g.names, "xs", "ys", "one", "o.xs", "o")...)
	}
	switch rapid.IntRange(0, 6).Draw(g.T, "list") {
	case 0:
		return g.list(depth-1) + "." + g.member()
	case 1:
		return g.list(depth-1) + "[" + g.within([]string{"item"}, func() string { return g.condition(depth - 1) }) + "]"
	case 2:
		return "(" + g.loop("for", "return", depth, g.list) + ")"
	case 3:
		return fmt.Sprintf("(if %s then %s else %s)", g.condition(depth-1), g.list(depth-1), g.list(depth-1))
	case 4:
		return "(" + g.list(depth-1) + ")"
	case 5:
		return fmt.Sprintf("%s[%s]", g.list(depth-1), g.of("1", "-1", "limit"))
	}
	return g.list(0)
}

func (g *useGen) within(names []string, draw func() string) string {
	before := g.names
	g.names = append(append([]string{}, before...), names...)
	defer func() { g.names = before }()
	return draw()
}

// loop draws a loop of one or two variables, of which the second goes over what the
// first one has.
func (g *useGen) loop(word, then string, depth int, body func(int) string) string {
	head := fmt.Sprintf("%s p in %s", word, g.list(depth-1))
	names := []string{"p"}
	if word == "for" {
		names = append(names, "partial")
	}
	return g.within([]string{"p"}, func() string {
		if rapid.Bool().Draw(g.T, "two") {
			head += ", q in " + g.list(depth-1)
			names = append(names, "q")
		}
		return head + " " + then + " " + g.within(names, func() string { return body(depth - 1) })
	})
}

func (g *useGen) condition(depth int) string {
	switch rapid.IntRange(0, 7).Draw(g.T, "condition") {
	case 0:
		return g.loop("some", "satisfies", depth, g.condition)
	case 1:
		return g.loop("every", "satisfies", depth, g.condition)
	case 2:
		return fmt.Sprintf("count(%s) > %s", g.list(depth-1), g.of("1", "limit"))
	case 3:
		return fmt.Sprintf("%s = %s", g.list(depth-1), g.of("1", "2", g.list(depth-1)))
	case 4:
		return fmt.Sprintf("%s %s %s", g.member(), g.of("<", ">", "="), g.of("1", "limit"))
	case 5:
		return fmt.Sprintf("%s.%s > 1", g.list(depth-1), g.member())
	case 6:
		return fmt.Sprintf("(function(x) x.%s = %s)(%s)", g.member(), g.list(0), g.list(depth-1))
	}
	return g.of("a", "a = 1", "a > limit", "b.c = 2", "item.a > 1")
}

func (g *useGen) expr() string {
	switch rapid.IntRange(0, 4).Draw(g.T, "expr") {
	case 0:
		return fmt.Sprintf("%s(%s)", g.of("count", "sum", "mean", "max", "string", "is defined"), g.list(3))
	case 1:
		return g.condition(3)
	case 2:
		return fmt.Sprintf("[%s, %s]", g.list(2), g.list(2))
	case 3:
		return fmt.Sprintf("{p: %s, q: p.%s, r: count(p)}", g.list(2), g.member())
	}
	return g.list(3)
}

// host draws a value of a host: mostly maps, with members missing, and lists.
func (g *useGen) host(depth int) any {
	kind := rapid.IntRange(0, 9).Draw(g.T, "host")
	switch {
	case depth > 0 && kind < 5:
		m := map[string]any{}
		for range rapid.IntRange(0, 5).Draw(g.T, "members") {
			m[g.of("a", "a", "b", "c", "item", "limit", "in", "z")] = g.host(depth - 1)
		}
		return m
	case depth > 0 && kind < 8:
		var list []any
		for range rapid.IntRange(0, 3).Draw(g.T, "items") {
			list = append(list, g.host(depth-1))
		}
		return list
	case kind == 8:
		return nil
	}
	return rapid.SampledFrom([]any{1, 2, 3, "x", true, 1.5}).Draw(g.T, "scalar")
}

// What is read in parts has the value, the faults with their places and hints, and the
// counts of what is read as a whole.
func TestPartsAreAsTheWhole(t *testing.T) {
	sc := NewScope()
	for _, name := range []string{"xs", "ys", "one", "o", "limit"} {
		sc.Declare(name, nil)
	}
	parts := 0
	rapid.Check(t, func(t *rapid.T) {
		g := &useGen{T: t}
		text := g.expr()
		ast, err := Parse(Source{Text: text}, sc)
		if err != nil {
			t.Skip(text, err)
		}
		c, err := Check(ast, sc, Full)
		if c == nil {
			t.Skip(text, err)
		}
		u, err := CompileUnit(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range u.refs {
			if r.used != nil {
				parts++
			}
		}
		f, plain := u.NewFrame(), wholly(t, c).NewFrame()
		for range 3 {
			host := map[string]any{"xs": g.host(4), "ys": g.host(3), "one": g.host(2), "o": map[string]any{"xs": g.host(3)}, "limit": g.host(0)}
			text, err := json.Marshal(host)
			if err != nil {
				t.Fatal(err)
			}
			fromJSON, err := JSON(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, vars := range []Vars{Map(host), fromJSON} {
				for _, lenient := range []bool{false, true} {
					v, got := resultAndReasons(f, vars, lenient)
					w, want := resultAndReasons(plain, vars, lenient)
					resultAndReasons(f, Map(map[string]any{"xs": []any{map[string]any{"a": 9, "b": 9}}, "limit": 1}), true) // writes where v was
					if got != want || v.String() != w.String() {
						t.Fatalf("%s with %s\nin parts %s %s\nas whole %s %s", c.ast.src.Text, text, v, got, w, want)
					}
				}
			}
		}
	})
	if parts == 0 {
		t.Error("nothing was read in parts")
	}
}

// What inputs are converted of; a star is a whole.
func TestUses(t *testing.T) {
	sc := NewScope()
	for _, name := range []string{"people", "order", "limit", "other"} {
		sc.Declare(name, nil)
	}
	for _, c := range []struct{ text, want string }{
		{"some p in people satisfies p.age > limit", "people{age*!} limit*"},
		{"every p in people satisfies p.home.town = p.town", "people{home{town*!}! town*!}"},
		{"for p in people return p.age", "people{age*!}"},
		{"for p in people return p", "people*"},
		{"(for p in people return p).age", "people{age*!}"},
		{"(for p in people return if count(partial) > 1 then p else null).age", "people*"},
		{"for p in people, q in p.list return q.x", "people{list{x*!}!}"},
		{"count(people)", "people{}"},
		{"count(people) + count(other[1])", "people{} other{}"},
		{"count(people, other)", "people* other*"},
		{"count(people[age > limit])", "people{age*! limit*} limit*"},
		{"people[age > limit]", "people* limit*"},
		{"people[age > limit].income", "people{age*! income*! limit*} limit*"},
		{"people[item.age > 1].income", "people{age*! income*! item{age*!}}"},
		{"people[contains(name, \"x\")].age", "people{age*! contains* name*!}"},
		{"people[count(item) > 1].age", "people*"}, // an item may have a function of that name
		{"people[1].age", "people{age*!}"},
		{"count(people[age > 1]) + people[1].income", "people{age*! income*!}"},
		{"some p in people satisfies p.age > 1 and p = 3", "people*"},
		{"some p in people satisfies (function() p.age > 1)()", "people*"},
		{"some p in people satisfies {x: p.age}.x > 1", "people{age*!}"},
		{"some p in people satisfies list contains([1], p)", "people*"},
		{"some l in order.lines satisfies l.price > 1", "order.lines{price*!}"},
		{"some p in (if limit then people else other) satisfies p.age > 1", "limit* people{age*!} other{age*!}"},
		{"some p in people[age > 1] satisfies p.income > 1", "people{age*! income*!}"},
		{"some p in people satisfies some q in other satisfies p.a = q.b", "people{a*!} other{b*!}"},
	} {
		ast, err := Parse(Source{Text: c.text}, sc)
		if err != nil {
			t.Fatal(c.text, err)
		}
		checked, err := Check(ast, sc, Full)
		if err != nil {
			t.Fatal(c.text, err)
		}
		u, err := CompileUnit(checked)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range u.refs {
			got = append(got, r.String()+r.used.text())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s reads %s, want %s", c.text, s, c.want)
		}
	}
}

func (u *use) text() string {
	if u == nil {
		return "*"
	}
	parts := make([]string, len(u.members))
	for i, m := range u.members {
		if parts[i] = m.name + m.of.text(); m.named {
			parts[i] += "!"
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// A member that is not read need not be a value of the language; one that is read is
// reported with its place.
func TestUnreadMemberIsNotConverted(t *testing.T) {
	sc := NewScope().Declare("people", nil)
	for _, c := range []struct{ text, want string }{
		{"some p in people satisfies p.age > 1", "true"},
		{"sum(people.age)", "5"},
		{"count(people)", "2"},
		{"people[age > 2].age", "[3]"},
		{"people[age > 2]", "people: item 1: wires: a Go chan int is no FEEL value"},
		{"people[2].wires", "1"},
		{"people[-1].wires", "1"},
		{"people[1].wires", "people: item 1: wires: a Go chan int is no FEEL value"},
		{"people[3].age", "null"},
		{"people[0].age", "null"},
		{"people[2].wires + people[1].age", "people: item 1: wires: a Go chan int is no FEEL value"},
		{"people.wires", "people: item 1: wires: a Go chan int is no FEEL value"},
		{"some p in people satisfies p.wires = 1", "people: item 1: wires: a Go chan int is no FEEL value"},
	} {
		p := compiledText(t, c.text, sc)
		people := []any{map[string]any{"age": 2, "wires": make(chan int)}, map[string]any{"age": 3, "wires": 1}}
		res, err := p.Eval(t.Context(), Input{Vars: Map(map[string]any{"people": people})})
		got := res.Value.String()
		if err != nil {
			got = err.(*Error).Message
		}
		if got != c.want {
			t.Errorf("%s gives %s, want %s", c.text, got, c.want)
		}
	}
}

// compiledText compiles an expression without faults.
func compiledText(t *testing.T, text string, sc *Scope) *Program {
	t.Helper()
	ast, err := Parse(Source{Text: text}, sc)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := Check(ast, sc, Full)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(checked)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lent gives values of every kind that a function may keep something of, in memory
// that is written over by take.
func lent() (values []Value, take func()) {
	var texts [][]byte
	var lists [][]Value
	text := func(s string) Value {
		texts = append(texts, []byte(s))
		return String(unsafe.String(&texts[len(texts)-1][0], len(s)))
	}
	list := func(items ...Value) Value {
		lists = append(lists, items)
		return List(items...)
	}
	values = []Value{
		Null, Int(2), Bool(true), text("12.5"), text("ab"), text("."), list(), list(Null),
		list(Int(1), Int(2), Int(4)), list(Int(3)), list(text("a"), text("b")), list(text("ab")),
		list(Bool(true), Bool(false)), list(Bool(true)), list(list(Int(1)), list(text("a"))), list(list(list(text("a")))),
		list(Context(Entry{Key: "a", Value: text("b")})),
	}
	return values, func() {
		for _, t := range texts {
			for i := range t {
				t[i] = 'X'
			}
		}
		for _, l := range lists {
			for i := range l {
				l[i] = Int(99)
			}
		}
	}
}

// keeps tells a call of a built-in whose result changes with the memory of the lists
// and texts that it was given, or with that of the list alone that is first; "" when there
// is none.
func keeps(name string, most int, first bool) (kept string) {
	values, _ := lent()
	for n := 1; n <= most; n++ {
		which := make([]int, n)
		for done := false; !done; {
			args, takes := make([]Value, n), make([]func(), n)
			for i, k := range which {
				var given []Value
				given, takes[i] = lent()
				args[i] = given[k]
			}
			call := fmt.Sprintf("%s%v", name, args)
			v, err := Call(name, args...)
			tell := func() string { return fmt.Sprintf("%s %+v", v, diag.Of(err)) }
			before := tell()
			if !first {
				for _, take := range takes {
					take()
				}
			} else if args[0].kind == KindList {
				for i := range args[0].list() {
					args[0].list()[i] = Int(99)
				}
			}
			if tell() != before {
				return fmt.Sprintf("%s is %s, and then %s", call, before, tell())
			}
			done = true
			for i := range which { // the next arguments
				if which[i]++; which[i] < len(values) {
					done = false
					break
				}
				which[i] = 0
			}
		}
	}
	return ""
}

// A built-in function that only looks at its arguments keeps nothing of their memory,
// whatever they are. All that make a number or a boolean of lists and texts do so, but
// those that say here why not.
func TestOnlyLooks(t *testing.T) {
	otherwise := map[string]string{"matches": "patterns are kept from one evaluation to the next"}
	for _, name := range builtinNames() {
		b, plain, most := builtins[name], true, 0
		for _, s := range b.sigs {
			plain = plain && (s.result == NumberType || s.result == BooleanType)
			most = max(most, len(s.params))
			if s.variadic {
				most = 2
			}
			for i := range s.params {
				p := &s.params[i]
				plain = plain && (i > 0 || len(p.types) > 0 && (p.has(KindString) || p.has(KindList)))
			}
		}
		if b.looks || b.passes {
			if b.passes && b.sigs[0].variadic { // what of several is a list, is an item
				most = 1
			}
			if kept := keeps(name, most, b.passes); kept != "" {
				t.Error(kept)
			}
		} else if plain && otherwise[name] == "" {
			t.Errorf("%s makes a number or a boolean of lists or texts: if it only looks at them, its entry says so", name)
		}
	}
	for _, name := range []string{"max", "substring after", "append", "get entries"} {
		if kept := keeps(name, 2, false); kept == "" {
			t.Errorf("%s: %q", name, kept)
		}
	}
}
