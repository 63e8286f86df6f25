package judgment

import (
	"slices"

	"github.com/decision-spine/spine/internal/strictjson"
)

// truth is the value of a condition: the smaller of two is their "all", the
// greater their "any".
type truth uint8

const (
	isFalse truth = iota
	isUnknown
	isTrue
)

// String gives "false", "unknown" or "true".
func (t truth) String() string { return [...]string{"false", "unknown", "true"}[t] }

// not swaps true and false.
func (t truth) not() truth { return isTrue - t }

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// condition is a compiled condition. Members that its op does not have are zero.
type condition struct {
	op op

	value    truth        // of opLiteral
	children []*condition // of opAll and opAny; of opNot one

	// Of opFact.
	path     string   // the pointer as the pack has it
	tokens   []string // of path, unescaped
	operator operator
	operand  strictjson.Value
	bound    decimal // the operand of the operators that order
	cost     int     // of path and operand, in units of work

	requirement string // of opEvidencePresent: its id
}

type op string

const (
	opLiteral         op = "literal"
	opAll             op = "all"
	opAny             op = "any"
	opNot             op = "not"
	opFact            op = "fact"
	opEvidencePresent op = "evidence-present"
)

type operator string

const (
	equals             operator = "equals"
	notEquals          operator = "not-equals"
	in                 operator = "in"
	greaterThan        operator = "greater-than"
	greaterThanOrEqual operator = "greater-than-or-equal"
	lessThan           operator = "less-than"
	lessThanOrEqual    operator = "less-than-or-equal"
)

// compileCondition reads a condition that conforms.
func compileCondition(v strictjson.Value) *condition {
	c := &condition{op: op(textOf(v, "op"))}
	switch c.op {
	case opLiteral:
		value, _ := v.Get("value")
		c.value = truthOf(value.Bool())
	case opAll, opAny:
		for _, x := range itemsOf(v, "conditions") {
			c.children = append(c.children, compileCondition(x))
		}
	case opNot:
		x, _ := v.Get("condition")
		c.children = []*condition{compileCondition(x)}
	case opFact:
		c.path = textOf(v, "path")
		c.tokens, _ = strictjson.Tokens(c.path)
		c.operator = operator(textOf(v, "operator"))
		c.operand, _ = v.Get("value")
		c.bound, _ = parseDecimal(c.operand.Text())
		c.cost = len(c.path) + size(c.operand)
	case opEvidencePresent:
		c.requirement = textOf(v, "evidenceRequirement")
	}
	return c
}

// factConditions calls visit for every opFact of the pack: of its applicability,
// its rules and its exceptions, at any depth.
func (p *Pack) factConditions(visit func(*condition)) {
	var walk func(*condition)
	walk = func(c *condition) {
		if c.op == opFact {
			visit(c)
		}
		for _, child := range c.children {
			walk(child)
		}
	}
	if p.applicability != nil {
		walk(p.applicability)
	}
	for _, r := range p.rules {
		walk(r.when)
	}
	for _, x := range p.exceptions {
		walk(x.when)
	}
}

// situation is what conditions are evaluated in.
type situation struct {
	facts    strictjson.Value
	evidence map[string]Presence // by id of requirement; a missing one is unknown
	meter    *meter
}

func (s *situation) presence(requirement string) Presence {
	if p, ok := s.evidence[requirement]; ok {
		return p
	}
	return PresenceUnknown
}

// evaluate gives the value of a condition. It looks at the whole tree even when a
// part of it decides, so that the work does not depend on the order of the parts.
func (s *situation) evaluate(c *condition) (truth, error) {
	if err := s.meter.spend(1); err != nil {
		return isUnknown, err
	}
	switch c.op {
	case opAll, opAny:
		return s.combine(c)
	case opNot:
		t, err := s.evaluate(c.children[0])
		return t.not(), err
	case opFact:
		return s.fact(c)
	case opEvidencePresent:
		switch s.presence(c.requirement) {
		case Present:
			return isTrue, nil
		case Absent:
			return isFalse, nil
		}
		return isUnknown, nil
	}
	return c.value, nil
}

func (s *situation) combine(c *condition) (truth, error) {
	combined := truthOf(c.op == opAll)
	for _, child := range c.children {
		t, err := s.evaluate(child)
		if err != nil {
			return isUnknown, err
		}
		if c.op == opAll {
			combined = min(combined, t)
		} else {
			combined = max(combined, t)
		}
	}
	return combined, nil
}

func (s *situation) fact(c *condition) (truth, error) {
	if err := s.meter.spend(c.cost); err != nil {
		return isUnknown, err
	}
	v, ok := strictjson.Walk(s.facts, c.tokens)
	if !ok {
		return isUnknown, nil
	}
	compared := size(v)
	if c.operator == in {
		compared *= len(c.operand.Items())
	}
	if err := s.meter.spend(compared); err != nil {
		return isUnknown, err
	}
	return c.test(v), nil
}

// test compares the value of a fact with the operand.
func (c *condition) test(v strictjson.Value) truth {
	switch c.operator {
	case equals:
		return truthOf(strictjson.Equal(v, c.operand))
	case notEquals:
		return truthOf(!strictjson.Equal(v, c.operand))
	case in:
		return truthOf(slices.ContainsFunc(c.operand.Items(), func(x strictjson.Value) bool { return strictjson.Equal(v, x) }))
	}
	if v.Kind() != strictjson.String {
		return isUnknown
	}
	d, ok := parseDecimal(v.Text())
	if !ok {
		return isUnknown
	}
	order := d.compare(c.bound)
	switch c.operator {
	case greaterThan:
		return truthOf(order > 0)
	case greaterThanOrEqual:
		return truthOf(order >= 0)
	case lessThan:
		return truthOf(order < 0)
	}
	return truthOf(order <= 0)
}
