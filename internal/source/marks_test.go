package source_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// The text ab<c is written a, b twice as far, &lt;, c.
func TestMarks(t *testing.T) {
	var m source.Marks
	if got := m.Raw(7); got != 7 {
		t.Errorf("without a mark 7 is at %d", got)
	}
	m.Add(0, 0) // says nothing
	m.Add(1, 2)
	m.Add(2, 2) // another mark at 2 takes its place
	m.Add(2, 3)
	m.Add(3, 7)
	for offset, want := range []int{0, 2, 3, 7, 8} {
		if got := m.Raw(offset); got != want {
			t.Errorf("%d is at %d, want %d", offset, got, want)
		}
	}
	if len(m) != 2 {
		t.Errorf("there are %d marks: %v", len(m), m)
	}
}

// After, piece by piece, is the place that the index of lines gives.
func TestAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.StringOf(rapid.SampledFrom([]rune("a\n\r\tä\U0001F600")))).Draw(t, "pieces")
		text, pos := "", diag.Pos{Line: 1, Column: 1}
		for _, p := range pieces {
			text += p
			pos = source.After(pos, p)
		}
		if want := source.New("", text).Pos(len(text)); pos != want {
			t.Fatalf("%q: got %v, want %v", text, pos, want)
		}
	})
}
