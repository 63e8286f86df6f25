package xml_test

import (
	"bytes"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

// Every byte is judged alike wherever it stands among plain ones.
func TestCharacters(t *testing.T) {
	const before, after = "<definitions " + ok + "><description>", "</description></definitions>"
	for _, text := range []string{"a", "é", "\u20ac", "\U0001F40E"} {
		for b := range 256 {
			for at := range 17 {
				content := bytes.Repeat([]byte("a"), 17+len(text))
				copy(content[17:], text)
				content[at] = byte(b)
				allowed := utf8.Valid(content) && (b >= 0x20 || b == '\n' || b == '\t' || b == '\r') && b != '<' && b != '&'
				_, err := xml.Read("m.dmn", []byte(before+string(content)+after))
				if refused := err != nil; refused == allowed {
					t.Fatalf("%q: %v", content, err)
				}
				if b >= utf8.RuneSelf && !errors.Is(err, xml.Encoding) {
					t.Fatalf("%q: %v", content, diag.Of(err))
				}
			}
		}
	}
}
