package xml

// Expression is a boxed expression: one of [*LiteralExpression],
// [*DecisionTable], [*Invocation], [*Context], [*Relation], [*List],
// [*FunctionDefinition], [*Conditional], [*Filter], [*For], [*Some] and
// [*Every].
//
// Where the standard wants an expression and the document has none, the field is
// nil, and a fault says so unless the field allows it.
type Expression interface {
	Common() *Boxed
	expression()
}

// Boxed is what every expression has.
type Boxed struct {
	ID, Label string
	TypeRef   *TypeRef // nil without one
	At        Place    // of the start tag
}

// Common gives b.
func (b *Boxed) Common() *Boxed { return b }

func (b *Boxed) expression() {}

// LiteralExpression is a FEEL text. Text is nil when there is none.
type LiteralExpression struct {
	Boxed
	Text     *Text
	Language Language
	Imported *ImportedValues
}

// ImportedValues takes the place of a text: a part of another document.
type ImportedValues struct {
	Import
	Element            Text
	ExpressionLanguage string
}

// UnaryTests is a FEEL text that tests a value.
type UnaryTests struct {
	ID       string
	Text     Text
	Language Language
}

// DecisionTable is a decision table. Every rule has as many entries as the table
// has inputs and outputs, unless a fault says otherwise.
type DecisionTable struct {
	Boxed
	HitPolicy   string // as in the standard, such as "RULE ORDER"
	Aggregation string // SUM, COUNT, MIN, MAX or ""
	HitPolicyAt Place
	OutputLabel string
	Inputs      []*InputClause
	Outputs     []*OutputClause
	Annotations []string // names
	Rules       []*Rule
}

// InputClause is an input column. Values is nil without input values.
type InputClause struct {
	ID, Label  string
	Expression *LiteralExpression
	Values     *UnaryTests
	At         Place
}

// OutputClause is an output column. Values and Default are nil without them.
type OutputClause struct {
	ID, Label string
	Name      Text
	TypeRef   *TypeRef
	Values    *UnaryTests
	Default   *LiteralExpression
	At        Place
}

// Rule is a row. Description is what tools of DMN 1.1 and 1.2, which have no
// annotations, use for one.
type Rule struct {
	ID, Description string
	Inputs          []*UnaryTests
	Outputs         []*LiteralExpression
	Annotations     []string
	At              Place
}

// Invocation calls a function with named arguments.
type Invocation struct {
	Boxed
	Function Expression
	Bindings []*Binding
}

// Binding is an argument. Expression is nil where the standard has null.
type Binding struct {
	Parameter  *Variable
	Expression Expression
	At         Place
}

// Context is a boxed context.
type Context struct {
	Boxed
	Entries []*ContextEntry
}

// ContextEntry is a named value, or without a Variable the result.
type ContextEntry struct {
	ID, Label  string
	Variable   *Variable
	Expression Expression
	At         Place
}

// Relation is a list of contexts, one for each row, with an entry for each
// column.
type Relation struct {
	Boxed
	Columns []*Variable
	Rows    []*List
}

// List is a boxed list.
type List struct {
	Boxed
	Items []Expression
}

// FunctionDefinition is a boxed function. Body is nil without one.
type FunctionDefinition struct {
	Boxed
	Kind       string // FEEL, Java or PMML
	Parameters []*Variable
	Body       Expression
}

// Conditional is a boxed if (since DMN 1.4).
type Conditional struct {
	Boxed
	If, Then, Else Expression
}

// Filter is a boxed filter (since DMN 1.4).
type Filter struct {
	Boxed
	In, Match Expression
}

// Iterator is what [For], [Some] and [Every] have in common (since DMN 1.4).
type Iterator struct {
	Boxed
	Variable Text
	In       Expression
	InType   *TypeRef
}

// For is a boxed for.
type For struct {
	Iterator
	Return Expression
}

// Some is a boxed some.
type Some struct {
	Iterator
	Satisfies Expression
}

// Every is a boxed every.
type Every struct {
	Iterator
	Satisfies Expression
}
