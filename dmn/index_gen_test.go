package dmn_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// A drawnTable is a table in no notation yet, of which every cell is a text of FEEL.
type drawnTable struct {
	policy, aggregation string
	columns             []drawnColumn
	second              bool // there is a second output, an expression unless the table is plain
	plain               bool // names, constants and literals
	rules               []drawnRule
	fallback            bool
}

type drawnColumn struct{ name, expression, typ string }

type drawnRule struct {
	when []string // "": irrelevant
	y    int
	z    string // expression
}

// literals are constants by the type of a column, as cells write them, and what
// variables are; there are values that differ in their form only.
var literals = map[string][]string{
	"number":    {"0", "1", "1.0", "1.00", "2", "2.5", "2.50", "3", "-1", "10", "0.1", "1234567890123456789012", "1234567890123456789012.5"},
	"string":    {`""`, `"a"`, `"b"`, `"c"`, `"ab"`, `"d"`, `"e"`, `"f"`, `"g"`, `"h"`, `"` + strings.Repeat("long ", 20) + `"`},
	"boolean":   {"true", "false"},
	"date":      {`date("2024-02-28")`, `date("2024-02-29")`, `date("2024-03-01")`, `@"2025-01-01"`},
	"time":      {`@"10:00:00"`, `@"10:00:00.5"`, `@"11:00:00"`, `@"10:00:00Z"`, `@"11:00:00+01:00"`, `@"10:00:00@Europe/Paris"`},
	"date_time": {`@"2024-02-29T10:00:00"`, `@"2024-02-29T10:00:00.5"`, `@"2024-02-29T11:00:00"`, `@"2024-02-29T10:00:00Z"`, `@"2024-02-29T11:00:00+01:00"`, `@"2024-02-29T11:00:00@Europe/Paris"`},
	"days":      {"0", "1", "1.5", "2", "-1"},
	"months":    {"0", "1", "12", "13"},
	"duration":  {`@"P1D"`, `@"PT24H"`, `@"PT24H0.5S"`, `@"-PT0.5S"`, `@"PT0S"`},
	"years":     {`@"P1Y"`, `@"P12M"`, `@"P13M"`},
	"list":      {"[]", "[1]", "[1, 2]"},
}

// given are the values of a column's variable where they are not its literals.
var given = map[string][]string{
	"days":   {`@"P0D"`, `@"P1D"`, `@"PT36H"`, `@"P2D"`, `@"-P1D"`, `@"PT1S"`},
	"months": {`@"P0M"`, `@"P1M"`, `@"P1Y"`, `@"P13M"`},
}

var columnTypes = []string{
	"number", "number", "number", "string", "string", "boolean", "date", "time", "date_time", "days", "months", "duration", "any", "list<number>",
}

type tableGen struct{ *rapid.T }

func (g tableGen) n(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "n") }

func (g tableGen) of(texts ...string) string { return texts[g.n(len(texts))] }

// one draws true in one of n cases.
func (g tableGen) one(n int) bool { return g.n(n) == 0 }

func literalType(typ string) string {
	if strings.HasPrefix(typ, "list") {
		return "list"
	}
	return typ
}

// kind gives the type of the literals of one test.
func (g tableGen) kind(typ string) string {
	switch typ = literalType(typ); typ {
	case "any":
		return g.of("number", "number", "number", "string", "boolean", "date")
	case "duration":
		return g.of("duration", "duration", "years")
	}
	return typ
}

func (g tableGen) literal(typ string) string { return g.of(literals[g.kind(typ)]...) }

func (g tableGen) op(typ string) string {
	if typ == "boolean" || typ == "list" {
		return g.of("=", "!=")
	}
	return g.of("<", "<=", ">", ">=", "=", "!=")
}

// test draws a unary test; others are names that it may read.
func (g tableGen) test(typ string, others []string, constant bool) string {
	typ = g.kind(typ)
	l := func() string { return g.of(literals[typ]...) }
	interval := func(low, high string) string {
		if typ == "boolean" || typ == "list" {
			return low
		}
		return g.of("[", "(", "]") + low + ".." + high + g.of("]", ")", "[")
	}
	reciprocal := func(name string) string {
		if typ == "number" {
			return "1 / " + name
		}
		return "[" + name + "]"
	}
	if !constant {
		other := g.of(others...)
		switch g.n(9) {
		case 0:
			return other
		case 1:
			return g.op(typ) + " " + other
		case 2:
			return interval(other, l())
		case 3:
			return reciprocal(other)
		case 4:
			return other + ".x"
		case 5:
			return "? " + g.op(typ) + " " + other
		case 6:
			return "? " + g.op(typ) + " " + l()
		case 7:
			return reciprocal("0")
		}
		return "[" + other + ", " + l() + "]"
	}
	switch g.n(10) {
	case 0, 1:
		return g.op(typ) + " " + l()
	case 2, 3:
		return interval(l(), l())
	case 4:
		return "[" + l() + ", " + l() + "]"
	case 5:
		return "[" + l() + ", (" + g.op(typ) + " " + l() + ")]"
	case 6:
		return g.of("null", "null", "= null", "!= null")
	}
	return l()
}

