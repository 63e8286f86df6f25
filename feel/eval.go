package feel

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/decision-spine/spine/diag"
)

// Input is what one evaluation reads.
type Input struct {
	Vars    Vars      // see Map, ContextVars and Slots
	Test    Value     // "?" in unary tests
	Now     time.Time // the only clock; zero makes now() and today() an error
	Lenient bool      // errors become null, as the standard says
	Limits  Limits    // zero members: the defaults
}

// Result is what one evaluation gives.
type Result struct {
	Value Value
	Nulls diag.List // lenient only: why a sub-expression became null
}

// Limits bound one evaluation. A zero member stands for its default. Steps run
// out before time does, so that the same input fails in the same way on every
// machine.
type Limits struct {
	Steps int64 // iterations, items looked at, calls; default 1,000,000
	Bytes int64 // memory of strings, lists and contexts made; default 128 MiB
	Depth int   // function calls within each other; default and at most 200
}

// The default limits of an evaluation.
const (
	DefaultSteps = 1_000_000
	DefaultBytes = 128 << 20
	DefaultDepth = 200
)

func (l Limits) orDefaults() Limits {
	if l.Steps == 0 {
		l.Steps = DefaultSteps
	}
	if l.Bytes == 0 {
		l.Bytes = DefaultBytes
	}
	if l.Depth == 0 || l.Depth > DefaultDepth {
		l.Depth = DefaultDepth // the stack has room for no more
	}
	return l
}

// Program is a compiled expression. It is immutable and may be used by many
// goroutines at once.
type Program struct {
	unit *Unit
	pool sync.Pool // of *Frame
}

// Compile makes a program of a checked expression.
func Compile(c *Checked) (*Program, error) {
	u, err := CompileUnit(c)
	if err != nil {
		return nil, err
	}
	return &Program{unit: u}, nil
}

// Eval evaluates the program once. In strict evaluation the first FEEL error
// ends it and is returned as an [*Error]. In lenient evaluation an error makes
// its sub-expression null and is listed in [Result.Nulls]; [LimitExceeded] and
// [Cancelled] are errors in both.
func (p *Program) Eval(ctx context.Context, in Input) (Result, error) {
	f, _ := p.pool.Get().(*Frame)
	if f == nil {
		f = p.unit.NewFrame()
	}
	f.Start(ctx, &in)
	r, err := Result{Value: f.Eval(0, in.Test)}, f.Err()
	if r.Nulls = f.Nulls(); err != nil {
		r = Result{}
	}
	f.Stop()
	p.pool.Put(f) // not after a panic of the host's own
	return r, err
}

// Refs gives the variables, and the paths below them, that the program reads:
// "income.net", sorted by first use. Only these are converted from the host's
// values, and [Slots] gives their values in this order.
func (p *Program) Refs() []string { return p.unit.Refs() }

// Unit is several expressions that are evaluated in one frame, so that an input
// is converted once for all of them. It is immutable and may be used by many
// goroutines at once.
type Unit struct {
	exprs  []compiled
	refs   []ref
	index  map[string]int // of refs, by root and path
	nslots int

	// Of a module: its definitions by key, and the references to them.
	defs    map[string]*definition
	entries map[string]int
	aliases map[string]string
	reading []int // what the definition that is compiled reads
}

// compiled is an expression, or unary tests.
type compiled struct {
	expr evalFunc
	test testFunc
}

// evalFunc is a compiled expression.
type evalFunc func(f *frame) Value

// Refs is as [Program.Refs], for all expressions of the unit.
func (u *Unit) Refs() []string {
	out := make([]string, len(u.refs))
	for i, r := range u.refs {
		out[i] = r.String()
	}
	return out
}

// frame is the state of one function call: its slots, and the state of the whole
// evaluation.
type frame struct {
	*evaluation
	*instance
	slots []Value
	test  Value
}

// instance is the values of the inputs and definitions of a unit, each read when
// it is first needed.
type instance struct {
	unit *Unit
	vars Vars
	refs []Value // parallel to Unit.refs; unset until read
	kept bool    // a function value reads its definitions

	touched []int          // the references that are read
	breaks  map[int]*Error // the definitions that cannot be evaluated

	// over says that the evaluation has ended: a function value that still reads
	// here must not write, since it may be shared by goroutines.
	over bool
}

func (u *Unit) newInstance(vars Vars) *instance {
	in := &instance{unit: u, vars: vars, refs: make([]Value, len(u.refs))}
	for i := range in.refs {
		in.refs[i].kind = kindUnset
	}
	return in
}

// evaluation is the state of one call of a unit, across all its expressions.
type evaluation struct {
	ctx     context.Context
	in      options
	err     *Error
	nulls   diag.List
	steps   int64
	bytes   int64
	depth   int
	frames  []*frame // of function calls, reused by depth
	scratch []Value  // arguments of built-in calls
	arena   arena    // of inputs that are read in parts

	patterns patterns

	// Of a module.
	levels   int         // of the trees of definitions within each other
	nested   int         // definitions within each other, which depth counts too
	faulty   *Error      // the definition that is evaluated cannot be
	chain    []link      // of definitions that read each other before all else
	noted    []note      // where reasons of nulls come from
	spare    []*instance // of services that have been called
	escaped  []*instance // of services, kept by function values
	answered int64       // the weight of the results
	replaces bool        // the caller gives values in the place of definitions
}

// options is what an [Input] says besides its values.
type options struct {
	Now     time.Time
	Lenient bool
	Limits  Limits
}

