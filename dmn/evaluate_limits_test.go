package dmn_test

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// The budgets are those of a whole call: what two parts need, each of which is within
// them, passes them together, wherever the parts are.
func TestBudgetsOfACall(t *testing.T) {
	m := modelOf(t, literal("A", "count(for i in 1..400 return i)")+literal("B", "count(for i in 1..400 return -i)")+literal("Both", "A + B", "A", "B")+
		`<businessKnowledgeModel name="F" id="f"><encapsulatedLogic><formalParameter name="n"/><literalExpression><text>count(for i in 1..n return i)</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
<businessKnowledgeModel name="G" id="g"><encapsulatedLogic><formalParameter name="n"/><literalExpression><text>F(n) + F(n)</text></literalExpression></encapsulatedLogic><knowledgeRequirement><requiredKnowledge href="#f"/></knowledgeRequirement></businessKnowledgeModel>
<decision name="Calls F" id="cf"><knowledgeRequirement><requiredKnowledge href="#f"/></knowledgeRequirement><literalExpression><text>F(400)</text></literalExpression></decision>
<decision name="Calls F twice" id="cf2"><knowledgeRequirement><requiredKnowledge href="#f"/></knowledgeRequirement><literalExpression><text>F(400) + F(400)</text></literalExpression></decision>
<decisionService name="S" id="s"><outputDecision href="#A"/></decisionService>
<decisionService name="Two Outputs" id="s2"><outputDecision href="#A"/><outputDecision href="#B"/></decisionService>
<decision name="Calls S" id="cs"><knowledgeRequirement><requiredKnowledge href="#s"/></knowledgeRequirement><literalExpression><text>S()</text></literalExpression></decision>
<decision name="Calls S twice" id="cs2"><knowledgeRequirement><requiredKnowledge href="#s"/></knowledgeRequirement><literalExpression><text>S() + S()</text></literalExpression></decision>
<decision name="A and S" id="as"><informationRequirement><requiredDecision href="#A"/></informationRequirement><knowledgeRequirement><requiredKnowledge href="#s"/></knowledgeRequirement><literalExpression><text>A + S()</text></literalExpression></decision>
<decision name="Table" id="t"><informationRequirement><requiredDecision href="#A"/></informationRequirement><informationRequirement><requiredDecision href="#B"/></informationRequirement>
<decisionTable><input><inputExpression><text>A</text></inputExpression></input><output/><rule><inputEntry><text>B</text></inputEntry><outputEntry><text>1</text></outputEntry></rule></decisionTable></decision>`)
	service := func(name string) dmn.Target { return dmn.Target{Kind: dmn.ServiceTarget, Name: name} }
	bkm := func(name string) dmn.Target { return dmn.Target{Kind: dmn.BKMTarget, Name: name} }
	for what, limits := range map[string]func(n int64) feel.Limits{
		"steps": func(n int64) feel.Limits { return feel.Limits{Steps: n} },
		"bytes": func(n int64) feel.Limits { return feel.Limits{Bytes: n} },
	} {
		passes := func(n int64, targets ...dmn.Target) bool {
			in := feel.Input{Vars: feel.Map(map[string]any{"n": 400}), Lenient: true, Limits: limits(n)}
			_, err := m.Evaluate(t.Context(), in, targets...)
			if err != nil && !errors.Is(err, feel.LimitExceeded) {
				t.Fatal(err)
			}
			return err == nil
		}
		for _, c := range []struct{ one, two []dmn.Target }{
			{[]dmn.Target{decision("A")}, []dmn.Target{decision("A"), decision("B")}},
			{[]dmn.Target{decision("B")}, []dmn.Target{decision("Both")}},
			{[]dmn.Target{decision("A")}, []dmn.Target{decision("Table")}},
			{[]dmn.Target{decision("Calls F")}, []dmn.Target{decision("Calls F twice")}},
			{[]dmn.Target{bkm("F")}, []dmn.Target{bkm("G")}},
			{[]dmn.Target{bkm("F")}, []dmn.Target{bkm("F"), decision("Calls F")}},
			{[]dmn.Target{service("S")}, []dmn.Target{service("Two Outputs")}},
			{[]dmn.Target{service("S")}, []dmn.Target{service("S"), decision("A")}},
			{[]dmn.Target{decision("Calls S")}, []dmn.Target{decision("Calls S twice")}},
			{[]dmn.Target{decision("Calls S")}, []dmn.Target{decision("A and S")}},
		} {
			least := int64(sort.Search(1<<20, func(n int) bool { return passes(int64(n), c.one...) }))
			if enough := least + least/2; !passes(enough, c.one...) || passes(enough, c.two...) || !passes(3*least, c.two...) {
				t.Errorf("%s: %v takes %d, and %v is within %d: %t", what, c.one, least, c.two, enough, passes(enough, c.two...))
			}
		}
	}
}

// So is the size of the results: an input that is a value of many may be given back
// once, and not by each of many targets.
func TestSizeOfResults(t *testing.T) {
	thousand := make([]feel.Value, 1000)
	rows := make([]feel.Value, 4000)
	for i := range rows {
		rows[i] = feel.List(thousand...)
	}
	m := modelOf(t, `<inputData name="Rows" id="i_r"/>`+literal("A", "Rows", "i_r")+literal("B", "Rows", "i_r")+literal("C", "count(Rows)", "i_r"))
	in := feel.Input{Vars: feel.Map(map[string]any{"Rows": feel.List(rows...)}), Lenient: true}
	for _, c := range []struct {
		targets []string
		within  bool
	}{
		{[]string{"A"}, true},
		{[]string{"A", "C", "B", "C"}, true},
		{[]string{"A", "B", "A"}, false},
	} {
		var targets []dmn.Target
		for _, name := range c.targets {
			targets = append(targets, decision(name))
		}
		p, err := m.Prepare(targets...)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a second call has a budget of its own
			if _, err := p.Evaluate(t.Context(), in, nil); (err == nil) != c.within || err != nil && !errors.Is(err, feel.LimitExceeded) {
				t.Errorf("%v: %v", c.targets, err)
			}
		}
	}
}

