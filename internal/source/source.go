// Package source turns byte offsets into places, and finds the known name that
// is nearest to a wrong one.
package source

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
)

// File is a text with an index of its lines. It is immutable.
type File struct {
	Name  string
	Text  string
	lines []int // offset of each line's first byte
	runes []int // runes before each block of the text, so that long lines cost no more
}

const blockBytes = 256

// New indexes text.
func New(name, text string) *File {
	f := &File{Name: name, Text: text, lines: []int{0}, runes: make([]int, 0, len(text)/blockBytes+1)}
	runes := 0
	for i := 0; i < len(text); i++ {
		if i%blockBytes == 0 {
			f.runes = append(f.runes, runes)
		}
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
		if utf8.RuneStart(text[i]) {
			runes++
		}
	}
	return f
}

// runesBefore gives the number of runes that begin before offset.
func (f *File) runesBefore(offset int) int {
	if offset == 0 {
		return 0
	}
	block := (offset - 1) / blockBytes
	return f.runes[block] + runesIn(f.Text[block*blockBytes:offset])
}

// runesBetween gives the number of runes that begin between offsets.
func (f *File) runesBetween(from, to int) int {
	if to-from <= blockBytes {
		return runesIn(f.Text[from:to])
	}
	return f.runesBefore(to) - f.runesBefore(from)
}

// runesIn gives the number of runes that begin in text.
func runesIn(text string) int {
	n := 0
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			n++
		}
	}
	return n
}

// Pos gives the place of a byte offset. Offsets beyond the text give its end.
func (f *File) Pos(offset int) diag.Pos {
	offset = max(0, min(offset, len(f.Text)))
	line, found := slices.BinarySearch(f.lines, offset)
	if !found {
		line--
	}
	return diag.Pos{Offset: offset, Line: line + 1, Column: f.runesBetween(f.lines[line], offset) + 1}
}

// Offset gives the byte offset of a line and a column in runes, both from 1.
// Places beyond the line give its end.
func (f *File) Offset(line, column int) int {
	if line < 1 || line > len(f.lines) {
		return len(f.Text)
	}
	at := f.lines[line-1]
	for ; column > 1 && at < len(f.Text) && f.Text[at] != '\n'; column-- {
		_, n := utf8.DecodeRuneInString(f.Text[at:])
		at += n
	}
	return at
}

// Span gives the span of the bytes from start to end.
func (f *File) Span(start, end int) diag.Span {
	return diag.Span{Start: f.Pos(start), End: f.Pos(end)}
}

// Hint asks whether the nearest of the known names was meant; when none is near it is
// what is said otherwise.
func Hint(name string, known []string, otherwise string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return otherwise
}

// Nearest gives the candidate with the smallest edit distance to name, if that
// is close enough to be a slip; else "". Equal distances go to the candidate
// that comes first.
func Nearest(name string, candidates []string) string {
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
