package schemas_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// records gives records that have every member between them.
func records(t testing.TB) map[string]*record.Record {
	t.Helper()
	out := map[string]*record.Record{}
	begin := func(name string, status record.Status) *record.Record {
		start := time.Date(2026, time.June, 1, 10, 0, 0, 500_000_000, time.UTC)
		r := &record.Record{Status: status, Run: record.Run{
			ID: "01970000-0000-7000-8000-000000000001", Document: "workflow.yaml", Engine: "spine 1.0.0",
			Started: start, Clock: start.Add(time.Nanosecond), Finished: start.Add(time.Second / 2),
		}}
		for path, content := range map[string]string{"workflow.yaml": "name: x\n", "band.dmn.yaml": "id: band\n", "schema.json": "{}", "scan.bin": "\xff\x00"} {
			if err := r.AddSnapshot(path, "application/octet-stream", []byte(content)); err != nil {
				t.Fatal(err)
			}
		}
		r.Result.Facts = map[string]json.RawMessage{"day": json.RawMessage(`"2026-06-01"`)}
		out[name] = r
		return r
	}
	date, err := feel.ParseTemporal(feel.KindDate, "2026-06-01")
	if err != nil {
		t.Fatal(err)
	}
	large, err := feel.ParseNumber("0.1234567890123456789")
	if err != nil {
		t.Fatal(err)
	}
	value := feel.Context(
		feel.Entry{Key: "date", Value: date}, feel.Entry{Key: "large", Value: large},
		feel.Entry{Key: "odd", Value: feel.Context(feel.Entry{Key: "@id", Value: feel.List(feel.Null, feel.Bool(true), feel.String("x"))})},
	)
	schema, table := record.Digest([]byte("{}")), record.Digest([]byte("id: band\n"))

	r := begin("completed", record.Completed)
	r.Resumes = record.Digest([]byte("waiting"))
	r.Advisory = json.RawMessage(`{"agents": {"income": {"model": "m", "@tokens": 1.5}}}`)
	r.Result.Edges = map[string]record.Edge{"income": {Object: json.RawMessage(`{"net": 0.1234567890123456789, "@id": 1}`), Schema: schema}}
	r.Result.Decisions = map[string]record.Decision{"band": {
		Table: record.Table{ID: "band", Version: "1", SHA256: table}, Source: "Policy s72",
		Inputs: map[string]feel.Value{"x": value}, Rules: []record.Rule{{Rule: 2, ID: "r2", Annotation: "well"}}, Default: true, Outputs: value,
	}}
	r.Result.Humans = map[string]record.Human{"final": {
		Recommendation: value, Options: []feel.Value{value}, Role: "Officer",
		Choice: &record.Choice{Value: value, Override: true, By: "A. Officer", Reason: "seen"},
	}}
	r.Result.Determination = map[string]feel.Value{"final": value}

	r = begin("refused", record.Refused)
	r.Result.Edges = map[string]record.Edge{"text": {Refused: []byte("Sure!"), Schema: schema}, "bytes": {Refused: []byte{0xff}, Schema: schema}}
	r.Result.Refusal = &record.Refusal{Kind: record.ByGate, Node: "text", Faults: []record.Fault{{Code: "not_json", At: diag.Locator{
		File: "band.dmn.yaml", Node: "text", Table: "band", Rule: 1, Cell: "x", Path: "/a",
		Span: diag.Span{Start: diag.Pos{Line: 1, Column: 2}, End: diag.Pos{Line: 3, Column: 4}},
	}}, {Code: "missing_fact"}}}

	r = begin("undecided", record.Refused)
	r.Result.Refusal = &record.Refusal{Kind: record.ByDecision, Faults: []record.Fault{{Code: "no_rule_matched"}}}
	r = begin("failed", record.Failed)
	r.Result.Refusal = &record.Refusal{Kind: record.ByAgent, Faults: []record.Fault{{Code: "agent_failed"}}}
	r = begin("waiting", record.AwaitingHuman)
	r.Result.Humans = map[string]record.Human{"final": {Recommendation: value, Options: []feel.Value{value}, Role: "Officer"}}
	begin("stopped", record.NoDetermination)
	begin("expired", record.Expired)
	r = begin("judgment", record.Completed)
	r.Result.Judgment = &record.Judgment{Composite: json.RawMessage(`{"a": 1}`), Nodes: json.RawMessage(`[]`)}
	return out
}

// canonical gives the bytes of each record.
func canonicalRecords(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for name, r := range records(t) {
		b, err := r.Canonical()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = b
	}
	return out
}

