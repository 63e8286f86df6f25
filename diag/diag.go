// Package diag says what went wrong and where: positions, locators, codes,
// lists of faults, and their rendering with an excerpt of the file.
//
// It knows nothing of what a fault means. Every package of spine reports with
// an [*Error], which carries a stable [Code], the place ([Locator]), what is
// wrong in words, and one thing that the author can do about it. A reader of a
// file reports all of its faults as one [List]. A List is not itself an error,
// so that an empty one can never become a non-nil error; [List.Err] makes one.
//
// Values of this package are plain data. They may be shared when nobody writes
// to them.
package diag

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a file. The zero Pos means that the place is not known.
type Pos struct {
	Offset int // bytes from the start of the file, from 0
	Line   int // from 1
	Column int // from 1, in runes
}

// Known reports whether p is a place.
func (p Pos) Known() bool { return p.Line > 0 }

// Span is a half-open run of a file.
type Span struct{ Start, End Pos }

// Locator says where something is: in a file, and in the terms of what the file
// holds. Members that do not apply are zero.
type Locator struct {
	File  string // as given to the loader
	Node  string // workflow node or DMN decision
	Table string // table id
	Rule  int    // row from 1; 0: not in a rule
	Cell  string // input or output name; an output as "=> NAME"
	Path  string // JSON Pointer (RFC 6901) into an object or record
	Span  Span   // in File, not in the cell
}

// String gives the file, line and column, as far as they are known.
func (l Locator) String() string {
	var b strings.Builder
	b.WriteString(l.File)
	if l.Span.Start.Known() {
		if l.File != "" {
			b.WriteByte(':')
		}
		fmt.Fprintf(&b, "%d:%d", l.Span.Start.Line, l.Span.Start.Column)
	}
	return b.String()
}

// where gives the members other than the file, for people.
func (l Locator) where() string {
	var parts []string
	add := func(what, v string) {
		if v != "" {
			parts = append(parts, what+" "+v)
		}
	}
	add("node", l.Node)
	add("table", l.Table)
	if l.Rule > 0 {
		parts = append(parts, fmt.Sprintf("rule %d", l.Rule))
	}
	add("cell", l.Cell)
	add("at", l.Path)
	return strings.Join(parts, ", ")
}

// Code names a kind of fault for programs: "unknown_name". It is an error, so
// that errors.Is(err, feel.UnknownName) holds for every error with that code.
type Code string

// Error gives the code's text.
func (c Code) Error() string { return string(c) }

// Severity tells a fault that forbids from one that only warns.
type Severity uint8

// The severities. The zero Severity is that of a fault.
const (
	Fault Severity = iota
	Warning
)

// String gives "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Note is a further place that has a part in a fault: the other matching rule,
// the earlier declaration.
type Note struct {
	At      Locator
	Message string
}

// Error is one fault.
type Error struct {
	Code     Code
	Severity Severity
	At       Locator
	Message  string // names the offending text; its wording may change
	Hint     string // one thing the author can do; "" if none
	Notes    []Note
	Err      error // the cause, if another error caused it
}

// Error gives place, message and code on one line.
func (e *Error) Error() string {
	at := e.At.String()
	if at == "" {
		at = e.At.where()
	}
	if at != "" {
		at += ": "
	}
	return fmt.Sprintf("%s%s [%s]", at, e.Message, e.Code)
}

// Is reports whether target is e's [Code].
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// MarshalJSON writes the diagnostic as `--json` output shows it: code,
// severity, message, hint and at, absent members left out.
func (e *Error) MarshalJSON() ([]byte, error) {
	type at struct {
		File      string `json:"file,omitempty"`
		Node      string `json:"node,omitempty"`
		Table     string `json:"table,omitempty"`
		Rule      int    `json:"rule,omitempty"`
		Cell      string `json:"cell,omitempty"`
		Path      string `json:"path,omitempty"`
		Line      int    `json:"line,omitempty"`
		Column    int    `json:"column,omitempty"`
		EndLine   int    `json:"end_line,omitempty"`
		EndColumn int    `json:"end_column,omitempty"`
	}
	l := e.At
	return json.Marshal(struct {
		Code     Code   `json:"code"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		Hint     string `json:"hint,omitempty"`
		At       at     `json:"at,omitzero"`
	}{e.Code, e.Severity.String(), e.Message, e.Hint, at{
		l.File, l.Node, l.Table, l.Rule, l.Cell, l.Path,
		l.Span.Start.Line, l.Span.Start.Column, l.Span.End.Line, l.Span.End.Column,
	}})
}

// List is every fault of one file, object or run. It is deliberately not an
// error: see [List.Err].
type List []*Error

// Sort orders by file, offset, path and code, and keeps the order of equals.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b *Error) int {
		return cmp.Or(
			cmp.Compare(a.At.File, b.At.File),
			cmp.Compare(a.At.Span.Start.Offset, b.At.Span.Start.Offset),
			cmp.Compare(a.At.Path, b.At.Path),
			cmp.Compare(a.Code, b.Code),
		)
	})
}

// Faults gives the entries that forbid.
func (l List) Faults() List { return l.only(Fault) }

// Warnings gives the entries that only warn.
func (l List) Warnings() List { return l.only(Warning) }

func (l List) only(s Severity) List {
	var out List
	for _, e := range l {
		if e.Severity == s {
			out = append(out, e)
		}
	}
	return out
}

// Err gives nil when l holds no fault (warnings are none), else an error that
// unwraps to every entry of l.
func (l List) Err() error {
	if len(l.Faults()) == 0 {
		return nil
	}
	return listError(l)
}

// Errors gives the entries as errors.
func (l List) Errors() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// Revise gives copies of the entries with a change to each; l stays as it is.
func (l List) Revise(change func(*Error)) List {
	out := make(List, len(l))
	for i, e := range l {
		c := *e
		change(&c)
		out[i] = &c
	}
	return out
}

type listError List

// Error gives one entry a line.
func (l listError) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives every entry.
func (l listError) Unwrap() []error { return List(l).Errors() }

// Of gives every [*Error] that err wraps, in order, without repetition. The
// cause of an Error is a part of it and not listed again.
func Of(err error) List {
	var out List
	seen := map[*Error]bool{}
	var walk func(error)
	walk = func(err error) {
		switch e := err.(type) {
		case nil:
		case *Error:
			if !seen[e] {
				seen[e] = true
				out = append(out, e)
			}
		case interface{ Unwrap() []error }:
			for _, c := range e.Unwrap() {
				walk(c)
			}
		default:
			walk(errors.Unwrap(err))
		}
	}
	walk(err)
	return out
}
