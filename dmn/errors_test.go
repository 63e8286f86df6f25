package dmn_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
)

// Every example of a code of reading gives that code and no other.
func TestReadingExamples(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			continue
		}
		spec := decl.Specs[0].(*ast.ValueSpec)
		lit, ok := spec.Values[0].(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		code, _ := strconv.Unquote(lit.Value)
		codes = append(codes, code)
		t.Run(code, func(t *testing.T) {
			_, example, ok := strings.Cut(decl.Doc.Text(), "Example:\n\n")
			if !ok {
				t.Fatal("there is no example")
			}
			var doc strings.Builder
			for line := range strings.Lines(example) {
				doc.WriteString(strings.TrimPrefix(line, "\t"))
			}
			fields, csv, _ := strings.Cut(doc.String(), "-----\n")
			_, err := load(with(fields), csv)
			if faults := diag.Of(err); len(faults) != 1 || string(faults[0].Code) != code {
				t.Errorf("got %v, want %s\n%s", err, code, with(fields))
			}
		})
	}
	if len(codes) < 18 || !slices.Contains(codes, "csv_syntax") {
		t.Errorf("found only the codes %s", codes)
	}
}
