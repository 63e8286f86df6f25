package xml

import (
	"cmp"
	"fmt"
)

var hitPolicies = []string{"UNIQUE", "FIRST", "PRIORITY", "ANY", "COLLECT", "RULE ORDER", "OUTPUT ORDER"}

func (r *reader) decisionTable() *DecisionTable {
	outer, rule := r.around, r.rule
	r.around = &surroundings{outer.doc, outer.node, r.value("id"), outer.cell}
	var columns columns
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
			t.Inputs = append(t.Inputs, r.inputClause(&columns, len(t.Inputs)+1))
		case "output":
			t.Outputs = append(t.Outputs, r.outputClause(&columns, len(t.Outputs)+1))
		case "annotation":
			t.Annotations = append(t.Annotations, r.value("name"))
			r.rest()
			r.leaf()
		case "rule":
			r.rule = len(t.Rules) + 1
			t.Rules = append(t.Rules, r.row(t, &columns))
			r.rule = 0
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
			r.report(errMissingAttribute(out.At.Locator(), "output", "name"))
		}
	}
	for i, rule := range t.Rules {
		if len(rule.Inputs) != len(t.Inputs) {
			r.report(errCellCount(rule.At.Locator(), "rule", i+1, "input entries", len(rule.Inputs), "inputs", len(t.Inputs)))
		}
		if len(rule.Outputs) != len(t.Outputs) && len(t.Outputs) > 0 {
			r.report(errCellCount(rule.At.Locator(), "rule", i+1, "output entries", len(rule.Outputs), "outputs", len(t.Outputs)))
		}
	}
	r.around, r.rule = outer, rule
	return t
}

// columns has the surroundings of the cells of each column.
type columns struct{ inputs, outputs []*surroundings }

// cell begins what stands in the n-th column, from 0, of which a clause gives the name
// anew. It gives the surroundings to go back to.
func (r *reader) cell(column *[]*surroundings, n int, name string) (outer *surroundings) {
	outer = r.around
	if n < len(*column) {
		(*column)[n] = outer.within(name)
	} else {
		*column = append(*column, outer.within(name))
	}
	r.around = (*column)[n]
	return outer
}

// inputCell names the n-th input in places, and outputCell the n-th output.
func inputCell(label string, n int) string { return cmp.Or(label, fmt.Sprintf("input %d", n)) }

func outputCell(name string, n int) string {
	if name == "" {
		return fmt.Sprintf("output %d", n)
	}
	return "=> " + name
}

func (r *reader) inputClause(columns *columns, n int) *InputClause {
	c := &InputClause{ID: r.value("id"), Label: r.value("label")}
	outer := r.cell(&columns.inputs, n-1, inputCell(c.Label, n))
	c.At = r.place(r.span)
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
	r.around = outer
	return c
}

func (r *reader) outputClause(columns *columns, n int) *OutputClause {
	c := &OutputClause{ID: r.value("id"), Label: r.value("label")}
	outer := r.cell(&columns.outputs, n-1, outputCell(r.ownName().Text, n))
	c.Name, c.TypeRef = r.ownName(), r.typeRef("typeRef")
	c.At = r.place(r.span)
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
	r.around = outer
	return c
}

// row reads a rule.
func (r *reader) row(t *DecisionTable, columns *columns) *Rule {
	x := &Rule{
		ID: r.value("id"), At: r.place(r.span),
		Inputs: make([]*UnaryTests, 0, len(t.Inputs)), Outputs: make([]*LiteralExpression, 0, len(t.Outputs)),
	}
	outer := r.around
	r.rest("label")
	r.children(func(element string) bool {
		switch element {
		case "description":
			x.Description = r.content().Text
		case "inputEntry":
			if n := len(x.Inputs); n < len(columns.inputs) {
				r.around = columns.inputs[n]
			} else {
				r.cell(&columns.inputs, n, inputCell("", n+1))
			}
			x.Inputs = append(x.Inputs, r.unaryTests())
		case "outputEntry":
			if n := len(x.Outputs); n < len(columns.outputs) {
				r.around = columns.outputs[n]
			} else {
				r.cell(&columns.outputs, n, outputCell("", n+1))
			}
			x.Outputs = append(x.Outputs, r.literal())
		case "annotationEntry":
			x.Annotations = append(x.Annotations, r.annotation())
		default:
			return false
		}
		r.around = outer
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
