package diag

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Render writes err for a person: for each [*Error] that it wraps the place,
// the message, the line of the file with the offending text marked, the hint
// and the notes. The lines come from fsys; with a nil fsys, or when the file
// cannot be read there, the excerpt is left out. An err without any *Error is
// written as its text. The only error is that of w.
func Render(w io.Writer, err error, fsys fs.FS) error {
	if err == nil {
		return nil
	}
	var b strings.Builder
	faults := Of(err)
	if len(faults) == 0 {
		b.WriteString(Clean(err.Error()) + "\n")
	}
	l := lines{fsys: fsys, files: map[string][]string{}}
	for i, e := range faults {
		if i > 0 {
			b.WriteByte('\n')
		}
		head := e.At.String()
		if head != "" {
			head += ": "
		}
		if e.Severity == Warning {
			head += "warning: "
		}
		fmt.Fprintf(&b, "%s%s [%s]\n", Clean(head), Clean(e.Message), e.Code)
		if where := e.At.where(); where != "" {
			fmt.Fprintf(&b, "  %s\n", Clean(where))
		}
		if start := e.At.Span.Start; start.Known() {
			excerpt(&b, l.at(e.At.File, start.Line), e.At.Span)
		}
		if e.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", Clean(e.Hint))
		}
		for _, n := range e.Notes {
			at := n.At.String()
			if at != "" {
				at += ": "
			}
			fmt.Fprintf(&b, "  note: %s%s\n", Clean(at), Clean(n.Message))
		}
	}
	_, werr := io.WriteString(w, b.String())
	return werr
}

// lines finds the lines of files.
type lines struct {
	fsys  fs.FS
	files map[string][]string

	// The last line, since one may have many faults and be long.
	file string
	n    int
	line []rune
}

// at gives the n-th line of a file; nil when there is none.
func (l *lines) at(file string, n int) []rune {
	if file == l.file && n == l.n {
		return l.line
	}
	l.file, l.n, l.line = file, n, nil
	all, ok := l.files[file]
	if !ok && l.fsys != nil && file != "" {
		if text, err := fs.ReadFile(l.fsys, file); err == nil {
			all = strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n") // a byte order mark is no column
		}
		l.files[file] = all
	}
	if n <= len(all) {
		l.line = []rune(strings.ToValidUTF8(strings.TrimSuffix(all[n-1], "\r"), "\uFFFD"))
	}
	return l.line
}

// A line longer than this is shown only around the marked text.
const excerptWidth = 160

// excerpt writes the first line of span, unless it is nil, and below it a marker
// under the part that span covers.
func excerpt(b *strings.Builder, line []rune, span Span) {
	if line == nil {
		return
	}
	from := min(span.Start.Column-1, len(line))
	to := len(line)
	if span.End.Line == span.Start.Line {
		to = min(span.End.Column-1, len(line))
	}
	to = max(to, from+1) // an empty span still gets one mark
	if len(line) > excerptWidth {
		cut := max(0, from-excerptWidth/3)
		line = line[cut:min(len(line), cut+excerptWidth)]
		from, to = from-cut, min(to-cut, len(line)+1)
	}
	var text, mark strings.Builder
	for i := range max(len(line), to) {
		r, n := ' ', 1
		if i < len(line) {
			r = line[i]
			switch {
			case r == '\t':
				r = ' '
			case hidden(r):
				r = '\uFFFD'
			}
			n = width(r)
			text.WriteRune(r)
		}
		switch {
		case i >= to:
		case i < from:
			mark.WriteString(strings.Repeat(" ", n))
		default:
			mark.WriteString(strings.Repeat("^", n))
		}
	}
	num := fmt.Sprintf("%4d", span.Start.Line)
	fmt.Fprintf(b, " %s | %s\n", num, strings.TrimRight(text.String(), " "))
	fmt.Fprintf(b, " %s | %s\n", strings.Repeat(" ", len(num)), mark.String())
}

// Clean makes text from a file safe to print: control characters other than
// tab, and characters that reorder or hide what follows, become U+FFFD.
func Clean(s string) string {
	clean := true
	for _, r := range s {
		if hidden(r) || r == utf8.RuneError {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// hidden reports control and format characters. Line feed and tab are kept:
// messages may have several lines.
func hidden(r rune) bool {
	return r != '\t' && r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF')
}

// width gives the columns of a terminal that r takes, so that markers stand
// under wide characters: two for East Asian wide ones and most emoji.
func width(r rune) int {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 ||
		r >= 0xFFE0 && r <= 0xFFE6 || r >= 0x1F300 && r <= 0x1FAFF || r >= 0x20000 && r <= 0x3FFFD):
		return 2
	}
	return 1
}
