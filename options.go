package spine

import (
	"errors"
	"fmt"
	"time"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// Version is the version of this engine, which records carry.
const Version = "0.1.0"

// Engine runs workflows. It is immutable and may be shared by goroutines.
type Engine struct {
	agent       Agent
	decider     Decider
	store       record.Store
	now         func() time.Time
	limits      Limits
	concurrency int
}

// Limits bound each evaluation of a table: see [feel.Limits].
type Limits = feel.Limits

// Option configures an Engine.
type Option func(*Engine) error

// New makes an engine. Without options it has no agent, no decider and no store:
// it runs workflows that need none, and replays any record. Every bad option is
// reported; their order does not matter.
func New(opts ...Option) (*Engine, error) {
	e := &Engine{now: time.Now, concurrency: 8}
	var errs []error
	for _, o := range opts {
		errs = append(errs, o(e))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return e, nil
}

// WithAgent sets who produces the objects of edges.
func WithAgent(a Agent) Option {
	return func(e *Engine) error {
		if a == nil {
			return errors.New("spine.WithAgent: the agent is nil")
		}
		e.agent = a
		return nil
	}
}

// WithDecider sets who is asked at human nodes.
func WithDecider(d Decider) Option {
	return func(e *Engine) error {
		if d == nil {
			return errors.New("spine.WithDecider: the decider is nil")
		}
		e.decider = d
		return nil
	}
}

// WithStore sets where the records of runs are kept. Without it they are only
// returned.
func WithStore(s record.Store) Option {
	return func(e *Engine) error {
		if s == nil {
			return errors.New("spine.WithStore: the store is nil")
		}
		e.store = s
		return nil
	}
}

// WithClock sets the clock. It is read for the times of a record, and once for
// what now() and today() read in a run.
func WithClock(now func() time.Time) Option {
	return func(e *Engine) error {
		if now == nil {
			return errors.New("spine.WithClock: the clock is nil")
		}
		e.now = now
		return nil
	}
}

// WithLimits sets the limits of each evaluation of a table. Zero members keep
// their defaults.
func WithLimits(l Limits) Option {
	return func(e *Engine) error {
		if l.Steps < 0 || l.Bytes < 0 || l.Depth < 0 {
			return errors.New("spine.WithLimits: a limit is negative")
		}
		e.limits = l
		return nil
	}
}

// WithConcurrency sets how many agents may be called at once; 8 without it. How
// many run at once never shows in a record.
func WithConcurrency(n int) Option {
	return func(e *Engine) error {
		if n < 1 {
			return fmt.Errorf("spine.WithConcurrency: %d agents cannot run at once", n)
		}
		e.concurrency = n
		return nil
	}
}
