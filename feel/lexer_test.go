package feel

import (
	"strings"
	"testing"
)

func TestLexer(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a+b", "a|+|b"},
		{"1..5", "1|..|5"},
		{"1...5", "1|..|.5"},
		{".5.6", ".5|.6"},
		{"01.3e+4", "01.3e+4"},
		{"1.23E-4x", "1.23E-4|x"},
		{"1e", "1|e"},
		{"1.", "1|."},
		{"3e+", "3|e|+"},
		{"10**-5", "10|**|-|5"},
		{"decision A 2.1", "decision|A|2.1"},
		{"Student's", "Student|'|s"},
		{"Date-Time2", "Date|-|Time2"},
		{"{🐎:1}", "{|🐎|:|1|}"},
		{"é·x", "é·x"},
		{"a\u00a0b\u3000c\ufeffd", "a|b|c|d"},
		{"a/*x*/b // c", "a|b"},
		{"a // b\nc", "a|c"},
		{"a/**/b/*/*/c", "a|b|c"},
		{"/* a", "/* a"},
		{`"a\"b" c`, `"a\"b"|c`},
		{`"a\\" c`, `"a\\"|c`},
		{"\"a\nb", "\"a|b"},
		{"a<=b>=c!=d<e>f=g", "a|<=|b|>=|c|!=|d|<|e|>|f|=|g"},
		{"a==b!==c&&d||e", "a|==|b|!==|c|&&|d||||e"},
		{"=<>", "=|<|>"},
		{"a≤b", "a|≤|b"},
	} {
		var got []string
		for _, tok := range tokenize(nil, c.text) {
			if tok.kind != tokEOF {
				got = append(got, c.text[tok.start:tok.end])
			}
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: got %s, want %s", c.text, s, c.want)
		}
	}
}

func TestKeywords(t *testing.T) {
	want := "and between else every external false for function if in instance null of or return satisfies some then true"
	if got := strings.Join(Keywords(), " "); got != want {
		t.Errorf("got %s", got)
	}
	if !isKeyword("satisfies") || isKeyword("Satisfies") || isKeyword("not") {
		t.Error("isKeyword")
	}
}

// Tokens tile the text, and each is read alike when it stands alone.
func FuzzLexer(f *testing.F) {
	for _, s := range []string{"a + 1.5", "\"a\\\"", "/* x", "a..b", "'’“", "1e+5", "!==&&", "\xff", "é\u2003x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := lexer{text: text}
		var at int32
		for {
			tok := l.next()
			if tok.start != at {
				t.Fatalf("a token begins at %d, not at %d", tok.start, at)
			}
			if tok.kind == tokEOF {
				break
			}
			if tok.end <= tok.start {
				t.Fatalf("an empty token at %d", at)
			}
			at = tok.end
			alone := lexer{text: text[tok.start:tok.end]}
			if again := alone.next(); again.kind != tok.kind || again.end != tok.end-tok.start {
				t.Fatalf("%q is kind %d in its place and %d alone", text[tok.start:tok.end], tok.kind, again.kind)
			}
		}
		if int(at) != len(text) {
			t.Fatalf("the tokens end at %d of %d", at, len(text))
		}
	})
}
