package judgment_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

// verdictOf is a recorded node.
func verdictOf(rec []byte, node, subject, maxAge string, more ...string) string {
	members := append([]string{fmt.Sprintf(`"record":%q,"node":%q,"subject":%s,"maxAge":%q`, record.Digest(rec), node, subject, maxAge)}, more...)
	return `{"recorded":{` + strings.Join(members, ",") + `}}`
}

// offer offers records.
func offer(t testing.TB, recs ...[]byte) *judgment.Records {
	t.Helper()
	s := shelf{}
	for i, b := range recs {
		s[fmt.Sprintf("runs/%d.json", i)] = string(b)
	}
	return s.offered(t)
}

const noon = "2026-06-01T12:00:00Z"

// timed are the inputs of a run: its document, when it is made, and what it may
// consume.
func timed(t testing.TB, document, now string, records *judgment.Records) judgment.GraphInputs {
	t.Helper()
	in := inputs(document)
	in.Records = records
	if now != "" {
		in.Now = moment(t, now)
	}
	return in
}

// damaged gives the bytes of a record of which a text is another one, and the digest
// of the whole is right again.
func damaged(t testing.TB, b []byte, old, new string) []byte {
	t.Helper()
	if !strings.Contains(string(b), old) {
		t.Fatalf("no %s in %s", old, b)
	}
	text := strings.Replace(string(b), old, new, 1)
	before, rest, _ := strings.Cut(text, `,"integrity":"`)
	_, after, _ := strings.Cut(rest, `"`)
	return []byte(before + `,"integrity":"` + record.Digest([]byte(before+after)) + `"` + after)
}

