package spine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// answers is an agent that gives fixed bytes by edge.
type answers map[string]string

func (a answers) Produce(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	return spine.AgentResult{Object: []byte(a[req.Node])}, nil
}

// agentFunc and deciderFunc are what they say.
type agentFunc func(ctx context.Context, req spine.AgentRequest) (spine.AgentResult, error)

func (f agentFunc) Produce(ctx context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	return f(ctx, req)
}

type deciderFunc func(ctx context.Context, req spine.HumanRequest) (spine.HumanDecision, error)

func (f deciderFunc) Decide(ctx context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
	return f(ctx, req)
}

func chooses(output, text string) deciderFunc {
	return func(context.Context, spine.HumanRequest) (spine.HumanDecision, error) {
		return spine.HumanDecision{
			Choice: feel.Context(feel.Entry{Key: output, Value: feel.String(text)}), By: "Test Delegate", Reason: "as agreed",
		}, nil
	}
}

func noon() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

func engine(t *testing.T, opts ...spine.Option) *spine.Engine {
	t.Helper()
	e, err := spine.New(append([]spine.Option{spine.WithClock(noon)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func load(t *testing.T, fsys fs.FS, name string) *spine.Workflow {
	t.Helper()
	wf, err := spine.Load(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return wf
}

// files makes a file system of a map of texts.
func files(m map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range m {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

const numberSchema = `{"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}, "additionalProperties": false}`

// table gives a table that doubles nothing and adds everything: its output is an
// expression of what it reads.
func sumTable(id, expression string) string {
	return fmt.Sprintf(`id: %s
version: "1"
profile: full
inputs:
  - { name: total, expression: %q, type: number }
outputs:
  - { name: total, type: number }
rules:
  - when: { total: "< 1000" }
    then: { total: "= %s" }
`, id, expression, expression)
}

// composed has three edges that feed two tables, a table that reads both by dotted
// paths into their verdicts (a diamond over edge b), and one more that reads that.
var composed = map[string]string{
	"workflow.yaml": `name: composed
version: "1"
input_data:
  base: { schema: number.json }
nodes:
  - id: last
    decision: last.dmn.yaml
    inputs: [top, base]
  - id: top
    decision: top.dmn.yaml
    inputs: [left, right]
  - id: left
    decision: left.dmn.yaml
    inputs: [a, b]
  - id: right
    decision: right.dmn.yaml
    inputs: [b, c]
  - id: a
    edge: { agent: agent.txt, inputs: [base] }
    gate: { schema: number.json }
  - id: b
    edge: { agent: agent.txt }
    gate: { schema: number.json }
  - id: c
    edge: { agent: agent.txt }
    gate: { schema: number.json }
`,
	"agent.txt":      "opaque",
	"number.json":    numberSchema,
	"left.dmn.yaml":  sumTable("left", "a.n + b.n"),
	"right.dmn.yaml": sumTable("right", "b.n + c.n"),
	"top.dmn.yaml":   sumTable("top", "left.total * 10 + right.total"),
	"last.dmn.yaml":  sumTable("last", "top.total + base.n"),
}

func TestComposition(t *testing.T) {
	e := engine(t, spine.WithAgent(answers{"a": `{"n": 1}`, "b": `{"n": 2}`, "c": `{"n": 4}`}))
	wf := load(t, files(composed), "workflow.yaml")
	run, err := e.Run(t.Context(), wf, spine.FactsJSON([]byte(`{"base": {"n": 0.5}}`)))
	if err != nil {
		t.Fatal(err)
	}
	for node, want := range map[string]string{
		"left": "{total: 3}", "right": "{total: 6}", "top": "{total: 36}", "last": "{total: 36.5}",
	} {
		d, ok := run.Verdict(node)
		if !ok || d.Outputs.String() != want {
			t.Errorf("%s: got %s, want %s", node, d.Outputs, want)
		}
	}
	determination, err := run.Determination()
	if err != nil || determination.String() != "{last: {total: 36.5}}" {
		t.Errorf("determination %s, %v", determination, err)
	}
	replayed, err := engine(t).Replay(t.Context(), again(t, run.Record()))
	if err != nil || replayed.Outcome != spine.Match {
		t.Errorf("replay: %+v, %v", replayed, err)
	}
}

// Many cases of one workflow: each has its own run, in order, and a refused one is
// refused alone.
func TestRunAll(t *testing.T) {
	e := engine(t, spine.WithAgent(answers{"a": `{"n": 1}`, "b": `{"n": 2}`, "c": `{"n": 4}`}))
	cases := func(yield func(spine.Facts) bool) {
		for i := range 300 {
			facts := fmt.Sprintf(`{"base": {"n": %d}}`, i)
			if i == 77 {
				facts = `{"base": {"n": "many"}}`
			}
			if !yield(spine.FactsJSON([]byte(facts))) {
				return
			}
		}
	}
	i := 0
	for run, err := range e.RunAll(t.Context(), load(t, files(composed), "workflow.yaml"), dmn.Batch{Workers: 3}, cases) {
		var refused *spine.GateError
		if i == 77 {
			if !errors.As(err, &refused) || run.Status() != record.Refused {
				t.Errorf("case %d: %v", i, err)
			}
		} else if d, derr := run.Determination(); err != nil || derr != nil || d.String() != fmt.Sprintf("{last: {total: %d}}", 36+i) {
			t.Errorf("case %d: %s, %v, %v", i, d, err, derr)
		}
		i++
	}
	if i != 300 {
		t.Errorf("%d runs", i)
	}
}

// again gives the record as it comes back from its bytes.
func again(t *testing.T, r *record.Record) *record.Record {
	t.Helper()
	b, err := r.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	out, err := record.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A rule matches when all of its cells hold. With any in the place of all, both
// rules of this table would match.
func TestARuleMatchesWhenAllCellsHold(t *testing.T) {
	fsys := files(map[string]string{
		"workflow.yaml": `name: all
version: "1"
input_data:
  p: { schema: p.json }
nodes:
  - { id: d, decision: d.dmn.yaml, inputs: [p] }
`,
		"p.json": `{"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}`,
		"d.dmn.yaml": `id: d
version: "1"
inputs:
  - { name: x, expression: p.x, type: number }
  - { name: y, expression: p.y, type: number }
outputs:
  - { name: r, type: string }
rules:
  - { when: { x: "1", y: "1" }, then: { r: both }, id: both }
  - { when: { x: "1", y: "2" }, then: { r: x only }, id: xonly }
`,
	})
	run, err := engine(t).Run(t.Context(), load(t, fsys, "workflow.yaml"), spine.FactsJSON([]byte(`{"p": {"x": 1, "y": 2}}`)))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := run.Verdict("d")
	if d.Outputs.String() != `{r: "x only"}` || len(d.Rules) != 1 || d.Rules[0].ID != "xonly" {
		t.Errorf("got %s by %v", d.Outputs, d.Rules)
	}
}

// The order in which agents answer does not show in a record.
func TestConcurrencyDoesNotShow(t *testing.T) {
	wf := load(t, files(composed), "workflow.yaml")
	var want string
	for i := range 50 {
		var mu sync.Mutex
		first := []string{"a", "b", "c"}[i%3]
		released := make(chan struct{})
		agent := agentFunc(func(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
			if req.Node == first {
				defer close(released)
			} else {
				<-released
			}
			mu.Lock()
			defer mu.Unlock()
			return spine.AgentResult{Object: []byte(fmt.Sprintf(`{"n": %d}`, req.Node[0]-'a'))}, nil
		})
		run, err := engine(t, spine.WithAgent(agent)).Run(t.Context(), wf, spine.FactsJSON([]byte(`{"base": {"n": 1}}`)))
		if err != nil {
			t.Fatal(err)
		}
		got := canonical(t, run.Record())
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("run %d differs:\n%s\n%s", i, got, want)
		}
	}
}

// fixedID stands for the only part of a record that differs between two runs of
// the same clock.
const fixedID = "019ad4a8-6c00-7000-8000-000000000000"

func canonical(t *testing.T, r *record.Record) string {
	t.Helper()
	r.Run.ID = fixedID
	b, err := r.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestConcurrencyIsBounded(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	agent := agentFunc(func(context.Context, spine.AgentRequest) (spine.AgentResult, error) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return spine.AgentResult{Object: []byte(`{"n": 1}`)}, nil
	})
	e := engine(t, spine.WithAgent(agent), spine.WithConcurrency(1))
	if _, err := e.Run(t.Context(), load(t, files(composed), "workflow.yaml"), spine.FactsJSON([]byte(`{"base": {"n": 1}}`))); err != nil {
		t.Fatal(err)
	}
	if most != 1 {
		t.Errorf("%d agents ran at once", most)
	}
}

func TestAgentRequest(t *testing.T) {
	seen := map[string]spine.AgentRequest{}
	var mu sync.Mutex
	agent := agentFunc(func(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
		mu.Lock()
		defer mu.Unlock()
		seen[req.Node] = req
		return spine.AgentResult{Object: []byte(`{"n": 1}`), Meta: map[string]string{"model": "m1"}}, nil
	})
	run, err := engine(t, spine.WithAgent(agent)).Run(t.Context(), load(t, files(composed), "workflow.yaml"),
		spine.FactsJSON([]byte(`{"base": {"n": 0.10}}`)))
	if err != nil {
		t.Fatal(err)
	}
	a := seen["a"]
	if string(a.Inputs) != `{"base":{"n": 0.10}}` || string(a.File) != "opaque" || a.Agent != "agent.txt" || a.Attempt != 1 ||
		string(a.Schema) != numberSchema {
		t.Errorf("the agent of a was asked %+v", a)
	}
	if b := seen["b"]; string(b.Inputs) != "{}" {
		t.Errorf("an edge without inputs was shown %s", b.Inputs)
	}
	if got := string(run.Record().Advisory); got != `{"agents":{"a":{"model":"m1"},"b":{"model":"m1"},"c":{"model":"m1"}}}` {
		t.Errorf("advisory %s", got)
	}
}

// A panic of a host's agent is the host's to recover, in its own goroutine.
func TestAgentPanicReachesTheCaller(t *testing.T) {
	agent := agentFunc(func(context.Context, spine.AgentRequest) (spine.AgentResult, error) { panic("host") })
	defer func() {
		if r := recover(); r != "host" {
			t.Errorf("recovered %v", r)
		}
	}()
	_, _ = engine(t, spine.WithAgent(agent)).Run(t.Context(), load(t, files(composed), "workflow.yaml"), spine.FactsJSON([]byte(`{"base": {"n": 1}}`)))
	t.Error("the run came back")
}

// faultsOf gives code and node of every fault.
func faultsOf(err error) string {
	var out []string
	for _, f := range diag.Of(err) {
		out = append(out, string(f.Code)+" "+f.At.Node)
	}
	return strings.Join(out, ", ")
}

func TestRefusals(t *testing.T) {
	good := answers{"a": `{"n": 1}`, "b": `{"n": 2}`, "c": `{"n": 4}`}
	with := func(node, answer string) answers {
		a := answers{}
		for k, v := range good {
			a[k] = v
		}
		a[node] = answer
		return a
	}
	broken := agentFunc(func(ctx context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
		switch req.Node {
		case "b":
			return spine.AgentResult{}, context.DeadlineExceeded
		case "c":
			return spine.AgentResult{Object: []byte("Sure, here is")}, nil
		}
		return good.Produce(ctx, req)
	})
	for _, c := range []struct {
		name, facts string
		agent       spine.Agent
		as          any
		faults      string
		status      record.Status
		refusal     string // kind and node
	}{
		{"a missing fact", `{}`, good, new(*spine.GateError), "missing_fact base", record.Refused, "gate base"},
		{"an undeclared fact", `{"base": {"n": 1}, "bsae": 1}`, good, new(*spine.GateError), "undeclared_fact bsae", record.Refused, "gate bsae"},
		{"an invalid fact", `{"base": {"n": "1"}}`, good, new(*spine.GateError), "schema_violation base", record.Refused, "gate base"},
		{"a fact beyond decimals", `{"base": {"n": 1e9999}}`, good, new(*spine.GateError), "inexact_number base", record.Refused, "gate base"},
		{"a fact with a member that spine uses", `{"base": {"@date": "x", "n": 1.50}}`, good, new(*spine.GateError), "schema_violation base", record.Refused, "gate base"},
		{
			"every fault of the facts", `{"base": {"n": "1"}, "x": 2, "y": 3}`, good, new(*spine.GateError),
			"schema_violation base, undeclared_fact x, undeclared_fact y", record.Refused, "gate ",
		},
		{"prose", `{"base": {"n": 1}}`, with("b", "Sure, here is the object"), new(*spine.GateError), "not_json b", record.Refused, "gate b"},
		{"nothing", `{"base": {"n": 1}}`, with("b", ""), new(*spine.GateError), "not_json b", record.Refused, "gate b"},
		{"half a value", `{"base": {"n": 1}}`, with("c", `{"n": `), new(*spine.GateError), "not_json c", record.Refused, "gate c"},
		{"two values", `{"base": {"n": 1}}`, with("c", `{"n": 1} {"n": 2}`), new(*spine.GateError), "not_json c", record.Refused, "gate c"},
		{"a member twice", `{"base": {"n": 1}}`, with("c", `{"n": 1, "n": 1}`), new(*spine.GateError), "duplicate_member c", record.Refused, "gate c"},
		{"a number beyond decimals", `{"base": {"n": 1}}`, with("c", `{"n": 1e9999}`), new(*spine.GateError), "inexact_number c", record.Refused, "gate c"},
		{"50 MB", `{"base": {"n": 1}}`, with("c", strings.Repeat("9", 50<<20)), new(*spine.GateError), "gate_limit c", record.Refused, "gate c"},
		{
			"every refusal in the order of the plan", `{"base": {"n": 1}}`, answers{"a": "x", "b": `{"n": 1}`, "c": "{}"},
			new(*spine.GateError), "not_json a, schema_violation c", record.Refused, "gate ",
		},
		{
			"an agent that cannot be called comes first", `{"base": {"n": 1}}`, broken,
			new(*spine.AgentError), "agent_timeout b, not_json c", record.Failed, "agent b",
		},
		{"no rule matches", `{"base": {"n": 1}}`, with("a", `{"n": 999}`), new(*spine.DecideError), "no_rule_matched left", record.Refused, "decision left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, err := engine(t, spine.WithAgent(c.agent)).Run(t.Context(), load(t, files(composed), "workflow.yaml"), spine.FactsJSON([]byte(c.facts)))
			if !errors.As(err, c.as) {
				t.Fatalf("got %T %v", err, err)
			}
			if got := faultsOf(err); got != c.faults {
				t.Errorf("faults %q, want %q", got, c.faults)
			}
			rec := run.Record()
			if rec.Status != c.status {
				t.Errorf("status %s, want %s", rec.Status, c.status)
			}
			if r := rec.Result.Refusal; r == nil || string(r.Kind)+" "+r.Node != c.refusal {
				t.Errorf("refusal %+v, want %s", r, c.refusal)
			}
			if _, err := run.Determination(); err == nil {
				t.Error("there is a determination")
			}
			replayed, err := engine(t).Replay(t.Context(), again(t, rec))
			if err != nil || replayed.Outcome != spine.Match {
				t.Errorf("replay: %+v, %v", replayed, err)
			}
		})
	}
}

func TestUsageErrors(t *testing.T) {
	example := os.DirFS("examples/pbas-points")
	caseJSON, err := fs.ReadFile(example, "case.json")
	if err != nil {
		t.Fatal(err)
	}
	edited := func(name, old, new string) fs.FS {
		m := fstest.MapFS{}
		for _, dir := range []string{".", "tables", "schemas", "agents"} {
			entries, err := fs.ReadDir(example, dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				path := strings.TrimPrefix(dir+"/"+e.Name(), "./")
				if b, err := fs.ReadFile(example, path); err == nil {
					if path == name {
						if !strings.Contains(string(b), old) {
							t.Fatalf("%s does not contain %q", name, old)
						}
						b = []byte(strings.Replace(string(b), old, new, 1))
					}
					m[path] = &fstest.MapFile{Data: b}
				}
			}
		}
		return m
	}
	agent, decider := spine.WithAgent(answers{}), spine.WithDecider(chooses("outcome", "confirm"))
	for _, c := range []struct {
		name   string
		fsys   fs.FS
		facts  string
		opts   []spine.Option
		faults string
	}{
		{"facts that are not JSON", example, "{", []spine.Option{agent, decider}, "facts_not_json "},
		{"facts that are no object", example, "[1]", []spine.Option{agent, decider}, "facts_not_json "},
		{"no agent and no decider", example, string(caseJSON), nil, "not_configured activity, not_configured activity_bonus"},
		{
			"attempts", edited("workflow.yaml", "inputs: [claim] }", "inputs: [claim], attempts: 3 }"),
			string(caseJSON), []spine.Option{agent, decider}, "not_executed activity",
		},
		{
			"expires", edited("workflow.yaml", "override_needs_reason: true", "expires: 72h"),
			string(caseJSON), []spine.Option{agent, decider}, "not_executed activity_bonus",
		},
		{
			"a draft", edited("workflow.yaml", "override_needs_reason: true", "draft: { agent: agents/classifier.yaml }\n    ai_may_draft: [reasons]"),
			string(caseJSON), []spine.Option{agent, decider}, "not_executed activity_bonus",
		},
		{
			"effective dates", edited("tables/points.dmn.yaml", "name: What is the activity worth?", "effective: { from: 2026-01-01 }"),
			string(caseJSON), []spine.Option{agent, decider}, "not_executed points_award",
		},
		{
			"a generated table", edited("tables/points.dmn.yaml", "inputs:", "provenance: { generated_by: drafter 1 }\ninputs:"),
			string(caseJSON), []spine.Option{agent, decider}, "unreviewed_table points_award",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, err := engine(t, c.opts...).Run(t.Context(), load(t, c.fsys, "workflow.yaml"), spine.FactsJSON([]byte(c.facts)))
			var usage *spine.UsageError
			if !errors.As(err, &usage) || run != nil {
				t.Fatalf("got %v, %v", run, err)
			}
			if got := faultsOf(err); got != c.faults {
				t.Errorf("faults %q, want %q", got, c.faults)
			}
		})
	}
}

func TestLoadErrorHoldsEveryFault(t *testing.T) {
	m := map[string]string{}
	for k, v := range composed {
		m[k] = v
	}
	m["left.dmn.yaml"] = strings.Replace(m["left.dmn.yaml"], "< 1000", "verified", 1)
	m["right.dmn.yaml"] = strings.Replace(m["right.dmn.yaml"], "< 1000", "1 +", 1)
	m["number.json"] = `{"type": "nmber"}`
	delete(m, "agent.txt")
	_, err := spine.Load(files(m), "workflow.yaml")
	var le *spine.LoadError
	if !errors.As(err, &le) {
		t.Fatalf("got %v", err)
	}
	var places []string
	for _, f := range le.Faults {
		places = append(places, f.At.File+" "+string(f.Code))
	}
	want := []string{
		"left.dmn.yaml unknown_name", "number.json schema_invalid", "right.dmn.yaml syntax_error",
		"workflow.yaml missing_file", "workflow.yaml missing_file", "workflow.yaml missing_file",
	}
	if !slices.Equal(places, want) {
		t.Errorf("got %q", places)
	}
}

func TestOptions(t *testing.T) {
	_, err := spine.New(spine.WithAgent(nil), spine.WithConcurrency(0), spine.WithClock(nil), spine.WithStore(nil),
		spine.WithDecider(nil), spine.WithLimits(spine.Limits{Steps: -1}))
	want := strings.Join([]string{
		"spine.WithAgent: the agent is nil", "spine.WithConcurrency: 0 agents cannot run at once", "spine.WithClock: the clock is nil",
		"spine.WithStore: the store is nil", "spine.WithDecider: the decider is nil", "spine.WithLimits: a limit is negative",
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// failing is a store that is full.
type failing struct{}

func (failing) Put(context.Context, *record.Record) error {
	return errors.New("no space left on device")
}

func (failing) Get(context.Context, string) (*record.Record, error) { return nil, record.ErrNotFound }

func TestStore(t *testing.T) {
	agent := spine.WithAgent(answers{"a": `{"n": 1}`, "b": `{"n": 2}`, "c": `{"n": 4}`})
	wf, facts := load(t, files(composed), "workflow.yaml"), spine.FactsJSON([]byte(`{"base": {"n": 1}}`))
	store := record.Dir(t.TempDir())
	run, err := engine(t, agent, spine.WithStore(store)).Run(t.Context(), wf, facts)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Get(t.Context(), run.ID())
	if err != nil || kept.Run.ID != run.ID() || kept.Status != record.Completed {
		t.Errorf("got %+v, %v", kept, err)
	}
	run, err = engine(t, agent, spine.WithStore(failing{})).Run(t.Context(), wf, facts)
	var se *spine.StoreError
	if !errors.As(err, &se) || run.Status() != record.Completed {
		t.Errorf("got %v, %v", run, err)
	}
}

func TestCancelledRunIsNotRecorded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := map[string]string{}
	for k, v := range composed {
		m[k] = v
	}
	m["left.dmn.yaml"] = sumTable("left", "a.n + b.n + count(for i in 1..5000000 return i) * 0")
	agent := agentFunc(func(_ context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
		cancel()
		return spine.AgentResult{Object: []byte(`{"n": 1}`)}, nil
	})
	run, err := engine(t, spine.WithAgent(agent)).Run(ctx, load(t, files(m), "workflow.yaml"), spine.FactsJSON([]byte(`{"base": {"n": 1}}`)))
	if run != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", run, err)
	}
}
