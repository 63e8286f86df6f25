package xml

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// An example is the whole file when it begins with < and has definitions in it,
// or is a quoted string; else it is the content of the definitions of a model in
// DMN 1.5.

func fault(code diag.Code, at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: code, At: at, Message: message, Hint: hint}
}

func warning(code diag.Code, at diag.Locator, message, hint string) *diag.Error {
	e := fault(code, at, message, hint)
	e.Severity = diag.Warning
	return e
}

// Limit: the file passes a limit of this package: 64 MiB, 1,000,000 elements,
// 1,000 levels, 128 attributes or namespaces, 1 MiB in a text, 10,000 definitions
// (or as many as the caller allows), 1,000 faults. Reading ends there.
//
// Example:
//
//	<textAnnotation a1="" a2="" a3="" a4="" a5="" a6="" a7="" a8="" a9="" a10="" a11="" a12="" a13="" a14="" a15="" a16=""
//	  b1="" b2="" b3="" b4="" b5="" b6="" b7="" b8="" b9="" b10="" b11="" b12="" b13="" b14="" b15="" b16=""
//	  c1="" c2="" c3="" c4="" c5="" c6="" c7="" c8="" c9="" c10="" c11="" c12="" c13="" c14="" c15="" c16=""
//	  d1="" d2="" d3="" d4="" d5="" d6="" d7="" d8="" d9="" d10="" d11="" d12="" d13="" d14="" d15="" d16=""
//	  e1="" e2="" e3="" e4="" e5="" e6="" e7="" e8="" e9="" e10="" e11="" e12="" e13="" e14="" e15="" e16=""
//	  f1="" f2="" f3="" f4="" f5="" f6="" f7="" f8="" f9="" f10="" f11="" f12="" f13="" f14="" f15="" f16=""
//	  g1="" g2="" g3="" g4="" g5="" g6="" g7="" g8="" g9="" g10="" g11="" g12="" g13="" g14="" g15="" g16=""
//	  h1="" h2="" h3="" h4="" h5="" h6="" h7="" h8="" h9="" h10="" h11="" h12="" h13="" h14="" h15="" h16="" i=""/>
const Limit diag.Code = "model_limit"

func errLimit(at diag.Locator, message, hint string) *diag.Error {
	return fault(Limit, at, message, hint)
}

func errDefinitions(at diag.Locator, most int) *diag.Error {
	return fault(Limit, at, fmt.Sprintf("this model has more than %d definitions", most), "split the model, or raise the limit")
}

// Encoding: the file is not UTF-8 or declares that it is not, or has a character
// that XML does not allow (XML 1.0, 2.2). Nothing of it is read.
//
// Example:
//
//	<?xml version="1.0" encoding="ISO-8859-1"?><definitions/>
const Encoding diag.Code = "xml_encoding"

func errEncoding(at diag.Locator, message string) *diag.Error {
	return fault(Encoding, at, message, "save the file as UTF-8, without control characters")
}

// XMLVersion: the file declares a version of XML other than 1.0. Nothing of it
// is read.
//
// Example:
//
//	<?xml version="1.1"?><definitions/>
const XMLVersion diag.Code = "xml_version"

func errVersion(at diag.Locator, version string) *diag.Error {
	return fault(XMLVersion, at, "this file is in XML "+source.Quote(version), `only XML 1.0 is read: write version="1.0"`)
}

// Empty: the file has no element.
//
// Example:
//
//	"<?xml version=\"1.0\"?>\n"
const Empty diag.Code = "xml_empty"

func errEmpty(at diag.Locator) *diag.Error {
	return fault(Empty, at, "the file has no element", "write a definitions element")
}

// Syntax: the text is not well-formed XML. Reading goes on where it is clear what
// was meant.
//
// Example:
//
//	<decision name="d"><literalExpression><text>a & b</text></literalExpression></decision>
const Syntax diag.Code = "xml_syntax"

func errSyntax(at diag.Locator, message, hint string) *diag.Error {
	return fault(Syntax, at, message, hint)
}

func errUnclosed(at diag.Locator, tag string) *diag.Error {
	return fault(Syntax, at, "the element "+source.Quote(tag)+" begins here and does not end", "write </"+tag+">, or complete the file")
}

func errMismatch(at diag.Locator, tag, open string, opened diag.Locator) *diag.Error {
	e := fault(Syntax, at, fmt.Sprintf("the end tag of %s stands where %s is to end", source.Quote(tag), source.Quote(open)),
		"write </"+open+"> here or before")
	e.Notes = []diag.Note{{At: opened, Message: "it begins here"}}
	return e
}

// Reference: & begins something that XML does not know without a document type:
// another entity than its five, or the number of no character.
//
// Example:
//
//	<decision name="d"><literalExpression><text>"a&nbsp;b"</text></literalExpression></decision>
const Reference diag.Code = "xml_reference"

