package feel

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/decision-spine/spine/internal/source"
)

// builtin is a function of the standard: one entry of the registry, with a
// signature for each way to call it.
type builtin struct {
	name     string
	section  string // of DMN 1.6
	examples []string
	sigs     []*signature
	looks    bool               // keeps nothing of the lists and texts that it is given
	passes   bool               // keeps nothing of the list that it is given first, but its items
	counts   bool               // reads no more of a list than how many items it has
	overload map[int]*signature // by number of arguments: what several signatures that take as many make together
}

type signature struct {
	params   []bparam
	variadic bool   // the only parameter is a list, which may be given item by item
	numbered string // the items have this as their names, with numbers from 1: c1, c2
	rest     bool   // the last parameter may be given more than once, by position
	impure   bool   // reads the clock: never folded
	result   *Type
	fn       builtinFunc
	brief    builtinFunc // as fn, of a text that does not outlive the evaluation; nil: there is none
}

// bparam is a parameter. types lists what it takes; none: anything. A parameter
// takes null only when it is nullable: else the call's result is null.
type bparam struct {
	name     string
	types    []*Type
	optional bool
	nullable bool
	takes    kindMask // what it takes as it is
}

// builtinFunc computes a call. args has a value for each parameter, of one of its
// types, and more of the last one where it may be repeated; an optional argument
// that was not given is absent.
type builtinFunc func(f *frame, at site, args []Value) Value

// site is where a value is computed, for errors.
type site struct {
	src *located
	n   node
}

var absent = Value{tag: tag{kind: kindUnset}}

func (v Value) given() bool { return v.kind != kindUnset }

// builtins is the registry, by name. It is complete when the package is
// initialised, and then only read.
var builtins = map[string]*builtin{}

// define adds functions of one section of the standard to the registry.
func define(section string, bs ...*builtin) {
	for _, b := range bs {
		if builtins[b.name] != nil {
			panic("defined twice: " + b.name)
		}
		b.section, b.overload = section, overloads(b.sigs)
		for _, s := range b.sigs {
			s.settle()
		}
		for _, s := range b.overload {
			s.settle()
		}
		builtins[b.name] = b
	}
}

// settle notes what the parameters take, when their types are known.
func (s *signature) settle() {
	for i := range s.params {
		p := &s.params[i]
		for k := KindBoolean; k <= KindFunction; k++ {
			if p.has(k) {
				p.takes |= 1 << k
			}
		}
		if p.nullable {
			p.takes |= 1 << KindNull
		}
	}
}

// entry makes an entry of the registry. Each example is an expression; the
// reference of functions shows its value, or the fault that makes it null.
func entry(name string, examples []string, sigs ...*signature) *builtin {
	return &builtin{name: name, examples: examples, sigs: sigs}
}

// onlyLooks says that b keeps nothing of the memory of the lists and texts that it is
// given, so that these need not outlive the call.
func (b *builtin) onlyLooks() *builtin {
	b.looks = true
	return b
}

// onlyPasses says that b keeps nothing of the memory of the list that is its first
// argument, but may keep what that is made of.
func (b *builtin) onlyPasses() *builtin {
	b.passes = true
	return b
}

// onlyCounts says that b looks at no more of a list than how many items it has.
func (b *builtin) onlyCounts() *builtin {
	b.counts = true
	return b.onlyLooks()
}

func form(result *Type, fn builtinFunc, params ...bparam) *signature {
	return &signature{result: result, fn: fn, params: params}
}

// arg is a required parameter that takes values of these types, and no null.
func arg(name string, types ...*Type) bparam { return bparam{name: name, types: types} }

func (p bparam) opt() bparam {
	p.optional = true
	return p
}

func (p bparam) orNull() bparam {
	p.nullable = true
	return p
}

var listArg = arg("list", ListType(AnyType))

// overloads gives, for each number of arguments that several signatures take by
// position, one signature which tells by the kinds of the arguments which of them
// is meant.
func overloads(sigs []*signature) map[int]*signature {
	out := map[int]*signature{}
	for n := range 8 {
		var fit []*signature
		for _, s := range sigs {
			if s.fits(nil, n) {
				fit = append(fit, s)
			}
		}
		if len(fit) > 1 {
			out[n] = joined(fit, n)
		}
	}
	return out
}

// joined makes one signature of several that take n arguments.
func joined(sigs []*signature, n int) *signature {
	out := &signature{params: slices.Clone(sigs[0].params[:n]), result: sigs[0].result}
	for _, s := range sigs[1:] {
		out.result = common(out.result, s.result)
		for i := range out.params {
			p, q := &out.params[i], &s.params[i]
			if p.name != q.name {
				p.name = fmt.Sprintf("argument %d", i+1)
			}
			if p.types = slices.Clone(p.types); len(p.types) == 0 || len(q.types) == 0 {
				p.types = nil
				continue
			}
			for _, t := range q.types {
				if !slices.Contains(p.types, t) {
					p.types = append(p.types, t)
				}
			}
		}
	}
	out.fn = func(f *frame, at site, args []Value) Value {
		for _, s := range sigs {
			if s.takes(args) {
				return s.fn(f, at, args)
			}
		}
		return sigs[0].fn(f, at, args)
	}
	return out
}

