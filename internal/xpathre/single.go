package xpathre

// single says whether an expression is one character of a set, or as many as there are
// from one on, which needs no threads.
type single uint8

const (
	notSingle single = iota
	once
	repeated
)

// findSingle looks whether the program is that of a single expression, whose first
// character a search can find.
func (re *Regexp) findSingle() single {
	in := &re.prog[re.start]
	if re.groups > 0 || in.op != iRune && in.op != iSet || re.prefix == "" && re.first == nil {
		return notSingle
	}
	next := &re.prog[in.next]
	switch {
	case next.op == iMatch:
		return once
	case next.op == iSplit && next.next == re.start && re.prog[next.arg].op == iMatch:
		return repeated
	}
	return notSingle
}

// What the threads of a single expression take: those of the first character, with that
// of what follows it, and those of each further character.
const (
	onceSteps     = 14
	repeatedSteps = 15
	furtherSteps  = 10
)

// findRun is follow for single expressions, where the place of the match is wanted and
// nothing else.
func (m *machine) findRun(from int) bool {
	at := m.candidate(from)
	if at < 0 {
		return false
	}
	_, w := decode(m.s, at)
	m.found[0], m.found[1] = at, at+w
	if m.re.single == once {
		return m.spend(onceSteps)
	}
	in := &m.re.prog[m.re.start]
	for more := m.spend(repeatedSteps); more; more = m.spend(furtherSteps) {
		r, w := decode(m.s, m.found[1])
		if w == 0 || in.op == iRune && r != in.arg || in.op == iSet && !in.set.has(r) {
			return true
		}
		m.found[1] += w
	}
	return false
}
