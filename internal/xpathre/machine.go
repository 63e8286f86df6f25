package xpathre

import "strings"

// machine runs a program over a text. It belongs to one call.
type machine struct {
	re     *Regexp
	s      string
	budget *Budget
	slots  int    // how many slots of captures are wanted; 0: only whether there is a match
	found  []int  // the captures of the match found, -1 for none; two for each group
	caps   []int  // those of the thread that runs
	err    error  // why the search must end
	calls  int    // since it was made
	out    []byte // memory for what is made
	threads
	tries
	states states
}

func newMachine(re *Regexp) *machine {
	m := &machine{re: re}
	if !re.whole && !re.backrefs {
		m.seen = make([]uint32, len(re.prog))
	}
	return m
}

// machine gives a machine for one call, to be released.
func (re *Regexp) machine(s string, slots int, b *Budget) *machine {
	m := re.pool.Get().(*machine)
	m.s, m.budget, m.slots = s, b.orUnlimited(), slots
	m.calls++
	if re.backrefs {
		slots = 2*re.groups + 2
	}
	m.found = sized(m.found, max(slots, 2))
	m.caps = sized(m.caps, slots)
	return m
}

func (m *machine) release() {
	m.s, m.budget = "", nil
	m.re.pool.Put(m)
}

// sized gives a slice of n elements, s if that has room.
func sized(s []int, n int) []int {
	if cap(s) < n {
		return make([]int, n)
	}
	return s[:n]
}

// maxHeld is how many bytes each part of the state of a search may have: states
// remembered, ways open, captures of threads.
const maxHeld = 32 << 20

// spend counts steps, and reports whether the search may go on.
func (m *machine) spend(n int64) bool {
	if !m.budget.spend(n) {
		m.err = ErrSteps
	}
	return m.err == nil
}

// hold reports whether the search may go on with a part of its state of so many
// bytes.
func (m *machine) hold(bytes int) bool {
	if bytes > maxHeld {
		m.err = ErrBytes
	}
	return m.err == nil
}

// group gives what a group took in the match found.
func (m *machine) group(n int) string {
	if m.found[2*n] < 0 || m.found[2*n+1] < 0 {
		return ""
	}
	return m.s[m.found[2*n]:m.found[2*n+1]]
}

// find looks for the leftmost match that starts at from or later. If it finds one
// then it leaves the captures that are wanted in m.found.
func (m *machine) find(from int) (ok bool, err error) {
	m.err = nil
	if !m.spend(0) {
		return false, m.err
	}
	switch {
	case m.re.whole:
		ok = m.findPrefix(from)
	case m.slots == 2 && m.re.single != notSingle:
		ok = m.findRun(from)
	case m.slots == 0 && m.re.states && m.calls > searchesBefore:
		ok = m.walk()
	case m.re.backrefs:
		ok = m.try(from)
	default:
		ok = m.follow(from)
	}
	if !m.spend(0) {
		return false, m.err
	}
	return ok, nil
}

// skipped is how many bytes that a search skips count as one step.
const skipped = 8

// candidate gives the first place from pos on where a match may start, or -1.
func (m *machine) candidate(pos int) int {
	next, ok := m.re.skip(m.s, pos, m.budget)
	if !ok {
		m.err = ErrSteps
	}
	return next
}

func (m *machine) findPrefix(from int) bool {
	at := m.candidate(from)
	if at < 0 {
		return false
	}
	m.found[0], m.found[1] = at, at+len(m.re.prefix)
	return true
}

// holds reports whether the anchor of an instruction holds at a place. Lines end at
// line feeds; a line feed at the end of the text starts no further line (F&O
// 5.6.2, flag m).
func (m *machine) holds(op opcode, pos int) bool {
	switch s := m.s; op {
	case iTextStart:
		return pos == 0
	case iTextEnd:
		return pos == len(s)
	case iLineStart:
		return pos == 0 || pos < len(s) && s[pos-1] == '\n'
	default:
		if pos == len(s) {
			return !strings.HasSuffix(s, "\n")
		}
		return s[pos] == '\n'
	}
}
