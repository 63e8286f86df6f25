package feel

import (
	"slices"
	"strings"
)

// Type is a FEEL type (DMN 1.6, clause 10.3.2.9). A nil *Type and [AnyType] both
// mean: not known. Types are immutable.
type Type struct {
	kind   typeKind
	name   string      // of an item definition; "" for every other type
	elem   *Type       // of a list or a range
	fields []Field     // of a context
	names  *entryNames // of the fields; shared by the copies of a type
	params []*Type     // of a function; nil: not known, not even how many
	result *Type

	allowed    []*Allowed // what its values are restricted to; all must hold
	restricted bool       // it is, or a part of it
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
func ListType(elem *Type) *Type {
	return &Type{kind: typeList, elem: elem, restricted: elem != nil && elem.restricted}
}

// RangeType is range<elem>.
func RangeType(elem *Type) *Type {
	for i := range plainRanges {
		if plainRanges[i].elem == elem {
			return &plainRanges[i]
		}
	}
	return &Type{kind: typeRange, elem: elem}
}

// plainRanges are the types of the ranges that cells have.
var plainRanges = [...]Type{
	{kind: typeRange, elem: NumberType}, {kind: typeRange, elem: StringType}, {kind: typeRange, elem: DateType}, {kind: typeRange, elem: AnyType},
}

// ContextType is context<fields>. A context with further entries conforms.
func ContextType(fields ...Field) *Type {
	t := fieldsType(slices.Clone(fields))
	for _, f := range fields {
		t.restricted = t.restricted || f.Type != nil && f.Type.restricted
	}
	return t
}

// fieldsType is the type of contexts with the given entries, of which nothing is known
// but their types.
func fieldsType(fields []Field) *Type {
	return &Type{kind: typeContext, fields: fields, names: &entryNames{}}
}

// FunctionType is function<params> -> result.
func FunctionType(result *Type, params ...*Type) *Type {
	return &Type{kind: typeFunction, params: append([]*Type{}, params...), result: result}
}

var typeNames = [...]string{
	"Any", "Null", "boolean", "number", "string", "date", "time", "date and time",
	"days and time duration", "years and months duration", "duration", "list", "context", "range", "function",
}

// typeKinds gives the one kind of value that a type has, where it has one.
var typeKinds = [...]Kind{
	typeNull: KindNull, typeBoolean: KindBoolean, typeNumber: KindNumber, typeString: KindString,
	typeDate: KindDate, typeTime: KindTime, typeDateTime: KindDateTime, typeDays: KindDays, typeMonths: KindMonths,
	typeList: KindList, typeContext: KindContext, typeRange: KindRange, typeFunction: KindFunction,
}

// hasKind reports whether values of kind k may be of type t.
func (t *Type) hasKind(k Kind) bool {
	switch t.kind {
	case typeAny:
		return true
	case typeDuration:
		return k == KindDays || k == KindMonths
	}
	return typeKinds[t.kind] == k
}

// typeOf gives the type of all temporal values of kind k.
func typeOf(k Kind) *Type {
	for _, t := range []*Type{DateType, TimeType, DateTimeType, DaysType, MonthsType} {
		if t.hasKind(k) {
			return t
		}
	}
	return AnyType
}

// namedType gives the type of a name that stands alone, old names included; nil
// for a name that is none.
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
	}
	return nil
}

// Types share parts, so that the text of one may be far longer than the type: it
// is cut behind this many bytes.
const maxTypeText = 200

// String gives the type as FEEL writes it.
func (t *Type) String() string {
	text := string(t.append(nil))
	if len(text) > maxTypeText {
		return strings.ToValidUTF8(text[:maxTypeText], "") + "..."
	}
	return text
}

func (t *Type) append(dst []byte) []byte {
	if t == nil {
		t = AnyType
	}
	if t.name != "" {
		return append(dst, t.name...)
	}
	dst = append(dst, typeNames[t.kind]...)
	switch {
	case t.kind == typeList || t.kind == typeRange:
		return append(t.elem.append(append(dst, '<')), '>')
	case t.kind == typeContext && len(t.fields) > 0:
		dst = append(dst, '<')
		for i, f := range t.fields {
			if len(dst) > maxTypeText {
				return dst
			}
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = f.Type.append(append(append(dst, f.Name...), ": "...))
		}
		return append(dst, '>')
	case t.kind == typeFunction && t.params != nil:
		dst = append(dst, '<')
		for i, p := range t.params {
			if len(dst) > maxTypeText {
				return dst
			}
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = p.append(dst)
		}
		return t.result.append(append(dst, "> -> "...))
	}
	return dst
}

