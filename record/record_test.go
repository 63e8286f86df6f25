package record_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

const runID = "01970000-0000-7000-8000-000000000001"

// eval gives the value of a constant expression.
func eval(t testing.TB, text string) feel.Value {
	t.Helper()
	return evaluate(t, text, feel.Input{})
}

func evaluate(t testing.TB, text string, in feel.Input) feel.Value {
	t.Helper()
	scope := feel.NewScope()
	ast, err := feel.Parse(feel.Source{Text: text}, scope)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	checked, err := feel.Check(ast, scope, feel.Full)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	program, err := feel.Compile(checked)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	r, err := program.Eval(context.Background(), in)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r.Value
}

func add(t testing.TB, r *record.Record, path, media, content string) string {
	t.Helper()
	if err := r.AddSnapshot(path, media, []byte(content)); err != nil {
		t.Fatal(err)
	}
	return record.Digest([]byte(content))
}

// begun gives a record of a run that has done nothing yet.
func begun(t testing.TB) *record.Record {
	start := time.Date(2026, time.June, 1, 10, 0, 0, 0, time.UTC)
	r := &record.Record{Run: record.Run{
		ID: runID, Document: "workflow.yaml", Engine: "spine 1.0.0",
		Started: start, Clock: start.Add(time.Nanosecond), Finished: start.Add(1500 * time.Millisecond),
	}}
	add(t, r, "workflow.yaml", "application/yaml", "name: points\n")
	return r
}

// completed gives a record in which every member has its use.
func completed(t testing.TB) *record.Record {
	r := begun(t)
	r.Status = record.Completed
	r.Resumes = record.Digest([]byte("the waiting record"))
	r.Advisory = json.RawMessage(`{"agents": {"income": {"model": "m1", "tokens": 1.50}}}`)
	schema := add(t, r, "schemas/income.json", "application/schema+json", `{"type": "object"}`)
	table := add(t, r, "tables/points.dmn.yaml", "application/yaml", "id: points\n# für alle\n")
	add(t, r, "tables/rates.bin", "application/octet-stream", "\x00\xff\xfe")
	r.Result = record.Result{
		Facts: map[string]json.RawMessage{"application_date": json.RawMessage(`"2026-06-01"`)},
		Edges: map[string]record.Edge{"income": {
			Object: json.RawMessage(`{"net": 12345678901234567890.10, "rate": 1.50, "@id": "x", "none": null}`), Schema: schema}},
		Decisions: map[string]record.Decision{"points": {
			Table:   record.Table{ID: "points", Version: "2026-06-01.1", SHA256: table},
			Source:  "Policy v4.2 s72",
			Inputs:  map[string]feel.Value{"hours": feel.Int(20), "age": eval(t, `@"P10D"`)},
			Rules:   []record.Rule{{Rule: 3, ID: "r3", Annotation: "15 to 20 hours"}, {Rule: 4, ID: "4"}},
			Outputs: eval(t, `{points: 20, when: @"2026-06-01", window: [@"2026-06-01"..@"2026-07-01")}`),
		}},
		Humans: map[string]record.Human{"bonus": {
			Recommendation: eval(t, `{outcome: "confirm"}`),
			Options:        []feel.Value{eval(t, `{outcome: "confirm"}`), eval(t, `{outcome: "bonus_applies"}`)},
			Role:           "Delegate",
			Choice:         &record.Choice{Value: eval(t, `{outcome: "bonus_applies"}`), Override: true, By: "A. Officer", Reason: "seen"},
		}},
		Determination: map[string]feel.Value{"bonus": eval(t, `{outcome: "bonus_applies"}`)},
	}
	return r
}

