package dmn

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/source"
)

// The codes of reading a table; those of deciding are in errors_decide.go. What
// is wrong with the YAML, or with a field that every format could have, has the
// codes of the YAML reader (yaml_syntax, unknown_field, missing_field,
// wrong_type, unknown_value and others), and what is wrong with FEEL has those
// of package feel.
//
// An example is the fields in which a table differs from this one:
//
//	id: t
//	version: "1"
//	inputs: [{ name: age, expression: person.age, type: number, values: [17, 18, 19] }]
//	outputs: [{ name: band, type: string, values: [low, high] }]
//	rules: [{ when: { age: 18 }, then: { band: low } }]
//
// and, behind a line of dashes, the file rates.csv.

func fault(code diag.Code, at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: code, At: at, Message: message, Hint: hint}
}

// MissingFile: a file cannot be read, or its name leads out of the folder of the
// file that names it: a table, the CSV file of its rules, or what a workflow
// or a test file names. Unwrapping gives the cause.
//
// Example:
//
//	rules: { csv: no-such-file.csv }
const MissingFile diag.Code = "missing_file"

func errMissingFile(at diag.Locator, name string, cause error) *diag.Error {
	e := fault(MissingFile, at, fmt.Sprintf("the file %s cannot be read: %s", source.Quote(name), source.Why(cause)), "")
	e.Err = cause
	return e
}

func errMissingCSV(at diag.Locator, ref, name string, cause error) *diag.Error {
	e := errMissingFile(at, ref, cause)
	if cause == fs.ErrInvalid {
		e.Hint = "name a file in the table's own folder or below it, with / between the parts"
	} else {
		e.Hint = "it is looked for at " + source.Quote(name)
	}
	return e
}

// TableLimit: a file, or a list in a table, beyond the sizes of this package: 16
// MiB, 256 inputs or outputs, 1,000 values of a column, 200,000 rules or a million
// cells in CSV, lists within lists 16 deep.
//
// Example:
//
//	profile: full
//	outputs:
//	  - name: band
//	    type: list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<any>>>>>>>>>>>>>>>>>
//	rules: [{ when: { age: 18 }, then: { band: "= []" } }]
const TableLimit diag.Code = "table_limit"

func errTableLimit(at diag.Locator, what string, most int) *diag.Error {
	return fault(TableLimit, at, fmt.Sprintf("%s; the most is %d", what, most), "split the table")
}

// EmptyList: a list that must name something and does not: the inputs, outputs or
// rules of a table, the values of a column, the tables of a node.
//
// Example:
//
//	rules: []
const EmptyList diag.Code = "empty_list"

func errEmptyList(at diag.Locator, name, hint string) *diag.Error {
	return fault(EmptyList, at, "there are no "+name+" here", hint)
}

// BadName: a name that an input, an output, a fact or a node cannot have: it is
// not made of letters, digits and _, or FEEL or spine keeps it for itself.
//
// Example:
//
//	inputs: [{ name: age-in-years, expression: person.age, type: number }]
//	rules: [{ when: {}, then: { band: low } }]
const BadName diag.Code = "bad_name"

func errBadName(at diag.Locator, name, why string) *diag.Error {
	return fault(BadName, at, fmt.Sprintf("%s cannot be a name here: %s", source.Quote(name), why),
		"choose another name, of letters, digits and _, not beginning with a digit")
}

// DuplicateName: two inputs, outputs or CSV columns of one name, or two facts or
// nodes of a workflow, or one name twice in a list.
//
// Example:
//
//	inputs:
//	  - { name: age, expression: person.age, type: number }
//	  - { name: age, expression: partner.age, type: number }
const DuplicateName diag.Code = "duplicate_name"

func errDuplicateName(at diag.Locator, name string, first diag.Locator) *diag.Error {
	e := fault(DuplicateName, at, fmt.Sprintf("the name %s is taken", source.Quote(name)), "give one of them another name")
	e.Notes = []diag.Note{{At: first, Message: "it is here first"}}
	return e
}

