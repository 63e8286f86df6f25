package yaml

import (
	"strings"
)

// block reads a literal or folded scalar (8.1), whose header stands at the
// cursor, and passes over the lexemes that the outside library made of it.
func (p *placer) block() bool {
	start, src := p.pos, p.rest()
	if src == "" || src[0] != '|' && src[0] != '>' {
		return p.lost()
	}
	what, style := "text, line by line", Literal
	if src[0] == '>' {
		what, style = "folded text", Folded
	}
	header, _, _ := strings.Cut(src, "\n")
	header = strings.TrimRight(header, "\r")
	chomp, indent, commented, ok := blockHeader(header)
	refuse := func(why string) bool {
		end := len(strings.TrimRight(header, " \t"))
		p.report(errSyntax(p.at(start.Offset, start.Offset+end), header[:1]+" starts a block of "+what+", "+why, p.quoteHint(start.Offset, p.flow > 0)))
		return false
	}
	switch {
	case p.flow > 0:
		return refuse("which cannot stand inside of brackets")
	case !ok:
		return refuse("and nothing else can stand on its line")
	}
	outer := p.outerIndent()
	if indent > 0 {
		indent += max(outer, 0)
	}
	text, end, why := blockText(src, style, chomp, indent, outer)
	if why != "" {
		return refuse(why)
	}
	p.to(start.Offset + end)
	if commented && len(p.lexemes) > 0 && p.lexemes[0].kind == lexComment {
		p.lexemes = p.lexemes[1:]
	}
	if len(p.lexemes) == 0 || p.lexemes[0].kind != lexPlain {
		return p.lost()
	}
	p.lexemes = p.lexemes[1:]
	p.add(token{kind: scalar, style: style, text: text.text, marks: text.marks}, start)
	return true
}

// outerIndent gives the depth of the collection that the block is a value of,
// -1 when it is the document.
func (p *placer) outerIndent() int {
	n := len(p.tokens)
	switch {
	case n >= 2 && p.tokens[n-1].kind == colon:
		return p.tokens[n-2].column() - 1
	case n >= 1:
		return p.tokens[n-1].column() - 1
	}
	return -1
}

// blockHeader reads what follows | or >: a chomping indicator (- or +), an
// indentation indicator (1 to 9), both in either order, and a comment.
func blockHeader(header string) (chomp byte, indent int, commented, ok bool) {
	rest := header[1:]
	for ; rest != ""; rest = rest[1:] {
		c := rest[0]
		if (c == '-' || c == '+') && chomp == 0 {
			chomp = c
		} else if '1' <= c && c <= '9' && indent == 0 {
			indent = int(c - '0')
		} else {
			break
		}
	}
	after := strings.TrimLeft(rest, " \t")
	commented = strings.HasPrefix(after, "#") && after != rest
	return chomp, indent, commented, after == "" || commented
}

// blockText decodes the lines under a header. An indent of 0 is that of the
// first line that is not empty. It gives the end of the last line, and why
// there is no text if there is none.
func blockText(src string, style Style, chomp byte, indent, outer int) (scalarText, int, string) {
	var b builder
	at := strings.IndexByte(src, '\n') + 1
	if at == 0 {
		return scalarText{}, 0, "and no line of text follows"
	}
	widest := 0
	if indent == 0 {
		for rest := src[at:]; ; {
			line, more, found := strings.Cut(rest, "\n")
			line = strings.TrimRight(line, "\r")
			blanks := len(line) - len(strings.TrimLeft(line, " "))
			if blanks < len(line) {
				indent = blanks
				break
			}
			widest = max(widest, blanks)
			if !found {
				break
			}
			rest = more
		}
		if indent <= outer {
			return scalarText{}, 0, "and no deeper line of text follows"
		}
		if widest > indent {
			return scalarText{}, 0, "and an empty line before its first line is deeper than that"
		}
	}
	prefix := strings.Repeat(" ", indent)
	end := 0
	breaks := 0      // line breaks since the last line of text
	breaksAt := at   // where they begin
	textual := false // the last line of text begins with neither blank nor tab
	for first := true; at < len(src); {
		line, _, found := strings.Cut(src[at:], "\n")
		next := at + len(line)
		if found {
			next++
		}
		line = strings.TrimRight(line, "\r")
		if blanks := len(line) - len(strings.TrimLeft(line, " ")); blanks == len(line) && blanks <= indent {
			if found {
				breaks++
			}
			at = next
			continue
		}
		if !strings.HasPrefix(line, prefix) || indent == 0 && (line == "---" || line == "...") {
			if strings.TrimLeft(line, " \t") == "" {
				return scalarText{}, 0, "and a line that should be empty has a tab"
			}
			break
		}
		content := line[indent:]
		flat := content[0] != ' ' && content[0] != '\t'
		b.at(breaksAt)
		switch {
		case style == Literal || first || !flat || !textual:
			b.WriteString(strings.Repeat("\n", breaks))
		case breaks == 1:
			b.WriteByte(' ')
		default:
			b.WriteString(strings.Repeat("\n", breaks-1))
		}
		b.at(at + indent)
		b.WriteString(content)
		end = at + indent + len(content)
		first, textual, breaks, breaksAt = false, flat, 0, end
		if found {
			breaks = 1
		}
		at = next
	}
	if end == 0 {
		return scalarText{}, 0, "and no line of text follows"
	}
	b.at(breaksAt)
	if chomp == 0 {
		breaks = min(breaks, 1)
	}
	if chomp != '-' {
		b.WriteString(strings.Repeat("\n", breaks))
	}
	return b.done(), end, ""
}
