package dmn

import (
	"fmt"
	"slices"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// repeated reports the names that are there twice. node is the definition in which
// they stand.
func repeated(names []*xml.Text, node string) diag.List {
	var out diag.List
	first := make(map[string]diag.Locator, len(names))
	for _, n := range names {
		if n.Text == "" {
			continue // which is reported where there must be a name
		}
		at := n.Locator()
		at.Node = node
		if was, taken := first[n.Text]; taken {
			out = append(out, errDuplicateName(at, n.Text, was))
		} else {
			first[n.Text] = at
		}
	}
	return out
}

// readable warns of the name of a variable, a parameter or an import that no
// expression can write.
func (l *loader) readable(name *xml.Text, node string) {
	if name.Text != "" && !feel.IsName(name.Text) {
		at := name.Locator()
		at.Node = node
		l.warnings = append(l.warnings, errUnreadableName(at, name.Text))
	}
}

func (b *boxer) readable(name *xml.Text) { b.doc.loader.readable(name, b.node) }

// check reports what the parts of a boxed decision table, of which t has the outputs,
// say together and cannot mean.
func (b *boxer) check(x *xml.DecisionTable, t *Table) {
	names := make([]*xml.Text, len(x.Outputs))
	for i, out := range x.Outputs {
		names[i] = &out.Name
	}
	b.faults = append(b.faults, repeated(names, b.node)...)
	at := b.at(&x.HitPolicyAt)
	lists := func(o Output) bool { return o.Values != nil }
	if (t.HitPolicy == Priority || t.HitPolicy == OutputOrder) && !slices.ContainsFunc(t.Outputs, lists) {
		b.warn(errNoPriority(at, t.HitPolicy))
	}
	switch {
	case t.Aggregation == "":
	case t.HitPolicy != Collect:
		b.warn(errBadAggregation(at, fmt.Sprintf("%s aggregates what COLLECT collects, and the hit policy is %s", x.Aggregation, x.HitPolicy),
			`say hitPolicy="COLLECT", or take the aggregation out: it is passed over`))
	case len(x.Outputs) > 1:
		// The standard does not define the aggregation of several outputs (DMN 1.6,
		// clause 8.2.11).
		b.report(errBadAggregation(at, fmt.Sprintf("%s aggregates one output, and the table has %d", x.Aggregation, len(x.Outputs)),
			"split the table, or take the aggregation out"))
	}
	b.unreachable(x)
}

// restrict restricts a type to the values that a column, which is called name, lists.
func (b *boxer) restrict(t *feel.Type, x *xml.UnaryTests, name string) *feel.Type {
	if x != nil && x.Language != xml.FEEL {
		b.notFEEL(&x.Text, x.Language)
	}
	return b.doc.types.restrict(t, x, name, b.node, (*feel.Type).RestrictItems)
}

// warn reports what has a meaning, and probably not the one that is meant.
func (b *boxer) warn(e *diag.Error) {
	e.Severity = diag.Warning
	b.doc.loader.warnings = append(b.doc.loader.warnings, e)
}

// unreachable warns of the rules that stand behind one which any input satisfies,
// where the first that matches decides.
func (b *boxer) unreachable(x *xml.DecisionTable) {
	if x.HitPolicy != "FIRST" {
		return
	}
	always := slices.IndexFunc(x.Rules, func(r *xml.Rule) bool {
		return !slices.ContainsFunc(r.Inputs, func(u *xml.UnaryTests) bool { return u.Text.Text != "-" })
	})
	if always < 0 || always+1 == len(x.Rules) {
		return
	}
	at := b.at(&x.Rules[always+1].At)
	b.warn(errUnreachableRule(at, always+2, len(x.Rules), x.Rules[always].At.Locator()))
}
