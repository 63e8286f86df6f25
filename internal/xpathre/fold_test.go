package xpathre_test

import "testing"

func TestCaseVariants(t *testing.T) {
	for _, c := range []struct {
		char        string
		same, other string
	}{
		{"k", "kK\u212A", "x"},
		{"\u212A", "kK\u212A", "x"},
		{"s", "sSſ", "ß"},
		{"ſ", "sSſ", "z"},
		{"å", "åÅ\u212B", "a"},
		{"ω", "ωΩ\u2126", "o"},
		{"µ", "µμΜ", "u"},
		{"σ", "σςΣ", "s"},
		{"ι", "ιΙ\u0345\u1FBE", "i"},
		{"ǆ", "ǆǅǄ", "d"},
		{"ß", "ßẞ", "s"},
		{"a", "aA", "äb"},
		{"1", "1", "!"},
		{"Ꭰ", "Ꭰꭰ", "D"},
		{"ა", "აᲐ", "a"},
		{"𐐀", "𐐀𐐨", "a"},
		// The upper-case forms are two or three characters, and the same.
		{"\u0390", "\u0390\u1FD3", "ι"},
		{"\u03B0", "\u03B0\u1FE3", "υ"},
		{"\uFB05", "\uFB05\uFB06", "s"},
		// The lower-case form of İ is not i, but the upper-case form of ı is I.
		{"i", "iIı", "İ"},
		{"İ", "İ", "iIı"},
		{"ı", "ıiI", "İ"},
		// It is not transitive.
		{"θ", "θΘϑϴ", "t"},
		{"ϴ", "ϴθΘ", "ϑ"},
		{"ϑ", "ϑθΘ", "ϴ"},
	} {
		for _, pattern := range []string{"^" + c.char + "$", "^[" + c.char + "]$"} {
			re := compile(t, pattern, "i")
			for _, r := range c.same {
				if !match(t, re, string(r)) {
					t.Errorf("%s does not match %q", pattern, r)
				}
			}
			for _, r := range c.other {
				if match(t, re, string(r)) {
					t.Errorf("%s matches %q", pattern, r)
				}
			}
		}
		// A reference compares in the same way.
		re := compile(t, "^(.)\\1$", "i")
		for _, r := range c.same {
			if !match(t, re, c.char+string(r)) {
				t.Errorf("%q does not refer to %q", r, c.char)
			}
		}
		for _, r := range c.other {
			if match(t, re, c.char+string(r)) {
				t.Errorf("%q refers to %q", r, c.char)
			}
		}
	}
}
