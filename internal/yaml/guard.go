package yaml

import (
	"strings"

	"github.com/decision-spine/spine/diag"
)

// frame is an open collection.
type frame struct {
	kind   kind // dash or colon: a block collection; openList or openMap: one in brackets
	column int  // of the entries of a block collection
	n      int  // entries so far
	open   diag.Span
}

// guard checks what the outside library does not, or too late: the nesting of
// collections, how many entries they have, brackets that do not match, keys
// that are none, and how many values are absent.
type guard struct {
	*document
	stack  []frame
	work   int // see maxMappingWork
	absent int
}

func (d *document) guard() bool {
	g := &guard{document: d}
	for i := range d.tokens {
		if !g.token(i) {
			return false
		}
	}
	if n := len(g.stack); n > 0 && g.inFlow() {
		open := g.stack[n-1].open
		g.report(errSyntax(g.in(open), "this bracket is never closed", g.closeHint(open)))
		return false
	}
	return true
}

func (f *frame) flow() bool { return f.kind == openList || f.kind == openMap }

func (g *guard) inFlow() bool { return len(g.stack) > 0 && g.stack[len(g.stack)-1].flow() }

// is reports whether there is an i-th token, of one of these kinds.
func (g *guard) is(i int, kinds ...kind) bool {
	if i < 0 || i >= len(g.tokens) {
		return false
	}
	for _, k := range kinds {
		if g.tokens[i].kind == k {
			return true
		}
	}
	return false
}

func (g *guard) token(i int) bool {
	t := &g.tokens[i]
	switch t.kind {
	case openList, openMap:
		if g.is(i-1, scalar) {
			hint := g.valueHint(i)
			if g.inFlow() {
				hint = g.closeHint(g.stack[len(g.stack)-1].open)
			}
			g.report(errSyntax(g.in(t.span), "a bracket stands behind a value that is complete", hint))
			return false
		}
		return g.push(frame{kind: t.kind, open: t.span})
	case closeList, closeMap:
		return g.closeFlow(i)
	case comma:
		if !g.inFlow() {
			g.report(errSyntax(g.in(t.span), "a comma stands behind a value that is complete", g.valueHint(i)))
			return false
		}
		if g.is(i-1, openList, openMap, comma) {
			g.report(errSyntax(g.in(t.span), "a value is due before this comma", "write a value, or leave the comma out"))
			return false
		}
		return g.count()
	case dash:
		if g.inFlow() {
			if open := g.stack[len(g.stack)-1].open; g.leftOpen(open, t) {
				e := errSyntax(g.in(open), "this bracket is not closed", g.closeHint(open))
				e.Notes = []diag.Note{{At: g.in(t.span), Message: "a list entry begins here"}}
				g.report(e)
				return false
			}
			g.report(errSyntax(g.in(t.span), "- starts a list entry, which cannot stand inside of brackets", g.quoteHint(t.span.Start.Offset, true)))
			return false
		}
		return g.entry(t) && g.value(i, t)
	case colon:
		if !g.is(i-1, scalar) || g.tokens[i-1].span.End.Line != t.line() {
			why := "a colon stands here without a key before it on its line"
			if g.is(i-1, closeList, closeMap) {
				why = "a list or a mapping cannot be a key"
			}
			g.report(errKey(g.in(t.span), why, "a key is a single value"))
			return false
		}
		key := &g.tokens[i-1]
		if key.line() != t.line() || key.style == Literal || key.style == Folded {
			hint := "a key stands on one line with its colon: check how deep the lines are"
			if name, _, joined := strings.Cut(key.text, ":"); joined && key.style == Plain {
				hint = "write a space behind the colon: " + short(name) + ": ..."
			}
			g.report(errKey(g.in(key.span), clip(key.text)+" stands on several lines before a colon", hint))
			return false
		}
		return g.value(i, key)
	}
	// A scalar.
	if g.inFlow() {
		if g.is(i-1, openMap, comma) && g.is(i+1, comma, closeMap) && g.stack[len(g.stack)-1].kind == openMap {
			return g.miss(t)
		}
		return true
	}
	if g.is(i+1, colon) {
		return g.entry(&token{kind: colon, span: t.span})
	}
	return true
}

