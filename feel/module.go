package feel

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/decision-spine/spine/diag"
)

// Module is definitions that refer to each other and to inputs by name: the
// decisions, business knowledge models and decision services of a DMN model. A
// definition is evaluated when it is first needed, and once for an evaluation.
//
// Scopes tell which name means which key: see [Scope.DeclareInput] and
// [Scope.DeclareDefinition]. Keys are unique in the module, while a name may mean
// different things in different places.
type Module struct {
	Definitions []Definition
	// Aliases are names, by keys, under which callers may give a value as well.
	Aliases map[string]string
}

// Definition is one definition of a module: an expression, or a service.
type Definition struct {
	Key     string
	Name    string // for messages
	At      Source // its place; it has no text
	Body    *AST   // nil of a service
	Scope   *Scope // the names of Body
	Type    *Type  // to which the value is brought; nil: as it is
	Service *Service

	// Replaceable says that a caller may give a value in the definition's place.
	Replaceable bool
	// Fault says that the definition cannot be evaluated. Its value is null with
	// this reason, and so is that of every definition that reads it.
	Fault *Error
}

// Service is a function whose parameters take the place of inputs and definitions
// while it is evaluated (DMN 1.6, clause 10.4).
type Service struct {
	Params  []ServiceParam
	Outputs []ServiceOutput
	Single  bool  // its value is that of its only output
	Type    *Type // to which its value is brought; nil: as it is
}

// ServiceParam is a parameter: what has Key stands for its argument.
type ServiceParam struct {
	Name, Key string
	Type      *Type
}

// ServiceOutput is an output: the definition with Key, called Name in the result.
type ServiceOutput struct{ Name, Key string }

// definition is a compiled Definition.
type definition struct {
	name   string
	expr   evalFunc
	nslots int
	levels int // how deep the tree is
	typ    *Type
	fn     *function // of a service
	fault  *Error
	given  bool  // a caller may give a value in its place
	at     site  // of the definition
	body   site  // of its expression
	reads  []int // the references in it
}

// service is a compiled Service.
type service struct {
	inputs  []int // references of the parameters
	outputs []int
	names   []string
	single  bool
	typ     *Type
}

// CompileModule checks the definitions of a module against [Full], and compiles
// them into one unit. The list has what [Check] reports of the bodies, what else is
// constant and null by a mistake, and warnings: [UnreachableBranch]. It is sorted.
// An evaluation that comes by a fault meets it again, as [Check] says.
func CompileModule(m Module) (*Unit, diag.List) {
	u := &Unit{defs: make(map[string]*definition, len(m.Definitions)), entries: make(map[string]int, len(m.Definitions)), aliases: m.Aliases}
	for i := range m.Definitions {
		d := &m.Definitions[i]
		at := site{&d.At, &nullLit{}}
		u.defs[d.Key] = &definition{name: d.Name, typ: d.Type, fault: d.Fault, given: d.Replaceable, at: at, body: at}
	}
	var faults diag.List
	for i := range m.Definitions {
		d := &m.Definitions[i]
		out := u.defs[d.Key]
		switch {
		case d.Service != nil:
			out.fn = (&compiler{unit: u}).service(d.Service)
		case d.Body != nil:
			checked := check(d.Body, d.Scope, Full)
			if checked.refused {
				faults = append(faults, checked.faults...)
				out.fault = cmp.Or(out.fault, checked.faults[0])
				break
			}
			k := newCompiler(checked.c, u)
			out.expr, out.nslots, out.levels = k.root().expr, checked.c.nslots, checked.c.levels
			out.body = site{k.src, d.Body.root}
			out.reads = u.read()
			faults = append(append(faults, checked.faults...), k.unlike(checked.faults)...)
		}
		u.entries[d.Key] = u.entry(d.Key)
		u.reading = u.reading[:0]
	}
	u.reading = nil
	for i := range u.refs {
		u.refs[i].def = u.defs[u.refs[i].root]
	}
	faults.Sort()
	return u, faults
}

