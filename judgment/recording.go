package judgment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/record"
)

// Where the record of a run keeps what the run read. What a graph pins stands in
// the folder of the catalogue under the names that it has there, and what it
// consumes in the folder of the records.
const (
	recordedGraph     = "graph.json"
	recordedInputs    = "inputs.json"  // the caller's, byte for byte; not there if there were none
	recordedOptions   = "options.json" // see [recordOptions]
	recordedCatalogue = "catalogue"
	recordedRecords   = "records"

	optionsFormat = "spine.graph-options/1"
	mediaJSON     = "application/json"
	mediaYAML     = "application/yaml"
	mediaCSV      = "text/csv"
)

// Record makes the record of a run: the plan was run on in, and gave c. What a
// replay needs is among its snapshots: the graph, all that it pins, the records it
// consumed, the inputs byte for byte, and in options.json the extensions and the
// work limit. The result is what the inputs were by node, the composite, and of each
// node its kind, its subject, which is what decided, its disposition, and its basis:
// how old the oldest thing is that the verdict stands on.
//
// Of run, Document is set here, and Clock is that of in, which must have one. The
// error says what keeps the run from being recorded: there is no clock, c is of
// another graph, or a consumed record is no longer offered.
func (p *Plan) Record(in GraphInputs, c *Composite, run record.Run) (*record.Record, error) {
	switch {
	case c.Graph != p.graph.pin:
		return nil, fmt.Errorf("the composite is one of %s %s, not of this graph", c.Graph.ID, c.Graph.Digest)
	case in.Now.IsZero():
		return nil, errors.New("a run is recorded with its clock, and this one had none")
	case !run.Clock.IsZero() && !run.Clock.Equal(in.Now):
		return nil, errors.New("the run was made with another clock than is to be recorded")
	}
	run.Document, run.Clock = recordedGraph, in.Now.UTC().Round(0)
	rec := &record.Record{Run: run, Status: record.Completed}
	if err := p.addSnapshots(rec, in); err != nil {
		return nil, err
	}
	caller, found := p.graph.readInputs(in)
	if err := refuse(&p.graph.pin, found); err != nil {
		return nil, err
	}
	rec.Result = record.Result{
		Facts:    caller.byNode(),
		Judgment: &record.Judgment{Composite: c.Canonical(), Nodes: p.keep(c, run.Clock, run.Started.Round(0))},
	}
	return rec, nil
}

// recordOptions are the options of a recorded run that stand nowhere else in its
// record.
type recordOptions struct {
	Format     string   `json:"format"`
	Extensions []string `json:"extensions"`          // sorted, each once
	WorkLimit  int      `json:"workLimit,omitempty"` // none: the default
}

func (p *Plan) addSnapshots(rec *record.Record, in GraphInputs) error {
	options := recordOptions{Format: optionsFormat, Extensions: []string{}, WorkLimit: max(in.WorkLimit, 0)}
	options.Extensions = slices.Compact(slices.Sorted(slices.Values(append(options.Extensions, in.Extensions...))))
	text, err := json.Marshal(options)
	if err != nil {
		return err
	}
	var faults []error
	add := func(name, media string, content []byte) {
		faults = append(faults, rec.AddSnapshot(name, media, slices.Clone(content)))
	}
	add(recordedGraph, mediaJSON, p.graph.text)
	add(recordedOptions, mediaJSON, text)
	if in.HasDocument {
		add(recordedInputs, mediaJSON, in.Document)
	}
	pin := func(media string, e *entry) { add(path.Join(recordedCatalogue, e.name), media, e.bytes) }
	for _, id := range p.graph.ids {
		if pack := p.packs[id]; pack != nil {
			pin(mediaJSON, pack.entry)
		} else if t := p.tables[id]; t != nil {
			pin(mediaYAML, t.entry)
			for _, e := range t.files {
				pin(mediaCSV, e)
			}
			if t.schema != nil {
				pin(mediaJSON, t.schema)
			}
		} else {
			digest := p.graph.nodes[id].recorded.record
			name, b, ok := in.Records.read(digest)
			if !ok {
				return fmt.Errorf("the record %s, which the node %q consumed, is not offered any more", digest, id)
			}
			add(path.Join(recordedRecords, name), record.MediaType, b)
		}
	}
	return errors.Join(faults...)
}

