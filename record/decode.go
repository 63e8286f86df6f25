package record

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// MaxBytes is the size of a record.
const MaxBytes = 64 << 20

// The other limits of a record.
const (
	maxValues = 1_000_000
	maxDepth  = 10_000 // that of strictjson and canon
)

var recordLimits = strictjson.Limits{Bytes: MaxBytes, Depth: maxDepth, Values: maxValues, String: MaxBytes, Number: MaxBytes}

// Decode reads the bytes of a record. They must be exactly what
// [Record.Canonical] writes for the Record that is returned. Anything else is an
// [*IntegrityError] with every fault that was found, and no Record: text that is
// not JSON ([RecordJSON], [RecordDuplicate]) or of another version
// ([RecordFormat]), for which it stops; bytes that are not canonical
// ([RecordNotCanonical]), a digest that does not fit ([RecordIntegrity],
// [RecordSnapshot]), a file that is missing ([RecordSnapshotMissing]), members
// and values that a record does not have ([RecordMember], [RecordShape],
// [RecordStatus], [ValueEncoding]).
func Decode(b []byte) (*Record, error) {
	root, err := strictjson.Parse(b, recordLimits)
	if err != nil {
		return nil, notJSON(b, err)
	}
	d := decoder{b: b, root: root}
	if format, _ := root.Get("format"); format.Kind() != strictjson.String || format.Text() != Format {
		d.fault(errRecordFormat(at(format), said(b, format)))
		return nil, d.refuse()
	}
	d.canonical()
	trust := len(d.faults)
	r := d.record()
	if len(d.faults) == trust {
		d.check(r)
	}
	if len(d.faults) == 0 {
		d.identity(r)
	}
	if len(d.faults) > 0 {
		return nil, d.refuse()
	}
	return r, nil
}

// said quotes what stands in the place of the format.
func said(b []byte, v strictjson.Value) string {
	if v.End() == 0 {
		return "missing"
	}
	return strictjson.Excerpt(string(b[v.Offset():v.End()]))
}

func notJSON(b []byte, err error) error {
	var e *strictjson.Error
	if !errors.As(err, &e) {
		return err
	}
	at := diag.Locator{Path: e.Path, Span: source.New("", string(b)).Span(e.Offset, e.Offset)}
	if e.Kind == strictjson.Duplicate {
		return &IntegrityError{diag.List{errRecordDuplicate(at, e.Message)}}
	}
	return &IntegrityError{diag.List{errRecordJSON(at, e.Message)}}
}

type decoder struct {
	reader
	b    []byte
	root strictjson.Value
}

func (d *decoder) refuse() error {
	d.locate(d.root, source.New("", string(d.b)))
	return &IntegrityError{d.faults}
}

// canonical checks that the bytes are canonical and, if so, have their digest.
func (d *decoder) canonical() {
	if err := canon.Check(d.b); err != nil {
		d.fault(notCanonical(err))
		return
	}
	members := d.root.Members()
	i := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Name == "integrity" })
	if i < 1 { // "format" stands before it
		return
	}
	digest := members[i].Value
	rest := slices.Concat(d.b[:members[i-1].Value.End()], d.b[digest.End():])
	if is := Digest(rest); digest.Kind() == strictjson.String && digest.Text() != is {
		d.fault(errRecordIntegrity(at(digest), digest.Text(), is))
	}
}

func notCanonical(err error) *diag.Error {
	var e *canon.Error
	if !errors.As(err, &e) {
		return errRecordNotCanonical(diag.Locator{}, err.Error())
	}
	return errRecordNotCanonical(offsets(e.Offset, e.Offset+1), e.Message)
}

// check adds what [Record.check] finds. What its path does not lead to is placed
// at what should hold it.
func (d *decoder) check(r *Record) {
	for _, f := range r.check() {
		path := f.At.Path
		v, ok := strictjson.Lookup(d.root, path)
		for !ok {
			path = path[:strings.LastIndexByte(path, '/')]
			v, ok = strictjson.Lookup(d.root, path)
		}
		f.At = at(v)
		d.fault(f)
	}
}

// identity checks that r is written as the bytes it was read from, which is what
// the package promises whatever the reader overlooks.
func (d *decoder) identity(r *Record) {
	again, err := r.Canonical()
	if err != nil {
		d.faults = diag.Of(err)
		return
	}
	if bytes.Equal(again, d.b) {
		return
	}
	i := 0
	for i < len(again) && i < len(d.b) && again[i] == d.b[i] {
		i++
	}
	d.fault(errRecordNotCanonical(offsets(i, i+1), "written again, the record differs from here on"))
}

func (d *decoder) record() *Record {
	o := d.object(d.root, true)
	r := &Record{}
	o.need("format")
	d.text(o.need("integrity"))
	r.Status = Status(d.text(o.need("status")))
	r.Resumes = d.some(o.may("resumes"))
	r.Run = d.run(o.need("run"))
	r.Result = d.result(o.need("result"))
	r.Advisory = d.advisory(o.need("advisory"))
	r.Snapshots = mapOf(&d.reader, d.snapshot)(o.need("snapshots"))
	o.end()
	return r
}

