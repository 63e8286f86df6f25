package gate

import (
	"strings"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/strictjson"
)

// scan reads a document as a schema. It notes what the document declares and
// refers to, and reports what JSON Schema leaves open and a gate does not:
// keywords and formats that nobody knows, keywords without effect, numbers that
// are not exact. Values of the wrong type are left to the meta-schema.
func (c *corpus) scan(d *document) {
	if d.broken {
		return
	}
	c.numbers(place{doc: d}, d.root)
	c.schema(place{doc: d}, d.root, d.uri, place{doc: d})
}

// schema reads the schema at p. Its references are relative to base, the URI of
// the resource that begins at res.
func (c *corpus) schema(p place, v strictjson.Value, base string, res place) {
	if v.Kind() != strictjson.Object && v.Kind() != strictjson.Bool {
		return
	}
	c.schemas[p] = struct{}{}
	if len(c.schemas) > MaxSchemas {
		if !c.tooMany {
			c.report(errLimit(p.locator(), "the documents hold more than %d schemas", MaxSchemas))
		}
		c.tooMany = true
		return
	}
	if id, ok := v.Get("$id"); ok && id.Kind() == strictjson.String {
		if uri, _, err := joinURI(base, id.Text()); err == nil {
			base, res = uri, p
			c.declare(p.member("$id"), id.Text(), uri, p)
		}
	}
	for _, m := range v.Members() {
		at := p.member(m.Name)
		kind, known := keywords[m.Name]
		if !known {
			if !strings.HasPrefix(m.Name, "x-") {
				c.report(errUnknownKeyword(p.nameLocator(m), m.Name))
			}
			continue
		}
		if other := needs[m.Name]; other != "" {
			if _, ok := v.Get(other); !ok {
				c.report(errIdleKeyword(p.nameLocator(m), m.Name, other))
			}
		}
		switch kind {
		case aSchema:
			c.schema(at, m.Value, base, res)
		case someItems:
			for i, item := range m.Value.Items() {
				c.schema(at.member(index(i)), item, base, res)
			}
		case someNames:
			for _, sub := range m.Value.Members() {
				c.schema(at.member(sub.Name), sub.Value, base, res)
			}
		case aCount:
			c.count(at, m.Name, m.Value)
		case aReference:
			if m.Value.Kind() == strictjson.String {
				c.refs = append(c.refs, reference{m.Name, m.Value.Text(), base, at})
			}
		default:
			if m.Value.Kind() == strictjson.String {
				c.text(at, m.Name, m.Value.Text(), res)
			}
		}
	}
}

// text looks at a keyword whose value is a string.
func (c *corpus) text(at place, keyword, text string, res place) {
	switch keyword {
	case "$schema":
		if strings.TrimSuffix(text, "#") != dialect {
			c.report(errDialect(at.locator(), text))
		}
	case "format":
		for _, f := range formats {
			if f == text {
				return
			}
		}
		c.report(errFormat(at.locator(), text))
	case "$anchor", "$dynamicAnchor":
		key := anchor{res, text}
		if first, ok := c.anchors[key]; ok {
			c.report(errDuplicateID(at.locator(), first.locator(), "anchor", text))
			return
		}
		c.anchors[key] = at.parent()
		if keyword == "$anchor" {
			return
		}
		// Which of several schemas with one dynamic anchor a $dynamicRef means
		// is known only while validating; a gate says before what a value becomes.
		if first, ok := c.dynamic[text]; ok {
			c.report(errDuplicateID(at.locator(), first.locator(), "dynamic anchor", text))
			return
		}
		c.dynamic[text] = at
	}
}

// parent is the place of the value that holds p.
func (p place) parent() place { return place{p.doc, p.pointer[:strings.LastIndexByte(p.pointer, '/')]} }

// declare notes that uri identifies the schema at p.
func (c *corpus) declare(at place, text, uri string, p place) {
	if first, ok := c.resources[uri]; ok && first != p {
		c.report(errDuplicateID(at.locator(), first.locator(), "$id", text))
		return
	}
	c.resources[uri] = p
}

// count looks at a keyword that takes a whole number: one that no machine word
// holds would be read as another one. Values of other types, and fractions, are
// found by the meta-schema.
func (c *corpus) count(at place, keyword string, v strictjson.Value) {
	if v.Kind() != strictjson.Number {
		return
	}
	n, err := feel.ParseNumber(v.Text())
	if i, ok := n.AsInt(); err == nil && (!ok || i > 1<<31-1) {
		if whole, _, _ := n.NumberText(); !strings.Contains(whole, ".") {
			c.report(errLimit(at.locator(), "%s is more than 2147483647", keyword))
		}
	}
}

// numbers reports every number of a document that is not exact.
func (c *corpus) numbers(p place, v strictjson.Value) {
	switch v.Kind() {
	case strictjson.Number:
		if _, err := feel.ParseNumber(v.Text()); err != nil {
			c.report(errInexactNumber(p.locator(), v.Text()))
		}
	case strictjson.Array:
		for i, item := range v.Items() {
			c.numbers(p.member(index(i)), item)
		}
	case strictjson.Object:
		for _, m := range v.Members() {
			c.numbers(p.member(m.Name), m.Value)
		}
	}
}
