package gate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/gate"
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
		v := g.Specs[0].(*ast.ValueSpec)
		_, example, found := strings.Cut(g.Doc.Text(), "\tExample: ")
		if !found {
			t.Errorf("%s has no example", v.Names[0])
		}
		out[diag.Code(strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`))] = strings.TrimSpace(example)
	}
	return out
}

func TestEveryCodeHasAnExample(t *testing.T) {
	all := examples(t)
	if len(all) != 15 {
		t.Errorf("%d codes", len(all))
	}
	for code, example := range all {
		schema, instance, judged := strings.Cut(example, " <- ")
		g, err := gate.Compile(files("schema.json", schema), "schema.json")
		if judged {
			if err != nil {
				t.Errorf("%s: %v", code, err)
				continue
			}
			_, err = g.Admit([]byte(instance))
		}
		var codes []diag.Code
		for _, e := range diag.Of(err) {
			codes = append(codes, e.Code)
		}
		if !slices.Equal(codes, []diag.Code{code}) {
			t.Errorf("%s: the example %s gives %v", code, example, codes)
		}
	}
}
