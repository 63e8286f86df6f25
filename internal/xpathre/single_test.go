package xpathre_test

import (
	"slices"
	"testing"

	"github.com/decision-spine/spine/internal/xpathre"
	"pgregory.net/rapid"
)

// TestSinglesAgree: expressions of one character, repeated or not, are found where the way
// of all expressions finds them, in as many steps and bytes.
func TestSinglesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom([]string{"[ab]", "[^a]", ".", "\\s", "\\d", "\\p{L}", "é", "\uFFFD", "a", " "}).Draw(t, "set") +
			rapid.SampledFrom([]string{"", "+", "{1,}", "+?", "{2}", "*", "+$"}).Draw(t, "quantifier")
		flags := rapid.SampledFrom([]string{"", "i", "s"}).Draw(t, "flags")
		re, err1 := xpathre.Compile(pattern, flags, nil)
		plain, err2 := xpathre.CompilePlainly(pattern, flags)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for range 10 {
			text := rapid.OneOf(rapid.StringOfN(rapid.SampledFrom([]rune("aAbBc é1\n\uFFFD")), 0, 12, -1), rapid.Just("a\xff\xfeb")).Draw(t, "text")
			limit := xpathre.Budget{Steps: rapid.OneOf(rapid.Int64Range(0, 200), rapid.Just(int64(1e6))).Draw(t, "steps"), Bytes: rapid.Int64Range(0, 200).Draw(t, "bytes")}
			a, b := limit, limit
			got, gotErr := re.Replace(text, "<$0>", &a)
			want, wantErr := plain.Replace(text, "<$0>", &b)
			if got != want || !same(gotErr, wantErr) || gotErr == nil && a != b {
				t.Fatalf("%q replaced in %q: %q, %v, %v left, want %q, %v, %v", pattern, text, got, gotErr, a, want, wantErr, b)
			}
			a, b = limit, limit
			parts, gotErr := re.AppendSplit(nil, text, &a)
			wanted, wantErr := plain.AppendSplit(nil, text, &b)
			if !slices.Equal(parts, wanted) || !same(gotErr, wantErr) || gotErr == nil && a != b {
				t.Fatalf("%q splits %q into %q, %v, %v left, want %q, %v, %v", pattern, text, parts, gotErr, a, wanted, wantErr, b)
			}
		}
	})
}

// same reports whether two errors say the same.
func same(a, b error) bool {
	return a == b || a != nil && b != nil && a.Error() == b.Error()
}
