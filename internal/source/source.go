// Package source turns byte offsets into places, and finds the known name that
// is nearest to a wrong one.
package source

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
)

// File is a text whose lines are counted when a place is first asked for: places then
// cost the same wherever they are. A byte order mark at its start is no column. A
// File is safe for concurrent use.
type File struct {
	Name string
	Text string

	start diag.Pos // of Text
	once  sync.Once
	lines []int // offset of each line's first byte
	runes []int // runes before each block of the text, so that long lines cost no more
}

// ByteOrderMark may stand at the start of a file of text.
const ByteOrderMark = "\uFEFF"

const blockBytes = 256

// New gives a file with its text.
func New(name, text string) *File { return Part(name, text, diag.Pos{Line: 1, Column: 1}) }

// Part gives the text that begins at a place of a file. Its offsets are those in text,
// its places those in the file.
func Part(name, text string, start diag.Pos) *File {
	return &File{Name: name, Text: text, start: start}
}

func (f *File) index() {
	f.lines, f.runes = []int{0}, make([]int, 0, len(f.Text)/blockBytes+1)
	if f.start.Offset == 0 && strings.HasPrefix(f.Text, ByteOrderMark) {
		f.lines[0] = len(ByteOrderMark)
	}
	runes := 0
	for i := 0; i < len(f.Text); i++ {
		if i%blockBytes == 0 {
			f.runes = append(f.runes, runes)
		}
		if f.Text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
		if utf8.RuneStart(f.Text[i]) {
			runes++
		}
	}
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
	f.once.Do(f.index)
	offset = max(0, min(offset, len(f.Text)))
	line, found := slices.BinarySearch(f.lines, offset)
	if !found {
		line = max(0, line-1)
	}
	p := diag.Pos{Offset: f.start.Offset + offset, Line: f.start.Line + line, Column: 1}
	if line == 0 {
		p.Column = f.start.Column
	}
	p.Column += f.runesBetween(min(f.lines[line], offset), offset)
	return p
}

// Offset gives the byte offset of a line and a column in runes, both counted from 1 in
// the text. Places beyond the line give its end.
func (f *File) Offset(line, column int) int {
	f.once.Do(f.index)
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
