package dmn

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// The codes of deciding. An example is the fields in which a table differs from the
// one of errors.go, and behind a line of dashes the variables, as a FEEL context.

// errColumnType: an input expression whose type is known and is not the column's
// has the code [feel.TypeMismatch].
func errColumnType(in *Input, have *feel.Type) *diag.Error {
	e := &diag.Error{
		Code: feel.TypeMismatch, At: in.Expression.At,
		Message: fmt.Sprintf("the expression of %q gives a %s, and its type is %s", in.Name, have, in.Type),
	}
	switch {
	case in.Type.Name == "days" && have == feel.NumberType:
		e.Hint = "`days` is for a duration, such as the difference of two dates; for a plain number say `type: number`"
	case in.Type.Name == "number" && have == feel.DaysType:
		e.Hint = "for the number of days of a duration say `type: days`"
	}
	return e
}

// errColumnValue: a value of another kind than its column has the code
// [feel.TypeMismatch].
func errColumnValue(in *Input, v feel.Value) *diag.Error {
	return &diag.Error{
		Code: feel.TypeMismatch, At: in.Expression.At,
		Message: fmt.Sprintf("%q is %s, a %s, and its type is %s", in.Name, v, v.Kind(), in.Type),
	}
}

// errOutputType: an output expression of a known type that is not the output's
// has the code [feel.TypeMismatch].
func errOutputType(at diag.Locator, out *Output, have fmt.Stringer) *diag.Error {
	return &diag.Error{
		Code: feel.TypeMismatch, At: at,
		Message: fmt.Sprintf("the output %q is a %s, and its type is %s", out.Name, have, out.Type),
	}
}

// NullInput: an input expression gave null, and no cell of its column names null.
//
// Example:
//
//	-----
//	{person: {age: null}}
const NullInput diag.Code = "null_input"

func errNullInput(in *Input) *diag.Error {
	return &diag.Error{
		Code: NullInput, At: in.Expression.At,
		Message: fmt.Sprintf("%q is null, and no cell of its column names null", in.Name),
		Hint:    "add a rule whose cell is `null` if null is a case of its own",
	}
}

// OutsideValues: a value that is not among the values that its input or output
// declares. Found at load where it is a literal.
//
// Example:
//
//	-----
//	{person: {age: 20}}
const OutsideValues diag.Code = "outside_values"

func errOutsideValues(at diag.Locator, v feel.Value, values []feel.Value) *diag.Error {
	return &diag.Error{
		Code: OutsideValues, At: at,
		Message: fmt.Sprintf("%s is not among the values of this column", short(v)),
		Hint:    "the values are " + list(values),
	}
}

// errNotAllowed says that a value which was met at a place is not what a type
// allows, at another place.
func errNotAllowed(met diag.Locator, name string, v feel.Value, text string, at diag.Locator) *diag.Error {
	return &diag.Error{
		Code: OutsideValues, At: met,
		Message: fmt.Sprintf("%s is not among the values of %q", short(v), name),
		Hint:    "the values are " + clipped(text),
		Notes:   []diag.Note{{At: at, Message: "they are listed here"}},
	}
}

func list(values []feel.Value) string {
	texts := make([]string, 0, len(values))
	for i, v := range values {
		if i == 12 {
			texts = append(texts, "...")
			break
		}
		texts = append(texts, short(v))
	}
	return strings.Join(texts, ", ")
}

// short gives a value for a message, cut when it is long.
func short(v feel.Value) string { return clipped(v.String()) }

func clipped(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// NoRuleMatched: no rule matched, and the table has no default.
//
// Example:
//
//	-----
//	{person: {age: 17}}
const NoRuleMatched diag.Code = "no_rule_matched"

func errNoRuleMatched(t *Table, inputs []feel.Value, nearest string) *diag.Error {
	seen := make([]string, len(inputs))
	for i, v := range inputs {
		seen[i] = t.Inputs[i].Name + " " + v.String()
	}
	return &diag.Error{
		Code: NoRuleMatched, At: t.place(),
		Message: fmt.Sprintf("no rule of %q matches %s", t.ID, strings.Join(seen, ", ")),
		Hint:    nearest,
	}
}

// UniqueViolated: two rules matched under UNIQUE (DMN 1.6, clause 8.2.11). The
// place is the later rule's, the note the earlier one's.
//
// Example:
//
//	rules:
//	  - { when: { age: 18 }, then: { band: low } }
//	  - { when: { age: ">= 18" }, then: { band: low } }
//	-----
//	{person: {age: 18}}
const UniqueViolated diag.Code = "unique_violated"

func errUniqueViolated(t *Table, hits []int) *diag.Error {
	return conflict(t, UniqueViolated, hits, "both match, and the hit policy is UNIQUE")
}

// AnyViolated: two rules with different outputs matched under ANY.
//
// Example:
//
//	hit_policy: ANY
//	rules:
//	  - { when: { age: 18 }, then: { band: low } }
//	  - { when: { age: ">= 18" }, then: { band: high } }
//	-----
//	{person: {age: 18}}
const AnyViolated diag.Code = "any_violated"

func errAnyViolated(t *Table, hits []int) *diag.Error {
	return conflict(t, AnyViolated, hits, "match with different outputs, and the hit policy is ANY")
}

// PriorityTie: two rules of the same priority and different outputs matched.
//
// Example:
//
//	hit_policy: PRIORITY
//	outputs: [{ name: band, type: string, values: [low, high] }, { name: points, type: number }]
//	rules:
//	  - { when: { age: 18 }, then: { band: low, points: 1 } }
//	  - { when: { age: ">= 18" }, then: { band: low, points: 2 } }
//	-----
//	{person: {age: 18}}
const PriorityTie diag.Code = "priority_tie"

func errPriorityTie(t *Table, hits []int) *diag.Error {
	return conflict(t, PriorityTie, hits, "match with the same priority and different outputs")
}

// conflict names the rules of a conflict: the last one as its place, the others
// in notes.
func conflict(t *Table, code diag.Code, hits []int, what string) *diag.Error {
	e := &diag.Error{Code: code, At: t.rulePlace(hits[len(hits)-1])}
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = t.match(h).ID
		if i < len(hits)-1 {
			e.Notes = append(e.Notes, diag.Note{At: t.rulePlace(h), Message: "rule " + ids[i]})
		}
	}
	e.Message = fmt.Sprintf("rules %s of %q %s", strings.Join(ids, ", "), t.ID, what)
	return e
}

// NotExecuted: what this version reads and does not execute.
//
// Example:
//
//	effective: { from: 2026-07-01 }
//	-----
//	{person: {age: 18}}
const NotExecuted diag.Code = "not_executed"

func errEffective(t *Table) *diag.Error {
	return &diag.Error{
		Code: NotExecuted, At: t.place(),
		Message: fmt.Sprintf("%q has effective dates, which this version reads but does not decide by", t.ID),
		Hint:    "remove `effective`, or keep the versions in files of their own",
	}
}
