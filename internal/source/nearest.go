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
// with their neighbour to make b of a, which is no longer than a slip may be. It is given
// up as limit+1 when there are more than limit, which is less than half of a.
func distance(a, b string, limit int) int {
	if len(b) > 4*(len(a)+limit) { // bytes, of up to as many characters
		return limit + 1
	}
	ra, rb := []rune(a), []rune(b)
	if d := len(ra) - len(rb); d > limit || -d > limit {
		return limit + 1
	}
	// Row i holds the distances of a's first i characters to the starts of b.
	var room [3][maxQuoted * 3 / 2]int
	before, above, row := room[0][:len(rb)+1], room[1][:len(rb)+1], room[2][:len(rb)+1]
	for j := range row {
		row[j] = j
	}
	least, leastAbove := 0, 0 // in row, and in the one above
	for i, x := range ra {
		if least > limit && leastAbove > limit {
			return limit + 1 // the distances to come are made of these
		}
		before, above, row = above, row, before
		row[0] = i + 1
		leastAbove, least = least, i+1
		for j, y := range rb {
			d := above[j]
			if x != y {
				d = 1 + min(d, above[j+1], row[j])
				if i > 0 && j > 0 && x == rb[j-1] && ra[i-1] == y {
					d = min(d, 1+before[j-1])
				}
			}
			row[j+1] = d
			least = min(least, d)
		}
	}
	return row[len(rb)]
}