// cell draws a cell, of which one in risk is not constant; none when it is 0.
func (g tableGen) cell(typ string, others []string, risk int) string {
	if g.one(4) {
		return ""
	}
	constant := risk == 0 || !g.one(risk)
	tests := g.test(typ, others, constant)
	for g.one(5) {
		tests += ", " + g.test(typ, others, true)
	}
	if g.one(6) {
		return "not(" + tests + ")"
	}
	return tests
}

// table draws a table. Some are larger than a word of rules, with cells that are
// selective.
func (g tableGen) table() drawnTable {
	var t drawnTable
	t.policy = g.of("UNIQUE", "UNIQUE", "FIRST", "FIRST", "PRIORITY", "ANY", "COLLECT", "COLLECT", "RULE_ORDER", "OUTPUT_ORDER")
	if t.policy == "COLLECT" {
		t.aggregation = g.of("", "SUM", "MIN", "MAX", "COUNT")
	}
	t.plain = g.one(3)
	t.second = t.aggregation == "" && g.one(4)
	t.fallback = g.one(3)
	var names []string
	for i := range 1 + g.n(4) {
		c := drawnColumn{name: fmt.Sprintf("c%d", i), typ: g.of(columnTypes...)}
		if t.plain {
			c.typ = g.of("number", "string", "boolean", "date")
		}
		c.expression = fmt.Sprintf("v%d", i)
		names = append(names, c.expression)
		if c.typ == "number" && !t.plain && g.one(8) {
			c.expression = g.of("v0 + "+c.expression, "1 / "+c.expression, c.expression+".x", c.expression+" + 1", "if "+c.expression+".x = 1 then 1 else 2")
		}
		t.columns = append(t.columns, c)
	}
	n, risk := 1+g.n(12), 8
	size := g.n(12)
	if size == 0 {
		n, risk = 60+g.n(10), 40
	}
	if size == 1 {
		n, risk = 100+g.n(300), 200
	}
	if t.plain {
		risk = 0
	}
	for r := range n {
		rule := drawnRule{y: g.n(3), z: g.of("1", `"z"`, "v0", "1 / v0")}
		if t.plain {
			rule.z = g.of("1", "2")
		}
		for _, c := range t.columns {
			text := g.cell(c.typ, names, risk)
			if n > 60 && (c.typ == "number" || c.typ == "any" && g.one(2)) && !g.one(8) {
				text = g.of(fmt.Sprintf("[%d..%d)", r, r+1), fmt.Sprint(r/4), fmt.Sprintf("[%d..%d]", r, r+20), fmt.Sprintf("> %d", r))
			}
			rule.when = append(rule.when, text)
		}
		t.rules = append(t.rules, rule)
	}
	return t
}

// yaml writes the table as a file.
func (t drawnTable) yaml() string {
	var b strings.Builder
	quoted := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	fmt.Fprintf(&b, "id: t\nversion: \"1\"\nprofile: full\nhit_policy: %s\n", t.policy)
	if t.aggregation != "" {
		fmt.Fprintf(&b, "aggregation: %s\n", t.aggregation)
	}
	b.WriteString("inputs:\n")
	for _, c := range t.columns {
		fmt.Fprintf(&b, "  - { name: %s, expression: %s, type: '%s' }\n", c.name, quoted(c.expression), c.typ)
	}
	b.WriteString("outputs:\n  - { name: y, type: number, values: [2, 0, 1] }\n")
	if t.second {
		fmt.Fprintf(&b, "  - { name: z, type: %s }\n", map[bool]string{false: "any", true: "number"}[t.plain])
	}
	b.WriteString("rules:\n")
	then := func(y int, z string) {
		fmt.Fprintf(&b, "{ y: %d", y)
		if t.second {
			if !t.plain {
				z = quoted("= " + z)
			}
			fmt.Fprintf(&b, ", z: %s", z)
		}
		b.WriteString(" }\n")
	}
	for _, r := range t.rules {
		b.WriteString("  - when: {")
		between := " "
		for i, text := range r.when {
			if text != "" {
				fmt.Fprintf(&b, "%s%s: %s", between, t.columns[i].name, quoted(text))
				between = ", "
			}
		}
		b.WriteString(" }\n    then: ")
		then(r.y, r.z)
	}
	if t.fallback {
		b.WriteString("default: ")
		then(1, "2")
	}
	return b.String()
}

