package dmn

import (
	"context"
	"iter"
	"runtime"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/ordered"
)

// Batch says how many inputs are decided. The zero Batch decides on all processors.
type Batch struct {
	Workers int // goroutines; 0: runtime.GOMAXPROCS(0)
	// Progress, unless it is nil, is told the number of results that were read, after
	// each of them, by who reads them.
	Progress func(done int)
}

// DecideAll decides one input after another, on several goroutines, and gives what
// [Program.Decide] gives for each, in their order. It holds a bounded number of them
// at a time, however many there are. An error concerns its input alone. When ctx
// ends, no further input is read; the last result is then the error of ctx.
func (p *Program) DecideAll(ctx context.Context, b Batch, inputs iter.Seq[feel.Input]) iter.Seq2[Decision, error] {
	return all(ctx, b, inputs, p.Decide)
}

// EvaluateAll evaluates the targets for one input after another, as
// [Program.DecideAll] does for a table. Each has a slice of its own.
func (p *Prepared) EvaluateAll(ctx context.Context, b Batch, inputs iter.Seq[feel.Input]) iter.Seq2[[]feel.Result, error] {
	return all(ctx, b, inputs, func(ctx context.Context, in feel.Input) ([]feel.Result, error) {
		return p.Evaluate(ctx, in, make([]feel.Result, 0, len(p.calls)))
	})
}

func all[T any](ctx context.Context, b Batch, inputs iter.Seq[feel.Input], one func(context.Context, feel.Input) (T, error)) iter.Seq2[T, error] {
	type result struct {
		value T
		err   error
	}
	workers := b.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return func(yield func(T, error) bool) {
		done := 0
		for r := range ordered.Map(ctx, workers, inputs, func(ctx context.Context, in feel.Input) result {
			value, err := one(ctx, in)
			return result{value, err}
		}) {
			if ctx.Err() != nil {
				break
			}
			if !yield(r.value, r.err) {
				return
			}
			if done++; b.Progress != nil {
				b.Progress(done)
			}
		}
		if ctx.Err() != nil {
			var none T
			yield(none, context.Cause(ctx))
		}
	}
}
