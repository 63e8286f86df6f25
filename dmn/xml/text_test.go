package xml_test

import (
	stdxml "encoding/xml"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/internal/source"
)

// texts gives every text in v that the document has.
func texts(v reflect.Value, into *[]*xml.Text) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			texts(v.Elem(), into)
		}
	case reflect.Struct:
		if t, ok := v.Addr().Interface().(*xml.Text); ok {
			if t.Known() {
				*into = append(*into, t)
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Type().Field(i).Type != reflect.TypeFor[diag.List]() {
				texts(v.Field(i), into)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			texts(v.Index(i), into)
		}
	}
}

// misplaced says which character of a text of d does not stand in src where its
// Pos says, or whose line and column are not those of its offset.
func misplaced(d *xml.Definitions, src string) string {
	var all []*xml.Text
	texts(reflect.ValueOf(d), &all)
	file := source.New("", strings.TrimPrefix(src, "\uFEFF"))
	shift := len(src) - len(file.Text)
	right := func(p diag.Pos) bool {
		want := file.Pos(p.Offset - shift)
		want.Offset += shift
		return p == want
	}
	for _, t := range all {
		if t.Pos(0) != t.At.Locator().Span.Start || t.Pos(len(t.Text)) != t.At.Locator().Span.End || t.Pos(-1) != t.Pos(0) || t.Pos(len(t.Text)+1) != t.At.Locator().Span.End {
			return fmt.Sprintf("%q does not reach from end to end of %v", t.Text, t.At.Locator().Span)
		}
		for i, r := range t.Text {
			n := utf8.RuneLen(r)
			start, end := t.Pos(i), t.Pos(i+n)
			if !right(start) || !right(end) {
				return fmt.Sprintf("%q at %d: %v to %v", t.Text, i, start, end)
			}
			if written := src[start.Offset:end.Offset]; !stands(r, written) {
				return fmt.Sprintf("%q at %d is %q", t.Text, i, written)
			}
		}
	}
	return ""
}

// stands reports whether written begins with r as XML may write it. What is not
// a reference may follow, such as the end of a CDATA section.
func stands(r rune, written string) bool {
	if strings.HasPrefix(written, string(r)) || r == '\n' && strings.HasPrefix(written, "\r") {
		return true
	}
	if first, _ := utf8.DecodeRuneInString(written); r == ' ' && unicode.IsSpace(first) {
		return true
	}
	reference, _, _ := strings.Cut(written, ";")
	var text string
	err := stdxml.Unmarshal([]byte("<a>"+reference+";</a>"), &text)
	return err == nil && (text == string(r) || r == ' ' && strings.TrimSpace(text) == "")
}

func literal(content string) string {
	return head + `<decision name="d"><literalExpression><text>` + content + `</text></literalExpression></decision></definitions>`
}

const head = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="n">`

func TestText(t *testing.T) {
	from := strings.Index(literal("|"), "|") + 1 // column
	for _, c := range []struct {
		written, want string
		pos           map[int]string // of offsets in want, columns from the content on
	}{
		{"a + b", "a + b", map[int]string{0: "1:0", 4: "1:4", 5: "1:5"}},
		{"", "", map[int]string{0: "1:0"}},
		{"  a\n", "a", map[int]string{0: "1:2", 1: "1:3"}},
		{"a &lt; b", "a < b", map[int]string{2: "1:2", 3: "1:6", 4: "1:7"}},
		{"&quot;&apos;&gt;&amp;", `"'>&`, map[int]string{1: "1:6", 4: "1:21"}},
		{"&#65;&#x42;&#x1F600;!", "AB\U0001F600!", map[int]string{1: "1:5", 2: "1:11", 3: "1:11", 6: "1:20"}},
		{"&#0000000000000000000000065;", "A", map[int]string{1: "1:28"}},
		{"a&#10;b", "a\nb", map[int]string{2: "1:6"}},
		{"&#32;a&#10;", "a", map[int]string{0: "1:5", 1: "1:6"}},
		{"a\r\nb\rc", "a\nb\nc", map[int]string{1: "1:1", 2: "2:1", 3: "2:2", 4: "2:3"}},
		{"<![CDATA[a < b & c]]>", "a < b & c", map[int]string{0: "1:9", 9: "1:18"}},
		{"a<![CDATA[]]]]>b", "a]]b", map[int]string{0: "1:0", 1: "1:10", 3: "1:15"}},
		{"<![CDATA[a\r\nb]]>", "a\nb", map[int]string{2: "2:1"}},
		{"a<!-- - -->b<?p q?>c", "abc", map[int]string{1: "1:11", 2: "1:19", 3: "1:20"}},
		{"ä&amp;ö", "ä&ö", map[int]string{1: "1:0", 2: "1:1", 3: "1:6", 4: "1:6", 5: "1:7"}},
		{"a<b xmlns=''>no</b>b", "ab", map[int]string{1: "1:19"}},
	} {
		src := literal(c.written)
		d, err := xml.Read("f", []byte(src))
		if err != nil {
			t.Errorf("%q: %v", c.written, err)
			continue
		}
		text := d.Decisions[0].Expression.(*xml.LiteralExpression).Text
		if text.Text != c.want {
			t.Errorf("%q: got %q, want %q", c.written, text.Text, c.want)
		}
		for offset, want := range c.pos {
			p := text.Pos(offset)
			column := p.Column
			if p.Line == 1 {
				column -= from
			}
			if got := fmt.Sprintf("%d:%d", p.Line, column); got != want {
				t.Errorf("%q: offset %d is at %s, want %s", c.written, offset, got, want)
			}
		}
		if bad := misplaced(d, src); bad != "" {
			t.Errorf("%q: %s", c.written, bad)
		}
	}
}

