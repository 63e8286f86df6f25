package feel

import (
	"fmt"
	"slices"

	"github.com/decision-spine/spine/diag"
)

// loadModel reads an input of a model, or evaluates a definition.
func (f *frame) loadModel(i int, r *ref) Value {
	d := r.def
	// What there is most of, without the rest.
	switch {
	case f.isPlain(r):
		return f.define(i, d)
	case d == nil && len(r.path) == 0 && f.breaks == nil: // a text for another type is none of its kinds
		if v, ok := f.vars.scalar(i, r); ok && r.accepts.has(v.kind) {
			return f.keep(i, v)
		}
	}
	if f.breaks != nil && f.breaks[i] != nil {
		return f.broken(i, f.breaks[i])
	}
	if len(r.path) > 0 {
		if whole, ok := f.unit.index[r.root]; ok && f.refs[whole].kind != kindUnset { // as a service's parameter is
			return f.keep(i, f.members(f.refs[whole], r, 0))
		}
	}
	if d == nil || d.given && f.replaces {
		if g, ok := f.given(r.root); ok {
			return f.keep(i, f.bringGiven(g, r, d))
		}
	}
	switch {
	case d == nil && f.in.Lenient:
		return f.keep(i, Null)
	case d == nil:
		return f.keep(i, f.unbound(r))
	case d.fault != nil:
		f.fail(d.fault)
		f.noteNulls(i, len(f.nulls)-1)
		return f.broken(i, d.fault)
	case d.fn != nil:
		fn := *d.fn
		fn.in = f.instance.keptBy()
		return f.keep(i, functionValue(&fn))
	}
	return f.define(i, d)
}

// define evaluates a definition: before it that which its expression reads before it
// does anything else, and so on, one after the other rather than within each other,
// which a processor does much faster.
func (f *frame) define(i int, d *definition) Value {
	outer, nulls, first := f.faulty, len(f.nulls), len(f.chain)
	f.faulty = nil
	chain := append(f.chain, link{i, d})
	if !f.over && f.breaks == nil && !f.replaces {
		levels := 0
		for d.before.def != nil && f.refs[d.before.ref].kind == kindUnset && levels <= maxLevels {
			levels += d.levels + callLevels
			chain = append(chain, d.before)
			d = d.before.def
		}
	}
	if !f.descend(chain[first:]) {
		return Null
	}
	f.chain = chain // what is defined within this goes behind it
	for last := len(chain) - 1; ; last-- {
		i, d = chain[last].ref, chain[last].def
		inner := f
		if d.nslots > 0 {
			inner = f.inner(f.instance, f.depth-1, d.nslots)
		}
		v := d.expr(inner)
		if !d.accepts.has(v.kind) && f.faulty == nil {
			v = f.bring(d.body, d.name, v, d.typ)
		}
		f.levels -= d.levels + callLevels
		if len(f.nulls) > nulls {
			f.noteNulls(i, nulls)
		}
		if fault := f.faulty; fault != nil {
			v = f.broken(i, fault)
		} else {
			f.keep(i, v)
		}
		if last == first {
			f.chain = f.chain[:first]
			f.depth--
			f.nested--
			if f.faulty == nil && outer != nil {
				f.faulty = outer
			}
			return v
		}
		if f.faulty != nil {
			f.faulty = nil
		}
	}
}

// link is one of the definitions that read each other before all else.
type link struct {
	ref int
	def *definition
}

// isPlain reports whether a reference is a definition with an expression, which the
// caller does not replace, and nothing is known to be broken.
func (f *frame) isPlain(r *ref) bool {
	return f.breaks == nil && !f.replaces && r.def != nil && r.def.expr != nil && r.def.fault == nil && len(r.path) == 0
}

// broken gives null for a definition that cannot be evaluated, and makes that of
// what reads it.
func (f *frame) broken(i int, fault *Error) Value {
	if !f.over {
		if f.breaks == nil {
			f.breaks = map[int]*Error{}
		}
		f.breaks[i] = fault
	}
	f.faulty = fault
	return Null
}

// note says which reasons of nulls came from evaluating a definition.
type note struct{ ref, from, to int }

func (e *evaluation) noteNulls(ref, from int) {
	if from >= 0 && len(e.nulls) > from {
		e.noted = append(e.noted, note{ref, from, len(e.nulls)})
	}
}

