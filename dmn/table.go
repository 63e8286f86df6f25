package dmn

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Table is a decision table (DMN 1.6, clause 8), wherever it was written. It is
// immutable once it is loaded.
type Table struct {
	File        string // as given to the loader
	ID          string
	Name        string
	Version     string // a label, kept in the record
	Source      string // the authority; not executable
	HitPolicy   HitPolicy
	Aggregation Aggregation
	Profile     feel.Profile
	Effective   Period
	Inputs      []Input
	Outputs     []Output
	Rules       []Rule
	Default     []Cell // parallel to Outputs; nil: no match is an error
	Provenance  *Provenance
	Files       []string // every file the table was read from: the table, its CSV

	// Warnings are what a file may say and probably does not mean.
	Warnings diag.List

	at        diag.Locator // of a file
	effective bool         // the table or a rule has effective dates
	boxed     *boxedTable  // of a model, where values are brought to their types by its expressions; nil of a file
}

// place gives the place of the table.
func (t *Table) place() diag.Locator {
	if t.boxed != nil {
		return t.boxed.place(&t.boxed.x.At)
	}
	return t.at
}

// test gives the text of an input entry, of a rule from 0.
func (t *Table) test(rule, input int) string {
	if t.boxed != nil {
		return t.boxed.test(rule, input).Text
	}
	return t.Rules[rule].When[input].Source.Text
}

// testPlace gives the place of an input entry.
func (t *Table) testPlace(rule, input int) diag.Locator {
	if t.boxed != nil {
		return (&boxer{node: t.boxed.node}).at(&t.boxed.test(rule, input).At)
	}
	return t.Rules[rule].When[input].Source.At
}

// rulePlace gives the place of a rule, from 0.
func (t *Table) rulePlace(rule int) diag.Locator {
	if t.boxed != nil {
		return t.boxed.place(&t.boxed.x.Rules[rule].At)
	}
	return t.Rules[rule].At
}

// match gives a rule, from 0, as one that matched.
func (t *Table) match(rule int) Match {
	if t.boxed != nil {
		return t.boxed.match(rule)
	}
	return Match{Rule: rule + 1, ID: t.Rules[rule].ID, Annotation: t.Rules[rule].Annotation}
}

// Input is an input clause: a column of tests.
type Input struct {
	Name       string
	Expression feel.Source
	Type       ColumnType
	Values     []feel.Value // the allowed ones; nil: any
	At         diag.Locator
}

// Output is an output clause: a column of results.
type Output struct {
	Name   string
	Type   ColumnType
	Values []feel.Value // the allowed ones, highest priority first; nil: any
	At     diag.Locator
}

// Rule is a row.
type Rule struct {
	ID         string // given, or the position from 1
	Annotation string
	When       []*Cell // parallel to the inputs; nil: irrelevant
	Then       []Cell  // parallel to the outputs
	Effective  Period
	At         diag.Locator
}

// Cell is an input entry (a unary test), or an output entry: a literal, or under
// the full profile an expression.
type Cell struct {
	Source     feel.Source
	Expression bool       // of an output: Source is a FEEL expression
	Literal    feel.Value // of an output that is no expression
}

// HitPolicy says which matching rules count (DMN 1.6, clause 8.2.11).
type HitPolicy string

// The hit policies.
const (
	Unique      HitPolicy = "UNIQUE"
	First       HitPolicy = "FIRST"
	Priority    HitPolicy = "PRIORITY"
	Any         HitPolicy = "ANY"
	Collect     HitPolicy = "COLLECT"
	RuleOrder   HitPolicy = "RULE_ORDER"
	OutputOrder HitPolicy = "OUTPUT_ORDER"
)

// Aggregation is what COLLECT makes of its results; "": a list.
type Aggregation string

// The aggregations.
const (
	Sum   Aggregation = "SUM"
	Min   Aggregation = "MIN"
	Max   Aggregation = "MAX"
	Count Aggregation = "COUNT"
)

// Lists reports whether the policy gives a list of results.
func (t *Table) Lists() bool {
	switch t.HitPolicy {
	case Collect:
		return t.Aggregation == ""
	case RuleOrder, OutputOrder:
		return true
	}
	return false
}

// Period is the time in which a table or a rule is in force, both ends included.
// A null end is open.
type Period struct {
	From, To feel.Value // dates
}

// Bounded reports whether the period has an end at all.
func (p Period) Bounded() bool { return !p.From.IsNull() || !p.To.IsNull() }

// Provenance tells where a table came from. It is not executable, and never in
// scope of an expression.
type Provenance struct {
	GeneratedBy  string
	Source       string
	SourceDoc    string
	SourceSHA256 string
	ReviewedBy   string
	ReviewedAt   string
}

// Unreviewed reports whether the table was generated and no person has put their
// name to it. Such a table cannot be run in a workflow.
func (t *Table) Unreviewed() bool {
	return t.Provenance != nil && t.Provenance.GeneratedBy != "" && t.Provenance.ReviewedBy == ""
}

// ColumnType is the type of a column: of the value that its tests see, or of its
// results.
type ColumnType struct {
	Name string      // string number boolean date time date_time days months duration any list
	Item *ColumnType // of a list
}

// HasEffective reports whether the table or one of its rules has effective dates.
func (t *Table) HasEffective() bool { return t.effective }
