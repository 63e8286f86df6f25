package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// writeJSON writes v on one line.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// writeText writes lines that may quote files.
func writeText(w io.Writer, format string, args ...any) {
	fmt.Fprint(w, diag.Clean(fmt.Sprintf(format, args...)))
}

// plainText is a value as a table's cell has it: text without quotes.
func plainText(v feel.Value) string {
	if s, ok := v.AsString(); ok {
		return s
	}
	if s, ok := v.Text(); ok {
		return s
	}
	return v.String()
}

// oneLine keeps what files and people say from looking like lines of spine's own.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// ruleLine tells which rule a verdict rests on.
func ruleLine(id, annotation string) string {
	if annotation != "" {
		annotation = ": " + annotation
	}
	return "  rule " + oneLine(id+annotation) + "\n"
}

// writeRun tells how a run went, node by node.
func writeRun(w io.Writer, plan *drd.Plan, rec *record.Record, path string) {
	for _, n := range plan.Decisions {
		d, ok := rec.Result.Decisions[n.ID()]
		if !ok {
			continue
		}
		h, human := rec.Result.Humans[n.ID()]
		if human {
			writeText(w, "%s recommends %s\n", n.ID(), d.Outputs)
		} else {
			writeText(w, "%s = %s\n", n.ID(), d.Outputs)
		}
		for _, r := range d.Rules {
			writeText(w, "%s", ruleLine(r.ID, r.Annotation))
		}
		if d.Default {
			writeText(w, "  no rule matched: the default\n")
		}
		if d.Source != "" {
			writeText(w, "  source: %s\n", oneLine(d.Source))
		}
		if human && h.Choice != nil {
			writeChoice(w, n.ID(), h)
		}
	}
	if rec.Status == record.Completed {
		var entries []string
		for _, id := range plan.Sinks {
			entries = append(entries, id+": "+rec.Result.Determination[id].String())
		}
		writeText(w, "determination: {%s}\n", strings.Join(entries, ", "))
	} else {
		writeText(w, "status: %s\n", rec.Status)
	}
	writeText(w, "record: %s\n", path)
}

func writeChoice(w io.Writer, node string, h record.Human) {
	writeText(w, "%s = %s\n", node, h.Choice.Value)
	override := ""
	if h.Choice.Override {
		override = ", overriding the recommendation"
	}
	writeText(w, "  decided by %s as %s%s\n", oneLine(h.Choice.By), oneLine(h.Role), override)
	if h.Choice.Reason != "" {
		writeText(w, "  reason: %s\n", oneLine(h.Choice.Reason))
	}
}

// runJSON is what run --json writes. Values are encoded as in the record.
type runJSON struct {
	Run           string                     `json:"run"`
	Status        record.Status              `json:"status"`
	Record        string                     `json:"record"`
	Verdicts      map[string]json.RawMessage `json:"verdicts"` // by node: what its table decided
	Rules         map[string]json.RawMessage `json:"rules"`    // by node: those that matched
	Determination json.RawMessage            `json:"determination"`
	Refusal       json.RawMessage            `json:"refusal"`
}

func writeRunJSON(w io.Writer, run *spine.Run, path string) error {
	canonical, err := run.Record().Canonical()
	if err != nil {
		return err
	}
	var kept struct {
		Result struct {
			Decisions map[string]struct {
				Outputs json.RawMessage `json:"outputs"`
				Rules   json.RawMessage `json:"rules"`
			} `json:"decisions"`
			Determination json.RawMessage `json:"determination"`
			Refusal       json.RawMessage `json:"refusal"`
		} `json:"result"`
	}
	if err := json.Unmarshal(canonical, &kept); err != nil {
		return err
	}
	out := runJSON{
		Run: run.ID(), Status: run.Status(), Record: path,
		Verdicts: map[string]json.RawMessage{}, Rules: map[string]json.RawMessage{},
		Determination: kept.Result.Determination, Refusal: kept.Result.Refusal,
	}
	for id, d := range kept.Result.Decisions {
		out.Verdicts[id], out.Rules[id] = d.Outputs, d.Rules
	}
	return writeJSON(w, out)
}