// UnknownType: a type that no column can have.
//
// Example:
//
//	outputs: [{ name: band, type: text }]
const UnknownType diag.Code = "unknown_type"

func errUnknownType(at diag.Locator, text string) *diag.Error {
	return fault(UnknownType, at, fmt.Sprintf("there is no type %s", source.Quote(text)),
		source.Hint(text, typeNames, "the types are "+strings.Join(typeNames, ", ")+" and list<T>"))
}

// InvalidLiteral: a text that is no value of the type of its place: of an output,
// of a list of values, or of a date.
//
// Example:
//
//	outputs: [{ name: band, type: number }]
const InvalidLiteral diag.Code = "invalid_literal"

func errInvalidLiteral(at diag.Locator, t ColumnType, why error) *diag.Error {
	return fault(InvalidLiteral, at, why.Error(), t.literalHint())
}

// DuplicateValue: a list of values that has a value twice.
//
// Example:
//
//	outputs: [{ name: band, type: string, values: [low, high, low] }]
const DuplicateValue diag.Code = "duplicate_value"

func errDuplicateValue(at diag.Locator, v feel.Value, first diag.Locator) *diag.Error {
	e := fault(DuplicateValue, at, fmt.Sprintf("the value %s is here twice", v), "remove one of the two")
	e.Notes = []diag.Note{{At: first, Message: "it is here first"}}
	return e
}

// UnknownColumn: a cell or a CSV column that names no input or output of the
// table.
//
// Example:
//
//	rules: [{ when: { aeg: 18 }, then: { band: low } }]
const UnknownColumn diag.Code = "unknown_column"

func errUnknownColumn(at diag.Locator, cols *columns, name string) *diag.Error {
	known := some(cols.names)
	return fault(UnknownColumn, at, fmt.Sprintf("the table has no %s %s", cols.what, source.Quote(name)),
		source.Hint(name, known, fmt.Sprintf("its %ss are %s", cols.what, strings.Join(known, ", "))))
}

// errUnmarkedOutput is for a CSV column.
func errUnmarkedOutput(at diag.Locator, name string) *diag.Error {
	return fault(UnknownColumn, at, fmt.Sprintf("the table has no input %s", source.Quote(name)),
		"the column of an output is named with an arrow: "+outputMark+name)
}

// MissingColumn: a CSV file without a column for an input or output of the table.
//
// Example:
//
//	rules: { csv: rates.csv }
//	-----
//	=> band,id
//	low,a
const MissingColumn diag.Code = "missing_column"

func errMissingColumn(at diag.Locator, cols *columns) *diag.Error {
	hint := "add it, and leave it empty where the input does not matter"
	if cols.what == "output" {
		hint = "add it; every rule gives every output a value"
	}
	return fault(MissingColumn, at, fmt.Sprintf("the file has no column %s", source.Quote(at.Cell)), hint)
}

// MissingOutput: a rule, or the default, that leaves out an output.
//
// Example:
//
//	rules: [{ when: { age: 18 }, then: {} }]
const MissingOutput diag.Code = "missing_output"

func errMissingOutput(at diag.Locator, name string) *diag.Error {
	return fault(MissingOutput, at, fmt.Sprintf("there is no value for the output %s", source.Quote(name)),
		"every rule and the default give every output a value")
}

// PositionalCells: cells as a list, by position and not by name.
//
// Example:
//
//	rules: [{ when: [18], then: { band: low } }]
const PositionalCells diag.Code = "positional_cells"

func errPositionalCells(at diag.Locator, cols *columns) *diag.Error {
	return fault(PositionalCells, at, "cells are given by name here, not by position",
		fmt.Sprintf("write the names of the %ss: { %s: ... }", cols.what, strings.Join(some(cols.names), ": ..., ")))
}

// EmptyCell: the cell of an input that is an empty text.
//
// Example:
//
//	rules: [{ when: { age: "" }, then: { band: low } }]
const EmptyCell diag.Code = "empty_cell"

