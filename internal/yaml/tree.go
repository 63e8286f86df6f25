package yaml

import (
	"slices"

	"github.com/decision-spine/spine/diag"
)

// tree builds nodes, bottom up and in the order of the file, and checks what
// the outside library leaves open: that every scalar is taken once, and that
// blocks are as deep as YAML wants them.
type tree struct {
	*document
	last  int // index of the scalar taken last
	taken int // scalars so far
	flow  int // collections in brackets around
}

// pair is an entry of a mapping. In brackets a key may have no colon.
type pair struct {
	Entry
	colon bool
}

func (t *tree) located(n *Node, start, end diag.Pos) *Node {
	n.At = t.in(diag.Span{Start: start, End: end})
	n.file = t.file
	return n
}

// scalar gives the i-th token, or nil when that is not the next scalar.
func (t *tree) scalar(i int) *Node {
	next := t.last + 1
	for next < len(t.tokens) && t.tokens[next].kind != scalar {
		next++
	}
	if i != next {
		return nil
	}
	t.last = i
	t.taken++
	k := &t.tokens[i]
	if k.absent {
		return t.located(&Node{}, k.span.Start, k.span.End)
	}
	return t.located(&Node{Kind: Scalar, Style: k.style, Text: k.text, marks: k.marks}, k.span.Start, k.span.End)
}

// whole gives root when the library's tree, which root is made of, has all of
// the document.
func (t *tree) whole(root *Node) *Node {
	scalars := 0
	for i := range t.tokens {
		if t.tokens[i].kind == scalar {
			scalars++
		}
	}
	if root != nil && scalars == t.taken {
		return root
	}
	if len(t.faults) == 0 {
		i := min(t.last+1, len(t.tokens)-1)
		t.report(errSyntax(t.in(t.tokens[i].span), plainWords(""), t.valueHint(i)))
	}
	return nil
}

func (t *tree) flowMapping(m []pair, open, end int) *Node {
	for i := 0; i < len(m); i++ {
		if m[i].colon {
			continue
		}
		// { x: f(a, b), y: 1 } has the keys x, "b)" and y: tell what was meant.
		first := i
		for i+1 < len(m) && !m[i+1].colon {
			i++
		}
		span := diag.Span{Start: m[first].Key.At.Span.Start, End: m[i].Key.At.Span.End}
		hint := "write a colon and a value behind the key"
		if first > 0 {
			if before := m[first-1].Value.At.Span.Start; before.Known() {
				hint = quoteCell(t.src[before.Offset:span.End.Offset])
			}
		}
		t.report(errNull(t.in(span), "no value stands behind "+clip(t.src[span.Start.Offset:span.End.Offset])+"; a comma ends the value before it", hint))
		for j := first; j <= i; j++ {
			m[j].Value = t.located(&Node{}, m[j].Key.At.Span.Start, m[j].Key.At.Span.End)
		}
	}
	n := t.mapping(m)
	n.Flow = true
	return t.located(n, t.tokens[open].span.Start, t.tokens[end].span.End)
}

func (t *tree) blockMapping(m []pair) *Node {
	first := m[0].Key.At.Span
	if t.flow > 0 {
		t.report(errSyntax(t.in(first), "the key "+clip(m[0].Key.Text)+" stands in a list", "write { "+short(m[0].Key.Source())+": ... } when a mapping is meant, else put the value in quotes"))
		return nil
	}
	for _, e := range m {
		key := e.Key.At.Span.Start
		if key.Column != first.Start.Column {
			t.deep(e.Key)
			return nil
		}
		if !t.deeper(e.Value, key, e.Value.Kind == Sequence && !e.Value.Flow) {
			return nil
		}
	}
	n := t.mapping(m)
	last := m[len(m)-1]
	end := last.Key.At.Span.End
	if v := last.Value.At.Span.End; v.Offset > end.Offset {
		end = v
	}
	return t.located(n, first.Start, end)
}

// deeper checks that the value of a key or dash at outer is deeper than that,
// or as deep when equal.
func (t *tree) deeper(value *Node, outer diag.Pos, equal bool) bool {
	start := value.At.Span.Start
	if !start.Known() || start.Line == outer.Line || start.Column > outer.Column || equal && start.Column == outer.Column {
		return true
	}
	t.deep(value)
	return false
}

func (t *tree) deep(n *Node) {
	t.report(errSyntax(t.in(n.At.Span), "this stands at a depth where nothing can", "indent the entries of one mapping or list alike, and a value deeper than its key"))
}

// mapping checks keys and values, and drops merge keys.
func (t *tree) mapping(m []pair) *Node {
	n := &Node{Kind: Mapping, Entries: make([]Entry, 0, len(m))}
	seen := make(map[string]*Node, len(m))
	for _, e := range m {
		key := e.Key
		if !e.Value.At.Span.Start.Known() {
			e.Value = t.missing(key.At.Span, "the key "+clip(key.Text)+" has no value")
		}
		switch first := seen[key.Text]; {
		case key.Kind == Absent:
			continue
		case key.Style == Plain && key.Text == "<<":
			t.report(errMergeKey(t.in(key.At.Span)))
			continue
		case key.Text == "":
			t.report(errKey(t.in(key.At.Span), "this key is empty", "name the key"))
		case first != nil:
			t.report(errDuplicateKey(t.in(key.At.Span), key.Text, first.At))
		default:
			seen[key.Text] = key
		}
		n.Entries = append(n.Entries, Entry{key, e.Value})
	}
	return n
}

// missing reports an absent value, unless a fault on its line has told why.
func (t *tree) missing(owner diag.Span, message string) *Node {
	told := func(e *diag.Error) bool { return e.At.Span.Start.Line == owner.Start.Line }
	if !slices.ContainsFunc(t.faults, told) {
		t.report(errNull(t.in(owner), message, t.absentHint(owner.End.Offset)))
	}
	return t.located(&Node{}, owner.Start, owner.End)
}

func (t *tree) flowSequence(items []*Node, open, end int) *Node {
	return t.located(&Node{Kind: Sequence, Flow: true, Items: items}, t.tokens[open].span.Start, t.tokens[end].span.End)
}

func (t *tree) blockSequence(items []*Node, dashes []int) *Node {
	first := t.tokens[dashes[0]].span
	end := first.End
	for i, item := range items {
		own := t.tokens[dashes[i]].span
		if !item.At.Span.Start.Known() {
			items[i] = t.missing(own, "this list entry has no value")
		} else if !t.deeper(item, own.Start, false) {
			return nil
		}
		end = items[i].At.Span.End
	}
	return t.located(&Node{Kind: Sequence, Items: items}, first.Start, end)
}
