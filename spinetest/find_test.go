package spinetest_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/spinetest"
)

// TestFind asserts which files are test files.
func TestFind(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{
		"b.test.yaml", "a/z.test.yaml", "a/b/c.test.yaml", "a/b.test.yaml", "a/table.dmn.yaml", "a/test.yaml", "a/.test.yaml",
		"a/x.test.yml", ".hidden/a.test.yaml", "a/.git/a.test.yaml", "a/c.test.yaml.orig", "folder.test.yaml/d.test.yaml",
	} {
		fsys[name] = &fstest.MapFile{}
	}
	for _, c := range []struct {
		dir  string
		want []string
	}{
		{".", []string{"a/.test.yaml", "a/b.test.yaml", "a/b/c.test.yaml", "a/z.test.yaml", "b.test.yaml", "folder.test.yaml/d.test.yaml"}},
		{"a", []string{"a/.test.yaml", "a/b.test.yaml", "a/b/c.test.yaml", "a/z.test.yaml"}},
		{"a/b", []string{"a/b/c.test.yaml"}},
		{".hidden", []string{".hidden/a.test.yaml"}},
		{"a/.git", []string{"a/.git/a.test.yaml"}},
		{"a/x.test.yml", []string{"a/x.test.yml"}},
		{"a/b.test.yaml", []string{"a/b.test.yaml"}},
	} {
		got, err := spinetest.Find(fsys, c.dir)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v %v", c.dir, got, err)
		}
	}
	if got, err := spinetest.Find(fsys, "none"); !errors.Is(err, fs.ErrNotExist) || got != nil {
		t.Errorf("what is not there: %v %v", got, err)
	}
}

// TestFindLinks asserts that links to files count, and that those to folders, which
// can lead back, are not followed.
func TestFindLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.test.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"loop": ".", "loop.test.yaml": ".", "b.test.yaml": "a.test.yaml"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("there are no links here:", err)
		}
	}
	got, err := spinetest.Find(os.DirFS(dir), ".")
	if want := []string{"a.test.yaml", "b.test.yaml"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "c.test.yaml")); err != nil {
		t.Fatal(err)
	}
	if got, err := spinetest.Find(os.DirFS(dir), "."); !errors.Is(err, fs.ErrNotExist) || got != nil {
		t.Errorf("a link to nothing: %v %v", got, err)
	}
}