func errReference(at diag.Locator, text string) *diag.Error {
	if strings.HasSuffix(text, ";") {
		return fault(Reference, at, source.Quote(text)+" stands for no character",
			"XML has &lt; &gt; &amp; &apos; and &quot;; write others as they are, or by number: &#160;")
	}
	return fault(Syntax, at, "this & begins no reference", "write &amp; for the character")
}

// Doctype: the file has a document type declaration. Reading ends there.
//
// Example:
//
//	<!DOCTYPE definitions [<!ENTITY a "aaaa">]><definitions/>
const Doctype diag.Code = "xml_doctype"

func errDoctype(at diag.Locator) *diag.Error {
	return fault(Doctype, at, "the file has a document type declaration, which is not read here", "take the DOCTYPE out, and write out its entities")
}

// RepeatedAttribute: an element has an attribute twice, or declares a prefix
// twice. The first counts.
//
// Example:
//
//	<decision name="a" name="b"/>
const RepeatedAttribute diag.Code = "xml_repeated_attribute"

func errRepeatedAttribute(at diag.Locator, attribute string) *diag.Error {
	return fault(RepeatedAttribute, at, "the attribute "+source.Quote(attribute)+" is here twice", "take one of the two out")
}

// Prefix: a prefix that is not declared, or a declaration that Namespaces in XML
// 1.0 forbids.
//
// Example:
//
//	<decision name="d" kie:label="D"/>
const Prefix diag.Code = "xml_prefix"

func errPrefix(at diag.Locator, message, hint string) *diag.Error {
	return fault(Prefix, at, message, hint)
}

// Root: something other than comments stands before or behind the root element.
// Reading ends there.
//
// Example:
//
//	<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="n"/><definitions/>
const Root diag.Code = "xml_root"

func errSecondRoot(at diag.Locator, tag string) *diag.Error {
	return fault(Root, at, "a second root element, "+source.Quote(tag)+", begins here", "one file holds one model: move it to a file of its own")
}

func errOutside(at diag.Locator, behind bool) *diag.Error {
	if behind {
		return fault(Root, at, "something stands behind the root element", "take it out")
	}
	return fault(Root, at, "something stands before the first element", "take it out, or check that this is an XML file")
}

// NotDMN: the root element is not definitions. Nothing of it is read.
//
// Example:
//
//	<model name="definitions"/>
const NotDMN diag.Code = "not_dmn"

func errNotDMN(at diag.Locator, root string) *diag.Error {
	return fault(NotDMN, at, "the root element is "+source.Quote(root)+", which is not that of a DMN model", "a DMN model is a definitions element")
}

// Namespace: the definitions element is in a namespace that is not DMN's in a
// version from 1.1 to 1.6, and nothing is read; or an element is in that of
// another version than the root, and is passed over.
//
// Example:
//
//	<definitions xmlns="https://www.omg.org/spec/DMN/MODEL/" name="m" namespace="n"/>
const Namespace diag.Code = "dmn_namespace"

func errNamespace(at diag.Locator, uri string) *diag.Error {
	var known []string
	for _, v := range versions[1:] {
		known = append(known, v.model+" ("+v.name+")")
	}
	message := "the definitions are in the namespace " + source.Quote(uri) + ", which is not that of a known version of DMN"
	if uri == "" {
		message = "the definitions are in no namespace, so that their version of DMN is not known"
	}
	return fault(Namespace, at, message, "known are "+strings.Join(known, ", "))
}

func errMixedVersions(at diag.Locator, is, root Version) *diag.Error {
	return fault(Namespace, at, fmt.Sprintf("this element is in the namespace of DMN %s, in a model of DMN %s", is, root), "write the model in one version")
}

// MissingAttribute: an element lacks an attribute that the standard demands, or
// has it empty.
//
// Example:
//
//	<decision id="d"/>
const MissingAttribute diag.Code = "missing_attribute"

func errMissingAttribute(at diag.Locator, element, attribute string) *diag.Error {
	return fault(MissingAttribute, at, "the element "+element+" has no "+attribute, "add "+attribute+`="..."`)
}

// MissingElement: an element lacks a part that the standard demands.
//
// Example:
//
//	<decision name="d"><informationRequirement/></decision>
const MissingElement diag.Code = "missing_element"

func errMissingElement(at diag.Locator, parent string, parts []string) *diag.Error {
	if len(parts) == 1 && parts[0] == "literalExpression" {
		return fault(MissingElement, at, "the element "+parent+" has no expression", "add an expression, such as <literalExpression>")
	}
	tags := "<" + strings.Join(parts, "> or <") + ">"
	return fault(MissingElement, at, "the element "+parent+" has no "+tags, "add "+tags)
}

// RepeatedElement: an element has a part twice that it may have once. The first
// counts.
//
// Example:
//
//	<decision name="d"><variable name="d"/><variable name="e"/></decision>
const RepeatedElement diag.Code = "repeated_element"

func errRepeatedElement(at diag.Locator, element string) *diag.Error {
	return fault(RepeatedElement, at, element+" stands where there is one already", "take one of the two out")
}

