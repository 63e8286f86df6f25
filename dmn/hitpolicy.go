package dmn

import (
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// combine makes the decision of the rules that matched (DMN 1.6, clause 8.2.11).
func (s *scan) combine() (Decision, error) {
	t := s.p.t
	if len(s.hits) == 0 {
		return s.none()
	}
	d := Decision{Rules: s.matched()}
	var err error
	switch t.HitPolicy {
	case Unique:
		if len(s.hits) > 1 {
			return d, errUniqueViolated(t, s.hits)
		}
		d.Outputs, err = s.single(&s.p.rows[s.hits[0]].result)
	case First:
		d.Outputs, err = s.single(&s.p.rows[s.hits[0]].result)
	case Any:
		d.Outputs, err = s.any()
	case Priority:
		d.Outputs, err = s.priority()
	case OutputOrder:
		d.Outputs, err = s.outputOrder()
	default: // COLLECT, RULE_ORDER
		d.Outputs, err = s.collect()
	}
	return d, err
}

func (s *scan) none() (Decision, error) {
	if s.p.otherwise == nil {
		return Decision{}, errNoRuleMatched(s.p.t, s.inputs, s.nearest())
	}
	out, err := s.single(s.p.otherwise)
	return Decision{Outputs: out, Default: true}, err
}

// matched gives the rules that matched: neighbours as they lie in the program.
func (s *scan) matched() []Match {
	first, last := s.hits[0], s.hits[len(s.hits)-1]
	if last-first < len(s.hits) {
		return s.p.all[first : last+1 : last+1]
	}
	out := make([]Match, len(s.hits))
	for i, h := range s.hits {
		out[i] = s.p.all[h]
	}
	return out
}

// results gives the outputs of every rule that matched, in table order. They stand
// until the end of the decision.
func (s *scan) results() ([][]feel.Value, error) {
	s.room = s.room[:0]
	for _, h := range s.hits {
		values, err := s.outputs(&s.p.rows[h].result)
		if err != nil {
			return nil, err
		}
		s.room = append(s.room, values)
	}
	return s.room, nil
}

// any wants every rule that matched to give the same.
func (s *scan) any() (feel.Value, error) {
	results, err := s.results()
	if err != nil {
		return feel.Null, err
	}
	for _, r := range results[1:] {
		if !SameOutputs(results[0], r) {
			return feel.Null, errAnyViolated(s.p.t, s.hits)
		}
	}
	return s.p.keys.Context(results[0]), nil
}

// byPriority gives the outputs of the rules that matched in the order of the
// output values, first output first. An output without values takes no part.
func (s *scan) byPriority() ([][]feel.Value, error) {
	results, err := s.results()
	if err != nil {
		return nil, err
	}
	if s.frame == nil {
		looks := 0 // at the values of the outputs, by each result
		for _, out := range s.p.t.Outputs {
			looks += len(out.Values)
		}
		if !s.parts.Step(int64(looks) * int64(len(results))) {
			return nil, s.parts.Err()
		}
	}
	ranks := make([][]int, len(results))
	order := make([]int, len(results))
	for i, r := range results {
		order[i], ranks[i] = i, s.p.t.Priority(r)
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(ranks[a], ranks[b]) })
	sorted := make([][]feel.Value, len(order))
	for i, o := range order {
		sorted[i] = results[o]
	}
	for i := 1; i < len(order); i++ {
		a, b := order[i-1], order[i]
		if !slices.Equal(ranks[a], ranks[b]) {
			if s.p.t.HitPolicy == Priority {
				break
			}
			continue
		}
		if !SameOutputs(results[a], results[b]) {
			return nil, errPriorityTie(s.p.t, []int{s.hits[min(a, b)], s.hits[max(a, b)]})
		}
	}
	return sorted, nil
}

func (s *scan) priority() (feel.Value, error) {
	sorted, err := s.byPriority()
	if err != nil {
		return feel.Null, err
	}
	return s.p.keys.Context(sorted[0]), nil
}

func (s *scan) outputOrder() (feel.Value, error) {
	sorted, err := s.byPriority()
	if err != nil {
		return feel.Null, err
	}
	return s.columns(sorted), nil
}

// columns gives each output's values as a list.
func (s *scan) columns(results [][]feel.Value) feel.Value {
	return s.p.keys.Lists(len(results), func(r, o int) feel.Value { return results[r][o] })
}

func output(results [][]feel.Value, o int) []feel.Value {
	out := make([]feel.Value, len(results))
	for i, r := range results {
		out[i] = r[o]
	}
	return out
}

// collect gives a list, or one aggregated value.
func (s *scan) collect() (feel.Value, error) {
	results, err := s.results()
	if err != nil {
		return feel.Null, err
	}
	if s.p.t.Aggregation == "" {
		return s.columns(results), nil
	}
	name := map[Aggregation]string{Sum: "sum", Min: "min", Max: "max", Count: "count"}[s.p.t.Aggregation]
	v, err := feel.Call(name, feel.List(output(results, 0)...))
	if err != nil {
		e := *diag.Of(err)[0] // which knows no place
		e.At = s.p.t.place()
		return feel.Null, &e
	}
	return s.p.keys.Context([]feel.Value{v}), nil
}
