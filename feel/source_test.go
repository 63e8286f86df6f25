package feel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/source"
)

// lines is a text in a file, told apart by its lines.
type lines struct {
	file  *source.File
	start int
	text  string
}

func (l lines) Locator() diag.Locator {
	return diag.Locator{File: l.file.Name, Node: "n", Cell: "c", Span: diag.Span{Start: l.Pos(0), End: l.Pos(len(l.text))}}
}

func (l lines) Pos(offset int) diag.Pos {
	return l.file.Pos(l.start + max(0, min(offset, len(l.text))))
}

// It is the same whether a text has a Place, or what this would tell.
func TestPlace(t *testing.T) {
	for _, text := range []string{"", "1 +", "1 + \"a\"", "é +\n  missing", "date(\"2026-02-30\")", "if\n1 then 2 else 3", "\"open", "[1, 2,\n 3"} {
		for _, parse := range []func(feel.Source, *feel.Scope) (*feel.AST, error){feel.Parse, feel.ParseUnaryTests} {
			at := lines{source.New("f", "ab\ncd: "+text), 7, text}
			var want string
			for i, src := range []feel.Source{
				{Text: text, At: at.Locator()},
				{Text: text, At: at.Locator(), Pos: at.Pos},
				{Text: text, Place: at},
			} {
				ast, err := parse(src, feel.NewScope())
				var checked *feel.Checked
				if err == nil {
					checked, err = feel.Check(ast, feel.NewScope(), feel.Full)
				}
				var b strings.Builder
				for _, e := range diag.Of(err) {
					fmt.Fprintf(&b, "%+v\n", *e)
				}
				if checked != nil {
					program, err := feel.Compile(checked)
					if err != nil {
						t.Fatal(err)
					}
					result, err := program.Eval(t.Context(), feel.Input{Lenient: true})
					fmt.Fprintf(&b, "%v %v\n", result.Value, err)
					for _, e := range result.Nulls {
						fmt.Fprintf(&b, "%+v\n", *e)
					}
				}
				if i == 0 {
					want = b.String()
				} else if b.String() != want {
					t.Errorf("%q, source %d: got\n%s\nwant\n%s", text, i, &b, want)
				}
			}
			if text == "" && want == "" {
				t.Error("nothing is reported of an empty text")
			}
		}
	}
}
