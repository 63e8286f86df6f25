package dmn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/gate"
)

const contract = `<import name="o" namespace="urn:other" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
<itemDefinition name="tGrade"><typeRef>string</typeRef><allowedValues><text>"a", "b"</text></allowedValues></itemDefinition>
<itemDefinition name="tPerson"><itemComponent name="name"><typeRef>string</typeRef></itemComponent>
  <itemComponent name="born"><typeRef>date</typeRef></itemComponent><itemComponent name="grades" isCollection="true"><typeRef>tGrade</typeRef></itemComponent></itemDefinition>
<itemDefinition name="tPercent"><typeRef>number</typeRef><allowedValues><text>[0..100)</text></allowedValues></itemDefinition>
<itemDefinition name="tLevel"><typeRef>number</typeRef><allowedValues><text>1, 2, &gt;= 10, null</text></allowedValues></itemDefinition>
<itemDefinition name="tDay"><typeRef>date</typeRef><allowedValues><text>date("2024-01-01"), @"2024-01-02"</text></allowedValues></itemDefinition>
<itemDefinition name="tOdd"><typeRef>number</typeRef><allowedValues><text>modulo(?, 2) = 1</text></allowedValues></itemDefinition>
<itemDefinition name="tMoment"><itemComponent name="at"><typeRef>date and time</typeRef></itemComponent><itemComponent name="time"><typeRef>time</typeRef></itemComponent>
  <itemComponent name="for"><typeRef>days and time duration</typeRef></itemComponent></itemDefinition>
<itemDefinition name="tFn"><functionItem/></itemDefinition>
<inputData name="Person" id="i_p"><variable name="p" typeRef="tPerson"/></inputData>
<inputData name="Share" id="i_s"><variable name="Share" typeRef="tPercent"/></inputData>
<inputData name="Level" id="i_l"><variable name="Level" typeRef="tLevel"/></inputData>
<inputData name="Day" id="i_d"><variable name="Day" typeRef="tDay"/></inputData>
<inputData name="Odd" id="i_o"><variable name="Odd" typeRef="tOdd"/></inputData>
<inputData name="Moment" id="i_m"><variable name="Moment" typeRef="tMoment"/></inputData>
<inputData name="Anything" id="i_a"/>
<inputData name="Fn" id="i_f"><variable name="Fn" typeRef="tFn"/></inputData>
<inputData name="Unneeded" id="i_u"/>
`

