package judgment

import (
	"fmt"
	"strings"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/record"
)

// Beside what errors_graph.go says, the examples offer these records, each of a run
// of a graph with the one node n, which is pack A, at noon of 2026-06-01: R; D, the
// bytes of which are damaged; and W, which is one of a workflow. "now:" is the clock
// of the run.

// GraphRecordDangling: a recorded node whose record is not offered.
//
//	Example: nodes: {"a": {"recorded": {"record": "sha256:0...0", "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
const GraphRecordDangling diag.Code = "graph_record_dangling"

func errRecordDangling(at diag.Locator, digest string) *Finding {
	return &Finding{Declared: digest, Fault: &diag.Error{
		Code: GraphRecordDangling, At: at, Message: "no record is offered that has the digest " + digest,
		Hint: "a record is known by the digest of its exact bytes, not by its run",
	}}
}

// GraphRecordIntegrity: a recorded node whose record cannot be trusted.
//
//	Example: nodes: {"a": {"recorded": {"record": D, "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
const GraphRecordIntegrity diag.Code = "graph_record_integrity"

func errRecordIntegrity(at diag.Locator, cause error) *Finding {
	return withCause(&diag.Error{Code: GraphRecordIntegrity, At: at, Message: "what is offered is no sound record"}, cause)
}

// recordFault is the finding of a record that is offered in a file.
func recordFault(code diag.Code, at diag.Locator, file, message string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: code, At: at, Message: message, Notes: []diag.Note{{At: diag.Locator{File: file}, Message: "it is this file"}},
	}}
}

// GraphRecordStatus: a recorded node whose record is not one of a graph that came
// to a result.
//
//	Example: nodes: {"a": {"recorded": {"record": W, "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
const GraphRecordStatus diag.Code = "graph_record_status"

func errRecordStatus(at diag.Locator, file string, status record.Status) *Finding {
	return recordFault(GraphRecordStatus, at, file, fmt.Sprintf("the record is of a workflow, whose run is %s, and of no graph", status))
}

// GraphRecordNode: a recorded node whose record has no such node, or no disposition
// of it.
//
//	Example: nodes: {"a": {"recorded": {"record": R, "node": "m", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
const GraphRecordNode diag.Code = "graph_record_node"

func errRecordNoNode(at diag.Locator, file, node string, have []string) *Finding {
	f := recordFault(GraphRecordNode, at, file, fmt.Sprintf("the recorded run has no node %q", node))
	f.Fault.Hint = nearest(node, "nodes", have)
	return f
}

func errRecordNode(at diag.Locator, file, node, why string) *Finding {
	return recordFault(GraphRecordNode, at, file, fmt.Sprintf("the node %q of the recorded run cannot be consumed: %s", node, why))
}

// GraphRecordSubject: a recorded node whose verdict was made by something else than
// it says.
//
//	Example: nodes: {"a": {"recorded": {"record": R, "node": "n", "subject": B, "maxAge": "P30D"}}, "b": {"pack": B}}
const GraphRecordSubject diag.Code = "graph_record_subject"

func errRecordSubject(at diag.Locator, file string, want, have Pin) *Finding {
	f := recordFault(GraphRecordSubject, at, file, fmt.Sprintf("the verdict was made by %s, and not by %s", have.long(), want.long()))
	f.DeclaredID, f.DeclaredVersion, f.Declared = want.ID, want.Version, want.Digest
	f.ActualID, f.ActualVersion, f.Actual = have.ID, have.Version, []string{have.Digest}
	return f
}

// long names a pin for a message.
func (p Pin) long() string {
	return fmt.Sprintf("%s %s (%s)", source.Quote(p.ID), source.Quote(p.Version), p.Digest)
}

// GraphRecordClock: a recorded node in a run without a clock, so that nobody can
// tell how old its verdict is.
//
//	Example: nodes: {"a": {"recorded": {"record": R, "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
const GraphRecordClock diag.Code = "graph_record_clock"

func errRecordClock(at diag.Locator, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphRecordClock, At: at, Message: fmt.Sprintf("the verdict of %q has an age, and the run has no clock", node),
	}}
}

// GraphRecordFuture: a recorded node whose verdict is from after the run.
//
//	Example:
//
//	nodes: {"a": {"recorded": {"record": R, "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
//	now: 2026-06-01T11:59:59Z
const GraphRecordFuture diag.Code = "graph_record_future"

func errRecordFuture(at diag.Locator, file string, basis, now time.Time) *Finding {
	return recordFault(GraphRecordFuture, at, file,
		fmt.Sprintf("the verdict stands on what was known at %s, and it is %s", timeText(basis), timeText(now)))
}

// GraphRecordStale: a recorded node whose verdict is older than it may be.
//
//	Example:
//
//	nodes: {"a": {"recorded": {"record": R, "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
//	now: 2026-07-01T12:00:01Z
const GraphRecordStale diag.Code = "graph_record_stale"

func errRecordStale(at diag.Locator, file string, basis, now time.Time, age, most time.Duration) *Finding {
	f := recordFault(GraphRecordStale, at, file,
		fmt.Sprintf("the verdict stands on what was known at %s, and it is %s: its age is %s, and may be %s", timeText(basis), timeText(now), ageText(age), ageText(most)))
	f.Fault.Hint = "have the decision made again, and name its record"
	return f
}

func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// ageText writes an age as a graph has it, with a fraction of a second if need be.
func ageText(d time.Duration) string {
	days, rest := d/(24*time.Hour), d%(24*time.Hour)
	text := "P"
	if days > 0 || rest == 0 {
		text += fmt.Sprintf("%dD", days)
	}
	if rest == 0 {
		return text
	}
	text += "T"
	for _, unit := range []struct {
		length time.Duration
		mark   string
	}{{time.Hour, "H"}, {time.Minute, "M"}} {
		if n := rest / unit.length; n > 0 {
			text += fmt.Sprintf("%d%s", n, unit.mark)
		}
		rest %= unit.length
	}
	if rest > 0 {
		seconds := fmt.Sprintf("%d.%09d", rest/time.Second, rest%time.Second)
		text += strings.TrimRight(strings.TrimRight(seconds, "0"), ".") + "S"
	}
	return text
}
