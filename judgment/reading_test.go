package judgment_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/judgment"
)

// readTable gives what a table of the shelf comes to on facts: as [brief], or the
// class, phase and codes of the error.
func readTable(t testing.TB, p *judgment.Plan, facts string) string {
	t.Helper()
	c, err := p.Run(t.Context(), inputs(`{"t":{"facts":`+facts+`}}`))
	if err == nil {
		return brief(c.Disposition)
	}
	return classOf(t, err)
}

func classOf(t fatal, err error) string {
	t.Helper()
	var e *judgment.EvaluationError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	text := fmt.Sprintf("%s %s", e.Class, e.Phase)
	for _, f := range diag.Of(e.Err) {
		text += " " + string(f.Code)
	}
	return text
}

// policyTable is a table of the facts a, b and c, one column each, whose rules are
// given as "CELL CELL CELL -> OUTCOME NOTE".
func policyTable(policy, fallback string, rules ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `id: p
version: "1"
profile: full
hit_policy: %s
inputs: [{ name: a, expression: a, type: number }, { name: b, expression: b, type: number }, { name: c, expression: c.d, type: number }]
outputs: [{ name: out, type: string, values: [x, y, z] }, { name: note, type: string }]
rules:
`, policy)
	for _, rule := range rules {
		f := strings.Fields(rule)
		fmt.Fprintf(&b, "  - { when: { a: '%s', b: '%s', c: '%s' }, then: { out: %s, note: '%s' } }\n", f[0], f[1], f[2], f[4], f[5])
	}
	if fallback != "" {
		fmt.Fprintf(&b, "default: { out: %s, note: default }\n", fallback)
	}
	return b.String()
}

