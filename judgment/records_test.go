package judgment_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

// vanishing lists a file that is not there any more when it is opened, as a folder
// does in which a store is at work.
type vanishing struct{ fstest.MapFS }

func (v vanishing) Open(name string) (fs.File, error) {
	if name == ".put-1" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return v.MapFS.Open(name)
}

func TestNewRecords(t *testing.T) {
	b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	p := shared.plan(t, `{"z":`+verdictOf(b, "n", shared.pin("up"), "P1D")+`,"b":@down}`, `[]`, "b")
	files := fstest.MapFS{"deep/in/runs/r.json": {Data: b}, "other": {Data: []byte("x")}, ".put-1": {Data: []byte("y")}}
	r, err := judgment.NewRecords(vanishing{files})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		same(t, "findings", refusedWith(t, p, timed(t, `{}`, noon, r)))
	}
	files["deep/in/runs/r.json"].Data = append(b[:len(b):len(b)], ' ')
	same(t, "bytes that have changed since are not offered", refusedWith(t, p, timed(t, `{}`, noon, r)), "graph_record_dangling /nodes/z/recorded/record @z")

	_, err = judgment.NewRecords(os.DirFS(filepath.Join(t.TempDir(), "none")))
	if faults := diag.Of(err); len(faults) != 1 || faults[0].Code != judgment.GraphCatalogue || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestRecordsFollowNoLinks(t *testing.T) {
	b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	outside, inside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "r.json"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "r.json"), filepath.Join(inside, "r.json")); err != nil {
		t.Skip(err)
	}
	r, err := judgment.NewRecords(os.DirFS(inside))
	if err != nil {
		t.Fatal(err)
	}
	p := shared.plan(t, `{"z":`+verdictOf(b, "n", shared.pin("up"), "P1D")+`,"b":@down}`, `[]`, "b")
	same(t, "findings", refusedWith(t, p, timed(t, `{}`, noon, r)), "graph_record_dangling /nodes/z/recorded/record @z")
}
