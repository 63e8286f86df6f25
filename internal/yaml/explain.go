package yaml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Texts that are longer are cut in messages, and not repeated in hints.
const maxShown = 80

// short gives text for a message.
func short(text string) string {
	if len(text) <= maxShown {
		return text
	}
	end := maxShown
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// clip is short, quoted.
func clip(text string) string { return strconv.Quote(short(text)) }

// inQuotes gives text as YAML's single-quoted scalar.
func inQuotes(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// quoteCell tells how to write text so that YAML leaves it alone.
func quoteCell(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxShown || strings.ContainsAny(text, "\n\r") {
		return "put the whole value in single quotes"
	}
	return "quote the cell: " + inQuotes(text)
}

// quoteHint is quoteCell of what an author most likely meant to be the value
// that begins at offset at: FEEL, whose signs are also YAML's.
func (d *document) quoteHint(at int, flow bool) string {
	line := d.src[at:min(len(d.src), at+2*maxShown)]
	line, _, _ = strings.Cut(line, "\n")
	if i := strings.Index(line, " #"); i >= 0 {
		line = line[:i]
	}
	if n := interval(line); n > 0 {
		return quoteCell(line[:n])
	}
	if flow {
		line = line[:flowValue(line)]
	}
	return quoteCell(line)
}

// interval gives the length of a FEEL interval with which s begins: [1..5],
// ]1..5[, (1..5].
func interval(s string) int {
	if s == "" || !strings.Contains("[](", s[:1]) {
		return 0
	}
	dots := strings.Index(s, "..")
	if dots < 0 || strings.ContainsAny(s[1:dots], "[](){},:") {
		return 0
	}
	end := strings.IndexAny(s[dots:], "[])")
	if end < 0 || strings.ContainsAny(s[dots:dots+end], "{},:") {
		return 0
	}
	return dots + end + 1
}

// flowValue gives the length of the value with which s begins, inside of
// brackets: up to a comma or a closing bracket that is not its own.
func flowValue(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '\'':
			if n := strings.IndexByte(s[i+1:], s[i]); n >= 0 {
				i += n + 1
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 && i > 0 && s[i] != ')' {
				return i
			}
			depth = max(0, depth-1)
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// valueHint is the hint for a fault at the i-th token: to quote the value of
// which it is a part, when one begins before it on its line.
func (d *document) valueHint(i int) string {
	line := d.tokens[i].line()
	start, flow := -1, false
	for j := i; j >= 0 && d.tokens[j].line() == line; j-- {
		k := d.tokens[j].kind
		if j == i && k != dash {
			continue
		}
		if k == closeMap || k == closeList {
			break
		}
		if flow = k == openMap || k == openList || k == comma; flow {
			break
		}
		if k == colon || k == dash && start < 0 && j+1 < len(d.tokens) {
			start = d.tokens[min(j+1, i)].span.Start.Offset
		}
	}
	if start < 0 {
		return "check how deep the line is, its colon, and the quotes and brackets before it"
	}
	return d.quoteHint(start, flow)
}

// plainWords says what the outside library found wrong.
func plainWords(message string) string {
	switch {
	case strings.Contains(message, "document separator"):
		return "--- or ... stands at the begin of a line inside of a quoted value"
	case strings.Contains(message, "',' or"):
		return "a comma or a closing bracket is missing before this"
	case strings.Contains(message, "not allowed in this context"), strings.Contains(message, "flow map content"):
		return "this cannot follow what stands before it"
	case strings.Contains(message, "non-map value"), strings.Contains(message, "map key"), strings.Contains(message, "key name"):
		return "a key and a colon are due here"
	case strings.Contains(message, "sequence element"), strings.Contains(message, "value type"):
		return "a value is due here"
	}
	return "this cannot be read as YAML"
}

// absentHint tells what to do where a value is due behind offset at.
func (d *document) absentHint(at int) string {
	line, _, _ := strings.Cut(d.src[at:min(len(d.src), at+2*maxShown)], "\n")
	line = strings.TrimLeft(strings.TrimPrefix(line, ":"), " \t")
	if strings.HasPrefix(line, "#") {
		return "# starts a comment; " + quoteCell(strings.TrimRight(line, "\r"))
	}
	return `write a value, "" for an empty text, or leave it out`
}
