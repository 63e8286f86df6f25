package dmn

import (
	"context"
	"iter"

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
	return ordered.All(ctx, b.Workers, b.Progress, inputs, p.Decide)
}

// EvaluateAll evaluates the targets for one input after another, as
// [Program.DecideAll] does for a table. Each has a slice of its own.
func (p *Prepared) EvaluateAll(ctx context.Context, b Batch, inputs iter.Seq[feel.Input]) iter.Seq2[[]feel.Result, error] {
	return ordered.All(ctx, b.Workers, b.Progress, inputs, func(ctx context.Context, in feel.Input) ([]feel.Result, error) {
		return p.Evaluate(ctx, in, make([]feel.Result, 0, len(p.calls)))
	})
}
