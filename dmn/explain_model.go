package dmn

import (
	"context"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// ExplainedTable is a decision table of a model that decided. What it decided is
// the rules that matched, and whether it was the default.
type ExplainedTable struct {
	At     diag.Locator // of the table: At.Node is the element that it is in
	Answer bool         // the value of the target is that of this table
	Decision
	Explanation
}

// Bounds of an explanation, which a table in a loop would pass.
const (
	maxExplainedTables = 1_000
	maxExplainedRules  = 100_000
)

// Explain evaluates a target as Evaluate does, and tells of each decision table
// that was read on the way how it came to its answer, in the order in which they
// decided: at most 1,000 tables with 100,000 rules. The tables of required
// decisions are among them, and those of the functions that were called, once for
// each call.
//
// The answer is found first, by itself, so that explaining it takes nothing from
// its limits; the tables are then read again, leniently. After an error the
// explanation holds what could be read.
func (m *Model) Explain(ctx context.Context, in feel.Input, t Target) (feel.Result, []ExplainedTable, error) {
	var result feel.Result
	results, err := m.Evaluate(ctx, in, t)
	if err == nil {
		result = results[0]
	}
	x := &explainer{}
	in.Lenient = true
	_, _ = m.Evaluate(context.WithValue(ctx, explainerKey{}, x), in, t) // what it gives is known
	if e, err := m.find(t); err == nil {
		x.markAnswer(answering(e))
	}
	return result, x.tables, err
}

// Decide evaluates a target as Evaluate does, and tells what the decision table
// decided whose value it is: a Decision without Rules and Default when it is none's.
func (m *Model) Decide(ctx context.Context, in feel.Input, t Target) (feel.Result, Decision, error) {
	e, err := m.find(t)
	if err != nil {
		return feel.Result{}, Decision{}, err
	}
	x := &explainer{only: answering(e)}
	if x.only != nil {
		ctx = context.WithValue(ctx, explainerKey{}, x)
	}
	results, err := m.Evaluate(ctx, in, t)
	if err != nil {
		return feel.Result{}, Decision{}, err
	}
	return results[0], x.decided, nil
}

// explainer collects the tables that decide in one evaluation; of only one, what it
// decided last.
type explainer struct {
	tables  []ExplainedTable
	rules   int
	only    *xml.DecisionTable
	decided Decision
}

type explainerKey struct{}

// explaining gives the explainer of an evaluation; nil when it has none.
func explaining(e feel.Parts) *explainer {
	x, _ := e.Context().Value(explainerKey{}).(*explainer)
	return x
}

// explain takes a table that has decided.
func (x *explainer) explain(s *scan, d Decision) {
	if len(x.tables) == maxExplainedTables || x.rules > maxExplainedRules {
		return
	}
	if x.only != nil {
		if s.p.t.boxed.x == x.only {
			x.decided = d
		}
		return
	}
	t := ExplainedTable{At: s.p.t.place(), Decision: d, Explanation: s.explain()}
	x.rules += len(t.Explanation.Rules)
	x.tables = append(x.tables, t)
}

// markAnswer marks what a table decided last.
func (x *explainer) markAnswer(table *xml.DecisionTable) {
	if table == nil {
		return
	}
	of := table.At.Locator()
	for i := len(x.tables) - 1; i >= 0; i-- {
		if at := x.tables[i].At; at.File == of.File && at.Span == of.Span {
			x.tables[i].Answer = true
			return
		}
	}
}

// answering gives the decision table whose value is that of an element: its logic,
// or that of the business knowledge model which its logic invokes, or of the only
// output of a service. It is nil when there is none.
func answering(e *element) *xml.DecisionTable {
	for range maxExplainedTables { // models may recurse
		var logic xml.Expression
		switch {
		case e.decision != nil:
			logic = e.decision.Expression
		case e.bkm != nil && e.bkm.EncapsulatedLogic != nil:
			logic = e.bkm.EncapsulatedLogic.Body
		case e.service != nil && len(e.outputs) == 1:
			e = e.outputs[0]
			continue
		}
		switch logic := logic.(type) {
		case *xml.DecisionTable:
			return logic
		case *xml.Invocation:
			if e = e.invoked(logic); e == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// invoked gives the business knowledge model that an invocation names; nil when it
// names none.
func (e *element) invoked(x *xml.Invocation) *element {
	if name, ok := x.Function.(*xml.LiteralExpression); ok && name.Text != nil {
		for _, n := range e.needs {
			if n.bkm != nil && e.doc.knownAs(n) == name.Text.Text {
				return n
			}
		}
	}
	return nil
}

// Sinks gives the decisions of the model, not of its imports, that no other
// decision requires, in the order of names.
func (m *Model) Sinks() []Target {
	required := map[*element]bool{}
	for _, e := range m.elements {
		for _, n := range e.needs {
			if e.decision != nil && n != e {
				required[n] = true
			}
		}
	}
	var out []Target
	for _, t := range m.Targets() {
		if t.Kind == DecisionTarget && t.Namespace == "" && !required[m.byKey[t.Name]] {
			out = append(out, t)
		}
	}
	return out
}
