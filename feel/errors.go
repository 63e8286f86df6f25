package feel

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/temporal"
)

// An example is an expression that is checked and evaluated strictly in the full
// profile, that of NotInProfile in the subset, and that of Cancelled in a context
// that is cancelled.

// Error is a fault of an expression or of its evaluation.
type Error = diag.Error

// fault makes an Error at a node of an expression.
func fault(src *located, n node, code diag.Code, message, hint string) *Error {
	return &Error{Code: code, At: src.at(n), Message: message, Hint: hint}
}

// UnknownName: a name that no variable, parameter, function or type has, or a
// variable that the input does not bind (DMN 1.6, clause 10.3.2.11).
//
//	Example: unbound + 1
const UnknownName diag.Code = "unknown_name"

func errUnknownName(src *located, n node, name, hint string) *Error {
	return fault(src, n, UnknownName, source.Quote(name)+" names nothing here", hint)
}

func errUnknownType(src *located, t *typeRef) *Error {
	return fault(src, t, UnknownName, source.Quote(t.name)+" is no type", "")
}

// MissingMember: a path to an entry that the context does not have.
//
//	Example: {a: 1}.b
const MissingMember diag.Code = "missing_member"

func errMissingMember(src *located, n node, name string, have []string) *Error {
	hint := "it has no entries"
	if len(have) > 0 {
		hint = "it has " + listed(have)
	}
	return fault(src, n, MissingMember, "there is no member "+source.Quote(name)+" here", hint)
}

// listed gives the first of names for a message, long ones cut.
func listed(names []string) string {
	out := make([]string, min(len(names), 8))
	for i := range out {
		if out[i] = names[i]; len(out[i]) > 80 {
			out[i] = source.Quote(names[i])
		}
	}
	if len(names) > len(out) {
		out = append(out, "...")
	}
	return strings.Join(out, ", ")
}

// NotAContext: a path through a value that is no context and has no such
// property.
//
//	Example: "text".length
const NotAContext diag.Code = "not_a_context"

func errNotAContext(src *located, n node, name string, have fmt.Stringer) *Error {
	return fault(src, n, NotAContext,
		fmt.Sprintf("%s is read through a %s, which has no such member", source.Quote(name), have), "")
}

// TypeMismatch: operands or arguments of kinds that do not fit.
//
//	Example: 1 + "a"
const TypeMismatch diag.Code = "type_mismatch"

func errTypeMismatch(src *located, n node, message, hint string) *Error {
	return fault(src, n, TypeMismatch, message, hint)
}

func errOperands(src *located, n node, op string, x, y fmt.Stringer) *Error {
	a, b := x.String(), y.String()
	return errTypeMismatch(src, n, fmt.Sprintf("%s is not defined for %s and %s", op, a, b), operandHint(op, a, b))
}

// operandHint says what may be meant by an operator between values of kinds, or of
// types, that do not fit.
func operandHint(op, x, y string) string {
	either := func(kind string) bool { return strings.HasPrefix(x, kind) || strings.HasPrefix(y, kind) }
	switch {
	case x == "string" && y == "string":
		return `date("2026-01-31") makes a date of a text, number("1.5", null, ".") a number`
	case op == "+" && either("list"):
		return "concatenate(a, b) joins lists, append(list, item) adds an item"
	case op == "+" && x == "context" && y == "context":
		return "context merge([a, b]) puts contexts together"
	case op == "+" && either("string"):
		return "string(x) makes a text of another value"
	case either("number") && (either("date") || either("time")):
		return `a number of days is a duration: @"P1D" * n`
	case either("number") && either("string"):
		return `number(text, null, ".") makes a number of a text`
	case either("string") && (either("date") || either("time")):
		return `date("2026-01-31"), time("10:30:00") and date and time("2026-01-31T10:30:00") make these of texts`
	case either("date and time") && (x == "date" || y == "date"):
		return "date(x) is the date of a date and time"
	case either("days and time duration") && either("years and months duration"):
		return "months have no certain number of days"
	}
	return ""
}

// DivisionByZero: a number or duration divided by zero.
//
//	Example: 1 / 0
const DivisionByZero diag.Code = "division_by_zero"

func errDivisionByZero(src *located, n node) *Error {
	return fault(src, n, DivisionByZero, "division by zero", "")
}

// NumberRange: a result beyond decimal128: more than 6,144 digits.
//
//	Example: 9e6144 * 10
const NumberRange diag.Code = "number_range"

func errNumberRange(src *located, n node, why string) *Error {
	return fault(src, n, NumberRange, why, "")
}

// TemporalRange: a date or duration beyond what can be written: years beyond
// 999,999,999.
//
//	Example: date(999999999, 12, 31) + duration("P1D")
const TemporalRange diag.Code = "temporal_range"

func errTemporalRange(src *located, n node, why string) *Error {
	return fault(src, n, TemporalRange, why, "")
}

// InvalidTemporal: a text or parts that are no date, time or duration.
//
//	Example: date("2026-02-30")
const InvalidTemporal diag.Code = "invalid_temporal"

func errInvalidTemporal(src *located, n node, text string, why error) *Error {
	reason, hint := why.Error(), ""
	var te *temporal.Error
	if errors.As(why, &te) {
		if reason = te.Reason; te.Text != "" {
			hint = temporalHints[te.Kind]
		}
	}
	return fault(src, n, InvalidTemporal, text+": "+reason, hint)
}

