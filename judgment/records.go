package judgment

import (
	"errors"
	"io/fs"

	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/record"
)

// Records are the records that an operator offers to recorded nodes. The digest of
// its exact bytes is the only name that a record has here. It is immutable and may
// be shared by goroutines, if its file system may be.
type Records struct {
	fsys  fs.FS
	names map[string]string // of files, by digest; of several with the same bytes, the first
}

// NewRecords reads every regular file of fsys, to learn its digest. What is no
// regular file, such as a symbolic link, is passed over, and so is what a store
// that is at work has just taken away, and a file that is too large for a record.
// A record is read again when a node wants it, and is not offered any more if its
// bytes have changed. The error is a [*diag.Error] of code [GraphCatalogue].
func NewRecords(fsys fs.FS) (*Records, error) {
	r := &Records{fsys, map[string]string{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != ".":
			return nil
		case err != nil:
			return errCatalogue(name, "it cannot be read: "+source.Why(err), err)
		case !d.Type().IsRegular():
			return nil
		}
		b, err := readRegular(fsys, name, record.MaxBytes)
		var large *source.TooLarge
		switch {
		case errors.As(err, &large), errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		if digest := record.Digest(b); r.names[digest] == "" {
			r.names[digest] = name
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// read gives the bytes with a digest and the name of their file, if they are
// offered. A nil r offers none.
func (r *Records) read(digest string) (name string, b []byte, ok bool) {
	if r == nil || r.names[digest] == "" {
		return "", nil, false
	}
	name = r.names[digest]
	b, err := readRegular(r.fsys, name, record.MaxBytes)
	return name, b, err == nil && record.Digest(b) == digest
}
