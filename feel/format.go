package feel

import (
	"fmt"
	"strings"
)

// String gives the expression or the tests in canonical form: single blanks, no
// comments, open ends of ranges in parentheses, keys without quotes where they
// need none. Parsed in the same scope it gives the same tree. What could not be
// parsed stands as in the text.
func (a *AST) String() string {
	p := printer{text: a.src.Text}
	p.node(a.root)
	return p.String()
}

func (t *typeRef) String() string {
	var p printer
	p.typ(t)
	return p.String()
}

// printer writes nodes. It writes no parentheses of its own: the tree has those
// of the text.
type printer struct {
	strings.Builder
	text string
}

// add writes strings as they are and nodes in canonical form.
func (p *printer) add(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			p.WriteString(part)
		case node:
			p.node(part)
		}
	}
}

func (p *printer) node(n node) {
	switch n := n.(type) {
	case *numberLit:
		p.add(n.text)
	case *stringLit:
		p.quote(n.val)
	case *boolLit:
		p.add(fmt.Sprint(n.val))
	case *nullLit:
		p.add("null")
	case *atLit:
		p.add("@")
		p.quote(n.text)
	case *nameRef:
		p.add(n.name)
	case *pathExpr:
		p.add(n.base, ".", n.name)
	case *filterExpr:
		p.add(n.base, "[", n.cond, "]")
	case *callExpr:
		p.call(n)
	case *binaryExpr:
		p.add(n.x, " ", n.op.String(), " ", n.y)
	case *negExpr:
		p.add("-", n.x)
	case *parenExpr:
		p.add("(", n.x, ")")
	case *betweenExpr:
		p.add(n.x, " between ", n.lo, " and ", n.hi)
	case *inExpr:
		p.add(n.x, " in ")
		p.tests(n.tests, len(n.tests) > 1)
	case *testExpr:
		p.add(n.op.String(), " ", n.x)
	case *unaryTests:
		switch {
		case len(n.tests) == 0:
			p.add("-")
		case n.not:
			p.add("not")
			p.tests(n.tests, true)
		default:
			p.tests(n.tests, false)
		}
	case *rangeLit:
		p.add(bracket(n.loClosed, "[", "("), n.lo, "..", n.hi, bracket(n.hiClosed, "]", ")"))
	case *listLit:
		p.add("[")
		p.list(n.items)
		p.add("]")
	case *contextLit:
		p.context(n)
	case *functionLit:
		p.function(n)
	case *ifExpr:
		p.add("if ", n.cond, " then ", n.then, " else ", n.els)
	case *forExpr:
		p.add("for ")
		p.iterators(n.iters)
		p.add(" return ", n.body)
	case *quantExpr:
		p.add(bracket(n.every, "every ", "some "))
		p.iterators(n.iters)
		p.add(" satisfies ", n.cond)
	case *instanceExpr:
		p.add(n.x, " instance of ")
		p.typ(n.typ)
	case *embeddedExpr:
		p.add("(", n.ast.String(), ")")
	case *hostExpr:
		p.add("(a decision table)")
	case *badExpr:
		p.add(p.text[n.start:n.end])
	}
}

func bracket(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func (p *printer) list(ns []node) {
	for i, n := range ns {
		if i > 0 {
			p.add(", ")
		}
		p.node(n)
	}
}

func (p *printer) tests(ns []node, parens bool) {
	if parens {
		p.add("(")
	}
	p.list(ns)
	if parens {
		p.add(")")
	}
}

func (p *printer) call(n *callExpr) {
	p.add(n.callee, "(")
	for i, a := range n.args {
		if i > 0 {
			p.add(", ")
		}
		if n.names != nil {
			p.add(n.names[i], ": ")
		}
		p.node(a)
	}
	p.add(")")
}

func (p *printer) context(n *contextLit) {
	p.add("{")
	for i, e := range n.entries {
		if i > 0 {
			p.add(", ")
		}
		if isSpelled(e.key) {
			p.add(e.key)
		} else {
			p.quote(e.key)
		}
		p.add(": ", e.value)
	}
	p.add("}")
}

func (p *printer) function(n *functionLit) {
	p.add("function(")
	for i, a := range n.params {
		if i > 0 {
			p.add(", ")
		}
		p.add(a.name)
		if a.typ != nil {
			p.add(": ")
			p.typ(a.typ)
		}
	}
	p.add(") ", bracket(n.external, "external ", ""), n.body)
}

func (p *printer) iterators(its []iterator) {
	for i, it := range its {
		if i > 0 {
			p.add(", ")
		}
		p.add(it.name, " in ")
		if it.list != nil {
			p.node(it.list)
		} else {
			p.add(it.lo, "..", it.hi)
		}
	}
}

func (p *printer) typ(t *typeRef) {
	p.add(t.name)
	switch {
	case t.fields != nil:
		p.add("<")
		for i, f := range t.fields {
			if i > 0 {
				p.add(", ")
			}
			p.add(f.name, ": ")
			p.typ(f.typ)
		}
		p.add(">")
	case t.args != nil:
		p.add("<")
		for i, a := range t.args {
			if i > 0 {
				p.add(", ")
			}
			p.typ(a)
		}
		p.add(">")
	}
	if t.result != nil {
		p.add(" -> ")
		p.typ(t.result)
	}
}

// quote writes a string literal. What would not be seen is escaped.
func (p *printer) quote(s string) {
	p.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			p.WriteByte('\\')
			p.WriteRune(r)
		case r == '\n':
			p.WriteString(`\n`)
		case r == '\r':
			p.WriteString(`\r`)
		case r == '\t':
			p.WriteString(`\t`)
		case r < ' ' || r == 0x7F || r != ' ' && isSpace(r):
			fmt.Fprintf(p, `\u%04X`, r)
		default:
			p.WriteRune(r)
		}
	}
	p.WriteByte('"')
}
