package record

import (
	"encoding/json"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Format is the version of the shape that this package writes and reads.
const Format = "spine.record/1"

// MediaType is that of a record's bytes.
const MediaType = "application/vnd.spine.record+json"

// Record is one run. What it leaves out, because a replay computes it again or
// must not depend on it: values between the nodes other than a table's inputs and
// outputs, the wording of faults, and where on a disk the files were.
type Record struct {
	Run       Run
	Status    Status
	Resumes   string              // digest of the bytes of the waiting record that this run continues; "" if none
	Result    Result              // what a replay compares
	Advisory  json.RawMessage     // an object of anything else worth knowing: never compared, never an input; nil is {}
	Snapshots map[string]Snapshot // by path: every file that the run read; see AddSnapshot
}

// Run is when and by what a record was made. The times are kept in UTC and to
// the nanosecond.
type Run struct {
	ID       string // a UUID of version 7: see NewRunID
	Document string // the path, among the snapshots, of the workflow or graph that was run
	Started  time.Time
	Finished time.Time
	Clock    time.Time // what now() and today() read
	Engine   string    // name and version of the program
}

// Status says how a run ended.
type Status string

// The statuses.
const (
	Completed       Status = "completed"
	AwaitingHuman   Status = "awaiting_human"
	NoDetermination Status = "no_determination" // a person stopped it
	Refused         Status = "refused"          // at a gate, or because a table could not decide
	Failed          Status = "failed"           // an agent could not be called
	Expired         Status = "expired"          // nobody answered in time
)

// Result is what the run came to, by name of fact and id of node. All of it is
// compared by a replay. A run of a workflow has Determination when its status is
// [Completed], Refusal when it is [Refused] or [Failed]. A run of a judgment
// graph has Facts and Judgment only.
type Result struct {
	Facts         map[string]json.RawMessage // as given, also when the gate refused them
	Edges         map[string]Edge            // of every agent that answered
	Decisions     map[string]Decision        // of every table that decided, those of human nodes too
	Humans        map[string]Human           // of every human node that was reached
	Determination map[string]feel.Value      // by sink
	Refusal       *Refusal
	Judgment      *Judgment
}

// Edge is what an agent gave: an object that its gate admitted, or else what the
// gate refused. Numbers of Object are kept by value: 1.50 comes back as 1.5.
type Edge struct {
	Object  json.RawMessage // nil if refused
	Refused []byte          // the exact bytes, if Object is nil; of a text too long for a gate, so much as shows that
	Schema  string          // digest of the gate's schema, which is a snapshot
}

// Decision is a verdict of a table, or of a decision of a DMN model. The rules of a
// model are those of the table whose value the decision has, if it is one's.
type Decision struct {
	Table   Table
	Source  string                // the authority; "" if none is named
	Inputs  map[string]feel.Value // by input of the table or the model
	Rules   []Rule                // that matched, in order
	Default bool                  // the default's outputs
	Outputs feel.Value            // a context by output; the bare value of a model's decision
}

// Table says which table decided, or which decision of a DMN model: that one's ID is
// namespace#name, and it has no Version, since DMN gives a model none. SHA256 is the
// digest of the file, which is a snapshot.
type Table struct{ ID, Version, SHA256 string }

// Rule is a rule that matched: its row from 1, its id, and its annotation, which
// may be "".
type Rule struct {
	Rule       int
	ID         string
	Annotation string
}

// Human is what was put to a person, and what the person chose.
type Human struct {
	Recommendation feel.Value
	Options        []feel.Value
	Role           string
	Choice         *Choice // nil: nobody has chosen
}

// Choice is a person's choice.
type Choice struct {
	Value    feel.Value
	Override bool   // it differs from the recommendation
	By       string // the person's name
	Reason   string // "" if none was given
}

// Refusal is why a run came to no result.
type Refusal struct {
	Kind   RefusalKind
	Node   string // "" when no single node refused
	Faults []Fault
}

// RefusalKind says who refused.
type RefusalKind string

// The kinds of refusal. That of a [Failed] run is ByAgent.
const (
	ByGate     RefusalKind = "gate"
	ByDecision RefusalKind = "decision"
	ByAgent    RefusalKind = "agent"
)

// Fault is a fault without its wording. Of At, File is a path among the
// snapshots, and byte offsets are not kept.
type Fault struct {
	Code diag.Code
	At   diag.Locator
}

// Judgment is the result of a judgment graph: the composite, and what is kept of
// each node. Both are JSON and compared as such.
type Judgment struct{ Composite, Nodes json.RawMessage }
