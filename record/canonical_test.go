package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/record"
)

func TestCanonical(t *testing.T) {
	r := begun(t)
	r.Status = record.Failed
	r.Run.Started = r.Run.Started.In(time.FixedZone("", 7200)) // the zone does not show
	r.Result.Refusal = &record.Refusal{Kind: record.ByAgent, Node: "income", Faults: []record.Fault{{Code: "agent_timeout"}}}
	rest := `,"result":{"decisions":{},"edges":{},"facts":{},"humans":{},` +
		`"refusal":{"faults":[{"at":{},"code":"agent_timeout"}],"kind":"agent","node":"income"}},` +
		`"run":{"clock":"2026-06-01T10:00:00.000000001Z","document":"workflow.yaml","engine":"spine 1.0.0",` +
		`"finished":"2026-06-01T10:00:01.5Z","id":"01970000-0000-7000-8000-000000000001","started":"2026-06-01T10:00:00Z"},` +
		`"snapshots":{"workflow.yaml":{"media":"application/yaml",` +
		`"sha256":"` + record.Digest([]byte("name: points\n")) + `","text":"name: points\n"}},"status":"failed"}`
	head := `{"advisory":{},"format":"spine.record/1"`
	want := head + `,"integrity":"` + record.Digest([]byte(head+rest)) + `"` + rest
	if got := canonical(t, r); string(got) != want {
		t.Errorf("Canonical gives\n%s\nwant\n%s", got, want)
	}
}

