package yaml_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/yaml"
)

// show gives a tree on one line: plain scalars bare, quoted ones with their
// quotes, block scalars with their sign, [ ] and { } around flow collections,
// ( ) around block ones.
func show(n *yaml.Node) string {
	if n == nil {
		return "nil"
	}
	open, end := "(", ")"
	if n.Flow {
		open, end = "[", "]"
		if n.Kind == yaml.Mapping {
			open, end = "{", "}"
		}
	}
	var parts []string
	switch n.Kind {
	case yaml.Absent:
		return "absent"
	case yaml.Mapping:
		for _, e := range n.Entries {
			parts = append(parts, show(e.Key)+": "+show(e.Value))
		}
	case yaml.Sequence:
		for _, i := range n.Items {
			parts = append(parts, show(i))
		}
	case yaml.Scalar:
		text := strconv.Quote(n.Text)
		text = text[1 : len(text)-1]
		switch n.Style {
		case yaml.SingleQuoted:
			return "'" + text + "'"
		case yaml.DoubleQuoted:
			return `"` + text + `"`
		case yaml.Literal:
			return "|" + text + "|"
		case yaml.Folded:
			return ">" + text + ">"
		}
		return text
	}
	return open + strings.Join(parts, ", ") + end
}

func parse(t *testing.T, src string) *yaml.Node {
	t.Helper()
	n, err := yaml.Parse("f.yaml", []byte(src))
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return n
}

// brief gives each fault as "code line:column".
func brief(err error) []string {
	var out []string
	for _, e := range diag.Of(err) {
		out = append(out, fmt.Sprintf("%s %d:%d", e.Code, e.At.Span.Start.Line, e.At.Span.Start.Column))
	}
	return out
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a: 1", "(a: 1)"},
		{"a: 0.10\nb: no\nc: 010\nd: 1_000\ne: 2026-06-01\nf: 12:30:00\ng: null\nh: ~\ni: 1e400", "(a: 0.10, b: no, c: 010, d: 1_000, e: 2026-06-01, f: 12:30:00, g: null, h: ~, i: 1e400)"},
		{"a:\n  b:\n    - c\n    - d: 1\n      e: 2\n  f: g\n", "(a: (b: (c, (d: 1, e: 2)), f: g))"},
		{"a:\n- 1\n- 2\nb: 3", "(a: (1, 2), b: 3)"},
		{"- - 1\n  - 2\n-\n  - 3", "((1, 2), (3))"},
		{"{ a: b, 'c': \"d\", e: [1, { f: g }], h: {}, i: [] }", `{a: b, 'c': "d", e: [1, {f: g}], h: {}, i: []}`},
		{"a: [\n  1,\n  2, # two\n]\nb: {\n  c: d,\n}\n", "(a: [1, 2], b: {c: d})"},
		{`{"a":1,"b":["x","y"]}`, `{"a": 1, "b": ["x", "y"]}`},
		{"---\na: 1\n...\n# end\n", "(a: 1)"},
		{"--- a\n", "a"},
		{"# before\n\na: 1 # behind\n  # deeper\n# between\nb: 2\n#end", "(a: 1, b: 2)"},
		{"a: one\n  two\n\n  three\nb: 2", `(a: one two\nthree, b: 2)`},
		{"a: x\n  - y", "(a: x - y)"},
		{"a:\tb\tc", `(a: b\tc)`},
		{"a: http://x/y#z", "(a: http://x/y#z)"},
		{"a: < 5\nb: <= 5\nc: (1..5]\nd: not(1)\ne: = 5\nf: date(\"x\")\ng: -5\nh: << x", `(a: < 5, b: <= 5, c: (1..5], d: not(1), e: = 5, f: date(\"x\"), g: -5, h: << x)`},
		{"a: '!= 5'\nb: \"> 5\"\nc: '-'\n'<<': d", `(a: '!= 5', b: "> 5", c: '-', '<<': d)`},
		{"\uFEFFa: 1", "(a: 1)"},
		{"a: 1\r\nb:\r\n  - c\r\n  - d\r\n    e\r\n", "(a: 1, b: (c, d e))"},
		{"ключ: значение 🎉\n🎉: [😀, é]", "(ключ: значение 🎉, 🎉: [😀, é])"},
		{"null: 1\ntrue: 2", "(null: 1, true: 2)"},
		{"a: {x: http://y, z: 1:2}", "(a: {x: http://y, z: 1:2})"},
	} {
		if got := show(parse(t, c.src)); got != c.want {
			t.Errorf("Parse(%q) = %s, want %s", c.src, got, c.want)
		}
	}
}

