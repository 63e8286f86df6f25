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
