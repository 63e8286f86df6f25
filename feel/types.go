package feel

import (
	"slices"
	"strings"
)

// Type is a FEEL type (DMN 1.6, clause 10.3.2.9), or an item definition that is
// one. A nil *Type and [AnyType] both mean: not known. Types are immutable.
type Type struct {
	kind   typeKind
	name   string // of an item definition, else ""
	elem   *Type  // of a list or a range
	fields []Field
	params []*Type // of a function; nil with untyped: any
	result *Type
}

// Field is an entry of a context type.
type Field struct {
	Name string
	Type *Type
}

type typeKind uint8

const (
	typeAny typeKind = iota
	typeNull
	typeBoolean
	typeNumber
	typeString
	typeDate
	typeTime
	typeDateTime
	typeDays   // days and time duration
	typeMonths // years and months duration
	typeDuration
	typeList
	typeContext
	typeRange
	typeFunction
)

// The built-in types. DurationType is either kind of duration.
var (
	AnyType      = &Type{kind: typeAny}
	NullType     = &Type{kind: typeNull}
	BooleanType  = &Type{kind: typeBoolean}
	NumberType   = &Type{kind: typeNumber}
	StringType   = &Type{kind: typeString}
	DateType     = &Type{kind: typeDate}
	TimeType     = &Type{kind: typeTime}
	DateTimeType = &Type{kind: typeDateTime}
	DaysType     = &Type{kind: typeDays}
	MonthsType   = &Type{kind: typeMonths}
	DurationType = &Type{kind: typeDuration}
)

// ListType is list<elem>.
func ListType(elem *Type) *Type { return &Type{kind: typeList, elem: elem} }

// RangeType is range<elem>.
func RangeType(elem *Type) *Type { return &Type{kind: typeRange, elem: elem} }

// ContextType is context<fields>. A context with further entries conforms.
func ContextType(fields ...Field) *Type {
	return &Type{kind: typeContext, fields: slices.Clone(fields)}
}

// FunctionType is function<params> -> result.
func FunctionType(result *Type, params ...*Type) *Type {
	return &Type{kind: typeFunction, params: slices.Clone(params), result: result}
}

var typeNames = [...]string{
	"Any", "Null", "boolean", "number", "string", "date", "time", "date and time",
	"days and time duration", "years and months duration", "duration", "list", "context", "range", "function",
}

// namedType gives the built-in type of a name, old names included.
func namedType(name string) *Type {
	switch name {
	case "Any":
		return AnyType
	case "Null":
		return NullType
	case "boolean":
		return BooleanType
	case "number":
		return NumberType
	case "string":
		return StringType
	case "date":
		return DateType
	case "time":
		return TimeType
	case "date and time", "dateTime":
		return DateTimeType
	case "days and time duration", "day and time duration", "dayTimeDuration":
		return DaysType
	case "years and months duration", "year and month duration", "yearMonthDuration":
		return MonthsType
	case "list":
		return ListType(AnyType)
	case "context":
		return ContextType()
	case "range":
		return RangeType(AnyType)
	case "function":
		return &Type{kind: typeFunction}
	}
	return nil
}

// String gives the type as FEEL writes it.
func (t *Type) String() string {
	if t == nil {
		return "Any"
	}
	if t.name != "" {
		return t.name
	}
	switch t.kind {
	case typeList, typeRange:
		return typeNames[t.kind] + "<" + t.elem.String() + ">"
	case typeContext:
		if len(t.fields) == 0 {
			return "context"
		}
		fs := make([]string, len(t.fields))
		for i, f := range t.fields {
			fs[i] = f.Name + ": " + f.Type.String()
		}
		return "context<" + strings.Join(fs, ", ") + ">"
	case typeFunction:
		ps := make([]string, len(t.params))
		for i, p := range t.params {
			ps[i] = p.String()
		}
		return "function<" + strings.Join(ps, ", ") + "> -> " + t.result.String()
	}
	return typeNames[t.kind]
}

// known reports whether t says more than Any.
func (t *Type) known() bool { return t != nil && t.kind != typeAny }

// field gives the type of a context's entry, or nil.
func (t *Type) field(name string) *Type {
	if t != nil && t.kind == typeContext {
		for _, f := range t.fields {
			if f.Name == name {
				return f.Type
			}
		}
	}
	return nil
}

// item gives what a list holds; of another type the type itself, since a single
// value acts as a list of one.
func (t *Type) item() *Type {
	if t != nil && t.kind == typeList {
		return t.elem
	}
	return t
}

// MayBe reports whether a value of type u may be one of type t, as far as both
// are known.
func (t *Type) MayBe(u *Type) bool {
	switch {
	case !t.known() || !u.known() || u.kind == typeNull:
		return true
	case t.kind == typeList && u.kind == typeList:
		return t.elem.MayBe(u.elem)
	}
	return sameKind(t, u)
}
