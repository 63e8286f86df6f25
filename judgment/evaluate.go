package judgment

import (
	"context"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Inputs are what one evaluation is given beside its pack.
type Inputs struct {
	Facts       []byte // one JSON document
	Evidence    []byte // an object from ids of requirements to presences
	HasEvidence bool   // false: no evidence document is supplied, and all presences are unknown

	Extensions []string // that the caller supports, by name

	// WorkLimit is the number of units that the evaluation may use; zero or less
	// stands for [DefaultWorkLimit]. One unit is an evidence requirement, exception,
	// rule or node of a condition. A condition on a fact takes further units: the
	// bytes of its path, the size of its operand, and the size of the fact, for the
	// operator in as often as there are items. The size of a scalar is 1 and the
	// bytes of its text, that of an array 1 and those of its items, that of an object
	// 1 and, for each member, the bytes of its name and the size of its value.
	WorkLimit int

	// The documents' names in findings; "" stands for "facts" and "evidence".
	FactsFile, EvidenceFile string
}

// Evaluation is the answer of one evaluation.
type Evaluation struct {
	Disposition   Disposition    `json:"disposition"`
	HandoffTarget *HandoffTarget `json:"handoffTarget,omitempty"` // nil unless a handoff is requested and the pack declares an escalation
	Trace         []TraceEntry   `json:"trace"`
}

// Evaluate decides by the pack. The error is an [*EvaluationError]: of class
// [MalformedInput] or [UnsupportedExtension] if the inputs are not admitted, the
// first in this order; of class [ResourceExhaustion] or [Cancelled] if the
// evaluation was given up.
func (p *Pack) Evaluate(ctx context.Context, in Inputs) (*Evaluation, error) {
	facts, fault := parse(or(in.FactsFile, "facts"), in.Facts)
	if fault != nil {
		return nil, refused(MalformedInput, Preflight, fault)
	}
	var evidence map[string]Presence
	if in.HasEvidence {
		doc, fault := parse(or(in.EvidenceFile, "evidence"), in.Evidence)
		if fault != nil {
			return nil, refused(MalformedInput, Preflight, fault)
		}
		var faults diag.List
		if evidence, faults = p.admitEvidence(doc); faults != nil {
			return nil, refused(MalformedInput, Preflight, faults...)
		}
	}
	if missing := p.unsupported(in.Extensions); missing != nil {
		return nil, refused(UnsupportedExtension, Preflight, missing...)
	}
	return p.resolve(ctx, facts.root, evidence, in.WorkLimit)
}

func or(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

// admitEvidence takes an evidence document apart. The faults are those of class
// [MalformedInput].
func (p *Pack) admitEvidence(doc document) (map[string]Presence, diag.List) {
	c := &checker{doc: doc}
	if doc.root.Kind() != strictjson.Object {
		c.report(errInputType(c.at(doc.root), doc.root.Kind()))
		return nil, c.faults
	}
	evidence := make(map[string]Presence, len(doc.root.Members()))
	for _, m := range doc.root.Members() {
		if c.full() {
			break
		}
		presence := Presence(m.Value.Text())
		known := presence == Present || presence == Absent || presence == PresenceUnknown
		if !p.declared.known[m.Name] {
			c.report(errInputUndeclared(c.doc.atMember(c.path(m.Name), m), m.Name, c.nearest(m.Name, p.declared.order)))
		}
		if !known || m.Value.Kind() != strictjson.String {
			c.report(errInputPresence(c.doc.at(c.path(m.Name), m.Value), m.Name, m.Value))
		}
		evidence[m.Name] = presence
	}
	return evidence, sortFindings(c.faults)
}
