package dmn

import (
	"slices"
	"sync"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
)

// Model is a DMN model (DMN 1.6, clause 6.3.2) with everything that it imports,
// compiled. It is immutable and may be used by many goroutines at once.
type Model struct {
	Name      string
	Namespace string
	Files     map[string][]byte // every document that was read, by name
	// Warnings are what the model may say and probably does not mean: among them
	// what a lenient evaluation finds to be null.
	Warnings diag.List

	elements []*element // in the order of the documents
	byKey    map[string]*element
	names    map[string]*element // what callers may give values for
	faults   diag.List           // of the documents, and of their expressions
	unit     *feel.Unit
	pool     sync.Pool // of *feel.Frame
}

// ModelOption changes how a model is loaded.
type ModelOption func(*loader)

// WithRecursion allows business knowledge models and item definitions that refer
// to themselves. Where an item definition does so its type is Any.
func WithRecursion() ModelOption { return func(l *loader) { l.recursion = true } }

// WithMaxDefinitions allows a model and its imports n definitions: input data,
// decisions, business knowledge models, decision services and item definitions.
// Without it that is [limits.ModelDefinitions], 10,000.
func WithMaxDefinitions(n int) ModelOption { return func(l *loader) { l.definitions = n } }

// WithTypeNames gives further names of types, which references to types may have
// that neither FEEL nor the model knows: such as the integer, long and double of
// models that are made for one engine. The names that FEEL's types have in DMN 1.1,
// such as dateTime, and those of XML Schema are known without it.
func WithTypeNames(types map[string]*feel.Type) ModelOption {
	return func(l *loader) { l.typeNames = types }
}

// WithFunctions puts the functions of sc in scope of every expression: see
// [feel.Scope.DeclareFunction] and [feel.Scope.DeclareExternal].
func WithFunctions(sc *feel.Scope) ModelOption { return func(l *loader) { l.base = sc } }

// LoadModel reads the model in src, which is the document called file, and what it
// imports, and compiles it. A nil resolver gives no imports.
//
// The error holds every fault that makes an element unusable, up to 1,000, each with
// its element and its place in the XML: the codes of package xml, those of [feel.Parse], and
// [ImportMissing], [ImportCycle], [ImportClash], [UnknownTypeRef], [ItemCycle],
// [DuplicateElement], [NameClash], [UnknownHref] and [ModelCycle]. The Model is
// there beside the error unless the document cannot be read to its end. What
// depends on no fault evaluates; the rest is null with its fault as the reason, or
// in strict evaluation that error. A host that wants no such model asks for the
// error, or for [Model.Validate].
//
// What an expression says that can only become null, such as a sum of a number and
// a string, is a warning: the standard gives it a meaning.
func LoadModel(file string, src []byte, imports Resolver, opts ...ModelOption) (*Model, error) {
	l := &loader{
		imports: imports, definitions: limits.ModelDefinitions, base: feel.NewScope(),
		files: map[string][]byte{}, docs: map[string]*document{}, aliases: map[string]string{},
	}
	for _, o := range opts {
		o(l)
	}
	l.main = l.document(file, src, nil)
	if !l.main.defs.Complete {
		return nil, reported(l.faults).Err()
	}
	l.index()
	l.cycles()
	m := &Model{
		Name: l.main.defs.Name, Namespace: l.main.defs.Namespace, Files: l.files,
		elements: l.elements, byKey: l.byKey, names: l.names(),
	}
	m.unit = l.compile()
	m.faults = reported(append(slices.Clone(l.faults), l.checks...))
	for _, e := range l.checks {
		warning := *e
		warning.Severity = diag.Warning
		l.warnings = append(l.warnings, &warning)
	}
	m.Warnings = reported(l.warnings)
	return m, reported(l.faults).Err()
}

// reported gives the first faults of a list, in the order of their places.
func reported(list diag.List) diag.List {
	list.Sort()
	return list[:min(len(list), limits.FaultsPerModel)]
}

// Validate refuses a model with faults as a whole: the error holds those that
// LoadModel reported, and what it warned of that an expression cannot mean. It is
// for who evaluates strictly.
func (m *Model) Validate() error { return m.faults.Err() }

// loader reads one model and its imports.
type loader struct {
	imports     Resolver
	recursion   bool
	plain       bool // tables are decided without an index
	definitions int  // how many more there may be
	base        *feel.Scope
	typeNames   map[string]*feel.Type
	levels      int // of the item definitions that were referred to: see typed.item

	files    map[string][]byte
	bytes    int
	docs     map[string]*document // by namespace
	open     []string             // the namespaces of the documents that are being read
	order    []*document
	main     *document
	elements []*element
	byKey    map[string]*element
	aliases  map[string]string // further names that callers may use, by key
	faults   diag.List         // that make an element unusable
	checks   diag.List         // of expressions that mean something, but not what they say
	warnings diag.List
}

func (l *loader) report(e *diag.Error) { l.faults = append(l.faults, e) }

// document is one DMN document.
type document struct {
	loader  *loader
	file    string
	defs    *xml.Definitions
	imports []*imported
	types   *typed
	byID    map[string]*element
}
