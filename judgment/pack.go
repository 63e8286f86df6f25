package judgment

import (
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Pack is a conforming pack, compiled. It is immutable and may be shared by
// goroutines.
type Pack struct {
	id, version, title string

	applicability *condition // nil if not declared: true
	requirements  []requirement
	declared      names    // of requirements
	outcomes      []string // ids in the order of the document
	rules         []rule
	exceptions    []exception
	fallback      string      // outcome id, "" for none
	escalation    *escalation // nil if not declared
	required      []requiredExtension
}

type requirement struct {
	id       string
	required bool
}

type rule struct {
	id        string
	when      *condition
	outcome   string // id
	onUnknown onUnknown
}

type exception struct {
	id        string
	when      *condition
	effect    effect
	target    string // id of a rule, with suppressRule
	outcome   string // id, with forceOutcome
	onUnknown onUnknown
}

type onUnknown string

const (
	ignoreUnknown   onUnknown = "ignore"
	escalateUnknown onUnknown = "escalate"
)

type effect string

const (
	suppressRule effect = "suppress-rule"
	forceOutcome effect = "force-outcome"
	escalate     effect = "escalate"
)

type escalation struct {
	triggers []Reason
	target   HandoffTarget
}

// requiredExtension is one that a caller must support, and where the pack says so.
type requiredExtension struct {
	name string
	at   diag.Locator
}

// ID gives the pack's id, an absolute URI.
func (p *Pack) ID() string { return p.id }

// Version gives the pack's version: three numbers with dots.
func (p *Pack) Version() string { return p.version }

// Title gives the pack's title, text of its author.
func (p *Pack) Title() string { return p.title }

// LoadPack reads a pack, which must conform to JPS Core 0.2.0-draft in its
// carrier, its structure and its references. file names it in findings. The error
// is an [*EvaluationError] of class [PackNotConformant], which unwraps to every
// fault of the first of these layers that has one, sorted by path and code; of a
// document with more than 10,000 faults, to that many.
func LoadPack(file string, src []byte) (*Pack, error) {
	doc, fault := parse(file, src)
	if fault != nil {
		return nil, refused(PackNotConformant, Preflight, fault)
	}
	c := &checker{doc: doc}
	if c.structure(); c.faults == nil {
		c.references()
	}
	if c.faults != nil {
		return nil, refused(PackNotConformant, Preflight, sortFindings(c.faults)...)
	}
	p := compilePack(doc.root)
	c.requiredExtensions(func(name string, at diag.Locator) {
		p.required = append(p.required, requiredExtension{name, at})
	})
	return p, nil
}

// Result is the answer of [Validate].
type Result string

// The answers.
const (
	Valid       Result = "valid"
	Invalid     Result = "invalid"     // does not conform
	Unsupported Result = "unsupported" // conforms, and requires an extension that the caller does not support
)

// Validate judges a pack for a caller who supports the extensions of these names.
// Valid has no findings; those of the others are sorted by path and code, and for
// Invalid they are what [LoadPack] refuses.
func Validate(file string, src []byte, extensions []string) (Result, diag.List) {
	p, err := LoadPack(file, src)
	if err != nil {
		return Invalid, diag.Of(err)
	}
	if missing := p.unsupported(extensions); missing != nil {
		return Unsupported, missing
	}
	return Valid, nil
}

// unsupported reports each required extension that is not among the supported
// ones.
func (p *Pack) unsupported(supported []string) diag.List {
	var faults diag.List
	for _, x := range p.required {
		if !slices.Contains(supported, x.name) {
			faults = append(faults, errUnsupportedExtension(x.at, x.name))
		}
	}
	return sortFindings(faults)
}

// compilePack reads a pack that conforms.
func compilePack(root strictjson.Value) *Pack {
	p := &Pack{id: textOf(root, "id"), version: textOf(root, "version"), title: textOf(root, "title"), fallback: textOf(root, "fallbackOutcome")}
	if when, ok := root.Get("applicability"); ok {
		p.applicability = compileCondition(when)
	}
	for _, v := range itemsOf(root, "evidenceRequirements") {
		required, _ := v.Get("required")
		p.requirements = append(p.requirements, requirement{textOf(v, "id"), required.Bool()})
		p.declared.add(textOf(v, "id"))
	}
	for _, v := range itemsOf(root, "outcomes") {
		p.outcomes = append(p.outcomes, textOf(v, "id"))
	}
	for _, v := range itemsOf(root, "rules") {
		when, _ := v.Get("when")
		p.rules = append(p.rules, rule{textOf(v, "id"), compileCondition(when), textOf(v, "outcome"), onUnknown(textOf(v, "onUnknown"))})
	}
	for _, v := range itemsOf(root, "exceptions") {
		when, _ := v.Get("when")
		p.exceptions = append(p.exceptions, exception{
			textOf(v, "id"), compileCondition(when), effect(textOf(v, "effect")),
			textOf(v, "targetRule"), textOf(v, "outcome"), onUnknown(textOf(v, "onUnknown")),
		})
	}
	if v, ok := root.Get("escalation"); ok {
		target, _ := v.Get("target")
		p.escalation = &escalation{target: HandoffTarget{textOf(target, "kind"), textOf(target, "name")}}
		for _, t := range itemsOf(v, "triggers") {
			p.escalation.triggers = append(p.escalation.triggers, Reason(t.Text()))
		}
	}
	return p
}

func textOf(object strictjson.Value, member string) string {
	v, _ := object.Get(member)
	return v.Text()
}

func itemsOf(object strictjson.Value, member string) []strictjson.Value {
	v, _ := object.Get(member)
	return v.Items()
}
