package dmn_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// explainable is a model in which tables stand wherever they can.
const explainable = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="urn:m">
<inputData id="age" name="Age"/>
<decision id="own" name="Own">
  <informationRequirement><requiredInput href="#age"/></informationRequirement>
  <decisionTable id="own_table" hitPolicy="FIRST">
    <input label="age"><inputExpression><text>Age</text></inputExpression></input>
    <output><defaultOutputEntry><text>"none"</text></defaultOutputEntry></output>
    <rule id="minor"><inputEntry><text>[0..18)</text></inputEntry><outputEntry><text>"minor"</text></outputEntry></rule>
    <rule><inputEntry><text>&gt;= 18</text></inputEntry><outputEntry><text>"adult"</text></outputEntry></rule>
    <rule><inputEntry><text>&gt;= 65</text></inputEntry><outputEntry><text>"not read"</text></outputEntry></rule>
  </decisionTable>
</decision>
<businessKnowledgeModel id="fn" name="Fn">
  <encapsulatedLogic>
    <formalParameter name="x"/>
    <decisionTable id="fn_table">
      <input label="x"><inputExpression><text>x</text></inputExpression></input>
      <output/>
      <rule id="small"><inputEntry><text>&lt; 10</text></inputEntry><outputEntry><text>x + 1</text></outputEntry></rule>
      <rule id="big"><inputEntry><text>&gt;= 10</text></inputEntry><outputEntry><text>x / 0</text></outputEntry></rule>
    </decisionTable>
  </encapsulatedLogic>
</businessKnowledgeModel>
<decision id="invoking" name="Invoking">
  <informationRequirement><requiredDecision href="#own"/></informationRequirement>
  <informationRequirement><requiredInput href="#age"/></informationRequirement>
  <knowledgeRequirement><requiredKnowledge href="#fn"/></knowledgeRequirement>
  <invocation>
    <literalExpression><text>Fn</text></literalExpression>
    <binding><parameter name="x"/><literalExpression><text>if Own = "minor" then Age else Fn(1)</text></literalExpression></binding>
  </invocation>
</decision>
<decision id="loop" name="Loop">
  <knowledgeRequirement><requiredKnowledge href="#fn"/></knowledgeRequirement>
  <literalExpression><text>count(for i in 1..2000 return Fn(1))</text></literalExpression>
