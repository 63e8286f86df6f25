// Package storetest tests implementations of record.Store.
package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// Test checks all that record.Store promises, as far as one process can see it.
// open gives a new, empty store at each call; what it needs to be cleaned up it
// hands to t.Cleanup.
func Test(t *testing.T, open func(t *testing.T) record.Store) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, s record.Store)
	}{
		{"what is put is got", roundTrip},
		{"an unknown run", unknown},
		{"a run id that is none", noRunID},
		{"nothing is overwritten", exists},
		{"a record is resumed once", resumed},
		{"a record that resumes, put again", resumedAgain},
		{"a record that cannot be written", unrecordable},
		{"a context that is done", cancelled},
		{"nothing is kept of the argument", independent},
		{"one run, many at once", concurrentRun},
		{"one resumption, many at once", concurrentResumption},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

// sample gives the n-th of many records.
func sample(t *testing.T, n int) *record.Record {
	t.Helper()
	now := time.Date(2026, time.June, 1, 10, 0, n, 0, time.UTC)
	id, err := record.NewRunID(now, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &record.Record{
		Run:    record.Run{ID: id, Document: "workflow.yaml", Started: now, Finished: now, Clock: now, Engine: "storetest"},
		Status: record.Completed,
		Result: record.Result{
			Facts:         map[string]json.RawMessage{"n": fmt.Append(nil, n)},
			Determination: map[string]feel.Value{"n": feel.Int(int64(n))},
		},
	}
	if err := r.AddSnapshot("workflow.yaml", "application/yaml", fmt.Appendf(nil, "name: number %d\n", n)); err != nil {
		t.Fatal(err)
	}
	return r
}

// resumes gives the n-th record, resuming the one with the given text.
func resumes(t *testing.T, n int, waiting string) *record.Record {
	r := sample(t, n)
	r.Resumes = record.Digest([]byte(waiting))
	return r
}

func canonical(t *testing.T, r *record.Record) []byte {
	t.Helper()
	b, err := r.Canonical()
	if err != nil {
		t.Fatalf("Canonical: %v", err)
	}
	return b
}

func put(t *testing.T, s record.Store, r *record.Record) {
	t.Helper()
	if err := s.Put(t.Context(), r); err != nil {
		t.Fatalf("Put: %v", err)
	}
}

// holds demands that the store has the record with those bytes.
func holds(t *testing.T, s record.Store, run string, want []byte) {
	t.Helper()
	r, err := s.Get(t.Context(), run)
	if err != nil {
		t.Fatalf("Get(%s): %v", run, err)
	}
	if got := canonical(t, r); !bytes.Equal(got, want) {
		t.Errorf("Get(%s) gives\n%s\nand not\n%s", run, got, want)
	}
}

// lacks demands that the store has no record of the run.
func lacks(t *testing.T, s record.Store, run string) {
	t.Helper()
	if r, err := s.Get(t.Context(), run); !errors.Is(err, record.ErrNotFound) || r != nil {
		t.Errorf("Get(%q) gives %v, %v; want ErrNotFound", run, r, err)
	}
}

// refuses demands that putting r fails with the error want.
func refuses(t *testing.T, s record.Store, r *record.Record, want error) {
	t.Helper()
	if err := s.Put(t.Context(), r); !errors.Is(err, want) {
		t.Errorf("Put gives %v, want %v", err, want)
	}
}

func roundTrip(t *testing.T, s record.Store) {
	a, b := sample(t, 1), resumes(t, 2, "waiting")
	put(t, s, a)
	put(t, s, b)
	holds(t, s, a.Run.ID, canonical(t, a))
	holds(t, s, b.Run.ID, canonical(t, b))
}

func unknown(t *testing.T, s record.Store) {
	lacks(t, s, sample(t, 1).Run.ID)
	put(t, s, sample(t, 2))
	lacks(t, s, sample(t, 1).Run.ID)
}

func noRunID(t *testing.T, s record.Store) {
	put(t, s, sample(t, 1))
	for _, id := range []string{"", ".", "..", "../x", "/etc/passwd", "*", "' OR 1=1 --", "\x00"} {
		lacks(t, s, id)
		r := sample(t, 2)
		r.Run.ID = id
		refuses(t, s, r, record.RecordShape)
	}
}

func exists(t *testing.T, s record.Store) {
	a, b := sample(t, 1), sample(t, 2)
	b.Run.ID = a.Run.ID
	put(t, s, a)
	refuses(t, s, a, record.ErrExists)
	refuses(t, s, b, record.ErrExists)
	holds(t, s, a.Run.ID, canonical(t, a))

	c := resumes(t, 3, "waiting") // a refused record resumes nothing
	c.Run.ID = a.Run.ID
	refuses(t, s, c, record.ErrExists)
	put(t, s, resumes(t, 4, "waiting"))
}

func resumed(t *testing.T, s record.Store) {
	waiting := sample(t, 1)
	put(t, s, waiting)
	text := string(canonical(t, waiting))
	a, b, c := resumes(t, 2, text), resumes(t, 3, text), resumes(t, 4, "another")
	put(t, s, a)
	refuses(t, s, b, record.ErrAlreadyResumed)
	lacks(t, s, b.Run.ID)
	put(t, s, c)
	put(t, s, resumes(t, 5, string(canonical(t, a)))) // what resumed can be resumed
	holds(t, s, waiting.Run.ID, []byte(text))
	holds(t, s, a.Run.ID, canonical(t, a))
}

func resumedAgain(t *testing.T, s record.Store) {
	a := resumes(t, 1, "waiting")
	put(t, s, a)
	refuses(t, s, a, record.ErrExists)
	holds(t, s, a.Run.ID, canonical(t, a))
}

func unrecordable(t *testing.T, s record.Store) {
	a := resumes(t, 1, "waiting")
	a.Result.Determination["n"] = feel.String("\xff")
	refuses(t, s, a, record.Unrecordable)
	lacks(t, s, a.Run.ID)
	put(t, s, resumes(t, 2, "waiting"))
}

func cancelled(t *testing.T, s record.Store) {
	a := sample(t, 1)
	put(t, s, a)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := resumes(t, 2, "waiting")
	if err := s.Put(ctx, b); !errors.Is(err, context.Canceled) {
		t.Errorf("Put gives %v, want context.Canceled", err)
	}
	if _, err := s.Get(ctx, a.Run.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("Get gives %v, want context.Canceled", err)
	}
	put(t, s, b)
}

func independent(t *testing.T, s record.Store) {
	a := sample(t, 1)
	want := canonical(t, a)
	put(t, s, a)
	a.Status, a.Result.Determination["n"] = record.Failed, feel.Null
	holds(t, s, a.Run.ID, want)
	got, err := s.Get(t.Context(), a.Run.ID)
	if err != nil {
		t.Fatal(err)
	}
	got.Result.Determination["n"] = feel.Null
	holds(t, s, a.Run.ID, want)
}

// atOnce puts all records and gives the place of the one that was kept. The
// others must fail with the error want.
func atOnce(t *testing.T, s record.Store, records []*record.Record, want error) int {
	t.Helper()
	errs := make([]error, len(records))
	var wg sync.WaitGroup
	for i, r := range records {
		wg.Go(func() { errs[i] = s.Put(t.Context(), r) })
	}
	wg.Wait()
	kept := -1
	for i, err := range errs {
		switch {
		case err == nil && kept < 0:
			kept = i
		case err == nil:
			t.Errorf("both %d and %d were put", kept, i)
		case !errors.Is(err, want):
			t.Errorf("Put gives %v, want %v", err, want)
		}
	}
	if kept < 0 {
		t.Fatal("none was put")
	}
	return kept
}

const many = 8

func concurrentRun(t *testing.T, s record.Store) {
	records := make([]*record.Record, many)
	for i := range records {
		records[i] = sample(t, i)
		records[i].Run.ID = records[0].Run.ID
	}
	kept := atOnce(t, s, records, record.ErrExists)
	holds(t, s, records[0].Run.ID, canonical(t, records[kept]))
}

func concurrentResumption(t *testing.T, s record.Store) {
	records := make([]*record.Record, many)
	for i := range records {
		records[i] = resumes(t, i, "waiting")
	}
	kept := atOnce(t, s, records, record.ErrAlreadyResumed)
	for i, r := range records {
		if i == kept {
			holds(t, s, r.Run.ID, canonical(t, r))
		} else {
			lacks(t, s, r.Run.ID)
		}
	}
}