// White space in an attribute is normalised (XML 1.0, 3.3.3), but for what is
// written as a reference. A name, and a reference to one, has single blanks.
func TestAttributeText(t *testing.T) {
	const written = "\tMy \"big\"\r\n näme &#10;&lt;&#9;x\u00a0\u2003y&#xA0;z "
	src := head + "<import name='a' importType='t' namespace='" + written + "'/><decision name='" + written + "'><variable name='" + written + "' typeRef='" + written + "'/></decision></definitions>"
	d, err := xml.Read("f", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	const name = "My \"big\" näme < x y z"
	if got, want := d.Imports[0].Namespace.Text, "My \"big\"  näme \n<\tx\u00a0\u2003y\u00a0z"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	v := d.Decisions[0].Variable
	for _, got := range []string{d.Decisions[0].Name.Text, v.Name.Text, v.TypeRef.Text.Text, v.TypeRef.Name} {
		if got != name {
			t.Errorf("got %q, want %q", got, name)
		}
	}
	if bad := misplaced(d, src); bad != "" {
		t.Error(bad)
	}
}

// A byte order mark is no column.
func TestByteOrderMark(t *testing.T) {
	src := "\uFEFF" + literal("1")
	d, err := xml.Read("f", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.At.Pos(0); got != (diag.Pos{Offset: 3, Line: 1, Column: 1}) {
		t.Errorf("the root begins at %v", got)
	}
	if bad := misplaced(d, src); bad != "" {
		t.Error(bad)
	}
}

func TestTextsOfTheKit(t *testing.T) {
	for path, src := range kitModels(t) {
		d, _ := xml.Read(path, src)
		if bad := misplaced(d, string(src)); bad != "" {
			t.Errorf("%s: %s", path, bad)
		}
	}
	src, err := os.ReadFile("testdata/model.dmn")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := xml.Read("model.dmn", src)
	if bad := misplaced(d, string(src)); bad != "" {
		t.Error(bad)
	}
}

// Any text can be written in many ways; all of them read as the text, with
// every character at its place.
func TestTextHoweverWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var written, want strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "pieces") {
			r := rapid.SampledFrom([]rune("ab<>&]\"' \n\u00e4\U0001F600")).Draw(t, "rune")
			escaped := fmt.Sprintf(rapid.SampledFrom([]string{"&#%d;", "&#x%x;", "<![CDATA[%c]]>"}).Draw(t, "way"), r)
			if !strings.ContainsRune("<>&]", r) && rapid.Bool().Draw(t, "plain") {
				escaped = string(r)
			}
			if r == '\n' && rapid.Bool().Draw(t, "return") {
				escaped = "\r\n"
			}
			written.WriteString(escaped)
			want.WriteRune(r)
			if rapid.IntRange(0, 5).Draw(t, "comment") == 0 {
				written.WriteString("<!-- \u00fc\n -->")
			}
		}
		src := literal(written.String())
		d, err := xml.Read("f", []byte(src))
		if err != nil {
			t.Fatalf("%q: %v", written.String(), err)
		}
		if got := d.Decisions[0].Expression.(*xml.LiteralExpression).Text.Text; got != strings.Trim(want.String(), " \t\r\n") {
			t.Fatalf("%q: got %q, want %q", written.String(), got, want.String())
		}
		if bad := misplaced(d, src); bad != "" {
			t.Fatalf("%q: %s", written.String(), bad)
		}
	})
}
