package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// The whole run: 3 edges, 2 tables, 1 human, and the record of it.
var runFiles = map[string]string{
	"workflow.yaml": `name: hardship
version: "1"
input_data:
  application: { schema: application.json }
nodes:
  - id: income
    edge: { agent: agent.txt, inputs: [application] }
    gate: { schema: income.json }
  - id: expenses
    edge: { agent: agent.txt, inputs: [application] }
    gate: { schema: expenses.json }
  - id: residency
    edge: { agent: agent.txt, inputs: [application] }
    gate: { schema: residency.json }
  - id: affordability
    decision: affordability.dmn.yaml
    inputs: [income, expenses]
  - id: risk
    decision: risk.dmn.yaml
    inputs: [affordability, residency]
  - id: outcome
    decision: outcome.dmn.yaml
    inputs: [affordability, risk]
    requires_human: true
    decided_by: Hardship Officer
`,
	"agent.txt":        "opaque",
	"application.json": objectSchema(`"amount": {"type": "number"}, "on": {"type": "string", "format": "date"}`, `"amount", "on"`),
	"income.json":      objectSchema(`"net": {"type": "number", "minimum": 0}, "stated": {"type": "string", "format": "date"}`, `"net", "stated"`),
	"expenses.json":    objectSchema(`"monthly": {"type": "number", "minimum": 0}`, `"monthly"`),
	"residency.json":   objectSchema(`"status": {"enum": ["verified", "unverified"]}`, `"status"`),
	"affordability.dmn.yaml": `id: affordability
version: "1"
inputs:
  - { name: ratio, expression: (income.net - expenses.monthly) / income.net, type: number }
outputs:
  - { name: band, type: string, values: [affordable, marginal, unaffordable] }
rules:
  - { when: { ratio: ">= 0.25" }, then: { band: affordable } }
  - { when: { ratio: "[0.10..0.25)" }, then: { band: marginal } }
  - { when: { ratio: "< 0.10" }, then: { band: unaffordable } }
`,
	"risk.dmn.yaml": `id: risk
version: "1"
inputs:
  - { name: band, expression: affordability.band, type: string }
  - { name: status, expression: residency.status, type: string }
outputs:
  - { name: tier, type: number }
rules:
  - { when: { band: '"affordable"', status: '"verified"' }, then: { tier: 1 } }
  - { when: { band: '"marginal"', status: '"verified"' }, then: { tier: 2 } }
  - { when: { band: '"affordable", "marginal"', status: '"unverified"' }, then: { tier: 3 } }
  - { when: { band: '"unaffordable"' }, then: { tier: 4 } }
`,
	"outcome.dmn.yaml": `id: outcome
version: "1"
inputs:
  - { name: band, expression: affordability.band, type: string }
  - { name: tier, expression: risk.tier, type: number }
outputs:
  - { name: outcome, type: string, values: [approve, refer, decline] }
rules:
  - { when: { tier: "<= 2" }, then: { outcome: approve } }
  - { when: { tier: "3" }, then: { outcome: refer } }
  - { when: { tier: "4" }, then: { outcome: decline } }
`,
}

func objectSchema(properties, required string) string {
	return fmt.Sprintf(`{"type": "object", "additionalProperties": false, "properties": {%s}, "required": [%s]}`, properties, required)
}

// desk is the agents and the person, who answer at once.
type desk struct{}

var objects = map[string][]byte{
	"income":    []byte(`{"net": 5200.50, "stated": "2026-05-30"}`),
	"expenses":  []byte(`{"monthly": 4100.25}`),
	"residency": []byte(`{"status": "verified"}`),
}

func (desk) Produce(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	return spine.AgentResult{Object: objects[req.Node]}, nil
}

func (desk) Decide(_ context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
	return spine.HumanDecision{Choice: req.Recommendation, By: "A. Officer"}, nil
}

// file keeps the last record in a file, which it does not flush to the disk.
type file string

func (f file) Put(_ context.Context, r *record.Record) error {
	b, err := r.Canonical()
	if err != nil {
		return err
	}
	return os.WriteFile(string(f), b, 0o600)
}

func (f file) Get(context.Context, string) (*record.Record, error) {
	b, err := os.ReadFile(string(f))
	if err != nil {
		return nil, err
	}
	return record.Decode(b)
}

// The three ways of a run's record.
const (
	noStore   = "no store"
	withFile  = "record written"
	withFlush = "record.Dir, fsync"
)

// wholeRun is a run by itself, with its record written, and with it on the disk.
func wholeRun(*node) (*contest, error) {
	fsys := fstest.MapFS{}
	for name, text := range runFiles {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	wf, err := spine.Load(fsys, "workflow.yaml")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "spine-bench-")
	if err != nil {
		return nil, err
	}
	facts := []byte(`{"application": {"amount": 12000, "on": "2026-06-01"}}`)
	c := &contest{
		workload: "run", name: "3 edges, 2 tables, 1 human",
		inputs: []vars{{"application": "12000 on 2026-06-01"}}, want: []any{`{outcome: {outcome: "approve"}}`},
		done: func() { os.RemoveAll(dir) },
	}
	last := file(filepath.Join(dir, "last.json"))
	for _, way := range []struct {
		name  string
		store record.Store
	}{{noStore, nil}, {withFile, last}, {withFlush, record.Dir(filepath.Join(dir, "runs"))}} {
		options := []spine.Option{spine.WithAgent(desk{}), spine.WithDecider(desk{})}
		if way.store != nil {
			options = append(options, spine.WithStore(way.store))
		}
		engine, err := spine.New(options...)
		if err != nil {
			return nil, err
		}
		c.add(inGo(way.name, runFiles["workflow.yaml"], 1, always(func(int) (feel.Value, error) {
			run, err := engine.Run(context.Background(), wf, spine.FactsJSON(facts))
			if err != nil {
				return feel.Null, err
			}
			return run.Determination()
		})))
	}
	return c, replays(wf, facts, last)
}

// replays sees that the record which is written is one.
func replays(wf *spine.Workflow, facts []byte, store record.Store) error {
	ctx := context.Background()
	engine, err := spine.New(spine.WithAgent(desk{}), spine.WithDecider(desk{}), spine.WithStore(store))
	if err != nil {
		return err
	}
	run, err := engine.Run(ctx, wf, spine.FactsJSON(facts))
	if err != nil {
		return err
	}
	kept, err := store.Get(ctx, run.ID())
	if err != nil {
		return err
	}
	replay, err := engine.Replay(ctx, kept)
	if err == nil && replay.Outcome != spine.Match {
		err = fmt.Errorf("the replay is a %s: %v", replay.Outcome, replay.Differences)
	}
	return err
}
