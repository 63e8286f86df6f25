package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// maxInput is the size of a file that the command line names. What reads it has
// smaller limits of its own.
const maxInput = 65 << 20

// standardInput is the name that means it.
const standardInput = "-"

// read gives the content of a file that the command line names, or of the
// standard input. The error is a fault of the command line. Either may be a pipe
// to which nobody writes: an interrupt ends the waiting.
func (a *app) read(name string) ([]byte, *diag.Error) {
	get := func() ([]byte, *diag.Error) { return readFile(name) }
	if name == standardInput {
		if a.inputUsed {
			return nil, usage("name it once", "the standard input is named twice")
		}
		a.inputUsed = true
		name = "the standard input"
		get = func() ([]byte, *diag.Error) { return readAll(name, a.in) }
	}
	type read struct {
		content []byte
		fault   *diag.Error
		panic   any
	}
	done := make(chan read, 1)
	go func() {
		var r read
		defer func() {
			r.panic = recover()
			done <- r
		}()
		r.content, r.fault = get()
	}()
	select {
	case r := <-done:
		if r.panic != nil {
			panic(r.panic)
		}
		return r.content, r.fault
	case <-a.interrupt:
		return nil, errUnreadable(name, errInterrupted)
	}
}

// errInterrupted is that the program was to end while it waited for input.
var errInterrupted = errors.New("interrupted")

func readFile(name string) ([]byte, *diag.Error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, errUnreadable(name, err)
	}
	defer f.Close()
	return readAll(name, f)
}

func readAll(name string, r io.Reader) ([]byte, *diag.Error) {
	b, err := source.ReadAll(r, maxInput)
	if err != nil {
		return nil, errUnreadable(name, err)
	}
	return b, nil
}

func errUnreadable(name string, err error) *diag.Error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // the name is told already
	}
	return &diag.Error{Code: unreadable, Message: fmt.Sprintf("%s cannot be read: %v", name, err), Err: err}
}

// folder is a folder of the machine. What is read through it cannot leave it, by
// no name and by no link.
type folder struct {
	fs.FS
	name string // as on the command line
	root *os.Root
}

func openFolder(name string) (*folder, *diag.Error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, errUnreadable(name, err)
	}
	return &folder{root.FS(), name, root}, nil
}

// openFile opens the folder of a file, and gives the file's name in it.
func openFile(name string) (f *folder, base string, fault *diag.Error) {
	f, fault = openFolder(filepath.Dir(name))
	return f, filepath.Base(name), fault
}

func (f *folder) Close() { f.root.Close() }

// errNotRegular is that a name is one of a pipe, a socket or a device.
var errNotRegular = errors.New("it is no regular file")

// errLeadsOut is that a name, or a link on its way, leads out of a folder.
var errLeadsOut = errors.New("it leads out of the folder")

// Open implements [fs.FS]. What could make the reader wait, or never end, is not
// opened.
func (f *folder) Open(name string) (fs.File, error) {
	if info, err := f.root.Stat(filepath.FromSlash(name)); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	file, err := f.FS.Open(name)
	// The text is that of package os, which has no name for this error.
	if e, ok := errors.AsType[*fs.PathError](err); ok && e.Err.Error() == "path escapes from parent" {
		e.Err = errLeadsOut
	}
	return file, err
}

// path gives what a file of the folder is called on the command line.
func (f *folder) path(name string) string { return filepath.Join(f.name, filepath.FromSlash(name)) }

// show gives err with its faults as a person is to see them: the folder stands
// in front of the names of its files.
func (f *folder) show(err error) error {
	if err == nil {
		return nil
	}
	files := texts{}
	return &shown{err, f.place(diag.Of(err), files), files}
}

// shown is path for the names in faults, which may be none.
func (f *folder) shown(name string) string {
	if name == "" {
		return ""
	}
	return filepath.ToSlash(f.path(name))
}

// place puts the folder in front of the names of files in faults, and keeps the
// texts of these files.
func (f *folder) place(faults diag.List, files texts) diag.List {
	return faults.Revise(func(e *diag.Error) {
		placed := f.shown(e.At.File)
		if _, ok := files[placed]; !ok && placed != "" {
			text, _ := source.ReadFile(f, e.At.File, maxInput) // without it nothing but the excerpt is missing
			files[placed] = string(text)
		}
		e.At.File = placed
		e.Notes = slices.Clone(e.Notes)
		for i := range e.Notes {
			e.Notes[i].At.File = f.shown(e.Notes[i].At.File)
		}
	})
}

// texts are files that have been read, by name.
type texts map[string]string

// Open implements [fs.FS]. There is nothing to know of a file but its text.
func (t texts) Open(name string) (fs.File, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return openText{strings.NewReader(text), name}, nil
}

// openText is an open file of texts.
type openText struct {
	*strings.Reader
	name string
}

// Stat implements [fs.File].
func (f openText) Stat() (fs.FileInfo, error) {
	return nil, &fs.PathError{Op: "stat", Path: f.name, Err: errors.ErrUnsupported}
}

// Close implements [fs.File].
func (openText) Close() error { return nil }

// ReadFile implements [fs.ReadFileFS].
func (t texts) ReadFile(name string) ([]byte, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

// showText gives err with its faults shown in a text that has been read.
func showText(err error, name, text string) error {
	return &shown{err, diag.Of(err), texts{name: text}}
}

// ground is the folder from which several files and folders are read that refer
// to each other: the working folder if they are all in it, else the root of the
// file system. Names are shown as seen from the working folder, or in full.
type ground struct {
	*folder
	names []string // in the folder, of the paths that it was opened for
}

func openGround(paths []string) (*ground, *diag.Error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return nil, errUnreadable(".", err)
	}
	base, shown := here, "."
	full := make([]string, len(paths))
	for i, p := range paths {
		if full[i], err = filepath.Abs(p); err != nil {
			return nil, errUnreadable(p, err)
		}
		if rel, err := filepath.Rel(here, full[i]); err != nil || !filepath.IsLocal(rel) {
			base = filepath.VolumeName(full[i]) + string(filepath.Separator)
			shown = base
		}
	}
	f, fault := openFolder(shown)
	if fault != nil {
		return nil, fault
	}
	g := &ground{f, make([]string, len(paths))}
	for i, p := range full {
		rel, err := filepath.Rel(base, p)
		if err != nil {
			f.Close()
			return nil, errUnreadable(paths[i], err)
		}
		g.names[i] = filepath.ToSlash(rel)
	}
	return g, nil
}
