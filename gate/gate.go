// Package gate admits JSON that cannot be trusted: raw bytes become a value that
// is known to fit a JSON Schema, or they are refused with every reason.
//
// The standards are RFC 8259 (JSON), read strictly, and JSON Schema 2020-12, no
// other draft, with format asserted. JSON Schema lets a schema say things that
// have no effect; a gate does not: [Compile] refuses unknown keywords and
// formats, references that lead nowhere or outside the documents of the host,
// and references that never end.
//
// Phases. [Compile] reads a schema and all that it refers to, and reports every
// fault with its place. [Gate.Admit] then takes any number of instances. Before
// an instance is validated it must be strict JSON (UTF-8, no member twice, no
// text after the value), within the limits, and every number in it must be one
// that decimal128 holds exactly.
//
// Terms are those of JSON Schema: the instance is the JSON that is judged; an
// instance location and a keyword location are JSON Pointers (RFC 6901). An
// admitted instance is an [Object], whatever its type: in its FEEL value numbers
// are decimals, objects contexts, and strings that the schema gives the format
// date, date-time, time or duration are what the format says. A string that has
// such a format and no FEEL value (second 60, more than nine digits of a second,
// a duration such as P1Y2D) violates the format.
//
// A [Gate] is immutable and may be shared by goroutines.
//
// Limits: [MaxBytes], [MaxDepth], [MaxValues], [MaxDocuments], [MaxSchemas], [MaxWork].
// Regular expressions are RE2's, which take linear time; others do not compile.
//
// Security: nothing is fetched, and no file is opened but through the file
// system that the host gave. The work of validating an instance is counted
// before it is done.
//
// Deviations from JSON Schema 2020-12: unknown keywords are refused unless they
// start with "x-"; the formats idn-email and idn-hostname are refused, being
// nothing that could be asserted; a $ref must lead to where the dialect has a
// schema; a $dynamicAnchor may be declared once in all documents of a schema.
package gate

import (
	"io/fs"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/strictjson"
)

// What a gate takes.
const (
	MaxBytes      = 1 << 20   // of a schema document and of an instance
	MaxDepth      = 64        // containers within each other, in either
	MaxValues     = 250_000   // in either
	MaxDocuments  = 64        // that belong to one schema
	MaxSchemas    = 5000      // in these documents, subschemas included
	MaxWork       = 1_000_000 // looks of a subschema at a value, weighed by their sizes
	MaxViolations = 100       // that a [Refusal] lists

	// maxChain is how many schemas may look at one value, each through the one
	// before. With MaxDepth it bounds the validator's use of the stack.
	maxChain = 100
)

var textLimits = strictjson.Limits{Bytes: MaxBytes, Depth: MaxDepth, Values: MaxValues}

// Gate is a compiled schema. It is immutable and may be shared by goroutines.
type Gate struct {
	corpus    *corpus
	main      *document
	validator validator
	nodes     []*node // the root first
	unfolded  int
	typ       *feel.Type
}

// Object is an admitted instance, of any type. Its values may be shared.
type Object struct {
	// JSON is the instance as it came: strings are strings. Numbers and members
	// are complete and in order, so that what is written from it loses nothing.
	JSON feel.Value
	// Value is what it means: strings with a temporal format are temporal values.
	Value feel.Value
}

// Compile reads the schema document called name in docs, and what it refers to
// there, and compiles it. References are relative names of files in docs, or the
// $id of one of the documents so found.
//
// The error holds every fault that could be found, sorted, each with file, place
// and JSON Pointer: [NotJSON], [BadEncoding], [DuplicateMember], [Limit],
// [InexactNumber] and the codes that start with "Schema".
func Compile(docs fs.FS, name string) (*Gate, error) {
	c := collect(docs, name)
	for _, d := range c.order {
		c.validate(d)
	}
	if len(c.faults) > 0 {
		return nil, c.err()
	}
	g := &Gate{corpus: c, main: c.byName[name]}
	var err error
	g.validator, err = compile(g.main.uri, func(uri string) (any, bool) {
		p, ok := c.resources[uri]
		if !ok {
			return nil, false
		}
		v, ok := p.value()
		return v.Any(), ok
	})
	if err != nil {
		c.report(errNotCompiled(fileLocator(name), err))
		return nil, c.err()
	}
	g.nodes = g.validator.nodes(c.locate)
	c.checkLoops(g.nodes)
	if len(c.faults) > 0 {
		return nil, c.err()
	}
	markTemporal(g.nodes)
	g.unfolded = unfold(g.nodes)
	g.typ = typeOf(g.nodes[0])
	return g, nil
}