func errEmptyCell(at diag.Locator) *diag.Error {
	return fault(EmptyCell, at, "the cell is empty", `write "-" or leave the cell out if the input does not matter, and '""' for an empty string`)
}

// errNeedsFull: what a table of the subset profile cannot say has the code
// [feel.NotInProfile].
func errNeedsFull(at diag.Locator, what string) *diag.Error {
	return fault(feel.NotInProfile, at, what+" not part of the subset profile", "say `profile: full`")
}

// DuplicateRuleID: two rules of one id, or a rule whose id is the position of
// another.
//
// Example:
//
//	rules:
//	  - { when: { age: 18 }, then: { band: low }, id: a }
//	  - { when: { age: 19 }, then: { band: high }, id: a }
const DuplicateRuleID diag.Code = "duplicate_rule_id"

func errDuplicateRuleID(at diag.Locator, id string, other diag.Locator) *diag.Error {
	e := fault(DuplicateRuleID, at, fmt.Sprintf("the id %s means another rule", source.Quote(id)),
		"give the rule an id of its own; a rule without one has its position")
	e.Notes = []diag.Note{{At: other, Message: "it means this rule"}}
	return e
}

// BadAggregation: an aggregation that the table cannot have: without COLLECT, of
// several outputs, or of values that do not add up or have no order.
//
// Example:
//
//	aggregation: SUM
const BadAggregation diag.Code = "bad_aggregation"

func errBadAggregation(at diag.Locator, message, hint string) *diag.Error {
	return fault(BadAggregation, at, message, hint)
}

// NoPriority: the hit policy PRIORITY or OUTPUT_ORDER, and no output whose values
// tell what comes first.
//
// Example:
//
//	hit_policy: PRIORITY
//	outputs: [{ name: band, type: string }]
const NoPriority diag.Code = "no_priority"

func errNoPriority(at diag.Locator, policy HitPolicy) *diag.Error {
	return fault(NoPriority, at, fmt.Sprintf("%s goes by the values of the outputs, and no output lists any", policy),
		"list the values of an output, the highest priority first")
}

// BadPeriod: effective dates without a date, or that end before they begin.
//
// Example:
//
//	effective: { from: 2026-07-01, to: 2026-06-30 }
const BadPeriod diag.Code = "bad_period"

func errBadPeriod(at diag.Locator, message, hint string) *diag.Error {
	return fault(BadPeriod, at, message, hint)
}

// DifferenceTest: a warning that a test takes a greater number from a lesser one, such
// as 0-15. To FEEL that is the number -15, and no range.
//
// Example:
//
//	inputs: [{ name: age, expression: person.age, type: number }]
//	rules: [{ when: { age: 0-15 }, then: { band: low } }]
const DifferenceTest diag.Code = "difference_test"

func warnDifference(at diag.Locator, text, value, low, high string) *diag.Error {
	e := fault(DifferenceTest, at, fmt.Sprintf("%s is the number %s, and no range", source.Quote(text), value), fmt.Sprintf("write [%s..%s]", low, high))
	e.Severity = diag.Warning
	return e
}

// CSVSyntax: a file that is no CSV as RFC 4180 has it, that is not UTF-8 text, or
// whose rows have different numbers of fields.
//
// Example:
//
//	rules: { csv: rates.csv }
//	-----
//	age,=> band
//	18
const CSVSyntax diag.Code = "csv_syntax"

func errCSVSyntax(at diag.Locator, message, hint string) *diag.Error {
	return fault(CSVSyntax, at, message, hint)
}

// Longer names are not shown in hints.
const maxName = 80

// some gives the first names for a hint.
func some(names []string) []string {
	const most = 20
	out := make([]string, 0, most)
	for _, name := range names {
		if len(out) < most && len(name) <= maxName && name != "" {
			out = append(out, name)
		}
	}
	return out
}
