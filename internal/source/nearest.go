package source

import (
	"cmp"
	"fmt"
)

// Suggest is the hint that a name was meant; "" when it is "".
func Suggest(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", near)
}

// Hint suggests the nearest of the known names; when none is near it is what is said
// otherwise.
func Hint(name string, known []string, otherwise string) string {
	return cmp.Or(Suggest(Nearest(name, known)), otherwise)
}

// Nearest gives the candidate with the smallest edit distance to name, if that
// is close enough to be a slip; else "". Equal distances go to the candidate
// that comes first. Of a long name none is near: it is no slip.
func Nearest(name string, candidates []string) string {
	if len(name) > maxQuoted {
		return ""
	}
	best, bestD := "", len(name)/3+1
	for _, c := range candidates {
		if d := distance(name, c, bestD); d < bestD || d == bestD && best == "" && d <= len(name)/3 {
			best, bestD = c, d
		}
	}
	return best
}

// distance counts the characters to be changed, added, taken out, or swapped
// with their neighbour to make b of a. It is given up as limit+1 when the lengths
// alone differ by more than limit.
func distance(a, b string, limit int) int {
	ra, rb := []rune(a), []rune(b)
	if d := len(ra) - len(rb); d > limit || -d > limit {
		return limit + 1
	}
	// Row i holds the distances of a's first i characters to the starts of b.
	before, above, row := make([]int, len(rb)+1), make([]int, len(rb)+1), make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range ra {
		before, above, row = above, row, before
		row[0] = i + 1
		for j, y := range rb {
			if x == y {
				row[j+1] = above[j]
				continue
			}
			row[j+1] = 1 + min(above[j], above[j+1], row[j])
			if i > 0 && j > 0 && x == rb[j-1] && ra[i-1] == y {
				row[j+1] = min(row[j+1], 1+before[j-1])
			}
		}
	}
	return row[len(rb)]
}