func (d *decoder) run(v strictjson.Value, ok bool) Run {
	o := d.object(v, ok)
	defer o.end()
	return Run{
		ID:       d.text(o.need("id")),
		Document: d.text(o.need("document")),
		Started:  d.time(o.need("started")),
		Finished: d.time(o.need("finished")),
		Clock:    d.time(o.need("clock")),
		Engine:   d.text(o.need("engine")),
	}
}

func (d *decoder) advisory(v strictjson.Value, ok bool) json.RawMessage {
	if !d.is(v, ok, strictjson.Object) || len(v.Members()) == 0 {
		return nil
	}
	return d.json(v, true)
}

func (d *decoder) result(v strictjson.Value, ok bool) Result {
	o := d.object(v, ok)
	defer o.end()
	r := Result{Facts: mapOf(&d.reader, d.json)(o.need("facts"))}
	if judgment, ok := o.may("judgment"); ok {
		r.Judgment = &Judgment{Composite: d.json(judgment, true), Nodes: d.json(o.need("nodes"))}
		return r
	}
	r.Edges = mapOf(&d.reader, d.edge)(o.need("edges"))
	r.Decisions = mapOf(&d.reader, d.decision)(o.need("decisions"))
	r.Humans = mapOf(&d.reader, d.human)(o.need("humans"))
	r.Determination = mapOf(&d.reader, d.value)(o.may("determination"))
	if refusal, ok := o.may("refusal"); ok {
		r.Refusal = d.refusal(refusal)
	}
	return r
}

func (d *decoder) edge(v strictjson.Value, ok bool) Edge {
	o := d.object(v, ok)
	defer o.end()
	e := Edge{Schema: d.text(o.need("schema"))}
	if refused, ok := o.may("refused"); ok {
		in := d.object(refused, true)
		e.Refused = d.content(in)
		in.end()
		return e
	}
	e.Object = d.json(o.need("object"))
	return e
}

func (d *decoder) decision(v strictjson.Value, ok bool) Decision {
	o := d.object(v, ok)
	defer o.end()
	return Decision{
		Table:   d.table(o.need("table")),
		Source:  d.some(o.may("source")),
		Inputs:  mapOf(&d.reader, d.value)(o.need("inputs")),
		Rules:   listOf(&d.reader, d.rule)(o.need("rules")),
		Default: d.bool(o.need("default")),
		Outputs: d.value(o.need("outputs")),
	}
}

func (d *decoder) table(v strictjson.Value, ok bool) Table {
	o := d.object(v, ok)
	defer o.end()
	return Table{ID: d.text(o.need("id")), Version: d.text(o.need("version")), SHA256: d.text(o.need("sha256"))}
}

func (d *decoder) rule(v strictjson.Value, ok bool) Rule {
	o := d.object(v, ok)
	defer o.end()
	return Rule{Rule: d.count(o.need("rule")), ID: d.text(o.need("id")), Annotation: d.text(o.need("annotation"))}
}

func (d *decoder) human(v strictjson.Value, ok bool) Human {
	o := d.object(v, ok)
	defer o.end()
	h := Human{
		Recommendation: d.value(o.need("recommendation")),
		Options:        listOf(&d.reader, d.value)(o.need("options")),
		Role:           d.text(o.need("role")),
	}
	if choice, ok := o.may("choice"); ok {
		h.Choice = &Choice{
			Value:    d.value(choice, true),
			Override: d.bool(o.need("override")),
			By:       d.text(o.need("by")),
			Reason:   d.some(o.may("reason")),
		}
	}
	return h
}

func (d *decoder) refusal(v strictjson.Value) *Refusal {
	o := d.object(v, true)
	defer o.end()
	return &Refusal{
		Kind:   RefusalKind(d.text(o.need("kind"))),
		Node:   d.some(o.may("node")),
		Faults: listOf(&d.reader, d.refused)(o.need("faults")),
	}
}

func (d *decoder) refused(v strictjson.Value, ok bool) Fault {
	o := d.object(v, ok)
	defer o.end()
	return Fault{Code: diag.Code(d.text(o.need("code"))), At: d.locator(o.need("at"))}
}

func (d *decoder) locator(v strictjson.Value, ok bool) (l diag.Locator) {
	o := d.object(v, ok)
	defer o.end()
	for _, m := range locatorTexts(&l) {
		*m.to = d.some(o.may(m.name))
	}
	for _, m := range locatorCounts(&l) {
		*m.to = d.count(o.may(m.name))
	}
	return l
}

func (d *decoder) snapshot(v strictjson.Value, ok bool) Snapshot {
	o := d.object(v, ok)
	defer o.end()
	return Snapshot{Media: d.text(o.need("media")), SHA256: d.text(o.need("sha256")), Content: d.content(o)}
}

// content reads the member of o that holds bytes.
func (d *decoder) content(o *object) []byte {
	encoded, ok := o.may("base64")
	if !ok {
		return []byte(d.text(o.need("text")))
	}
	b, err := base64.StdEncoding.Strict().DecodeString(d.text(encoded, true))
	switch {
	case encoded.Kind() != strictjson.String: // reported
	case err != nil || base64.StdEncoding.EncodeToString(b) != encoded.Text():
		d.fault(errRecordShape(at(encoded), "this is no base64 (RFC 4648, section 4)"))
	case utf8.Valid(b):
		d.fault(errRecordShape(at(encoded), "the bytes are text, which stands in a member \"text\""))
	}
	return b
}