func TestTableReading(t *testing.T) {
	const all, none, noB = `{"a":1,"b":1,"c":{"d":1}}`, `{}`, `{"a":1,"c":{"d":1}}`
	for _, c := range []struct {
		name, policy, fallback string
		rules                  []string
		facts, want            string
	}{
		{"UNIQUE, one is true", "UNIQUE", "", []string{"1 - - -> x n", "2 - - -> y n"}, all, "x"},
		{"UNIQUE, two are", "UNIQUE", "", []string{"1 - - -> x n", "- 1 - -> y n"}, all, "conflict"},
		{"UNIQUE, two are, and give the same", "UNIQUE", "", []string{"1 - - -> x n", "- 1 - -> x n"}, all, "conflict"},
		{"UNIQUE, two are, and one is unknown", "UNIQUE", "", []string{"1 - - -> x n", "- - 1 -> y n", "- 1 - -> y n"}, noB, "conflict+unknown"},
		{"UNIQUE, two are, and one that needs the missing fact is false", "UNIQUE", "", []string{"1 - - -> x n", "- - 1 -> y n", "2 1 - -> y n"}, noB, "conflict"},
		{"UNIQUE, one is, and one is unknown", "UNIQUE", "z", []string{"1 - - -> x n", "- 1 - -> y n"}, noB, "unknown"},
		{"UNIQUE, one is, and one that gives the same is unknown", "UNIQUE", "", []string{"1 - - -> x n", "- 1 - -> x n"}, noB, "unknown"},
		{"UNIQUE, one is unknown", "UNIQUE", "z", []string{"2 - - -> x n", "- 1 - -> y n"}, noB, "unknown"},
		{"UNIQUE, none is", "UNIQUE", "z", []string{"2 - - -> x n", "2 1 - -> y n"}, noB, "z"},
		{"UNIQUE, none is, and there is no default", "UNIQUE", "", []string{"2 - - -> x n", "2 1 - -> y n"}, noB, "no-match"},

		{"ANY, two are, and agree", "ANY", "", []string{"1 - - -> x n", "- 1 - -> x n"}, all, "x"},
		{"ANY, two are, and do not", "ANY", "", []string{"1 - - -> x n", "- 1 - -> y n"}, all, "conflict"},
		{"ANY, two are, and differ in another output", "ANY", "", []string{"1 - - -> x n", "- 1 - -> x m"}, all, "conflict"},
		{"ANY, two differ, and one is unknown", "ANY", "", []string{"1 - - -> x n", "- - 1 -> y n", "- 1 - -> x n"}, noB, "conflict+unknown"},
		{"ANY, one is, and one that agrees is unknown", "ANY", "", []string{"1 - - -> x n", "- 1 - -> x n"}, noB, "x"},
		{"ANY, one is, and one that does not is unknown", "ANY", "", []string{"1 - - -> x n", "- 1 - -> y n"}, noB, "unknown"},
		{"ANY, one that differs in another output is unknown", "ANY", "", []string{"1 - - -> x n", "- 1 - -> x m"}, noB, "unknown"},
		{"ANY, those that are unknown agree", "ANY", "z", []string{"2 - - -> y n", "- 1 - -> x n", "- 2 - -> x n"}, noB, "unknown"},
		{"ANY, none is", "ANY", "z", []string{"2 - - -> y n", "2 1 - -> x n"}, noB, "z"},

		{"FIRST, the first is true", "FIRST", "", []string{"1 - - -> x n", "- 1 - -> y n"}, noB, "x"},
		{"FIRST, the first is unknown", "FIRST", "", []string{"- 1 - -> x n", "1 - - -> y n"}, noB, "unknown"},
		{"FIRST, the first is unknown and gives the same", "FIRST", "", []string{"- 1 - -> x n", "1 - - -> x n"}, noB, "unknown"},
		{"FIRST, the first is false for another reason", "FIRST", "", []string{"2 1 - -> x n", "1 - - -> y n"}, noB, "y"},
		{"FIRST, a later cell is false", "FIRST", "", []string{"- 1 2 -> x n", "1 - - -> y n"}, noB, "y"},
		{"FIRST, the last matters to nothing", "FIRST", "", []string{"2 1 - -> x n", "- - - -> z n"}, noB, "z"},
		{"FIRST, nothing is known", "FIRST", "", []string{">=1000 - - -> x n", "- - - -> y n"}, none, "unknown"},
		{"FIRST, all is false", "FIRST", "", []string{"2 - - -> x n"}, all, "no-match"},

		{"PRIORITY, the highest", "PRIORITY", "", []string{"1 - - -> z n", "- 1 - -> y n"}, all, "y"},
		{"PRIORITY, a higher one is unknown", "PRIORITY", "", []string{"1 - - -> z n", "- 1 - -> y n"}, noB, "unknown"},
		{"PRIORITY, a lower one is unknown", "PRIORITY", "", []string{"1 - - -> y n", "- 1 - -> z n"}, noB, "y"},
		{"PRIORITY, an equal one is unknown", "PRIORITY", "", []string{"1 - - -> y n", "- 1 - -> y m"}, noB, "y"},
		{"PRIORITY, equal ones that differ elsewhere have one outcome", "PRIORITY", "", []string{"1 - - -> y n", "- 1 - -> y m"}, all, "y"},
		{"PRIORITY, only one that is unknown", "PRIORITY", "x", []string{"2 - - -> y n", "- 1 - -> z m"}, noB, "unknown"},
		{"PRIORITY, none is", "PRIORITY", "x", []string{"2 - - -> y n", "2 1 - -> z m"}, noB, "x"},

		{"nothing is known, and nothing needs to be", "UNIQUE", "", []string{"- - - -> x n"}, none, "x"},
		{"a null is known", "UNIQUE", "", []string{"1 null - -> x n"}, `{"a":1,"b":null,"c":{"d":1}}`, "x"},
		{"a null is not what the cell says", "UNIQUE", "z", []string{"- null - -> x n"}, `{"a":1,"b":2,"c":{"d":1}}`, "z"},
		{"a null where no cell names it", "UNIQUE", "", []string{"1 1 - -> x n"}, `{"a":1,"b":null,"c":{"d":1}}`, "dev.spine.table-error evaluation null_input"},
		{"a missing member", "UNIQUE", "", []string{"- - 1 -> x n"}, `{"a":1,"b":1,"c":{}}`, "unknown"},
		{"a missing member of what is missing", "UNIQUE", "", []string{"- - 1 -> x n"}, `{"a":1,"b":1}`, "unknown"},
		{"a member of null", "UNIQUE", "z", []string{"- - null -> x n"}, `{"a":1,"b":1,"c":null}`, "x"},
		{"a member of what has none", "UNIQUE", "", []string{"- - 1 -> x n"}, `{"a":1,"b":1,"c":5}`, "dev.spine.table-error evaluation not_a_context"},
		{"a column of another type, although another one is unknown", "UNIQUE", "", []string{"- - 1 -> x n"}, `{"b":"1","c":{"d":1}}`, "dev.spine.table-error evaluation type_mismatch"},
		{"a decimal string is a string", "UNIQUE", "", []string{"1 - - -> x n"}, `{"a":"1","b":1,"c":{"d":1}}`, "dev.spine.table-error evaluation type_mismatch"},
		{"numbers are decimals", "UNIQUE", "", []string{"9007199254740993 0.1 1e400 -> x n"}, `{"a":9007199254740993.0,"b":1e-1,"c":{"d":10e399}}`, "x"},
		{"a number that no decimal is", "UNIQUE", "", []string{"1 - - -> x n"}, `{"a":1.00000000000000000000000000000000000000001,"b":1,"c":{"d":1}}`, "dev.spine.table-error evaluation type_mismatch"},
		{"one that nothing reads", "UNIQUE", "", []string{"1 - - -> x n"}, `{"a":1,"b":1,"c":{"d":1,"e":1e99999},"f":[1.00000000000000000000000000000000000000001]}`, "x"},
		{"a cell that fails", "UNIQUE", "", []string{">c.e - - -> x n"}, all, "dev.spine.table-error evaluation missing_member"},
		{"a cell behind one that is false", "UNIQUE", "z", []string{"2 >c.e - -> x n"}, all, "z"},
		{"a cell behind one that is unknown", "UNIQUE", "z", []string{"1 - >c.e -> x n"}, `{"b":1,"c":{"d":1}}`, "dev.spine.table-error evaluation missing_member"},
		{"under FIRST what fails later does not matter", "FIRST", "", []string{"1 - - -> x n", ">c.e - - -> x n"}, all, "x"},

		{"outputs of the rule", "UNIQUE", "", []string{`1 - - -> =c.e =c.f`}, `{"a":1,"b":1,"c":{"d":1,"e":"y","f":"n"}}`, "y"},
		{"outputs that need what is missing", "UNIQUE", "", []string{`1 - - -> =c.e =c.f`}, all, "dev.spine.table-error evaluation missing_member"},
		{"outputs beyond the values", "UNIQUE", "", []string{`1 - - -> =c.e n`}, `{"a":1,"b":1,"c":{"d":1,"e":"w"}}`, "dev.spine.table-error evaluation outside_values"},
		{"outputs of a rule that is unknown, and cannot be told", "ANY", "", []string{"1 - - -> x n", `- 1 - -> =c.e n`}, noB, "unknown"},
		{"outputs of a rule that is unknown, and can", "ANY", "", []string{"1 - - -> x n", `- 1 - -> =c.e n`}, `{"a":1,"c":{"d":1,"e":"x"}}`, "x"},
		{"they could be of higher priority", "PRIORITY", "", []string{"1 - - -> x n", `- 1 - -> =c.e n`}, noB, "unknown"},
		{"a conflict comes before outputs", "UNIQUE", "", []string{`1 - - -> =c.e n`, `- 1 - -> =c.e n`}, all, "conflict"},
		{"now is the clock of the run", "UNIQUE", "", []string{`1 - - -> =if(now()=c.e)then"x"else"y" n`}, all, "dev.spine.table-error evaluation no_clock"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := shelf{"p.dmn.yaml": policyTable(c.policy, c.fallback, c.rules...)}
			if got := readTable(t, s.tablePlan(t, "p.dmn.yaml", "out"), c.facts); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// A fact that is there reads as it is under names of several parts.
func TestTableFacts(t *testing.T) {
	s := shelf{"fee.dmn.yaml": fee, "up": up}
	p := s.plan(t, `{"a":@up,"t":`+s.tableNode("fee.dmn.yaml", "band")+`}`, edgesOf("a t /case/kind"), "t")
	for _, c := range []struct{ inputs, want string }{
		{`{"a":{"facts":{"v":"yes"}},"t":{"facts":{"amount":5}}}`, "low"},
		{`{"a":{"facts":{"v":"no"}},"t":{"facts":{"amount":5,"case":{"n":1}}}}`, "no-match"},
		{`{"t":{"facts":{"amount":5}}}`, "unknown"}, // the upstream has no outcome, and nothing is injected
		{`{"t":{"facts":{"amount":5000}}}`, "high"},
		{`{"a":{"facts":{"v":"yes"}}}`, "unknown"},
	} {
		if got := brief(run(t, p, c.inputs).Disposition); got != c.want {
			t.Errorf("%s: got %s, want %s", c.inputs, got, c.want)
		}
	}
	for _, c := range []struct {
		inputs string
		want   []string
	}{
		{`{"t":{"evidence":{}}}`, []string{"graph_inputs_member /t/evidence @t"}},
		{`{"t":{"facts":[]}}`, []string{"graph_inputs_shape /t/facts @t"}},
		{`{"t":{"facts":null}}`, []string{"graph_inputs_shape /t/facts @t"}},
		{`{"t":{"facts":{"case":{"kind":null}}}}`, []string{"graph_fact_conflict /edges/0/fact @t"}},
	} {
		same(t, c.inputs, refusedWith(t, p, inputs(c.inputs)), c.want...)
	}
	if c := run(t, p, `{"a":{"facts":{"v":"no"}},"t":{"facts":{"amount":1}}}`); len(c.Handoffs) != 0 || c.HandoffTarget != nil {
		t.Errorf("a table names no target: got %+v", c)
	}
}

func TestTableTrace(t *testing.T) {
	s := shelf{"p.dmn.yaml": policyTable("FIRST", "", "2 - - -> x n", "1 1 - -> x n", "- - - -> y n"), "fee.dmn.yaml": fee}
	for _, c := range []struct{ file, output, facts, want string }{
		{"p.dmn.yaml", "out", `{"a":1,"c":{"d":1}}`, `[{"id":"a","stage":"table-column","state":"known"},{"id":"b","stage":"table-column","state":"unknown"},` +
			`{"id":"c","stage":"table-column","state":"known"},{"condition":"false","id":"1","stage":"table-rule"},{"condition":"unknown","id":"2","stage":"table-rule"},` +
			`{"condition":"not-evaluated","id":"3","skipped":true,"stage":"table-rule"}]`},
		{"fee.dmn.yaml", "band", `{"amount":1000}`, `[{"id":"amount","stage":"table-column","state":"known"},{"id":"kind","stage":"table-column","state":"unknown"},` +
			`{"condition":"true","id":"r1","stage":"table-rule"},{"condition":"false","id":"r2","stage":"table-rule"}]`},
	} {
		c2 := run(t, s.tablePlan(t, c.file, c.output), `{"t":{"facts":`+c.facts+`}}`)
		if got := canonicalOf(t, c2.Nodes[0].Trace); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if n := c2.Nodes[0]; n.Kind != judgment.TableNode || n.Table.Digest != digestOf(s[c.file]) || n.Pack != (judgment.Pin{}) {
			t.Errorf("got %+v", n)
		}
	}
}

func TestTableGate(t *testing.T) {
	table := `id: d
version: "1"
profile: full
inputs: [{ name: age, expression: asof - born, type: days }, { name: at, expression: slot, type: any }]
outputs: [{ name: out, type: string, values: [x, y] }]
rules: [{ when: { age: '>= 1' }, then: { out: x } }, { when: { age: '< 1' }, then: { out: y } }]
`
	const schema = `{"type":"object","properties":{"asof":{"type":"string","format":"date"},"born":{"type":"string","format":"date"},"slot":{"type":["integer","null"]}},"required":["slot"]}`
	s := shelf{"d.dmn.yaml": table, "gate.json": schema}
	gated := s.tablePlan(t, "d.dmn.yaml", "out", `"gate":"`+digestOf(schema)+`"`)
	besideTable := strings.TrimSuffix(s.tableNode("d.dmn.yaml", "out"), "}") + `,"gate":"` + digestOf(schema) + `"}`
	beside := s.plan(t, `{"t":`+besideTable+`}`, `[]`, "t")
	plain := s.tablePlan(t, "d.dmn.yaml", "out")
	for _, c := range []struct{ facts, gated, plain string }{
		{`{"asof":"2026-06-02","born":"2026-06-01","slot":1}`, "x", "dev.spine.table-error evaluation type_mismatch"},
		{`{"asof":"2026-06-01","born":"2026-06-01","slot":1}`, "y", "dev.spine.table-error evaluation type_mismatch"},
		{`{"asof":"2026-06-01","slot":1}`, "unknown", "unknown"},
		{`{"asof":"2026-06-31","born":"2026-06-01","slot":1}`, "malformed-input preflight schema_violation", "dev.spine.table-error evaluation type_mismatch"},
		{`{"asof":"2026-06-01"}`, "malformed-input preflight schema_violation", "unknown"},
		{`{"slot":1.00000000000000000000000000000000000000001}`, "malformed-input preflight inexact_number", "dev.spine.table-error evaluation type_mismatch"},
	} {
		if got := readTable(t, gated, c.facts); got != c.gated {
			t.Errorf("%s: got %s, want %s", c.facts, got, c.gated)
		}
		if got := readTable(t, beside, c.facts); got != c.gated {
			t.Errorf("%s, the gate beside the table: got %s, want %s", c.facts, got, c.gated)
		}
		if got := readTable(t, plain, c.facts); got != c.plain {
			t.Errorf("%s, no gate: got %s, want %s", c.facts, got, c.plain)
		}
	}
}

func TestTableLimits(t *testing.T) {
	table := `id: l
version: "1"
profile: full
inputs: [{ name: n, expression: count(for i in 1..n return i), type: number }]
outputs: [{ name: out, type: string, values: [x, y] }]
rules: [{ when: { n: '- ' }, then: { out: x } }]
`
	s := shelf{"l.dmn.yaml": table}
	p := s.tablePlan(t, "l.dmn.yaml", "out")
	for _, c := range []struct {
		n, limit int
		want     string
	}{{10, 0, "x"}, {10, 1000, "x"}, {2000, 1000, "resource-exhaustion evaluation limit_exceeded"}, {2_000_000, 0, "resource-exhaustion evaluation limit_exceeded"}} {
		in := inputs(fmt.Sprintf(`{"t":{"facts":{"n":%d}}}`, c.n))
		in.WorkLimit = c.limit
		composite, err := p.Run(t.Context(), in)
		got := ""
		if err != nil {
			got = classOf(t, err)
		} else {
			got = brief(composite.Disposition)
		}
		if got != c.want {
			t.Errorf("%d within %d: got %s, want %s", c.n, c.limit, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := p.Run(ctx, inputs(`{"t":{"facts":{"n":5}}}`))
	if got := classOf(t, err); got != "dev.spine.cancelled evaluation JPS-EVALUATION-CANCELLED" || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %s", got)
	}
	deep := `{"t":{"facts":{"n":` + strings.Repeat("[", 127) + strings.Repeat("]", 127) + `}}}`
	if _, err := p.Run(t.Context(), inputs(deep)); err == nil {
		t.Error("facts beyond the depth of the carrier")
	}
}

// drawnTable is a table and what its facts can be.
type drawnTable struct {
	text  string
	facts []drawnFact
}

// drawnFact is a fact by its path of one or two names, and texts that it can be.
type drawnFact struct {
	path   []string
	values []string
}

func drawTable(t *rapid.T) drawnTable {
	of := func(texts ...string) string { return rapid.SampledFrom(texts).Draw(t, "text") }
	numbers := []string{"0", "1", "2", "3", "1.0"}
	d := drawnTable{facts: []drawnFact{
		{[]string{"a"}, numbers}, {[]string{"b", "n"}, append([]string{"null"}, numbers...)}, {[]string{"b", "s"}, []string{`"p"`, `"q"`, "null"}},
		{[]string{"c"}, numbers}, {[]string{"e", "f"}, []string{"true", "false"}},
	}}
	columns := []struct{ expression, typ string }{
		{"a", "number"}, {"b.n", "number"}, {"b.s", "string"}, {"a + c", "number"}, {"e.f", "boolean"}, {"if e.f then a else c", "number"}, {"e.f or a > 1", "boolean"},
	}
	cells := map[string][]string{
		"number":  {"-", "1", "2", "> 1", "<= 2", "[0..2]", "null", "not(1)", "1, 3", "> a", "< b.n"},
		"string":  {"-", `"p"`, `"q", "r"`, "null", `not("p")`},
		"boolean": {"-", "true", "false"},
	}
	var b strings.Builder
	policy := of("UNIQUE", "ANY", "FIRST", "PRIORITY")
	fmt.Fprintf(&b, "id: d\nversion: \"1\"\nprofile: full\nhit_policy: %s\ninputs:\n", policy)
	used := rapid.SliceOfNDistinct(rapid.IntRange(0, len(columns)-1), 1, 4, rapid.ID).Draw(t, "columns")
	for i, c := range used {
		fmt.Fprintf(&b, "  - { name: i%d, expression: %q, type: %s }\n", i, columns[c].expression, columns[c].typ)
	}
	b.WriteString("outputs: [{ name: note, type: number, values: [2, 1] }, { name: out, type: string, values: [x, y, z] }, { name: free, type: string }]\nrules:\n")
	then := func() string {
		out := of("x", "x", "y", "z", `= if a > 1 then "x" else "y"`)
		return fmt.Sprintf("{ note: %s, out: '%s', free: %s }", of("1", "1", "2"), out, of("k", "k", "l"))
	}
	for range rapid.IntRange(1, 5).Draw(t, "rules") {
		var when []string
		for i, c := range used {
			when = append(when, fmt.Sprintf("i%d: '%s'", i, of(cells[columns[c].typ]...)))
		}
		fmt.Fprintf(&b, "  - { when: { %s }, then: %s }\n", strings.Join(when, ", "), then())
	}
	if rapid.Bool().Draw(t, "default") {
		fmt.Fprintf(&b, "default: %s\n", then())
	}
	d.text = b.String()
	return d
}

// draw gives facts a value each, of which some may be left out.
func (d drawnTable) draw(t *rapid.T, some bool) map[string]any {
	facts := map[string]any{}
	for _, f := range d.facts {
		if some && rapid.IntRange(0, 2).Draw(t, "left out") == 0 {
			continue
		}
		put(facts, f.path, json.RawMessage(rapid.SampledFrom(f.values).Draw(t, "value")))
	}
	return facts
}

func put(facts map[string]any, path []string, v any) {
	for ; len(path) > 1; path = path[1:] {
		next, ok := facts[path[0]].(map[string]any)
		if !ok {
			next = map[string]any{}
			facts[path[0]] = next
		}
		facts = next
	}
	if _, there := facts[path[0]]; !there {
		facts[path[0]] = v
	}
}

// complete gives facts what was left out of them.
func (d drawnTable) complete(t *rapid.T, facts map[string]any) string {
	all := map[string]any{}
	for name, v := range facts {
		if m, ok := v.(map[string]any); ok {
			inner := map[string]any{}
			for k, x := range m {
				inner[k] = x
			}
			v = inner
		}
		all[name] = v
	}
	for _, f := range d.facts {
		put(all, f.path, json.RawMessage(rapid.SampledFrom(f.values).Draw(t, "completion")))
	}
	text, _ := json.Marshal(all)
	return string(text)
}

// plan gives a graph of the table alone; nil if it does not load.
func (d drawnTable) plan(t *rapid.T) *judgment.Plan {
	s := shelf{"d.dmn.yaml": d.text}
	g, err := judgment.LoadGraph("graph.json", []byte(s.graphText(`{"t":`+s.tableNode("d.dmn.yaml", "out")+`}`, `[]`, "t")))
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Link(s.catalogue(t))
	if err != nil {
		t.Skip(err)
	}
	return p
}

func (d drawnTable) read(t *rapid.T, p *judgment.Plan, facts string) string {
	c, err := p.Run(context.Background(), inputs(`{"t":{"facts":`+facts+`}}`))
	if err != nil {
		return classOf(t, err)
	}
	return brief(c.Disposition)
}

// decided gives what package dmn makes of the table, in the words of [brief].
func (d drawnTable) decided(t *rapid.T, facts string) string {
	table, err := dmn.LoadTable(fstest.MapFS{"d.dmn.yaml": {Data: []byte(d.text)}}, "d.dmn.yaml")
	if err != nil {
		t.Fatal(err)
	}
	program, err := dmn.Compile(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	vars, err := feel.JSON([]byte(facts))
	if err != nil {
		t.Fatal(err)
	}
	decision, err := program.Decide(context.Background(), feel.Input{Vars: vars})
	if err == nil {
		out, _ := decision.Outputs.Get("out")
		text, _ := out.AsString()
		return text
	}
	switch code := diag.Of(err)[0].Code; code {
	case dmn.UniqueViolated, dmn.AnyViolated:
		return "conflict"
	case dmn.NoRuleMatched:
		return "no-match"
	case dmn.PriorityTie: // in an output that has no rank: the outcome is one
		return "tie"
	default:
		return fmt.Sprintf("dev.spine.table-error evaluation %s", code)
	}
}

// With all facts there, the reading is the decision of the table.
func TestTableWithAllFactsIsDecided(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		d := drawTable(t)
		p := d.plan(t)
		for range 5 {
			text, _ := json.Marshal(d.draw(t, false))
			got, want := d.read(t, p, string(text)), d.decided(t, string(text))
			seen[want]++
			if want == "tie" && slices.Contains([]string{"x", "y", "z"}, got) {
				continue
			}
			if got != want {
				t.Fatalf("%s\n%s\nread %s, decided %s", d.text, text, got, want)
			}
		}
	})
	for _, answer := range []string{"x", "y", "z", "conflict", "no-match"} {
		if seen[answer] == 0 {
			t.Errorf("no table came to %s: %v", answer, seen)
		}
	}
}

// What a table comes to with facts missing, it comes to whatever these are, if the
// table takes them.
func TestTableIsSureOfWhatItSays(t *testing.T) {
	sure, open := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawTable(t)
		p := d.plan(t)
		facts := d.draw(t, true)
		text, _ := json.Marshal(facts)
		said := d.read(t, p, string(text))
		if strings.Contains(said, " ") || strings.Contains(said, "unknown") {
			open++
			return
		}
		sure++
		for range 10 {
			all := d.complete(t, facts)
			got := d.read(t, p, all)
			if strings.HasPrefix(got, string(judgment.TableError)) { // what no table takes is no fact
				continue
			}
			if got != said {
				t.Fatalf("%s\n%s comes to %s\n%s comes to %s", d.text, text, said, all, got)
			}
		}
	})
	if sure == 0 || open == 0 {
		t.Errorf("%d are sure, %d are not", sure, open)
	}
}
