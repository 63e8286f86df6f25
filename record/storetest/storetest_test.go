package storetest_test

import (
	"context"
	"sync"
	"testing"

	"github.com/decision-spine/spine/record"
	"github.com/decision-spine/spine/record/storetest"
)

// memory is the least that passes the kit.
type memory struct {
	mu      sync.Mutex
	records map[string][]byte // by run
	next    map[string]bool   // the digests that were resumed
}

func (m *memory) Put(ctx context.Context, r *record.Record) error {
	b, err := r.Canonical()
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case m.records[r.Run.ID] != nil:
		return record.ErrExists
	case m.next[r.Resumes]:
		return record.ErrAlreadyResumed
	}
	m.records[r.Run.ID] = b
	if r.Resumes != "" {
		m.next[r.Resumes] = true
	}
	return nil
}

func (m *memory) Get(ctx context.Context, run string) (*record.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.records[run]
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !ok:
		return nil, record.ErrNotFound
	}
	return record.Decode(b)
}

func TestMemory(t *testing.T) {
	storetest.Test(t, func(*testing.T) record.Store {
		return &memory{records: map[string][]byte{}, next: map[string]bool{}}
	})
}
