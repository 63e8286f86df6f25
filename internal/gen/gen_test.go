package gen_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/gen"
)

var update = flag.Bool("update", false, "write the files")

const root = "../.."

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	for name, content := range map[string]func(root string) ([]byte, error){
		"docs/codes.md":     gen.Codes,
		"docs/functions.md": func(string) ([]byte, error) { return gen.Functions() },
		"docs/nulls.md":     func(string) ([]byte, error) { return gen.Nulls() },
	} {
		want, err := content(root)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is not what the source says (%v): run go test ./internal/gen -update", name, err)
		}
	}
}

// The reference has each code once in its table, and an example of it for each
// package that shares it.
func TestCodes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":   "package a\n\n// One: a | b, see [Two].\n//\n//\tExample: x\nconst One diag.Code = \"one\"\n\n// Two: two.\n//\n// Example:\n//\n//\tk:\n//\t  v\nconst Two diag.Code = \"two\"\n",
		"b/b.go": "package b\n\n// One: as in a.\n//\n//\tExample: " + strings.Repeat("y", 200) + "\nconst One diag.Code = \"one\"\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := gen.Codes(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(got), "|---|---|---|\n")
	want := "| [one](#one) | a | a \\| b, see Two. |\n|  | b | as in a. |\n| [two](#two) | a | two. |\n" +
		"\n## one\n\n`a.One`: a | b, see Two.\n\n```text\nx\n```\n\n`b.One`: as in a.\n\n```text\n" + strings.Repeat("y", 160) + "...\n```\n" +
		"\n## two\n\n`a.Two`: two.\n\n```text\nk:\n  v\n```\n"
	if table != want {
		t.Errorf("got\n%s\nwant\n%s", table, want)
	}
	if _, err := gen.Codes(filepath.Join(dir, "gone")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}
