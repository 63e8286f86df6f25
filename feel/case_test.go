package feel_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/feel"
)

func TestCase(t *testing.T) {
	evaluate(t, []row{
		{`upper case("Straße, ﬃ ŉ")`, "\"STRASSE, FFI \u02BCN\"", ""},
		{`upper case("ǆ ǅ")`, `"Ǆ Ǆ"`, ""},
		{`lower case("ΟΔΥΣΣΕΥΣ, ΣΑΣ. Σ ΑΣ\u0301 ΑΣ'Α")`, `"οδυσσευς, σας. σ ας́ ασ'α"`, ""},
		{`lower case("İ ẞ")`, `"i̇ ß"`, ""},
	})
}

// ASCII, which is most of what there is, has the cases of package strings.
func TestCaseOfASCII(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom(nil, &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: 0x7f, Stride: 1}}})).Draw(t, "text")
		for name, want := range map[string]string{"upper case": strings.ToUpper(s), "lower case": strings.ToLower(s)} {
			v, err := feel.Call(name, feel.String(s))
			if got, _ := v.AsString(); got != want || err != nil {
				t.Fatalf("%s(%q) is %q, %v, want %q", name, s, got, err, want)
			}
		}
	})
}