func contracted(t *testing.T) *dmn.Model {
	t.Helper()
	content := contract +
		literal("Base", "p.name", "i_p", "i_s") + literal("Mid", "Base", "Base", "i_p", "i_l", "i_d") +
		literal("Top", "Mid", "Mid", "Base", "i_o", "i_m", "i_a") + literal("Calls", "1", "i_f") +
		`<decision name="Of Other" id="oo"><informationRequirement><requiredInput href="urn:other#x"/></informationRequirement><literalExpression><text>1</text></literalExpression></decision>
<decisionService name="S" id="s"><outputDecision href="#Top"/><inputDecision href="#Mid"/><inputData href="#i_o"/><inputData href="#i_s"/></decisionService>
<businessKnowledgeModel name="F" id="f"><encapsulatedLogic><formalParameter name="level" typeRef="tLevel"/><formalParameter name="x"/><literalExpression><text>x</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>`
	files := fstest.MapFS{"other.dmn": {Data: []byte(wrapped("other.dmn", `<inputData name="X" id="x"><variable name="X" typeRef="boolean"/></inputData>`))}}
	m, err := dmn.LoadModel("model.dmn", []byte(wrapped("model.dmn", content)), dmn.FolderResolver(files))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestInputs(t *testing.T) {
	m := contracted(t)
	for _, c := range []struct {
		target dmn.Target
		want   []string
	}{
		{decision("Base"), []string{"Person tPerson[] Base", "Share tPercent[[0..100)] Base"}},
		{decision("Top"), []string{
			"Odd tOdd[modulo(?, 2) = 1] Top", "Moment tMoment[] Top", "Anything Any[] Top",
			"Person tPerson[] Mid,Base", "Level tLevel[1, 2, >= 10, null] Mid", `Day tDay[date("2024-01-01"), @"2024-01-02"] Mid`, "Share tPercent[[0..100)] Base",
		}},
		{decision("Of Other"), []string{"urn:other#X boolean[] Of Other"}},
		{dmn.Target{Kind: dmn.ServiceTarget, Name: "S"}, []string{"Odd tOdd[modulo(?, 2) = 1] S", "Share tPercent[[0..100)] S", "Mid Any[] S"}},
		{dmn.Target{Kind: dmn.BKMTarget, Name: "F"}, []string{"level tLevel[1, 2, >= 10, null] F", "x Any[] F"}},
		{decision("Nowhere"), nil},
	} {
		var got []string
		for _, in := range m.Inputs(c.target) {
			name := in.Name
			if in.Namespace != "" {
				name = in.Namespace + "#" + name
			}
			got = append(got, fmt.Sprintf("%s %s[%s] %s", name, in.Type, in.Allowed, strings.Join(in.Required, ",")))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v needs\n%s\nwant\n%s", c.target, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestResultType(t *testing.T) {
	m := modelOf(t, `<itemDefinition name="tFn"><functionItem outputTypeRef="string"/></itemDefinition><itemDefinition name="tAny"><functionItem/></itemDefinition>
<decision name="N" id="n"><variable name="the n" typeRef="number"/><literalExpression><text>1</text></literalExpression></decision>
<decision name="F" id="f"><variable name="F" typeRef="tFn"/><literalExpression><text>function() "a"</text></literalExpression></decision>
<decision name="U" id="u"><literalExpression><text>1</text></literalExpression></decision>
<decisionService name="One" id="s1"><outputDecision href="#n"/></decisionService>
<decisionService name="Two" id="s2"><outputDecision href="#n"/><outputDecision href="#u"/></decisionService>
<decisionService name="None" id="s3"/>
<decisionService name="Own" id="s4"><variable name="Own" typeRef="string"/><outputDecision href="#n"/></decisionService>
<decisionService name="Of Function" id="s5"><variable name="Of Function" typeRef="tFn"/><outputDecision href="#n"/></decisionService>
<businessKnowledgeModel name="By Variable" id="k1"><variable name="By Variable" typeRef="tFn"/><encapsulatedLogic><literalExpression><text>1</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
<businessKnowledgeModel name="By Logic" id="k2"><variable name="By Logic" typeRef="string"/><encapsulatedLogic typeRef="number"><literalExpression><text>1</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
<businessKnowledgeModel name="By Body" id="k3"><encapsulatedLogic><literalExpression typeRef="boolean"><text>true</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
<businessKnowledgeModel name="Empty" id="k4"/>`)
	service, bkm := dmn.ServiceTarget, dmn.BKMTarget
	for target, want := range map[dmn.Target]string{
		decision("N"): "number", decision("F"): "tFn", decision("U"): "", decision("Nowhere"): "",
		{Kind: service, Name: "One"}: "number", {Kind: service, Name: "Two"}: "context<the n: number, U: Any>", {Kind: service, Name: "None"}: "context",
		{Kind: service, Name: "Own"}: "string", {Kind: service, Name: "Of Function"}: "string",
		{Kind: bkm, Name: "By Variable"}: "string", {Kind: bkm, Name: "By Logic"}: "number", {Kind: bkm, Name: "By Body"}: "boolean", {Kind: bkm, Name: "Empty"}: "",
	} {
		got := ""
		if typ := m.ResultType(target); typ != nil {
			got = typ.String()
		}
		if got != want {
			t.Errorf("%v gives %q, want %q", target, got, want)
		}
	}
}

// The schema of the inputs is one that a gate takes, and that lets in what the
// target takes, and nothing else.
func TestInputSchema(t *testing.T) {
	m := contracted(t)
	schema, err := m.InputSchema(decision("Top"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := gate.Compile(fstest.MapFS{"s.json": {Data: schema}}, "s.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, schema)
	}
	const good = `{"Person": {"name": "Ann", "born": "1990-05-01", "grades": ["a"], "more": 1}, "Share": 99.5, "Level": 12, "Day": "2024-01-01", "Odd": 3,
"Moment": {"at": "2024-01-01T10:00:00Z", "time": "10:00:00Z", "for": "P1DT2H"}, "Anything": [null]}`
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"Level": 12`, `"Level": null`, ""},
		{`"Level": 12`, `"Level": 2`, ""},
		{`"Level": 12`, `"Level": 3`, "/Level"},
		{`"Share": 99.5`, `"Share": 100`, "/Share"},
		{`"Share": 99.5`, `"Share": null`, "/Share"},
		{`"Share": 99.5, `, ``, ""},
		{`"1990-05-01"`, `"1990-05-32"`, "/Person/born"},
		{`["a"]`, `["a", "c"]`, "/Person/grades/1"},
		{`"2024-01-01",`, `"2024-01-03",`, "/Day"},
		{`"P1DT2H"`, `"2 days"`, "/Moment/for"},
		{`"Odd": 3`, `"Odd": 3, "Even": 2`, ""},
	} {
		_, err := g.Admit([]byte(strings.Replace(good, c.old, c.new, 1)))
		refused := c.want != "" || strings.Contains(c.new, "Even") || c.old != "" && c.new == ""
		if (err != nil) != refused || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
	if again, err := m.InputSchema(decision("Top")); err != nil || string(again) != string(schema) {
		t.Errorf("another schema, %v", err)
	}
	if !strings.Contains(string(schema), `"description": "allowed: modulo(?, 2) = 1"`) {
		t.Errorf("what no schema says is not told:\n%s", schema)
	}
	for _, target := range []dmn.Target{decision("Calls"), decision("Nowhere")} {
		if _, err := m.InputSchema(target); err == nil {
			t.Errorf("%v has a schema", target)
		}
	}
	for _, target := range m.Targets() {
		if schema, err := m.InputSchema(target); err == nil {
			if _, err := gate.Compile(fstest.MapFS{"s.json": {Data: schema}}, "s.json"); err != nil {
				t.Errorf("%v: %v", target, err)
			}
		}
	}
}