func (g *guard) push(f frame) bool {
	g.stack = append(g.stack, f)
	if len(g.stack) > maxDepth {
		g.report(errLimit(g.in(f.open), "nest less deeply", "collections are nested deeper than %d levels", maxDepth))
		return false
	}
	return g.count()
}

// count adds an entry to the innermost collection. In brackets it counts what
// commas part, also when nothing stands there.
func (g *guard) count() bool {
	f := &g.stack[len(g.stack)-1]
	f.n++
	isMap := f.kind == openMap || f.kind == colon
	if f.kind == colon {
		g.work += f.n
	}
	switch {
	case isMap && f.n > maxMapping:
		g.report(errLimit(g.in(f.open), "split the file", "the mapping has more than %d entries", maxMapping))
	case !isMap && f.n > maxSequence:
		g.report(errLimit(g.in(f.open), "split the file", "the list has more than %d entries", maxSequence))
	case g.work > maxMappingWork:
		g.report(errLimit(g.in(f.open), "split the file", "the mappings up to here have too many entries together"))
	default:
		return true
	}
	return false
}

// entry begins an entry of a block collection: a dash, or a key as a colon
// with the key's span.
func (g *guard) entry(t *token) bool {
	for len(g.stack) > 0 {
		top := &g.stack[len(g.stack)-1]
		if top.column == t.column() && top.kind == t.kind {
			return g.count()
		}
		// The list of a key may stand as deep as the key; the next key ends it.
		if top.column < t.column() || top.column == t.column() && top.kind == colon {
			break
		}
		g.stack = g.stack[:len(g.stack)-1]
	}
	if t.line() == g.header {
		g.report(errSyntax(g.in(t.span), "a mapping or list cannot begin on the line of ---", "begin it on the next line"))
		return false
	}
	return g.push(frame{kind: t.kind, column: t.column(), open: t.span})
}

func (g *guard) closeFlow(i int) bool {
	t := &g.tokens[i]
	if !g.inFlow() {
		g.report(errSyntax(g.in(t.span), "nothing is open that this bracket could close", g.valueHint(i)))
		return false
	}
	top := g.stack[len(g.stack)-1]
	if (top.kind == openList) != (t.kind == closeList) {
		e := errSyntax(g.in(t.span), "this bracket does not close the one that is open", g.valueHint(i))
		if t.kind == closeMap {
			e.Hint = g.closeHint(top.open)
		}
		e.Notes = []diag.Note{{At: g.in(top.open), Message: "it was opened here"}}
		g.report(e)
		return false
	}
	g.stack = g.stack[:len(g.stack)-1]
	return true
}

// leftOpen reports whether a bracket was most likely meant to be closed before
// the line of t: something follows it on a line of its own.
func (g *guard) leftOpen(open diag.Span, t *token) bool {
	line, _, _ := strings.Cut(g.src[open.End.Offset:], "\n")
	return open.Start.Line < t.line() && strings.TrimSpace(line) != ""
}

// closeHint tells what to do about a bracket that is not closed: [1..5) is FEEL.
func (g *guard) closeHint(open diag.Span) string {
	at := open.Start.Offset
	if interval(g.src[at:min(len(g.src), at+maxShown)]) > 0 {
		return g.quoteHint(at, true)
	}
	return "close the bracket"
}

// value looks for the value behind the i-th token, the dash or the colon of
// owner.
func (g *guard) value(i int, owner *token) bool {
	if g.inFlow() {
		if g.is(i+1, comma, closeMap, closeList) {
			return g.miss(owner)
		}
		return true
	}
	if i+1 == len(g.tokens) {
		return g.miss(owner)
	}
	next := &g.tokens[i+1]
	if next.line() == g.tokens[i].line() || next.column() > owner.column() {
		return true
	}
	if owner.kind == scalar && next.column() == owner.column() && next.kind == dash {
		return true
	}
	return g.miss(owner)
}

// miss counts a value that is absent. The tree tells them one by one; the
// outside library moves all later tokens for each.
func (g *guard) miss(owner *token) bool {
	if g.absent++; g.absent > maxAbsent {
		g.report(errLimit(g.in(owner.span), "write the values, or leave their keys out", "more than %d values are absent", maxAbsent))
		return false
	}
	return true
}