// place finds a byte offset by counting: the reference for the reader's places.
func place(src string, offset int) diag.Pos {
	before := src[:offset]
	line := strings.Count(before, "\n") + 1
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if line == 1 {
		before = strings.TrimPrefix(before, "\uFEFF")
	}
	return diag.Pos{Offset: offset, Line: line, Column: utf8.RuneCountInString(before) + 1}
}

// checkPlaces demands exact places of n and all below: that line and column are
// those of the offset, that a plain scalar's span holds its text, that the span
// of a quoted one includes the quotes, and that parts lie inside of the whole,
// in order.
func checkPlaces(src string, n *yaml.Node) error {
	start, end := n.At.Span.Start, n.At.Span.End
	if start.Offset > end.Offset || end.Offset > len(src) || start != place(src, start.Offset) || end != place(src, end.Offset) {
		return fmt.Errorf("%s stands at %v, which is no place in %q", show(n), n.At.Span, src)
	}
	raw := src[start.Offset:end.Offset]
	if raw != n.Source() {
		return fmt.Errorf("Source() = %q, the span holds %q", n.Source(), raw)
	}
	if n.Kind == yaml.Scalar {
		first, last := raw[0], raw[len(raw)-1]
		ok := true
		switch n.Style {
		case yaml.Plain:
			ok = strings.Contains(raw, "\n") || raw == n.Text
		case yaml.SingleQuoted:
			ok = first == '\'' && last == '\'' && len(raw) > 1
		case yaml.DoubleQuoted:
			ok = first == '"' && last == '"' && len(raw) > 1
		case yaml.Literal:
			ok = first == '|'
		case yaml.Folded:
			ok = first == '>'
		}
		if !ok {
			return fmt.Errorf("the span of %s holds %q", show(n), raw)
		}
		for i := range len(n.Text) + 1 {
			p := n.Pos(i)
			if p.Offset < start.Offset || p.Offset > end.Offset || p != place(src, p.Offset) {
				return fmt.Errorf("Pos(%d) of %s is %v", i, show(n), p)
			}
			// A character that is not escaped or folded stands where Pos says.
			if i < len(n.Text) && n.Text[i] > ' ' && utf8.RuneStart(n.Text[i]) && n.Style != yaml.DoubleQuoted && src[p.Offset] != n.Text[i] {
				return fmt.Errorf("Pos(%d) of %s is %v, where %q stands", i, show(n), p, src[p.Offset])
			}
		}
	}
	last := start.Offset
	for _, e := range n.Entries {
		if e.Key.At.Span.Start.Offset < last {
			return fmt.Errorf("the key %s stands before what comes before it", show(e.Key))
		}
		for _, part := range []*yaml.Node{e.Key, e.Value} {
			if err := checkPlaces(src, part); err != nil {
				return err
			}
			last = max(last, part.At.Span.End.Offset)
		}
	}
	for _, i := range n.Items {
		if i.At.Span.Start.Offset < last {
			return fmt.Errorf("the entry %s stands before what comes before it", show(i))
		}
		if err := checkPlaces(src, i); err != nil {
			return err
		}
		last = i.At.Span.End.Offset
	}
	if last > end.Offset {
		return fmt.Errorf("%s ends before its last part", show(n))
	}
	return nil
}

var documents = []string{
	"a: 1",
	"id: affordability\nversion: \"2026-06-01.1\"\ninputs:\n  - name: surplus\n    expression: (a.b - a.c) / a.b\nrules:\n  - when: { surplus: \">= 0.25\", age: '<= 90', status: '\"verified\"' }\n    then: { out: good }\n    annotation: Comfortable surplus\n",
	"\uFEFFa: 1\r\nb:\t\ttabbed \tvalue\t\r\n# c 🎉\r\n🎉: [😀, é, { x: \"😀\\u00e9\\n\" }]  # 🎉\r\nc: 'it''s 🎉'\r\n",
	"a: one\n  two\n\n  three\nb: \"one\n  two\\\n  three\n\n  four\"\nc: 'one\n\n  two'\n",
	"a: |\n  one\n   two\n\n  three\nb: >-\n  one\n  two\n\n  three\n   four\nc: |2+\n   x\n\n",
	"- - 1\n  - [2, [3, {a: b}]]\n-\n  - c:\n    - d\n    - e:\n        f\n",
	"---\n# only a comment before\na: {b: {c: {d: [e]}}}\n...\n",
	"a:\n- 1\n- x: 1\n  y: 2\nb:\n  c: 3\n",
}

