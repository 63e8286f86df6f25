package feel

import "fmt"

// Scope is the names that an expression may use, with their types where these
// are known. Built-in functions are always in scope; a declared name shadows
// them. A Scope is filled by one goroutine and then only read.
type Scope struct {
	outer   *Scope // whose names are in scope as well, unless they are declared here
	open    bool
	own     few[declared]
	names   nameTree           // the names of several words
	types   []*Type            // of the names, those that are made of types
	defined func(string) *Type // the types that texts may name; nil: none

	externals map[string]*function // of the application, by class and signature

	filtered bool // within the condition of a filter whose items are not known
}

// declared is what a scope says of a name.
type declared struct {
	typ   *Type
	means bound
	fn    *function // of the application
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
func NewScope() *Scope { return &Scope{} }

// OpenScope gives a scope in which an undeclared name of a single word is
// accepted, and looked up when the expression is evaluated.
func OpenScope() *Scope { return &Scope{open: true} }

// Child gives a scope that has the names of s, to which names can be added.
func (s *Scope) Child() *Scope {
	return &Scope{outer: s, open: s.open, defined: s.defined, externals: s.externals, filtered: s.filtered}
}

// Declare adds a name, or replaces its type. A nil type means Any. It returns
// the scope.
func (s *Scope) Declare(name string, t *Type) *Scope {
	return s.declare(name, declared{typ: t, means: bound{key: name}})
}

// DeclareInput adds a name for the input of a module that has the given key: see
// [Module].
func (s *Scope) DeclareInput(name, key string, t *Type) *Scope {
	return s.declare(name, declared{typ: t, means: bound{key, modelInput}})
}

// DeclareDefinition adds a name for the definition of a module that has the given
// key.
func (s *Scope) DeclareDefinition(name, key string, t *Type) *Scope {
	return s.declare(name, declared{typ: t, means: bound{key, modelDefined}})
}

func (s *Scope) declare(name string, d declared) *Scope {
	d.typ = orAny(d.typ)
	if d.typ.compound() {
		s.types = append(s.types, d.typ)
	}
	if have := s.own.at(name); have != nil {
		*have = d
	} else {
		s.own.put(name, d)
		s.names.add(name, 1)
	}
	return s
}

// DefineTypes makes types known by names, for texts such as x instance of name. named
// gives the type of a name, or nil; it is asked when a text is checked.
func (s *Scope) DefineTypes(named func(name string) *Type) *Scope {
	s.defined = named
	return s
}

// namedType gives the type of a name: one of the scope, or a built-in one.
func (s *Scope) namedType(name string) *Type {
	if s != nil && s.defined != nil {
		if t := s.defined(name); t != nil {
			return t
		}
	}
	return namedType(name)
}

// meaning gives what a name stands for.
func (s *Scope) meaning(name string) bound {
	if d, ok := s.named(name); ok {
		return d.means
	}
	return bound{key: name}
}

// Names gives the declared names in the order of their declaration.
func (s *Scope) Names() []string {
	if s == nil || s.outer == nil && len(s.own.entries) == 0 {
		return nil
	}
	names := s.outer.Names()
	for _, e := range s.own.entries {
		if _, ok := s.outer.named(e.key); !ok {
			names = append(names, e.key)
		}
	}
	return names
}

// Lookup gives the type of a declared name.
func (s *Scope) Lookup(name string) (*Type, bool) {
	d, ok := s.named(name)
	return d.typ, ok
}

func (s *Scope) named(name string) (declared, bool) {
	for ; s != nil; s = s.outer {
		if d := s.own.at(name); d != nil {
			return *d, true
		}
	}
	return declared{}, false
}

// ReservedName reports whether s cannot name a variable in the files of spine: a
// keyword of FEEL, a literal, or a built-in function of the standard.
func ReservedName(s string) bool {
	return isKeyword(s) || builtinName(s)
}

// NameFault says why s cannot name a fact, a node, or a column in the files of
// spine; "" when it can.
func NameFault(s string) string {
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		return "it begins with a digit"
	}
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
