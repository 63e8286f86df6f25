package judgment_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

func moment(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// runOf is a run with an id that began at a time.
func runOf(t testing.TB, started time.Time) record.Run {
	t.Helper()
	id, err := record.NewRunID(started, strings.NewReader("0123456789"))
	if err != nil {
		t.Fatal(err)
	}
	return record.Run{ID: id, Started: started, Finished: started.Add(time.Second), Engine: "spine test"}
}

// recorded gives the bytes of the record of a run that began at a time.
func recorded(t testing.TB, p *judgment.Plan, in judgment.GraphInputs, started time.Time) []byte {
	t.Helper()
	c, err := p.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := p.Record(in, c, runOf(t, started))
	if err != nil {
		t.Fatal(err)
	}
	b, err := rec.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// workflowRecord gives the bytes of a record of a workflow.
func workflowRecord(t testing.TB, at time.Time) []byte {
	t.Helper()
	rec := &record.Record{Run: runOf(t, at), Status: record.AwaitingHuman}
	rec.Run.Document, rec.Run.Clock = "workflow.yaml", at
	if err := rec.AddSnapshot("workflow.yaml", "application/yaml", []byte("name: w\n")); err != nil {
		t.Fatal(err)
	}
	b, err := rec.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// offered gives the files of a shelf as records.
func (s shelf) offered(t testing.TB) *judgment.Records {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range s {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	r, err := judgment.NewRecords(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
