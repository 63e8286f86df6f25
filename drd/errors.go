package drd

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/source"
)

// An example is the fields in which a workflow differs from this one:
//
//	name: w
//	version: "1"
//	input_data: { day: { schema: date.json } }
//	nodes: [{ id: band, decision: band.dmn.yaml, inputs: [] }]
//
// Beside it there are object.json, a schema of objects that may have a number
// amount, and tables: band.dmn.yaml reads nothing, amount.dmn.yaml income.amount,
// and generated.dmn.yaml was generated. The decision Band of model.dmn needs the
// number Amount.

// UnknownReference: a name that no fact or node has.
//
// Example:
//
//	nodes: [{ id: band, decision: band.dmn.yaml, inputs: [dya] }]
const UnknownReference diag.Code = "unknown_reference"

func errUnknownReference(at diag.Locator, name string, known []string) *diag.Error {
	e := &diag.Error{Code: UnknownReference, At: at, Message: fmt.Sprintf("there is no fact or node %q", name)}
	if len(known) > 0 {
		e.Hint = source.Hint(name, known, "there are "+strings.Join(known, ", "))
	}
	return e
}

// BadReference: a name that exists and cannot stand here: an edge that reads
// something other than facts, an as_of that is no fact.
//
// Example:
//
//	nodes:
//	  - { id: papers, edge: { agent: agent.yaml, inputs: [band] }, gate: { schema: object.json } }
//	  - { id: band, decision: band.dmn.yaml, inputs: [] }
const BadReference diag.Code = "bad_reference"

func errEdgeInput(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: BadReference, At: at,
		Message: fmt.Sprintf("an edge is shown facts only, and %q is a node", name),
		Hint:    "name facts of input_data",
	}
}

func errAsOfNode(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: BadReference, At: at,
		Message: fmt.Sprintf("as_of names a fact, and %q is a node", name),
		Hint:    "name a date of input_data",
	}
}

func errAsOfType(at diag.Locator, name string, have *feel.Type) *diag.Error {
	return &diag.Error{
		Code: BadReference, At: at,
		Message: fmt.Sprintf("as_of names a date, and the schema of %q admits a %s", name, have),
		Hint:    `name a fact with "type": "string" and "format": "date"`,
	}
}

// Cycle: nodes that wait for each other. The message names exactly these.
//
// Example:
//
//	nodes:
//	  - { id: a, decision: band.dmn.yaml, inputs: [b] }
//	  - { id: b, decision: band.dmn.yaml, inputs: [a] }
const Cycle diag.Code = "cycle"

func errCycle(at diag.Locator, members []string, notes []diag.Note) *diag.Error {
	message := fmt.Sprintf("%s wait for each other", strings.Join(members, ", "))
	if len(members) == 1 {
		message = fmt.Sprintf("%s waits for itself", members[0])
	}
	return &diag.Error{Code: Cycle, At: at, Message: message, Notes: notes, Hint: "take one of them out of another's inputs"}
}

// errMissingFile is for what a workflow names; near is the file that was most
// likely meant, if any.
func errMissingFile(at diag.Locator, name string, cause error, near string) *diag.Error {
	e := &diag.Error{
		Code: dmn.MissingFile, At: at, Err: cause,
		Message: fmt.Sprintf("the file %s cannot be read: %s", source.Quote(name), source.Why(cause)),
	}
	switch {
	case near != "":
		e.Hint = source.Suggest(near)
	case errors.Is(cause, fs.ErrNotExist):
		e.Hint = "files are named from the workflow's own folder"
	}
	return e
}

// errMissingWorkflow is for the workflow itself.
func errMissingWorkflow(name string, cause error, near string) *diag.Error {
	e := errMissingFile(diag.Locator{File: name}, name, cause, near)
	if near == "" {
		e.Hint = "name the file of a workflow, such as workflow.yaml"
	}
	return e
}

func errOutside(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: dmn.MissingFile, At: at, Err: fs.ErrInvalid,
		Message: fmt.Sprintf("%q names no file in the workflow's folder", name),
		Hint:    "name a file in the folder or below it, with / between the parts",
	}
}

func errBadName(at diag.Locator, name, why string) *diag.Error {
	return &diag.Error{
		Code: dmn.BadName, At: at, Message: fmt.Sprintf("%s cannot be a name here: %s", source.Quote(name), why),
		Hint: "choose another name, of letters, digits and _, not beginning with a digit",
	}
}

func errDuplicateName(at diag.Locator, name string, first diag.Locator) *diag.Error {
	return &diag.Error{
		Code: dmn.DuplicateName, At: at, Message: fmt.Sprintf("the name %q is taken", name),
		Notes: []diag.Note{{At: first, Message: "declared here"}},
	}
}

// errTwice is for a list that names something twice.
func errTwice(at diag.Locator, name string, first diag.Locator) *diag.Error {
	return &diag.Error{
		Code: dmn.DuplicateName, At: at, Message: fmt.Sprintf("%q is listed twice", name), Hint: "take one of the two out",
		Notes: []diag.Note{{At: first, Message: "it is listed here first"}},
	}
}

func errEmptyList(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: dmn.EmptyList, At: at, Message: message, Hint: hint}
}

// BadExpiry: an `expires` that is no length of time.
//
// Example:
//
//	nodes: [{ id: band, decision: band.dmn.yaml, inputs: [], requires_human: true, decided_by: Officer, expires: soon }]
const BadExpiry diag.Code = "bad_expiry"

