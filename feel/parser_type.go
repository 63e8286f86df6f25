package feel

// typeTree has the built-in types with names of several words.
var typeTree = treeOf("date and time", "days and time duration", "day and time duration",
	"years and months duration", "year and month duration")

// typeRef reads a type. A free one is followed by a comma, a bracket or the end,
// so that its name may hold keywords and symbols. After "instance of" operators
// may follow: there only the symbols without blanks around them belong to a name.
func (p *parser) typeRef(free bool) *typeRef {
	t := p.tok()
	n := &typeRef{extent: tokenExtent(t)}
	outer, ok := p.enter()
	defer p.leave(outer)
	if !ok {
		return n
	}
	if !t.kind.isWord() {
		p.expected("a type", "")
		p.skip()
		return n
	}
	from := p.i
	p.i += p.typeNameLength(free)
	n.name = joinName(p.text, p.toks[from:p.i])
	n.extent = p.since(t)
	if !p.at(tokLT) {
		return n
	}
	switch n.name {
	case "list", "range":
		n.args = []*typeRef{}
		p.typeItems(n, func() {
			if len(n.args) > 0 {
				p.expected("'>'", "a "+n.name+" has one type: "+n.name+"<number>")
			}
			n.args = append(n.args, p.typeRef(true))
		})
		if len(n.args) == 0 {
			p.note(errExpected(p.src, n, "a type between '<' and '>'", "none", "write "+n.name+"<Any>"))
		}
	case "context":
		n.fields = []fieldRef{}
		p.typeItems(n, func() { p.typeField(n) })
	case "function":
		n.args = []*typeRef{}
		p.typeItems(n, func() { n.args = append(n.args, p.typeRef(true)) })
		minus := p.tok()
		if gt := p.toks[min(p.i+1, len(p.toks)-1)]; minus.kind != tokMinus || gt.kind != tokGT || gt.start != minus.end {
			p.expected("'->' and the type of the result", "a type of functions is written: function<number, string> -> boolean")
			return n
		}
		p.i += 2
		n.result = p.typeRef(free)
		n.extent.end = n.result.end
	}
	return n
}

// typeNameLength gives the number of tokens of the name of a type.
func (p *parser) typeNameLength(free bool) int {
	toks := p.toks[p.i:]
	if free {
		n := 1
		for toks[n].kind.isNamePart() {
			n++
		}
		return n
	}
	if n, _ := typeTree.longest(p.text, toks); n > 0 {
		return n
	}
	n := p.words(0)
	for {
		symbol, after := toks[n], token{}
		if symbol.kind.isNameSymbol() {
			after = toks[n+1]
		}
		adjacent := symbol.start == toks[n-1].end && symbol.end == after.start
		switch {
		case symbol.kind == tokDot && after.kind.isWord():
		case adjacent && (after.kind == tokWord || after.kind == tokNumber):
		default:
			return n
		}
		for n += 2; toks[n].kind == tokWord; n++ {
		}
	}
}

// typeItems reads what stands between "<" and ">" and sets the end of n.
func (p *parser) typeItems(n *typeRef, item func()) {
	open := p.next()
	if !p.atClosing(tokGT) {
		outer := p.bracket(tokGT, tokGE, tokComma)
		p.items(open, tokGT, item)
		p.unbracket(outer)
	} else {
		p.acceptClosing(tokGT)
	}
	n.extent.end = p.end()
}

func (p *parser) typeField(n *typeRef) {
	length := p.nameBefore(tokColon)
	if length == 0 {
		p.expected("the name of an entry and ':'", "a type of contexts is written: context<name: string, age: number>")
		p.skip()
		return
	}
	name := joinName(p.text, p.toks[p.i:p.i+length])
	p.i += length + 1
	p.keys.add(name, 1)
	n.fields = append(n.fields, fieldRef{name, p.typeRef(true)})
}
