package judgment

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// document is a JSON document, which knows the places of its values.
type document struct {
	file *source.File
	root strictjson.Value
}

// parse reads a strict JSON document. The fault is JSONInvalid, DuplicateMember
// or one of the carrier's limits.
func parse(file string, src []byte) (document, *diag.Error) {
	panic("to come")
}

// at gives the place of a value.
func (d document) at(path string, v strictjson.Value) diag.Locator {
	return diag.Locator{File: d.file.Name, Path: path, Span: d.file.Span(v.Offset(), v.End())}
}
