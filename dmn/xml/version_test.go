package xml_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

// namespaces of the versions: of models, and of FEEL.
var namespaces = map[string][2]string{
	"1.1": {"http://www.omg.org/spec/DMN/20151101/dmn.xsd", "http://www.omg.org/spec/FEEL/20140401"},
	"1.2": {"http://www.omg.org/spec/DMN/20180521/MODEL/", "http://www.omg.org/spec/DMN/20180521/FEEL/"},
	"1.3": {"https://www.omg.org/spec/DMN/20191111/MODEL/", "https://www.omg.org/spec/DMN/20191111/FEEL/"},
	"1.4": {"https://www.omg.org/spec/DMN/20211108/MODEL/", "https://www.omg.org/spec/DMN/20211108/FEEL/"},
	"1.5": {"https://www.omg.org/spec/DMN/20230324/MODEL/", "https://www.omg.org/spec/DMN/20230324/FEEL/"},
	"1.6": {"https://www.omg.org/spec/DMN/20240513/MODEL/", "https://www.omg.org/spec/DMN/20240513/FEEL/"},
}

// A model of each version is read, with and without prefix, with the expression
// language of each version.
func TestVersions(t *testing.T) {
	for version, of := range namespaces {
		for _, feel := range namespaces {
			for _, prefix := range []string{"", "dmn:"} {
				declare := "xmlns"
				if prefix != "" {
					declare = "xmlns:dmn"
				}
				src := strings.NewReplacer("</", "</"+prefix, "<", "<"+prefix).Replace(
					`<definitions ` + declare + `="` + of[0] + `" name="m" namespace="n" expressionLanguage="` + feel[1] + `"><inputData name="a"/></definitions>`)
				d, err := xml.Read("f", []byte(src))
				if err != nil || d.Version.String() != version || len(d.InputData) != 1 || len(d.Warnings) > 0 {
					t.Errorf("%s, FEEL %s, prefix %q: read %d of version %s, %v %v", version, feel[1], prefix, len(d.InputData), d.Version, err, d.Warnings)
				}
			}
		}
		if !xml.IsFEEL(of[1]) || xml.IsFEEL(of[0]) {
			t.Errorf("%s: IsFEEL is wrong", version)
		}
	}
}

// Any other namespace is refused by name, and the hint has those that are known.
func TestUnknownNamespaces(t *testing.T) {
	for uri, named := range map[string]string{
		"https://www.omg.org/spec/DMN/MODEL/":          `"https://www.omg.org/spec/DMN/MODEL/"`,
		"https://www.omg.org/spec/DMN/20260101/MODEL/": `"https://www.omg.org/spec/DMN/20260101/MODEL/"`,
		"http://www.omg.org/spec/DMN/20191111/MODEL/":  `"http://www.omg.org/spec/DMN/20191111/MODEL/"`,
		"https://www.omg.org/spec/DMN/20230324/MODEL":  `"https://www.omg.org/spec/DMN/20230324/MODEL"`,
		"http://www.omg.org/spec/BPMN/20100524/MODEL":  `"http://www.omg.org/spec/BPMN/20100524/MODEL"`,
		"http://www.omg.org/spec/DMN/20130901":         `"http://www.omg.org/spec/DMN/20130901"`,
		"https://www.omg.org/spec/DMN/20230324/FEEL/":  `"https://www.omg.org/spec/DMN/20230324/FEEL/"`,
		"": "no namespace",
	} {
		d, err := xml.Read("f", []byte(`<definitions xmlns="`+uri+`" name="m" namespace="n"><decision name="d"/></definitions>`))
		list := diag.Of(err)
		if len(list) != 1 || !errors.Is(err, xml.Namespace) || d.Complete || len(d.Decisions) > 0 || list[0].At.Span.Start.Line != 1 {
			t.Errorf("%q: %v", uri, err)
			continue
		}
		if !strings.Contains(list[0].Message, named) {
			t.Errorf("%q is not named in %q", uri, list[0].Message)
		}
		for version, of := range namespaces {
			if !strings.Contains(list[0].Hint, of[0]+" ("+version+")") {
				t.Errorf("%s is not named in %q", version, list[0].Hint)
			}
		}
	}
}