// validate reports what the meta-schema refuses in a document.
func (c *corpus) validate(d *document) {
	if d.broken {
		return
	}
	meta, err := metaschema()
	if err == nil {
		var found []failure
		if found, err = meta.failures(d.root.Any()); err == nil {
			for _, f := range found {
				at := place{d, strictjson.Pointer(f.at...)}
				v, _ := at.value()
				c.report(errInvalid(at.locator(), f.message(subjectOf(v), d.root)))
			}
		}
	}
	if err != nil {
		c.report(errNotCompiled(fileLocator(d.name), err))
	}
}

// err gives the faults, sorted, without repetition.
func (c *corpus) err() error {
	c.faults.Sort()
	var once diag.List
	for i, f := range c.faults {
		if i == 0 || f.At != c.faults[i-1].At || f.Code != c.faults[i-1].Code || f.Message != c.faults[i-1].Message {
			once = append(once, f)
		}
	}
	return once.Err()
}

// Files gives the names of all documents that the schema consists of, sorted.
func (g *Gate) Files() []string { return g.corpus.names() }

// Schema gives the bytes of the schema document itself, freshly copied.
func (g *Gate) Schema() []byte { return []byte(g.main.file.Text) }

// Type gives what the schema says of an admitted value, as far as it is known: a
// member that is not described has no field, a value that may be of several
// types is Any. Null is left out: a string or null is a string.
func (g *Gate) Type() *feel.Type { return g.typ }

// Admit judges an instance. The error is a *[Refusal].
func (g *Gate) Admit(raw []byte) (*Object, error) {
	v, err := strictjson.Parse(raw, textLimits)
	if err != nil {
		return nil, refuse([]finding{ofJSON(raw, err)}, 0)
	}
	json, found := plain(v, nil)
	if len(found) > 0 {
		return nil, refuse(found, 0)
	}
	root := g.nodes[0]
	work := g.newWork(v)
	if !work.spend(root, v) {
		return nil, refuse([]finding{tooMuchWork()}, 0)
	}
	instance := v.Any()
	failures, err := g.validator.failures(instance)
	if err != nil {
		return nil, refuse([]finding{unjudged(err)}, 0)
	}
	c := converter{work: work, seen: map[look]struct{}{}, to: map[int]feel.Value{}}
	c.walk(root, v, instance)
	switch {
	case c.err != nil:
		return nil, refuse([]finding{unjudged(c.err)}, 0)
	case c.over:
		return nil, refuse([]finding{tooMuchWork()}, 0)
	}
	if failures = append(failures, c.bad...); len(failures) > 0 {
		return nil, refuse(g.findings(failures, v))
	}
	value, _ := c.value(v, json)
	return &Object{JSON: json, Value: value}, nil
}

func tooMuchWork() finding {
	e := errLimit(diag.Locator{}, "checking this value against the schema takes more than %d looks; it is nested in too many alternatives", MaxWork)
	return finding{Violation: Violation{Code: e.Code, Message: e.Message}}
}

// unjudged is the finding when the validator fails: what it could not judge is
// not admitted.
func unjudged(err error) finding {
	return finding{Violation: Violation{Code: Violated, Message: err.Error()}}
}

// placeless is a locator in an instance.
func placeless(tokens []string) diag.Locator {
	return diag.Locator{Path: strictjson.Pointer(tokens...)}
}