func TestCanonicalIsCanonicalJSON(t *testing.T) {
	for name, r := range ended(t) {
		if err := canon.Check(canonical(t, r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCanonicalIsTheSameEachTime(t *testing.T) {
	want := canonical(t, completed(t))
	for range 50 {
		if got := canonical(t, completed(t)); !bytes.Equal(got, want) {
			t.Fatalf("Canonical gives\n%s\nand\n%s", want, got)
		}
	}
}

func TestDigest(t *testing.T) {
	if got, want := record.Digest(nil), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What cannot be written, with the paths of all faults.
func TestCanonicalRefuses(t *testing.T) {
	fn := eval(t, "function(x) x")
	for _, c := range []struct {
		change func(r *record.Record)
		want   string
	}{
		{func(r *record.Record) {
			r.Result.Determination["bonus"] = fn
			d := r.Result.Decisions["points"]
			d.Outputs, d.Inputs["hours"] = feel.List(fn), fn
			r.Result.Decisions["points"] = d
			h := r.Result.Humans["bonus"]
			h.Recommendation, h.Options[1], h.Choice.Value = fn, fn, fn
			r.Result.Humans["bonus"] = h
		}, "unrecordable /result/decisions/points/inputs/hours, unrecordable /result/decisions/points/outputs/0, " +
			"unrecordable /result/determination/bonus, unrecordable /result/humans/bonus/choice, " +
			"unrecordable /result/humans/bonus/options/1, unrecordable /result/humans/bonus/recommendation"},
		{func(r *record.Record) { r.Result.Facts["a/b"] = json.RawMessage(`{"a":[1,]}`) }, "unrecordable /result/facts/a~1b/a"},
		{func(r *record.Record) { r.Result.Facts["a"] = json.RawMessage(`{"a":1,"a":2}`) }, "unrecordable /result/facts/a/a"},
		{func(r *record.Record) { r.Result.Facts["a"] = nil }, "unrecordable /result/facts/a"},
		{func(r *record.Record) { r.Run.Engine = "\xff" }, "unrecordable /run/engine"},
		{func(r *record.Record) { r.Advisory = json.RawMessage(`[]`) }, "record_shape /advisory"},
		{func(r *record.Record) { r.Advisory = json.RawMessage(`{"a":`) }, "unrecordable /advisory/a"},
		{func(r *record.Record) { r.Run.ID, r.Run.Engine = "1", "" }, "record_shape /run/engine, record_shape /run/id"},
		{func(r *record.Record) { r.Run.Document = "x" }, "record_snapshot_missing /run/document"},
		{func(r *record.Record) { r.Run.Clock = time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC) }, "record_shape /run/clock"},
		{func(r *record.Record) { r.Resumes = "sha256:1" }, "record_shape /resumes"},
		{func(r *record.Record) { delete(r.Snapshots, "tables/points.dmn.yaml") },
			"record_snapshot_missing /result/decisions/points/table/sha256"},
		{func(r *record.Record) { delete(r.Snapshots, "schemas/income.json") }, "record_snapshot_missing /result/edges/income/schema"},
		{func(r *record.Record) {
			e := r.Result.Edges["income"]
			e.Schema, e.Refused = "sha256:"+strings.Repeat("A", 64), []byte("x")
			r.Result.Edges["income"] = e
		}, "record_shape /result/edges/income, record_shape /result/edges/income/schema"},
		{func(r *record.Record) { r.Result.Decisions["points"].Rules[0].Rule = 0 }, "record_shape /result/decisions/points/rules/0/rule"},
		{func(r *record.Record) { r.Result.Humans["bonus"].Choice.By = " " }, "record_shape /result/humans/bonus/by"},
		{func(r *record.Record) { r.Snapshots["../x"] = r.Snapshots["workflow.yaml"] }, "record_shape /snapshots/..~1x"},
		{func(r *record.Record) { r.Snapshots["workflow.yaml/x"] = r.Snapshots["workflow.yaml"] }, "record_shape /snapshots/workflow.yaml~1x"},
		{func(r *record.Record) {
			s := r.Snapshots["workflow.yaml"]
			s.Media, s.Content = "", []byte("other")
			r.Snapshots["workflow.yaml"] = s
		}, "record_shape /snapshots/workflow.yaml/media, record_snapshot /snapshots/workflow.yaml/sha256"},

		{func(r *record.Record) { r.Status = "done" }, "record_shape /status"},
		{func(r *record.Record) { r.Status = record.AwaitingHuman }, "record_status /status"},
		{func(r *record.Record) { r.Status = record.Failed }, "record_status /status, record_status /status"},
		{func(r *record.Record) { r.Result.Determination = nil }, "record_status /status"},
		{func(r *record.Record) { r.Result.Determination = map[string]feel.Value{} }, "record_status /status"},
		{func(r *record.Record) { r.Result.Refusal = &record.Refusal{Kind: "me"} },
			"record_shape /result/refusal/faults, record_shape /result/refusal/kind, record_status /status"},
		{func(r *record.Record) {
			r.Status, r.Result.Determination = record.Refused, nil
			r.Result.Refusal = &record.Refusal{Kind: record.ByAgent, Faults: []record.Fault{{}}}
		}, "record_shape /result/refusal/faults/0/code, record_status /status"},
		{func(r *record.Record) {
			r.Result.Judgment = &record.Judgment{Composite: json.RawMessage(`1`), Nodes: json.RawMessage(`{`)}
			r.Status = record.Failed
		}, "record_shape /result, unrecordable /result/nodes, record_status /status"},
	} {
		r := completed(t)
		c.change(r)
		b, err := r.Canonical()
		var got []string
		for _, f := range diag.Of(err) {
			got = append(got, fmt.Sprint(f.Code, " ", f.At.Path))
		}
		if strings.Join(got, ", ") != c.want || b != nil {
			t.Errorf("got  %s\nwant %s\n%v", strings.Join(got, ", "), c.want, err)
		}
	}
}

func TestCanonicalRefusesWhatDecodeWouldNotRead(t *testing.T) {
	r := completed(t)
	r.Result.Facts["many"] = json.RawMessage("[" + strings.Repeat("0,", 999_999) + "0]")
	if _, err := r.Canonical(); !errors.Is(err, record.Unrecordable) {
		t.Errorf("a fact of 1,000,001 values: %v", err)
	}
	half := "[" + strings.Repeat("0,", 499_999) + "0]"
	r.Result.Facts["many"], r.Result.Facts["more"] = json.RawMessage(half), json.RawMessage(half)
	if _, err := r.Canonical(); !errors.Is(err, record.Unrecordable) {
		t.Errorf("two facts of 500,001 values: %v", err)
	}
	r = completed(t)
	add(t, r, "large.txt", "text/plain", strings.Repeat("x", 64<<20))
	if _, err := r.Canonical(); !errors.Is(err, record.Unrecordable) {
		t.Errorf("64 MiB: %v", err)
	}
}

// large gives a record of about 25 KB.
func large(tb testing.TB) *record.Record {
	r := completed(tb)
	for i := range 12 {
		table := add(tb, r, fmt.Sprintf("tables/t%d.dmn.yaml", i), "application/yaml", fmt.Sprintf("id: t%d\n", i)+strings.Repeat("  - when: { a: \">= 1\" }\n", 55))
		r.Result.Decisions[fmt.Sprintf("t%d", i)] = record.Decision{
			Table:   record.Table{ID: "t", Version: "1", SHA256: table},
			Inputs:  map[string]feel.Value{"a": feel.Int(int64(i)), "b": eval(tb, `@"2026-06-01"`), "c": eval(tb, "1/3"), "d": feel.String("verified")},
			Rules:   []record.Rule{{Rule: i + 1, ID: "r", Annotation: "Comfortable surplus"}},
			Outputs: eval(tb, `{points: 20, band: "low"}`),
		}
	}
	return r
}

func BenchmarkCanonical(b *testing.B) {
	r := large(b)
	b.SetBytes(int64(len(canonical(b, r))))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Canonical(); err != nil {
			b.Fatal(err)
		}
	}
}