// maxLevels is how many levels of trees may be evaluated within each other along a
// chain of definitions: the stack has room for no more.
const maxLevels = 200_000

// callLevels is what a definition counts for besides the levels of its own tree.
const callLevels = 10

// descend counts the definitions of a chain, and reports whether they may be evaluated.
func (f *frame) descend(chain []link) bool {
	levels := f.levels
	for i := range chain {
		levels += chain[i].def.levels + callLevels
	}
	f.depth++
	f.nested++
	if levels <= maxLevels && f.stepped(int64(len(chain))) {
		f.levels = levels
		return true
	}
	for i := range chain { // to find which one is too much
		d := chain[i].def
		if f.levels += d.levels + callLevels; f.levels > maxLevels {
			f.fail(errLimit(d.body.src, d.body.n, "the definitions that need each other are too many, or too deep"))
			return false
		}
		if !f.step(d.body, 1) {
			return false
		}
	}
	return true
}

// bring brings v to a declared type; what does not conform is null, with a fault.
func (e *evaluation) bring(at site, name string, v Value, t *Type) Value {
	if t.hasAll(v.kind) {
		return v
	}
	if v.holds() && !e.step(at, v.weight()) {
		return Null
	}
	out, ok := coerce(v, t)
	if !ok {
		return e.fail(errTypeMismatch(at.src, at.n, name+" must be a "+t.String()+", not a "+v.kind.String(), ""))
	}
	if !e.allows(at, out, t) {
		return Null
	}
	return out
}

// callService evaluates a service: an instance of its own, in which its
// parameters have the arguments as values.
func (f *frame) callService(at site, fn *function, args []Value) Value {
	if !f.enter(at, 1) || !f.produce(at, int64(len(args)+1)*valueBytes) {
		return Null
	}
	inner := f.instanceOf(fn.in.unit)
	for p, i := range fn.service.inputs {
		inner.keep(i, args[p])
	}
	f.depth++
	v := (&frame{evaluation: f.evaluation, instance: inner}).serve(at, fn.service)
	f.depth--
	if !inner.kept {
		inner.reset()
		f.spare = append(f.spare, inner)
	} else if f.escaped = append(f.escaped, inner); !f.produce(at, int64(len(inner.refs))*valueBytes) {
		return Null
	}
	return f.bring(at, "the result of the service", v, fn.service.typ)
}

// serve evaluates the output decisions.
func (f *frame) serve(at site, s *service) Value {
	if s.single && len(s.outputs) == 1 {
		return f.output(s.outputs[0])
	}
	if !f.produce(at, int64(len(s.outputs))*valueBytes) {
		return Null
	}
	values := make([]Value, len(s.outputs))
	for o, i := range s.outputs {
		values[o] = f.output(i)
	}
	return f.within(at, s.keys.Context(values))
}

// output gives the value of an output decision, which may be an input as well.
func (f *frame) output(i int) Value {
	if v := f.refs[i]; v.kind != kindUnset {
		return v
	}
	return f.load(i)
}

// instanceOf gives an instance without values.
func (e *evaluation) instanceOf(u *Unit) *instance {
	if last := len(e.spare) - 1; last >= 0 && e.spare[last].unit == u {
		in := e.spare[last]
		e.spare = e.spare[:last]
		return in
	}
	return u.newInstance(Vars{})
}

// keptBy gives the instance to a function value, with which it may outlive its
// evaluation.
func (in *instance) keptBy() *instance {
	if !in.over {
		in.kept = true
	}
	return in
}

// reset takes all values from an instance.
func (in *instance) reset() {
	for _, i := range in.touched {
		v := &in.refs[i]
		v.ptr, v.kind = nil, kindUnset
	}
	in.touched, in.vars, in.kept = in.touched[:0], Vars{}, false
	in.breaks = nil
}

// enter counts one call, and reports whether it may be made.
func (f *frame) enter(at site, steps int64) bool {
	if f.depth-f.nested >= f.in.Limits.Depth {
		f.fail(errLimit(at.src, at.n, fmt.Sprintf("more than %d calls within each other", f.in.Limits.Depth)))
		return false
	}
	return f.step(at, steps)
}

