package spine_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

const studyClaim = `{"activity_type": "study_training", "contact_hours": 15}`

// pointsRun runs the case of examples/pbas-points with a decider.
func pointsRun(t *testing.T, d spine.Decider) (*spine.Run, error) {
	t.Helper()
	example := os.DirFS("examples/pbas-points")
	facts, err := os.ReadFile("examples/pbas-points/case.json")
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, spine.WithAgent(answers{"activity": studyClaim}), spine.WithDecider(d))
	return e.Run(t.Context(), load(t, example, "workflow.yaml"), spine.FactsJSON(facts))
}

func TestPersonIsAsked(t *testing.T) {
	var asked spine.HumanRequest
	run, err := pointsRun(t, deciderFunc(func(_ context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
		asked = req
		return spine.HumanDecision{Choice: req.Options[1], By: "A. Delegate", Reason: "lives far away"}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if asked.Node != "activity_bonus" || asked.Role != "Provider or DSCC delegate" || !asked.OverrideNeedsReason || asked.Run != run.ID() ||
		asked.Source != "PBAS points list, note on page 2 (S: manifest; seed 001)" || asked.Table.ID != "pbas_activity_bonus" || asked.Default {
		t.Errorf("asked %+v", asked)
	}
	if got := asked.Recommendation.String(); got != `{outcome: "confirm"}` {
		t.Errorf("recommendation %s", got)
	}
	if got := feel.List(asked.Options...).String(); got != `[{outcome: "confirm"}, {outcome: "bonus_applies"}]` {
		t.Errorf("options %s", got)
	}
	if len(asked.Inputs) != 1 || asked.Inputs[0].Name != "points" || asked.Inputs[0].Value.String() != "15" {
		t.Errorf("inputs %v", asked.Inputs)
	}
	if len(asked.Rules) != 1 || asked.Rules[0].ID != "recommend_confirm" {
		t.Errorf("rules %v", asked.Rules)
	}
	kept := run.Record().Result.Humans["activity_bonus"]
	if kept.Choice == nil || !kept.Choice.Override || kept.Choice.By != "A. Delegate" || kept.Choice.Reason != "lives far away" ||
		kept.Role != "Provider or DSCC delegate" || kept.Recommendation.String() != `{outcome: "confirm"}` {
		t.Errorf("kept %+v", kept)
	}
	if determination, err := run.Determination(); err != nil || determination.String() != `{activity_bonus: {outcome: "bonus_applies"}}` {
		t.Errorf("determination %s, %v", determination, err)
	}
}

func TestPersonDoesNotDecide(t *testing.T) {
	option := func(text string) feel.Value {
		return feel.Context(feel.Entry{Key: "outcome", Value: feel.String(text)})
	}
	broken := errors.New("the queue is down")
	for _, c := range []struct {
		name   string
		answer spine.HumanDecision
		err    error
		want   error
		status record.Status
		faults string
	}{
		{"stops", spine.HumanDecision{}, spine.ErrNoDetermination, spine.ErrNoDetermination, record.NoDetermination, ""},
		{"later", spine.HumanDecision{}, spine.ErrPending, spine.ErrAwaitingHuman, record.AwaitingHuman, ""},
		{"cannot be asked", spine.HumanDecision{}, broken, broken, record.AwaitingHuman, "bad_choice activity_bonus"},
		{"what is not offered", spine.HumanDecision{Choice: option("double"), By: "A"}, nil, nil, record.AwaitingHuman, "bad_choice activity_bonus"},
		{"a bare value", spine.HumanDecision{Choice: feel.String("confirm"), By: "A"}, nil, nil, record.AwaitingHuman, "bad_choice activity_bonus"},
		{"no name", spine.HumanDecision{Choice: option("confirm"), By: " "}, nil, nil, record.AwaitingHuman, "bad_choice activity_bonus"},
		{"an override without a reason", spine.HumanDecision{Choice: option("bonus_applies"), By: "A"}, nil, nil, record.AwaitingHuman, "bad_choice activity_bonus"},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, err := pointsRun(t, deciderFunc(func(context.Context, spine.HumanRequest) (spine.HumanDecision, error) { return c.answer, c.err }))
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if got := faultsOf(err); got != c.faults {
				t.Errorf("faults %q, want %q", got, c.faults)
			}
			if run.Status() != c.status {
				t.Errorf("status %s, want %s", run.Status(), c.status)
			}
			if run.Record().Result.Humans["activity_bonus"].Choice != nil {
				t.Error("a choice is recorded")
			}
			replayed, err := engine(t).Replay(t.Context(), again(t, run.Record()))
			if err != nil || replayed.Outcome != spine.Match {
				t.Errorf("replay: %+v, %v", replayed, err)
			}
		})
	}
}
