package gate

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// collect reads the document called name and all that it refers to, directly or
// not, inside docs. It reports what can be found without a validator.
func collect(docs fs.FS, name string) *corpus {
	c := &corpus{
		docs:      docs,
		byName:    map[string]*document{},
		resources: map[string]place{},
		anchors:   map[anchor]place{},
		dynamic:   map[string]place{},
		schemas:   map[place]struct{}{},
	}
	if _, err := c.load(name); err != nil {
		c.report(errMissing(fileLocator(name), name, err))
		return c
	}
	var beside []besideID
	followed := 0
	for i := 0; i < len(c.order); i++ {
		c.scan(c.order[i])
		for ; followed < len(c.refs); followed++ {
			r := c.refs[followed]
			t := r.target()
			if t.file == "" || t.outside || c.resources[t.uri].doc != nil {
				continue
			}
			if len(c.order) == MaxDocuments && c.byName[t.file] == nil {
				if !c.tooMany {
					c.report(errLimit(r.at.locator(), "more than %d documents belong to one schema", MaxDocuments))
				}
				c.tooMany = true
				continue
			}
			// A file that is not there is reported by resolve: another document
			// may have the reference's URI as its $id.
			if d, err := c.load(t.file); err == nil && d != nil {
				beside = append(beside, besideID{t.uri, d})
			}
		}
	}
	c.adopt(beside)
	for _, r := range c.refs {
		c.resolve(r)
	}
	return c
}

// besideID is a document that was found beside another one when looking for uri.
type besideID struct {
	uri string
	doc *document
}

// adopt lets a URI that no document declares mean the document that lies where
// the relative reference says, unless that one says it is called otherwise.
func (c *corpus) adopt(found []besideID) {
	for _, f := range found {
		if _, ok := c.resources[f.uri]; ok || f.doc.broken {
			continue
		}
		if _, ok := f.doc.root.Get("$id"); !ok {
			c.resources[f.uri] = place{doc: f.doc}
		}
	}
}

// resolve reports a reference that leads to no schema.
func (c *corpus) resolve(r reference) {
	t := r.target()
	at := r.at.locator()
	if t.err != nil {
		c.report(errRef(at, r.keyword, r.text, "it is no URI reference", ""))
		return
	}
	if t.outside {
		c.report(errRemote(at, r.text, "it leaves the folder that holds the schemas"))
		return
	}
	res, ok := c.resources[t.uri]
	if !ok {
		d := c.byName[t.file]
		switch {
		case c.tooMany || d != nil && d.broken:
		case d != nil:
			id, _ := d.root.Get("$id")
			c.report(errRef(at, r.keyword, r.text, fmt.Sprintf("the file %s has the $id %q", t.file, id.Text()), "refer to it by its $id"))
		case t.file != "":
			_, err := readAtMost(c.docs, t.file, 0)
			c.report(errMissing(at, t.file, err))
		default:
			c.report(errRemote(at, r.text, "a gate fetches nothing"))
		}
		return
	}
	if res.doc.broken {
		return
	}
	to := place{res.doc, res.pointer + t.fragment}
	if t.fragment != "" && t.fragment[0] != '/' {
		if to, ok = c.anchors[anchor{res, t.fragment}]; !ok {
			c.report(errRef(at, r.keyword, r.text, fmt.Sprintf("%s has no anchor %q", res.doc.name, t.fragment), ""))
			return
		}
	}
	if !to.exists() {
		c.report(errRef(at, r.keyword, r.text, fmt.Sprintf("%s has nothing at %s", res.doc.name, to.pointer), c.nearPointer(to)))
		return
	}
	if _, ok := c.schemas[to]; !ok && !c.tooMany {
		c.report(errRef(at, r.keyword, r.text, "what stands there is not read as a schema", `put the schema under "$defs"`))
	}
}

// nearPointer gives the places of schemas beside one that is not there.
func (c *corpus) nearPointer(p place) string {
	dir := p.parent().pointer + "/"
	var there []string
	for s := range c.schemas {
		if rest, ok := strings.CutPrefix(s.pointer, dir); ok && s.doc == p.doc && !strings.Contains(rest, "/") {
			there = append(there, "#"+s.pointer)
		}
	}
	if len(there) == 0 {
		return ""
	}
	slices.Sort(there)
	return "there are " + list(there, 8)
}
