package spinetest

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// suffix is how the name of a test file ends.
const suffix = ".test.yaml"

// Find gives the test files in folder dir of fsys and the folders below it, sorted;
// or dir alone, whatever its name, when it is a file. Folders whose names begin
// with a dot are left out, but for dir itself, and links to folders are not
// followed. The error is that of the file system: what can be read is not
// searched when something cannot.
func Find(fsys fs.FS, dir string) ([]string, error) {
	info, err := fs.Stat(fsys, dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{dir}, nil
	}
	return files(fsys, dir, func(name string) bool { return strings.HasSuffix(name, suffix) })
}

// glob gives the files whose names match the pattern, sorted.
func glob(fsys fs.FS, pattern string) ([]string, error) {
	parts := strings.Split(pattern, "/")
	for _, part := range parts {
		if _, err := path.Match(part, ""); err != nil {
			return nil, fmt.Errorf("the pattern %q: %w", pattern, err)
		}
	}
	return files(fsys, ".", func(name string) bool { return matches(parts, strings.Split(name, "/")) })
}

// files gives the regular files below dir that are wanted, sorted. A link to one
// counts; one to a folder could lead back to where it stands.
func files(fsys fs.FS, dir string, wanted func(name string) bool) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || !wanted(name):
			return nil
		}
		mode := d.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := fs.Stat(fsys, name)
			if err != nil {
				return err
			}
			mode = info.Mode()
		}
		if mode.IsRegular() {
			out = append(out, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(out)
	return out, nil
}

// matches reports whether the parts of a name match those of a pattern: "**" is
// any number of them, none included, and everything else is as in path.Match.
func matches(pattern, name []string) bool {
	for len(pattern) > 0 && pattern[0] != "**" {
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	if len(pattern) == 0 {
		return len(name) == 0
	}
	for i := 0; i <= len(name); i++ {
		if matches(pattern[1:], name[i:]) {
			return true
		}
	}
	return false
}
