package spinetest

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/internal/source"
)

// errMissingFile is for the test file, and for what it names.
func errMissingFile(at diag.Locator, name string, cause error) *diag.Error {
	return &diag.Error{
		Code: dmn.MissingFile, At: at, Err: cause,
		Message: fmt.Sprintf("the file %s cannot be read: %s", source.Quote(name), source.Why(cause)),
	}
}

// errMissingTarget is for what a test file names; near is the file that was most
// likely meant, if any.
func errMissingTarget(at diag.Locator, name string, cause error, near string) *diag.Error {
	e := errMissingFile(at, name, cause)
	switch {
	case near != "":
		e.Hint = source.Suggest(near)
	case errors.Is(cause, fs.ErrNotExist) || cause == errOutside:
		e.Hint = "tables and workflows are named from the test file's own folder, and lie in what is tested"
	}
	return e
}

// TooLarge: a test file of more than 4 MiB.
//
// Example:
//
//	"#" * 4194305
const TooLarge diag.Code = "test_file_too_large"

func errTooLarge(at diag.Locator) *diag.Error {
	return &diag.Error{
		Code: TooLarge, At: at, Hint: "split the file",
		Message: fmt.Sprintf("the file has more than %d bytes", maxBytes),
	}
}

// TestForm: a file that is neither of the two forms, or a field that belongs to
// the other one.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: [{ name: a, facts: { person: { age: 20 } }, expect: { band: adult } }]
const TestForm diag.Code = "test_form"

func errTestForm(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: TestForm, At: at, Message: message, Hint: hint}
}

// NoCases: a file without a case tests nothing.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: []
const NoCases diag.Code = "no_cases"

func errNoCases(at diag.Locator) *diag.Error {
	return &diag.Error{Code: NoCases, At: at, Message: "there is no case, so the file tests nothing", Hint: "write a case, or delete the file"}
}

// DuplicateCase: two cases of one name.
//
// Example:
//
//	table: band.dmn.yaml
//	cases:
//	  - { name: a, given: { person: { age: 20 } }, expect: { band: adult } }
//	  - { name: a, given: { person: { age: 10 } }, expect: { band: child } }
const DuplicateCase diag.Code = "duplicate_case"

func errDuplicateCase(at diag.Locator, name string, first diag.Locator) *diag.Error {
	return &diag.Error{
		Code: DuplicateCase, At: at, Message: fmt.Sprintf("there are two cases %s", source.Quote(name)),
		Hint: "a report tells cases by their names", Notes: []diag.Note{{At: first, Message: "the first one"}},
	}
}

// NoExpectation: a case that expects nothing.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: [{ name: a, given: { person: { age: 20 } } }]
const NoExpectation diag.Code = "no_expectation"

func errNoExpectation(at diag.Locator, name string, fields []string) *diag.Error {
	return &diag.Error{
		Code: NoExpectation, At: at, Message: fmt.Sprintf("the case %s expects nothing, so it can only pass", source.Quote(name)),
		Hint: "say what is expected: " + strings.Join(fields, ", "),
	}
}

// OutputsAndError: a case that expects outputs and an error.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: [{ name: a, given: {}, expect: { band: adult }, expect_error: unknown_name }]
const OutputsAndError diag.Code = "outputs_and_error"

func errOutputsAndError(at diag.Locator) *diag.Error {
	return &diag.Error{
		Code: OutputsAndError, At: at, Message: "the case expects outputs and an error, and a decision gives one of them",
		Hint: "remove expect or expect_error",
	}
}

// InvalidValue: a text or a mapping that stands for no value: a number that
// decimal128 cannot hold, a date that is none, a member that begins with @ and is
// not known.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: [{ name: a, given: { person: { age: 1e9999 } }, expect: { band: adult } }]
const InvalidValue diag.Code = "invalid_value"

func errInvalidValue(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: InvalidValue, At: at, Message: message, Hint: hint}
}

// UnknownOutput: an output that the table does not have.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: [{ name: a, given: { person: { age: 20 } }, expect: { bnad: adult } }]
const UnknownOutput diag.Code = "unknown_output"

func errUnknownOutput(at diag.Locator, table, name string, known []string) *diag.Error {
	return unknown(UnknownOutput, at, fmt.Sprintf("the table %q has no output %s", table, source.Quote(name)), name, known)
}

// UnknownRule: a rule that the table does not have.
//
// Example:
//
//	table: band.dmn.yaml
//	cases: [{ name: a, given: { person: { age: 20 } }, rule: r7 }]
const UnknownRule diag.Code = "unknown_rule"

func errUnknownRule(at diag.Locator, table, id string, known []string) *diag.Error {
	return unknown(UnknownRule, at, fmt.Sprintf("the table %q has no rule %s", table, source.Quote(id)), id, known)
}

// UnknownNode: a name that no node of the workflow has, or a node of another kind
// than its place wants: an agent's object is no verdict, and only a person's choice
// can be given.
//
// Example:
//
//	workflow: workflow.yaml
//	cases: [{ name: a, facts: { person: { age: 20 } }, edges: { papers: { seen: true } }, expect: { bnad: { band: adult } } }]
const UnknownNode diag.Code = "unknown_node"

func errUnknownNode(at diag.Locator, what, name string, known []string) *diag.Error {
	return unknown(UnknownNode, at, fmt.Sprintf("the workflow has no %s %s", what, source.Quote(name)), name, known)
}

// MissingEdge: a case of a workflow that does not say what one of its agents
// gives. No agent is called.
//
// Example:
//
//	workflow: workflow.yaml
//	cases: [{ name: a, facts: { person: { age: 20 } }, expect: { band: { band: adult } } }]
const MissingEdge diag.Code = "missing_edge"

func errMissingEdge(at diag.Locator, name, edge string) *diag.Error {
	return &diag.Error{
		Code: MissingEdge, At: at, Message: fmt.Sprintf("the case %s does not say what the edge %q gives", source.Quote(name), edge),
		Hint: "add it to edges; no agent is called",
	}
}

// ChoiceNotOffered: a choice that is none of the options of its node.
//
// Example:
//
//	workflow: workflow.yaml
//	cases:
//	  - name: a
//	    facts: { person: { age: 20 } }
//	    edges: { papers: { seen: true } }
//	    decide: { outcome: { choice: { outcome: perhaps }, by: A. Officer } }
//	    expect_status: completed
const ChoiceNotOffered diag.Code = "choice_not_offered"

func errChoiceNotOffered(at diag.Locator, node, choice, options string) *diag.Error {
	return &diag.Error{
		Code: ChoiceNotOffered, At: at, Message: fmt.Sprintf("the node %q does not offer %s", node, choice),
		Hint: "the options are " + options,
	}
}

// unknown is the fault of a name that is none of those known.
func unknown(code diag.Code, at diag.Locator, message, name string, known []string) *diag.Error {
	e := &diag.Error{Code: code, At: at, Message: message}
	all := "there is none"
	switch {
	case len(known) > shown:
		all = "there are " + strings.Join(known[:shown], ", ") + " and more"
	case len(known) > 0:
		all = "there is " + strings.Join(known, ", ")
	}
	e.Hint = source.Hint(name, known, all)
	return e
}

var errOutside = errors.New("it is outside of the files that are tested")
