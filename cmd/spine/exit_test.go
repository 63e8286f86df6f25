package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
)

func TestExitCode(t *testing.T) {
	faults := diag.List{{Code: "x", Message: "x"}}
	stopped := diag.List{{Code: "cancelled", Message: "x", Err: context.Canceled}}
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{ended(1), 1},
		{refuse(faults...), 2},
		{&spine.LoadError{Faults: faults}, 2},
		{&spine.UsageError{Faults: faults}, 2},
		{&spine.HumanError{Faults: faults}, 2},
		{&spine.DecideError{Faults: faults}, 3},
		{&spine.GateError{Faults: faults}, 4},
		{&spine.AgentError{Faults: faults}, 5},
		{&spine.AgentError{Faults: stopped}, 5},
		{errors.Join(&spine.GateError{Faults: faults}, &spine.AgentError{Faults: faults}), 5},
		{spine.ErrNoDetermination, 6},
		{context.Canceled, 6},
		{&spine.DecideError{Faults: stopped}, 6},
		{spine.ErrAwaitingHuman, 7},
		{&spine.IntegrityError{Faults: faults}, 8},
		{&spine.StoreError{Err: errors.New("full")}, 70},
		{errors.Join(spine.ErrAwaitingHuman, &spine.StoreError{Err: errors.New("full")}), 70},
		{errors.New("anything else"), 70},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
		if c.err == nil {
			continue
		}
		if got := exitCode(&shown{fmt.Errorf("placed: %w", c.err), faults, nil}); got != c.want {
			t.Errorf("%v, shown: %d, want %d", c.err, got, c.want)
		}
	}
}
