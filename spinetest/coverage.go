package spinetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/decision-spine/spine/dmn"
)

// Coverage tells which rules of a table matched in some case. A case that failed
// counts too: it is another thing whether the answer was the expected one.
type Coverage struct {
	File    string   `json:"file"`
	Table   string   `json:"table"` // its id
	Rules   int      `json:"rules"`
	Matched int      `json:"matched"`           // rules that matched at least once
	Never   []string `json:"never"`             // ids of the others, in table order
	Default *bool    `json:"default,omitempty"` // whether the default was used; nil if the table has none
}

// Percent is the part of the rules that matched, rounded down, from 0 to 100.
func (c Coverage) Percent() int { return c.Matched * 100 / c.Rules }

// shown is how many rules that never matched a line names.
const shown = 20

// String gives the coverage for a person, on one line.
func (c Coverage) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "coverage %s: %d of %d rules (%d%%)", c.File, c.Matched, c.Rules, c.Percent())
	if len(c.Never) > 0 {
		b.WriteString(", never " + strings.Join(c.Never[:min(shown, len(c.Never))], ", "))
		if more := len(c.Never) - shown; more > 0 {
			fmt.Fprintf(&b, " and %d more", more)
		}
	}
	if c.Default != nil && !*c.Default {
		b.WriteString(", default never used")
	}
	return b.String()
}

// coverage collects what the cases reached, by the tables' files.
type coverage map[string]*reached

type reached struct {
	table    *dmn.Table
	rules    map[int]bool // by row from 1
	defaults bool
}

// table gives what was reached of t. Asking is enough to have t in the report.
func (c coverage) table(t *dmn.Table) *reached {
	r := c[t.File]
	if r == nil {
		r = &reached{table: t, rules: map[int]bool{}}
		c[t.File] = r
	}
	return r
}

func (c coverage) decided(t *dmn.Table, d dmn.Decision) {
	r := c.table(t)
	for _, m := range d.Rules {
		r.rules[m.Rule] = true
	}
	r.defaults = r.defaults || d.Default
}

func (c coverage) report() []Coverage {
	out := []Coverage{}
	for file, r := range c {
		one := Coverage{File: file, Table: r.table.ID, Rules: len(r.table.Rules), Matched: len(r.rules), Never: []string{}}
		for i, rule := range r.table.Rules {
			if !r.rules[i+1] {
				one.Never = append(one.Never, rule.ID)
			}
		}
		if r.table.Default != nil {
			used := r.defaults
			one.Default = &used
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b Coverage) int { return cmp.Compare(a.File, b.File) })
	return out
}