// Frame evaluates the expressions of a [Unit], against one input after another.
// It belongs to one goroutine at a time; owners of many keep them in a pool.
type Frame struct {
	evaluation
	top   frame
	exprs []compiled  // of the unit
	bound contextData // see Bind
}

// NewFrame makes a frame of u.
func (u *Unit) NewFrame() *Frame {
	f := &Frame{exprs: u.exprs}
	f.top = frame{evaluation: &f.evaluation, instance: u.newInstance(Vars{}), slots: make([]Value, u.nslots)}
	return f
}

// Start begins an evaluation of the unit's expressions against one input, of which it
// keeps a copy.
func (f *Frame) Start(ctx context.Context, in *Input) {
	f.ctx, f.top.vars = ctx, in.Vars
	// Member by member: a struct that is put together first would be copied slowly.
	f.in.Now, f.in.Lenient, f.in.Limits = in.Now, in.Lenient, in.Limits.orDefaults()
	f.steps, f.bytes = f.in.Limits.Steps, f.in.Limits.Bytes
	f.patterns.start()
}

// Stop ends the evaluation, and lets go of everything but the values that it gave.
func (f *Frame) Stop() {
	f.ctx, f.replaces, f.answered = nil, false, 0
	if f.err != nil || f.nulls != nil {
		f.err, f.nulls, f.faulty, f.noted = nil, nil, nil, f.noted[:0]
		f.depth, f.levels, f.nested = 0, 0, 0 // an error goes back without a count
	}
	if f.top.test.kind != KindNull {
		f.top.test = Null
	}
	if f.bound.keys != nil {
		f.bound = contextData{}
	}
	if f.top.kept || len(f.escaped) > 0 {
		f.release()
	} else {
		f.arena.reset()
		f.top.reset()
	}
	if len(f.top.slots) > 0 {
		clear(f.top.slots)
	}
	for _, inner := range f.frames {
		clear(inner.slots[:cap(inner.slots)])
	}
	if cap(f.scratch) > mostKept {
		f.scratch = nil
	}
	if cap(f.scratch) > 0 {
		clear(f.scratch[:cap(f.scratch)])
		f.scratch = f.scratch[:0]
	}
}

// release leaves to function values what they read.
func (f *Frame) release() {
	f.arena = arena{}
	for _, in := range f.escaped {
		in.over = true
	}
	clear(f.escaped)
	f.escaped = f.escaped[:0]
	if inst := f.top.instance; inst.kept {
		inst.vars, inst.over = Vars{}, true
		f.top.instance = inst.unit.newInstance(Vars{})
	} else {
		inst.reset()
	}
}

// Eval evaluates expression i of the unit, or unary tests; test is the value of
// "?". After an error it gives null.
func (f *Frame) Eval(i int, test Value) Value {
	if f.err != nil {
		return Null
	}
	if test.kind != KindNull || f.top.test.kind != KindNull {
		f.top.test = test
	}
	x := &f.exprs[i]
	if x.test != nil {
		return x.test(&f.top, test).value()
	}
	return x.expr(&f.top)
}

// Test reports whether the unary tests i of the unit hold for a value: false also
// when they are null, and after an error.
func (f *Frame) Test(i int, v Value) bool {
	f.top.test = v
	return f.exprs[i].test(&f.top, v) == isTrue && f.err == nil
}

// Err is the error that ended the evaluation, or nil.
func (f *Frame) Err() error {
	if f.err == nil {
		return nil
	}
	return f.err
}

// Nulls gives why values became null in lenient evaluation, since Start.
func (f *Frame) Nulls() diag.List { return f.nulls }

// fail reports a FEEL error and gives null.
func (e *evaluation) fail(err *Error) Value {
	if e.err != nil {
		return Null
	}
	if e.in.Lenient && err.Code != LimitExceeded && err.Code != Cancelled {
		if e.steps -= nullSteps; e.steps < 0 {
			e.err = errSteps(err.At, e.in.Limits.Steps)
		} else if len(e.nulls) < maxNulls {
			e.nulls = append(e.nulls, err)
		}
		return Null
	}
	e.err = err
	return Null
}

const (
	maxNulls  = 1000 // how many reasons for nulls one evaluation keeps
	nullSteps = 10   // what a null with its reason counts for
)

// It is looked whether the context has ended each time that 1<<looks steps are taken.
const looks = 10

// step counts n steps, and reports whether the evaluation may go on.
func (e *evaluation) step(at site, n int64) bool {
	before := e.steps
	e.steps -= n
	if e.steps < 0 && e.err == nil {
		e.fail(errSteps(at.src.at(at.n), e.in.Limits.Steps))
		return false
	}
	if before>>looks != e.steps>>looks && e.ctx != nil {
		if e.ctx.Err() != nil {
			e.fail(errCancelled(at.src, at.n, e.ctx))
			return false
		}
	}
	return e.err == nil
}

// stepped counts n steps as [evaluation.step] does, which is to be called when it
// answers false.
func (e *evaluation) stepped(n int64) bool {
	left := e.steps - n
	if left < 0 || left>>looks != e.steps>>looks || e.err != nil {
		return false
	}
	e.steps = left
	return true
}

// produce counts n bytes of a new value, and reports whether it may be made.
func (e *evaluation) produce(at site, n int64) bool {
	e.bytes -= n
	if e.bytes < 0 {
		e.fail(errLimit(at.src, at.n, fmt.Sprintf("more than %d bytes of values", e.in.Limits.Bytes)))
		return false
	}
	return true
}

const valueBytes = 24

// RefAt gives the place where reference i of [Unit.Refs] is first read.
func (u *Unit) RefAt(i int) diag.Locator {
	r := &u.refs[i]
	return r.src.at(r.node(len(r.path)))
}
