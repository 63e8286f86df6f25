package dmn

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/decision-spine/spine/dmn/xml"
)

// Resolver gives the documents that a model imports. It decides alone what can be
// reached: nothing is fetched or opened but by it.
type Resolver interface {
	// Resolve gives the name and the bytes of the document with a namespace. from is
	// the name of the importing document, location what the import says of the place,
	// which may be "".
	Resolve(from, namespace, location string) (name string, src []byte, err error)
}

// FolderResolver finds documents in fsys: by their location, from the folder of the
// importing document, or else by the namespace of their definitions among the files
// that end with .dmn in that folder. It cannot leave fsys.
func FolderResolver(fsys fs.FS) Resolver { return folder{fsys} }

type folder struct{ fsys fs.FS }

func (f folder) Resolve(from, namespace, location string) (string, []byte, error) {
	dir := path.Dir(from)
	if location != "" && !strings.Contains(location, "://") {
		name := path.Join(dir, location)
		if src, err := fs.ReadFile(f.fsys, name); err == nil && fs.ValidPath(name) {
			return name, src, nil
		}
	}
	entries, err := fs.ReadDir(f.fsys, dir)
	if err != nil {
		return "", nil, err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".dmn") {
			continue
		}
		src, err := fs.ReadFile(f.fsys, name)
		if err != nil {
			return "", nil, err
		}
		if !strings.Contains(string(src), namespace) {
			continue
		}
		if d, _ := xml.Read(name, src); d.Namespace == namespace {
			return name, src, nil
		}
	}
	return "", nil, fmt.Errorf("no document of the folder has the namespace %q", namespace)
}
