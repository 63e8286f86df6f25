package yaml_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/yaml"
)

// examples reads the example of each code from the comments of errors.go.
func examples(t *testing.T) map[diag.Code]string {
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	out := map[diag.Code]string{}
	for _, decl := range file.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			code, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			_, example, found := strings.Cut(spec.Doc.Text(), "Example:\n\n")
			if !found {
				t.Errorf("%s has no example", spec.Names[0])
			}
			lines := strings.Split(strings.TrimSuffix(example, "\n"), "\n")
			for i := range lines {
				lines[i] = strings.TrimPrefix(lines[i], "\t")
			}
			out[diag.Code(code)] = strings.Join(lines, "\n")
			if text, err := strconv.Unquote(lines[0]); err == nil {
				out[diag.Code(code)] = text
			}
		}
	}
	return out
}

// TestExamples reads each example as a mapping of a name and a kind, and
// demands the code that it stands for and no other.
func TestExamples(t *testing.T) {
	all := examples(t)
	if len(all) < 18 {
		t.Fatalf("there are %d examples", len(all))
	}
	for code, src := range all {
		_, err := yaml.Parse("f.yaml", []byte(src))
		if err == nil {
			var r yaml.Reader
			m := r.Map(r.Parse("f.yaml", []byte(src)), "name", "kind")
			m.String("name", yaml.Required)
			m.Enum("kind", yaml.Optional, "first", "second")
			err = r.Err()
		}
		if list := diag.Of(err); len(list) != 1 || list[0].Code != code {
			t.Errorf("the example of %s, %q, gives %v", code, src, err)
		}
	}
}