// A chain of decisions may be as long as a model.
func TestLongChain(t *testing.T) {
	const n = 9_000
	var content strings.Builder
	content.WriteString(literal("D0", "1"))
	for i := 1; i < n; i++ {
		content.WriteString(literal(fmt.Sprintf("D%d", i), fmt.Sprintf("D%d + 1", i-1), fmt.Sprintf("D%d", i-1)))
	}
	m := modelOf(t, content.String())
	results, err := m.Evaluate(t.Context(), feel.Input{}, decision(fmt.Sprintf("D%d", n-1)))
	if got := outcome(results, err); got != fmt.Sprint(n) {
		t.Errorf("got %s", got)
	}
	if got := len(m.Inputs(decision(fmt.Sprintf("D%d", n-1)))); got != 0 {
		t.Errorf("it has %d inputs", got)
	}
}

// Decisions that are deep, and need each other, end with a limit.
func TestDeepChain(t *testing.T) {
	var content strings.Builder
	deep := strings.Repeat("(", 900) + "%s" + strings.Repeat(")", 900)
	content.WriteString(literal("D0", fmt.Sprintf(deep, "1")))
	for i := 1; i < 1000; i++ {
		content.WriteString(literal(fmt.Sprintf("D%d", i), fmt.Sprintf(deep, fmt.Sprintf("D%d + 1", i-1)), fmt.Sprintf("D%d", i-1)))
	}
	m := modelOf(t, content.String())
	for i, want := range map[int]string{150: "151", 999: "error ! limit_exceeded"} {
		results, err := m.Evaluate(t.Context(), feel.Input{Lenient: true}, decision(fmt.Sprintf("D%d", i)))
		if got := outcome(results, err); got != want {
			t.Errorf("D%d is %s, want %s", i, got, want)
		}
	}
}

// What a table, a type or a service looks at counts, so that one which is large ends
// soon with the budget where it is asked time after time.
func TestLargeElementsCount(t *testing.T) {
	const n = 3000
	numbered := func(form string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, form, i)
		}
		return b.String()
	}
	values := numbered("%d,") + "-1"
	calls := func(body string) string {
		return `<businessKnowledgeModel name="F" id="f"><encapsulatedLogic><formalParameter name="x"/>` + body + `</encapsulatedLogic></businessKnowledgeModel>
<decision name="D" id="d"><knowledgeRequirement><requiredKnowledge href="#f"/></knowledgeRequirement><literalExpression><text>count(for i in 1..10000 return F(i + 3000))</text></literalExpression></decision>`
	}
	table := func(policy, input, outputs, rules string) string {
		return `<decisionTable hitPolicy="` + policy + `">` + input + `<output name="o">` + outputs + `</output>` + rules + `</decisionTable>`
	}
	const input = `<input><inputExpression><text>x</text></inputExpression></input>`
	for name, content := range map[string]string{
		"a cell":          calls(table("UNIQUE", input, "", `<rule><inputEntry><text>`+values+`</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>`)),
		"rules":           calls(table("COLLECT", input, "", numbered(`<rule><inputEntry><text>&gt; x + %d</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>`))),
		"values of input": calls(table("FIRST", `<input><inputExpression><text>x</text></inputExpression><inputValues><text>`+values+`</text></inputValues></input>`, "", `<rule><inputEntry><text>-</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>`)),
		"values of output": `<inputData name="x" id="i_x"/><decision name="D" id="d"><informationRequirement><requiredInput href="#i_x"/></informationRequirement>` +
			table("COLLECT", "", `<outputValues><text>`+values+`</text></outputValues>`, numbered(`<rule><outputEntry><text>x + 0 * %d</text></outputEntry></rule>`)) + `</decision>`,
		"priority": `<decision name="D" id="d">` +
			table("OUTPUT ORDER", "", `<outputValues><text>`+values+`</text></outputValues>`, numbered(`<rule><outputEntry><text>%d</text></outputEntry></rule>`)) + `</decision>`,
		"a type":    `<itemDefinition name="t"><typeRef>number</typeRef><allowedValues><text>` + values + `</text></allowedValues></itemDefinition>` + calls(`<literalExpression typeRef="t"><text>x</text></literalExpression>`),
		"entries":   calls(`<context>` + numbered(`<contextEntry><variable name="e%d"/><literalExpression><text>x</text></literalExpression></contextEntry>`) + `</context>`),
		"a service": numbered(`<decision name="E%[1]d" id="e%[1]d"><literalExpression><text>1</text></literalExpression></decision>`) + `<decisionService name="S" id="s">` + numbered(`<outputDecision href="#e%d"/>`) + `</decisionService><decision name="D" id="d"><knowledgeRequirement><requiredKnowledge href="#s"/></knowledgeRequirement><literalExpression><text>count(for i in 1..10000 return S())</text></literalExpression></decision>`,
	} {
		m := modelOf(t, content)
		in := feel.Input{Vars: feel.Map(map[string]any{"x": n - 1}), Lenient: true}
		if results, err := m.Evaluate(t.Context(), in, decision("D")); !errors.Is(err, feel.LimitExceeded) {
			t.Errorf("%s: %.100s, %v", name, outcome(results, err), err)
		}
	}
}
