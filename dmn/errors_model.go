package dmn

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// UnknownTypeRef: a reference to a type that neither FEEL nor the model has.
//
//	Example: <inputData name="A" id="a"><variable name="A" typeRef="nowhere"/></inputData>
const UnknownTypeRef diag.Code = "unknown_type_ref"

func errUnknownTypeRef(at diag.Locator, name string) *diag.Error {
	return &diag.Error{Code: UnknownTypeRef, At: at, Message: fmt.Sprintf("there is no type %q", name), Hint: "it is taken as Any"}
}

// ItemCycle: an item definition that holds itself.
//
//	Example: <itemDefinition name="t"><itemComponent name="c"><typeRef>t</typeRef></itemComponent></itemDefinition>
const ItemCycle diag.Code = "item_cycle"

func errItemCycle(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: ItemCycle, At: at, Message: fmt.Sprintf("the type %q holds itself", name),
		Hint: "allow recursion when the model is loaded, if that is meant",
	}
}

// ImportCycle: a document that imports itself, at once or through others.
//
//	Example: <import name="me" namespace="urn:example" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
const ImportCycle diag.Code = "import_cycle"

func errImportCycle(at diag.Locator, namespace string) *diag.Error {
	return &diag.Error{Code: ImportCycle, At: at, Message: fmt.Sprintf("the import of %q leads back to it", namespace)}
}

// ImportMissing: an import of a document that is not there, or has another
// namespace.
//
//	Example: <import name="other" namespace="urn:other" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
const ImportMissing diag.Code = "import_missing"

func errImportMissing(at diag.Locator, namespace string, cause error) *diag.Error {
	e := &diag.Error{Code: ImportMissing, At: at, Err: cause, Message: fmt.Sprintf("the imported document %q is not there", namespace)}
	if cause == nil {
		e.Hint = "say where imports are found"
	}
	return e
}

func errImportOther(at diag.Locator, namespace, name, have string) *diag.Error {
	return &diag.Error{
		Code: ImportMissing, At: at,
		Message: fmt.Sprintf("the import wants the namespace %q, and %s has %q", namespace, name, have),
	}
}

// DuplicateElement: two elements of a document with one name.
//
//	Example: <decision name="A" id="a1"/><decision name="A" id="a2"/>
const DuplicateElement diag.Code = "duplicate_element"

func errDuplicateElement(at diag.Locator, name string, first diag.Locator) *diag.Error {
	return &diag.Error{
		Code: DuplicateElement, At: at, Message: fmt.Sprintf("the name %q is taken", name),
		Notes: []diag.Note{{At: first, Message: "by this element"}},
	}
}

// UnknownHref: a reference to an element that is not there.
//
//	Example: <decision name="A" id="a"><informationRequirement><requiredInput href="#nowhere"/></informationRequirement></decision>
const UnknownHref diag.Code = "unknown_href"

func errUnknownHref(at diag.Locator, href string) *diag.Error {
	return &diag.Error{Code: UnknownHref, At: at, Message: fmt.Sprintf("the reference %q leads to no element", href)}
}

// ModelCycle: decisions that need each other.
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

// UnknownTarget: what is asked for is not in the model.
//
//	Example: evaluate "Nowhere"
const UnknownTarget diag.Code = "unknown_target"

func errUnknownTarget(t Target, names []string) *diag.Error {
	e := &diag.Error{Code: UnknownTarget, Message: fmt.Sprintf("the model has no %s %q", t.Kind, t.Name)}
	switch near := source.Nearest(t.Name, names); {
	case near != "":
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	case len(names) > 0:
		e.Hint = "there are " + strings.Join(names[:min(len(names), 8)], ", ")
	}
	return e
}
