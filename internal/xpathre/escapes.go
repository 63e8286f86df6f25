package xpathre

import (
	"strings"
	"sync"
	"unicode"
)

// categories are the general categories that XSD G.4.2.2 lists: those of Unicode
// but surrogates, which are no characters.
var categories = strings.Fields("L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No " +
	"P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So C Cc Cf Co Cn")

// categorySpans gives the code points of general categories.
func categorySpans(names ...string) spans {
	var out spans
	for _, name := range names {
		t := unicode.Categories[name]
		for _, r := range t.R16 {
			out = out.appendStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			out = out.appendStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return out.normal()
}

func (s spans) appendStride(lo, hi, stride rune) spans {
	if stride == 1 {
		return append(s, span{lo, hi})
	}
	for ; lo <= hi; lo += stride {
		s = append(s, span{lo, lo})
	}
	return s
}

// nameStart and nameMore are XML 1.0, productions 4 and 4a.
var (
	nameStart = spans{{':', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6},
		{0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F},
		{0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF}}
	nameMore = spans{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}
)

// multiChar gives the set of the escapes \s \i \c \d \w (XSD G.4.2.5), by their
// letter, and of their complements, by the upper-case letter.
func multiChar(letter byte) spans {
	switch letter {
	case 's':
		return spans{{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}}
	case 'i':
		return nameStart
	case 'c':
		return append(append(spans(nil), nameStart...), nameMore...).normal()
	case 'd':
		return categorySpans("Nd")
	case 'w':
		return categorySpans("P", "Z", "C").complement()
	}
	return multiChar(letter | 0x20).complement()
}

// known holds the sets that do not depend on the pattern, made when first needed:
// by the text of their escape, such as \d or \P{Lu}.
var known sync.Map

// knownSet gives the set of an escape, made by the function if it is new.
func knownSet(escape string, of func() spans) *charset {
	if c, ok := known.Load(escape); ok {
		return c.(*charset)
	}
	c, _ := known.LoadOrStore(escape, newCharset(of()))
	return c.(*charset)
}
