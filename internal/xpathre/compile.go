package xpathre

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// maxProgram is how many instructions a program may have.
const maxProgram = 20_000

// opcode is the kind of an instruction.
type opcode uint8

const (
	iRune      opcode = iota // consume the rune arg
	iSet                     // consume a rune of set
	iSplit                   // go on at next or, less preferred, at arg
	iSave                    // put the place into slot arg
	iBackref                 // consume what group arg matched
	iTextStart               // the anchors
	iTextEnd
	iLineStart
	iLineEnd
	iMatch
)

// inst is an instruction; next is where to go on.
type inst struct {
	op   opcode
	next int32
	arg  int32
	set  *charset
}

// compiler makes the instructions of a tree from its end to its start, so that the
// place where to go on is always known.
type compiler struct{ prog []inst }

func compile(t *tree, f flags, b *Budget) (*Regexp, error) {
	if size(t.root) >= maxProgram {
		return nil, &Error{TooLarge, 0, fmt.Sprintf(
			"with its repetitions written out the pattern has more than %d elements", maxProgram)}
	}
	var c compiler
	start := c.node(t.root, c.add(inst{op: iMatch}))
	re := &Regexp{prog: c.prog, start: start, groups: t.groups, backrefs: t.backrefs, flags: f,
		anchored: startsText(t.root), matchesEmpty: nullable(t.root)}
	if re.backrefs {
		re.live = newLiveness(re.prog, b)
	} else {
		re.states = hasStates(re.prog)
	}
	re.prefix, re.whole = re.findPrefix()
	if re.prefix == "" {
		re.first = re.findFirst(b)
	}
	re.single = re.findSingle()
	if !b.spend(int64(len(c.prog))) {
		return nil, ErrSteps
	}
	re.pool.New = func() any { return newMachine(re) }
	return re, nil
}

// size is at least the number of instructions that a node needs, and one for the
// empty string, or maxProgram if that is less.
func size(n *node) int {
	sum := 0
	for _, sub := range n.subs {
		sum = min(sum+size(sub), maxProgram)
	}
	switch n.op {
	case opAlt:
		sum += len(n.subs)
	case opGroup:
		sum += 2
	case opRepeat:
		sum = (sum+1)*max(n.min, n.max, 1) + 1
	}
	return min(max(sum, 1), maxProgram)
}

// nullable reports whether a node matches the empty text.
func nullable(n *node) bool {
	switch n.op {
	case opRune, opSet:
		return false
	case opAlt:
		return slices.ContainsFunc(n.subs, nullable)
	case opRepeat:
		return n.min == 0 || nullable(n.subs[0])
	}
	return !slices.ContainsFunc(n.subs, func(sub *node) bool { return !nullable(sub) })
}

// startsText reports whether a node matches at the start of the text only.
func startsText(n *node) bool {
	switch n.op {
	case opTextStart:
		return true
	case opCat:
		return slices.ContainsFunc(n.subs, startsText)
	case opAlt:
		return !slices.ContainsFunc(n.subs, func(sub *node) bool { return !startsText(sub) })
	case opRepeat:
		return n.min > 0 && startsText(n.subs[0])
	}
	return n.op == opGroup && startsText(n.subs[0])
}

func (c *compiler) add(in inst) int32 {
	c.prog = append(c.prog, in)
	return int32(len(c.prog) - 1)
}

// split adds a choice between a body and what follows it.
func (c *compiler) split(lazy bool, body, next int32) int32 {
	if lazy {
		return c.add(inst{op: iSplit, next: next, arg: body})
	}
	return c.add(inst{op: iSplit, next: body, arg: next})
}

// node adds the instructions of a node, which go on at next, and gives where they
// start.
func (c *compiler) node(n *node, next int32) int32 {
	switch n.op {
	case opRune:
		return c.add(inst{op: iRune, next: next, arg: int32(n.r)})
	case opSet:
		return c.add(inst{op: iSet, next: next, set: n.set})
	case opCat:
		for _, sub := range slices.Backward(n.subs) {
			next = c.node(sub, next)
		}
		return next
	case opAlt:
		last := len(n.subs) - 1
		start := c.node(n.subs[last], next)
		for _, sub := range slices.Backward(n.subs[:last]) {
			start = c.split(false, c.node(sub, next), start)
		}
		return start
	case opGroup:
		next = c.add(inst{op: iSave, next: next, arg: int32(2*n.n + 1)})
		next = c.node(n.subs[0], next)
		return c.add(inst{op: iSave, next: next, arg: int32(2 * n.n)})
	case opRepeat:
		return c.repeat(n, next)
	case opBackref:
		return c.add(inst{op: iBackref, next: next, arg: int32(n.n)})
	}
	return c.add(inst{op: iTextStart + opcode(n.op-opTextStart), next: next})
}

