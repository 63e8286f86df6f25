package yaml

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// The codes of Parse.
const (
	// Encoding: the file is not UTF-8, or holds a character that no text file
	// should: a control character, a lone carriage return, a byte order mark
	// that is not at the start. Reading ends there.
	//
	// Example:
	//
	//	"name: a\x00b"
	Encoding diag.Code = "yaml_encoding"

	// Limit: the file passes a limit of this package.
	//
	// Example:
	//
	//	[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
	Limit diag.Code = "yaml_limit"

	// Syntax: the text is not YAML, often because a FEEL expression is not
	// quoted. Reading ends there.
	//
	// Example:
	//
	//	age: >= 5
	Syntax diag.Code = "yaml_syntax"

	// Escape: a double-quoted scalar has an escape sequence that YAML does not
	// know, or one that names no character.
	//
	// Example:
	//
	//	name: "a\q"
	Escape diag.Code = "yaml_escape"

	// Empty: the file has no document.
	//
	// Example:
	//
	//	# nothing but a comment
	Empty diag.Code = "yaml_empty"

	// Tag: a value has a tag, which would change its type. An unquoted != is
	// one.
	//
	// Example:
	//
	//	age: != 5
	Tag diag.Code = "yaml_tag"

	// Anchor: a value is named with &.
	//
	// Example:
	//
	//	a: &x 1
	Anchor diag.Code = "yaml_anchor"

	// Alias: a value is a reference with *.
	//
	// Example:
	//
	//	a: *x
	Alias diag.Code = "yaml_alias"

	// MergeKey: a key is <<.
	//
	// Example:
	//
	//	a: { <<: b }
	MergeKey diag.Code = "yaml_merge_key"

	// Directive: a line, or an unquoted value, begins with %.
	//
	// Example:
	//
	//	%YAML 1.2
	//	---
	//	a: 1
	Directive diag.Code = "yaml_directive"

	// SecondDocument: the file has more than one document.
	//
	// Example:
	//
	//	a: 1
	//	---
	//	b: 2
	SecondDocument diag.Code = "yaml_second_document"

	// Key: a key is empty, is a list or a mapping, or does not stand on one
	// line with its colon.
	//
	// Example:
	//
	//	[a, b]: 1
	Key diag.Code = "yaml_key"

	// DuplicateKey: a mapping has two keys of the same text, however they are
	// quoted.
	//
	// Example:
	//
	//	a: 1
	//	'a': 2
	DuplicateKey diag.Code = "yaml_duplicate_key"

	// Null: a value is absent, or is null where the place wants a text.
	//
	// Example:
	//
	//	a:
	Null diag.Code = "yaml_null"
)

// The codes of a [Reader].
const (
	// UnknownField: a mapping has a key that its place does not know.
	//
	// Example:
	//
	//	name: x
	//	nmae: y
	UnknownField diag.Code = "unknown_field"

	// MissingField: a mapping lacks a key that its place requires, or has an
	// empty text there.
	//
	// Example:
	//
	//	name: ""
	MissingField diag.Code = "missing_field"

	// WrongType: a value is a list, a mapping or a scalar where its place wants
	// another of them, or its text is not of the type that the place declares.
	//
	// Example:
	//
	//	name: [x]
	WrongType diag.Code = "wrong_type"

	// UnknownValue: a text is none of those that its place knows, or a number
	// is out of its range.
	//
	// Example:
	//
	//	name: x
	//	kind: third
	UnknownValue diag.Code = "unknown_value"
)

func fault(code diag.Code, at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: code, At: at, Message: message, Hint: hint}
}

func errEncoding(at diag.Locator, why string) *diag.Error {
	return fault(Encoding, at, why, "save the file as UTF-8 text, and write such a character as an escape in double quotes")
}

func errLimit(at diag.Locator, hint, format string, args ...any) *diag.Error {
	return fault(Limit, at, fmt.Sprintf(format, args...), hint)
}

func errSyntax(at diag.Locator, why, hint string) *diag.Error {
	return fault(Syntax, at, why, hint)
}

// errLibrary is for what the outside library cannot say better.
func errLibrary(at diag.Locator, err error) *diag.Error {
	e := fault(Syntax, at, "this file cannot be read as YAML", "")
	e.Err = err
	return e
}

func errEscape(at diag.Locator, text string) *diag.Error {
	return fault(Escape, at, "the escape "+clip(text)+" is no character", `write \\ for a backslash, or use single quotes`)
}

func errEmpty(at diag.Locator) *diag.Error {
	return fault(Empty, at, "the file has no content", "write a document, or remove the file")
}

func errTag(at diag.Locator, text, hint string) *diag.Error {
	return fault(Tag, at, short(strings.TrimSpace(text))+" is a tag in YAML, and tags are not used here", hint)
}

func errAnchor(at diag.Locator, text, hint string) *diag.Error {
	return fault(Anchor, at, short(text)+" is an anchor in YAML, and anchors are not used here", hint)
}

func errAlias(at diag.Locator, text, hint string) *diag.Error {
	return fault(Alias, at, short(text)+" is an alias in YAML, and aliases are not used here", hint)
}

func errMergeKey(at diag.Locator) *diag.Error {
	return fault(MergeKey, at, "<< merges mappings in YAML, which is not used here", "write the entries out, or quote the key")
}

func errDirective(at diag.Locator, hint string) *diag.Error {
	return fault(Directive, at, "% starts a directive in YAML, and directives are not used here", hint)
}

func errSecondDocument(at diag.Locator) *diag.Error {
	return fault(SecondDocument, at, "a second document begins here", "one file holds one document: move it to a file of its own")
}

func errKey(at diag.Locator, why, hint string) *diag.Error {
	return fault(Key, at, why, hint)
}

func errDuplicateKey(at diag.Locator, key string, first diag.Locator) *diag.Error {
	e := fault(DuplicateKey, at, "the key "+clip(key)+" is here twice", "remove or rename one of them")
	e.Notes = []diag.Note{{At: first, Message: "it is here first"}}
	return e
}

func errNull(at diag.Locator, why, hint string) *diag.Error {
	return fault(Null, at, why, hint)
}

func errUnknownField(at diag.Locator, name string, known []string) *diag.Error {
	return fault(UnknownField, at, "the field "+clip(name)+" is not known here", oneOf(name, known))
}

func errMissingField(at diag.Locator, why, name string) *diag.Error {
	return fault(MissingField, at, why, "add "+name)
}

func errWrongType(at diag.Locator, message, hint string) *diag.Error {
	return fault(WrongType, at, message, hint)
}

func errUnknownValue(at diag.Locator, name, value, hint string) *diag.Error {
	return fault(UnknownValue, at, fmt.Sprintf("%s cannot be %s", name, clip(value)), hint)
}

// oneOf is the hint for a name that is none of known.
func oneOf(name string, known []string) string {
	return source.Hint(name, known, "known here: "+strings.Join(known, ", "))
}
