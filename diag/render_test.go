package diag_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
)

// span is what the runes from column to end of a line take.
func span(file string, line, column, end int) diag.Locator {
	return diag.Locator{File: file, Span: diag.Span{
		Start: diag.Pos{Line: line, Column: column}, End: diag.Pos{Line: line, Column: end},
	}}
}

func TestRender(t *testing.T) {
	fsys := fstest.MapFS{"t.yaml": {Data: []byte("id: x\r\nwhen: { a: verified }\n\tb: 日本 x\nc: \x1b[31mred\u202e\n")}, "bom.csv": {Data: []byte("\uFEFFa,b\n")}}
	located := span("t.yaml", 2, 12, 20)
	located.Table, located.Rule, located.Cell = "x", 1, "a"
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"nothing", nil, ""},
		{"a plain error", errors.New("plain"), "plain\n"},
		{"everything", &diag.Error{
			Code: "unknown_name", Message: `"verified" names nothing here`, At: located, Hint: "a string needs inner quotes",
			Notes: []diag.Note{{At: span("t.yaml", 1, 1, 3), Message: "the table"}},
		}, `t.yaml:2:12: "verified" names nothing here [unknown_name]
  table x, rule 1, cell a
    2 | when: { a: verified }
      |            ^^^^^^^^
  hint: a string needs inner quotes
  note: t.yaml:1:1: the table
`},
		{"a carriage return is no part of the line", &diag.Error{Code: "c", Message: "m", At: span("t.yaml", 1, 5, 6)}, `t.yaml:1:5: m [c]
    1 | id: x
      |     ^
`},
		{"an empty span has one mark", &diag.Error{Code: "c", Message: "m", At: span("t.yaml", 1, 6, 6)}, `t.yaml:1:6: m [c]
    1 | id: x
      |      ^
`},
		{"tabs and wide characters", &diag.Error{Code: "c", Message: "m", At: span("t.yaml", 3, 8, 9)}, "t.yaml:3:8: m [c]\n    3 |  b: 日本 x\n      |          ^\n"},
		{"what would control the terminal", &diag.Error{Code: "c", Message: "\x1b[2J", At: span("t.yaml", 4, 1, 2)}, "t.yaml:4:1: \uFFFD[2J [c]\n    4 | c: \uFFFD[31mred\uFFFD\n      | ^\n"},
		{"a file that is not there", &diag.Error{Code: "c", Message: "m", At: span("other.yaml", 1, 1, 2)}, "other.yaml:1:1: m [c]\n"},
		{"a byte order mark is no part of the line", &diag.Error{Code: "c", Message: "m", At: span("bom.csv", 1, 3, 4)}, "bom.csv:1:3: m [c]\n    1 | a,b\n      |   ^\n"},
		{"lines of one number", diag.List{
			{Code: "c", Message: "m", At: span("bom.csv", 1, 1, 2)}, {Code: "c", Message: "m", At: span("bom.csv", 1, 3, 4)},
			{Code: "c", Message: "m", At: span("other.yaml", 1, 1, 2)}, {Code: "c", Message: "m", At: span("t.yaml", 1, 1, 3)},
		}.Err(), `bom.csv:1:1: m [c]
    1 | a,b
      | ^

bom.csv:1:3: m [c]
    1 | a,b
      |   ^

other.yaml:1:1: m [c]

t.yaml:1:1: m [c]
    1 | id: x
      | ^^
`},
		{"a warning and a fault", diag.List{
			{Code: "w", Severity: diag.Warning, Message: "m"}, {Code: "c", Message: "n"},
		}.Err(), "warning: m [w]\n\nn [c]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			if err := diag.Render(&b, c.err, fsys); err != nil {
				t.Fatal(err)
			}
			if b.String() != c.want {
				t.Errorf("got\n%s\nwant\n%s", b.String(), c.want)
			}
		})
	}
}

// A long line is shown around the mark only.
func TestRenderLongLine(t *testing.T) {
	line := strings.Repeat("a", 1000) + "X" + strings.Repeat("b", 1000)
	var b strings.Builder
	err := diag.Render(&b, &diag.Error{Code: "c", Message: "m", At: span("f", 1, 1001, 1002)}, fstest.MapFS{"f": {Data: []byte(line)}})
	lines := strings.Split(b.String(), "\n")
	if err != nil || len(lines) != 4 {
		t.Fatalf("got %q, %v", b.String(), err)
	}
	text, mark := lines[1], lines[2]
	if len(text) != len(" "+"   1"+" | ")+160 || strings.Index(text, "X") != strings.Index(mark, "^") {
		t.Errorf("got\n%s\n%s", text, mark)
	}
}

func TestRenderWithoutFiles(t *testing.T) {
	var b strings.Builder
	if err := diag.Render(&b, &diag.Error{Code: "c", Message: "m", At: span("f", 1, 1, 2)}, nil); err != nil || b.String() != "f:1:1: m [c]\n" {
		t.Errorf("got %q, %v", b.String(), err)
	}
	r, w := io.Pipe()
	r.Close()
	if err := diag.Render(w, errors.New("x"), nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a writer that fails: %v", err)
	}
}

// BenchmarkRenderLine renders the faults of one line; the time grows with their number.
func BenchmarkRenderLine(b *testing.B) {
	const faults = 10_000
	fsys := fstest.MapFS{"f": {Data: []byte(strings.Repeat("fault, ", faults))}}
	var list diag.List
	for i := range faults {
		list = append(list, &diag.Error{Code: "c", Message: "m", At: span("f", 1, 7*i+1, 7*i+6)})
	}
	err := list.Err()
	b.ReportAllocs()
	for b.Loop() {
		if err := diag.Render(io.Discard, err, fsys); err != nil {
			b.Fatal(err)
		}
	}
}