// DMN 1.1 refers to types by qualified names, as an attribute or an element, and
// its imports and services have no names or variables.
func TestDMN11(t *testing.T) {
	d, err := xml.Read("f", []byte(`<?xml version="1.0" encoding="UTF-8"?>
<definitions id="m" name="m" namespace="http://example.org/own" xmlns="http://www.omg.org/spec/DMN/20151101/dmn.xsd"
    xmlns:feel="http://www.omg.org/spec/FEEL/20140401" xmlns:own="http://example.org/own" xmlns:lib="http://example.org/lib" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <import namespace="http://example.org/lib" locationURI="lib.dmn" importType="http://www.omg.org/spec/DMN/20151101/dmn.xsd"/>
  <itemDefinition name="tDate"><typeRef> feel:dateTime </typeRef></itemDefinition>
  <itemDefinition name="tX" typeLanguage="http://www.w3.org/2001/XMLSchema"><typeRef>xsd:string</typeRef></itemDefinition>
  <inputData name="in" id="in"><variable name="The Input" typeRef="own:tDate"/></inputData>
  <decision name="d" id="d"><variable name="The Decision" typeRef="lib:tOther"/>
    <informationRequirement><requiredInput href="#in"/></informationRequirement>
    <literalExpression typeRef="tPlain"><text>The Input</text></literalExpression></decision>
  <decision name="e" xmlns:feel="http://example.org/lib"><variable name="e" typeRef="feel:number"/></decision>
  <decisionService name="s"><outputDecision href="#d"/><inputData href="#in"/></decisionService>
</definitions>`))
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	refs := map[string]*xml.TypeRef{
		"feel:dateTime": d.ItemDefinitions[0].TypeRef, "xsd:string": d.ItemDefinitions[1].TypeRef, "own:tDate": d.InputData[0].Variable.TypeRef,
		"lib:tOther": d.Decisions[0].Variable.TypeRef, "tPlain": d.Decisions[0].Expression.Common().TypeRef, "feel:number": d.Decisions[1].Variable.TypeRef,
	}
	for written, want := range map[string][2]string{
		"feel:dateTime": {"dateTime", "http://www.omg.org/spec/FEEL/20140401"},
		"xsd:string":    {"string", "http://www.w3.org/2001/XMLSchema"},
		"own:tDate":     {"tDate", "http://example.org/own"},
		"lib:tOther":    {"tOther", "http://example.org/lib"},
		"tPlain":        {"tPlain", ""},
		"feel:number":   {"number", "http://example.org/lib"},
	} {
		r := refs[written]
		if r.Text.Text != written || r.Name != want[0] || r.Namespace != want[1] {
			t.Errorf("%s: got %q of %q, written %q", written, r.Name, r.Namespace, r.Text.Text)
		}
	}
	if x := d.Decisions[0]; x.Name.Text != "d" || x.Variable.Name.Text != "The Decision" || d.Imports[0].LocationURI.Text != "lib.dmn" {
		t.Errorf("got %+v", x)
	}
}

// A prefix of a type that is not declared is a fault in DMN 1.1. Later, where
// references are texts, it is left as it is written.
func TestTypePrefix(t *testing.T) {
	for version, want := range map[string]string{"1.1": "xml_prefix", "1.2": "", "1.5": ""} {
		src := `<definitions xmlns="` + namespaces[version][0] + `" name="m" namespace="n"><inputData name="a"><variable name="a" typeRef="feel:number"/></inputData></definitions>`
		d, err := xml.Read("f", []byte(src))
		codes := ""
		for _, e := range diag.Of(err) {
			codes += string(e.Code)
		}
		if r := d.InputData[0].Variable.TypeRef; codes != want || r.Name != "feel:number" || r.Namespace != "" {
			t.Errorf("%s: %v, %+v", version, err, r)
		}
	}
}

// The language of a text is its own, or that of the definitions; another than
// FEEL is reported where it is declared, and once.
func TestLanguages(t *testing.T) {
	const bfeel, other, feel = "https://www.omg.org/spec/DMN/20240513/B-FEEL/", "http://example.org/L", "http://www.omg.org/spec/FEEL/20140401"
	attribute := func(uri string) string {
		if uri == "" {
			return ""
		}
		return ` expressionLanguage="` + uri + `"`
	}
	for _, c := range []struct {
		definitions, text, tests string
		wantText, wantTests      xml.Language
		faults                   string
	}{
		{"", "", "", xml.FEEL, xml.FEEL, ""},
		{bfeel, "", "", xml.BFEEL, xml.BFEEL, "b_feel"},
		{bfeel, feel, "", xml.FEEL, xml.BFEEL, "b_feel"},
		{"", bfeel, other, xml.BFEEL, xml.OtherLanguage, "b_feel expression_language"},
		{feel, other, bfeel, xml.OtherLanguage, xml.BFEEL, "expression_language b_feel"},
		{other, "", feel, xml.OtherLanguage, xml.FEEL, "expression_language"},
	} {
		src := `<definitions xmlns="` + namespaces["1.6"][0] + `" name="m" namespace="n"` + attribute(c.definitions) +
			`><decision name="d"><decisionTable><input><inputExpression` + attribute(c.text) + `><text>1</text></inputExpression><inputValues` +
			attribute(c.tests) + `><text>1</text></inputValues></input><output/></decisionTable></decision></definitions>`
		d, err := xml.Read("f", []byte(src))
		var codes []string
		for _, e := range diag.Of(err) {
			codes = append(codes, string(e.Code))
			if named := src[e.At.Span.Start.Offset:e.At.Span.End.Offset]; named != bfeel && named != other {
				t.Errorf("%v marks %q", e, named)
			}
		}
		in := d.Decisions[0].Expression.(*xml.DecisionTable).Inputs[0]
		if got := strings.Join(codes, " "); got != c.faults || in.Expression.Language != c.wantText || in.Values.Language != c.wantTests {
			t.Errorf("%+v: got %s, %d, %d", c, got, in.Expression.Language, in.Values.Language)
		}
	}
}
