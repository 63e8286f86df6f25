package xml_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

// places gives faults as "code word", where word is the marked part of the file
// up to its first blank, with the members of the place.
func places(l diag.List, src string) string {
	var parts []string
	for _, e := range l {
		s := string(e.Code) + " " + strings.Fields(src[e.At.Span.Start.Offset:e.At.Span.End.Offset] + " ")[0]
		for _, part := range []string{e.At.Node, e.At.Table} {
			if part != "" {
				s += ", " + part
			}
		}
		if e.At.Rule > 0 {
			s += fmt.Sprintf(", rule %d", e.At.Rule)
		}
		if e.At.Cell != "" {
			s += ", " + e.At.Cell
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}

// Every fault of shape has the definition and the cell in which it lies.
func TestShape(t *testing.T) {
	table := func(content string) string {
		return `<decision name="D"><decisionTable id="T">` + content + `</decisionTable></decision>`
	}
	boxed := func(content string) string { return `<decision name="D">` + content + `</decision>` }
	const lit = `<literalExpression/>`
	for _, c := range []struct{ content, faults, warnings string }{
		// definitions
		{`<decision/>`, "missing_attribute <decision/>", ""},
		{`<decision id="_d"><variable/></decision>`, "missing_attribute <decision, _d", "missing_name <variable/>, _d"},
		{`<inputData name="A"><variable/><variable name="A"/></inputData>`, "repeated_element <variable, A", "missing_name <variable/>, A"},
		{`<inputData name="A" id="x"/><decision name="B" id="x"/><itemDefinition name="C" id="x"/>`, "duplicate_id <decision, B", ""},
		{`<import name="a" namespace="n"/><import namespace="n" importType="t"/><import name="b" importType="t"/>`,
			"missing_attribute <import; missing_attribute <import; missing_attribute <import", ""},
		{`<desicion name="D"/>`, "", "unknown_element <desicion"},
		{`<decision xmlns="" name="D"/>`, "", "unknown_element <decision"},
		{`<decision xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="D"/>`, "dmn_namespace <decision", ""},
		{`<decision xmlns="https://www.omg.org/spec/DMN/20230324/DMNDI/" name="D"/>`, "", ""},
		{`<decision name="D" nmae="E"/>`, "", "unknown_attribute nmae, D"},
		{`<decision name="D" xmlns:m="https://www.omg.org/spec/DMN/20230324/MODEL/" m:id="E" xmlns:v="v" v:id="E"/>`, "", "unknown_attribute m:id, D"},
		{`text<!-- --><decision name="D"> text </decision>more`, "", "stray_text text; stray_text text, D"},
		// types
		{`<itemDefinition name="T" isCollection="yes"><itemComponent/><typeRef>a</typeRef><typeRef>b</typeRef></itemDefinition>`,
			"attribute_value yes, T; missing_attribute <itemComponent/>, T; repeated_element <typeRef>, T", "unknown_element a, T"},
		{`<itemDefinition name="T"><allowedValues/><typeConstraint><text>a</text><text>b</text></typeConstraint></itemDefinition>`,
			"missing_element <allowedValues/>, T; repeated_element <text>, T", ""},
		{`<itemDefinition name="T"><functionItem><parameters/><parameter/></functionItem></itemDefinition>`,
			"missing_attribute <parameters/>, T", "unknown_element <parameter/>, T"},
		{`<itemDefinition name="T"><typeRef>number</typeRef><itemComponent name="a"><typeRef>string</typeRef></itemComponent></itemDefinition>`, "", "unknown_element number, T"},
		{`<itemDefinition name="T"><itemComponent name="a"><typeRef>string</typeRef><functionItem/></itemComponent><functionItem/></itemDefinition>`, "",
			"unknown_element <itemComponent, T; unknown_element string, T"},
		// requirements, services and BKMs
		{`<decision name="D"><informationRequirement/><knowledgeRequirement><requiredKnowledge/></knowledgeRequirement></decision>`,
			"missing_element <informationRequirement/>, D; missing_attribute <requiredKnowledge/>, D", ""},
		{`<decision name="D"><informationRequirement><requiredInput href="#a"/><requiredDecision href="#b"/></informationRequirement></decision>`,
			"repeated_element <requiredDecision, D", ""},
		{`<decision name="D"><knowledgeRequirement><requiredInput href="#a"/></knowledgeRequirement></decision>`,
			"missing_element <knowledgeRequirement>, D", "unknown_element <requiredInput, D"},
		{`<decisionService name="S"><outputDecision/><outputDecisions href="#a"/></decisionService>`,
			"missing_attribute <outputDecision/>, S", "unknown_element <outputDecisions, S"},
		{`<businessKnowledgeModel name="B"><encapsulatedLogic kind="Jaba"/><encapsulatedLogic/></businessKnowledgeModel>`,
			"attribute_value Jaba, B; repeated_element <encapsulatedLogic/>, B", ""},
		// expressions
		{boxed(lit + `<context/>`), "repeated_element <context/>, D", ""},
		{boxed(`<literalExpression>1 + 1</literalExpression>`), "", "stray_text 1, D"},
		{boxed(`<literalExpression><text>1<b>2</b>3</text></literalExpression>`), "", "unknown_element <b>, D"},
		{boxed(`<literalExpression><text>1</text><importedValues namespace="n"/></literalExpression>`), "repeated_element <importedValues, D", ""},
		{boxed(`<literalExpression><importedValues/></literalExpression>`), "missing_attribute <importedValues/>, D; missing_attribute <importedValues/>, D; missing_element <importedValues/>, D", ""},
		{boxed(`<invocation><binding/></invocation>`), "missing_element <invocation>, D; missing_element <binding/>, D", ""},
		{boxed(`<invocation>` + lit + `<binding><parameter name="a"/><parameter name="b"/></binding></invocation>`), "repeated_element <parameter, D", ""},
		{boxed(`<context><contextEntry/><contextEntry><variable/>` + lit + `</contextEntry><entry/></context>`),
			"missing_element <contextEntry/>, D; missing_attribute <variable/>, D", "unknown_element <entry/>, D"},
		{boxed(`<relation><column name="a"/><column name="b"/><row>` + lit + `</row><row>` + lit + lit + `</row><rows/></relation>`),
			"cell_count <row>, D", "unknown_element <rows/>, D"},
		{boxed(`<list>` + lit + `<item/></list>`), "", "unknown_element <item/>, D"},
		{boxed(`<functionDefinition kind="java"><formalParameter/>` + lit + lit + `</functionDefinition>`),
			"attribute_value java, D; missing_attribute <formalParameter/>, D; repeated_element <literalExpression/>, D", ""},
		{boxed(`<conditional><if>` + lit + `</if><if/><then/></conditional>`),
			"missing_element <conditional>, D; repeated_element <if/>, D; missing_element <then/>, D", ""},
		{boxed(`<filter><in>` + lit + lit + `</in></filter>`), "missing_element <filter>, D; repeated_element <literalExpression/>, D", ""},
		{boxed(`<for><in>` + lit + `</in></for>`), "missing_attribute <for>, D; missing_element <for>, D", ""},
		{boxed(`<some iteratorVariable="x"><in>` + lit + `</in><return>` + lit + `</return></some>`), "missing_element <some, D", "unknown_element <return>, D"},
		{boxed(`<every iteratorVariable="x"/>`), "missing_element <every, D; missing_element <every, D", ""},
		// tables
		{table(``), "missing_element <decisionTable, D, T", ""},
		{`<decision name="D"><decisionTable hitPolicy="RULE_ORDER" aggregation="AVG"><output/></decisionTable></decision>`,
			"attribute_value RULE_ORDER, D; attribute_value AVG, D", ""},
		{table(`<input/><input label="age"/><output/>`), "missing_element <input/>, D, T, input 1; missing_element <input, D, T, age", ""},
		{table(`<input id="i"><inputExpression/><inputExpression/><inputValues/></input><output/>`),
			"repeated_element <inputExpression/>, D, T, input 1; missing_element <inputValues/>, D, T, input 1", ""},
		{table(`<output name="band"><outputValues/></output><output><defaultOutputEntry/><defaultOutputEntry/></output>`),
			"missing_element <outputValues/>, D, T, => band; missing_attribute <output>, D, T, output 2; repeated_element <defaultOutputEntry/>, D, T, output 2", ""},
		{table(`<input label="age"><inputExpression/></input><output name="band"/><rule/><rule><inputEntry/><inputEntry/><outputEntry expressionLanguage="x"/></rule>`),
			"cell_count <rule/>, D, T, rule 1; cell_count <rule/>, D, T, rule 1; cell_count <rule>, D, T, rule 2; missing_element <inputEntry/>, D, T, rule 2, age; " +
				"missing_element <inputEntry/>, D, T, rule 2, input 2; expression_language x, D, T, rule 2, => band", ""},
		{table(`<output/><rule><outputEntry><txt/></outputEntry><annotationEntry><x/></annotationEntry></rule><annotations/>`),
			"", "unknown_element <txt/>, D, T, rule 1, output 1; unknown_element <x/>, D, T, rule 1; unknown_element <annotations/>, D, T"},
		{boxed(`<context><contextEntry>` + `<decisionTable id="T"><output/><rule/></decisionTable>` + `</contextEntry><contextEntry/></context>`),
			"cell_count <rule/>, D, T, rule 1; missing_element <contextEntry/>, D", ""},
	} {
		src := head + c.content + "</definitions>"
		d, err := xml.Read("f", []byte(src))
		faults := diag.Of(err)
		if got := places(faults, src); got != c.faults {
			t.Errorf("%s\n got %s\nwant %s", c.content, got, c.faults)
		}
		if got := places(d.Warnings, src); got != c.warnings {
			t.Errorf("%s\n got warnings %s\nwant %s", c.content, got, c.warnings)
		}
		if !d.Complete {
			t.Errorf("%s: not complete", c.content)
		}
		own := 0
		for _, d := range all(d) {
			own += len(d.Faults)
		}
		if named := slices.DeleteFunc(slices.Clone(faults), func(e *diag.Error) bool { return e.At.Node == "" }); own < len(named) {
			t.Errorf("%s: of %d faults %d are in the list of a definition", c.content, len(named), own)
		}
	}
}

// all gives the definitions of a model.
func all(d *xml.Definitions) []*xml.Definition {
	var out []*xml.Definition
	for _, field := range []any{d.ItemDefinitions, d.InputData, d.Decisions, d.BKMs, d.Services} {
		v := reflect.ValueOf(field)
		for i := range v.Len() {
			out = append(out, v.Index(i).Elem().FieldByName("Definition").Addr().Interface().(*xml.Definition))
		}
	}
	return out
}

// A fault of one definition is not in the list of another.
func TestFaultsOfDefinitions(t *testing.T) {
	d, err := xml.Read("f", []byte(head+`<import/><decision name="A"/><decision name="A"><for/></decision><inputData name="B"/><oops:x/></definitions>`))
	if len(diag.Of(err)) != 7 {
		t.Errorf("got %v", err)
	}
	if a, b := len(d.Decisions[0].Faults), len(d.Decisions[1].Faults); a != 0 || b != 3 || len(d.InputData[0].Faults) != 0 {
		t.Errorf("%d faults in the first and %d in the second decision", a, b)
	}
}

// Elements may come in any order, and what is passed over may stand anywhere.
func TestOrder(t *testing.T) {
	src := head + `<businessKnowledgeModel name="B"><knowledgeRequirement><extensionElements/><requiredKnowledge href="#x"/></knowledgeRequirement>
		<encapsulatedLogic><literalExpression><description/><text>p</text></literalExpression><formalParameter name="p"/></encapsulatedLogic>
		<variable name="B"><description>d</description></variable></businessKnowledgeModel>
		<decision name="D"><decisionTable><rule><outputEntry><text>1</text></outputEntry><inputEntry><text>-</text></inputEntry></rule>
		<output name="o"/><input label="i"><inputExpression><text>x</text></inputExpression></input></decisionTable><variable name="D"/></decision>
		<itemDefinition name="T"/><import name="I" namespace="n" importType="t"/></definitions>`
	d, err := xml.Read("f", []byte(src))
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	b := d.BKMs[0]
	if b.Variable.Name.Text != "B" || b.EncapsulatedLogic.Parameters[0].Name.Text != "p" || b.KnowledgeRequirements[0].Href.Text != "#x" {
		t.Errorf("got %+v", b)
	}
	table := d.Decisions[0].Expression.(*xml.DecisionTable)
	if len(table.Rules) != 1 || table.HitPolicy != "UNIQUE" || table.Outputs[0].Name.Text != "o" {
		t.Errorf("got %+v", table)
	}
}

// The texts are sorted in the same way, and the same, each time.
func TestSameEachTime(t *testing.T) {
	src := []byte(head + `<decision a="1" b="2"/><decision id="x"><for/></decision><inputData id="x"/><oops/></definitions>`)
	first, err := xml.Read("f", src)
	for range 20 {
		d, again := xml.Read("f", src)
		if again.Error() != err.Error() || !reflect.DeepEqual(first, d) {
			t.Fatalf("%v\n%v", err, again)
		}
	}
}
