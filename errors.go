package spine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/record"
)

// What a [Decider] answers instead of a decision, and what [Run.Determination]
// then gives.
var (
	// ErrNoDetermination: the person stopped the run.
	ErrNoDetermination = errors.New("no determination: the person stopped")
	// ErrPending: the person will decide later.
	ErrPending = errors.New("the decision comes later")
	// ErrAwaitingHuman: the run waits for a person.
	ErrAwaitingHuman = errors.New("the run awaits a person")
)

// LoadError holds every fault of a workflow and the files that it names.
type LoadError struct{ Faults diag.List }

// UsageError says why a run was not begun: the workflow says what this version
// does not execute, a table is not reviewed, the facts are no JSON object, the
// engine has no agent or decider. Nothing was called or recorded.
type UsageError struct{ Faults diag.List }

// GateError says why facts or the objects of agents were refused, in the order of
// the plan. At.Node names the fact or the edge.
type GateError struct{ Faults diag.List }

// AgentError says which agents could not be called.
type AgentError struct{ Faults diag.List }

// DecideError says why a table could not decide.
type DecideError struct{ Faults diag.List }

// HumanError says why what a [Decider] answered is no decision. The run waits.
type HumanError struct{ Faults diag.List }

// IntegrityError says why a record cannot be trusted.
type IntegrityError = record.IntegrityError

// StoreError says why the record of a run could not be kept. The run itself is
// complete.
type StoreError struct{ Err error }

func (e *LoadError) Error() string   { return text(e.Faults) }
func (e *UsageError) Error() string  { return text(e.Faults) }
func (e *GateError) Error() string   { return text(e.Faults) }
func (e *AgentError) Error() string  { return text(e.Faults) }
func (e *DecideError) Error() string { return text(e.Faults) }
func (e *HumanError) Error() string  { return text(e.Faults) }
func (e *StoreError) Error() string  { return "the record was not kept: " + e.Err.Error() }

// Unwrap gives every fault.
func (e *LoadError) Unwrap() []error { return e.Faults.Errors() }

// Unwrap gives every fault.
func (e *UsageError) Unwrap() []error { return e.Faults.Errors() }

// Unwrap gives every fault.
func (e *GateError) Unwrap() []error { return e.Faults.Errors() }

// Unwrap gives every fault.
func (e *AgentError) Unwrap() []error { return e.Faults.Errors() }

// Unwrap gives every fault.
func (e *DecideError) Unwrap() []error { return e.Faults.Errors() }

// Unwrap gives every fault.
func (e *HumanError) Unwrap() []error { return e.Faults.Errors() }

// Unwrap gives the cause.
func (e *StoreError) Unwrap() error { return e.Err }

func text(l diag.List) string {
	if err := l.Err(); err != nil {
		return err.Error()
	}
	return ""
}

// An example is what is other in a run that else is completed: of a workflow with
// one fact, income, one edge, and one human node whose outcome is confirm or refuse.

// FactsNotJSON: the facts are not one JSON object.
//
//	Example: facts: [1, 2]
const FactsNotJSON diag.Code = "facts_not_json"

func errFactsNotJSON(at diag.Locator, message string) *diag.Error {
	return &diag.Error{Code: FactsNotJSON, At: at, Message: "the facts are not JSON: " + message}
}

func errFactsNoObject(kind string) *diag.Error {
	return &diag.Error{
		Code: FactsNotJSON, Message: "the facts are not a JSON object, but of the type " + kind,
		Hint: "give one object with a member for each fact of input_data",
	}
}

// NotConfigured: the workflow needs an agent or a decider that the engine lacks.
//
//	Example: agent: none
const NotConfigured diag.Code = "not_configured"

func errNotConfigured(at diag.Locator, what, option string) *diag.Error {
	return &diag.Error{Code: NotConfigured, At: at, Message: "the engine has no " + what, Hint: "make it with spine." + option}
}

// MissingFact: the workflow declares a fact that was not given.
//
//	Example: facts: {}
const MissingFact diag.Code = "missing_fact"

func errMissingFact(name string) *diag.Error {
	return &diag.Error{
		Code: MissingFact, At: diag.Locator{Node: name},
		Message: fmt.Sprintf("the fact %q is not given", name),
		Hint:    "give it as a member of the facts",
	}
}

// UndeclaredFact: a fact was given that the workflow does not declare.
//
//	Example: facts: {"income": 5, "other": 1}
const UndeclaredFact diag.Code = "undeclared_fact"

func errUndeclaredFact(name string, declared []string) *diag.Error {
	e := &diag.Error{
		Code: UndeclaredFact, At: diag.Locator{Node: name},
		Message: fmt.Sprintf("the workflow declares no fact %s", source.Quote(name)),
		Hint:    source.Hint(name, declared, "its facts are "+strings.Join(declared, ", ")),
	}
	if len(declared) == 0 {
		e.Hint = "it declares none"
	}
	return e
}

// AgentFailed: an agent could not be called. Unwrapping gives the agent's error.
//
//	Example: agent: fails
const AgentFailed diag.Code = "agent_failed"

// AgentTimeout: an agent did not answer in time: its error is
// context.DeadlineExceeded.
//
//	Example: agent: takes too long
const AgentTimeout diag.Code = "agent_timeout"

func errAgent(node, agent string, cause error) *diag.Error {
	code := AgentFailed
	var again *agentAgain
	switch {
	case errors.As(cause, &again):
		code = again.code
	case errors.Is(cause, context.DeadlineExceeded):
		code = AgentTimeout
	}
	return &diag.Error{
		Code: code, At: diag.Locator{Node: node}, Err: cause,
		Message: fmt.Sprintf("the agent %s could not be called: %v", agent, cause),
	}
}

// BadChoice: what a decider answered is no decision: an option that is not
// offered, no name, no reason for an override that needs one, or an error of its
// own.
//
//	Example: choice: {outcome: "perhaps"}
const BadChoice diag.Code = "bad_choice"

func errBadChoice(node, message, hint string, cause error) *diag.Error {
	return &diag.Error{Code: BadChoice, At: diag.Locator{Node: node}, Message: message, Hint: hint, Err: cause}
}
