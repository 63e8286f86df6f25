package judgment

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// StructureType: a value of another JSON type than stands there.
//
//	Example: "title": "Parking" -> "title": 5
const StructureType diag.Code = "JPS-STRUCTURE-TYPE"

func errType(at diag.Locator, want, have strictjson.Kind) *diag.Error {
	return &diag.Error{Code: StructureType, At: at, Message: fmt.Sprintf("%s belongs here, not %s", kindName(want), kindName(have))}
}

// StructureRequiredMember: an object without a member that it must have.
//
//	Example: "title": "Parking", ->
const StructureRequiredMember diag.Code = "JPS-STRUCTURE-REQUIRED-MEMBER"

func errRequiredMember(at diag.Locator, name string) *diag.Error {
	return &diag.Error{Code: StructureRequiredMember, At: at, Message: fmt.Sprintf("the member %q is missing", name)}
}

// StructureUnknownMember: a member that an object does not have. Names are case
// sensitive.
//
//	Example: "title": "Parking" -> "title": "Parking", "Title": "Parking"
const StructureUnknownMember diag.Code = "JPS-STRUCTURE-UNKNOWN-MEMBER"

func errUnknownMember(at diag.Locator, name, near string) *diag.Error {
	return &diag.Error{Code: StructureUnknownMember, At: at, Message: fmt.Sprintf("there is no member %s here", source.Quote(name)), Hint: source.Suggest(near)}
}

// StructureMinLength: an empty text.
//
//	Example: "title": "Parking" -> "title": ""
const StructureMinLength diag.Code = "JPS-STRUCTURE-MINLENGTH"

func errEmptyText(at diag.Locator, _ string) *diag.Error {
	return &diag.Error{Code: StructureMinLength, At: at, Message: "the text is empty", Hint: "write it, or leave the member out if it is optional"}
}

// StructureSpecVersion: a pack of another version of JPS Core than 0.2.0-draft.
//
//	Example: "0.2.0-draft" -> "0.1.0-draft"
const StructureSpecVersion diag.Code = "JPS-STRUCTURE-SPEC-VERSION"

func errSpecVersion(at diag.Locator, have string) *diag.Error {
	return &diag.Error{Code: StructureSpecVersion, At: at, Message: fmt.Sprintf("packs of version %q are read, and this is one of %s", specVersion, source.Quote(have))}
}

// StructurePackVersion: a version that is not three numbers without leading zeros,
// joined by dots.
//
//	Example: "1.0.0" -> "1.0"
const StructurePackVersion diag.Code = "JPS-STRUCTURE-PACK-VERSION"

func errPackVersion(at diag.Locator, have string) *diag.Error {
	return &diag.Error{Code: StructurePackVersion, At: at, Message: fmt.Sprintf("%s is no version", source.Quote(have)), Hint: `write three numbers, such as "1.0.0"`}
}

// StructureLocalID: an id, or a reference to one, that is not lower-case words of
// letters and digits, joined by hyphens.
//
//	Example: "id": "yes" -> "id": "Yes"
const StructureLocalID diag.Code = "JPS-STRUCTURE-LOCAL-ID"

func errLocalID(at diag.Locator, have string) *diag.Error {
	return &diag.Error{
		Code: StructureLocalID, At: at, Message: fmt.Sprintf("%s is no id", source.Quote(have)),
		Hint: "an id is made of a to z, 0 to 9 and single hyphens, and starts with a letter: first-rule",
	}
}

// StructureFormatURI: an id of a pack that is no absolute URI (RFC 3986).
//
//	Example: "https://example.org/parking" -> "parking"
const StructureFormatURI diag.Code = "JPS-STRUCTURE-FORMAT-URI"

func errFormatURI(at diag.Locator, have string) *diag.Error {
	return &diag.Error{
		Code: StructureFormatURI, At: at, Message: fmt.Sprintf("%s is no absolute URI", source.Quote(have)),
		Hint: "start with a scheme, such as https: or urn:, and encode other characters than those of a URI",
	}
}

// StructureFormatDate: a date that is not YYYY-MM-DD, or not in the calendar.
//
//	Example: "2026-01-31" -> "2026-02-31"
const StructureFormatDate diag.Code = "JPS-STRUCTURE-FORMAT-DATE"

func errFormatDate(at diag.Locator, have string) *diag.Error {
	return &diag.Error{Code: StructureFormatDate, At: at, Message: fmt.Sprintf("%s is no date", source.Quote(have)), Hint: "write YYYY-MM-DD"}
}

// StructureFormatDateTime: a time that is not a date-time of RFC 3339.
//
//	Example: "2026-02-01T09:00:00Z" -> "2026-02-01T09:00:00"
const StructureFormatDateTime diag.Code = "JPS-STRUCTURE-FORMAT-DATE-TIME"

func errFormatDateTime(at diag.Locator, have string) *diag.Error {
	return &diag.Error{
		Code: StructureFormatDateTime, At: at, Message: fmt.Sprintf("%s is no date and time", source.Quote(have)),
		Hint: "write YYYY-MM-DDThh:mm:ss with Z or an offset at the end",
	}
}

// StructureEnum: a text that is none of those that may stand there.
//
//	Example: "onUnknown": "escalate" -> "onUnknown": "stop"
const StructureEnum diag.Code = "JPS-STRUCTURE-ENUM"

func errEnum(at diag.Locator, have string, values []string) *diag.Error {
	return &diag.Error{
		Code: StructureEnum, At: at, Message: fmt.Sprintf("%s is not possible here", source.Quote(have)),
		Hint: "write one of " + strings.Join(values, ", "),
	}
}