func TestRecordedNodesAreAdmitted(t *testing.T) {
	s := shared
	source := s.plan(t, `{"n":@up,"m":@down}`, edgesOf("n m /x"), "m")
	b := recorded(t, source, timed(t, `{"n":{"facts":{"v":"yes"}}}`, noon, nil), moment(t, noon))
	const kept = `"n":{"basis":"2026-06-01T12:00:00Z","disposition":{"handoff":{"state":"none"},"kind":"outcome","outcomeId":"yes","reasons":[]}`
	another := strings.Replace(s.pin("up"), "1.0.0", "1.0.1", 1)
	for _, c := range []struct {
		name, node, subject, maxAge, now string
		rec                              []byte // nil: the sound one
		offered                          *judgment.Records
		want                             []string
	}{
		{"a fresh verdict", "n", s.pin("up"), "P30D", "2026-06-02T12:00:00Z", nil, offer(t, b), nil},
		{"made now", "n", s.pin("up"), "P30D", noon, nil, offer(t, b), nil},
		{"as old as it may be", "n", s.pin("up"), "P30D", "2026-07-01T12:00:00Z", nil, offer(t, b), nil},
		{"nothing may be old", "n", s.pin("up"), "P0D", noon, nil, offer(t, b), nil},
		{"another clock of the same moment", "n", s.pin("up"), "P0D", "2026-06-01T14:00:00+02:00", nil, offer(t, b), nil},

		{"not offered", "n", s.pin("up"), "P30D", noon, nil, offer(t, []byte("{}")), []string{"graph_record_dangling /nodes/a/recorded/record @a"}},
		{"nothing is offered", "n", s.pin("up"), "P30D", noon, nil, nil, []string{"graph_record_dangling /nodes/a/recorded/record @a"}},
		{"no record", "n", s.pin("up"), "P30D", noon, []byte("{}"), nil, []string{"graph_record_integrity /nodes/a/recorded/record @a"}},
		{"no JSON", "n", s.pin("up"), "P30D", noon, []byte("so be it"), nil, []string{"graph_record_integrity /nodes/a/recorded/record @a"}},
		{"a record that was changed", "n", s.pin("up"), "P30D", noon, []byte(strings.Replace(string(b), `"outcomeId":"yes"`, `"outcomeId":"no"`, 1)), nil,
			[]string{"graph_record_integrity /nodes/a/recorded/record @a"}},
		{"a record in another layout", "n", s.pin("up"), "P30D", noon, append(b[:len(b):len(b)], '\n'), nil, []string{"graph_record_integrity /nodes/a/recorded/record @a"}},
		{"a workflow's", "n", s.pin("up"), "P30D", noon, workflowRecord(t, moment(t, noon)), nil, []string{"graph_record_status /nodes/a/recorded/record @a"}},
		{"no such node", "N", s.pin("up"), "P30D", noon, nil, offer(t, b), []string{"graph_shape /nodes/a/recorded/node @a"}},
		{"a node of another graph", "other", s.pin("up"), "P30D", noon, nil, offer(t, b), []string{"graph_record_node /nodes/a/recorded/node @a"}},
		{"no legal disposition", "n", s.pin("up"), "P30D", noon, damaged(t, b, kept, strings.Replace(kept, `"reasons":[]`, `"reasons":["unknown"]`, 1)), nil,
			[]string{"graph_record_node /nodes/a/recorded/node @a"}},
		{"no age", "n", s.pin("up"), "P30D", noon, damaged(t, b, kept, strings.Replace(kept, `2026-06-01T12`, `2026-06-01 12`, 1)), nil,
			[]string{"graph_record_node /nodes/a/recorded/node @a"}},
		{"made by another version", "n", another, "P30D", noon, nil, offer(t, b), []string{"graph_record_subject /nodes/a/recorded/subject @a"}},
		{"made by other bytes", "n", strings.Replace(s.pin("up"), digestOf(up), zeros, 1), "P30D", noon, nil, offer(t, b), []string{"graph_record_subject /nodes/a/recorded/subject @a"}},
		{"made by another one", "n", s.pin("down"), "P30D", noon, nil, offer(t, b), []string{"graph_record_subject /nodes/a/recorded/subject @a"}},
		{"no clock", "n", s.pin("up"), "P30D", "", nil, offer(t, b), []string{"graph_record_clock /nodes/a/recorded @a"}},
		{"from the future", "n", s.pin("up"), "P30D", "2026-06-01T11:59:59.999999999Z", nil, offer(t, b), []string{"graph_record_future /nodes/a/recorded @a"}},
		{"too old by the least that there is", "n", s.pin("up"), "P30D", "2026-07-01T12:00:00.000000001Z", nil, offer(t, b), []string{"graph_record_stale /nodes/a/recorded/maxAge @a"}},
		{"too old by centuries", "n", s.pin("up"), "P36500D", "9999-07-01T12:00:00Z", nil, offer(t, b), []string{"graph_record_stale /nodes/a/recorded/maxAge @a"}},

		// One reason for each node: the first.
		{"made by another one, and too old", "n", s.pin("down"), "P0D", "2026-06-02T12:00:00Z", nil, offer(t, b), []string{"graph_record_subject /nodes/a/recorded/subject @a"}},
		{"another node of another subject", "other", s.pin("down"), "P0D", "", nil, offer(t, b), []string{"graph_record_node /nodes/a/recorded/node @a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, offered := b, c.offered
			if c.rec != nil {
				rec, offered = c.rec, offer(t, b, c.rec)
			}
			text := s.graphText(`{"a":`+verdictOf(rec, c.node, c.subject, c.maxAge)+`,"b":@down}`, edgesOf("a b /x"), "b")
			g, err := judgment.LoadGraph("graph.json", []byte(text))
			if err != nil {
				if got := toldBy(t, err); got[0]+" @a" != c.want[0] {
					t.Errorf("got %s, want %s", got, c.want)
				}
				return
			}
			p, err := g.Link(s.catalogue(t))
			if err != nil {
				t.Fatal(err)
			}
			in := timed(t, `{}`, c.now, offered)
			same(t, "findings", refusedWith(t, p, in), c.want...)
			if c.want != nil {
				return
			}
			composite, err := p.Run(t.Context(), in)
			if err != nil || brief(composite.Disposition) != "good" {
				t.Fatalf("got %v, %v", composite, err)
			}
			n := composite.Nodes[0]
			want := canonicalOf(t, json.RawMessage(`{"node":"a","kind":"recorded","record":"`+record.Digest(b)+`","subject":`+s.pin("up")+`,"basis":"2026-06-01T12:00:00Z",`+
				`"disposition":{"kind":"outcome","outcomeId":"yes","reasons":[],"handoff":{"state":"none"}}}`))
			if got := canonicalOf(t, n); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// What is wrong with recorded nodes is told of every one, by id, after pins and
// before inputs.
func TestRecordedNodesInTheOrderOfRefusal(t *testing.T) {
	b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	nodes := func(more string) string {
		return `{"z":` + verdictOf(b, "n", shared.pin("up"), "P1D") + `,"a9":` + verdictOf(b, "m", shared.pin("up"), "P1D") +
			`,"a10":` + verdictOf([]byte("?"), "n", shared.pin("up"), "P1D") + `,"ok":` + verdictOf(b, "n", shared.pin("up"), "P9D") + more + `}`
	}
	p := shared.plan(t, nodes(`,"b":@down`), edgesOf("z b /x"), "b")
	in := timed(t, `{"b":{"facts":{"x":1}},"nobody":{}}`, "2026-06-04T12:00:00Z", offer(t, b))
	same(t, "findings", refusedWith(t, p, in), "graph_record_dangling /nodes/a10/recorded/record @a10", "graph_record_node /nodes/a9/recorded/node @a9", "graph_record_stale /nodes/z/recorded/maxAge @z")

	_, err := loadGraph(t, shared.graphText(nodes(`,"b":{"pack":`+strings.Replace(shared.pin("down"), digestOf(down), zeros, 1)+`}`), `[]`, "b")).Link(shared.catalogue(t))
	same(t, "findings", toldBy(t, err), "graph_digest_drift /nodes/b/pack/digest")

	fresh := shared.plan(t, `{"z":`+verdictOf(b, "n", shared.pin("up"), "P9D")+`,"b":@down}`, edgesOf("z b /x"), "b")
	same(t, "findings", refusedWith(t, fresh, timed(t, `{"z":{}}`, noon, offer(t, b))), "graph_inputs_node /z @z")
}

func TestStaleVerdictsAreWithheld(t *testing.T) {
	b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{"n":{"facts":{"v":"yes"}}}`, noon, nil), moment(t, noon))
	s := shelf{"down": down, "gated": gated(true)}
	node := verdictOf(b, "n", shared.pin("up"), "P1D", `"onStale":"withhold"`)
	p := s.plan(t, `{"a":`+node+`,"b":@down,"c":@gated}`, edgesOf("a b /x", "a c !e=absent"), "b")
	const caller = `{"c":{"facts":{"go":true}}}`
	for _, c := range []struct{ now, a, b, c string }{
		{"2026-06-02T12:00:00Z", "yes", "good", "with"},
		{"2026-06-02T12:00:00.000000001Z", "", "unknown!", "missing-required-evidence"},
	} {
		composite, err := p.Run(t.Context(), timed(t, caller, c.now, offer(t, b)))
		if err != nil {
			t.Fatal(err)
		}
		a := at(t, composite, "a")
		if brief(a.Disposition) != c.a || a.Stale != (c.a == "") || brief(at(t, composite, "b").Disposition) != c.b || brief(at(t, composite, "c").Disposition) != c.c {
			t.Errorf("%s: got %s", c.now, composite.Canonical())
		}
		if text := canonicalOf(t, a); a.Stale == strings.Contains(text, "disposition") || a.Stale != strings.Contains(text, `"stale":true`) {
			t.Errorf("got %s", text)
		}
	}

	// It is no disposition of its own, which a row could expect.
	rows := loadRows(t, `{"id":"r","inputs":`+caller+`,"expectedDisposition":`+isOpen+`,"expectedNodes":{"a":`+isYes+`}}`)
	report := p.Test(t.Context(), rows, timed(t, "", "2026-06-05T12:00:00Z", offer(t, b)).Options)
	if row := report.Rows[0]; row.Status != judgment.Mismatch || len(row.Differences) != 1 || row.Differences[0].Node != "a" || !strings.Contains(row.Differences[0].Detail, "withheld") {
		t.Errorf("got %+v", row)
	}
	report = p.Test(t.Context(), rows, timed(t, "", noon, offer(t, b)).Options)
	if d := report.Rows[0].Differences; len(d) != 1 || d[0].Expectation != "expectedDisposition" {
		t.Errorf("the fresh verdict is as expected: got %+v", d)
	}
	report = p.Test(t.Context(), loadRows(t, `{"id":"r","inputs":{},"expectedRefusal":{"code":"graph_record_dangling","node":"a"}}`), judgment.Options{})
	if report.Status != judgment.Passed || len(report.Coverage) == 0 {
		t.Errorf("got %+v", report)
	}
}

// A handoff that was requested when the verdict was made is shown as that.
func TestRecordedHandoffs(t *testing.T) {
	b := recorded(t, shared.plan(t, `{"n":@down}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	p := shared.plan(t, `{"z":`+verdictOf(b, "n", shared.pin("down"), "P1D")+`,"b":@down}`, edgesOf("z b /x"), "b")
	c, err := p.Run(t.Context(), timed(t, `{}`, noon, offer(t, b)))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"node":"z","origin":"recorded","target":{"kind":"queue","name":"Desk"},"triggeredBy":["unknown"]},` +
		`{"node":"b","origin":"evaluated","target":{"kind":"queue","name":"Desk"},"triggeredBy":["unknown"]}]`
	if got := canonicalOf(t, c.Handoffs); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A verdict is as old as the oldest thing that it stands on: two hops of 29 days do
// not pass a bound of 30.
func TestBasisTravels(t *testing.T) {
	const day0, day29, day30, day58 = "2026-06-01T00:00:00Z", "2026-06-30T00:00:00Z", "2026-07-01T00:00:00Z", "2026-07-29T00:00:00Z"
	first := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{"n":{"facts":{"v":"yes"}}}`, day0, nil), moment(t, day0))
	hop := shared.plan(t, `{"a":`+verdictOf(first, "n", shared.pin("up"), "P30D")+`,"far":@up,"near":@down,"alone":@up}`, edgesOf("a far /x", "far near !paper"), "near")
	second := recorded(t, hop, timed(t, `{"near":{"facts":{"x":"yes"}}}`, day29, offer(t, first)), moment(t, day29))
	var kept struct {
		Result struct {
			Nodes map[string]struct{ Basis string }
		}
	}
	if err := json.Unmarshal(second, &kept); err != nil {
		t.Fatal(err)
	}
	for node, want := range map[string]string{"a": day0, "far": day0, "near": day0, "alone": day29} {
		if got := kept.Result.Nodes[node].Basis; got != want {
			t.Errorf("%s: got %s, want %s", node, got, want)
		}
	}
	for _, c := range []struct {
		node, pack, now string
		want            []string
	}{
		{"near", "down", day30, nil},
		{"near", "down", day58, []string{"graph_record_stale /nodes/z/recorded/maxAge @z"}},
		{"a", "up", day58, []string{"graph_record_stale /nodes/z/recorded/maxAge @z"}}, // consumed from where it was consumed
		{"a", "up", day30, nil},
		{"alone", "up", day58, nil},
	} {
		p := shared.plan(t, `{"z":`+verdictOf(second, c.node, shared.pin(c.pack), "P30D")+`,"b":@down}`, edgesOf("z b /x"), "b")
		same(t, c.node+" on "+c.now, refusedWith(t, p, timed(t, `{}`, c.now, offer(t, second))), c.want...)
	}

	// A withheld verdict has nothing to consume.
	late := shared.plan(t, `{"a":`+verdictOf(first, "n", shared.pin("up"), "P1D", `"onStale":"withhold"`)+`,"b":@down}`, edgesOf("a b /x"), "b")
	third := recorded(t, late, timed(t, `{}`, day29, offer(t, first)), moment(t, day29))
	p := shared.plan(t, `{"z":`+verdictOf(third, "a", shared.pin("up"), "P90D")+`,"b":@down}`, edgesOf("z b /x"), "b")
	same(t, "withheld", refusedWith(t, p, timed(t, `{}`, day29, offer(t, third))), "graph_record_node /nodes/z/recorded/node @z")
	p = shared.plan(t, `{"z":`+verdictOf(third, "b", shared.pin("down"), "P30D")+`,"b":@down}`, edgesOf("z b /x"), "b")
	same(t, "what stood on it", refusedWith(t, p, timed(t, `{}`, day58, offer(t, third))), "graph_record_stale /nodes/z/recorded/maxAge @z")
}

