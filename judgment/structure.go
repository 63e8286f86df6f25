package judgment

import (
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// The structure of a pack: which members each object has, and what each member
// may hold. Checks go on behind a fault, so that one never hides another.

// specVersion is the version of JPS Core that packs are of.
const specVersion = "0.2.0-draft"

// checks is what a place of a pack demands of the value that stands there.
type checks func(*checker, strictjson.Value)

// member is a member that an object may have.
type member struct {
	name     string
	required bool
	value    checks
}

func must(name string, value checks) member { return member{name, true, value} }
func may(name string, value checks) member  { return member{name, false, value} }

var (
	packMembers = []member{
		must("specVersion", (*checker).specVersion),
		must("id", format(isURI, errFormatURI)),
		must("version", format(isTriple, errPackVersion)),
		must("title", text),
		may("description", text),
		must("decision", object(
			must("intent", text),
			must("question", text),
			may("extensions", (*checker).extensions),
		)),
		may("applicability", (*checker).condition),
		may("evidenceRequirements", list(0, object(
			must("id", localID),
			must("description", text),
			must("required", boolean),
			may("kind", oneOf("document", "fact", "measurement", "attestation")),
			may("extensions", (*checker).extensions),
		))),
		may("sources", list(0, object(
			must("id", localID),
			must("title", text),
			must("locator", object(
				must("kind", oneOf("uri", "repository", "path", "other")),
				must("value", text),
			)),
			may("publisher", text),
			may("publishedAt", format(isFullDate, errFormatDate)),
			may("citation", object(
				must("location", text),
				must("excerpt", text),
			)),
			may("rights", text),
			may("extensions", (*checker).extensions),
		))),
		must("outcomes", list(2, object(
			must("id", localID),
			must("label", text),
			may("description", text),
			may("extensions", (*checker).extensions),
		))),
		must("rules", list(1, object(
			must("id", localID),
			must("description", text),
			must("when", (*checker).condition),
			must("outcome", localID),
			must("onUnknown", oneOf(ignoreUnknown, escalateUnknown)),
			may("evidenceRequirementRefs", list(0, localID)),
			may("sourceRefs", list(0, localID)),
			may("rationale", text),
			may("extensions", (*checker).extensions),
		))),
		may("exceptions", list(0, (*checker).exception)),
		may("fallbackOutcome", localID),
		may("escalation", object(
			must("triggers", (*checker).triggers),
			must("target", object(
				must("kind", oneOf("human-role", "queue", "system")),
				must("name", text),
			)),
			may("message", text),
			may("extensions", (*checker).extensions),
		)),
		may("metadata", object(
			may("authors", list(1, text)),
			may("createdAt", format(isDateTime, errFormatDateTime)),
			may("license", text),
			may("requiredExtensions", list(0, format(isExtensionName, errExtensionName))),
			may("reviews", (*checker).reviews),
			may("extensions", (*checker).extensions),
		)),
		may("extensions", (*checker).extensions),
	}

	exceptionMembers = []member{
		must("id", localID),
		must("description", text),
		must("when", (*checker).condition),
		must("effect", oneOf(suppressRule, forceOutcome, escalate)),
		must("onUnknown", oneOf(ignoreUnknown, escalateUnknown)),
		may("targetRule", localID),
		may("outcome", localID),
		may("sourceRefs", list(0, localID)),
		may("extensions", (*checker).extensions),
	}

	reviewMembers = []member{
		must("reviewer", text),
		must("reviewedAt", format(isDateTime, errFormatDateTime)),
		must("disposition", oneOf("approved", "changes-requested", "rejected")),
		may("note", text),
	}

	trigger  = oneOf(ReasonNotApplicable, ReasonMissingRequiredEvidence, ReasonUnknown, ReasonConflict, ReasonNoMatch)
	ordering = []operator{greaterThan, greaterThanOrEqual, lessThan, lessThanOrEqual}
	relation = oneOf(append([]operator{equals, notEquals, in}, ordering...)...)

	text    = format(func(s string) bool { return s != "" }, errEmptyText)
	localID = format(isLocalID, errLocalID)
	boolean = func(c *checker, v strictjson.Value) { c.is(v, strictjson.Bool) }
)

// structure checks a whole pack.
func (c *checker) structure() { c.object(c.doc.root, packMembers) }

// is reports whether v is of a kind; another kind is a fault.
func (c *checker) is(v strictjson.Value, want strictjson.Kind) bool {
	if v.Kind() != want {
		c.report(errType(c.at(v), want, v.Kind()))
	}
	return v.Kind() == want
}

// object checks an object with exactly these members.
func (c *checker) object(v strictjson.Value, members []member) {
	if !c.is(v, strictjson.Object) {
		return
	}
	for _, m := range members {
		if _, ok := v.Get(m.name); m.required && !ok {
			path := c.path(m.name)
			c.report(errRequiredMember(c.doc.atMissing(path, v), m.name))
		}
	}
	for _, have := range v.Members() {
		if c.full() {
			return
		}
		i := slices.IndexFunc(members, func(m member) bool { return m.name == have.Name })
		if i < 0 {
			names := make([]string, len(members))
			for j, m := range members {
				names[j] = m.name
			}
			c.report(errUnknownMember(c.doc.atMember(c.path(have.Name), have), have.Name, c.nearest(have.Name, names)))
			continue
		}
		c.steps = append(c.steps, step{have.Name, -1})
		members[i].value(c, have.Value)
		c.steps = c.steps[:len(c.steps)-1]
	}
}

func object(members ...member) checks {
	return func(c *checker, v strictjson.Value) { c.object(v, members) }
}

// list checks an array of at least so many items, no two of which are equal.
func list(fewest int, item checks) checks {
	return func(c *checker, v strictjson.Value) {
		if !c.is(v, strictjson.Array) {
			return
		}
		if have := len(v.Items()); have < fewest {
			c.report(errCollectionArity(c.at(v), fewest, have))
		}
		c.different(v)
		c.inItems(v, func(x strictjson.Value) { item(c, x) })
	}
}

// different reports the first two items of an array that are equal.
func (c *checker) different(array strictjson.Value) {
	if len(array.Items()) < 2 {
		return
	}
	first := make(map[string]int, len(array.Items()))
	var key []byte
	for i, v := range array.Items() {
		key = strictjson.AppendKey(key[:0], v)
		if j, ok := first[string(key)]; ok {
			c.report(errUniqueItems(c.at(array), j, i))
			return
		}
		first[string(key)] = i
	}
}

// format checks a string of a certain form.
func format(is func(string) bool, fault func(diag.Locator, string) *diag.Error) checks {
	return func(c *checker, v strictjson.Value) {
		if c.is(v, strictjson.String) && !is(v.Text()) {
			c.report(fault(c.at(v), v.Text()))
		}
	}
}

// oneOf checks a string that is one of the listed ones.
func oneOf[S ~string](values ...S) checks {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	return func(c *checker, v strictjson.Value) {
		if c.is(v, strictjson.String) && !slices.Contains(names, v.Text()) {
			c.report(errEnum(c.at(v), v.Text(), names))
		}
	}
}

func (c *checker) specVersion(v strictjson.Value) {
	if c.is(v, strictjson.String) && v.Text() != specVersion {
		c.report(errSpecVersion(c.at(v), v.Text()))
	}
}

func (c *checker) extensions(v strictjson.Value) {
	if !c.is(v, strictjson.Object) {
		return
	}
	for _, m := range v.Members() {
		if !isExtensionName(m.Name) && !c.full() {
			c.report(errExtensionName(c.doc.atMember(c.path(m.Name), m), m.Name))
		}
	}
}

func (c *checker) exception(v strictjson.Value) {
	c.object(v, exceptionMembers)
	named, _ := v.Get("effect")
	var needs string
	switch effect(named.Text()) {
	case suppressRule:
		needs = "targetRule"
	case forceOutcome:
		needs = "outcome"
	case escalate:
	default:
		return // reported as no effect
	}
	for _, operand := range []string{"targetRule", "outcome"} {
		x, has := v.Get(operand)
		switch path := c.path(operand); {
		case operand == needs && !has:
			c.report(errOperandMissing(c.doc.atMissing(path, v), named.Text(), operand))
		case operand != needs && has:
			c.report(errOperandForbidden(c.doc.at(path, x), named.Text(), operand))
		}
	}
}

func (c *checker) triggers(v strictjson.Value) {
	if !c.is(v, strictjson.Array) {
		return
	}
	if len(v.Items()) == 0 {
		c.report(errNoTriggers(c.at(v)))
	}
	c.different(v)
	c.inItems(v, func(x strictjson.Value) { trigger(c, x) })
}

func (c *checker) reviews(v strictjson.Value) {
	if c.is(v, strictjson.Array) {
		c.inItems(v, func(x strictjson.Value) { c.object(x, reviewMembers) })
	}
}

// condition checks a condition: by its op, which has only one shape.
func (c *checker) condition(v strictjson.Value) {
	if !c.is(v, strictjson.Object) {
		return
	}
	named, has := v.Get("op")
	known := must("op", func(*checker, strictjson.Value) {})
	switch op(named.Text()) {
	case opLiteral:
		c.object(v, []member{known, must("value", boolean)})
	case opAll, opAny:
		c.object(v, []member{known, must("conditions", (*checker).conditions)})
	case opNot:
		c.object(v, []member{known, must("condition", (*checker).condition)})
	case opFact:
		related, _ := v.Get("operator")
		c.object(v, []member{
			known,
			must("path", format(isPointer, errFactPath)),
			must("operator", relation),
			must("value", operand(operator(related.Text()))),
		})
	case opEvidencePresent:
		c.object(v, []member{known, must("evidenceRequirement", localID)})
	default:
		c.report(errConditionShape(c.at(v), named, has))
	}
}

func (c *checker) conditions(v strictjson.Value) {
	if !c.is(v, strictjson.Array) {
		return
	}
	if len(v.Items()) == 0 {
		c.report(errConditionArity(c.at(v)))
	}
	c.inItems(v, c.condition)
}

func isPointer(s string) bool {
	_, ok := strictjson.Tokens(s)
	return ok
}

// operand gives the check of what an operator compares a fact with.
func operand(o operator) checks {
	return func(c *checker, v strictjson.Value) {
		switch {
		case o == in && v.Kind() != strictjson.Array:
			c.report(errInOperand(c.at(v), v.Kind()))
		case o == in && len(v.Items()) == 0:
			c.report(errCollectionArity(c.at(v), 1, 0))
		case slices.Contains(ordering, o) && !isDecimal(v):
			c.report(errDecimalOperand(c.at(v), v))
		}
	}
}

func isDecimal(v strictjson.Value) bool {
	_, ok := parseDecimal(v.Text())
	return ok && v.Kind() == strictjson.String
}
