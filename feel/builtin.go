package feel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/decision-spine/spine/internal/source"
)

// builtin is a function of the standard: one entry of the registry, with a
// signature for each way to call it.
type builtin struct {
	name    string
	section string // of DMN 1.6
	sigs    []*signature
}

type signature struct {
	params   []bparam
	variadic bool // the only parameter is a list, which may be given item by item
	impure   bool // reads the clock: never folded
	result   *Type
	fn       builtinFunc
}

// bparam is a parameter. types lists what it takes; none: anything. A parameter
// takes null only when it is nullable: else the call's result is null.
type bparam struct {
	name     string
	types    []*Type
	optional bool
	nullable bool
}

// builtinFunc computes a call. args has a value for each parameter, of one of its
// types; an optional argument that was not given is absent.
type builtinFunc func(f *frame, at site, args []Value) Value

// site is where a value is computed, for errors.
type site struct {
	src *Source
	n   node
}

var absent = Value{kind: kindUnset}

func (v Value) given() bool { return v.kind != kindUnset }

// builtins is the registry, by name. It is complete when the package is
// initialised, and then only read.
var builtins = map[string]*builtin{}

// define adds functions to the registry.
func define(bs ...*builtin) struct{} {
	for _, b := range bs {
		if builtins[b.name] != nil {
			panic("defined twice: " + b.name)
		}
		builtins[b.name] = b
	}
	return struct{}{}
}

func builtinName(name string) bool { return builtins[name] != nil }

// builtinNames gives all names, sorted.
var builtinNames = sync.OnceValue(func() []string {
	names := make([]string, 0, len(builtins))
	for name := range builtins {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
})

// match gives the signature that the call n fits by number and names of its
// arguments.
func (b *builtin) match(src *Source, n *callExpr) (*signature, *Error) {
	for _, s := range b.sigs {
		if s.fits(n.names, len(n.args)) {
			return s, nil
		}
	}
	forms := make([]string, len(b.sigs))
	for i, s := range b.sigs {
		forms[i] = s.form(b.name)
	}
	hint := "it is called as " + strings.Join(forms, ", or ")
	for _, name := range n.names {
		var all []string
		for _, s := range b.sigs {
			for _, p := range s.params {
				all = append(all, p.name)
			}
		}
		if !slices.Contains(all, name) {
			if near := source.Nearest(name, all); near != "" {
				hint += fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, errWrongArguments(src, n, fmt.Sprintf("%q has no parameter %q", b.name, name), hint)
		}
	}
	return nil, errWrongArguments(src, n, fmt.Sprintf("%q cannot be called with %d arguments", b.name, len(n.args)), hint)
}

// fits reports whether the number of arguments, or their names, suit s. A
// parameter that takes null may be left out from the names: then it is null.
func (s *signature) fits(names []string, args int) bool {
	if names != nil {
		for i, name := range names {
			if s.index(name) < 0 || slices.Contains(names[:i], name) {
				return false
			}
		}
		return !slices.ContainsFunc(s.params, func(p bparam) bool {
			return !p.optional && !p.nullable && !slices.Contains(names, p.name)
		})
	}
	if s.variadic {
		return args >= 1
	}
	required := 0
	for _, p := range s.params {
		if !p.optional {
			required++
		}
	}
	return args >= required && args <= len(s.params)
}

func (s *signature) index(name string) int {
	return slices.IndexFunc(s.params, func(p bparam) bool { return p.name == name })
}

// param gives the parameter of argument i of the call n.
func (s *signature) param(n *callExpr, i int) *bparam {
	switch {
	case n.names != nil:
		i = s.index(n.names[i])
	case s.variadic && len(n.args) > 1:
		return nil
	}
	return &s.params[i]
}

// form is how s is called, for people.
func (s *signature) form(name string) string {
	ps := make([]string, len(s.params))
	for i, p := range s.params {
		ps[i] = p.name
		if p.optional {
			ps[i] += "?"
		}
		if s.variadic {
			ps[i] += "..."
		}
	}
	return name + "(" + strings.Join(ps, ", ") + ")"
}

// accepts reports whether p takes a value of type t as it is.
func (p *bparam) accepts(t *Type) bool {
	return len(p.types) == 0 || slices.ContainsFunc(p.types, func(w *Type) bool { return !w.known() || sameKind(w, t) })
}

// want names what p takes.
func (p *bparam) want() string {
	names := make([]string, len(p.types))
	for i, t := range p.types {
		names[i] = t.String()
		if t.kind == typeList {
			names[i] = "list"
		}
	}
	return strings.Join(names, " or ")
}

// bring makes v one of the types of p: as it is, a list of one as its item, a
// single value as a list of one (DMN 1.6, clause 10.3.2.9.4). ok is false when v
// does not fit.
func (p *bparam) bring(v Value) (out Value, ok bool) {
	if len(p.types) == 0 || slices.ContainsFunc(p.types, func(t *Type) bool { return t.hasKind(v.kind) }) {
		return v, true
	}
	if v.kind == KindList {
		if v.n == 1 {
			if item := v.list()[0]; slices.ContainsFunc(p.types, func(t *Type) bool { return t.hasKind(item.kind) }) {
				return item, true
			}
		}
		return v, false
	}
	if slices.ContainsFunc(p.types, func(t *Type) bool { return t.kind == typeList }) {
		return List(v), true
	}
	return v, false
}

// call evaluates the call of a built-in: null where a parameter does not take
// null, an error where an argument does not fit, else what fn gives.
func (s *signature) call(f *frame, at site, name string, args []Value) Value {
	for i := range s.params {
		p := &s.params[i]
		switch {
		case args[i].kind == kindUnset:
			if !p.optional {
				args[i] = Null
			}
		case args[i].kind == KindNull:
			if !p.nullable {
				return Null
			}
		default:
			v, ok := p.bring(args[i])
			if !ok {
				return f.fail(errTypeMismatch(at.src, at.n,
					fmt.Sprintf("%s of %q must be a %s, not a %s", p.name, name, p.want(), v.kind), ""))
			}
			args[i] = v
		}
	}
	return s.fn(f, at, args)
}

// Call calls a built-in function of the standard by name, strictly, with
// positional arguments and the default limits.
func Call(name string, args ...Value) (Value, error) {
	b := builtins[name]
	if b == nil {
		return Null, errUnknownFunction(&Source{}, &nullLit{}, name, "")
	}
	f := (&Unit{}).NewFrame()
	f.Start(context.Background(), Input{})
	v := f.top.callValue(site{&Source{}, &callExpr{}}, b, nil, args)
	if f.err != nil {
		return Null, f.err
	}
	return v, nil
}
