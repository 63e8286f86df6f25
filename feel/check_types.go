package feel

import (
	"fmt"
	"slices"

	"github.com/decision-spine/spine/internal/source"
)

// arithmeticType gives the type of x op y; ok is false when the operator is not
// defined for two known types. Null operands give null, which is no fault.
func arithmeticType(o op, x, y *Type) (t *Type, ok bool) {
	if x.kind == typeNull || y.kind == typeNull {
		return AnyType, true
	}
	if !x.known() || !y.known() {
		return arithmeticGuess(o, x, y), true
	}
	duration := func(t *Type) bool {
		return t.kind == typeDays || t.kind == typeMonths || t.kind == typeDuration
	}
	dated := func(t *Type) bool { return t.kind == typeDate || t.kind == typeDateTime }
	switch o {
	case opAdd, opSub:
		switch {
		case x.kind == typeNumber && y.kind == typeNumber,
			o == opAdd && x.kind == typeString && y.kind == typeString,
			duration(x) && sameKind(x, y):
			return x, true
		case (dated(x) || x.kind == typeTime && y.kind != typeMonths) && duration(y):
			return x, true
		case o == opAdd && duration(x) && (dated(y) || y.kind == typeTime && x.kind != typeMonths):
			return y, true
		case o == opSub && (dated(x) && dated(y) || x.kind == typeTime && y.kind == typeTime):
			return DaysType, true
		}
	case opMul:
		switch {
		case x.kind == typeNumber && (y.kind == typeNumber || duration(y)):
			return y, true
		case duration(x) && y.kind == typeNumber:
			return x, true
		}
	case opDiv:
		switch {
		case y.kind == typeNumber && (x.kind == typeNumber || duration(x)):
			return x, true
		case duration(x) && duration(y) && sameKind(x, y):
			return NumberType, true
		}
	case opExp:
		if x.kind == typeNumber && y.kind == typeNumber {
			return NumberType, true
		}
	}
	return AnyType, false
}

// arithmeticGuess is what one known operand tells of the result, unless that is
// null.
func arithmeticGuess(o op, x, y *Type) *Type {
	number := x.kind == typeNumber || y.kind == typeNumber
	switch {
	case o == opExp, number && (o == opAdd || o == opSub), x.kind == typeNumber && o == opDiv:
		return NumberType
	case o == opAdd && (x.kind == typeString || y.kind == typeString):
		return StringType
	}
	return AnyType
}

// common gives the type of a value that has one of two types.
func common(x, y *Type) *Type {
	switch {
	case x.kind == typeNull:
		return y
	case y.kind == typeNull, x == y:
		return x
	case x.kind != y.kind:
		return AnyType
	case x.kind == typeList:
		return ListType(common(orAny(x.elem), orAny(y.elem)))
	case x.kind == typeRange:
		return RangeType(common(orAny(x.elem), orAny(y.elem)))
	case x.kind == typeContext || x.kind == typeFunction:
		return &Type{kind: x.kind, elem: AnyType}
	}
	return x
}

// typeOf gives the type that a written one means; a name that is no type is
// not known.
func (s *Scope) typeOf(r *typeRef) *Type {
	if r == nil {
		return AnyType
	}
	switch r.name {
	case "list", "range":
		elem := AnyType
		if len(r.args) == 1 {
			elem = s.typeOf(r.args[0])
		}
		if r.name == "list" {
			return ListType(elem)
		}
		return RangeType(elem)
	case "context":
		fields := make([]Field, len(r.fields))
		for i, f := range r.fields {
			fields[i] = Field{f.name, s.typeOf(f.typ)}
		}
		return fieldsType(fields)
	case "function":
		t := &Type{kind: typeFunction}
		if r.args != nil {
			t.params = make([]*Type, len(r.args))
			t.result = s.typeOf(r.result)
		}
		for i, a := range r.args {
			t.params[i] = s.typeOf(a)
		}
		return t
	}
	return orAny(s.namedType(r.name))
}

// unknownType gives the first name in a written type that is no type, or nil.
func (s *Scope) unknownType(r *typeRef) *typeRef {
	if r == nil {
		return nil
	}
	for _, a := range r.args {
		if u := s.unknownType(a); u != nil {
			return u
		}
	}
	for _, f := range r.fields {
		if u := s.unknownType(f.typ); u != nil {
			return u
		}
	}
	switch r.name {
	case "list", "range", "context", "function":
		return s.unknownType(r.result)
	}
	if s.namedType(r.name) == nil {
		return r
	}
	return nil
}

// call checks a call and gives the type of its result.
func (k *checker) call(n *callExpr) *Type {
	name, isName := n.callee.(*nameRef)
	var b binding
	var t *Type
	if isName {
		b, t = k.resolve(name, true)
		k.c.binds[name] = b
	} else {
		t = k.expr(n.callee)
	}
	args := make([]*Type, len(n.args))
	for i, a := range n.args {
		args[i] = k.expr(a)
	}
	switch {
	case isName && b.kind == bindBuiltin:
		if !k.profile.allowsFunction(name.name) {
			k.report(errNotInProfile(k.src, name, fmt.Sprintf("the function %q", name.name), k.profile))
			return AnyType
		}
		sig, err := builtins[name.name].match(k.src, n)
		if err != nil {
			k.report(err)
			return AnyType
		}
		k.arguments(n, sig, args)
		return sig.result
	case isName && k.profile == Subset:
		k.report(errNotInProfile(k.src, name, fmt.Sprintf("the function %q", name.name), k.profile))
		return AnyType
	case isName && b.kind == bindUnknown && len(b.dynamic) == 0:
		k.report(errUnknownFunction(k.src, name, name.name, source.Hint(name.name, builtinNames(), "")))
		return AnyType
	case k.profile == Subset:
		k.report(errNotInProfile(k.src, n, "a call of anything but a built-in function", k.profile))
		return AnyType
	}
	switch {
	case !t.known():
		return AnyType
	case t.kind != typeFunction:
		k.report(errNotAFunction(k.src, n.callee, t))
		return AnyType
	case t.params != nil && len(t.params) != len(n.args):
		k.report(errWrongArguments(k.src, n, fmt.Sprintf("the function takes %d arguments, not %d", len(t.params), len(n.args)), ""))
	}
	return orAny(t.result)
}

// arguments reports an argument of a known type that its parameter cannot take.
// A list may be a list of one, which stands for its item.
func (k *checker) arguments(n *callExpr, sig *signature, args []*Type) {
	for i, t := range args {
		p := sig.param(n, i)
		if p == nil || !t.known() || t.kind == typeNull || t.kind == typeList {
			continue
		}
		single := func(w *Type) bool { return w.kind == typeList && (!w.elem.known() || sameKind(w.elem, t)) }
		if !p.accepts(t) && !slices.ContainsFunc(p.types, single) {
			k.report(errTypeMismatch(k.src, n.args[i],
				fmt.Sprintf("%s of %q must be a %s, not a %s", p.name, n.callee.(*nameRef).name, p.want(), t), ""))
		}
	}
}
