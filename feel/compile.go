package feel

import (
	"context"
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/source"
)

// code is a compiled node: a constant, or a closure.
type code struct {
	fn    evalFunc
	cond  condFunc // the same of what can only be a boolean or null; else nil
	val   Value
	konst bool
}

// condFunc is a compiled condition: unknown stands for null.
type condFunc func(f *frame) truth

func constant(v Value) code {
	return code{fn: func(*frame) Value { return v }, val: v, konst: true}
}

// compiler turns the nodes of one checked expression into closures.
type compiler struct {
	c    *Checked
	src  *located
	unit *Unit
	*findings
	fn   *funcInfo     // of the function literal being compiled; nil outside
	uses map[node]*use // of inputs, where not as a whole

	fates map[node]fate // of lists and texts that are not kept

	row      *rows // whose body is being compiled
	repeated int   // of what is being compiled, how many loops evaluate it

	// items are the slots of filter items that the name before had around it.
	items struct {
		from  []filterItem
		slots []int
	}
}

// findings is what the parts of one text have in common.
type findings struct {
	faults       diag.List // of constants that are no value, and warnings
	steps, bytes int64     // that constants may still take
	free         int       // the first slot of the frame that is free; 0: none
}

// What the constants of a text may take together, and for each byte of it besides:
// what takes more is left to the evaluation, so that a model of any constants is
// compiled about as soon as it is read, and takes not much more memory.
const (
	constantSteps, constantStepsPerByte = 500, 4
	constantBytes, constantBytesPerByte = 4096, 32
)

func newCompiler(c *Checked, u *Unit) *compiler {
	k := &compiler{c: c, unit: u, findings: &findings{steps: constantSteps, bytes: constantBytes}}
	k.uses, k.fates = usesOf(c)
	k.enter(&c.ast.src)
	return k
}

// enter begins a text. What is compiled of it keeps its k.src, and never k, which goes on
// to other texts.
func (k *compiler) enter(src *located) {
	k.src = src
	k.steps += constantStepsPerByte * int64(len(src.Text))
	k.bytes += constantBytesPerByte * int64(len(src.Text))
}

// CompileUnit compiles several checked expressions into one unit. They share the
// frame: a variable that several of them read is converted once. What faults the
// expressions have is left to their evaluation.
func CompileUnit(cs ...*Checked) (*Unit, error) {
	u := &Unit{}
	for _, c := range cs {
		k := newCompiler(c, u)
		k.free = c.nslots
		u.exprs = append(u.exprs, k.root())
		u.nslots = max(u.nslots, k.free)
	}
	return u, nil
}

func (k *compiler) root() compiled {
	if k.c.ast.unary {
		return compiled{test: k.cell(k.c.ast.root)}
	}
	return compiled{expr: k.expr(k.c.ast.root).fn}
}

func (k *compiler) at(n node) site { return site{k.src, n} }

// slot gives the place in the frame of a slot that the checker numbered.
func (k *compiler) slot(s int) int {
	if k.fn == nil {
		return s
	}
	return k.fn.slot(s)
}

// fold evaluates the closure of a node whose operands are all constant. A fault
// is left for the evaluation, which reports it with its place.
func (k *compiler) fold(fn evalFunc, operands ...code) code {
	for _, o := range operands {
		if !o.konst {
			return code{fn: fn}
		}
	}
	if k.steps <= 0 || k.bytes <= 0 {
		return code{fn: fn}
	}
	f := constants.Get().(*Frame)
	f.Start(context.Background(), &Input{Limits: Limits{Steps: k.steps, Bytes: k.bytes, Depth: 1}})
	v, err := fn(&f.top), f.err
	// What was too much for one may leave enough for others.
	k.steps, k.bytes = max(k.steps/2, f.steps), max(k.bytes/2, f.bytes)
	f.Stop()
	constants.Put(f)
	if err != nil {
		k.faults = append(k.faults, err)
		return code{fn: fn}
	}
	return constant(v)
}

// conditional gives the code of a condition.
func conditional(cond condFunc) code {
	return code{fn: func(f *frame) Value { return cond(f).value() }, cond: cond}
}

// foldCond is fold of a condition.
func (k *compiler) foldCond(cond condFunc, operands ...code) code {
	c := conditional(cond)
	if folded := k.fold(c.fn, operands...); folded.konst {
		return folded
	}
	return c
}

// condition gives the closure of n, compiled as c, where it is a condition, of what the
// error of any other value tells. For this it is as null.
func (k *compiler) condition(c code, n node, what string) condFunc {
	if c.cond != nil {
		return c.cond
	}
	fn, src := c.fn, k.src
	return func(f *frame) truth {
		v := fn(f)
		if v.kind > KindBoolean { // which null is below
			f.fail(errNotABoolean(src, n, what, v.kind))
		}
		return v.truth()
	}
}

// constants has frames in which constants are evaluated.
var constants = sync.Pool{New: func() any { return (&Unit{}).NewFrame() }}

// faulty compiles a constant that is no value.
func (k *compiler) faulty(err *Error) code {
	k.faults = append(k.faults, err)
	return code{fn: func(f *frame) Value { return f.fail(err) }}
}

