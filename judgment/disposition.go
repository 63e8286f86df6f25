package judgment

import (
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

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
	Reasons     []Reason // a set, empty exactly for kind Outcome: sorted, without repeats, in what this package makes
	TriggeredBy []Reason // a set likewise, of some of the reasons; not empty exactly if a handoff is requested
}

// HandoffRequested reports whether the pack wants someone else to decide.
func (d Disposition) HandoffRequested() bool { return len(d.TriggeredBy) > 0 }

// Canonical gives the canonical JSON (RFC 8785) of the disposition, the bytes by
// which two are compared: sets are sorted and without repeats.
func (d Disposition) Canonical() []byte {
	b := []byte(`{"handoff":{"state":`)
	if d.HandoffRequested() {
		b = appendSet(append(b, `"requested","triggeredBy":`...), d.TriggeredBy)
	} else {
		b = append(b, `"none"`...)
	}
	b = canon.AppendString(append(b, `},"kind":`...), string(d.Kind))
	if d.Kind == Outcome {
		b = canon.AppendString(append(b, `,"outcomeId":`...), d.OutcomeID)
	}
	return append(appendSet(append(b, `,"reasons":`...), d.Reasons), '}')
}

// MarshalJSON gives [Disposition.Canonical].
func (d Disposition) MarshalJSON() ([]byte, error) { return d.Canonical(), nil }

// set gives the same reasons, sorted and without repeats.
func set(reasons []Reason) []Reason {
	s := slices.Clone(reasons)
	slices.Sort(s)
	return slices.Compact(s)
}

func appendSet(b []byte, reasons []Reason) []byte {
	b = append(b, '[')
	for i, r := range set(reasons) {
		if i > 0 {
			b = append(b, ',')
		}
		b = canon.AppendString(b, string(r))
	}
	return append(b, ']')
}

// HandoffTarget is who shall decide when a handoff is requested, as the pack
// names them. It stands beside a disposition, not in it.
type HandoffTarget struct {
	Kind string `json:"kind"` // human-role, queue or system
	Name string `json:"name"`
}

// DecodeDisposition reads a disposition strictly: exactly the members that its
// kind has, in their spelling, and as an evaluation could have made it
// (section 8.3 of JPS Core). Sets may be unsorted or repeat. The error unwraps to
// every fault: of the carrier, else of the structure, else [DispositionIllegal].
func DecodeDisposition(src []byte) (Disposition, error) {
	doc, fault := parse("", src)
	if fault != nil {
		return Disposition{}, fault
	}
	d, faults := decodeDisposition(doc, doc.root, "")
	return d, faults.Err()
}

var (
	reasonSet = func(c *checker, v strictjson.Value) {
		if c.is(v, strictjson.Array) {
			c.inItems(v, func(x strictjson.Value) { oneReason(c, x) })
		}
	}
	oneReason = oneOf(
		ReasonNotApplicable, ReasonMissingRequiredEvidence, ReasonUnknown, ReasonConflict, ReasonNoMatch, ReasonExceptionEscalation,
	)

	dispositionMembers = []member{
		must("kind", oneOf(Outcome, NotApplicable, Unresolved)),
		may("outcomeId", localID),
		must("reasons", reasonSet),
		must("handoff", object(
			must("state", oneOf(handoffNone, handoffRequested)),
			may("triggeredBy", reasonSet),
		)),
	}
)

const (
	handoffNone      = "none"
	handoffRequested = "requested"
)

// decodeDisposition is [DecodeDisposition] of a value of a document, whose pointer
// is path.
func decodeDisposition(doc document, v strictjson.Value, path string) (Disposition, diag.List) {
	c := &checker{doc: doc, base: path}
	if c.object(v, dispositionMembers); c.faults != nil {
		return Disposition{}, sortFindings(c.faults)
	}
	handoff, _ := v.Get("handoff")
	d := Disposition{
		Kind: Kind(textOf(v, "kind")), OutcomeID: textOf(v, "outcomeId"),
		Reasons: reasonsOf(v, "reasons"), TriggeredBy: reasonsOf(handoff, "triggeredBy"),
	}
	if why := d.illegal(v, handoff); why != "" {
		return Disposition{}, diag.List{errDispositionIllegal(c.at(v), why)}
	}
	return d, nil
}

// reasonsOf reads a member that is a set of reasons.
func reasonsOf(object strictjson.Value, name string) []Reason {
	var read []Reason
	for _, x := range itemsOf(object, name) {
		read = append(read, Reason(x.Text()))
	}
	return set(read)
}

// illegal says what no evaluation could have made of d, which was read from these
// two objects; "" if it could have made all of it.
func (d Disposition) illegal(v, handoff strictjson.Value) string {
	_, hasOutcome := v.Get("outcomeId")
	_, hasTriggers := handoff.Get("triggeredBy")
	requested := textOf(handoff, "state") == handoffRequested
	switch {
	case hasOutcome != (d.Kind == Outcome):
		return "there is an outcomeId exactly if the kind is outcome"
	case (len(d.Reasons) == 0) != (d.Kind == Outcome):
		return "there are no reasons exactly if the kind is outcome"
	case slices.Contains(d.Reasons, ReasonNotApplicable) != (d.Kind == NotApplicable), d.Kind == NotApplicable && len(d.Reasons) > 1:
		return "not-applicable is the one reason of its kind, and of no other"
	case hasTriggers != requested:
		return "there is a triggeredBy exactly if the state is requested"
	case requested && len(d.TriggeredBy) == 0:
		return "a handoff is requested for at least one reason"
	}
	for _, r := range d.TriggeredBy {
		if !slices.Contains(d.Reasons, r) {
			return "the handoff is triggered by " + string(r) + ", which is none of the reasons"
		}
	}
	return ""
}
