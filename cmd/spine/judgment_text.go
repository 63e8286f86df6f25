package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine/judgment"
)

// dispositionText is a disposition in words.
func dispositionText(d judgment.Disposition) string {
	switch d.Kind {
	case judgment.Outcome:
		return d.OutcomeID
	case judgment.NotApplicable:
		return string(d.Kind)
	}
	return fmt.Sprintf("%s (%s)", d.Kind, reasonsText(d.Reasons))
}

func reasonsText(reasons []judgment.Reason) string {
	texts := make([]string, len(reasons))
	for i, r := range reasons {
		texts[i] = string(r)
	}
	return strings.Join(texts, ", ")
}

// handoffText tells for what a handoff is requested, and to whom.
func handoffText(reasons []judgment.Reason, target *judgment.HandoffTarget) string {
	to := "to nobody in particular"
	if target != nil {
		to = fmt.Sprintf("to the %s %q", strings.ReplaceAll(target.Kind, "-", " "), target.Name)
	}
	return fmt.Sprintf("handoff %s, because of %s", to, reasonsText(reasons))
}

// writeEvaluation tells what a pack came to, and all that was looked at.
func writeEvaluation(w io.Writer, e *judgment.Evaluation) {
	writeText(w, "%s\n", dispositionText(e.Disposition))
	if e.Disposition.HandoffRequested() {
		writeText(w, "%s\n", handoffText(e.Disposition.TriggeredBy, e.HandoffTarget))
	}
	writeTrace(w, e.Trace, true)
}

// writeTrace tells what was looked at, or of that only what counts.
func writeTrace(w io.Writer, trace []judgment.TraceEntry, all bool) {
	for _, t := range trace {
		state, counts := t.Condition, true
		switch {
		case t.State != "":
			state, counts = t.State, t.State != "known"
		case t.Presence != "":
			state = string(t.Presence)
		case t.Suppressed:
			state = "suppressed"
		case t.Skipped:
			state, counts = "not looked at", false
		case t.Condition == "unknown":
			state, counts = "unknown: "+t.OnUnknown, t.OnUnknown != "ignore"
		case t.Condition == "true":
			if did := strings.TrimSpace(t.Effect + " " + t.Outcome); did != "" {
				state += ": " + did
			}
			counts = t.Stage != "applicability"
		default:
			counts = false
		}
		if all || counts {
			stage := strings.TrimPrefix(t.Stage, "table-")
			writeText(w, "  %s is %s\n", strings.TrimSpace(stage+" "+oneLine(t.ID)), strings.TrimSuffix(state, ": "))
		}
	}
}

// writeComposite tells how a run of a graph went, node by node.
func writeComposite(w io.Writer, c *judgment.Composite) {
	for _, n := range c.Nodes {
		if n.Stale {
			writeText(w, "%s is withheld: the recorded verdict is too old\n", n.Node)
		} else {
			writeText(w, "%s = %s\n", n.Node, dispositionText(n.Disposition))
		}
		if n.Kind == judgment.RecordedNode {
			writeText(w, "  recorded: %s %s, as of %s\n  %s\n", n.Subject.ID, n.Subject.Version, n.Basis.Format(time.RFC3339), n.Record)
		}
		for _, f := range n.FactFeeds {
			value := "nothing"
			if f.Injected {
				value = f.Value
			}
			writeText(w, "  fed %s = %s, by %s\n", oneLine(f.Pointer), value, f.From)
		}
		for _, f := range n.EvidenceFeeds {
			writeText(w, "  fed evidence %s = %s, by %s\n", f.Requirement, f.State, f.From)
		}
		writeTrace(w, n.Trace, false)
	}
	for _, h := range c.Handoffs {
		when := ""
		if h.Origin == judgment.Recorded {
			when = ", as recorded"
		}
		writeText(w, "%s: %s%s\n", h.Node, handoffText(h.TriggeredBy, h.Target), when)
	}
	writeText(w, "result: %s = %s\n", c.ResultNode, dispositionText(c.Disposition))
}

// writePlan tells what a graph would do.
func writePlan(w io.Writer, d *judgment.Description) {
	writeText(w, "%s %s: %s\n", d.Graph.ID, d.Graph.Version, d.Graph.Digest)
	for _, s := range d.Steps {
		writeText(w, "%s: %s\n", s.Node, s.Kind)
		pinned := func(p judgment.Pin) {
			writeText(w, "  %s %s\n  %s: %s\n", oneLine(p.ID), oneLine(p.Version), p.Digest, s.Pin)
		}
		switch {
		case s.Pack != nil:
			pinned(*s.Pack)
		case s.Table != nil:
			pinned(s.Table.Pin)
			for _, name := range slices.Sorted(maps.Keys(s.Table.Files)) {
				writeText(w, "  %s: %s\n", oneLine(name), s.Table.Files[name])
			}
			if s.Table.Gate != "" {
				writeText(w, "  gate %s\n", s.Table.Gate)
			}
			writeText(w, "  output %s\n", oneLine(s.Table.Output))
		case s.Recorded != nil:
			r := s.Recorded
			writeText(w, "  %s of %s\n  by %s %s, not older than %s, else %s\n", r.Node, r.Record, oneLine(r.Subject.ID), oneLine(r.Subject.Version), r.MaxAge, r.OnStale)
		}
		if s.Detail != "" {
			writeText(w, "  %s\n", oneLine(s.Detail))
		}
		for _, f := range s.Feeds {
			if f.Fact != "" {
				writeText(w, "  %s feeds %s\n", f.From, oneLine(f.Fact))
			} else {
				writeText(w, "  %s feeds evidence %s, %s without an outcome\n", f.From, f.Evidence, f.OnUnresolved)
			}
		}
	}
	writeText(w, "result: %s\n", d.ResultNode)
}

// writeRows tells which rows did not come out as expected, and what no row expects.
func writeRows(w io.Writer, rep *judgment.Report) {
	passed := 0
	for _, r := range rep.Rows {
		if r.Status == judgment.Passed {
			passed++
			continue
		}
		writeText(w, "FAIL %s\n", oneLine(r.ID))
		for _, d := range r.Differences {
			writeText(w, "  %s\n", d.Expectation+node(d.Node))
			if d.Detail != "" {
				writeText(w, "    %s\n", oneLine(d.Detail))
			}
			writeText(w, "    expected: %s\n", oneLine(d.Expected))
			if d.Actual != "" {
				writeText(w, "    actual:   %s\n", oneLine(d.Actual))
			}
		}
	}
	covered := 0
	var missing []string
	for _, p := range rep.Coverage {
		if p.Status == judgment.Covered {
			covered++
		} else {
			missing = append(missing, p.Probe)
		}
	}
	writeText(w, "coverage: %d of %d\n", covered, len(rep.Coverage))
	for _, p := range missing {
		writeText(w, "  missing %s\n", p)
	}
	writeText(w, "%d passed, %d failed\n", passed, len(rep.Rows)-passed)
}

func node(id string) string {
	if id == "" {
		return ""
	}
	return " of " + id
}
