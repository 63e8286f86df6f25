package dmn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/internal/limits"
)

func empty(namespace string) string {
	return fmt.Sprintf(`<?xml version="1.0"?><!-- %s --><d:definitions xmlns:d="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace=%q/>`, strings.Repeat("é", 1000), namespace)
}

func TestFolderResolver(t *testing.T) {
	files := fstest.MapFS{}
	for name, src := range map[string]string{
		"a.dmn": empty("urn:a"), "sub/b.dmn": empty("urn:b"), "sub/my file.dmn": empty("urn:file"), "sub/100%25.dmn": empty("urn:percent"),
		"sub/twice 1.dmn": empty("urn:twice"), "sub/twice 2.dmn": empty("urn:twice"), "sub/c.xml": empty("urn:c"),
		"sub/no model.dmn": "<definitions", "sub/other.dmn": `<definitions namespace="urn:b"/>`, "sub/d.dmn/x": "",
	} {
		files[name] = &fstest.MapFile{Data: []byte(src)}
	}
	files["sub/link.dmn"] = &fstest.MapFile{Data: []byte("b.dmn"), Mode: fs.ModeSymlink | 0o777}
	files["linked"] = &fstest.MapFile{Data: []byte("sub"), Mode: fs.ModeSymlink | 0o777}
	files["sub/pipe.dmn"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	r := dmn.FolderResolver(files)
	for _, c := range []struct{ from, namespace, location, want string }{
		{"m.dmn", "urn:a", "", "a.dmn"},
		{"sub/m.dmn", "urn:b", "", "sub/b.dmn"},
		{"sub/m.dmn", "urn:a", "", `! no document of the folder has the namespace "urn:a"`},
		{"sub/m.dmn", "urn:a", "../a.dmn", "sub/../a.dmn"},
		{"sub/m.dmn", "urn:b", "./b.dmn", "sub/b.dmn"},
		{"sub/m.dmn", "urn:b", "https://example.com/b.dmn", "sub/b.dmn"},
		{"sub/m.dmn", "urn:b", "gone.dmn", "sub/b.dmn"},
		{"sub/m.dmn", "urn:b", "../../b.dmn", "sub/b.dmn"},
		{"sub/m.dmn", "urn:b", "/etc/passwd", "sub/b.dmn"},
		{"sub/m.dmn", "urn:c", "c.xml", "sub/c.xml"},
		{"sub/m.dmn", "urn:c", "", `! no document of the folder has the namespace "urn:c"`},
		{"sub/m.dmn", "urn:file", "my%20file.dmn", "sub/my file.dmn"},
		{"sub/m.dmn", "urn:file", "my file.dmn", "sub/my file.dmn"},
		{"sub/m.dmn", "urn:percent", "100%25.dmn", "sub/100%25.dmn"},
		{"sub/m.dmn", "urn:twice", "", "! twice 1.dmn and twice 2.dmn both have the namespace: say which one by a locationURI"},
		{"sub/m.dmn", "urn:b", "link.dmn", `! "sub/link.dmn" is a link, which is not followed`},
		{"m.dmn", "urn:b", "linked/b.dmn", `! "linked" is a link, which is not followed`},
		{"sub/m.dmn", "urn:b", "pipe.dmn", `! "sub/pipe.dmn" is no file`},
		{"sub/m.dmn", "urn:b", "d.dmn", `! "sub/d.dmn" is no file`},
		{"../m.dmn", "urn:b", "", `! "../m.dmn" is not in the folder of the imports`},
		{"/m.dmn", "urn:b", "", `! "/m.dmn" is not in the folder of the imports`},
	} {
		name, src, err := r.Resolve(c.from, c.namespace, c.location)
		got := name
		if err != nil {
			got = "! " + err.Error()
		}
		if want := strings.Replace(c.want, "sub/../", "", 1); got != want {
			t.Errorf("%v: %s, want %s", c, got, want)
		} else if err == nil && string(src) != string(files[name].Data) {
			t.Errorf("%v: %s", c, src)
		}
	}
}

// unreadable is a folder in which opening some files fails.
type unreadable struct {
	fstest.MapFS
	files []string
}

func (u unreadable) Open(name string) (fs.File, error) {
	if slices.Contains(u.files, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.Open(name)
}

// A file that cannot be read hides no other one.
func TestFolderWithUnreadableFiles(t *testing.T) {
	r := dmn.FolderResolver(unreadable{fstest.MapFS{
		"a.dmn": {Data: []byte(empty("urn:a"))}, "b.dmn": {Data: []byte(empty("urn:b"))}, "c.dmn": {Data: []byte(empty("urn:c"))},
	}, []string{"a.dmn", "c.dmn"}})
	if name, _, err := r.Resolve("m.dmn", "urn:b", ""); name != "b.dmn" || err != nil {
		t.Errorf("got %s, %v", name, err)
	}
	_, _, err := r.Resolve("m.dmn", "urn:a", "")
	if want := `no document of the folder that can be read has the namespace "urn:a": open a.dmn: permission denied`; !errors.Is(err, fs.ErrPermission) || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, _, err := r.Resolve("m.dmn", "urn:a", "a.dmn"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

// A directory is not left, by a name or a link.
func TestRootResolver(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("outside.dmn", empty("urn:outside"))
	write("in/inside.dmn", empty("urn:inside"))
	write("in/sub/deep.dmn", empty("urn:deep"))
	for name, to := range map[string]string{"in/out.dmn": "../outside.dmn", "in/in.dmn": "inside.dmn", "in/subs": "sub", "in/up": ".."} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip("there are no links here: ", err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	r := dmn.RootResolver(root)
	for _, c := range []struct{ namespace, location, want string }{
		{"urn:inside", "inside.dmn", "inside.dmn"},
		{"urn:inside", "", "inside.dmn"},
		{"urn:deep", "sub/deep.dmn", "sub/deep.dmn"},
		{"urn:outside", "../outside.dmn", ""},
		{"urn:outside", "out.dmn", ""},
		{"urn:outside", "up/outside.dmn", ""},
		{"urn:inside", "in.dmn", ""},
		{"urn:deep", "subs/deep.dmn", ""},
		{"urn:outside", "", ""},
	} {
		name, _, err := r.Resolve("m.dmn", c.namespace, c.location)
		if name = filepath.ToSlash(name); c.want == "" && err == nil || err == nil && name != c.want || err != nil && c.want != "" {
			t.Errorf("%v: %s, %v", c, name, err)
		}
	}
}

func TestFolderOfManyModels(t *testing.T) {
	files := fstest.MapFS{}
	for i := range limits.ModelFolderFiles + 1 {
		files[fmt.Sprintf("%d.dmn", i)] = &fstest.MapFile{Data: []byte(empty("urn:other"))}
	}
	if _, _, err := dmn.FolderResolver(files).Resolve("m.dmn", "urn:a", ""); err == nil || !strings.Contains(err.Error(), "more than 1000 models") {
		t.Errorf("got %v", err)
	}
}

func TestLargeImport(t *testing.T) {
	files := fstest.MapFS{"a.dmn": {Data: append([]byte(empty("urn:a")), bytes.Repeat([]byte(" "), limits.ModelBytes)...)}}
	for _, location := range []string{"", "a.dmn"} {
		if _, _, err := dmn.FolderResolver(files).Resolve("m.dmn", "urn:a", location); err == nil || !strings.Contains(err.Error(), "more than 67108864 bytes") {
			t.Errorf("%q: %v", location, err)
		}
	}
}
