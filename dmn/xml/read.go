package xml

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// An Option changes what [Read] accepts.
type Option func(*reader)

// MaxDefinitions is the most definitions that a document may have. Without it
// that is 10,000.
func MaxDefinitions(n int) Option { return func(r *reader) { r.most = n } }

// Read reads a DMN document; file names it in faults. All of them are reported
// together, sorted: the error unwraps to [*diag.Error] values with the codes of
// this package. The Definitions are given beside the error, as far as the
// document can be read: see [Definitions.Complete] and [Definition.Faults].
func Read(file string, src []byte, opts ...Option) (*Definitions, error) {
	r := &reader{scanner: newScanner(file, string(src)), most: limits.ModelDefinitions, ids: map[string]*Definition{}}
	for _, o := range opts {
		o(r)
	}
	d := r.document()
	r.warnings.Sort()
	d.Warnings = r.warnings
	r.faults.Sort()
	return d, r.faults.Err()
}

// reader is one reading of one document. The methods that read an element begin
// at its start tag and leave the scanner at its end tag. They ask for attributes
// first, since these are gone with the next token.
type reader struct {
	*scanner
	model    string // the namespace of the document's elements
	version  Version
	language Language // of a text that does not declare its own
	most     int
	count    int // definitions
	ids      map[string]*Definition
}

// document reads the root.
func (r *reader) document() *Definitions {
	d := &Definitions{}
	if !r.next() {
		return d
	}
	r.model, r.version = r.name.space, versionOf(r.name.space)
	switch {
	case r.name.local != "definitions":
		r.stop(errNotDMN(r.locate(r.span), r.name.written()))
		return d
	case r.version == 0:
		r.stop(errNamespace(r.locate(r.span), r.model))
		return d
	}
	r.definitions(d)
	for r.next() { // white space, or a fault
	}
	d.Complete = r.complete
	return d
}

// children reads the content of an element, up to its end tag. It hands the name
// of each element of the model to known, which reads that element or reports
// that it does not know it.
func (r *reader) children(known func(element string) bool) {
	parent, strayed := r.name.local, false
	for r.next() && r.kind != endTag {
		if r.kind == charData {
			if !strayed {
				strayed = r.stray(parent)
			}
			continue
		}
		switch r.name.space {
		case r.model:
			switch {
			case known(r.name.local) || r.stopped:
				continue
			case r.name.local == "description", r.name.local == "extensionElements":
			default:
				r.report(warnUnknownElement(r.locate(r.span), r.name.local, parent))
			}
		case "":
			r.report(warnNoNamespace(r.locate(r.span), r.name.local))
		default:
			if v := versionOf(r.name.space); v != 0 {
				r.report(errMixedVersions(r.locate(r.span), v, r.version))
			}
		}
		r.skip()
	}
}

// stray warns of text where only elements are due.
func (r *reader) stray(parent string) bool {
	if blank(r.src[r.chars.start:r.chars.end]) == r.chars.end-r.chars.start {
		return false
	}
	text := r.compose(r.chars)
	r.report(warnStrayText(text.At.Locator(), text.Text, parent))
	return true
}

// content reads an element that has only text.
func (r *reader) content() Text {
	parent := r.name.local
	start := int(r.span.end)
	var pieces []piece
	for r.next() && r.kind != endTag {
		switch {
		case r.kind == charData:
			pieces = append(pieces, r.chars)
		default:
			if r.name.space == r.model {
				r.report(warnUnknownElement(r.locate(r.span), r.name.local, parent))
			}
			r.skip()
		}
	}
	if len(pieces) == 0 {
		return Text{At: r.place(run(start, 0))}
	}
	return r.compose(pieces...)
}

// leaf reads an element without content that matters, up to its end tag.
func (r *reader) leaf() { r.children(func(string) bool { return false }) }

// first reports whether a part of an element, which may be there once, is not
// there yet; otherwise it passes over the element that is the second.
func (r *reader) first(absent bool) bool {
	if !absent {
		r.report(errRepeatedElement(r.locate(r.span), r.name.local))
		r.skip()
	}
	return absent
}

