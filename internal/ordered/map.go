// Package ordered does one thing to many inputs on several goroutines, and gives the
// results in the order of the inputs.
package ordered

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// chunk is the number of inputs that a goroutine takes at once. The first ones are
// smaller, so that results come soon where inputs come slowly.
const chunk = 256

// batch is some inputs, and then their results.
type batch[I, O any] struct {
	in    []I
	out   []O
	done  chan struct{}
	panic any
}

// Map gives f of each input, in order, from so many goroutines, of which there is at
// least one. It holds a bounded number of inputs and results at a time. Inputs are
// read by a goroutine of their own, until ctx is done or the results are no longer
// wanted; what was read has its result. A panic of f, or of in, is one of who reads
// the results. When the sequence ends, no goroutine is left.
func Map[I, O any](ctx context.Context, workers int, in iter.Seq[I], f func(context.Context, I) O) iter.Seq[O] {
	workers = max(workers, 1)
	return func(yield func(O) bool) {
		ctx, cancel := context.WithCancel(ctx)
		todo := make(chan *batch[I, O])
		order := make(chan *batch[I, O], 2*workers)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		running.Go(func() {
			defer close(order)
			defer close(todo)
			read(ctx, in, todo, order)
		})
		for range workers {
			running.Go(func() {
				for b := range todo {
					b.run(ctx, f)
				}
			})
		}
		for b := range order {
			<-b.done
			for _, v := range b.out {
				if !yield(v) {
					return
				}
			}
			if b.panic != nil {
				panic(b.panic)
			}
		}
	}
}

// read cuts the inputs into batches. A batch is in order before it is to be done, so
// that who reads the results waits for it.
func read[I, O any](ctx context.Context, in iter.Seq[I], todo, order chan<- *batch[I, O]) {
	size := 1
	next := make([]I, 0, size)
	send := func() bool {
		b := &batch[I, O]{in: next, done: make(chan struct{})}
		select {
		case order <- b:
		case <-ctx.Done():
			return false
		}
		select {
		case todo <- b:
		case <-ctx.Done():
			close(b.done)
			return false
		}
		size = min(2*size, chunk)
		next = make([]I, 0, size)
		return true
	}
	defer func() {
		if r := recover(); r != nil {
			if len(next) > 0 && !send() {
				return
			}
			b := &batch[I, O]{done: make(chan struct{}), panic: r}
			close(b.done)
			select {
			case order <- b:
			case <-ctx.Done():
			}
		}
	}()
	for v := range in {
		if ctx.Err() != nil {
			return
		}
		if next = append(next, v); len(next) == size && !send() {
			return
		}
	}
	if len(next) > 0 {
		send()
	}
}

func (b *batch[I, O]) run(ctx context.Context, f func(context.Context, I) O) {
	defer close(b.done)
	defer func() { b.panic = recover() }()
	b.out = make([]O, 0, len(b.in))
	for _, v := range b.in {
		b.out = append(b.out, f(ctx, v))
	}
}

// All is Map of a function that can fail. 0 workers are as many as there are
// processors. progress, unless it is nil, is told the number of results after each
// that was read. When ctx ends, the last result is its error.
func All[I, O any](ctx context.Context, workers int, progress func(done int), in iter.Seq[I], one func(context.Context, I) (O, error)) iter.Seq2[O, error] {
	type result struct {
		value O
		err   error
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return func(yield func(O, error) bool) {
		done := 0
		for r := range Map(ctx, workers, in, func(ctx context.Context, in I) result {
			value, err := one(ctx, in)
			return result{value, err}
		}) {
			if ctx.Err() != nil {
				break
			}
			if !yield(r.value, r.err) {
				return
			}
			if done++; progress != nil {
				progress(done)
			}
		}
		if ctx.Err() != nil {
			var none O
			yield(none, context.Cause(ctx))
		}
	}
}
