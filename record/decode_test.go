package record_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/record"
)

var integrity = regexp.MustCompile(`,"integrity":"[^"]*"`)

// reseal makes the digest over the whole record fit again.
func reseal(text string) string {
	at := integrity.FindStringIndex(text)
	if at == nil {
		return text
	}
	rest := text[:at[0]] + text[at[1]:]
	return text[:at[0]] + `,"integrity":"` + record.Digest([]byte(rest)) + `"` + text[at[1]:]
}

// refused decodes what must be refused and gives the faults as "code path".
func refused(t *testing.T, text string) (string, diag.List) {
	t.Helper()
	r, err := record.Decode([]byte(text))
	var e *record.IntegrityError
	if !errors.As(err, &e) || r != nil {
		t.Fatalf("Decode gives %v, %v", r, err)
	}
	var got []string
	for _, f := range e.Faults {
		got = append(got, strings.TrimSuffix(fmt.Sprint(f.Code, " ", f.At.Path), " "))
	}
	return strings.Join(got, ", "), e.Faults
}

// Each change is made to a sound record, whose digest is then made to fit again.
func TestDecodeRefuses(t *testing.T) {
	text := string(canonical(t, completed(t)))
	workflow := record.Digest([]byte("name: points\n"))
	table := record.Digest([]byte("id: points\n# für alle\n"))
	schema := record.Digest([]byte(`{"type": "object"}`))
	for _, c := range []struct{ old, new, want string }{
		{`"format":"spine.record/1"`, `"format":"spine.record/2"`, `record_format /format`},
		{`"format":"spine.record/1"`, `"format":1`, `record_format /format`},
		{`"format":"spine.record/1",`, ``, `record_format`},
		{`"status":"completed"`, `"status": "completed"`, `record_not_canonical /status`},
		{`"id":"points","sha256":"` + table + `"`, `"sha256":"` + table + `","id":"points"`, `record_not_canonical /result/decisions/points/table/sha256`},
		{`"hours":20`, `"hours":20.0`, `value_encoding /result/decisions/points/inputs/hours, record_not_canonical /result/decisions/points/inputs/hours`},
		{`"hours":20`, `"hours":20,"hours":20`, `record_duplicate_member /result/decisions/points/inputs/hours`},
		{`"hours":20`, `"hours":2`, ``},
		{`"hours":20`, `"hours":{"@number":"20"}`, `value_encoding /result/decisions/points/inputs/hours/@number`},
		{`{"@duration":"P10D"}`, `{"@duration":"PT240H"}`, `value_encoding /result/decisions/points/inputs/age/@duration`},
		{`{"@number":"12345678901234567890.1"}`, `{"@number":"12345678901234567890.10"}`, `value_encoding /result/edges/income/object/@context/net/@number`},
		{`{"@number":"12345678901234567890.1"}`, `{"@number":"1"}`, `value_encoding /result/edges/income/object/@context/net/@number`},
		{`{"@number":"12345678901234567890.1"}`, `{"@number":"one"}`, `value_encoding /result/edges/income/object/@context/net/@number`},
		{`{"@number":"12345678901234567890.1"}`, `{"@date":"2026-06-01"}`, `value_encoding /result/edges/income/object/@context/net/@date`},
		{`"object":{"@context":{"@id":"x","net"`, `"object":{"@context":{"id":"x","net"`, `value_encoding /result/edges/income/object/@context`},

		{`"status":"completed"`, `"statu":"completed"`, `record_member, record_member /statu`},
		{`"default":false`, `"default":0`, `record_shape /result/decisions/points/default`},
		{`"default":false,`, ``, `record_member /result/decisions/points`},
		{`"default":false`, `"default":false,"defect":false`, `record_member /result/decisions/points/defect`},
		{`"source":"Policy v4.2 s72"`, `"source":""`, `record_shape /result/decisions/points/source`},
		{`"rule":3`, `"rule":0`, `record_shape /result/decisions/points/rules/0/rule`},
		{`"rule":3`, `"rule":3.5`, `record_shape /result/decisions/points/rules/0/rule`},
		{`"rule":3`, `"rule":"3"`, `record_shape /result/decisions/points/rules/0/rule`},
		{`"by":"A. Officer",`, ``, `record_member /result/humans/bonus`},
		{`"override":true,`, ``, `record_member /result/humans/bonus`},
		{`"by":"A. Officer","choice":{"outcome":"bonus_applies"},`, `"by":"A. Officer",`, `record_member /result/humans/bonus/by, record_member /result/humans/bonus/override, record_member /result/humans/bonus/reason`},
		{`"advisory":{`, `"advisory":[{`, `record_json /advisory`},
		{`"facts":{"application_date":"2026-06-01"}`, `"facts":[]`, `record_shape /result/facts`},
		{`"started":"2026-06-01T10:00:00Z"`, `"started":"2026-06-01T10:00:00.0Z"`, `record_shape /run/started`},
		{`"started":"2026-06-01T10:00:00Z"`, `"started":"2026-06-01T10:00:00+00:00"`, `record_shape /run/started`},
		{`"started":"2026-06-01T10:00:00Z"`, `"started":"2026-06-31T10:00:00Z"`, `record_shape /run/started`},
		{`"id":"01970000-0000-7000-8000-000000000001"`, `"id":"01970000-0000-4000-8000-000000000001"`, `record_shape /run/id`},
		{`"id":"01970000-0000-7000-8000-000000000001"`, `"id":"../x"`, `record_shape /run/id`},
		{`"status":"completed"`, `"status":"done"`, `record_shape /status`},
		{`"status":"completed"`, `"status":"failed"`, `record_status /status, record_status /status`},
		{`"status":"completed"`, `"status":"refused"`, `record_status /status, record_status /status`},
		{`"resumes":"sha256:`, `"resumes":"sha512:`, `record_shape /resumes`},

		{`"text":"name: points\n"`, `"text":"name: point\n"`, `record_snapshot /snapshots/workflow.yaml/sha256`},
		{`"sha256":"` + workflow + `"`, `"sha256":"` + table + `"`, `record_snapshot /snapshots/workflow.yaml/sha256`},
		{`"base64":"AP/+"`, `"base64":"AP/+="`, `record_shape /snapshots/tables~1rates.bin/base64`},
		{`"base64":"AP/+"`, `"base64":"YWJj"`, `record_shape /snapshots/tables~1rates.bin/base64`},
		{`"base64":"AP/+"`, `"base64":7`, `record_shape /snapshots/tables~1rates.bin/base64`},
		{`"base64":"AP/+",`, ``, `record_member /snapshots/tables~1rates.bin`},
		{`"text":"name: points\n"`, `"text":"name: points\n","title":""`, `record_member /snapshots/workflow.yaml/title`},
		{`"workflow.yaml":{`, `"workflow/.yaml/":{`, `record_snapshot_missing /run/document, record_shape /snapshots/workflow~1.yaml~1`},
		{`"schemas/income.json":{"media":"application/schema+json","sha256":"` + schema + `","text":"{\"type\": \"object\"}"},`, ``,
			`record_snapshot_missing /result/edges/income/schema`},
		{`"tables/points.dmn.yaml":{"media":"application/yaml","sha256":"` + table + `","text":"id: points\n# für alle\n"},`, ``,
			`record_snapshot_missing /result/decisions/points/table/sha256`},
		{`,"workflow.yaml":{"media":"application/yaml","sha256":"` + workflow + `","text":"name: points\n"}`, ``, `record_snapshot_missing /run/document`},
	} {
		if strings.Count(text, c.old) != 1 {
			t.Errorf("%s stands %d times in %s", c.old, strings.Count(text, c.old), text)
			continue
		}
		changed := reseal(strings.Replace(text, c.old, c.new, 1))
		if c.want == "" {
			if _, err := record.Decode([]byte(changed)); err != nil {
				t.Errorf("%s -> %s: %v", c.old, c.new, err)
			}
			continue
		}
		if got, faults := refused(t, changed); got != c.want {
			t.Errorf("%s -> %s:\ngot  %s\nwant %s\n%v", c.old, c.new, got, c.want, faults.Err())
		}
	}
}

func TestDecodeRefusesOtherTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, `record_json`},
		{`null`, `record_format`},
		{`[]`, `record_format`},
		{`{}`, `record_format`},
		{"\xef\xbb\xbf{}", `record_json`},
		{`{"a":"` + "\xff" + `"}`, `record_json /a`},
		{`{"a":1,"\u0061":1}`, `record_duplicate_member /a`},
		{strings.Repeat("[", 10_001), `record_json ` + strings.Repeat("/0", 10_000)},
		{`{"format":"spine.record/1"}`, strings.Repeat("record_member, ", 5) + "record_member"},
		{strings.Repeat(" ", 64<<20) + `{}`, `record_json`},
		{`[` + strings.Repeat("0,", 999_999) + `0]`, `record_json /999999`},
	} {
		if got, _ := refused(t, c.text); got != c.want {
			t.Errorf("%.40s: got %.200s, want %.200s", c.text, got, c.want)
		}
	}
}

func TestDecodePlacesFaults(t *testing.T) {
	text := string(canonical(t, completed(t)))
	changed := strings.Replace(text, `"default":false`, `"default":0`, 1)
	_, faults := refused(t, changed)
	if len(faults) != 2 {
		t.Fatal(faults.Err())
	}
	digest, shape := faults[0], faults[1]
	if digest.Code != record.RecordIntegrity || digest.At.Path != "/integrity" {
		t.Errorf("first fault: %+v", digest)
	}
	at := strings.Index(changed, `"default":0`) + len(`"default":`)
	span := diag.Span{Start: diag.Pos{Offset: at, Line: 1, Column: at + 1}, End: diag.Pos{Offset: at + 1, Line: 1, Column: at + 2}}
	if shape.Code != record.RecordShape || shape.At.Span != span {
		t.Errorf("second fault: %+v, want %+v", shape, span)
	}

	_, err := record.Decode([]byte(changed))
	var e *record.IntegrityError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	placed := e.InFile("runs/x.json")
	if got := placed.Faults[1].Error(); !strings.HasPrefix(got, fmt.Sprintf("runs/x.json:1:%d: ", at+1)) || e.Faults[1].At.File != "" {
		t.Errorf("in a file: %s", got)
	}
	if !errors.Is(placed, record.RecordShape) || len(diag.Of(placed)) != 2 {
		t.Errorf("InFile gives %v", placed)
	}
}

