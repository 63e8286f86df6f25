package feel

import "fmt"

// Module is definitions that refer to each other and to inputs by name: the
// decisions, business knowledge models and decision services of a DMN model. A
// definition is evaluated when it is first needed, and once for an evaluation.
//
// Scopes tell which name means which key: see [Scope.DeclareInput] and
// [Scope.DeclareDefinition]. Keys are unique in the module, while a name may mean
// different things in different places.
type Module struct {
	Definitions []Definition
}

// Definition is one definition of a module: an expression, or a service.
type Definition struct {
	Key     string
	Name    string   // for messages
	Body    *Checked // nil of a service
	Type    *Type    // to which the value is brought; nil: as it is
	Service *Service
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
	typ    *Type
	fn     *function // of a service
	src    *Source
	n      node
}

// service is a compiled Service.
type service struct {
	inputs  []int // references of the parameters
	outputs []int
	names   []string
	single  bool
	typ     *Type
}

// CompileModule compiles the definitions of a module into one unit.
func CompileModule(m Module) (*Unit, error) {
	u := &Unit{defs: map[string]*definition{}, entries: map[string]int{}}
	for _, d := range m.Definitions {
		out := &definition{name: d.Name, typ: d.Type, src: &Source{}, n: &nullLit{}}
		u.defs[d.Key] = out
		if d.Body != nil {
			k := newCompiler(d.Body, u)
			out.expr, out.nslots, out.src, out.n = k.root().expr, d.Body.nslots, k.src, d.Body.ast.root
		}
	}
	k := &compiler{unit: u}
	for _, d := range m.Definitions {
		if d.Service != nil {
			u.defs[d.Key].fn = k.service(d.Service)
		}
		u.entries[d.Key] = u.entry(d.Key)
	}
	return u, nil
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
	at := site{r.src, r.rn}
	if v, given := f.given(r); given {
		typ := r.typ
		if d := f.unit.defs[r.root]; d != nil {
			typ = d.typ
		}
		return f.keep(i, f.bring(at, r.root, v, typ))
	}
	d := f.unit.defs[r.root]
	if d == nil {
		if !f.in.Lenient {
			return f.keep(i, f.unbound(r))
		}
		return f.keep(i, Null)
	}
	if d.fn != nil {
		fn := *d.fn
		fn.in, f.kept = f.instance, true
		return f.keep(i, functionValue(&fn))
	}
	if !f.enter(at, 1) {
		return Null
	}
	inner := f.inner(f.instance, d.nslots)
	f.depth++
	v := d.expr(inner)
	f.depth--
	return f.keep(i, f.bring(site{d.src, d.n}, d.name, v, d.typ))
}

// given gives the value that the caller gives an input, or in the place of a
// definition.
func (f *frame) given(r *ref) (Value, bool) {
	if f.vars.host == nil {
		return f.vars.ctx.Get(r.root)
	}
	host, ok := f.vars.host[r.root]
	if !ok {
		return Null, false
	}
	return f.convert(host, r, 0), true
}

// bring brings v to a declared type; what does not conform is null, with a fault.
func (e *evaluation) bring(at site, name string, v Value, t *Type) Value {
	if !t.known() {
		return v
	}
	if v.holds() && !e.step(at, v.weight()) {
		return Null
	}
	out, ok := coerce(v, t)
	if !ok {
		return e.fail(errTypeMismatch(at.src, at.n, name+" must be a "+t.String()+", not a "+v.kind.String(), ""))
	}
	return out
}

// callService evaluates a service: an instance of its own, in which its
// parameters have the arguments as values.
func (f *frame) callService(at site, fn *function, args []Value) Value {
	sv := fn.service
	inner := fn.in.unit.newInstance(ContextVars(Context()))
	for p, i := range sv.inputs {
		inner.refs[i] = args[p]
	}
	if !f.enter(at, 1) || !f.produce(at, int64(len(inner.refs))*valueBytes) {
		return Null
	}
	g := &frame{evaluation: f.evaluation, instance: inner}
	out := &contextData{}
	f.depth++
	defer func() { f.depth-- }()
	for o, i := range sv.outputs {
		v := inner.refs[i]
		if v.kind == kindUnset {
			v = g.load(i)
		}
		if sv.single {
			return f.bring(at, "the result of the service", v, sv.typ)
		}
		out.put(sv.names[o], v)
	}
	return f.bring(at, "the result of the service", f.within(at, contextValue(out)), sv.typ)
}

// enter counts one call, and reports whether it may be made.
func (f *frame) enter(at site, steps int64) bool {
	if f.depth >= f.in.Limits.Depth {
		f.fail(errLimit(at.src, at.n, fmt.Sprintf("more than %d calls within each other", f.in.Limits.Depth)))
		return false
	}
	return f.step(at, steps)
}

// inner gives the frame of a call at the present depth.
func (f *frame) inner(in *instance, nslots int) *frame {
	for f.depth >= len(f.frames) {
		f.frames = append(f.frames, &frame{evaluation: f.evaluation})
	}
	g := f.frames[f.depth]
	g.instance = in
	if cap(g.slots) < nslots {
		g.slots = make([]Value, nslots)
	}
	g.slots = g.slots[:nslots]
	return g
}

// Define evaluates the definition with a key, or gives it the value that the
// input has for it.
func (f *Frame) Define(key string) Value {
	if f.err != nil {
		return Null
	}
	i := f.top.unit.entries[key]
	if v := f.top.refs[i]; v.kind != kindUnset {
		return v
	}
	return f.top.load(i)
}

// Invoke calls the definition with a key, which must be a function, with named
// arguments; an argument that is not given is null.
func (f *Frame) Invoke(key string, args map[string]Value) Value {
	v := f.Define(key)
	if f.err != nil || v.kind != KindFunction {
		return Null
	}
	fn := v.function()
	d := f.top.unit.defs[key]
	values := make([]Value, len(fn.params))
	for i, name := range fn.params {
		v, _ := coerce(args[name], fn.types[i]) // a bad argument is null, and the call goes on
		values[i] = v
	}
	return f.top.call(site{d.src, d.n}, fn, nil, values)
}

// Serve calls the definition with a key, which must be a service, with what the
// input gives for its parameters. One that is missing, or does not fit, is null,
// and the service still runs.
func (f *Frame) Serve(key string) Value {
	v := f.Define(key)
	if f.err != nil || v.kind != KindFunction || v.function().service == nil {
		return Null
	}
	fn := v.function()
	args := map[string]Value{}
	for p, i := range fn.service.inputs {
		r := f.top.unit.refs[i]
		if given, ok := f.top.given(&r); ok {
			args[fn.params[p]] = given
		}
	}
	return f.Invoke(key, args)
}

// Given gives the values that the input has for the parameters of a function
// definition, by their names.
func (f *Frame) Given(key string) map[string]Value {
	v := f.Define(key)
	if v.kind != KindFunction {
		return nil
	}
	args := map[string]Value{}
	for _, name := range v.function().params {
		if given, ok := f.top.given(&ref{root: name, src: &Source{}, rn: &nullLit{}}); ok {
			args[name] = given
		}
	}
	return args
}
