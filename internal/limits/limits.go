// Package limits holds the sizes beyond which spine refuses what it reads. They
// are far beyond what people write, and low enough that no input exhausts
// memory, time or the stack.
package limits

// Of expressions.
const (
	// ExpressionBytes is the longest FEEL text.
	ExpressionBytes = 256 << 10
	// ExpressionDepth is the number of levels that the tree of an expression may
	// have. Brackets within brackets count, and so do the steps of a chain such as
	// a + b + c or a.b.c: what walks the tree recurses once per level.
	ExpressionDepth = 1000
	// FunctionDepth is how many function literals may lie within each other: each
	// takes with it what all within it read.
	FunctionDepth = 20
	// FaultsPerText is how many faults of one text are reported.
	FaultsPerText = 100
)

// Of decision tables.
const (
	// TableFileBytes is the size of a table's file, or of its CSV.
	TableFileBytes = 16 << 20
	// TableRules is the number of rules.
	TableRules = 200_000
	// TableCells is the number of cells of all rules in a CSV file.
	TableCells = 1_000_000
	// TableColumns is the number of inputs, and of outputs.
	TableColumns = 256
	// IndexBytes and, for each rule, IndexBytesPerRule are the memory of a table's
	// index: of 10,000 rules less than 4 MB. Columns that it does not suffice for are
	// read cell by cell, and when it suffices for none so is the table.
	IndexBytes        = 64 << 10
	IndexBytesPerRule = 384
	// TableValues is the number of values that a column may list.
	TableValues = 1000
	// TypeDepth is how many times list<...> may lie within itself.
	TypeDepth = 16
	// FaultsPerTable is how many faults of one table are reported.
	FaultsPerTable = 1000
)

// Of DMN models in XML.
const (
	// ModelBytes is the size of a model's file.
	ModelBytes = 64 << 20
	// ModelDepth is how deep elements may lie within each other.
	ModelDepth = 1000
	// ModelElements is the number of elements, those that are passed over among
	// them.
	ModelElements = 1_000_000
	// ModelAttributes is the number of attributes of one element, and of the
	// namespaces that are declared where it stands.
	ModelAttributes = 128
	// ModelTextBytes is the size of one text or attribute value that is read.
	ModelTextBytes = 1 << 20
	// ModelDefinitions is the number of decisions, business knowledge models,
	// decision services, input data and item definitions, by default.
	ModelDefinitions = 10_000
	// ModelTypeLevels is how many item definitions may lie within each other, or
	// restrict each other: no value nests deeper.
	ModelTypeLevels = 1000
	// ModelDocuments is the number of documents that one model has, those that it
	// imports among them.
	ModelDocuments = 1000
	// ModelFolderFiles is the number of models in a folder that is searched for a
	// namespace, and ModelHeadBytes what is read of each.
	ModelFolderFiles = 1000
	ModelHeadBytes   = 64 << 10
	// FaultsPerModel is how many faults of one file, and how many warnings, are
	// reported.
	FaultsPerModel = 1000
)

// FaultsPerDocument is how many faults of one JSON document of a Judgment Pack are
// reported.
const FaultsPerDocument = 10_000
