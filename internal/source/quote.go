package source

import (
	"strconv"
	"unicode/utf8"
)

// What is longer than this many bytes is cut in messages.
const maxQuoted = 80

// Quote gives text in quotes for a message, cut when it is long, since texts are
// input.
func Quote(text string) string {
	if len(text) > maxQuoted {
		end := maxQuoted
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end] + "…"
	}
	return strconv.Quote(text)
}
