package feel

import (
	"cmp"
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

// ServiceParam is a parameter: what has Key stands for its argument. A call may name
// it as Also says, too.
type ServiceParam struct {
	Name, Also, Key string
	Type            *Type
}

// ServiceOutput is an output: the definition with Key, called Name in the result.
type ServiceOutput struct{ Name, Key string }

// definition is a compiled Definition.
type definition struct {
	name    string
	place   located
	expr    evalFunc
	nslots  int
	levels  int // how deep the tree is
	typ     *Type
	accepts kindMask  // of which every value is of the type as it is
	fn      *function // of a service
	fault   *Error
	given   bool  // a caller may give a value in its place
	at      site  // of the definition
	body    site  // of its expression
	reads   []int // the references in it
	before  link  // what it reads before it does anything else; without a def: nothing that is evaluated
}

// service is a compiled Service.
type service struct {
	also    []string // other names of the parameters
	inputs  []int    // references of the parameters
	outputs []int
	keys    *Keys // of several outputs
	single  bool
	typ     *Type
}

// CompileModule checks the definitions of a module against [Full], and compiles
// them into one unit. The list has what [Check] reports of the bodies, what else is
// constant and null by a mistake, and warnings: [UnreachableBranch]. It is sorted.
// An evaluation that comes by a fault meets it again, as [Check] says.
func CompileModule(m Module) (*Unit, diag.List) {
	u := &Unit{defs: make(map[string]*definition, len(m.Definitions)), entries: make(map[string]int, len(m.Definitions)), aliases: m.Aliases}
	// Most references are those that entries makes, and one for each input.
	u.index, u.refs = make(map[string]int, 2*len(m.Definitions)), make([]ref, 0, 2*len(m.Definitions))
	for i := range m.Definitions {
		d := &m.Definitions[i]
		out := &definition{name: d.Name, place: newAST(&d.At).src, typ: d.Type, accepts: kindsOf(d.Type), fault: d.Fault, given: d.Replaceable}
		out.at = site{&out.place, nowhere.n}
		out.body = out.at
		u.defs[d.Key] = out
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
			out.before.ref = k.firstRead(d.Body.root)
			faults = append(append(faults, checked.faults...), k.unlike(checked.faults)...)
		}
		u.entries[d.Key] = u.entry(d.Key)
		u.reading = u.reading[:0]
	}
	u.reading = nil
	for i := range u.refs {
		r := &u.refs[i]
		r.def = u.defs[r.root]
		// Where the whole is there already, paths are followed in it.
		if whole, ok := u.index[r.root]; ok && len(r.path) > 0 {
			u.refs[whole].alsoUsedAs(r.use(0))
		}
	}
	for _, d := range u.defs {
		if d.expr == nil || d.before.ref < 0 {
			continue
		}
		if r := &u.refs[d.before.ref]; r.def != nil && r.def.expr != nil && r.def.fault == nil && len(r.path) == 0 {
			d.before.def = r.def
		}
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
	return slices.DeleteFunc(k.faults, func(e *Error) bool {
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

// firstRead gives the reference of the definition that n reads before anything else is
// done, or -1.
func (k *compiler) firstRead(n node) int {
	switch n := n.(type) {
	case *nameRef:
		if b := k.c.binds[n]; b.kind == bindRoot && b.means.role == modelDefined && len(b.dynamic) == 0 {
			if i, ok := k.unit.index[b.means.key]; ok {
				return i
			}
		}
	case *parenExpr:
		return k.firstRead(n.x)
	case *pathExpr:
		return k.firstRead(n.base)
	case *negExpr:
		return k.firstRead(n.x)
	case *binaryExpr:
		return k.firstRead(n.x)
	case *betweenExpr:
		return k.firstRead(n.x)
	case *inExpr:
		return k.firstRead(n.x)
	case *ifExpr:
		return k.firstRead(n.cond)
	case *embeddedExpr:
		return k.firstRead(n.ast.root)
	}
	return -1
}

// nowhere is the site of what no text says.
var nowhere = site{&located{}, &nullLit{}}

// entry gives the reference of a definition.
func (u *Unit) entry(key string) int {
	return (&compiler{unit: u}).refIndex(ref{root: key, role: modelDefined, src: nowhere.src, rn: nowhere.n})
}

func (k *compiler) service(s *Service) *function {
	sv := &service{single: s.Single, typ: s.Type}
	fn := &function{service: sv}
	for _, p := range s.Params {
		r := ref{root: p.Key, role: modelInput, typ: p.Type, accepts: kindsOf(p.Type), src: nowhere.src, rn: nowhere.n}
		if k.unit.defs[p.Key] != nil {
			r.role = modelDefined
		}
		sv.inputs = append(sv.inputs, k.refIndex(r))
		fn.params, fn.types = append(fn.params, p.Name), append(fn.types, p.Type)
		sv.also = append(sv.also, p.Also)
	}
	names := make([]string, len(s.Outputs))
	for i, o := range s.Outputs {
		sv.outputs, names[i] = append(sv.outputs, k.unit.entry(o.Key)), o.Name
	}
	sv.keys = NewKeys(names...)
	return fn
}
