package feel

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tree writes a node so that two trees are equal if their texts are: in prefix
// form, and without places.
func tree(n node) string {
	list := func(ns []node) string {
		parts := make([]string, len(ns))
		for i, n := range ns {
			parts[i] = tree(n)
		}
		return strings.Join(parts, " ")
	}
	switch n := n.(type) {
	case *numberLit:
		return n.text
	case *stringLit:
		return fmt.Sprintf("%q", n.val)
	case *boolLit:
		return fmt.Sprint(n.val)
	case *nullLit:
		return "null"
	case *atLit:
		return fmt.Sprintf("@%q", n.text)
	case *nameRef:
		return "`" + n.name + "`"
	case *pathExpr:
		return fmt.Sprintf("(. %s `%s`)", tree(n.base), n.name)
	case *filterExpr:
		return fmt.Sprintf("(filter %s %s)", tree(n.base), tree(n.cond))
	case *callExpr:
		if n.names != nil {
			return fmt.Sprintf("(call %s %q %s)", tree(n.callee), n.names, list(n.args))
		}
		return fmt.Sprintf("(call %s)", list(append([]node{n.callee}, n.args...)))
	case *binaryExpr:
		return fmt.Sprintf("(%s %s %s)", n.op, tree(n.x), tree(n.y))
	case *negExpr:
		return fmt.Sprintf("(neg %s)", tree(n.x))
	case *parenExpr:
		return fmt.Sprintf("(paren %s)", tree(n.x))
	case *betweenExpr:
		return fmt.Sprintf("(between %s %s %s)", tree(n.x), tree(n.lo), tree(n.hi))
	case *inExpr:
		return fmt.Sprintf("(in %s: %s)", tree(n.x), list(n.tests))
	case *testExpr:
		return fmt.Sprintf("(test %s %s)", n.op, tree(n.x))
	case *unaryTests:
		return fmt.Sprintf("(tests not=%t %s)", n.not, list(n.tests))
	case *rangeLit:
		return fmt.Sprintf("(range %t %s %s %t)", n.loClosed, tree(n.lo), tree(n.hi), n.hiClosed)
	case *listLit:
		return fmt.Sprintf("(list %s)", list(n.items))
	case *contextLit:
		var b strings.Builder
		for _, e := range n.entries {
			fmt.Fprintf(&b, " %q %s", e.key, tree(e.value))
		}
		return fmt.Sprintf("(context%s)", b.String())
	case *functionLit:
		var b strings.Builder
		for _, a := range n.params {
			fmt.Fprintf(&b, " %q %s", a.name, typeTreeOf(a.typ))
		}
		return fmt.Sprintf("(function external=%t%s: %s)", n.external, b.String(), tree(n.body))
	case *ifExpr:
		return fmt.Sprintf("(if %s %s %s)", tree(n.cond), tree(n.then), tree(n.els))
	case *forExpr:
		return fmt.Sprintf("(for%s: %s)", iteratorTrees(n.iters), tree(n.body))
	case *quantExpr:
		return fmt.Sprintf("(every=%t%s: %s)", n.every, iteratorTrees(n.iters), tree(n.cond))
	case *instanceExpr:
		return fmt.Sprintf("(instance %s %s)", tree(n.x), typeTreeOf(n.typ))
	case *typeRef:
		return typeTreeOf(n)
	case *badExpr:
		return "BAD"
	}
	return fmt.Sprintf("%T", n)
}

func iteratorTrees(its []iterator) string {
	var b strings.Builder
	for _, it := range its {
		if it.list != nil {
			fmt.Fprintf(&b, " %q %s", it.name, tree(it.list))
		} else {
			fmt.Fprintf(&b, " %q %s..%s", it.name, tree(it.lo), tree(it.hi))
		}
	}
	return b.String()
}