// temporalHints says how the texts of temporal values are written.
var temporalHints = map[string]string{
	"date":          `a date is written "2026-01-31": year, month and day`,
	"time":          `a time is written "10:30:00", with "Z", "+02:00" or "@Europe/Paris" behind it, or nothing`,
	"date and time": `a date and time is written "2026-01-31T10:30:00", with "Z", "+02:00" or "@Europe/Paris" behind it, or nothing`,
	"duration":      `a duration is written "P1Y6M" or "P2DT3H30M"`,
	"literal":       `write @"2026-01-31", @"10:30:00", @"2026-01-31T10:30:00", @"P1Y6M" or @"P2DT3H30M"`,
}

// Domain: an argument outside what a function is defined for.
//
//	Example: decimal(1, 7000)
const Domain diag.Code = "domain"

func errDomain(src *located, n node, message string) *Error {
	return fault(src, n, Domain, message, "")
}

// InvalidPattern: a regular expression, its flags or a replacement that XPath does
// not allow, or one that matches the empty string where replace and split would
// find no end.
//
//	Example: matches("a", "(")
const InvalidPattern diag.Code = "invalid_pattern"

func errInvalidPattern(src *located, n node, why error) *Error {
	return fault(src, n, InvalidPattern, why.Error(), "")
}

// NoClock: now or today in an evaluation that was not given a time.
//
//	Example: now()
const NoClock diag.Code = "no_clock"

func errNoClock(src *located, n node) *Error {
	return fault(src, n, NoClock, "this evaluation was not given a time", "")
}

// UnknownFunction: a call of a name that is no function.
//
//	Example: no_such_function(1)
const UnknownFunction diag.Code = "unknown_function"

func errUnknownFunction(src *located, n node, name, hint string) *Error {
	return fault(src, n, UnknownFunction, "there is no function "+source.Quote(name), hint)
}

// NotAFunction: a call of a value that is no function.
//
//	Example: (1)(2)
const NotAFunction diag.Code = "not_a_function"

func errNotAFunction(src *located, n node, have fmt.Stringer) *Error {
	hint := ""
	if r, ok := n.(*nameRef); ok && builtinName(r.name) {
		hint = source.Quote(r.name) + " is a value here, which hides the function of that name"
	}
	return fault(src, n, NotAFunction, fmt.Sprintf("a %s cannot be called", have), hint)
}

// FunctionFailed: a function outside FEEL, of Java or of the application, that has
// no result. Unwrapping gives the application's error.
//
//	Example: (function(s) external {java: {class: "java.lang.Integer", method signature: "valueOf(java.lang.String)"}})("x")
const FunctionFailed diag.Code = "function_failed"

func errFunctionFailed(src *located, n node, name string, why error) *Error {
	e := fault(src, n, FunctionFailed, name+": "+why.Error(), "")
	e.Err = why
	return e
}

// WrongArguments: too few or too many arguments, or a name that is no parameter.
//
//	Example: contains("text")
const WrongArguments diag.Code = "wrong_arguments"

func errWrongArguments(src *located, n node, message, hint string) *Error {
	return fault(src, n, WrongArguments, message, hint)
}

// DuplicateKey: a context with one key twice.
//
//	Example: {a: 1, a: 2}
const DuplicateKey diag.Code = "duplicate_key"

func errDuplicateKey(src *located, n node, key string) *Error {
	return fault(src, n, DuplicateKey, "the key "+source.Quote(key)+" stands twice", "remove one of the two")
}

// NotInProfile: a construct or a function that the profile does not list.
//
//	Example: if true then 1 else 2
const NotInProfile diag.Code = "not_in_profile"

func errNotInProfile(src *located, n node, what string, p Profile) *Error {
	return fault(src, n, NotInProfile, fmt.Sprintf("%s is not part of the %s profile", what, p),
		"write it with what the profile has, or say `profile: full`")
}

// LimitExceeded: an evaluation that needs more steps, memory or depth than its
// limits allow. It is an error in lenient evaluation too.
//
//	Example: count(for i in 1..1000000000000 return i)
const LimitExceeded diag.Code = "limit_exceeded"

func errLimit(src *located, n node, what string) *Error { return errStopped(src.at(n), what) }

func errSteps(at diag.Locator, limit int64) *Error {
	return errStopped(at, fmt.Sprintf("more than %d steps", limit))
}

func errStopped(at diag.Locator, what string) *Error {
	return &Error{Code: LimitExceeded, At: at, Message: "the evaluation was stopped: " + what}
}

// Cancelled: the context of the call was cancelled or its deadline passed.
// Unwrapping gives the context's error.
//
//	Example: count(for i in 1..1000000 return i)
const Cancelled diag.Code = "cancelled"

func errCancelled(src *located, n node, ctx context.Context) *Error {
	e := fault(src, n, Cancelled, "the evaluation was stopped: "+context.Cause(ctx).Error(), "")
	e.Err = ctx.Err()
	return e
}

// errAlternatives is for a test that joins with and, or what is no condition.
func errAlternatives(src *located, n node, op op, have fmt.Stringer, hint string) *Error {
	return errTypeMismatch(src, n, fmt.Sprintf("%s joins conditions, and a %s is none", op, have), hint)
}

// NotABoolean: a condition, or an operand of and, or, not, that is neither a
// boolean nor null, has the code [TypeMismatch].
func errNotABoolean(src *located, n node, what string, have fmt.Stringer) *Error {
	return errTypeMismatch(src, n, fmt.Sprintf("%s must be a boolean, not a %s", what, have), "")
}
