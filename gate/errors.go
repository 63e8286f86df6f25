package gate

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// An example is a schema, or a schema and an instance for it: SCHEMA <- INSTANCE.

// NotJSON: a text, of a schema or of an instance, that is not exactly one JSON
// value (RFC 8259): prose, half a value, two values, nothing.
//
//	Example: true <- {"income": 1
const NotJSON diag.Code = "not_json"

// BadEncoding: a text that is not UTF-8, starts with a byte order mark, or has
// one half of a surrogate pair.
//
//	Example: true <- "\ud800"
const BadEncoding diag.Code = "bad_encoding"

// DuplicateMember: an object with one member twice.
//
//	Example: true <- {"a": 1, "a": 2}
const DuplicateMember diag.Code = "duplicate_member"

// Limit: a text, a schema or an instance beyond what a gate takes: see
// [MaxBytes], [MaxDepth], [MaxValues], [MaxDocuments], [MaxSchemas] and
// [MaxWork].
//
//	Example: {"minLength": 1e20}
const Limit diag.Code = "gate_limit"

// errJSON is the fault of a text that is not strict JSON: [NotJSON],
// [BadEncoding], [DuplicateMember] or [Limit].
func errJSON(at diag.Locator, kind strictjson.ErrorKind, message string) *diag.Error {
	e := &diag.Error{Code: NotJSON, At: at, Message: message}
	switch kind {
	case strictjson.Encoding:
		e.Code = BadEncoding
	case strictjson.Duplicate:
		e.Code = DuplicateMember
	case strictjson.LimitBytes:
		e.Code = Limit
		e.Message = fmt.Sprintf("the text is longer than %d bytes", MaxBytes)
	case strictjson.LimitDepth, strictjson.LimitValues, strictjson.LimitString, strictjson.LimitNumber:
		e.Code = Limit
	}
	return e
}

func errLimit(at diag.Locator, format string, args ...any) *diag.Error {
	return &diag.Error{Code: Limit, At: at, Message: fmt.Sprintf(format, args...)}
}

// InexactNumber: a number that decimal128 does not hold exactly: more than 34
// digits, or a value beyond 6,144 digits before or 6,176 after the point.
//
//	Example: {"type": "number"} <- 1e9999
const InexactNumber diag.Code = "inexact_number"

func errInexactNumber(at diag.Locator, text string) *diag.Error {
	return &diag.Error{
		Code: InexactNumber, At: at,
		Message: fmt.Sprintf("the number %s cannot be held exactly", shorten(text)),
		Hint:    "34 digits and exponents from -6176 to 6144 are the limit",
	}
}

// Violated: an instance that breaks a keyword of the schema. The violation
// names it.
//
//	Example: {"type": "string"} <- 5
const Violated diag.Code = "schema_violation"

// SchemaMissing: a schema document, named by the host or by a reference, that
// is not in the host's file system.
//
//	Example: {"$ref": "no-such-file.json"}
const SchemaMissing diag.Code = "schema_missing"

func errMissing(at diag.Locator, name string, err error) *diag.Error {
	why := "cannot be read"
	if errors.Is(err, fs.ErrNotExist) {
		why = "does not exist"
	}
	return &diag.Error{Code: SchemaMissing, At: at, Message: fmt.Sprintf("the schema document %s %s", name, why), Err: err}
}

// fileLocator points at a whole file.
func fileLocator(name string) diag.Locator { return diag.Locator{File: name} }

// SchemaInvalid: a schema that the meta-schema of JSON Schema 2020-12 refuses,
// or that does not compile.
//
//	Example: {"type": "strng"}
const SchemaInvalid diag.Code = "schema_invalid"

func errInvalid(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: SchemaInvalid, At: at, Message: message}
}

func errNotCompiled(at diag.Locator, cause error) *diag.Error {
	return &diag.Error{Code: SchemaInvalid, At: at, Message: "the schema does not compile: " + cause.Error(), Err: cause}
}

