package judgment

import (
	"fmt"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Class says why an evaluation gave an error instead of a disposition.
type Class string

// The classes (section 8.4 of JPS Core), and two of spine's own. Of the first four
// the first that applies is the error.
const (
	PackNotConformant    Class = "pack-not-conformant"
	MalformedInput       Class = "malformed-input"
	UnsupportedExtension Class = "unsupported-required-extension"
	ResourceExhaustion   Class = "resource-exhaustion"
	Cancelled            Class = "dev.spine.cancelled"   // the context was cancelled, or its deadline passed
	TableError           Class = "dev.spine.table-error" // a decision table met a value that it does not take, or a FEEL error
)

// Phase says when.
type Phase string

// The phases.
const (
	Preflight       Phase = "preflight"  // while the pack and the inputs are admitted
	EvaluationPhase Phase = "evaluation" // afterwards
)

// EvaluationError is why there is no disposition. It unwraps to its findings, each
// a [*diag.Error].
type EvaluationError struct {
	Class Class
	Phase Phase
	Err   error
}

// Error gives class, phase and findings.
func (e *EvaluationError) Error() string { return fmt.Sprintf("%s in %s: %v", e.Class, e.Phase, e.Err) }

// Unwrap gives the findings.
func (e *EvaluationError) Unwrap() error { return e.Err }

func refused(class Class, phase Phase, findings ...*diag.Error) *EvaluationError {
	return &EvaluationError{class, phase, diag.List(findings).Err()}
}

// The examples of JPS codes are changes of a sound pack, written OLD -> NEW; or a
// text, as one or more quoted parts, some of them repeated; or what the sound pack
// is evaluated with, after "evidence:" and "work limit:", or when it is cancelled;
// or, after "disposition:", one to decode.

// CarrierInvalidJSON: a document that is not exactly one JSON value (RFC 8259) in
// UTF-8, or that has half of a surrogate pair.
//
//	Example: "{\"specVersion\": "
const CarrierInvalidJSON diag.Code = "JPS-CARRIER-INVALID-JSON"

// CarrierDuplicateMember: an object with one member twice, also when the two names
// are escaped differently.
//
//	Example: "title": "Parking" -> "title": "Parking", "t\u0069tle": "Parking"
const CarrierDuplicateMember diag.Code = "JPS-CARRIER-DUPLICATE-MEMBER"

// CarrierLimitBytes: a document of more than 10 MiB.
//
//	Example: " " * 10485761
const CarrierLimitBytes diag.Code = "JPS-CARRIER-LIMIT-BYTES"

// CarrierLimitDepth: more than 128 arrays and objects within each other.
//
//	Example: "[" * 129
const CarrierLimitDepth diag.Code = "JPS-CARRIER-LIMIT-DEPTH"

// CarrierLimitValues: a document of more than 250,000 values.
//
//	Example: "[0" ",0" * 249999 "]"
const CarrierLimitValues diag.Code = "JPS-CARRIER-LIMIT-VALUES"

// CarrierLimitString: a string or member name of more than 1 MiB.
//
//	Example: "\"" "a" * 1048577 "\""
const CarrierLimitString diag.Code = "JPS-CARRIER-LIMIT-STRING"

// CarrierLimitNumber: a number that takes more than 1 MiB to write.
//
//	Example: "1" * 1048577
const CarrierLimitNumber diag.Code = "JPS-CARRIER-LIMIT-NUMBER"

// errCarrier is the fault of a text that is no strict JSON, or too much of it.
func errCarrier(at diag.Locator, wrong *strictjson.Error) *diag.Error {
	e := &diag.Error{Code: CarrierInvalidJSON, At: at, Message: wrong.Message}
	switch wrong.Kind {
	case strictjson.Duplicate:
		e.Code = CarrierDuplicateMember
	case strictjson.LimitBytes:
		e.Code = CarrierLimitBytes
	case strictjson.LimitDepth:
		e.Code = CarrierLimitDepth
	case strictjson.LimitValues:
		e.Code = CarrierLimitValues
	case strictjson.LimitString:
		e.Code = CarrierLimitString
	case strictjson.LimitNumber:
		e.Code = CarrierLimitNumber
	}
	if e.Code != CarrierInvalidJSON { // where nothing has a path, since the text has no structure
		e.At.Path = wrong.Path
	}
	return e
}

// InputEvidenceType: an evidence document that is no object.
//
//	Example: evidence: null
const InputEvidenceType diag.Code = "JPS-INPUT-EVIDENCE-TYPE"

func errInputType(at diag.Locator, have strictjson.Kind) *diag.Error {
	return &diag.Error{
		Code: InputEvidenceType, At: at, Message: fmt.Sprintf("evidence is an object from ids of requirements to presences, not %s", kindName(have)),
		Hint: "without any evidence leave the document out, or write {}",
	}
}

// InputEvidenceUndeclared: evidence for a requirement that the pack does not
// declare.
//
//	Example: evidence: {"permit-2": "present"}
const InputEvidenceUndeclared diag.Code = "JPS-INPUT-EVIDENCE-UNDECLARED"

func errInputUndeclared(at diag.Locator, id, near string) *diag.Error {
	return &diag.Error{
		Code: InputEvidenceUndeclared, At: at, Message: fmt.Sprintf("the pack has no evidence requirement %s", source.Quote(id)),
		Hint: source.Suggest(near),
	}
}

// InputEvidencePresence: evidence that is neither present nor absent nor unknown.
//
//	Example: evidence: {"permit": true}
const InputEvidencePresence diag.Code = "JPS-INPUT-EVIDENCE-PRESENCE"

func errInputPresence(at diag.Locator, id string, v strictjson.Value) *diag.Error {
	return &diag.Error{
		Code: InputEvidencePresence, At: at, Message: fmt.Sprintf("%s is no presence of the evidence %s", shown(v), source.Quote(id)),
		Hint: `a presence is "present", "absent" or "unknown"`,
	}
}

// EvaluationWorkLimit: an evaluation that would take more work than it may: see
// [Inputs.WorkLimit].
//
//	Example: work limit: 1
const EvaluationWorkLimit diag.Code = "JPS-EVALUATION-WORK-LIMIT"

func errWorkLimit(limit int) *diag.Error {
	return &diag.Error{Code: EvaluationWorkLimit, Message: fmt.Sprintf("the evaluation takes more than %d units of work", limit)}
}

// EvaluationCancelled: an evaluation whose context was cancelled, or whose deadline
// passed. Unwrapping gives the context's error.
//
//	Example: cancelled
const EvaluationCancelled diag.Code = "JPS-EVALUATION-CANCELLED"

func errCancelled(cause error) *diag.Error {
	return &diag.Error{Code: EvaluationCancelled, Message: fmt.Sprintf("the evaluation was given up: %v", cause), Err: cause}
}

// DispositionIllegal: a disposition that no evaluation can have, although each of
// its members can be what it is.
//
//	Example: disposition: {"kind": "unresolved", "reasons": [], "handoff": {"state": "none"}}
const DispositionIllegal diag.Code = "JPS-DISPOSITION-ILLEGAL"

func errDispositionIllegal(at diag.Locator, why string) *diag.Error {
	return &diag.Error{Code: DispositionIllegal, At: at, Message: "no evaluation gives this: " + why}
}

// shown names a value for a message: scalars by their text.
func shown(v strictjson.Value) string {
	switch v.Kind() {
	case strictjson.String:
		return source.Quote(v.Text())
	case strictjson.Number:
		return "the number " + strictjson.Excerpt(v.Text())
	}
	return kindName(v.Kind())
}
