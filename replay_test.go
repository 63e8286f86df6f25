package spine_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

var update = flag.Bool("update", false, "write the goldens in testdata anew")

// goldens are runs of examples/pbas-points, of a workflow that can fail to decide, and
// of one with a model: one for each status that a run of this version can have, and for each
// who can refuse.
var goldens = []struct {
	name   string
	answer string // of the agent; "" when it cannot be called
	facts  string // "" for the example's case
	decide spine.Decider
	status record.Status
}{
	{"completed", studyClaim, "", chooses("outcome", "bonus_applies"), record.Completed},
	{"awaiting_human", studyClaim, "", fails(spine.ErrPending), record.AwaitingHuman},
	{"no_determination", studyClaim, "", fails(spine.ErrNoDetermination), record.NoDetermination},
	{"refused_fact", studyClaim, `{"claim": {"text": "", "date": "12 August"}}`, nil, record.Refused},
	{"refused_edge", `{"activity_type": "juggling", "contact_hours": 1.5, "points": 100}`, "", nil, record.Refused},
	{"refused_prose", "Sure! Here is the object you asked for.", "", nil, record.Refused},
	{"refused_decision", `{"n": 999}`, `{"base": {"n": 0.5}}`, nil, record.Refused},
	{"failed", "", "", nil, record.Failed},
	{"completed_model", "", `{"order": {"list_price": 20, "pieces": 3}, "day": "2026-08-31"}`, nil, record.Completed},
}

func fails(err error) deciderFunc {
	return func(context.Context, spine.HumanRequest) (spine.HumanDecision, error) {
		return spine.HumanDecision{}, err
	}
}

func goldenFile(name string) string { return filepath.Join("testdata", "records", name+".json") }

func TestGoldenRecords(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			facts := []byte(g.facts)
			if g.facts == "" {
				var err error
				if facts, err = os.ReadFile("examples/pbas-points/case.json"); err != nil {
					t.Fatal(err)
				}
			}
			agent := agentFunc(func(context.Context, spine.AgentRequest) (spine.AgentResult, error) {
				if g.answer == "" {
					return spine.AgentResult{}, os.ErrNotExist
				}
				return spine.AgentResult{Object: []byte(g.answer)}, nil
			})
			decide := g.decide
			if decide == nil {
				decide = deciderFunc(func(context.Context, spine.HumanRequest) (spine.HumanDecision, error) {
					t.Error("a person was asked")
					return spine.HumanDecision{}, spine.ErrPending
				})
			}
			opts := []spine.Option{spine.WithAgent(agent), spine.WithDecider(decide)}
			fsys := os.DirFS("examples/pbas-points")
			switch g.name {
			case "refused_decision":
				fsys = files(composed)
			case "completed_model":
				fsys = files(modelled)
			}
			run, _ := engine(t, opts...).Run(t.Context(), load(t, fsys, "workflow.yaml"), spine.FactsJSON(facts))
			if run == nil || run.Status() != g.status {
				t.Fatalf("got %+v, want the status %s", run, g.status)
			}
			got := canonical(t, run.Record())
			if *update {
				if err := os.WriteFile(goldenFile(g.name), []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(goldenFile(g.name))
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the record is not that of %s; -update writes it anew", goldenFile(g.name))
			}
		})
	}
}

// Every record in testdata replays, in any time zone, without an agent or a
// person.
func TestGoldenRecordsReplay(t *testing.T) {
	names, err := filepath.Glob(goldenFile("*"))
	if err != nil || len(names) < len(goldens) {
		t.Fatalf("%d goldens, %v", len(names), err)
	}
	never := agentFunc(func(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
		t.Errorf("the agent of %s was called", req.Node)
		return spine.AgentResult{}, nil
	})
	nobody := deciderFunc(func(_ context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
		t.Errorf("the person of %s was asked", req.Node)
		return spine.HumanDecision{}, nil
	})
	e := engine(t, spine.WithAgent(never), spine.WithDecider(nobody), spine.WithStore(failing{}))
	local := time.Local
	defer func() { time.Local = local }()
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("Chatham", 12*3600+45*60)} {
		time.Local = zone
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := record.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Replay(t.Context(), rec)
			if err != nil || r.Outcome != spine.Match {
				t.Errorf("%s in %s: %+v, %v", name, zone, r, err)
			}
		}
	}
}

func TestReplayFindsAnotherResult(t *testing.T) {
	b, err := os.ReadFile(goldenFile("completed"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(*record.Record)
		path   string
	}{
		{"a verdict", func(r *record.Record) {
			d := r.Result.Decisions["points_award"]
			d.Outputs = feel.Context(feel.Entry{Key: "points", Value: feel.Int(100)})
			r.Result.Decisions["points_award"] = d
		}, "/result/decisions/points_award/outputs/points"},
		{"a rule", func(r *record.Record) {
			d := r.Result.Decisions["points_award"]
			d.Rules = []record.Rule{{Rule: 1, ID: "not_counted"}}
			r.Result.Decisions["points_award"] = d
		}, "/result/decisions/points_award/rules/0/annotation"},
		{"an edge's object", func(r *record.Record) {
			e := r.Result.Edges["activity"]
			e.Object = []byte(`{"activity_type": "study_training", "contact_hours": 16}`)
			r.Result.Edges["activity"] = e
		}, "/result/decisions/activity_bonus/inputs/points"},
		{"whether a choice overrides", func(r *record.Record) {
			r.Result.Humans["activity_bonus"].Choice.Override = false
		}, "/result/humans/activity_bonus/override"},
		{"the determination", func(r *record.Record) {
			r.Result.Determination["activity_bonus"] = feel.Context(feel.Entry{Key: "outcome", Value: feel.String("confirm")})
		}, "/result/determination/activity_bonus/outcome"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := record.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			c.change(rec)
			r, err := engine(t).Replay(t.Context(), again(t, rec))
			if err != nil || r.Outcome != spine.Mismatch || len(r.Differences) == 0 || r.Differences[0].Path != c.path {
				t.Errorf("got %+v, %v", r, err)
			}
		})
	}
}

func TestReplayIsUnverifiable(t *testing.T) {
	b, err := os.ReadFile(goldenFile("completed"))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	delete(rec.Snapshots, "schemas/claim.json")
	r, err := engine(t).Replay(t.Context(), rec)
	if err != nil || r.Outcome != spine.Unverifiable || !strings.Contains(r.Reason, "schemas/claim.json") {
		t.Errorf("got %+v, %v", r, err)
	}
}
