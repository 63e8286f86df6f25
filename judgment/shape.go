package judgment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// place is a value of a document, and the pointer to it.
type place struct {
	path string
	strictjson.Value
}

func (p place) member(name string) (place, bool) {
	v, ok := p.Get(name)
	return place{p.below(name), v}, ok
}

func (p place) item(i int) place { return place{p.below(strconv.Itoa(i)), p.Items()[i]} }

func (p place) below(token string) string { return p.path + "/" + strictjson.EscapeToken(token) }

// readDocument is [read] with a finding for what is no strict JSON.
func readDocument(file string, src []byte, limits strictjson.Limits, fault func(diag.Locator, string) *Finding) (document, *Finding) {
	d, at, wrong := read(file, src, limits)
	if wrong == nil {
		return d, nil
	}
	at.Path = wrong.Path
	return d, fault(at, wrong.Message)
}

// checkFormat demands the member format, before anything else is looked at.
func (d document) checkFormat(want string, fault func(diag.Locator, string) *Finding) *Finding {
	format, ok := d.root.Get("format")
	reads := fmt.Sprintf("this version reads %q", want)
	switch {
	case d.root.Kind() != strictjson.Object:
		return fault(d.locate(""), fmt.Sprintf("a JSON object with a format belongs here, and this is a JSON %s", d.root.Kind()))
	case !ok:
		return fault(d.locate("/format"), "the format is missing; "+reads)
	case format.Kind() != strictjson.String:
		return fault(d.locate("/format"), fmt.Sprintf("the format is a JSON %s; %s", format.Kind(), reads))
	case format.Text() != want:
		return fault(d.locate("/format"), fmt.Sprintf("the format is %s; %s", source.Quote(format.Text()), reads))
	}
	return nil
}

// locate gives the place in the text of what a pointer leads to; of a member that
// is missing, the start of what should have it.
func (d document) locate(path string) diag.Locator {
	for at := path; ; at = at[:strings.LastIndexByte(at, '/')] {
		if v, ok := strictjson.Lookup(d.root, at); ok {
			l := d.at(path, v)
			if at != path {
				l.Span.End = l.Span.Start
			}
			return l
		}
	}
}

// shape reads a document that is closed: a member that it does not know is a
// fault. Its methods take what [shape.need] or [place.member] gives, and are
// silent about what is not there, since need has told.
type shape struct {
	doc   document
	fault func(at diag.Locator, message, hint string) *Finding
	found Findings
	hints int // nearest names that were looked for
}

// maxFindings is how many findings of one document are told.
const maxFindings = 10_000

func (s *shape) add(f *Finding) {
	if len(s.found) < maxFindings {
		s.found = append(s.found, f)
	}
}

func (s *shape) report(path, message, hint string) {
	s.add(s.fault(s.doc.locate(path), message, hint))
}

// is reports whether p is there and of a kind.
func (s *shape) is(p place, ok bool, kind strictjson.Kind) bool {
	if ok && p.Kind() != kind {
		s.report(p.path, fmt.Sprintf("a JSON %s belongs here, and this is a JSON %s", kind, p.Kind()), "")
		return false
	}
	return ok
}

// object reports whether p is an object, and each member that is not among
// members.
func (s *shape) object(p place, ok bool, members ...string) bool {
	if !s.is(p, ok, strictjson.Object) {
		return false
	}
	for _, m := range p.Members() {
		if slices.Contains(members, m.Name) {
			continue
		}
		if len(s.found) == maxFindings {
			break
		}
		hint := ""
		if s.hints++; s.hints <= maxHints {
			hint = nearest(m.Name, "members", members)
		}
		s.report(p.below(m.Name), fmt.Sprintf("there is no member %s here", source.Quote(m.Name)), hint)
	}
	return true
}

func (s *shape) need(p place, name string) (place, bool) {
	m, ok := p.member(name)
	if !ok {
		s.report(m.path, fmt.Sprintf("the member %q is missing", name), "")
	}
	return m, ok
}

// text reads a string that is not empty.
func (s *shape) text(p place, ok bool) string {
	if !s.is(p, ok, strictjson.String) {
		return ""
	}
	if p.Text() == "" {
		s.report(p.path, "the text is empty", "")
	}
	return p.Text()
}

// form reads a string of a form; what says which.
func (s *shape) form(p place, ok bool, is func(string) bool, what string) string {
	if !s.is(p, ok, strictjson.String) {
		return ""
	}
	if !is(p.Text()) {
		s.report(p.path, fmt.Sprintf("%s is not %s", source.Quote(p.Text()), what), "")
	}
	return p.Text()
}

const (
	aLocalID = "a local id: lower-case letters and digits in parts joined by -, the first of which begins with a letter"
	aTriple  = "a version: three numbers without leading zeros, joined by dots"
	aURI     = "an absolute URI"
)

func (s *shape) localID(p place, ok bool) string { return s.form(p, ok, isLocalID, aLocalID) }

func (s *shape) triple(p place, ok bool) string { return s.form(p, ok, isTriple, aTriple) }

func (s *shape) oneOf(p place, ok bool, words ...string) string {
	return s.form(p, ok, func(t string) bool { return slices.Contains(words, t) }, "one of "+strings.Join(words, ", "))
}

// maxFactRunes is the number of characters that the pointer of a feed may have.
const maxFactRunes = 1024

// fact reads the pointer of a feed, and gives its tokens.
func (s *shape) fact(p place, ok bool) (string, []string) {
	if !s.is(p, ok, strictjson.String) {
		return "", nil
	}
	tokens, isPointer := strictjson.Tokens(p.Text())
	switch {
	case !isPointer:
		s.report(p.path, fmt.Sprintf("%s is not a JSON Pointer", source.Quote(p.Text())), `a pointer starts with "/"; a "~" in a name is written ~0, a "/" ~1`)
	case p.Text() == "":
		s.report(p.path, "the pointer is empty: a feed is one member of the facts, not all of them", `name the member: "/applicant/residency"`)
	case utf8.RuneCountInString(p.Text()) > maxFactRunes:
		s.report(p.path, fmt.Sprintf("the pointer has more than %d characters", maxFactRunes), "")
	}
	return p.Text(), tokens
}
