package decimal

// KnowsLayout reports whether the coefficient of shopspring's type is where it was.
func KnowsLayout() bool { return beginsWithCoefficient }

// ForgetLayout makes conversions use the methods of that type alone, until undo.
func ForgetLayout() (undo func()) {
	known := beginsWithCoefficient
	beginsWithCoefficient = false
	return func() { beginsWithCoefficient = known }
}

// QuoPlainly is Quo without the ways of short numbers.
func QuoPlainly(a, b Decimal) (Decimal, error) { return quoWide(a.wide(), b.wide()) }
