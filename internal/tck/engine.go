package tck

import (
	"context"
	"io/fs"

	"github.com/decision-spine/spine/feel"
)

// engine loads a model of a suite. The model is nil
// when the document cannot be read at all; else the error lists the faults of its
// elements, and the others can be evaluated.
type engine func(suite fs.FS, name string, src []byte) (model, error)

// model is a loaded model. Namespaces may be "", which is the model's own.
type model interface {
	// evaluate gives the value of a target, leniently, for values of input data,
	// of decisions (which are then not evaluated), or of parameters.
	evaluate(ctx context.Context, t target, values []given) (feel.Result, error)

	// outputs counts the output decisions of a service.
	outputs(namespace, service string) int

	// typeOf gives the declared type of an input data or a decision; nil when it is
	// not known.
	typeOf(namespace, name string) *feel.Type
}

// target is what is evaluated.
type target struct {
	kind            kind
	namespace, name string
}

type kind string

const (
	decision kind = "decision"
	service  kind = "service"
	bkm      kind = "bkm"
)

// given is a value for an element of a model.
type given struct {
	namespace, name string
	value           feel.Value
}