// Entry gives the number of the definition with a key, for the methods of [Frame];
// -1 when there is none.
func (u *Unit) Entry(key string) int {
	if i, ok := u.entries[key]; ok {
		return i
	}
	return -1
}

// unlike gives what compiling found besides what checking did: warnings, and the
// constant parts that are null by a mistake.
func (k *compiler) unlike(checked diag.List) diag.List {
	type place struct {
		code diag.Code
		file string
		at   diag.Pos
	}
	seen := map[place]bool{}
	for _, e := range checked {
		seen[place{e.Code, e.At.File, e.At.Span.Start}] = true
	}
	return slices.DeleteFunc(*k.faults, func(e *Error) bool {
		return e.Code == LimitExceeded || seen[place{e.Code, e.At.File, e.At.Span.Start}]
	})
}

// note keeps that the definition which is compiled reads reference i.
func (u *Unit) note(i int) int {
	if u.defs != nil {
		u.reading = append(u.reading, i)
	}
	return i
}

// read gives the references that the definition which is compiled reads.
func (u *Unit) read() []int {
	slices.Sort(u.reading)
	return slices.Clone(slices.Compact(u.reading))
}

// entry gives the reference of a definition.
func (u *Unit) entry(key string) int {
	return (&compiler{unit: u}).refIndex(ref{root: key, role: modelDefined, src: &Source{}, rn: &nullLit{}})
}

func (k *compiler) service(s *Service) *function {
	sv := &service{single: s.Single, typ: s.Type}
	fn := &function{service: sv}
	for _, p := range s.Params {
		r := ref{root: p.Key, role: modelInput, typ: p.Type, src: &Source{}, rn: &nullLit{}}
		if k.unit.defs[p.Key] != nil {
			r.role = modelDefined
		}
		sv.inputs = append(sv.inputs, k.refIndex(r))
		fn.params, fn.types = append(fn.params, p.Name), append(fn.types, p.Type)
	}
	for _, o := range s.Outputs {
		sv.outputs, sv.names = append(sv.outputs, k.unit.entry(o.Key)), append(sv.names, o.Name)
	}
	return fn
}

// loadModel reads an input of a model, or evaluates a definition.
func (f *frame) loadModel(i int, r *ref) Value {
	d := r.def
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
		f.note(i, len(f.nulls)-1)
		return f.broken(i, d.fault)
	case d.fn != nil:
		fn := *d.fn
		fn.in = f.instance.keptBy()
		return f.keep(i, functionValue(&fn))
	}
	return f.define(i, d)
}

