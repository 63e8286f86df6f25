package xpathre

import (
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"
)

// states is what a machine remembers of its searches for any match: which threads follow
// on which, and how many steps it takes. Searches take these steps, as if they had
// followed each thread again.
type states struct {
	known map[string]*state // by the places of the threads
	edges []edge            // the first one means that it is not known
	first [2]edge           // to the threads at the start of a text, and elsewhere
	wide  map[wideEdge]edge // for characters that are not ASCII
	key   []byte
}

// state is the threads at one place, before a character is consumed.
type state struct {
	pcs  []int32
	next [2 * utf8.RuneSelf]uint8 // in edges, by ASCII character, and from RuneSelf on by the last one
}

// edge is a way from one state to another. The zero edge is none.
type edge struct {
	to      *state // nil when no thread is left
	steps   int32
	known   bool
	matches bool
}

type wideEdge struct {
	from *state
	r    rune
}

// What a machine remembers at most.
const (
	maxStates = 64
	maxEdges  = 1 << 8
)

// searchesBefore is how many searches a machine does before it remembers: the first ones
// would only take longer.
const searchesBefore = 2

// hasStates reports whether the threads that follow depend on nothing but the threads
// before, the character, and whether it is the last.
func hasStates(prog []inst) bool {
	return !slices.ContainsFunc(prog, func(in inst) bool { return in.op == iLineStart || in.op == iLineEnd })
}

// walk is follow for programs that have states, where it does not matter what matches.
func (m *machine) walk() bool {
	if m.states.known == nil {
		m.states.forget()
	}
	s := m.s
	var at *state
	for pos := 0; ; {
		var e edge
		switch {
		case at == nil:
			if m.re.anchored && pos > 0 {
				return false
			}
			if pos = m.candidate(pos); pos < 0 {
				return false
			}
			e = m.begin(pos)
		case pos == len(s):
			m.spend(1 + int64(len(at.pcs)))
			return false
		case s[pos] < utf8.RuneSelf:
			i := int(s[pos])
			if pos++; pos == len(s) {
				i += utf8.RuneSelf
			}
			if e = m.states.edges[at.next[i]]; !e.known {
				e = m.step(at, rune(s[pos-1]), pos)
				m.keep(at, i, e)
			}
		default:
			r, w := utf8.DecodeRuneInString(s[pos:])
			pos += w
			e = m.stepWide(at, r, pos)
		}
		if !m.spend(int64(e.steps)) || e.matches {
			return m.err == nil
		}
		at = e.to
	}
}

// begin gives the way to the threads with which a search begins at pos.
func (m *machine) begin(pos int) edge {
	known := &m.states.first[min(pos, 1)]
	if known.known && pos < len(m.s) {
		return *known
	}
	e := m.edge(func(e *edge) {
		m.nextRound()
		m.run.clear()
		if e.matches = (pos == 0 || !m.re.anchored) && m.reach(&m.run, m.re.start, pos); !e.matches {
			e.to = m.state(m.run.pcs)
		}
	})
	if pos < len(m.s) {
		*known = e
	}
	return e
}

// step gives the way from a state on which r is consumed, which ends at pos.
func (m *machine) step(from *state, r rune, pos int) edge {
	return m.edge(func(e *edge) {
		m.nextRound()
		m.coming.clear()
		for _, pc := range from.pcs {
			in := &m.re.prog[pc]
			if in.op == iRune && r != in.arg || in.op == iSet && !in.set.has(r) {
				continue
			}
			if e.matches = m.reach(&m.coming, in.next, pos); e.matches {
				return
			}
		}
		m.budget.Steps -= 1 + int64(len(from.pcs))
		if len(m.coming.pcs) == 0 {
			return
		}
		if e.matches = !m.re.anchored && m.reach(&m.coming, m.re.start, pos); !e.matches {
			e.to = m.state(m.coming.pcs)
		}
	})
}

// edge makes an edge and counts its steps, without spending them.
func (m *machine) edge(find func(*edge)) edge {
	const plenty = math.MaxInt64 / 2
	before := m.budget.Steps
	m.budget.Steps = plenty
	e := edge{known: true}
	find(&e)
	e.steps, m.budget.Steps = int32(plenty-m.budget.Steps), before
	return e
}

func (m *machine) stepWide(from *state, r rune, pos int) edge {
	if pos == len(m.s) {
		return m.step(from, r, pos)
	}
	key := wideEdge{from, r}
	e, ok := m.states.wide[key]
	if !ok {
		e = m.step(from, r, pos)
		if m.states.wide == nil || len(m.states.wide) == maxEdges {
			m.states.wide = map[wideEdge]edge{}
		}
		m.states.wide[key] = e
	}
	return e
}

// keep remembers the way from a state by character i.
func (m *machine) keep(from *state, i int, e edge) {
	s := &m.states
	if len(s.edges) == maxEdges {
		s.forget() // and e as well, since what it leads to is forgotten
		return
	}
	from.next[i] = uint8(len(s.edges))
	s.edges = append(s.edges, e)
}

// state gives the state of threads at these places.
func (m *machine) state(pcs []int32) *state {
	s := &m.states
	s.key = s.key[:0]
	for _, pc := range pcs {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(pc))
	}
	if known := s.known[string(s.key)]; known != nil {
		return known
	}
	if len(s.known) == maxStates {
		s.forget()
	}
	to := &state{pcs: slices.Clone(pcs)}
	s.known[string(s.key)] = to
	return to
}

// forget begins anew. No edge leads to a state that is not known, but a search may still
// be at one.
func (s *states) forget() {
	for _, old := range s.known {
		clear(old.next[:])
	}
	s.known = map[string]*state{}
	s.edges = append(s.edges[:0], edge{})
	s.first = [2]edge{}
	s.wide = nil
}
