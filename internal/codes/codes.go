// Package codes reads the diagnostic codes of packages from their source, with
// what their doc comments say: for the reference of codes, and for the tests that
// run every example.
//
// A code is a constant of type diag.Code whose doc comment gives its meaning
// behind its name, and an example:
//
//	// Cycle: nodes that wait for each other.
//	//
//	// Example:
//	//
//	//	a reads b, b reads a
//	const Cycle diag.Code = "cycle"
//
// The example may also stand behind "Example:" on one indented line.
package codes

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Code is one diagnostic code.
type Code struct {
	Package string // the name of the package
	Name    string // of the constant
	Code    string
	Meaning string // in words; the first line of the doc comment without the name
	Example string // without indentation; "" if there is none
	File    string // in which it is declared, without folder
	Line    int

	// Makers are the functions of the package that make errors with the code,
	// sorted: all whose name begins with err or warn and that name the constant.
	Makers []string
}

// Read gives the codes of the package in dir, its tests aside, sorted by code. The
// error is that of a file that cannot be read or parsed.
func Read(dir string) ([]Code, error) {
	p, err := read(dir)
	if err != nil {
		return nil, err
	}
	var out []Code
	p.constants(func(c constant) {
		if c.typ != "diag.Code" {
			return
		}
		meaning, example := split(c.doc, c.name)
		at := p.files.Position(c.at)
		out = append(out, Code{
			Package: p.name, Name: c.name, Code: c.value, Meaning: meaning, Example: example,
			File: filepath.Base(at.Filename), Line: at.Line, Makers: p.makers(c.name),
		})
	})
	slices.SortStableFunc(out, func(a, b Code) int { return cmp.Compare(a.Code, b.Code) })
	return out, nil
}

// ReadAll gives the codes of every package at root and below, by code and then by
// package. Programs and what lies in folders named testdata are left out.
func ReadAll(root string) ([]Code, error) {
	var out []Code
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		}
		found, err := Read(path)
		for _, c := range found {
			if c.Package != "main" {
				out = append(out, c)
			}
		}
		return err
	})
	slices.SortStableFunc(out, func(a, b Code) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Package, b.Package))
	})
	return out, err
}

// Constants gives the values of the string constants of a type of the package in
// dir, in the order of the source.
func Constants(dir, typ string) ([]string, error) {
	p, err := read(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	p.constants(func(c constant) {
		if c.typ == typ {
			out = append(out, c.value)
		}
	})
	return out, nil
}

// source is the source of one package.
type source struct {
	name  string
	files *token.FileSet
	asts  []*ast.File
}

func read(dir string) (*source, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	p := &source{files: token.NewFileSet()}
	for _, path := range paths { // sorted
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(p.files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.name = f.Name.Name
		p.asts = append(p.asts, f)
	}
	return p, nil
}

// constant is a string constant with a type.
type constant struct {
	name, typ, value string
	doc              string
	at               token.Pos
}

func (p *source) constants(visit func(constant)) {
	for _, f := range p.asts {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.ValueSpec)
				value, ok := stringOf(spec)
				if !ok {
					continue
				}
				doc := spec.Doc.Text()
				if !decl.Lparen.IsValid() {
					doc = decl.Doc.Text()
				}
				visit(constant{spec.Names[0].Name, typeOf(spec.Type), value, doc, spec.Pos()})
			}
		}
	}
}

func stringOf(spec *ast.ValueSpec) (string, bool) {
	if len(spec.Values) != 1 {
		return "", false
	}
	lit, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// typeOf gives the name of a type as the source has it.
func typeOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return typeOf(e.X) + "." + e.Sel.Name
	}
	return ""
}

// makers gives the functions that make errors with the code of a constant.
func (p *source) makers(name string) []string {
	var out []string
	for _, f := range p.asts {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(fn.Name.Name, "err") && !strings.HasPrefix(fn.Name.Name, "warn") {
				continue
			}
			named := false
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Name == name {
					named = true
				}
				return true
			})
			if named {
				out = append(out, fn.Name.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}

const mark = "Example:"

// split parts a doc comment into meaning and example.
func split(doc, name string) (meaning, example string) {
	meaning, example, _ = strings.Cut(doc, mark)
	meaning = strings.TrimSpace(meaning)
	if rest, ok := strings.CutPrefix(meaning, name+":"); ok {
		meaning = strings.TrimSpace(rest)
	}
	var lines []string
	for line := range strings.Lines(example) {
		line = strings.TrimSuffix(line, "\n")
		if text, indented := strings.CutPrefix(line, "\t"); indented || strings.TrimSpace(line) == "" {
			lines = append(lines, text)
		} else if len(lines) == 0 {
			lines = append(lines, strings.TrimSpace(line)) // behind the mark
		} else {
			break
		}
	}
	return strings.Join(strings.Fields(meaning), " "), strings.Trim(strings.Join(lines, "\n"), "\n")
}
