package source

import (
	"slices"

	"github.com/decision-spine/spine/diag"
)

// Marks maps the offsets of a decoded text to those of the source that it was
// decoded from, in a file of less than 2 GiB. Without a mark they are the same.
type Marks []mark

// mark says that the text from offset text on stands in the source from offset
// raw on, until the next mark.
type mark struct{ text, raw int32 }

// Raw gives the offset in the source of an offset in the text.
func (m Marks) Raw(offset int) int {
	i, found := slices.BinarySearchFunc(m, offset, func(m mark, offset int) int { return int(m.text) - offset })
	if !found {
		i--
	}
	if i < 0 {
		return offset
	}
	return int(m[i].raw) + offset - int(m[i].text)
}

// Add notes that the text from offset text on, behind all marks, stands in the
// source from offset raw on, unless the marks before say so already.
func (m *Marks) Add(text, raw int) {
	if n := len(*m); n > 0 && int((*m)[n-1].text) == text {
		*m = (*m)[:n-1]
	}
	if m.Raw(text) != raw {
		*m = append(*m, mark{int32(text), int32(raw)})
	}
}

// After gives the place behind text, which is valid UTF-8 and begins at p.
func After(p diag.Pos, text string) diag.Pos {
	p.Offset += len(text)
	for i := range len(text) {
		switch b := text[i]; {
		case b == '\n':
			p.Line++
			p.Column = 1
		case b&0xC0 != 0x80: // not inside of a character
			p.Column++
		}
	}
	return p
}
