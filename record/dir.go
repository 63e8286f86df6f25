package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/decision-spine/spine/diag"
)

// FileName gives the name of the file in which [Dir] keeps the record of a run.
func FileName(run string) string { return run + ".json" }

// Dir keeps each record in a file of its own in the folder path, which is made
// when it is needed, readable by its owner only. The file system must have hard
// links.
//
// A record is written to a temporary file, flushed to the disk, and then linked
// to its name, which fails when the name is taken. So a record is there as a whole
// or not at all, whatever ends the process; what may stay behind is a file named
// ".put-" and some digits, which can be deleted.
//
// A record that resumes another gets a second name before its own: the digest
// that it resumes, in hexadecimal digits, and ".next". That link is the moment at
// which the waiting record is resumed, once and for all. When the process ends
// between the two, the record is whole under its second name, and the next try to
// resume the same record gives it its own name before it is refused. Whoever
// deletes a record to forget it must delete both names.
func Dir(path string) Store { return &dir{path: path, disk: osDisk{}} }

type dir struct {
	path string
	disk disk
}

// disk is what [dir] does to a file system, so that a test can let it fail.
type disk interface {
	Mkdir(name string) error
	CreateTemp(dir string) (tempFile, error)
	Link(old, new string) error
	Remove(name string) error
	SyncDir(name string) error // makes the names in a folder durable
}

type tempFile interface {
	io.WriteCloser
	Name() string
	Sync() error
}

// Put implements [Store].
func (d *dir) Put(ctx context.Context, r *Record) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	b, err := r.Canonical()
	if err != nil {
		return err
	}
	run := r.Run.ID
	if _, err := os.Lstat(d.file(run)); err == nil {
		return fmt.Errorf("%s: %w", run, ErrExists) // before anything is claimed for it
	}
	if err := d.makeFolder(d.path); err != nil {
		return err
	}
	temp, err := d.write(b)
	if err != nil {
		return err
	}
	made := []string{temp}
	defer func() {
		if err == nil {
			made = made[:1]
		}
		for i := len(made) - 1; i >= 0; i-- {
			_ = d.disk.Remove(made[i]) // a name too many does no harm, and the first error is the one to tell
		}
	}()
	if r.Resumes != "" {
		claim := d.claim(r.Resumes)
		if err := d.disk.Link(temp, claim); errors.Is(err, fs.ErrExist) {
			return d.resumed(claim, run)
		} else if err != nil {
			return err
		}
		made = append(made, claim)
		// A record without its claim could be resumed twice: first the one, then
		// the other must be durable.
		if err := d.disk.SyncDir(d.path); err != nil {
			return err
		}
	}
	err = d.disk.Link(temp, d.file(run))
	if errors.Is(err, fs.ErrExist) {
		if !sameFile(temp, d.file(run)) { // else another has named our record: see resumed
			return fmt.Errorf("%s: %w", run, ErrExists)
		}
		err = nil
	}
	if err != nil {
		return err
	}
	made = append(made, d.file(run))
	return d.disk.SyncDir(d.path)
}

// resumed gives the error of a run that found the claim taken. It first gives the
// record that took it its own name, in case whoever put it there was stopped.
func (d *dir) resumed(claim, run string) error {
	winner, err := d.read(claim)
	if err != nil {
		return fmt.Errorf("%w, by a record that cannot be read: %w", ErrAlreadyResumed, err)
	}
	err = d.disk.Link(claim, d.file(winner.Run.ID))
	if err == nil {
		err = d.disk.SyncDir(d.path)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if winner.Run.ID == run {
		return fmt.Errorf("%s: %w", run, ErrExists)
	}
	return fmt.Errorf("%w, by run %s", ErrAlreadyResumed, winner.Run.ID)
}

// Get implements [Store].
func (d *dir) Get(ctx context.Context, run string) (*Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !IsRunID(run) {
		return nil, fmt.Errorf("%q is no run id: %w", run, ErrNotFound)
	}
	r, err := d.read(d.file(run))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", run, ErrNotFound)
	}
	if err == nil && r.Run.ID != run {
		at := place("run", "id")
		at.File = d.file(run)
		err = &IntegrityError{diag.List{errRecordShape(at, fmt.Sprintf("the file holds the record of the run %s", r.Run.ID))}}
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (d *dir) read(name string) (*Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	r, err := Decode(b)
	var faulty *IntegrityError
	if errors.As(err, &faulty) {
		return nil, faulty.InFile(name)
	}
	return r, err
}

func (d *dir) file(run string) string { return filepath.Join(d.path, FileName(run)) }

func (d *dir) claim(digest string) string {
	return filepath.Join(d.path, strings.TrimPrefix(digest, digestPrefix)+".next")
}

// write makes a temporary file of b that is on the disk. It leaves nothing behind
// when it fails.
func (d *dir) write(b []byte) (name string, err error) {
	f, err := d.disk.CreateTemp(d.path)
	if err != nil {
		return "", err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = d.disk.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// makeFolder makes a folder, and those above it, durably.
func (d *dir) makeFolder(name string) error {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := filepath.Dir(name)
	if err := d.makeFolder(parent); err != nil {
		return err
	}
	if err := d.disk.Mkdir(name); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return d.disk.SyncDir(parent)
}

func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// osDisk is the machine's own.
type osDisk struct{}

func (osDisk) Mkdir(name string) error                 { return os.Mkdir(name, 0o700) }
func (osDisk) CreateTemp(dir string) (tempFile, error) { return os.CreateTemp(dir, ".put-") }
func (osDisk) Link(old, new string) error              { return os.Link(old, new) }
func (osDisk) Remove(name string) error                { return os.Remove(name) }

func (osDisk) SyncDir(name string) error {
	if runtime.GOOS == "windows" { // which cannot flush a folder
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
