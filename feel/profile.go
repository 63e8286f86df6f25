package feel

import "slices"

// Profile is the part of FEEL that an expression may use. It is an allowlist of
// constructs and functions: what is not listed is refused with its place and
// its name.
type Profile uint8

const (
	// Subset is the default of decision tables in YAML: literals, date(...),
	// arithmetic without **, comparisons, ranges, and, or, not(...), in, lists
	// and dotted names.
	Subset Profile = iota
	// Full is the whole language of DMN 1.6.
	Full
)

// String gives the profile's name as a table writes it.
func (p Profile) String() string {
	if p == Full {
		return "full"
	}
	return "subset"
}

// construct is a kind of node, by the name that an author knows.
type construct string

// constructs lists every kind of node, and whether Subset has it. An operator is
// a construct of its own only where the profiles differ in it.
var constructs = map[construct]bool{
	"a number":                 true,
	"a string":                 true,
	"a boolean":                true,
	"null":                     true,
	"a name":                   true,
	"a path":                   true,
	"parentheses":              true,
	"a list":                   true,
	"a range":                  true,
	"a comparison":             true,
	"and, or":                  true,
	"arithmetic":               true,
	"a negative sign":          true,
	"in":                       true,
	"a unary test":             true,
	"a function call":          true,
	"the power operator **":    false,
	"@\"...\"":                 false,
	"a filter or index":        false,
	"between":                  false,
	"a context":                false,
	"a function definition":    false,
	"if":                       false,
	"for":                      false,
	"some":                     false,
	"every":                    false,
	"instance of":              false,
	"a range written as (< x)": false,
	"text that does not parse": true,
	"a boxed expression":       false,
}

// subsetFunctions are the functions of Subset.
var subsetFunctions = []string{"date", "not"}

// allows reports whether the profile has a construct.
func (p Profile) allows(c construct) bool { return p == Full || constructs[c] }

// allowsFunction reports whether the profile has a built-in function.
func (p Profile) allowsFunction(name string) bool {
	return p == Full || slices.Contains(subsetFunctions, name)
}

// constructOf names the kind of n.
func constructOf(n node) construct {
	switch n := n.(type) {
	case *numberLit:
		return "a number"
	case *stringLit:
		return "a string"
	case *boolLit:
		return "a boolean"
	case *nullLit:
		return "null"
	case *atLit:
		return "@\"...\""
	case *nameRef:
		return "a name"
	case *pathExpr:
		return "a path"
	case *filterExpr:
		return "a filter or index"
	case *callExpr:
		return "a function call"
	case *binaryExpr:
		switch n.op {
		case opExp:
			return "the power operator **"
		case opAnd, opOr:
			return "and, or"
		case opAdd, opSub, opMul, opDiv:
			return "arithmetic"
		}
		return "a comparison"
	case *negExpr:
		return "a negative sign"
	case *parenExpr:
		return "parentheses"
	case *betweenExpr:
		return "between"
	case *inExpr:
		return "in"
	case *testExpr, *unaryTests:
		return "a unary test"
	case *rangeLit:
		return "a range"
	case *listLit:
		return "a list"
	case *contextLit:
		return "a context"
	case *functionLit:
		return "a function definition"
	case *ifExpr:
		return "if"
	case *forExpr:
		return "for"
	case *quantExpr:
		if n.every {
			return "every"
		}
		return "some"
	case *instanceExpr:
		return "instance of"
	case *embeddedExpr, *hostExpr:
		return "a boxed expression"
	case *badExpr:
		return "text that does not parse"
	}
	return ""
}