// seal gives a changed record canonical bytes with a digest that fits, so that only
// what was changed can be refused.
func seal(t testing.TB, doc any) []byte {
	t.Helper()
	if m, ok := doc.(map[string]any); ok {
		m = maps.Clone(m)
		_, had := m["integrity"].(string)
		delete(m, "integrity")
		if had {
			m["integrity"] = record.Digest(canonicalJSON(t, m))
		}
		doc = m
	}
	return canonicalJSON(t, doc)
}

func canonicalJSON(t testing.TB, doc any) []byte {
	t.Helper()
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	v, err := strictjson.Parse(b, strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := canon.FromJSON(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := n.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func decoded(t testing.TB, b []byte) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func readRecord(b []byte) error {
	_, err := record.Decode(b)
	return err
}

func TestRecordEnumerations(t *testing.T) {
	sameConstants(t, "record", "/properties/status", "record", "Status")
	sameConstants(t, "record", "/$defs/refusal/properties/kind", "record", "RefusalKind")
	if at(document(t, "record"), "/properties/format")["const"] != record.Format {
		t.Errorf("the format is %q", record.Format)
	}
}

// Between them the records set every field of [record.Record], so that what the
// writer can write is what the schema is tried with.
func TestRecordsSetEveryField(t *testing.T) {
	set := map[string]bool{}
	var look func(v reflect.Value)
	look = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				look(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				look(v.Index(i))
			}
		case reflect.Map:
			for _, k := range v.MapKeys() {
				look(v.MapIndex(k))
			}
		case reflect.Struct:
			if strings.HasSuffix(v.Type().PkgPath(), "/feel") || v.Type().PkgPath() == "time" {
				return
			}
			for i := range v.NumField() {
				name := v.Type().String() + "." + v.Type().Field(i).Name
				set[name] = set[name] || !v.Field(i).IsZero()
				look(v.Field(i))
			}
		}
	}
	for _, r := range records(t) {
		look(reflect.ValueOf(r))
	}
	delete(set, "diag.Pos.Offset") // which is not kept
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if !set[name] {
			t.Errorf("no record sets %s", name)
		}
	}
	if len(set) < 40 {
		t.Errorf("only %d fields were seen", len(set))
	}
}

