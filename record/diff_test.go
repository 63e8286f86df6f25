package record_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		change func(r *record.Record)
		want   []string
	}{
		{func(r *record.Record) {}, nil},
		{func(r *record.Record) { // nothing of this is compared
			r.Run.ID, r.Run.Engine, r.Resumes, r.Advisory = "x", "other", "", nil
			add(t, r, "new", "text/plain", "new")
		}, nil},
		{func(r *record.Record) { r.Result.Decisions["points"].Inputs["hours"] = eval(t, "20.00") }, nil},
		{func(r *record.Record) {
			r.Status = record.Failed
			r.Result.Decisions["points"].Inputs["hours"] = feel.Int(15)
			r.Result.Facts["a"] = json.RawMessage("1")
			delete(r.Result.Edges, "income")
		}, []string{
			`/result/decisions/points/inputs/hours 20 15`,
			`/result/edges/income {"object":{"@context":{"@id":"x","net":{"@number":"12345678901234567890.1"},"none":null,"rate":1.5}},"schema":"` +
				record.Digest([]byte(`{"type": "object"}`)) + `"} `,
			`/result/facts/a  1`,
			`/status "completed" "failed"`,
		}},
		{func(r *record.Record) {
			d := r.Result.Decisions["points"]
			d.Rules = d.Rules[:1]
			d.Outputs = feel.Int(20)
			r.Result.Decisions["points"] = d
		}, []string{
			`/result/decisions/points/outputs {"points":20,"when":{"@date":"2026-06-01"},"window":{"@range":"[@\"2026-06-01\"..@\"2026-07-01\")"}} 20`,
			`/result/decisions/points/rules/1 {"annotation":"","id":"4","rule":4} `,
		}},
		{func(r *record.Record) {
			r.Result.Facts = map[string]json.RawMessage{"😀": json.RawMessage("1"), "\ufb33": json.RawMessage("2"), "a/~": json.RawMessage("{}")}
		}, []string{`/result/facts/a~1~0  {}`, `/result/facts/application_date "2026-06-01" `, `/result/facts/😀  1`, "/result/facts/\ufb33  2"}},
	} {
		got := completed(t)
		c.change(got)
		found, err := record.Diff(completed(t), got)
		if err != nil {
			t.Error(err)
		}
		var lines []string
		for _, d := range found {
			lines = append(lines, fmt.Sprintf("%s %s %s", d.Path, d.Want, d.Got))
		}
		if strings.Join(lines, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestDiffIsBounded(t *testing.T) {
	got := completed(t)
	for i := range 100 {
		got.Result.Facts[fmt.Sprintf("n%03d", i)] = json.RawMessage("1")
	}
	found, err := record.Diff(completed(t), got)
	if err != nil || len(found) != record.MaxDifferences || found[19].Path != "/result/facts/n019" {
		t.Errorf("%d differences, %v: %v", len(found), err, found)
	}
}

func TestDiffOfWhatCannotBeWritten(t *testing.T) {
	got := completed(t)
	got.Result.Determination["bonus"] = eval(t, "function(x) x")
	if _, err := record.Diff(completed(t), got); err == nil || err.Error() != "the result: at /result/determination/bonus: a function cannot be recorded [unrecordable]" {
		t.Errorf("got %v", err)
	}
	if _, err := record.Diff(got, completed(t)); err == nil || !strings.HasPrefix(err.Error(), "the wanted result: ") {
		t.Errorf("got %v", err)
	}
}
