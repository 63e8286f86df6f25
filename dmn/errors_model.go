package dmn

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
)

// An example is the content of the definitions of a model in DMN 1.5. Behind a line
// of dashes is what is evaluated, with the inputs; behind a line with the name of a
// file the content of another model with the namespace "urn:" and that name.

// UnknownTypeRef: a reference to a type that neither FEEL nor the model has. It is
// taken as Any.
//
//	Example: <inputData name="A" id="a"><variable name="A" typeRef="nowhere"/></inputData>
const UnknownTypeRef diag.Code = "unknown_type_ref"

func errUnknownTypeRef(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: UnknownTypeRef, At: at, Message: fmt.Sprintf("there is no type %s", source.Quote(name)),
		Hint: "define it, or write a type of FEEL; until then any value is taken",
	}
}

// ItemCycle: an item definition that holds itself. It is Any where it does so.
//
//	Example: <itemDefinition name="t"><itemComponent name="c"><typeRef>t</typeRef></itemComponent></itemDefinition>
const ItemCycle diag.Code = "item_cycle"

func errItemCycle(at diag.Locator, members []string) *diag.Error {
	message := fmt.Sprintf("the type %q holds itself", members[0])
	if len(members) > 1 {
		message += " through " + strings.Join(members[1:], ", ")
	}
	return &diag.Error{
		Code: ItemCycle, At: at, Message: message,
		Hint: "allow recursion when the model is loaded, if that is meant",
	}
}

// ImportCycle: a document that imports itself, at once or through others.
//
//	Example: <import name="me" namespace="urn:example" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
const ImportCycle diag.Code = "import_cycle"

func errImportCycle(at diag.Locator, namespaces []string) *diag.Error {
	return &diag.Error{
		Code: ImportCycle, At: at, Message: "documents import each other: " + strings.Join(namespaces, " imports "),
		Hint: "take one of these imports out",
	}
}

// ImportMissing: an import of a document that is not there or not allowed, or has
// another namespace.
//
//	Example: <import name="other" namespace="urn:other" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
const ImportMissing diag.Code = "import_missing"

func errImportMissing(at diag.Locator, namespace string, cause error) *diag.Error {
	e := &diag.Error{Code: ImportMissing, At: at, Err: cause, Message: fmt.Sprintf("the imported document %s is not there", source.Quote(namespace))}
	if cause == nil {
		e.Hint = "say where imports are found"
	} else {
		e.Message += ": " + cause.Error()
	}
	return e
}

func errImportOther(at diag.Locator, namespace, name, have string, faults diag.List) *diag.Error {
	e := &diag.Error{
		Code: ImportMissing, At: at,
		Message: fmt.Sprintf("the import wants the namespace %s, and %s has %s", source.Quote(namespace), name, source.Quote(have)),
	}
	for _, f := range faults[:min(len(faults), 3)] {
		e.Notes = append(e.Notes, diag.Note{At: f.At, Message: f.Message})
	}
	return e
}

func errImportVersion(at diag.Locator, kind string) *diag.Error {
	return &diag.Error{
		Code: ImportMissing, At: at, Message: fmt.Sprintf("%s is the model namespace of no version of DMN", source.Quote(kind)),
		Hint: "write that of the imported document as importType",
	}
}

func errTypeLevels(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: xml.Limit, At: at,
		Message: fmt.Sprintf("the type %s refers to others more than %d levels deep", source.Quote(name), limits.ModelTypeLevels),
		Hint:    "no value nests so deep; until then any value is taken",
	}
}

func errImportLimit(at diag.Locator) *diag.Error {
	return &diag.Error{
		Code: xml.Limit, At: at,
		Message: fmt.Sprintf("the model and its imports are more than %d documents or %d bytes", limits.ModelDocuments, limits.ModelBytes),
		Hint:    "import less",
	}
}

// ImportClash: two imports of one namespace lead to different documents.
//
// Example:
//
//	<import name="a" namespace="urn:a" locationURI="a" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
//	<import name="b" namespace="urn:a" locationURI="a2" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
//	-- a --
//	-- a2 --
//	<decision name="A" id="a"/>
const ImportClash diag.Code = "import_clash"

