package spine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// Decider asks the person who has the last word at a human node.
type Decider interface {
	// Decide answers what the person chose, or [ErrNoDetermination] when the
	// person stopped, or [ErrPending] when the person will decide later.
	Decide(ctx context.Context, req HumanRequest) (HumanDecision, error)
}

// HumanRequest is what is put to a person.
type HumanRequest struct {
	Run                 string // the run's id
	Node                string
	Role                string // which the person confirms to have
	Source              string // the authority; "" if none is named
	Table               *dmn.Table
	Inputs              []dmn.ExplainedInput // what the table saw
	Recommendation      feel.Value           // a context by output name
	Rules               []dmn.Match          // of the recommendation
	Default             bool                 // the recommendation is the table's default
	Options             []feel.Value         // what can be chosen
	OverrideNeedsReason bool
}

// HumanDecision is what a person chose.
type HumanDecision struct {
	Choice feel.Value // one of the options
	By     string     // the person's name
	Reason string     // needed where an override needs one
}

// Check says why d is no decision on req; nil when it is one.
func (req HumanRequest) Check(d HumanDecision) error {
	offered := false
	for _, o := range req.Options {
		equal, known := feel.Equal(o, d.Choice)
		offered = offered || equal && known
	}
	switch {
	case !offered:
		return errBadChoice(req.Node, d.Choice.String()+" is not offered", "the options are "+feel.List(req.Options...).String(), nil)
	case strings.TrimSpace(d.By) == "":
		return errBadChoice(req.Node, "nobody has put their name to the choice", "give the name of the person", nil)
	case req.OverrideNeedsReason && req.overrides(d.Choice) && strings.TrimSpace(d.Reason) == "":
		return errBadChoice(req.Node, fmt.Sprintf("%s differs from the recommendation %s and has no reason", d.Choice, req.Recommendation),
			"an override of "+req.Node+" needs a reason", nil)
	}
	return nil
}

func (req HumanRequest) overrides(choice feel.Value) bool {
	equal, known := feel.Equal(choice, req.Recommendation)
	return !equal || !known
}

// ask asks the person of a human node, whose choice is put at a place in the frame.
func (x *execution) ask(ctx context.Context, h *drd.Human, place int, d dmn.Decision, columns []dmn.ExplainedInput) error {
	t := h.Table.Program.Table()
	req := HumanRequest{
		Run: x.rec.Run.ID, Node: h.ID(), Role: h.DecidedBy, Source: authority(h), Table: t,
		Inputs: columns, Recommendation: d.Outputs, Rules: d.Rules, Default: d.Default,
		Options: h.Options, OverrideNeedsReason: h.OverrideNeedsReason,
	}
	kept := record.Human{Recommendation: d.Outputs, Options: h.Options, Role: h.DecidedBy}
	answer, err := x.e.decider.Decide(ctx, req)
	if err == nil {
		if err = req.Check(answer); err == nil {
			kept.Choice = &record.Choice{Value: answer.Choice, Override: req.overrides(answer.Choice), By: answer.By, Reason: answer.Reason}
			x.frame.Set(place, answer.Choice)
		}
	}
	if x.rec.Result.Humans == nil {
		x.rec.Result.Humans = map[string]record.Human{}
	}
	x.rec.Result.Humans[h.ID()] = kept
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNoDetermination):
		x.rec.Status = record.NoDetermination
		return ErrNoDetermination
	case errors.Is(err, ErrPending):
		x.rec.Status = record.AwaitingHuman
		return ErrAwaitingHuman
	}
	// Whoever has not answered has not said no: the run waits.
	x.rec.Status = record.AwaitingHuman
	faults := under(h.ID(), err)
	if len(faults) == 0 {
		faults = append(faults, errBadChoice(h.ID(), "the person could not be asked: "+err.Error(), "", err))
	}
	return &HumanError{faults}
}