// inner gives the frame of a call at a depth.
func (e *evaluation) inner(in *instance, depth, nslots int) *frame {
	for depth >= len(e.frames) {
		e.frames = append(e.frames, &frame{evaluation: e})
	}
	g := e.frames[depth]
	g.instance = in
	if cap(g.slots) < nslots {
		g.slots = make([]Value, nslots)
	}
	g.slots = g.slots[:nslots]
	return g
}

// Answer counts a value that the evaluation gives to its caller: all of them together
// have at most the weight [MaxWeight]. It gives null when they have more.
func (f *Frame) Answer(i int, v Value) Value {
	if f.answered += v.weight(); f.answered > MaxWeight {
		return f.answerTooLarge(i)
	}
	return v
}

func (f *Frame) answerTooLarge(i int) Value {
	at := f.top.unit.refs[i].def.at
	return f.fail(errLimit(at.src, at.n, fmt.Sprintf("the results hold more than %d values", MaxWeight)))
}

// Define evaluates a definition, whose number is that of [Unit.Entry], or gives it
// the value that the input has for it.
func (f *Frame) Define(i int) Value {
	if f.err != nil {
		return Null
	}
	if v := f.top.refs[i]; v.kind != kindUnset {
		return v
	}
	f.faulty = nil
	if r := &f.top.unit.refs[i]; f.top.isPlain(r) { // what there is most of, without the rest
		return f.top.define(i, r.def)
	}
	return f.top.load(i)
}

// Invoke calls a definition, which must be a function, with what the input gives
// under the names of its parameters: of a service under the keys of what they
// stand for, or else under a name that one parameter has. One that is missing, or
// does not fit, is null, with a reason unless it is missing, and the call is made.
func (f *Frame) Invoke(i int) Value {
	v := f.Define(i)
	if f.err != nil || v.kind != KindFunction {
		return Null
	}
	fn, at := v.function(), f.top.unit.refs[i].def.at
	args := make([]Value, len(fn.params))
	for p, name := range fn.params {
		key := name
		if fn.service != nil {
			key = f.top.unit.refs[fn.service.inputs[p]].root
		}
		if _, ok := f.top.given(key); !ok && !slices.Contains(fn.params[:p], name) && !slices.Contains(fn.params[p+1:], name) {
			if _, ok := f.top.vars.find(name); ok {
				key = name
			}
		}
		args[p] = f.argument(at, key, fn.types[p])
	}
	if f.err != nil {
		return Null
	}
	f.faulty = nil
	if v = f.top.call(at, fn, nil, args); f.faulty != nil {
		return Null
	}
	return v
}

// argument gives what the input has for a parameter.
func (f *Frame) argument(at site, key string, t *Type) Value {
	r := &ref{root: key, typ: t, src: at.src, rn: at.n}
	g, ok := f.top.given(key)
	switch {
	case ok:
		return f.top.bringGiven(g, r, nil)
	case f.in.Lenient:
		return Null
	}
	return f.top.unbound(r)
}

// Reasons gives why values became null, in lenient evaluation, when a definition
// was evaluated: what was added to [Frame.Nulls] behind the first n, and
// before that what came of definitions that it reads and that were evaluated then.
func (f *Frame) Reasons(i, n int) diag.List {
	if n == 0 || len(f.noted) == 0 {
		return f.nulls[n:]
	}
	read := f.top.unit.readBy(i)
	var spans []note
	// A note that lies within another one was made before it.
	for k, from := len(f.noted)-1, n; k >= 0; k-- {
		if t := f.noted[k]; t.to <= from && read[t.ref] {
			spans, from = append(spans, t), t.from
		}
	}
	var out diag.List
	for k := len(spans) - 1; k >= 0; k-- {
		out = append(out, f.nulls[spans[k].from:spans[k].to]...)
	}
	return append(out, f.nulls[n:]...)
}

// readBy gives the references that a definition reads, itself and through others.
func (u *Unit) readBy(i int) map[int]bool {
	out := map[int]bool{}
	next := []int{i}
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		if d := u.refs[i].def; d != nil && !out[i] {
			out[i] = true
			next = append(next, d.reads...)
			if d.fn != nil {
				next = append(next, d.fn.service.outputs...)
			}
		}
	}
	return out
}
