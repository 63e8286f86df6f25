package feel

import (
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// upperCase and lowerCase are the case conversions of Unicode (chapter 3.13, default,
// full), as fn:upper-case and fn:lower-case have them: a character may become
// several, and a sigma at the end of a word is a final one. Package strings maps
// character by character.

// severalUppers is the characters whose upper case is several, each followed by
// these.
const severalUppers = "\u00DFSS \u0149\u02BCN \u01F0J\u030C \u0390\u0399\u0308\u0301 \u03B0\u03A5\u0308\u0301 " +
	"\u0587\u0535\u0552 \u1E96H\u0331 \u1E97T\u0308 \u1E98W\u030A \u1E99Y\u030A \u1E9AA\u02BE " +
	"\u1F50\u03A5\u0313 \u1F52\u03A5\u0313\u0300 \u1F54\u03A5\u0313\u0301 \u1F56\u03A5\u0313\u0342 " +
	"\u1F80\u1F08\u0399 \u1F81\u1F09\u0399 \u1F82\u1F0A\u0399 \u1F83\u1F0B\u0399 \u1F84\u1F0C\u0399 " +
	"\u1F85\u1F0D\u0399 \u1F86\u1F0E\u0399 \u1F87\u1F0F\u0399 \u1F88\u1F08\u0399 \u1F89\u1F09\u0399 " +
	"\u1F8A\u1F0A\u0399 \u1F8B\u1F0B\u0399 \u1F8C\u1F0C\u0399 \u1F8D\u1F0D\u0399 \u1F8E\u1F0E\u0399 " +
	"\u1F8F\u1F0F\u0399 \u1F90\u1F28\u0399 \u1F91\u1F29\u0399 \u1F92\u1F2A\u0399 \u1F93\u1F2B\u0399 " +
	"\u1F94\u1F2C\u0399 \u1F95\u1F2D\u0399 \u1F96\u1F2E\u0399 \u1F97\u1F2F\u0399 \u1F98\u1F28\u0399 " +
	"\u1F99\u1F29\u0399 \u1F9A\u1F2A\u0399 \u1F9B\u1F2B\u0399 \u1F9C\u1F2C\u0399 \u1F9D\u1F2D\u0399 " +
	"\u1F9E\u1F2E\u0399 \u1F9F\u1F2F\u0399 \u1FA0\u1F68\u0399 \u1FA1\u1F69\u0399 \u1FA2\u1F6A\u0399 " +
	"\u1FA3\u1F6B\u0399 \u1FA4\u1F6C\u0399 \u1FA5\u1F6D\u0399 \u1FA6\u1F6E\u0399 \u1FA7\u1F6F\u0399 " +
	"\u1FA8\u1F68\u0399 \u1FA9\u1F69\u0399 \u1FAA\u1F6A\u0399 \u1FAB\u1F6B\u0399 \u1FAC\u1F6C\u0399 " +
	"\u1FAD\u1F6D\u0399 \u1FAE\u1F6E\u0399 \u1FAF\u1F6F\u0399 \u1FB2\u1FBA\u0399 \u1FB3\u0391\u0399 " +
	"\u1FB4\u0386\u0399 \u1FB6\u0391\u0342 \u1FB7\u0391\u0342\u0399 \u1FBC\u0391\u0399 \u1FC2\u1FCA\u0399 " +
	"\u1FC3\u0397\u0399 \u1FC4\u0389\u0399 \u1FC6\u0397\u0342 \u1FC7\u0397\u0342\u0399 \u1FCC\u0397\u0399 " +
	"\u1FD2\u0399\u0308\u0300 \u1FD3\u0399\u0308\u0301 \u1FD6\u0399\u0342 \u1FD7\u0399\u0308\u0342 " +
	"\u1FE2\u03A5\u0308\u0300 \u1FE3\u03A5\u0308\u0301 \u1FE4\u03A1\u0313 \u1FE6\u03A5\u0342 " +
	"\u1FE7\u03A5\u0308\u0342 \u1FF2\u1FFA\u0399 \u1FF3\u03A9\u0399 \u1FF4\u038F\u0399 \u1FF6\u03A9\u0342 " +
	"\u1FF7\u03A9\u0342\u0399 \u1FFC\u03A9\u0399 \uFB00FF \uFB01FI \uFB02FL \uFB03FFI \uFB04FFL \uFB05ST " +
	"\uFB06ST \uFB13\u0544\u0546 \uFB14\u0544\u0535 \uFB15\u0544\u053B \uFB16\u054E\u0546 " +
	"\uFB17\u0544\u053D"

var upperOf = func() map[rune]string {
	m := map[rune]string{}
	for _, entry := range strings.Fields(severalUppers) {
		r, n := utf8.DecodeRuneInString(entry)
		m[r] = entry[n:]
	}
	return m
}()

// changeASCII gives s with the 26 letters from first on, of one case, in the other one.
// It lies in the memory of r, if there is one. ok is false when s is more than ASCII.
func changeASCII(s string, first byte, r *arena) (out string, ok bool) {
	all, changes := byte(0), false
	for i := range len(s) {
		c := s[i]
		all |= c
		changes = changes || c-first < 26
	}
	if all >= utf8.RuneSelf || !changes {
		return s, all < utf8.RuneSelf
	}
	to := r.text(len(s))
	for i := range len(s) {
		c := s[i]
		if c-first < 26 {
			c ^= 'a' ^ 'A'
		}
		to[i] = c
	}
	return unsafe.String(unsafe.SliceData(to), len(to)), true
}

func upperCase(s string, r *arena) string {
	if out, ok := changeASCII(s, 'a', r); ok {
		return out
	}
	var b strings.Builder
	for _, r := range s {
		if several, ok := upperOf[r]; ok {
			b.WriteString(several)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

func lowerCase(s string, r *arena) string {
	if out, ok := changeASCII(s, 'A', r); ok {
		return out
	}
	var b strings.Builder
	inWord := false // a letter with a case is before, and nothing but what has no say
	for i, r := range s {
		switch {
		case r == '\u03A3' && inWord && !letterFollows(s[i+2:]):
			b.WriteRune('\u03C2')
		case r == '\u0130':
			b.WriteString("i\u0307")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		if !ignoresCase(r) {
			inWord = hasCase(r)
		}
	}
	return b.String()
}

// letterFollows reports whether a letter with a case comes next, but for what has no
// say.
func letterFollows(s string) bool {
	for _, r := range s {
		if !ignoresCase(r) {
			return hasCase(r)
		}
	}
	return false
}

func hasCase(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) ||
		unicode.In(r, unicode.Other_Uppercase, unicode.Other_Lowercase)
}

// ignoresCase reports a character that does not end a word: a mark, a modifier, or
// punctuation within words.
func ignoresCase(r rune) bool {
	switch r {
	case '\'', '.', ':', '\u00B7', '\u0387', '\u055F', '\u05F4', '\u2018', '\u2019', '\u2024', '\u2027', '\uFE13', '\uFE52', '\uFE55', '\uFF07', '\uFF0E', '\uFF1A':
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