func TestPlaces(t *testing.T) {
	for _, src := range documents {
		if err := checkPlaces(src, parse(t, src)); err != nil {
			t.Error(err)
		}
	}
	n := parse(t, documents[2])
	for _, c := range []struct {
		node *yaml.Node
		want string
	}{
		{n.Get("a"), "1:4-1:5"},
		{n.Get("b"), "2:5-2:18"},
		{n.Get("🎉"), "4:4-4:30"},
		{n.Get("🎉").Items[1], "4:8-4:9"},
		{n.Get("🎉").Items[2].Get("x"), "4:16-4:27"},
		{n.Get("c"), "5:4-5:13"},
	} {
		s := c.node.At.Span
		if got := fmt.Sprintf("%d:%d-%d:%d", s.Start.Line, s.Start.Column, s.End.Line, s.End.Column); got != c.want {
			t.Errorf("%s stands at %s, want %s", show(c.node), got, c.want)
		}
		if c.node.At.File != "f.yaml" {
			t.Errorf("%s is in file %q", show(c.node), c.node.At.File)
		}
	}
}

func TestNodeGet(t *testing.T) {
	n := parse(t, "a: 1\n'b': [2]")
	if got := n.Get("b"); show(got) != "[2]" {
		t.Errorf("Get(b) = %s", show(got))
	}
	for _, missing := range []*yaml.Node{n.Get("c"), n.Get("a").Get("a"), n.Get("c").Get("d"), n.Get("b").Get("2")} {
		if missing != nil {
			t.Errorf("Get gives %s for what is not there", show(missing))
		}
	}
}

// TestParseAll demands that faults that do not end reading are told together,
// in the order of the file, with the tree beside them.
func TestParseAll(t *testing.T) {
	src := "a: != 5\nb: &x 1\nc: *x\nd: \"\\q\"\na: 2\n<<: { e: f }\ng:\nh: { i: j(1, 2) }\n---\nk: 1\n"
	n, err := yaml.Parse("f.yaml", []byte(src))
	want := "[yaml_tag 1:4 yaml_anchor 2:4 yaml_alias 3:4 yaml_escape 4:5 yaml_duplicate_key 5:1 yaml_merge_key 6:1 yaml_null 7:1 yaml_null 8:14 yaml_second_document 9:1]"
	if got := fmt.Sprint(brief(err)); got != want {
		t.Errorf("the faults are\n%s, want\n%s", got, want)
	}
	if got, want := show(n), "(a: 5, b: 1, c: absent, d: absent, a: 2, g: absent, h: {i: j(1, 2): absent})"; got != want {
		t.Errorf("the tree is %s, want %s", got, want)
	}
	for _, e := range diag.Of(err) {
		if e.At.File != "f.yaml" || e.Message == "" || e.Hint == "" {
			t.Errorf("%v lacks a file, a message or a hint", e)
		}
	}
}

// written is a tree and how it is written in one document.
type written struct{ src, want string }

// TestParseWritten writes random trees in random styles and reads them back.
func TestParseWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := block(t, 0, 0)
		n, err := yaml.Parse("f.yaml", []byte(w.src))
		if err != nil {
			t.Fatalf("Parse(%q): %v", w.src, err)
		}
		if got := show(n); got != w.want {
			t.Fatalf("Parse(%q) = %s, want %s", w.src, got, w.want)
		}
		if err := checkPlaces(w.src, n); err != nil {
			t.Fatal(err)
		}
	})
}

