package main

import (
	"fmt"
	"strings"
)

var feelDialect = dialect{
	equals: "=", and: " and ",
	column:  func(c column) string { return strings.Join(c.reads(), " - ") },
	literal: feelLiteral,
}

// feelText writes a table as one FEEL expression.
func (t *table) feelText() string {
	if t.collect {
		parts := make([]string, len(t.rules))
		for i, r := range t.rules {
			parts[i] = fmt.Sprintf("if %s then %s else null", feelDialect.condition(t, r), r.out)
		}
		return "[" + strings.Join(parts, ",\n") + "][item != null]"
	}
	return feelDialect.chain(t, "if %s then %s else\n", "null")
}

// nodeTable adds the peers in node with a table.
func nodeTable(n *node, c *contest, t *table) {
	addFeelin(n, c, t.feelText(), nil)
	zenTable(n, c, t)
}

// zenTable adds zen with a decision table, which it keeps.
func zenTable(n *node, c *contest, t *table) {
	if !n.has(zenPackage) {
		return
	}
	hit := "first"
	if t.collect {
		hit = "collect"
	}
	type field struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Field string `json:"field"`
	}
	var inputs []field
	for _, c := range t.columns {
		f := field{c.name, c.name, c.name}
		switch c.kind {
		case ofDate:
			f.Field = fmt.Sprintf("d(%s)", c.name)
		case ofDays:
			f.Field = fmt.Sprintf("d(%s).diff(d(%s), \"day\")", c.later, c.earlier)
		}
		inputs = append(inputs, f)
	}
	rules := make([]map[string]string, len(t.rules))
	for i, r := range t.rules {
		rules[i] = map[string]string{"_id": fmt.Sprint(i), "out": t.out(r)}
		for k, c := range t.columns {
			rules[i][c.name] = zenCell(c.kind, r.cells[k])
		}
	}
	var text strings.Builder
	for _, r := range rules {
		fmt.Fprintln(&text, r)
	}
	graph := zenGraph("decisionTableNode", map[string]any{
		"hitPolicy": hit, "inputs": inputs, "outputs": []field{{"out", t.output, t.output}}, "rules": rules,
	})
	c.add(n.peer("zen", text.String(), c, map[string]any{"graph": graph, "pick": t.output, "collect": t.collect}))
}

const (
	feelinPackage = "feelin"
	zenPackage    = "@gorules/zen-engine"
)

// zenCell writes a cell as a unary test of zen, which has no brackets that point
// outwards, and compares dates by $.
func zenCell(k kind, c cell) string {
	switch {
	case k == ofDate && len(c.tests) > 0:
		parts := make([]string, len(c.tests))
		for i, x := range c.tests {
			parts[i] = fmt.Sprintf("$ %s d(%q)", x.op, x.value)
		}
		return strings.Join(parts, " and ")
	case c.open == "]":
		c.open = "("
	}
	if c.close == "[" {
		c.close = ")"
	}
	return feelCell(k, c)
}

// zenGraph is a decision of one node.
func zenGraph(kind string, content map[string]any) map[string]any {
	node := func(id, kind string) map[string]any { return map[string]any{"id": id, "name": id, "type": kind} }
	decision := node("decision", kind)
	decision["content"] = content
	return map[string]any{
		"nodes": []any{node("request", "inputNode"), decision, node("response", "outputNode")},
		"edges": []any{
			map[string]any{"id": "1", "type": "edge", "sourceId": "request", "targetId": "decision"},
			map[string]any{"id": "2", "type": "edge", "sourceId": "decision", "targetId": "response"},
		},
	}
}

// addFeelin adds feelin with an expression: as its users call it, and with what it
// parsed kept. constants are part of every input.
func addFeelin(n *node, c *contest, text string, constants vars) {
	if !n.has(feelinPackage) {
		return
	}
	for _, name := range []string{feelinName, feelinKept} {
		p := n.peer(name, text, c, map[string]any{"text": text, "constants": constants})
		p.doubles = true
		c.add(p)
	}
}

// addZen adds zen with an expression, which it parses at every call. That is quicker
// than a decision of one expression, which it keeps.
func addZen(n *node, c *contest, text string) {
	if n.has(zenPackage) {
		c.add(n.peer("zen", text, c, map[string]any{"text": text}))
	}
}

// addZenChain adds zen with expressions that see those before them by $.
func addZenChain(n *node, c *contest, pick string, keys, texts []string) {
	if !n.has(zenPackage) {
		return
	}
	expressions := make([]map[string]string, len(keys))
	for i := range keys {
		expressions[i] = map[string]string{"id": fmt.Sprint(i), "key": keys[i], "value": texts[i]}
	}
	graph := zenGraph("expressionNode", map[string]any{"expressions": expressions})
	c.add(n.peer("zen", strings.Join(texts, "\n"), c, map[string]any{"graph": graph, "pick": pick}))
}
