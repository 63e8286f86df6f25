package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Difference is one place where two results differ. A side that has nothing there
// is nil.
type Difference struct {
	Path string          `json:"path"` // JSON Pointer into the record
	Want json.RawMessage `json:"want,omitempty"`
	Got  json.RawMessage `json:"got,omitempty"`
}

// MaxDifferences is how many differences [Diff] gives at most.
const MaxDifferences = 20

// Diff compares what a replay compares: all of the result, and the status. It
// gives the first differences in the order of the paths in a record; none means
// that the canonical bytes of both are equal. The error is that of a result which
// cannot be written: see [Record.Canonical].
func Diff(want, got *Record) ([]Difference, error) {
	var d differ
	var err error
	if d.want, err = compared(want); err != nil {
		return nil, fmt.Errorf("the wanted result: %w", err)
	}
	if d.got, err = compared(got); err != nil {
		return nil, fmt.Errorf("the result: %w", err)
	}
	w, err := strictjson.Parse(d.want, recordLimits)
	if err != nil {
		return nil, fmt.Errorf("the wanted result: %w", err)
	}
	g, err := strictjson.Parse(d.got, recordLimits)
	if err != nil {
		return nil, fmt.Errorf("the result: %w", err)
	}
	d.diff("", &w, &g)
	return d.found, nil
}

// compared gives what is compared of r, as canonical JSON.
func compared(r *Record) ([]byte, error) {
	var w writer
	b := w.append(nil, canon.Object(canon.Member("result", w.result(&r.Result)), text("status", string(r.Status))))
	w.faults.Sort()
	return b, w.faults.Err()
}

type differ struct {
	want, got []byte
	found     []Difference
}

// diff compares what stands at path; nil for nothing.
func (d *differ) diff(path string, want, got *strictjson.Value) {
	switch {
	case len(d.found) == MaxDifferences:
	case want != nil && got != nil && want.Kind() == got.Kind() && want.Kind() == strictjson.Array:
		for i := range max(len(want.Items()), len(got.Items())) {
			d.diff(path+"/"+strconv.Itoa(i), item(want, i), item(got, i))
		}
	case want != nil && got != nil && want.Kind() == got.Kind() && want.Kind() == strictjson.Object:
		d.members(path, want, got)
	default:
		if w, g := written(d.want, want), written(d.got, got); !bytes.Equal(w, g) {
			d.found = append(d.found, Difference{Path: path, Want: w, Got: g})
		}
	}
}

// written gives the text of v; nil for nothing.
func written(in []byte, v *strictjson.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return json.RawMessage(in[v.Offset():v.End()])
}

func item(v *strictjson.Value, i int) *strictjson.Value {
	if i >= len(v.Items()) {
		return nil
	}
	return &v.Items()[i]
}

// members merges the members of both, which are in the same order.
func (d *differ) members(path string, want, got *strictjson.Value) {
	ws, gs := want.Members(), got.Members()
	for len(ws) > 0 || len(gs) > 0 {
		var w, g *strictjson.Member
		switch {
		case len(gs) == 0 || len(ws) > 0 && before(ws[0], gs[0], want, got):
			w, ws = &ws[0], ws[1:]
			d.diff(path+strictjson.Pointer(w.Name), &w.Value, nil)
		case len(ws) == 0 || before(gs[0], ws[0], got, want):
			g, gs = &gs[0], gs[1:]
			d.diff(path+strictjson.Pointer(g.Name), nil, &g.Value)
		default:
			w, g, ws, gs = &ws[0], &gs[0], ws[1:], gs[1:]
			d.diff(path+strictjson.Pointer(w.Name), &w.Value, &g.Value)
		}
	}
}

// before reports whether a, the next member of the object in, comes before b, that
// of the object other, which then does not have it.
func before(a, b strictjson.Member, in, other *strictjson.Value) bool {
	if _, both := other.Get(a.Name); both {
		return false
	}
	_, both := in.Get(b.Name)
	return both || a.Name < b.Name
}
