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
	// TableValues is the number of values that a column may list.
	TableValues = 1000
	// TypeDepth is how many times list<...> may lie within itself.
	TypeDepth = 16
	// FaultsPerTable is how many faults of one table are reported.
	FaultsPerTable = 1000
)