// byNode gives what the caller wrote for each node.
func (c *callerInputs) byNode() map[string]json.RawMessage {
	if len(c.node) == 0 {
		return nil
	}
	out := map[string]json.RawMessage{}
	for _, m := range c.doc.root.Members() {
		out[m.Name] = c.text[m.Value.Offset():m.Value.End()]
	}
	return out
}

// Replay runs the graph of a record again, from the record's own files and with
// its clock: nothing outside rec is read. It gives the first differences between the
// recorded result and the one of now, which may be a refusal; none means that they
// are the same byte for byte. The error says why that cannot be told, be it that rec
// is of no graph, that it does not hold what the run needs, or that ctx is over.
func Replay(ctx context.Context, rec *record.Record) (differences []record.Difference, err error) {
	if rec.Result.Judgment == nil {
		return nil, errors.New("this is no record of a judgment graph")
	}
	p, in, err := recordedRun(rec)
	if err != nil {
		return nil, err
	}
	verdicts, found := p.graph.admit(in.Options)
	if found != nil {
		return nil, fmt.Errorf("a record that the run in the record consumed cannot be consumed: %w", refuse(&p.graph.pin, found))
	}
	c, err := p.run(ctx, in, verdicts)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return []record.Difference{{Path: "/result/judgment", Want: rec.Result.Judgment.Composite, Got: refusal.Canonical()}}, nil
	}
	again, err := p.Record(in, c, rec.Run)
	if err != nil {
		return nil, err
	}
	return record.Diff(rec, again)
}

// recordedRun gives the plan and the inputs of a record.
func recordedRun(rec *record.Record) (*Plan, GraphInputs, error) {
	var in GraphInputs
	fail := func(what string, err error) (*Plan, GraphInputs, error) {
		return nil, in, fmt.Errorf("%s in the record: %w", what, err)
	}
	files := rec.FS()
	g, err := LoadGraph(rec.Run.Document, rec.Snapshots[rec.Run.Document].Content)
	if err != nil {
		return fail("the graph", err)
	}
	pinned, err := fs.Sub(files, recordedCatalogue)
	if err != nil {
		return fail("the catalogue", err)
	}
	c, err := NewCatalogue(pinned)
	if err != nil {
		return fail("the catalogue", err)
	}
	p, err := g.Link(c)
	if err != nil {
		return fail("the graph", err)
	}
	if err := in.readRecorded(rec, files); err != nil {
		return fail("the options", err)
	}
	return p, in, nil
}

// readRecorded reads what [Plan.addSnapshots] wrote of the inputs.
func (in *GraphInputs) readRecorded(rec *record.Record, files fs.FS) error {
	options, _, wrong := read(recordedOptions, rec.Snapshots[recordedOptions].Content, strictjson.Limits{})
	if wrong != nil {
		return wrong
	}
	if format := textOf(options.root, "format"); format != optionsFormat {
		return fmt.Errorf("the format of %s is %q, and this version reads %q", recordedOptions, format, optionsFormat)
	}
	for _, x := range itemsOf(options.root, "extensions") {
		in.Extensions = append(in.Extensions, x.Text())
	}
	if limit, ok := options.root.Get("workLimit"); ok {
		n, err := strconv.Atoi(limit.Text())
		if err != nil || n < 1 {
			return fmt.Errorf("the work limit of %s is no number of units", recordedOptions)
		}
		in.WorkLimit = n
	}
	inputs, ok := rec.Snapshots[recordedInputs]
	in.Document, in.HasDocument, in.Now = inputs.Content, ok, rec.Run.Clock
	if info, err := fs.Stat(files, recordedRecords); err != nil || !info.IsDir() {
		return nil // no record was consumed
	}
	consumed, err := fs.Sub(files, recordedRecords)
	if err != nil {
		return err
	}
	in.Records, err = NewRecords(consumed)
	return err
}
