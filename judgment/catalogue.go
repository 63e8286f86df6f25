package judgment

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/record"
)

// What a catalogue may have.
const (
	MaxCatalogueFiles = 10_000
	MaxCatalogueBytes = 256 << 20 // of all files together
)

// Catalogue is what an operator offers to graphs: documents, found by the digests
// of their exact bytes or by the ids and versions that they say they have, in JSON,
// or in the YAML of a decision table. It is
// immutable, is read once, and may be shared by goroutines.
type Catalogue struct {
	byDigest map[string]*entry
	byID     map[string][]*entry // by digest
	byName   map[string]*entry   // also of files with the same bytes
}

// entry is a document of a catalogue.
type entry struct {
	name     string // of its file; of several with the same bytes, the first
	bytes    []byte
	digest   string
	identity *Identity // nil if it says none
	unread   string    // why the bytes are no JSON document, "" if they are
}

// NewCatalogue reads every regular file of fsys, each once. What is no regular
// file, such as a symbolic link, is passed over, so that nothing outside fsys is
// read. Files need not be packs or tables: what cannot be decoded is found by its digest.
// The error is a [*diag.Error] of code [GraphCatalogue].
func NewCatalogue(fsys fs.FS) (*Catalogue, error) {
	return newCatalogue(fsys, MaxCatalogueFiles, MaxCatalogueBytes)
}

func newCatalogue(fsys fs.FS, mostFiles, mostBytes int) (*Catalogue, error) {
	c := &Catalogue{byDigest: map[string]*entry{}, byID: map[string][]*entry{}, byName: map[string]*entry{}}
	files, left := 0, mostBytes
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return errCatalogue(name, "it cannot be read: "+source.Why(err), err)
		case !d.Type().IsRegular():
			return nil
		}
		if files++; files > mostFiles {
			return errCatalogue(name, fmt.Sprintf("the catalogue has more than %d files", mostFiles), nil)
		}
		b, err := readRegular(fsys, name, left)
		if err != nil {
			return err
		}
		left -= len(b)
		c.add(name, b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, entries := range c.byID {
		slices.SortFunc(entries, func(a, b *entry) int { return strings.Compare(a.digest, b.digest) })
	}
	return c, nil
}

// readRegular reads a file, which may have been replaced since the folder was
// listed.
func readRegular(fsys fs.FS, name string, most int) ([]byte, error) {
	fail := func(err error) error { return errCatalogue(name, "it cannot be read: "+source.Why(err), err) }
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fail(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fail(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errCatalogue(name, "it is no regular file any more", nil)
	}
	b, err := source.ReadAll(f, most)
	var large *source.TooLarge
	switch {
	case errors.As(err, &large):
		return nil, errCatalogue(name, fmt.Sprintf("with this file the catalogue has more bytes than it may: %d are left", most), err)
	case err != nil:
		return nil, fail(err)
	}
	return b, nil
}

func (c *Catalogue) add(name string, b []byte) {
	digest := record.Digest(b)
	if e := c.byDigest[digest]; e != nil {
		c.byName[name] = e
		return
	}
	e := &entry{name: name, bytes: b, digest: digest}
	c.byDigest[digest], c.byName[name] = e, e
	if e.identify(); e.identity != nil {
		c.byID[e.identity.ID] = append(c.byID[e.identity.ID], e)
	}
}

// identify reads the id and the version: of a JSON document, or of a table, which
// is YAML.
func (e *entry) identify() {
	root, err := strictjson.Parse(e.bytes, strictjson.Limits{})
	if err == nil {
		id, _ := root.Get("id")
		version, _ := root.Get("version")
		if id.Kind() == strictjson.String && version.Kind() == strictjson.String {
			// Clones, which do not keep the text of the document.
			e.identity = &Identity{strings.Clone(id.Text()), strings.Clone(version.Text())}
		}
		return
	}
	e.unread = err.Error()
	if !strings.HasSuffix(e.name, ".yaml") && !strings.HasSuffix(e.name, ".yml") {
		return
	}
	table, err := yaml.Parse(e.name, e.bytes)
	if err != nil {
		return
	}
	id, version := table.Get("id"), table.Get("version")
	if id != nil && version != nil && id.Kind == yaml.Scalar && version.Kind == yaml.Scalar {
		e.identity = &Identity{strings.Clone(id.Text), strings.Clone(version.Text)}
	}
}

// versioned gives the entries with an id and a version.
func (c *Catalogue) versioned(id, version string) []*entry {
	var out []*entry
	for _, e := range c.byID[id] {
		if e.identity.Version == version {
			out = append(out, e)
		}
	}
	return out
}

// resolve finds what a pin pins, or says why it does not. at gives the place of
// what is below the pin in its graph: of "" the pin itself, of "/digest".
func (c *Catalogue) resolve(pin Pin, at func(below string) diag.Locator) (*entry, *Finding) {
	if e := c.byDigest[pin.Digest]; e != nil {
		if e.identity != nil && *e.identity != (Identity{pin.ID, pin.Version}) {
			return nil, errIdentity(at(""), pin, e)
		}
		return e, nil
	}
	if have := c.versioned(pin.ID, pin.Version); have != nil {
		return nil, errDigestDrift(at("/digest"), pin, have)
	}
	if have := c.byID[pin.ID]; have != nil {
		return nil, errVersionDrift(at("/version"), pin, have)
	}
	return nil, errReferenceDangling(at(""), pin)
}

// digests gives those of entries that are sorted by them.
func digests(entries []*entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.digest
	}
	return out
}

// versions gives those of the entries, sorted by bytes, each once.
func versions(entries []*entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.identity.Version)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
