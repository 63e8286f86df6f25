package spine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/record"
)

// One engine, one workflow and one store serve many goroutines. Each run has its
// own result, and its record is kept and replays.
func TestOneEngineServesMany(t *testing.T) {
	dir := t.TempDir()
	store := record.Dir(dir)
	agent := agentFunc(func(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
		return spine.AgentResult{Object: []byte(`{"n": 1}`), Meta: map[string]string{"node": req.Node}}, nil
	})
	e := engine(t, spine.WithAgent(agent), spine.WithStore(store), spine.WithConcurrency(3))
	wf := load(t, files(composed), "workflow.yaml")
	const many = 200
	var wait sync.WaitGroup
	for i := range many {
		wait.Go(func() {
			run, err := e.Run(t.Context(), wf, spine.FactsJSON([]byte(fmt.Sprintf(`{"base": {"n": %d}}`, i))))
			if err != nil {
				t.Errorf("%d: %v", i, err)
				return
			}
			want := feel.Context(feel.Entry{Key: "last", Value: feel.Context(feel.Entry{Key: "total", Value: feel.Int(int64(22 + i))})})
			if got, err := run.Determination(); err != nil || got.String() != want.String() {
				t.Errorf("%d: got %s, want %s: %v", i, got, want, err)
			}
			kept, err := store.Get(t.Context(), run.ID())
			if err != nil {
				t.Errorf("%d: %v", i, err)
				return
			}
			if rep, err := e.Replay(t.Context(), kept); err != nil || rep.Outcome != spine.Match {
				t.Errorf("%d: got %+v, %v", i, rep, err)
			}
		})
	}
	wait.Wait()
	if all, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(all) != many {
		t.Errorf("there are %d files, %v", len(all), err)
	}
}

// What an agent gives beyond all limits is refused, and the run is kept and
// replays.
func TestTooLongObjectIsKept(t *testing.T) {
	store := record.Dir(t.TempDir())
	agent := agentFunc(func(context.Context, spine.AgentRequest) (spine.AgentResult, error) {
		return spine.AgentResult{Object: bytes.Repeat([]byte{0xff}, 70<<20)}, nil
	})
	e := engine(t, spine.WithAgent(agent), spine.WithStore(store), spine.WithConcurrency(1))
	run, err := e.Run(t.Context(), load(t, files(composed), "workflow.yaml"), spine.FactsJSON([]byte(`{"base": {"n": 1}}`)))
	if !errors.Is(err, gate.Limit) || run == nil {
		t.Fatalf("got %v", err)
	}
	kept, err := store.Get(t.Context(), run.ID())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(kept.Result.Edges["a"].Refused); n != gate.MaxBytes+1 {
		t.Errorf("%d bytes are kept", n)
	}
	if rep, err := e.Replay(t.Context(), kept); err != nil || rep.Outcome != spine.Match {
		t.Errorf("got %+v, %v", rep, err)
	}
}

// An agent that writes into its bytes later on changes nothing.
func TestObjectIsTheRunsOwn(t *testing.T) {
	var given [][]byte
	agent := agentFunc(func(context.Context, spine.AgentRequest) (spine.AgentResult, error) {
		b := []byte(`{"n": 1}`)
		given = append(given, b)
		return spine.AgentResult{Object: b}, nil
	})
	e := engine(t, spine.WithAgent(agent), spine.WithConcurrency(1))
	run, err := e.Run(t.Context(), load(t, files(composed), "workflow.yaml"), spine.FactsJSON([]byte(`{"base": {"n": 1}}`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range given {
		copy(b, `{"m": 9}`)
	}
	if got := string(run.Record().Result.Edges["a"].Object); got != `{"n": 1}` {
		t.Errorf("got %s", got)
	}
}