// ended gives a record of each status, and of both kinds of result.
func ended(t testing.TB) map[string]*record.Record {
	out := map[string]*record.Record{"completed": completed(t)}
	for _, status := range []record.Status{record.AwaitingHuman, record.NoDetermination, record.Expired} {
		r := completed(t)
		r.Status, r.Resumes, r.Advisory, r.Result.Determination = status, "", nil, nil
		bonus := r.Result.Humans["bonus"]
		bonus.Choice = nil
		r.Result.Humans["bonus"] = bonus
		out[string(status)] = r
	}

	refused := begun(t)
	schema := add(t, refused, "schemas/income.json", "application/schema+json", `{"type": "object"}`)
	refused.Status = record.Refused
	refused.Result = record.Result{
		Facts: map[string]json.RawMessage{"n": json.RawMessage(`1e9999`)},
		Edges: map[string]record.Edge{
			"income": {Refused: []byte("Sure, here is"), Schema: schema},
			"bytes":  {Refused: []byte{0xff}, Schema: schema},
			"empty":  {Refused: []byte{}, Schema: schema},
		},
		Refusal: &record.Refusal{Kind: record.ByGate, Faults: []record.Fault{
			{Code: "gate_json", At: diag.Locator{Node: "income", Path: "/a", Span: diag.Span{
				Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 5}}}},
			{Code: "gate_json"},
		}},
	}
	out["refused at a gate"] = refused

	undecided := begun(t)
	undecided.Status = record.Refused
	undecided.Result.Refusal = &record.Refusal{Kind: record.ByDecision, Node: "points", Faults: []record.Fault{
		{Code: "no_rule_matched", At: diag.Locator{File: "tables/points.dmn.yaml", Node: "points", Table: "points", Rule: 2, Cell: "hours"}}}}
	out["refused by a table"] = undecided

	failed := begun(t)
	failed.Status = record.Failed
	failed.Result.Refusal = &record.Refusal{Kind: record.ByAgent, Node: "income", Faults: []record.Fault{{Code: "agent_timeout"}}}
	out["failed"] = failed

	judged := begun(t)
	judged.Status = record.Completed
	judged.Result = record.Result{
		Facts:    map[string]json.RawMessage{"years": json.RawMessage(`"3"`)},
		Judgment: &record.Judgment{Composite: json.RawMessage(`{"resultNode":"grant"}`), Nodes: json.RawMessage(`{"grant":{}}`)},
	}
	out["judged"] = judged
	return out
}

func canonical(t testing.TB, r *record.Record) []byte {
	t.Helper()
	b, err := r.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEveryStatusRoundTrips(t *testing.T) {
	records := ended(t)
	for _, name := range slices.Sorted(maps.Keys(records)) {
		t.Run(name, func(t *testing.T) {
			b := canonical(t, records[name])
			r, err := record.Decode(b)
			if err != nil {
				t.Fatalf("%v\n%s", err, b)
			}
			if again := canonical(t, r); !bytes.Equal(again, b) {
				t.Errorf("written again:\n%s\nwant\n%s", again, b)
			}
			if d, err := record.Diff(records[name], r); len(d) > 0 || err != nil {
				t.Errorf("Diff: %v, %v", d, err)
			}
		})
	}
}

// What has a text of its own comes back as the same Go value.
func TestMembersComeBack(t *testing.T) {
	want := completed(t)
	got, err := record.Decode(canonical(t, want))
	if err != nil {
		t.Fatal(err)
	}
	if got.Run != want.Run || got.Status != want.Status || got.Resumes != want.Resumes {
		t.Errorf("run %+v, status %s, resumes %s", got.Run, got.Status, got.Resumes)
	}
	if !reflect.DeepEqual(got.Snapshots, want.Snapshots) {
		t.Errorf("snapshots %+v", got.Snapshots)
	}
	if got, want := string(got.Result.Edges["income"].Object), `{"@id":"x","net":12345678901234567890.1,"none":null,"rate":1.5}`; got != want {
		t.Errorf("object %s, want %s", got, want)
	}
	if got, want := string(got.Advisory), `{"agents":{"income":{"model":"m1","tokens":1.5}}}`; got != want {
		t.Errorf("advisory %s, want %s", got, want)
	}
	d := got.Result.Decisions["points"]
	if !reflect.DeepEqual(d.Rules, want.Result.Decisions["points"].Rules) || d.Table != want.Result.Decisions["points"].Table || d.Source != "Policy v4.2 s72" {
		t.Errorf("decision %+v", d)
	}
	if got, want := d.Outputs.String(), `{points: 20, when: @"2026-06-01", window: [@"2026-06-01"..@"2026-07-01")}`; got != want {
		t.Errorf("outputs %s, want %s", got, want)
	}
	if c := got.Result.Humans["bonus"].Choice; c == nil || !c.Override || c.By != "A. Officer" || c.Reason != "seen" {
		t.Errorf("choice %+v", c)
	}

	refused, err := record.Decode(canonical(t, ended(t)["refused at a gate"]))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(refused.Result.Facts["n"]); got != "1e9999" {
		t.Errorf("a number that no gate admits comes back as %s", got)
	}
	if e := refused.Result.Edges["empty"]; e.Object != nil || len(e.Refused) != 0 {
		t.Errorf("empty output comes back as %+v", e)
	}
	if got, want := refused.Result.Refusal, ended(t)["refused at a gate"].Result.Refusal; !reflect.DeepEqual(got, want) {
		t.Errorf("refusal %+v, want %+v", got, want)
	}
}
