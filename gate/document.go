package gate

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// scheme begins the URI under which a document of the host's file system is
// known, so that relative references lead to its neighbours and nowhere else.
const scheme = "spine"

// document is one schema file.
type document struct {
	name   string
	uri    string // spine:///NAME
	file   *source.File
	root   strictjson.Value
	broken bool // it was reported, and has no root
}

// place is a place in a document.
type place struct {
	doc     *document
	pointer string // JSON Pointer
}

func (p place) value() (strictjson.Value, bool) { return strictjson.Lookup(p.doc.root, p.pointer) }

func (p place) exists() bool {
	_, ok := p.value()
	return ok
}

// locator points at the value.
func (p place) locator() diag.Locator {
	at := diag.Locator{File: p.doc.name, Path: p.pointer}
	if v, ok := p.value(); ok {
		at.Span = p.doc.file.Span(v.Offset(), v.End())
	}
	return at
}

// member is the place of a member or an item.
func (p place) member(name string) place {
	return place{p.doc, p.pointer + "/" + strictjson.EscapeToken(name)}
}

// nameLocator points at the name of a member of the object at p.
func (p place) nameLocator(m strictjson.Member) diag.Locator {
	text, end := p.doc.file.Text, m.NameOffset+1
	for text[end] != '"' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	return diag.Locator{File: p.doc.name, Path: p.member(m.Name).pointer, Span: p.doc.file.Span(m.NameOffset, end+1)}
}

// corpus is the documents that one schema needs, and what they declare.
type corpus struct {
	docs      fs.FS
	byName    map[string]*document
	order     []*document        // as they were found
	resources map[string]place   // what an absolute URI without fragment identifies
	anchors   map[anchor]place   // plain-name fragments
	dynamic   map[string]place   // names of $dynamicAnchor
	schemas   map[place]struct{} // where a schema stands
	refs      []reference        // in the order of documents and places
	faults    diag.List
	tooMany   bool // a limit was reported
}

type anchor struct {
	resource place
	name     string
}

// load reads a document, once. It gives nil if there is none with that name.
// What is wrong with its text is reported; then the document is broken.
func (c *corpus) load(name string) (*document, error) {
	if d, ok := c.byName[name]; ok {
		return d, nil
	}
	raw, err := readAtMost(c.docs, name, MaxBytes)
	if err != nil {
		return nil, err
	}
	d := &document{
		name: name,
		uri:  (&url.URL{Scheme: scheme, Path: "/" + name}).String(),
		file: source.New(name, string(raw)),
	}
	c.byName[name] = d
	c.order = append(c.order, d)
	root, err := strictjson.Parse(raw, textLimits)
	var wrong *strictjson.Error
	if errors.As(err, &wrong) {
		d.broken = true
		at := diag.Locator{File: name, Path: wrong.Path, Span: d.file.Span(wrong.Offset, wrong.Offset+1)}
		c.report(errJSON(at, wrong.Kind, wrong.Message))
	}
	d.root = root
	c.resources[d.uri] = place{doc: d}
	return d, nil
}

// readAtMost reads a file, and of a longer one no more than shows that.
func readAtMost(docs fs.FS, name string, most int64) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := docs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

func (c *corpus) report(e *diag.Error) { c.faults = append(c.faults, e) }

// names gives the names of the documents, sorted.
func (c *corpus) names() []string { return slices.Sorted(maps.Keys(c.byName)) }

// locate gives the place that an absolute URI with a JSON Pointer as its
// fragment identifies.
func (c *corpus) locate(uri string) (place, bool) {
	uri, fragment, err := splitFragment(uri)
	if err != nil {
		return place{}, false
	}
	p, ok := c.resources[uri]
	p.pointer += fragment
	return p, ok
}

// reference is a $ref or $dynamicRef.
type reference struct {
	keyword string
	text    string
	base    string // URI that it is relative to
	at      place  // of the keyword
}

// target is where a reference leads, before anything is looked up.
type target struct {
	uri      string // absolute, without fragment
	fragment string // unescaped
	file     string // the file that a relative reference names; "" for none
	outside  bool   // a relative reference that leaves the file system
	err      error
}

// target resolves a reference (RFC 3986, section 5.2). A relative one is also
// the name of a file beside the document that it stands in, so that schemas
// with an $id of their own can be kept together in a folder.
func (r reference) target() target {
	var t target
	if t.uri, t.fragment, t.err = joinURI(r.base, r.text); t.err != nil {
		return t
	}
	text, _, _ := strings.Cut(r.text, "#")
	u, err := url.Parse(text)
	if err != nil || text == "" || u.IsAbs() || u.Host != "" || u.RawQuery != "" {
		t.err = err
		return t
	}
	from := r.at.doc.name
	if base, err := url.Parse(r.base); err == nil && base.Scheme == scheme {
		from = strings.TrimPrefix(base.Path, "/") // an $id may name another folder
	}
	dir := path.Dir(from)
	if strings.HasPrefix(u.Path, "/") {
		dir = "."
	}
	t.file = path.Join(dir, strings.TrimLeft(u.Path, "/"))
	t.outside = !fs.ValidPath(t.file)
	return t
}

// joinURI resolves a reference against a base and splits off its fragment, as the
// validator does.
func joinURI(base, ref string) (uri, fragment string, err error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", "", err
	}
	ref, fragment, err = splitFragment(ref)
	if err != nil {
		return "", "", err
	}
	r, err := url.Parse(ref)
	if err != nil {
		return "", "", err
	}
	abs := b.ResolveReference(r)
	if !r.IsAbs() && b.Opaque != "" {
		abs.Opaque = b.Opaque
	}
	return abs.String(), fragment, nil
}

func splitFragment(uri string) (before, fragment string, err error) {
	before, fragment, _ = strings.Cut(uri, "#")
	fragment, err = url.PathUnescape(fragment)
	return before, fragment, err
}
