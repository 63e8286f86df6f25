package dmn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"

	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// Resolver gives the documents that a model imports. It decides alone what can be
// reached: nothing is fetched or opened but by it.
type Resolver interface {
	// Resolve gives the name and the bytes of the document with a namespace. from is
	// the name of the importing document, location what the import says of the place,
	// which may be "".
	Resolve(from, namespace, location string) (name string, src []byte, err error)
}

// RootResolver is [FolderResolver] for a directory: whatever a name or a link says,
// nothing outside of it is opened.
func RootResolver(root *os.Root) Resolver { return FolderResolver(root.FS()) }

// FolderResolver finds documents in fsys: at the location that the import gives,
// seen from the folder of the importing document, or else by their namespace, which
// one file alone may have among those of that folder that end with .dmn. There may
// be [limits.ModelFolderFiles] of these, 1,000. One that cannot be read is passed
// over; the error tells of it when no other has the namespace.
//
// It opens regular files of at most [limits.ModelBytes] bytes, and follows no
// symbolic link where fsys can tell one ([fs.ReadLinkFS]).
func FolderResolver(fsys fs.FS) Resolver { return folder{fsys} }

type folder struct{ fsys fs.FS }

func (f folder) Resolve(from, namespace, location string) (string, []byte, error) {
	dir := path.Dir(from)
	if !fs.ValidPath(dir) {
		return "", nil, fmt.Errorf("%s is not in the folder of the imports", source.Quote(from))
	}
	// A location is a reference (RFC 3986), though not everyone writes one.
	plain, _ := url.PathUnescape(location)
	for _, at := range []string{location, plain} {
		name := path.Join(dir, at)
		if at == "" || strings.Contains(at, "://") || !fs.ValidPath(name) {
			continue
		}
		src, err := f.read(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return name, src, err
		}
	}
	return f.named(dir, namespace)
}

// named reads the file with a namespace.
func (f folder) named(dir, namespace string) (string, []byte, error) {
	entries, err := fs.ReadDir(f.fsys, dir)
	if err != nil {
		return "", nil, err
	}
	found, files := "", 0
	var unread error // why a file was passed over that may have it
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ".dmn") {
			continue
		}
		if files++; files > limits.ModelFolderFiles {
			return "", nil, fmt.Errorf("the folder has more than %d models: say where the imported one is", limits.ModelFolderFiles)
		}
		name := path.Join(dir, e.Name())
		head, err := f.head(name)
		switch {
		case err != nil:
			unread = cmp.Or(unread, err)
		case xml.NamespaceOf(head) != namespace:
		case found != "":
			return "", nil, fmt.Errorf("%s and %s both have the namespace: say which one by a locationURI", path.Base(found), e.Name())
		default:
			found = name
		}
	}
	switch {
	case found != "":
	case unread != nil:
		return "", nil, fmt.Errorf("no document of the folder that can be read has the namespace %s: %w", source.Quote(namespace), unread)
	default:
		return "", nil, fmt.Errorf("no document of the folder has the namespace %s", source.Quote(namespace))
	}
	src, err := f.read(found)
	return found, src, err
}

// read reads a regular file of at most [limits.ModelBytes] bytes.
func (f folder) read(name string) ([]byte, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return source.ReadAll(file, limits.ModelBytes)
}

// head reads the first bytes of a regular file.
func (f folder) head(name string) ([]byte, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, limits.ModelHeadBytes))
}

// open opens a regular file to which no link leads.
func (f folder) open(name string) (fs.File, error) {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := fs.Lstat(f.fsys, at)
		switch {
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, fmt.Errorf("%s is a link, which is not followed", source.Quote(at))
		case at == name && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is no file", source.Quote(at))
		}
	}
	return f.fsys.Open(name)
}
