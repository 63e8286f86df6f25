package feel

// AST is a parsed expression, or a parsed list of unary tests. It is immutable.
type AST struct {
	src   located
	root  node
	unary bool
}

// node is one construct of the grammar. The set of kinds is closed: the types
// of this file. Offsets are bytes in [Source.Text], half-open.
type node interface {
	bounds() (start, end int)
}

// extent is embedded in every node.
type extent struct{ start, end int32 }

func (e extent) bounds() (int, int) { return int(e.start), int(e.end) }

// op is an operator. Its text is what the grammar writes.
type op uint8

const (
	opNone op = iota
	opOr
	opAnd
	opEQ
	opNE
	opLT
	opLE
	opGT
	opGE
	opAdd
	opSub
	opMul
	opDiv
	opExp
)

var opText = [...]string{"", "or", "and", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "**"}

func (o op) String() string { return opText[o] }

type (
	// numberLit, stringLit, boolLit and nullLit are literals. text of a number is
	// as written; val of a string has its escapes decoded.
	numberLit struct {
		extent
		text string
	}
	stringLit struct {
		extent
		val string
	}
	boolLit struct {
		extent
		val bool
	}
	nullLit struct{ extent }

	// atLit is @"text": a temporal value by the form of its text.
	atLit struct {
		extent
		text string
	}

	// nameRef is a name of one or more words, joined by single blanks and without
	// blanks around the symbols that a name may hold. "?" is the value that unary
	// tests are about.
	nameRef struct {
		extent
		name string
	}

	// pathExpr is base.name.
	pathExpr struct {
		extent
		base    node
		name    string
		nameExt extent
	}

	// filterExpr is base[cond].
	filterExpr struct {
		extent
		base, cond node
	}

	// callExpr is callee(args). names is nil for positional arguments, else as
	// long as args.
	callExpr struct {
		extent
		callee node
		args   []node
		names  []string
	}

	// binaryExpr is x op y, for every operator of [op].
	binaryExpr struct {
		extent
		op    op
		opExt extent
		x, y  node
	}

	// negExpr is -x.
	negExpr struct {
		extent
		x node
	}

	// parenExpr is (x): kept so that printing gives back what was meant.
	parenExpr struct {
		extent
		x node
	}

	// betweenExpr is x between lo and hi.
	betweenExpr struct {
		extent
		x, lo, hi node
	}

	// inExpr is x in tests. Each test is a testExpr, or any other expression that
	// tests by membership, inclusion or equality.
	inExpr struct {
		extent
		x     node
		tests []node
	}

	// testExpr is an operator (= != < <= > >=) before an operand: a unary test
	// where tests stand, and between parentheses in an expression the range
	// literal "(< 10)".
	testExpr struct {
		extent
		op op
		x  node
	}

	// unaryTests is the root of a cell. not says that it is not(tests); no tests
	// at all is "-", irrelevant.
	unaryTests struct {
		extent
		not   bool
		tests []node
	}

	// rangeLit is [lo..hi] with any of the bracket forms.
	rangeLit struct {
		extent
		lo, hi             node
		loClosed, hiClosed bool
	}

	listLit struct {
		extent
		items []node
	}

	// contextLit is {key: value, ...}; keys are decoded.
	contextLit struct {
		extent
		entries []contextEntry
		apart   bool // the entries do not see each other: a row of a relation
	}
	contextEntry struct {
		key    string
		keyExt extent
		value  node
	}

	// functionLit is function(params) body. external says that body is the
	// description of a function outside FEEL.
	functionLit struct {
		extent
		params   []param
		body     node
		external bool
		kind     string // of a boxed one: Java, PMML
		result   *Type  // of a boxed one outside FEEL: to which its result is brought
	}
	param struct {
		name string
		typ  *typeRef // nil: any
		is   *Type    // the type itself, of a boxed function; nil: as typ says
	}

	ifExpr struct {
		extent
		cond, then, els node
	}

	forExpr struct {
		extent
		iters []iterator
		body  node
	}

	// quantExpr is some or every.
	quantExpr struct {
		extent
		every bool
		iters []iterator
		cond  node
	}

	// iterator is name in list, or name in lo..hi (then list is nil).
	iterator struct {
		name    string
		nameExt extent
		list    node
		lo, hi  node
	}

	// instanceExpr is x instance of typ.
	instanceExpr struct {
		extent
		x   node
		typ *typeRef
	}

	// badExpr stands where the text could not be parsed; its fault is reported.
	badExpr struct{ extent }
)

// typeRef is a type as written: a name of one or more words, possibly dotted;
// list<T> and range<T> (args has T); context<a: T> (fields); function<A, B> -> R
// (args are the parameters, result is R).
type typeRef struct {
	extent
	name   string
	args   []*typeRef
	fields []fieldRef
	result *typeRef
}

type fieldRef struct {
	name string
	typ  *typeRef
}

// walk calls f for n and, while f answers true, for what n holds, in the order
// of the text.
func walk(n node, f func(node) bool) {
	if n == nil || !f(n) {
		return
	}
	switch n := n.(type) {
	case *pathExpr:
		walk(n.base, f)
	case *filterExpr:
		walk(n.base, f)
		walk(n.cond, f)
	case *callExpr:
		walk(n.callee, f)
		for _, a := range n.args {
			walk(a, f)
		}
	case *binaryExpr:
		walk(n.x, f)
		walk(n.y, f)
	case *negExpr:
		walk(n.x, f)
	case *parenExpr:
		walk(n.x, f)
	case *betweenExpr:
		walk(n.x, f)
		walk(n.lo, f)
		walk(n.hi, f)
	case *inExpr:
		walk(n.x, f)
		for _, t := range n.tests {
			walk(t, f)
		}
	case *testExpr:
		walk(n.x, f)
	case *unaryTests:
		for _, t := range n.tests {
			walk(t, f)
		}
	case *rangeLit:
		walk(n.lo, f)
		walk(n.hi, f)
	case *listLit:
		for _, x := range n.items {
			walk(x, f)
		}
	case *contextLit:
		for _, e := range n.entries {
			walk(e.value, f)
		}
	case *functionLit:
		walk(n.body, f)
	case *ifExpr:
		walk(n.cond, f)
		walk(n.then, f)
		walk(n.els, f)
	case *forExpr:
		walkIterators(n.iters, f)
		walk(n.body, f)
	case *quantExpr:
		walkIterators(n.iters, f)
		walk(n.cond, f)
	case *instanceExpr:
		walk(n.x, f)
	case *embeddedExpr:
		walk(n.ast.root, f)
	case *hostExpr:
		for _, p := range n.parts {
			if !p.unary { // its "?" is another one
				walk(p.root, f)
			}
		}
	}
}

func walkIterators(its []iterator, f func(node) bool) {
	for _, it := range its {
		if it.list != nil {
			walk(it.list, f)
			continue
		}
		walk(it.lo, f)
		walk(it.hi, f)
	}
}
