package judgment

import (
	"context"
	"slices"

	"github.com/decision-spine/spine/internal/strictjson"
)

// resolve is the evaluation phase on what preflight has admitted: facts, and
// presences by id of requirement, where a missing one is unknown.
func (p *Pack) resolve(ctx context.Context, facts strictjson.Value, evidence map[string]Presence, workLimit int) (*Evaluation, error) {
	r := resolution{pack: p, situation: situation{facts, evidence, newMeter(ctx, workLimit)}}
	outcome, err := r.run()
	if err != nil {
		return nil, err
	}
	e := &Evaluation{Disposition: r.disposition(outcome), Trace: r.trace}
	if p.escalation != nil && e.Disposition.HandoffRequested() {
		target := p.escalation.target
		e.HandoffTarget = &target
	}
	return e, nil
}

// resolution is one evaluation under way (section 8 of JPS Core).
type resolution struct {
	situation
	pack    *Pack
	reasons []Reason // with repeats
	trace   []TraceEntry
}

func (r *resolution) because(reason Reason) { r.reasons = append(r.reasons, reason) }

// choice collects the outcomes that are named, for which order does not count.
type choice struct {
	outcome  string // "" for none
	conflict bool   // another one was named
}

func (c *choice) add(outcome string) {
	c.conflict = c.conflict || c.outcome != "" && c.outcome != outcome
	c.outcome = outcome
}

// run gives the id of the outcome, "" if there are reasons against one.
func (r *resolution) run() (string, error) {
	if err := r.meter.alive(); err != nil {
		return "", err
	}
	if err := r.meter.spend(len(r.pack.requirements) + len(r.pack.exceptions) + len(r.pack.rules)); err != nil {
		return "", err
	}
	if err := r.applicability(); err != nil || r.reasons != nil {
		return "", err
	}
	r.requirements()
	forced, suppressed, err := r.exceptions()
	if err != nil || r.reasons != nil {
		return "", err
	}
	if forced != "" {
		for _, rule := range r.pack.rules {
			r.trace = append(r.trace, TraceEntry{Stage: stageRule, ID: rule.id, Condition: notEvaluated, Skipped: true})
		}
		return forced, nil
	}
	candidate, err := r.rules(suppressed)
	if err != nil || r.reasons != nil {
		return "", err
	}
	if candidate == "" {
		candidate = r.pack.fallback
	}
	if candidate == "" {
		r.because(ReasonNoMatch)
	}
	return candidate, nil
}

func (r *resolution) applicability() error {
	if r.pack.applicability == nil {
		return nil
	}
	t, err := r.evaluate(r.pack.applicability)
	if err != nil {
		return err
	}
	r.trace = append(r.trace, TraceEntry{Stage: stageApplicability, Condition: t.String()})
	switch t {
	case isFalse:
		r.because(ReasonNotApplicable)
	case isUnknown:
		r.because(ReasonUnknown)
	}
	return nil
}

// requirements looks at the required evidence. One that is absent outweighs those
// that are unknown.
func (r *resolution) requirements() {
	absent, unknown := false, false
	for _, q := range r.pack.requirements {
		presence := r.presence(q.id)
		if !q.required || presence == Present {
			continue
		}
		r.trace = append(r.trace, TraceEntry{Stage: stageEvidence, ID: q.id, Presence: presence})
		absent = absent || presence == Absent
		unknown = unknown || presence == PresenceUnknown
	}
	switch {
	case absent:
		r.because(ReasonMissingRequiredEvidence)
	case unknown:
		r.because(ReasonUnknown)
	}
}

// exceptions looks at all of them. It gives the outcome that they force, and the
// rules that they suppress.
func (r *resolution) exceptions() (string, map[string]bool, error) {
	var forced choice
	suppressed := map[string]bool{}
	for _, x := range r.pack.exceptions {
		t, err := r.evaluate(x.when)
		if err != nil {
			return "", nil, err
		}
		entry := TraceEntry{Stage: stageException, ID: x.id, Condition: t.String()}
		switch t {
		case isUnknown:
			entry.OnUnknown = string(x.onUnknown)
			if x.onUnknown == escalateUnknown {
				r.because(ReasonUnknown)
			}
		case isTrue:
			entry.Effect, entry.Outcome = string(x.effect), x.outcome
			switch x.effect {
			case suppressRule:
				suppressed[x.target] = true
			case forceOutcome:
				forced.add(x.outcome)
			case escalate:
				r.because(ReasonExceptionEscalation)
			}
		}
		r.trace = append(r.trace, entry)
	}
	if forced.conflict {
		r.because(ReasonConflict)
	}
	return forced.outcome, suppressed, nil
}

// rules looks at all that are not suppressed, and gives the outcome that they name.
func (r *resolution) rules(suppressed map[string]bool) (string, error) {
	var candidates choice
	for _, rule := range r.pack.rules {
		entry := TraceEntry{Stage: stageRule, ID: rule.id, Condition: notEvaluated}
		if suppressed[rule.id] {
			entry.Suppressed = true
			r.trace = append(r.trace, entry)
			continue
		}
		t, err := r.evaluate(rule.when)
		if err != nil {
			return "", err
		}
		entry.Condition = t.String()
		switch t {
		case isUnknown:
			entry.OnUnknown = string(rule.onUnknown)
			if rule.onUnknown == escalateUnknown {
				r.because(ReasonUnknown)
			}
		case isTrue:
			entry.Outcome = rule.outcome
			candidates.add(rule.outcome)
		}
		r.trace = append(r.trace, entry)
	}
	if candidates.conflict {
		r.because(ReasonConflict)
	}
	return candidates.outcome, nil
}

// disposition gives the answer: an outcome, unless there are reasons.
func (r *resolution) disposition(outcome string) Disposition {
	reasons := set(r.reasons)
	switch {
	case len(reasons) == 0:
		return Disposition{Kind: Outcome, OutcomeID: outcome}
	case slices.Contains(reasons, ReasonNotApplicable):
		return Disposition{Kind: NotApplicable, Reasons: reasons, TriggeredBy: r.triggers(reasons)}
	}
	return Disposition{Kind: Unresolved, Reasons: reasons, TriggeredBy: r.triggers(reasons)}
}

// triggers gives the reasons that request a handoff. An exception that escalates
// does so whatever the pack's escalation says, and without one.
func (r *resolution) triggers(reasons []Reason) []Reason {
	var triggered []Reason
	for _, reason := range reasons {
		listed := r.pack.escalation != nil && slices.Contains(r.pack.escalation.triggers, reason)
		if listed || reason == ReasonExceptionEscalation {
			triggered = append(triggered, reason)
		}
	}
	return triggered
}
