package dmn

import (
	"context"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Decision is what a table decides.
type Decision struct {
	// Outputs is a context by output name; under a policy that gives lists, each
	// entry is the list of that output of the matched rules.
	Outputs feel.Value
	Rules   []Match   // what matched, in table order; on a conflict too; read-only
	Default bool      // nothing matched, and the default was used
	Nulls   diag.List // lenient only
}

// Match is a rule that matched.
type Match struct {
	Rule       int    // from 1
	ID         string // the rule's own, or its position
	Annotation string
}

// scan is the state of one decision.
type scan struct {
	p       *Program
	eval    evaluator
	frame   *feel.Frame // of a table of its own; nil of a boxed one
	parts   feel.Parts  // of a boxed one
	inputs  []feel.Value
	read    bool           // inputs are set
	classes []int32        // of the inputs, by column of the index
	hits    []int          // rules that matched, from 0, in table order
	room    [][]feel.Value // of results
}

// evaluator evaluates the expressions of a table, by their numbers.
type evaluator interface {
	Eval(i int, test feel.Value) feel.Value
	Test(i int, v feel.Value) bool
	Err() error
}

// Decide evaluates the table against in (DMN 1.6, clause 8.3.3), in the order of
// formats.md 1.1: all input expressions first, read or not; then the rules top
// down, the cells of each in the order of the inputs up to the first that is not
// true. Under FIRST the reading ends with the first rule that matches. Cells whose
// answer is known without reading them are passed over, where that changes neither
// the result nor an error.
//
// An error is an [*diag.Error]: a FEEL error with its cell, [NullInput],
// [OutsideValues], [NoRuleMatched], [UniqueViolated], [AnyViolated],
// [PriorityTie] or [NotExecuted]. After a conflict the Decision tells which rules
// matched.
func (p *Program) Decide(ctx context.Context, in feel.Input) (d Decision, err error) {
	if q := p.quick; q != nil && !q.framed && q.decide(nil, &in.Vars, &d) {
		return d, nil
	}
	s := p.begin(ctx, &in)
	if err = s.decide(&d); err == nil {
		d.Nulls = s.frame.Nulls()
	}
	s.end() // not after a panic of the host's own
	return d, err
}

func (p *Program) begin(ctx context.Context, in *feel.Input) *scan {
	s, _ := p.pool.Get().(*scan)
	if s == nil {
		f := p.unit.NewFrame()
		s = &scan{p: p, eval: f, frame: f, inputs: make([]feel.Value, len(p.cols))}
	}
	s.frame.Start(ctx, in)
	return s
}

// beginBoxed begins a decision of a boxed table.
func (p *Program) beginBoxed(parts feel.Parts) *scan {
	s, _ := p.pool.Get().(*scan)
	if s == nil {
		s = &scan{p: p, inputs: make([]feel.Value, len(p.cols))}
		s.eval = &s.parts
	}
	s.parts = parts
	return s
}

func (s *scan) end() {
	if s.frame != nil {
		s.frame.Stop()
	}
	s.parts = feel.Parts{}
	if s.read {
		clear(s.inputs)
		s.read = false
	}
	s.hits = s.hits[:0]
	if len(s.room) > 0 {
		clear(s.room)
	}
	s.p.pool.Put(s)
}

func (s *scan) decide(d *Decision) error {
	if s.p.t.effective {
		return errEffective(s.p.t)
	}
	if err := s.readInputs(); err != nil {
		return err
	}
	if q := s.p.quick; q != nil && q.decide(s.inputs, nil, d) {
		return nil
	}
	if err := s.readRules(); err != nil {
		return err
	}
	return s.conclude(d)
}

// conclude makes the decision, when it is known which rules match.
func (s *scan) conclude(d *Decision) error {
	if len(s.hits) == 1 && s.p.t.Aggregation == "" { // no policy has more to say
		if row := &s.p.rows[s.hits[0]]; row.result.exprs == nil {
			d.Outputs, d.Rules = row.result.outputs, s.matched()
			return nil
		}
	}
	var err error
	*d, err = s.combine()
	return err
}

// readInputs evaluates every input expression, in order.
func (s *scan) readInputs() error {
	s.read = true
	for i := range s.p.cols {
		col := &s.p.cols[i]
		var v feel.Value
		if col.ref >= 0 {
			v = s.frame.Read(col.ref) // null after an error
		} else {
			v = s.eval.Eval(i, feel.Null)
			if err := s.eval.Err(); err != nil {
				return err
			}
		}
		if v.Kind() != col.kind || v.IsNull() {
			var err error
			if v, err = s.input(col, v); err != nil {
				return err
			}
		}
		s.inputs[i] = v
	}
	return nil
}

// input brings the value of a column's expression to the column's type.
func (s *scan) input(col *column, v feel.Value) (feel.Value, error) {
	if v.IsNull() {
		if err := s.eval.Err(); err != nil {
			return feel.Null, err
		}
		if !col.nullable {
			return feel.Null, errNullInput(col.in)
		}
		return v, nil
	}
	v, ok := col.in.Type.Coerce(v)
	if !ok {
		return feel.Null, errColumnValue(col.in, v)
	}
	if col.in.Values != nil && !contains(col.in.Values, v) {
		return feel.Null, errOutsideValues(col.in.Expression.At, v, col.in.Values)
	}
	return v, nil
}

// readRules finds the rules that match: by the index of the table, or else by the
// plain reading.
func (s *scan) readRules() error {
	if x := s.p.index; x != nil {
		if known, err := s.find(x); known {
			return err
		}
	}
	for r := range s.p.rows {
		matched, err := s.matches(s.p.rows[r].cells)
		if err != nil {
			return err
		}
		if !matched {
			continue
		}
		s.hits = append(s.hits, r)
		if s.p.t.HitPolicy == First {
			return nil
		}
	}
	return nil
}

// matches reports whether cells of a rule hold, up to the first that does not.
func (s *scan) matches(cells []cell) (bool, error) {
	if frame := s.frame; frame != nil { // without the way through the interface
		for i := range cells {
			if c := &cells[i]; !frame.Test(c.expr, s.inputs[c.col]) {
				return false, frame.Err()
			}
		}
		return true, nil
	}
	for i := range cells {
		c := &cells[i]
		if !s.eval.Test(c.expr, s.inputs[c.col]) {
			return false, s.eval.Err()
		}
	}
	return true, nil
}

// outputs gives the outputs of a result, in the order of the output clauses.
func (s *scan) outputs(r *result) ([]feel.Value, error) {
	if r.exprs == nil {
		return r.values, nil
	}
	out := make([]feel.Value, len(r.values))
	for i, expr := range r.exprs {
		out[i] = r.values[i]
		if expr < 0 {
			continue
		}
		v := s.eval.Eval(expr, feel.Null)
		if err := s.eval.Err(); err != nil {
			return nil, err
		}
		if s.p.t.boxed != nil {
			out[i] = v
			continue
		}
		o, at := &s.p.t.Outputs[i], (*r.file)[i].Source.At
		v, ok := o.Type.Result(v)
		if !ok {
			return nil, errOutputType(at, o, v.Kind())
		}
		if o.Values != nil && !contains(o.Values, v) {
			return nil, errOutsideValues(at, v, o.Values)
		}
		out[i] = v
	}
	return out, nil
}

// single gives the outputs of one rule, or of the default, by name.
func (s *scan) single(r *result) (feel.Value, error) {
	if r.exprs == nil {
		return r.outputs, nil
	}
	values, err := s.outputs(r)
	if err != nil {
		return feel.Null, err
	}
	if s.p.t.Lists() {
		for i, v := range values {
			values[i] = feel.List(v)
		}
	}
	return s.p.keys.Context(values), nil
}

// Value gives what the standard says is the table's value (DMN 1.6, clause
// 8.3.3): the bare output of a table with one, else the context; under a policy
// that gives lists, a list of these.
func (p *Program) Value(d Decision) feel.Value {
	if len(p.t.Outputs) == 1 {
		v, _ := d.Outputs.Get(p.t.Outputs[0].Name)
		return v
	}
	if !p.t.Lists() {
		return d.Outputs
	}
	var columns [][]feel.Value
	for i := range p.t.Outputs {
		v, _ := d.Outputs.Get(p.t.Outputs[i].Name)
		columns = append(columns, v.Items())
	}
	rows := make([]feel.Value, len(columns[0]))
	for r := range rows {
		entries := make([]feel.Entry, len(columns))
		for i, c := range columns {
			entries[i] = feel.Entry{Key: p.t.Outputs[i].Name, Value: c[r]}
		}
		rows[r] = feel.Context(entries...)
	}
	return feel.List(rows...)
}
