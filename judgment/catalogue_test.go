package judgment_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

// minified is another spelling of the same JSON.
var minified = strings.ReplaceAll(up, "\n", "")

// resolved links a graph of one node with a pin, and gives what is wrong.
func resolved(t *testing.T, c *judgment.Catalogue, pin string) *judgment.Finding {
	t.Helper()
	g := loadGraph(t, fmt.Sprintf(`{"format":"spine.graph/1","id":"g","version":"1.0.0","nodes":{"a":{"pack":%s}},"edges":[],"result":"a"}`, pin))
	_, err := g.Link(c)
	var refusal *judgment.Refusal
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refusal) || len(refusal.Findings) != 1 || refusal.Graph == nil || *refusal.Graph != g.Pin():
		t.Fatalf("got %v", err)
	}
	return refusal.Findings[0]
}

func TestPins(t *testing.T) {
	pin := func(id, version, digest string) string {
		return fmt.Sprintf(`{"id":%q,"version":%q,"digest":%q}`, id, version, digest)
	}
	sum := digestOf
	v2 := strings.Replace(up, `"version":"1.0.0"`, `"version":"2.0.0"`, 1)
	v10 := strings.Replace(up, `"version":"1.0.0"`, `"version":"10.0.0"`, 1)
	odd := strings.Replace(up, `"version":"1.0.0"`, `"version":"draft"`, 1)
	const noJSON, noIdentity = `{"id":"urn:up","version":"1.0.0"`, `{"id":"urn:up","version":1}`
	here := shelf{"up": up, "v2": v2, "v10": v10, "odd": odd, "same-version": v2 + "\n", "broken": noJSON, "anonymous": noIdentity, "list": "[]", "empty": ""}
	for _, c := range []struct {
		name  string
		shelf shelf
		pin   string
		want  string // of the finding, without message
	}{
		{"the bytes", here, pin("urn:up", "1.0.0", sum(up)), ""},
		{"bytes that are no JSON", here, pin("urn:up", "1.0.0", sum(noJSON)), ""},
		{"bytes without an identity", here, pin("urn:other", "9.9.9", sum(noIdentity)), ""},
		{"no object", here, pin("urn:other", "9.9.9", sum("[]")), ""},
		{"no bytes", here, pin("urn:other", "9.9.9", sum("")), ""},
		{"two of one identity, of which one matches", shelf{"a": up, "b": up + " ", "c": minified}, pin("urn:up", "1.0.0", sum(up+" ")), ""},

		{"nothing", here, pin("urn:other", "1.0.0", zeros),
			`{"code":"graph_reference_dangling","declared":"` + zeros + `","node":"a","path":"/nodes/a/pack"}`},
		{"an empty catalogue", shelf{}, pin("urn:up", "1.0.0", sum(up)),
			`{"code":"graph_reference_dangling","declared":"` + sum(up) + `","node":"a","path":"/nodes/a/pack"}`},
		{"ids differ in case", shelf{"up": up}, pin("urn:Up", "1.0.0", zeros),
			`{"code":"graph_reference_dangling","declared":"` + zeros + `","node":"a","path":"/nodes/a/pack"}`},
		{"other versions", shelf{"v2": v2, "v10": v10, "odd": odd, "again": v2 + "\n"}, pin("urn:up", "1.0.0", sum(up)),
			`{"actual":[` + sorted(sum(v2), sum(v10), sum(odd), sum(v2+"\n")) + `],"availableVersions":["10.0.0","2.0.0","draft"],"code":"graph_version_drift",` +
				`"declared":"` + sum(up) + `","declaredVersion":"1.0.0","node":"a","path":"/nodes/a/pack/version"}`},
		{"another rule", shelf{"up": strings.Replace(up, `"ignore"`, `"escalate"`, 1), "v2": v2}, pin("urn:up", "1.0.0", sum(up)),
			`{"actual":["` + sum(strings.Replace(up, `"ignore"`, `"escalate"`, 1)) + `"],"code":"graph_digest_drift","declared":"` + sum(up) + `","node":"a","path":"/nodes/a/pack/digest"}`},
		{"minified", shelf{"up": minified}, pin("urn:up", "1.0.0", sum(up)),
			`{"actual":["` + sum(minified) + `"],"code":"graph_digest_drift","declared":"` + sum(up) + `","node":"a","path":"/nodes/a/pack/digest"}`},
		{"other line ends", shelf{"up": strings.ReplaceAll(up, "\n", "\r\n")}, pin("urn:up", "1.0.0", sum(up)),
			`{"actual":["` + sum(strings.ReplaceAll(up, "\n", "\r\n")) + `"],"code":"graph_digest_drift","declared":"` + sum(up) + `","node":"a","path":"/nodes/a/pack/digest"}`},
		{"the last line feed lost", shelf{"up": up}, pin("urn:up", "1.0.0", sum(up+"\n")),
			`{"actual":["` + sum(up) + `"],"code":"graph_digest_drift","declared":"` + sum(up+"\n") + `","node":"a","path":"/nodes/a/pack/digest"}`},
		{"drift to several", shelf{"a": minified, "b": up + " "}, pin("urn:up", "1.0.0", sum(up)),
			`{"actual":[` + sorted(sum(minified), sum(up+" ")) + `],"code":"graph_digest_drift","declared":"` + sum(up) + `","node":"a","path":"/nodes/a/pack/digest"}`},
		{"another id", here, pin("urn:other", "1.0.0", sum(up)),
			`{"actualId":"urn:up","actualVersion":"1.0.0","code":"graph_identity","declaredId":"urn:other","declaredVersion":"1.0.0","node":"a","path":"/nodes/a/pack"}`},
		{"another version", here, pin("urn:up", "2.0.0", sum(up)),
			`{"actualId":"urn:up","actualVersion":"1.0.0","code":"graph_identity","declaredId":"urn:up","declaredVersion":"2.0.0","node":"a","path":"/nodes/a/pack"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := resolved(t, c.shelf.catalogue(t), c.pin)
			if f == nil {
				if c.want != "" {
					t.Error("it is resolved")
				}
				return
			}
			if got := withoutMessages(t, f); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// A catalogue has every regular file below its root and nothing else, each read
// once.
func TestNewCatalogue(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "deep", "er", "up"), up)
	write(filepath.Join(root, "down.json"), down)
	write(filepath.Join(outside, "secret.json"), minified)
	for name, to := range map[string]string{"link.json": filepath.Join(outside, "secret.json"), "folder": outside, "loop": root} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	reads := &counting{FS: os.DirFS(root), opened: map[string]int{}}
	c, err := judgment.NewCatalogue(reads)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{up: "", minified: "graph_digest_drift"} {
		pin := fmt.Sprintf(`{"id":"urn:up","version":"1.0.0","digest":%q}`, digestOf(text))
		if f := resolved(t, c, pin); (f == nil) != (want == "") || f != nil && string(f.Fault.Code) != want {
			t.Errorf("want %q, got %v", want, f)
		}
	}
	for _, name := range []string{"deep/er/up", "down.json"} {
		if reads.opened[name] != 1 {
			t.Errorf("%s is opened %d times", name, reads.opened[name])
		}
	}
	if reads.opened["link.json"]+reads.opened["folder"]+reads.opened["loop"] != 0 {
		t.Errorf("links are opened: %v", reads.opened)
	}
}

type counting struct {
	fs.FS
	opened map[string]int
}

func (c *counting) Open(name string) (fs.File, error) {
	c.opened[name]++
	return c.FS.Open(name)
}

func TestNewCatalogueRefuses(t *testing.T) {
	two := fstest.MapFS{"a": {Data: []byte("12")}, "d/b": {Data: []byte("34")}}
	for _, c := range []struct {
		name         string
		fsys         fs.FS
		files, bytes int
		file         string // in which it fails, "" for none
	}{
		{"as much as it may have", two, 2, 4, ""},
		{"too many files", two, 1, 4, "d/b"},
		{"too many bytes", two, 2, 3, "d/b"},
		{"no folder", os.DirFS(filepath.Join(t.TempDir(), "none")), 2, 4, "."},
		{"a file that goes wrong", failing{two}, 2, 4, "a"},
		{"a file that became a folder", changing{two}, 2, 4, "a"},
	} {
		_, err := judgment.NewCatalogueWithin(c.fsys, c.files, c.bytes)
		var e *diag.Error
		if (err == nil) != (c.file == "") || err != nil && (!errors.As(err, &e) || e.Code != judgment.GraphCatalogue || e.At.File != c.file) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

type failing struct{ fs.FS }

func (f failing) Open(name string) (fs.File, error) {
	if name == "a" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}

type changing struct{ fs.FS }

func (c changing) Open(name string) (fs.File, error) {
	if name == "a" {
		name = "d"
	}
	return c.FS.Open(name)
}
