package feel

import (
	"errors"
	"fmt"
	"strings"
)

// A function outside FEEL has a description in place of a body (DMN 1.6, clause
// 10.2.1.7): of a method of Java, by class and signature, or of a model in PMML.
// There is no Java here. The functions that the application registers with
// [Scope.DeclareExternal] are looked at first, then the closed table of
// external_java.go, whose methods touch nothing but their arguments. Whatever else
// is described is a function that answers null with a reason.

// BoxedExternal is the definition of a function outside FEEL, of kind Java or PMML.
// Its body is a context with the entries class and method signature, or document
// and model. What it gives is brought to the type result; nil: as it is.
func BoxedExternal(src Source, params []BoxedParam, body *AST, kind string, result *Type) *AST {
	fn := BoxedFunction(src, params, body)
	lit := fn.root.(*functionLit)
	lit.external, lit.kind, lit.result = true, kind, result
	return fn
}

// hostFunc is a function in Go. args has a value for each parameter, brought to the
// parameter's type.
type hostFunc func(f *frame, at site, args []Value) Value

// outside is what a definition describes.
type outside struct{ class, signature string }

func (o outside) String() string { return o.class + "." + o.signature }

// key is the same for signatures that differ in blanks only.
func (o outside) key() string { return o.class + "." + strings.ReplaceAll(o.signature, " ", "") }

var errNoPMML = errors.New("models in PMML cannot be called")

// described reads the description of a function.
func (n *functionLit) described() (o outside, err error) {
	body, kind := n.body, strings.ToLower(n.kind)
	if kind == "" {
		if kind = "java"; entryOf(body, kind) == nil && entryOf(body, "pmml") != nil {
			kind = "pmml"
		}
		body = entryOf(body, kind)
	}
	if kind == "pmml" {
		return o, errNoPMML
	}
	class, isText := plain(entryOf(body, "class")).(*stringLit)
	signature, also := plain(entryOf(body, "method signature")).(*stringLit)
	if !isText || !also {
		return o, errors.New("it is described by class and method signature, both a string")
	}
	return outside{strings.TrimSpace(class.val), strings.TrimSpace(signature.val)}, nil
}

// entryOf gives the value of an entry of a context that is written out; nil when
// there is none.
func entryOf(n node, key string) node {
	c, ok := plain(n).(*contextLit)
	if !ok {
		return nil
	}
	for _, e := range c.entries {
		if e.key == key {
			return e.value
		}
	}
	return nil
}

// plain gives what stands in parentheses, or in a box of its own.
func plain(n node) node {
	for {
		switch x := n.(type) {
		case *parenExpr:
			n = x.x
		case *embeddedExpr:
			n = x.ast.root
		default:
			return n
		}
	}
}

// find gives the function that a definition describes.
func (s *Scope) find(n *functionLit) (fn hostFunc, what string, err error) {
	o, err := n.described()
	if err != nil {
		return nil, "outside FEEL", err
	}
	what = o.String()
	params := -1
	if s != nil && s.externals[o.key()] != nil {
		own := s.externals[o.key()]
		fn, params = own.typed, len(own.params)
	} else if m := javaMethods[o.key()]; m != nil {
		j := javaCall{o, javaTypes(o.key()), m}
		if fn, params = j.call, len(j.types); j.variadic() && len(n.params) >= params-1 {
			params = len(n.params)
		}
	}
	switch {
	case fn == nil:
		return nil, what, errors.New("no such method is known here")
	case params != len(n.params):
		return nil, what, fmt.Errorf("it takes %d arguments, and this definition has %d parameters", params, len(n.params))
	}
	return fn, what, nil
}

// external gives the function that a definition means. One that means none fails
// when it is called.
func (s *Scope) external(n *functionLit) hostFunc {
	fn, what, err := s.find(n)
	if err == nil {
		return func(f *frame, at site, args []Value) Value {
			return f.bring(at, "the result", fn(f, at, args), n.result)
		}
	}
	return func(f *frame, at site, _ []Value) Value {
		return f.fail(errUnknownFunction(at.src, at.n, what, err.Error()))
	}
}

// external reports a definition that means no function.
func (k *checker) external(n *functionLit) {
	if _, what, err := k.c.scope.find(n); err != nil {
		k.report(errUnknownFunction(k.src, n, what, err.Error()))
	}
}
