package spine_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/decision-spine/spine"
)

// classifier is the host's own way to call a model. What it answers is bytes that
// nobody trusts.
type classifier struct{}

func (classifier) Produce(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	return spine.AgentResult{Object: []byte(`{"activity_type": "study_training", "contact_hours": 15.5}`)}, nil
}

// desk is the host's own way to ask a person.
type desk struct{}

func (desk) Decide(_ context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
	return spine.HumanDecision{Choice: req.Recommendation, By: "A. Delegate"}, nil
}

func Example() {
	wf, err := spine.Load(os.DirFS("examples/pbas-points"), "workflow.yaml")
	if err != nil {
		log.Fatal(err) // every fault of every file, with its place
	}
	engine, err := spine.New(spine.WithAgent(classifier{}), spine.WithDecider(desk{}))
	if err != nil {
		log.Fatal(err)
	}
	facts, err := os.ReadFile("examples/pbas-points/case.json")
	if err != nil {
		log.Fatal(err)
	}
	run, err := engine.Run(context.Background(), wf, spine.FactsJSON(facts))
	if err != nil {
		log.Fatal(err) // *spine.GateError, *spine.DecideError, ...
	}
	points, _ := run.Verdict("points_award")
	fmt.Println(points.Outputs, "by rule", points.Rules[0].ID)

	replay, err := engine.Replay(context.Background(), run.Record())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("replay:", replay.Outcome)
	// Output:
	// {points: 20} by rule study_over_15
	// replay: match
}
