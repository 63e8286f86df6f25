package xpathre

import (
	"cmp"
	"slices"
	"sort"
	"unicode/utf8"
)

// span is a range of code points, both ends included.
type span struct{ lo, hi rune }

// spans are ranges in any order, unless normal.
type spans []span

// normal sorts ranges and joins those that overlap or touch, in place.
func (s spans) normal() spans {
	slices.SortFunc(s, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	n := 0
	for _, r := range s {
		if n > 0 && r.lo <= s[n-1].hi+1 {
			s[n-1].hi = max(s[n-1].hi, r.hi)
			continue
		}
		s[n] = r
		n++
	}
	return s[:n]
}

// complement gives all other code points; s must be normal.
func (s spans) complement() spans {
	out := make(spans, 0, len(s)+1)
	lo := rune(0)
	for _, r := range s {
		if r.lo > lo {
			out = append(out, span{lo, r.lo - 1})
		}
		lo = r.hi + 1
	}
	if lo <= utf8.MaxRune {
		out = append(out, span{lo, utf8.MaxRune})
	}
	return out
}

// without gives s less t; both must be normal.
func (s spans) without(t spans) spans {
	return append(s.complement(), t...).normal().complement()
}

// charset is a set of code points. It is immutable.
type charset struct {
	ascii [2]uint64 // bit c for code point c
	spans spans     // normal
}

// newCharset makes a set of normal ranges.
func newCharset(s spans) *charset {
	c := &charset{spans: s}
	for _, r := range s {
		for a := r.lo; a <= min(r.hi, utf8.RuneSelf-1); a++ {
			c.ascii[a>>6] |= 1 << (a & 63)
		}
	}
	return c
}

func (c *charset) has(r rune) bool {
	if r < utf8.RuneSelf {
		return c.ascii[r>>6]&(1<<(r&63)) != 0
	}
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].hi >= r })
	return i < len(c.spans) && c.spans[i].lo <= r
}
