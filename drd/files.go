package drd

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
)

// capture is a file system of which each file is read once, so that what was
// checked is what is kept.
type capture struct {
	fsys  fs.FS
	files map[string][]byte
}

// ReadFile reads a file of at most [limits.TableFileBytes].
func (c *capture) ReadFile(name string) ([]byte, error) { return c.read(name, limits.TableFileBytes) }

func (c *capture) read(name string, most int) ([]byte, error) {
	if b, ok := c.files[name]; ok {
		return b, nil
	}
	b, err := source.ReadFile(c.fsys, name, most)
	if err != nil {
		return nil, err
	}
	c.files[name] = b
	return b, nil
}

// Open opens what ReadFile gives.
func (c *capture) Open(name string) (fs.File, error) {
	b, err := c.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &captured{*bytes.NewReader(b), c.fsys, name}, nil
}

// captured is an open file that was read.
type captured struct {
	bytes.Reader
	fsys fs.FS
	name string
}

func (f *captured) Stat() (fs.FileInfo, error) { return fs.Stat(f.fsys, f.name) }
func (f *captured) Close() error               { return nil }

// file reads the name of a file, and reports it unless it can be read.
func (l *loader) file(n *yaml.Node) (name string, ok bool) {
	ref := l.r.String(n)
	if !isText(n, ref) {
		return "", false
	}
	return l.readable(n, ref, limits.TableFileBytes)
}

// isText reports whether text is what n says, and not what stands for a fault.
func isText(n *yaml.Node, text string) bool {
	return n != nil && n.Kind == yaml.Scalar && text == n.Text
}

// readable reports a reference to a file, which n names, unless it can be read and
// has at most so many bytes.
func (l *loader) readable(n *yaml.Node, ref string, most int) (name string, ok bool) {
	name = path.Join(l.dir, ref)
	if ref == "" || path.IsAbs(ref) || !fs.ValidPath(path.Clean(ref)) {
		l.r.Report(errOutside(l.r.At(n), ref))
		return name, false
	}
	if _, err := l.fsys.read(name, most); err != nil {
		near := source.NearestFile(l.fsys.fsys, path.Join(l.dir, ref))
		l.r.Report(errMissingFile(l.r.At(n), ref, err, strings.TrimPrefix(near, l.dir+"/")))
		return name, false
	}
	return name, true
}
