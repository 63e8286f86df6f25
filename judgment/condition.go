package judgment

import "github.com/decision-spine/spine/internal/strictjson"

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

// factConditions calls visit for every opFact of the pack: of its applicability,
// its rules and its exceptions, at any depth.
func (p *Pack) factConditions(visit func(*condition)) {
	panic("to come")
}
