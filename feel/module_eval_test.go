package feel

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// moduleResult is all that the evaluation of some definitions gives, with what it
// counted.
func moduleResult(f *Frame, entries []int, in Input) (s string) {
	f.Start(context.Background(), &in)
	defer f.Stop()
	f.Names(func(name string) (known, definition bool) { return true, name[0] == 'd' })
	for _, i := range entries {
		before := len(f.Nulls())
		v := f.Define(i)
		if f.err != nil {
			return s + fmt.Sprintf("error %+v", *f.err)
		}
		s += fmt.Sprint(v, " left ", f.steps, " ", f.bytes, " depth ", f.levels, f.nested, "\n")
		for _, e := range f.Reasons(i, before) {
			s += fmt.Sprintf("null %+v\n", *e)
		}
	}
	return s
}

// Definitions that are evaluated one after the other, since each reads the next one
// first of all, give what they give when they are evaluated within each other.
func TestChainsAreAsRecursion(t *testing.T) {
	chains := 0
	rapid.Check(t, func(t *rapid.T) {
		of := func(texts ...string) string { return rapid.SampledFrom(texts).Draw(t, "text") }
		const n = 6
		names := []string{"x", "y"}
		sc := NewScope().DeclareInput("x", "x", nil).DeclareInput("y", "y", NumberType)
		for i := range n {
			name := fmt.Sprint("d", i)
			names = append(names, name)
			sc.DeclareDefinition(name, name, nil)
		}
		var m Module
		for i := range n {
			back := max(1, rapid.IntRange(-3, i+2).Draw(t, "back")) // mostly those before, now and then any
			if back == 1 {
				back = len(names)
			}
			name := func() string { return of(names[:back]...) }
			text := fmt.Sprintf(of("%s + 1", "%s * %[1]s", "-%s", "(%s).p", "1 + %s", "%s in [1..3]", "%s / 0", "%s between 1 and y", "%s and true", "for i in [1, 2] return %s + i", "(function(a) a + 1)(%s)"), name())
			if rapid.Bool().Draw(t, "two") {
				text = fmt.Sprintf(of("if %s then %s else %s", "[%s, %s, %s]", "%s + %s * %s", "%s = %s and %s > 0"), text, name(), name())
			}
			ast, err := Parse(Source{Text: text}, sc)
			if err != nil {
				t.Fatal(text, err)
			}
			d := Definition{
				Key: fmt.Sprint("d", i), Name: fmt.Sprint("D", i), Body: ast, Scope: sc, Replaceable: true,
				Type: rapid.SampledFrom([]*Type{nil, nil, nil, NumberType, StringType, ListType(NumberType)}).Draw(t, "type"),
			}
			if rapid.IntRange(0, 9).Draw(t, "fault") == 0 {
				d.Fault = &Error{Code: "fault", Message: d.Key}
			}
			m.Definitions = append(m.Definitions, d)
		}
		u, _ := CompileModule(m)
		plain, _ := CompileModule(m)
		for _, d := range plain.defs {
			if d.before.def != nil {
				chains++
			}
			d.before.def = nil
		}
		host := map[string]any{"x": rapid.SampledFrom([]any{1, "s", nil, true, []any{1}}).Draw(t, "x")}
		for _, name := range []string{"y", "d1", "d3"} {
			if rapid.IntRange(0, 3).Draw(t, name) == 0 {
				host[name] = rapid.SampledFrom([]any{2, "s", nil}).Draw(t, "value")
			}
		}
		in := Input{Vars: Map(host), Lenient: rapid.Bool().Draw(t, "lenient"), Limits: Limits{Steps: rapid.Int64Range(1, 300).Draw(t, "steps")}}
		var entries []int
		for range 3 {
			entries = append(entries, u.Entry(of(names[2:]...)))
		}
		f, g := u.NewFrame(), plain.NewFrame()
		for range 2 {
			if got, want := moduleResult(f, entries, in), moduleResult(g, entries, in); got != want {
				t.Fatalf("in chains\n%s\nwithin each other\n%s", got, want)
			}
			if len(f.chain) != 0 {
				t.Fatal("the chain is not empty")
			}
		}
	})
	if chains == 0 {
		t.Error("there were no chains")
	}
}
