package xpathre_test

import (
	"testing"
	"unicode"
)

func TestEscapes(t *testing.T) {
	for _, c := range []struct {
		escape, complement string
		in, out            string
	}{
		{"\\s", "\\S", " \t\n\r", "\v\f\u00a0\u2028a"},
		{"\\d", "\\D", "09٣९𝟙", "a²½Ⅷ"},
		// Anything but punctuation, separators and other: symbols are, _ is not.
		{"\\w", "\\W", "aZ9é中²+$<>^`|~€𝄞\u0301", "_-.,!\"#%&'()*/:;?@[\\]{} \t\n\u00a0\u2028\u200b\ue000\u0378«"},
		{"\\i", "\\I", "aZ_:éßα中\U00010000", "0-. ×÷\u00b7\u0300\u037e\u2000"},
		{"\\c", "\\C", "aZ_:é中0-.\u00b7\u0300\u203f", " !@×÷\u037e\u2000"},
		{"\\p{L}", "\\P{L}", "aAǅʰא中", "1_ \u0300"},
		{"\\p{Lu}", "\\P{Lu}", "AÉΣ", "aǅ1"},
		{"\\p{Ll}", "\\P{Ll}", "aéß", "Aʰ"},
		{"\\p{Lt}", "\\P{Lt}", "ǅᾈ", "Aa"},
		{"\\p{Lm}", "\\P{Lm}", "ʰ々", "a"},
		{"\\p{Lo}", "\\P{Lo}", "א中ª", "a"},
		{"\\p{M}", "\\P{M}", "\u0300\u0903\u20dd", "a"},
		{"\\p{Mn}", "\\P{Mn}", "\u0300", "\u0903\u20dd"},
		{"\\p{Mc}", "\\P{Mc}", "\u0903", "\u0300"},
		{"\\p{Me}", "\\P{Me}", "\u20dd", "\u0300"},
		{"\\p{N}", "\\P{N}", "1²Ⅷ", "a"},
		{"\\p{Nd}", "\\P{Nd}", "1٣", "²Ⅷ"},
		{"\\p{Nl}", "\\P{Nl}", "Ⅷ", "1²"},
		{"\\p{No}", "\\P{No}", "²½", "1Ⅷ"},
		{"\\p{P}", "\\P{P}", "_-(}«»!", "+a$"},
		{"\\p{Pc}", "\\P{Pc}", "_‿", "-"},
		{"\\p{Pd}", "\\P{Pd}", "-—", "_"},
		{"\\p{Ps}", "\\P{Ps}", "([{", ")"},
		{"\\p{Pe}", "\\P{Pe}", ")]}", "("},
		{"\\p{Pi}", "\\P{Pi}", "«“", "»"},
		{"\\p{Pf}", "\\P{Pf}", "»”", "«"},
		{"\\p{Po}", "\\P{Po}", "!%&*", "-"},
		{"\\p{Z}", "\\P{Z}", " \u00a0\u2028\u2029", "\t"},
		{"\\p{Zs}", "\\P{Zs}", " \u3000", "\u2028"},
		{"\\p{Zl}", "\\P{Zl}", "\u2028", " \u2029"},
		{"\\p{Zp}", "\\P{Zp}", "\u2029", " \u2028"},
		{"\\p{S}", "\\P{S}", "+$^©", "a-"},
		{"\\p{Sm}", "\\P{Sm}", "+<∑", "$"},
		{"\\p{Sc}", "\\P{Sc}", "$€", "+"},
		{"\\p{Sk}", "\\P{Sk}", "^`¨", "+"},
		{"\\p{So}", "\\P{So}", "©🐎", "+"},
		{"\\p{C}", "\\P{C}", "\x00\u200d\ue000\u0378\uffff", "a "},
		{"\\p{Cc}", "\\P{Cc}", "\x00\n\u0085", " \u200d"},
		{"\\p{Cf}", "\\P{Cf}", "\u00ad\u200d\ufeff", "\n"},
		{"\\p{Co}", "\\P{Co}", "\ue000\U000F0000\U0010FFFD", "a\uffff"},
		{"\\p{Cn}", "\\P{Cn}", "\u0378\uffff\U0010FFFF", "a\ue000"},
	} {
		for _, form := range []struct{ pattern, in, out string }{
			{c.escape, c.in, c.out},
			{c.complement, c.out, c.in},
			{"[" + c.escape + "]", c.in, c.out},
			{"[^" + c.escape + "]", c.out, c.in},
			{"[^" + c.complement + "]", c.in, c.out},
		} {
			// Flag i does not touch them.
			for _, flags := range []string{"", "i"} {
				re := compile(t, "^"+form.pattern+"$", flags)
				for _, r := range form.in {
					if !match(t, re, string(r)) {
						t.Errorf("%s with %q has not %U", form.pattern, flags, r)
					}
				}
				for _, r := range form.out {
					if match(t, re, string(r)) {
						t.Errorf("%s with %q has %U", form.pattern, flags, r)
					}
				}
			}
		}
	}
}

func TestEveryCharacterHasOneCategory(t *testing.T) {
	one := compile(t, "^\\p{Lu}|\\p{Ll}|\\p{Lt}|\\p{Lm}|\\p{Lo}|\\p{Mn}|\\p{Mc}|\\p{Me}|\\p{Nd}|\\p{Nl}|\\p{No}|"+
		"\\p{Pc}|\\p{Pd}|\\p{Ps}|\\p{Pe}|\\p{Pi}|\\p{Pf}|\\p{Po}|\\p{Zs}|\\p{Zl}|\\p{Zp}|\\p{Sm}|\\p{Sc}|\\p{Sk}|\\p{So}|"+
		"\\p{Cc}|\\p{Cf}|\\p{Co}|\\p{Cn}$", "")
	group := compile(t, "^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{Z}\\p{S}\\p{C}]$", "")
	for r := rune(0); r <= unicode.MaxRune; r += 37 {
		if r >= 0xD800 && r <= 0xDFFF {
			continue
		}
		if !match(t, one, string(r)) || !match(t, group, string(r)) {
			t.Errorf("%U has no category", r)
		}
	}
}
