package feel

import (
	"fmt"
	"slices"
)

// Scope is the names that an expression may use, with their types where these
// are known. Built-in functions are always in scope; a declared name shadows
// them. A Scope is filled by one goroutine and then only read.
type Scope struct {
	open    bool
	types   map[string]*Type
	order   []string
	names   nameTree // the names of several words
	members nameTree // those of the entries of the types
	seen    map[*Type]bool
	bound   map[string]bound // what names of a module mean; nil outside of one
	defined map[string]*Type // types that texts may name

	functions map[string]*function // of the application
	externals map[string]*function // of the application, by class and signature

	filtered bool // within the condition of a filter whose items are not known
}

// bound is what a name of a module stands for.
type bound struct {
	key  string // of the input or the definition, unique in the module
	role role
}

// role tells what a key of a module is.
type role uint8

const (
	plainInput   role = iota // read from the variables, as it is
	modelInput               // read from the variables, and brought to its type
	modelDefined             // a definition of the module
)

// NewScope gives a scope without names: a name that is not declared is unknown.
func NewScope() *Scope { return &Scope{types: map[string]*Type{}, seen: map[*Type]bool{}} }

// OpenScope gives a scope in which an undeclared name of a single word is
// accepted, and looked up when the expression is evaluated.
func OpenScope() *Scope {
	s := NewScope()
	s.open = true
	return s
}

// Declare adds a name, or replaces its type. A nil type means Any. It returns
// the scope.
func (s *Scope) Declare(name string, t *Type) *Scope {
	if t == nil {
		t = AnyType
	}
	if _, ok := s.types[name]; !ok {
		s.order = append(s.order, name)
		s.names.add(name, 1)
	}
	s.members.addMembers(t, s.seen)
	s.types[name] = t
	delete(s.functions, name)
	return s
}

// DeclareInput adds a name for the input of a module that has the given key: see
// [Module].
func (s *Scope) DeclareInput(name, key string, t *Type) *Scope {
	return s.bind(name, bound{key, modelInput}, t)
}

// DeclareDefinition adds a name for the definition of a module that has the given
// key.
func (s *Scope) DeclareDefinition(name, key string, t *Type) *Scope {
	return s.bind(name, bound{key, modelDefined}, t)
}

func (s *Scope) bind(name string, b bound, t *Type) *Scope {
	if s.bound == nil {
		s.bound = map[string]bound{}
	}
	s.bound[name] = b
	return s.Declare(name, t)
}

// DefineType makes a type known by a name, for texts such as x instance of name.
func (s *Scope) DefineType(name string, t *Type) *Scope {
	if s.defined == nil {
		s.defined = map[string]*Type{}
	}
	s.defined[name] = t
	return s
}

// namedType gives the type of a name: one of the scope, or a built-in one.
func (s *Scope) namedType(name string) *Type {
	if s != nil && s.defined[name] != nil {
		return s.defined[name]
	}
	return namedType(name)
}

// meaning gives what a declared name stands for.
func (s *Scope) meaning(name string) bound {
	if b, ok := s.bound[name]; ok {
		return b
	}
	return bound{key: name}
}

// Names gives the declared names in the order of their declaration.
func (s *Scope) Names() []string {
	if s == nil {
		return nil
	}
	return slices.Clone(s.order)
}

// Lookup gives the type of a declared name.
func (s *Scope) Lookup(name string) (*Type, bool) {
	if s == nil {
		return nil, false
	}
	t, ok := s.types[name]
	return t, ok
}

// ReservedName reports whether s cannot name a variable in the files of spine: a
// keyword of FEEL, a literal, or a built-in function of the standard.
func ReservedName(s string) bool {
	return isKeyword(s) || builtinName(s)
}

// NameFault says why s cannot name a fact, a node, or a column in the files of
// spine; "" when it can.
func NameFault(s string) string {
	for i, r := range s {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return fmt.Sprintf("%q is not a letter, a digit or _", r)
		}
	}
	switch {
	case s == "":
		return "it is empty"
	case s == "provenance":
		return "spine keeps this name for the provenance of a table"
	case ReservedName(s):
		return "FEEL keeps this name for itself"
	}
	return ""
}