func errBadExpiry(at diag.Locator, text string) *diag.Error {
	return &diag.Error{
		Code: BadExpiry, At: at, Message: fmt.Sprintf("%q is no length of time", text),
		Hint: "write hours, minutes or seconds, such as 72h or 1h30m",
	}
}

// UnboundInput: an input that a decision of a model needs, and that nothing gives.
//
// Example:
//
//	nodes: [{ id: band, decision: model.dmn#Band, inputs: [] }]
const UnboundInput diag.Code = "unbound_input"

func errUnboundInput(at diag.Locator, decision, input string, t *feel.Type) *diag.Error {
	return &diag.Error{
		Code: UnboundInput, At: at,
		Message: fmt.Sprintf("the decision %q needs the input %q (%s), and the node does not give it", decision, input, t),
		Hint:    fmt.Sprintf("bind it: with: { %q: an expression over the inputs of the node }", input),
	}
}

// BindingType: what is bound to an input of a model is never of its type.
//
// Example:
//
//	nodes: [{ id: band, decision: model.dmn#Band, inputs: [day], with: { Amount: day } }]
const BindingType diag.Code = "binding_type"

func errBindingType(at diag.Locator, input string, want, have *feel.Type) *diag.Error {
	return &diag.Error{
		Code: BindingType, At: at,
		Message: fmt.Sprintf("the input %q of the model is a %s, and this is a %s", input, want, have),
		Hint:    "bind an expression of that type",
	}
}

// errUnknownInput is for a binding of what the decision does not read.
func errUnknownInput(at diag.Locator, decision, input string, known []string) *diag.Error {
	e := &diag.Error{
		Code: dmn.UnknownInput, At: at, Message: fmt.Sprintf("the decision %q reads no input %q", decision, input),
		Hint: "take it out",
	}
	if len(known) > 0 {
		e.Hint = source.Hint(input, known, "it reads "+strings.Join(known, ", "))
	}
	return e
}

// OverlappingTables: two tables of one node that are in force on the same day.
//
// Example:
//
//	nodes: [{ id: band, decision: [band.dmn.yaml, generated.dmn.yaml], inputs: [] }]
const OverlappingTables diag.Code = "overlapping_tables"

func errOverlap(at diag.Locator, other string, first diag.Locator) *diag.Error {
	return &diag.Error{
		Code: OverlappingTables, At: at, Message: fmt.Sprintf("there are days on which both this table and %q are in force", other),
		Hint:  "let the effective dates of one end before those of the other begin",
		Notes: []diag.Note{{At: first, Message: "the other table"}},
	}
}

// NodeKind: a node that is not exactly one of the three kinds.
//
// Example:
//
//	nodes: [{ id: band, decision: band.dmn.yaml, inputs: [], gate: { schema: object.json } }]
const NodeKind diag.Code = "node_kind"

func errNodeKind(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: NodeKind, At: at, Message: message, Hint: hint}
}

// HumanTable: a table that cannot recommend to a person.
//
// Example:
//
//	nodes: [{ id: band, decision: [band.dmn.yaml], inputs: [], requires_human: true, decided_by: Officer }]
const HumanTable diag.Code = "human_table"

func errHumanTable(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: HumanTable, At: at, Message: message, Hint: hint}
}

// NoDecision: a workflow that determines nothing: it has no policy or human node.
//
// Example:
//
//	nodes: [{ id: papers, edge: { agent: agent.yaml }, gate: { schema: object.json } }]
const NoDecision diag.Code = "no_decision"

func errNoDecision(at diag.Locator) *diag.Error {
	return &diag.Error{
		Code: NoDecision, At: at, Message: "the workflow has no policy or human node, so it determines nothing",
		Hint: "add a node with a decision",
	}
}

// MayBeAbsent: a warning that a table reads what the gate's schema does not
// require.
//
// Example:
//
//	input_data: { income: { schema: object.json } }
//	nodes: [{ id: band, decision: amount.dmn.yaml, inputs: [income] }]
const MayBeAbsent diag.Code = "may_be_absent"

func warnMayBeAbsent(at diag.Locator, ref, schema string) *diag.Error {
	return &diag.Error{
		Code: MayBeAbsent, Severity: diag.Warning, At: at,
		Message: fmt.Sprintf("the node reads %s, which %s does not require", ref, schema),
		Hint:    `check the name; if it is right, make it required, with "type": [..., "null"] if it may be empty`,
	}
}

func errNotExecuted(at diag.Locator, what string) *diag.Error {
	return &diag.Error{
		Code: dmn.NotExecuted, At: at,
		Message: what + " can be written and checked, and is not executed by this version",
		Hint:    "take it out to run the workflow",
	}
}

// Unreviewed: a generated table that no person has put their name to.
//
// Example:
//
//	nodes: [{ id: band, decision: generated.dmn.yaml, inputs: [] }]
const Unreviewed diag.Code = "unreviewed_table"

func errUnreviewed(at diag.Locator, t *dmn.Table) *diag.Error {
	return &diag.Error{
		Code: Unreviewed, At: at,
		Message: fmt.Sprintf("the table %q was generated by %s and is not reviewed", t.ID, t.Provenance.GeneratedBy),
		Hint:    "a person reads it and puts their name into provenance.reviewed_by",
	}
}
