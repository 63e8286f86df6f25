package dmn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/yaml"
)

// columns are the inputs or the outputs of a table, by name.
type columns struct {
	what  string // "input" or "output"
	mark  string // stands before a name where cells are named
	empty string // what to do about a cell without a value
	names []string
	at    []diag.Locator
	index map[string]int // by name
	whole bool           // all names are known, so that another one is a fault
}

// outputMark stands before the name of an output where cells are named.
const outputMark = "=> "

// list reads a list that must not be empty, of at most the given length.
func (r *tableReader) list(m *yaml.Map, name string, need yaml.Need, most int, hint string) []*yaml.Node {
	n := m.Node(name, need)
	items := r.List(n)
	switch {
	case n == nil || n.Kind != yaml.Sequence:
	case len(items) == 0:
		r.Report(errEmptyList(r.At(n), name, hint))
	case len(items) > most:
		r.Report(errTableLimit(r.At(items[most]), fmt.Sprintf("there are %d %s", len(items), name), most))
		return items[:most]
	}
	return items
}

func (r *tableReader) readInputs(m *yaml.Map) {
	nodes := r.list(m, "inputs", yaml.Required, limits.TableColumns, "a table tests at least one input")
	r.inputs = columns{what: "input", index: map[string]int{}, whole: len(nodes) > 0,
		empty: `write "-" or leave the cell out if the input does not matter`}
	for _, n := range nodes {
		c := r.column(&r.inputs, n, "name", "expression", "type", "values")
		in := Input{Name: r.columnName(&r.inputs, c), At: r.inputs.at[len(r.table.Inputs)]}
		if c.String("expression", yaml.Required) != "" {
			in.Expression = r.source(c.Self().Get("expression"))
		}
		in.Type = r.columnType(c)
		in.Values = r.columnValues(c, in.Type)
		r.table.Inputs = append(r.table.Inputs, in)
	}
	r.In.Cell = ""
}

func (r *tableReader) readOutputs(m *yaml.Map) {
	nodes := r.list(m, "outputs", yaml.Required, limits.TableColumns, "a table gives at least one output")
	r.outputs = columns{what: "output", mark: outputMark, index: map[string]int{}, whole: len(nodes) > 0,
		empty: "write the value of the output"}
	for _, n := range nodes {
		c := r.column(&r.outputs, n, "name", "type", "values")
		out := Output{Name: r.columnName(&r.outputs, c), At: r.outputs.at[len(r.table.Outputs)]}
		out.Type = r.columnType(c)
		out.Values = r.columnValues(c, out.Type)
		if out.Type.Name == "list" && r.table.Profile == feel.Subset {
			r.Report(errNeedsFull(r.At(c.Self().Get("type")), "an output that is a list is"))
		}
		r.table.Outputs = append(r.table.Outputs, out)
	}
	r.In.Cell = ""
}

// column reads an entry of the inputs or outputs as a mapping, and says in r.In
// which column it is.
func (r *tableReader) column(cols *columns, n *yaml.Node, fields ...string) *yaml.Map {
	r.In.Cell = ""
	if name := n.Get("name"); name != nil && name.Text != "" {
		r.In.Cell = cols.mark + name.Text
	}
	r.place(n, n, "")
	return r.Map(n, fields...)
}

// columnName reads the name of the next column.
func (r *tableReader) columnName(cols *columns, c *yaml.Map) string {
	name := c.String("name", yaml.Required)
	at := r.In
	if name == "" {
		cols.whole = false
	} else {
		at = r.At(c.Self().Get("name"))
		if why := feel.NameFault(name); why != "" {
			r.Report(errBadName(at, name, why))
		}
		if first, taken := cols.index[name]; taken {
			r.Report(errDuplicateName(at, name, cols.at[first]))
		} else {
			cols.index[name] = len(cols.names)
		}
	}
	cols.names, cols.at = append(cols.names, name), append(cols.at, at)
	return name
}

// columnType reads the type; the zero ColumnType stands for one that is not
// known.
func (r *tableReader) columnType(c *yaml.Map) ColumnType {
	text := c.String("type", yaml.Required)
	t, ok := ParseColumnType(text)
	if ok || text == "" {
		return t
	}
	at := r.At(c.Self().Get("type"))
	if strings.Count(text, "list<") > limits.TypeDepth {
		r.Report(errTableLimit(at, "there are too many lists within lists", limits.TypeDepth))
	} else {
		r.Report(errUnknownType(at, text))
	}
	return t
}

// columnValues reads the allowed values. They are nil, which allows all, when one
// of them cannot be read.
func (r *tableReader) columnValues(c *yaml.Map, t ColumnType) []feel.Value {
	if t.Name == "list" {
		t = *t.Item
	}
	nodes := r.list(c, "values", yaml.Optional, limits.TableValues, "leave `values` out if any value is allowed")
	var values []feel.Value
	var places []diag.Locator
	for _, n := range nodes {
		text, ok := r.Cell(n)
		if !ok || t.Name == "" || r.full() {
			continue
		}
		v, err := t.Literal(text)
		if err != nil {
			r.Report(errInvalidLiteral(r.At(n), t, err))
			continue
		}
		if contains(values, v) {
			first := slices.IndexFunc(values, func(x feel.Value) bool { return contains([]feel.Value{v}, x) })
			r.Report(errDuplicateValue(r.At(n), v, places[first]))
		}
		values, places = append(values, v), append(places, r.At(n))
	}
	if len(values) < len(nodes) {
		return nil
	}
	return values
}

// checkPolicy checks what the hit policy and the aggregation ask of the outputs.
func (r *tableReader) checkPolicy(m *yaml.Map) {
	t := r.table
	listsValues := func(o Output) bool { return o.Values != nil }
	if (t.HitPolicy == Priority || t.HitPolicy == OutputOrder) && len(t.Outputs) > 0 && !slices.ContainsFunc(t.Outputs, listsValues) {
		r.Report(errNoPriority(r.At(m.Node("hit_policy", yaml.Optional)), t.HitPolicy))
	}
	if t.Aggregation == "" {
		return
	}
	at := r.At(m.Node("aggregation", yaml.Optional))
	switch {
	case t.HitPolicy != Collect && t.HitPolicy != "":
		r.Report(errBadAggregation(at, fmt.Sprintf("%s aggregates what COLLECT collects, and the hit policy is %s", t.Aggregation, t.HitPolicy),
			"say `hit_policy: COLLECT`, or leave the aggregation out"))
	case len(t.Outputs) > 1:
		r.Report(errBadAggregation(at, fmt.Sprintf("%s aggregates one output, and the table has %d", t.Aggregation, len(t.Outputs)),
			"split the table, or leave the aggregation out"))
	case len(t.Outputs) == 1 && !t.Aggregation.takes(t.Outputs[0].Type):
		r.Report(errBadAggregation(at, fmt.Sprintf("%s is not defined for the type %s", t.Aggregation, t.Outputs[0].Type),
			"SUM takes numbers, MIN and MAX what has an order, COUNT anything"))
	}
}

// takes reports whether values of type t can be aggregated.
func (a Aggregation) takes(t ColumnType) bool {
	switch t.Name {
	case "", "any", "number", "days", "months":
		return true
	case "boolean", "list", "duration":
		return a == Count
	}
	return a != Sum
}
