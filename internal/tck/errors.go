package tck

import (
	"fmt"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// UnreadableFile: a test file, or the model that it names, cannot be read.
// Unwrapping gives the cause.
//
// Example:
//
//	<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase"><modelName>no-such.dmn</modelName><testCase id="1"/></testCases>
const UnreadableFile diag.Code = "tck_unreadable_file"

func errUnreadableFile(at diag.Locator, name string, cause error) *diag.Error {
	return &diag.Error{
		Code: UnreadableFile, At: at, Err: cause,
		Message: fmt.Sprintf("the file %s cannot be read: %v", source.Quote(name), cause),
	}
}

// Syntax: a test file that is not XML 1.0 with namespaces in UTF-8, or that has a
// document type declaration. Reading ends there.
//
// Example:
//
//	<testCases><testCase></testCases>
const Syntax diag.Code = "tck_syntax"

func errSyntax(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: Syntax, At: at, Message: message}
}

// Limit: a test file of more than 4 MiB, elements more than 1,000 deep, more than
// 128 attributes of an element or namespaces in scope, or more than 100 faults.
//
// Example:
//
//	"<a>" * 1001
const Limit diag.Code = "tck_limit"

func errLimit(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: Limit, At: at, Message: message}
}

// Form: an element or a text where the kit's schema has none, or one that is
// missing.
//
// Example:
//
//	<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase"><modelName>m.dmn</modelName><testCase id="1"><resultNode/></testCase></testCases>
const Form diag.Code = "tck_form"

func errForm(at diag.Locator, hint, format string, args ...any) *diag.Error {
	return &diag.Error{Code: Form, At: at, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// BadValue: a text that is no value of its xsi:type, or a type that the kit does
// not have.
//
// Example:
//
//	<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
//	<modelName>m.dmn</modelName>
//	<testCase id="1"><resultNode name="r"><expected><value xsi:type="xsd:date">2026-02-30</value></expected></resultNode></testCase></testCases>
const BadValue diag.Code = "tck_bad_value"

func errBadValue(at diag.Locator, typ, text string, cause error) *diag.Error {
	e := &diag.Error{Code: BadValue, At: at, Err: cause, Message: fmt.Sprintf("%s is no xsd:%s", source.Quote(text), typ)}
	if cause != nil {
		e.Message += fmt.Sprintf(": %v", cause)
	}
	return e
}

func errBadType(at diag.Locator, name, near string) *diag.Error {
	e := &diag.Error{Code: BadValue, At: at, Message: fmt.Sprintf("there is no xsi:type %s in the kit", source.Quote(name))}
	if near != "" {
		e.Hint = source.Suggest("xsd:" + near)
	}
	return e
}
