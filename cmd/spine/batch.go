package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/ordered"
	"github.com/decision-spine/spine/record"
)

// rowJSON is what decide --batch writes for a row. Without a value it was not
// decided.
type rowJSON struct {
	Line        int             `json:"line"`
	Value       json.RawMessage `json:"value,omitzero"`
	Rules       []ruleJSON      `json:"rules,omitzero"` // of a table
	Default     bool            `json:"default,omitzero"`
	Diagnostics diag.List       `json:"diagnostics,omitzero"`
}

// decideBatch decides row after row. It holds no more of them than it works on.
func (a *app) decideBatch(ctx context.Context, q *question) error {
	one, done, err := a.oneOf(q)
	if err != nil {
		return err
	}
	defer done()
	in, fault := a.openBatch(q.batch)
	if fault != nil {
		return refuse(fault)
	}
	defer in.Close()
	rows := rows{name: q.batch, in: &waiting{in: in, interrupt: a.interrupt}}
	out := &delayed{w: bufio.NewWriterSize(a.out, 1<<16)}
	shown := progress{w: a.err, on: isTerminal(a.err)}
	var total, failed int
	for r := range ordered.Map(ctx, runtime.GOMAXPROCS(0), rows.all, func(ctx context.Context, r row) decidedRow {
		return q.decideRow(ctx, r, one)
	}) {
		if ctx.Err() != nil {
			break
		}
		total++
		if _, err := out.Write(r.line); err != nil {
			return err
		}
		if len(r.faults) > 0 {
			failed++
			if err := out.Flush(); err != nil { // so that both streams tell the same story
				return err
			}
			shown.clear()
			for _, f := range r.faults {
				a.tellRow(q.batch, r.at, f)
			}
			if q.stop {
				break
			}
		}
		shown.show(total)
	}
	shown.clear()
	if err := out.Flush(); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return refuse(&diag.Error{Code: notDone, Message: fmt.Sprintf("interrupted after %s", count(total, "row")), Err: errInterrupted})
	case rows.fault != nil:
		return refuse(rows.fault)
	case failed > 0:
		writeText(a.err, "%s: %d not decided\n", count(total, "row"), failed)
		return ended(exitUndecided)
	}
	return nil
}

// oneOf loads what is asked, and gives what answers for one input.
func (a *app) oneOf(q *question) (one func(context.Context, feel.Input) (*answer, error), done func(), err error) {
	files := texts{}
	if !q.model {
		t, err := q.table(files)
		if err != nil {
			return nil, nil, &shown{err, diag.Of(err), files}
		}
		q.typeColumns(t.Table())
		return func(ctx context.Context, in feel.Input) (*answer, error) {
			d, err := t.Decide(ctx, in)
			if err != nil {
				return nil, &spine.DecideError{Faults: diag.Of(err).Revise(func(f *diag.Error) { f.At.File = t.name(f.At.File) })}
			}
			return &answer{Value: t.Value(d), rules: d.Rules, byDefault: d.Default}, nil
		}, t.close, nil
	}
	loaded := answer{files: files}
	m, target, err := q.loadModel(&loaded)
	if err != nil {
		return nil, nil, &shown{err, diag.Of(err), files}
	}
	if len(loaded.diagnostics) > 0 {
		report(a.err, &shown{loaded.diagnostics[0], loaded.diagnostics, files})
	}
	q.typeInputs(m.Inputs(target))
	p, err := m.Prepare(target)
	if err != nil {
		return nil, nil, refuse(diag.Of(err)...)
	}
	return func(ctx context.Context, in feel.Input) (*answer, error) {
		results, err := p.Evaluate(ctx, in, nil)
		if err != nil {
			return nil, &spine.DecideError{Faults: diag.Of(err)}
		}
		return &answer{Value: results[0].Value, diagnostics: warnings(results[0].Nulls)}, nil
	}, func() {}, nil
}

// decidedRow is what a row came to.
type decidedRow struct {
	at     int
	line   []byte // of JSON
	faults diag.List
}

// decideRow decides a row. It is called by several goroutines at once.
func (q *question) decideRow(ctx context.Context, r row, one func(context.Context, feel.Input) (*answer, error)) decidedRow {
	line := rowJSON{Line: r.line}
	vars, err := r.vars(q)
	if err == nil {
		in := q.in
		in.Vars = vars
		var a *answer
		if a, err = one(ctx, in); err == nil {
			line.Default = a.byDefault
			if len(a.diagnostics) > 0 {
				line.Diagnostics = a.diagnostics
			}
			for _, rule := range a.rules {
				line.Rules = append(line.Rules, ruleJSON(rule))
			}
			line.Value, err = record.AppendJSON(nil, a.Value)
		}
	}
	out := decidedRow{at: r.line}
	if err != nil {
		out.faults = diag.Of(err).Revise(func(f *diag.Error) {
			if f.At.File == "" { // it is one of the row
				f.At.File, f.At.Span.Start.Line, f.At.Span.End.Line = q.batch, r.line, r.line
				f.At.Span.Start.Column = max(f.At.Span.Start.Column, 1)
			}
		})
		line = rowJSON{Line: r.line, Diagnostics: out.faults}
	}
	var b bytes.Buffer
	_ = writeJSON(&b, line) // a Buffer takes everything
	out.line = b.Bytes()
	return out
}

// tellRow tells why a row was not decided.
func (a *app) tellRow(batch string, line int, f *diag.Error) {
	at := ""
	if f.At.File != batch {
		at = fmt.Sprintf("%s:%d: ", batch, line)
	}
	writeText(a.err, "%s%s\n", at, f.Error())
	if f.Hint != "" {
		writeText(a.err, "  hint: %s\n", f.Hint)
	}
}

// openBatch opens the file of a batch, or the standard input.
func (a *app) openBatch(name string) (io.ReadCloser, *diag.Error) {
	if name == standardInput {
		return io.NopCloser(a.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, errUnreadable(name, err)
	}
	return f, nil
}

// delayed writes much at once, but nothing later than some time after it came: rows
// may come slowly.
type delayed struct {
	mu    sync.Mutex
	w     *bufio.Writer
	timer *time.Timer
}

// Write implements [io.Writer].
func (d *delayed) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer == nil {
		d.timer = time.AfterFunc(pace, func() { _ = d.Flush() }) // the next Write has its error
	}
	return d.w.Write(p)
}

// Flush writes what is left.
func (d *delayed) Flush() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	return d.w.Flush()
}

// progress tells on a terminal how many rows were decided.
type progress struct {
	w    io.Writer
	on   bool
	last time.Time
	any  bool
}

// pace is how often the progress is told, and what was written is sent on its way.
const pace = 200 * time.Millisecond

func (p *progress) show(rows int) {
	if !p.on || rows%64 != 0 || time.Since(p.last) < pace {
		return
	}
	p.last, p.any = time.Now(), true
	writeText(p.w, "\r%d rows", rows)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.any {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.any = false
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
