package tck

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

const head = `<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase" ` +
	`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">`

// inFile puts test cases into a file.
func inFile(cases string) string {
	return head + "<modelName>m.dmn</modelName>" + cases + "</testCases>"
}

// inCase puts what a case holds into a file.
func inCase(content string) string { return inFile(`<testCase id="1">` + content + `</testCase>`) }

// inNode puts a value into a file.
func inNode(value string) string { return inCase(`<inputNode name="a">` + value + `</inputNode>`) }

func simple(typ, text string) string {
	return fmt.Sprintf(`<value xsi:type="xsd:%s">%s</value>`, typ, text)
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ xml, want string }{
		{`<value xsi:nil="true"/>`, `null`},
		{`<value xsi:nil="1" xsi:type="xsd:string"></value>`, `null`},
		{`<list xsi:nil="true"/>`, `null`},
		{``, `null`},
		{`<value xsi:nil="false" xsi:type="xsd:string"/>`, `""`},
		{simple("string", ""), `""`},
		{simple("string", " a\n\tb "), `" a\n\tb "`},
		{simple("string", "a&lt;b&#x1F600;<![CDATA[<&]]>"), `"a<b😀<&"`},
		{simple("string", "a<!-- not this -->b"), `"ab"`},
		{simple("string", "a\r\nb"), `"a\nb"`},
		{simple("decimal", " 10 "), `10`},
		{simple("decimal", "01.30"), `1.3`},
		{simple("decimal", ".03500"), `0.035`},
		{simple("decimal", "-0.00000001"), `-1E-8`},
		{simple("decimal", "9007199254740993.1"), `9007199254740993.1`},
		{simple("double", "1.5E3"), `1500`},
		{simple("double", "0.1"), `0.1`},
		{simple("boolean", "true"), `true`},
		{simple("boolean", " 0 "), `false`},
		{simple("date", "-0044-03-15"), `@"-0044-03-15"`},
		{simple("time", "10:30:00.123456789+01:00"), `@"10:30:00.123456789+01:00"`},
		{simple("time", "00:00:00"), `@"00:00:00"`},
		{simple("dateTime", "2026-01-02T03:04:05Z"), `@"2026-01-02T03:04:05Z"`},
		{simple("dateTime", "99999-12-31T11:22:33.5"), `@"99999-12-31T11:22:33.5"`},
		{simple("duration", "P1Y0M"), `@"P1Y"`},
		{simple("duration", "-P14M"), `@"-P1Y2M"`},
		{simple("duration", "PT1M"), `@"PT1M"`},
		{simple("duration", "P1DT36H"), `@"P2DT12H"`},
		{`<list/>`, `[]`},
		{`<list><item>` + simple("decimal", "1") + `</item><item><value xsi:nil="true"/></item></list>`, `[1, null]`},
		{`<list><item xsi:nil="true"/><item><list><item>` + simple("string", "a") + `</item></list></item></list>`, `[null, ["a"]]`},
		{`<component name="b">` + simple("decimal", "1") + `</component><component name="a b" xsi:nil="true"/>`, `{b: 1, "a b": null}`},
		{`<component name="x"><component name="y"><list/></component></component>`, `{x: {y: []}}`},
		{`<value xsi:nil="true"/><extensionElements><other xmlns="urn:o"><deep/></other></extensionElements>`, `null`},
		{`<o:value xmlns:o="urn:o">x</o:value>` + simple("boolean", "1"), `true`},
		{`<t:value xmlns:t="http://www.omg.org/spec/DMN/20160719/testcase" xmlns:s="http://www.w3.org/2001/XMLSchema" xsi:type="s:decimal">1</t:value>`, `1`},
	} {
		f, err := readFile("t.xml", []byte(inNode(c.xml)))
		if err != nil || len(f.cases[0].faults) > 0 {
			t.Errorf("%s: %v %v", c.xml, err, f.cases[0].faults)
			continue
		}
		if got := f.cases[0].inputs[0].value.resolve(nil).String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.xml, got, c.want)
		}
	}
}

