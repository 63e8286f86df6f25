package main

import (
	"fmt"
	"strings"
)

// A table is a decision table in no language: each peer's own text is written from
// it, so that all of them decide the same.
type table struct {
	collect bool // the outputs of all rules that match; else of the one that does
	columns []column
	output  string
	numbers bool // the outputs are numbers, else strings
	rules   []rule
}

type kind int

const (
	ofText kind = iota
	ofWhole
	ofFraction
	ofFlag
	ofDate
	ofDays // between two dates
)

type column struct {
	name           string
	kind           kind
	later, earlier string // of days: the dates whose difference it is
}

// reads gives the variables that the column reads.
func (c column) reads() []string {
	if c.kind == ofDays {
		return []string{c.later, c.earlier}
	}
	return []string{c.name}
}

type rule struct {
	cells []cell // parallel to the columns
	out   string
}

// A cell is comparisons that must hold together; none: the column does not matter.
type cell struct {
	open, close string // the brackets of an interval
	tests       []comparison
}

type comparison struct{ op, value string }

func is(value string) cell           { return cell{tests: []comparison{{"=", value}}} }
func compared(op, value string) cell { return cell{tests: []comparison{{op, value}}} }

// within is an interval in FEEL's brackets: [ and ] include, ( ) ] [ exclude.
func within(open, low, high, close string) cell {
	c := cell{open: open, close: close, tests: []comparison{{">", low}, {"<", high}}}
	if open == "[" {
		c.tests[0].op = ">="
	}
	if close == "]" {
		c.tests[1].op = "<="
	}
	return c
}

// A dialect is how a language writes conditions.
type dialect struct {
	equals, and string
	column      func(column) string
	literal     func(kind, string) string
	compare     func(left, op, right string, k kind) string // nil: infix
}

func (d dialect) condition(t *table, r rule) string {
	var parts []string
	for i, c := range t.columns {
		left := d.column(c)
		for _, x := range r.cells[i].tests {
			right := d.literal(c.kind, x.value)
			switch op := x.op; {
			case c.kind == ofFlag && x.value == "true":
				parts = append(parts, left)
			case op == "=":
				parts = append(parts, left+" "+d.equals+" "+right)
			case d.compare != nil:
				parts = append(parts, d.compare(left, op, right, c.kind))
			default:
				parts = append(parts, left+" "+op+" "+right)
			}
		}
	}
	return strings.Join(parts, d.and)
}

// out gives a rule's output as a literal, which all languages write alike.
func (t *table) out(r rule) string {
	if t.numbers {
		return r.out
	}
	return fmt.Sprintf("%q", r.out)
}

// chain writes the rules as conditionals within each other.
func (d dialect) chain(t *table, each, otherwise string) string {
	var b strings.Builder
	for _, r := range t.rules {
		fmt.Fprintf(&b, each, d.condition(t, r), t.out(r))
	}
	return b.String() + otherwise
}

// feelLiteral writes a constant as FEEL has it.
func feelLiteral(k kind, value string) string {
	switch k {
	case ofText:
		return fmt.Sprintf("%q", value)
	case ofDate:
		return fmt.Sprintf("date(%q)", value)
	case ofDays:
		return fmt.Sprintf("duration(\"P%sD\")", value)
	}
	return value
}

// feelCell writes a cell as FEEL's unary tests. A column of days is one of
// numbers.
func feelCell(k kind, c cell) string {
	literal := func(value string) string {
		if k == ofDays {
			return value
		}
		return feelLiteral(k, value)
	}
	switch {
	case c.open != "":
		return c.open + literal(c.tests[0].value) + ".." + literal(c.tests[1].value) + c.close
	case len(c.tests) == 0:
		return ""
	case c.tests[0].op == "=":
		return literal(c.tests[0].value)
	}
	return c.tests[0].op + " " + literal(c.tests[0].value)
}