// SchemaDialect: a $schema that is not JSON Schema 2020-12.
//
//	Example: {"$schema": "http://json-schema.org/draft-07/schema#"}
const SchemaDialect diag.Code = "schema_dialect"

func errDialect(at diag.Locator, text string) *diag.Error {
	return &diag.Error{
		Code: SchemaDialect, At: at,
		Message: fmt.Sprintf("%s is not the dialect that a gate reads", quote(text)),
		Hint:    fmt.Sprintf("say %q, or leave $schema out", dialect),
	}
}

// SchemaKeyword: a keyword that JSON Schema 2020-12 does not have (own ones
// start with "x-"), or one that has no effect without another. JSON Schema
// ignores both; a gate would then let pass what its author meant to refuse.
//
//	Example: {"tyep": "string"}
const SchemaKeyword diag.Code = "schema_keyword"

func errUnknownKeyword(at diag.Locator, name string) *diag.Error {
	e := &diag.Error{
		Code: SchemaKeyword, At: at,
		Message: fmt.Sprintf("%s is no keyword of JSON Schema 2020-12", quote(name)),
		Hint:    `keywords of your own start with "x-"`,
	}
	if hint := instead[name]; hint != "" {
		e.Hint = hint
	} else {
		e.Hint = source.Hint(name, slices.Sorted(maps.Keys(keywords)), e.Hint)
	}
	return e
}

func errIdleKeyword(at diag.Locator, name, other string) *diag.Error {
	return &diag.Error{
		Code: SchemaKeyword, At: at,
		Message: fmt.Sprintf("%q has no effect without %q", name, other),
		Hint:    fmt.Sprintf("add %q beside it, or take it out", other),
	}
}

// SchemaFormat: a format that a gate cannot assert.
//
//	Example: {"format": "datetime"}
const SchemaFormat diag.Code = "schema_format"

func errFormat(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: SchemaFormat, At: at,
		Message: fmt.Sprintf("%s is no format that a gate can assert", quote(name)),
		Hint:    source.Hint(name, formats, "the formats are "+list(formats, len(formats))),
	}
}

// SchemaRef: a reference that leads to no schema.
//
//	Example: {"$ref": "#/$defs/amount"}
const SchemaRef diag.Code = "schema_ref"

func errRef(at diag.Locator, keyword, text, why, hint string) *diag.Error {
	return &diag.Error{
		Code: SchemaRef, At: at,
		Message: fmt.Sprintf("the %s %s leads nowhere: %s", keyword, quote(text), why),
		Hint:    hint,
	}
}

// SchemaRemote: a reference that leaves the documents that the host gave: to
// the network, to another scheme, or out of the folder.
//
//	Example: {"$ref": "https://example.com/amount.json"}
const SchemaRemote diag.Code = "schema_remote"

func errRemote(at diag.Locator, text, why string) *diag.Error {
	return &diag.Error{
		Code: SchemaRemote, At: at,
		Message: fmt.Sprintf("the reference %s leads outside: %s", quote(text), why),
		Hint:    "put the document beside this one and refer to it by its relative name",
	}
}

// SchemaID: an $id, $anchor or $dynamicAnchor that names two schemas.
//
//	Example: {"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}
const SchemaID diag.Code = "schema_id"

func errDuplicateID(at, first diag.Locator, what, name string) *diag.Error {
	return &diag.Error{
		Code: SchemaID, At: at,
		Message: fmt.Sprintf("the %s %s names two schemas", what, quote(name)),
		Notes:   []diag.Note{{At: first, Message: "the other one is here"}},
		Hint:    "give one of them another name",
	}
}

// SchemaLoop: references that come back to where they started without going
// into the value, so that checking it would never end.
//
//	Example: {"$ref": "#"}
const SchemaLoop diag.Code = "schema_loop"

func errLoop(at place, keyword string) *diag.Error {
	return &diag.Error{
		Code: SchemaLoop, At: at.locator(),
		Message: fmt.Sprintf("this %s comes back to itself for the same value", keyword),
		Hint:    `a schema can refer to itself only below "properties", "items" and the like`,
	}
}
