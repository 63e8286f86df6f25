package spinetest

import (
	"github.com/decision-spine/spine/feel"
)

// Value reads a document that is a FEEL value.
func Value(src string) (feel.Value, error) {
	var r reader
	n := r.Parse("v.yaml", []byte(src))
	if n == nil {
		return feel.Null, r.Err()
	}
	return r.value(n), r.Err()
}

// JSON reads a document that is JSON for a gate.
func JSON(src string) ([]byte, error) {
	var r reader
	n := r.Parse("v.yaml", []byte(src))
	if n == nil {
		return nil, r.Err()
	}
	return r.json(nil, n), r.Err()
}

// FeelCodes are those of the class feel_error.
var FeelCodes = feelCodes
