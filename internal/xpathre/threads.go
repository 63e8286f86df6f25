package xpathre

// threads is the state of a search that follows all ways through the program at
// once, from code point to code point. No instruction is followed twice at one
// place: the way that comes second is less preferred and goes on in the same manner.
type threads struct {
	run, coming queue
	seen        []uint32 // by instruction: round when it was last reached
	round       uint32   // number of the place
	todo        []branch
}

// queue holds the threads at one place, most preferred first.
type queue struct {
	pcs  []int32
	caps []int // the captures of each
}

func (q *queue) clear() { q.pcs, q.caps = q.pcs[:0], q.caps[:0] }

// branch is a way still to follow or, if slot is not negative, a slot to be set back
// to pos.
type branch struct {
	pc, slot int32
	pos      int
}

// slotBytes is the size of a slot.
const slotBytes = 8

// follow is find for programs without back-references.
func (m *machine) follow(from int) bool {
	re, matched := m.re, false
	m.run.clear()
	for pos := from; ; {
		if len(m.run.pcs) == 0 {
			if matched || re.anchored && pos > 0 {
				return matched
			}
			if pos = m.candidate(pos); pos < 0 {
				return false
			}
			m.nextRound()
		}
		if !matched && (pos == 0 || !re.anchored) {
			m.budget.Steps -= int64(m.slots / 8)
			for i := range m.caps {
				m.caps[i] = -1
			}
			if m.slots > 0 {
				m.caps[0] = pos
			}
			if m.reach(&m.run, re.start, pos) && m.slots == 0 {
				return true
			}
		}
		r, w := decode(m.s, pos)
		m.nextRound()
		m.coming.clear()
		for i, pc := range m.run.pcs {
			in := &re.prog[pc]
			if in.op == iMatch {
				copy(m.found, m.run.caps[i*m.slots:(i+1)*m.slots])
				m.found[1], matched = pos, true
				break // the other threads are less preferred
			}
			if w == 0 || in.op == iRune && r != in.arg || in.op == iSet && !in.set.has(r) {
				continue
			}
			copy(m.caps, m.run.caps[i*m.slots:(i+1)*m.slots])
			if m.reach(&m.coming, in.next, pos+w) && m.slots == 0 {
				return true
			}
			if m.err != nil {
				return matched
			}
		}
		if !m.spend(1+int64(len(m.run.pcs))) || w == 0 {
			return matched
		}
		m.run, m.coming = m.coming, m.run
		pos += w
	}
}

func (m *machine) nextRound() {
	m.round++
	if m.round == 0 {
		clear(m.seen)
		m.round = 1
	}
}

// reach adds to q the threads that go on from pc without consuming, with the
// captures m.caps. It reports whether one of them is a match.
func (m *machine) reach(q *queue, pc int32, pos int) (matched bool) {
	steps := int64(0)
	m.todo = append(m.todo[:0], branch{pc: pc, slot: -1})
	for len(m.todo) > 0 {
		b := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if b.slot >= 0 {
			m.caps[b.slot] = b.pos
			continue
		}
		for pc := b.pc; m.seen[pc] != m.round; {
			m.seen[pc] = m.round
			steps++
			in := &m.re.prog[pc]
			switch in.op {
			case iRune, iSet, iMatch:
				matched = matched || in.op == iMatch
				q.pcs = append(q.pcs, pc)
				q.caps = append(q.caps, m.caps...)
				if !m.spend(int64(m.slots)) || !m.hold(len(q.caps)*slotBytes) {
					return matched
				}
				continue // which ends the loop, like every return to pc
			case iSplit:
				m.todo = append(m.todo, branch{pc: in.arg, slot: -1})
			case iSave:
				if int(in.arg) < m.slots {
					m.todo = append(m.todo, branch{slot: in.arg, pos: m.caps[in.arg]})
					m.caps[in.arg] = pos
				}
			default:
				if !m.holds(in.op, pos) {
					continue
				}
			}
			pc = in.next
		}
	}
	m.budget.Steps -= steps
	return matched
}