func errImportClash(at diag.Locator, namespace, first, second string) *diag.Error {
	return &diag.Error{
		Code: ImportClash, At: at, Message: fmt.Sprintf("the namespace %s is that of %s, and of %s here", source.Quote(namespace), first, second),
		Hint: "a namespace has one document: give one of them another namespace",
	}
}

// DuplicateElement: two elements, item definitions or imports of a document with one
// name. The first one has it.
//
//	Example: <decision name="A" id="a1"/><decision name="A" id="a2"/>
const DuplicateElement diag.Code = "duplicate_element"

func errDuplicateElement(at diag.Locator, name string, first diag.Locator) *diag.Error {
	return &diag.Error{
		Code: DuplicateElement, At: at, Message: fmt.Sprintf("the name %s is taken", source.Quote(name)),
		Hint:  "give one of the two another name",
		Notes: []diag.Note{{At: first, Message: "by this element"}},
	}
}

// NameClash: an element that needs two others which its expressions know under one
// name, or a service that gives two such.
//
// Example:
//
//	<inputData name="A" id="a"><variable name="x"/></inputData>
//	<inputData name="B" id="b"><variable name="x"/></inputData>
//	<decision name="C" id="c">
//	  <informationRequirement><requiredInput href="#a"/></informationRequirement>
//	  <informationRequirement><requiredInput href="#b"/></informationRequirement>
//	</decision>
const NameClash diag.Code = "name_clash"

func errNameClash(at diag.Locator, name string, first, second *element) *diag.Error {
	return &diag.Error{
		Code: NameClash, At: at, Message: fmt.Sprintf("both %q and %q are known as %s here", first.name, second.name, source.Quote(name)),
		Hint: "give their variables different names, or the import a name",
	}
}

// UnreadableName: a name that no expression can write, of a variable, a parameter or
// an import: it begins with a digit or a keyword, or has symbols that FEEL's names do
// not have (DMN 1.6, clause 10.3.1.2). It is a warning: values can be given under the
// name.
//
//	Example: <inputData name="Rate (%)" id="a"/>
const UnreadableName diag.Code = "unreadable_name"

func errUnreadableName(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: UnreadableName, At: at, Severity: diag.Warning, Message: fmt.Sprintf("no expression can read %s: it is no name of FEEL", source.Quote(name)),
		Hint: "write words, with digits behind the first letter and no symbols but . / - ' + *, and no keyword first",
	}
}

// UnreachableRule: a rule of a decision table with the hit policy FIRST that stands
// behind one which any input satisfies. It is a warning.
//
// Example:
//
//	<decision name="A" id="a"><decisionTable hitPolicy="FIRST"><output/>
//	  <rule><outputEntry><text>1</text></outputEntry></rule>
//	  <rule><outputEntry><text>2</text></outputEntry></rule>
//	</decisionTable></decision>
const UnreachableRule diag.Code = "unreachable_rule"

func errUnreachableRule(at diag.Locator, from, to int, always diag.Locator) *diag.Error {
	message := fmt.Sprintf("rule %d can never decide", from)
	if to > from {
		message = fmt.Sprintf("rules %d to %d can never decide", from, to)
	}
	return &diag.Error{
		Code: UnreachableRule, At: at, Severity: diag.Warning, Message: message,
		Hint:  "under FIRST the first rule that matches decides: move the rule that always matches to the end",
		Notes: []diag.Note{{At: always, Message: "this rule matches whatever the inputs are"}},
	}
}

// BlankEntry: a warning that a cell of a table or a relation says nothing. The standard
// has "-" for a test that any value passes, and null for no value; some tools leave the
// cell blank, and so it is read.
//
// Example:
//
//	<decision name="A" id="a"><decisionTable><input><inputExpression><text>1</text></inputExpression></input><output/>
//	  <rule><inputEntry><text></text></inputEntry><outputEntry><text>1</text></outputEntry></rule>
//	</decisionTable></decision>
const BlankEntry diag.Code = "blank_entry"

func errBlankEntry(at diag.Locator, message, hint string) *diag.Error {
	return &diag.Error{Code: BlankEntry, At: at, Severity: diag.Warning, Message: message, Hint: hint}
}

// UnknownHref: a reference to an element that is not there.
//
//	Example: <decision name="A" id="a"><informationRequirement><requiredInput href="#nowhere"/></informationRequirement></decision>
const UnknownHref diag.Code = "unknown_href"

