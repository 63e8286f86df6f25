package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// writeExplanation tells of tables what their tests saw, and of each rule whether
// it matched or what was the first that did not hold. When none matched, the
// nearest misses come first. A blank line parts it from what it goes on after.
func writeExplanation(w io.Writer, tables []dmn.ExplainedTable, goesOn bool) {
	for i, t := range tables {
		if goesOn || i > 0 {
			writeText(w, "\n")
		}
		title := "table " + t.At.Table
		if t.At.Node != "" && t.At.Node != t.At.Table {
			title += " of " + t.At.Node
		}
		writeText(w, "%s (%s)\n", title, t.At)
		for _, in := range t.Inputs {
			writeText(w, "  %s = %s\n", in.Name, in.Value)
		}
		for _, r := range t.Explanation.Rules {
			if r.Matched {
				writeText(w, "  rule %s matches\n", r.ID)
				continue
			}
			more := ""
			if r.Misses > 1 {
				more = fmt.Sprintf(", and %d more", r.Misses-1)
			}
			writeText(w, "  rule %s does not: %s is %s, and the cell says %s%s\n",
				r.ID, r.Failed.Cell, r.Failed.Saw, strings.TrimSpace(r.Failed.Test), more)
		}
		if t.Default {
			writeText(w, "  no rule matched: the default\n")
		}
	}
}

// tableJSON is a table of an explanation. Values are absent of functions.
type tableJSON struct {
	File   string          `json:"file,omitempty"`
	Line   int             `json:"line,omitempty"`
	Node   string          `json:"node,omitempty"`
	Table  string          `json:"table"`
	Inputs []explainedIn   `json:"inputs"`
	Rules  []explainedRule `json:"rules"`
}

// explainedIn is a column with the value that its tests saw.
type explainedIn struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value,omitempty"`
}

// explainedRule is a rule that was looked at. Failed is the first cell that did
// not hold, Misses how many did not.
type explainedRule struct {
	ruleJSON
	Matched bool        `json:"matched"`
	Failed  *failedCell `json:"failed,omitempty"`
	Misses  int         `json:"misses,omitempty"`
}

type failedCell struct {
	Cell  string          `json:"cell"`
	Test  string          `json:"test"`
	Value json.RawMessage `json:"value,omitempty"`
}

func explanationJSON(tables []dmn.ExplainedTable) []tableJSON {
	out := make([]tableJSON, len(tables))
	for i, t := range tables {
		x := tableJSON{
			File: t.At.File, Line: t.At.Span.Start.Line, Node: t.At.Node, Table: t.At.Table,
			Inputs: []explainedIn{}, Rules: []explainedRule{},
		}
		for _, in := range t.Inputs {
			x.Inputs = append(x.Inputs, explainedIn{in.Name, valueJSON(in.Value)})
		}
		for _, r := range t.Explanation.Rules {
			rule := explainedRule{ruleJSON: ruleJSON(r.Match), Matched: r.Matched, Misses: r.Misses}
			if r.Failed != nil {
				rule.Failed = &failedCell{r.Failed.Cell, r.Failed.Test, valueJSON(r.Failed.Saw)}
			}
			x.Rules = append(x.Rules, rule)
		}
		out[i] = x
	}
	return out
}

func valueJSON(v feel.Value) json.RawMessage {
	b, err := record.AppendJSON(nil, v)
	if err != nil {
		return nil
	}
	return b
}