// takes reports whether every argument is of a kind that its parameter has.
func (s *signature) takes(args []Value) bool {
	for i, v := range args {
		if v.kind != KindNull && !s.params[i].has(v.kind) {
			return false
		}
	}
	return true
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
// arguments. Where two have parameters of the same names, the order in which the
// names are written tells: before(point, range) or before(range, point).
func (b *builtin) match(src *located, n *callExpr) (*signature, *Error) {
	if s := b.overload[len(n.args)]; s != nil && n.names == nil {
		return s, nil
	}
	var fit *signature
	for _, s := range b.sigs {
		switch {
		case !s.fits(n.names, len(n.args)):
		case n.names == nil || s.inOrder(n.names):
			return s, nil
		case fit == nil:
			fit = s
		}
	}
	if fit != nil {
		return fit, nil
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
			if near := source.Hint(name, all, ""); near != "" {
				hint += "; " + near
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
		if s.byItem(names, args) {
			return true
		}
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
	return args >= required && (args <= len(s.params) || s.rest)
}

// byItem reports whether the arguments of a call are the items of the list: several
// without names, or such as min(c1: 1, c2: 2), as the standard names them.
func (s *signature) byItem(names []string, args int) bool {
	if names == nil {
		return s.variadic && args > 1
	}
	if s.numbered == "" {
		return false
	}
	seen := make([]bool, len(names))
	for _, name := range names {
		digits, ok := strings.CutPrefix(name, s.numbered)
		i, err := strconv.Atoi(digits)
		if !ok || err != nil || digits[0] < '1' || digits[0] > '9' || i > len(names) || seen[i-1] {
			return false
		}
		seen[i-1] = true
	}
	return true
}

func (s *signature) inOrder(names []string) bool {
	return slices.EqualFunc(names, s.params, func(name string, p bparam) bool { return name == p.name })
}

func (s *signature) index(name string) int {
	return slices.IndexFunc(s.params, func(p bparam) bool { return p.name == name })
}

// param gives the parameter of argument i of the call n.
func (s *signature) param(n *callExpr, i int) *bparam {
	switch {
	case s.byItem(n.names, len(n.args)):
		return nil
	case n.names != nil:
		i = s.index(n.names[i])
	}
	return s.at(i)
}

// at gives the parameter of the argument at a place.
func (s *signature) at(i int) *bparam { return &s.params[min(i, len(s.params)-1)] }

// form is how s is called, for people.
func (s *signature) form(name string) string {
	ps := make([]string, len(s.params))
	for i, p := range s.params {
		ps[i] = p.name
		if p.optional {
			ps[i] += "?"
		}
		if s.variadic || s.rest && i == len(ps)-1 {
			ps[i] += "..."
		}
	}
	return name + "(" + strings.Join(ps, ", ") + ")"
}

// accepts reports whether p takes a value of type t as it is.
func (p *bparam) accepts(t *Type) bool {
	return len(p.types) == 0 || slices.ContainsFunc(p.types, func(w *Type) bool { return !w.known() || sameKind(w, t) })
}

// has reports whether p takes values of a kind as they are.
func (p *bparam) has(k Kind) bool {
	return len(p.types) == 0 || slices.ContainsFunc(p.types, func(t *Type) bool { return t.hasKind(k) })
}

// want names what p takes.
func (p *bparam) want() string {
	names := make([]string, len(p.types))
	for i, t := range p.types {
		names[i] = typeNames[t.kind]
	}
	if last := len(names) - 1; last > 1 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return strings.Join(names, " or ")
}

// bring makes v one of the types of p: as it is, a list of one as its item, a
// single value as a list of one (DMN 1.6, clause 10.3.2.9.4). ok is false when v
// does not fit.
func (p *bparam) bring(v Value) (out Value, ok bool) {
	if p.has(v.kind) {
		return v, true
	}
	if v.kind == KindList {
		if v.n == 1 && p.has(v.list()[0].kind) {
			return v.list()[0], true
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
	for i := range args {
		p := s.at(i)
		switch {
		case p.takes.has(args[i].kind):
		case args[i].kind == kindUnset:
			if !p.optional {
				args[i] = Null
			}
		case args[i].kind == KindNull:
			return Null
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
		return Null, errUnknownFunction(&located{}, &nullLit{}, name, "")
	}
	f := (&Unit{}).NewFrame()
	f.Start(context.Background(), &Input{})
	v := f.top.callValue(site{&located{}, &callExpr{}}, b, nil, args)
	if f.err != nil {
		return Null, f.err
	}
	return v, nil
}
