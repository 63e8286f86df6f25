package record_test

import (
	"errors"
	"io"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/record"
)

func TestFS(t *testing.T) {
	r := &record.Record{}
	for _, path := range []string{"workflow.yaml", "tables/a.yaml", "tables/rates/b.csv", "tables/z.yaml", "äöü/x"} {
		add(t, r, path, "text/plain", "content of "+path)
	}
	add(t, r, "empty", "text/plain", "")
	if err := fstest.TestFS(r.FS(), "workflow.yaml", "tables/a.yaml", "tables/rates/b.csv", "tables/z.yaml", "äöü/x", "empty"); err != nil {
		t.Error(err)
	}
	back, err := fs.ReadFile(r.FS(), "tables/rates/b.csv")
	if err != nil || string(back) != "content of tables/rates/b.csv" {
		t.Errorf("ReadFile gives %q, %v", back, err)
	}
	if err := fstest.TestFS((&record.Record{}).FS()); err != nil {
		t.Error(err)
	}
}

func TestFSRefuses(t *testing.T) {
	r := &record.Record{}
	add(t, r, "a/b", "text/plain", "x")
	fsys := r.FS()
	for _, c := range []struct {
		name string
		want error
	}{{"b", fs.ErrNotExist}, {"a/b/c", fs.ErrNotExist}, {"../a", fs.ErrInvalid}, {"/a", fs.ErrInvalid}, {"a/", fs.ErrInvalid}, {"", fs.ErrInvalid}} {
		if _, err := fsys.Open(c.name); !errors.Is(err, c.want) {
			t.Errorf("Open(%q) gives %v, want %v", c.name, err, c.want)
		}
		if _, err := fs.Stat(fsys, c.name); !errors.Is(err, c.want) {
			t.Errorf("Stat(%q) gives %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := fs.ReadFile(fsys, "a"); err == nil {
		t.Error("a folder can be read")
	}
	if _, err := fs.ReadDir(fsys, "a/b"); err == nil {
		t.Error("a file can be listed")
	}
	d, err := fsys.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(d); err == nil {
		t.Error("an open folder can be read")
	}
}

func TestAddSnapshot(t *testing.T) {
	r := &record.Record{}
	add(t, r, "tables/a", "text/plain", "x")
	add(t, r, "tables/a", "text/plain", "x")
	if len(r.Snapshots) != 1 {
		t.Errorf("%d snapshots", len(r.Snapshots))
	}
	for _, c := range []struct{ path, content, want string }{
		{"tables/a", "y", `the file "tables/a" changed while the run read it`},
		{"tables/a/b", "x", `"tables/a/b" is below "tables/a", which is a file`},
		{"tables", "x", `"tables" is a folder, since a file of it is kept`},
		{"../a", "x", `"../a" is no path of a snapshot: it is relative, with slashes, and without any . or .. in it`},
		{"/a", "x", `"/a" is no path of a snapshot: it is relative, with slashes, and without any . or .. in it`},
		{".", "x", `"." is no path of a snapshot: it is relative, with slashes, and without any . or .. in it`},
		{"", "x", `"" is no path of a snapshot: it is relative, with slashes, and without any . or .. in it`},
	} {
		if err := r.AddSnapshot(c.path, "text/plain", []byte(c.content)); err == nil || err.Error() != c.want {
			t.Errorf("AddSnapshot(%q): %v", c.path, err)
		}
	}
	if len(r.Snapshots) != 1 {
		t.Errorf("%d snapshots after refusals", len(r.Snapshots))
	}
}