// repeat writes out x{2,4} as xx(x(x)?)?, x{2,} as xx+ and x* as a loop. If x may
// match nothing then x* is (x+)?, so that a preferred empty round ends the loop.
func (c *compiler) repeat(n *node, next int32) int32 {
	body, required := n.subs[0], n.min
	switch {
	case n.max >= 0:
		exit := next
		for range n.max - n.min {
			next = c.split(n.lazy, c.node(body, next), exit)
		}
	case n.min > 0:
		next, _ = c.loop(n, next)
		required--
	case nullable(body):
		start, _ := c.loop(n, next)
		return c.split(n.lazy, start, next)
	default:
		_, again := c.loop(n, next)
		return again
	}
	for range required {
		next = c.node(body, next)
	}
	return next
}

// loop adds a body and, behind it, the choice to do it again. It gives where the
// body starts and where the choice is.
func (c *compiler) loop(n *node, next int32) (start, again int32) {
	again = c.split(n.lazy, 0, next)
	start = c.node(n.subs[0], again)
	if in := &c.prog[again]; n.lazy {
		in.arg = start
	} else {
		in.next = start
	}
	return start, again
}

// findPrefix gives the text that every match starts with, and whether it is all
// there is to match and to capture.
func (re *Regexp) findPrefix() (prefix string, whole bool) {
	var text strings.Builder
	for pc := re.start; ; pc = re.prog[pc].next {
		switch in := &re.prog[pc]; in.op {
		case iRune:
			// U+FFFD also stands for bytes that are not UTF-8.
			if in.arg == '\uFFFD' {
				return text.String(), false
			}
			text.WriteRune(in.arg)
		case iSave:
		default:
			return text.String(), in.op == iMatch && re.groups == 0 && text.Len() > 0
		}
	}
}

// maxFirst is how many ranges a set of first characters is made of at most.
const maxFirst = 4096

// findFirst gives the set of what every match starts with, nil if there is no such
// or it is not worth its making.
func (re *Regexp) findFirst(b *Budget) *charset {
	if re.matchesEmpty {
		return nil
	}
	var first spans
	seen := make([]bool, len(re.prog))
	for todo := []int32{re.start}; len(todo) > 0; {
		if len(first) > maxFirst {
			return nil
		}
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &re.prog[pc]; in.op {
		case iRune:
			first = append(first, span{in.arg, in.arg})
		case iSet:
			first = append(first, in.set.spans...)
		case iBackref, iMatch:
			return nil
		case iSplit:
			todo = append(todo, in.next, in.arg)
		default:
			todo = append(todo, in.next)
		}
	}
	b.Steps -= int64(len(first))
	return newCharset(first.normal())
}

// liveness tells for each instruction which slots may still be read by a
// back-reference before they are written.
type liveness struct {
	slots []int    // those of groups that are referred to
	words int      // of the bits of one instruction
	bits  []uint64 // of instruction i from i*words on; bit j is for slots[j]
}

func newLiveness(prog []inst, b *Budget) liveness {
	var l liveness
	bit := map[int32]int{} // by slot
	for _, in := range prog {
		if _, ok := bit[2*in.arg]; in.op == iBackref && !ok {
			for _, slot := range []int32{2 * in.arg, 2*in.arg + 1} {
				bit[slot] = len(l.slots)
				l.slots = append(l.slots, int(slot))
			}
		}
	}
	l.words = (len(l.slots) + 63) / 64
	l.bits = make([]uint64, len(prog)*l.words)
	for changed := true; changed && b.spend(int64(len(l.bits))); {
		changed = false
		// What goes on elsewhere mostly stands behind where it goes on.
		for pc, in := range prog {
			if l.flow(in, pc, bit) {
				changed = true
			}
		}
	}
	return l
}

// flow works out the bits of an instruction anew, and reports whether they changed.
func (l *liveness) flow(in inst, pc int, bit map[int32]int) bool {
	if in.op == iMatch {
		return false
	}
	changed := false
	for w := range l.words {
		live := l.bits[int(in.next)*l.words+w]
		switch in.op {
		case iSplit:
			live |= l.bits[int(in.arg)*l.words+w]
		case iSave:
			if b, ok := bit[in.arg]; ok && b/64 == w {
				live &^= 1 << (b % 64)
			}
		case iBackref:
			if b := bit[2*in.arg]; b/64 == w {
				live |= 3 << (b % 64) // both slots: b is even
			}
		}
		if old := &l.bits[pc*l.words+w]; *old != live {
			*old, changed = live, true
		}
	}
	return changed
}

// each calls f with every slot that is live at an instruction.
func (l *liveness) each(pc int32, f func(slot int)) {
	for w, live := range l.bits[int(pc)*l.words : (int(pc)+1)*l.words] {
		for ; live != 0; live &= live - 1 {
			f(l.slots[w*64+bits.TrailingZeros64(live)])
		}
	}
}
