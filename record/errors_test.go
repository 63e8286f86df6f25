package record_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/record"
)

// examples reads the example of each code from its doc comment.
func examples(t *testing.T) map[diag.Code]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	out := map[diag.Code]string{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if typed, ok := v.Type.(*ast.SelectorExpr); !ok || typed.Sel.Name != "Code" {
				continue
			}
			_, example, found := strings.Cut(g.Doc.Text(), "\tExample: ")
			if !found {
				t.Errorf("%s has no example", v.Names[0])
			}
			out[diag.Code(strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`))] = strings.TrimSpace(example)
		}
	}
	return out
}

func TestEveryCodeHasAnExample(t *testing.T) {
	sound := string(canonical(t, completed(t)))
	codes := examples(t)
	if len(codes) != 13 {
		t.Errorf("%d codes", len(codes))
	}
	for code, example := range codes {
		var err error
		old, new, change := strings.Cut(example, " -> ")
		switch {
		case change:
			if strings.Count(sound, old) != 1 {
				t.Errorf("%s: %q stands %d times in the record", code, old, strings.Count(sound, old))
			}
			text := strings.Replace(sound, old, new, 1)
			if code != record.RecordIntegrity {
				text = reseal(text)
			}
			_, err = record.Decode([]byte(text))
		case strings.HasPrefix(string(code), "value_"):
			_, err = record.ReadValue("", []byte(example))
		case code == record.Unrecordable:
			_, err = record.AppendJSON(nil, eval(t, example))
		default:
			_, err = record.Decode([]byte(example))
		}
		faults := diag.Of(err)
		if len(faults) == 0 {
			t.Errorf("%s: the example %s is accepted", code, example)
		}
		for _, f := range faults {
			if f.Code != code {
				t.Errorf("%s: the example %s gives %v", code, example, f)
			}
		}
	}
}
