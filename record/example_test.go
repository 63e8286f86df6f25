package record_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// sketch gives a record of a run that is over.
func sketch() (*record.Record, error) {
	now := time.Date(2026, time.June, 1, 10, 0, 0, 0, time.UTC)
	id, err := record.NewRunID(now, nil)
	if err != nil {
		return nil, err
	}
	r := &record.Record{
		Run:    record.Run{ID: id, Document: "workflow.yaml", Started: now, Finished: now, Clock: now, Engine: "example 1.0"},
		Status: record.Completed,
		Result: record.Result{
			Facts:         map[string]json.RawMessage{"hours": json.RawMessage("15.50")},
			Determination: map[string]feel.Value{"points": feel.Int(20)},
		},
	}
	return r, r.AddSnapshot("workflow.yaml", "application/yaml", []byte("name: points\n"))
}

func ExampleDecode() {
	r, err := sketch()
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := r.Canonical()
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := record.Decode(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	workflow, err := fs.ReadFile(back.FS(), back.Run.Document)
	fmt.Printf("%s %s %q %v\n", back.Status, back.Result.Facts["hours"], workflow, err)

	text[len(text)-3] ^= 1
	_, err = record.Decode(text)
	var refused *record.IntegrityError
	fmt.Println(errors.As(err, &refused), errors.Is(err, record.RecordIntegrity))
	// Output:
	// completed 15.5 "name: points\n" <nil>
	// true true
}

func ExampleDiff() {
	want, err := sketch()
	if err != nil {
		fmt.Println(err)
		return
	}
	got := *want
	got.Result.Determination = map[string]feel.Value{"points": feel.Int(15)}
	differences, err := record.Diff(want, &got)
	for _, d := range differences {
		fmt.Printf("%s: want %s, got %s\n", d.Path, d.Want, d.Got)
	}
	fmt.Println(err)
	// Output:
	// /result/determination/points: want 20, got 15
	// <nil>
}

func ExampleDir() {
	folder, err := os.MkdirTemp("", "runs")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	r, err := sketch()
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	store := record.Dir(folder)
	fmt.Println(store.Put(ctx, r))
	fmt.Println(errors.Is(store.Put(ctx, r), record.ErrExists))
	back, err := store.Get(ctx, r.Run.ID)
	fmt.Println(back.Run.ID == r.Run.ID, err)
	// Output:
	// <nil>
	// true
	// true <nil>
}

func ExampleAppendJSON() {
	third, err := feel.ParseNumber("0.3333333333333333333333333333333333")
	if err != nil {
		fmt.Println(err)
		return
	}
	date, err := feel.ParseTemporal(feel.KindDate, "2026-06-01")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := record.AppendJSON(nil, feel.List(feel.Int(1), third, date))
	fmt.Println(string(b), err)
	// Output: [1,{"@number":"0.3333333333333333333333333333333333"},{"@date":"2026-06-01"}] <nil>
}

func ExampleReadValue() {
	v, err := record.ReadValue("case.json", []byte(`{"hours": 15.50, "from": {"@date": "2026-06-01"}}`))
	fmt.Println(v, err)
	_, err = record.ReadValue("case.json", []byte(`{"from": {"@date": 20260601}}`))
	var e *diag.Error
	fmt.Println(errors.As(err, &e), e)
	// Output:
	// {hours: 15.5, from: @"2026-06-01"} <nil>
	// true case.json:1:20: "@date" needs a JSON string, and this is a JSON number [value_encoding]
}