// StructureUniqueItems: an array, whose items must differ, with equal ones.
//
//	Example: "triggers": ["unknown"] -> "triggers": ["unknown", "unknown"]
const StructureUniqueItems diag.Code = "JPS-STRUCTURE-UNIQUEITEMS"

func errUniqueItems(at diag.Locator, first, second int) *diag.Error {
	return &diag.Error{Code: StructureUniqueItems, At: at, Message: fmt.Sprintf("items %d and %d, counted from 0, are equal", first, second)}
}

// StructureCollectionArity: an array with too few items.
//
//	Example: , {"id": "no", "label": "No"} ->
const StructureCollectionArity diag.Code = "JPS-STRUCTURE-COLLECTION-ARITY"

func errCollectionArity(at diag.Locator, fewest, have int) *diag.Error {
	return &diag.Error{Code: StructureCollectionArity, At: at, Message: fmt.Sprintf("at least %d items belong here, and there are %d", fewest, have)}
}

// StructureConditionArity: all or any of no conditions.
//
//	Example: {"op": "literal", "value": true} -> {"op": "all", "conditions": []}
const StructureConditionArity diag.Code = "JPS-STRUCTURE-CONDITION-ARITY"

func errConditionArity(at diag.Locator) *diag.Error {
	return &diag.Error{Code: StructureConditionArity, At: at, Message: "there is no condition", Hint: `for one that always holds write {"op": "literal", "value": true}`}
}

// StructureEscalationTriggers: an escalation that nothing triggers.
//
//	Example: "triggers": ["unknown"] -> "triggers": []
const StructureEscalationTriggers diag.Code = "JPS-STRUCTURE-ESCALATION-TRIGGERS"

func errNoTriggers(at diag.Locator) *diag.Error {
	return &diag.Error{Code: StructureEscalationTriggers, At: at, Message: "nothing triggers the escalation", Hint: "list reasons, or leave the escalation out"}
}

// StructureConditionShape: a condition whose op is missing, or is none.
//
//	Example: "op": "literal" -> "op": "always"
const StructureConditionShape diag.Code = "JPS-STRUCTURE-CONDITION-SHAPE"

func errConditionShape(at diag.Locator, named strictjson.Value, has bool) *diag.Error {
	e := &diag.Error{
		Code: StructureConditionShape, At: at, Message: "the condition has no op",
		Hint: "its op is literal, all, any, not, fact or evidence-present",
	}
	if has {
		e.Message = fmt.Sprintf("the op of the condition is %s", shown(named))
	}
	return e
}

// StructureFactPath: a path that is no JSON Pointer (RFC 6901).
//
//	Example: "/car/length" -> "car/length"
const StructureFactPath diag.Code = "JPS-STRUCTURE-FACT-PATH"

func errFactPath(at diag.Locator, have string) *diag.Error {
	return &diag.Error{
		Code: StructureFactPath, At: at, Message: fmt.Sprintf("%s is no JSON Pointer", source.Quote(have)),
		Hint: "a pointer starts with /, and has ~ only as ~0, for ~, and ~1, for /",
	}
}

// StructureDecimalOperand: an operator that orders, with an operand that is no
// decimal string.
//
//	Example: "value": "4.5" -> "value": 4.5
const StructureDecimalOperand diag.Code = "JPS-STRUCTURE-DECIMAL-OPERAND"

func errDecimalOperand(at diag.Locator, have strictjson.Value) *diag.Error {
	return &diag.Error{
		Code: StructureDecimalOperand, At: at, Message: fmt.Sprintf("what orders takes a decimal string, not %s", shown(have)),
		Hint: `write digits in quotes, such as "4.5": no exponent, no plus sign, no leading zero`,
	}
}

// StructureInOperand: the operator in, with an operand that is no array.
//
//	Example: "value": ["red", "blue"] -> "value": "red"
const StructureInOperand diag.Code = "JPS-STRUCTURE-IN-OPERAND"

func errInOperand(at diag.Locator, have strictjson.Kind) *diag.Error {
	return &diag.Error{Code: StructureInOperand, At: at, Message: fmt.Sprintf("the operator in takes an array, not %s", kindName(have))}
}

// StructureExceptionShape: an exception without the operand that its effect needs,
// or with one that it cannot have.
//
//	Example: "effect": "escalate" -> "effect": "force-outcome"
const StructureExceptionShape diag.Code = "JPS-STRUCTURE-EXCEPTION-SHAPE"

func errOperandMissing(at diag.Locator, effect, operand string) *diag.Error {
	return &diag.Error{Code: StructureExceptionShape, At: at, Message: fmt.Sprintf("the effect %s needs a member %q", effect, operand)}
}

func errOperandForbidden(at diag.Locator, effect, operand string) *diag.Error {
	return &diag.Error{Code: StructureExceptionShape, At: at, Message: fmt.Sprintf("the effect %s has no member %q", effect, operand), Hint: "take it out"}
}

// StructureExtensionName: an extension whose name is no reverse domain, or one that
// JPS keeps for itself.
//
//	Example: "com.example.notes" -> "notes"
const StructureExtensionName diag.Code = "JPS-STRUCTURE-EXTENSION-NAME"

func errExtensionName(at diag.Locator, have string) *diag.Error {
	e := &diag.Error{
		Code: StructureExtensionName, At: at, Message: fmt.Sprintf("%s is no name of an extension", source.Quote(have)),
		Hint: "write a domain of yours in reverse, in lower case: com.example.notes",
	}
	if strings.HasPrefix(have, reserved) {
		e.Message = fmt.Sprintf("%s is a name that JPS keeps for itself", source.Quote(have))
	}
	return e
}