func errUnknownHref(at diag.Locator, href string) *diag.Error {
	return &diag.Error{
		Code: UnknownHref, At: at, Message: fmt.Sprintf("the reference %s leads to no element", source.Quote(href)),
		Hint: "write # and the id of an element, and before the # its namespace if it is imported",
	}
}

// ReferenceKind: a reference that leads to an element of another kind than it
// should, such as a required input that is a decision. It is followed, with a warning.
//
// Example:
//
//	<decision name="A" id="a"><informationRequirement><requiredInput href="#b"/></informationRequirement></decision>
//	<decision name="B" id="b"/>
const ReferenceKind diag.Code = "reference_kind"

func errReferenceKind(at diag.Locator, href string, found *element, want xml.RequirementKind) *diag.Error {
	kinds := map[xml.RequirementKind]string{xml.RequiredDecision: "decision", xml.RequiredInput: "input data", xml.RequiredKnowledge: "business knowledge model or service"}
	return &diag.Error{
		Code: ReferenceKind, At: at, Severity: diag.Warning,
		Message: fmt.Sprintf("the reference %s leads to %s, which is no %s", source.Quote(href), source.Quote(found.name), kinds[want]),
		Hint:    "refer to it by the element that is meant for its kind, or correct the id",
	}
}

// ModelCycle: elements that need each other.
//
//	Example: <decision name="A" id="a"><informationRequirement><requiredDecision href="#a"/></informationRequirement></decision>
const ModelCycle diag.Code = "model_cycle"

func errModelCycle(at diag.Locator, members []string) *diag.Error {
	message := strings.Join(members, ", ") + " need each other"
	if len(members) == 1 {
		message = members[0] + " needs itself"
	}
	return &diag.Error{
		Code: ModelCycle, At: at, Message: message,
		Hint: "business knowledge models may call themselves when recursion is allowed; decisions may not",
	}
}

// ImportedValues: an expression that is a part of another document, which is not
// read.
//
// Example:
//
//	<decision name="A" id="a"><literalExpression>
//	  <importedValues namespace="urn:x" importType="urn:y"><importedElement>e</importedElement></importedValues>
//	</literalExpression></decision>
const ImportedValues diag.Code = "imported_values"

func errImportedValues(at diag.Locator) *diag.Error {
	return &diag.Error{
		Code: ImportedValues, At: at, Message: "this expression is a part of another document, which is not read",
		Hint: "write the expression here, or import a model that has it",
	}
}

// errNotFEEL is why the text at a place is not evaluated. The fault of the document
// is where the language is declared.
func errNotFEEL(at diag.Locator, l xml.Language) *diag.Error {
	if l == xml.BFEEL {
		return &diag.Error{Code: xml.UnsupportedBFEEL, At: at, Message: "this text is declared to be B-FEEL, and is not evaluated", Hint: "write it in FEEL"}
	}
	return &diag.Error{Code: xml.ExpressionLanguage, At: at, Message: "this text is declared to be in another language than FEEL, and is not evaluated", Hint: "write it in FEEL"}
}

// UnknownTarget: what is asked for is not in the model.
//
// Example:
//
//	<decision name="A" id="a"/>
//	-----
//	Nowhere {}
const UnknownTarget diag.Code = "unknown_target"

func errUnknownTarget(t Target, names []string) *diag.Error {
	e := &diag.Error{Code: UnknownTarget, Message: fmt.Sprintf("the model has no %s %s", t.Kind, source.Quote(t.Name))}
	if len(names) > 0 {
		e.Hint = source.Hint(t.Name, names, "there are "+strings.Join(names[:min(len(names), 8)], ", "))
	}
	return e
}

// UnknownInput: a value is given under a name that the model does not know. It is a
// warning in lenient evaluation.
//
// Example:
//
//	<inputData name="Age" id="a"/><decision name="A" id="b"/>
//	-----
//	A {Agee: 17}
const UnknownInput diag.Code = "unknown_input"

func errUnknownInput(name string, known []string, lenient bool) *diag.Error {
	e := &diag.Error{Code: UnknownInput, Message: fmt.Sprintf("a value is given for %s, which is no input data, decision or parameter here", source.Quote(name))}
	if lenient {
		e.Severity = diag.Warning
	}
	e.Hint = source.Hint(name, known, "leave it out")
	return e
}