// Every byte of a record of each kind is changed; of one also in other ways, put
// twice, and taken out.
func TestOneByteChangedIsFound(t *testing.T) {
	records := ended(t)
	for _, name := range []string{"completed", "refused at a gate", "failed", "judged"} {
		b := canonical(t, records[name])
		check := func(i int, changed []byte) {
			if r, err := record.Decode(changed); err == nil || r != nil {
				t.Errorf("%s: byte %d: %s is a record", name, i, changed)
			}
		}
		for i := range b {
			for _, bit := range []byte{1, 0x20, 0x80} {
				if bit == 1 || name == "failed" {
					changed := bytes.Clone(b)
					changed[i] ^= bit
					check(i, changed)
				}
			}
			if name == "failed" {
				check(i, append(append(bytes.Clone(b[:i]), b[i]), b[i:]...))
				check(i, append(bytes.Clone(b[:i]), b[i+1:]...))
			}
		}
		check(len(b), append(bytes.Clone(b), '\n'))
	}
}

// A record that another reader has read and written again is not the record.
func TestRewrittenIsFound(t *testing.T) {
	text := canonical(t, completed(t))
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got, faults := refused(t, string(indented))
	if got != "record_not_canonical" || faults[0].At.Span.Start.Offset != 1 {
		t.Errorf("got %s", got)
	}
}

// A file on the disk does not stand in for a snapshot that is missing.
func TestNothingFallsBackToFiles(t *testing.T) {
	r := completed(t)
	r.Run.Document = "decode_test.go"
	if _, err := r.Canonical(); !errors.Is(err, record.RecordSnapshotMissing) {
		t.Errorf("Canonical: %v", err)
	}
	if f, err := completed(t).FS().Open("decode_test.go"); err == nil {
		t.Errorf("FS opens %v", f)
	}
}

// The input is an edit of one of the records: cut bytes from at on are replaced.
func FuzzDecode(f *testing.F) {
	var texts []string
	records := ended(f)
	for _, name := range slices.Sorted(maps.Keys(records)) {
		texts = append(texts, string(canonical(f, records[name])))
	}
	f.Add(byte(0), uint16(0), uint16(0), "")
	f.Add(byte(1), uint16(0), uint16(math.MaxUint16), `{"format":"spine.record/1"}`)
	for i, text := range texts {
		for _, c := range []struct{ old, new string }{
			{`"facts":{`, `"facts":{"a":{"@context":{"@b":{"@number":"1E+400"}}}`}, {`"default":false`, `"default":true`}, {`"humans":{`, `"humans":[`},
			{`"rules":[`, `"rules":[{"annotation":"a","id":"b","rule":1},`}, {`"at":{`, `"at":{"column":1`}, {`"hours":20`, `"hours":{"@range":"[1..2]"}`},
		} {
			if at := strings.Index(text, c.old); at >= 0 {
				f.Add(byte(i), uint16(at), uint16(len(c.old)), c.new)
			}
		}
	}
	f.Fuzz(func(t *testing.T, base byte, at, cut uint16, insert string) {
		text := texts[int(base)%len(texts)]
		from := min(int(at), len(text))
		text = text[:from] + insert + text[min(from+int(cut), len(text)):]
		// As a change of bytes is nearly always found by the digest, what is behind
		// it is reached with the digest made to fit.
		for _, text := range []string{text, reseal(text)} {
			r, err := record.Decode([]byte(text))
			var e *record.IntegrityError
			switch {
			case err == nil:
				if again, err := r.Canonical(); err != nil || string(again) != text {
					t.Errorf("%s\nis written again as\n%s, %v", text, again, err)
				}
				if d, err := record.Diff(r, r); len(d) > 0 || err != nil {
					t.Errorf("it differs from itself: %v, %v", d, err)
				}
			case !errors.As(err, &e) || len(e.Faults) == 0 || r != nil:
				t.Errorf("Decode gives %v, %v", r, err)
			default:
				for _, fault := range e.Faults {
					if s := fault.At.Span; fault.Message == "" || cmp.Or(s.Start.Line, 0) < 1 || s.Start.Offset > len(text) {
						t.Errorf("fault %+v", fault)
					}
				}
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	text := canonical(b, large(b))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := record.Decode(text); err != nil {
			b.Fatal(err)
		}
	}
}
