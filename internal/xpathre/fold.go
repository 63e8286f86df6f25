package xpathre

import (
	"slices"
	"sync"
	"unicode"
)

// caseTable tells which characters are case-variants of each other by F&O 5.6.2:
// those whose lower-case or whose upper-case forms are the same. That is not
// transitive: ϴ and ϑ both are variants of θ, but not of each other.
type caseTable struct {
	cased    []rune // sorted: what has variants
	variants map[rune][]rune
}

var caseVariants = sync.OnceValue(func() *caseTable {
	var all []rune
	for _, r := range unicode.CaseRanges {
		for c := rune(r.Lo); c <= rune(r.Hi); c++ {
			all = append(all, c, unicode.ToLower(c), unicode.ToUpper(c))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	lower, upper := map[rune][]rune{}, map[rune][]rune{}
	for _, c := range all {
		if c == 'İ' { // lower case is i with a second character
			continue
		}
		l, u := unicode.ToLower(c), unicode.ToUpper(c)
		lower[l] = append(lower[l], c)
		upper[u] = append(upper[u], c)
	}
	// The upper-case forms of these are equal too, and have several characters.
	for _, pair := range [][]rune{{0x390, 0x1FD3}, {0x3B0, 0x1FE3}, {0xFB05, 0xFB06}} {
		upper[-pair[0]] = pair
		all = append(all, pair...)
	}
	t := &caseTable{variants: map[rune][]rune{}}
	for _, same := range []map[rune][]rune{lower, upper} {
		for _, class := range same {
			for _, c := range class {
				for _, v := range class {
					if v != c && !slices.Contains(t.variants[c], v) {
						t.variants[c] = append(t.variants[c], v)
					}
				}
			}
		}
	}
	for c, v := range t.variants {
		slices.Sort(v)
		t.cased = append(t.cased, c)
	}
	slices.Sort(t.cased)
	return t
})

// equal reports whether two characters are the same or case-variants.
func (t *caseTable) equal(a, b rune) bool {
	return a == b || slices.Contains(t.variants[a], b)
}

// close adds to normal ranges the variants of their characters, of which there are
// so many.
func (t *caseTable) close(s spans) (closed spans, cased int) {
	out := slices.Clone(s)
	for _, r := range s {
		i, _ := slices.BinarySearch(t.cased, r.lo)
		for ; i < len(t.cased) && t.cased[i] <= r.hi; i++ {
			cased++
			for _, v := range t.variants[t.cased[i]] {
				if v < r.lo || v > r.hi {
					out = append(out, span{v, v})
				}
			}
		}
	}
	return out.normal(), cased
}
