package tck

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// maxFile is the size of a test file; those of the kit have up to 400 KB.
const maxFile = 4 << 20

// The namespaces of a test file.
const (
	tckSpace = "http://www.omg.org/spec/DMN/20160719/testcase"
	xsiSpace = "http://www.w3.org/2001/XMLSchema-instance"
	xsdSpace = "http://www.w3.org/2001/XMLSchema"
	xmlSpace = "http://www.w3.org/XML/1998/namespace"
)

// element is an element of a document.
type element struct {
	name       xml.Name // with the namespace, not the prefix
	attrs      []xml.Attr
	children   []*element
	text       []byte // all that stands directly in the element
	scope      *binding
	start, end int // of the start tag, in the file
	tag        xml.Name
}

// binding is a namespace that is declared, within outer ones.
type binding struct {
	prefix, uri string
	outer       *binding
	size        int // how many there are, with the outer ones
}

func (b *binding) lookup(prefix string) (uri string, ok bool) {
	for ; b != nil; b = b.outer {
		if b.prefix == prefix {
			return b.uri, b.uri != "" || prefix == ""
		}
	}
	if prefix == "xml" {
		return xmlSpace, true
	}
	return "", prefix == ""
}

// attr gives the value of an attribute.
func (e *element) attr(space, local string) (value string, ok bool) {
	for _, a := range e.attrs {
		if a.Name.Space == space && a.Name.Local == local {
			return a.Value, true
		}
	}
	return "", false
}

// parseXML reads a document. encoding/xml finds the tokens, and this reader checks
// what it lets pass: tags that do not match, repeated attributes, prefixes that are
// not declared, several roots, text beside the root, a document type.
func parseXML(f *source.File) (*element, *diag.Error) {
	text, markSize := strings.TrimPrefix(f.Text, "\uFEFF"), 0
	if len(text) < len(f.Text) {
		markSize = len("\uFEFF")
	}
	if len(f.Text) > maxFile {
		return nil, errLimit(diag.Locator{File: f.Name}, "this file is larger than 4 MiB")
	}
	p := parser{file: f, tokens: xml.NewDecoder(bytes.NewReader([]byte(text)))}
	for {
		p.start = int(p.tokens.InputOffset()) + markSize
		token, err := p.tokens.RawToken()
		p.end = int(p.tokens.InputOffset()) + markSize
		switch {
		case err == io.EOF:
			return p.finish()
		case err != nil:
			message := err.Error()
			if e, ok := errors.AsType[*xml.SyntaxError](err); ok {
				message = e.Msg // its line is that of the place
			}
			p.start = p.end
			return nil, errSyntax(p.at(), "this is not XML: "+message)
		}
		if fault := p.token(token); fault != nil {
			return nil, fault
		}
	}
}

type parser struct {
	file       *source.File
	tokens     *xml.Decoder
	start, end int // of the token
	root       *element
	open       []*element
}

func (p *parser) at() diag.Locator {
	return diag.Locator{File: p.file.Name, Span: p.file.Span(p.start, p.end)}
}

func (p *parser) finish() (*element, *diag.Error) {
	switch {
	case p.root == nil:
		return nil, errSyntax(p.at(), "this file has no element")
	case len(p.open) > 0:
		e := p.open[len(p.open)-1]
		p.start, p.end = e.start, e.end
		return nil, errSyntax(p.at(), "the element "+source.Quote(written(e.tag))+" does not end")
	}
	return p.root, nil
}

func (p *parser) token(token xml.Token) *diag.Error {
	switch t := token.(type) {
	case xml.StartElement:
		return p.startElement(t)
	case xml.EndElement:
		last := len(p.open) - 1
		if last < 0 || p.open[last].tag != t.Name {
			return errSyntax(p.at(), "the end tag "+source.Quote(written(t.Name))+" ends no element that is open here")
		}
		p.open = p.open[:last]
	case xml.CharData:
		switch {
		case len(p.open) > 0:
			e := p.open[len(p.open)-1]
			e.text = append(e.text, t...)
		case len(bytes.TrimSpace(t)) > 0:
			return errSyntax(p.at(), "there is text beside the root element")
		}
	case xml.Directive:
		return errSyntax(p.at(), "a document type declaration is not read")
	}
	return nil
}

func (p *parser) startElement(t xml.StartElement) *diag.Error {
	e := &element{tag: t.Name, start: p.start, end: p.end}
	switch {
	case len(p.open) == limits.ModelDepth:
		return errLimit(p.at(), "elements lie in each other more than 1,000 deep")
	case len(t.Attr) > limits.ModelAttributes:
		return errLimit(p.at(), "an element has more than 128 attributes")
	case len(p.open) > 0:
		parent := p.open[len(p.open)-1]
		e.scope = parent.scope
		parent.children = append(parent.children, e)
	case p.root != nil:
		return errSyntax(p.at(), "there is a second root element")
	default:
		p.root = e
	}
	for _, a := range t.Attr {
		prefix := a.Name.Local
		switch {
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			prefix = ""
		case a.Name.Space != "xmlns":
			continue
		}
		e.scope = &binding{prefix: prefix, uri: a.Value, outer: e.scope, size: 1}
		if e.scope.outer != nil {
			e.scope.size += e.scope.outer.size
		}
		if e.scope.size > limits.ModelAttributes {
			return errLimit(p.at(), "more than 128 namespaces are declared here")
		}
	}
	var ok bool
	if e.name, ok = e.resolve(t.Name); !ok {
		return errSyntax(p.at(), "the prefix of "+source.Quote(written(t.Name))+" is not declared")
	}
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		name := a.Name
		if name.Space != "" {
			if name, ok = e.resolve(name); !ok {
				return errSyntax(p.at(), "the prefix of "+source.Quote(written(a.Name))+" is not declared")
			}
		}
		if slices.ContainsFunc(e.attrs, func(b xml.Attr) bool { return b.Name == name }) {
			return errSyntax(p.at(), "the attribute "+source.Quote(written(a.Name))+" stands twice")
		}
		e.attrs = append(e.attrs, xml.Attr{Name: name, Value: a.Value})
	}
	p.open = append(p.open, e)
	return nil
}

// resolve puts the namespace in the place of the prefix.
func (e *element) resolve(name xml.Name) (xml.Name, bool) {
	uri, ok := e.scope.lookup(name.Space)
	return xml.Name{Space: uri, Local: name.Local}, ok
}

// written gives a name with its prefix.
func written(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}
