package record

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Snapshot is the content of a file.
type Snapshot struct {
	Media   string // media type
	SHA256  string // the digest of Content
	Content []byte // written as text if it is UTF-8, else in base64
}

// AddSnapshot keeps the content of the file at path, which is a path as [fs.FS]
// has them. The content must not be changed afterwards. Adding the same file
// again changes nothing; it is an error when its content differs, since then the
// run has read two versions of it.
func (r *Record) AddSnapshot(path, media string, content []byte) error {
	s := Snapshot{Media: media, SHA256: Digest(content), Content: content}
	if old, ok := r.Snapshots[path]; ok && old.SHA256 != s.SHA256 {
		return fmt.Errorf("the file %q changed while the run read it", path)
	}
	if err := checkPath(path, r.Snapshots); err != nil {
		return err
	}
	for other := range r.Snapshots {
		if strings.HasPrefix(other, path+"/") {
			return fmt.Errorf("%q is a folder, since a file of it is kept", path)
		}
	}
	if r.Snapshots == nil {
		r.Snapshots = map[string]Snapshot{}
	}
	r.Snapshots[path] = s
	return nil
}

// FS serves the snapshots, and nothing else. It implements [fs.StatFS],
// [fs.ReadFileFS] and [fs.ReadDirFS]. Files have no time. A snapshot that is
// added later does not show. It may be shared by goroutines.
func (r *Record) FS() fs.FS {
	f := snapshotFS{".": &node{name: ".", dir: true}}
	for p, s := range r.Snapshots {
		n := &node{name: path.Base(p), content: s.Content}
		f[p] = n
		for p != "." {
			p = path.Dir(p)
			parent, known := f[p]
			if !known {
				parent = &node{name: path.Base(p), dir: true}
				f[p] = parent
			}
			parent.entries = append(parent.entries, n)
			if known {
				break
			}
			n = parent
		}
	}
	for _, n := range f {
		slices.SortFunc(n.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return f
}

// snapshotFS is every file and folder by path.
type snapshotFS map[string]*node

func (f snapshotFS) find(op, name string) (*node, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	n, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

// Open implements [fs.FS].
func (f snapshotFS) Open(name string) (fs.File, error) {
	n, err := f.find("open", name)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return &openDir{n: n, path: name}, nil
	}
	return &openFile{n: n, Reader: bytes.NewReader(n.content)}, nil
}

// Stat implements [fs.StatFS].
func (f snapshotFS) Stat(name string) (fs.FileInfo, error) {
	n, err := f.find("stat", name)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// ReadFile implements [fs.ReadFileFS].
func (f snapshotFS) ReadFile(name string) ([]byte, error) {
	n, err := f.find("read", name)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errIsFolder}
	}
	return append([]byte{}, n.content...), nil
}

// ReadDir implements [fs.ReadDirFS].
func (f snapshotFS) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := f.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errNoFolder}
	}
	return slices.Clone(n.entries), nil
}

var (
	errIsFolder = fmt.Errorf("is a folder: %w", fs.ErrInvalid)
	errNoFolder = fmt.Errorf("is not a folder: %w", fs.ErrInvalid)
)

// node is a file or a folder: its information, and its entry in the folder above.
type node struct {
	name    string
	dir     bool
	content []byte
	entries []fs.DirEntry // by name
}

func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return int64(len(n.content)) }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) IsDir() bool                { return n.dir }
func (n *node) Sys() any                   { return nil }
func (n *node) Type() fs.FileMode          { return n.Mode().Type() }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) String() string             { return fs.FormatDirEntry(n) }

func (n *node) Mode() fs.FileMode {
	if n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	n *node
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.n, nil }
func (f *openFile) Close() error               { return nil }

type openDir struct {
	n    *node
	path string
	next int // entry
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.n, nil }
func (d *openDir) Close() error               { return nil }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.path, Err: errIsFolder}
}

// ReadDir implements [fs.ReadDirFile].
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	rest := d.n.entries[d.next:]
	if n > 0 && len(rest) == 0 {
		return nil, io.EOF
	}
	if n > 0 && n < len(rest) {
		rest = rest[:n]
	}
	d.next += len(rest)
	return slices.Clone(rest), nil
}
