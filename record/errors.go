package record

import (
	"errors"
	"fmt"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/source"
)

// What a [Store] refuses, for errors.Is.
var (
	ErrExists         = errors.New("there is a record of this run already")
	ErrNotFound       = errors.New("there is no record of this run")
	ErrAlreadyResumed = errors.New("the waiting record has been resumed already")
)

// IntegrityError says why bytes are no record that can be trusted: every fault,
// sorted, each with its JSON Pointer and its place in the text.
type IntegrityError struct{ Faults diag.List }

// Error gives one fault a line.
func (e *IntegrityError) Error() string { return e.Faults.Err().Error() }

// Unwrap gives every fault.
func (e *IntegrityError) Unwrap() []error { return e.Faults.Errors() }

// InFile gives the same faults, placed in the file that the bytes came from.
func (e *IntegrityError) InFile(name string) *IntegrityError {
	return &IntegrityError{e.Faults.Revise(func(f *diag.Error) { f.At.File = name })}
}

// The examples below are a record's text, a value's text, or, with an arrow, a
// change of a sound record; unless the code is RecordIntegrity, its digest is
// made to fit again.

// RecordJSON: the bytes are not strict JSON in UTF-8, or beyond a limit.
//
//	Example: {"format":
const RecordJSON diag.Code = "record_json"

func errRecordJSON(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: RecordJSON, At: at, Message: message}
}

// RecordDuplicate: an object has a member twice.
//
//	Example: {"format":"spine.record/1","format":"spine.record/1"}
const RecordDuplicate diag.Code = "record_duplicate_member"

func errRecordDuplicate(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: RecordDuplicate, At: at, Message: message}
}

// RecordFormat: not a record, or one of a version that this package does not
// know. Nothing else is looked at.
//
//	Example: {"format":"spine.record/9"}
const RecordFormat diag.Code = "record_format"

func errRecordFormat(at diag.Locator, have string) *diag.Error {
	return &diag.Error{Code: RecordFormat, At: at,
		Message: fmt.Sprintf("the format is %s, and this version reads %q", have, Format),
		Hint:    "read it with the version of spine that wrote it"}
}

// RecordNotCanonical: the bytes are not those that canonical JSON (RFC 8785), or
// the normal form of a record, has.
//
//	Example: "status":"completed" -> "status": "completed"
const RecordNotCanonical diag.Code = "record_not_canonical"

func errRecordNotCanonical(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: RecordNotCanonical, At: at, Message: message,
		Hint: "a record is kept byte for byte: it must not be edited, formatted or merged"}
}

// RecordIntegrity: the digest over the whole record is not that of its bytes.
//
//	Example: "by":"A. Officer" -> "by":"B. Officer"
const RecordIntegrity diag.Code = "record_integrity"

func errRecordIntegrity(at diag.Locator, says, is string) *diag.Error {
	return &diag.Error{Code: RecordIntegrity, At: at,
		Message: fmt.Sprintf("the record was changed after it was written: it says %s, and its bytes have %s", says, is)}
}

// RecordSnapshot: the content of a snapshot does not have its digest.
//
//	Example: id: points -> id: pOints
const RecordSnapshot diag.Code = "record_snapshot"

func errRecordSnapshot(at diag.Locator, path, says, is string) *diag.Error {
	return &diag.Error{Code: RecordSnapshot, At: at,
		Message: fmt.Sprintf("the snapshot %q says %q, and its content has %s", path, says, is)}
}

// RecordSnapshotMissing: a file that the record names by path or digest is not
// among its snapshots.
//
//	Example: "document":"workflow.yaml" -> "document":"other.yaml"
const RecordSnapshotMissing diag.Code = "record_snapshot_missing"

func errRecordSnapshotMissing(at diag.Locator, what, name string) *diag.Error {
	return &diag.Error{Code: RecordSnapshotMissing, At: at, Message: fmt.Sprintf("no snapshot holds %s, %q", what, name)}
}

// RecordMember: a member is missing or unknown.
//
//	Example: "by":"A. Officer" -> "bye":"A. Officer"
const RecordMember diag.Code = "record_member"

func errMissingMember(at diag.Locator, name string) *diag.Error {
	return &diag.Error{Code: RecordMember, At: at, Message: fmt.Sprintf("the member %q is missing", name)}
}

func errUnknownMember(at diag.Locator, name string, known []string) *diag.Error {
	return &diag.Error{Code: RecordMember, At: at, Message: fmt.Sprintf("the member %q is unknown here", name), Hint: source.Hint(name, known, "")}
}

// RecordShape: a member holds what it cannot: another kind of JSON, a text that
// is no run id, time, digest, path or status.
//
//	Example: "started":"2026-06-01T10:00:00Z" -> "started":"2026-06-01"
const RecordShape diag.Code = "record_shape"

func errRecordShape(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: RecordShape, At: at, Message: message}
}

// RecordStatus: the result is not one that a run with this status has.
//
//	Example: "status":"completed" -> "status":"failed"
const RecordStatus diag.Code = "record_status"

func errRecordStatus(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: RecordStatus, At: at, Message: message}
}

// ValueJSON: what should be a value is not strict JSON in UTF-8.
//
//	Example: {"a": 1,}
const ValueJSON diag.Code = "value_json"

func errValueJSON(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: ValueJSON, At: at, Message: message}
}

// ValueEncoding: JSON that stands for no value or, in a record, is not the normal
// form of its value.
//
//	Example: {"@date": "2026-02-30"}
const ValueEncoding diag.Code = "value_encoding"

const wrapHint = `an object with such a member of its own is written {"@context": {...}}`

func errValueEncoding(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: ValueEncoding, At: at, Message: message, Hint: hint}
}

func errUnknownTyped(at diag.Locator, member string) *diag.Error {
	return errValueEncoding(at, fmt.Sprintf("%q is no kind of value here", member), wrapHint)
}

// Unrecordable: a value that has no encoding: a function, text that is not UTF-8,
// raw JSON that is none.
//
//	Example: function(x) x
const Unrecordable diag.Code = "unrecordable"

func errUnrecordable(path, message string) *diag.Error {
	return &diag.Error{Code: Unrecordable, At: diag.Locator{Path: path}, Message: message}
}

func errUncanonical(err error) *diag.Error {
	var e *canon.Error
	if !errors.As(err, &e) {
		return errUnrecordable("", err.Error())
	}
	return errUnrecordable(e.Path, e.Message)
}