</decision>
<decision id="plain" name="Plain"><literalExpression><text>1</text></literalExpression></decision>
<decisionService id="single" name="Single"><outputDecision href="#own"/><inputData href="#age"/></decisionService>
<decisionService id="both" name="Both"><outputDecision href="#own"/><outputDecision href="#invoking"/><inputData href="#age"/></decisionService>
</definitions>`

func loadExplainable(t testing.TB) *dmn.Model {
	t.Helper()
	m, err := dmn.LoadModel("m.dmn", []byte(explainable), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// read tells of tables what matters: the table, a star when the value is that of
// this table, the rules that matched, and the others with the cell that failed.
func read(tables []dmn.ExplainedTable) string {
	var out []string
	for _, x := range tables {
		text := x.At.Table
		if x.Answer {
			text += "*"
		}
		for _, r := range x.Explanation.Rules {
			if r.Matched {
				text += " +" + r.ID
			} else {
				text += fmt.Sprintf(" -%s(%s)", r.ID, strings.TrimSpace(r.Failed.Test))
			}
		}
		if x.Default {
			text += " default"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestExplainModel(t *testing.T) {
	m := loadExplainable(t)
	for _, c := range []struct {
		target    dmn.Target
		age       any
		value     string
		explained string
	}{
		{dmn.Target{Kind: dmn.DecisionTarget, Name: "Own"}, 20, `"adult"`, `own_table* -minor([0..18)) +2`},
		{dmn.Target{Kind: dmn.DecisionTarget, Name: "Own"}, -1, `"none"`, `own_table* -minor([0..18)) -2(>= 18) -3(>= 65) default`},
		{dmn.Target{Kind: dmn.ServiceTarget, Name: "Single"}, 5, `"minor"`, `own_table* +minor`},
		{dmn.Target{Kind: dmn.DecisionTarget, Name: "Invoking"}, 5, `6`, `own_table +minor; fn_table* +small -big(>= 10)`},
		{dmn.Target{Kind: dmn.DecisionTarget, Name: "Invoking"}, 20, `3`,
			`own_table -minor([0..18)) +2; fn_table +small -big(>= 10); fn_table* +small -big(>= 10)`},
		{dmn.Target{Kind: dmn.BKMTarget, Name: "Fn"}, 0, `8`, `fn_table* +small -big(>= 10)`},
		{dmn.Target{Kind: dmn.ServiceTarget, Name: "Both"}, 5, `{Own: "minor", Invoking: 6}`, `own_table +minor; fn_table +small -big(>= 10)`},
		{dmn.Target{Kind: dmn.DecisionTarget, Name: "Plain"}, 5, `1`, ``},
	} {
		given := map[string]any{"Age": c.age}
		if c.target.Kind == dmn.BKMTarget {
			given = map[string]any{"x": 7}
		} else if c.target.Name == "Plain" {
			given = nil
		}
		in := feel.Input{Vars: feel.Map(given)}
		r, tables, err := m.Explain(t.Context(), in, c.target)
		if err != nil {
			t.Errorf("%v: %v", c.target, err)
			continue
		}
		if got := r.Value.String(); got != c.value {
			t.Errorf("%v of %v is %s, want %s", c.target, c.age, got, c.value)
		}
		if got := read(tables); got != c.explained {
			t.Errorf("%v of %v is explained by\n%s\nwant\n%s", c.target, c.age, got, c.explained)
		}
		var answer dmn.Decision
		for _, x := range tables {
			if x.Answer {
				answer = x.Decision
			}
		}
		r, by, err := m.Decide(t.Context(), in, c.target)
		if err != nil || r.Value.String() != c.value || by.Default != answer.Default || !slices.Equal(by.Rules, answer.Rules) {
			t.Errorf("%v of %v is decided as %s, %v by %v", c.target, c.age, r.Value, err, by)
		}
	}
}

// What an explanation reads besides is no part of the answer: neither its nulls nor
// its errors.
func TestExplainModelLeavesTheAnswer(t *testing.T) {
	m := loadExplainable(t)
	fn := dmn.Target{Kind: dmn.BKMTarget, Name: "Fn"}
	for _, lenient := range []bool{false, true} {
		for _, x := range []any{1, 11, "text", nil} {
			in := feel.Input{Vars: feel.Map(map[string]any{"x": x}), Lenient: lenient}
			plain, wantErr := m.Evaluate(t.Context(), in, fn)
			r, _, err := m.Explain(t.Context(), in, fn)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("lenient %v, %v: %v, want %v", lenient, x, err, wantErr)
			}
			if wantErr == nil && (r.Value.String() != plain[0].Value.String() || fmt.Sprint(r.Nulls) != fmt.Sprint(plain[0].Nulls)) {
				t.Errorf("lenient %v, %v: %v, want %v", lenient, x, r, plain[0])
			}
		}
	}
	_, tables, err := m.Explain(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"x": 11})}, fn)
	if !errors.Is(err, feel.DivisionByZero) || read(tables) != "fn_table* -small(< 10) +big" {
		t.Errorf("%v, explained by %s", err, read(tables))
	}
	if _, tables, err := m.Explain(t.Context(), feel.Input{}, dmn.Target{Kind: dmn.DecisionTarget, Name: "Nowhere"}); !errors.Is(err, dmn.UnknownTarget) || tables != nil {
		t.Errorf("%v, explained by %s", err, read(tables))
	}
}

func TestExplainModelIsBounded(t *testing.T) {
	m := loadExplainable(t)
	r, tables, err := m.Explain(t.Context(), feel.Input{}, dmn.Target{Kind: dmn.DecisionTarget, Name: "Loop"})
	if err != nil || r.Value.String() != "2000" || len(tables) != 1000 {
		t.Errorf("%v, %v, %d tables", r.Value, err, len(tables))
	}
}

func TestSinks(t *testing.T) {
	for _, c := range []struct {
		decisions string // as NAME<REQUIRED,REQUIRED
		want      []string
	}{
		{"", nil},
		{"a", []string{"a"}},
		{"a b<a", []string{"b"}},
		{"c a b<a", []string{"b", "c"}},
		{"a b<a c<a,b", []string{"c"}},
		{"a<a", []string{"a"}},
		{"a<b b<a", nil},
	} {
		var body strings.Builder
		for d := range strings.FieldsSeq(c.decisions) {
			name, required, _ := strings.Cut(d, "<")
			fmt.Fprintf(&body, `<decision id="%s" name="%s">`, name, name)
			for r := range strings.SplitSeq(required, ",") {
				if r != "" {
					fmt.Fprintf(&body, `<informationRequirement><requiredDecision href="#%s"/></informationRequirement>`, r)
				}
			}
			body.WriteString(`<literalExpression><text>1</text></literalExpression></decision>`)
		}
		m, _ := dmn.LoadModel("m.dmn", []byte(`<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="urn:m">`+body.String()+`</definitions>`), nil)
		var got []string
		for _, s := range m.Sinks() {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.decisions, got, c.want)
		}
	}
}
