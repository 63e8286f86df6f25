package judgment

// TraceEntry is one step of an evaluation: what was looked at, and what it came
// to. Members that its stage does not have are zero and left out of JSON.
type TraceEntry struct {
	Stage     string   `json:"stage"` // applicability, evidence, exception, rule
	ID        string   `json:"id,omitempty"`
	Presence  Presence `json:"presence,omitempty"`
	Condition string   `json:"condition,omitempty"` // true, false, unknown, not-evaluated
	Effect    string   `json:"effect,omitempty"`
	Outcome   string   `json:"outcome,omitempty"`
	OnUnknown string   `json:"onUnknown,omitempty"`

	Suppressed bool `json:"suppressed,omitempty"` // by an exception
	Skipped    bool `json:"skipped,omitempty"`    // after a forced outcome
}

// Presence is that of evidence.
type Presence string

// The presences.
const (
	Present         Presence = "present"
	Absent          Presence = "absent"
	PresenceUnknown Presence = "unknown"
)