func TestValuesWithoutType(t *testing.T) {
	types := map[string]*feel.Type{
		"": nil, "any": feel.AnyType, "boolean": feel.BooleanType, "number": feel.NumberType, "string": feel.StringType, "date": feel.DateType,
		"dateTime": feel.DateTimeType, "months": feel.MonthsType, "duration": feel.DurationType, "list": feel.ListType(feel.AnyType),
	}
	for _, c := range []struct{ declared, text, want string }{
		{"", "true", `true`}, {"", "1", `1`}, {"", " 1.50 ", `1.5`}, {"", "gold", `"gold"`}, {"", "2026-01-01", `"2026-01-01"`}, {"", "", `null`}, {"string", "", `null`},
		{"any", "false", `false`}, {"any", "0", `0`},
		{"boolean", "1", `true`}, {"boolean", "2", `2`},
		{"number", "1", `1`}, {"number", "true", `true`},
		{"string", "1", `"1"`}, {"string", " true ", `" true "`},
		{"date", "2026-01-01", `@"2026-01-01"`}, {"date", "soon", `"soon"`},
		{"dateTime", "2026-01-01T00:00:00", `@"2026-01-01T00:00:00"`},
		{"months", "P1Y", `@"P1Y"`}, {"duration", "P1D", `@"P1D"`},
		{"list", "1", `1`},
	} {
		if got := untyped(c.text, types[c.declared]).String(); got != c.want {
			t.Errorf("%q declared %q is %s, want %s", c.text, c.declared, got, c.want)
		}
	}
}

