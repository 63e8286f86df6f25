package source_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/internal/source"
)

func TestReadFile(t *testing.T) {
	fsys := fstest.MapFS{"four": {Data: []byte("1234")}, "five": {Data: []byte("12345")}}
	if b, err := source.ReadFile(fsys, "four", 4); err != nil || string(b) != "1234" {
		t.Errorf("four: %q, %v", b, err)
	}
	var large *source.TooLarge
	if b, err := source.ReadFile(fsys, "five", 4); b != nil || !errors.As(err, &large) || large.Most != 4 || err.Error() != "it has more than 4 bytes" {
		t.Errorf("five: %q, %v", b, err)
	}
	if _, err := source.ReadAll(endless{}, 4); !errors.As(err, &large) {
		t.Errorf("endless: %v", err)
	}
	if _, err := source.ReadFile(fsys, "six", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("six: %v", err)
	}
	if _, err := source.ReadFile(fsys, ".", 4); err == nil {
		t.Error("a folder is read")
	}
}

// endless is a device without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "/secret/x", Err: fs.ErrNotExist}, "it does not exist"},
		{&fs.PathError{Op: "open", Path: "/secret/x", Err: fs.ErrPermission}, "permission denied"},
		{&source.TooLarge{Most: 9}, "it has more than 9 bytes"},
	} {
		if got := source.Why(c.err); got != c.want {
			t.Errorf("%v: got %q", c.err, got)
		}
	}
}

func TestNearestFile(t *testing.T) {
	fsys := fstest.MapFS{
		"tables/points.dmn.yaml": {}, "tables/old/points.dmn.yaml": {}, "workflow.yaml": {},
	}
	for name, want := range map[string]string{
		"tables/points.dmn.yml":   "tables/points.dmn.yaml",
		"tables/pionts.dmn.yaml":  "tables/points.dmn.yaml",
		`tables\points.dmn.yaml`:  "tables/points.dmn.yaml",
		"workfow.yaml":            "workflow.yaml",
		"tables/ol":               "", // a folder is no file
		"tables/else.json":        "",
		"table/points.dmn.yaml":   "",
		"../tables/points.dmn":    "",
		"":                        "",
		"tables/old/../x.dmn.yml": "",
	} {
		if got := source.NearestFile(fsys, name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
