package spine

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/record"
)

// Outcome is what a replay found.
type Outcome string

// The outcomes of a replay.
const (
	Match        Outcome = "match"        // the same result, byte for byte
	Mismatch     Outcome = "mismatch"     // another result
	Unverifiable Outcome = "unverifiable" // the record does not hold what a replay needs
)

// Replay is the outcome of a replay.
type Replay struct {
	Outcome     Outcome
	Differences []record.Difference // of a mismatch: the first ones
	Reason      string              // why it is unverifiable
}

// Replay runs the workflow of a record again, from the record's own files: with
// the recorded objects as the agents, the recorded choices as the persons, and
// the recorded clock. It is the ordinary run, and nothing of it is kept. No agent
// and no decider of the engine is called, and nothing outside the record is read.
//
// The error is that of ctx.
func (e *Engine) Replay(ctx context.Context, rec *record.Record) (*Replay, error) {
	if rec.Result.Judgment != nil {
		return unverifiable("this is the record of a judgment graph, which package judgment replays"), nil
	}
	wf, err := Load(rec.FS(), rec.Run.Document)
	if err != nil {
		return unverifiable("the workflow in the record does not load: " + err.Error()), nil
	}
	again := *e
	again.agent = recordedAgent{rec}
	again.decider = recordedDecider{rec}
	facts, err := again.ready(wf, recordedFacts(rec))
	if err != nil {
		return unverifiable("the run in the record cannot be run: " + err.Error()), nil
	}
	x := newExecution(&again, wf, rec.Run)
	err = x.run(ctx, facts)
	if x.aborted {
		return nil, err
	}
	differences, err := record.Diff(rec, x.rec)
	switch {
	case err != nil:
		return unverifiable(err.Error()), nil
	case len(differences) > 0:
		return &Replay{Outcome: Mismatch, Differences: differences}, nil
	}
	return &Replay{Outcome: Match}, nil
}

func unverifiable(reason string) *Replay { return &Replay{Outcome: Unverifiable, Reason: reason} }

// recordedFacts gives the facts of a record as one object.
func recordedFacts(rec *record.Record) Facts {
	out := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(rec.Result.Facts)) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(canon.AppendString(out, name), ':'), rec.Result.Facts[name]...)
	}
	return FactsJSON(append(out, '}'))
}

// recordedAgent answers what the agents of a record answered.
type recordedAgent struct{ rec *record.Record }

// Produce gives the recorded bytes, or the recorded failure.
func (a recordedAgent) Produce(_ context.Context, req AgentRequest) (AgentResult, error) {
	if e, ok := a.rec.Result.Edges[req.Node]; ok {
		if e.Object != nil {
			return AgentResult{Object: e.Object}, nil
		}
		return AgentResult{Object: e.Refused}, nil
	}
	code := AgentFailed
	if r := a.rec.Result.Refusal; r != nil {
		if i := slices.IndexFunc(r.Faults, func(f record.Fault) bool { return f.At.Node == req.Node }); i >= 0 {
			code = r.Faults[i].Code
		}
	}
	return AgentResult{}, &agentAgain{code}
}

// agentAgain is a recorded failure of an agent.
type agentAgain struct{ code diag.Code }

func (e *agentAgain) Error() string { return fmt.Sprintf("as recorded: %s", e.code) }

// recordedDecider answers what the persons of a record answered.
type recordedDecider struct{ rec *record.Record }

// Decide gives the recorded choice, or that there was none.
func (d recordedDecider) Decide(_ context.Context, req HumanRequest) (HumanDecision, error) {
	h := d.rec.Result.Humans[req.Node]
	switch {
	case h.Choice != nil:
		return HumanDecision{Choice: h.Choice.Value, By: h.Choice.By, Reason: h.Choice.Reason}, nil
	case d.rec.Status == record.NoDetermination:
		return HumanDecision{}, ErrNoDetermination
	}
	return HumanDecision{}, ErrPending
}
