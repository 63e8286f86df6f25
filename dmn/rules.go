package dmn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
)

func (r *tableReader) readRules(m *yaml.Map) {
	if n := m.Node("rules", yaml.Required); n != nil && n.Kind == yaml.Mapping {
		r.readCSV(r.Map(n, "csv"))
	} else {
		for _, n := range r.list(m, "rules", yaml.Optional, limits.TableRules, "a table has at least one rule") {
			if r.full() {
				break
			}
			r.readRule(n)
		}
	}
	r.In.Rule, r.In.Cell = 0, ""
	r.checkIDs()
}

// full reports that more faults will not be reported.
func (r *tableReader) full() bool { return len(r.Faults) >= limits.FaultsPerTable }

func (r *tableReader) readRule(n *yaml.Node) {
	r.In.Rule = len(r.table.Rules) + 1
	r.place(n, n, "")
	rule := Rule{At: r.At(n)}
	var id diag.Locator
	if m := r.Map(n, "when", "then", "annotation", "id", "effective"); m != nil {
		rule.When = r.readInputCells(m)
		rule.Then = r.readOutputCells(m, "then")
		rule.Annotation = m.String("annotation", yaml.Optional)
		if m.Has("id") {
			rule.ID = m.String("id", yaml.Required)
			id = r.At(m.Node("id", yaml.Optional))
		}
		rule.Effective = r.readPeriod(m)
	}
	r.addRule(rule, id)
}

// addRule adds the next rule; id is the place of its id, if it has one.
func (r *tableReader) addRule(rule Rule, id diag.Locator) {
	if rule.ID == "" {
		rule.ID, id = strconv.Itoa(len(r.table.Rules)+1), diag.Locator{}
	}
	r.table.Rules = append(r.table.Rules, rule)
	r.ids = append(r.ids, id)
}

// checkIDs wants every id to mean one rule. The position of a rule means it too,
// whether it has an id or not.
func (r *tableReader) checkIDs() {
	rules := r.table.Rules
	first := make(map[string]int, len(rules))
	for i := range rules {
		id := rules[i].ID
		if r.ids[i].File == "" {
			continue
		}
		other, taken := first[id]
		if n, err := strconv.Atoi(id); err == nil && strconv.Itoa(n) == id && 1 <= n && n <= len(rules) && n != i+1 {
			other, taken = n-1, true
		}
		if taken {
			r.Report(errDuplicateRuleID(r.ids[i], id, rules[other].At))
		} else {
			first[id] = i
		}
	}
}

// readInputCells reads the cells under when, parallel to the inputs.
func (r *tableReader) readInputCells(m *yaml.Map) []*Cell {
	cells := make([]*Cell, len(r.table.Inputs))
	for _, e := range r.cells(m, "when", &r.inputs) {
		if i, text, ok := r.cell(e, &r.inputs); ok {
			cells[i] = r.inputCell(i, text)
		}
	}
	r.In.Cell = ""
	return cells
}

// readOutputCells reads the cells under field, then or default, parallel to the
// outputs.
func (r *tableReader) readOutputCells(m *yaml.Map, field string) []Cell {
	cells := make([]Cell, len(r.table.Outputs))
	for _, e := range r.cells(m, field, &r.outputs) {
		if i, text, ok := r.cell(e, &r.outputs); ok {
			cells[i] = r.outputCell(i, text)
		}
	}
	if n := m.Node(field, yaml.Optional); n != nil && n.Kind == yaml.Mapping {
		for i, name := range r.outputs.names {
			if name != "" && r.outputs.index[name] == i && n.Get(name) == nil && !r.misspelt(n, name) {
				r.In.Cell = outputMark + name
				r.Report(errMissingOutput(r.At(n), name))
			}
		}
	}
	r.In.Cell = ""
	return cells
}

// misspelt reports whether a key of n that names no output most likely means the
// output called name; it has a fault of its own.
func (r *tableReader) misspelt(n *yaml.Node, name string) bool {
	return slices.ContainsFunc(n.Entries, func(e yaml.Entry) bool {
		_, known := r.outputs.index[e.Key.Text]
		return !known && source.Nearest(e.Key.Text, some(r.outputs.names)) == name
	})
}

// cells reads a mapping of cells by the names of columns.
func (r *tableReader) cells(m *yaml.Map, field string, cols *columns) []yaml.Entry {
	n := m.Node(field, yaml.Required)
	if n != nil && n.Kind == yaml.Sequence {
		r.Report(errPositionalCells(r.At(n), cols))
		return nil
	}
	return r.Entries(n)
}

// cell reads one entry of a mapping of cells: the number of its column and its
// text, if both can be told.
func (r *tableReader) cell(e yaml.Entry, cols *columns) (i int, text feel.Source, ok bool) {
	r.In.Cell = cols.mark + e.Key.Text
	r.place(e.Key, e.Value, cols.empty)
	i, known := cols.index[e.Key.Text]
	if !known {
		if cols.whole {
			r.Report(errUnknownColumn(r.At(e.Key), cols, e.Key.Text))
		}
		return 0, text, false
	}
	if _, ok := r.Cell(e.Value); !ok {
		return 0, text, false
	}
	return i, r.source(e.Value), true
}

// source gives the text of a scalar and where it stands.
func (r *tableReader) source(n *yaml.Node) feel.Source {
	return feel.Source{Text: n.Text, At: r.At(n), Pos: n.Pos}
}

// inputCell makes the cell of input i; nil when the input does not matter.
func (r *tableReader) inputCell(i int, text feel.Source) *Cell {
	t := r.table.Inputs[i].Type
	switch trimmed := strings.TrimSpace(text.Text); {
	case trimmed == "":
		r.Report(errEmptyCell(text.At))
	case trimmed == "-":
	case r.table.Profile == feel.Subset && t.needsFull():
		r.Report(errNeedsFull(text.At, fmt.Sprintf("a cell of the type %s is", t)))
	default:
		if t.FEEL() == feel.NumberType {
			r.warnDifferences(text)
		}
		return &Cell{Source: text}
	}
	return nil
}

// outputCell makes the cell of output i: a literal, or an expression.
func (r *tableReader) outputCell(i int, text feel.Source) Cell {
	o := &r.table.Outputs[i]
	subset := r.table.Profile == feel.Subset
	switch {
	case o.Type.Name == "" || o.Type.Name == "list" && subset:
		return Cell{Source: text} // told at the type
	case strings.HasPrefix(text.Text, "=") && subset:
		r.Report(errNeedsFull(text.At, "an output that begins with = is a FEEL expression, which is"))
		return Cell{Source: text}
	case strings.HasPrefix(text.Text, "="):
		return Cell{Expression: true, Source: feel.Source{
			Text: text.Text[1:], At: text.At,
			Pos: func(offset int) diag.Pos { return text.Pos(offset + 1) },
		}}
	}
	v, err := o.Type.Literal(text.Text)
	switch {
	case err != nil:
		r.Report(errInvalidLiteral(text.At, o.Type, err))
	case o.Values != nil && !contains(o.Values, v):
		r.Report(errOutsideValues(text.At, v, o.Values))
	}
	return Cell{Source: text, Literal: v}
}
