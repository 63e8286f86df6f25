package judgment

import (
	"fmt"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// SemanticDuplicateID: two items of one collection with one id.
//
//	Example: "id": "colour" -> "id": "length"
const SemanticDuplicateID diag.Code = "JPS-SEMANTIC-DUPLICATE-ID"

func errDuplicateID(at diag.Locator, id, collection string) *diag.Error {
	return &diag.Error{Code: SemanticDuplicateID, At: at, Message: fmt.Sprintf("%s has the id %s already", collection, source.Quote(id))}
}

// SemanticUnresolvedOutcome: an outcome that is referred to and not declared.
//
//	Example: "outcome": "yes" -> "outcome": "maybe"
const SemanticUnresolvedOutcome diag.Code = "JPS-SEMANTIC-UNRESOLVED-OUTCOME"

func errUnresolvedOutcome(at diag.Locator, id, near string) *diag.Error {
	return &diag.Error{Code: SemanticUnresolvedOutcome, At: at, Message: fmt.Sprintf("there is no outcome %s", source.Quote(id)), Hint: source.Suggest(near)}
}

// SemanticUnresolvedRule: a rule that is referred to and not declared.
//
//	Example: "effect": "escalate" -> "effect": "suppress-rule", "targetRule": "yes"
const SemanticUnresolvedRule diag.Code = "JPS-SEMANTIC-UNRESOLVED-RULE"

func errUnresolvedRule(at diag.Locator, id, near string) *diag.Error {
	return &diag.Error{Code: SemanticUnresolvedRule, At: at, Message: fmt.Sprintf("there is no rule %s", source.Quote(id)), Hint: source.Suggest(near)}
}

// SemanticUnresolvedEvidence: an evidence requirement that is referred to and not
// declared.
//
//	Example: "evidenceRequirementRefs": ["permit"] -> "evidenceRequirementRefs": ["permits"]
const SemanticUnresolvedEvidence diag.Code = "JPS-SEMANTIC-UNRESOLVED-EVIDENCE"

func errUnresolvedEvidence(at diag.Locator, id, near string) *diag.Error {
	return &diag.Error{Code: SemanticUnresolvedEvidence, At: at, Message: fmt.Sprintf("there is no evidence requirement %s", source.Quote(id)), Hint: source.Suggest(near)}
}

// SemanticUnresolvedSource: a source that is referred to and not declared.
//
//	Example: "sourceRefs": ["by-law"] -> "sourceRefs": ["law"]
const SemanticUnresolvedSource diag.Code = "JPS-SEMANTIC-UNRESOLVED-SOURCE"

func errUnresolvedSource(at diag.Locator, id, near string) *diag.Error {
	return &diag.Error{Code: SemanticUnresolvedSource, At: at, Message: fmt.Sprintf("there is no source %s", source.Quote(id)), Hint: source.Suggest(near)}
}

// SemanticMissingRequiredExtension: an extension that the pack requires and does
// not have anywhere.
//
//	Example: "license": "CC0-1.0" -> "requiredExtensions": ["com.example.other"]
const SemanticMissingRequiredExtension diag.Code = "JPS-SEMANTIC-MISSING-REQUIRED-EXTENSION"

func errMissingExtension(at diag.Locator, name string) *diag.Error {
	return &diag.Error{
		Code: SemanticMissingRequiredExtension, At: at, Message: fmt.Sprintf("the extension %s is required, and nothing in the pack has it", source.Quote(name)),
		Hint: "write its value into some extensions object, or do not require it",
	}
}

// CapabilityRequiredExtension: an extension that the pack requires and the caller
// does not support. The pack may conform all the same.
//
//	Example: "license": "CC0-1.0" -> "requiredExtensions": ["com.example.notes"]
const CapabilityRequiredExtension diag.Code = "JPS-CAPABILITY-REQUIRED-EXTENSION"

func errUnsupportedExtension(at diag.Locator, name string) *diag.Error {
	return &diag.Error{Code: CapabilityRequiredExtension, At: at, Message: fmt.Sprintf("the pack requires the extension %s, which is not supported", source.Quote(name))}
}