func typeTreeOf(t *typeRef) string {
	if t == nil {
		return "-"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(type %q args=%t fields=%t", t.name, t.args != nil, t.fields != nil)
	for _, a := range t.args {
		b.WriteString(" " + typeTreeOf(a))
	}
	for _, f := range t.fields {
		fmt.Fprintf(&b, " %q %s", f.name, typeTreeOf(f.typ))
	}
	if t.result != nil {
		b.WriteString(" -> " + typeTreeOf(t.result))
	}
	return b.String() + ")"
}

// What is drawn has no parentheses but parenExpr, so that a looser expression in
// a tighter place is one.
type treeGen struct{ *rapid.T }

var genNames = []string{"a", "b", "?", "full name", "Date-Time", "values in a list", "Person.Gender", "unknown words here"}

func (g treeGen) name() string { return rapid.SampledFrom(genNames).Draw(g.T, "name") }

func (g treeGen) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "pick") }

func (g treeGen) flag() bool { return rapid.Bool().Draw(g.T, "flag") }

func (g treeGen) list(depth int, gen func(int) node) []node {
	var ns []node
	for range 1 + g.pick(3) {
		ns = append(ns, gen(depth-1))
	}
	return ns
}

// at gives an expression that binds at least as tightly as min.
func (g treeGen) at(depth, min int) node {
	if depth <= 0 {
		return g.leaf()
	}
	level := g.pick(levelPostfix + 2)
	if level < min {
		return &parenExpr{x: g.at(depth-1, levelNone)}
	}
	down := depth - 1
	switch level {
	case levelNone:
		return g.open(down)
	case levelOr, levelAnd, levelAdd, levelMul, levelExp:
		ops := map[int][]op{levelOr: {opOr}, levelAnd: {opAnd}, levelAdd: {opAdd, opSub}, levelMul: {opMul, opDiv}, levelExp: {opExp}}
		return &binaryExpr{op: rapid.SampledFrom(ops[level]).Draw(g.T, "op"), x: g.at(down, max(level, levelOr)), y: g.at(down, level+1)}
	case levelCompare:
		return g.comparison(down)
	case levelNeg:
		return &negExpr{x: g.at(down, levelNeg)}
	case levelInstance:
		return &instanceExpr{x: g.at(down, levelInstance), typ: g.typ(down)}
	case levelPostfix:
		base := g.at(down, levelPostfix)
		switch g.pick(3) {
		case 0:
			return &pathExpr{base: base, name: rapid.SampledFrom([]string{"x", "time offset", "in", "unknown words"}).Draw(g.T, "member")}
		case 1:
			return &filterExpr{base: base, cond: g.at(down, levelNone)}
		}
		call := &callExpr{callee: base, args: g.list(down, func(d int) node { return g.at(d, levelNone) })}
		if g.flag() {
			for range call.args {
				call.names = append(call.names, g.name())
			}
		}
		return call
	}
	return g.bracketed(down)
}

// open gives an expression without an end of its own.
func (g treeGen) open(depth int) node {
	body := g.at(depth, levelNone)
	switch g.pick(4) {
	case 0:
		return &ifExpr{cond: g.at(depth, levelNone), then: g.at(depth, levelNone), els: body}
	case 1:
		return &forExpr{iters: g.iterators(depth), body: body}
	case 2:
		return &quantExpr{every: g.flag(), iters: g.iterators(depth), cond: body}
	}
	f := &functionLit{body: body}
	for range g.pick(3) {
		f.params = append(f.params, param{name: rapid.SampledFrom([]string{"p", "start position"}).Draw(g.T, "param")})
		if g.flag() {
			f.params[len(f.params)-1].typ = g.typ(depth)
		}
	}
	if ctx, ok := body.(*contextLit); ok && g.flag() {
		f.body, f.external = ctx, true
	}
	return f
}

func (g treeGen) iterators(depth int) []iterator {
	its := []iterator{{name: "i", list: g.at(depth, levelNone)}}
	if g.flag() {
		its = append(its, iterator{name: "my item", lo: g.at(depth, levelNone), hi: g.at(depth, levelNone)})
	}
	return its
}

func (g treeGen) test(depth int) node {
	if g.flag() {
		return g.at(depth, levelNone)
	}
	return &testExpr{op: rapid.SampledFrom([]op{opEQ, opNE, opLT, opLE, opGT, opGE}).Draw(g.T, "test"), x: g.at(depth, levelAdd)}
}

