package codes_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/codes"
)

// unmade are the codes of errors that no constructor makes, with why.
var unmade = map[string]string{
	"schema_violation": "a violation is worded by the keyword that refuses",
}

// form is that of a code: spine's own, or one of the Judgment Pack Specification.
var form = regexp.MustCompile(`^([a-z_]+|JPS(-[A-Z]+){2,})$`)

// Every code says what it means and has an example, stands in a file of errors with
// its constructors, and means one thing.
func TestEveryCodeOfTheModule(t *testing.T) {
	all, err := codes.ReadAll("../..")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string][]string{}
	for _, c := range all {
		where := c.Package + "." + c.Name
		packages[c.Code] = append(packages[c.Code], c.Package)
		if c.Meaning == "" || c.Example == "" {
			t.Errorf("%s:%d: %s means %q, with the example %q", c.File, c.Line, where, c.Meaning, c.Example)
		}
		if !strings.HasPrefix(c.File, "errors") {
			t.Errorf("%s is declared in %s, not in a file of errors", where, c.File)
		}
		if !form.MatchString(c.Code) {
			t.Errorf("%s is %q", where, c.Code)
		}
		if _, known := unmade[c.Code]; (len(c.Makers) == 0) != known {
			t.Errorf("%s is made by %v", where, c.Makers)
		}
	}
	for code, in := range packages {
		if len(in) > 1 {
			t.Errorf("%s is a code of %v, and a package below could have it for all", code, in)
		}
	}
	for _, code := range []string{"unknown_name", "no_rule_matched", "cycle", "schema_violation", "record_integrity", "missing_fact", "yaml_tag", "no_cases", "JPS-STRUCTURE-TYPE"} {
		if packages[code] == nil {
			t.Errorf("%s was not found", code)
		}
	}
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const source = `package p

import "example.com/diag"

// Zeta: the last
// of them.
//
//	Example: a {b}
const Zeta diag.Code = "zeta"

func errZeta() error { return fault(Zeta) }

// These are grouped.
const (
	// Alpha: the first.
	//
	// Example:
	//
	//	a:
	//	  b
	//
	//	c
	//
	// It ends there.
	Alpha diag.Code = "alpha"

	Bare diag.Code = "bare" // not documented
)

func warnAlpha() error { return &E{Code: Alpha} }

func errBoth(first bool) error {
	if first {
		return fault(Alpha)
	}
	return fault(Zeta)
}

func isAlpha(c diag.Code) bool { return c == Alpha }

// Color is no code.
type Color string

const (
	Red  Color = "red"
	Blue Color = "blue"
	Limit       = 5
)
`

func TestRead(t *testing.T) {
	dir := write(t, map[string]string{"p.go": source, "p_test.go": "package p\n\nconst Test diag.Code = \"test\"\n"})
	all, err := codes.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []codes.Code{
		{Package: "p", Name: "Alpha", Code: "alpha", Meaning: "the first.", Example: "a:\n  b\n\nc", File: "p.go", Line: 25, Makers: []string{"errBoth", "warnAlpha"}},
		{Package: "p", Name: "Bare", Code: "bare", File: "p.go", Line: 27},
		{Package: "p", Name: "Zeta", Code: "zeta", Meaning: "the last of them.", Example: "a {b}", File: "p.go", Line: 9, Makers: []string{"errBoth", "errZeta"}},
	}
	if len(all) != len(want) {
		t.Fatalf("got %+v", all)
	}
	for i, c := range all {
		w := want[i]
		if !slices.Equal(c.Makers, w.Makers) {
			t.Errorf("%s is made by %v", c.Name, c.Makers)
		}
		c.Makers, w.Makers = nil, nil
		if c.Package != w.Package || c.Name != w.Name || c.Code != w.Code || c.Meaning != w.Meaning || c.Example != w.Example || c.File != w.File || c.Line != w.Line {
			t.Errorf("got  %+v\nwant %+v", c, w)
		}
	}
}

func TestReadAll(t *testing.T) {
	one := "package %s\n\n// X: is x.\nconst X diag.Code = \"x\"\n"
	in := func(name string) string { return strings.Replace(one, "%s", name, 1) }
	dir := write(t, map[string]string{
		"root.go": in("root"), "b/b.go": in("b"), "a/deep/a.go": in("a"), "cmd/tool/main.go": in("main"),
		"a/testdata/x.go": in("no"), ".git/x.go": in("no"),
	})
	all, err := codes.ReadAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range all {
		got = append(got, c.Package)
	}
	if strings.Join(got, " ") != "a b root" {
		t.Errorf("got %v", got)
	}
}

func TestConstants(t *testing.T) {
	dir := write(t, map[string]string{"p.go": source})
	if got, err := codes.Constants(dir, "Color"); err != nil || strings.Join(got, " ") != "red blue" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestBrokenSource(t *testing.T) {
	dir := write(t, map[string]string{"p.go": "package p\n\nconst X = \n"})
	if _, err := codes.Read(dir); err == nil || !strings.Contains(err.Error(), "p.go:3") {
		t.Errorf("got %v", err)
	}
	if _, err := codes.ReadAll(dir); err == nil {
		t.Error("no error")
	}
	if _, err := codes.Constants(dir, "Color"); err == nil {
		t.Error("no error")
	}
}
