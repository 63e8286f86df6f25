package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// TooLarge is that a file has more bytes than its reader takes.
type TooLarge struct{ Most int }

func (e *TooLarge) Error() string { return fmt.Sprintf("it has more than %d bytes", e.Most) }

// ReadFile reads a file of at most so many bytes. The error of a larger one, and
// of one without an end, is a [*TooLarge].
func ReadFile(fsys fs.FS, name string, most int) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, most)
}

// ReadAll is [ReadFile] of what is open.
func ReadAll(r io.Reader, most int) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil && len(b) > most {
		err = &TooLarge{most}
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Why says in words why a file cannot be read, without the file's name.
func Why(err error) string {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist"
	case errors.As(err, &p):
		return p.Err.Error()
	}
	return err.Error()
}

// maxListed is how many files of a folder are looked at for the one that was
// meant.
const maxListed = 1000

// NearestFile gives the file that a name, which is that of none, most likely
// means: the one of its folder whose name is nearest, or the one that it names
// with backslashes; "" if there is none.
func NearestFile(fsys fs.FS, name string) string {
	if slashed := strings.ReplaceAll(name, `\`, "/"); slashed != name && fs.ValidPath(slashed) {
		if info, err := fs.Stat(fsys, slashed); err == nil && info.Mode().IsRegular() {
			return slashed
		}
	}
	dir, base := path.Split(name)
	entries, err := fs.ReadDir(fsys, path.Clean(dir))
	if err != nil || len(base) > maxQuoted {
		return ""
	}
	var names []string
	for _, e := range entries[:min(len(entries), maxListed)] {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	if near := Nearest(base, names); near != "" {
		return dir + near
	}
	return ""
}