func (g treeGen) comparison(depth int) node {
	x := g.at(depth, levelCompare)
	switch g.pick(4) {
	case 0:
		return &betweenExpr{x: x, lo: g.at(depth, levelAdd), hi: g.at(depth, levelAdd)}
	case 1:
		return &inExpr{x: x, tests: append(g.list(depth, g.test), g.test(depth-1))}
	case 2:
		if t, ok := g.test(depth).(*testExpr); ok {
			return &inExpr{x: x, tests: []node{t}}
		}
		y := g.at(depth, levelAdd)
		if p, ok := y.(*parenExpr); ok {
			if t, ok := p.x.(*testExpr); ok {
				y = t // (< 1) after "in" is a list of one test
			}
		}
		return &inExpr{x: x, tests: []node{y}}
	}
	return &binaryExpr{op: rapid.SampledFrom([]op{opEQ, opNE, opLT, opLE, opGT, opGE}).Draw(g.T, "op"), x: x, y: g.at(depth, levelAdd)}
}

func (g treeGen) bracketed(depth int) node {
	switch g.pick(5) {
	case 0:
		return &listLit{items: g.list(depth, func(d int) node { return g.at(d, levelNone) })}
	case 1:
		return &rangeLit{lo: g.at(depth, levelNone), hi: g.at(depth, levelNone), loClosed: g.flag(), hiClosed: g.flag()}
	case 2:
		ctx := &contextLit{}
		for range g.pick(3) {
			key := rapid.SampledFrom([]string{"k", "", "two words", "foo+bar", "a - b", "if", "1", "🐎"}).Draw(g.T, "key")
			ctx.entries = append(ctx.entries, contextEntry{key: key, value: g.at(depth, levelNone)})
		}
		return ctx
	case 3:
		return &parenExpr{x: &testExpr{op: opLT, x: g.at(depth, levelAdd)}}
	}
	return &parenExpr{x: g.at(depth, levelNone)}
}

func (g treeGen) leaf() node {
	switch g.pick(6) {
	case 0:
		return &numberLit{text: rapid.SampledFrom([]string{"0", "01.3", ".5", "1.23e4", "7"}).Draw(g.T, "number")}
	case 1:
		return &stringLit{val: rapid.String().Draw(g.T, "string")}
	case 2:
		return &boolLit{val: g.flag()}
	case 3:
		return &nullLit{}
	case 4:
		return &atLit{text: "2026-01-31"}
	}
	return &nameRef{name: g.name()}
}

func (g treeGen) typ(depth int) *typeRef {
	if depth <= 0 {
		return &typeRef{name: rapid.SampledFrom([]string{"Any", "date and time", "imported.Some Type", "years and months duration"}).Draw(g.T, "type")}
	}
	switch g.pick(4) {
	case 0:
		return &typeRef{name: "list", args: []*typeRef{g.typ(depth - 1)}}
	case 1:
		return &typeRef{name: "context", fields: []fieldRef{{"the field", g.typ(depth - 1)}, {"b", g.typ(0)}}}
	case 2:
		return &typeRef{name: "function", args: []*typeRef{g.typ(depth - 1), g.typ(0)}, result: g.typ(depth - 1)}
	}
	return g.typ(0)
}

func genScope() *Scope {
	sc := NewScope()
	for _, name := range genNames[:len(genNames)-1] {
		sc.Declare(name, nil)
	}
	return sc
}

func TestPrintedTreesParseToThemselves(t *testing.T) {
	sc := genScope()
	rapid.Check(t, func(t *rapid.T) {
		want := &AST{root: treeGen{t}.at(4, levelNone)}
		text := want.String()
		got, err := Parse(Source{Text: text}, sc)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if got.String() != text || tree(got.root) != tree(want.root) {
			t.Fatalf("%s\n%s\n%s\n%s", text, got, tree(want.root), tree(got.root))
		}
	})
}

func TestPrintedTestsParseToThemselves(t *testing.T) {
	sc := genScope()
	rapid.Check(t, func(t *rapid.T) {
		g := treeGen{t}
		want := &AST{unary: true, root: &unaryTests{not: g.flag(), tests: g.list(3, g.test)}}
		text := want.String()
		got, err := ParseUnaryTests(Source{Text: text}, sc)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if got.String() != text || tree(got.root) != tree(want.root) {
			t.Fatalf("%s\n%s\n%s\n%s", text, got, tree(want.root), tree(got.root))
		}
	})
}