// model writes the table as the only decision of a model.
func (t drawnTable) model() string {
	var b strings.Builder
	escaped := func(text string) string {
		var out strings.Builder
		_ = xml.EscapeText(&out, []byte(text))
		return out.String()
	}
	b.WriteString(`<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="m" name="m" namespace="urn:m">` + "\n")
	for i := range t.columns {
		fmt.Fprintf(&b, `<inputData id="i%d" name="v%d"><variable name="v%d"/></inputData>`+"\n", i, i, i)
	}
	b.WriteString(`<decision id="d" name="d"><variable name="d"/>` + "\n")
	for i := range t.columns {
		fmt.Fprintf(&b, `<informationRequirement><requiredInput href="#i%d"/></informationRequirement>`+"\n", i)
	}
	fmt.Fprintf(&b, `<decisionTable hitPolicy="%s"`, strings.ReplaceAll(t.policy, "_", " "))
	if t.aggregation != "" {
		fmt.Fprintf(&b, ` aggregation="%s"`, t.aggregation)
	}
	b.WriteString(">\n")
	for _, c := range t.columns {
		fmt.Fprintf(&b, "<input><inputExpression><text>%s</text></inputExpression></input>\n", escaped(c.expression))
	}
	output := func(name, values, fallback string) {
		fmt.Fprintf(&b, `<output name="%s">`, name)
		if values != "" {
			fmt.Fprintf(&b, "<outputValues><text>%s</text></outputValues>", values)
		}
		if t.fallback {
			fmt.Fprintf(&b, "<defaultOutputEntry><text>%s</text></defaultOutputEntry>", fallback)
		}
		b.WriteString("</output>\n")
	}
	output("y", "2, 0, 1", "1")
	if t.second {
		output("z", "", "2")
	}
	for _, r := range t.rules {
		b.WriteString("<rule>")
		for _, text := range r.when {
			if text == "" {
				text = "-"
			}
			fmt.Fprintf(&b, "<inputEntry><text>%s</text></inputEntry>", escaped(text))
		}
		fmt.Fprintf(&b, "<outputEntry><text>%d</text></outputEntry>", r.y)
		if t.second {
			fmt.Fprintf(&b, "<outputEntry><text>%s</text></outputEntry>", escaped(r.z))
		}
		b.WriteString("</rule>\n")
	}
	b.WriteString("</decisionTable></decision></definitions>\n")
	return b.String()
}

// variables draws what the table reads: mostly values of the columns' types, some
// null, some of other kinds, some not given.
func (g tableGen) variables(t drawnTable) map[string]any {
	vars := map[string]any{}
	for i, c := range t.columns {
		typ := literalType(c.typ)
		text := g.literal(c.typ)
		if texts := given[typ]; texts != nil {
			text = g.of(texts...)
		}
		if typ == "number" && len(t.rules) > 60 && !g.one(4) {
			text = fmt.Sprint(g.n(len(t.rules) + 20))
		}
		switch g.n(24) {
		case 0, 1:
			text = "null"
		case 2:
			text = g.of(`{x: 1}`, `"a"`, "1", "true", "[1]", `@"2024-02-29"`, "[1..2]", `@"10:00:00Z"`)
		case 3:
			continue
		}
		v := drawnValue(text)
		name := fmt.Sprintf("v%d", i)
		if vars[name] = v; g.one(2) {
			vars[name] = hostValue(v)
		}
	}
	return vars
}

// hostValue gives a value as a host has it.
func hostValue(v feel.Value) any {
	if b, ok := v.AsBool(); ok {
		return b
	}
	if s, ok := v.AsString(); ok {
		return s
	}
	if i, ok := v.AsInt(); ok {
		return int(i)
	}
	if d, ok := v.AsDecimal(); ok {
		return d
	}
	return v
}

// slots gives variables in the order of what a table reads; a few of the last ones are
// left out.
func (g tableGen) slots(p *dmn.Program, vars map[string]any) feel.Vars {
	var values []feel.Value
	for _, name := range p.Refs() {
		v, _ := feel.Of(vars[name])
		values = append(values, v)
	}
	if g.one(10) {
		values = values[:g.n(len(values)+1)]
	}
	return feel.Slots(values)
}

var drawnValues = map[string]feel.Value{}

// drawnValue gives the value of a text.
func drawnValue(text string) feel.Value {
	v, known := drawnValues[text]
	if known {
		return v
	}
	ast, err := feel.Parse(feel.Source{Text: text}, feel.NewScope())
	if err == nil {
		var c *feel.Checked
		if c, err = feel.Check(ast, feel.NewScope(), feel.Full); err == nil {
			var p *feel.Program
			if p, err = feel.Compile(c); err == nil {
				var r feel.Result
				r, err = p.Eval(context.Background(), feel.Input{})
				v = r.Value
			}
		}
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
	drawnValues[text] = v
	return v
}

// A drawn table can be read in both notations more often than not.
func TestDrawnTables(t *testing.T) {
	loaded, drawn := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		table := tableGen{t}.table()
		drawn++
		if _, err := compileText(table.yaml()); err == nil {
			loaded++
		} else if drawn < 5 {
			t.Logf("%v", err)
		}
	})
	if loaded < drawn*3/4 {
		t.Errorf("of %d tables only %d are tables", drawn, loaded)
	}
}
