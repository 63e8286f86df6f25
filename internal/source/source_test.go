package source_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

func TestPos(t *testing.T) {
	f := source.New("f", "ab\nü€😀x\r\n\n")
	for _, c := range []struct{ offset, line, column int }{
		{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 2, 2}, {8, 2, 3}, {12, 2, 4}, {13, 2, 5}, {14, 2, 6}, {15, 3, 1}, {16, 4, 1},
	} {
		if got, want := f.Pos(c.offset), (diag.Pos{Offset: c.offset, Line: c.line, Column: c.column}); got != want {
			t.Errorf("%d: got %v, want %v", c.offset, got, want)
		}
	}
	if got := f.Pos(99); got.Offset != 16 {
		t.Errorf("beyond the end: %v", got)
	}
	if got := f.Pos(-1); got != (diag.Pos{Line: 1, Column: 1}) {
		t.Errorf("before the start: %v", got)
	}
}

var texts = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "ü", "€", "😀", "\n", "\r\n", strings.Repeat("x", 300)}), 0, 40).Draw(t, "pieces"), "")
})

// A byte order mark at the start is no column, one elsewhere is.
func TestPosOfMark(t *testing.T) {
	f := source.New("f", "\uFEFFa\n\uFEFFb")
	for _, c := range []struct{ offset, line, column int }{
		{0, 1, 1}, {1, 1, 1}, {3, 1, 1}, {4, 1, 2}, {5, 2, 1}, {8, 2, 2}, {9, 2, 3},
	} {
		if got, want := f.Pos(c.offset), (diag.Pos{Offset: c.offset, Line: c.line, Column: c.column}); got != want {
			t.Errorf("%d: got %v, want %v", c.offset, got, want)
		}
	}
	if got := f.Offset(1, 1); got != 3 {
		t.Errorf("the first line begins at %d", got)
	}
}

// The places of a part of a file are those of the file.
func TestPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, part := texts.Draw(t, "before"), texts.Draw(t, "part")
		whole := source.New("f", before+part+"\n")
		p := source.Part("f", part, whole.Pos(len(before)))
		for offset := range len(part) + 1 {
			if got, want := p.Pos(offset), whole.Pos(len(before)+offset); got != want {
				t.Fatalf("%d of %q behind %q: got %v, want %v", offset, part, before, got, want)
			}
		}
	})
}

// A place is what counting from the start gives, and leads back to its offset.
func TestPosCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		f := source.New("f", text)
		offset := rapid.IntRange(0, len(text)).Draw(t, "offset")
		for offset < len(text) && !utf8.RuneStart(text[offset]) {
			offset--
		}
		before := text[:offset]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		want := diag.Pos{Offset: offset, Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(line)}
		if got := f.Pos(offset); got != want {
			t.Fatalf("%q: got %v, want %v", text, got, want)
		}
		if got := f.Offset(want.Line, want.Column); got != offset {
			t.Fatalf("%q: %v leads to %d", text, want, got)
		}
	})
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb":                        `"a\nb"`,
		strings.Repeat("x", 80):       `"` + strings.Repeat("x", 80) + `"`,
		strings.Repeat("x", 79) + "€": `"` + strings.Repeat("x", 79) + `…"`,
		strings.Repeat("€", 40):       `"` + strings.Repeat("€", 26) + `…"`,
	} {
		if got := source.Quote(text); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