// find gives the attribute of a name without prefix, or nil.
func (r *reader) find(name string) *attribute {
	for i := range r.attrs {
		if a := &r.attrs[i]; a.local == name && a.prefix == "" {
			a.taken = true
			return a
		}
	}
	return nil
}

// attributeText gives the value of an attribute, or the zero Text.
func (r *reader) attributeText(name string) Text {
	if a := r.find(name); a != nil {
		return r.compose(a.value)
	}
	return Text{}
}

// value gives the value of an attribute whose place does not matter, or "".
func (r *reader) value(name string) string { return r.attributeText(name).Text }

// required gives the value of an attribute that the standard demands.
func (r *reader) required(name string) Text { return r.demanded(name, r.attributeText(name)) }

// demanded reports an attribute that has no value, and gives the value.
func (r *reader) demanded(name string, t Text) Text {
	if t.Text == "" {
		at := t.At
		if !t.Known() {
			at = r.place(r.span)
		}
		r.report(errMissingAttribute(at.Locator(), r.name.local, name))
	}
	return t
}

// ownName gives the name that an element has, or the zero Text.
func (r *reader) ownName() Text { return r.attributeText("name").asName() }

// requiredName gives the name that an element must have.
func (r *reader) requiredName() Text { return r.demanded("name", r.ownName()) }

// oneOf gives the value of an attribute that has one of the known values, the
// first of which it has when it is absent or has another.
func (r *reader) oneOf(name string, known ...string) string {
	t := r.attributeText(name)
	switch {
	case !t.Known():
	case slices.Contains(known, t.Text):
		return t.Text
	default:
		r.report(errAttributeValue(t.At.Locator(), name, t.Text, known))
	}
	return known[0]
}

// rest warns of the attributes that were not asked for, which DMN does not know
// at their place: those without a prefix, or with one of DMN's own. ignored are
// those that it knows and that do not matter.
func (r *reader) rest(ignored ...string) {
	for _, a := range r.attrs {
		if !a.taken && (a.prefix == "" || a.space == r.model) && !slices.Contains(ignored, a.local) {
			r.report(warnUnknownAttribute(r.locate(a.at), r.name.local, a.written()))
		}
	}
}

// typeRef gives the type that an attribute refers to, or nil.
func (r *reader) typeRef(attribute string) *TypeRef {
	return r.typeOf(r.attributeText(attribute))
}

// typeOf resolves a reference to a type, in the namespaces of the current
// element. It gives nil for no text. A prefix is the rule in DMN 1.1, where references are qualified names;
// later they are text, and one with an unknown prefix is left for the caller.
func (r *reader) typeOf(t Text) *TypeRef {
	if t.Text == "" {
		return nil
	}
	t = t.asName()
	ref := &TypeRef{Text: t, Name: t.Text}
	prefix, local, found := strings.Cut(t.Text, ":")
	if !found || prefix == "" || nameLen(prefix) != len(prefix) {
		return ref
	}
	space, ok := r.scope.lookup(prefix)
	switch {
	case ok:
		ref.Name, ref.Namespace = local[blank(local):], space
	case r.version == DMN11:
		r.report(errPrefix(t.At.Locator(), "the prefix "+source.Quote(prefix)+" is not declared", "declare it, or write the type without it"))
	}
	return ref
}

// languageOf gives the language of a text whose element may declare one.
func (r *reader) languageOf(attribute string) Language {
	t := r.attributeText(attribute)
	if t.Text == "" {
		return r.language
	}
	l := languageOf(t.Text)
	switch l {
	case BFEEL:
		r.report(errBFEEL(t.At.Locator()))
	case OtherLanguage:
		r.report(errLanguage(t.At.Locator(), t.Text))
	}
	return l
}

// NamespaceOf gives the namespace of the definitions whose document begins with
// head: "" when head has no start tag of definitions, or it is no DMN.
func NamespaceOf(head []byte) string {
	for range utf8.UTFMax - 1 { // head may end within a character
		if r, _ := utf8.DecodeLastRune(head); r != utf8.RuneError || len(head) == 0 {
			break
		}
		head = head[:len(head)-1]
	}
	r := &reader{scanner: newScanner("", string(head))}
	if !r.next() || r.name.local != "definitions" || versionOf(r.name.space) == 0 {
		return ""
	}
	return r.value("namespace")
}