// A clock that is ahead of the start of its run does not make a verdict young.
func TestBasisIsTheEarlierOfClockAndStart(t *testing.T) {
	for _, c := range []struct{ clock, started, want string }{
		{"2026-06-01T00:00:00Z", "2026-06-01T00:00:01Z", "2026-06-01T00:00:00Z"},
		{"2027-06-01T00:00:00Z", "2026-06-01T00:00:01.5Z", "2026-06-01T00:00:01.5Z"},
		{"2026-06-01T02:00:00+02:00", "2026-06-01T00:00:00.000000001Z", "2026-06-01T00:00:00Z"},
	} {
		b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, c.clock, nil), moment(t, c.started))
		if want := fmt.Sprintf(`"n":{"basis":%q`, c.want); !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
}

// The verdict of a table is consumed as that of a pack.
func TestRecordedTable(t *testing.T) {
	s := shelf{"fee.dmn.yaml": fee}
	b := recorded(t, s.tablePlan(t, "fee.dmn.yaml", "band"), timed(t, `{"t":{"facts":{"amount":5000}}}`, noon, nil), moment(t, noon))
	subject := `{"id":"fee","version":"2026-06-01.1","digest":"` + digestOf(fee) + `"}`
	p := shared.plan(t, `{"z":`+verdictOf(b, "t", subject, "P1D")+`,"b":@down}`, edgesOf("z b /y"), "b")
	c, err := p.Run(t.Context(), timed(t, `{}`, noon, offer(t, b)))
	if err != nil || c.Nodes[1].FactFeeds[0].Value != "high" {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestAges(t *testing.T) {
	b := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	now := moment(t, noon)
	for _, c := range []struct {
		age  time.Duration
		want string
	}{
		{time.Nanosecond, "its age is PT0.000000001S, and may be P0D"},
		{90 * time.Second, "its age is PT1M30S, and may be P0D"},
		{36*time.Hour + 1500*time.Millisecond, "its age is P1DT12H1.5S, and may be P0D"},
		{48 * time.Hour, "its age is P2D, and may be P0D"},
	} {
		p := shared.plan(t, `{"z":`+verdictOf(b, "n", shared.pin("up"), "P0D")+`,"b":@down}`, `[]`, "b")
		in := timed(t, `{}`, "", offer(t, b))
		in.Now = now.Add(c.age)
		_, err := p.Run(t.Context(), in)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestCoverageOfTablesAndRecords(t *testing.T) {
	decided := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{"n":{"facts":{"v":"yes"}}}`, noon, nil), moment(t, noon))
	open := recorded(t, shared.plan(t, `{"n":@up}`, `[]`, "n"), timed(t, `{}`, noon, nil), moment(t, noon))
	opts := timed(t, "", noon, offer(t, decided, open)).Options
	for _, c := range []struct {
		name, node string
		want       []string // of node a and its edge, without that of b
	}{
		{"an outcome", verdictOf(decided, "n", shared.pin("up"), "P1D"), []string{"edge:0:resolved=r"}},
		{"none", verdictOf(open, "n", shared.pin("up"), "P1D"), []string{"edge:0:unresolved"}},
		{"what may be withheld", verdictOf(decided, "n", shared.pin("up"), "P1D", `"onStale":"withhold"`), []string{"edge:0:resolved=r", "edge:0:unresolved"}},
		{"not offered", verdictOf([]byte("?"), "n", shared.pin("up"), "P1D"), nil},
	} {
		p := shared.plan(t, `{"a":`+c.node+`,"b":@down}`, edgesOf("a b /x"), "b")
		got := probes(t, p, opts, `{"id":"r","inputs":{},"expectedDisposition":`+isGood+`,"expectedNodes":{"a":`+isYes+`}}`)
		same(t, c.name, got[5:], c.want...)
	}

	rules := []string{"1 - - -> z n", "- 1 - -> x n"}
	for _, c := range []struct {
		name, table string
		want        []string
	}{
		{"UNIQUE", policyTable("UNIQUE", "", rules...), []string{"node:t:outcome:x", "node:t:outcome:z", "node:t:unknown", "node:t:conflict", "node:t:no-match"}},
		{"ANY with a default", policyTable("ANY", "y", rules...), []string{"node:t:outcome:x", "node:t:outcome:y", "node:t:outcome:z", "node:t:unknown", "node:t:conflict"}},
		{"FIRST", policyTable("FIRST", "z", rules...), []string{"node:t:outcome:x", "node:t:outcome:z", "node:t:unknown"}},
		{"PRIORITY", policyTable("PRIORITY", "", rules[0]), []string{"node:t:outcome:z", "node:t:unknown", "node:t:no-match"}},
		{"an expression may give any", policyTable("PRIORITY", "", "1 - - -> =c.e n"), []string{"node:t:outcome:x", "node:t:outcome:y", "node:t:outcome:z", "node:t:unknown", "node:t:no-match"}},
	} {
		s := shelf{"p.dmn.yaml": c.table}
		same(t, c.name, probes(t, s.tablePlan(t, "p.dmn.yaml", "out"), opts, expectsAnError), c.want...)
	}
}