// The schema accepts what the writer writes and the reader reads. Both refuse a
// further member in every object with known members, a missing member that is
// required, and both accept that another one is missing.
func TestRecordMembers(t *testing.T) {
	g := compiled(t, "record")
	doc := document(t, "record")
	used := map[string]bool{}
	for name, b := range canonicalRecords(t) {
		if _, err := g.Admit(b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := readRecord(b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		whole := decoded(t, b)
		members(whole, "", func(path string, m map[string]any) {
			for member := range m {
				used[member] = true
			}
			for _, member := range append(slices.Sorted(maps.Keys(m)), unknown) {
				old, had := m[member]
				if had {
					delete(m, member)
				} else {
					m[member] = json.Number("1")
				}
				sealed := seal(t, whole)
				_, refused := g.Admit(sealed)
				if fault := readRecord(sealed); (refused == nil) != (fault == nil) && !beyond(fault) {
					t.Errorf("%s: %s %q\nschema: %v\nreader: %v", name, path, member, refused, fault)
				}
				if had {
					m[member] = old
				} else {
					delete(m, member)
				}
			}
		})
	}
	// Every property of the schema is a member that was read somewhere.
	walk(doc, "", func(pointer string, s map[string]any) {
		ps, _ := s["properties"].(map[string]any)
		for name := range ps {
			if !used[name] && !strings.HasPrefix(name, "@") {
				t.Errorf("no record has %s of %s", name, pointer)
			}
		}
	})
}

// beyond reports whether a reader's faults are such that no schema can say: of
// digests, of files that are not there, and of what a snapshot is named.
func beyond(err error) bool {
	for _, e := range diag.Of(err) {
		if e.Code != record.RecordSnapshotMissing && e.Code != record.RecordSnapshot && e.Code != record.RecordIntegrity {
			return false
		}
	}
	return err != nil
}

// members visits the objects of a record whose members are known, by the path of
// their kind: maps by names of the author's are passed through.
func members(v any, path string, visit func(path string, m map[string]any)) {
	byName := []string{"/snapshots", "/result/edges", "/result/decisions", "/result/humans"}
	values := []string{"/advisory", "/facts", "/object", "/inputs", "/outputs", "/recommendation", "/options", "/choice", "/determination", "/judgment", "/nodes"}
	for _, suffix := range values {
		if strings.HasSuffix(path, suffix) {
			return
		}
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			members(x, path+"[]", visit)
		}
	case map[string]any:
		named := slices.Contains(byName, path)
		if !named {
			visit(path, v)
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if named {
				members(v[k], path+"/*", visit)
			} else {
				members(v[k], path+"/"+k, visit)
			}
		}
	}
}

func TestRecordVerdicts(t *testing.T) {
	g := compiled(t, "record")
	all := canonicalRecords(t)
	for _, c := range []struct {
		of, old, new string
		valid        bool
	}{
		{"completed", `"by":"A. Officer"`, `"by":"B. Officer"`, true},
		{"completed", `"reason":"seen",`, ``, true},
		{"completed", `{"@date":"2026-06-01"}`, `{"@time":"10:00:00Z"}`, true},
		{"completed", `{"@date":"2026-06-01"}`, `{"@duration":"P1DT2H"}`, true},
		{"completed", `{"@date":"2026-06-01"}`, `{"@months":"P1Y2M"}`, true},
		{"completed", `{"@date":"2026-06-01"}`, `{"@date_time":"2026-06-01T10:00:00Z"}`, true},
		{"completed", `{"@date":"2026-06-01"}`, `{"@range":"[1..5]"}`, true},
		{"waiting", `"awaiting_human"`, `"no_determination"`, true},
		{"refused", `"kind":"gate"`, `"kind":"decision"`, true},

		{"completed", `"spine.record/1"`, `"spine.record/2"`, false},
		{"completed", `"status":"completed"`, `"status":"done"`, false},
		{"completed", `"status":"completed"`, `"status":"awaiting_human"`, false},
		{"completed", `"status":"completed"`, `"status":"refused"`, false},
		{"waiting", `"status":"awaiting_human"`, `"status":"completed"`, false},
		{"judgment", `"status":"completed"`, `"status":"expired"`, false},
		{"refused", `"status":"refused"`, `"status":"failed"`, false},
		{"failed", `"status":"failed"`, `"status":"refused"`, false},
		{"failed", `"kind":"agent"`, `"kind":"gate"`, false},
		{"refused", `"kind":"gate"`, `"kind":"host"`, false},
		{"undecided", `"faults":[{"at":{},"code":"no_rule_matched"}]`, `"faults":[]`, false},
		{"undecided", `"code":"no_rule_matched"`, `"code":""`, false},
		{"refused", `"rule":1`, `"rule":0`, false},
		{"refused", `"line":1`, `"line":"1"`, false},
		{"refused", `"cell":"x"`, `"cell":""`, false},
		{"completed", `-7000-`, `-4000-`, false},
		{"completed", `"started":"2026-06-01T10:00:00.5Z"`, `"started":"2026-06-01T10:00:00.50Z"`, false},
		{"completed", `"started":"2026-06-01T10:00:00.5Z"`, `"started":"2026-06-01T12:00:00+02:00"`, false},
		{"completed", `"started":"2026-06-01T10:00:00.5Z"`, `"started":"2026-06-01"`, false},
		{"completed", `"engine":"spine 1.0.0"`, `"engine":""`, false},
		{"completed", `"by":"A. Officer"`, `"by":" "`, false},
		{"completed", `"override":true`, `"override":"yes"`, false},
		{"completed", `"default":true`, `"default":null`, false},
		{"completed", `"source":"Policy s72"`, `"source":""`, false},
		{"completed", `"rule":2`, `"rule":2.5`, false},
		{"completed", `{"@date":"2026-06-01"}`, `{"@day":"2026-06-01"}`, false},
		{"completed", `{"@date":"2026-06-01"}`, `{"@date":20260601}`, false},
		{"completed", `{"@date":"2026-06-01"}`, `{"@date":"2026-06-01","a":1}`, false},
		{"completed", `"resumes":"sha256:`, `"resumes":"sha512:`, false},
		{"completed", `"advisory":{`, `"advisory":[],"x":{`, false},
	} {
		text := string(all[c.of])
		if !strings.Contains(text, c.old) {
			t.Errorf("%s has no %s:\n%s", c.of, c.old, text)
			continue
		}
		sealed := seal(t, decoded(t, []byte(strings.ReplaceAll(text, c.old, c.new))))
		_, refused := g.Admit(sealed)
		fault := readRecord(sealed)
		if (refused == nil) != c.valid || (fault == nil) != c.valid {
			t.Errorf("%s with %s: want valid %v\nschema: %v\nreader: %v", c.of, c.new, c.valid, refused, fault)
		}
	}
	for i, doc := range []string{`[]`, `{}`, `null`, `{"format":"spine.record/1"}`} {
		if _, err := g.Admit([]byte(doc)); err == nil || readRecord([]byte(doc)) == nil {
			t.Error(fmt.Sprint(i), doc)
		}
	}
}
