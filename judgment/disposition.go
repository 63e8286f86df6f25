package judgment

// Kind is the kind of a disposition.
type Kind string

// The kinds.
const (
	Outcome       Kind = "outcome"
	NotApplicable Kind = "not-applicable"
	Unresolved    Kind = "unresolved"
)

// Reason is why a disposition is no outcome.
type Reason string

// The reasons.
const (
	ReasonNotApplicable           Reason = "not-applicable"
	ReasonMissingRequiredEvidence Reason = "missing-required-evidence"
	ReasonUnknown                 Reason = "unknown"
	ReasonConflict                Reason = "conflict"
	ReasonNoMatch                 Reason = "no-match"
	ReasonExceptionEscalation     Reason = "exception-escalation"
)

// Disposition is the portable answer of one evaluation.
type Disposition struct {
	Kind        Kind
	OutcomeID   string   // of kind Outcome, "" for the others
	Reasons     []Reason // a set: sorted, without repeats, in what this package makes
	TriggeredBy []Reason // likewise; not empty exactly if a handoff is requested
}

// Canonical gives the canonical JSON (RFC 8785) of the disposition, the bytes by
// which two are compared: sets are sorted and without repeats.
func (d Disposition) Canonical() []byte {
	panic("to come")
}

// MarshalJSON gives [Disposition.Canonical].
func (d Disposition) MarshalJSON() ([]byte, error) { return d.Canonical(), nil }

// HandoffRequested reports whether the pack wants someone else to decide.
func (d Disposition) HandoffRequested() bool { return len(d.TriggeredBy) > 0 }

// DecodeDisposition reads a disposition strictly: exactly the members that its
// kind has, in their spelling, with the invariants of section 8.3 of JPS Core.
// Sets may be unsorted or repeat. The error lists every fault: of the carrier, or
// [DispositionIllegal].
func DecodeDisposition(src []byte) (Disposition, error) {
	panic("to come")
}

// decodeDisposition is [DecodeDisposition] of a value in a document, at a path of
// it.
func decodeDisposition(d document, path string) (Disposition, error) {
	panic("to come")
}

// HandoffTarget is who shall decide when a handoff is requested, as the pack
// names them. It stands beside a disposition, not in it.
type HandoffTarget struct {
	Kind string `json:"kind"` // human-role, queue or system
	Name string `json:"name"`
}
