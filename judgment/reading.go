package judgment

import (
	"context"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// evaluate reads the table on facts, which are an object, so that nothing that is
// missing is taken for something: a column whose expression needs a name or a member
// that the facts do not have is unknown, and so is every cell of it that matters.
// A rule is true, false or unknown as all of its cells together are.
func (t *linkedTable) evaluate(ctx context.Context, facts []byte, opts Options) (*Evaluation, error) {
	vars, err := t.admit(facts)
	if err != nil {
		return nil, err
	}
	in := feel.Input{Vars: vars, Now: opts.Now, Limits: feel.Limits{Steps: int64(max(opts.WorkLimit, 0))}}
	r := &reading{Reading: t.program.Read(ctx, in), ctx: ctx, table: t.program.Table()}
	defer r.Stop()
	d, err := r.disposition(t.output)
	if err != nil {
		return nil, tableError(err)
	}
	return &Evaluation{Disposition: d, Trace: r.trace}, nil
}

// admit gives the facts as variables: by the gate, or else as plain JSON.
func (t *linkedTable) admit(facts []byte) (feel.Vars, error) {
	if _, fault := parse("facts", facts); fault != nil {
		return feel.Vars{}, refused(MalformedInput, Preflight, fault)
	}
	if t.gate != nil {
		admitted, err := t.gate.Admit(facts)
		if err != nil {
			return feel.Vars{}, &EvaluationError{MalformedInput, Preflight, err}
		}
		return feel.ContextVars(admitted.Value), nil
	}
	vars, err := feel.JSON(facts)
	if err != nil {
		return feel.Vars{}, &EvaluationError{MalformedInput, Preflight, err}
	}
	return vars, nil
}

// reading is one reading of a table.
type reading struct {
	*dmn.Reading
	ctx   context.Context
	table *dmn.Table
	known []bool // by input
	trace []TraceEntry

	matched, open []int // the rules that are true, and unknown, from 0, in order
}

// disposition reads the table, of which an output is the outcome.
func (r *reading) disposition(output int) (Disposition, error) {
	if err := r.columns(); err != nil {
		return Disposition{}, err
	}
	if err := r.rules(); err != nil {
		return Disposition{}, err
	}
	outputs, reasons, err := r.combine()
	switch {
	case err != nil:
		return Disposition{}, err
	case reasons != nil:
		return Disposition{Kind: Unresolved, Reasons: set(reasons)}, nil
	}
	return Disposition{Kind: Outcome, OutcomeID: outcomeID(outputs[output])}, nil
}

// columns evaluates the input expressions.
func (r *reading) columns() error {
	for i, in := range r.table.Inputs {
		_, err := r.Column(i)
		if err != nil && !needsMore(err) {
			return err
		}
		r.known = append(r.known, err == nil)
		state := stateKnown
		if err != nil {
			state = stateUnknown
		}
		r.trace = append(r.trace, TraceEntry{Stage: stageTableColumn, ID: in.Name, State: state})
	}
	return nil
}

// needsMore reports whether an expression needs a name or a member that is not
// there.
func needsMore(err error) bool {
	faults := diag.Of(err)
	return len(faults) == 1 && (faults[0].Code == feel.UnknownName || faults[0].Code == feel.MissingMember)
}

// rules reads the rules top down; under FIRST, up to the first that is not false.
func (r *reading) rules() error {
	decided := false
	for i := range r.table.Rules {
		step := TraceEntry{Stage: stageTableRule, ID: r.table.Rules[i].ID}
		if decided {
			step.Condition, step.Skipped = notEvaluated, true
			r.trace = append(r.trace, step)
			continue
		}
		if err := r.ctx.Err(); err != nil {
			return errCancelled(err)
		}
		is, err := r.rule(i)
		if err != nil {
			return err
		}
		switch is {
		case isTrue:
			r.matched = append(r.matched, i)
		case isUnknown:
			r.open = append(r.open, i)
		}
		step.Condition = is.String()
		r.trace = append(r.trace, step)
		decided = r.table.HitPolicy == dmn.First && is != isFalse
	}
	return nil
}

// rule reads the cells of a rule up to the first that does not hold.
func (r *reading) rule(i int) (truth, error) {
	is := isTrue
	for col, cell := range r.table.Rules[i].When {
		switch {
		case cell == nil:
		case !r.known[col]:
			is = isUnknown
		default:
			holds, err := r.Cell(i, col)
			if err != nil {
				return isUnknown, err
			}
			if !holds {
				return isFalse, nil
			}
		}
	}
	return is, nil
}

// combine gives the outputs that the table comes to, or the reasons why it comes
// to none.
func (r *reading) combine() (outputs []feel.Value, reasons []Reason, err error) {
	if len(r.matched) == 0 {
		switch {
		case len(r.open) > 0:
			return nil, []Reason{ReasonUnknown}, nil
		case r.table.Default == nil:
			return nil, []Reason{ReasonNoMatch}, nil
		}
		outputs, err = r.Outputs(-1)
		return outputs, nil, err
	}
	if r.table.HitPolicy == dmn.Unique && len(r.matched) > 1 {
		return nil, r.conflict(), nil
	}
	matched := make([][]feel.Value, len(r.matched))
	for i, rule := range r.matched {
		if matched[i], err = r.Outputs(rule); err != nil {
			return nil, nil, err
		}
	}
	outputs = matched[0]
	var doubtful bool // a rule that is unknown would change the answer
	switch r.table.HitPolicy {
	case dmn.Unique:
		doubtful = len(r.open) > 0
	case dmn.Any:
		differs := func(other []feel.Value) bool { return !dmn.SameOutputs(outputs, other) }
		if slices.ContainsFunc(matched, differs) {
			return nil, r.conflict(), nil
		}
		doubtful, err = r.openRule(differs)
	case dmn.Priority: // rules of one rank agree in the outcome, since it lists its values
		byRank := func(a, b []feel.Value) int { return slices.Compare(r.table.Priority(a), r.table.Priority(b)) }
		outputs = slices.MinFunc(matched, byRank)
		doubtful, err = r.openRule(func(other []feel.Value) bool { return byRank(other, outputs) < 0 })
	}
	if doubtful {
		reasons = []Reason{ReasonUnknown}
	}
	return outputs, reasons, err
}

// openRule reports whether a rule that is unknown has outputs of a kind, or
// outputs that cannot be told, since they too may need what is missing.
func (r *reading) openRule(has func(outputs []feel.Value) bool) (bool, error) {
	for _, rule := range r.open {
		outputs, err := r.Outputs(rule)
		switch {
		case err == nil && has(outputs):
			return true, nil
		case err != nil:
			if e := tableError(err); e.Class != TableError {
				return false, err
			}
			return true, nil
		}
	}
	return false, nil
}

func (r *reading) conflict() []Reason {
	if len(r.open) > 0 {
		return []Reason{ReasonConflict, ReasonUnknown}
	}
	return []Reason{ReasonConflict}
}

// tableError gives what an error of a table is for an evaluation.
func tableError(err error) *EvaluationError {
	class := TableError
	for _, f := range diag.Of(err) {
		switch f.Code {
		case feel.Cancelled, EvaluationCancelled:
			class = Cancelled
		case feel.LimitExceeded:
			class = ResourceExhaustion
		}
	}
	return &EvaluationError{class, EvaluationPhase, err}
}
