package feel

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	shop "github.com/shopspring/decimal"

	"github.com/decision-spine/spine/internal/decimal"
)

// Struct takes the variables from the fields of a Go struct, or of what a pointer
// to one points to, under the names that [Of] gives them. Only what an expression
// reads is converted: of a field that is a struct itself, only the fields that its
// paths lead to.
//
// The error is that of a v which is no struct.
func Struct(v any) (Vars, error) {
	s, ok := structOf(reflect.ValueOf(v))
	if !ok {
		return Vars{}, fmt.Errorf("variables are the fields of a struct, which a Go %T does not have", v)
	}
	return Vars{from: s}, nil
}

// maxPointers is how many pointers lead to a struct: they may lead to themselves.
const maxPointers = 100

// structObject is a Go struct with fields that are entries.
type structObject struct {
	v      reflect.Value
	fields []field
}

// structOf gives the struct that v is or points to, unless it stands for a value
// of its own, such as time.Time.
func structOf(v reflect.Value) (structObject, bool) {
	for range maxPointers {
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			break
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return structObject{}, false
	}
	fields := fieldsOf(v.Type())
	return structObject{v, fields}, len(fields) > 0
}

func (s structObject) field(name string) *field {
	for i := range s.fields {
		if s.fields[i].name == name {
			return &s.fields[i]
		}
	}
	return nil
}

func (s structObject) get(name string) (any, bool) {
	if f := s.field(name); f != nil {
		return s.v.Field(f.i).Interface(), true
	}
	return nil, false
}

func (s structObject) names() []string {
	out := make([]string, len(s.fields))
	for i := range s.fields {
		out[i] = s.fields[i].name
	}
	slices.Sort(out)
	return out
}

// scalar gives a field as [ofScalar] does what is in it, without memory for that.
func (s structObject) scalar(name string) (Value, bool) {
	f := s.field(name)
	if f == nil {
		return Null, false
	}
	v := s.v.Field(f.i)
	switch f.typ {
	case stringType:
		s := v.String()
		return String(s), isText(s)
	case intType:
		return Int(v.Int()), true
	case boolType:
		return Bool(v.Bool()), true
	case decimalType:
		if v.CanAddr() {
			d, err := decimal.FromShopspring(*v.Addr().Interface().(*shop.Decimal))
			return number(d), err == nil
		}
	case valueType:
		if v.CanAddr() {
			v := *v.Addr().Interface().(*Value)
			return v, v.withinLimits()
		}
	}
	return Null, false
}

// field is a field of a type of structs that is an entry of a context.
type field struct {
	name string
	i    int // among the fields
	typ  reflect.Type
}

var (
	stringType  = reflect.TypeFor[string]()
	intType     = reflect.TypeFor[int]()
	boolType    = reflect.TypeFor[bool]()
	decimalType = reflect.TypeFor[shop.Decimal]()
	valueType   = reflect.TypeFor[Value]()
)

// knownFields has the fields of the types that were met: []field by reflect.Type, of
// which a program has so many.
var knownFields sync.Map

// fieldsOf gives the fields of structs of type t that are entries, in their order. Of
// fields with one name the last one counts, at the place of the first.
func fieldsOf(t reflect.Type) []field {
	if known, ok := knownFields.Load(t); ok {
		return known.([]field)
	}
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		name := fieldName(f)
		if name == "" {
			continue
		}
		entry := field{name, i, f.Type}
		if at := slices.IndexFunc(out, func(f field) bool { return f.name == name }); at >= 0 {
			out[at] = entry
		} else {
			out = append(out, entry)
		}
	}
	known, _ := knownFields.LoadOrStore(t, out)
	return known.([]field)
}

// fieldName gives the name under which a struct's field is an entry; "" for none.
func fieldName(f reflect.StructField) string {
	if !f.IsExported() {
		return ""
	}
	for _, tag := range []string{"feel", "json"} {
		if t, ok := f.Tag.Lookup(tag); ok {
			name, _, _ := strings.Cut(t, ",")
			if name == "-" {
				return ""
			}
			if name != "" {
				return name
			}
		}
	}
	return f.Name
}

// ofStruct gives the context that a struct is.
func ofStruct(v reflect.Value, depth int) (Value, error) {
	fields := fieldsOf(v.Type())
	if len(fields) == 0 && v.NumField() > 0 {
		return Null, fmt.Errorf("a Go %s is no FEEL value: it has no fields to read", v.Type())
	}
	c := &contextData{keys: make([]string, 0, len(fields)), vals: make([]Value, 0, len(fields))}
	for i := range fields {
		x, err := of(v.Field(fields[i].i).Interface(), depth+1)
		if err != nil {
			return Null, fmt.Errorf("%s: %w", fields[i].name, err)
		}
		c.put(fields[i].name, x)
	}
	return contextValue(c), nil
}