// AttributeValue: the value of an attribute is none of those that the standard
// knows.
//
// Example:
//
//	<decision name="d"><decisionTable hitPolicy="FIRSTS"><output/></decisionTable></decision>
const AttributeValue diag.Code = "attribute_value"

func errAttributeValue(at diag.Locator, attribute, value string, known []string) *diag.Error {
	return fault(AttributeValue, at, attribute+" cannot be "+source.Quote(value), source.Hint(value, known, "it is one of "+strings.Join(known, ", ")))
}

// DuplicateID: two elements that can be referred to have one id.
//
// Example:
//
//	<inputData name="a" id="x"/><decision name="b" id="x"/>
const DuplicateID diag.Code = "duplicate_id"

func errDuplicateID(at diag.Locator, id string, first diag.Locator) *diag.Error {
	e := fault(DuplicateID, at, "the id "+source.Quote(id)+" means another element", "give one of them another id")
	e.Notes = []diag.Note{{At: first, Message: "it means this element"}}
	return e
}

// CellCount: a rule of a decision table, or a row of a relation, has more or
// fewer entries than there are columns.
//
// Example:
//
//	<decision name="d"><decisionTable><output/><rule/></decisionTable></decision>
const CellCount diag.Code = "cell_count"

func errCellCount(at diag.Locator, row string, n int, cells string, have int, columns string, want int) *diag.Error {
	return fault(CellCount, at, fmt.Sprintf("%s %d has %d %s, and there are %d %s", row, n, have, cells, want, columns),
		"give it one for each")
}

// ExpressionLanguage: a text, or the definitions, in a language other than FEEL.
//
// Example:
//
//	<decision name="d"><literalExpression expressionLanguage="http://www.ecma-international.org/ecma-262"><text>1</text></literalExpression></decision>
const ExpressionLanguage diag.Code = "expression_language"

func errLanguage(at diag.Locator, uri string) *diag.Error {
	var known []string
	for _, v := range versions[1:] {
		known = append(known, v.feel)
	}
	return fault(ExpressionLanguage, at, "the expression language "+source.Quote(uri)+" is not known",
		source.Hint(uri, known, "write the expressions in FEEL, and leave expressionLanguage out"))
}

// UnsupportedBFEEL: a text, or the definitions, in B-FEEL (DMN 1.6, clause 11),
// which gives values where FEEL gives null.
//
// Example:
//
//	<decision name="d"><literalExpression expressionLanguage="https://www.omg.org/spec/DMN/20240513/B-FEEL/"><text>1</text></literalExpression></decision>
const UnsupportedBFEEL diag.Code = "b_feel"

func errBFEEL(at diag.Locator) *diag.Error {
	return fault(UnsupportedBFEEL, at, "B-FEEL is not evaluated: it means something else than FEEL where a value is missing or does not fit",
		"write the expressions in FEEL, and leave expressionLanguage out")
}

// UnknownElement: an element that DMN does not know at its place, or
// that has no namespace. It is passed over, with a warning.
//
// Example:
//
//	<decision name="d"><literalExpresion><text>1</text></literalExpresion></decision>
const UnknownElement diag.Code = "unknown_element"

func warnUnknownElement(at diag.Locator, element, parent string) *diag.Error {
	return warning(UnknownElement, at, "DMN has no "+source.Quote(element)+" in "+parent+", so it is passed over",
		"correct its name or its place, or take it out")
}

func warnNoNamespace(at diag.Locator, element string) *diag.Error {
	return warning(UnknownElement, at, "the element "+source.Quote(element)+" has no namespace, so it is passed over",
		"give it the prefix of the definitions")
}

// UnknownAttribute: an attribute that DMN does not know at its place.
// It is passed over, with a warning.
//
// Example:
//
//	<decision name="d"><decisionTable hitpolicy="FIRST"><output/></decisionTable></decision>
const UnknownAttribute diag.Code = "unknown_attribute"

func warnUnknownAttribute(at diag.Locator, element, attribute string) *diag.Error {
	return warning(UnknownAttribute, at, "DMN has no attribute "+source.Quote(attribute)+" of "+element+", so it is passed over",
		"correct its name, or take it out")
}

// StrayText: text where the standard has only elements. It is passed
// over, with a warning.
//
// Example:
//
//	<decision name="d"><literalExpression>1 + 1</literalExpression></decision>
const StrayText diag.Code = "stray_text"

func warnStrayText(at diag.Locator, text, parent string) *diag.Error {
	return warning(StrayText, at, "the text "+source.Quote(text)+" stands directly in "+parent+", so it is passed over",
		"write an expression as <text>...</text>")
}

// MissingName: the definitions, or the variable of a definition, have
// no name. The variable has then that of its definition. It is a warning.
//
// Example:
//
//	<decision name="d"><variable typeRef="number"/></decision>
const MissingName diag.Code = "missing_name"

func warnNoName(at diag.Locator, element string) *diag.Error {
	return warning(MissingName, at, "the element "+element+" has no name", `add name="..."`)
}
