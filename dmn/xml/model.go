package xml

import "github.com/decision-spine/spine/diag"

// Definitions is a DMN model: the root of a document. Each list is in the order
// of the document.
type Definitions struct {
	ID, Label                        string
	Name                             string
	Namespace                        string // of the definitions, not of the XML
	ExpressionLanguage, TypeLanguage string // "" stands for FEEL
	Version                          Version
	Imports                          []*Import
	ItemDefinitions                  []*ItemDefinition
	InputData                        []*InputData
	Decisions                        []*Decision
	BKMs                             []*BKM
	Services                         []*DecisionService
	At                               Place // of the start tag

	// Complete tells that the document was read to its end: what is listed is all
	// that it defines.
	Complete bool
	// Warnings are what the document may say and probably does not mean.
	Warnings diag.List
}

// Import is a reference to another document, whose elements are known here by
// Name and a dot. An import of DMN 1.1 has no Name.
type Import struct {
	ID, Label                                string
	Name, Namespace, LocationURI, ImportType Text
	At                                       Place
}

// Definition is what every definition has.
type Definition struct {
	ID, Label string
	Name      Text
	At        Place     // of the start tag
	Faults    diag.List // that lie in it, of those that Read reports
}

// Variable is an information item: what a value is called, and its type.
type Variable struct {
	ID, Label string
	Name      Text
	TypeRef   *TypeRef // nil without one
	At        Place
}

// ItemDefinition is a type, or a component of one, whose Faults are those of the
// whole. It refers to a type, or has components, or is a function.
type ItemDefinition struct {
	Definition
	TypeRef        *TypeRef
	TypeLanguage   string // "" stands for that of the definitions
	IsCollection   bool
	Components     []*ItemDefinition
	AllowedValues  *UnaryTests
	TypeConstraint *UnaryTests // since DMN 1.5
	Function       *FunctionItem
}

// FunctionItem is the signature of a function (since DMN 1.3).
type FunctionItem struct {
	ID, Label     string
	Parameters    []*Variable
	OutputTypeRef *TypeRef
	At            Place
}

// InputData is a value that the model is given. Without a Variable it goes by
// its own name, as every definition here does.
type InputData struct {
	Definition
	Variable *Variable
}

// Decision is a decision, with its logic or without (nil).
type Decision struct {
	Definition
	Variable                *Variable
	InformationRequirements []*Requirement
	KnowledgeRequirements   []*Requirement
	Expression              Expression
}

// BKM is a business knowledge model.
type BKM struct {
	Definition
	Variable              *Variable
	EncapsulatedLogic     *FunctionDefinition
	KnowledgeRequirements []*Requirement
}

// DecisionService is a decision service. The references are as written; those of
// its parameters are in the order of the document.
type DecisionService struct {
	Definition
	Variable              *Variable
	OutputDecisions       []Text
	EncapsulatedDecisions []Text
	InputDecisions        []Text
	InputData             []Text
}

// RequirementKind tells what a requirement names.
type RequirementKind uint8

// The kinds. RequiredKnowledge is a business knowledge model or a service.
const (
	RequiredDecision RequirementKind = iota
	RequiredInput
	RequiredKnowledge
)

// Requirement says that an element needs another: "#id", or "namespace#id".
type Requirement struct {
	ID   string
	Kind RequirementKind
	Href Text
	At   Place
}
