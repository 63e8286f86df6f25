package xpathre_test

import (
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
	"pgregory.net/rapid"
)

// TestStatesAgree: what is remembered of earlier searches changes neither the result of
// one nor its steps.
func TestStatesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := genPattern(t, 4)
		flags := rapid.SampledFrom([]string{"", "i", "s", "m"}).Draw(t, "flags")
		old, err := xpathre.Compile(pattern, flags, nil)
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		for range 20 {
			text := rapid.StringOfN(rapid.SampledFrom([]rune("aabbcABéü\n")), 0, 8, -1).Draw(t, "text")
			checkStates(t, old, pattern, flags, text, rapid.OneOf(rapid.Int64Range(0, 100), rapid.Just(int64(1e6))).Draw(t, "steps"))
		}
	})
}

func checkStates(t rapid.TB, old *xpathre.Regexp, pattern, flags, text string, steps int64) {
	t.Helper()
	plain, err := xpathre.CompilePlainly(pattern, flags)
	if err != nil {
		t.Fatalf("%q: %v", pattern, err)
	}
	a, b := &xpathre.Budget{Steps: steps}, &xpathre.Budget{Steps: steps}
	want, wantErr := plain.Match(text, a)
	got, gotErr := old.Match(text, b)
	if got != want || gotErr != wantErr || gotErr == nil && *a != *b {
		t.Fatalf("%q with %q on %q and %d steps: %v, %v, %d steps left, want %v, %v, %d",
			pattern, flags, text, steps, got, gotErr, b.Steps, want, wantErr, a.Steps)
	}
}

// TestStatesAreBounded: a program with more states, and more ways between them, than are
// remembered goes on as before.
func TestStatesAreBounded(t *testing.T) {
	for _, pattern := range []string{"^(a|b|é)*a(a|b|é){9}$", "[a-z]é.{7}b", "^[^z]*$"} {
		old, err := xpathre.Compile(pattern, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.StringOfN(rapid.RuneFrom([]rune("aabéü日x")), 0, 60, -1).Draw(t, "text")
			checkStates(t, old, pattern, "", text, 1e6)
			other := rapid.StringOfN(rapid.Rune(), 0, 60, -1).Draw(t, "other")
			checkStates(t, old, pattern, "", other, 1e6)
		})
	}
}