// expr compiles n where its value is wanted.
func (k *compiler) expr(n node) code {
	switch n := n.(type) {
	case *numberLit:
		d, err := decimal.Parse(n.text)
		if err != nil {
			return k.faulty(errNumberRange(k.src, n, err.Error()))
		}
		return constant(number(d))
	case *stringLit:
		return constant(String(n.val))
	case *boolLit:
		return constant(Bool(n.val))
	case *nullLit:
		return constant(Null)
	case *atLit:
		v, err := parseAt(n.text)
		if err != nil {
			return k.faulty(errInvalidTemporal(k.src, n, "@"+source.Quote(n.text), err))
		}
		return constant(v)
	case *nameRef:
		return code{fn: k.name(n)}
	case *parenExpr:
		return k.expr(n.x)
	case *pathExpr:
		return k.path(n)
	case *negExpr:
		return k.negate(n)
	case *binaryExpr:
		return k.binary(n)
	case *betweenExpr:
		return k.between(n)
	case *inExpr:
		x, tests := k.expr(n.x).fn, k.tests(n.tests, false)
		if len(tests) == 1 {
			test := tests[0]
			return code{
				fn:   func(f *frame) Value { return test(f, x(f)).value() },
				cond: func(f *frame) truth { return test(f, x(f)) },
			}
		}
		return conditional(func(f *frame) truth {
			v := x(f)
			return anyOf(f, tests, v)
		})
	case *testExpr:
		return k.testRange(n)
	case *rangeLit:
		return k.rangeLit(n)
	case *listLit:
		return k.list(n)
	case *contextLit:
		return code{fn: k.context(n)}
	case *filterExpr:
		return code{fn: k.filter(n)}
	case *callExpr:
		return k.call(n)
	case *functionLit:
		return code{fn: k.function(n)}
	case *ifExpr:
		cond, then, els, src := k.expr(n.cond), k.expr(n.then).fn, k.expr(n.els).fn, k.src
		if cond.konst && (cond.val.kind == KindBoolean || cond.val.kind == KindNull) {
			k.faults = append(k.faults, warnUnreachable(k.src, n, cond.val))
		}
		if holds := cond.cond; holds != nil {
			return code{fn: func(f *frame) Value {
				if holds(f) == isTrue {
					return then(f)
				}
				return els(f)
			}}
		}
		return code{fn: func(f *frame) Value {
			switch c := cond.fn(f); {
			case c.isTrue():
				return then(f)
			case c.kind == KindBoolean || c.kind == KindNull:
				return els(f)
			default:
				return f.fail(errNotABoolean(src, n.cond, "the condition of if", c.kind))
			}
		}}
	case *forExpr:
		return code{fn: k.forLoop(n)}
	case *quantExpr:
		return code{fn: k.quantifier(n)}
	case *embeddedExpr:
		return k.embedded(n)
	case *hostExpr:
		return k.host(n)
	case *instanceExpr:
		return k.instance(n)
	}
	// A badExpr never comes here: a text that does not parse has no Checked.
	return constant(Null)
}

func (k *compiler) instance(n *instanceExpr) code {
	if u := k.c.scope.unknownType(n.typ); u != nil {
		src := k.src
		return code{fn: func(f *frame) Value { return f.fail(errUnknownType(src, u)) }}
	}
	x, t, at := k.expr(n.x), k.c.scope.typeOf(n.typ), k.at(n)
	return k.fold(func(f *frame) Value {
		v := x.fn(f)
		if v.holds() && !f.step(at, v.weight()) {
			return Null
		}
		return Bool(instanceOf(v, t))
	}, x)
}

// function compiles a function literal.
func (k *compiler) function(n *functionLit) evalFunc {
	info := k.c.funcs[n]
	names := make([]string, len(n.params))
	for i, p := range n.params {
		names[i] = p.name
	}
	if n.external {
		v := functionValue(&function{params: names, types: info.types, host: k.c.scope.external(n), steps: 1})
		return func(*frame) Value { return v }
	}
	inner := *k
	inner.fn = info
	body := inner.expr(n.body).fn
	captures := make([]evalFunc, len(info.captures))
	for i, c := range info.captures {
		captures[i] = k.static(c.n, c.binding)
	}
	proto := function{
		params: names, types: info.types, body: body, steps: info.steps,
		first: len(captures), nslots: len(captures) + info.nslots,
		compares: k.comparison(n),
	}
	defined := info.defined
	at := k.at(n)
	if !defined && len(captures) == 0 {
		v := functionValue(&proto)
		return func(f *frame) Value {
			if !f.produce(at, 5*valueBytes) {
				return Null
			}
			return v
		}
	}
	return func(f *frame) Value {
		if !f.produce(at, int64(5+len(captures))*valueBytes) {
			return Null
		}
		fn := proto
		if defined {
			fn.in = f.instance.keptBy()
		}
		fn.captured = make([]Value, len(captures))
		for i, c := range captures {
			fn.captured[i] = c(f)
		}
		return functionValue(&fn)
	}
}
