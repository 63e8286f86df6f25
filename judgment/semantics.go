package judgment

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// What the names of a pack refer to. Each collection has a namespace of its own. A
// reference counts wherever it stands, whether or not an evaluation gets there.

// names are the ids that a collection declares.
type names struct {
	known map[string]bool
	order []string
}

// add reports whether the id was not declared before.
func (n *names) add(id string) bool {
	if n.known[id] {
		return false
	}
	if n.known == nil {
		n.known = map[string]bool{}
	}
	n.known[id] = true
	n.order = append(n.order, id)
	return true
}

// references checks a whole pack, whose structure is sound.
func (c *checker) references() {
	root := c.doc.root
	outcomes := c.declared("outcomes")
	requirements := c.declared("evidenceRequirements")
	sources := c.declared("sources")
	rules := c.declared("rules")
	c.declared("exceptions")

	evidence := func(v strictjson.Value) { c.evidence(v, requirements) }
	outcome := func(v strictjson.Value) { c.refer(v, outcomes, errUnresolvedOutcome) }
	source := func(v strictjson.Value) { c.refer(v, sources, errUnresolvedSource) }
	c.inMember(root, "applicability", evidence)
	c.inMember(root, "fallbackOutcome", outcome)
	c.each("rules", func(rule strictjson.Value) {
		c.inMember(rule, "when", evidence)
		c.inMember(rule, "outcome", outcome)
		c.inMember(rule, "evidenceRequirementRefs", func(refs strictjson.Value) {
			c.inItems(refs, func(v strictjson.Value) { c.refer(v, requirements, errUnresolvedEvidence) })
		})
		c.inMember(rule, "sourceRefs", func(refs strictjson.Value) { c.inItems(refs, source) })
	})
	c.each("exceptions", func(exception strictjson.Value) {
		c.inMember(exception, "when", evidence)
		c.inMember(exception, "outcome", outcome)
		c.inMember(exception, "targetRule", func(v strictjson.Value) { c.refer(v, rules, errUnresolvedRule) })
		c.inMember(exception, "sourceRefs", func(refs strictjson.Value) { c.inItems(refs, source) })
	})
	used := c.usedExtensions()
	c.requiredExtensions(func(name string, at diag.Locator) {
		if !used[name] {
			c.report(errMissingExtension(at, name))
		}
	})
}

// each calls visit where each item of a collection of the root stands.
func (c *checker) each(collection string, visit func(strictjson.Value)) {
	c.inMember(c.doc.root, collection, func(array strictjson.Value) { c.inItems(array, visit) })
}

// declared gives the ids of a collection of the root, and reports those that
// repeat.
func (c *checker) declared(collection string) names {
	var n names
	c.each(collection, func(item strictjson.Value) {
		c.inMember(item, "id", func(v strictjson.Value) {
			if !n.add(v.Text()) {
				c.report(errDuplicateID(c.at(v), v.Text(), collection))
			}
		})
	})
	return n
}

// refer checks a reference.
func (c *checker) refer(v strictjson.Value, to names, fault func(at diag.Locator, id, nearest string) *diag.Error) {
	if !to.known[v.Text()] {
		c.report(fault(c.at(v), v.Text(), c.nearest(v.Text(), to.order)))
	}
}

// evidence checks what a condition refers to, at any depth.
func (c *checker) evidence(condition strictjson.Value, requirements names) {
	below := func(v strictjson.Value) { c.evidence(v, requirements) }
	c.inMember(condition, "conditions", func(array strictjson.Value) { c.inItems(array, below) })
	c.inMember(condition, "condition", below)
	c.inMember(condition, "evidenceRequirement", func(v strictjson.Value) { c.refer(v, requirements, errUnresolvedEvidence) })
}

// requiredExtensions calls visit with each name that the pack requires, and its
// place.
func (c *checker) requiredExtensions(visit func(name string, at diag.Locator)) {
	c.inMember(c.doc.root, "metadata", func(metadata strictjson.Value) {
		c.inMember(metadata, "requiredExtensions", func(array strictjson.Value) {
			c.inItems(array, func(v strictjson.Value) { visit(v.Text(), c.at(v)) })
		})
	})
}

// usedExtensions gives the names that the objects of the pack have in their
// extensions. What the value of an extension holds is none of them.
func (c *checker) usedExtensions() map[string]bool {
	used := map[string]bool{}
	look := func(object strictjson.Value) {
		extensions, _ := object.Get("extensions")
		for _, m := range extensions.Members() {
			used[m.Name] = true
		}
	}
	look(c.doc.root)
	for _, one := range []string{"decision", "escalation", "metadata"} {
		c.inMember(c.doc.root, one, look)
	}
	for _, many := range []string{"evidenceRequirements", "sources", "outcomes", "rules", "exceptions"} {
		c.each(many, look)
	}
	return used
}
