package xml

import (
	"cmp"
	"fmt"
)

var hitPolicies = []string{"UNIQUE", "FIRST", "PRIORITY", "ANY", "COLLECT", "RULE ORDER", "OUTPUT ORDER"}

func (r *reader) decisionTable() *DecisionTable {
	outer := r.where
	r.where.Table = r.value("id")
	t := &DecisionTable{Boxed: r.common()}
	t.HitPolicyAt = t.At
	if a := r.attributeText("hitPolicy"); a.Known() {
		t.HitPolicyAt = a.At
	}
	t.HitPolicy = r.oneOf("hitPolicy", hitPolicies...)
	if r.find("aggregation") != nil {
		t.Aggregation = r.oneOf("aggregation", "SUM", "COUNT", "MIN", "MAX")
	}
	t.OutputLabel = r.value("outputLabel")
	r.rest("preferredOrientation")
	r.children(func(element string) bool {
		switch element {
		case "input":
			t.Inputs = append(t.Inputs, r.inputClause(len(t.Inputs)+1))
		case "output":
			t.Outputs = append(t.Outputs, r.outputClause(len(t.Outputs)+1))
		case "annotation":
			t.Annotations = append(t.Annotations, r.value("name"))
			r.rest()
			r.leaf()
		case "rule":
			r.where.Rule = len(t.Rules) + 1
			t.Rules = append(t.Rules, r.rule(t))
			r.where.Rule = 0
		default:
			return false
		}
		return true
	})
	if len(t.Outputs) == 0 {
		r.missing(t.At, "decisionTable", "output")
	}
	for _, out := range t.Outputs {
		if out.Name.Text == "" && len(t.Outputs) > 1 {
			r.report(errMissingAttribute(out.At, "output", "name"))
		}
	}
	for i, rule := range t.Rules {
		if len(rule.Inputs) != len(t.Inputs) {
			r.report(errCellCount(rule.At, "rule", i+1, "input entries", len(rule.Inputs), "inputs", len(t.Inputs)))
		}
		if len(rule.Outputs) != len(t.Outputs) && len(t.Outputs) > 0 {
			r.report(errCellCount(rule.At, "rule", i+1, "output entries", len(rule.Outputs), "outputs", len(t.Outputs)))
		}
	}
	r.where = outer
	return t
}

// inputCell names the n-th input in places, and outputCell the n-th output.
func inputCell(label string, n int) string { return cmp.Or(label, fmt.Sprintf("input %d", n)) }

func outputCell(name string, n int) string {
	if name == "" {
		return fmt.Sprintf("output %d", n)
	}
	return "=> " + name
}

func (r *reader) inputClause(n int) *InputClause {
	c := &InputClause{ID: r.value("id"), Label: r.value("label")}
	r.where.Cell = inputCell(c.Label, n)
	c.At = r.locate(r.span)
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "inputExpression":
			if r.first(c.Expression == nil) {
				c.Expression = r.literal()
			}
		case "inputValues":
			if r.first(c.Values == nil) {
				c.Values = r.unaryTests()
			}
		default:
			return false
		}
		return true
	})
	if c.Expression == nil {
		r.missing(c.At, "input", "inputExpression")
	}
	r.where.Cell = ""
	return c
}

func (r *reader) outputClause(n int) *OutputClause {
	c := &OutputClause{ID: r.value("id"), Label: r.value("label")}
	r.where.Cell = outputCell(r.ownName().Text, n)
	c.Name, c.TypeRef = r.ownName(), r.typeRef("typeRef")
	c.At = r.locate(r.span)
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "outputValues":
			if r.first(c.Values == nil) {
				c.Values = r.unaryTests()
			}
		case "defaultOutputEntry":
			if r.first(c.Default == nil) {
				c.Default = r.literal()
			}
		default:
			return false
		}
		return true
	})
	r.where.Cell = ""
	return c
}

func (r *reader) rule(t *DecisionTable) *Rule {
	x := &Rule{ID: r.value("id"), At: r.locate(r.span)}
	r.rest("label")
	r.children(func(element string) bool {
		switch element {
		case "description":
			x.Description = r.content().Text
		case "inputEntry":
			n, label := len(x.Inputs), ""
			if n < len(t.Inputs) {
				label = t.Inputs[n].Label
			}
			r.where.Cell = inputCell(label, n+1)
			x.Inputs = append(x.Inputs, r.unaryTests())
		case "outputEntry":
			n, name := len(x.Outputs), ""
			if n < len(t.Outputs) {
				name = t.Outputs[n].Name.Text
			}
			r.where.Cell = outputCell(name, n+1)
			x.Outputs = append(x.Outputs, r.literal())
		case "annotationEntry":
			x.Annotations = append(x.Annotations, r.annotation())
		default:
			return false
		}
		r.where.Cell = ""
		return true
	})
	return x
}

func (r *reader) annotation() (text string) {
	r.rest()
	r.children(func(element string) bool {
		if element != "text" {
			return false
		}
		text += r.content().Text
		return true
	})
	return text
}
