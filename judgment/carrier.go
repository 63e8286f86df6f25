package judgment

import (
	"errors"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// document is a JSON document, which knows the places of its values.
type document struct {
	root strictjson.Value
	file *source.File
}

// parse reads a strict JSON document within the limits of the package. The fault
// is [CarrierInvalidJSON], [CarrierDuplicateMember] or a passed limit.
func parse(file string, src []byte) (document, *diag.Error) {
	d, at, wrong := read(file, src, strictjson.Limits{})
	if wrong != nil {
		return d, errCarrier(at, wrong)
	}
	return d, nil
}

// read reads a strict JSON document within limits, or says what is wrong, and
// where in the text.
func read(file string, src []byte, limits strictjson.Limits) (document, diag.Locator, *strictjson.Error) {
	root, err := strictjson.Parse(src, limits)
	d := document{root, source.New(file, string(src))}
	at := diag.Locator{File: file}
	var wrong *strictjson.Error
	if !errors.As(err, &wrong) {
		return d, at, nil
	}
	if wrong.Kind != strictjson.LimitBytes { // whose text may be of any size, and is not looked at
		at = d.span("", wrong.Offset, wrong.Offset+1)
	}
	return document{}, at, wrong
}

// at gives the place of a value, whose pointer is path.
func (d document) at(path string, v strictjson.Value) diag.Locator {
	return d.span(path, v.Offset(), v.End())
}

// atMember gives the place of a member, whose pointer is path.
func (d document) atMember(path string, m strictjson.Member) diag.Locator {
	return d.span(path, m.NameOffset, m.Value.End())
}

// atMissing gives the place in an object of a member that it does not have, whose
// pointer would be path.
func (d document) atMissing(path string, object strictjson.Value) diag.Locator {
	return d.span(path, object.Offset(), object.Offset()+1)
}

func (d document) span(path string, start, end int) diag.Locator {
	return diag.Locator{File: d.file.Name, Path: path, Span: d.file.Span(start, end)}
}
