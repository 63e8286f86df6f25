package judgment

import "fmt"

// Class says why an evaluation gave an error instead of a disposition.
type Class string

// The classes (section 8.4 of JPS Core), and one of spine's own. Of the first four
// the first that applies is the error.
const (
	PackNotConformant    Class = "pack-not-conformant"
	MalformedInput       Class = "malformed-input"
	UnsupportedExtension Class = "unsupported-required-extension"
	ResourceExhaustion   Class = "resource-exhaustion"
	Cancelled            Class = "dev.spine.cancelled" // the context was cancelled, or its deadline passed
)

// Phase says when.
type Phase string

// The phases.
const (
	Preflight       Phase = "preflight"
	EvaluationPhase Phase = "evaluation"
)

// EvaluationError is why there is no disposition. It unwraps to its findings,
// which are [*diag.Error].
type EvaluationError struct {
	Class Class
	Phase Phase
	Err   error
}

// Error gives class and phase, and the findings.
func (e *EvaluationError) Error() string {
	return fmt.Sprintf("%s in %s: %v", e.Class, e.Phase, e.Err)
}

// Unwrap gives the findings.
func (e *EvaluationError) Unwrap() error { return e.Err }
