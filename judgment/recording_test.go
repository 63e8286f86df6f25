package judgment_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
	"github.com/decision-spine/spine/schemas"
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

// readRecord reads what [recorded] gives.
func readRecord(t testing.TB, b []byte) *record.Record {
	t.Helper()
	rec, err := record.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// replayed tells what a replay finds: the paths of the differences, or why it
// cannot be told.
func replayed(t testing.TB, rec *record.Record) []string {
	t.Helper()
	differences, err := judgment.Replay(t.Context(), rec)
	if err != nil {
		return []string{"unverifiable: " + err.Error()}
	}
	var paths []string
	for _, d := range differences {
		paths = append(paths, d.Path)
	}
	return paths
}

// everything is a graph with a node of each kind, a file and a gate, and the inputs
// of a run.
func everything(t testing.TB) (*judgment.Plan, judgment.GraphInputs) {
	const schema = `{"type":"object","properties":{"amount":{"type":"number"}}}`
	old := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{"n":{"facts":{"v":"yes"}}}`, noon, nil), moment(t, noon))
	extended := named("urn:extended", strings.Replace(down, `"rules"`, `"extensions":{"com.example.x":1},"metadata":{"requiredExtensions":["com.example.x"]},"rules"`, 1))
	s := shelf{"packs/up.json": up, "packs/extended.json": extended, "packs/again.json": up, "tables/fee.dmn.yaml": fromFile, "tables/rates.csv": rates, "gate.json": schema}
	table := s.tableNode("tables/fee.dmn.yaml", "band", `"files":{"rates.csv":"`+digestOf(rates)+`"}`, `"gate":"`+digestOf(schema)+`"`)
	pack := func(name string) string { return `{"pack":` + s.pin(name) + `}` }
	nodes := `{"old":` + verdictOf(old, "n", shared.pin("up"), "P30D") + `,"fee":` + table + `,"twin":` + pack("packs/up.json") + `,"up":` + pack("packs/again.json") + `,"result":` + pack("packs/extended.json") + `}`
	p := s.plan(t, nodes, edgesOf("old result /x", "up result !paper", "old fee /case/kind", "fee up /band"), "result")
	in := timed(t, `{"fee":{"facts":{"amount":5000.0}},"up":{"facts":{"v":"yes","big":[1e400,1234567890123456789012345678901234567890,1.50],"@date":"x"}},"twin":{}}`, "2026-06-15T00:00:00Z", offer(t, old))
	in.Extensions, in.WorkLimit = []string{"com.example.y", "com.example.x", "com.example.y"}, 5_000
	return p, in
}

func TestRunsAreRecorded(t *testing.T) {
	p, in := everything(t)
	b := recorded(t, p, in, moment(t, "2026-06-15T00:00:01Z"))
	rec := readRecord(t, b)
	for path, media := range map[string]string{
		"graph.json": "application/json", "inputs.json": "application/json", "options.json": "application/json", "catalogue/packs/again.json": "application/json",
		"catalogue/packs/extended.json": "application/json", "catalogue/tables/fee.dmn.yaml": "application/yaml", "catalogue/tables/rates.csv": "text/csv",
		"catalogue/gate.json": "application/json", "records/runs/0.json": record.MediaType,
	} {
		if rec.Snapshots[path].Media != media {
			t.Errorf("%s: got %q", path, rec.Snapshots[path].Media)
		}
	}
	if len(rec.Snapshots) != 9 || string(rec.Snapshots["inputs.json"].Content) != string(in.Document) {
		t.Errorf("got %d snapshots", len(rec.Snapshots))
	}
	if got, want := string(rec.Snapshots["options.json"].Content), `{"format":"spine.graph-options/1","extensions":["com.example.x","com.example.y"],"workLimit":5000}`; got != want {
		t.Errorf("got %s", got)
	}
	if got, want := string(rec.Result.Facts["up"]), `{"facts":{"@date":"x","big":[1E+400,1234567890123456789012345678901234567890,1.5],"v":"yes"}}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c, err := p.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if got := canonicalOf(t, rec.Result.Judgment.Composite); got != string(c.Canonical()) {
		t.Errorf("got %s", got)
	}
	same(t, "replay", replayed(t, rec))

	// What is kept of a node.
	var kept map[string]json.RawMessage
	if err := json.Unmarshal(rec.Result.Judgment.Nodes, &kept); err != nil {
		t.Fatal(err)
	}
	want := canonicalOf(t, json.RawMessage(`{"basis":"`+noon+`","kind":"table","subject":{"id":"fee","version":"2026-06-01.1","digest":"`+digestOf(fromFile)+`"},`+
		`"disposition":{"kind":"outcome","outcomeId":"high","reasons":[],"handoff":{"state":"none"}}}`))
	if got := canonicalOf(t, kept["fee"]); got != want || len(kept) != 5 {
		t.Errorf("got  %s\nwant %s", got, want)
	}

	schema, _ := schemas.Get("record")
	g, err := gate.Compile(fstest.MapFS{"record.json": {Data: schema}}, "record.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Admit(b); err != nil {
		t.Error(err)
	}
}

// The replay of a record that was made once needs nothing else, ever.
func TestReplayFindsWhatWasChanged(t *testing.T) {
	p, in := everything(t)
	b := recorded(t, p, in, moment(t, "2026-06-15T00:00:01Z"))
	for _, c := range []struct{ name, old, new, want string }{
		{"a disposition", `"outcomeId":"good"`, `"outcomeId":"bad"`, "/result/judgment/disposition/outcomeId"},
		{"a basis", `"fee":{"basis":"2026-06-01T12`, `"fee":{"basis":"2026-06-02T12`, "/result/nodes/fee/basis"},
		{"a fact", `"facts":{"amount":5000}`, `"facts":{"amount":5001}`, "/result/facts/fee/facts/amount"},
		{"the options", `\"com.example.x\",`, ``, "/result/judgment"},
		{"the work limit", `\"workLimit\":5000`, `\"workLimit\":3`, "/result/judgment"},
		{"what the options are", `spine.graph-options/1`, `spine.graph-options/2`, `unverifiable: the options in the record: the format of options.json is "spine.graph-options/2", and this version reads "spine.graph-options/1"`},
		{"the work limit is none", `\"workLimit\":5000`, `\"workLimit\":-3`, "unverifiable: the options in the record: the work limit of options.json is no number of units"},
		{"the clock", `"clock":"2026-06-15T00:00:00Z"`, `"clock":"2027-06-15T00:00:00Z"`, "unverifiable: a record that the run in the record consumed cannot be consumed: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(string(b), c.old) {
				t.Fatalf("no %s", c.old)
			}
			text := strings.Replace(string(b), c.old, c.new, 1)
			if strings.Contains(c.old, `\"`) || strings.Contains(c.old, "options") { // within a snapshot
				options := readRecord(t, b).Snapshots["options.json"]
				unquote := strings.NewReplacer(`\"`, `"`)
				changed := strings.Replace(string(options.Content), unquote.Replace(c.old), unquote.Replace(c.new), 1)
				text = strings.Replace(text, options.SHA256, record.Digest([]byte(changed)), 1)
			}
			got := strings.Join(replayed(t, readRecord(t, damaged(t, []byte(text), `"engine"`, `"engine"`))), " ")
			if !strings.HasPrefix(got, c.want) || !strings.HasSuffix(c.want, ": ") && got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	for _, path := range []string{"graph.json", "options.json", "catalogue/packs/extended.json", "catalogue/tables/rates.csv", "catalogue/gate.json", "records/runs/0.json"} {
		rec := readRecord(t, b)
		delete(rec.Snapshots, path)
		if got := replayed(t, rec); len(got) != 1 || !strings.HasPrefix(got[0], "unverifiable: ") {
			t.Errorf("without %s: got %s", path, got)
		}
	}
	rec := readRecord(t, b)
	delete(rec.Snapshots, "inputs.json")
	if got := replayed(t, rec); len(got) == 0 || strings.HasPrefix(got[0], "unverifiable") {
		t.Errorf("without inputs: got %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := judgment.Replay(ctx, readRecord(t, b)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A record of a graph and one of a workflow are not taken for each other.
func TestReplayOfAnotherKindOfRecord(t *testing.T) {
	if got := replayed(t, readRecord(t, workflowRecord(t, moment(t, noon)))); len(got) != 1 || got[0] != "unverifiable: this is no record of a judgment graph" {
		t.Errorf("got %s", got)
	}
	b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	engine, err := spine.New()
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.Replay(t.Context(), readRecord(t, b))
	if err != nil || r.Outcome != spine.Unverifiable || !strings.Contains(r.Reason, "judgment graph") {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestRecordRefuses(t *testing.T) {
	p := shared.plan(t, `{"n":@up}`, `[]`, "n")
	in := timed(t, `{}`, noon, nil)
	c := run(t, p, `{}`)
	withClock := func(clock string) record.Run {
		r := runOf(t, moment(t, noon))
		r.Clock = moment(t, clock)
		return r
	}
	other := shared.plan(t, `{"m":@up}`, `[]`, "m")
	first := recorded(t, p, in, moment(t, noon))
	hop := shared.plan(t, `{"z":`+verdictOf(first, "n", shared.pin("up"), "P1D")+`,"b":@down}`, `[]`, "b")
	hopped, err := hop.Run(t.Context(), timed(t, `{}`, noon, offer(t, first)))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, want string
		plan       *judgment.Plan
		in         judgment.GraphInputs
		c          *judgment.Composite
		run        record.Run
	}{
		{"no clock", "had none", p, inputs(`{}`), c, runOf(t, moment(t, noon))},
		{"another clock", "another clock", p, in, c, withClock("2026-06-01T12:00:01Z")},
		{"another graph", "not of this graph", other, in, c, runOf(t, moment(t, noon))},
		{"a consumed record that is gone", "not offered any more", hop, in, hopped, runOf(t, moment(t, noon))},
		{"other inputs", string(judgment.GraphInputsNode), p, timed(t, `{"x":{}}`, noon, nil), c, runOf(t, moment(t, noon))},
	} {
		if _, err := x.plan.Record(x.in, x.c, x.run); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v", x.name, err)
		}
	}
	if _, err := p.Record(in, c, withClock("2026-06-01T14:00:00+02:00")); err != nil {
		t.Error(err)
	}
}

// A run without inputs is not one with empty ones, and both are replayed.
func TestReplayOfOmittedInputs(t *testing.T) {
	p := shared.plan(t, `{"n":@up}`, `[]`, "n")
	for _, document := range []bool{false, true} {
		in := timed(t, `{}`, noon, nil)
		in.HasDocument = document
		rec := readRecord(t, recorded(t, p, in, moment(t, noon)))
		if _, has := rec.Snapshots["inputs.json"]; has != document {
			t.Errorf("inputs are recorded: %t", has)
		}
		same(t, "replay", replayed(t, rec))
	}
}

// Facts survive a record and its replay, whatever numbers they have.
func TestReplayOfAnyNumber(t *testing.T) {
	digits := rapid.StringMatching(`-?(0|[1-9][0-9]{0,60})(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,6})?`)
	rapid.Check(t, func(rt *rapid.T) {
		number := digits.Draw(rt, "number")
		s := shelf{"p": reading(`{"n":` + number + `}`)}
		p := s.plan(t, `{"n":@p}`, `[]`, "n")
		in := timed(t, fmt.Sprintf(`{"n":{"facts":{"n":%s}}}`, number), noon, nil)
		rec := readRecord(t, recorded(t, p, in, moment(t, noon)))
		if c := run(t, p, string(in.Document)); c.Disposition.OutcomeID != "same" {
			rt.Fatalf("%s is not itself: %v", number, c.Disposition)
		}
		if got := replayed(t, rec); got != nil {
			rt.Fatalf("%s: %s", number, got)
		}
	})
}