// plainKind gives the kind whose every value is of type t; kindUnset when there is
// no such kind.
func (t *Type) plainKind() Kind {
	if t.compound() || t.kind == typeAny || t.kind == typeDuration {
		return kindUnset
	}
	return typeKinds[t.kind]
}

// compound reports whether t is made of types.
func (t *Type) compound() bool {
	return t.kind == typeList || t.kind == typeRange || t.kind == typeContext || t.kind == typeFunction
}

// known reports whether t says more than Any.
func (t *Type) known() bool { return t != nil && t.kind != typeAny }

// field gives the type of a context's entry, or nil.
func (t *Type) field(name string) *Type {
	if t == nil || t.kind != typeContext {
		return nil
	}
	if len(t.fields) > fewFields {
		return t.names.find(t.fields, name)
	}
	for _, f := range t.fields {
		if f.Name == name {
			return f.Type
		}
	}
	return nil
}

// Among so few fields looking at each is quicker than an index.
const fewFields = 16

// item gives what a list holds; of another type the type itself, since a single
// value acts as a list of one.
func (t *Type) item() *Type {
	if t != nil && t.kind == typeList {
		return t.elem
	}
	return t
}

// IsFunction reports whether t is the type of a function.
func (t *Type) IsFunction() bool { return t != nil && t.kind == typeFunction }

// Result is the type of what a function of type t gives; nil for every other
// type.
func (t *Type) Result() *Type {
	if !t.IsFunction() {
		return nil
	}
	return t.result
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

// NamedType gives the built-in type of a name, the old names of DMN 1.1 included:
// list, context, range and function are those of everything that is one. It is nil
// when there is none.
func NamedType(name string) *Type {
	switch name {
	case "list":
		return ListType(AnyType)
	case "context":
		return ContextType()
	case "range":
		return RangeType(AnyType)
	case "function":
		return &Type{kind: typeFunction}
	}
	return namedType(name)
}

// Called gives t under the name of an item definition, which messages use.
func (t *Type) Called(name string) *Type {
	c := *t
	c.name = name
	return &c
}

// Item gives what a list holds; of another type the type itself, since a single
// value acts as a list of one.
func (t *Type) Item() *Type { return t.item() }

// Member gives the type of a context's entry; nil when it is not known.
func (t *Type) Member(name string) *Type { return t.field(name) }

// Builtin gives the name of t in FEEL when it is a built-in type of single values,
// such as "number"; "" otherwise.
func (t *Type) Builtin() string {
	if t == nil {
		return ""
	}
	switch t.kind {
	case typeAny, typeNull, typeList, typeContext, typeRange, typeFunction:
		return ""
	}
	return typeNames[t.kind]
}

// IsList reports whether t is the type of a list.
func (t *Type) IsList() bool { return t != nil && t.kind == typeList }

// Name is the name of the item definition that t is; "" for every other type.
func (t *Type) Name() string {
	if t == nil {
		return ""
	}
	return t.name
}

// Fields gives the entries of a context type; nil for every other type.
func (t *Type) Fields() []Field {
	if t == nil {
		return nil
	}
	return slices.Clone(t.fields)
}

// IsContext reports whether t is the type of a context.
func (t *Type) IsContext() bool { return t != nil && t.kind == typeContext }

// IsRange reports whether t is the type of a range.
func (t *Type) IsRange() bool { return t != nil && t.kind == typeRange }

// hasAll reports whether every value of a kind is of type t as it is.
func (t *Type) hasAll(k Kind) bool {
	if t == nil {
		return true
	}
	return !t.restricted && (t.kind == typeAny || t.plainKind() == k)
}

// kindMask is a set of kinds.
type kindMask uint16

func (s kindMask) has(k Kind) bool { return s>>k&1 != 0 }

// kindsOf gives the kinds whose every value is of type t as it is.
func kindsOf(t *Type) (s kindMask) {
	for k := KindNull; k <= KindFunction; k++ {
		if t.hasAll(k) {
			s |= 1 << k
		}
	}
	return s
}