// Types are known by the entries that lead to a text, and those of a list's items.
func TestTypesOfParts(t *testing.T) {
	f, err := readFile("t.xml", []byte(inNode(
		`<component name="rows"><list><item><component name="x"><value>1</value></component></item></list></component>`+
			`<component name="y"><value>2</value></component><component name="z"><list><item><value>3</value></item></list></component>`+
			`<component name="more"><component name="x"><value>4</value></component></component>`)))
	if err != nil {
		t.Fatal(err)
	}
	typ := feel.ContextType(
		feel.Field{Name: "rows", Type: feel.ListType(feel.ContextType(feel.Field{Name: "x", Type: feel.StringType}))},
		feel.Field{Name: "y", Type: feel.ListType(feel.StringType)}, // a single value is a list of one
		feel.Field{Name: "z", Type: feel.StringType},
	)
	got := f.cases[0].inputs[0].value.resolve(typ).String()
	if want := `{rows: [{x: "1"}], y: "2", z: ["3"], more: {x: 4}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// dump shows what was read.
func dump(f *testFile) string {
	var b strings.Builder
	show := func(what, namespace, name string, v value) {
		fmt.Fprintf(&b, "  %s %s: %s\n", what, qualified(namespace, name), v.resolve(nil))
	}
	fmt.Fprintf(&b, "model %s\n", f.model)
	for _, c := range f.cases {
		fmt.Fprintf(&b, "%s %s", c.id, c.kind)
		if c.kind != decision {
			fmt.Fprintf(&b, " %s", qualified(c.namespace, c.invocable))
		}
		b.WriteByte('\n')
		for _, in := range c.inputs {
			show("in", in.namespace, in.name, in.value)
		}
		for _, res := range c.results {
			show("want", res.namespace, res.name, res.want)
		}
	}
	return b.String()
}

func TestCases(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a case", inCase(`<description>d</description><inputNode name="a">` + simple("decimal", "1") + `</inputNode>` +
			`<resultNode name="r" type="decision" errorResult="true" cast="x"><expected><value xsi:nil="true"/></expected></resultNode><resultNode name="s"/>`),
			"model m.dmn\n1 decision\n  in a: 1\n  want r: null\n  want s: null\n"},
		{"invocations", inFile(`<testCase id="1" type="decisionService" invocableName="s"/><testCase id="2" type="bkm" invocableName="f"/>` +
			`<testCase id="3" type="decision" invocableName="ignored"/>`),
			"model m.dmn\n1 service s\n2 bkm f\n3 decision\n"},
		{"a case without id, and one with blanks", inFile("<testCase id=\"a\"/><testCase/><testCase id=\"met\nby\"/>"),
			"model m.dmn\na decision\n#2 decision\nmet\nby decision\n"},
		{"cases in comments", inFile(`<!-- <testCase id="1"/> --><testCase id="2"/>`), "model m.dmn\n2 decision\n"},
		{"the innermost namespace", strings.Replace(inFile(
			`<testCase id="1"><inputNode name="a"/><inputNode name="a" namespace="urn:i"/><resultNode name="r"/></testCase>`+
				`<testCase id="2" namespace="urn:c" type="bkm" invocableName="f"><inputNode name="a"/><resultNode name="r" namespace=""/></testCase>`),
			"<testCases ", `<testCases namespace="urn:f" `, 1),
			"model m.dmn\n1 decision\n  in {urn:f}a: null\n  in {urn:i}a: null\n  want {urn:f}r: null\n" +
				"2 bkm {urn:c}f\n  in {urn:c}a: null\n  want r: null\n"},
		{"prefixes, a declaration, labels and a byte order mark",
			"\uFEFF<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!-- c --><tc:testCases xmlns:tc=\"" + tckSpace + "\" xml:lang=\"en\">" +
				"<tc:testCasesName>n</tc:testCasesName><tc:modelName> a b.dmn\n</tc:modelName><tc:labels><tc:label>l</tc:label></tc:labels>" +
				"<tc:testCase id=\"1\"/><x:testCase xmlns:x=\"urn:x\"/></tc:testCases>\n<?pi?>",
			"model a b.dmn\n1 decision\n"},
	} {
		f, err := readFile("t.xml", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := dump(f); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// faultsOf gives the faults of a file and of its cases, with what they point at.
func faultsOf(src string) string {
	f, err := readFile("t.xml", []byte(src))
	all := diag.Of(err)
	if f != nil {
		for _, c := range f.cases {
			all = append(all, c.faults...)
		}
	}
	var out []string
	for _, e := range all {
		out = append(out, fmt.Sprintf("%s: %s [%s]", src[e.At.Span.Start.Offset:e.At.Span.End.Offset], e.Message, e.Code))
	}
	return strings.Join(out, "\n")
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{``, `: this file has no element [tck_syntax]`},
		{`<a>`, `<a>: the element "a" does not end [tck_syntax]`},
		{`<a></b>`, `</b>: the end tag "b" ends no element that is open here [tck_syntax]`},
		{`</a>`, `</a>: the end tag "a" ends no element that is open here [tck_syntax]`},
		{`<a/><b/>`, `<b/>: there is a second root element [tck_syntax]`},
		{`<a/>x`, `x: there is text beside the root element [tck_syntax]`},
		{`<!DOCTYPE a><a/>`, `<!DOCTYPE a>: a document type declaration is not read [tck_syntax]`},
		{`<a x="1" x="2"/>`, `<a x="1" x="2"/>: the attribute "x" stands twice [tck_syntax]`},
		{`<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>`, `<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>: the attribute "q:x" stands twice [tck_syntax]`},
		{`<p:a/>`, `<p:a/>: the prefix of "p:a" is not declared [tck_syntax]`},
		{`<a p:x="1"/>`, `<a p:x="1"/>: the prefix of "p:x" is not declared [tck_syntax]`},
		{`<a><b xmlns:p="u"/><p:c/></a>`, `<p:c/>: the prefix of "p:c" is not declared [tck_syntax]`},
		{`<a>&b;</a>`, `: this is not XML: invalid character entity &b; [tck_syntax]`},
		{"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a/>", `: this is not XML: xml: encoding "ISO-8859-1" declared but Decoder.CharsetReader is nil [tck_syntax]`},
		{`<testCases/>`, `<testCases/>: the root element is "testCases" [tck_form]`},
		{head + `</testCases>`, head + ": there is no modelName [tck_form]\n" + head + ": there is no testCase [tck_form]"},
		{head + `<modelName>../m.dmn</modelName><testCase id="1"/></testCases>`, `<modelName>: the modelName "../m.dmn" is no name of a file [tck_form]`},
		{head + `<modelName></modelName><testCase id="1"/></testCases>`, `<modelName>: the modelName "" is no name of a file [tck_form]`},
		{inFile(`<testcase/><testCase id="1"/>text`), head + ": the text \"text\" stands in testCases, which has none [tck_form]\n<testcase/>: testCases has no element \"testcase\" [tck_form]"},
		{inFile(`<testCase id="1" type="service"/>`), `<testCase id="1" type="service"/>: there is no type "service" of a testCase [tck_form]`},
		{inFile(`<testCase id="1" type="bkm"/>`), `<testCase id="1" type="bkm"/>: testCase has no attribute invocableName [tck_form]`},
		{inCase(`<inputNode/>`), `<inputNode/>: inputNode has no attribute name [tck_form]`},
		{inCase(`<resultNode/>`), `<resultNode/>: resultNode has no attribute name [tck_form]`},
		{inCase(`<inputNode name="a"/><inputNode name="a"/>`), `<inputNode name="a"/>: there are two inputNodes "a" [tck_form]`},
		{inCase(`<resultNode name="r"><expected/><expected/></resultNode>`), `<expected/>: there is a second expected [tck_form]`},
		{inCase(`<resultNode name="r"><value/></resultNode>`), `<value/>: resultNode has no element "value" [tck_form]`},
		{inNode(`1`), `<inputNode name="a">: the text "1" stands in inputNode, which has none [tck_form]`},
		{inNode(`<list/><value xsi:nil="true"/>`), `<value xsi:nil="true"/>: inputNode holds more than one value [tck_form]`},
		{inNode(`<list/><list/>`), `<list/>: inputNode holds more than one value [tck_form]`},
		{inNode(`<list><value xsi:nil="true"/></list>`), `<value xsi:nil="true"/>: list has no element "value" [tck_form]`},
		{inNode(`<component><list/></component>`), `<component>: component has no attribute name [tck_form]`},
		{inNode(`<component name="x"/><component name="x"/>`), `<component name="x"/>: there are two components "x" [tck_form]`},
		{inNode(`<value xsi:type="xsd:string"><item/></value>`), `<item/>: value has no element "item" [tck_form]`},
		{inNode(`<value xsi:type="xsd:date"> 2026-02-30 </value>`), `<value xsi:type="xsd:date">: " 2026-02-30 " is no xsd:date: date "2026-02-30": day 30 is not between 1 and 28 in month 2 of year 2026 [tck_bad_value]`},
		{inNode(`<value xsi:type="xsd:boolean">yes</value>`), `<value xsi:type="xsd:boolean">: "yes" is no xsd:boolean: it is true or false [tck_bad_value]`},
		{inNode(`<value xsi:type="xsd:decimal">INF</value>`), `<value xsi:type="xsd:decimal">: "INF" is no xsd:decimal: `},
		{inNode(`<value xsi:type="xsd:duration">P1Y1D</value>`), `<value xsi:type="xsd:duration">: "P1Y1D" is no xsd:duration: `},
		{inNode(`<value xsi:type="xsd:datetime">x</value>`), `<value xsi:type="xsd:datetime">: there is no xsi:type "xsd:datetime" in the kit [tck_bad_value]`},
		{inNode(`<value xsi:type="tns:string">x</value>`), `<value xsi:type="tns:string">: there is no xsi:type "tns:string" in the kit [tck_bad_value]`},
		{inNode(`<value xsi:type="string">x</value>`), `<value xsi:type="string">: there is no xsi:type "string" in the kit [tck_bad_value]`},
		{strings.Repeat("<a>", 1001), `<a>: elements lie in each other more than 1,000 deep [tck_limit]`},
	} {
		got := faultsOf(c.src)
		if got != c.want && !(strings.HasSuffix(c.want, ": ") && strings.HasPrefix(got, c.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", c.src, got, c.want)
		}
	}
}

// Faults of one case leave the others alone.
func TestFaultsStayInTheirCase(t *testing.T) {
	f, err := readFile("t.xml", []byte(inFile(`<testCase id="1"/><testCase id="2"><resultNode/><inputNode/></testCase><testCase id="3"/>`)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 2, 0} {
		if got := len(f.cases[i].faults); got != want {
			t.Errorf("case %s has %d faults, want %d", f.cases[i].id, got, want)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"size", strings.Repeat(" ", maxFile+1), "this file is larger than 4 MiB"},
		{"attributes", "<a" + attributes(`x%d="1"`, 129) + "/>", "an element has more than 128 attributes"},
		{"namespaces", "<a" + attributes(`xmlns:x%d="u"`, 100) + "><b" + attributes(`xmlns:y%d="u"`, 100) + "/></a>", "more than 128 namespaces are declared here"},
		{"faults", inCase(strings.Repeat("<x/>", 101)), "this file has more than 100 faults"},
	} {
		_, err := readFile("t.xml", []byte(c.src))
		if faults := diag.Of(err); len(faults) != 1 || faults[0].Code != Limit || faults[0].Message != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := readFile("t.xml", []byte(inCase(strings.Repeat("<x/>", 100)))); err != nil {
		t.Errorf("100 faults: %v", err)
	}
}

func attributes(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " "+format, i)
	}
	return b.String()
}

// FuzzReadFile demands that a file that is read can be written anew from what was
// read, and then reads as the same; and that encoding/xml, decoding into structs,
// finds the same cases.
func FuzzReadFile(f *testing.F) {
	f.Add(inNode(simple("string", " a ")))
	f.Add(inNode(`<list><item><component name="x">` + simple("duration", "P1Y") + `</component></item></list>`))
	f.Add(inCase(`<resultNode name="r" namespace="urn:x"><expected><value>1</value></expected></resultNode>`))
	f.Add(inFile(`<testCase id="1" type="bkm" invocableName="f"/>`))
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		f.Fatal(archives, err)
	}
	for _, name := range archives {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(src).Files {
			if strings.HasSuffix(file.Name, ".xml") {
				f.Add(string(file.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		first, err := readFile("t.xml", []byte(src))
		for _, e := range diag.Of(err) {
			if s := e.At.Span; s.Start.Offset > s.End.Offset || s.End.Offset > len(src) {
				t.Fatalf("%v is at %v", e, s)
			}
		}
		if err != nil {
			return
		}
		var plain struct {
			Cases []struct {
				Nodes []struct{} `xml:"http://www.omg.org/spec/DMN/20160719/testcase resultNode"`
			} `xml:"http://www.omg.org/spec/DMN/20160719/testcase testCase"`
		}
		if err := xml.Unmarshal([]byte(strings.TrimPrefix(src, "\uFEFF")), &plain); err != nil {
			t.Fatalf("encoding/xml refuses it: %v", err)
		}
		if len(plain.Cases) != len(first.cases) {
			t.Fatalf("%d cases, and encoding/xml has %d", len(first.cases), len(plain.Cases))
		}
		for i, c := range plain.Cases {
			if len(c.Nodes) != len(first.cases[i].results) {
				t.Fatalf("case %d has %d results, and encoding/xml has %d", i, len(first.cases[i].results), len(c.Nodes))
			}
		}
		if slices.ContainsFunc(first.cases, func(c testCase) bool { return len(c.faults) > 0 }) {
			return
		}
		again, err := readFile("t.xml", write(first))
		if err != nil || strip(first) != strip(again) {
			t.Fatalf("%s\nreads as %v\n%s\nand not as\n%s", write(first), err, dump(again), dump(first))
		}
	})
}

// strip gives what was read in a form that can be compared.
func strip(f *testFile) string {
	var b strings.Builder
	b.WriteString(dump(f))
	for _, c := range f.cases {
		for _, in := range c.inputs {
			fmt.Fprintf(&b, "%q %q %v\n", in.namespace, in.name, in.value.resolve(nil))
		}
	}
	return b.String()
}

// write gives a test file with what was read.
func write(f *testFile) []byte {
	var b bytes.Buffer
	escape := func(s string) string {
		var e bytes.Buffer
		xml.EscapeText(&e, []byte(s))
		return e.String()
	}
	var write func(v value)
	write = func(v value) {
		switch v.form {
		case formUntyped:
			fmt.Fprintf(&b, "<value>%s</value>", escape(v.text))
		case formList:
			b.WriteString("<list>")
			for _, item := range v.items {
				b.WriteString("<item>")
				write(item)
				b.WriteString("</item>")
			}
			b.WriteString("</list>")
		case formContext:
			for i, item := range v.items {
				fmt.Fprintf(&b, `<component name="%s">`, escape(v.entries[i]))
				write(item)
				b.WriteString("</component>")
			}
		default:
			text, _ := v.typed.Text()
			switch v.typed.Kind() {
			case feel.KindNull:
				b.WriteString(`<value xsi:nil="true"/>`)
			case feel.KindString:
				text, _ = v.typed.AsString()
				b.WriteString(simple("string", escape(text)))
			case feel.KindNumber:
				text, _, _ = v.typed.NumberText()
				b.WriteString(simple("decimal", text))
			case feel.KindBoolean:
				b.WriteString(simple("boolean", v.typed.String()))
			case feel.KindDate:
				b.WriteString(simple("date", text))
			case feel.KindTime:
				b.WriteString(simple("time", text))
			case feel.KindDateTime:
				b.WriteString(simple("dateTime", text))
			default:
				b.WriteString(simple("duration", text))
			}
		}
	}
	b.WriteString(head)
	fmt.Fprintf(&b, "<modelName>%s</modelName>", escape(f.model))
	types := map[kind]string{decision: "decision", service: "decisionService", bkm: "bkm"}
	for _, c := range f.cases {
		fmt.Fprintf(&b, `<testCase id="%s" namespace="%s" type="%s" invocableName="%s">`, escape(c.id), escape(c.namespace), types[c.kind], escape(c.invocable))
		for _, in := range c.inputs {
			fmt.Fprintf(&b, `<inputNode name="%s" namespace="%s">`, escape(in.name), escape(in.namespace))
			write(in.value)
			b.WriteString("</inputNode>")
		}
		for _, res := range c.results {
			fmt.Fprintf(&b, `<resultNode name="%s" namespace="%s"><expected>`, escape(res.name), escape(res.namespace))
			write(res.want)
			b.WriteString("</expected></resultNode>")
		}
		b.WriteString("</testCase>")
	}
	b.WriteString("</testCases>")
	return b.Bytes()
}
