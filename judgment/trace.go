package judgment

// TraceEntry is one step of an evaluation: what was looked at, and what it came
// to. The steps of a stage are in the order of the pack, or of the table; a stage
// that was not reached has none. Members that a stage does not have are "" and left out of JSON.
type TraceEntry struct {
	Stage     string   `json:"stage"`               // applicability, evidence, exception, rule; table-column, table-rule
	ID        string   `json:"id,omitempty"`        // of the requirement, exception or rule; the name of the column
	State     string   `json:"state,omitempty"`     // of a column: known, or unknown for want of a fact
	Presence  Presence `json:"presence,omitempty"`  // of required evidence that is not present
	Condition string   `json:"condition,omitempty"` // true, false, unknown, not-evaluated
	Effect    string   `json:"effect,omitempty"`    // of an exception that is true
	Outcome   string   `json:"outcome,omitempty"`   // that a rule or exception names, being true
	OnUnknown string   `json:"onUnknown,omitempty"` // of a rule or exception that is unknown

	Suppressed bool `json:"suppressed,omitempty"` // a rule that an exception has suppressed
	Skipped    bool `json:"skipped,omitempty"`    // a rule after a forced outcome, or after the first of a table that decides
}

const (
	stageApplicability = "applicability"
	stageEvidence      = "evidence"
	stageException     = "exception"
	stageRule          = "rule"
	stageTableColumn   = "table-column"
	stageTableRule     = "table-rule"

	stateKnown   = "known"
	stateUnknown = "unknown"

	notEvaluated = "not-evaluated"
)

// Presence is that of evidence.
type Presence string

// The presences.
const (
	Present         Presence = "present"
	Absent          Presence = "absent"
	PresenceUnknown Presence = "unknown"
)
