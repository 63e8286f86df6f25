package xpathre

import "encoding/binary"

// tries is the state of a search that tries one way after the other. It remembers
// the choices that it has been at, by their instruction, place and live captures:
// what goes on from there is the same each time, and has failed or lies on the way.
type tries struct {
	open []branch // the ways still to try, the most preferred last
	been map[string]struct{}
	held int // bytes of been
	key  []byte
}

// What a choice and a capture count more than other steps, and the sizes of what
// they leave behind.
const (
	choiceSteps  = 16
	captureSteps = 4
	choiceBytes  = 48 // and those of the key
	branchBytes  = 16
)

// maxKept is how many states a machine that is used again may have remembered.
const maxKept = 1000

// try is find for programs with back-references.
func (m *machine) try(from int) bool {
	if m.been == nil || len(m.been) > maxKept {
		m.been = map[string]struct{}{}
	}
	clear(m.been)
	m.held = 0
	for pos := from; ; {
		if m.re.anchored && pos > 0 {
			return false
		}
		if pos = m.candidate(pos); pos < 0 {
			return false
		}
		if m.tryAt(pos) {
			copy(m.found, m.caps)
			return true
		}
		_, w := decode(m.s, pos)
		if w == 0 || m.err != nil {
			return false
		}
		pos += w
	}
}

// tryAt looks for a match that starts at a place, and leaves its captures in m.caps.
func (m *machine) tryAt(start int) bool {
	for i := range m.caps {
		m.caps[i] = -1
	}
	m.caps[0] = start
	m.budget.Steps -= int64(len(m.caps) / 8)
	m.open = append(m.open[:0], branch{pc: m.re.start, slot: -1, pos: start})
	for len(m.open) > 0 {
		b := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		if b.slot >= 0 {
			m.caps[b.slot] = b.pos
			continue
		}
		pc, pos := b.pc, b.pos
		for ok := true; ok; {
			if !m.spend(1) || !m.hold(len(m.open)*branchBytes) {
				return false
			}
			in := &m.re.prog[pc]
			switch in.op {
			case iMatch:
				m.caps[1] = pos
				return true
			case iRune, iSet:
				r, w := decode(m.s, pos)
				ok = w > 0 && (in.op == iRune && r == in.arg || in.op == iSet && in.set.has(r))
				pos += w
			case iSplit:
				if ok = m.isNew(pc, pos); ok {
					m.open = append(m.open, branch{pc: in.arg, slot: -1, pos: pos})
				}
			case iSave:
				m.budget.Steps -= captureSteps
				m.open = append(m.open, branch{slot: in.arg, pos: m.caps[in.arg]})
				m.caps[in.arg] = pos
			case iBackref:
				pos, ok = m.refer(in.arg, pos)
			default:
				ok = m.holds(in.op, pos)
			}
			pc = in.next
		}
	}
	return false
}

// isNew reports whether the search has not been at a choice in the same state.
func (m *machine) isNew(pc int32, pos int) bool {
	key := binary.AppendUvarint(m.key[:0], uint64(pc))
	key = binary.AppendUvarint(key, uint64(pos))
	m.re.live.each(pc, func(slot int) {
		key = binary.AppendUvarint(key, uint64(m.caps[slot]+1))
	})
	m.key = key
	m.budget.Steps -= int64(len(key) / 8)
	if _, ok := m.been[string(key)]; ok {
		return false
	}
	m.been[string(key)] = struct{}{}
	m.held += choiceBytes + len(key)
	m.hold(m.held)
	m.budget.Steps -= choiceSteps + int64(len(key)/2)
	return true
}

// refer gives the place after what a group took, if the same text, or its
// case-variants with the flag i, is there. A group that took no part is empty.
func (m *machine) refer(group int32, pos int) (int, bool) {
	from, to := m.caps[2*group], m.caps[2*group+1]
	if from < 0 || to < 0 {
		return pos, true
	}
	steps := int64(0)
	for from < to {
		want, w := decode(m.s, from)
		have, h := decode(m.s, pos)
		steps++
		if h == 0 || want != have && !(m.re.flags.ignoreCase && caseVariants().equal(want, have)) {
			m.budget.Steps -= steps
			return pos, false
		}
		from, pos = from+w, pos+h
	}
	m.budget.Steps -= steps
	return pos, true
}
