package xpathre

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode/utf8"
)

// Regexp is a compiled regular expression. It is immutable and may be used by many
// goroutines at once.
type Regexp struct {
	prog         []inst
	start        int32
	groups       int // capturing groups
	backrefs     bool
	states       bool // see hasStates
	single       single
	live         liveness // with back-references only
	anchored     bool     // matches only at the start of the text
	prefix       string   // what every match starts with
	whole        bool     // prefix is the whole expression
	first        *charset // what every match starts with; nil: anything, or nothing
	matchesEmpty bool
	flags        flags
	pool         sync.Pool // of *machine
}

// flags are those of F&O 5.6.2.
type flags struct {
	dotAll     bool // s
	multiline  bool // m
	ignoreCase bool // i
	extended   bool // x
	literal    bool // q
}

func parseFlags(s string) (flags, error) {
	var f flags
	for i, r := range s {
		switch r {
		case 's':
			f.dotAll = true
		case 'm':
			f.multiline = true
		case 'i':
			f.ignoreCase = true
		case 'x':
			f.extended = true
		case 'q':
			f.literal = true
		default:
			return f, &Error{InvalidFlags, i, fmt.Sprintf("%q is no flag; the flags are s, m, i, x and q", r)}
		}
	}
	return f, nil
}

// Compile makes a Regexp of a pattern and its flags, any of s, m, i, x and q (F&O
// 5.6.2), none if flags is empty. Its error is [ErrSteps] or an [*Error] with the code
// [InvalidFlags], [InvalidPattern] or [TooLarge].
func Compile(pattern, flags string, b *Budget) (*Regexp, error) {
	f, err := parseFlags(flags)
	if err != nil {
		return nil, err
	}
	b = b.orUnlimited()
	t, err := parse(pattern, f, b)
	if err != nil {
		return nil, err
	}
	return compile(t, f, b)
}

// Budget is what a call may still use. Calls subtract from it, so that several may
// share one. A nil *Budget is without limits. A Budget belongs to one goroutine.
type Budget struct {
	// Steps is how many steps may be done: a step is about the work of trying one
	// element of the pattern at one place of the text. It is negative after
	// [ErrSteps].
	Steps int64
	// Bytes is how many bytes of strings may be made. It is negative if that is why
	// there was an [ErrBytes].
	Bytes int64
}

func (b *Budget) orUnlimited() *Budget {
	if b == nil {
		return &Budget{Steps: math.MaxInt64, Bytes: math.MaxInt64}
	}
	return b
}

// spend counts steps, and reports whether the call may go on.
func (b *Budget) spend(n int64) bool {
	b.Steps -= n
	return b.Steps >= 0
}

// produce counts bytes, and reports whether the call may go on.
func (b *Budget) produce(n int64) bool {
	b.Bytes -= n
	return b.Bytes >= 0
}

// Match reports whether re matches s or any part of it (fn:matches). Its errors
// are [ErrSteps] and [ErrBytes].
func (re *Regexp) Match(s string, b *Budget) (bool, error) {
	if re.whole {
		b = b.orUnlimited()
		if !b.spend(0) {
			return false, ErrSteps
		}
		at, ok := re.skip(s, 0, b)
		if !ok {
			return false, ErrSteps
		}
		return at >= 0, nil
	}
	m := re.machine(s, 0, b)
	defer m.release()
	return m.find(0)
}

// AppendSplit appends to parts those of s between the matches of re (fn:tokenize), at
// least one, but none for the empty string. They share the memory of s. Its errors are
// [ErrSteps], [ErrBytes] and an [*Error] with the code [MatchesEmpty].
func (re *Regexp) AppendSplit(parts []string, s string, b *Budget) ([]string, error) {
	if err := re.refuseEmpty(); err != nil {
		return nil, err
	}
	if s == "" {
		return parts, nil
	}
	m := re.machine(s, 2, b)
	defer m.release()
	for from := 0; ; from = m.found[1] {
		ok, err := m.find(from)
		switch {
		case err != nil:
			return nil, err
		case !m.budget.spend(partSteps):
			return nil, ErrSteps
		case !m.budget.produce(stringBytes):
			return nil, ErrBytes
		case !ok:
			return append(parts, s[from:]), nil
		}
		parts = append(parts, s[from:m.found[0]])
	}
}

// partSteps is what keeping a part counts for, and stringBytes the size of a string
// without its text.
const (
	partSteps   = 4
	stringBytes = 16
)

// refuseEmpty gives the error FORX0003. A Regexp that passes matches the empty
// string nowhere: anchors and references to empty groups hold in the empty text if
// they hold anywhere without consuming.
func (re *Regexp) refuseEmpty() error {
	if !re.matchesEmpty {
		return nil
	}
	return &Error{MatchesEmpty, 0, "the pattern matches the empty string, so there is no end to its matches"}
}

// candidate gives the first place from pos on where a match may start, or -1.
func (re *Regexp) candidate(s string, pos int) int {
	if re.prefix != "" {
		if i := strings.Index(s[pos:], re.prefix); i >= 0 {
			return pos + i
		}
		return -1
	}
	if re.first == nil {
		return pos
	}
	for pos < len(s) {
		r, w := decode(s, pos)
		if re.first.has(r) {
			return pos
		}
		pos += w
	}
	return -1
}

// skip gives what candidate does and counts the steps of it; not ok if they are too many.
func (re *Regexp) skip(s string, pos int, b *Budget) (next int, ok bool) {
	next = re.candidate(s, pos)
	end := next
	if end < 0 {
		end = len(s)
	}
	if !b.spend(int64(end-pos)/skipped + 1) {
		return -1, false
	}
	return next, true
}

// decode gives the code point at a place of s and its width, -1 and 0 at the end.
func decode(s string, pos int) (rune, int) {
	if pos == len(s) {
		return -1, 0
	}
	if c := s[pos]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s[pos:])
}
