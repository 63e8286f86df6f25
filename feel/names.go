package feel

import (
	"strings"
	"sync"
)

// A name of more tokens than this is not looked for in a text, so that looking
// for names stays cheap.
const maxNameTokens = 100

// nameTree holds the names of more than one token, by their tokens. A name of one
// token needs no joining and is not held. The zero nameTree is empty.
type nameTree struct {
	next few[*nameTree]
	name string // of the tokens up to here, as declared
	live int    // the number of declarations in force
}

// add declares name, or with a by of -1 takes a declaration back.
func (t *nameTree) add(name string, by int) {
	if isPlain(name) {
		return
	}
	toks := nameTokens(make([]token, 0, 8), name)
	if len(toks) < 2 || len(toks) > maxNameTokens {
		return
	}
	at := t
	for _, tok := range toks {
		word := name[tok.start:tok.end]
		next := at.next.at(word)
		if next == nil {
			at.next.put(word, &nameTree{})
			next = at.next.at(word)
		}
		at = *next
	}
	at.live += by
	at.name = name
}

// entryNames holds the names of a context type's entries, once they are asked for:
// many scopes share a type, and most never ask.
type entryNames struct {
	trees, indexes sync.Once
	tree           nameTree // those of several tokens
	index          map[string]*Type
}

// find gives the type of the entry with a name, or nil.
func (n *entryNames) find(fields []Field, name string) *Type {
	n.indexes.Do(func() {
		n.index = make(map[string]*Type, len(fields))
		for i := len(fields) - 1; i >= 0; i-- { // of two the first counts
			n.index[fields[i].Name] = fields[i].Type
		}
	})
	return n.index[name]
}

// entryTree gives the names of several tokens that entries of values of t have; nil
// when t is not the type of a context.
func (t *Type) entryTree() *nameTree {
	if t == nil || t.kind != typeContext {
		return nil
	}
	t.names.trees.Do(func() {
		for _, f := range t.fields {
			t.names.tree.add(f.Name, 1)
		}
	})
	return &t.names.tree
}

// appendEntries appends the names of the entries of every context type in t that has
// names of several tokens. It visits each type once, since many types may share one.
func (t *Type) appendEntries(out []*nameTree, seen map[*Type]bool) []*nameTree {
	if t == nil || !t.compound() || seen[t] {
		return out
	}
	seen[t] = true
	if tree := t.entryTree(); tree != nil && tree.next.entries != nil {
		out = append(out, tree)
	}
	out = t.elem.appendEntries(out, seen)
	for _, f := range t.fields {
		out = f.Type.appendEntries(out, seen)
	}
	return t.result.appendEntries(out, seen)
}

// longest gives the longest name that the tokens begin with, and the number of
// its tokens; 0 if there is none.
func (t *nameTree) longest(text string, toks []token) (n int, name string) {
	if t == nil {
		return 0, ""
	}
	for i := 0; t.next.entries != nil; i++ {
		next := t.next.at(text[toks[i].start:toks[i].end])
		if next == nil {
			break
		}
		if t = *next; t.live > 0 {
			n, name = i+1, t.name
		}
	}
	return n, name
}

// isPlain reports a name of one token of ASCII letters, digits and underscores.
func isPlain(name string) bool {
	for i := range len(name) {
		if c := name[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || i > 0 && isDigit(c)) {
			return false
		}
	}
	return true
}

// nameTokens appends the tokens of a name, or gives nil if s is none. That it begins
// with a keyword does not matter here.
func nameTokens(toks []token, s string) []token {
	l := lexer{text: s}
	for {
		switch t := l.next(); {
		case t.kind == tokEOF:
			return toks
		case t.kind == tokSpace && len(toks) > 0 && int(t.end) < len(s):
		case t.kind.isWord(), t.kind.isNamePart() && len(toks) > 0:
			toks = append(toks, t)
		default:
			return nil
		}
	}
}

// IsName reports whether s is a name of FEEL: one or more words, with blanks,
// digits and the symbols . / - ' + * between them, that does not begin with a
// keyword (DMN 1.6, clause 10.3.1.2, rules 27 to 32).
func IsName(s string) bool {
	toks := nameTokens(make([]token, 0, 8), s)
	return len(toks) > 0 && toks[0].kind.startsName()
}

// joinName gives the name that toks spell: single blanks between words, none
// beside a symbol. Two symbols keep a blank that stands between them.
func joinName(text string, toks []token) string {
	if len(toks) == 1 {
		return text[toks[0].start:toks[0].end]
	}
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && toks[i-1].end < t.start {
			symbol := t.kind.isNameSymbol() || text[t.start] == '.'
			if toks[i-1].kind.isNameSymbol() == symbol {
				b.WriteByte(' ')
			}
		}
		b.WriteString(text[t.start:t.end])
	}
	return b.String()
}

// isSpelled reports whether name, written as it is, is read as that name.
func isSpelled(name string) bool {
	toks := nameTokens(nil, name)
	return len(toks) > 0 && joinName(name, toks) == name
}

var builtinTree = sync.OnceValue(func() *nameTree {
	t := &nameTree{}
	for _, name := range builtinNames() {
		t.add(name, 1)
	}
	return t
})

// treeOf makes a tree of names.
func treeOf(names ...string) *nameTree {
	t := &nameTree{}
	for _, name := range names {
		t.add(name, 1)
	}
	return t
}

// propertyTree has the properties of values that have names of several words.
var propertyTree = treeOf("time offset", "start included", "end included")
