package judgment

import (
	"context"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Pack is a conforming pack, compiled. It is immutable and may be shared by
// goroutines.
type Pack struct {
	id, version, title string

	applicability *condition // nil if not declared: true
	requirements  []requirement
	outcomes      []string // ids in the order of the document
	rules         []rule
	exceptions    []exception
	fallback      string      // outcome id, "" for none
	escalation    *escalation // nil if not declared
	required      []required  // extensions that a caller must support
}

type requirement struct {
	id       string
	required bool
}

type rule struct {
	id        string
	when      *condition
	outcome   string // id
	onUnknown onUnknown
}

type exception struct {
	id        string
	when      *condition
	effect    effect
	target    string // id of a rule, with suppressRule
	outcome   string // id, with forceOutcome
	onUnknown onUnknown
}

type onUnknown string

const (
	ignore         onUnknown = "ignore"
	escalateIfDark onUnknown = "escalate"
)

type effect string

const (
	suppressRule effect = "suppress-rule"
	forceOutcome effect = "force-outcome"
	escalate     effect = "escalate"
)

type escalation struct {
	triggers []string // reasons
	target   HandoffTarget
}

// required is an extension that a pack requires, and where it says so.
type required struct {
	name string
	at   diag.Locator
}

// ID gives the pack's id, an absolute URI.
func (p *Pack) ID() string { return p.id }

// Version gives the pack's version: three numbers with dots.
func (p *Pack) Version() string { return p.version }

// Title gives the pack's title, text of its author.
func (p *Pack) Title() string { return p.title }

// LoadPack reads a pack, which must conform to JPS Core 0.2.0-draft in its
// carrier, its structure and its references. file names it in findings. The error
// is an [*EvaluationError] of class [PackNotConformant], which unwraps to every
// fault of the first of these layers that has one, sorted by path and code.
func LoadPack(file string, src []byte) (*Pack, error) {
	panic("to come")
}

// Inputs are what one evaluation is given beside its pack.
type Inputs struct {
	Facts       []byte // one JSON document
	Evidence    []byte // an object from ids of requirements to presences
	HasEvidence bool   // false: no evidence document is supplied, and all presences are unknown

	Extensions []string // that the caller supports, by name

	// WorkLimit is the number of units that the evaluation may use; zero or less
	// stands for [DefaultWorkLimit].
	WorkLimit int

	// The documents' names in findings; "" stands for "facts" and "evidence".
	FactsFile, EvidenceFile string
}

// Evaluation is the answer of one evaluation.
type Evaluation struct {
	Disposition   Disposition
	HandoffTarget *HandoffTarget // nil unless a handoff is requested and the pack declares an escalation
	Trace         []TraceEntry
}

// Evaluate decides by the pack. The error is an [*EvaluationError]: of class
// [MalformedInput] or [UnsupportedExtension] if the inputs are not admitted, the
// first in this order; of class [ResourceExhaustion] or [Cancelled] if the
// evaluation was given up.
func (p *Pack) Evaluate(ctx context.Context, in Inputs) (*Evaluation, error) {
	panic("to come")
}

// admitEvidence takes an evidence document apart. The faults are those of class
// [MalformedInput], without spans if file is nil.
func (p *Pack) admitEvidence(d document) (map[string]Presence, diag.List) {
	panic("to come")
}

// unsupported reports each required extension that is not among the supported
// ones.
func (p *Pack) unsupported(supported []string) diag.List {
	panic("to come")
}

// resolve is the evaluation phase on what preflight has admitted: facts, and
// presences by id of requirement, where a missing one is unknown.
func (p *Pack) resolve(ctx context.Context, facts strictjson.Value, evidence map[string]Presence, workLimit int) (*Evaluation, error) {
	panic("to come")
}
