package feel_test

import (
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

var marker = regexp.MustCompile(`/\* ERROR ("(?:[^"\\]|\\.)*") \*/`)

// In the files of testdata/errors a comment /* ERROR "rx" */ stands behind each
// token at whose end a fault ends. The names of expressions begin with syntax_,
// those of cells with cell_.
func TestSyntaxErrors(t *testing.T) {
	for pattern, parse := range map[string]func(feel.Source, *feel.Scope) (*feel.AST, error){
		"syntax_*.feel": feel.Parse,
		"cell_*.feel":   feel.ParseUnaryTests,
	} {
		files, err := filepath.Glob(filepath.Join("testdata", "errors", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(b)
			_, err = parse(feel.Source{Text: text, At: diag.Locator{File: file}}, nil)
			faults := diag.Of(err)
			for _, m := range marker.FindAllStringSubmatchIndex(text, -1) {
				quoted := text[m[2]:m[3]]
				rx := regexp.MustCompile(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
				end := len(strings.TrimRight(text[:m[0]], " \n"))
				if len(faults) == 0 {
					t.Errorf("%s: no fault %s", file, quoted)
					continue
				}
				if e := faults[0]; e.At.Span.End.Offset != end || !rx.MatchString(e.Message) {
					t.Errorf("%v\nends at %d, want %d and %s", e, e.At.Span.End.Offset, end, quoted)
				}
				faults = faults[1:]
			}
			for _, e := range faults {
				t.Errorf("not expected: %v", e)
			}
		}
	}
}

// Each code has an example, as a text or as "text" * repetitions, that has it.
func TestSyntaxErrorExamples(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "errors_syntax.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile(`(?s)([A-Z]\w+): .*\n\tExample: (.*)\n`)
	repeated := regexp.MustCompile(`^(".*") \* (\d+)$`)
	n := 0
	for _, group := range file.Comments {
		m := example.FindStringSubmatch(group.Text())
		if m == nil {
			continue
		}
		n++
		text := m[2]
		if r := repeated.FindStringSubmatch(text); r != nil {
			s, _ := strconv.Unquote(r[1])
			times, _ := strconv.Atoi(r[2])
			text = strings.Repeat(s, times)
		}
		_, err := feel.Parse(feel.Source{Text: text}, nil)
		faults := diag.Of(err)
		if len(faults) != 1 {
			t.Errorf("%s: %v", m[1], err)
			continue
		}
		if got := strings.ReplaceAll(string(faults[0].Code), "_", ""); got != strings.ToLower(m[1]) {
			t.Errorf("%s: %v", m[1], err)
		}
	}
	if n != 7 {
		t.Errorf("%d examples", n)
	}
}

// A fault keeps the locator of its text, and its place is what the text's own
// map says.
func TestSyntaxErrorsHaveTheirPlace(t *testing.T) {
	src := feel.Source{
		Text: "1 +",
		At:   diag.Locator{File: "t.dmn.yaml", Table: "rates", Rule: 3, Cell: "age"},
		Pos:  func(offset int) diag.Pos { return diag.Pos{Offset: 100 + offset, Line: 7, Column: 20 + offset} },
	}
	_, err := feel.ParseUnaryTests(src, nil)
	var e *diag.Error
	if !errors.As(err, &e) || !errors.Is(err, feel.SyntaxError) {
		t.Fatal(err)
	}
	want := src.At
	want.Span = diag.Span{Start: diag.Pos{Offset: 103, Line: 7, Column: 23}, End: diag.Pos{Offset: 103, Line: 7, Column: 23}}
	if e.At != want {
		t.Errorf("got %+v", e.At)
	}
}

func TestBadEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`"ab\uD83D" + 1`:           `\uD83D`,
		`"\uD83Dx"`:                `\uD83D`,
		`"\uDC0E\uD83D"`:           `\uDC0E \uD83D`,
		`"\uD83D\u0041"`:           `\uD83D`,
		`{"\UFFFFFF": "\U00D83D"}`: `\UFFFFFF \U00D83D`,
		`@"\uD83D"`:                `\uD83D`,
	} {
		_, err := feel.Parse(feel.Source{Text: text}, nil)
		var got []string
		for _, e := range diag.Of(err) {
			if e.Code != feel.BadEscape {
				t.Errorf("%s: %v", text, e)
			}
			got = append(got, text[e.At.Span.Start.Offset:e.At.Span.End.Offset])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s", text, got)
		}
	}
}