// block draws a mapping or list whose lines begin at the given indent.
func block(t *rapid.T, indent, depth int) written {
	pad := strings.Repeat(" ", indent)
	isMap := rapid.Bool().Draw(t, "map")
	var src strings.Builder
	var parts []string
	for i := range rapid.IntRange(1, 4).Draw(t, "entries") {
		head, key := "-", ""
		if isMap {
			k := quoted(t, fmt.Sprintf("k%d", i))
			head, key = k.src+":", k.want+": "
		}
		src.WriteString(pad + head)
		var v written
		switch kind := rapid.IntRange(0, 4).Draw(t, "kind"); {
		case kind == 0 && depth < 4:
			more := rapid.IntRange(1, 3).Draw(t, "indent")
			v = block(t, indent+more, depth+1)
			v.src = "\n" + v.src
		case kind == 1 && depth < 4:
			v = flow(t, depth+1)
			v.src = " " + v.src + "\n"
		case kind == 2:
			v = lines(t, indent+rapid.IntRange(1, 3).Draw(t, "indent"))
		default:
			v = quoted(t, text(t))
			v.src = " " + v.src + rapid.SampledFrom([]string{"\n", " # c: 'd\n", "\n\n", "\r\n"}).Draw(t, "end")
		}
		src.WriteString(v.src)
		parts = append(parts, key+v.want)
	}
	return written{src.String(), "(" + strings.Join(parts, ", ") + ")"}
}

func flow(t *rapid.T, depth int) written {
	isMap := rapid.Bool().Draw(t, "map")
	var src, want []string
	for i := range rapid.IntRange(0, 3).Draw(t, "entries") {
		v := quoted(t, text(t))
		if depth < 5 && rapid.Bool().Draw(t, "nested") {
			v = flow(t, depth+1)
		}
		if isMap {
			k := quoted(t, fmt.Sprintf("k%d", i))
			v = written{k.src + ": " + v.src, k.want + ": " + v.want}
		}
		src, want = append(src, v.src), append(want, v.want)
	}
	comma := rapid.SampledFrom([]string{",", ", ", " ,  "}).Draw(t, "comma")
	if isMap {
		return written{"{ " + strings.Join(src, comma) + " }", "{" + strings.Join(want, ", ") + "}"}
	}
	return written{"[" + strings.Join(src, comma) + "]", "[" + strings.Join(want, ", ") + "]"}
}

func text(t *rapid.T) string {
	return rapid.StringOfN(rapid.SampledFrom([]rune("ab0. <>=!'\"\\[]{}#:,-?&*|%@é🎉\t\n")), 0, 12, -1).Draw(t, "text")
}

// quoted writes text in a style that can hold it.
func quoted(t *rapid.T, text string) written {
	shown := strconv.Quote(text)
	shown = shown[1 : len(shown)-1]
	plain := text != "" && strings.Trim(text, "ab0é🎉") == ""
	switch style := rapid.IntRange(0, 2).Draw(t, "style"); {
	case style == 0 && plain || text != "" && text[0] == 'k':
		return written{text, shown}
	case style == 1 && !strings.ContainsAny(text, "\n"):
		return written{"'" + strings.ReplaceAll(text, "'", "''") + "'", "'" + shown + "'"}
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == 'é' || r == 'a' && rapid.Bool().Draw(t, "escape"):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return written{`"` + b.String() + `"`, `"` + shown + `"`}
}

// lines writes a literal scalar.
func lines(t *rapid.T, indent int) written {
	pad := strings.Repeat(" ", indent)
	src, want := " |\n", ""
	for range rapid.IntRange(1, 4).Draw(t, "lines") {
		line := rapid.StringMatching(`[a-z#:'"{\[][a-z :#'"-]{0,8}`).Draw(t, "line")
		src += pad + line + "\n"
		want += line + "\n"
		if rapid.Bool().Draw(t, "empty") {
			src += "\n"
			want += "\n"
		}
	}
	want = strings.TrimRight(want, "\n") + "\n"
	shown := strconv.Quote(want)
	return written{src, "|" + shown[1:len(shown)-1] + "|"}
}

func FuzzParse(f *testing.F) {
	for _, src := range documents {
		f.Add([]byte(src))
	}
	for _, c := range faults {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, err := yaml.Parse("f.yaml", src)
		again, errAgain := yaml.Parse("f.yaml", src)
		if show(n) != show(again) || fmt.Sprint(err) != fmt.Sprint(errAgain) {
			t.Fatalf("two readings differ: %s and %s, %v and %v", show(n), show(again), err, errAgain)
		}
		list := diag.Of(err)
		if err == nil && n == nil || err != nil && len(list) == 0 {
			t.Fatalf("Parse gives %s and %v", show(n), err)
		}
		for _, e := range list {
			s := e.At.Span
			if !s.Start.Known() || s.End.Offset < s.Start.Offset || s.End.Offset > len(src) {
				t.Fatalf("%v has no place in the file: %v", e, s)
			}
		}
		if n != nil {
			if err := checkPlaces(string(src), n); err != nil {
				t.Fatal(err)
			}
		}
	})
}