// define evaluates a definition.
func (f *frame) define(i int, d *definition) Value {
	inner := f.inner(f.instance, d.nslots)
	if !f.descend(d) {
		return Null
	}
	outer, nulls := f.faulty, len(f.nulls)
	f.faulty = nil
	v := d.expr(inner)
	if f.faulty == nil {
		v = f.bring(d.body, d.name, v, d.typ)
	}
	f.ascend(d)
	f.note(i, nulls)
	if f.faulty != nil {
		return f.broken(i, f.faulty)
	}
	f.faulty = outer
	return f.keep(i, v)
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

func (e *evaluation) note(ref, from int) {
	if from >= 0 && len(e.nulls) > from {
		e.noted = append(e.noted, note{ref, from, len(e.nulls)})
	}
}

// maxLevels is how many levels of trees may be evaluated within each other along a
// chain of definitions: the stack has room for no more.
const maxLevels = 200_000

// callLevels is what a definition counts for besides the levels of its own tree.
const callLevels = 10

func (f *frame) descend(d *definition) bool {
	f.levels += d.levels + callLevels
	f.depth++
	f.nested++
	if f.levels > maxLevels {
		f.fail(errLimit(d.body.src, d.body.n, "the definitions that need each other are too many, or too deep"))
		return false
	}
	return f.step(d.body, 1)
}

func (f *frame) ascend(d *definition) {
	f.levels -= d.levels + callLevels
	f.depth--
	f.nested--
}

// given finds what the caller gives for an input, or in the place of a definition.
func (f *frame) given(key string) (given, bool) {
	g, ok := f.vars.find(key)
	if alias := f.unit.aliases[key]; !ok && alias != "" {
		return f.vars.find(alias)
	}
	return g, ok
}

// bringGiven brings what the caller gives to its type.
func (f *frame) bringGiven(g given, r *ref, d *definition) Value {
	typ := r.typ
	if d != nil {
		typ = d.typ
	}
	v := f.follow(g, r)
	if f.vars.text {
		v = temporals(v, typ)
	}
	return f.bring(site{r.src, r.rn}, r.root, v, typ)
}

// bring brings v to a declared type; what does not conform is null, with a fault.
func (e *evaluation) bring(at site, name string, v Value, t *Type) Value {
	switch {
	case !t.known() && !t.restricts(), t.plainKind() == v.kind && !t.restricted:
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
	out := &contextData{}
	for o, i := range s.outputs {
		v := f.refs[i]
		if v.kind == kindUnset {
			v = f.load(i)
		}
		if s.single {
			return v
		}
		out.put(s.names[o], v)
	}
	return f.within(at, contextValue(out))
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
		in.refs[i] = absent
	}
	in.touched, in.vars, in.kept = in.touched[:0], Vars{}, false
	clear(in.breaks)
}

// kindOf is what a name means to the callers of a module.
type kindOf = func(name string) (known, definition bool)

// Names looks at the names that the caller gives values for, and gives those that
// are not known, sorted.
func (f *Frame) Names(kind kindOf) (unknown []string) {
	f.replaces = false
	f.top.vars.each(func(name string) {
		known, definition := kind(name)
		if !known {
			unknown = append(unknown, name)
		}
		f.replaces = f.replaces || definition
	})
	slices.Sort(unknown)
	return unknown
}

// enter counts one call, and reports whether it may be made.
func (f *frame) enter(at site, steps int64) bool {
	if f.depth-f.nested >= f.in.Limits.Depth {
		f.fail(errLimit(at.src, at.n, fmt.Sprintf("more than %d calls within each other", f.in.Limits.Depth)))
		return false
	}
	return f.step(at, steps)
}

// inner gives the frame of a call at the present depth.
func (e *evaluation) inner(in *instance, nslots int) *frame {
	for e.depth >= len(e.frames) {
		e.frames = append(e.frames, &frame{evaluation: e})
	}
	g := e.frames[e.depth]
	g.instance = in
	if cap(g.slots) < nslots {
		g.slots = make([]Value, nslots)
	}
	g.slots = g.slots[:nslots]
	return g
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
	return f.top.load(i)
}

// Invoke calls a definition, which must be a function, with what the input gives under the names of its parameters: of a service under the keys of
// what they stand for. One that is missing, or does not fit, is null, with a
// reason unless it is missing, and the call is made.
func (f *Frame) Invoke(i int) Value {
	v := f.Define(i)
	if f.err != nil || v.kind != KindFunction {
		return Null
	}
	fn, at := v.function(), f.top.unit.refs[i].def.at
	args := make([]Value, len(fn.params))
	for p, name := range fn.params {
		if fn.service != nil {
			name = f.top.unit.refs[fn.service.inputs[p]].root
		}
		args[p] = f.argument(at, name, fn.types[p])
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

// Bind gives the values of [Slots] their names, in order.
func (f *Frame) Bind(names []string) {
	if f.top.vars.slots == nil {
		return
	}
	c := &contextData{}
	for i, v := range f.top.vars.slots[:min(len(names), len(f.top.vars.slots))] {
		c.put(names[i], v)
	}
	f.top.vars = ContextVars(contextValue(c))
}
