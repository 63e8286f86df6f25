package feel

import (
	"context"
	"maps"
)

// Function is a function of the application, written in Go. It must answer the
// same to the same arguments, or a record cannot be replayed; it may be called by
// many goroutines at once. It is never reachable in the profile [Subset].
//
// Each argument is brought to its parameter's type before the call, or there is no
// call; it may be null. The result is brought to the type Result. An error is a
// fault with the code [FunctionFailed].
type Function struct {
	Params []Param
	Result *Type // nil: any
	Call   func(ctx context.Context, args []Value) (Value, error)
}

// Param is a parameter of a [Function]. A nil Type means Any.
type Param struct {
	Name string
	Type *Type
}

// DeclareFunction adds a function under a name, which may have several words. It
// shadows a built-in function of that name. It returns the scope.
func (s *Scope) DeclareFunction(name string, fn Function) *Scope {
	own := fn.own(name)
	return s.declare(name, declared{typ: FunctionType(fn.Result, own.types...), means: bound{key: name}, fn: own})
}

// DeclareExternal adds the function that is meant where a model defines one by a
// class and a method signature of Java: "com.example.Tax", "net(double, double)".
// Blanks in the signature do not matter; nothing else of it is looked at. It takes
// precedence over the methods that are built in. It returns the scope.
func (s *Scope) DeclareExternal(class, signature string, fn Function) *Scope {
	o := outside{class, signature}
	s.externals = maps.Clone(s.externals) // a child shares them
	if s.externals == nil {
		s.externals = map[string]*function{}
	}
	s.externals[o.key()] = fn.own(o.String())
	return s
}

// function gives a function of the application, or nil.
func (s *Scope) function(name string) *function {
	d, _ := s.named(name)
	return d.fn
}

// own makes a function value.
func (fn Function) own(name string) *function {
	out := &function{steps: 1}
	for _, p := range fn.Params {
		out.params, out.types = append(out.params, p.Name), append(out.types, orAny(p.Type))
	}
	out.host = func(f *frame, at site, args []Value) Value {
		v, err := fn.Call(f.ctx, args)
		switch {
		case err != nil && f.ctx != nil && f.ctx.Err() != nil:
			return f.fail(errCancelled(at.src, at.n, f.ctx))
		case err != nil:
			return f.fail(errFunctionFailed(at.src, at.n, name, err))
		case !f.step(at, v.weight()) || !f.produce(at, v.weight()*valueBytes):
			return Null
		}
		return f.bring(at, "the result of "+name, f.within(at, v), fn.Result)
	}
	return out
}

// typed calls a function of the application whose arguments were brought to the
// types of another definition.
func (fn *function) typed(f *frame, at site, args []Value) Value {
	out := make([]Value, len(args))
	for i, v := range args {
		out[i] = f.bring(at, fn.params[i], v, fn.types[i])
		if out[i].kind == KindNull && v.kind != KindNull {
			return Null
		}
	}
	return fn.host(f, at, out)
}
